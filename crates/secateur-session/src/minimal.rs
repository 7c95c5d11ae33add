//! The minimal tree: the fewest leaves that prove a value.
//!
//! A proof that a position is worth exactly `v` needs one good reply to everything for either side: a tree
//! that shows "at least `v`" and one that shows "at most `v`". They share the one leaf at the end of the
//! principal variation.
//!
//! In quiet games, of all good replies the one with the smallest proof is taken, so this is the true minimum
//! for trees (D. Knuth and R. Moore, 1975, count it for uniform trees), which no search has to reach even
//! with perfect ordering.
//!
//! Where noise goes on beyond the horizon, the whole tree is too large to look for the smallest proof. There
//! the good replies are those that a search has found, and the tree is minimal but for better ones: an upper
//! estimate, which a lucky search can fall below (A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Nearly
//! optimal minimax tree search?*, 1994, measure tree sizes against such trees).

//!
//! Where positions can be reached in several ways, the minimal graph is smaller: a position proven once
//! needs no second proof. Its estimate takes the same replies, and a table that remembers the proofs.

use crate::compare::Positions;
use crate::growth;
use crate::informed::Informed;
use crate::runner::context;
use crate::signals::{Limiter, Signals};
use crate::windowed::MAX_DEPTH;
use crate::{Answer, Control, Request, StoppedBy};
use secateur::algo::{alpha_beta_memory, pvs_memory};
use secateur::table::{Handle, SameDepth, Table};
use secateur::{Bounds, Cx, Halt, History, Keyed, Memory, Place, Recall, Repetition, Score, Stats, result};
use secateur_games::Notation;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// The leaves of the minimal trees of some positions together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Minimal {
    pub(crate) leaves: u64,
    /// Whether it is the true minimum, or an upper estimate: in noisy games, and where the true minimum needs more
    /// memory than the table may have.
    pub(crate) is_exact: bool,
}

/// The leaves of the minimal trees that prove these values at this depth; none if a position is not worth its value, or
/// on an interrupt.
pub(crate) fn minimal_leaves(
    positions: &dyn Positions,
    depth: u32,
    values: &[Score],
    request: &Request,
) -> Option<Minimal> {
    if values.len() < positions.count() {
        return None;
    }
    let values = || values.iter().enumerate();
    if !positions.quiesces() {
        let mut proofs = Proofs::new(request);
        let leaves =
            values().map(|(n, &value)| positions.smallest_leaves(n, depth, value, &mut proofs)).sum();
        if !proofs.is_full {
            return Option::map(leaves, |leaves| Minimal { leaves, is_exact: true });
        }
    }
    let table = request.table();
    let leaves: Option<u64> =
        values().map(|(n, &value)| positions.critical_leaves(n, depth, value, &table, request).ok()).sum();
    leaves.map(|leaves| Minimal { leaves, is_exact: false })
}

/// The number of times the two proofs are searched: the moves that prove something in one round come first in the next.
const ROUNDS: u32 = 3;

/// Suggests moves; where there is a second table, it keeps what is proven, so that a position is proven only once;
/// otherwise every proof is searched to its last leaf.
struct Suggestions<'t> {
    suggests: Handle<'t, SameDepth>,
    proves: Option<Handle<'t, SameDepth>>,
}

impl<G: Keyed> Memory<G> for Suggestions<'_> {
    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        let proven = |table| Memory::<G>::recall(table, pos, place).bounds;
        let bounds = self.proves.as_mut().map_or(Bounds::NONE, proven);
        Recall { bounds, ..self.suggests.recall(pos, place) }
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        self.suggests.record(pos, place, bounds, best, work);
        if let Some(table) = &mut self.proves {
            table.record(pos, place, bounds, best, work);
        }
    }
}

/// An estimate, from above, of the minimal tree or the minimal graph that proves the value at the request's depth:
/// the leaves of both proofs together, and the nodes of either. The answer's value is the position's.
pub(crate) fn minimal<G: Notation>(
    game: &str,
    position: &str,
    pos: &G,
    request: &Request,
    as_graph: bool,
) -> Answer {
    let start = request.control.clock.start();
    let mut answer = Answer { exact: true, ..Answer::empty(game, position, request.method.algorithm) };
    if let Some(score) = result(pos) {
        answer.set_value(pos, score, true);
        return answer;
    }
    answer.depth = request.limits.depth.unwrap_or(1).min(MAX_DEPTH);
    let once = as_graph.then(|| request.table());
    match critical(pos, answer.depth, None, &request.table(), once.as_ref(), request) {
        Err(halt) => answer.stopped_by = halt.into(),
        Ok(proof) => {
            answer.set_value(pos, proof.value, false);
            (answer.nodes, answer.leaves) = (proof.nodes, proof.leaves);
            answer.stopped_by = StoppedBy::Depth;
        }
    }
    answer.set_time(start);
    answer
}

