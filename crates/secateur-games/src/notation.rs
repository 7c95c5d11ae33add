//! The interface of a game beyond its rules: its text for people, and the knowledge of it.

use crate::linear::{Features, Weight, listed};
use crate::{Cells, Inputs, Perspective};
use secateur::{Eval, Hints, Score, legal_moves};
use std::fmt;

/// One sentence on why a text cannot be read: what was found, where, and what was expected.
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
/// form, and a position is read as the moves that lead to it, separated by spaces. A game that gives [`Notation::read_from`]
/// another form (or [`Notation::read`], where there is one start) gives [`Notation::text`] the same, and
/// [`laws::check_notation`](crate::laws::check_notation) checks that
/// they agree.
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
    /// Knowledge of positions: a static value, and bounds if any are proven. Solving hands it positions
    /// without having led it there by [`Eval::push`].
    type Knowledge: Eval<Self> + Default + Send;

    /// The parts of the knowledge that can be left out, to measure the worth of each.
    const PARTS: &'static [Component] = &[];

    /// The knowledge without these of its parts ([`Notation::PARTS`]).
    fn knowledge(_without: &[&str]) -> Self::Knowledge {
        Self::Knowledge::default()
    }

    /// The same for solving this position, for which knowledge may make tables first, where they pay: of at most so many
    /// bytes, by so many threads. `stop` is asked now and then; once it is true, there are none. What somebody has already is
    /// not made again.
    fn prepared(
        &self,
        without: &[&str],
        _bytes: usize,
        _threads: usize,
        _stop: &(dyn Fn() -> bool + Sync),
    ) -> Self::Knowledge {
        Self::knowledge(without)
    }

    /// The evaluation that was learned for the game and comes with it, as a file; empty if there is none. The engine plays with
    /// it; exact searches take the value by hand, so that what they are compared by stays the same when it is learned anew.
    const LEARNED: &'static [u8] = &[];

    /// The position a game starts from.
    fn start() -> Self;

    /// The static value for the side to move, for games whose knowledge is [`StaticValue`]: a guess, in
    /// points.
    fn static_value(&self) -> Score {
        Score::DRAW
    }

    /// The weights of the static value, where it is a sum of counts, each times one of them: the numbers that tuning fits.
    fn weights() -> Vec<Weight> {
        Vec::new()
    }

    /// The count of each weight here; none where they do not apply, or there are no weights. Their sum is the static
    /// value, but for rounding.
    fn features(&self) -> Option<Features> {
        None
    }

    /// Weights as text: these points, in the order of [`Notation::weights`]. For people to read, unless the game has a
    /// form that it reads, too.
    fn write_weights(points: &[[i32; 2]]) -> String {
        listed(&Self::weights(), points)
    }

    /// The start on a board of these columns and rows, for games that are played on boards of any size; none where the
    /// game is not, or not on that one. The size belongs to the key, and the text of a position shows it by its rows.
    fn sized(_columns: u32, _rows: u32) -> Option<Self> {
        None
    }

    /// Reads a position; the empty text is the start.
    fn read(text: &str) -> Result<Self, Unreadable> {
        Self::read_from(Self::start(), text)
    }

    /// Reads a position of a game that begins with `start`, such as one on a board of another size
    /// ([`Notation::sized`]): by default the moves played from there. A position in full, where the game has that form,
    /// is read as it stands, whatever the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        played(start, text)
    }

    /// All positions of an ending that the text names, such as `KQK` in chess, for tablebases to begin with; none where it
    /// names none. Positions that are reached from them need not be there.
    fn ending(_text: &str) -> Option<Box<dyn Iterator<Item = Self>>> {
        None
    }

    /// Splits a line of a file of positions, where the game's files have a form of their own: the position,
    /// and its value for the side to move where the line gives it. By default the line is a position as a whole.
    fn split_line(line: &str) -> Result<(&str, Option<i32>), Unreadable> {
        Ok((line, None))
    }

    /// The position in a form of the game's own, one that [`Notation::read`] reads back. None where the game has no such
    /// form: its positions are then written as the moves that lead there ([`written`]), as the default of [`Notation::read`]
    /// expects.
    fn text(&self) -> Option<String> {
        None
    }

    /// What of the position decides who wins, where that is less than all of it: positions of one board with equal forms
    /// have the same value for their sides to move, as far as [`Notation::SCALE`] goes, by an argument that needs no search
    /// (such as a symmetry, or parts that are the same). Certificates prove one of them for all. None: the position itself.
    fn form(&self) -> Option<String> {
        None
    }

    /// The position to look at: in the game's own form, or else its `Debug` form, which cannot be read back.
    fn write(&self) -> String {
        self.text().unwrap_or_else(|| format!("{self:?}"))
    }

    /// Writes a legal move, without spaces; by default in its `Debug` form.
    fn write_move(&self, m: Self::Move) -> String {
        without_blanks(&format!("{m:?}"))
    }

    /// Writes a legal move as records of games have it, where that differs from [`Notation::write_move`].
    fn record_move(&self, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// Reads a legal move.
    fn read_move(&self, text: &str) -> Result<Self::Move, Unreadable> {
        find_move(self, text)
    }

    /// The drawing as data, of a game on a rectangular board.
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// Whether the value by hand is more than a guess, so that it counts where else a learned one would: an ending that is judged by
    /// rule.
    fn is_judged_by_rule(&self) -> bool {
        false
    }

    /// What a learned evaluation sees of positions, the same for all that play can lead to from here; none if the game does not
    /// list what stands on its cells.
    fn inputs(&self) -> Option<Inputs> {
        None
    }

    /// Writes what stands on each cell, in reading order, and returns the view. All of them are numbers below those of
    /// [`Notation::inputs`]. [`paint`](crate::paint) does it for boards that are kept as sets of cells.
    fn contents(&self, _cells: &mut [u8]) -> usize {
        0
    }

    /// Writes the board as sets of cells: for each 64 cells in turn a word for each content but nothing, in their order. Returns in
    /// which perspective the side to move sees what [`Notation::contents`] lists, and in which the opponent would if it were the
    /// opponent's turn. None if the game lists contents alone, as games with one of [`Inputs::sides`] may: networks of layers follow
    /// sets with less work.
    fn sets(&self, _sets: &mut [u64]) -> Option<[Perspective; 2]> {
        None
    }

    /// Draws the position for a terminal, several lines; by default its [`Notation::cells`], or else its written
    /// form.
    fn draw(&self) -> String {
        self.cells().map_or_else(|| self.write(), |cells| cells.to_string())
    }

    /// The name of the side to move, such as `X` or `white`; empty if the position does not show it.
    fn side(&self) -> String {
        String::new()
    }

    /// The only move here, where it is a matter of form: the pass of a side whose opponent moves again. People are not
    /// asked for it, nor shown it; searches, records and protocols treat it as any other move.
    /// [`Turns`](crate::turns::Turns) implements it.
    fn pass(&self) -> Option<Self::Move> {
        None
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

    /// The meaning of [`Notation::value`], so that solving asks for no more.
    const SCALE: Scale = Scale::Winner;

    /// Whether a game can be drawn. Where none can, who does not win has lost, and one question tells the winner.
    const DRAWS: bool = true;

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

    /// Whether the leaves of exact searches are valued by quiescence search over the noisy moves ([`Hints::noisy`]). Not
    /// the same as having noisy moves: the engine quiesces wherever there are any, but a value of (position, depth) that
    /// quiescence is part of is another value, and the trees to compare are larger.
    const QUIESCES: bool = false;
}

/// The refusal of a move, where these are the legal ones.
fn not_legal(text: &str, legal: &[String]) -> Unreadable {
    Unreadable(match legal.len() {
        0 => format!("'{text}' is not legal: the game is over"),
        1..=12 => format!("'{text}' is not a legal move, expected one of {}", legal.join(" ")),
        n => format!("'{text}' is not a legal move, expected one of {n}, such as {}", legal[..4].join(" ")),
    })
}

/// The position that these moves lead to, written so that [`Notation::read`] reads it back: in the form of the game's own,
/// or else as `text`, which `start` was read from, followed by the moves.
///
/// ```
/// # use secateur::{Game, Hints, Keyed};
/// use secateur_games::{Notation, StaticValue, nim::Nim, written};
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
/// # impl Notation for Matches {
/// #     type Knowledge = StaticValue;
/// #     fn start() -> Self { Matches(9) }
/// # }
///
/// let text = written("3", &Matches::read("3").unwrap(), &[1, 2]);
/// assert_eq!((text.as_str(), Matches::read(&text).unwrap().0), ("3 1 2", 3));
///
/// let nim = Nim::start();
/// assert_eq!(written("", &nim, &[nim.read_move("1-3").unwrap()]), "0,4,5");
/// ```
pub fn written<G: Notation>(text: &str, start: &G, moves: &[G::Move]) -> String {
    let (mut pos, mut words) = (start.clone(), vec![text.trim().to_owned()]);
    for &m in moves {
        words.push(pos.write_move(m));
        pos.play(m);
    }
    words.retain(|word| !word.is_empty());
    pos.text().unwrap_or_else(|| words.join(" "))
}

/// The position after the moves of a text, separated by spaces. A pass that is the only move may be left out.
pub(crate) fn played<G: Notation>(mut pos: G, moves: &str) -> Result<G, Unreadable> {
    for (i, word) in moves.split_whitespace().enumerate() {
        let left_out = |&pass: &G::Move| !pos.write_move(pass).eq_ignore_ascii_case(word);
        if let Some(pass) = pos.pass().filter(left_out) {
            pos.play(pass);
        }
        let m = pos.read_move(word).map_err(|e| Unreadable(format!("move {}: {e}", i + 1)))?;
        pos.play(m);
    }
    Ok(pos)
}

/// The legal move that is written like this, but for case and blanks.
pub(crate) fn find_move<G: Notation>(pos: &G, text: &str) -> Result<G::Move, Unreadable> {
    let typed = without_blanks(text);
    let mut legal = Vec::new();
    for m in legal_moves(pos) {
        let written = pos.write_move(m);
        if written.eq_ignore_ascii_case(&typed) {
            return Ok(m);
        }
        legal.push(written);
    }
    Err(not_legal(text, &legal))
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A part of the solver, or of what a game knows, that can be left out: the values stay the same, and take
/// longer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// Its name.
    pub name: &'static str,
    /// A description of it.
    pub about: &'static str,
}

/// The meaning of exact values of a game.
///
/// ```
/// use secateur_games::{Notation, Scale, connect4::Connect4, nim::Nim, othello::Othello};
///
/// assert_eq!((Nim::SCALE, Connect4::SCALE), (Scale::Winner, Scale::Soonest));
/// assert_eq!(Othello::SCALE, Scale::Points);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The winner.
    Winner,
    /// The winner, and the distance to the end.
    Soonest,
    /// The margin in points.
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
