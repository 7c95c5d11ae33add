//! Many players on one scale: the ratings that make the results of all their games likeliest.
//!
//! The model is that of E. Zermelo (1929), R. Bradley and M. Terry ("Rank analysis of incomplete block designs",
//! 1952): a player's expected share of the points against another is [`share`](super::share). A draw counts as half a win and half
//! a loss. When there are such ratings, and that they are then unique: L. Ford (1957); D. Hunter, "MM algorithms for
//! generalized Bradley-Terry models" (2004).
//!
//! ```
//! use secateur_lab::statistics::ratings::Tournament;
//!
//! let mut tournament = Tournament::new(["ann", "ben", "cem"].map(str::to_owned));
//! [(0, 1), (1, 2), (2, 0)].into_iter().for_each(|(winner, loser)| tournament.add(winner, loser, 3, 2));
//! let ratings = tournament.ratings().unwrap();
//! assert!(ratings.iter().all(|rating| rating.elo.abs() < 1e-9), "each beat the next");
//!
//! tournament.add(0, 1, 144, 96);
//! let ratings = tournament.ratings().unwrap();
//! assert!(ratings[0].elo > 50.0 && ratings[1].elo < -50.0);
//! ```

use super::ELO;
use std::fmt;

/// The most steps: enough for the ratings of any tournament; most take five.
const STEPS: usize = 200;
/// Done when no rating moves by more, in units of the logarithm of the odds.
const STILL: f64 = 1e-12;

/// The points that players made against each other.
#[derive(Clone, Debug)]
pub struct Tournament {
    names: Vec<String>,
    /// The half points of the first player against the second, row by row.
    half_points: Vec<u64>,
}

/// A player's strength.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating {
    /// The rating in Elo; the mean over all players is 0.
    pub elo: f64,
    /// The standard deviation of that, in Elo, from the curvature of the likelihood (R. Fisher). Games are taken for
    /// won or lost: with many draws, errors are smaller than that.
    pub error: f64,
}

/// The reason why results do not determine the players' strengths. Printed, it is a sentence with their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undetermined {
    /// There are fewer than two players.
    NoOthers,
    /// These have not played against any of the others.
    Apart(Vec<String>),
    /// These made every point in their games against the others: there is no telling how much stronger they are. It
    /// may be one with wins only, or all but one with losses only.
    Unbeaten(Vec<String>),
}

