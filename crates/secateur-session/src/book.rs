//! Opening books: the exact value of every position up to so many plies from the start.

use secateur_games::{Notation, Unreadable};
use std::collections::{HashMap, HashSet};

/// The values of positions near the start, on the game's own scale, for the side to move.
///
/// What is given are the positions of one ply; those before follow from them.
///
/// ```
/// use secateur_session::Request;
/// use secateur_standard::standard;
/// use std::sync::Arc;
///
/// let game = standard().find("nim").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20));
/// let mut value = |position: String| {
///     let solved = solver.solve(&position).unwrap().solved().unwrap();
///     (position, solved.value)
/// };
/// let lines: Vec<(String, i32)> = game.openings(2).into_iter().map(&mut value).collect();
/// let book = game.book(2, &lines).unwrap();
/// let request = Request::default().hash(1 << 20).book(Arc::new(book));
/// let solved = game.solver(&request).solve(&game.position()).unwrap().solved().unwrap();
/// assert_eq!((solved.value, solved.nodes), (1, 0)); // without a search
/// ```
#[derive(Clone, Debug, Default)]
pub struct Book {
    values: HashMap<u64, i32>,
}

/// The positions of each ply from the start, each once, as its key tells; finished games lead no further.
fn plies<G: Notation>(plies: u32) -> Vec<Vec<G>> {
    let mut levels = vec![vec![G::start()]];
    for ply in 0..plies as usize {
        let mut seen = HashSet::new();
        let goes_on = levels[ply].iter().filter(|pos| pos.outcome().is_none());
        let children = goes_on.flat_map(|pos| pos.moves().map(|m| pos.child(m)));
        let next = children.filter(|child| seen.insert(child.key())).collect();
        levels.push(next);
    }
    levels
}

/// The positions so many plies from the start in which the game goes on.
pub(crate) fn openings<G: Notation>(count: u32) -> Vec<String> {
    let last = plies::<G>(count).pop().unwrap_or_default();
    last.iter().filter(|pos| !crate::play::is_over(*pos)).map(G::write).collect()
}

impl Book {
    /// From the values of positions so many plies from the start. Where some are missing, so are those that hang
    /// on them.
    pub(crate) fn new<G: Notation>(count: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable> {
        let mut values = HashMap::new();
        for (position, value) in lines {
            values.insert(G::read(position)?.key(), *value);
        }
        for pos in plies::<G>(count).iter().rev().flatten() {
            if let Some(value) = ended(pos).or_else(|| Some(best(&values, pos)?.1)) {
                values.entry(pos.key()).or_insert(value);
            }
        }
        Ok(Book { values })
    }

    /// The best move and what it is worth, if the book has all that the moves lead to.
    pub(crate) fn best<G: Notation>(&self, pos: &G) -> Option<(G::Move, i32)> {
        best(&self.values, pos)
    }
}

/// The value of a finished game.
fn ended<G: Notation>(pos: &G) -> Option<i32> {
    let stuck = || pos.moves().next().is_none().then(|| pos.stuck());
    pos.outcome().or_else(stuck).map(|score| pos.value(score))
}

fn best<G: Notation>(values: &HashMap<u64, i32>, pos: &G) -> Option<(G::Move, i32)> {
    let worth = |m| values.get(&pos.child(m).key()).map(|value| (m, -value));
    let all: Option<Vec<(G::Move, i32)>> = pos.moves().map(worth).collect();
    all?.into_iter().reduce(|best, other| if other.1 > best.1 { other } else { best })
}
