//! Axes: from values to places, and the ticks between.

/// The most ticks, roughly.
const TICKS: f64 = 8.0;
/// The most decades in which each has its ticks.
const DECADES: f64 = 7.0;
/// An axis is longer than its values at either end, by this part of their range.
const MARGIN: f64 = 0.04;

/// An axis of a chart.
///
/// ```
/// use secateur_lab::plot::Axis;
///
/// let sizes = Axis {
///     ticks: vec![(1024.0, "1 KiB".into()), (4096.0, "4 KiB".into())],
///     ..Axis::log("size of the table")
/// };
/// assert!(sizes.is_log && sizes.mark.is_none());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The quantity it measures, and the unit.
    pub label: String,
    /// Whether equal distances are equal ratios. Such an axis has no room for values from zero down, which are
    /// left out.
    pub is_log: bool,
    /// The ticks, and their texts; where there are none, round numbers.
    pub ticks: Vec<(f64, String)>,
    /// A value to hold the others against, shown by a line across the chart.
    pub mark: Option<f64>,
}

impl Axis {
    /// An axis on which equal distances are equal differences.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), is_log: false, ticks: Vec::new(), mark: None }
    }

    /// An axis on which equal distances are equal ratios.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis { is_log: true, ..Axis::linear(label) }
    }

    /// Whether the axis has a place for the value.
    pub(super) fn has(&self, value: f64) -> bool {
        value.is_finite() && (!self.is_log || value > 0.0)
    }

    /// The scale that has room for these values, for the axis's own ticks, and for its mark.
    pub(super) fn scale(&self, values: impl IntoIterator<Item = f64>, from_zero: bool) -> AxisScale {
        let ticks = self.ticks.iter().map(|(at, _)| *at);
        let values = values.into_iter().chain(ticks).chain(self.mark).filter(|&v| self.has(v));
        let (mut low, mut high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            (low, high) = if self.is_log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if from_zero && !self.is_log {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let to = |v: f64| if self.is_log { v.log10() } else { v };
        let (mut low, mut high) = (to(low), to(high));
        if high - low < 1e-9 * (1.0 + high.abs()) {
            // One value only: it stands in the middle.
            let room = if self.is_log { 0.2 } else { (0.1 * high.abs()).max(0.5) };
            (low, high) = (low - if from_zero { 0.0 } else { room }, high + room);
        }
        let margin = MARGIN * (high - low);
        let stays = from_zero && !self.is_log && low == 0.0;
        AxisScale { low: if stays { low } else { low - margin }, high: high + margin, is_log: self.is_log }
    }
}

/// The range of values between the two ends of an axis.
#[derive(Copy, Clone, Debug)]
pub(super) struct AxisScale {
    low: f64,
    high: f64,
    is_log: bool,
}

impl AxisScale {
    /// The place of a value: 0 at the lower end, 1 at the upper.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if self.is_log { value.log10() } else { value };
        (value - self.low) / (self.high - self.low)
    }

    /// Round numbers and how they are written, from the least on.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if !self.is_log {
            return self.round(self.low, self.high);
        }
        let (first, last) = (self.low.floor() as i32, self.high.ceil() as i32);
        let decades = self.high - self.low;
        // Within one decade the numbers are as round as on a linear axis.
        if decades < 0.8 {
            return self.round(10f64.powf(self.low), 10f64.powf(self.high));
        }
        let within: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let step = (decades / DECADES).ceil() as i32;
        let shown = (first..=last).filter(|decade| decade.rem_euclid(step.max(1)) == 0);
        let all = shown.flat_map(|decade| within.iter().map(move |n| n * 10f64.powi(decade)));
        all.filter(|&v| self.shows(v)).map(|v| (v, short(v))).collect()
    }

    fn shows(&self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.place(value))
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn round(&self, low: f64, high: f64) -> Vec<(f64, String)> {
        let rough = (high - low) / TICKS;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0];
        let step = steps.map(|n| n * power).into_iter().find(|&step| step >= rough).unwrap_or(10.0 * power);
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        let decimals = usize::try_from(-step.log10().floor() as i64).unwrap_or(0);
        let say = |v: f64| if v.abs() >= 10_000.0 { short(v) } else { grouped(&format!("{v:.decimals$}")) };
        (first..=last).map(|n| n as f64 * step).filter(|&v| self.shows(v)).map(|v| (v, say(v))).collect()
    }
}

/// A round number in a few characters: `500`, `20k`, `1M`.
fn short(value: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.into_iter().find(|(size, _)| value.abs() >= 0.999 * size);
    let (size, unit) = unit.unwrap_or((1.0, ""));
    // Sums of steps are a little off what they should be.
    let value = (value / size * 1e9).round() / 1e9;
    format!("{value}{unit}")
}

/// Thousands set apart: `2,500`.
fn grouped(number: &str) -> String {
    let whole = number.split('.').next().unwrap_or_default();
    if whole.trim_start_matches('-').len() < 4 {
        return number.to_owned();
    }
    let (head, tail) = number.split_at(whole.len() - 3);
    format!("{head},{tail}")
}
