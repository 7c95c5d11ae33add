use super::{HistoryHeuristic, Killers, MoveScore, Previous, Rank, Shuffled};
use crate::{Hints, Memory};
use std::fmt;
use std::str::FromStr;

/// A reason to search a move earlier, by name.
///
/// ```
/// use secateur::order::{Choice, Part};
///
/// let names = Part::ALL.map(Part::name).join("+");
/// assert_eq!(names, "table+move-score+killers+history+previous+random");
/// assert_eq!(names.parse::<Choice>().unwrap().parts, Part::ALL);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// `table`: the remembered move, [`TableMove`](super::TableMove).
    Table,
    /// `move-score`: the game's own hint, [`MoveScore`].
    MoveScore,
    /// `killers`: [`Killers`].
    Killers,
    /// `history`: [`HistoryHeuristic`].
    History,
    /// `previous`: values from earlier searches, [`Previous`].
    Previous,
    /// `random`: [`Shuffled`].
    Random,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 6] =
        [Part::Table, Part::MoveScore, Part::Killers, Part::History, Part::Previous, Part::Random];

    /// The name it goes by in text.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Table => "table",
            Part::MoveScore => "move-score",
            Part::Killers => "killers",
            Part::History => "history",
            Part::Previous => "previous",
            Part::Random => "random",
        }
    }
}

/// An order of moves as a person writes it: `table+move-score+killers+history`, or `none` for the game's own.
///
/// The first part decides, each further one breaks the ties that are left.
///
/// ```
/// use secateur::order::{Choice, Part};
///
/// let choice: Choice = "table+killers".parse().unwrap();
/// assert_eq!(choice.parts, [Part::Table, Part::Killers]);
/// assert_eq!(choice.to_string(), "table+killers");
///
/// let error = "table+killer".parse::<Choice>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no move order is called 'killer', expected 'none' or some of table, move-score, killers, history, \
///      previous, random, joined by '+'"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The parts by which moves are ranked, the most important first.
    pub parts: Vec<Part>,
    /// The seed of the random part. Not part of the text; 0 unless set.
    pub seed: u64,
}

/// The reason a text names no order of moves: what was found, and what was expected.
///
/// ```
/// use secateur::order::{BadChoice, Choice};
///
/// let error: BadChoice = "table+killers+table".parse::<Choice>().unwrap_err();
/// assert_eq!(error.to_string(), "'table' is in 'table+killers+table' twice, expected it once");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadChoice(String);

impl fmt::Display for BadChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadChoice {}

impl FromStr for Choice {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Choice, BadChoice> {
        let mut choice = Choice::default();
        if text.trim() == "none" {
            return Ok(choice);
        }
        for name in text.split('+').map(str::trim) {
            // The move score had another name once.
            let current = if name == "promise" { Part::MoveScore.name() } else { name };
            let Some(&part) = Part::ALL.iter().find(|part| part.name() == current) else {
                let names = Part::ALL.map(Part::name).join(", ");
                return Err(BadChoice(format!(
                    "no move order is called '{name}', expected 'none' or some of {names}, joined by '+'"
                )));
            };
            if choice.parts.contains(&part) {
                return Err(BadChoice(format!("'{name}' is in '{text}' twice, expected it once")));
            }
            choice.parts.push(part);
        }
        Ok(choice)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str("none");
        }
        for (i, part) in self.parts.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "+" }, part.name())?;
        }
        Ok(())
    }
}

/// A combination of ranks that is chosen while the program runs.
///
/// # Idea
///
/// A pair such as `(TableMove, Killers<_>)` is a type: fast, and settled when the program is compiled. Tools
/// that compare orders want one type for all of them. This one asks its parts in the order of the choice.
///
/// # Cost
///
/// The cost of its parts, and a key of six numbers per move instead of a few bytes.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo, order::{Choice, Chosen, Ranked}, tree::Tree};
///
/// let tree: Tree = "((7 8 9) (8 9 1) (9 8 2) (8 8 3))".parse().unwrap();
/// for (text, leaves) in [("none", 12), ("table+killers", 8), ("history", 8)] {
///     let choice: Choice = text.parse().unwrap();
///     let order = Ranked::new(Chosen::new(choice));
///     let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()).order(order);
///     let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
///     assert_eq!((value, cx.watch.leaves), (Score::points(7), leaves), "{text}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Chosen<M, T = ()> {
    choice: Choice,
    /// The killers, in use if chosen.
    pub killers: Killers<M>,
    /// The history, in use if chosen.
    pub history: HistoryHeuristic,
    /// Values from earlier searches, in use if chosen.
    pub previous: Previous<T>,
}

impl<M: Copy + Eq> Chosen<M> {
    /// Ranks by this choice. Values from earlier searches are not at hand: all moves tie.
    pub fn new(choice: Choice) -> Self {
        Chosen::with_memory(choice, ())
    }
}

impl<M: Copy + Eq, T> Chosen<M, T> {
    /// Ranks by this choice, with a second handle on the context's memory for values from earlier searches.
    ///
    /// ```
    /// use secateur::{Order, Score, Search, Table, algo::alpha_beta_memory, tree::Tree};
    /// use secateur::order::{Choice, Chosen, Pick, Ranked};
    ///
    /// let tree: Tree = "((2 4 6) (3 12 8) (14 5 2))".parse().unwrap();
    /// let table = Table::with_entries(64);
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
    /// let Ok(_) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
    ///
    /// let choice: Choice = "previous".parse().unwrap();
    /// let mut order = Ranked::new(Chosen::with_memory(choice, table.exact()));
    /// let mut moves = order.moves(&tree, 0, None, Score::INF);
    /// assert_eq!(moves.next(&mut order), Some(1)); // the others are known to be worth 2
    /// ```
    pub fn with_memory(choice: Choice, memory: T) -> Self {
        Chosen {
            choice,
            killers: Killers::new(),
            history: HistoryHeuristic::new(),
            previous: Previous { memory },
        }
    }

    /// The choice that was made.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }
}

impl<G: Hints, T: Memory<G>> Rank<G> for Chosen<G::Move, T> {
    /// A number from each part chosen, in the order of the choice.
    type Key = [i64; Part::ALL.len()];

    #[inline]
    fn rank(&mut self, pos: &G, ply: u32, hint: Option<G::Move>, m: G::Move) -> Self::Key {
        let mut key = [0; Part::ALL.len()];
        for (number, part) in key.iter_mut().zip(&self.choice.parts) {
            *number = match part {
                Part::Table => i64::from(hint == Some(m)),
                Part::MoveScore => i64::from(MoveScore.rank(pos, ply, hint, m)),
                Part::Killers => i64::from(self.killers.rank(pos, ply, hint, m)),
                Part::History => i64::from(self.history.rank(pos, ply, hint, m)),
                Part::Previous => {
                    self.previous.rank(pos, ply, hint, m).map_or(i64::MIN, |s| i64::from(s.get()))
                }
                // Half of it, since the greater half of all such numbers would turn negative.
                Part::Random => (Shuffled { seed: self.choice.seed }.rank(pos, ply, hint, m) >> 1) as i64,
            };
        }
        key
    }

    #[inline]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        for part in &self.choice.parts {
            match part {
                Part::Killers => Rank::<G>::cutoff(&mut self.killers, pos, ply, depth, m),
                Part::History => self.history.cutoff(pos, ply, depth, m),
                Part::Table | Part::MoveScore | Part::Previous | Part::Random => {}
            }
        }
    }
}
