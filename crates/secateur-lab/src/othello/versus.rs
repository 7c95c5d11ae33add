//! The learnt weights against the evaluation by hand, or against other weights, in games of the engine.

use crate::random::below;
use crate::statistics::MatchScore;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur::engine::{Engine, EngineLimits, Standard, Windows};
use secateur::{Eval, Game, Halt, Limiter, Table};
use secateur_games::Notation;
use secateur_games::othello::patterns::{Patterns, Weights};
use secateur_games::othello::{EndGame, Judgement, Othello, Square};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The opponent of the weights.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// The evaluation by hand.
    ByHand,
    /// Other weights.
    Weights(Arc<Weights>),
}

/// The limit of a move for either side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

/// The number of random moves in an opening.
const OPENING: usize = 8;
/// Each side's transposition table, in bytes.
const TABLE: usize = 4 << 20;
/// The deepest iteration.
const MAX_DEPTH: u32 = 60;

type Value = Box<dyn Knows>;

/// Knowledge behind a pointer, so that both sides are the same code.
trait Knows {
    fn think(&mut self, pos: &Othello, effort: Allowance, interrupt: &AtomicBool) -> Square;
}

struct Side<E>(Option<Engine<Othello, EndGame<E>, Standard>>, Arc<Table>);

impl<E: Eval<Othello> + 'static> Side<E> {
    fn boxed(value: E) -> Value {
        let table = Arc::new(Table::with_bytes(TABLE));
        Box::new(Side(Some(Engine::new(EndGame::new(value), table.clone(), Standard)), table))
    }
}

impl<E: Eval<Othello>> Knows for Side<E> {
    fn think(&mut self, pos: &Othello, effort: Allowance, interrupt: &AtomicBool) -> Square {
        let moves: Vec<Square> = pos.moves().collect();
        let first = moves[0];
        let Some(engine) = (if moves.len() > 1 { self.0.take() } else { None }) else { return first };
        let limits = EngineLimits { from: 1, depth: MAX_DEPTH, lines: 1, moves, windows: Windows::default() };
        let (nodes, deadline) = match effort {
            Allowance::Nodes(nodes) => (nodes, None),
            Allowance::Time(time) => (u64::MAX, Some(Instant::now() + time)),
        };
        let look = || {
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            (late || interrupt.load(Ordering::Relaxed)).then_some(Halt::Time)
        };
        self.1.new_search();
        let mut engine = engine.stop(Limiter::new(nodes, look));
        let (found, _) = engine.think(pos, &[], &limits, |_, _| true);
        let best = found.and_then(|found| found.line.first().copied()).unwrap_or(first);
        self.0 = Some(engine.stop(secateur::Never));
        best
    }
}

/// Plays pairs of games from the same random openings, colours changed. What the weights made of them; fewer
/// pairs if it was interrupted. `heard` is called for each pair.
pub fn versus(
    weights: &Arc<Weights>,
    opponent: &Opponent,
    effort: Allowance,
    (pairs, seed): (u64, u64),
    interrupt: &AtomicBool,
    mut heard: impl FnMut(&MatchScore),
) -> MatchScore {
    let mut score = MatchScore::default();
    let mut random = SplitMix64::seed_from_u64(seed);
    for _ in 0..pairs {
        let opening = opening(&mut random);
        let mut points = 2;
        for first in [true, false] {
            let ours: Value = Side::boxed(Patterns::new(weights.clone()));
            let theirs: Value = match opponent {
                Opponent::ByHand => Side::boxed(Judgement),
                Opponent::Weights(other) => Side::boxed(Patterns::new(other.clone())),
            };
            let sides = if first { [ours, theirs] } else { [theirs, ours] };
            let margin = game(opening, sides, effort, interrupt);
            points += if first { margin.signum() } else { -margin.signum() };
        }
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        score.add(points as usize);
        heard(&score);
    }
    score
}

/// Random moves that leave both sides some.
fn opening(random: &mut SplitMix64) -> Othello {
    loop {
        let mut pos = Othello::start();
        for _ in 0..OPENING {
            let moves: Vec<Square> = pos.moves().collect();
            if let Some(&m) = moves.get(below(random, moves.len().max(1))) {
                pos.play(m);
            }
        }
        if pos.outcome().is_none() {
            return pos;
        }
    }
}

/// The discs by which the side that moves first wins.
fn game(mut pos: Othello, mut sides: [Value; 2], effort: Allowance, interrupt: &AtomicBool) -> i32 {
    let mut turn = 0;
    while pos.outcome().is_none() {
        let m = sides[turn].think(&pos, effort, interrupt);
        pos.play(m);
        turn = 1 - turn;
    }
    if turn == 0 { pos.final_margin() } else { -pos.final_margin() }
}
