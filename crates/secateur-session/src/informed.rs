//! What a search knows: the game's knowledge, with a tablebase beside it, or a learned static value in place of its own.

use crate::{Control, Request, Tablebase};
use secateur::{Bounds, Eval, Game, Meter, Regressions, Score};
use secateur_games::{Learned, Notation};
use std::sync::Arc;

/// Knowledge; a tablebase if there is one, since what that says of a position is proven; and a learned static value, if there is
/// one, in place of that of the knowledge, whose bounds still count.
pub(crate) struct Informed<E> {
    knowledge: E,
    tablebase: Option<Arc<Tablebase>>,
    learned: Option<Box<Learned>>,
}

impl<E> Informed<E> {
    pub(crate) fn new(knowledge: E, tablebase: Option<Arc<Tablebase>>) -> Self {
        Informed { knowledge, tablebase, learned: None }
    }

    /// The same with the static value of a request, if it brings one.
    pub(crate) fn valued(self, control: &Control) -> Self {
        let learned = control.learned.as_ref();
        Informed { learned: learned.map(|learned| Box::new(Learned::new(learned.network.clone()))), ..self }
    }
}

/// The game's knowledge, with the tablebase and the static value of a request.
pub(crate) fn informed<G: Notation>(request: &Request) -> Informed<G::Knowledge> {
    Informed::new(G::Knowledge::default(), request.control.tablebase.clone()).valued(&request.control)
}

impl<G: Notation, E: Eval<G>> Eval<G> for Informed<E> {
    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        match &mut self.learned {
            Some(learned) => learned.value(pos),
            None => self.knowledge.eval(pos),
        }
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

    /// Those of the knowledge are for its own static value.
    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        self.knowledge.regressions().filter(|_| self.learned.is_none())
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
