//! The tree in memory of a best-first search, as it stands when the search ends.

use super::steps::Steps;
use super::{
    GrownNode, GrownThen, Proven, Recording, ScoreKind, TRACE_VERSION, TraceHeader, TraceLimits, TraceNode,
    TraceStep,
};
use crate::Request;
use crate::answer::Task;
use crate::best_first::{is_solved, stopped_by};
use crate::growth::{Listing, context, growth};
use crate::informed::informed;
use crate::seen::Seen;
use crate::signals::{Limiter, Signals};
use secateur::best::{Answer, Change, ListedNode, NodeGrowth};
use secateur::{Bounds, Halt, Score, Stats, result};
use secateur_games::{Notation, Unreadable};
use std::collections::HashMap;

/// The nodes that a tree grows to where nothing else limits it.
const NODES: u64 = 1_000;

/// The nodes that such a search may open.
pub(super) fn most_nodes(request: &Request) -> u64 {
    request.limits.nodes.unwrap_or(if request.limits.time.is_some() { u64::MAX } else { NODES })
}

/// The record of a tree that has grown from the position of a task.
pub(crate) fn grown<G: Notation>(task: &Task<'_, G>, limits: &TraceLimits) -> Result<Recording, Unreadable> {
    let (pos, request) = (task.pos, task.request);
    request.check()?;
    if result(pos).is_some() {
        return Err(Unreadable("the game is over: there is nothing to search".into()));
    }
    let Some(mut growth) = growth::<G>(request) else { unreachable!("the list has every best-first search") };
    let signals =
        Signals { time: request.most_time().map(|most| (task.start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let stop = Limiter::new(most_nodes(request), &look);
    let mut cx = context::<G>(informed::<G>(request), stop, task.path());
    growth.keep_journal();
    let found = growth.grow(&mut cx, pos);
    let Some(list) = growth.list(limits.nodes, limits.plies) else { unreachable!("it has grown a tree") };
    let time = task.start.elapsed();
    let (rows, solved) = (rows(list, pos), is_solved(G::SCALE, found.bounds));
    let header = header(task, &found, &cx.watch, &rows, solved);
    Ok(Recording::of_growth(header, rows, time))
}

fn header<G: Notation>(
    task: &Task<'_, G>,
    found: &Answer<G::Move, Halt>,
    stats: &Stats,
    rows: &Rows,
    solved: bool,
) -> TraceHeader {
    let nodes = &rows.nodes;
    let root = nodes.first().and_then(|root| said(&root.seen).0);
    let (mut pos, mut pv) = (task.pos.clone(), Vec::new());
    for &m in &found.line {
        pv.push(pos.write_move(m));
        pos.play(m);
    }
    let left_out: u64 = nodes.iter().map(|node| node.left_out).sum();
    TraceHeader {
        trace: TRACE_VERSION,
        game: task.game.to_owned(),
        position: task.position.to_owned(),
        algorithm: task.request.method.algorithm.full_name(),
        exact: solved,
        depth: pv.len() as u32,
        score: root.map(Score::get),
        value: root.map(|score| task.pos.value(score)),
        pv,
        stopped_by: stopped_by(solved, found.end),
        nodes: stats.nodes,
        visits: nodes.len() as u64 + left_out,
        by_knowledge: 0,
        completing: 0,
        probes: 1,
        kept: nodes.len(),
        left_out,
        leaves: nodes.iter().filter(|node| !matches!(node.growth, NodeGrowth::Expanded(_))).count() as u64,
        critical_leaves: 0,
        minimal_leaves: None,
        minimal_is_exact: None,
    }
}

/// The nodes of a tree in the order of moves, small, with each way to write a move once.
pub(super) struct Rows {
    nodes: Vec<Row>,
    names: Vec<String>,
    /// What became of nodes, by their places, and of each in order.
    changes: Vec<Change<Seen>>,
    /// The places in the order of expansion that the nodes have, sorted.
    expanded: Vec<u32>,
}

/// A node as it is kept.
struct Row {
    parent: Option<u32>,
    ply: u32,
    /// The place of its move among the names.
    played: Option<u32>,
    seen: Seen,
    growth: NodeGrowth,
    left_out: u64,
}

fn rows<G: Notation>(Listing { nodes: list, mut changes }: Listing<G::Move>, root: &G) -> Rows {
    let (mut nodes, mut names) = (Vec::with_capacity(list.len()), Names::default());
    changes.sort_by_key(|change| change.node);
    let mut expanded: Vec<u32> = list.iter().filter_map(|node| place(node.growth)).collect();
    expanded.sort_unstable();
    // The positions from the root to the node before.
    let mut path = vec![root.clone()];
    for ListedNode { parent, played, ply, data, growth, left_out } in list {
        let mut name = None;
        if let Some(m) = played {
            path.truncate(ply as usize);
            let above = &path[path.len() - 1];
            name = Some(names.place(above.write_move(m)));
            path.push(above.child(m));
        }
        nodes.push(Row { parent, ply, played: name, seen: data, growth, left_out });
    }
    Rows { nodes, names: names.texts, changes, expanded }
}

/// The place of a node in the order of expansion.
fn place(growth: NodeGrowth) -> Option<u32> {
    if let NodeGrowth::Expanded(place) = growth { place } else { None }
}

/// Texts, each of them once.
#[derive(Default)]
struct Names {
    texts: Vec<String>,
    places: HashMap<String, u32>,
}

impl Names {
    fn place(&mut self, text: String) -> u32 {
        if let Some(&place) = self.places.get(&text) {
            return place;
        }
        let place = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.places.insert(text, place);
        place
    }
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.changes[..])
            + size_of_val(&self.expanded[..])
            + self.names.iter().map(|name| size_of::<String>() + name.len()).sum::<usize>()
    }

    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        self.nodes[id as usize].parent
    }

    /// The steps by which the tree has grown.
    pub(super) fn steps(&self) -> Steps {
        let parents: Vec<Option<u32>> = self.nodes.iter().map(|node| node.parent).collect();
        let expanded: Vec<Option<u32>> = self.nodes.iter().map(|node| place(node.growth)).collect();
        Steps::of_growth(&parents, &expanded)
    }

    /// What the search made of a node, from the step on at which it came to be. Where nodes are left out, what changed at their
    /// steps changes with the one before.
    fn history(&self, id: u32) -> Vec<GrownThen> {
        let from = self.changes.partition_point(|change| change.node < id);
        let mut history: Vec<GrownThen> = Vec::new();
        for Change { step, data, .. } in self.changes[from..].iter().take_while(|change| change.node == id) {
            let step = self.expanded.partition_point(|place| place <= step) as u32;
            let then = GrownThen {
                step,
                score: said(data).0.map(Score::get),
                proof_numbers: data.proof_numbers,
                visits: data.visits,
                pessimistic: data.interval.map(|interval| interval.lower.get()),
                optimistic: data.interval.map(|interval| interval.upper.get()),
            };
            match history.last_mut().filter(|last| last.step == step) {
                Some(last) => *last = then,
                None => history.push(then),
            }
        }
        history
    }

    /// A node as data.
    pub(super) fn node(&self, id: u32) -> TraceNode {
        let Row { parent, ply, played, seen, growth, left_out } = &self.nodes[id as usize];
        let (score, bound) = said(seen);
        let (why, expanded) = match *growth {
            NodeGrowth::Unseen => ("unseen", None),
            NodeGrowth::Leaf => ("leaf", None),
            NodeGrowth::Expanded(place) => ("expanded", place),
        };
        let Bounds { lower, upper } = seen.bounds;
        let (least, most) = (finite(lower, -Score::INF), finite(upper, Score::INF));
        TraceNode {
            id,
            parent: *parent,
            probe: 1,
            step: if parent.is_none() { TraceStep::Root } else { TraceStep::Move },
            played: played.map(|name| self.names[name as usize].clone()),
            again_of: None,
            ply: *ply,
            depth: 0,
            alpha: (-Score::INF).get(),
            beta: Score::INF.get(),
            score: score.map(Score::get),
            bound,
            expected: None,
            actual: None,
            critical: None,
            why: why.to_owned(),
            trick: None,
            tricks: Vec::new(),
            proof: None,
            history: self.history(id),
            table: None,
            proven: (least.is_some() || most.is_some()).then_some(Proven {
                depth: 0,
                lower: least,
                upper: most,
            }),
            static_value: None,
            cut: None,
            pruned: Vec::new(),
            left_out: *left_out,
            grown: Some(GrownNode {
                expanded,
                proof_numbers: seen.proof_numbers,
                visits: seen.visits,
                pessimistic: seen.interval.map(|interval| interval.lower.get()),
                optimistic: seen.interval.map(|interval| interval.upper.get()),
            }),
        }
    }
}

/// A score, unless it is this open end.
fn finite(score: Score, end: Score) -> Option<i32> {
    (score != end).then_some(score.get())
}

/// What a search says a node is worth, and what that proves.
fn said(seen: &Seen) -> (Option<Score>, Option<ScoreKind>) {
    match seen.value {
        Some(value) if !seen.bounds.is_exact() => (Some(seen.bounds.clamp(value)), None),
        _ => proven(seen.bounds),
    }
}

/// A score that bounds prove, and what it proves.
pub(super) fn proven(Bounds { lower, upper }: Bounds) -> (Option<Score>, Option<ScoreKind>) {
    match () {
        () if lower == upper => (Some(lower), Some(ScoreKind::Exact)),
        () if lower != -Score::INF => (Some(lower), Some(ScoreKind::Lower)),
        () if upper != Score::INF => (Some(upper), Some(ScoreKind::Upper)),
        () => (None, None),
    }
}
