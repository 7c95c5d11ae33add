//! From visits to data.

use super::{ProofVisit, Proven, TraceCut, TraceNode, TraceStep, TraceTrick};
use crate::answer::ProofNumbers;
use crate::erased::Erased;
use crate::seen::finite;
use secateur::best::Pair;
use secateur::trace::{End, Met, NodeType, Setter, Side, Visit};
use secateur::{Bounds, Game, Hints, Score, Step, Trace, Trick, legal_moves};

/// The visits of a search, with what follows from all of them together.
pub(super) struct Visits {
    pub(super) trace: Trace<u32>,
    /// The roots, in order.
    pub(super) roots: Vec<u32>,
    expected: Vec<Option<NodeType>>,
    pub(super) critical: Vec<Option<u8>>,
}

impl Visits {
    pub(super) fn of(mut trace: Trace<u32>) -> Self {
        // (The children of a node come between what is said of it.)
        trace.tricks.sort_by_key(|left_out| left_out.node);
        trace.shrink_to_fit();
        let (expected, critical) = (trace.expected(), trace.critical());
        let roots = trace.roots().map(|root| root as u32).collect();
        Visits { trace, roots, expected, critical }
    }

    pub(super) fn bytes(&self) -> usize {
        self.trace.bytes() + size_of_val(&self.expected[..]) + size_of_val(&self.critical[..])
    }
}

/// Makes data of visits, with moves in the notation of the game. Quickest in the order in which they began.
pub(super) struct Build<'a> {
    visits: &'a Visits,
    places: Places<'a>,
}

impl<'a> Build<'a> {
    /// Makes data of these visits, of a game that begins at `root`.
    pub(super) fn new(visits: &'a Visits, root: Erased) -> Self {
        Build { visits, places: Places { trace: &visits.trace, root, stack: Vec::new() } }
    }

    /// The visit of this number.
    pub(super) fn node(&mut self, id: u32) -> TraceNode {
        let Visits { trace, expected, critical, .. } = self.visits;
        let (place, visit) = (id as usize, &trace.nodes[id as usize]);
        let (step, m) = match visit.step {
            None if visit.parent.is_none() => (TraceStep::Root, None),
            None => (TraceStep::Same, None),
            Some(Step::Move(m)) => (TraceStep::Move, Some(m)),
            Some(Step::Again(m)) => (TraceStep::Again, Some(m)),
            Some(_) => (TraceStep::Null, None),
        };
        let played = m.zip(visit.parent).map(|(m, parent)| self.places.go_to(parent).write_move(m));
        let cut = trace.met(place).map(|met| cut(met, visit, &mut self.places, id));
        TraceNode {
            id,
            parent: visit.parent,
            probe: visit.probe,
            step,
            played,
            again_of: visit.first,
            ply: visit.ply,
            depth: visit.depth,
            alpha: visit.alpha.get(),
            beta: visit.beta.get(),
            score: visit.score.map(Score::get),
            bound: visit.bound().map(Into::into),
            expected: expected[place].map(Into::into),
            actual: visit.kind().map(Into::into),
            critical: critical[place],
            why: visit.end.name().to_owned(),
            trick: visit.trick.map(|trick| trick.name().to_owned()),
            tricks: self.tricks(id),
            table: match (visit.remembered, visit.heard) {
                (Some(bounds), _) => proven(bounds, visit.depth),
                (None, heard) => heard.and_then(|heard| proven(heard.bounds, heard.depth)),
            },
            proven: proven(visit.proven, visit.depth),
            static_value: visit.static_value.map(Score::get),
            cut,
            pruned: self.pruned(id),
            left_out: visit.left_out,
            grown: None,
            history: Vec::new(),
            proof: trace.proof(place).map(|proof| ProofVisit {
                entry: numbers(proof.entry),
                until: proof.until.map(numbers),
                left: proof.left.map(numbers),
            }),
        }
    }

    /// What tricks left out at a node.
    fn tricks(&mut self, id: u32) -> Vec<TraceTrick> {
        let all = &self.visits.trace.tricks;
        let from = all.partition_point(|left_out| left_out.node < id);
        let here = all[from..].iter().take_while(|left_out| left_out.node == id);
        here.map(|left_out| TraceTrick {
            by: left_out.by.name().to_owned(),
            played: left_out.m.map(|m| self.places.go_to(id).write_move(m)),
        })
        .collect()
    }

    /// The moves that a cut left unsearched. (Of quiescence search nobody knows which ones it would have tried.)
    fn pruned(&mut self, id: u32) -> Vec<String> {
        let trace = &self.visits.trace;
        let visit = &trace.nodes[id as usize];
        if !matches!(visit.end, End::Cut { .. }) || visit.depth == 0 || visit.left_out > 0 {
            return Vec::new();
        }
        let by = |child: usize| match trace.nodes[child].step {
            Some(Step::Move(m)) if trace.nodes[child].trick != Some(Trick::ProbCut) => Some(m),
            _ => None,
        };
        let mut played: Vec<u32> = trace.children(id as usize).filter_map(by).collect();
        let from = trace.tricks.partition_point(|left_out| left_out.node < id);
        let here = trace.tricks[from..].iter().take_while(|left_out| left_out.node == id);
        played.extend(here.filter_map(|left_out| left_out.m));
        let pos = self.places.go_to(id);
        let rest = legal_moves(pos).into_iter().filter(|m| !played.contains(m));
        rest.map(|m| pos.write_move(m)).collect()
    }
}

fn numbers(Pair { phi, delta }: Pair) -> ProofNumbers {
    ProofNumbers { proof: finite(phi), disproof: finite(delta) }
}

fn proven(Bounds { lower, upper }: Bounds, depth: u32) -> Option<Proven> {
    let finite = |score: Score, open: Score| (score != open).then_some(score.get());
    let (lower, upper) = (finite(lower, -Score::INF), finite(upper, Score::INF));
    (lower.is_some() || upper.is_some()).then_some(Proven { depth, lower, upper })
}

fn cut(met: Met, visit: &Visit<u32>, places: &mut Places<'_>, id: u32) -> TraceCut {
    let (by, place) = match visit.end {
        End::Cut { by, index } => (Some(places.go_to(id).write_move(by)), Some(index + 1)),
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
    root: Erased,
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
        self.stack.last().map_or(&self.root, |(_, pos)| pos)
    }
}
