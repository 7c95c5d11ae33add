//! The sequential probability ratio test: games are played until one of two hypotheses is likelier by far.
//!
//! After every game or pair, the logarithm of a likelihood ratio is compared with two bounds (A. Wald, "Sequential
//! Tests of Statistical Hypotheses", 1945). A hypothesis on Elo does not say how often games are drawn, or how
//! results of pairs vary; each gets the likeliest distribution of which it is true: the *generalised* ratio (M. Van
//! den Bergh, "The generalized sequential probability ratio test for chess", 2019).
//!
//! ```
//! use secateur_lab::statistics::MatchScore;
//! use secateur_lab::statistics::sprt::{Model, Sprt, Verdict};
//!
//! let test = Sprt::new([0.0, 10.0], [0.05, 0.05], Model::Logistic).unwrap();
//! let (low, high) = test.bounds();
//! assert!((high - 2.944).abs() < 1e-3 && low == -high);
//! assert_eq!(test.verdict(&MatchScore::default()), Verdict::Continue);
//! assert_eq!(test.verdict(&MatchScore::of_pairs([10, 100, 600, 200, 30])), Verdict::AcceptH1);
//! assert_eq!(test.verdict(&MatchScore::of_pairs([30, 200, 600, 100, 10])), Verdict::AcceptH0);
//! ```

use super::likelihood::Counts;
use super::{MatchScore, NORMALISED_ELO, share};
use secateur_games::Unreadable;
use std::fmt;

/// The largest difference that a hypothesis may speak of, in Elo of either kind.
pub const MOST: f64 = 500.0;

/// The kind of Elo that the hypotheses are in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// The common one: a share of the points.
    #[default]
    Logistic,
    /// A share of the points beyond one half, in standard deviations of a game's result. How many games a test
    /// takes then depends little on how many are drawn.
    Normalised,
}

/// The verdict of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is as small as the first hypothesis says, or smaller.
    AcceptH0,
    /// The difference is as large as the second says, or larger.
    AcceptH1,
    /// There are not enough games to decide.
    Continue,
}

/// A test of two hypotheses, H0 and H1, on how much stronger the first contender is.
///
/// Printed, it is a sentence that says what it tests, and when it may stop.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    elo: [f64; 2],
    errors: [f64; 2],
    model: Model,
}

impl Sprt {
    /// A test of the lower difference in Elo against the higher one. It accepts H1 where H0 is true with a
    /// probability of the first error at most, and H0 where H1 is true with that of the second, nearly: by the last
    /// game the ratio goes a little beyond its bound, which makes errors rarer, and the true distribution of results
    /// is not known, which makes short tests less exact.
    ///
    /// # Errors
    ///
    /// One sentence if a difference is no number from -500 to 500, the first is not the lower one, or a probability
    /// does not lie between 0 and 0.5.
    pub fn new(elo: [f64; 2], errors: [f64; 2], model: Model) -> Result<Self, Unreadable> {
        for (name, elo) in ["elo0", "elo1"].into_iter().zip(elo) {
            if !(-MOST..=MOST).contains(&elo) {
                return Err(Unreadable(format!("{name} is {elo}, expected Elo from {} to {MOST}", -MOST)));
            }
        }
        let [low, high] = elo;
        if low >= high {
            return Err(Unreadable(format!(
                "elo0 is {low} and elo1 is {high}, expected elo0 to be the lower one"
            )));
        }
        for (name, error) in ["alpha", "beta"].into_iter().zip(errors) {
            if !(error > 0.0 && error < 0.5) {
                let expected = "expected a probability above 0 and below 0.5";
                return Err(Unreadable(format!("{name} is {error}, {expected}")));
            }
        }
        Ok(Sprt { elo, errors, model })
    }

