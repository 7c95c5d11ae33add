//! Players that are other processes: started, asked, ended, and started again after a crash.

mod gtp;
mod nboard;
mod process;
mod uci;

pub use process::end_all;

use super::player::{Dialect, MatchPlayer, Outside};
use super::record::MoveReport;
use super::seat::{Beginning, Contestant, Fault, Turn};
use process::Process;
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The most time a program may take for an answer that needs no thought.
const GRACE: Duration = Duration::from_secs(10);
/// The most time a program may take to move once it is told to stop.
const LATE: Duration = Duration::from_secs(1);

/// The commands to a program, and the meaning of its answers.
trait Speaks: Send {
    /// Greets it, and sets its options.
    fn greet(&mut self, wire: &mut Process, options: &[(String, String)]) -> Result<(), Fault>;
    /// A game begins.
    fn begin(&mut self, wire: &mut Process, game: &Beginning<'_>) -> Result<(), Fault>;
    /// Tells where the game is, as far as that is not part of asking for a move.
    fn follow(&mut self, wire: &mut Process, turn: &Turn<'_>) -> Result<(), Fault>;
    /// Asks for a move.
    fn ask(&mut self, wire: &mut Process, turn: &Turn<'_>);
    /// Takes the information in a line; returns the move, if the line has it.
    fn take_in(&mut self, line: &str, thought: &mut MoveReport) -> Result<Option<String>, Fault>;
    /// Asks for the move at once, where there are words for that.
    fn stop(&self) -> Option<&'static str>;
}

/// A program, whether it runs at the moment or not.
pub(crate) struct Program {
    name: String,
    outside: Outside,
    unit: i32,
    patience: Duration,
    interrupt: Arc<AtomicBool>,
    talk: Option<Talk>,
}

/// A running program, and the lines exchanged so far.
struct Talk {
    wire: Process,
    tongue: Box<dyn Speaks>,
}

impl Outside {
    /// Complains of a game that the protocol does not know.
    pub(crate) fn check(&self, entry: &GameEntry) -> Result<(), Unreadable> {
        match self.dialect {
            Dialect::NBoard if entry.name != "othello" => {
                Err(Unreadable(format!("NBoard knows Othello alone, and the game is {}", entry.name)))
            }
            _ => Ok(()),
        }
    }
}

impl Program {
    pub(crate) fn new(
        player: &MatchPlayer,
        outside: &Outside,
        entry: &GameEntry,
        patience: Duration,
        interrupt: &Arc<AtomicBool>,
    ) -> Program {
        Program {
            name: player.name.clone(),
            outside: outside.clone(),
            unit: entry.open().unit(),
            patience,
            interrupt: interrupt.clone(),
            talk: None,
        }
    }

    fn tongue(&self) -> Box<dyn Speaks> {
        match self.outside.dialect {
            Dialect::Uci => Box::new(uci::UciClient::new(false, self.unit)),
            Dialect::Ugi => Box::new(uci::UciClient::new(true, self.unit)),
            Dialect::NBoard => Box::new(nboard::NBoardClient::new()),
            Dialect::Gtp => Box::new(gtp::GtpClient::new()),
        }
    }

    /// Starts it, if it does not run.
    ///
    /// # Errors
    ///
    /// Interrupted, or a sentence on why it does not start.
    pub(crate) fn start(&mut self) -> Result<(), Fault> {
        if self.talk.is_some() {
            return Ok(());
        }
        let broken = |why: &str| {
            let command =
                shlex::try_join(self.outside.command.iter().map(String::as_str)).unwrap_or_default();
            Fault::Broken(format!("'{}' does not start (`{command}`): {why}", self.name))
        };
        let mut wire =
            Process::start(&self.outside.command, &self.interrupt).map_err(|e| broken(&e.to_string()))?;
        let mut tongue = self.tongue();
        tongue.greet(&mut wire, &self.outside.options).map_err(|fault| match fault {
            Fault::Silent => broken(&format!("no answer to its greeting within {} seconds", GRACE.as_secs())),
            Fault::Gone(why) => broken(&why),
            fault => fault,
        })?;
        self.talk = Some(Talk { wire, tongue });
        Ok(())
    }

    /// Talks to it, and ends it if it does not answer as it should.
    fn talk<T>(&mut self, say: impl FnOnce(&mut Talk) -> Result<T, Fault>) -> Result<T, Fault> {
        let talk = self.talk.as_mut().ok_or_else(|| Fault::Gone("it is not running".into()))?;
        let said = say(talk);
        if matches!(said, Err(Fault::Silent | Fault::Gone(_))) {
            self.talk = None;
        }
        said
    }
}

impl Contestant for Program {
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault> {
        // What broke between two games is no fault in either of them.
        if self.start().is_ok() && self.talk(|Talk { wire, tongue }| tongue.begin(wire, game)).is_ok() {
            return Ok(());
        }
        self.talk = None;
        self.start()?;
        self.talk(|Talk { wire, tongue }| tongue.begin(wire, game))
    }

    fn follow(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.talk(|Talk { wire, tongue }| tongue.follow(wire, turn))
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<MoveReport, Fault> {
        let until = Instant::now() + turn.within.unwrap_or(self.patience);
        self.talk(|Talk { wire, tongue }| {
            tongue.ask(wire, turn);
            let mut thought = MoveReport::default();
            let mut until = until;
            let mut stopped = false;
            loop {
                match wire.hear(until) {
                    Ok(line) => {
                        if let Some(best) = tongue.take_in(line.trim(), &mut thought)? {
                            return Ok(MoveReport { best, ..thought });
                        }
                    }
                    Err(Fault::Silent) if !stopped => {
                        stopped = true;
                        until = Instant::now() + LATE;
                        tongue.stop().into_iter().for_each(|word| wire.say(word));
                    }
                    Err(fault) => return Err(fault),
                }
            }
        })
    }
}
