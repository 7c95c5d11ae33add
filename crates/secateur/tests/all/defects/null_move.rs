//! (g) Null move that recurses without end from depth 1 or 2.
//!
//! Moreland's code stops at `depth == 0` and searches the null move to `depth - 1 - R` with `R` = 2. From
//! depth 1 or 2 that is below zero, which is not zero: the depth falls for ever, and every search that is at
//! least one ply deep comes there. Nor does the code look whether the move before was a null move as well,
//! which the text beside it demands: with the depth mended, a line of play is mostly passing.
//!
//! Right: a depth that cannot fall below zero, and a limit to null moves in a row.

use super::games::{Uniform, context, sure, trees};
use secateur::{Game, Hints, Score, Stats, Step, Watch, algo};

const R: i32 = 2;
const INFINITY: i32 = 30_000;

/// The depth at which the printed search stops, and the most null moves in a row that it may make.
struct Ends {
    stops_at: fn(depth: i32) -> bool,
    most_nulls: u32,
}

/// The printed search: none where it goes more than a thousand calls deep, in trees that are twenty plies
/// deep, or makes more null moves in a row than allowed here.
fn printed(
    pos: &Uniform,
    depth: i32,
    mut alpha: i32,
    beta: i32,
    ends: &Ends,
    nested: u32,
    nulls: u32,
) -> Option<i32> {
    if nested > 1_000 || nulls > ends.most_nulls {
        return None;
    }
    if (ends.stops_at)(depth) {
        return Some(pos.eval());
    }
    let val = -printed(&pos.null_move()?, depth - 1 - R, -beta, -beta + 1, ends, nested + 1, nulls + 1)?;
    if val >= beta {
        return Some(beta);
    }
    for m in pos.moves() {
        let val = -printed(&pos.child(m), depth - 1, -beta, -alpha, ends, nested + 1, 0)?;
        if val >= beta {
            return Some(beta);
        }
        if val > alpha {
            alpha = val;
        }
    }
    Some(alpha)
}

#[test]
fn no_depth_ends() {
    let as_printed = Ends { stops_at: |depth| depth == 0, most_nulls: u32::MAX };
    let mended = Ends { stops_at: |depth| depth <= 0, most_nulls: 3 };
    let sensible = Ends { most_nulls: 2, ..mended };
    for tree in trees(20, 3, 20, 100) {
        for depth in 1..=9 {
            assert_eq!(printed(&tree, depth, -INFINITY, INFINITY, &as_printed, 0, 0), None, "depth {depth}");
        }
        // Nine plies leave room for three null moves in a row, and they are made.
        assert!(printed(&tree, 9, -INFINITY, INFINITY, &mended, 0, 0).is_some());
        assert_eq!(printed(&tree, 9, -INFINITY, INFINITY, &sensible, 0, 0), None);
    }
}

/// Counts the null moves in a row on the path.
#[derive(Default)]
struct NullsInARow {
    path: Vec<u32>,
    most: u32,
}

impl<G: Game> Watch<G> for NullsInARow {
    fn descend(&mut self, _: u32, step: Step<G::Move>) {
        let before = self.path.last().map_or(0, |&nulls| nulls);
        let nulls = if step == Step::Null { before + 1 } else { 0 };
        self.most = self.most.max(nulls);
        self.path.push(nulls);
    }
    fn ascend(&mut self, _: u32, _: Step<G::Move>, _: Option<Score>) {
        self.path.pop();
    }
}

/// Every way to pass that is worth trying, and some that are not.
fn ways() -> impl Iterator<Item = algo::NullMoveSettings> {
    let reductions = [0, 1, 2, 3, 4, 100].map(algo::Reduction::Fixed).into_iter();
    reductions.chain([algo::Reduction::Adaptive]).flat_map(|reduction| {
        [None, Some(0), Some(1), Some(4), Some(100)].into_iter().flat_map(move |verification| {
            [0, 1, 2].map(|in_a_row| algo::NullMoveSettings { reduction, verification, in_a_row })
        })
    })
}

#[test]
fn ours_ends_at_every_depth() {
    for tree in trees(5, 3, 20, 100) {
        for (depth, how) in (0..=6).flat_map(|depth| ways().map(move |how| (depth, how))) {
            let mut cx = context(Uniform::eval).watch((Stats::default(), NullsInARow::default()));
            for beta in [Score::INF, Score::points(1), Score::points(-100)] {
                sure(algo::null_move(&mut cx, &tree, depth, -Score::INF, beta, how));
            }
            let (stats, nulls) = &cx.watch;
            assert!(stats.seldepth <= depth, "{how:?} at depth {depth}");
            assert!(nulls.most <= how.in_a_row, "{how:?} at depth {depth}");
        }
    }
}
