//! Finding the value at the end of the game.

use crate::Solution;
use secateur_games::Unreadable;

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

    /// Forgets everything, so that the next position starts cold.
    fn clear(&mut self);
}