    /// The bounds of the logarithm of the ratio: at the first or below, H0 is accepted, at the second or
    /// above, H1. Source: A. Wald (1945).
    pub fn bounds(&self) -> (f64, f64) {
        let [alpha, beta] = self.errors;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The natural logarithm of how many times likelier the results are under H1 than under H0: 0 without games, and
    /// always finite.
    ///
    /// Pairs, and games played singly, each have a distribution of their own. A kind of result that never came counts
    /// as a thousandth of an observation, among results of which there are any. The cost is that of some hundred
    /// divisions, in normalised Elo of some ten thousand.
    pub fn llr(&self, score: &MatchScore) -> f64 {
        let pairs = Counts::new(&score.pairs()).map_or(0.0, |counts| self.ratio(&counts, 2.0));
        let singles = Counts::new(&score.singles()).map_or(0.0, |counts| self.ratio(&counts, 1.0));
        pairs + singles
    }

    /// Returns the log likelihood ratio of one kind of observation, of `games` games.
    fn ratio<const N: usize>(&self, counts: &Counts<N>, games: f64) -> f64 {
        let [low, high] = self.elo.map(|elo| match self.model {
            Model::Logistic => counts.loss_at_mean(share(elo)),
            Model::Normalised => counts.loss_at_deviations(elo / NORMALISED_ELO * games.sqrt()),
        });
        low - high
    }

    /// Returns the verdict after these games.
    pub fn verdict(&self, score: &MatchScore) -> Verdict {
        let ((low, high), ratio) = (self.bounds(), self.llr(score));
        match ratio {
            _ if ratio <= low => Verdict::AcceptH0,
            _ if ratio >= high => Verdict::AcceptH1,
            _ => Verdict::Continue,
        }
    }

    /// Returns the average number of games of the test, from its beginning, if this much Elo, of the test's own kind,
    /// is the truth and results vary as in these games. None if they do not vary; in normalised Elo it does not matter.
    ///
    /// It is the approximation of A. Wald (1945), for small differences: the ratio is taken for a Brownian motion
    /// that ends exactly at a bound. Tests take somewhat longer, the more so the fewer games they take.
    pub fn expected_games(&self, truth: f64, score: &MatchScore) -> Option<f64> {
        let deviation = match self.model {
            Model::Logistic => Some(score.deviation()?),
            Model::Normalised => None,
        };
        // All in standard deviations of a game's result.
        let away = |elo: f64| match deviation {
            Some(deviation) => (share(elo) - 0.5) / deviation,
            None => elo / NORMALISED_ELO,
        };
        let [h0, h1] = self.elo.map(away);
        let variance = (h1 - h0).powi(2);
        let drift = (h1 - h0) * (away(truth) - 0.5 * (h0 + h1));
        let (low, high) = self.bounds();
        let pull = 2.0 * drift / variance;
        // In the middle the general formula divides zero by zero.
        if (pull * (high - low)).abs() < 1e-6 {
            return Some(-low * high / variance);
        }
        // The same quotient twice: neither has an exponential that grows without bound above and below the line.
        let accepts_h1 = match pull > 0.0 {
            true => (pull * low).exp_m1() / (pull * (low - high)).exp_m1(),
            false => (-pull * low).exp_m1() / ((-pull * low).exp_m1() - (-pull * high).exp_m1()),
        };
        Some((high * accepts_h1 + low * (1.0 - accepts_h1)) / drift)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalised => "normalised",
        })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo: [low, high], errors: [alpha, beta], model } = self;
        let (stop_low, stop_high) = self.bounds();
        write!(
            f,
            "H0, Elo {low:+}, against H1, Elo {high:+} ({model}): stops with H0 at a log likelihood ratio of \
             {stop_low:.2} or below, with H1 at {stop_high:.2} or above; accepts H1 wrongly in about {} % of cases, H0 \
             in {} %",
            percent(*alpha),
            percent(*beta)
        )
    }
}

/// A probability in per cent, without the dust of binary fractions.
fn percent(part: f64) -> f64 {
    (part * 1e8).round() / 1e6
}

#[cfg(test)]
mod tests;
