//! How deep a comparison can go, and whether algorithms that go through the whole tree can come along.

use super::Positions;
use crate::Request;

/// The most leaves per position that minimax may have, unless the depth is given.
pub(super) const MINIMAX_LEAVES: u64 = 12_000_000;
/// The most nodes that plain alpha-beta may have in noisy games, where every leaf has a tree of its own below.
pub(super) const NOISY_NODES: u64 = 300_000;
/// The most leaves or nodes per position in the fixed set of searches.
pub(super) const BENCH_NODES: u64 = 20_000;
/// Algorithms that go through the whole tree are left out if it is this many times as large as that limit.
const PATIENCE: u64 = 4;

/// What a position may take at a depth, on average over all of them.
#[derive(Copy, Clone)]
pub(super) enum Limit {
    /// Move paths.
    Paths(u64),
    /// Nodes of a search by this page.
    Nodes(u64, &'static str),
}

/// Whether the positions keep to the limit at this depth; and whether they take anything at all.
fn within(positions: &dyn Positions, depth: u32, limit: Limit, request: &Request) -> (bool, bool) {
    let (Limit::Paths(each) | Limit::Nodes(each, _)) = limit;
    let most = each * positions.count() as u64;
    let mut left = most;
    let within = (0..positions.count()).all(|n| match limit {
        Limit::Paths(_) => positions.take_paths(n, depth, &mut left, &request.control),
        Limit::Nodes(_, page) => positions.take_nodes(n, depth, page, &mut left, request),
    });
    (within, left < most)
}

/// The greatest depth at which the positions keep to the limit.
pub(super) fn affordable_depth(positions: &dyn Positions, limit: Limit, request: &Request) -> u32 {
    let mut depth = 1;
    while depth < 30 && within(positions, depth + 1, limit, request) == (true, true) {
        depth += 1;
    }
    depth
}

/// Whether algorithms that go through the whole tree may be asked to.
pub(super) fn whole_tree_within(positions: &dyn Positions, depth: u32, request: &Request) -> bool {
    let each = PATIENCE * if positions.quiesces() { NOISY_NODES } else { MINIMAX_LEAVES };
    let within = |limit| within(positions, depth, limit, request).0;
    // Paths are counted faster than nodes, and are fewer.
    within(Limit::Paths(each)) && (!positions.quiesces() || within(Limit::Nodes(each, "minimax")))
}
