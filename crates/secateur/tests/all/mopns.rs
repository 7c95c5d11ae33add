//! Proof-number search for several outcomes: the outcome that minimax finds, on random trees and on graphs in which
//! positions come together again, for any goals; and in fewer nodes than with a tree for each goal.

use crate::common::layered::Graph;
use crate::common::seeded::Seeded;
use proptest::prelude::*;
use secateur::best::{self, End, FirstNumbers, OutcomeTree, SearchTree};
use secateur::{Bounds, Cx, Game, Halt, Limiter, Score, Search, Stats, algo};

const ROOM: usize = 1 << 22;

/// Deeper than any of these games.
const END: u32 = 64;

fn guess<G>(_: &G) -> Score {
    Score::DRAW
}

fn minimax<G: Game>(pos: &G) -> Score {
    let Ok(value) = algo::minimax(&mut Search::new(guess), pos, END);
    value
}

/// Where the value lies, between the goals around it.
fn outcome(goals: &[Score], value: Score) -> (Option<Score>, Option<Score>) {
    let reached = goals.iter().rev().find(|&&goal| value >= goal);
    (reached.copied(), goals.iter().find(|&&goal| value < goal).copied())
}

fn check<G: Game>(pos: &G, goals: &[Score], nodes: u64) -> Result<(), TestCaseError> {
    let value = minimax(pos);
    let answer = best::mopns(&mut Search::new(guess), pos, &mut OutcomeTree::for_value(ROOM));
    prop_assert_eq!((answer.bounds, answer.end), (Bounds::exact(value), End::Settled));
    if let Some(&m) = answer.line.first() {
        let Ok(reply) = Search::new(guess).visit(pos, m, |cx, child| algo::minimax(cx, child, END));
        prop_assert_eq!(-reply, value, "the move {:?}", m);
    }

    let mut grown = OutcomeTree::with_goals(ROOM, goals);
    let mut cx = Search::new(guess).watch(Stats::default()).stop(Limiter::new(nodes, || None));
    let halted = best::mopns(&mut cx, pos, &mut grown);
    prop_assert!(halted.bounds.lower <= value && value <= halted.bounds.upper, "{:?}", halted);
    prop_assert!(halted.end == End::Settled || halted.end == End::Halted(Halt::Nodes));
    // And on from there.
    let found = best::mopns(&mut Search::new(guess), pos, &mut grown).bounds;
    let (reached, missed) = outcome(goals, value);
    prop_assert!(found.lower <= value && value <= found.upper, "{:?}", found);
    prop_assert!(reached.is_none_or(|goal| found.lower >= goal), "{:?} of {:?}", found, goals);
    prop_assert!(missed.is_none_or(|goal| found.upper < goal), "{:?} of {:?}", found, goals);
    Ok(())
}

fn goals() -> impl Strategy<Value = Vec<Score>> {
    prop::collection::btree_set(-11..=11, 1..=OutcomeTree::<u8>::MOST)
        .prop_map(|goals| goals.into_iter().map(Score::points).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn trees_have_the_outcome_of_minimax(
        (seed, width, plies, spread) in (any::<u64>(), 1..=4u16, 0..=4u32, prop::sample::select(vec![1, 4, 10, 30_000])),
        ragged: bool,
        goals in goals(),
        nodes in 0..200u64,
    ) {
        let grow = if ragged { Seeded::ragged } else { Seeded::uniform };
        check(&grow(seed, width, plies, spread), &goals, nodes)?;
    }

    #[test]
    fn graphs_have_the_outcome_of_minimax(
        (seed, width, branching, layers) in (any::<u64>(), 1..=6u8, 1..=3u64, 0..=6u8),
        goals in goals(),
        nodes in 0..200u64,
    ) {
        check(&Graph { seed, width, branching, layers, ply: 0, id: 0 }, &goals, nodes)?;
    }
}

/// Nodes that one tree takes for all goals, and nodes that a tree for each goal takes.
#[test]
fn one_tree_is_smaller_than_a_tree_for_each_goal() {
    let (mut one, mut each) = (0, 0);
    for seed in 0..300 {
        let pos = Seeded::uniform(seed, 4, 5, 1);
        let goals = [Score::DRAW, Score::DRAW + 1];
        let mut cx = Search::new(guess).watch(Stats::default());
        let _ = best::mopns(&mut cx, &pos, &mut OutcomeTree::with_goals(ROOM, &goals));
        one += cx.watch.nodes;
        let mut cx = Search::new(guess).watch(Stats::default());
        for goal in goals {
            let _ =
                best::pn_search(&mut cx, &pos, goal, FirstNumbers::Ones, &mut SearchTree::with_bytes(ROOM));
        }
        each += cx.watch.nodes;
    }
    assert!(one < each, "{one} nodes in one tree, {each} in a tree for each goal");
}
