//! Proof-number search in a table, traced: the same nodes, and numbers and thresholds that follow from one another.

use crate::common::seeded::Seeded;
use proptest::prelude::*;
use secateur::best::{DfPn, Left, MoveOrder, Numbers, Pair, ProofTable, df_pn};
use secateur::trace::{End, Proof};
use secateur::{Score, Search, Stats, Trace, Why};

const HOW: DfPn = DfPn {
    epsilon: 4,
    first: secateur::best::FirstNumbers::Mobility,
    sums: secateur::best::Sums::Proper,
    order: MoveOrder::Ignored,
};

/// The trace of a search, and the numbers that its root came to.
fn traced(pos: &Seeded, goal: Score, limit: Trace<u16>) -> (Trace<u16>, Pair, u64) {
    let eval = |pos: &Seeded| pos.eval();
    let mut table = ProofTable::with_entries(1 << 14);
    let mut plain = Search::new(eval).watch(Stats::default());
    let answer = df_pn(&mut plain, pos, goal, HOW, &mut table);
    table.clear();
    let mut watched = Search::new(eval).watch((Stats::default(), limit));
    let same = df_pn(&mut watched, pos, goal, HOW, &mut table);
    assert_eq!((same.bounds, same.line, watched.watch.0), (answer.bounds, answer.line, plain.watch));
    (watched.watch.1, table.root().unwrap().into(), plain.watch.nodes)
}

fn numbers(trace: &Trace<u16>, id: usize) -> Proof {
    *trace.proof(id).unwrap()
}

/// The threshold beyond a second best number.
fn beyond(second: u32) -> u32 {
    u32::try_from(u64::from(second) + (u64::from(second) * 4).div_ceil(16).max(1))
        .unwrap_or(Numbers::INFINITE)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_and_thresholds_follow_from_one_another(
        seed in any::<u64>(), width in 1..6_u16, plies in 1..7_u32, goal in -8..8_i32,
    ) {
        let pos = Seeded::ragged(seed, width, plies, 9);
        let (trace, root, nodes) = traced(&pos, Score::points(goal), Trace::default());
        prop_assume!(trace.left_out() == 0);
        prop_assert_eq!((trace.opened - trace.unopened, trace.probes), (nodes, 1));
        prop_assert_eq!(numbers(&trace, 0).left, Some(root));
        for id in 0..trace.nodes.len() {
            let (node, proof) = (&trace.nodes[id], numbers(&trace, id));
            let left = proof.left.unwrap();
            let settled = left.phi == 0 || left.delta == 0;
            prop_assert_eq!(node.score.is_some(), settled, "{:?}", node);
            if let Some(score) = node.score {
                prop_assert_eq!(score >= node.beta, left.phi == 0, "{:?}", node);
            }
            let Some(until) = proof.until else {
                // It was only looked at.
                prop_assert!(matches!(node.end, End::Known(_)) && trace.children(id).next().is_none());
                prop_assert!(settled || matches!(node.end, End::Known(Why::Leaf | Why::Table)));
                continue;
            };
            let why = match node.end {
                End::Proof(why) => why,
                end => { prop_assert!(false, "{end:?}"); unreachable!() }
            };
            let by_numbers = match left {
                Pair { phi: 0, .. } => Left::Proven,
                Pair { delta: 0, .. } => Left::Disproven,
                Pair { phi, .. } if phi >= until.phi => Left::Phi,
                _ => Left::Delta,
            };
            prop_assert_eq!(why, by_numbers);
            prop_assert!(settled || left.phi >= until.phi || left.delta >= until.delta);
            // The children as they were looked at, and then as they were left.
            let mut children: Vec<usize> = trace.children(id).collect();
            children.reverse();
            let mut known: Vec<(usize, Pair)> = Vec::new();
            for child in children {
                let (visit, below) = (&trace.nodes[child], numbers(&trace, child));
                let Some(limit) = below.until else {
                    known.push((child, below.left.unwrap()));
                    continue;
                };
                let place = known.iter().position(|&(first, _)| visit.first == Some(first as u32)).unwrap();
                prop_assert_eq!(below.entry, known[place].1);
                // It was the first of those with the least δ; it keeps the search until another one has less, or this node
                // reaches a threshold.
                let least = known.iter().map(|(_, pair)| pair.delta).min().unwrap();
                prop_assert_eq!(known.iter().position(|(_, pair)| pair.delta == least), Some(place));
                let others = || known.iter().enumerate().filter(|(n, _)| *n != place).map(|(_, (_, pair))| pair);
                let second = others().map(|pair| pair.delta).min().unwrap_or(Numbers::INFINITE);
                let phis: u32 = others().map(|pair| pair.phi).sum();
                let phi = if until.delta == Numbers::INFINITE { until.delta } else { until.delta.saturating_sub(phis) };
                prop_assert_eq!(limit, Pair { phi, delta: until.phi.min(beyond(second)) }, "{:?}", visit);
                known[place].1 = below.left.unwrap();
            }
            if !known.is_empty() {
                let phi = known.iter().map(|(_, pair)| pair.delta).min().unwrap();
                let infinite = known.iter().any(|(_, pair)| pair.phi == Numbers::INFINITE);
                let delta = if infinite { Numbers::INFINITE } else { known.iter().map(|(_, pair)| pair.phi).sum() };
                prop_assert_eq!(left, Pair { phi, delta });
            }
        }
    }

    #[test]
    fn few_nodes_kept_have_their_own_numbers(seed in any::<u64>(), goal in -8..8_i32) {
        let pos = Seeded::ragged(seed, 5, 6, 9);
        let (few, root, _) = traced(&pos, Score::points(goal), Trace::new(20, 2));
        prop_assert!(few.nodes.len() <= 20 && few.nodes.iter().all(|node| node.ply <= 2));
        prop_assert_eq!(numbers(&few, 0).left, Some(root));
        for (id, node) in few.nodes.iter().enumerate() {
            let proof = numbers(&few, id);
            prop_assert_eq!(proof.until.is_some(), matches!(node.end, End::Proof(_)));
            if let Some(first) = node.first {
                prop_assert_eq!(few.nodes[first as usize].parent, node.parent);
            }
        }
    }
}
