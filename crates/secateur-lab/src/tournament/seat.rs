//! A player at the board.

use super::clock::{MoveLimits, Running};
use super::player::{BuiltIn, InProcess};
use super::record::{MatchOpening, MoveReport, ReportedValue};
use crate::{learn, tablebases};
use secateur_games::Unreadable;
use secateur_session::{Answer, GameClock, Player, Request, Session, Share, StoppedBy};
use secateur_session::{GameEntry, Outcome};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time taken off the clock for the way to a player of our own.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A game that begins.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Beginning<'a> {
    pub(crate) entry: &'a GameEntry,
    pub(crate) opening: &'a MatchOpening,
    /// Whether who moves first is the side that moves first in the game's own start: white in chess.
    pub(crate) in_order: bool,
}

/// The side to move, and what is known then.
#[derive(Clone, Debug)]
pub(crate) struct Turn<'a> {
    /// All moves from the position of the opening.
    pub(crate) moves: &'a [String],
    /// 0 if it is the turn of who moved first.
    pub(crate) side: usize,
    /// The clocks of both, where they have any.
    pub(crate) clocks: [Option<Running>; 2],
    pub(crate) limits: MoveLimits,
    /// The longest that the move may take, where time is limited, with what is forgiven.
    pub(crate) within: Option<Duration>,
}

/// The reason why a player does not move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The match was interrupted.
    Interrupted,
    /// The player did not answer in time, nor when it was told to stop.
    Silent,
    /// The player gives up.
    Resigns,
    /// The program is gone, for this reason.
    Gone(String),
    /// The match cannot go on with it, and why: a sentence.
    Broken(String),
}

/// Somebody who can be asked for moves.
pub(crate) trait Contestant: Send {
    /// Makes ready for a game.
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault>;
    /// Goes to where the game is now, outside the time of the move.
    fn follow(&mut self, turn: &Turn<'_>) -> Result<(), Fault>;
    /// Finds a move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<MoveReport, Fault>;
}

/// One of our own searches, with a board and a table for each game.
pub(crate) struct OwnSearch {
    request: Request,
    /// The tablebase and the evaluation to be read before the first game.
    tablebase: Option<PathBuf>,
    eval: Option<PathBuf>,
    board: Option<Box<dyn Session>>,
    /// The moves that were played on the board.
    played: usize,
}

impl OwnSearch {
    pub(crate) fn new(player: &BuiltIn, interrupt: &Arc<AtomicBool>) -> Result<OwnSearch, Unreadable> {
        let request = player.request()?.interrupt(interrupt.clone());
        let (tablebase, eval) = (player.tablebase.clone(), player.eval.clone());
        Ok(OwnSearch { request, tablebase, eval, board: None, played: 0 })
    }

    /// The request with the limits of this move.
    fn limited(&self, turn: &Turn<'_>, plies_left: Option<u32>) -> Request {
        let MoveLimits { time, nodes, depth, .. } = turn.limits;
        let request = self.request.clone().nodes(nodes).depth(depth).time(time);
        let Some(share) = share(turn, plies_left) else { return request };
        // Only the engine tells an easy move from a hard one.
        let elastic = self.request.method.algorithm.is_engine();
        let most = if elastic { share.most } else { share.aim };
        let most = time.map_or(most, |time| time.min(most));
        request.time(most).aim(elastic.then_some(share.aim.min(most)))
    }
}

/// A player that the program brings, with a board of its own.
pub(crate) struct Guest {
    kind: InProcess,
    game: Option<(Box<dyn Session>, Box<dyn Player>)>,
    /// The moves that were played on the board.
    played: usize,
}

impl Guest {
    pub(crate) fn new(kind: &InProcess) -> Guest {
        Guest { kind: kind.clone(), game: None, played: 0 }
    }
}

impl Contestant for Guest {
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault> {
        let mut board = game.entry.open();
        if let Some(position) = &game.opening.position {
            board.set(position).map_err(|e| Fault::Gone(e.0))?;
        }
        (self.game, self.played) = (Some((board, self.kind.own.make(self.kind.seed))), 0);
        Ok(())
    }

