//! What every protocol does alike: keeping a game, and searching it while it listens.

use crate::Say;
use crate::background::Background;
use crate::options::Options;
use crate::position::{Position, first_side};
use crate::text::one_line;
use secateur_session::{Answer, Request};
use secateur_session::{Entry, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const PANICKED: &str = "info string the search panicked: there is an error in the game";
/// Nobody lives to see longer move paths counted.
const LONGEST_PATH: u32 = 50;

/// One game in play, and the search under way. Changes of the position do not reach that.
pub(crate) struct Seat {
    pub(crate) game: Entry,
    pub(crate) say: Say,
    pub(crate) position: Position,
    /// The first player's side, where the game names its sides.
    first: Option<String>,
    search: Option<Background>,
    /// The position of the last search, with what that left behind, or made ready for the next.
    last: Option<Position>,
}

impl Seat {
    pub(crate) fn new(game: &Entry, say: impl Fn(&str) + Send + Sync + 'static) -> Seat {
        Seat {
            game: *game,
            say: Arc::new(say),
            position: Position::at_start(game),
            first: first_side(game),
            search: None,
            last: None,
        }
    }

    /// Sends a line.
    pub(crate) fn say(&self, line: &str) {
        (self.say)(line);
    }

    /// Says who this is and what can be set.
    pub(crate) fn introduce(&self, options: &Options, end: &str) {
        self.say(&format!("id name Secateur {} ({})", env!("CARGO_PKG_VERSION"), self.game.name));
        self.say("id author the Secateur contributors");
        options.describe().iter().for_each(|option| self.say(option));
        self.say(end);
    }

    /// Says why something cannot be done.
    pub(crate) fn complain(&self, why: &str) {
        self.say(&format!("info string {}", one_line(why)));
    }

    /// Whether a search is under way; what one that is over has left behind is taken back.
    pub(crate) fn is_searching(&mut self) -> bool {
        if let Some(search) = self.search.take_if(|search| search.is_over()) {
            self.last = search.join();
        }
        self.search.is_some()
    }

    /// Another game begins: nothing is kept of the last.
    pub(crate) fn new_game(&mut self) {
        self.stop();
        self.position = Position::at_start(&self.game);
        self.last = None;
    }

    /// Forgets what the last search left behind.
    pub(crate) fn forget(&mut self) -> Result<(), String> {
        if self.is_searching() {
            return Err("a search is under way, expected `stop` first".into());
        }
        self.last = None;
        Ok(())
    }

    /// Makes ready for a search from the position that is set. A search under way has what it needs.
    pub(crate) fn prepare(&mut self, request: &Request) -> Result<(), String> {
        if !self.is_searching() {
            let mut position = self.at_position()?;
            position.board.prepare(request);
            self.last = Some(position);
        }
        Ok(())
    }

    /// The position of the last search, moved to where the game is now.
    fn at_position(&mut self) -> Result<Position, String> {
        let mut position = self.last.take().unwrap_or_else(|| Position::at_start(&self.game));
        position.follow(&self.position).map_err(|e| e.0)?;
        Ok(position)
    }

    /// `startpos` or `fen` and a position in the game's notation; then `moves` and moves. On an error the old
    /// position stays. A `variant` is a word that the game wants in front of the position.
    pub(crate) fn set<'a>(
        &mut self,
        mut words: impl Iterator<Item = &'a str>,
        variant: Option<&str>,
    ) -> Result<(), String> {
        let from = words.find(|&word| word == "startpos" || word == "fen");
        let from = from.ok_or("position: expected `startpos` or `fen`, then a position, then `moves`")?;
        let notation: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let given = if from == "fen" { notation.join(" ") } else { String::new() };
        let start = match variant {
            Some(variant) => Some(format!("{variant} {given}")),
            None => (from == "fen").then_some(given),
        };
        let read = Position::new(&self.game, start.as_deref()).and_then(|mut position| {
            words.try_for_each(|text| position.play(text))?;
            Ok(position)
        });
        self.position = read.map_err(|e| e.0)?;
        Ok(())
    }

    fn must_be_idle(&mut self) -> Result<(), String> {
        match self.is_searching() {
            true => Err("go: a search is under way, expected `stop` before the next".into()),
            false => Ok(()),
        }
    }

    /// Searches the position that is set; see [`Background::search`]. Each iteration is said as `show` has it,
    /// then the answer and the line that `best` makes of it.
    pub(crate) fn search(
        &mut self,
        request: Request,
        hold: bool,
        show: impl Fn(&Answer) -> String + Clone + Send + 'static,
        best: impl FnOnce(Option<&Answer>) -> String + Send + 'static,
    ) -> Result<(), String> {
        self.must_be_idle()?;
        let position = self.at_position()?;
        let request = if hold { request } else { at_once_if_forced(request, &position) };
        let (report, give, show_last) = (self.say.clone(), self.say.clone(), show.clone());
        let search = Background::search(
            position,
            request,
            hold,
            move |answer| report(&show(answer)),
            move |answer| {
                give(&answer.map_or_else(|| PANICKED.to_owned(), show_last));
                give(&best(answer));
            },
        );
        self.search = Some(search.map_err(|e| format!("go: there is no thread for the search: {e}"))?);
        Ok(())
    }

    /// Does other work on the position that is set; see [`Background::work`].
    pub(crate) fn work<T>(
        &mut self,
        work: impl FnOnce(&mut Position, &Arc<AtomicBool>) -> T + Send + 'static,
        give: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), String> {
        self.must_be_idle()?;
        let work = Background::work(self.at_position()?, work, give);
        self.search = Some(work.map_err(|e| format!("there is no thread for the search: {e}"))?);
        Ok(())
    }

    /// Counts the move paths of this length from the position that is set.
    pub(crate) fn count(&mut self, plies: u32) -> Result<(), String> {
        self.must_be_idle()?;
        let position = self.at_position()?;
        let (report, give) = (self.say.clone(), self.say.clone());
        let count = Background::count(
            position,
            plies.clamp(1, LONGEST_PATH),
            move |m, nodes| report(&format!("{m}: {nodes}")),
            move |total| {
                give(&total.map_or("info string perft: stopped before its end".into(), |total| {
                    format!("nodes searched: {total}")
                }));
            },
        );
        self.search = Some(count.map_err(|e| format!("go: there is no thread for perft: {e}"))?);
        Ok(())
    }

    /// Ends the search under way with its best move so far.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.last = search.stop();
        }
    }

    /// The opponent has made the move that was expected.
    pub(crate) fn hit(&self) {
        if let Some(search) = &self.search {
            search.hit();
        }
    }

    /// A game that does not name its sides does not tell either whose turn it is: then whoever moves first from
    /// the position given is the first player.
    pub(crate) fn is_first_players_turn(&self) -> bool {
        match &self.first {
            Some(first) => self.position.board.side() == *first,
            None => self.position.is_even(),
        }
    }

    /// 0 if the first player is to move, 1 if the second is.
    pub(crate) fn player(&self) -> usize {
        usize::from(!self.is_first_players_turn())
    }
}

/// No clock is spent on an only move: it is searched one ply deep, where nothing but time would end the search.
fn at_once_if_forced(request: Request, position: &Position) -> Request {
    let Limits { depth, nodes, time, .. } = request.limits;
    let by_time = time.is_some() && depth.is_none() && nodes.is_none();
    match by_time && position.board.forced().is_some() {
        true => request.depth(1),
        false => request,
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.stop();
    }
}