impl Tournament {
    /// Players who have not played yet. They are referred to by their number in this list, from 0.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        Tournament { half_points: vec![0; names.len().pow(2)], names }
    }

    /// Adds games between two players, and how many half points the first made in them. More than two a game are
    /// taken for two.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    pub fn add(&mut self, first: usize, second: usize, half_points: u64, games: u64) {
        let n = self.names.len();
        assert!(first < n && second < n, "players are numbered from 0 to {}", n.saturating_sub(1));
        let made = half_points.min(2 * games);
        self.half_points[first * n + second] += made;
        self.half_points[second * n + first] += 2 * games - made;
    }

    /// Points of one player against another.
    fn points(&self, of: usize, against: usize) -> f64 {
        // What somebody makes against himself tells nothing.
        if of == against { 0.0 } else { self.half_points[of * self.names.len() + against] as f64 / 2.0 }
    }

    /// Everybody's rating, in the order of the names. Newton's method, each step shortened until it makes the
    /// results likelier. The cost is the cube of the number of players,
    /// some five times.
    ///
    /// # Errors
    ///
    /// If the results do not determine the ratings: whose they leave open.
    pub fn ratings(&self) -> Result<Vec<Rating>, Undetermined> {
        self.check()?;
        let n = self.names.len();
        let mut strengths = vec![0.0; n];
        let mut likelihood = self.likelihood(&strengths);
        for _ in 0..STEPS {
            let [step] = solve(self.information(&strengths), [self.lacking(&strengths)]);
            let mut part = 1.0;
            let (next, better) = loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, d)| s + part * d).collect();
                let better = self.likelihood(&next);
                // The last steps are lost in rounding.
                if better >= likelihood - 1e-12 * likelihood.abs() {
                    break (next, better);
                }
                part /= 2.0;
            };
            (strengths, likelihood) = (next, better);
            if step.iter().all(|d| d.abs() <= STILL) {
                break;
            }
        }
        let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
        let inverse = solve(self.information(&strengths), (0..n).map(unit).collect::<Vec<_>>());
        let rating = |i: usize| {
            // What was added to hold the mean is not known of anybody.
            let variance = inverse[i][i] - 1.0 / (n * n) as f64;
            Rating { elo: ELO * strengths[i], error: ELO * variance.max(0.0).sqrt() }
        };
        Ok((0..n).map(rating).collect())
    }

    /// The logarithm of how likely the points are.
    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let of = |i: usize, j: usize| -self.points(i, j) * (strengths[j] - strengths[i]).exp().ln_1p();
        self.couples().map(|(i, j)| of(i, j) + of(j, i)).sum()
    }

    /// The points each player made beyond those that the strengths promise.
    fn lacking(&self, strengths: &[f64]) -> Vec<f64> {
        let mut lacking = vec![0.0; strengths.len()];
        for (i, j) in self.couples() {
            let (made, games) = (self.points(i, j), self.points(i, j) + self.points(j, i));
            let more = made - games * expected(strengths[i] - strengths[j]);
            lacking[i] += more;
            lacking[j] -= more;
        }
        lacking
    }

    /// Returns the curvature of the likelihood: Fisher's information, row by row. It knows nothing of the mean,
    /// which is held at 0 by a term of its own.
    fn information(&self, strengths: &[f64]) -> Vec<f64> {
        let n = strengths.len();
        let mut information = vec![1.0; n * n];
        for (i, j) in self.couples() {
            let p = expected(strengths[i] - strengths[j]);
            let known = (self.points(i, j) + self.points(j, i)) * p * (1.0 - p);
            information[i * n + i] += known;
            information[j * n + j] += known;
            information[i * n + j] -= known;
            information[j * n + i] -= known;
        }
        information
    }

    /// Every two players, once.
    fn couples(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.names.len();
        (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
    }

    /// Ratings exist if, and only if, there is a chain of points from everybody to everybody (Ford 1957).
    fn check(&self) -> Result<(), Undetermined> {
        let n = self.names.len();
        if n < 2 {
            return Err(Undetermined::NoOthers);
        }
        let scored = |i: usize, j: usize| self.points(i, j) > 0.0;
        let named = |chosen: &[bool], which: bool| -> Vec<String> {
            (0..n).filter(|&i| chosen[i] == which).map(|i| self.names[i].clone()).collect()
        };
        let together = reached(n, 0, |i, j| scored(i, j) || scored(j, i));
        if together.contains(&false) {
            return Err(Undetermined::Apart(named(&together, true)));
        }
        // Who is not reached has not lost a point to those who are, nor has anybody who is not among them.
        let below = reached(n, 0, scored);
        if below.contains(&false) {
            return Err(Undetermined::Unbeaten(named(&below, false)));
        }
        let above = reached(n, 0, |i, j| scored(j, i));
        if above.contains(&false) {
            return Err(Undetermined::Unbeaten(named(&above, true)));
        }
        Ok(())
    }
}

/// The share of the points that this lead makes, in units of the logarithm of the odds.
fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns the players that can be reached from the start by steps that are allowed.
fn reached(n: usize, start: usize, step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let (mut seen, mut left) = (vec![false; n], vec![start]);
    seen[start] = true;
    while let Some(i) = left.pop() {
        for (j, seen) in seen.iter_mut().enumerate() {
            if !*seen && step(i, j) {
                *seen = true;
                left.push(j);
            }
        }
    }
    seen
}

/// Solves linear equations with a symmetric, positive matrix, given row by row, for each of the right sides: Gauss's
/// elimination, which needs no search for pivots then.
fn solve<R: AsMut<[Vec<f64>]>>(mut matrix: Vec<f64>, mut sides: R) -> R {
    let n = matrix.len().isqrt();
    for k in 0..n {
        for i in k + 1..n {
            let factor = matrix[i * n + k] / matrix[k * n + k];
            for j in k..n {
                matrix[i * n + j] -= factor * matrix[k * n + j];
            }
            sides.as_mut().iter_mut().for_each(|side| side[i] -= factor * side[k]);
        }
    }
    for side in sides.as_mut() {
        for k in (0..n).rev() {
            let known: f64 = (k + 1..n).map(|j| matrix[k * n + j] * side[j]).sum();
            side[k] = (side[k] - known) / matrix[k * n + k];
        }
    }
    sides
}

impl fmt::Display for Undetermined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undetermined::NoOthers => f.write_str("there are no two players, expected games between several"),
            Undetermined::Apart(names) => {
                write!(f, "nobody else has played against {}, expected games between all", names.join(", "))
            }
            Undetermined::Unbeaten(names) => write!(
                f,
                "every point against the others was made by {}: how much stronger that is, results do not tell, expected \
                 half a point for another at least",
                names.join(", ")
            ),
        }
    }
}

impl std::error::Error for Undetermined {}

