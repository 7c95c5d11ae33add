//! What a trace says of cuts: every one is derived again from the numbers shown, without the search.

use crate::common::knowing::Claims;
use crate::common::seeded::Seeded;
use proptest::prelude::*;
use secateur::algo::{self, Quiescent};
use secateur::drive::{MtdStep, Split, bisection, mtd};
use secateur::table::Etc;
use secateur::trace::{End, Setter, Side, Visit};
use secateur::{Bounds, Cx, Score, Search, Table, Trace, Why};
use std::convert::Infallible;

const INF: Score = Score::INF;
/// The number of ways to search.
const WAYS: usize = 12;
const NEGA_SCOUT: usize = 5;
const SCOUT: usize = 7;

/// The value, searched in one of those ways.
fn search<C: Cx<Game = Seeded, Halt = Infallible>>(
    cx: &mut C,
    pos: &Seeded,
    depth: u32,
    way: usize,
) -> Score {
    let Ok(value) = match way {
        0 => algo::alpha_beta(cx, pos, depth, -INF, INF),
        1 => algo::alpha_beta_hard(cx, pos, depth, -INF, INF),
        2 => algo::alpha_beta_memory(cx, pos, depth, -INF, INF),
        3 => algo::alpha_beta_hard_memory(cx, pos, depth, -INF, INF),
        4 => algo::pvs(cx, pos, depth, -INF, INF),
        NEGA_SCOUT => algo::nega_scout(cx, pos, depth, -INF, INF),
        6 => algo::pvs_memory(cx, pos, depth, -INF, INF),
        SCOUT => algo::scout(cx, pos, depth),
        8 => algo::minimax(cx, pos, depth),
        9 => mtd(Score::DRAW, MtdStep::Guess, |a, b| algo::alpha_beta_memory(cx, pos, depth, a, b)),
        10 => mtd(Score::DRAW, MtdStep::FromAbove, |a, b| algo::pvs_memory(cx, pos, depth, a, b)),
        _ => bisection(Bounds::NONE, Split::Middle, |a, b| algo::alpha_beta(cx, pos, depth, a, b)),
    };
    value
}

/// The trace of such a search, through depths 1, 2 and so on, with the value of the last.
fn traced(pos: &Seeded, depths: u32, way: usize, noisy: bool, limit: Trace<u16>) -> (Trace<u16>, Score) {
    let table = Table::with_entries(64);
    let cx = Search::new(Claims).watch(limit).memory(Etc::new(table.exact()));
    let mut value = Score::DRAW;
    if noisy {
        let mut cx = cx.horizon(Quiescent);
        (1..=depths).for_each(|depth| value = search(&mut cx, pos, depth, way));
        (cx.watch, value)
    } else {
        let mut cx = cx;
        (1..=depths).for_each(|depth| value = search(&mut cx, pos, depth, way));
        (cx.watch, value)
    }
}

/// The visits from the root down to this one.
fn path(trace: &Trace<u16>, id: usize) -> Vec<usize> {
    let mut path = vec![id];
    while let Some(parent) = trace.nodes[path[path.len() - 1]].parent {
        path.push(parent as usize);
    }
    path.reverse();
    path
}

/// All that was proven of a node before its moves.
fn known(node: &Visit<u16>) -> Bounds {
    node.proven.and(node.remembered.unwrap_or(Bounds::NONE))
}

/// What the children of `node` that came before `child` are worth to it, in order.
fn before(trace: &Trace<u16>, node: usize, child: usize) -> Vec<(usize, Score)> {
    let ids = (node..child).filter(|&id| trace.nodes[id].parent == Some(node as u32));
    ids.filter_map(|id| Some((id, -trace.nodes[id].score?))).collect()
}

