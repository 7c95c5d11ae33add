//! What a search knows: the game's knowledge, with a tablebase beside it, or a learned static value in place of its own.

use crate::{Control, LearnedEvaluation, Request, Tablebase};
use secateur::{Bounds, Eval, Game, Meter, Regressions, Score};
use secateur_games::{Learned, Notation};
use std::sync::{Arc, Mutex, PoisonError};

/// Knowledge; a tablebase if there is one, since what that says of a position is proven; and a learned static value, if there is
/// one for the board, in place of that of the knowledge, whose bounds still count.
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
        self.valued_by(control.learned.as_deref())
    }

    pub(crate) fn valued_by(self, learned: Option<&LearnedEvaluation>) -> Self {
        Informed { learned: learned.map(|learned| Box::new(learned.value())), ..self }
    }

    fn without_policy(self) -> Self {
        Informed { learned: self.learned.map(|learned| Box::new(learned.with_policy(None))), ..self }
    }
}

/// The game's knowledge, with the tablebase and the static value of a request.
pub(crate) fn informed<G: Notation>(request: &Request) -> Informed<G::Knowledge> {
    let known = Informed::new(G::Knowledge::default(), request.control.tablebase.clone());
    let known = known.valued_by(evaluation::<G>(request).as_deref());
    if request.method.settings.policy { known } else { known.without_policy() }
}

/// The part of a game's knowledge that is its learned evaluation ([`Notation::LEARNED`]).
pub const NETWORK: &str = "network";

/// The learned evaluation that a search values positions by: that of the request, or, for the engine, the one that comes with the
/// game, unless it is to do without.
pub(crate) fn evaluation<G: Notation>(request: &Request) -> Option<Arc<LearnedEvaluation>> {
    let method = &request.method;
    let comes_along = || method.algorithm.is_engine() && !method.without.iter().any(|part| part == NETWORK);
    request.control.learned.clone().or_else(|| comes_along().then(|| shipped(G::LEARNED))?)
}

/// The evaluation in these bytes, which are read once.
pub(crate) fn shipped(file: &'static [u8]) -> Option<Arc<LearnedEvaluation>> {
    static READ: Mutex<Vec<(&[u8], Arc<LearnedEvaluation>)>> = Mutex::new(Vec::new());
    if file.is_empty() {
        return None;
    }
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.iter().find(|(bytes, _)| bytes.as_ptr() == file.as_ptr());
    if let Some((_, evaluation)) = known {
        return Some(evaluation.clone());
    }
    let evaluation = Arc::new(LearnedEvaluation::read(&mut &*file).expect("what comes along is whole"));
    read.push((file, evaluation.clone()));
    Some(evaluation)
}

impl<G: Notation, E: Eval<G>> Eval<G> for Informed<E> {
    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        let learned = self.learned.as_mut().and_then(|learned| learned.value(pos));
        learned.unwrap_or_else(|| self.knowledge.eval(pos))
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
    fn prior(&mut self, pos: &G, m: <G as Game>::Move) -> Option<f32> {
        self.learned.as_mut().and_then(|learned| learned.prior(pos, m))
    }

    /// Those of the knowledge are for its own static value.
    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        self.knowledge.regressions().filter(|_| self.learned.is_none())
    }

    #[inline(always)]
    fn push(&mut self, parent: &G, m: Option<<G as Game>::Move>, child: &G) {
        self.knowledge.push(parent, m, child);
        if let Some(learned) = &mut self.learned {
            learned.push();
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.knowledge.pop();
        if let Some(learned) = &mut self.learned {
            learned.pop();
        }
    }
}
