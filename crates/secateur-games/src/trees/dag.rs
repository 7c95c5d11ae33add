use super::params::{Params, Shape};
use super::random::{below, draw, mix};
use super::synthetic::{SAMPLES, Synthetic, TreeKind};
use super::uniform::MOST_VALUES;
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// A layered graph: every ply has the same few nodes, so that many paths lead to each (transpositions).
///
/// Where a tree has `b^d` leaves, a search that remembers everything visits no more than `width` nodes per
/// ply. Leaf values are independent, as in [`Uniform`](super::Uniform) trees. Two moves of a node may lead
/// to the same child.
///
/// Parameters: `b`, `d`, `seed`, `width`, the number of nodes on each ply below the root, and `k`, the
/// number of different leaf values: a leaf is worth 0 to `k - 1` points to the first player. An inner node
/// looks like one random leaf below it.
///
/// ```
/// use secateur::{Game, Keyed};
/// use secateur_games::{Notation, trees::DagTree};
/// use std::collections::HashSet;
///
/// let root = DagTree::read("b=9 d=3 width=5").unwrap();
/// let below = |pos: DagTree| pos.moves().map(move |m| pos.child(m)).collect::<Vec<_>>();
/// let paths: Vec<DagTree> = below(root).into_iter().flat_map(below).collect();
/// let nodes: HashSet<u64> = paths.iter().map(Keyed::key).collect();
/// assert!(paths.len() == 81 && nodes.len() <= 5);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Dag {
    width: u32,
    k: u32,
}

/// A position in a [`Dag`]. It remembers one path, which it is written as; its key depends on ply and node only.
///
/// ```
/// use secateur::Keyed;
/// use secateur_games::{Notation, trees::DagTree};
///
/// let [one, other] = ["width=1 / 0 1", "width=1 / 2 0"].map(|text| DagTree::read(text).unwrap());
/// assert_eq!(one.key(), other.key());
/// assert_ne!(one.path(), other.path());
/// ```
pub type DagTree = Synthetic<Dag>;

impl TreeKind for Dag {
    type Load = ();

    const NAME: &'static str = "dag";
    const SIZE: (u16, u16) = (4, 8);

    fn read(params: &mut Params, _: Shape) -> Result<Self, Unreadable> {
        Ok(Dag {
            width: params.whole("width", 1..=u32::MAX, 50)?,
            k: params.whole("k", 1..=MOST_VALUES, 100)?,
        })
    }

    fn root(&self) {}

    #[inline(always)]
    fn child(_: &DagTree, _: u16, _: u64) {}

    /// One of the names on the next ply.
    #[inline(always)]
    fn name_child(parent: &DagTree, m: u16) -> u64 {
        let node = below(draw(parent.id, u64::from(m)), parent.kind.width) as u32;
        draw(parent.tree, u64::from(parent.ply + 1) << 32 | u64::from(node))
    }

    #[inline(always)]
    fn leaf(pos: &DagTree) -> Score {
        Score::points(pos.for_mover(below(mix(pos.id), pos.kind.k)))
    }

    fn guess(pos: &DagTree) -> Score {
        let leaf = pos.sample(SAMPLES);
        Score::points(pos.for_mover(below(mix(leaf.id), pos.kind.k)))
    }
}

impl fmt::Display for Dag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width={} k={}", self.width, self.k)
    }
}
