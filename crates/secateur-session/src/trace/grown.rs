//! The tree in memory of a best-first search, as it stands when the search ends.

use super::{
    GrownNode, Proven, ScoreKind, TRACE_VERSION, TraceHeader, TraceLimits, TraceNode, TraceRecord, TraceStep,
};
use crate::StoppedBy;
use crate::answer::Task;
use crate::best_first::is_solved;
use crate::growth::{context, growth};
use crate::informed::informed;
use crate::seen::Seen;
use crate::signals::{Limiter, Signals};
use secateur::best::{Answer, End, ListedNode, NodeGrowth};
use secateur::{Bounds, Halt, Score, Stats, result};
use secateur_games::{Notation, Unreadable};

/// The nodes that a tree grows to where nothing else limits it.
const NODES: u64 = 1_000;

/// The record of a tree that has grown from the position of a task.
pub(crate) fn grown<G: Notation>(
    task: &Task<'_, G>,
    limits: &TraceLimits,
) -> Result<TraceRecord, Unreadable> {
    let (pos, request) = (task.pos, task.request);
    request.check()?;
    if result(pos).is_some() {
        return Err(Unreadable("the game is over: there is nothing to search".into()));
    }
    let Some(mut growth) = growth::<G>(request) else { unreachable!("the list has every best-first search") };
    let signals =
        Signals { time: request.most_time().map(|most| (task.start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let most = request.limits.nodes.unwrap_or(if request.limits.time.is_some() { u64::MAX } else { NODES });
    let mut cx = context::<G>(informed::<G>(request), Limiter::new(most, &look), task.path());
    let found = growth.grow(&mut cx, pos);
    let Some(list) = growth.list(limits.nodes, limits.plies) else {
        return Err(no_tree(&request.method.algorithm.full_name()));
    };
    let (nodes, solved) = (nodes(&list, pos), is_solved::<G>(found.bounds));
    let header = header(task, &found, &cx.watch, &nodes, solved);
    Ok(TraceRecord { header, nodes })
}

/// The reason for which a search without a tree cannot be shown.
fn no_tree(name: &str) -> Unreadable {
    Unreadable(format!(
        "'{name}' keeps a table and no tree that could be shown; expected pn, or another that grows one"
    ))
}

fn header<G: Notation>(
    task: &Task<'_, G>,
    found: &Answer<G::Move, Halt>,
    stats: &Stats,
    nodes: &[TraceNode],
    solved: bool,
) -> TraceHeader {
    let root = nodes.first().and_then(|root| root.score).map(Score::from_raw);
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
        stopped_by: match &found.end {
            _ if solved => StoppedBy::Solved,
            End::Halted(halt) => (*halt).into(),
            End::Settled | End::Converged => StoppedBy::Depth,
            _ => StoppedBy::Memory,
        },
        nodes: stats.nodes,
        visits: nodes.len() as u64 + left_out,
        by_knowledge: 0,
        completing: 0,
        probes: 1,
        kept: nodes.len(),
        left_out,
        leaves: nodes.iter().filter(|node| node.why != "expanded").count() as u64,
        critical_leaves: 0,
        minimal_leaves: None,
        minimal_is_exact: None,
    }
}

/// The nodes with their moves in the game's notation.
fn nodes<G: Notation>(list: &[ListedNode<G::Move, Seen>], root: &G) -> Vec<TraceNode> {
    let mut nodes = Vec::with_capacity(list.len());
    // The positions from the root to the node before.
    let mut path = vec![root.clone()];
    for (id, listed) in list.iter().enumerate() {
        let mut played = None;
        if let Some(m) = listed.played {
            path.truncate(listed.ply as usize);
            let above = &path[path.len() - 1];
            played = Some(above.write_move(m));
            path.push(above.child(m));
        }
        nodes.push(node(
            id as u32,
            listed.parent,
            listed.ply,
            played,
            &listed.data,
            listed.growth,
            listed.left_out,
        ));
    }
    nodes
}

/// A node as data; compiled once.
fn node(
    id: u32,
    parent: Option<u32>,
    ply: u32,
    played: Option<String>,
    seen: &Seen,
    growth: NodeGrowth,
    left_out: u64,
) -> TraceNode {
    let Bounds { lower, upper } = seen.bounds;
    let finite = |score: Score, end: Score| (score != end).then_some(score.get());
    let (least, most) = (finite(lower, -Score::INF), finite(upper, Score::INF));
    let (score, bound) = match seen.value {
        _ if lower == upper => (Some(lower), Some(ScoreKind::Exact)),
        Some(value) => (Some(seen.bounds.clamp(value)), None),
        None if least.is_some() => (Some(lower), Some(ScoreKind::Lower)),
        None if most.is_some() => (Some(upper), Some(ScoreKind::Upper)),
        None => (None, None),
    };
    let (why, expanded) = match growth {
        NodeGrowth::Unseen => ("unseen", None),
        NodeGrowth::Leaf => ("leaf", None),
        NodeGrowth::Expanded(place) => ("expanded", place),
    };
    TraceNode {
        id,
        parent,
        probe: 1,
        step: if parent.is_none() { TraceStep::Root } else { TraceStep::Move },
        played,
        again_of: None,
        ply,
        depth: 0,
        alpha: (-Score::INF).get(),
        beta: Score::INF.get(),
        score: score.map(Score::get),
        bound,
        expected: None,
        actual: None,
        critical: None,
        why: why.to_owned(),
        table: None,
        proven: (least.is_some() || most.is_some()).then_some(Proven { depth: 0, lower: least, upper: most }),
        static_value: None,
        cut: None,
        pruned: Vec::new(),
        left_out,
        grown: Some(GrownNode {
            expanded,
            proof_numbers: seen.proof_numbers,
            visits: seen.visits,
            pessimistic: seen.interval.map(|interval| interval.lower.get()),
            optimistic: seen.interval.map(|interval| interval.upper.get()),
        }),
    }
}
