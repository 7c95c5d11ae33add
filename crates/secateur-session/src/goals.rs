//! Goals of a proof: values on a game's own scale, as scores.

use crate::play::is_over;
use secateur::{Bounds, Score};
use secateur_games::{Notation, Scale, Unreadable};

/// A score as it is seen `plies` plies further down: a win is nearer there.
pub(crate) fn further(score: Score, plies: u32) -> Score {
    let plies = plies as i32;
    match score.is_decisive() {
        true if score > Score::DRAW => score.offset(plies),
        true => score.offset(-plies),
        false => score,
    }
}

/// The values that a position can have.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Values {
    pub(crate) scale: Scale,
    draws: bool,
    /// The most plies to the end of the game.
    longest: u32,
}

impl Values {
    pub(crate) fn of<G: Notation>(pos: &G) -> Values {
        let longest = pos.plies_left().unwrap_or(Score::MAX_DISTANCE);
        Values { scale: G::SCALE, draws: G::DRAWS, longest }
    }

    /// What bounds say: no value lies between a draw and the slowest win, nor is there a draw in each game.
    pub(crate) fn sharpened(self, Bounds { lower, upper }: Bounds) -> Bounds {
        Bounds { lower: self.least_from(lower), upper: -self.least_from(-upper) }
    }

    /// The least value that is no less than this.
    fn least_from(self, score: Score) -> Score {
        let slowest = Score::win_in(self.longest);
        match self.scale {
            Scale::Soonest if score <= -slowest || score >= slowest => score,
            Scale::Soonest if self.draws && score <= Score::DRAW => Score::DRAW,
            Scale::Soonest => slowest,
            _ if !self.draws && score == Score::DRAW => score.next(),
            _ => score,
        }
    }

    /// The least score to ask for next, who wins before how much; none once all is known that values on this scale say.
    pub(crate) fn next_goal(self, Bounds { lower, upper }: Bounds) -> Option<Score> {
        let is_open = |goal: Score| lower < goal && goal <= upper;
        let asked_first = [Score::DRAW + 1, Score::DRAW].into_iter().find(|&goal| is_open(goal));
        if asked_first.is_some() || lower >= upper || self.scale == Scale::Winner {
            return asked_first;
        }
        let distance = upper.get() - lower.get();
        Some(lower.offset((distance + 1) / 2))
    }
}

/// The least score that a value on the game's own scale stands for.
pub(crate) fn score_of<G: Notation>(pos: &G, value: i32) -> Result<Score, Unreadable> {
    let plies = || (u32::from(!is_over(pos)), pos.plies_left().unwrap_or(Score::MAX_DISTANCE));
    least_score(G::SCALE, value, &plies, &|score| pos.value(score))
}

/// The same where scores have these values, and the game can last for as few and as many plies as this.
fn least_score(
    scale: Scale,
    value: i32,
    plies: &dyn Fn() -> (u32, u32),
    value_of: &dyn Fn(Score) -> i32,
) -> Result<Score, Unreadable> {
    let expected = |what: &str| Err(Unreadable(format!("the goal is {value}, expected {what}")));
    match (scale, value) {
        (Scale::Winner | Scale::Soonest, 0) => Ok(Score::DRAW),
        (Scale::Winner | Scale::Soonest, 1) => Ok(Score::DRAW + 1),
        (Scale::Winner, _) => expected("1 for a win or 0 for a draw"),
        (Scale::Soonest, value) => {
            let (least, most) = plies();
            let reaches = |&score: &Score| value_of(score) >= value;
            let found = match value > 0 {
                true => (least..=most).rev().map(Score::win_in).find(reaches),
                false => (least..=most).map(Score::loss_in).find(reaches),
            };
            found.map_or_else(|| expected("a value that can be reached"), Ok)
        }
        (Scale::Points, _) => {
            let (mut low, mut high) = (-30_999, 30_999);
            if value_of(Score::points(high)) < value || value_of(Score::points(low)) > value {
                return expected("a value that can be reached");
            }
            while low < high {
                let middle = low + (high - low) / 2;
                if value_of(Score::points(middle)) >= value { high = middle } else { low = middle + 1 }
            }
            Ok(Score::points(low))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Bounds = Bounds::NONE;

    /// All goals that are asked, one after the other, of a position of this value.
    fn asked(values: Values, value: Score) -> Vec<i32> {
        let (mut bounds, mut goals) = (NONE, Vec::new());
        while let Some(goal) = values.next_goal(bounds) {
            goals.push(goal.get());
            let found = if value >= goal { Bounds::at_least(goal) } else { Bounds::at_most(goal.prev()) };
            let Bounds { lower, upper } = values.sharpened(found);
            bounds = Bounds { lower: bounds.lower.max(lower), upper: bounds.upper.min(upper) };
            assert!((bounds.lower..=bounds.upper).contains(&value), "{bounds:?} of {value:?}");
        }
        goals
    }

    /// Whatever the value, it is found, and by no more questions than there are wins to tell apart.
    #[test]
    fn no_goal_lies_where_no_value_does() {
        for longest in [1, 2, 7, 42, Score::MAX_DISTANCE] {
            for draws in [false, true] {
                let values = Values { scale: Scale::Soonest, draws, longest };
                let wins = (1..=longest).map(Score::win_in);
                let all = wins.clone().chain(wins.map(|win| -win)).chain(draws.then_some(Score::DRAW));
                for value in all {
                    let goals = asked(values, value);
                    let apart = goals.iter().filter(|goal| goal.abs() > 1).count() as u32;
                    assert!(
                        apart <= (longest + 1).next_power_of_two().ilog2() + 1,
                        "{goals:?} for {value:?}"
                    );
                    let few = goals
                        .iter()
                        .all(|&goal| goal.abs() <= 1 || goal.abs() >= Score::WIN.get() - longest as i32);
                    assert!(few, "{goals:?} for {value:?}");
                }
            }
        }
    }
}
