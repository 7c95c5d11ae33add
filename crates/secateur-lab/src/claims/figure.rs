//! Measurements, their uncertainty, and the verdict that a rule gives.

use serde::{Serialize, Serializer};
use std::fmt;

/// A number, and where it lies with 95 per cent probability if it is a mean over samples.
///
/// ```
/// use secateur_lab::claims::ClaimEstimate;
///
/// let estimate = ClaimEstimate::mean(&[9.0, 10.0, 11.0]);
/// let (low, high) = estimate.interval.unwrap();
/// assert_eq!((estimate.value, estimate.samples), (10.0, 3));
/// assert!((low - 7.52).abs() < 0.01 && (high - 12.48).abs() < 0.01); // Student's t, two degrees of freedom
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ClaimEstimate {
    /// The number.
    pub value: f64,
    /// The ends of the interval; none where nothing is averaged, or there is but one sample.
    pub interval: Option<(f64, f64)>,
    /// The number of samples it is a mean of; 1 where nothing is averaged.
    pub samples: usize,
}

/// The 97.5 % quantile of Student's t with this many degrees of freedom: Cornish and Fisher's expansion in
/// powers of their inverse (M. Abramowitz and I. Stegun, 1964, 26.7.5); exact for one and two.
fn student(freedom: usize) -> f64 {
    const Z: f64 = 1.959_963_985;
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706_205,
        2 => 4.302_653,
        n => {
            let (n, z2) = (n as f64, Z * Z);
            let first = (z2 + 1.0) / 4.0;
            let second = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let fourth = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
            Z * (1.0 + first / n + second / n.powi(2) + third / n.powi(3) + fourth / n.powi(4))
        }
    }
}

impl ClaimEstimate {
    /// A number that follows without chance.
    pub fn exact(value: f64) -> Self {
        ClaimEstimate { value, interval: None, samples: 1 }
    }

    /// The arithmetic mean. Not a number if there are no samples.
    pub fn mean(samples: &[f64]) -> Self {
        let n = samples.len();
        let value = samples.iter().sum::<f64>() / n as f64;
        let squares: f64 = samples.iter().map(|sample| (sample - value).powi(2)).sum();
        let interval = (n > 1).then(|| {
            let reach = student(n - 1) * (squares / (n - 1) as f64 / n as f64).sqrt();
            (value - reach, value + reach)
        });
        ClaimEstimate { value, interval, samples: n }
    }

    /// The geometric mean of numbers above zero: for ratios, where one to two and two to one are equally far off.
    ///
    /// ```
    /// use secateur_lab::claims::ClaimEstimate;
    ///
    /// assert!((ClaimEstimate::geometric(&[0.5, 2.0]).value - 1.0).abs() < 1e-12);
    /// ```
    pub fn geometric(samples: &[f64]) -> Self {
        let logarithms: Vec<f64> = samples.iter().map(|sample| sample.ln()).collect();
        ClaimEstimate::mean(&logarithms).map(f64::exp)
    }

    /// The part `hits` of `of`, from 0 to 1, with the interval of E. Wilson (1927), which is right near the ends as
    /// well. Not a number if there are no samples.
    pub fn part(hits: u64, of: u64) -> Self {
        const Z2: f64 = 3.841_458_8;
        let (hits, n) = (hits as f64, of as f64);
        let p = hits / n;
        let centre = (p + Z2 / (2.0 * n)) / (1.0 + Z2 / n);
        let reach = (Z2 * (p * (1.0 - p) / n + Z2 / (4.0 * n * n))).sqrt() / (1.0 + Z2 / n);
        // Rounding must not leave the value outside.
        let ends = ((centre - reach).min(p).max(0.0), (centre + reach).max(p).min(1.0));
        ClaimEstimate { value: p, interval: Some(ends), samples: of as usize }
    }

