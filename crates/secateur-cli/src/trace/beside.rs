//! Two records of one position, place by place: what both searches visited, and what one of them did alone.

use super::text::{Tree, answer, title};
use crate::output::counted;
use secateur_session::{NodeKind, ScoreKind, TraceHeader, TraceNode, TraceStep};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// Who visited a place.
#[derive(Copy, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    Both,
    First,
    Second,
}

/// A way from the root that one of the searches went, or both did.
pub(super) struct Place {
    /// The number of the one above; none for the root.
    pub(super) parent: Option<u32>,
    /// The last step of the way, as it is written.
    pub(super) step: String,
    pub(super) ply: u32,
    /// The visits of either search.
    pub(super) visits: [Vec<u32>; 2],
}

impl Place {
    pub(super) fn by(&self) -> By {
        match (self.visits[0].is_empty(), self.visits[1].is_empty()) {
            (false, true) => By::First,
            (true, false) => By::Second,
            _ => By::Both,
        }
    }
}

/// The places of two searches, each after the one above it, in the order of a walk.
pub(super) struct Beside<'a> {
    pub(super) trees: [&'a Tree<'a>; 2],
    pub(super) places: Vec<Place>,
}

/// A place as data, with the last visit's answers.
#[derive(Serialize)]
struct PlaceLine<'a> {
    id: usize,
    parent: Option<u32>,
    step: &'a str,
    ply: u32,
    by: By,
    first: Vec<VisitLine<'a>>,
    second: Vec<VisitLine<'a>>,
}

/// A visit: the number of the node in its own record, its answer, and the reason it ended.
#[derive(Serialize)]
struct VisitLine<'a> {
    id: u32,
    alpha: i32,
    beta: i32,
    score: Option<i32>,
    bound: Option<ScoreKind>,
    actual: Option<NodeKind>,
    why: &'a str,
}

/// The comparison as a whole.
#[derive(Serialize)]
struct HeaderLine<'a> {
    first: &'a TraceHeader,
    second: &'a TraceHeader,
    both: usize,
    first_alone: usize,
    second_alone: usize,
}

impl<'a> Beside<'a> {
    /// Lays a record beside another one. A second search of a move, or another one of the root, is at the same place as the
    /// first.
    pub(super) fn new(first: &'a Tree<'a>, second: &'a Tree<'a>) -> Self {
        let mut places: Vec<Place> = Vec::new();
        let mut known: HashMap<(Option<u32>, String), u32> = HashMap::new();
        for (n, tree) in [first, second].into_iter().enumerate() {
            let mut at: Vec<u32> = Vec::with_capacity(tree.record.nodes.len());
            for node in &tree.record.nodes {
                let parent = node.parent.map(|parent| at[parent as usize]);
                let step = step(node);
                let place = *known.entry((parent, step.clone())).or_insert_with(|| {
                    places.push(Place { parent, step, ply: node.ply, visits: Default::default() });
                    places.len() as u32 - 1
                });
                places[place as usize].visits[n].push(node.id);
                at.push(place);
            }
        }
        Beside { trees: [first, second], places: walked(places) }
    }

    /// The places that were visited by both, by the first alone, by the second alone.
    fn counts(&self) -> [usize; 3] {
        [By::Both, By::First, By::Second]
            .map(|by| self.places.iter().filter(|place| place.by() == by).count())
    }

    /// The name of the algorithm of one of the two; that of the other with its number where it is the same.
    pub(super) fn name(&self, n: usize) -> String {
        let [first, second] = self.trees.map(|tree| &tree.record.header.algorithm);
        let own = [first, second][n];
        if first == second { format!("{own} ({})", ["first", "second"][n]) } else { own.clone() }
    }

    /// What the searches are.
    pub(super) fn titles(&self) -> [String; 2] {
        let [first, second] = self.trees.map(|tree| title(&tree.record.header));
        [first, format!("beside {second}")]
    }

    /// How much of the one is in the other.
    pub(super) fn summary(&self) -> String {
        let [both, first, second] = self.counts();
        let (one, other) = (self.name(0), self.name(1));
        let mut said = format!(
            "{} visited by both, {first} by {one} alone, {second} by {other} alone",
            counted(both as u64, "place")
        );
        for (n, tree) in self.trees.into_iter().enumerate() {
            if tree.record.header.left_out > 0 {
                let left_out = counted(tree.record.header.left_out, "node");
                said += &format!(
                    "\n{left_out} of {} left out: it may have visited what is marked as the other's",
                    self.name(n)
                );
            }
        }
        said
    }

