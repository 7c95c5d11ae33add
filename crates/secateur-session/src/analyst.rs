//! Who searches the position at hand.

use crate::{Answer, Request};

/// Searches the position at hand, and keeps from one search to the next what is of use there: the table, and what the
/// engine has learnt of moves.
pub trait Analyst {
    /// Makes the table that [`Analyst::analyse`] will want for this request, if there is none yet, and has the system
    /// provide its memory. Where that has not been done, it is part of the search's time, as far as the table is used: up
    /// to half a second for one of a GiB.
    fn prepare(&mut self, request: &Request);

    /// The answer of a search of the position; `report` is shown each finished iteration.
    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer;
}
