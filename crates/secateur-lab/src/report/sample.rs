//! The rows of an experiment, by panel, series and place on the axis.

use crate::experiment::{Dimension, Experiment, Job, MINIMAL_GRAPH, MINIMAL_TREE, Measure, ResultRow};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The rows of an experiment, and the way to show them.
pub(super) struct Sample {
    pub(super) x: Option<Dimension>,
    /// The dimensions in which the series differ, in words.
    pub(super) series: String,
    pub(super) measures: Vec<Measure>,
    /// The name of the series or place that the others are held against.
    baseline: Option<String>,
    /// The panels, in the order of the jobs.
    pub(super) panels: Vec<Group>,
    /// Searches that ended before their depth, since nothing deeper could change the value.
    early: usize,
    has_minimal: bool,
}

/// The contents of one panel.
pub(super) struct Group {
    pub(super) title: String,
    /// The places on the axis, from the least.
    pub(super) places: Vec<Place>,
    /// The names of the series, in the order of the jobs.
    pub(super) series: Vec<String>,
    cells: HashMap<(usize, usize), BTreeMap<String, Cell>>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) label: String,
    pub(super) number: Option<f64>,
}

/// The searches of one position by one method, which differ in time alone.
pub(super) struct Cell {
    pub(super) row: ResultRow,
    /// The times in milliseconds.
    pub(super) times: Vec<f64>,
    /// The leaves of the minimal tree.
    pub(super) tree: Option<f64>,
    /// The leaves of the minimal graph.
    pub(super) graph: Option<f64>,
}

impl Cell {
    /// Whether the search ended before the depth that it was to go to.
    pub(super) fn is_early(&self) -> bool {
        self.row.number("depth").is_some_and(|depth| self.row.number("depth_reached") < Some(depth))
    }
}

/// The dimensions by which jobs are told apart.
struct Keys {
    x: Option<Dimension>,
    series: Vec<Dimension>,
    panels: Vec<Dimension>,
}

impl Keys {
    fn new(experiment: &Experiment, jobs: &[&Job]) -> Keys {
        let showing = &experiment.showing;
        let mut keys = Keys { x: None, series: Vec::new(), panels: vec![Dimension::Game] };
        keys.panels.extend(showing.panels.iter().filter(|d| **d != Dimension::Game).cloned());
        let usual = [Dimension::Depth, Dimension::Hash, Dimension::Nodes];
        keys.x = showing.x.clone().or_else(|| {
            let shown =
                |d: &Dimension| showing.series.iter().flatten().chain(&showing.panels).any(|s| s == d);
            usual.into_iter().find(|d| !shown(d) && keys.varies(d, jobs))
        });
        let ways = [Dimension::Algorithm, Dimension::Ordering, Dimension::Settings];
        keys.series = match &showing.series {
            Some(series) => series.clone(),
            None => {
                let varied: Vec<_> =
                    ways.into_iter().filter(|d| !keys.has(d) && keys.varies(d, jobs)).collect();
                if varied.is_empty() { vec![Dimension::Algorithm] } else { varied }
            }
        };
        // Whatever else differs is shown side by side, and not thrown together.
        let others: Vec<_> = Dimension::plain().filter(|d| !keys.has(d) && keys.varies(d, jobs)).collect();
        keys.panels.extend(others);
        keys
    }

    fn has(&self, dimension: &Dimension) -> bool {
        self.x.iter().chain(&self.series).chain(&self.panels).any(|known| known == dimension)
    }

    /// Whether jobs of the same game differ in it.
    fn varies(&self, dimension: &Dimension, jobs: &[&Job]) -> bool {
        let mut first: HashMap<&str, String> = HashMap::new();
        jobs.iter().any(|job| {
            let here = self.label(dimension, job);
            *first.entry(&job.game).or_insert_with(|| here.clone()) != here
        })
    }

