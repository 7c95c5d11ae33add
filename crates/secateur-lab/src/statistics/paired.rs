//! The ratio of two measurements of the same things.
//!
//! Costs of searches differ by orders of magnitude from position to position, and much less by the method of search.
//! So costs are compared position by position, as logarithms of ratios, whose mean is the logarithm of the geometric
//! mean ratio. How sure that is comes from Student's distribution (W. Gosset, 1908).

/// The ratio of what one thing takes to what another takes: a geometric mean over pairs.
///
/// ```
/// use secateur_lab::statistics::paired::Ratio;
///
/// let ratio = Ratio::of([(20.0, 10.0), (45.0, 10.0), (4.0, 2.0), (6.0, 2.0)]).unwrap();
/// assert!((ratio.mean - 54f64.powf(0.25)).abs() < 1e-12); // 2, 4.5, 2 and 3 times as much
/// let (low, high) = ratio.interval.unwrap();
/// assert!(1.0 < low && low < ratio.mean && ratio.mean < high);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    /// The interval in which it lies with 95 per cent probability; none of a single pair.
    pub interval: Option<(f64, f64)>,
    /// The probability of such a mean or a larger one if neither took more: a one-sided t-test. 1 of a single pair.
    pub worse: f64,
    /// The number of pairs.
    pub pairs: usize,
}

impl Ratio {
    /// Returns the ratio of the first to the second of each pair, all above zero; none without pairs.
    pub fn of(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Ratio> {
        let logarithms: Vec<f64> = pairs.into_iter().map(|(one, other)| (one / other).ln()).collect();
        let pairs = logarithms.len();
        let n = pairs as f64;
        let mean = logarithms.iter().sum::<f64>() / n;
        let squares: f64 = logarithms.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        let (interval, worse) = match pairs {
            0 => return None,
            1 => (None, 1.0),
            _ => {
                let reach = within_95(n - 1.0) * error;
                // Where nothing varies, any difference is one.
                let worse = match mean {
                    mean if error > 0.0 => beyond(mean / error, n - 1.0),
                    mean if mean > 0.0 => 0.0,
                    _ => 1.0,
                };
                (Some(((mean - reach).exp(), (mean + reach).exp())), worse)
            }
        };
        Some(Ratio { mean: mean.exp(), interval, worse, pairs })
    }
}

/// Returns the probability that a number by Student's distribution with this many degrees of freedom is above `t`.
fn beyond(t: f64, freedom: f64) -> f64 {
    let half = 0.5 * beta(0.5 * freedom, 0.5, freedom / (freedom + t * t), t * t / (freedom + t * t));
    if t >= 0.0 { half } else { 1.0 - half }
}

/// Student's distribution has 95 per cent within this distance of zero.
fn within_95(freedom: f64) -> f64 {
    let (mut low, mut high) = (1.0, 13.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if beyond(middle, freedom) > 0.025 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// The regularised incomplete beta function I_x(a, b), where `y` is 1 - x, by the continued fraction of its textbook form (M. Abramowitz
/// and I. Stegun, 1964, 26.5.8), evaluated from the front (W. Lentz, 1976).
fn beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction settles fast on this side alone.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(b, a, y, x);
    }
    let front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * x.ln() + b * y.ln();
    let not_zero = |y: f64| if y.abs() < 1e-300 { 1e-300 } else { y };
    let (mut c, mut d) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..300 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for part in [even, odd] {
            d = 1.0 / not_zero(1.0 + part * d);
            c = not_zero(1.0 + part / c);
            step = c * d;
            fraction *= step;
        }
        if (step - 1.0).abs() < 1e-16 {
            break;
        }
    }
    front.exp() * fraction / a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_distribution() {
        // mpmath 1.3, `betainc` with 30 digits.
        for (t, freedom, expected) in [
            (1.0, 1.0, 0.25),
            (2.0, 5.0, 0.050_969_739_414_929_18),
            (3.5, 23.0, 0.000_964_030_276_213_750_6),
            (12.5, 4.0, 0.000_117_808_023_446_349_9),
            (0.01, 7.0, 0.496_150_158_821_810_9),
            (40.0, 2.0, 0.000_312_207_336_092_370_3),
        ] {
            assert!((beyond(t, freedom) / expected - 1.0).abs() < 1e-12, "{t} {freedom}");
            assert!((beyond(-t, freedom) - (1.0 - expected)).abs() < 1e-12, "{t} {freedom}");
        }
        for (freedom, expected) in [
            (1.0, 12.706_204_736_174_705),
            (2.0, 4.302_652_729_749_464),
            (11.0, 2.200_985_160_091_639_9),
            (100.0, 1.983_971_518_523_552_3),
        ] {
            assert!((within_95(freedom) / expected - 1.0).abs() < 1e-11, "{freedom}");
        }
    }

    #[test]
    fn what_does_not_vary_or_is_alone() {
        let ratio = |pairs: &[(f64, f64)]| Ratio::of(pairs.iter().copied());
        assert_eq!(ratio(&[]), None);
        let single = ratio(&[(6.0, 2.0)]).unwrap();
        assert_eq!((single.interval, single.worse, single.pairs), (None, 1.0, 1));
        assert_eq!(ratio(&[(2.0, 2.0), (7.0, 7.0)]).unwrap().worse, 1.0);
        assert_eq!(ratio(&[(4.0, 2.0), (8.0, 4.0)]).unwrap().worse, 0.0);
        assert_eq!(ratio(&[(1.0, 2.0), (2.0, 4.0)]).unwrap().worse, 1.0);
    }

    #[test]
    fn turned_round_it_is_the_inverse() {
        let pairs = [(3.0, 2.0), (5.0, 1.0), (2.0, 2.5), (9.0, 4.0)];
        let one = Ratio::of(pairs).unwrap();
        let other = Ratio::of(pairs.map(|(a, b)| (b, a))).unwrap();
        assert!((one.mean * other.mean - 1.0).abs() < 1e-12);
        assert!((one.worse + other.worse - 1.0).abs() < 1e-12);
        let ((low, _), (_, high)) = (one.interval.unwrap(), other.interval.unwrap());
        assert!((low * high - 1.0).abs() < 1e-12);
    }
}
