//! Chess, Chess960 included, on the rules of the crate [`cozy_chess`].
//!
//! [`Chess`] is a position. It is set up from FEN, played with UCI moves, and offers the hints that selective
//! search needs: which moves are noisy, what an exchange wins, which threats cannot be ignored.
//!
//! ```
//! use secateur::{Game, Hints};
//! use secateur_games::{Notation, chess::Chess};
//!
//! let mut pos = Chess::read("startpos moves e2e4 d7d5 e4d5").unwrap();
//! assert_eq!((pos.side().as_str(), pos.moves().count()), ("black", 28));
//!
//! // The queen takes back a pawn.
//! let takes = pos.read_move("d8d5").unwrap();
//! assert!(pos.is_noisy(takes) && pos.exchange(takes, Chess::UNIT));
//! pos.play(takes);
//! assert_eq!(pos.write(), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
//! ```
//!
//! Draws by fifty moves and by insufficient material are [outcomes](secateur::Game::outcome); checkmate and
//! stalemate are the results of [having no move](secateur::Game::no_moves). Repetitions are no part of a position:
//! a program that searches or plays a game keeps its history.

mod checks;
mod ending;
mod exchange;
mod fen;
mod hints;
mod keys;
pub mod knowledge;
mod moves;
mod notation;
mod position;
mod repetition;
mod san;

pub use knowledge::Evaluation;
pub use position::Chess;
