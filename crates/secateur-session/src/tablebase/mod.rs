//! Tablebases: what every position is worth that can be reached, kept in a file.

mod build;
mod file;

pub(crate) use build::build;

use secateur::Score;

/// The values of all positions that can be reached from one, by retrograde analysis ([`secateur::algo::retrograde()`]). A
/// position that comes back is a draw, and a decisive value tells the distance to the end.
///
/// Positions are kept by their key of 64 bits ([`secateur::Hints::whole`]), in order; it takes about eight bytes for each in
/// memory and in the file. Looking one up takes a search by halves.
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

    /// The position from which all others are reached.
    pub fn position(&self) -> &str {
        &self.position
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
    pub(crate) fn score(&self, key: u64) -> Option<Score> {
        self.keys.binary_search(&key).ok().map(|at| self.scores[usize::from(self.values[at])])
    }
}
