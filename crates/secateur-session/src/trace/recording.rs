//! A recorded search as it is kept: small, and made readable where somebody looks.

use super::build::{Build, Visits};
use super::grown::Rows;
use super::run::is_leaf;
use super::steps::{NEVER, SoFar, StepKind, Stepped, Steps};
use super::{TraceHeader, TraceNode, TraceRecord};
use crate::erased::Still;
use secateur::trace::Visit;
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::Duration;

/// A recorded search as it is kept. Its nodes are made readable where they are asked for, so that a record of a million nodes
/// takes about 165 bytes for each of them, in best-first trees up to twice that, and no time before somebody looks.
///
/// It has *steps*, numbered from 0, in the order in which the search went ([`StepKind`]). Nodes are named by the numbers that
/// [`TraceNode::id`] has.
pub struct Recording {
    header: TraceHeader,
    kept: Kept,
    steps: Steps,
    time: Duration,
}

enum Kept {
    /// The visits of a search to a depth, of a game that begins at a position.
    Visits(Box<Visits>, Box<dyn Still>),
    /// The tree in memory of a best-first search.
    Grown(Rows),
}

/// A node of a recording, with its place among the steps.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct RecordedNode {
    /// The node.
    #[serde(flatten)]
    pub node: TraceNode,
    /// The step at which it was entered; in the tree of a best-first search, the one at which it came to be.
    pub enter: u32,
    /// The step at which it was left; in the tree of a best-first search, the one at which it was expanded, if it was.
    pub leave: Option<u32>,
    /// The nodes of the recording below it.
    pub below: u32,
    /// The nodes of the recording right below it.
    pub children: u32,
    /// Leaves and cuts up to its entering.
    pub entered: SoFar,
    /// Leaves and cuts up to its leaving.
    pub left: SoFar,
}

impl Recording {
    pub(super) fn of_visits(
        header: TraceHeader,
        visits: Visits,
        root: Box<dyn Still>,
        time: Duration,
    ) -> Self {
        let step = |visit: &Visit<u32>| Stepped {
            parent: visit.parent,
            is_leaf: is_leaf(visit.end),
            is_cut: visit.is_met(),
        };
        // (One way through all that there is of a visit.)
        let nodes: Vec<Stepped> = visits.trace.nodes.iter().map(step).collect();
        let steps = Steps::of_visits(&nodes);
        Recording { header, kept: Kept::Visits(Box::new(visits), root), steps, time }
    }

    pub(super) fn of_growth(header: TraceHeader, rows: Rows, time: Duration) -> Self {
        let steps = rows.steps();
        Recording { header, kept: Kept::Grown(rows), steps, time }
    }

    /// The search as a whole.
    pub fn header(&self) -> &TraceHeader {
        &self.header
    }

    /// The number of nodes kept.
    pub fn len(&self) -> usize {
        match &self.kept {
            Kept::Visits(visits, _) => visits.trace.nodes.len(),
            Kept::Grown(rows) => rows.len(),
        }
    }

    /// Whether no node was kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes taken.
    pub fn bytes(&self) -> usize {
        self.steps.bytes()
            + match &self.kept {
                Kept::Visits(visits, _) => visits.bytes(),
                Kept::Grown(rows) => rows.bytes(),
            }
    }

    /// The time that the search took, with its recording.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// What its steps are.
    pub fn step_kind(&self) -> StepKind {
        self.steps.kind
    }

    /// The number of steps.
    pub fn steps(&self) -> u32 {
        self.steps.count
    }

    /// The number of nodes that were left without a look at all of their moves.
    pub fn cuts(&self) -> usize {
        self.steps.all_cuts()
    }

    /// The steps of the cuts that come next after a step, `most` at most, or of the last ones before it; the nearest first.
    pub fn cuts_beside(&self, step: u32, back: bool, most: usize) -> Vec<u32> {
        self.steps.cuts_beside(step, back, most)
    }

    fn parent(&self, id: u32) -> Option<u32> {
        match &self.kept {
            Kept::Visits(visits, _) => visits.trace.nodes[id as usize].parent,
            Kept::Grown(rows) => rows.parent(id),
        }
    }

