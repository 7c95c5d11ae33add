//! From visits to data.

use super::{Proven, TraceCut, TraceNode, TraceStep};
use crate::erased::Erased;
use secateur::trace::{End, Met, Setter, Side, Visit};
use secateur::{Bounds, Game, Hints, Score, Step, Trace, legal_moves};

/// The visits kept, with moves in the notation of the game that begins at `root`.
pub(super) fn nodes(trace: &Trace<u32>, root: &Erased) -> Vec<TraceNode> {
    let (expected, critical) = (trace.expected(), trace.critical());
    let played = played(trace);
    let mut nodes = Vec::with_capacity(trace.nodes.len());
    let mut places = Places { trace, root, stack: Vec::new() };
    for (id, visit) in trace.nodes.iter().enumerate() {
        let above = visit.parent.map(|parent| places.go_to(parent).clone());
        let name = |pos: Option<&Erased>, m| pos.map_or_else(String::new, |pos| pos.write_move(m));
        let (step, m) = match visit.step {
            None if visit.parent.is_none() => (TraceStep::Root, None),
            None => (TraceStep::Same, None),
            Some(Step::Move(m)) => (TraceStep::Move, Some(m)),
            Some(Step::Again(m)) => (TraceStep::Again, Some(m)),
            Some(_) => (TraceStep::Null, None),
        };
        let pos = places.go_to(id as u32);
        let cut = trace.met(id).map(|met| cut(met, visit, pos));
        nodes.push(TraceNode {
            id: id as u32,
            parent: visit.parent,
            probe: visit.probe,
            step,
            played: m.map(|m| name(above.as_ref(), m)),
            again_of: visit.first,
            ply: visit.ply,
            depth: visit.depth,
            alpha: visit.alpha.get(),
            beta: visit.beta.get(),
            score: visit.score.map(Score::get),
            bound: visit.bound().map(Into::into),
            expected: expected[id].map(Into::into),
            actual: visit.kind().map(Into::into),
            critical: critical[id],
            why: visit.end.name().to_owned(),
            table: visit.remembered.and_then(|bounds| proven(bounds, visit.depth)),
            proven: proven(visit.proven, visit.depth),
            static_value: visit.static_value.map(Score::get),
            cut,
            pruned: pruned(visit, pos, &played[id]),
            left_out: visit.left_out,
            grown: None,
        });
    }
    nodes
}

/// The moves searched at each visit.
fn played(trace: &Trace<u32>) -> Vec<Vec<u32>> {
    let mut played = vec![Vec::new(); trace.nodes.len()];
    for visit in &trace.nodes {
        if let (Some(parent), Some(Step::Move(m))) = (visit.parent, visit.step) {
            played[parent as usize].push(m);
        }
    }
    played
}

/// The moves that a cut left unsearched. (Of quiescence search nobody knows which ones it would have tried.)
fn pruned(visit: &Visit<u32>, pos: &Erased, played: &[u32]) -> Vec<String> {
    if !matches!(visit.end, End::Cut { .. }) || visit.depth == 0 || visit.left_out > 0 {
        return Vec::new();
    }
    let rest = legal_moves(pos).into_iter().filter(|m| !played.contains(m));
    rest.map(|m| pos.write_move(m)).collect()
}

fn proven(Bounds { lower, upper }: Bounds, depth: u32) -> Option<Proven> {
    let finite = |score: Score, open: Score| (score != open).then_some(score.get());
    let (lower, upper) = (finite(lower, -Score::INF), finite(upper, Score::INF));
    (lower.is_some() || upper.is_some()).then_some(Proven { depth, lower, upper })
}

fn cut(met: Met, visit: &Visit<u32>, pos: &Erased) -> TraceCut {
    let (by, place) = match visit.end {
        End::Cut { by, index } => (Some(pos.write_move(by)), Some(index + 1)),
        _ => (None, None),
    };
    TraceCut {
        score: met.score.get(),
        relation: if met.side == Side::Beta { ">=" } else { "<=" }.to_owned(),
        bound: met.bound.get(),
        set_by: met.origin.node,
        how: met.origin.by.into(),
        visit: if let Setter::Move(visit) = met.origin.by { Some(visit) } else { None },
        by,
        place,
    }
}

/// Goes from visit to visit, with the positions on the way.
struct Places<'a> {
    trace: &'a Trace<u32>,
    root: &'a Erased,
    /// Visits from a root on, each with its position.
    stack: Vec<(u32, Erased)>,
}

impl Places<'_> {
    /// The position at this visit.
    fn go_to(&mut self, id: u32) -> &Erased {
        let mut way = vec![id];
        while let Some(parent) = self.trace.nodes[way[way.len() - 1] as usize].parent {
            way.push(parent);
        }
        let shared = self.stack.iter().zip(way.iter().rev()).take_while(|((on, _), way)| on == *way).count();
        self.stack.truncate(shared);
        for &id in way.iter().rev().skip(shared) {
            let pos = match (self.stack.last(), self.trace.nodes[id as usize].step) {
                (Some((_, above)), Some(Step::Move(m) | Step::Again(m))) => above.child(m),
                (Some((_, above)), Some(_)) => above.null_move().unwrap_or_else(|| above.clone()),
                (Some((_, above)), None) => above.clone(),
                (None, _) => self.root.clone(),
            };
            self.stack.push((id, pos));
        }
        self.stack.last().map_or(self.root, |(_, pos)| pos)
    }
}
