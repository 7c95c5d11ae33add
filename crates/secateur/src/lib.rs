#![doc = include_str!("../../../README.md")]

pub mod algo;
mod cx;
pub mod drive;
pub mod engine;
mod eval;
mod forecast;
mod game;
mod history;
pub mod laws;
pub mod line;
mod memory;
pub mod order;
mod score;
mod search;
mod stop;
pub mod table;
pub mod trace;
pub mod tree;
mod watch;

pub use cx::{Cx, Horizon, MoveOf, Moves, Node, Static, Value};
pub use eval::Eval;
pub use forecast::{Forecast, Forecasts};
pub use game::{Game, Hints, Keyed};
pub use history::{History, Repetition};
pub use line::Line;
pub use memory::{Memory, Place, Recall};
pub use order::Order;
pub use score::{Bounds, Score};
pub use search::Search;
pub use stop::{Halt, Limits, Never, Stop};
pub use table::Table;
pub use trace::Trace;
pub use watch::{Stats, Step, Watch, Why};
