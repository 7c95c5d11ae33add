//! Knowledge about games grown from a seed: that claims what it likes, and that insists on being in step.

use super::seeded::Seeded;
use secateur::{Bounds, Eval, Game, Keyed, Meter, Score};

/// Knowledge that claims bounds here and there, which makes them part of the specification.
#[derive(Clone)]
pub(crate) struct Claims;

impl Eval<Seeded> for Claims {
    fn eval(&mut self, pos: &Seeded) -> Score {
        pos.eval()
    }
    fn bounds(&mut self, pos: &Seeded, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let (value, slack) = (pos.eval(), (pos.key() >> 32 & 3) as i32);
        if pos.moves().next().is_none() {
            return Bounds::NONE; // what the rules settle is not open to claims
        }
        match pos.key() >> 40 & 15 {
            0 => Bounds::at_least(value - slack),
            1 => Bounds::at_most(value + slack),
            2 | 3 => Bounds { lower: value - slack, upper: value + slack },
            4 => Bounds::exact(value),
            5 => Bounds::at_least(Score::win_in(3)),
            _ => Bounds::NONE,
        }
    }
}

/// Knowledge that must be kept in step.
pub(crate) struct InStep(pub(crate) Vec<u64>);

impl Eval<Seeded> for InStep {
    fn eval(&mut self, pos: &Seeded) -> Score {
        assert_eq!(self.0.last(), Some(&pos.key()));
        pos.eval()
    }
    fn push(&mut self, parent: &Seeded, m: Option<u16>, child: &Seeded) {
        assert_eq!(self.0.last(), Some(&parent.key()));
        assert_eq!(m.map(|m| parent.child(m).key()), Some(child.key()));
        self.0.push(child.key());
    }
    fn pop(&mut self) {
        self.0.pop();
    }
}
