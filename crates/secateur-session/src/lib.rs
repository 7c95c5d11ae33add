#![doc = include_str!("../README.md")]

mod algorithm;
mod algorithms;
mod analyst;
mod answer;
mod background;
mod best_first;
mod board;
mod book;
mod certificate;
mod certify;
mod chance;
mod checkpoint;
mod checksum;
mod claim;
mod clock;
mod compare;
mod engine;
mod erased;
mod game_clock;
mod goals;
mod growth;
mod in_play;
mod informed;
mod kinds;
mod learning;
mod minimal;
mod misjudge;
mod own;
mod part;
mod play;
mod prove;
mod registry;
mod request;
mod rulebook;
mod runner;
mod searcher;
mod seat;
mod seen;
mod settings;
mod signals;
mod sizes;
mod solve;
mod solver;
mod start;
mod strength;
mod study;
mod tablebase;
mod tabled;
mod threads;
mod together;
mod trace;
mod values;
mod verify;
mod vocabulary;
mod windowed;
mod wins;

pub use algorithm::{Algorithm, AlgorithmKind, Driver, Page};
pub use algorithms::ALGORITHMS;
pub use analyst::Analyst;
pub use answer::{Answer, Bound, Ending, Outcome, PointOfView, ProofNumbers, StoppedBy};
pub use board::Board;
pub use book::Book;
pub use certificate::{Flaw, Verified, VerifyError};
pub use certify::{Certified, CertifyError};
pub use checkpoint::ResumeError;
pub use checksum::Summed;
pub use claim::ValueClaim;
pub use clock::Clock;
pub use compare::{ComparePlan, Comparison, Contender, ProofWay, ProofWork, compare_proofs};
pub use game_clock::{GameClock, Share, time_for_move};
pub use in_play::InPlay;
pub use informed::NETWORK;
pub use learning::{
    LearnedEvaluation, Learning, LookAhead, SeenBoard, SeenChoice, SeenGame, SeenPly, SelfPlay, TupleWeights,
};
pub use own::{OwnPlayer, Player};
pub use part::{DividedProof, FurtherOn, ProofFact, ProofPart, Standing};
pub use prove::{ProofProgress, Prover};
pub use registry::{GameEntry, Registry};
pub use request::{Control, Handicap, Limits, Method, OnLook, Request, Resources};
pub use rulebook::Rulebook;
pub use seat::{Seat, SeatError};
pub use settings::Settings;
pub use solve::{Solution, Solved, Unsolved, component_name};
pub use solver::{Solver, Spent};
pub use study::Study;
pub use tablebase::{Tablebase, TablebaseValue, ValueCount};
pub use tabled::Tabled;
pub use trace::{
    GrownNode, GrownThen, NodeKind, ProofVisit, Proven, RecordedNode, Recording, ScoreKind, SetBy, SoFar,
    StepKind, TRACE_VERSION, TraceCut, TraceHeader, TraceLimits, TraceNode, TraceRecord, TraceStep,
    TraceTrick, Tracer,
};
pub use values::values;
pub use verify::verify;
pub use vocabulary::{SCHEMA, VOCABULARY};

use play::Play;
use secateur_games::{Notation, Unreadable};
use start::Start;

/// One game in play, and everything that can be asked about it: the position ([`Board`]), with the moves by number
/// ([`Rulebook`]), searches of it ([`Analyst`]), records of such searches ([`Tracer`]), the values of all
/// positions ([`Tabled`]), studies for researchers ([`Study`]), and games to learn from ([`Learning`]).
pub trait Session: Rulebook + Analyst + Tracer + Tabled + Study + Learning + Send {
    /// Another session of the same game, at its start.
    fn fresh(&self) -> Box<dyn Session>;

    /// Another session of the same game, at the position at hand and with the moves that led there, but with nothing that
    /// searches left behind.
    fn copy(&self) -> Box<dyn Session>;

    /// Another session, of the game as if it began at the position at hand with the turn passed to the opponent, where the
    /// game says that this makes sense ([`Hints::null_move`](secateur::Hints::null_move)): a search of it tells what the
    /// opponent threatens. None elsewhere.
    ///
    /// ```
    /// use secateur_session::{GameEntry, Request};
    /// use secateur_games::{mnk::Mnk, nim::Nim};
    ///
    /// let mut game = GameEntry::new::<Mnk>("tictactoe", "three in a row").open();
    /// game.set("OO./.X./X..").unwrap();
    /// let threat = game.passed().unwrap().analyse(&Request::default().hash(1 << 20).depth(2), &mut |_| {});
    /// assert_eq!((threat.best.as_deref(), threat.plies_to_end), (Some("c1"), Some(1)));
    /// assert!(GameEntry::new::<Nim>("nim", "take from a heap").open().passed().is_none());
    /// ```
    fn passed(&self) -> Option<Box<dyn Session>>;

    /// A solver of positions of this game.
    fn solver(&self, request: &Request) -> Box<dyn Solver>;

    /// A proof of the value of the position at hand, or that it is at least `goal` for the side to move, on the game's own
    /// scale: 1 for a win and 0 for a draw. By an algorithm that proves goals.
    ///
    /// # Errors
    ///
    /// One sentence if the goal is no value of the game, or the algorithm proves no goals.
    fn prover(&self, goal: Option<i32>, request: &Request) -> Result<Box<dyn Prover>, Unreadable>;
}

/// A session of a game that begins at this position, and not at [`Notation::start`]: for games whose rules are known only
/// while the program runs.
///
/// ```
/// use secateur_games::{Notation, nim::Nim};
/// use secateur_session::begun_at;
///
/// let game = begun_at("nim", Nim::read("1,2").unwrap());
/// assert_eq!(game.moves(), ["1-1", "2-2", "2-1"]);
/// assert_eq!(game.fresh().moves().len(), 3); // that is where it begins
/// ```
pub fn begun_at<G: Notation>(name: &'static str, start: G) -> Box<dyn Session> {
    Box::new(Play::new(name, Start::At(start)))
}