    /// The nodes right below a node, in order.
    pub fn children(&self, id: u32) -> Vec<u32> {
        match &self.kept {
            Kept::Visits(visits, _) => {
                let mut children: Vec<u32> =
                    visits.trace.children(id as usize).map(|child| child as u32).collect();
                children.reverse();
                children
            }
            Kept::Grown(_) => {
                // Each node comes right before those below it.
                let (mut child, mut children) = (id + 1, Vec::new());
                while child <= id + self.steps.below[id as usize] {
                    children.push(child);
                    child += 1 + self.steps.below[child as usize];
                }
                children
            }
        }
    }

    /// The nodes nearest to the root: all up to some level, `most` at most, but the roots in any case.
    pub fn nearest(&self, most: usize) -> Vec<u32> {
        let mut row: Vec<u32> = match &self.kept {
            Kept::Visits(visits, _) => visits.roots.clone(),
            Kept::Grown(rows) => (0..rows.len().min(1) as u32).collect(),
        };
        let mut near = Vec::new();
        while !row.is_empty() && (near.is_empty() || near.len() + row.len() <= most) {
            near.extend(&row);
            row = row.iter().flat_map(|&id| self.children(id)).collect();
        }
        near.sort_unstable();
        near
    }

    /// The nodes below these, nearest first, `most` at most; but all right below each of these in any case. Numbers that no
    /// node has are passed over.
    pub fn below(&self, ids: &[u32], most: usize) -> Vec<u32> {
        let mut row: Vec<u32> = ids.iter().copied().filter(|&id| (id as usize) < self.len()).collect();
        let mut found = BTreeSet::new();
        while !row.is_empty() {
            let next: Vec<u32> = row.iter().flat_map(|&id| self.children(id)).collect();
            if !found.is_empty() && found.len() + next.len() > most {
                break;
            }
            found.extend(next.iter().copied());
            row = next;
        }
        found.into_iter().collect()
    }

    /// The nodes that it takes to show the steps from one to another: those that are entered, left or expanded, all above
    /// them, and what was searched before on the way there.
    pub fn along(&self, from: u32, to: u32) -> Vec<u32> {
        let to = to.min(self.steps.count.saturating_sub(1));
        let (mut found, mut on_the_way) = (BTreeSet::new(), BTreeSet::new());
        for step in from..=to {
            let mut at = self.steps.node_at(step, |id| self.parent(id));
            while let Some(id) = at.filter(|id| !on_the_way.contains(id)) {
                on_the_way.insert(id);
                found.insert(id);
                let came = |&child: &u32| self.steps.enter[child as usize] <= to;
                found.extend(self.children(id).into_iter().filter(came));
                at = self.parent(id);
            }
        }
        found.into_iter().collect()
    }

    /// These nodes as data. Quickest in order.
    pub fn nodes(&self, ids: &[u32]) -> Vec<RecordedNode> {
        let mut nodes = Vec::with_capacity(ids.len());
        self.build(ids, &mut |node| nodes.push(self.recorded(node)));
        nodes
    }

    /// All nodes as data, one after the other.
    pub fn each(&self, see: &mut dyn FnMut(TraceNode)) {
        let all: Vec<u32> = (0..self.len() as u32).collect();
        self.build(&all, see);
    }

    /// All of it as data.
    pub fn whole(self) -> TraceRecord {
        let mut nodes = Vec::with_capacity(self.len());
        self.each(&mut |node| nodes.push(node));
        TraceRecord { header: self.header, nodes }
    }

    fn build(&self, ids: &[u32], see: &mut dyn FnMut(TraceNode)) {
        match &self.kept {
            Kept::Visits(visits, root) => {
                let mut build = Build::new(visits, root.revive());
                ids.iter().for_each(|&id| see(build.node(id)));
            }
            Kept::Grown(rows) => ids.iter().for_each(|&id| see(rows.node(id))),
        }
    }

    fn recorded(&self, node: TraceNode) -> RecordedNode {
        let place = node.id as usize;
        let (enter, leave) = (self.steps.enter[place], self.steps.leave[place]);
        RecordedNode {
            enter,
            leave: (leave != NEVER).then_some(leave),
            below: self.steps.below[place],
            children: self.children(node.id).len() as u32,
            entered: self.steps.so_far(enter),
            left: self.steps.so_far(leave),
            node,
        }
    }
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recording").field("header", &self.header).field("steps", &self.steps.count).finish()
    }
}