#[cfg(test)]
mod tests {
    use super::super::share;
    use super::*;
    use proptest::prelude::*;

    fn of(n: usize, games: &[(usize, usize, u64, u64)]) -> Tournament {
        let mut tournament = Tournament::new((0..n).map(|i| format!("p{i}")));
        games.iter().for_each(|&(i, j, half_points, games)| tournament.add(i, j, half_points, games));
        tournament
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_tells() {
        let ratings = of(2, &[(0, 1, 128, 100)]).ratings().unwrap();
        let apart = super::super::elo(0.64).unwrap();
        assert!((ratings[0].elo - apart / 2.0).abs() < 1e-9 && (ratings[1].elo + apart / 2.0).abs() < 1e-9);
        // Half the error of the difference: 1 / sqrt(games p (1 - p)) in units of the logarithm of the odds.
        let error = ELO / 2.0 / (100.0_f64 * 0.64 * 0.36).sqrt();
        assert!(ratings.iter().all(|rating| (rating.error - error).abs() < 1e-9));
    }

    #[test]
    fn as_computed_elsewhere() {
        let games = [(0, 1, 13, 10), (0, 2, 30, 20), (1, 2, 11, 8), (2, 3, 9, 6), (0, 3, 7, 4)];
        let ratings = of(4, &games).ratings().unwrap();
        // mpmath 1.3 with 40 digits: the root of the equations of likelihood, and the pseudo-inverse of the information.
        let expected = [
            (165.794_896_983_60, 59.263_985_263_13),
            (77.965_168_266_47, 73.421_442_744_72),
            (-33.184_434_727_47, 54.025_809_498_05),
            (-210.575_630_522_61, 108.486_330_635_67),
        ];
        for (rating, (elo, error)) in ratings.iter().zip(expected) {
            assert!((rating.elo - elo).abs() < 1e-9 && (rating.error - error).abs() < 1e-9, "{rating:?}");
        }
    }

    #[test]
    fn what_results_do_not_tell_is_said() {
        let why = |n, games: &[_]| of(n, games).ratings().unwrap_err();
        let names = |numbers: &[usize]| numbers.iter().map(|i| format!("p{i}")).collect::<Vec<_>>();
        assert_eq!(why(1, &[]), Undetermined::NoOthers);
        assert_eq!(why(2, &[]), Undetermined::Apart(names(&[0])));
        assert_eq!(why(4, &[(0, 1, 1, 1), (2, 3, 1, 1)]), Undetermined::Apart(names(&[0, 1])));
        assert_eq!(why(2, &[(0, 1, 6, 3)]), Undetermined::Unbeaten(names(&[0])));
        assert_eq!(why(3, &[(0, 1, 3, 3), (0, 2, 0, 1), (1, 2, 0, 2)]), Undetermined::Unbeaten(names(&[2])));
        // One who lost everything: the others made every point.
        assert_eq!(why(3, &[(0, 1, 3, 3), (0, 2, 2, 1)]), Undetermined::Unbeaten(names(&[0, 1])));
        assert_eq!(
            why(4, &[(0, 1, 1, 1), (2, 3, 1, 1), (1, 2, 6, 3)]).to_string(),
            "every point against the others was made by p0, p1: how much stronger that is, results do not tell, \
             expected half a point for another at least"
        );
        // Half a point is enough.
        let ratings = of(2, &[(0, 1, 2_000_000_001, 1_000_000_001)]).ratings().unwrap();
        assert!(
            (ratings[0].elo - super::super::elo(2_000_000_001.0 / 2_000_000_002.0).unwrap() / 2.0).abs()
                < 1e-3
        );
    }

    proptest! {
        #[test]
        fn points_are_those_expected(n in 2usize..8, games in prop::collection::vec((0usize..8, 0usize..8, 1u64..20), 1..30)) {
            let mut tournament = of(n, &[]);
            for (i, j, half_points) in games {
                tournament.add(i % n, j % n, half_points, 10);
            }
            let Ok(ratings) = tournament.ratings() else { return Ok(()) };
            prop_assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
            for i in 0..n {
                let others = || (0..n).filter(|&j| j != i);
                let made: f64 = others().map(|j| tournament.points(i, j)).sum();
                let expected: f64 = others()
                    .map(|j| {
                        let games = tournament.points(i, j) + tournament.points(j, i);
                        games * share(ratings[i].elo - ratings[j].elo)
                    })
                    .sum();
                prop_assert!((made - expected).abs() < 1e-6, "{} {}", made, expected);
                prop_assert!(ratings[i].error.is_finite() && ratings[i].error > 0.0);
            }
        }
    }
}