    /// The estimate on another scale. The function rises throughout, or falls throughout.
    ///
    /// ```
    /// use secateur_lab::claims::ClaimEstimate;
    ///
    /// let saved = ClaimEstimate { value: 0.9, interval: Some((0.8, 1.0)), samples: 5 }.map(|ratio| 1.0 - ratio);
    /// assert!(saved.interval.unwrap().0 < saved.value);
    /// ```
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        let ends = |(a, b)| {
            let (a, b) = (scale(a), scale(b));
            if a <= b { (a, b) } else { (b, a) }
        };
        ClaimEstimate { value: scale(self.value), interval: self.interval.map(ends), ..self }
    }

    /// The part saved, in per cent, where this is the part that is left.
    pub(super) fn saved(self) -> Self {
        self.map(|left| 100.0 * (1.0 - left))
    }

    /// The excess over one, in per cent.
    pub(super) fn more(self) -> Self {
        self.map(|times| 100.0 * (times - 1.0))
    }
}

/// The condition under which a claim stands: a range for the measured number, fixed before anything was measured.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Rule {
    /// From the first number to the second.
    Between(f64, f64),
    /// This much, or less.
    AtMost(f64),
    /// This much, or more.
    AtLeast(f64),
}

impl Rule {
    /// Whether a number is within the range.
    ///
    /// ```
    /// use secateur_lab::claims::Rule;
    ///
    /// assert!(Rule::Between(5.0, 15.0).allows(15.0) && !Rule::Between(5.0, 15.0).allows(4.9));
    /// assert!(Rule::AtMost(2.0).allows(-1.0) && !Rule::AtLeast(2.0).allows(f64::NAN));
    /// ```
    pub fn allows(self, value: f64) -> bool {
        match self {
            Rule::Between(low, high) => (low..=high).contains(&value),
            Rule::AtMost(high) => value <= high,
            Rule::AtLeast(low) => value >= low,
        }
    }
}

/// The unit of a figure.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // they say what they are
pub enum Unit {
    Moves,
    Positions,
    Percent,
    Times,
    Plies,
    Pawns,
    Bytes,
    Bits,
    /// A probability, from 0 to 1.
    Probability,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Moves => "moves",
            Unit::Positions => "positions",
            Unit::Percent => "%",
            Unit::Times => "times",
            Unit::Plies => "plies",
            Unit::Pawns => "pawns",
            Unit::Bytes => "bytes",
            Unit::Bits => "bits",
            Unit::Probability => "",
        })
    }
}

/// A number as people read it: three digits that count, and words for large powers of ten.
///
/// ```
/// use secateur_lab::claims::readable;
///
/// assert_eq!([1.8383e9, 1225.0, 0.25, 0.000_98].map(readable), ["1.84 billion", "1,225", "0.25", "0.00098"]);
/// ```
pub fn readable(number: f64) -> String {
    const WORDS: [(f64, &str); 4] =
        [(1e15, "quadrillion"), (1e12, "trillion"), (1e9, "billion"), (1e6, "million")];
    // Rounded first: what is nearly a million is one.
    let digits = |x: f64| {
        let places = if x == 0.0 { 0 } else { (2 - x.abs().log10().floor() as i32).clamp(0, 9) as usize };
        let text = format!("{x:.places$}");
        let text =
            if places > 0 { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
        if x.abs() >= 999.5 {
            let (thousands, rest) = text.split_at(text.len() - 3);
            return format!("{thousands},{rest}");
        }
        if text == "-0" { "0".to_owned() } else { text }
    };
    match WORDS.iter().find(|(power, _)| number.abs() >= 0.9995 * power) {
        Some((power, word)) => format!("{} {word}", digits(number / power)),
        None => digits(number),
    }
}

impl Rule {
    /// The rule in words: `from 5 to 15 %`.
    pub fn words(self, unit: Unit) -> String {
        let unit = if unit == Unit::Probability { String::new() } else { format!(" {unit}") };
        // As it was written down: nothing of a rule is rounded away.
        let readable = |number: f64| if number.abs() < 1e3 { number.to_string() } else { readable(number) };
        match self {
            Rule::Between(low, high) if low == high => format!("exactly {}{unit}", readable(low)),
            Rule::Between(low, high) => format!("from {} to {}{unit}", readable(low), readable(high)),
            Rule::AtMost(high) => format!("{}{unit} at most", readable(high)),
            Rule::AtLeast(low) => format!("{}{unit} at least", readable(low)),
        }
    }
}

/// One thing measured.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimFigure {
    /// The subject or the circumstances: `chess, depth 5`.
    pub at: String,
    /// The measured number, in the unit of the claim.
    pub estimate: ClaimEstimate,
    /// Whether the verdict depends on it, or it is there for comparison.
    pub counts: bool,
}

