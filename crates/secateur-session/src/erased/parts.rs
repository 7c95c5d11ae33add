//! Knowledge and the path, which follow a search.

use super::position::{Erased, Real};
use crate::informed::Informed;
use secateur::{Bounds, Eval, History, Marks, Meter, Regressions, Repetition, Score, legal_moves};
use secateur_games::Notation;
use std::marker::PhantomData;

/// Knowledge of any game.
pub(crate) struct Knowing(Box<dyn Knows>);

trait Knows {
    fn eval(&mut self, pos: &Erased) -> Score;
    fn bounds(&mut self, pos: &Erased, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds;
    fn needless(&mut self, pos: &Erased, alpha: Score, beta: Score) -> Vec<u32>;
    fn prior(&mut self, pos: &Erased, m: u32) -> Option<f32>;
    fn regressions(&self) -> Option<&Regressions>;
    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased);
    fn pop(&mut self);
}

/// Knowledge as the game has it.
pub(super) struct Known<G: Notation>(pub(super) Informed<G::Knowledge>);

impl<G: Notation> Knows for Known<G> {
    fn eval(&mut self, pos: &Erased) -> Score {
        self.0.eval(Real::of(pos).pos())
    }

    fn bounds(&mut self, pos: &Erased, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        self.0.bounds(Real::of(pos).pos(), alpha, beta, meter)
    }

    fn needless(&mut self, pos: &Erased, alpha: Score, beta: Score) -> Vec<u32> {
        let real = Real::of(pos);
        let needless = self.0.needless(real.pos(), alpha, beta);
        let mut found = legal_moves(real.pos());
        found.retain(|&m| needless(m));
        real.listed(found)
    }

    fn prior(&mut self, pos: &Erased, m: u32) -> Option<f32> {
        let real = Real::of(pos);
        self.0.prior(real.pos(), real.named(m))
    }

    fn regressions(&self) -> Option<&Regressions> {
        self.0.regressions()
    }

    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased) {
        let parent = Real::of(parent);
        self.0.push(parent.pos(), m.map(|m| parent.named(m)), Real::of(child).pos());
    }

    fn pop(&mut self) {
        self.0.pop();
    }
}

impl Knowing {
    pub(super) fn new<G: Notation>(known: Known<G>) -> Self {
        Knowing(Box::new(known))
    }
}

impl Eval<Erased> for Knowing {
    fn eval(&mut self, pos: &Erased) -> Score {
        self.0.eval(pos)
    }

    fn bounds(&mut self, pos: &Erased, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        self.0.bounds(pos, alpha, beta, meter)
    }

    fn needless(&mut self, pos: &Erased, alpha: Score, beta: Score) -> impl Fn(u32) -> bool {
        let needless = self.0.needless(pos, alpha, beta);
        move |m| needless.contains(&m)
    }

    fn prior(&mut self, pos: &Erased, m: u32) -> Option<f32> {
        self.0.prior(pos, m)
    }

    fn regressions(&self) -> Option<&Regressions> {
        self.0.regressions()
    }

    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased) {
        self.0.push(parent, m, child);
    }

    fn pop(&mut self) {
        self.0.pop();
    }
}

/// The path of any game; nothing where no position can come back.
pub(crate) struct Following(Option<Box<dyn Follows>>);

pub(super) trait Follows {
    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased);
    fn pop(&mut self);
    fn repeats(&self, ply: u32) -> Option<u32>;
    fn worth(&self) -> Score;
    fn salt(&self) -> u64;
    fn mark(&self, alone: bool) -> Marks;
    fn barred(&self, to_move: bool) -> Marks;
}

/// The path as the game has it.
pub(super) struct Followed<G>(Repetition, PhantomData<fn(G)>);

impl<G: Notation> Followed<G> {
    pub(super) fn boxed(path: Repetition) -> Box<dyn Follows> {
        Box::new(Followed(path, PhantomData::<fn(G)>))
    }
}

impl<G: Notation> Follows for Followed<G> {
    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased) {
        let parent = Real::<G>::of(parent);
        self.0.push(parent.pos(), m.map(|m| parent.named(m)), Real::<G>::of(child).pos());
    }

    fn pop(&mut self) {
        History::<G>::pop(&mut self.0);
    }

    fn repeats(&self, ply: u32) -> Option<u32> {
        History::<G>::repeats(&self.0, ply)
    }

    fn worth(&self) -> Score {
        History::<G>::worth(&self.0)
    }

    fn salt(&self) -> u64 {
        History::<G>::salt(&self.0)
    }

    fn mark(&self, alone: bool) -> Marks {
        History::<G>::mark(&self.0, alone)
    }

    fn barred(&self, to_move: bool) -> Marks {
        History::<G>::barred(&self.0, to_move)
    }
}

impl Following {
    pub(super) fn new(path: Option<Box<dyn Follows>>) -> Self {
        Following(path)
    }
}

impl History<Erased> for Following {
    const TRACKS: bool = true;

    fn push(&mut self, parent: &Erased, m: Option<u32>, child: &Erased) {
        if let Some(path) = &mut self.0 {
            path.push(parent, m, child);
        }
    }

    fn pop(&mut self) {
        if let Some(path) = &mut self.0 {
            path.pop();
        }
    }

    fn repeats(&self, ply: u32) -> Option<u32> {
        self.0.as_ref()?.repeats(ply)
    }

    fn worth(&self) -> Score {
        self.0.as_ref().map_or(Score::DRAW, |path| path.worth())
    }

    fn salt(&self) -> u64 {
        self.0.as_ref().map_or(0, |path| path.salt())
    }

    fn mark(&self, alone: bool) -> Marks {
        self.0.as_ref().map_or(Marks::ALL, |path| path.mark(alone))
    }

    fn barred(&self, to_move: bool) -> Marks {
        self.0.as_ref().map_or(Marks::ALL, |path| path.barred(to_move))
    }
}
