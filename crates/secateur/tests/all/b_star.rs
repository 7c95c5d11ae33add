//! B* finds a best move, which is not to say its value; what it proves is so, wherever it is halted.

use crate::common::knowing::Claims;
use crate::common::seeded::{END, ROOM, Seeded, minimax, sound, trees};
use secateur::best::{self, End, SearchTree};
use secateur::{Bounds, Game, Keyed, Limiter, Score, Search, Stats, algo};

#[test]
fn b_star_finds_a_best_move() {
    finds_a_best_move(false);
}

#[test]
fn b_star_by_probabilities_finds_a_best_move() {
    finds_a_best_move(true);
}

fn finds_a_best_move(by_chances: bool) {
    let (mut apart, mut opened, mut all) = (0, 0, 0);
    for (seed, pos) in trees(1_000).enumerate() {
        if pos.outcome().is_some() || pos.moves().next().is_none() {
            continue;
        }
        let value = minimax(Seeded::eval, &pos);
        // The true value, and some way to either side of it.
        let slack = |pos: &Seeded, n: u32| (pos.key() >> n & 7) as i32;
        let estimate = |pos: &Seeded| {
            let value = minimax(Seeded::eval, pos);
            Bounds { lower: value.offset(-slack(pos, 3)), upper: value.offset(slack(pos, 6)) }
        };
        let mut cx = Search::new(Seeded::eval).watch(Stats::default());
        let answer = match (by_chances, seed % 2) {
            (false, 0) => best::b_star(&mut cx, &pos, estimate, &mut SearchTree::with_bytes(ROOM)),
            (false, _) => best::b_star(&mut cx, &pos, |_| Bounds::NONE, &mut SearchTree::with_bytes(ROOM)),
            (true, 0) => best::pb_star(&mut cx, &pos, estimate, &mut SearchTree::with_bytes(ROOM)),
            (true, _) => best::pb_star(&mut cx, &pos, |_| Bounds::NONE, &mut SearchTree::with_bytes(ROOM)),
        };
        assert_eq!(answer.end, End::Settled, "{pos:?}");
        assert!(sound(answer.bounds, value), "{:?} on {pos:?}", answer.bounds);
        let Some(m) = answer.best() else { panic!("no move on {pos:?}") };
        assert_eq!(-minimax(Seeded::eval, &pos.child(m)), off_by_a_ply(value), "{m} on {pos:?}");
        apart += u32::from(!answer.bounds.is_exact());
        opened += cx.watch.nodes;
        let mut cx = Search::new(Seeded::eval).watch(Stats::default());
        let Ok(_) = algo::minimax(&mut cx, &pos, END);
        all += cx.watch.nodes;
    }
    assert!(apart > 100 && 2 * opened < all, "{apart} without the value, {opened} of {all} nodes");
}

/// A value as the position after the best move sees it, but for the sign.
fn off_by_a_ply(value: Score) -> Score {
    if value.is_decisive() { value.offset(value.get().signum()) } else { value }
}

#[test]
fn b_star_halted_anywhere_proves_only_what_is_so() {
    let mut open = 0;
    for (pos, nodes) in trees(1_000).flat_map(|pos| [3, 10, 40, 200].map(|nodes| (pos, nodes))) {
        let value = minimax(Claims, &pos);
        let cx = || Search::new(Claims).stop(Limiter::new(nodes, || None));
        // An estimate that is mostly wrong.
        let estimate = |pos: &Seeded| Bounds::exact(Score::points((pos.key() & 15) as i32 - 8));
        let [plain, by_chances] = [
            best::b_star(&mut cx(), &pos, estimate, &mut SearchTree::with_bytes(ROOM)).bounds,
            best::pb_star(&mut cx(), &pos, estimate, &mut SearchTree::with_bytes(ROOM)).bounds,
        ];
        assert!(sound(plain, value) && sound(by_chances, value), "{plain:?}, {by_chances:?} on {pos:?}");
        open += u32::from(!by_chances.is_exact());
    }
    assert!(open > 1_000, "{open}");
}
