//! Whatever the rules say of a position that comes back - a draw, lost or won for whoever brings it back, or won for one
//! side - the best-first pages find what minimax finds with the whole path.

use crate::common::cyclic::{cyclic, retrograde};
use crate::common::judged::{DRAW, FOR_ONE, Judged, LOST, Overlooks, Path, WON};
use crate::common::seeded::hash;
use crate::common::web::Web;
use secateur::best::{
    self, Answer, DfPn, End, FirstNumbers, Leaf, MoveOrder, OutcomeTree, Playing, ProofTable, SearchTree,
    SharedProofs, Sums, df_pn_beside,
};
use secateur::drive::{Split, bisection};
use secateur::{Bounds, Halt, Limiter, Score, Search, algo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;

/// Deeper than any path without a repetition.
const END: u32 = 64;
const ROOM: usize = 1 << 22;

fn blind<G>(_: &G) -> Score {
    Score::DRAW
}

fn minimax<const RULE: i32>(pos: &Judged<'_, RULE>) -> Score {
    let mut cx = Search::new(blind).history(Path::from(pos, Overlooks::Nothing));
    let Ok(value) = algo::minimax(&mut cx, pos, END);
    value
}

/// How often the value is another than if coming back were a draw.
fn matters(web: &Web, value: Score) -> u32 {
    u32::from(value != Score::points(retrograde(web)[0]))
}

/// Every page that grows a tree; returns how often the rule mattered.
fn trees<const RULE: i32>() -> u32 {
    let mut mattered = 0;
    for seed in 0..10_000 {
        let web = cyclic(seed, 7);
        let pos = Judged::<RULE>::new(web.at(0));
        let value = minimax(&pos);
        mattered += matters(&web, value);
        let mut cx = Search::new(|pos: &Judged<'_, RULE>| Score::points(pos.token.eval()))
            .history(Path::from(&pos, Overlooks::Nothing));
        let how = Playing { leaf: Leaf::Rollout { seed }, unit: 3, exploration: 1.0, minimax: 0.3 };
        let found = [
            ("ubfm", best::ubfm(&mut cx, &pos, &mut SearchTree::with_bytes(ROOM)).bounds),
            ("descent", best::descent(&mut cx, &pos, &mut SearchTree::with_bytes(ROOM)).bounds),
            ("conspiracy", best::conspiracy(&mut cx, &pos, 0, &mut SearchTree::with_bytes(ROOM)).bounds),
            ("mopns", best::mopns(&mut cx, &pos, &mut OutcomeTree::for_value(ROOM)).bounds),
            ("uct", best::uct(&mut cx, &pos, how, &mut SearchTree::with_bytes(ROOM)).bounds),
            ("puct", best::puct(&mut cx, &pos, how, &mut SearchTree::with_bytes(ROOM)).bounds),
            (
                "pn-mcts",
                best::pn_mcts(&mut cx, &pos, how, value, 0.5, &mut SearchTree::with_bytes(ROOM)).bounds,
            ),
        ];
        for (page, bounds) in found {
            assert_eq!(bounds, Bounds::exact(value), "{page}, graph {seed}");
        }
        let guess = best::best_first_minimax(&mut cx, &pos, &mut SearchTree::with_bytes(ROOM)).bounds;
        assert!(guess.lower <= value && value <= guess.upper, "best-first minimax, graph {seed}");
        for (goal, reached) in [(value, true), (value.next(), false)] {
            let [mut tree, mut second] = [SearchTree::with_bytes(ROOM), SearchTree::with_bytes(ROOM)];
            let first = [FirstNumbers::Ones, FirstNumbers::Mobility, FirstNumbers::Static(3)];
            let first = first[seed as usize % 3];
            let squared = best::pn2(&mut cx, &pos, goal, first, &mut tree, &mut second).bounds;
            tree.clear();
            let single = best::pn_search(&mut cx, &pos, goal, first, &mut tree).bounds;
            let work = best::ews(&mut cx, &pos, goal, seed, &mut SearchTree::with_bytes(ROOM)).bounds;
            for (page, bounds) in [("pn", single), ("pn2", squared), ("ews", work)] {
                assert_eq!(
                    (bounds.lower >= goal, bounds.upper < goal),
                    (reached, !reached),
                    "{page}, {seed}"
                );
            }
        }
    }
    mattered
}

#[test]
fn trees_follow_the_rule() {
    assert_eq!(trees::<DRAW>(), 0);
    for mattered in [trees::<LOST>(), trees::<WON>(), trees::<FOR_ONE>()] {
        assert!(mattered > 100, "{mattered}");
    }
}

fn how(seed: u64) -> DfPn {
    DfPn {
        epsilon: [0, 4, 256][seed as usize % 3],
        order: [MoveOrder::Ignored, MoveOrder::Given, MoveOrder::Learned][seed as usize / 5 % 3],
        sums: [Sums::Proper, Sums::Weak, Sums::Branches][seed as usize / 2 % 3],
        first: [FirstNumbers::Ones, FirstNumbers::Mobility, FirstNumbers::Static(3)][seed as usize / 6 % 3],
    }
}

/// The answer of `threads` threads to one question; the first to be done halts the others.
fn ask<const RULE: i32>(
    pos: &Judged<'_, RULE>,
    goal: Score,
    seed: u64,
    (threads, overlooks): (usize, Overlooks),
    table: &mut ProofTable,
) -> Answer<u16, Halt> {
    let (shared, done) = (SharedProofs::new(table), AtomicBool::new(false));
    let search = || {
        let look = || done.load(Ordering::Relaxed).then_some(Halt::Interrupt);
        let limiter = Limiter::new(u64::MAX, look);
        let mut cx = Search::new(blind).stop(limiter).history(Path::from(pos, overlooks));
        let answer = df_pn_beside(&mut cx, pos, goal, how(seed), &shared);
        done.fetch_or(answer.end == End::Settled, Ordering::Relaxed);
        answer
    };
    let answers: Vec<_> = scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(search)).collect();
        let own = search();
        others.into_iter().map(|thread| thread.join().unwrap()).chain([own]).collect()
    });
    let mut settled = answers.into_iter().filter(|answer| answer.end == End::Settled);
    let first = settled.next().expect("one of them settles it");
    assert!(settled.all(|answer| (answer.bounds.lower >= goal) == (first.bounds.lower >= goal)));
    first
}

