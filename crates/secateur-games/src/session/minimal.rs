//! The minimal tree: the fewest leaves that prove a value.
//!
//! A proof that a position is worth exactly `v` needs one good reply to everything for either side: a tree
//! that shows "at least `v`" and one that shows "at most `v`". They share the one leaf at the end of the
//! principal variation. Of all good replies the one with the smallest proof is taken, so this is the true
//! minimum for trees (D. Knuth and R. Moore, 1975, count it for uniform trees), which no search has to
//! reach even with perfect ordering.

use crate::Notation;
use secateur::{Cx, Game, Keyed, Score, Search};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The leaves of proofs by position, depth, and whether they prove "at least".
struct Proofs<'a> {
    stop: &'a AtomicBool,
    known: HashMap<(u64, u32, bool), Option<u64>>,
}

/// The leaves of the smallest tree that proves `value` at this depth; none if the position is not worth it,
/// or if the flag was set meanwhile.
pub(super) fn minimal_leaves<G: Notation>(
    pos: &G,
    depth: u32,
    value: Score,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut cx = Search::new(G::Knowledge::default()).horizon(super::runner::Own);
    let mut smallest = |at_least| {
        let mut proofs = Proofs { stop, known: HashMap::new() };
        smallest(&mut cx, pos, depth, value, at_least, &mut proofs)
    };
    let (at_least, at_most) = (smallest(true)?, smallest(false)?);
    (!stop.load(Ordering::Relaxed)).then_some(at_least + at_most - 1)
}

/// The leaves of the smallest proof that the node is worth at least (or at most) `value`.
fn smallest<C>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    value: Score,
    at_least: bool,
    proofs: &mut Proofs<'_>,
) -> Option<u64>
where
    C: Cx<Halt = std::convert::Infallible>,
    C::Game: Notation,
{
    let Ok(node) = cx.open(pos, depth, -Score::INF, Score::INF);
    let holds = |score: Score| if at_least { score >= value } else { score <= value };
    if let Some(score) = node.known {
        return holds(score).then_some(1);
    }
    // What knowledge proves of the node without settling it can still settle the question.
    if if at_least { node.bounds.lower >= value } else { node.bounds.upper <= value } {
        return Some(1);
    }
    if proofs.stop.load(Ordering::Relaxed) {
        return None;
    }
    if let Some(&known) = proofs.known.get(&(pos.key(), depth, at_least)) {
        return known;
    }
    let (mut proof, mut stuck) = (if at_least { None } else { Some(0) }, true);
    for m in pos.moves() {
        stuck = false;
        let mut reply = None;
        let Ok(_) = cx.visit(pos, m, |cx, child| {
            reply = smallest(cx, child, depth - 1, -value, !at_least, proofs);
            Ok(Score::DRAW)
        });
        proof = match (at_least, proof, reply) {
            (true, Some(a), Some(b)) => Some(a.min(b)),
            (true, a, b) => a.or(b),
            (false, Some(a), Some(b)) => Some(a + b),
            (false, _, _) => None,
        };
        if !at_least && proof.is_none() {
            break;
        }
    }
    if stuck {
        proof = holds(cx.close(pos, &node, -Score::INF)).then_some(1);
    }
    proofs.known.insert((pos.key(), depth, at_least), proof);
    proof
}
