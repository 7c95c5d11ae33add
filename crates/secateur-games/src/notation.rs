//! What a game offers beyond its rules: how people read and write it, and what is known about it.

use crate::linear::{Features, Weight, listed};
use secateur::{Eval, Hints, Score};
use std::fmt;

/// One sentence on why a text cannot be read: what, where, and what was expected.
///
/// ```
/// use secateur_games::{Notation, nim::Nim};
///
/// let error = Nim::read("3,x,5").unwrap_err();
/// assert_eq!(error.to_string(), "heap 2 is 'x', expected a number from 0 to 255");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A game that people can play: positions and moves as text, a drawing, and knowledge.
///
/// Only [`Notation::start`] and the kind of knowledge are required. By default a move is written as its `Debug`
/// form, and a position is read as the moves that lead to it, separated by spaces.
///
/// ```
/// use secateur::{Game, Hints, Keyed};
/// use secateur_games::{Notation, StaticValue};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone, Debug)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken; }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { u64::from(self.0) }
/// # }
/// # impl Hints for Matches {}
///
/// impl Notation for Matches {
///     type Knowledge = StaticValue;
///     fn start() -> Self {
///         Matches(9)
///     }
/// }
///
/// let pos = Matches::read("3 1").unwrap();
/// assert_eq!(pos.0, 5);
/// let error = pos.read_move("4").unwrap_err();
/// assert_eq!(error.to_string(), "'4' is not a legal move, expected one of 1 2 3");
/// ```
pub trait Notation: Hints<Move: Send + Sync> + fmt::Debug + Send + Sync + 'static {
    /// What is known about positions: a static value, and bounds if any are proven. Solving hands it positions
    /// without having led it there by [`Eval::push`].
    type Knowledge: Eval<Self> + Default + Send;

    /// The parts of the knowledge that can be left out, to measure what each is worth.
    const PARTS: &'static [Lever] = &[];

    /// The knowledge without these of its parts ([`Notation::PARTS`]).
    fn knowledge(_without: &[&str]) -> Self::Knowledge {
        Self::Knowledge::default()
    }

    /// The position a game starts from.
    fn start() -> Self;

    /// The static value for the side to move, for games whose knowledge is [`StaticValue`]: a guess, in
    /// points.
    fn static_value(&self) -> Score {
        Score::DRAW
    }

    /// The weights of the static value, where it is a sum of counts, each times one of them: what tuning fits.
    fn weights() -> Vec<Weight> {
        Vec::new()
    }

    /// How often each weight counts here; none where they have no say, or there are no weights. Their sum is the static
    /// value, but for rounding.
    fn features(&self) -> Option<Features> {
        None
    }

    /// Weights as text: these points, in the order of [`Notation::weights`]. For people to read, unless the game has a
    /// form that it reads, too.
    fn write_weights(points: &[[i32; 2]]) -> String {
        listed(&Self::weights(), points)
    }

    /// Reads a position; the empty text is the start.
    fn read(text: &str) -> Result<Self, Unreadable> {
        let mut pos = Self::start();
        for (i, word) in text.split_whitespace().enumerate() {
            let m = pos.read_move(word).map_err(|e| Unreadable(format!("move {}: {e}", i + 1)))?;
            pos.play(m);
        }
        Ok(pos)
    }

    /// Splits a line of a file of positions, where the game's files have a form of their own: the position,
    /// and its value for the side to move where the line tells it. By default the line is a position as a whole.
    fn split_line(line: &str) -> Result<(&str, Option<i32>), Unreadable> {
        Ok((line, None))
    }

    /// Writes the position so that [`Notation::read`] reads it back. The default, its `Debug` form, is for
    /// looking at only: a game that reads more than moves from the start writes its positions itself.
    fn write(&self) -> String {
        format!("{self:?}")
    }

    /// Writes a legal move.
    fn write_move(&self, m: Self::Move) -> String {
        format!("{m:?}")
    }

    /// Writes a legal move as records of games have it, where that is not how it is written else.
    fn record_move(&self, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// Reads a legal move.
    fn read_move(&self, text: &str) -> Result<Self::Move, Unreadable> {
        let over = self.outcome().is_some();
        if let Some(m) = self.moves().find(|&m| !over && self.write_move(m).eq_ignore_ascii_case(text)) {
            return Ok(m);
        }
        let legal: Vec<String> =
            if over { vec![] } else { self.moves().map(|m| self.write_move(m)).collect() };
        Err(Unreadable(match legal.len() {
            0 => format!("'{text}' is not legal: the game is over"),
            1..=12 => format!("'{text}' is not a legal move, expected one of {}", legal.join(" ")),
            n => {
                format!("'{text}' is not a legal move, expected one of {n}, such as {}", legal[..4].join(" "))
            }
        }))
    }

    /// Draws the position for a terminal, several lines.
    fn draw(&self) -> String {
        self.write()
    }

    /// The name of the side to move, such as `X` or `white`; empty if the position does not tell.
    fn side(&self) -> String {
        String::new()
    }

    /// An exact value on the game's own scale, from the side to move: 1, 0 or -1 for games that are won or
    /// lost, points for games that count them.
    fn value(&self, score: Score) -> i32 {
        if score.is_decisive() { score.get().signum() } else { score.get() }
    }

    /// The chances to win, draw and lose at this score, in thousandths, for the side to move; none if nobody
    /// has measured them.
    fn chances(&self, _score: Score) -> Option<[u16; 3]> {
        None
    }

    /// What [`Notation::value`] tells of the end, so that solving asks for no more.
    const SCALE: Scale = Scale::Winner;

    /// The algorithm that searches where none is named.
    const ALGORITHM: &'static str = "mtd-f";

    /// Whether the engine is compiled for the game twice: once with its recipe as constants, which is a little
    /// faster, besides once with a recipe that can be set.
    const CONSTANT_RECIPE: bool = false;

    /// Whether a game that the rules call drawn may be played on, so that there are moves to ask for.
    const PLAYS_ON: bool = false;

    /// Whether a finished game counts for every greater length, too, where move paths are counted
    /// ([`perft`](crate::perft)).
    const ENDS_COUNT: bool = false;

    /// Whether the game has noisy moves ([`Hints::noisy`]), so that leaves want quiescence search.
    const NOISY: bool = false;
}

