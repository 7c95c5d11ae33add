//! The loss of likelihood of results under a hypothesis, compared with the best one.
//!
//! A hypothesis says one thing of a distribution over a few kinds of results: its mean, or how far the mean lies
//! from one half in standard deviations. Among the distributions of which it is true, the one that makes the results
//! likeliest is found, by the method of Lagrange; it is that of empirical likelihood (A. Owen, 1988). Its use in
//! tests of games: M. Van den Bergh, "The generalized sequential probability ratio test for chess" (2019), and
//! "Normalized Elo" (2020).

/// The part of an observation that a kind which never came counts as. Without it no distribution over the kinds that came
/// need have the mean of the hypothesis, and the likelihood of a match won outright would be no number.
const NEVER: f64 = 1e-3;
/// The most steps: enough for any root here; most take ten.
const STEPS: usize = 200;
/// The number of parts of its range in which the second moment is looked for.
const PARTS: i32 = 24;
/// The number of times a part is halved to find the second moment. The likelihood is flat there, so that an
/// error counts by its square.
const HALVINGS: usize = 30;

/// The counts of each kind of result: the first made no point, the last all of them, evenly spaced.
#[derive(Clone, Debug)]
pub(super) struct Counts<const N: usize>([f64; N]);

impl<const N: usize> Counts<N> {
    /// None if there is nothing.
    pub(super) fn new(counts: &[u64; N]) -> Option<Self> {
        let regular = counts.map(|n| if n == 0 { NEVER } else { n as f64 });
        counts.iter().any(|&n| n > 0).then_some(Counts(regular))
    }

    /// The parts of the points, from -1/2 to 1/2 about one half.
    fn values() -> [f64; N] {
        std::array::from_fn(|i| i as f64 / (N as f64 - 1.0) - 0.5)
    }

    /// Returns the loss in the logarithm of the likelihood if the mean has to be this: above 0 and below 1.
    pub(super) fn loss_at_mean(&self, mean: f64) -> f64 {
        let off = Self::values().map(|value| value - (mean - 0.5));
        self.loss(&off, self.tilt(&off))
    }

    /// Returns that loss if the mean has to lie `t` standard deviations above one half, at most 2 or so.
    ///
    /// With `b` for values about one half and `u = t / sqrt(1 + t^2)`, the condition is `E[b] = u sqrt(E[b^2])`. For
    /// a given root `r` of the second moment it is linear: `E[b - u (b^2 / r + r) / 2] = 0`, and the square root lies
    /// below its tangents, so that what is stationary in `r` as well solves the whole. That is where the `r` found
    /// is the `r` assumed. Where results fall far short of the hypothesis there may be several such: a few large wins
    /// make up for it, or many small ones. The likeliest counts.
    pub(super) fn loss_at_deviations(&self, t: f64) -> f64 {
        let values = Self::values();
        let u = t / (1.0 + t * t).sqrt();
        let off = |r: f64| values.map(|b| b - u * (b * b / r + r) / 2.0);
        let total: f64 = self.0.iter().sum();
        let finds_more = |r: f64| {
            let off = off(r);
            let tilt = self.tilt(&off);
            let kinds = self.0.iter().zip(&off).zip(&values);
            let second: f64 = kinds.map(|((n, c), b)| n / total * b * b / (1.0 + tilt * c)).sum();
            second > r * r
        };
        // At the lower end the smallest win does for all and more is found, at the upper one, the largest, less.
        let narrow = u.abs() / (1.0 + (1.0 - u * u).sqrt());
        let least = (narrow * values.into_iter().find(|&b| b > 0.0).unwrap_or(0.5)).max(1e-9);
        let border = |part: i32| least * (0.5 / least).powf(f64::from(part) / f64::from(PARTS));
        let (mut loss, mut more) = (f64::INFINITY, true);
        for part in 1..=PARTS {
            let more_before = std::mem::replace(&mut more, part < PARTS && finds_more(border(part)));
            if !more_before || more {
                continue;
            }
            let (mut low, mut high) = (border(part - 1), border(part));
            for _ in 0..HALVINGS {
                let r = 0.5 * (low + high);
                if finds_more(r) { low = r } else { high = r }
            }
            let off = off(0.5 * (low + high));
            loss = loss.min(self.loss(&off, self.tilt(&off)));
        }
        loss
    }

