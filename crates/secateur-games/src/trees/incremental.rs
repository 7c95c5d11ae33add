use super::params::{Params, Shape};
use super::random::{below, mix};
use super::synthetic::{Kind, Synthetic};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// Incremental trees: every edge is worth something to the side that moves along it, and a leaf is worth
/// the sum over its path.
///
/// Leaves under one node have most of their paths in common, and so resemble each other, as they do in
/// real games; what an edge promises helps to order moves.
///
/// Parameters: `b`, `d`, `seed`, and `edge`: edges are worth `-edge` to `edge` points. An inner node looks
/// like the sum so far, and a move promises the worth of its edge.
///
/// Source: M. Newborn, *The efficiency of the alpha-beta search on trees with branch-dependent terminal
/// node scores*, 1977.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Incremental {
    edge: i32,
}

/// A position in an [`Incremental`] tree.
pub type IncrementalTree = Synthetic<Incremental>;

impl Incremental {
    /// The worth of the edge to the child called `id`, to the side that moves along it.
    #[inline(always)]
    fn worth(&self, id: u64) -> i32 {
        below(mix(id), 2 * self.edge as u32 + 1) - self.edge
    }
}

impl Kind for Incremental {
    /// The sum so far, for the side to move.
    type Load = i32;

    const NAME: &'static str = "incremental";
    const SIZE: (u16, u16) = (4, 6);

    fn read(params: &mut Params, shape: Shape) -> Result<Self, Unreadable> {
        let (limit, depth) = (Score::points(i32::MAX).get(), i32::from(shape.depth.max(1)));
        let most = limit / depth;
        Ok(Incremental { edge: params.whole("edge", 0..=most, most.min(10))? })
    }

    fn root(&self) -> i32 {
        0
    }

    #[inline(always)]
    fn child(parent: &IncrementalTree, _: u16, id: u64) -> i32 {
        -(parent.load + parent.kind.worth(id))
    }

    #[inline(always)]
    fn leaf(pos: &IncrementalTree) -> Score {
        Score::points(pos.load)
    }

    #[inline(always)]
    fn guess(pos: &IncrementalTree) -> Score {
        Score::points(pos.load)
    }

    #[inline(always)]
    fn promise(pos: &IncrementalTree, m: u16) -> i32 {
        pos.kind.worth(Self::name_child(pos, m))
    }
}

impl fmt::Display for Incremental {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge={}", self.edge)
    }
}
