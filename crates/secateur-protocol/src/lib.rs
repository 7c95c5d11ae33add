#![doc = include_str!("../README.md")]

mod go;
mod gtp;
mod hub;
mod info;
mod nboard;
mod options;
mod seat;
mod text;
mod uci;
mod ugi;

pub use gtp::Gtp;
pub use hub::Hub;
pub use nboard::NBoard;
pub use uci::Uci;
pub use ugi::Ugi;

use std::sync::Arc;

/// The function that sends a line, without its end. Called from the thread that searches, too.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// Whether to read on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Hand in the next line.
    Read,
    /// The other side is done.
    Quit,
}
