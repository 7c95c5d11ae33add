//! The engine, watched: the same nodes, and every cut derived again from the numbers shown.

use super::*;
use secateur::trace::{End, Setter, Side, Visit};
use secateur::{Bounds, Step, Trace, Trick};
use std::collections::HashSet;

/// The trace of a search, which has to be the search that is not traced, node for node.
fn traced(pos: &Rich, depth: u32, windows: Windows) -> Trace<u16> {
    let limits = EngineLimits { windows, ..limits(pos, depth) };
    let mut plain = engine(ProbcutFit::new(0.9), Custom::default());
    let (plainly, _) = plain.think(pos, &[], &limits, |_, _| true);
    let observers = (Stats::default(), Trace::new(1 << 22, u32::MAX));
    let mut watched = engine(ProbcutFit::new(0.9), Custom::default()).watch(observers);
    let (found, _) = watched.think(pos, &[], &limits, |_, _| true);
    assert_eq!(found.map(|found| found.line), plainly.map(|found| found.line));
    let (stats, trace) = watched.watch;
    assert_eq!(stats, plain.watch);
    assert_eq!((trace.opened + trace.completing, trace.left_out()), (stats.nodes, 0));
    trace
}

/// Searches that meet with every trick.
fn each(mut see: impl FnMut(&Trace<u16>)) {
    for seed in 0..8 {
        for pos in [Rich::uniform(seed, 10, 14), Rich::ragged(seed, 8, 12)] {
            for windows in [Windows::default(), Windows::MtdF] {
                see(&traced(&pos, 9, windows));
            }
        }
    }
}

/// Whether a visit was made as a move of the node above, and not to find out about that.
fn is_move(visit: &Visit<u16>) -> bool {
    matches!(visit.step, Some(Step::Move(_) | Step::Again(_))) && visit.trick != Some(Trick::ProbCut)
}

fn move_of(visit: &Visit<u16>) -> Option<u16> {
    match visit.step {
        Some(Step::Move(m) | Step::Again(m)) => Some(m),
        _ => None,
    }
}

/// The end of a node's window on entry, and what set it, by what is shown on the way down to it.
fn derived(trace: &Trace<u16>, below: &[Vec<usize>], id: usize, side: Side) -> (Score, usize, Setter) {
    let mut path = vec![id];
    while let Some(parent) = trace.nodes[path[path.len() - 1]].parent {
        path.push(parent as usize);
    }
    path.reverse();
    let root = &trace.nodes[path[0]];
    let (mut alpha, mut beta) = ((root.alpha, path[0], Setter::Window), (root.beta, path[0], Setter::Window));
    for step in path.windows(2) {
        let (at, child) = (step[0], &trace.nodes[step[1]]);
        let node = &trace.nodes[at];
        if node.proven.lower > alpha.0 {
            alpha = (node.proven.lower, at, Setter::Proof);
        }
        if node.proven.upper < beta.0 {
            beta = (node.proven.upper, at, Setter::Proof);
        }
        if let Some(value) = node.static_value.filter(|value| node.depth == 0 && *value > alpha.0) {
            alpha = (value, at, Setter::StaticValue);
        }
        let before = below[at].iter().take_while(|&&id| id < step[1]);
        // What a later search of a move finds to be less is less.
        let searched: Vec<usize> = before.copied().filter(|&id| is_move(&trace.nodes[id])).collect();
        for (n, &id) in searched.iter().enumerate() {
            let sibling = &trace.nodes[id];
            let again = |&id: &usize| {
                let later = &trace.nodes[id];
                move_of(later) == move_of(sibling) && later.score > sibling.score
            };
            let other = move_of(sibling) != move_of(child) && !searched[n + 1..].iter().any(again);
            if let Some(score) = sibling.score.map(|score| -score).filter(|score| other && *score > alpha.0) {
                alpha = (score, at, Setter::Move(id as u32));
            }
        }
        if is_move(child) && child.alpha == -alpha.0.next() && alpha.0.next() != beta.0 {
            beta = (alpha.0.next(), at, Setter::Scout);
        }
        if child.step.is_some() {
            (alpha, beta) = ((-beta.0, beta.1, beta.2), (-alpha.0, alpha.1, alpha.2));
        }
        // To find out about a node, it is asked about a window of its own.
        if !is_move(child) {
            let own =
                |end: (Score, usize, Setter), now| if end.0 == now { end } else { (now, at, Setter::Choice) };
            (alpha, beta) = (own(alpha, child.alpha), own(beta, child.beta));
        }
        assert_eq!((alpha.0, beta.0), (child.alpha, child.beta), "{child:?} below {node:?}");
    }
    if side == Side::Alpha { alpha } else { beta }
}