    /// Returns the label of a job's place. Settings that are shown by themselves are no part of all settings.
    fn label(&self, dimension: &Dimension, job: &Job) -> String {
        if *dimension != Dimension::Settings {
            return dimension.of(job);
        }
        let is_shown = |setting: &String| {
            let key = setting.split('=').next().unwrap_or_default();
            self.has(&Dimension::Setting(key.to_owned()))
        };
        let settings = job.settings.iter().filter(|setting| !is_shown(setting)).cloned().collect();
        dimension.of(&Job { settings, ..job.clone() })
    }

    /// The name of the series that a job is of. A number alone would say little.
    fn series(&self, job: &Job) -> String {
        let name = |d: &Dimension| match (d, d.number(job)) {
            (Dimension::Depth | Dimension::Nodes, Some(n)) => format!("{d} {n}"),
            (Dimension::Setting(key), Some(n)) => format!("{} {n}", key.rsplit('.').next().unwrap_or(key)),
            (Dimension::Parameter(name), Some(n)) => format!("{name}={n}"),
            _ => self.label(d, job),
        };
        self.series.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The game, and whatever else is shown by itself, by name.
    fn title(&self, job: &Job) -> String {
        let say = |d: &Dimension| match d {
            Dimension::Game | Dimension::Algorithm | Dimension::Ordering | Dimension::Settings => {
                self.label(d, job)
            }
            Dimension::Setting(key) => format!("{key} {}", d.of(job)),
            Dimension::Parameter(name) => format!("{name}={}", d.of(job)),
            Dimension::Hash => format!("a table of {}", d.of(job)),
            Dimension::Depth | Dimension::Nodes => format!("{d} {}", d.of(job)),
        };
        self.panels.iter().map(say).collect::<Vec<_>>().join(", ")
    }

    fn place(&self, job: &Job) -> Place {
        match &self.x {
            None => Place { label: String::new(), number: None },
            Some(x) => Place { label: self.label(x, job), number: x.number(job) },
        }
    }
}

impl Sample {
    pub(super) fn new(experiment: &Experiment, rows: &HashMap<String, ResultRow>) -> Sample {
        let is_minimal = |job: &&Job| [MINIMAL_TREE, MINIMAL_GRAPH].contains(&job.algorithm.as_str());
        let (minimal, jobs): (Vec<&Job>, Vec<&Job>) = experiment.jobs.iter().partition(is_minimal);
        let keys = Keys::new(experiment, &jobs);
        let mut smallest: HashMap<(&str, &str, &str, Option<u32>), f64> = HashMap::new();
        for job in &minimal {
            if let Some(leaves) = rows.get(&job.id()).and_then(|row| row.number("leaves")) {
                smallest.insert((&job.algorithm, &job.game, &job.position, job.depth), leaves);
            }
        }
        let mut panels: Vec<Group> = Vec::new();
        let mut early = HashSet::new();
        for job in jobs {
            let Some(row) = rows.get(&job.id()) else { continue };
            let (title, place, series) = (keys.title(job), keys.place(job), keys.series(job));
            let panel = place_of(&mut panels, |p| p.title == title, || Group::new(title.clone()));
            let panel = &mut panels[panel];
            let x = place_of(&mut panel.places, |p| *p == place, || place.clone());
            let s = place_of(&mut panel.series, |name| *name == series, || series.clone());
            let time = row.number("time_ms").unwrap_or(0.0);
            let least = |kind| smallest.get(&(kind, &job.game, &job.position, job.depth)).copied();
            let (tree, graph) = (least(MINIMAL_TREE), least(MINIMAL_GRAPH));
            let fresh = || Cell { row: row.clone(), times: Vec::new(), tree, graph };
            let cells = panel.cells.entry((s, x)).or_default();
            let cell = cells.entry(job.position.clone()).or_insert_with(fresh);
            cell.times.push(time);
            if cell.is_early() {
                early.insert((job.game.clone(), job.position.clone(), job.depth));
            }
        }
        panels.iter_mut().for_each(Group::sort);
        let mut sample = Sample {
            series: keys.series.iter().map(Dimension::label).collect::<Vec<_>>().join(", "),
            x: keys.x,
            measures: Vec::new(),
            baseline: experiment.showing.baseline.clone(),
            panels,
            early: early.len(),
            has_minimal: !minimal.is_empty(),
        };
        sample.measures = experiment.showing.measures.clone().unwrap_or_else(|| sample.usual());
        sample
    }