/// A proof of a value, from both sides.
struct Proof {
    value: Score,
    nodes: u64,
    leaves: u64,
}

/// The leaves of the two proofs by the best moves of earlier searches.
pub(crate) fn critical_leaves<G: Notation>(
    pos: &G,
    depth: u32,
    value: Score,
    table: &Table,
    request: &Request,
) -> Result<u64, Halt> {
    critical(pos, depth, Some(value), table, None, request).map(|proof| proof.leaves)
}

/// The two proofs by the best moves of earlier searches, of this value or of the one that they find: a tree, or
/// a graph where there is a table to remember proofs.
fn critical<G: Notation>(
    pos: &G,
    depth: u32,
    value: Option<Score>,
    table: &Table,
    once: Option<&Table>,
    request: &Request,
) -> Result<Proof, Halt> {
    table.clear();
    let signals = Signals::of(&request.control);
    let look = || signals.look();
    let plain = Request::default();
    let mut cx = context::<G>(table, &plain, u64::MAX, &look, Repetition::exact(pos));
    let mut found = Score::DRAW;
    for depth in 1..=depth {
        found = pvs_memory(&mut cx, pos, depth, -Score::INF, Score::INF)?;
    }
    let value = value.unwrap_or(found);
    let proves = once.map(|table| table.exact());
    let mut cx = cx.memory(Suggestions { suggests: table.exact(), proves });
    let mut fewest = Proof { value, nodes: u64::MAX, leaves: u64::MAX };
    // The good moves of one proof come first in the next.
    for _ in 0..ROUNDS {
        cx.watch.0 = Stats::default();
        // The proof of one side is of use to the other: bounds of either kind.
        if let Some(once) = once {
            once.clear();
        }
        alpha_beta_memory(&mut cx, pos, depth, value - 1, value)?;
        alpha_beta_memory(&mut cx, pos, depth, value, value + 1)?;
        let Stats { nodes, leaves, .. } = cx.watch.0;
        if leaves - 1 < fewest.leaves {
            // The end of the principal variation is in both.
            fewest = Proof { value, nodes, leaves: leaves - 1 };
        }
    }
    Ok(fewest)
}

/// The leaves of proofs by position (and the path there, where it matters), depth, and whether they prove "at least".
pub(crate) struct Proofs<'a> {
    control: &'a Control,
    known: HashMap<(u64, u32, bool), Option<u64>>,
    /// The most proofs that are kept.
    most: usize,
    /// Whether there would have been more: the result is then worthless.
    is_full: bool,
}

impl<'a> Proofs<'a> {
    /// Room for as many as would fit into the table of this request, which is not in use meanwhile.
    fn new(request: &'a Request) -> Self {
        // An entry, the byte that the map keeps for it, and room to grow.
        let each = 2 * (size_of::<((u64, u32, bool), Option<u64>)>() + 1);
        let most = request.resources.hash / each;
        Proofs { control: &request.control, known: HashMap::new(), most, is_full: false }
    }

    fn ends(&self) -> bool {
        self.is_full || self.control.interrupt.load(Ordering::Relaxed)
    }
}

/// The leaves of the smallest tree that proves `value` at this depth; none if the position is not worth it,
/// or if it was interrupted or memory was full meanwhile.
pub(crate) fn smallest_leaves<G: Notation>(
    pos: &G,
    depth: u32,
    value: Score,
    proofs: &mut Proofs<'_>,
) -> Option<u64> {
    let mut path = Repetition::exact(pos);
    let signals = Signals::of(proofs.control);
    let look = || signals.look();
    let mut cx = growth::context::<G>(
        Informed::new(G::Knowledge::default(), None).valued(proofs.control),
        Limiter::new(u64::MAX, &look),
        path.clone(),
    );
    let mut smallest = |at_least| {
        proofs.known.clear();
        smallest(&mut cx, pos, depth, value, at_least, &mut path, proofs)
    };
    let (at_least, at_most) = (smallest(true)?, smallest(false)?);
    (!proofs.ends()).then_some(at_least + at_most - 1)
}

