//! Games in which a side may move again, or whose moves own memory: written as their rules are told, and searched like
//! any other.
//!
//! A search takes turns: each ply belongs to the other side. Where a side moves twice in a row, [`Turns`] puts a pass
//! of the opponent between, which is its only move there. And the moves that searches hand around are places in the list
//! that the game gives, so that the moves themselves may be paths of any length.

use crate::{Cells, Notation, Scale, StaticValue};
use secateur::{Game, Hints, Keyed, Score, digest};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

/// The rules of a game, without regard to whose turn comes next.
///
/// Scores are those of the side to move, whoever that is. The list of moves is made once for each position whose moves
/// are asked for.
///
/// ```
/// use secateur::{Game, Score, laws};
/// use secateur_games::{Notation, turns::{Rules, Turns}};
///
/// /// Take one or two matches from a heap; whoever leaves a multiple of five moves again; whoever takes the last wins.
/// #[derive(Clone, Debug)]
/// struct Again {
///     left: u32,
///     mover: usize,
/// }
///
/// impl Rules for Again {
///     type Move = Vec<u32>; // the matches one by one
///     fn start() -> Self {
///         Again { left: 12, mover: 0 }
///     }
///     fn moves(&self) -> Vec<Vec<u32>> {
///         (1..=self.left.min(2)).map(|n| (0..n).map(|i| self.left - i).collect()).collect()
///     }
///     fn play(&mut self, taken: &Vec<u32>) {
///         self.left -= taken.len() as u32;
///         if self.left % 5 != 0 || self.left == 0 {
///             self.mover = 1 - self.mover;
///         }
///     }
///     fn mover(&self) -> usize {
///         self.mover
///     }
///     fn key(&self) -> u64 {
///         u64::from(self.left) << 1 | self.mover as u64
///     }
/// }
///
/// let start = Turns::<Again>::start();
/// laws::check(&start, 1, 100).unwrap();
/// secateur_games::laws::check_notation::<Turns<Again>>("", 1, 100).unwrap();
/// let after = Turns::<Again>::read("[12,11]").unwrap(); // ten are left
/// assert_eq!((after.write_move(after.moves().next().unwrap()), after.rules().mover), ("pass".into(), 0));
/// ```
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A move. It may own memory: a path of jumps can be a `Vec`.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;

    /// The position a game starts from.
    fn start() -> Self;

    /// The legal moves, best guesses first, and the same ones in the same order for positions of equal keys.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a legal move.
    fn play(&mut self, m: &Self::Move);

    /// The side to move, 0 or 1. Once the game is over, the side from whose point of view its outcome is given.
    fn mover(&self) -> usize;

    /// 64 bits that stand for the position and the side to move ([`Keyed::key`]).
    fn key(&self) -> u64;

    /// The result where the rules have ended the game ([`Game::outcome`]).
    fn outcome(&self) -> Option<Score> {
        None
    }

    /// The result of having no legal move ([`Game::no_moves`]).
    fn no_moves(&self) -> Score {
        Score::LOSS
    }

    /// The static value, in points ([`Notation::static_value`]).
    fn static_value(&self) -> Score {
        Score::DRAW
    }

    /// A static guess at a move's worth: higher is searched earlier ([`Hints::move_score`]).
    fn move_score(&self, _m: &Self::Move) -> i32 {
        0
    }

    /// Writes a legal move in one word, which is not `pass`; by default in its `Debug` form without spaces.
    fn write_move(&self, m: &Self::Move) -> String {
        format!("{m:?}").split_whitespace().collect()
    }

    /// The drawing as data, of a game on a rectangular board ([`Notation::cells`]).
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// Draws the position ([`Notation::draw`]); by default its cells, or else its `Debug` form.
    fn draw(&self) -> String {
        self.cells().map_or_else(|| format!("{self:?}"), |cells| cells.to_string())
    }

    /// The names of the sides.
    const SIDES: [&'static str; 2] = ["first", "second"];

    /// The meaning of exact values ([`Notation::SCALE`]).
    const SCALE: Scale = Scale::Winner;

    /// Whether a position can come back in the course of a game ([`Hints::CYCLES`]); `true` is always right.
    const CYCLES: bool = true;

    /// For how many occurrences of a position a game that is really played is drawn ([`Hints::REPETITION`]).
    const REPETITION: u32 = 3;
}

