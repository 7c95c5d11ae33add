//! A game of the engine against itself.
//!
//! Some random moves, then the best of a fixed number of nodes for either side, until the rules or a
//! referee end the game. A game depends on the plan and its number alone.

use crate::store::Record;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::engine::{Engine, Standard, Windows, Wish};
use secateur::{Halt, Limits, Score, Table};
use secateur_games::Notation;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many random moves begin a game.
pub(crate) const OPENING: RangeInclusive<u64> = 8..=9;
/// An opening is played if neither side is ahead by more, in hundredths of a unit.
pub(crate) const FAIR: i32 = 150;
/// The game is drawn at the latest after so many plies.
pub(crate) const LONGEST: usize = 300;
/// No position is kept that arose earlier.
const KEPT_FROM: usize = 16;
/// The deepest iteration.
const MAX_DEPTH: u32 = 100;

/// How games are played and what is kept of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What all randomness comes from.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The size of the transposition table, in bytes.
    pub hash: usize,
    /// How many positions of a game are kept at most.
    pub positions: usize,
}

/// A position worth keeping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// As the game writes it.
    pub position: String,
    /// What the search made of it, in points, for the side that moved first in the game.
    pub score: i32,
}

/// Plays games, one after the other, with an engine of its own.
pub struct Player<'a, G: Notation> {
    plan: &'a Plan,
    interrupt: &'a AtomicBool,
    table: Arc<Table>,
    engine: Engine<G, G::Knowledge, Standard, (), Limits<Look<'a>>>,
}

type Look<'a> = Box<dyn FnMut() -> Option<Halt> + 'a>;

/// The flag is up.
struct Interrupted;

/// A game under way.
struct Game<G> {
    /// The positions so far, the present one last.
    path: Vec<G>,
    keys: Vec<u64>,
    /// No position before this one can come back.
    since: usize,
}

impl<G: Notation> Game<G> {
    fn begin() -> Self {
        let start = G::start();
        Game { keys: vec![start.identity()], path: vec![start], since: 0 }
    }

    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    fn now(&self) -> &G {
        &self.path[self.ply()]
    }

    fn play(&mut self, m: G::Move) {
        if self.now().irreversible(m) {
            self.since = self.path.len();
        }
        let child = self.now().child(m);
        self.keys.push(child.identity());
        self.path.push(child);
    }

    /// Turns a value for the side to move into one for the side that moved first.
    fn for_first(&self, value: i32) -> i32 {
        if self.ply().is_multiple_of(2) { value } else { -value }
    }

    /// The result for the side that moved first, if the rules end the game here.
    fn result(&self) -> Option<i32> {
        let pos = self.now();
        let ended = pos.outcome().or_else(|| pos.moves().next().is_none().then(|| pos.stuck()));
        if let Some(score) = ended {
            return Some(self.for_first(score.get().signum()));
        }
        let (key, earlier) = self.keys.split_last()?;
        let times = earlier[self.since.min(earlier.len())..].iter().filter(|&k| k == key).count();
        (times >= 2 || self.ply() >= LONGEST).then_some(0)
    }
}

/// When games are ended that both sides agree on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clear {
    /// A side that is ahead by more has won, in hundredths of a unit,
    pub(crate) won: i32,
    /// if both sides have said so for this many plies in a row.
    pub(crate) won_for: u32,
    /// The game is drawn if neither side is ahead by this much, in hundredths of a unit,
    pub(crate) level: i32,
    /// for this many plies in a row,
    pub(crate) level_for: u32,
    /// after this many.
    pub(crate) level_after: usize,
}

impl Default for Clear {
    fn default() -> Self {
        Clear { won: 1000, won_for: 4, level: 10, level_for: 10, level_after: 80 }
    }
}

/// Ends games that both sides agree on.
#[derive(Default)]
pub(crate) struct Referee {
    clear: Clear,
    /// For how many plies one side has been winning; negative if it is the second.
    winning: i32,
    level: u32,
}

