//! Searching the current position.

use crate::{Answer, Request};

/// Searches the current position, and keeps from one search to the next what is of use there: the table, and the engine's
/// histories.
pub trait Analyst {
    /// Makes the table that [`Analyst::analyse`] will need for this request. Without this call, making it
    /// is part of the search's time: half a second for a table of a GiB.
    fn prepare(&mut self, request: &Request);

    /// Returns the answer of a search of the position; `report` is called with each finished iteration.
    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer;
}