impl ClaimFigure {
    /// A figure that the verdict depends on.
    pub fn new(at: impl Into<String>, estimate: ClaimEstimate) -> Self {
        ClaimFigure { at: at.into(), estimate, counts: true }
    }

    /// A figure for comparison.
    pub fn aside(at: impl Into<String>, estimate: ClaimEstimate) -> Self {
        ClaimFigure { counts: false, ..ClaimFigure::new(at, estimate) }
    }

    /// Whether the claim stands here; none if the figure is there for comparison.
    pub fn stands(&self, rule: Rule) -> Option<bool> {
        self.counts.then(|| rule.allows(self.estimate.value))
    }

    /// Whether the ends of the interval say the same as the figure itself.
    pub fn is_sure(&self, rule: Rule) -> bool {
        let same = |end| rule.allows(end) == rule.allows(self.estimate.value);
        self.estimate.interval.is_none_or(|(low, high)| same(low) && same(high))
    }
}

/// The verdict of figures on a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimVerdict {
    /// The claim holds in all circumstances that were tried.
    Holds,
    /// The claim holds in these.
    HoldsIf(Vec<String>),
    /// The claim holds in none.
    NotAsStated,
    /// It holds nowhere beyond doubt, and is not refuted everywhere either: intervals reach over the edge of the rule.
    NotShown,
}

impl ClaimVerdict {
    /// Returns the verdict of the figures that count, as far as they are [sure](ClaimFigure::is_sure). None without such
    /// figures.
    ///
    /// ```
    /// use secateur_lab::claims::{ClaimEstimate, ClaimFigure, Rule, ClaimVerdict};
    ///
    /// let figure = |at, value| ClaimFigure::new(at, ClaimEstimate::exact(value));
    /// let of = |figures: &[ClaimFigure]| ClaimVerdict::of(figures, Rule::AtMost(2.0));
    /// assert_eq!(of(&[figure("a", 1.0), figure("b", 2.0)]), Some(ClaimVerdict::Holds));
    /// assert_eq!(of(&[figure("a", 3.0), figure("b", 2.0)]), Some(ClaimVerdict::HoldsIf(vec!["b".into()])));
    /// assert_eq!(of(&[figure("a", 3.0)]), Some(ClaimVerdict::NotAsStated));
    ///
    /// let doubtful = ClaimFigure::new("a", ClaimEstimate { value: 1.0, interval: Some((-1.0, 3.0)), samples: 9 });
    /// assert_eq!(of(&[doubtful]), Some(ClaimVerdict::NotShown));
    /// ```
    pub fn of(figures: &[ClaimFigure], rule: Rule) -> Option<ClaimVerdict> {
        let counting = || figures.iter().filter(|figure| figure.counts);
        let sure = |stands| counting().filter(move |f| f.stands(rule) == Some(stands) && f.is_sure(rule));
        let standing: Vec<String> = sure(true).map(|f| f.at.clone()).collect();
        match (standing.len(), sure(false).count(), counting().count()) {
            (.., 0) => None,
            (0, refuted, all) if refuted == all => Some(ClaimVerdict::NotAsStated),
            (0, ..) => Some(ClaimVerdict::NotShown),
            (some, _, all) if some == all => Some(ClaimVerdict::Holds),
            _ => Some(ClaimVerdict::HoldsIf(standing)),
        }
    }

    /// `holds`, `holds if`, `not as stated` or `not shown`.
    pub fn word(&self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::HoldsIf(_) => "holds if",
            ClaimVerdict::NotAsStated => "not as stated",
            ClaimVerdict::NotShown => "not shown",
        }
    }
}

