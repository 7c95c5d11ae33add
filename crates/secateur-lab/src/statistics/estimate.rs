//! The mean of some measurements, and its uncertainty.

use super::WITHIN_95;

/// A value found, and how far off it may be.
///
/// ```
/// use secateur_lab::statistics::Estimate;
///
/// let mean = Estimate::mean(&[4.0, 5.0, 6.0]).unwrap();
/// assert_eq!((mean.value, mean.count), (5.0, 3));
/// let ratio = Estimate::geometric(&[0.5, 2.0]).unwrap();
/// assert!((ratio.value - 1.0).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The ends of its 95 % confidence interval; none of fewer than two measurements.
    pub interval: Option<(f64, f64)>,
    /// The number of measurements it comes from.
    pub count: usize,
}

impl Estimate {
    /// The mean of independent measurements, with the interval of Student's t (W. Gosset, 1908). None of none.
    pub fn mean(values: &[f64]) -> Option<Estimate> {
        let count = values.len();
        let value = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|v| (v - value).powi(2)).sum();
        let free = count.checked_sub(1)?;
        let interval = (free > 0).then(|| {
            let off = student(free) * (squares / free as f64 / count as f64).sqrt();
            (value - off, value + off)
        });
        Some(Estimate { value, interval, count })
    }

    /// The same for what cannot lie outside these ends: nor does its interval, which Student's t does not know.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Estimate {
        let interval = self.interval.map(|(low, high)| (low.max(least), high.min(most)));
        Estimate { interval, ..self }
    }

    /// The geometric mean of positive measurements, such as ratios: the interval is that of the mean of their
    /// logarithms. None of none, or where one is not positive.
    pub fn geometric(values: &[f64]) -> Option<Estimate> {
        let logs: Option<Vec<f64>> = values.iter().map(|v| (*v > 0.0).then(|| v.ln())).collect();
        let Estimate { value, interval, count } = Estimate::mean(&logs?)?;
        let interval = interval.map(|(low, high)| (low.exp(), high.exp()));
        Some(Estimate { value: value.exp(), interval, count })
    }

    /// The share, from 0 to 1, that something holds for, with the interval of E. Wilson (1927). None of none.
    pub fn share(hits: usize, count: usize) -> Option<Estimate> {
        if count == 0 {
            return None;
        }
        let (n, z) = (count as f64, WITHIN_95);
        let value = hits as f64 / n;
        let centre = (value + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let off = z * (value * (1.0 - value) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        // At either end the interval ends there, but for rounding.
        let low = if hits == 0 { 0.0 } else { centre - off };
        let high = if hits == count { 1.0 } else { centre + off };
        Some(Estimate { value, interval: Some((low, high)), count })
    }
}

/// The number of standard errors within which 95 per cent of Student's t lie, with this many degrees of freedom.
fn student(free: usize) -> f64 {
    // Any table of the distribution.
    const FEW: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    if let Some(within) = FEW.get(free - 1) {
        return *within;
    }
    // M. Abramowitz and I. Stegun, Handbook of mathematical functions, 26.7.5.
    let (n, z): (f64, f64) = (free as f64, 1.959_963_985);
    z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn as_tables_have_them() {
        for (free, expected) in [(1, 12.706), (10, 2.228), (40, 2.021), (60, 2.000), (120, 1.980)] {
            assert!((student(free) - expected).abs() < 6e-4, "{free}: {}", student(free));
        }
        // Wilson's interval of 0 of 10 and 5 of 10.
        let ends = |hits| Estimate::share(hits, 10).unwrap().interval.unwrap();
        assert!(ends(0).0 == 0.0 && (ends(0).1 - 0.2775).abs() < 1e-3, "{:?}", ends(0));
        assert!((ends(5).0 - 0.2366).abs() < 1e-3 && (ends(5).1 - 0.7634).abs() < 1e-3);
    }

    #[test]
    fn nothing_tells_nothing() {
        assert_eq!(
            (Estimate::mean(&[]), Estimate::geometric(&[]), Estimate::share(0, 0)),
            (None, None, None)
        );
        assert_eq!(Estimate::geometric(&[1.0, 0.0]), None);
        assert_eq!(Estimate::mean(&[3.0]), Some(Estimate { value: 3.0, interval: None, count: 1 }));
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        let mut random = SplitMix64::seed_from_u64(1);
        let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let (mut within, trials) = (0, 4_000);
        for _ in 0..trials {
            // Sums of uniform numbers are nearly normal; their mean is 3.
            let values: Vec<f64> = (0..8).map(|_| (0..6).map(|_| uniform()).sum()).collect();
            let (low, high) = Estimate::mean(&values).unwrap().interval.unwrap();
            within += u32::from((low..=high).contains(&3.0));
        }
        let share = f64::from(within) / f64::from(trials);
        assert!((0.94..0.96).contains(&share), "{share}");
    }

    proptest! {
        #[test]
        fn ratios_turn_over(values in prop::collection::vec(0.01..100.0, 2..20)) {
            let (one, other) = (
                Estimate::geometric(&values).unwrap(),
                Estimate::geometric(&values.iter().map(|v| 1.0 / v).collect::<Vec<_>>()).unwrap(),
            );
            let ((low, high), (down, up)) = (one.interval.unwrap(), other.interval.unwrap());
            for (a, b) in [(one.value, other.value), (low, up), (high, down)] {
                prop_assert!((a * b - 1.0).abs() < 1e-9);
            }
            prop_assert!(low <= one.value && one.value <= high);
        }
    }
}
