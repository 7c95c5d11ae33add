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

/// What bounds say of a game that can be drawn, or cannot.
pub(crate) fn sharpened(draws: bool, Bounds { lower, upper }: Bounds) -> Bounds {
    let is_even = |score| !draws && score == Score::DRAW;
    Bounds {
        lower: if is_even(lower) { lower.next() } else { lower },
        upper: if is_even(upper) { upper.prev() } else { upper },
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
