#![doc = include_str!("../README.md")]

mod algorithm;
mod algorithms;
mod analyst;
mod answer;
mod background;
mod best_first;
mod board;
mod book;
mod chance;
mod clock;
mod compare;
mod engine;
mod game_clock;
mod growth;
mod in_play;
mod minimal;
mod own;
mod play;
mod registry;
mod request;
mod runner;
mod searcher;
mod seat;
mod settings;
mod signals;
mod sizes;
mod solve;
mod solver;
mod start;
mod strength;
mod study;
mod threads;
mod values;
mod vocabulary;
mod windowed;

pub use algorithm::{Algorithm, AlgorithmKind, Driver, Page};
pub use algorithms::ALGORITHMS;
pub use analyst::Analyst;
pub use answer::{Answer, Bound, Ending, Outcome, PointOfView, ProofNumbers, StoppedBy};
pub use board::Board;
pub use book::Book;
pub use clock::Clock;
pub use compare::{ComparePlan, Comparison, Contender};
pub use game_clock::{GameClock, Share, time_for_move};
pub use in_play::InPlay;
pub use own::{OwnPlayer, Player};
pub use registry::{GameEntry, Registry};
pub use request::{Control, Handicap, Limits, Method, Request, Resources};
pub use seat::{Seat, SeatError};
pub use settings::Settings;
pub use solve::{Solution, Solved, Unsolved, component_name};
pub use solver::Solver;
pub use study::Study;
pub use values::values;
pub use vocabulary::{SCHEMA, VOCABULARY};

use play::Play;

/// One game in play, and everything that can be asked about it: the position ([`Board`]), searches of it ([`Analyst`]),
/// and studies for researchers ([`Study`]).
pub trait Session: Board + Analyst + Study + Send {
    /// Another session of the same game, at its start.
    fn fresh(&self) -> Box<dyn Session>;

    /// A solver of positions of this game.
    fn solver(&self, request: &Request) -> Box<dyn Solver>;
}
