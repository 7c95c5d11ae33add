//! Searching the current position.

use crate::{Answer, Request};

/// Searches the current position, and keeps from one search to the next what is of use there: the table, and the engine's
/// histories.
pub trait Analyst {
    /// Makes the table that [`Analyst::analyse`] will need for this request, if there is none yet, and has the system
    /// provide its memory. Without this call, that is part of the search's time, as far as the table is used: up
    /// to half a second for one of a GiB.
    fn prepare(&mut self, request: &Request);

    /// Returns the answer of a search of the position; `report` is called with each finished iteration.
    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer;
}
