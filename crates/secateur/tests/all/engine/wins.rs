//! Small games that are won: the right side wins, in as many plies as it takes.

use super::*;
use secateur::engine::Standard;
use secateur::table::{AtLeast, Handle};
use secateur::{Bounds, Limiter};

/// Take one to three matches from a heap; whoever takes the last one wins.
#[derive(Copy, Clone, Debug)]
struct Matches(u32);

impl Game for Matches {
    type Move = u32;

    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.0.min(3)
    }

    fn play(&mut self, taken: u32) {
        self.0 -= taken;
    }
}

impl Keyed for Matches {
    fn key(&self) -> u64 {
        u64::from(self.0)
    }
}

impl Hints for Matches {}

/// A queen goes down, left, or both, any number of squares; whoever brings her home wins (Wythoff, 1907).
#[derive(Copy, Clone, Debug)]
struct Queen(u8, u8);

impl Game for Queen {
    type Move = (u8, u8);

    fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        let Queen(x, y) = *self;
        let left = (0..x).map(move |to| (to, y));
        let down = (0..y).map(move |to| (x, to));
        let both = (1..=x.min(y)).map(move |by| (x - by, y - by));
        left.chain(down).chain(both)
    }

    fn play(&mut self, (x, y): (u8, u8)) {
        *self = Queen(x, y);
    }
}

impl Keyed for Queen {
    fn key(&self) -> u64 {
        u64::from(self.0) << 8 | u64::from(self.1)
    }
}

impl Hints for Queen {}

/// The value with the distance, by the rules alone.
fn solve<G: Keyed>(pos: &G, known: &mut std::collections::HashMap<u64, Score>) -> Score {
    if let Some(&score) = known.get(&pos.key()) {
        return score;
    }
    let further = |score: Score| score - score.get().signum();
    let replies = pos.moves().map(|m| further(-solve(&pos.child(m), known)));
    let score = replies.collect::<Vec<_>>().into_iter().max().unwrap_or(Score::LOSS);
    known.insert(pos.key(), score);
    score
}

/// Deepens until a win or loss is found, or `depth`.
fn find<G: Hints>(pos: &G, depth: u32, recipe: impl Recipe) -> PvLine<G::Move> {
    let mut engine = engine(|_: &G| Score::DRAW, recipe);
    let (found, _) = engine
        .think(pos, &[], &limits(pos, depth), |_, found| !(found.bound.is_eq() && found.score.is_decisive()));
    found.unwrap()
}

/// Without tricks no shorter depth sees the end, and no longer line is found.
fn check<G: Hints>(pos: &G) {
    let score = solve(pos, &mut Default::default());
    let plies = score.plies_to_end().unwrap();
    let found = find(pos, 60, bare());
    assert_eq!(found.score, score, "{:?}", found.line);
    // The loser's last position has no move: that is seen a ply beyond it.
    assert_eq!(found.depth, plies + 1);
    assert_eq!(found.line.len() as u32, plies);
    assert_legal(pos, &found.line);
    // With them it may take longer to see, and the way found be longer; who wins is the same.
    let found = find(pos, 60, Standard);
    assert_eq!(found.score > Score::DRAW, score > Score::DRAW);
    assert!(found.score.is_decisive() && found.score.get().abs() <= score.get().abs(), "{:?}", found.line);
    assert_legal(pos, &found.line);
}

#[test]
fn matches() {
    for heap in 1..=24 {
        check(&Matches(heap));
        let score = solve(&Matches(heap), &mut Default::default());
        assert_eq!(score > Score::DRAW, heap % 4 != 0, "as everybody knows");
        assert_eq!(find(&Matches(heap), 60, Standard).score, score, "{heap}");
    }
}

#[test]
fn the_queen() {
    for x in 0..=6 {
        for y in 0..=x {
            if (x, y) != (0, 0) {
                check(&Queen(x, y));
            }
        }
    }
}