#[test]
fn every_cut_of_the_engine_follows_from_the_numbers_shown() {
    let mut cuts = 0;
    each(|trace| {
        let mut below = vec![Vec::new(); trace.nodes.len()];
        for (id, node) in trace.nodes.iter().enumerate() {
            node.parent.into_iter().for_each(|parent| below[parent as usize].push(id));
        }
        for (id, node) in trace.nodes.iter().enumerate() {
            let met = trace.met(id);
            assert!(met.is_some() || !matches!(node.end, End::Cut { .. }), "{node:?}");
            let Some(met) = met else { continue };
            assert_eq!(Some(met.score), node.score);
            let holds = if met.side == Side::Beta { met.score >= met.bound } else { met.score <= met.bound };
            assert!(holds, "{met:?} at {node:?}");
            cuts += 1;
            if met.origin.node as usize == id && node.parent.is_some() {
                assert_eq!((met.side, met.bound), (Side::Beta, node.proven.upper));
                continue;
            }
            let told = (met.bound, met.origin.node as usize, met.origin.by);
            assert_eq!(told, derived(trace, &below, id, met.side), "{id} {node:?}");
        }
    });
    assert!(cuts > 10_000, "{cuts}");
}

#[test]
fn what_tricks_do_is_told_by_name() {
    let mut told: HashSet<Trick> = HashSet::new();
    let mut why: HashSet<&str> = HashSet::new();
    each(|trace| {
        let mut moves: Vec<HashSet<u16>> = vec![HashSet::new(); trace.nodes.len()];
        for (id, node) in trace.nodes.iter().enumerate() {
            why.insert(node.end.name());
            told.extend(node.trick);
            if let (Some(parent), Some(m), true) = (node.parent, move_of(node), is_move(node)) {
                moves[parent as usize].insert(m);
            }
            // A second search names the first, of the same move; what a trick has not made shallower is not.
            if let Some(Step::Again(m)) = node.step {
                let first = &trace.nodes[node.first.unwrap() as usize];
                assert_eq!((first.parent, first.step), (node.parent, Some(Step::Move(m))), "{id} {node:?}");
            }
            let Some(above) = node.parent.map(|parent| &trace.nodes[parent as usize]) else { continue };
            let reduced_itself = trace.tricks.iter().any(|left_out| {
                Some(left_out.node) == node.parent && left_out.by == Trick::InternalReduction
            });
            if is_move(node) && node.trick.is_none() && node.step.is_some() && above.depth > 0 {
                let deep = node.depth + 1 + u32::from(reduced_itself);
                let again = matches!(node.step, Some(Step::Again(_)));
                assert!(deep == above.depth || again, "{node:?} below {above:?}");
            }
        }
        for left_out in &trace.tricks {
            told.insert(left_out.by);
            let played = left_out.m.is_some_and(|m| moves[left_out.node as usize].contains(&m));
            assert!(!played, "{left_out:?} of {:?}", trace.nodes[left_out.node as usize]);
        }
    });
    let silent: Vec<Trick> = Trick::ALL.into_iter().filter(|trick| !told.contains(trick)).collect();
    assert!(silent.is_empty(), "{silent:?}");
    let ends = ["razoring", "reverse-futility", "null", "probcut", "multi-probcut", "multi-cut", "stand-pat"];
    assert!(ends.iter().all(|end| why.contains(end)), "{why:?}");
}

#[test]
fn what_the_table_says_is_told_with_its_depth() {
    let (mut heard, mut shallower) = (0, 0);
    each(|trace| {
        for node in &trace.nodes {
            let Some(said) = node.heard else { continue };
            heard += 1;
            shallower += u32::from(said.depth < node.depth);
            if node.end == End::Known(secateur::Why::Table) {
                let Bounds { lower, upper } = said.bounds;
                assert!(said.depth >= node.depth && (lower >= node.beta || upper <= node.alpha), "{node:?}");
            }
        }
    });
    assert!(heard > 1_000 && shallower > 100, "{heard} {shallower}");
}

#[test]
fn few_nodes_kept_are_true_ones() {
    let pos = Rich::uniform(1, 10, 14);
    let whole = traced(&pos, 7, Windows::default());
    let mut few = engine(ProbcutFit::new(0.9), Custom::default()).watch(Trace::new(300, u32::MAX));
    few.think(&pos, &[], &limits(&pos, 7), |_, _| true);
    let few = few.watch;
    assert_eq!((few.opened, few.completing), (whole.opened, whole.completing));
    assert_eq!(few.nodes.len(), 300);
    // Each of them is one of all, with what was left out at it.
    let of = |trace: &Trace<u16>, node: u32| {
        let visit = trace.nodes[node as usize];
        (visit.probe, visit.ply, visit.step, visit.depth, visit.alpha, visit.beta, visit.score)
    };
    let all: HashSet<String> =
        (0..whole.nodes.len() as u32).map(|id| format!("{:?}", of(&whole, id))).collect();
    assert!((0..300).all(|id| all.contains(&format!("{:?}", of(&few, id)))));
    let left_out: HashSet<String> = whole
        .tricks
        .iter()
        .map(|left_out| format!("{:?} {:?} {:?}", of(&whole, left_out.node), left_out.m, left_out.by))
        .collect();
    assert!(!few.tricks.is_empty());
    for one in &few.tricks {
        assert!(left_out.contains(&format!("{:?} {:?} {:?}", of(&few, one.node), one.m, one.by)));
    }
}