    /// Returns the measures to show where the file names none.
    fn usual(&self) -> Vec<Measure> {
        let cells = || self.panels.iter().flat_map(|p| p.cells.values()).flat_map(BTreeMap::values);
        let again = cells().any(|cell| cell.row.number("researched") > Some(0.0));
        let deepens = self.x == Some(Dimension::Depth);
        let all = [
            (true, Measure::Nodes),
            (deepens, Measure::Branching),
            (self.has_minimal, Measure::Tree),
            (self.has_minimal, Measure::Graph),
            (again, Measure::Researched),
            (true, Measure::Time),
        ];
        all.into_iter().filter_map(|(is_known, measure)| is_known.then_some(measure)).collect()
    }

    /// Returns the notes for reading the charts.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "Counts, times and ratios are geometric means over positions, with 95 % intervals of Student's t on their \
             logarithms; shares have 95 % intervals as well. All series of a place on the axis are of the same positions."
                .to_owned(),
        ];
        if self.early > 0 {
            notes.push(format!(
                "Of a position and a depth that a search ended before, since nothing deeper could change the value, no \
                 counts are shown: there were {} such pairs.",
                self.early
            ));
        }
        if self.has_minimal {
            notes.push(
                "Minimal trees and graphs are estimates from above: a search deepens to the depth with a large table; \
                 then the value is proven from both sides with null windows, the best moves that were found first, three \
                 times, and the smallest proof counts. A tree is proven to its last leaf; in a graph a second table \
                 remembers what was proven. Searches are counted with all their iterations, and minimal trees are not."
                    .to_owned(),
            );
        }
        if self.measures.contains(&Measure::Time) {
            notes.push(
                "Times hold for the machine that ran the searches; all else is the same on every machine."
                    .into(),
            );
        }
        notes
    }

    /// The series and the place on the axis that a cell is held against: those of the baseline, or the first series.
    pub(super) fn held_against(&self, group: &Group, (s, x): (usize, usize)) -> (usize, usize) {
        let Some(baseline) = &self.baseline else { return (0, x) };
        match group.series.iter().position(|name| name == baseline) {
            Some(series) => (series, x),
            None => match group.places.iter().position(|place| place.label == *baseline) {
                Some(place) => (s, place),
                None => (0, x),
            },
        }
    }
}

impl Group {
    fn new(title: String) -> Group {
        Group { title, places: Vec::new(), series: Vec::new(), cells: HashMap::new() }
    }

    /// Orders places that are numbers.
    fn sort(&mut self) {
        if !self.is_numeric() {
            return;
        }
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by(|&a, &b| f64::total_cmp(&self.number(a), &self.number(b)));
        self.places = order.iter().map(|&n| self.places[n].clone()).collect();
        let cells = std::mem::take(&mut self.cells).into_iter();
        let moved = |x: usize| order.iter().position(|&n| n == x).unwrap_or(x);
        self.cells = cells.map(|((s, x), cells)| ((s, moved(x)), cells)).collect();
    }

    fn number(&self, x: usize) -> f64 {
        self.places[x].number.unwrap_or(f64::NAN)
    }

    /// Whether the places are numbers, and more than one.
    pub(super) fn is_numeric(&self) -> bool {
        self.places.len() > 1 && self.places.iter().all(|place| place.number.is_some())
    }

    /// The searches of one series at one place, by position.
    pub(super) fn at(&self, (s, x): (usize, usize)) -> Option<&BTreeMap<String, Cell>> {
        self.cells.get(&(s, x))
    }
}

/// The place of what is like this in the list, where it is added if there is none.
fn place_of<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    list.iter().position(is_it).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    })
}
