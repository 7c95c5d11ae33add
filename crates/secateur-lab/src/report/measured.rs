//! The measures of searches, over the positions that all series have.

use super::sample::{Cell, Group, Sample};
use super::words::{figures, percent};
use crate::experiment::Measure;
use crate::statistics::Estimate;
use crate::units::thousands;

impl Measure {
    /// Returns its name above a column.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Leaves => "leaves",
            Measure::Time => "time, ms",
            Measure::Branching => "branching factor",
            Measure::Overhead => "all iterations / last",
            Measure::Researched => "nodes searched again",
            Measure::Tree => "leaves / minimal tree",
            Measure::Graph => "leaves / minimal graph",
            Measure::Wrong => "other values",
            Measure::Moved => "other moves",
        }
    }

    /// Returns its name on an axis.
    pub(super) fn label(self) -> &'static str {
        match self {
            Measure::Time => "time in milliseconds",
            Measure::Branching => "nodes of one more ply / nodes",
            Measure::Overhead => "nodes of all iterations / of the last",
            Measure::Researched => "% of the nodes",
            Measure::Wrong => "% of the values",
            Measure::Moved => "% of the moves",
            other => other.heading(),
        }
    }

    /// Returns its name above a chart.
    pub(super) fn title(self) -> &'static str {
        match self {
            Measure::Nodes => "Nodes",
            Measure::Leaves => "Leaves",
            Measure::Time => "Time",
            Measure::Branching => "Effective branching factor",
            Measure::Overhead => "What deepening costs",
            Measure::Researched => "Searched once more",
            Measure::Tree => "Over the minimal tree",
            Measure::Graph => "Over the minimal graph",
            Measure::Wrong => "Other values",
            Measure::Moved => "Other moves",
        }
    }

    /// Returns the explanation below a chart.
    pub(super) fn caption(self) -> &'static str {
        match self {
            Measure::Nodes => "Nodes opened, in all iterations.",
            Measure::Leaves => "Nodes that ended with a static value or by the rules, in all iterations.",
            Measure::Time => "Wall time of a search on one thread.",
            Measure::Branching => {
                "The square root of the nodes to the depth over those to two plies less: by how much a ply multiplies the work."
            }
            Measure::Overhead => "The nodes of all iterations over those of the last one.",
            Measure::Researched => {
                "Nodes opened while a move, or the root, was searched once more with another window: what instability costs, \
                 and for drivers of null windows most of what they do."
            }
            Measure::Tree => {
                "Leaves of all iterations over those of the minimal tree of the depth (an estimate from above)."
            }
            Measure::Graph => {
                "Leaves of all iterations over those of the minimal graph of the depth (an estimate from above)."
            }
            Measure::Wrong => "Searches whose value is not the baseline's.",
            Measure::Moved => "Searches whose best move is not the baseline's.",
        }
    }

    /// Whether it grows by factors: its axis is logarithmic, and ratios of it are of interest.
    pub(super) fn is_count(self) -> bool {
        matches!(self, Measure::Nodes | Measure::Leaves | Measure::Time)
    }

    /// Whether it is the share of something in a whole.
    pub(super) fn is_share(self) -> bool {
        matches!(self, Measure::Researched | Measure::Wrong | Measure::Moved)
    }

    /// A value of it in a few characters.
    pub(super) fn say(self, value: f64) -> String {
        match self {
            Measure::Nodes | Measure::Leaves => thousands(value.round() as u64),
            _ if self.is_share() => percent(value),
            _ => figures(value),
        }
    }

    /// Returns its value for one search; none if the search does not provide it.
    fn of(self, cell: &Cell, held_against: Option<&Cell>) -> Option<f64> {
        let number = |column| cell.row.number(column);
        let differs = |column: &dyn Fn(&Cell) -> String| {
            held_against.map(|other| f64::from(u8::from(column(cell) != column(other))))
        };
        match self {
            Measure::Wrong => return differs(&|cell| format!("{:?}", cell.row.number("value"))),
            Measure::Moved => return differs(&|cell| cell.row.text("best").to_owned()),
            _ if cell.is_early() => return None,
            _ => {}
        }
        let nodes = number("nodes")?;
        let iterations = || cell.row.text("iterations").split(' ').map_while(|n| n.parse::<f64>().ok());
        match self {
            Measure::Nodes => Some(nodes),
            Measure::Leaves => number("leaves"),
            Measure::Time => Some(cell.times.iter().sum::<f64>() / cell.times.len() as f64),
            Measure::Branching => {
                let all: Vec<f64> = iterations().collect();
                let before = all.len().checked_sub(3).map(|n| all[n])?;
                Some((all.last()? / before).sqrt())
            }
            Measure::Overhead => {
                let all: Vec<f64> = iterations().collect();
                let before = all.len().checked_sub(2).map_or(0.0, |n| all[n]);
                Some(all.last()? / (all.last()? - before))
            }
            Measure::Researched => Some(number("researched")? / nodes),
            Measure::Tree => Some(number("leaves")? / cell.tree?),
            Measure::Graph => Some(number("leaves")? / cell.graph?),
            Measure::Wrong | Measure::Moved => None,
        }
    }
}

impl Sample {
    /// A measure of one series at one place, by position.
    fn values(&self, group: &Group, measure: Measure, at: (usize, usize)) -> Vec<(String, f64)> {
        let against = group.at(self.held_against(group, at));
        let all = group.at(at).into_iter().flatten();
        let value = |(position, cell): (&String, &Cell)| {
            let against = against.and_then(|cells| cells.get(position));
            Some((position.clone(), measure.of(cell, against)?))
        };
        all.filter_map(value).collect()
    }

    /// Returns the values at those positions alone that all series have at this place.
    fn common(&self, group: &Group, measure: Measure, (s, x): (usize, usize)) -> Vec<(String, f64)> {
        let mut values = self.values(group, measure, (s, x));
        for other in (0..group.series.len()).filter(|&other| other != s && group.at((other, x)).is_some()) {
            let known = self.values(group, measure, (other, x));
            values.retain(|(position, _)| known.iter().any(|(name, _)| name == position));
        }
        values
    }

    /// Returns the estimate of a measure.
    pub(super) fn estimate(&self, group: &Group, measure: Measure, at: (usize, usize)) -> Option<Estimate> {
        let values: Vec<f64> = self.common(group, measure, at).into_iter().map(|(_, value)| value).collect();
        match measure {
            Measure::Wrong | Measure::Moved => {
                Estimate::share(values.iter().filter(|&&v| v > 0.0).count(), values.len())
            }
            Measure::Researched => {
                let Estimate { value, interval, count } = Estimate::mean(&values)?;
                let within = interval.map(|(low, high)| (low.max(0.0), high.min(1.0)));
                Some(Estimate { value, interval: within, count })
            }
            _ => Estimate::geometric(&values),
        }
    }

    /// Returns the estimate of a measure over the baseline, position by position.
    pub(super) fn ratio(&self, group: &Group, measure: Measure, at: (usize, usize)) -> Option<Estimate> {
        let values = self.common(group, measure, at);
        let against = self.common(group, measure, self.held_against(group, at));
        let over = |(position, value): &(String, f64)| {
            let (_, other) = against.iter().find(|(name, _)| name == position)?;
            Some(value / other)
        };
        Estimate::geometric(&values.iter().filter_map(over).collect::<Vec<_>>())
    }
}