/// Halted anywhere, the engine claims no end sooner than there is one: a first move that loses at once says nothing about
/// the others.
#[test]
fn a_halted_iteration_claims_no_end_too_soon() {
    let mut losses = 0;
    for (x, y) in (1..=6).flat_map(|x| (1..=x).map(move |y| (x, y))) {
        let pos = Queen(x, y);
        let truth = solve(&pos, &mut Default::default());
        for (nodes, recipe) in (1..400).map(|nodes| (nodes, bare())) {
            let mut engine = engine(|_: &Queen| Score::DRAW, recipe).stop(Limiter::new(nodes, || None));
            let (found, _) = engine.think(&pos, &[], &limits(&pos, 12), |_, _| true);
            let Some(found) = found.filter(|found| found.score.is_decisive()) else { continue };
            if found.score > Score::DRAW {
                assert!(found.score <= truth, "{pos:?}, {nodes} nodes: {}, truly {truth}", found.score);
            } else if found.bound.is_eq() {
                assert!(found.score >= truth, "{pos:?}, {nodes} nodes: {}, truly {truth}", found.score);
                losses += 1;
            }
        }
    }
    assert!(losses > 100, "{losses}");
}

/// Whether a win or loss that is no bound comes with all the moves to the end, neither more nor fewer; none for a score
/// that announces no end.
fn is_whole<G: Hints>(pos: &G, found: &PvLine<G::Move>) -> Option<bool> {
    let plies = found.score.plies_to_end().filter(|_| found.bound.is_eq())?;
    assert_legal(pos, &found.line);
    let mut end = pos.clone();
    found.line.iter().for_each(|&m| end.play(m));
    Some(found.line.len() as u32 == plies && is_over(&end))
}

/// Whatever the table has kept of the proof, and wherever the search is halted.
#[test]
fn every_end_comes_with_its_whole_line() {
    let (mut whole, mut bounds) = (0, 0);
    for (x, y) in (1..=8).flat_map(|x| (1..=x).map(move |y| (x, y))) {
        for (entries, nodes) in [(4, u64::MAX), (1_000, u64::MAX), (1_000, 150), (1_000, 700)] {
            let (pos, table) = (Queen(x, y), Arc::new(Table::with_entries(entries)));
            let mut engine =
                Engine::new(|_: &Queen| Score::DRAW, table, Standard).stop(Limiter::new(nodes, || None));
            let mut told = Vec::new();
            let (last, _) =
                engine.think(&pos, &[], &EngineLimits { lines: 2, ..limits(&pos, 9) }, |_, found| {
                    told.push(found.clone());
                    true
                });
            for found in told.iter().chain(&last) {
                match is_whole(&pos, found) {
                    Some(is_whole) => assert!(is_whole, "{pos:?}: {} by {:?}", found.score, found.line),
                    None => bounds += u32::from(found.over && found.score.is_decisive()),
                }
                whole += u32::from(found.bound.is_eq() && found.score.is_decisive());
            }
        }
    }
    assert!(whole > 1_000 && bounds < whole / 100, "{whole} whole, {bounds} only bounds");
}

/// The best of some moves is not the value of the position, and the table is not told that it is.
#[test]
fn a_choice_of_moves_leaves_no_value_in_the_table() {
    let pos = Matches(7);
    for (moves, told) in [(vec![1, 2], false), (vec![1, 2, 3], true)] {
        let table = table();
        let limits = EngineLimits { moves, ..limits(&pos, 9) };
        Engine::new(|_: &Matches| Score::DRAW, table.clone(), bare()).think(&pos, &[], &limits, |_, _| true);
        let bounds =
            table.probe(Handle::<AtLeast>::key(&pos, 0)).map_or(Bounds::NONE, |entry| entry.bounds());
        assert_eq!(bounds.is_exact(), told, "{bounds:?}");
        assert!(bounds.upper >= Score::win_in(3), "{bounds:?}");
    }
}

/// A side that is lost whatever it does holds out as long as it can.
#[test]
fn the_lost_side_holds_out() {
    let found = find(&Queen(1, 2), 20, Standard);
    assert_eq!(
        found.score,
        Score::loss_in(solve(&Queen(1, 2), &mut Default::default()).plies_to_end().unwrap())
    );
}
