//! Best-first search: a tree in memory, and pages that say where it grows.
//!
//! A depth-first page (see [`algo`](crate::algo)) goes where the order of moves leads it and keeps a path. These
//! keep a [`SearchTree`], go down from its root to the leaf that promises most, and value the nodes on the way back
//! anew. What promises most, and what a node is worth, is all that tells one from another: [`BestFirst`], which a
//! page is, with what it sees at its [`Leaves`].
//!
//! They take the same context as the depth-first pages, a [`Search`](crate::Search) with its parts: knowledge,
//! observers, stopper, memory, order and path work as they do there, and nodes count alike.
//!
//! | page | in a line |
//! |---|---|
//! | [`pn_search`] | proves a goal or disproves it where that takes the fewest leaves |
//! | [`mopns`] | the same for several goals in one tree: which of several outcomes is the value |
//! | [`pn2`] | the same, each leaf valued by a second search: in the square root of the memory |
//! | [`df_pn`] | the same depth first, with a [`ProofTable`] in the tree's place: for proofs larger than memory |
//! | [`df_pn_within`] | whether a side wins within a number of moves: the shortest win, mates in chess |
//! | [`ews`] | proves a goal or disproves it where the least work is expected, by games played out at random |
//! | [`best_first_minimax`] | follows the line it takes for best, and looks behind its end; selective |
//! | [`ubfm`] | the same, passing over what is resolved, so that it ends in proof |
//! | [`descent`] | the same, playing each line to the end of the game |
//! | [`conspiracy`] | looks where the fewest wrong leaves would make the value wrong, until it takes too many |
//! | [`b_star`] | looks for the best move between optimistic and pessimistic values, not for its own value |
//! | [`pb_star`] | the same by probabilities: where knowing more would most help to tell the best move |
//! | [`uct`] | goes where means and doubts together promise most; with a solver |
//! | [`rave`] | the same, judging a move also by the games in which it was made later |
//! | [`pn_mcts`] | as [`uct`], drawn to where a goal takes the fewest leaves to prove |
//! | [`puct`] | the same, with a prior from the game's own guess at its moves |
//!
//! # What an answer proves
//!
//! All of them search to the end of the game. An [`Answer`] carries bounds of the value there, which are proven
//! however the search ended, and a line. Where the value is proven, or a goal, the first move of the line is proven to
//! be worth that. Static values decide only where to go on, and what to play while nothing is proven.

mod answer;
mod b_star;
mod best_first_minimax;
mod conspiracy;
mod descent;
mod df_pn;
mod df_pn_within;
mod ews;
mod grow;
mod journal;
mod listing;
mod mopns;
mod nodes;
mod numbers;
mod page;
mod paged;
mod pb_star;
mod pn2;
mod pn_mcts;
mod pn_search;
mod proof_table;
mod proving;
mod puct;
mod rave;
mod shared_proofs;
mod slots;
mod tree;
mod ubfm;
mod uct;
mod valued;
mod visited;
mod win_table;

pub use answer::{Answer, End};
pub use b_star::{Interval, b_star};
pub use best_first_minimax::best_first_minimax;
pub use conspiracy::{Conspirators, conspiracy};
pub use descent::descent;
pub use df_pn::{DfPn, MoveOrder, df_pn, df_pn_beside};
pub use df_pn_within::{Within, df_pn_within, winning_line};
pub use ews::{Work, ews};
pub use listing::{Change, ListedNode, NodeGrowth};
pub use mopns::{OutcomeTree, Outcomes, mopns};
pub use nodes::Child;
pub use numbers::{FirstNumbers, Numbers, Sums};
pub use page::{Behind, BestFirst, DataOf, Leaves, backed_up};
pub use pb_star::{Chances, pb_star};
pub use pn_mcts::{Drawn, pn_mcts};
pub use pn_search::pn_search;
pub use pn2::pn2;
pub use proof_table::ProofTable;
pub use proving::{Left, Pair, Proving};
pub use puct::puct;
pub use rave::{Amaf, rave};
pub use shared_proofs::SharedProofs;
pub use tree::SearchTree;
pub use ubfm::ubfm;
pub use uct::uct;
pub use valued::Valued;
pub use visited::{Leaf, Playing, Visited};
pub use win_table::WinTable;