    /// The multiplier at which the likeliest distribution, `n / (1 + tilt c)` but for a factor, makes the mean of
    /// the `off` zero: there are some above and some below.
    fn tilt(&self, off: &[f64; N]) -> f64 {
        // Every probability has to be positive.
        let (least, most) = off.iter().fold((0.0_f64, 0.0_f64), |(a, b), &c| (a.min(c), b.max(c)));
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let (mut at, mut width) = (0.0, high - low);
        for _ in 0..STEPS {
            let (mut value, mut slope) = (0.0, 0.0);
            for (n, c) in self.0.iter().zip(off) {
                let part = c / (1.0 + at * c);
                value += n * part;
                slope -= n * part * part;
            }
            // It falls from plus to minus infinity.
            if value > 0.0 {
                low = at
            } else {
                high = at
            }
            let step = -value / slope;
            if step.abs() <= 1e-15 * at.abs() + 1e-16 {
                break;
            }
            // Newton's step where it is small or the last one was good, halving where it is not.
            let (last, newton) = (width, at + step);
            width = high - low;
            let trusted = width < 0.5 * last || step.abs() < 0.25 * width;
            at = if trusted && low < newton && newton < high { newton } else { 0.5 * (low + high) };
        }
        at
    }

    fn loss(&self, off: &[f64; N], tilt: f64) -> f64 {
        self.0.iter().zip(off).map(|(n, c)| n * (tilt * c).ln_1p()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn off(counts: &Counts<5>, tilt: f64, off: [f64; 5]) -> ([f64; 5], f64) {
        let total: f64 = counts.0.iter().sum();
        let parts = std::array::from_fn(|i| counts.0[i] / total / (1.0 + tilt * off[i]));
        (parts, parts.iter().zip(off).map(|(p, c)| p * c).sum())
    }

    proptest! {
        #[test]
        fn the_tilt_makes_a_distribution_that_fits(n: [u32; 5], mean in 0.06..0.94) {
            let Some(counts) = Counts::new(&n.map(u64::from)) else { return Ok(()) };
            let values = Counts::<5>::values().map(|value| value + 0.5 - mean);
            let (parts, mean) = off(&counts, counts.tilt(&values), values);
            prop_assert!(parts.iter().all(|&p| p > 0.0), "{parts:?}");
            prop_assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-6 && mean.abs() < 1e-6, "{parts:?}");
        }

        #[test]
        fn nothing_is_lost_at_the_best_and_more_the_farther_off(n: [u8; 5], away in 0.01..0.2_f64) {
            let Some(counts) = Counts::new(&n.map(u64::from)) else { return Ok(()) };
            let total: f64 = counts.0.iter().sum();
            let values = Counts::<5>::values();
            let mean: f64 = values.iter().zip(counts.0).map(|(b, n)| b * n / total).sum();
            let second: f64 = values.iter().zip(counts.0).map(|(b, n)| b * b * n / total).sum();
            let t = mean / (second - mean * mean).sqrt();
            prop_assert!(counts.loss_at_mean(mean + 0.5).abs() < 1e-7);
            prop_assume!(t.abs() < 1.5);
            let at = |far: f64| counts.loss_at_deviations(t + far);
            prop_assert!(at(0.0).abs() < 1e-7, "{}", at(0.0));
            for away in [away, -away] {
                prop_assert!(0.0 < at(away) && at(away) < at(2.0 * away), "{counts:?} {away}");
            }
        }
    }

    #[test]
    fn no_game_no_counts() {
        assert!(Counts::new(&[0; 3]).is_none());
        assert_eq!(Counts::new(&[0, 2, 0]).map(|counts| counts.0), Some([NEVER, 2.0, NEVER]));
    }
}
