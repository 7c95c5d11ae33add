//! The contents of an experiment's report: the table `[report]` of its file.

use super::Job;
use crate::fields::{Fields, Item};
use crate::units::size;
use secateur_games::{Unreadable, did_you_mean};
use secateur_session::Settings;
use std::fmt;
use std::str::FromStr;

/// The keys of the table.
pub(super) const REPORT: &[&str] = &["x", "series", "panels", "measures", "baseline"];

/// A property that tells jobs apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dimension {
    /// `game`.
    Game,
    /// `algorithm`.
    Algorithm,
    /// `ordering`: the order of moves.
    Ordering,
    /// `settings`: all of them.
    Settings,
    /// `depth`, in plies.
    Depth,
    /// `nodes`: the limit.
    Nodes,
    /// `hash`: the size of the table.
    Hash,
    /// `setting KEY`: one of the settings.
    Setting(String),
    /// `parameter NAME`: a word `NAME=VALUE` of the position, as trees have them.
    Parameter(String),
}

/// A quantity measured of a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// `nodes`.
    Nodes,
    /// `leaves`.
    Leaves,
    /// `time`, in milliseconds.
    Time,
    /// `branching`: the effective branching factor. The square root of the nodes to a depth over those to two plies
    /// less, since odd and even depths differ.
    Branching,
    /// `overhead`: the nodes of all iterations over those of the last.
    Overhead,
    /// `researched`: the share of nodes in searches done again with another window.
    Researched,
    /// `tree`: leaves over those of the minimal tree.
    Tree,
    /// `graph`: leaves over those of the minimal graph.
    Graph,
    /// `wrong`: the share of values that are not those of the baseline.
    Wrong,
    /// `moved`: the share of best moves that are not those of the baseline.
    Moved,
}

/// The contents of an experiment's report. Whatever is left out is chosen by the differences among the jobs.
///
/// ```
/// use secateur_lab::experiment::{Dimension, Measure};
///
/// assert_eq!("setting table.check_bits".parse(), Ok(Dimension::Setting("table.check_bits".into())));
/// assert_eq!("graph".parse(), Ok(Measure::Graph));
/// let error = "dept".parse::<Dimension>().unwrap_err().to_string();
/// assert!(error.starts_with("found 'dept' (did you mean 'depth'?), expected one of game, algorithm, "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Showing {
    /// The dimension of the horizontal axis.
    pub x: Option<Dimension>,
    /// The dimensions in which the lines or bars differ.
    pub series: Option<Vec<Dimension>>,
    /// The dimensions that get charts of their own, besides games.
    pub panels: Vec<Dimension>,
    /// The measures of the vertical axis, a chart each.
    pub measures: Option<Vec<Measure>>,
    /// The baseline of comparisons: the name of a series, or of a place on the horizontal axis.
    pub baseline: Option<String>,
}

impl Showing {
    pub(super) fn read(fields: &Fields<'_>) -> Result<Showing, Unreadable> {
        let dimension = |item: Item<'_>| item.accept(item.text()?.parse::<Dimension>());
        let list = |key| fields.get(key).map(|item| item.list(dimension)).transpose();
        let measure = |item: Item<'_>| item.accept(item.text()?.parse::<Measure>());
        Ok(Showing {
            x: fields.get("x").map(dimension).transpose()?,
            series: list("series")?,
            panels: list("panels")?.unwrap_or_default(),
            measures: fields.get("measures").map(|item| item.list(measure)).transpose()?,
            baseline: fields.get("baseline").map(|item| item.text().map(str::to_owned)).transpose()?,
        })
    }
}

