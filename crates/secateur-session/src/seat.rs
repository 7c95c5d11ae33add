//! A seat at the board: a game in play, and a search of it in the background.

use crate::background::Background;
use crate::in_play::{InPlay, first_side};
use crate::{Answer, GameEntry, Limits, Request};
use secateur_games::Unreadable;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

/// One game in play, and the search under way. Changes of the position do not affect that search; the state it leaves
/// behind is of use to the next.
///
/// ```
/// use secateur_session::{Request, Seat};
/// use std::sync::mpsc;
///
/// let games = secateur_standard::standard();
/// let mut seat = Seat::new(games.find("nim").unwrap());
/// seat.position.play("1-3").unwrap();
/// let (give, answers) = mpsc::channel();
/// let request = Request::default().hash(1 << 20);
/// seat.search(request, false, |_| (), move |answer| give.send(answer.cloned()).unwrap()).unwrap();
/// let answer = answers.recv().unwrap().unwrap();
/// assert_eq!(answer.position, "0,4,5");
/// assert_eq!(answer.best.as_deref(), Some("3-1")); // two equal heaps are lost
/// ```
pub struct Seat {
    /// The game.
    pub game: GameEntry,
    /// The current position, and the path to it.
    pub position: InPlay,
    /// The first player's side, where the game names its sides.
    first: Option<String>,
    search: Option<Background>,
    /// The position of the last search, with the state it left behind, or made ready for the next.
    last: Option<InPlay>,
}

/// The reason a seat refuses a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum SeatError {
    /// A search is under way.
    Busy,
    /// The current position cannot be reached.
    Position(Unreadable),
    /// The system cannot start a thread.
    NoThread(io::Error),
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatError::Busy => f.write_str("a search is under way, expected `stop` first"),
            SeatError::Position(why) => why.fmt(f),
            SeatError::NoThread(why) => write!(f, "there is no thread for the search: {why}"),
        }
    }
}

impl std::error::Error for SeatError {}

/// The sentence, for protocols that send it.
impl From<SeatError> for String {
    fn from(error: SeatError) -> String {
        error.to_string()
    }
}

impl Seat {
    /// A seat at the game's start.
    pub fn new(game: &GameEntry) -> Seat {
        let position = InPlay::at_start(game);
        Seat { game: *game, position, first: first_side(game), search: None, last: None }
    }

    /// Whether a search is under way; the state left behind by one that is over is taken back.
    pub fn is_searching(&mut self) -> bool {
        if let Some(search) = self.search.take_if(|search| search.is_over()) {
            self.last = search.join();
        }
        self.search.is_some()
    }

    /// Begins another game: nothing is kept of the last.
    pub fn new_game(&mut self) {
        self.stop();
        self.position = InPlay::at_start(&self.game);
        self.last = None;
    }

    /// Forgets the state that the last search left behind.
    ///
    /// # Errors
    ///
    /// If a search is under way.
    pub fn forget(&mut self) -> Result<(), SeatError> {
        self.must_be_idle()?;
        self.last = None;
        Ok(())
    }

    /// Makes ready for a search from the position that is set. Does nothing while a search is under way.
    ///
    /// # Errors
    ///
    /// If the position cannot be reached.
    pub fn prepare(&mut self, request: &Request) -> Result<(), SeatError> {
        if !self.is_searching() {
            let mut position = self.at_position()?;
            position.board.prepare(request);
            self.last = Some(position);
        }
        Ok(())
    }

    /// The position of the last search, moved to the current one of the game.
    fn at_position(&mut self) -> Result<InPlay, SeatError> {
        let mut position = self.last.take().unwrap_or_else(|| InPlay::at_start(&self.game));
        position.follow(&self.position).map_err(SeatError::Position)?;
        Ok(position)
    }

    fn must_be_idle(&mut self) -> Result<(), SeatError> {
        if self.is_searching() { Err(SeatError::Busy) } else { Ok(()) }
    }

    /// Searches the position that is set, in the background. Each iteration is reported, then the answer given; if `hold`,
    /// not before [`Seat::stop`], and while the request is pondering not before [`Seat::hit`] or that. An error in the
    /// game that makes the search panic leaves no answer, but `give` is called all the same, since somebody waits for it.
    ///
    /// # Errors
    ///
    /// If a search is under way, the position cannot be reached, or the system cannot start a thread.
    pub fn search(
        &mut self,
        request: Request,
        hold: bool,
        report: impl FnMut(&Answer) + Send + 'static,
        give: impl FnOnce(Option<&Answer>) + Send + 'static,
    ) -> Result<(), SeatError> {
        self.must_be_idle()?;
        let position = self.at_position()?;
        let request = if hold { request } else { at_once_if_forced(request, &position) };
        let search = Background::search(position, request, hold, report, give);
        self.search = Some(search.map_err(SeatError::NoThread)?);
        Ok(())
    }

    /// Does other work on the position that is set; it has to look at the flag that [`Seat::stop`] sets. Its result
    /// is given to `give`; none if it panics.
    ///
    /// # Errors
    ///
    /// As [`Seat::search`].
    pub fn work<T>(
        &mut self,
        work: impl FnOnce(&mut InPlay, &Arc<AtomicBool>) -> T + Send + 'static,
        give: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), SeatError> {
        self.must_be_idle()?;
        let work = Background::work(self.at_position()?, work, give);
        self.search = Some(work.map_err(SeatError::NoThread)?);
        Ok(())
    }

    /// Counts the move paths of this length, in plies, from the position that is set: the count below each move is reported,
    /// and the total given to `give`; none if it was stopped.
    ///
    /// # Errors
    ///
    /// As [`Seat::search`].
    pub fn count(
        &mut self,
        plies: u32,
        report: impl FnMut(&str, u64) + Send + 'static,
        give: impl FnOnce(Option<u64>) + Send + 'static,
    ) -> Result<(), SeatError> {
        self.must_be_idle()?;
        let count = Background::count(self.at_position()?, plies, report, give);
        self.search = Some(count.map_err(SeatError::NoThread)?);
        Ok(())
    }

    /// Ends the search under way with its best move so far, and waits for its answer to be given.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.last = search.stop();
        }
    }

    /// Called when the opponent has made the expected move: from now on our own clock runs.
    pub fn hit(&self) {
        if let Some(search) = &self.search {
            search.hit();
        }
    }

    /// Whether the side to move is the one that moves first in the game. Where a game does not name its sides, the side to
    /// move in the position given is taken for the first player.
    pub fn is_first_players_turn(&self) -> bool {
        match &self.first {
            Some(first) => self.position.board.side() == *first,
            None => self.position.is_even(),
        }
    }

    /// 0 if the first player is to move, 1 if the second is.
    pub fn player(&self) -> usize {
        usize::from(!self.is_first_players_turn())
    }
}

/// Limits the search of an only move to one ply where nothing but time would end it, so that no clock is spent on it.
fn at_once_if_forced(request: Request, position: &InPlay) -> Request {
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