impl Referee {
    pub(crate) fn new(clear: Clear) -> Self {
        Referee { clear, ..Referee::default() }
    }

    /// Takes in the value of a ply, in hundredths of a unit for the side that moved first; its result, if it
    /// is clear.
    pub(crate) fn judge(&mut self, ply: usize, value: i32) -> Option<i32> {
        let Clear { won, won_for, level, level_for, level_after } = self.clear;
        let sign = if value.abs() > won { value.signum() } else { 0 };
        self.winning = if sign == self.winning.signum() { self.winning + sign } else { sign };
        self.level = if value.abs() < level && ply > level_after { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= won_for {
            return Some(sign);
        }
        (self.level >= level_for).then_some(0)
    }

    /// Takes in a ply of which no value is known.
    pub(crate) fn pass_over(&mut self) {
        (self.winning, self.level) = (0, 0);
    }
}

impl<'a, G: Notation> Player<'a, G> {
    /// A player that gives up the game at hand when the flag is raised.
    pub fn new(plan: &'a Plan, interrupt: &'a AtomicBool) -> Self {
        let table = Arc::new(Table::with_bytes(plan.hash));
        let engine =
            Engine::new(G::Knowledge::default(), table.clone(), Standard).stop(limits(plan, interrupt));
        Player { plan, interrupt, table, engine }
    }

    /// Plays the game of that number; none if it was interrupted.
    pub fn play(&mut self, number: u64) -> Option<Record> {
        let mut random =
            SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(self.plan.seed).next_u64() ^ number);
        loop {
            self.table.clear();
            self.engine.forget();
            let Some(game) = opening(&mut random) else { continue };
            match self.finish(game) {
                Err(Interrupted) => return None,
                Ok(None) => {}
                Ok(Some((result, mut positions))) => {
                    thin(&mut positions, self.plan.positions, &mut random);
                    return Some(Record { number, result, positions });
                }
            }
        }
    }

    /// Plays on to the end. None if the opening was not fair.
    fn finish(&mut self, mut game: Game<G>) -> Result<Option<(i32, Vec<Position>)>, Interrupted> {
        let (begun, mut kept, mut referee) = (game.ply(), Vec::new(), Referee::default());
        loop {
            if let Some(result) = game.result() {
                return Ok(Some((result, kept)));
            }
            let (score, best) = self.search(&game)?;
            let value = hundredths::<G>(score.get());
            if game.ply() == begun && value.abs() > FAIR {
                return Ok(None);
            }
            let pos = game.now();
            if game.ply() >= KEPT_FROM
                && value.abs() <= referee.clear.won
                && !pos.in_check()
                && !pos.is_noisy(best)
            {
                kept.push(Position { position: pos.write(), score: game.for_first(score.get()) });
            }
            if let Some(result) = referee.judge(game.ply(), game.for_first(value)) {
                return Ok(Some((result, kept)));
            }
            game.play(best);
        }
    }

    fn search(&mut self, game: &Game<G>) -> Result<(Score, G::Move), Interrupted> {
        let (pos, played) = (game.now(), &game.path[game.since.min(game.ply())..game.ply()]);
        let moves: Vec<G::Move> = pos.candidates().collect();
        let (first, depth) = (moves[0], MAX_DEPTH);
        let wish = Wish { from: 1, depth, lines: 1, moves, windows: Windows::default() };
        self.engine.stop = limits(self.plan, self.interrupt);
        self.table.new_search();
        let (found, halt) = self.engine.think(pos, played, &wish, |_, _| true);
        if halt == Some(Halt::Interrupt) || self.interrupt.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        // With very few nodes nothing may have been found.
        Ok(found.map_or((Score::DRAW, first), |found| {
            (found.score, found.line.first().copied().unwrap_or(first))
        }))
    }
}

