//! One game, from its opening to its end: whose turn it is, what is legal, what the clock says.

use super::clock::Running;
use super::player::MatchPlayer;
use super::record::{GameEnding, MatchOpening, MoveReport, PlayedGame};
use super::seat::{Beginning, Contestant, Fault, Turn};
use crate::referee::{Clear, Referee};
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use secateur_session::Session;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A side that is ahead by more has won.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgreedWin {
    /// The least lead of a side, in hundredths of the game's unit.
    pub over: i32,
    /// For how many plies in a row both sides have to say so.
    pub plies: u32,
}

/// A game is drawn if neither side is ahead.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgreedDraw {
    /// The greatest lead that a side may have, in hundredths of the game's unit.
    pub within: i32,
    /// For how many plies in a row both sides have to say so.
    pub plies: u32,
    /// The number of plies at the beginning in which no draw is agreed.
    pub after: usize,
}

/// The rules that end a game besides its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdjudicationRules {
    /// The rule for wins that both sides agree on; none if games are played on.
    pub win: Option<AgreedWin>,
    /// The rule for draws that both sides agree on; none if games are played on.
    pub draw: Option<AgreedDraw>,
    /// The number of plies after which a game is drawn.
    pub length: usize,
    /// The time by which a clock may be overstepped.
    pub margin: Duration,
    /// The most time for a move of a program that has no clock.
    pub patience: Duration,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        AdjudicationRules {
            win: None,
            draw: None,
            length: 1000,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(300),
        }
    }
}

impl AdjudicationRules {
    fn referee(&self) -> Referee {
        let (won, won_for) = self.win.map_or((i32::MAX, u32::MAX), |win| (win.over, win.plies));
        let none = AgreedDraw { within: 0, plies: u32::MAX, after: usize::MAX };
        let AgreedDraw { within: level, plies: level_for, after: level_after } = self.draw.unwrap_or(none);
        Referee::new(Clear { won, won_for, level, level_for, level_after })
    }
}

/// Two players, where they begin, and by which rules.
pub(crate) struct RefereedGame<'a> {
    pub(crate) entry: &'a GameEntry,
    pub(crate) opening: &'a MatchOpening,
    pub(crate) players: [&'a MatchPlayer; 2],
    pub(crate) round: usize,
    pub(crate) rules: &'a AdjudicationRules,
    /// Sees the moves so far, once the opening is played and after each move.
    pub(crate) see: &'a dyn Fn(&[String]),
}

/// The end of a game: the result for who moved first, and why.
type End = (i32, GameEnding, String);

impl RefereedGame<'_> {
    /// Plays it. None if it was interrupted.
    ///
    /// # Errors
    ///
    /// One sentence if the opening cannot be played.
    pub(crate) fn play(&self, seats: [&mut dyn Contestant; 2]) -> Result<Option<PlayedGame>, Unreadable> {
        let mut board = self.entry.open();
        if let Some(position) = &self.opening.position {
            board.set(position)?;
        }
        let in_order = board.side() == self.entry.open().side();
        let mut moves = Vec::new();
        for m in &self.opening.moves {
            board.play(m)?;
            moves.push(m.clone());
        }
        let beginning = Beginning { entry: self.entry, opening: self.opening, in_order };
        let mut play = Play {
            game: self,
            board,
            moves,
            thoughts: Vec::new(),
            referee: self.rules.referee(),
            clocks: self.players.map(|player| player.limits.clock.map(Running::new)),
        };
        let Some((result, ending, reason)) = play.finish(seats, &beginning)? else { return Ok(None) };
        Ok(Some(PlayedGame {
            game: self.entry.name.to_owned(),
            players: self.players.map(|player| player.name.clone()),
            round: self.round,
            opening: self.opening.clone(),
            moves: play.thoughts,
            result,
            ending,
            reason,
        }))
    }
}

/// A game under way.
struct Play<'a> {
    game: &'a RefereedGame<'a>,
    board: Box<dyn Session>,
    moves: Vec<String>,
    thoughts: Vec<MoveReport>,
    referee: Referee,
    clocks: [Option<Running>; 2],
}