/// The leaves of the smallest proof that the node, to which this path leads, is worth at least (or at most) `value`.
fn smallest<G: Notation>(
    cx: &mut growth::Context<'_, G>,
    pos: &G,
    depth: u32,
    value: Score,
    at_least: bool,
    path: &mut Repetition,
    proofs: &mut Proofs<'_>,
) -> Option<u64> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF).ok()?;
    let holds = |score: Score| if at_least { score >= value } else { score <= value };
    if let Some(score) = node.known {
        return holds(score).then_some(1);
    }
    // Bounds that knowledge proves of the node without settling it can still settle the question.
    if if at_least { node.bounds.lower >= value } else { node.bounds.upper <= value } {
        return Some(1);
    }
    if proofs.ends() {
        return None;
    }
    let key = pos.key() ^ History::<G>::salt(path);
    if let Some(&known) = proofs.known.get(&(key, depth, at_least)) {
        return known;
    }
    let (mut proof, mut no_moves) = (if at_least { None } else { Some(0) }, true);
    for m in pos.moves() {
        no_moves = false;
        let mut reply = None;
        cx.visit(pos, m, |cx, child| {
            if G::CYCLES {
                path.push(pos, Some(m), child);
            }
            reply = smallest(cx, child, depth - 1, -value, !at_least, path, proofs);
            if G::CYCLES {
                History::<G>::pop(path);
            }
            Ok(Score::DRAW)
        })
        .ok()?;
        proof = match (at_least, proof, reply) {
            (true, Some(a), Some(b)) => Some(a.min(b)),
            (true, a, b) => a.or(b),
            (false, Some(a), Some(b)) => Some(a + b),
            (false, _, _) => None,
        };
        if !at_least && proof.is_none() {
            break;
        }
    }
    if no_moves {
        proof = holds(cx.close(pos, &node, -Score::INF)).then_some(1);
    }
    if proofs.known.len() < proofs.most {
        proofs.known.insert((key, depth, at_least), proof);
    } else {
        proofs.is_full = true;
    }
    proof
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample;
    use crate::runner::GameHorizon;
    use secateur::Search;
    use secateur::algo::alpha_beta;
    use secateur_games::connect4::Connect4;

    /// In quiet games both are known.
    #[test]
    fn the_estimate_is_never_below_the_minimum_and_close_to_it() {
        let (request, depth) = (Request::default().hash(1 << 22), 6);
        let table = request.table();
        let (mut least, mut most, mut searched) = (0, 0, 0);
        for (pos, _) in sample(&Connect4::start(), 10, 1) {
            let knowledge = <Connect4 as Notation>::Knowledge::default();
            let mut cx = Search::new(knowledge).watch(Stats::default()).horizon(GameHorizon);
            let Ok(value) = alpha_beta(&mut cx, &pos, depth, -Score::INF, Score::INF);
            let exact = smallest_leaves(&pos, depth, value, &mut Proofs::new(&request)).unwrap();
            let estimate = critical_leaves(&pos, depth, value, &table, &request).unwrap();
            assert!(exact <= estimate, "{}: {exact} and {estimate}", pos.write());
            (least, most, searched) = (least + exact, most + estimate, searched + cx.watch.leaves);
        }
        assert!(4 * most < 5 * least && 2 * most < searched, "{least}, {most}, {searched}");
    }

    /// The whole of depth 8 has about ten thousand proofs to remember.
    #[test]
    fn memory_is_kept_within_the_size_of_the_table() {
        let minimal = |hash| {
            let (pos, request) = (Connect4::start(), Request::default().hash(hash));
            let mut cx = Search::new(<Connect4 as Notation>::Knowledge::default()).horizon(GameHorizon);
            let Ok(value) = alpha_beta(&mut cx, &pos, 8, -Score::INF, Score::INF);
            minimal_leaves(&vec![pos], 8, &[value], &request).unwrap()
        };
        let (exact, estimate) = (minimal(1 << 24), minimal(1 << 16));
        assert!(exact.is_exact && !estimate.is_exact);
        assert!(exact.leaves <= estimate.leaves && estimate.leaves < 2 * exact.leaves);
    }

    #[test]
    fn an_interrupt_leaves_no_number() {
        let pos = Connect4::start();
        let (table, request) = (Table::with_bytes(1 << 16), Request::default());
        request.control.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(smallest_leaves(&pos, 8, Score::DRAW, &mut Proofs::new(&request)), None);
        assert_eq!(critical_leaves(&pos, 12, Score::DRAW, &table, &request), Err(Halt::Interrupt));
    }
}