fn limits<'a>(plan: &Plan, interrupt: &'a AtomicBool) -> Limits<Look<'a>> {
    let look = || interrupt.load(Ordering::Relaxed).then_some(Halt::Interrupt);
    Limits::new(plan.nodes, Box::new(look))
}

fn hundredths<G: Notation>(points: i32) -> i32 {
    points * 100 / G::UNIT
}

/// Random moves; none if they end the game.
fn opening<G: Notation>(random: &mut SplitMix64) -> Option<Game<G>> {
    let mut game = Game::<G>::begin();
    let plies = OPENING.start() + random.next_u64() % (OPENING.end() - OPENING.start() + 1);
    for _ in 0..plies {
        let moves: Vec<G::Move> = game.now().moves().collect();
        let m = *moves.get(below(random, moves.len().max(1)))?;
        game.play(m);
        if game.now().outcome().is_some() {
            return None;
        }
    }
    game.result().is_none().then_some(game)
}

/// A number below `n`, which is small.
pub(crate) fn below(random: &mut SplitMix64, n: usize) -> usize {
    (random.next_u64() % n as u64) as usize
}

/// Keeps so many at most, from all parts of the game.
fn thin(positions: &mut Vec<Position>, most: usize, random: &mut SplitMix64) {
    let all = positions.len();
    if all <= most {
        return;
    }
    let part = |n: usize| -> Range<usize> { n * all / most..(n + 1) * all / most };
    for n in 0..most {
        let Range { start, end } = part(n);
        positions.swap(n, start + below(random, end - start));
    }
    positions.truncate(most);
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::chess::Chess;

    const PLAN: Plan = Plan { seed: 7, nodes: 200, hash: 1 << 16, positions: 6 };

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let flag = AtomicBool::new(false);
        let mut one = Player::<Chess>::new(&PLAN, &flag);
        let games: Vec<Record> = (0..3).filter_map(|n| one.play(n)).collect();
        assert_eq!(games.len(), 3);
        assert_ne!(games[0].positions, games[1].positions);
        let again = Player::<Chess>::new(&PLAN, &flag).play(2);
        assert_eq!(again.as_ref(), games.last());
    }

    #[test]
    fn kept_positions_are_quiet() {
        let flag = AtomicBool::new(false);
        let record = Player::<Chess>::new(&PLAN, &flag).play(3).unwrap();
        assert_eq!(record.positions.len(), 6);
        for Position { position, score } in record.positions {
            let pos = Chess::read(&position).unwrap();
            let ply = 2 * u32::from(pos.board().fullmove_number() - 1) + pos.board().side_to_move() as u32;
            assert!(ply as usize >= KEPT_FROM && score.abs() <= Clear::default().won, "{position}");
            assert!(pos.board().checkers().is_empty(), "{position}");
        }
    }

    #[test]
    fn an_interrupted_game_is_none() {
        assert_eq!(Player::<Chess>::new(&PLAN, &AtomicBool::new(true)).play(0), None);
    }

    #[test]
    fn the_referee_wants_both_to_agree() {
        let mut referee = Referee::default();
        let said =
            [1200, 1300, 900, 1100, -1100, -1200, -1300, -32_000].map(|value| referee.judge(50, value));
        assert_eq!(said, [None, None, None, None, None, None, None, Some(-1)]);
        let mut referee = Referee::default();
        assert!((60..=90).map(|ply| referee.judge(ply, 9)).position(|said| said.is_some()) == Some(30));
    }

    #[test]
    fn what_is_kept_comes_from_all_parts() {
        let position = |n: usize| Position { position: String::new(), score: n as i32 };
        let mut positions: Vec<Position> = (0..100).map(position).collect();
        thin(&mut positions, 10, &mut SplitMix64::seed_from_u64(1));
        let tens: Vec<i32> = positions.iter().map(|p| p.score / 10).collect();
        assert_eq!(tens, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