/// The end of a node's window that the node at the end of `path` meets, and what set it, by what is shown on the way down.
fn derived(trace: &Trace<u16>, path: &[usize], side: Side, way: usize) -> (Score, usize, Setter) {
    let root = &trace.nodes[path[0]];
    let (mut alpha, mut beta) = ((root.alpha, path[0], Setter::Window), (root.beta, path[0], Setter::Window));
    for step in path.windows(2) {
        let (at, child) = (step[0], &trace.nodes[step[1]]);
        let node = &trace.nodes[at];
        let (known, here) = (
            known(node),
            |proven: Score, by: Score| if proven == by { Setter::Proof } else { Setter::Table },
        );
        // (Scout compares moves with moves, and leaves what is proven to the end.)
        if known.lower > alpha.0 && !(way == SCOUT && node.depth > 0) {
            alpha = (known.lower, at, here(node.proven.lower, known.lower));
        }
        if known.upper < beta.0 {
            beta = (known.upper, at, here(node.proven.upper, known.upper));
        }
        if let Some(value) = node.static_value.filter(|value| node.depth == 0 && *value > alpha.0) {
            alpha = (value, at, Setter::StaticValue);
        }
        for (id, score) in before(trace, at, step[1]) {
            // (Of those that search a move again, nega-scout alone begins above what the first search has proven.)
            let is_first = child.first == Some(id as u32) && way != NEGA_SCOUT;
            if score > alpha.0 && !is_first {
                alpha = (score, at, Setter::Move(id as u32));
            }
        }
        // A null window just above what it is sure of: a scout.
        if child.alpha == -alpha.0.next() && alpha.0.next() != beta.0 {
            beta = (alpha.0.next(), at, Setter::Scout);
        }
        // Pages without a window ask about some children as if they were roots.
        if (child.alpha, child.beta) == (-INF, INF) {
            (alpha, beta) = ((-INF, at, Setter::Choice), (INF, at, Setter::Choice));
        }
        (alpha, beta) = ((-beta.0, beta.1, beta.2), (-alpha.0, alpha.1, alpha.2));
    }
    if side == Side::Alpha { alpha } else { beta }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cut_follows_from_the_numbers_shown(
        seed in any::<u64>(), width in 2..6_u16, depth in 1..6_u32, spread in 1..12_i32, way in 0..WAYS, noisy in any::<bool>(),
    ) {
        let pos = Seeded::ragged(seed, width, depth + 3, spread);
        let (trace, _) = traced(&pos, depth, way, noisy, Trace::default());
        for (id, node) in trace.nodes.iter().enumerate() {
            let met = trace.met(id);
            let cut = matches!(node.end, End::Cut { .. });
            let by_itself = matches!(node.end, End::Known(Why::Bounds | Why::Table | Why::Etc | Why::StandPat));
            prop_assert!(met.is_some() || !cut, "{id} in {trace}");
            prop_assert!(met.is_none() || cut || by_itself, "{id} in {trace}");
            let Some(met) = met else { continue };
            prop_assert_eq!(Some(met.score), node.score);
            let holds = if met.side == Side::Beta { met.score >= met.bound } else { met.score <= met.bound };
            prop_assert!(holds, "{id} in {trace}");
            if met.origin.node as usize == id && node.parent.is_some() {
                prop_assert_eq!((met.side, met.bound), (Side::Beta, known(node).upper));
                continue;
            }
            let path = path(&trace, id);
            let (bound, by, setter) = derived(&trace, &path, met.side, way);
            // (What is proven can be what a move has shown as well, which is the one that scout looks at.)
            let proven = matches!(met.origin.by, Setter::Proof | Setter::Table);
            let setter = if way == SCOUT && proven { met.origin.by } else { setter };
            let told = (met.bound, met.origin.node as usize, met.origin.by);
            prop_assert_eq!(told, (bound, by, setter), "{} {:?} in {}", id, node, trace);
        }
    }

    #[test]
    fn the_critical_tree_alone_proves_the_value(
        seed in any::<u64>(), width in 2..6_u16, depth in 1..6_u32, spread in 1..12_i32, way in 0..WAYS, noisy in any::<bool>(),
    ) {
        proves_the_value(&Seeded::ragged(seed, width, depth + 3, spread), depth, way, noisy)?;
    }
}

/// A fail-hard search cuts a reply to what was known of its node before: such a reply shows nothing.
#[test]
fn what_is_known_needs_no_reply() {
    proves_the_value(&Seeded::ragged(15491080523182773330, 3, 5, 7), 2, 1, true).unwrap();
    proves_the_value(&Seeded::ragged(6266897334269508787, 3, 6, 3), 3, 1, true).unwrap();
}

/// Holds each node of the critical tree to what the nodes of the tree below it prove.
fn proves_the_value(pos: &Seeded, depth: u32, way: usize, noisy: bool) -> Result<(), TestCaseError> {
    let (trace, value) = traced(pos, depth, way, noisy, Trace::default());
    let types = trace.critical();
    let last: Vec<usize> = trace.roots().filter(|&root| types[root].is_some()).collect();
    prop_assert!(last.iter().all(|&root| trace.nodes[root].score == Some(value)), "{trace}");
    // From the last on, so that what is below a node is known before it.
    let mut proven: Vec<Score> = vec![-INF; trace.nodes.len()];
    for (id, node) in trace.nodes.iter().enumerate().rev() {
        let worth = match node.end {
            End::Known(_) => node.score.unwrap(),
            _ => known(node).clamp(proven[id].max(node.static_value.unwrap_or(-INF))),
        };
        if let (Some(parent), Some(_)) = (node.parent, types[id]) {
            let parent = parent as usize;
            prop_assert!(types[parent].is_some());
            proven[parent] = proven[parent].max(-worth);
        }
        let score = node.score.unwrap();
        match types[id] {
            Some(1) => prop_assert!(worth == score || node.clipped, "{id}: {worth} in {trace}"),
            Some(2) => prop_assert!(worth >= score, "{id}: {worth} in {trace}"),
            Some(3) => prop_assert!(worth <= score, "{id}: {worth} in {trace}"),
            _ => {}
        }
    }
    Ok(())
}