impl Play<'_> {
    fn finish(
        &mut self,
        seats: [&mut dyn Contestant; 2],
        beginning: &Beginning<'_>,
    ) -> Result<Option<End>, Unreadable> {
        let [first, second] = seats;
        for (side, seat) in [&mut *first, &mut *second].into_iter().enumerate() {
            if let Err(fault) = seat.begin(beginning) {
                return self.fault(side, fault);
            }
        }
        loop {
            if let Some(end) = self.ended() {
                return Ok(Some(end));
            }
            (self.game.see)(&self.moves);
            let side = self.moves.len() % 2;
            let seat = if side == 0 { &mut *first } else { &mut *second };
            match self.turn(side, seat) {
                Ok(None) => {}
                Ok(Some(end)) => return Ok(Some(end)),
                Err(fault) => return self.fault(side, fault),
            }
        }
    }

    /// Returns the end by the rules or by the length of the game, if it is over.
    fn ended(&self) -> Option<End> {
        let for_first = |value: i32| if self.moves.len().is_multiple_of(2) { value } else { -value };
        if let Some(outcome) = self.board.outcome() {
            let result = for_first(outcome.outcome.sign());
            // In the words of the game, from the winner's point of view.
            let points = outcome.by.map(|points| format!(" by {points}")).unwrap_or_default();
            let reason = match result {
                0 => "drawn by the rules".to_owned(),
                _ => format!("{} wins{points}", self.name(usize::from(result < 0))),
            };
            return Some((result, GameEnding::Rules, reason));
        }
        if self.board.is_drawn_by_repetition() {
            return Some((0, GameEnding::Repetition, "drawn by repetition".into()));
        }
        let length = self.game.rules.length;
        (self.moves.len() >= length).then(|| (0, GameEnding::Length, format!("drawn after {length} plies")))
    }

    fn name(&self, side: usize) -> &str {
        &self.game.players[side].name
    }

    /// One move of a side; how the game ended, if it did by that.
    fn turn(&mut self, side: usize, seat: &mut dyn Contestant) -> Result<Option<End>, Fault> {
        let limits = self.game.players[side].limits;
        let margin = self.game.rules.margin;
        let left = [self.clocks[side].map(|clock| clock.left), limits.time].into_iter().flatten().min();
        let turn = Turn {
            moves: &self.moves,
            side,
            clocks: self.clocks,
            limits,
            within: left.map(|left| left + margin),
        };
        seat.follow(&turn)?;
        let start = Instant::now();
        let thought = seat.think(&turn);
        let elapsed = start.elapsed();
        let loses = if side == 0 { -1 } else { 1 };
        // A program that was told to stop, and did not, has not moved.
        let is_late =
            !matches!(thought, Err(Fault::Interrupted | Fault::Gone(_) | Fault::Broken(_) | Fault::Resigns));
        if let Some(over) =
            left.and_then(|left| elapsed.checked_sub(left)).filter(|over| is_late && *over > margin)
        {
            let reason = match thought {
                Err(_) => format!("{} lost on time and did not answer", self.name(side)),
                Ok(_) => format!("{} lost on time by {} ms", self.name(side), over.as_millis()),
            };
            return Ok(Some((loses, GameEnding::Time, reason)));
        }
        let mut thought = thought?;
        if let Some(clock) = &mut self.clocks[side] {
            clock.spend(elapsed);
        }
        let Ok(m) = self.board.read_move(&thought.best) else {
            let shown: String = thought.best.chars().take(20).collect();
            let reason = format!("illegal move {} by {}", shown.escape_debug(), self.name(side));
            return Ok(Some((loses, GameEnding::IllegalMove, reason)));
        };
        self.board.play(&m).map_err(|e| Fault::Gone(e.0))?;
        (thought.best, thought.time_ms) = (m.clone(), (elapsed.as_secs_f64() * 1e5).round() / 1e2);
        let ply = self.moves.len();
        self.moves.push(m);
        let value = thought.value;
        self.thoughts.push(thought);
        let Some(value) = value else {
            self.referee.pass_over();
            return Ok(None);
        };
        let for_first = if side == 0 { value.hundredths() } else { -value.hundredths() };
        let judged = self.referee.judge(ply, for_first);
        // Where the rules end the game, they have the word.
        Ok(judged.filter(|_| self.board.outcome().is_none()).map(|result| match result {
            0 => (0, GameEnding::AgreedDraw, "drawn: both sides see it level".into()),
            result => {
                let winner = self.name(usize::from(result < 0));
                (result, GameEnding::AgreedWin, format!("{winner} wins: both sides see it won"))
            }
        }))
    }

    /// A side that does not move loses. None if neither is to blame.
    fn fault(&self, side: usize, fault: Fault) -> Result<Option<End>, Unreadable> {
        let loses = if side == 0 { -1 } else { 1 };
        let name = self.name(side);
        Ok(Some(match fault {
            Fault::Interrupted => return Ok(None),
            Fault::Broken(why) => return Err(Unreadable(why)),
            Fault::Resigns => (loses, GameEnding::Resignation, format!("{name} resigns")),
            Fault::Silent => (
                loses,
                GameEnding::Connection,
                format!("{name}: connection lost (no answer, and it was ended)"),
            ),
            Fault::Gone(why) => {
                // It may be in the words of the program.
                let clean = |c: char| if c.is_control() { ' ' } else { c };
                let why: String = why.chars().map(clean).take(200).collect();
                (loses, GameEnding::Connection, format!("{name}: connection lost ({why})"))
            }
        }))
    }
}

#[cfg(test)]
mod tests;
