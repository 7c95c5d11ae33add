//! Finding the value at the end of the game.

use crate::{ResumeError, Solution};
use secateur_games::Unreadable;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What a search has cost, over all its parts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Nodes opened.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// Solves one position after another with one table.
///
/// ```
/// use secateur_session::Request;
/// use secateur_standard::standard;
///
/// let game = standard().find("nim").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20));
/// let solved = solver.solve("3,4,5").unwrap().solved().unwrap();
/// assert_eq!((solved.value, solved.best.unwrap()), (1, "1-2".to_owned()));
/// assert_eq!(solver.solve("1,4,5").unwrap().solved().unwrap().value, -1);
/// ```
pub trait Solver {
    /// Returns the exact value, as if the game began at the position, or the bounds proven if the search was interrupted
    /// or reached one of its limits.
    fn solve(&mut self, position: &str) -> Result<Solution, Unreadable>;

    /// Sets the most time for each position from now on. A position that is asked for again goes on where the table has it.
    fn set_time(&mut self, time: Option<Duration>);

    /// Writes down all that is known of a position, for [`Solver::resume`].
    ///
    /// # Errors
    ///
    /// If it cannot be written, or this solver has nothing that could be kept.
    fn save(&mut self, position: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Goes on from what [`Solver::save`] has written for the same position, with a table of the same size, and returns what
    /// that has cost.
    ///
    /// # Errors
    ///
    /// If it was written for something else, or cannot be read.
    fn resume(&mut self, position: &str, input: &mut dyn BufRead) -> Result<Spent, ResumeError>;

    /// Forgets everything, so that the next position starts cold.
    fn clear(&mut self);
}
