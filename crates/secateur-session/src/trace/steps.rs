//! The steps of a recorded search: in which order nodes were entered and left, or expanded.

use serde::Serialize;

/// What the steps of a recording are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepKind {
    /// A node is entered, or left with its answer: the search went depth first.
    Visits,
    /// A node is opened; the last step settles what is open still. The search opened nodes in an order of its own.
    Opened,
    /// A node is expanded: the nodes behind it come to be.
    Expanded,
}

/// Leaves and cuts among the steps up to one, that one included.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SoFar {
    /// The leaves that were left.
    pub leaves: u32,
    /// The nodes that were left without a look at all of their moves.
    pub cuts: u32,
}

/// A step that does not come.
pub(super) const NEVER: u32 = u32::MAX;

/// What the steps have to know of a node.
#[derive(Copy, Clone)]
pub(super) struct Stepped {
    pub(super) parent: Option<u32>,
    pub(super) is_leaf: bool,
    pub(super) is_cut: bool,
}

/// The steps, numbered from 0.
pub(super) struct Steps {
    pub(super) kind: StepKind,
    /// For each node the step at which it was entered, or came to be.
    pub(super) enter: Vec<u32>,
    /// For each node the step at which it was left, or expanded; [`NEVER`] if it was not.
    pub(super) leave: Vec<u32>,
    /// For each node the number of those below it.
    pub(super) below: Vec<u32>,
    /// The number of steps.
    pub(super) count: u32,
    /// The nodes by the steps at which they were expanded.
    order: Vec<u32>,
    /// The steps at which leaves were left, and those of cuts.
    leaves: Vec<u32>,
    cuts: Vec<u32>,
}

impl Steps {
    /// The steps of a search that visited these nodes, in the order in which they were opened.
    pub(super) fn of_visits(nodes: &[Stepped]) -> Steps {
        let parents: Vec<Option<u32>> = nodes.iter().map(|node| node.parent).collect();
        let (kind, enter, leave, count) = depth_first(&parents).unwrap_or_else(|| opened(parents.len()));
        let steps_of = |is: fn(&Stepped) -> bool| {
            let mut steps: Vec<u32> =
                nodes.iter().zip(&leave).filter(|(node, _)| is(node)).map(|(_, &left)| left).collect();
            steps.sort_unstable();
            steps
        };
        let (leaves, cuts) = (steps_of(|node| node.is_leaf), steps_of(|node| node.is_cut));
        Steps { kind, enter, below: below(&parents), count, order: Vec::new(), leaves, cuts, leave }
    }

    /// The steps by which a tree has grown: for each node, in the order of moves, the one above it and its place in the order
    /// of expansion, from 1.
    pub(super) fn of_growth(parents: &[Option<u32>], expanded: &[Option<u32>]) -> Steps {
        // Nodes may be left out, and with them places: what is there is counted anew.
        let mut order: Vec<(u32, u32)> =
            expanded.iter().zip(0..).filter_map(|(place, id)| Some(((*place)?, id))).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, id)| id).collect();
        let mut leave = vec![NEVER; parents.len()];
        for (step, &id) in (1..).zip(&order) {
            leave[id as usize] = step;
        }
        // What a full tree has forgotten the order of is there from the beginning.
        let came = |parent: &Option<u32>| match parent.map(|parent| leave[parent as usize]) {
            None | Some(NEVER) => 0,
            Some(step) => step,
        };
        let enter = parents.iter().map(came).collect();
        let count = order.len() as u32 + 1;
        let below = below(parents);
        Steps { kind: StepKind::Expanded, enter, leave, below, count, order, leaves: vec![], cuts: vec![] }
    }

    pub(super) fn bytes(&self) -> usize {
        let Steps { enter, leave, below, order, leaves, cuts, .. } = self;
        [enter, leave, below, order, leaves, cuts].iter().map(|each| 4 * each.capacity()).sum()
    }

    /// The node that a step is about. `parent` tells the node above another one.
    pub(super) fn node_at(&self, step: u32, parent: impl Fn(u32) -> Option<u32>) -> Option<u32> {
        if step >= self.count || self.enter.is_empty() {
            return None;
        }
        match self.kind {
            StepKind::Expanded if step == 0 => Some(0),
            StepKind::Expanded => Some(self.order[step as usize - 1]),
            StepKind::Opened => Some(if step + 1 == self.count { 0 } else { step }),
            StepKind::Visits => {
                let mut id = self.enter.partition_point(|&entered| entered <= step) as u32 - 1;
                while self.enter[id as usize] != step && self.leave[id as usize] != step {
                    id = parent(id)?;
                }
                Some(id)
            }
        }
    }

    /// The cuts that come next after a step, or that came last before it, the nearest first.
    pub(super) fn cuts_beside(&self, step: u32, back: bool, most: usize) -> Vec<u32> {
        if back {
            let before = &self.cuts[..self.cuts.partition_point(|&cut| cut < step)];
            return before.iter().rev().take(most).copied().collect();
        }
        let after = &self.cuts[self.cuts.partition_point(|&cut| cut <= step)..];
        after.iter().take(most).copied().collect()
    }

    /// The number of cuts in all.
    pub(super) fn all_cuts(&self) -> usize {
        self.cuts.len()
    }

    /// Leaves and cuts up to a step.
    pub(super) fn so_far(&self, step: u32) -> SoFar {
        let up_to = |steps: &[u32]| steps.partition_point(|&other| other <= step) as u32;
        SoFar { leaves: up_to(&self.leaves), cuts: up_to(&self.cuts) }
    }
}