impl Dimension {
    const PLAIN: [(&'static str, Dimension); 7] = [
        ("game", Dimension::Game),
        ("algorithm", Dimension::Algorithm),
        ("ordering", Dimension::Ordering),
        ("settings", Dimension::Settings),
        ("depth", Dimension::Depth),
        ("nodes", Dimension::Nodes),
        ("hash", Dimension::Hash),
    ];

    /// Returns the dimensions that jobs have whatever the game.
    pub(crate) fn plain() -> impl Iterator<Item = Dimension> {
        Dimension::PLAIN.into_iter().map(|(_, dimension)| dimension)
    }

    /// Returns a job's place in this dimension, as text.
    pub(crate) fn of(&self, job: &Job) -> String {
        let worded = |words: &mut dyn Iterator<Item = &str>, key: &str| {
            words
                .filter_map(|word| word.split_once('='))
                .find(|(name, _)| *name == key)
                .map(|(_, v)| v.to_owned())
        };
        let usual = || "as usual".to_owned();
        match self {
            Dimension::Game => job.game.clone(),
            Dimension::Algorithm => job.algorithm.clone(),
            Dimension::Ordering => job.ordering.clone(),
            Dimension::Settings if job.settings.is_empty() => usual(),
            Dimension::Settings => job.settings.join(" "),
            Dimension::Depth => job.depth.map_or("any".into(), |depth| depth.to_string()),
            Dimension::Nodes => job.nodes.map_or("any".into(), |nodes| nodes.to_string()),
            Dimension::Hash => size(job.hash as u64),
            Dimension::Setting(key) => {
                worded(&mut job.settings.iter().map(String::as_str), key).unwrap_or_else(usual)
            }
            Dimension::Parameter(name) => {
                worded(&mut job.position.split_whitespace(), name).unwrap_or_else(usual)
            }
        }
    }

    /// Returns a job's place in this dimension, as a number, if it is one.
    pub(crate) fn number(&self, job: &Job) -> Option<f64> {
        match self {
            Dimension::Hash => Some(job.hash as f64),
            _ => self.of(job).parse().ok().filter(|n: &f64| n.is_finite()),
        }
    }

    /// Returns its name on an axis.
    pub(crate) fn label(&self) -> String {
        match self {
            Dimension::Depth => "depth, plies".into(),
            Dimension::Hash => "size of the table".into(),
            Dimension::Nodes => "limit, nodes".into(),
            Dimension::Setting(key) => key.clone(),
            Dimension::Parameter(name) => format!("parameter {name} of the tree"),
            Dimension::Ordering => "order of moves".into(),
            plain => plain.to_string(),
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Setting(key) => write!(f, "setting {key}"),
            Dimension::Parameter(name) => write!(f, "parameter {name}"),
            plain => {
                let named = Dimension::PLAIN.iter().find(|(_, dimension)| dimension == plain);
                f.write_str(named.map_or("", |(name, _)| name))
            }
        }
    }
}

impl FromStr for Dimension {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Dimension, Unreadable> {
        match text.split_once(' ') {
            Some(("parameter", name)) => return Ok(Dimension::Parameter(name.trim().into())),
            Some(("setting", key)) if Settings::knows(key.trim()) => {
                return Ok(Dimension::Setting(key.trim().into()));
            }
            _ => {}
        }
        let names = || Dimension::PLAIN.iter().map(|(name, _)| *name);
        let found = Dimension::PLAIN.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, dimension)| dimension).ok_or_else(|| {
            let (near, names) = (did_you_mean(text, names()), names().collect::<Vec<_>>().join(", "));
            Unreadable(format!(
                "found '{text}'{near}, expected one of {names}, 'setting KEY' with a setting that there is, or 'parameter NAME'"
            ))
        })
    }
}

impl Measure {
    const ALL: [(&'static str, Measure); 10] = [
        ("nodes", Measure::Nodes),
        ("leaves", Measure::Leaves),
        ("time", Measure::Time),
        ("branching", Measure::Branching),
        ("overhead", Measure::Overhead),
        ("researched", Measure::Researched),
        ("tree", Measure::Tree),
        ("graph", Measure::Graph),
        ("wrong", Measure::Wrong),
        ("moved", Measure::Moved),
    ];
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Measure::ALL.iter().find(|(_, measure)| measure == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for Measure {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Measure, Unreadable> {
        let names = || Measure::ALL.iter().map(|(name, _)| *name);
        let found = Measure::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, measure)| measure).ok_or_else(|| {
            let (near, names) = (did_you_mean(text, names()), names().collect::<Vec<_>>().join(", "));
            Unreadable(format!("found '{text}'{near}, expected one of {names}"))
        })
    }
}
