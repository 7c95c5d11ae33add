//! What proof-number search in a table tells of itself.

use super::Numbers;
use crate::Score;

/// Proof and disproof number of a node, or thresholds of them, for its side to move: φ and δ.
/// [`Numbers::INFINITE`] stands for what cannot be reached, and for no threshold.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// φ: of the side to move.
    pub phi: u32,
    /// δ: of its opponent.
    pub delta: u32,
}

impl Pair {
    /// No thresholds.
    pub const NONE: Pair = Pair { phi: Numbers::INFINITE, delta: Numbers::INFINITE };
}

impl From<Numbers> for Pair {
    #[inline(always)]
    fn from(Numbers { phi, delta, .. }: Numbers) -> Self {
        Pair { phi, delta }
    }
}

/// The reason for which [`df_pn`](super::df_pn()) comes back from a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Left {
    /// Its side to move reaches its purpose.
    Proven,
    /// It does not.
    Disproven,
    /// φ has come to its threshold.
    Phi,
    /// δ has come to its threshold.
    Delta,
    /// The table has the answer by now, found elsewhere below.
    Table,
    /// There are no plies left to go down.
    Full,
}

/// A step of [`df_pn`](super::df_pn()), as observers hear of it ([`Watch::proving`](crate::Watch::proving)).
///
/// ```
/// use secateur::best::{DfPn, ProofTable, Proving, df_pn};
/// use secateur::{Score, Search, Watch, tree::Tree};
///
/// /// Counts the nodes that were looked at, and the times that one was gone into.
/// #[derive(Default)]
/// struct Count(u32, u32);
/// impl Watch<Tree> for Count {
///     fn proving(&mut self, _ply: u32, step: Proving) {
///         match step {
///             Proving::Looked { .. } => self.0 += 1,
///             Proving::Enters { .. } => self.1 += 1,
///             _ => {}
///         }
///     }
/// }
///
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Count::default());
/// let _ = df_pn(&mut cx, &tree, Score::points(5), DfPn::default(), &mut ProofTable::with_entries(64));
/// // The root, its three bags, and what is in the second; the root and that bag are gone into.
/// assert_eq!((cx.watch.0, cx.watch.1), (6, 2));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Proving {
    /// A node was looked at, opened for it or found in the table.
    Looked {
        /// What is asked: whether the value is at least this, for its side to move.
        goal: Score,
        /// What is known of it.
        numbers: Numbers,
        /// Whether the table knew, so that nothing was opened.
        by_table: bool,
    },
    /// The search goes into a node, to stay until one of its numbers comes to its threshold.
    Enters {
        /// What is asked: whether the value is at least this, for its side to move.
        goal: Score,
        /// What is known of it.
        numbers: Numbers,
        /// The thresholds.
        until: Pair,
    },
    /// The search comes back from it.
    Leaves {
        /// What is known of it by now.
        numbers: Numbers,
        /// The reason.
        why: Left,
    },
}
