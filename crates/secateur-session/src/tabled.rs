//! Positions and their tablebase.

use crate::{Request, StoppedBy, Tablebase, TablebaseValue};
use secateur_games::Unreadable;

/// A game of which every position can be listed.
pub trait Tabled {
    /// The values of all positions that can be reached from the one at hand, as if the game began there. The size of the
    /// request's table limits the memory (40 bytes a position and 8 a move), and its time, nodes and interrupt apply;
    /// `report` is told now and then how many positions were found and settled, together.
    ///
    /// # Errors
    ///
    /// One sentence if the game's rules forbid to bring a position back, so that its value depends on the path.
    fn tablebase(
        &self,
        request: &Request,
        report: &mut dyn FnMut(u64),
    ) -> Result<Result<Tablebase, StoppedBy>, Unreadable>;

    /// The values of all positions of an ending, such as `KQK` in chess, and of all that can be reached from them; none where
    /// the text names no ending of the game.
    fn ending_tablebase(
        &self,
        ending: &str,
        request: &Request,
        report: &mut dyn FnMut(u64),
    ) -> Option<Result<Result<Tablebase, StoppedBy>, Unreadable>>;

    /// The value of the position at hand; none if it is not in the tablebase, or that is of another game.
    fn look_up(&self, table: &Tablebase) -> Option<TablebaseValue>;
}
