//! Protocols by which other programs (interfaces, match runners) play with Secateur: strings in, strings out.
//!
//! Nothing here reads or prints. A program hands in the lines it receives, and a closure for the lines to be
//! sent; searches run in a thread of their own, so that commands are answered meanwhile.
//!
//! ```
//! use secateur_protocol::{Next, Ugi};
//! use std::sync::mpsc;
//!
//! let (sent, lines) = mpsc::channel();
//! let games = secateur_standard::standard();
//! let mut ugi = Ugi::new(games.find("nim").unwrap(), move |line: &str| drop(sent.send(line.to_owned())));
//! ugi.line("position fen 3,4 moves 1-3");
//! ugi.line("query p1turn");
//! assert_eq!(lines.recv().unwrap(), "response false");
//! ugi.line("go depth 3");
//! let best = lines.iter().find(|line| line.starts_with("bestmove"));
//! assert_eq!(best.as_deref(), Some("bestmove 2-4"));
//! assert_eq!(ugi.line("quit"), Next::Quit);
//! ```

mod go;
mod gtp;
mod info;
mod nboard;
mod options;
mod seat;
mod text;
mod uci;
mod ugi;

pub use gtp::Gtp;
pub use nboard::NBoard;
pub use uci::Uci;
pub use ugi::Ugi;

use std::sync::Arc;

/// Where lines to be sent go, without their ends. Called from the thread that searches, too.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// Whether to read on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Hand in the next line.
    Read,
    /// The other side is done.
    Quit,
}
