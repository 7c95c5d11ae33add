//! What best-first searches keep of a node, as answers and records show it.

use crate::answer::ProofNumbers;
use secateur::best::{
    Amaf, Chances, Conspirators, Drawn, Interval, Numbers, Outcomes, Valued, Visited, Work,
};
use secateur::{Bounds, Score};

/// What a search says of a node. Scores are for its side to move, as the root sees them.
#[derive(Copy, Clone)]
pub(crate) struct Seen {
    /// The bounds of the value that are proven.
    pub(crate) bounds: Bounds,
    /// The value as it seems.
    pub(crate) value: Option<Score>,
    /// The pessimistic and the optimistic value.
    pub(crate) interval: Option<Bounds>,
    pub(crate) visits: Option<u64>,
    pub(crate) proof_numbers: Option<ProofNumbers>,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { bounds: Bounds::NONE, value: None, interval: None, visits: None, proof_numbers: None }
    }
}

/// The place of a win among the goals of [`secateur::best::OutcomeTree`], in its first tree and where only the winner is asked for.
const OUTCOME_OF_A_WIN: usize = 4;

/// A node's data as an answer shows it.
pub(crate) trait Shown {
    fn shown(&self, unit: i32) -> Seen;
}

impl Shown for Numbers {
    fn shown(&self, _: i32) -> Seen {
        let proof_numbers = ProofNumbers { proof: finite(self.phi), disproof: finite(self.delta) };
        Seen { bounds: self.bounds(), proof_numbers: Some(proof_numbers), ..Seen::default() }
    }
}

impl Shown for Outcomes {
    /// The numbers of a win, as long as it is asked for.
    fn shown(&self, _: i32) -> Seen {
        let (phi, delta) = self.numbers(OUTCOME_OF_A_WIN);
        let proof_numbers = Some(ProofNumbers { proof: finite(phi), disproof: finite(delta) });
        Seen { bounds: self.bounds, proof_numbers, ..Seen::default() }
    }
}

/// A proof number; none if it is infinite.
pub(crate) fn finite(number: u32) -> Option<u32> {
    (number != Numbers::INFINITE).then_some(number)
}

impl Shown for Valued {
    fn shown(&self, _: i32) -> Seen {
        Seen { bounds: self.bounds, value: Some(self.value), ..Seen::default() }
    }
}

impl Shown for Conspirators {
    fn shown(&self, _: i32) -> Seen {
        Seen { bounds: self.bounds, value: Some(self.value()), ..Seen::default() }
    }
}

impl Shown for Interval {
    fn shown(&self, _: i32) -> Seen {
        let middle = i32::midpoint(self.likely.lower.get(), self.likely.upper.get());
        let value = Some(Score::points(middle.clamp(-30_000, 30_000)));
        Seen { bounds: self.proven, value, interval: Some(self.likely), ..Seen::default() }
    }
}

impl Shown for Chances {
    fn shown(&self, _: i32) -> Seen {
        let value = Some(Score::points(self.mean().get().clamp(-30_000, 30_000)));
        Seen { bounds: self.proven, value, interval: Some(self.likely()), ..Seen::default() }
    }
}

impl Shown for Visited {
    /// The mean reward as the points that would have it.
    fn shown(&self, unit: i32) -> Seen {
        let mean = self.mean().clamp(-0.99, 0.99);
        let points = mean / (1.0 - mean.abs()) * f64::from(unit);
        let value = Some(Score::points(points.clamp(-15_000.0, 15_000.0) as i32));
        Seen { bounds: self.bounds, value, visits: Some(self.visits.into()), ..Seen::default() }
    }
}

impl Shown for Amaf {
    fn shown(&self, unit: i32) -> Seen {
        self.visited.shown(unit)
    }
}

impl Shown for Work {
    /// The games played out, and the balance of wins and losses in hundredths of a unit.
    fn shown(&self, unit: i32) -> Seen {
        let value = Some(Score::points(((2.0 * self.rate() - 1.0) * unit as f32) as i32));
        Seen { bounds: self.bounds(), value, visits: Some(self.games.into()), ..Seen::default() }
    }
}

impl Shown for Drawn {
    fn shown(&self, unit: i32) -> Seen {
        Seen { proof_numbers: self.numbers.shown(unit).proof_numbers, ..self.visited.shown(unit) }
    }
}
