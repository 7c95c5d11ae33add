//! Tablebases: what every position is worth that can be reached, kept in a file.

mod build;
mod file;

pub(crate) use build::build;

use crate::erased::Erased;
use crate::goals::further;
use secateur::{Bounds, Game, Hints, Keyed, Score};

/// The values of all positions that can be reached from one, by retrograde analysis ([`secateur::algo::retrograde()`]). A
/// position that comes back is a draw, and a decisive value tells the distance to the end.
///
/// Positions are kept by their key of 64 bits ([`secateur::Hints::whole`]), in order, in ten bytes for each, and in the file in
/// about six. Looking one up takes a search by halves. Where the rules count moves without progress, positions have none of
/// that count behind them ([`secateur::Hints::fresh`]).
///
/// ```
/// use secateur_session::{Request, Tabled, Tablebase};
///
/// let mut game = secateur_standard::standard().find("dodgem").unwrap().open();
/// let table = game.tablebase(&Request::default().hash(1 << 20), &mut |_| ()).unwrap().unwrap();
/// assert_eq!((table.game(), table.positions()), ("dodgem", 1349));
/// // The first player wins in 19 plies.
/// assert_eq!(game.look_up(&table).unwrap().plies, Some(19));
///
/// let mut file = Vec::new();
/// table.write(&mut file).unwrap();
/// assert_eq!(Tablebase::read(&mut file.as_slice()).unwrap(), table);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase {
    game: String,
    position: String,
    /// The position from which the win takes longest; empty if nobody wins anywhere.
    longest: String,
    /// Ascending.
    keys: Vec<u64>,
    /// For each key the place of its value in `scores`.
    values: Vec<u16>,
    /// The values that there are, for the side to move.
    scores: Vec<Score>,
}

/// How many positions are worth what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ValueCount {
    /// The value for the side to move, as searches have it.
    pub score: Score,
    /// The positions of that value.
    pub positions: u64,
}

/// The value of a position that a tablebase has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TablebaseValue {
    /// The value for the side to move on the game's own scale.
    pub value: i32,
    /// The plies to the end of the game if both sides play well; none if nobody wins, or if points are counted.
    pub plies: Option<u32>,
}

impl Tablebase {
    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The position, or the ending, from which all others are reached.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// A position from which the win takes longest, to look at; none if nobody wins anywhere.
    pub fn longest(&self) -> Option<&str> {
        Some(self.longest.as_str()).filter(|text| !text.is_empty())
    }

    /// How many positions there are, finished ones included.
    pub fn positions(&self) -> u64 {
        self.keys.len() as u64
    }

    /// How many positions are worth what, the best for the side to move first.
    pub fn counts(&self) -> Vec<ValueCount> {
        let mut counts: Vec<_> =
            self.scores.iter().map(|&score| ValueCount { score, positions: 0 }).collect();
        self.values.iter().for_each(|&at| counts[usize::from(at)].positions += 1);
        counts.sort_by_key(|count| std::cmp::Reverse(count.score));
        counts
    }

    /// The value of the position with this key, for the side to move.
    #[inline(never)]
    fn score(&self, key: u64) -> Option<Score> {
        self.keys.binary_search(&key).ok().map(|at| self.scores[usize::from(self.values[at])])
    }

    /// The value for the side to move, as if there were no moves without progress before.
    pub(crate) fn value<G: Hints>(&self, pos: &G) -> Option<Score> {
        self.score(pos.fresh().map_or_else(|| pos.whole(), |(fresh, _)| fresh.whole()))
    }

    /// What is proven of a position, with the moves without progress before it.
    #[inline(never)]
    pub(crate) fn bounds<G: Hints>(&self, pos: &G) -> Option<Bounds> {
        match pos.fresh() {
            None => self.score(pos.whole()).map(Bounds::exact),
            Some((fresh, left)) => self.score(fresh.whole()).map(|score| within(score, left)),
        }
    }

    /// The value of a position, if it is proven, and the first move that is proven to be worth it.
    pub(crate) fn best<G: Hints>(&self, pos: &G) -> Option<(Score, Option<G::Move>)> {
        let exact = |pos: &G| self.bounds(pos).filter(|bounds| bounds.is_exact()).map(|bounds| bounds.lower);
        let value = exact(pos)?;
        let is_worth = |&m: &G::Move| exact(&pos.child(m)).is_some_and(|score| -score == further(value, 1));
        let best = pos.outcome().is_none().then(|| pos.moves().find(is_worth)).flatten();
        Some((value, best))
    }
}

/// What is proven by a value where the game is drawn after `left` plies without progress: if it is decided later, it may be
/// drawn before, and is not decided sooner.
fn within(score: Score, left: u32) -> Bounds {
    match score.plies_to_end() {
        Some(plies) if plies > left && score > Score::DRAW => Bounds { lower: Score::DRAW, upper: score },
        Some(plies) if plies > left => Bounds { lower: score, upper: Score::DRAW },
        _ => Bounds::exact(score),
    }
}

/// A position without moves that were no progress, in a game in which they do not count.
#[derive(Clone)]
struct Fresh(Erased);

impl Fresh {
    fn of(pos: Erased) -> Self {
        Fresh(pos.fresh().map_or(pos, |(fresh, _)| fresh))
    }
}

impl Game for Fresh {
    type Move = u32;

    fn moves(&self) -> impl Iterator<Item = u32> {
        self.0.moves()
    }

    fn play(&mut self, m: u32) {
        self.0.play(m);
        if let Some((fresh, _)) = self.0.fresh() {
            self.0 = fresh;
        }
    }

    fn outcome(&self) -> Option<Score> {
        self.0.outcome()
    }

    fn no_moves(&self) -> Score {
        self.0.no_moves()
    }
}

impl Keyed for Fresh {
    fn key(&self) -> u64 {
        self.0.whole()
    }
}

impl Hints for Fresh {}
