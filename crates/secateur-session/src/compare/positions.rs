//! The positions of a comparison: the part of it that knows the game.

use super::named;
use crate::minimal::{self, Proofs};
use crate::play::is_over;
use crate::runner::{context, iteration};
use crate::searcher::searcher;
use crate::signals::Signals;
use crate::start::Start;
use crate::{Algorithm, ComparePlan, Control, Request};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Eval, Halt, Meter, Repetition, Score, Stats, Table, legal_moves};
use secateur_games::{Notation, written};
use std::sync::atomic::Ordering;

/// The results of an algorithm on the positions.
pub(crate) struct Ran {
    /// A value for each position, fewer if it was interrupted.
    pub(super) scores: Vec<Score>,
    pub(super) stats: Stats,
    pub(super) time_ms: f64,
}

/// Positions of a game, by number.
pub(crate) trait Positions {
    /// The number of positions.
    fn count(&self) -> usize;

    /// Whether noise goes on beyond the horizon.
    fn quiesces(&self) -> bool;

    /// A score of a position on the game's own scale.
    fn value(&self, n: usize, score: Score) -> i32;

    /// Searches each position with an empty table: at once to the depth, or all depths up to it. Drivers that
    /// start from a guess are given the value of their own search two plies less deep, which counts as well.
    fn run(&self, depth: u32, algorithm: Algorithm, deepen: bool, request: &Request) -> Ran;

    /// Subtracts the number of move paths of this length (one at least) from `left`. False once there are more than
    /// that, or on an interrupt: nobody has to wait for all of them.
    fn take_paths(&self, n: usize, depth: u32, left: &mut u64, control: &Control) -> bool;

    /// Subtracts the nodes of a search, which needs no table, from `left`. False once there are more, or on an
    /// interrupt.
    fn take_nodes(&self, n: usize, depth: u32, page: &str, left: &mut u64, request: &Request) -> bool;

    /// The leaves of the smallest tree that proves this value at this depth; none if the position is not worth it, or if
    /// it was interrupted or memory was full meanwhile.
    fn smallest_leaves(&self, n: usize, depth: u32, value: Score, proofs: &mut Proofs<'_>) -> Option<u64>;

    /// The leaves of the two proofs of this value by the best moves of earlier searches, which use the table.
    fn critical_leaves(
        &self,
        n: usize,
        depth: u32,
        value: Score,
        table: &Table,
        request: &Request,
    ) -> Result<u64, Halt>;
}

impl<G: Notation> Positions for Vec<G> {
    fn count(&self) -> usize {
        self.len()
    }

    fn quiesces(&self) -> bool {
        G::QUIESCES
    }

    fn value(&self, n: usize, score: Score) -> i32 {
        self[n].value(score)
    }

    fn run(&self, depth: u32, algorithm: Algorithm, deepen: bool, request: &Request) -> Ran {
        let request = request.clone().algorithm(algorithm);
        let mut searcher = searcher::<G>(algorithm, &request);
        searcher.touch();
        let mut ran = Ran { scores: Vec::new(), stats: Stats::default(), time_ms: 0.0 };
        for pos in self {
            searcher.clear();
            let start = request.control.clock.start();
            let (score, stats) = searcher.measure(pos, depth, deepen, &request);
            ran.time_ms += start.milliseconds();
            ran.stats += stats;
            let Some(score) = score else { break };
            ran.scores.push(score);
        }
        ran
    }

    fn take_paths(&self, n: usize, depth: u32, left: &mut u64, control: &Control) -> bool {
        take_paths(&self[n], depth, left, control)
    }

    fn take_nodes(&self, n: usize, depth: u32, page: &str, left: &mut u64, request: &Request) -> bool {
        let request = request.clone().algorithm(named(page)).hash(0);
        let (table, signals) = (request.table(), Signals::of(&request.control));
        let look = || signals.look();
        let mut cx = context::<G>(&table, &request, *left, &look, Repetition::exact(&self[n]));
        let found = iteration(&mut cx, &request, &self[n], depth, None);
        *left = left.saturating_sub(cx.watch.0.nodes);
        found.is_ok()
    }

    fn smallest_leaves(&self, n: usize, depth: u32, value: Score, proofs: &mut Proofs<'_>) -> Option<u64> {
        minimal::smallest_leaves(&self[n], depth, value, proofs)
    }

    fn critical_leaves(
        &self,
        n: usize,
        depth: u32,
        value: Score,
        table: &Table,
        request: &Request,
    ) -> Result<u64, Halt> {
        minimal::critical_leaves(&self[n], depth, value, table, request)
    }
}

/// [`Positions::take_paths`] from one position.
fn take_paths<G: Notation>(pos: &G, depth: u32, left: &mut u64, control: &Control) -> bool {
    if pos.outcome().is_some() {
        return true;
    }
    if depth == 3 {
        control.look();
    }
    if depth > 1 {
        return pos.moves().all(|m| take_paths(&pos.child(m), depth - 1, left, control));
    }
    let fewer = left.checked_sub(pos.moves().count() as u64);
    *left = fewer.unwrap_or(*left);
    fewer.is_some() && !control.interrupt.load(Ordering::Relaxed)
}

/// The positions of a comparison, and their texts: those that are given, or positions sampled from games that go on from here.
pub(crate) fn chosen<G: Notation>(
    first: &Start<G>,
    (text, start): (&str, &G),
    plan: &ComparePlan,
) -> (Vec<String>, Vec<G>) {
    let (mut texts, mut positions) = (Vec::new(), Vec::new());
    for text in &plan.given {
        if let Some(pos) = first.read(text).ok().filter(|pos| !is_over(pos)) {
            texts.push(text.clone());
            positions.push(pos);
        }
    }
    if positions.is_empty() {
        for (pos, path) in sample(start, plan.positions, plan.seed) {
            texts.push(written(text, start, &path));
            positions.push(pos);
        }
    }
    (texts, positions)
}

/// Positions from the middle of random games, each with the moves that lead there: not over, not decided at once, all
/// different; fewer than `count` where the game has no more.
pub(crate) fn sample<G: Notation>(start: &G, count: usize, seed: u64) -> Vec<(G, Vec<G::Move>)> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut chosen = Vec::new();
    let mut keys = Vec::new();
    for _ in 0..100 * count {
        let (mut game, mut path) = (vec![start.clone()], Vec::new());
        while let Some(pos) = game.last().filter(|pos| !is_over(*pos) && game.len() < 200) {
            let moves = legal_moves(pos);
            let m = moves[(random.next_u64() % moves.len() as u64) as usize];
            path.push(m);
            game.push(pos.child(m));
        }
        // About a third of the way; nearer to the start where games are short.
        path.truncate((game.len() - 1) / 3);
        let pos = &game[path.len()];
        let bounds = G::Knowledge::default().bounds(pos, -Score::INF, Score::INF, &mut Meter::unlimited());
        let lively = !is_over(pos) && !bounds.is_exact();
        let fresh = !keys.contains(&pos.key());
        if lively && fresh {
            keys.push(pos.key());
            chosen.push((pos.clone(), path));
        }
        if chosen.len() == count {
            break;
        }
    }
    if chosen.is_empty() {
        chosen.push((start.clone(), Vec::new()));
    }
    chosen
}
