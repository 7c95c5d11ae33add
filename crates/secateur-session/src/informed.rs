//! What a search knows: the game's knowledge, and a tablebase beside it.

use crate::{Request, Tablebase};
use secateur::{Bounds, Eval, Game, Hints, Meter, Regressions, Score};
use secateur_games::Notation;
use std::sync::Arc;

/// Knowledge, and a tablebase if there is one: what that says of a position is proven.
pub(crate) struct Informed<E> {
    knowledge: E,
    tablebase: Option<Arc<Tablebase>>,
}

impl<E> Informed<E> {
    pub(crate) fn new(knowledge: E, tablebase: Option<Arc<Tablebase>>) -> Self {
        Informed { knowledge, tablebase }
    }
}

/// The game's knowledge, and the tablebase of a request.
pub(crate) fn informed<G: Notation>(request: &Request) -> Informed<G::Knowledge> {
    Informed::new(G::Knowledge::default(), request.control.tablebase.clone())
}

impl<G: Hints, E: Eval<G>> Eval<G> for Informed<E> {
    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        self.knowledge.eval(pos)
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &G, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        match self.tablebase.as_deref().and_then(|table| table.bounds(pos)) {
            Some(bounds) => bounds,
            None => self.knowledge.bounds(pos, alpha, beta, meter),
        }
    }

    #[inline(always)]
    fn needless(&mut self, pos: &G, alpha: Score, beta: Score) -> impl Fn(G::Move) -> bool {
        self.knowledge.needless(pos, alpha, beta)
    }

    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        self.knowledge.regressions()
    }

    #[inline(always)]
    fn push(&mut self, parent: &G, m: Option<<G as Game>::Move>, child: &G) {
        self.knowledge.push(parent, m, child);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.knowledge.pop();
    }
}