/// A part of the solver, or of what a game knows, that can be left out: the values stay the same, and take
/// longer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Lever {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// What exact values of a game tell.
///
/// ```
/// use secateur_games::{Notation, Scale, connect4::Connect4, nim::Nim, othello::Othello};
///
/// assert_eq!((Nim::SCALE, Connect4::SCALE), (Scale::Winner, Scale::Soonest));
/// assert_eq!(Othello::SCALE, Scale::Points);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Who wins.
    Winner,
    /// Who wins, and how soon.
    Soonest,
    /// By how many points.
    Points,
}

/// The simplest kind of knowledge: a game's own [`Notation::static_value`].
///
/// ```
/// # use secateur::{Game, Hints, Keyed};
/// use secateur::{Eval, Score};
/// use secateur_games::{Notation, StaticValue};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone, Debug)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken; }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { u64::from(self.0) }
/// # }
/// # impl Hints for Matches {}
///
/// impl Notation for Matches {
///     type Knowledge = StaticValue;
/// #   fn start() -> Self { Matches(9) }
///     fn static_value(&self) -> Score {
///         Score::points(if self.0 % 4 == 0 { -1 } else { 1 })
///     }
/// }
/// assert_eq!(StaticValue.eval(&Matches(8)), Score::points(-1));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct StaticValue;

impl<G: Notation> Eval<G> for StaticValue {
    #[inline]
    fn eval(&mut self, pos: &G) -> Score {
        pos.static_value()
    }
}