    /// What one of the searches found at a place, in its last visit there; none where it was not.
    pub(super) fn found(&self, place: &Place, n: usize) -> Option<(&'a TraceNode, &'a Tree<'a>)> {
        let last = *place.visits[n].last()?;
        Some((&self.trees[n].record.nodes[last as usize], self.trees[n]))
    }

    /// The same in words.
    fn said(&self, place: &Place, n: usize) -> String {
        let Some((node, tree)) = self.found(place, n) else { return "-".into() };
        let visits = match place.visits[n].len() {
            1 => String::new(),
            more => format!(" (last of {})", counted(more as u64, "visit")),
        };
        format!("{}, {}{visits}", answer(node), tree.end(node))
    }

    /// The comparison as data, a line at a time: a header, then each place.
    pub(super) fn json(&self, line: &mut dyn FnMut(String)) -> serde_json::Result<()> {
        let [both, first_alone, second_alone] = self.counts();
        let [first, second] = self.trees.map(|tree| &tree.record.header);
        line(serde_json::to_string(&HeaderLine { first, second, both, first_alone, second_alone })?);
        for (id, place) in self.places.iter().enumerate() {
            let visits = |n: usize| {
                place.visits[n].iter().map(|&id| visit(&self.trees[n].record.nodes[id as usize])).collect()
            };
            let Place { parent, ref step, ply, .. } = *place;
            let (first, second) = (visits(0), visits(1));
            line(serde_json::to_string(&PlaceLine { id, parent, step, ply, by: place.by(), first, second })?);
        }
        Ok(())
    }
}

fn visit(node: &TraceNode) -> VisitLine<'_> {
    let &TraceNode { id, alpha, beta, score, bound, actual, ref why, .. } = node;
    VisitLine { id, alpha, beta, score, bound, actual, why }
}

/// The step to a node, the same for every visit.
fn step(node: &TraceNode) -> String {
    match node.step {
        TraceStep::Root => "root".into(),
        TraceStep::Null => "null move".into(),
        TraceStep::Same => "same position".into(),
        _ => node.played.clone().unwrap_or_default(),
    }
}

/// Places in the order of a walk that goes depth first.
fn walked(places: Vec<Place>) -> Vec<Place> {
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
    for (id, place) in (0..).zip(&places) {
        if let Some(parent) = place.parent {
            below[parent as usize].push(id);
        }
    }
    let mut order: Vec<u32> = Vec::with_capacity(places.len());
    let mut todo: Vec<u32> = (0..places.len().min(1) as u32).collect();
    while let Some(id) = todo.pop() {
        order.push(id);
        todo.extend(below[id as usize].iter().rev());
    }
    let mut new = vec![0; places.len()];
    for (place, &id) in (0..).zip(&order) {
        new[id as usize] = place;
    }
    let mut places: Vec<Option<Place>> = places.into_iter().map(Some).collect();
    let taken = order.into_iter().filter_map(|id| places[id as usize].take());
    taken.map(|place| Place { parent: place.parent.map(|parent| new[parent as usize]), ..place }).collect()
}

/// An indented tree, one line a place.
impl fmt::Display for Beside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.titles();
        writeln!(f, "{first}\n{second}")?;
        let names = [0, 1].map(|n| self.name(n));
        writeln!(
            f,
            "at each place who visited it, and what {} | {} found, for the side to move there\n",
            names[0], names[1]
        )?;
        let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("both".len());
        let mut levels: Vec<usize> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let level = place.parent.map_or(0, |parent| levels[parent as usize] + 1);
            levels.push(level);
            let by = match place.by() {
                By::Both => "both",
                By::First => &names[0],
                By::Second => &names[1],
            };
            let (one, other) = (self.said(place, 0), self.said(place, 1));
            writeln!(f, "{by:>wide$} {:indent$}{}: {one} | {other}", "", place.step, indent = 2 * level)?;
        }
        writeln!(f, "\n{}", self.summary())
    }
}
