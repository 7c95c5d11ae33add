//! A way to search one game, and the state it keeps from one search to the next.

use crate::answer::{Answer, Task};
use crate::best_first::BestFirst;
use crate::chance::Chance;
use crate::engine::Thinker;
use crate::windowed::Windowed;
use crate::{Algorithm, AlgorithmKind, Request};
use secateur::{Score, Stats};
use secateur_games::Notation;

/// A way to search one game. A kind of search that keeps some other state from one search to the next, such as a tree in
/// memory, is another implementation.
pub(crate) trait Searcher<G: Notation>: Send {
    /// Whether the state it keeps suits this request.
    fn suits(&self, request: &Request) -> bool;

    /// Returns the answer of a search; `report` is called with each finished iteration.
    fn analyse(&mut self, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer;

    /// Empties the table, before a search that is measured.
    fn clear(&mut self);

    /// Has the system provide the table's memory, before a clock runs ([`secateur::Table::touch`]).
    fn touch(&mut self);

    /// One search to a depth, once the table is empty: the score, unless it was interrupted, and its cost. `deepen`:
    /// through all lesser depths.
    fn measure(&mut self, pos: &G, depth: u32, deepen: bool, request: &Request) -> (Option<Score>, Stats);

    /// Called when another game begins, or another position was set up.
    fn forget(&mut self);
}

/// The searcher of this algorithm.
pub(crate) fn searcher<G: Notation>(algorithm: Algorithm, request: &Request) -> Box<dyn Searcher<G>> {
    match algorithm.kind {
        AlgorithmKind::Random => Box::new(Chance),
        AlgorithmKind::BestFirst | AlgorithmKind::Prover => Box::new(BestFirst::new(request)),
        _ if algorithm.is_engine() => Box::new(Thinker::new(request)),
        _ => Box::new(Windowed::new(request)),
    }
}
