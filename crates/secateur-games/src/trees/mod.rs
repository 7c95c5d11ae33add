//! Game trees without a game: for measuring algorithms on, and for proving them.
//!
//! The synthetic ones are computed from hashes as a search goes, so that a tree of any size takes no room
//! and is the same on every machine. Each has `b` children per node and `d` plies, all leaves at the bottom:
//!
//! | kind | leaves | measures |
//! |---|---|---|
//! | [`Uniform`] | independent points | search with nothing to go by |
//! | [`Incremental`] | sums of edges along the path | search with some order |
//! | [`Ordered`] | built for a known value | search with order as good as asked for |
//! | [`PGame`] | won or lost, independently | deciding who wins |
//! | [`NGame`] | won or lost, by the balance of edges | the same, with a good guess |
//! | [`Dag`] | independent points | the worth of memory |
//!
//! [`Tree`](secateur::tree::Tree), the tree written down as text, is played through the same
//! [`Notation`](crate::Notation).

mod dag;
mod incremental;
mod n_game;
mod ordered;
mod p_game;
mod params;
mod random;
mod synthetic;
mod uniform;
mod written;

pub use dag::{Dag, DagTree};
pub use incremental::{Incremental, IncrementalTree};
pub use n_game::{NGame, NGameTree};
pub use ordered::{Ordered, OrderedTree};
pub use p_game::{PGame, PGameTree};
pub use params::{Params, Shape};
pub use synthetic::{Guess, Synthetic, TreeKind};
pub use uniform::{Uniform, UniformTree};

/// The number of leaves that any search must visit to prove the value of a tree with `b` children per node and `d`
/// plies: `b^ceil(d/2) + b^floor(d/2) - 1`. Alpha-beta visits no more when every best move stands first.
/// Numbers beyond `u64` are cut to its largest.
///
/// Source: J. Slagle and J. Dixon, *Experiments with some programs that search game trees*, 1969; D. Knuth
/// and R. Moore, *An analysis of alpha-beta pruning*, 1975.
///
/// ```
/// use secateur_games::trees::minimal_leaves;
///
/// assert_eq!(minimal_leaves(3, 2), 5);
/// assert_eq!(minimal_leaves(40, 8), 5_119_999); // of 6,553,600,000,000
/// ```
pub fn minimal_leaves(b: u64, d: u32) -> u64 {
    let (upper, lower) = (b.saturating_pow(d.div_ceil(2)), b.saturating_pow(d / 2));
    // One is subtracted first, since the sum may not fit.
    upper.saturating_add(lower.saturating_sub(1))
}
