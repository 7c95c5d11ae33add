//! Whole games solved with a bound table, with and without probing children, return minimax's value: with bound tables from
//! one place up, keys of few bits, windows of every width, one after the other.

use crate::common::layered::Graph;
use proptest::prelude::*;
use secateur::drive::{Split, bisection, soonest};
use secateur::order::{ChildProbe, MoveScore, Ranked, RelativeHistory};
use secateur::table::{BoundTable, SkipTrivial};
use secateur::{Bounds, Memory, Order, Score, Search, Stats, algo};

fn graphs() -> impl Strategy<Value = Graph> {
    (any::<u64>(), 1..12_u8, 1..6_u64, 1..8_u8).prop_map(|(seed, width, branching, layers)| Graph {
        seed,
        width,
        branching,
        layers,
        ply: 0,
        id: 0,
    })
}

/// Deeper than any of these games.
const END: u32 = 1_000;

fn blind(_: &Graph) -> Score {
    Score::DRAW
}

fn check<M: Memory<Graph>, O: Order<Graph>>(
    memory: M,
    order: O,
    pos: &Graph,
    windows: &[(i32, i32)],
) -> Result<(), TestCaseError> {
    let Ok(v) = algo::minimax(&mut Search::new(blind), pos, END);
    let mut cx = Search::new(blind).memory(memory).order(order);
    for &(alpha, width) in windows {
        let (alpha, beta) = (Score::from_raw(alpha), Score::from_raw(alpha + width));
        for search in [algo::alpha_beta_memory, algo::pvs_memory] {
            let Ok(found) = search(&mut cx, pos, END, alpha, beta);
            let kept = v == found || found <= alpha && v <= found || found >= beta && v >= found;
            prop_assert!(kept, "{} through {}..{}, not {}", found, alpha, beta, v);
        }
    }
    let mut probe = |alpha, beta| algo::alpha_beta_memory(&mut cx, pos, END, alpha, beta);
    let Ok(near) = soonest(Bounds::NONE, 5, &mut probe);
    prop_assert!(near.lower <= v && v <= near.upper);
    let Ok(found) = bisection(near, Split::TowardsZero, &mut probe);
    prop_assert_eq!(found, v);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn solving_with_a_bound_table(
        pos in graphs(), bytes in 1..3_000_usize, parts in any::<bool>(),
        windows in prop::collection::vec((-32_001..32_000_i32, 1..40_i32), 0..6),
        narrow in prop::collection::vec((-12..12_i32, 1..4_i32), 0..8),
        ahead in 0..4_u8,
    ) {
        let windows = [windows, narrow].concat();
        // In parts, most of these searches outgrow the near one.
        let bound_table = if parts { BoundTable::in_parts(16, bytes) } else { BoundTable::with_bytes(bytes) };
        let handle = bound_table.handle();
        match ahead {
            0 => check(handle, (), &pos, &windows)?,
            1 => check(SkipTrivial(handle), ChildProbe::new(handle.fetching(), RelativeHistory::new()), &pos, &windows)?,
            2 => check(handle, ChildProbe::new(handle, MoveScore), &pos, &windows)?,
            _ => check((), ChildProbe::new((), RelativeHistory::new()), &pos, &windows)?,
        }
    }
}

/// Probing children saves nodes: a child that the bound table knows to refute is searched first.
#[test]
fn looking_ahead_saves_nodes() {
    let (mut ahead, mut plain) = (0, 0);
    for seed in 0..50 {
        let pos = Graph { seed, width: 60, branching: 5, layers: 12, ply: 0, id: 0 };
        let bound_table = [BoundTable::with_bytes(1 << 16), BoundTable::with_bytes(1 << 16)];
        let cx = Search::new(blind).watch(Stats::default());
        let mut with = cx
            .clone()
            .memory(bound_table[0].handle())
            .order(ChildProbe::new(bound_table[0].handle(), MoveScore));
        let mut without = cx.memory(bound_table[1].handle()).order(Ranked::new(MoveScore));
        for alpha in [-1, 0, 5].map(Score::points) {
            let Ok(a) = algo::alpha_beta_memory(&mut with, &pos, END, alpha, alpha + 1);
            let Ok(b) = algo::alpha_beta_memory(&mut without, &pos, END, alpha, alpha + 1);
            assert_eq!(a > alpha, b > alpha);
        }
        (ahead, plain) = (ahead + with.watch.nodes, plain + without.watch.nodes);
    }
    assert!(ahead * 100 < plain * 97, "{ahead} nodes with, {plain} without");
}

/// Entries of the near part are still found when the far one has taken over, and clearing takes both back.
#[test]
fn nothing_is_lost_when_the_near_part_is_outgrown() {
    let nodes = |bound_table: &BoundTable, seed: u64| {
        let pos = Graph { seed, width: 250, branching: 9, layers: 16, ply: 0, id: 0 };
        let order = ChildProbe::new(bound_table.handle(), MoveScore);
        let mut cx = Search::new(blind).memory(bound_table.handle()).order(order).watch(Stats::default());
        let Ok(_) = algo::alpha_beta_memory(&mut cx, &pos, END, Score::DRAW, Score::DRAW + 1);
        cx.watch.nodes
    };
    let mut larger = 0;
    for seed in 0..50 {
        let (whole, parted) = (BoundTable::with_bytes(1 << 16), BoundTable::in_parts(64, 1 << 16));
        let (once, in_parts) = (nodes(&whole, seed), nodes(&parted, seed));
        if once > 800 {
            larger += 1; // than 8 entries hold: the far part took over after 512 nodes
            assert!(nodes(&parted, seed) < in_parts / 10, "the answer is remembered");
            assert!(in_parts < 2 * once, "{in_parts} nodes in parts, {once} in one");
        }
        parted.clear();
        assert_eq!(nodes(&parted, seed), in_parts, "all is forgotten");
    }
    assert!(larger > 10, "{larger} searches were long enough");
}
