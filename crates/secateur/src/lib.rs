#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! - [`Game`] is what an author writes; [`Search`] is the context that searches it; [`Cx`] is what an algorithm may use.
//! - [`algo`]: the pages. Exact ones return the minimax value of (position, depth) whatever the window, the order and
//!   the table.
//! - [`drive`]: aspiration, bisection, the MTD family and iterative deepening, written once over "a window search".
//! - [`best`]: the best-first pages, which keep a tree in memory: proof-number search and df-pn, best-first minimax, B*, UCT.
//! - [`engine`]: the selective search that plays, in numbered steps, one small file per trick; switched and set by a
//!   recipe.
//! - [`order`], [`mod@table`], [`trace`], [`mod@line`]: move ordering, the transposition table, the recorded tree, the
//!   principal variation.
//! - [`laws`]: the laws that every game has to obey, checked by one line.
//! - [`tree`]: game trees written down as text, for examples and tests.

pub mod algo;
pub mod best;
mod code;
mod cx;
pub mod drive;
pub mod engine;
mod eval;
mod game;
mod hints;
mod history;
pub mod laws;
pub mod line;
mod marks;
mod memory;
mod meter;
pub mod order;
mod parts;
mod position;
mod regression;
mod score;
mod search;
mod stats;
mod stop;
pub mod table;
pub mod trace;
pub mod tree;
mod trick;
mod walk;
mod watch;

pub use code::digest;
pub use cx::{Cx, Horizon, MoveOf, Moves, Node, Static, Value};
pub use eval::Eval;
pub use game::{Game, Keyed};
pub use hints::{Constants, Hints, candidates};
pub use history::{History, Repetition};
pub use line::Line;
pub use marks::Marks;
pub use memory::{Memory, Place, Recall};
pub use meter::Meter;
pub use order::Order;
pub use parts::{Parts, With};
pub use position::{legal_moves, result};
pub use regression::{BadRegression, Regression, Regressions, UnreadableRegressions};
pub use score::{Bounds, Score};
pub use search::Search;
pub use stats::Stats;
pub use stop::{Halt, Limiter, Never, Stop};
pub use table::Table;
pub use trace::Trace;
pub use trick::Trick;
pub use watch::{Step, Watch, Why};