impl Serialize for ClaimVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_as_tabulated() {
        // The table of Student's t, two-sided 95 per cent.
        for (freedom, expected) in
            [(3, 3.182), (4, 2.776), (7, 2.365), (15, 2.131), (30, 2.042), (1000, 1.962)]
        {
            assert!((student(freedom) - expected).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn the_interval_of_a_part_as_published() {
        // R. Newcombe, 1998, table I: 81 of 263, Wilson without correction.
        let (low, high) = ClaimEstimate::part(81, 263).interval.unwrap();
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        assert_eq!(ClaimEstimate::part(0, 10).interval.unwrap().0, 0.0);
    }

    #[test]
    fn a_figure_near_the_edge_is_not_sure() {
        let figure =
            ClaimFigure::new("", ClaimEstimate { value: 6.0, interval: Some((4.0, 8.0)), samples: 9 });
        let rule = Rule::Between(5.0, 15.0);
        assert_eq!((figure.stands(rule), figure.is_sure(rule)), (Some(true), false));
        let rule = Rule::AtLeast(9.0);
        assert_eq!((figure.stands(rule), figure.is_sure(rule)), (Some(false), true));
        let aside = ClaimFigure::aside("", figure.estimate);
        assert_eq!((aside.stands(rule), ClaimVerdict::of(&[aside], rule)), (None, None));
    }

    /// The figure of one claim that was once said to hold, from a saving that may as well be a loss.
    #[test]
    fn what_an_interval_leaves_open_is_not_shown() {
        let rule = Rule::Between(5.0, 15.0);
        let figure =
            |at, value, interval| ClaimFigure::new(at, ClaimEstimate { value, interval, samples: 9 });
        let doubtful = figure("doubtful", 6.1, Some((-7.3, 18.0)));
        let sure = figure("sure", 9.0, Some((8.0, 10.0)));
        let refuted = figure("refuted", -9.0, Some((-10.0, -8.0)));
        let of = |figures: &[&ClaimFigure]| {
            ClaimVerdict::of(&figures.iter().copied().cloned().collect::<Vec<_>>(), rule).unwrap()
        };
        assert_eq!(of(&[&doubtful]), ClaimVerdict::NotShown);
        assert_eq!(of(&[&doubtful, &refuted]), ClaimVerdict::NotShown);
        assert_eq!(of(&[&refuted]), ClaimVerdict::NotAsStated);
        assert_eq!(of(&[&doubtful, &sure]), ClaimVerdict::HoldsIf(vec!["sure".into()]));
        assert_eq!(of(&[&sure]), ClaimVerdict::Holds);
    }

    #[test]
    fn numbers_read_well() {
        let said =
            [999.7, 87_470.0, 0.0, -12.345, 35.0, 999_999.0, 2.7585e15, 6.94e13, 99.87, 100.0].map(readable);
        let expected = [
            "1,000",
            "87,470",
            "0",
            "-12.3",
            "35",
            "1 million",
            "2.76 quadrillion",
            "69.4 trillion",
            "99.9",
            "100",
        ];
        assert_eq!(said, expected);
        assert_eq!(Rule::Between(24.0, 24.0).words(Unit::Bytes), "exactly 24 bytes");
        assert_eq!(Rule::AtMost(0.0001).words(Unit::Probability), "0.0001 at most");
        assert_eq!(Rule::AtLeast(99.85).words(Unit::Percent), "99.85 % at least");
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_value(samples in prop::collection::vec(0.1f64..10.0, 1..30)) {
            for estimate in [ClaimEstimate::mean(&samples), ClaimEstimate::geometric(&samples)] {
                prop_assert_eq!(estimate.interval.is_none(), samples.len() == 1);
                let (low, high) = estimate.interval.unwrap_or((estimate.value, estimate.value));
                prop_assert!(low <= estimate.value + 1e-9 && estimate.value <= high + 1e-9);
            }
        }
    }
}