/// df-pn with a table shared by as many threads, all goals of a root in one table. Returns how many values were wrong.
fn shared<const RULE: i32>(threads: usize, overlooks: Overlooks) -> u32 {
    let mut wrong = 0;
    for seed in 0..10_000 {
        let entries = [1, 5, 64, 4_096][hash(seed, 7) as usize % 4];
        let mut table = ProofTable::with_entries(entries);
        // Where coming back is no draw, only minimax knows the value, by every path that there is.
        let web = cyclic(seed, if RULE == DRAW && entries > 5 { 40 } else { 7 });
        let pos = Judged::<RULE>::new(web.at(0));
        let prove = |_, goal| ask(&pos, goal, seed, (threads, overlooks), &mut table).probe(goal);
        let value = if RULE == DRAW { Score::points(retrograde(&web)[0]) } else { minimax(&pos) };
        let found = bisection(Bounds::NONE, Split::TowardsZero, prove).expect("one of them settles it");
        wrong += u32::from(found != value);
    }
    wrong
}

#[test]
fn threads_with_one_table_follow_the_rule() {
    for threads in [1, 2] {
        let wrong = [
            shared::<DRAW>(threads, Overlooks::Nothing),
            shared::<LOST>(threads, Overlooks::Nothing),
            shared::<WON>(threads, Overlooks::Nothing),
            shared::<FOR_ONE>(threads, Overlooks::Nothing),
        ];
        assert_eq!(wrong, [0; 4], "{threads} threads");
    }
}

/// The test above can fail: where all paths are one to the table, values are wrong.
#[test]
fn without_twins_they_go_wrong() {
    let wrong = [
        shared::<DRAW>(1, Overlooks::Paths),
        shared::<LOST>(1, Overlooks::Paths),
        shared::<WON>(1, Overlooks::Paths),
        shared::<FOR_ONE>(1, Overlooks::Paths),
    ];
    assert!(wrong.iter().all(|&wrong| wrong > 0), "{wrong:?}");
}

/// So it is where a proof is taken over though what it rests on stands on the path, or though it depends on what does not.
#[test]
fn without_marks_they_go_wrong() {
    for overlooks in [Overlooks::Marks, Overlooks::Dependence] {
        let wrong = [shared::<LOST>(1, overlooks), shared::<WON>(1, overlooks)];
        assert!(wrong.iter().all(|&wrong| wrong > 0), "{wrong:?} where it overlooks {overlooks:?}");
    }
}

/// On larger graphs: retrograde analysis, where play without end is a win for the first side.
#[test]
fn a_win_for_one_side_is_that_of_retrograde_analysis() {
    let mut by_return = 0;
    for seed in 0..10_000 {
        let web = cyclic(seed, 40);
        let value = kept(&web);
        let pos = Judged::<FOR_ONE>::new(web.at(0));
        let mut table = ProofTable::with_entries(4_096);
        for goal in (-9..=10).step_by(3).map(Score::points) {
            let mut cx = Search::new(blind).history(Path::from(&pos, Overlooks::Nothing));
            let found = best::df_pn(&mut cx, &pos, goal, how(seed), &mut table).bounds;
            assert_eq!(found.lower >= goal, value >= goal.get(), "graph {seed}, goal {goal:?}");
        }
        by_return += u32::from(value > 9);
    }
    assert!(by_return > 500, "{by_return} won by coming back");
}

/// What vertex 0 is worth to the first side if play without end is worth more to it than anything else.
fn kept(web: &Web) -> i32 {
    let size = web.vertices.len();
    // For the side to move: the first one, or the second.
    let mut values = [vec![100; size], vec![-100; size]];
    for _ in 0..2 * size {
        let next = [0, 1].map(|side: usize| {
            let value = |(end, edges): &(i32, Vec<u16>)| {
                edges.iter().map(|&to| -values[1 - side][usize::from(to)]).max().unwrap_or(*end)
            };
            web.vertices.iter().map(value).collect::<Vec<i32>>()
        });
        values = next;
    }
    values[0][0]
}
