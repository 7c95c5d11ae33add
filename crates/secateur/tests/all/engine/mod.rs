//! The selective engine: exact where every trick is off, legal, exact about limits and repeatable with them on.

use crate::common::seeded;
mod bets;
mod exact;
mod halts;
mod recipes;
mod repetition;
mod traced;
mod wins;

use crate::common::seeded::Seeded;
use secateur::engine::{Custom, Engine, EngineLimits, PvLine, Recipe, Windows};
use secateur::{Eval, Game, Hints, Keyed, Never, Regression, Regressions, Score, Stats, Table};
use std::sync::Arc;

/// A random game without a hint: nothing is noisy, nothing threatens.
#[derive(Copy, Clone, Debug)]
struct Calm(Seeded);

impl Game for Calm {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        self.0.moves()
    }

    fn play(&mut self, m: u16) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Score> {
        self.0.outcome()
    }
}

impl Keyed for Calm {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Hints for Calm {}

/// A random game with every hint there is, in which the moves listed later tend to be worse, so that there is
/// something to learn.
#[derive(Copy, Clone, Debug)]
struct Rich {
    game: Seeded,
    /// The points that the moves played have brought the side to move.
    gained: i32,
}

impl Rich {
    fn uniform(seed: u64, width: u16, plies: u32) -> Self {
        Rich { game: Seeded::uniform(seed, width, plies, 150), gained: 0 }
    }

    /// With ends on the way.
    fn ragged(seed: u64, width: u16, plies: u32) -> Self {
        Rich { game: Seeded::ragged(seed, width, plies, 150), gained: 0 }
    }

    fn look(&self) -> Score {
        Score::points(self.game.eval().get() + self.gained)
    }

    fn draw(&self, m: u16, what: u64, below: u64) -> i32 {
        (seeded::hash(self.game.key(), what ^ u64::from(m) << 8) % below) as i32
    }
}

impl Game for Rich {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        self.game.moves()
    }

    fn play(&mut self, m: u16) {
        self.game.play(m);
        self.gained = 20 * i32::from(m) - self.gained;
    }

    fn outcome(&self) -> Option<Score> {
        self.game.outcome()
    }
}

impl Keyed for Rich {
    fn key(&self) -> u64 {
        self.game.key()
    }
}

impl Hints for Rich {
    const UNIT: i32 = 40;
    const CAPTURED_RANGE: usize = 3;

    fn noisy(&self) -> impl Iterator<Item = u16> {
        self.game.noisy()
    }

    fn null_move(&self) -> Option<Self> {
        self.game.null_move().map(|game| Rich { game, gained: -self.gained })
    }

    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn checks(&self) -> impl Iterator<Item = u16> {
        let threatens = self.threatens();
        self.quiet().filter(move |&m| threatens(m))
    }

    fn move_score(&self, m: u16) -> i32 {
        self.draw(m, 1, 100)
    }

    fn safety(&self) -> impl Fn(u16) -> i32 {
        |m| self.draw(m, 7, 3) - 1
    }

    fn gain(&self, m: u16) -> i32 {
        self.draw(m, 2, 300)
    }

    fn exchange(&self, m: u16, least: i32) -> bool {
        self.draw(m, 3, 600) - 300 >= least
    }

    fn captured(&self, m: u16) -> usize {
        self.draw(m, 4, 3) as usize
    }

    fn correction_keys(&self) -> impl Iterator<Item = u64> {
        [self.game.key() % 5, self.game.key() % 7].into_iter()
    }
}

/// The static value of these games, with regressions of this fit for every depth.
struct ProbcutFit(Regressions);

impl ProbcutFit {
    fn new(fit: f32) -> Self {
        let mut regressions = Regressions::new(1);
        for deep in 2..=16 {
            let regression = Regression { shallow: deep / 2, slope: 0.9, offset: 3.0, spread: 90.0, fit };
            regressions.add(0, deep, regression).expect("these numbers make sense");
        }
        ProbcutFit(regressions)
    }
}

impl Eval<Rich> for ProbcutFit {
    fn eval(&mut self, pos: &Rich) -> Score {
        pos.look()
    }

    fn regressions(&self) -> Option<&Regressions> {
        Some(&self.0)
    }
}

/// Every trick off.
fn bare() -> Custom {
    let mut recipe = Custom::default();
    for (trick, ..) in Custom::TRICKS {
        recipe.set(trick, "off").unwrap();
    }
    recipe
}

fn table() -> Arc<Table> {
    Arc::new(Table::with_bytes(1 << 16))
}

fn engine<G: Hints, E: Eval<G>, R: Recipe>(eval: E, recipe: R) -> Engine<G, E, R, Stats, Never> {
    Engine::new(eval, table(), recipe).watch(Stats::default())
}

fn limits<G: Hints>(pos: &G, depth: u32) -> EngineLimits<G::Move> {
    let moves = pos.candidates().collect();
    EngineLimits { from: 1, depth, lines: 1, moves, windows: Windows::default() }
}

/// The result of a search and its cost, as plain data to compare.
type Told<M> = Vec<(u32, usize, Score, std::cmp::Ordering, Vec<M>)>;

fn tell<M: Clone>(told: &mut Told<M>, found: &PvLine<M>) {
    told.push((found.depth, found.place, found.score, found.bound, found.line.clone()));
}

/// Plays the line; every move must be legal.
fn assert_legal<G: Game>(root: &G, line: &[G::Move]) {
    let mut pos = root.clone();
    for &m in line {
        assert!(pos.outcome().is_none() && pos.moves().any(|legal| legal == m), "{m:?} of {line:?}");
        pos.play(m);
    }
}

/// Whether the game is over here.
fn is_over<G: Game>(pos: &G) -> bool {
    pos.outcome().is_some() || pos.moves().next().is_none()
}