type Order = (StepKind, Vec<u32>, Vec<u32>, u32);

/// The steps at which nodes are entered and left; none if they were not opened depth first.
fn depth_first(parents: &[Option<u32>]) -> Option<Order> {
    let (mut enter, mut leave) = (Vec::with_capacity(parents.len()), vec![NEVER; parents.len()]);
    let (mut open, mut step): (Vec<u32>, u32) = (Vec::new(), 0);
    for (id, parent) in parents.iter().enumerate() {
        while open.last() != parent.as_ref() {
            leave[open.pop()? as usize] = step;
            step += 1;
        }
        enter.push(step);
        open.push(id as u32);
        step += 1;
    }
    while let Some(id) = open.pop() {
        leave[id as usize] = step;
        step += 1;
    }
    Some((StepKind::Visits, enter, leave, step))
}

/// One node after the other, all of them settled by a last step.
fn opened(nodes: usize) -> Order {
    let nodes = nodes as u32;
    (StepKind::Opened, (0..nodes).collect(), vec![nodes; nodes as usize], nodes + 1)
}

/// For each node the number of those below it; parents come before their children.
fn below(parents: &[Option<u32>]) -> Vec<u32> {
    let mut below = vec![0; parents.len()];
    for (id, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = parent {
            below[*parent as usize] += below[id] + 1;
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stepped(parents: &[Option<u32>]) -> Steps {
        let is_leaf = |id: u32| !parents.contains(&Some(id));
        let step = |(&parent, id)| Stepped { parent, is_leaf: is_leaf(id), is_cut: id == 1 };
        Steps::of_visits(&parents.iter().zip(0..).map(step).collect::<Vec<Stepped>>())
    }

    #[test]
    fn a_search_goes_down_and_back() {
        // Two roots, the first with two children, one of which has a child.
        let parents = [None, Some(0), Some(1), Some(0), None];
        let steps = stepped(&parents);
        assert_eq!((steps.kind, steps.count), (StepKind::Visits, 10));
        assert_eq!(steps.enter, [0, 1, 2, 5, 8]);
        assert_eq!(steps.leave, [7, 4, 3, 6, 9]);
        assert_eq!(steps.below, [3, 1, 0, 0, 0]);
        let at: Vec<u32> =
            (0..10).map(|step| steps.node_at(step, |id| parents[id as usize]).unwrap()).collect();
        assert_eq!(at, [0, 1, 2, 2, 1, 3, 3, 0, 4, 4]);
        assert_eq!(steps.node_at(10, |id| parents[id as usize]), None);
        assert_eq!([0, 3, 4, 5].map(|step| steps.cuts_beside(step, false, 9).len()), [1, 1, 0, 0]);
        assert_eq!([3, 4, 5].map(|step| steps.cuts_beside(step, true, 9).len()), [0, 0, 1]);
        assert_eq!(steps.so_far(6), SoFar { leaves: 2, cuts: 1 });
    }

    #[test]
    fn other_orders_are_shown_as_they_were() {
        // The second child of the root is opened before the child of the first.
        let steps = stepped(&[None, Some(0), Some(0), Some(1)]);
        assert_eq!((steps.kind, steps.count), (StepKind::Opened, 5));
        assert_eq!(steps.node_at(3, |_| None), Some(3));
        assert_eq!(steps.node_at(4, |_| None), Some(0));
        let grown = Steps::of_growth(&[None, Some(0), Some(1), Some(0)], &[Some(1), Some(7), None, None]);
        assert_eq!((grown.count, grown.enter, grown.leave), (3, vec![0, 1, 2, 1], vec![1, 2, NEVER, NEVER]));
    }
}
