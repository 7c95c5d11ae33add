//! How deep a comparison can go, and whether algorithms that go through the whole tree can come along.

use super::named;
use crate::Request;
use crate::runner::{context, iteration};
use crate::signals::Signals;
use secateur::Repetition;
use secateur_games::Notation;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most leaves per position that minimax may have, unless the depth is given.
pub(super) const MINIMAX_LEAVES: u64 = 12_000_000;
/// The most nodes that plain alpha-beta may have in noisy games, where every leaf has a tree of its own below.
pub(super) const NOISY_NODES: u64 = 300_000;
/// Algorithms that go through the whole tree are left out if it is this many times as large as that limit.
const PATIENCE: u64 = 4;

/// The greatest depth at which the positions take no more than this on average. `take` subtracts the cost of a
/// position at a depth from what is left, and returns whether there was enough.
pub(super) fn affordable_depth<G: Notation>(
    positions: &[G],
    each: u64,
    take: impl Fn(&G, u32, &mut u64) -> bool,
) -> u32 {
    let most = each * positions.len() as u64;
    let mut depth = 1;
    while depth < 30 {
        let mut left = most;
        let within = positions.iter().all(|pos| take(pos, depth + 1, &mut left));
        if !within || left == most {
            break;
        }
        depth += 1;
    }
    depth
}

/// Whether algorithms that go through the whole tree may be asked to.
pub(super) fn whole_tree_within<G: Notation>(positions: &[G], depth: u32, request: &Request) -> bool {
    let each = PATIENCE * if G::QUIESCES { NOISY_NODES } else { MINIMAX_LEAVES };
    let most = each * positions.len() as u64;
    let within = |take: &dyn Fn(&G, &mut u64) -> bool| {
        let mut left = most;
        positions.iter().all(|pos| take(pos, &mut left))
    };
    // Paths are counted faster than nodes, and are fewer.
    within(&|pos, left| take_paths(pos, depth, left, &request.control.interrupt))
        && (!G::QUIESCES || within(&|pos, left| take_nodes(pos, depth, "minimax", left, request)))
}

/// Subtracts the number of move paths of this length (one at least) from `left`. False once there are more than
/// that, or the flag is set: nobody has to wait for all of them.
pub(super) fn take_paths<G: Notation>(pos: &G, depth: u32, left: &mut u64, stop: &AtomicBool) -> bool {
    if pos.outcome().is_some() {
        return true;
    }
    if depth > 1 {
        return pos.moves().all(|m| take_paths(&pos.child(m), depth - 1, left, stop));
    }
    let fewer = left.checked_sub(pos.moves().count() as u64);
    *left = fewer.unwrap_or(*left);
    fewer.is_some() && !stop.load(Ordering::Relaxed)
}

/// Subtracts the nodes of a search, which needs no table, from `left`. False once there are more, or on an
/// interrupt.
pub(super) fn take_nodes<G: Notation>(
    pos: &G,
    depth: u32,
    page: &str,
    left: &mut u64,
    request: &Request,
) -> bool {
    let request = request.clone().algorithm(named(page)).hash(0);
    let (table, signals) = (request.table(), Signals::interrupt(&request.control.interrupt));
    let look = || signals.look();
    let mut cx = context::<G>(&table, &request, *left, &look, Repetition::exact(pos));
    let found = iteration(&mut cx, &request, pos, depth, None);
    *left = left.saturating_sub(cx.watch.0.nodes);
    found.is_ok()
}
