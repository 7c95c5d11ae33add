//! What best-first searches made of their nodes, step by step.

use secateur_session::{Algorithm, GrownThen, ProofNumbers, Request, TraceLimits, TraceNode, TraceRecord};
use secateur_standard::standard;

fn record(game: &str, position: &str, algorithm: &str, nodes: u64, kept: usize) -> TraceRecord {
    let mut session = standard().find(game).unwrap().open();
    session.set(position).unwrap();
    let request =
        Request::default().hash(1 << 20).algorithm(Algorithm::named(algorithm).unwrap()).nodes(nodes);
    session.trace(&request, &TraceLimits { nodes: kept, ..TraceLimits::default() }).unwrap()
}

/// What was known of a node at a step; none before it came to be.
fn at(node: &TraceNode, step: u32) -> Option<&GrownThen> {
    node.history.iter().rfind(|then| then.step <= step)
}

/// The step at which a node was expanded, where all are shown.
fn expanded(node: &TraceNode) -> Option<u32> {
    node.grown.and_then(|grown| grown.expanded)
}

fn add(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    Some(a? + b?)
}

/// The smaller one, none standing for what is infinite.
fn least(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    [a, b].into_iter().flatten().min()
}

#[test]
fn proof_numbers_follow_from_those_below_at_every_step() {
    for (game, position, most) in
        [("tictactoe", "XO./.../...", 0), ("dodgem", "3x3", 50), ("dodgem", "4x4", 20)]
    {
        let TraceRecord { header, nodes, .. } = record(game, position, "pn", 400, 100_000);
        assert_eq!(header.left_out, 0);
        let mut below = vec![Vec::new(); nodes.len()];
        nodes
            .iter()
            .for_each(|node| node.parent.into_iter().for_each(|parent| below[parent as usize].push(node)));
        let last = nodes.iter().filter_map(expanded).max().unwrap();
        assert!(last > most, "{game}: {last}");
        for node in &nodes {
            let end = node.history.last().unwrap();
            assert_eq!(
                Some(end.proof_numbers),
                node.grown.map(|grown| grown.proof_numbers),
                "{game} {node:?}"
            );
            assert_eq!(end.score, node.score);
            let Some(first) = expanded(node) else { continue };
            for step in first..=last {
                let numbers = |node: &TraceNode| at(node, step).unwrap().proof_numbers.unwrap();
                let none = ProofNumbers { proof: None, disproof: Some(0) };
                let by =
                    below[node.id as usize].iter().map(|child| numbers(child)).fold(none, |all, child| {
                        ProofNumbers {
                            proof: least(all.proof, child.disproof),
                            disproof: add(all.disproof, child.proof),
                        }
                    });
                assert_eq!(numbers(node), by, "{game} at step {step}: {node:?}");
            }
        }
    }
}

#[test]
fn visits_and_intervals_have_a_history_too() {
    let TraceRecord { nodes, .. } = record("connect4", "44", "uct", 300, 100_000);
    let visits: Vec<u64> = nodes[0].history.iter().map(|then| then.visits.unwrap()).collect();
    assert!(visits.len() > 50 && visits.windows(2).all(|two| two[0] <= two[1]), "{visits:?}");
    assert_eq!(visits.last().copied(), nodes[0].grown.unwrap().visits);
    let TraceRecord { nodes, .. } = record("connect4", "44", "b-star", 300, 100_000);
    assert!(
        nodes[0].history.len() > 1 && nodes[0].history.iter().all(|then| then.pessimistic <= then.optimistic)
    );
    // Nobody has a history before its parent is expanded.
    for node in nodes.iter().skip(1) {
        let parent = &nodes[node.parent.unwrap() as usize];
        assert_eq!(Some(node.history[0].step), expanded(parent), "{node:?}");
    }
}

#[test]
fn steps_are_those_of_the_nodes_shown() {
    let few = record("dodgem", "4x4", "pn", 400, 30);
    let shown = few.nodes.iter().filter_map(expanded).count() as u32;
    let last = few.nodes.iter().filter_map(|node| node.history.last()).map(|then| then.step).max();
    assert!(few.header.left_out > 0 && last <= Some(shown), "{last:?} {shown}");
    for node in &few.nodes {
        assert!(node.history.windows(2).all(|two| two[0].step < two[1].step));
        assert_eq!(node.history.last().unwrap().proof_numbers, node.grown.unwrap().proof_numbers);
    }
}