/// The text of a pass.
const PASS: &str = "pass";
/// The number mixed into the key of a position in which a side has to pass.
const PASSING: u64 = 0x9e37_79b9_7f4a_7c15;

/// A game of these rules as searches want it: the sides take turns.
///
/// A side whose opponent moves again has one move, the pass. It counts as a ply and as a move for programs; people
/// are not asked for it, nor shown it ([`Notation::pass`]). Positions are read with passes or without.
#[derive(Clone, Debug)]
pub struct Turns<R: Rules> {
    rules: R,
    /// Whether the opponent of the rules' mover is to move, and has to pass.
    passing: bool,
    /// The moves, once they were asked for.
    list: OnceLock<Arc<[R::Move]>>,
}

/// A move as its place in the list; in a position with nothing but a pass, 0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Listed(u16);

impl<R: Rules> Turns<R> {
    /// The game from a position of the rules.
    pub fn new(rules: R) -> Self {
        Turns { rules, passing: false, list: OnceLock::new() }
    }

    /// The position as the rules see it.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The move of the rules; none for a pass.
    pub fn listed(&self, m: Listed) -> Option<&R::Move> {
        if self.passing { None } else { self.list().get(usize::from(m.0)) }
    }

    fn list(&self) -> &Arc<[R::Move]> {
        self.list.get_or_init(|| self.rules.moves().into())
    }

    fn count(&self) -> u16 {
        if self.passing { 1 } else { self.list().len().min(usize::from(u16::MAX)) as u16 }
    }

    /// A score that the rules give for their mover, for the side to move.
    fn turned(&self, score: Score) -> Score {
        if self.passing { -score } else { score }
    }
}

impl<R: Rules> Game for Turns<R> {
    type Move = Listed;

    fn moves(&self) -> impl Iterator<Item = Listed> {
        (0..self.count()).map(Listed)
    }

    fn play(&mut self, m: Listed) {
        if self.passing {
            self.passing = false;
            return;
        }
        let mover = self.rules.mover();
        let list = self.list().clone();
        self.rules.play(&list[usize::from(m.0)]);
        (self.passing, self.list) = (self.rules.mover() == mover, OnceLock::new());
    }

    fn outcome(&self) -> Option<Score> {
        self.rules.outcome().map(|score| self.turned(score))
    }

    fn no_moves(&self) -> Score {
        self.rules.no_moves()
    }
}

impl<R: Rules> Keyed for Turns<R> {
    fn key(&self) -> u64 {
        self.rules.key() ^ if self.passing { PASSING } else { 0 }
    }

    fn encode(&self, m: Listed) -> u16 {
        m.0
    }

    fn decode(&self, code: u16) -> Option<Listed> {
        (code < self.count()).then_some(Listed(code))
    }
}

impl<R: Rules> Hints for Turns<R> {
    const CYCLES: bool = R::CYCLES;
    const REPETITION: u32 = R::REPETITION;
    const BY_LIST: bool = false;

    fn is_forced(&self) -> bool {
        self.passing
    }

    fn move_score(&self, m: Listed) -> i32 {
        self.listed(m).map_or(0, |m| self.rules.move_score(m))
    }

    fn from_to(&self, m: Listed) -> usize {
        self.listed(m).map_or(0, |m| digest(m) % Self::FROM_TO_RANGE)
    }

    fn piece_to(&self, m: Listed) -> usize {
        self.listed(m).map_or(0, |m| digest(m) % Self::PIECE_TO_RANGE)
    }
}

impl<R: Rules> Notation for Turns<R> {
    type Knowledge = StaticValue;

    const SCALE: Scale = R::SCALE;

    fn start() -> Self {
        Turns::new(R::start())
    }

    fn static_value(&self) -> Score {
        self.turned(self.rules.static_value())
    }

    fn write_move(&self, m: Listed) -> String {
        self.listed(m).map_or_else(|| PASS.into(), |m| self.rules.write_move(m))
    }

    fn pass(&self) -> Option<Listed> {
        (self.passing && self.rules.outcome().is_none()).then_some(Listed(0))
    }

    fn cells(&self) -> Option<Cells> {
        self.rules.cells()
    }

    fn draw(&self) -> String {
        self.rules.draw()
    }

    fn side(&self) -> String {
        R::SIDES[self.rules.mover() ^ usize::from(self.passing)].into()
    }
}