    fn follow(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let (board, _) = self.game.as_mut().ok_or_else(|| Fault::Gone("no game has begun".into()))?;
        for m in &turn.moves[self.played..] {
            board.play(m).map_err(|e| Fault::Gone(e.0))?;
        }
        self.played = turn.moves.len();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<MoveReport, Fault> {
        let (board, player) = self.game.as_mut().ok_or_else(|| Fault::Gone("no game has begun".into()))?;
        let MoveLimits { time, nodes, depth, .. } = turn.limits;
        let share = share(turn, board.plies_left()).map(|share| share.aim);
        let time = [time, share].into_iter().flatten().min();
        let limits = secateur_session::Limits { depth, nodes, time, ..Default::default() };
        let before = board.position();
        let best = player.choose(&mut **board, &limits);
        if board.position() != before {
            let name = &self.kind.player;
            return Err(Fault::Broken(format!(
                "the player '{name}' left the board at '{}', expected all moves taken back to '{before}'",
                board.position()
            )));
        }
        Ok(MoveReport { best, value: None, depth: None, nodes: None, time_ms: 0.0 })
    }
}

/// Returns the time that the clock of the side to move allows; none without a clock.
fn share(turn: &Turn<'_>, plies_left: Option<u32>) -> Option<Share> {
    let clock = turn.clocks[turn.side]?;
    let clock = GameClock {
        left: clock.left,
        increment: clock.control.increment,
        moves_to_go: clock.moves_to_go,
        overhead: OVERHEAD,
        plies_left,
    };
    Some(clock.share())
}

impl Contestant for OwnSearch {
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault> {
        let mut board = game.entry.open();
        if let Some(position) = &game.opening.position {
            board.set(position).map_err(|e| Fault::Gone(e.0))?;
        }
        if let (Some(path), None) = (&self.tablebase, &self.request.control.tablebase) {
            let table = tablebases::read_for(path, game.entry.name);
            self.request.control.tablebase = Some(table.map_err(|e| Fault::Broken(e.to_string()))?);
        }
        if let Some(path) = self.eval.take() {
            let applied = learn::apply(&path, game.entry.name, board.inputs(), &mut self.request);
            applied.map_err(|e| Fault::Broken(e.to_string()))?;
        }
        board.prepare(&self.request);
        (self.board, self.played) = (Some(board), 0);
        Ok(())
    }

    fn follow(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let board = self.board.as_mut().ok_or_else(|| Fault::Gone("no game has begun".into()))?;
        for m in &turn.moves[self.played..] {
            board.play(m).map_err(|e| Fault::Gone(e.0))?;
        }
        self.played = turn.moves.len();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<MoveReport, Fault> {
        let left = self.board.as_ref().and_then(|board| board.plies_left());
        let request = self.limited(turn, left);
        let board = self.board.as_mut().ok_or_else(|| Fault::Gone("no game has begun".into()))?;
        if turn.clocks[turn.side].is_some()
            && let Some(best) = board.forced()
        {
            return Ok(MoveReport { best, value: None, depth: None, nodes: None, time_ms: 0.0 });
        }
        let answer = board.analyse(&request, &mut |_| {});
        if answer.stopped_by == StoppedBy::Interrupt || request.control.interrupt.load(Ordering::Relaxed) {
            return Err(Fault::Interrupted);
        }
        Ok(thought(&answer, board.unit()))
    }
}

fn thought(answer: &Answer, unit: i32) -> MoveReport {
    let plies = answer.plies_to_end.unwrap_or(0);
    let value = match answer.outcome {
        Some(Outcome::Win) => ReportedValue::Win(plies),
        Some(Outcome::Loss) => ReportedValue::Loss(plies),
        _ => in_units(answer.value, unit),
    };
    MoveReport {
        best: answer.best.clone().unwrap_or_default(),
        // Where no iteration was finished there is no value.
        value: (answer.depth > 0 || answer.outcome.is_some()).then_some(value),
        depth: Some(answer.depth),
        nodes: Some(answer.nodes),
        time_ms: 0.0,
    }
}

/// Points as hundredths of a unit.
pub(crate) fn in_units(points: i32, unit: i32) -> ReportedValue {
    let hundredths = i64::from(points) * 100 / i64::from(unit.max(1));
    ReportedValue::Units(hundredths.clamp(-30_000, 30_000) as i32)
}
