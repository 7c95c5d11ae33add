//! Opening books: the exact value of every position up to a number of plies from the start.

use crate::play::is_over;
use crate::start::Start;
use secateur::{Game, legal_moves, result};
use secateur_games::{Notation, Unreadable, written};
use std::collections::{HashMap, HashSet};

/// The values of positions near the start, on the game's own scale, for the side to move.
///
/// The positions of one ply are given; the values of those before follow from them.
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

/// A position, and moves that lead there from the start.
type Reached<G> = (G, Vec<<G as Game>::Move>);

/// The positions of each ply from the start, each once, as identified by its key; finished games lead no further.
fn plies<G: Notation>(start: &G, plies: u32) -> Vec<Vec<Reached<G>>> {
    let mut levels = vec![vec![(start.clone(), Vec::new())]];
    for ply in 0..plies as usize {
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for (pos, path) in levels[ply].iter().filter(|(pos, _)| pos.outcome().is_none()) {
            for m in legal_moves(pos) {
                let child = pos.child(m);
                if seen.insert(child.key()) {
                    next.push((child, path.iter().copied().chain([m]).collect()));
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// The positions this many plies from the start in which the game goes on.
pub(crate) fn openings<G: Notation>(start: &G, count: u32) -> Vec<String> {
    let last = plies(start, count).pop().unwrap_or_default();
    let goes_on = last.iter().filter(|(pos, _)| !is_over(pos));
    goes_on.map(|(_, path)| written("", start, path)).collect()
}

impl Book {
    /// Makes a book from the values of positions this many plies from the start. Where some are missing, so are those that
    /// depend on them.
    pub(crate) fn new<G: Notation>(
        start: &Start<G>,
        count: u32,
        lines: &[(String, i32)],
    ) -> Result<Book, Unreadable> {
        let mut values = HashMap::new();
        for (position, value) in lines {
            values.insert(start.read(position)?.key(), *value);
        }
        for (pos, _) in plies(&start.position(), count).iter().rev().flatten() {
            if let Some(value) = ended(pos).or_else(|| Some(best(&values, pos)?.1)) {
                values.entry(pos.key()).or_insert(value);
            }
        }
        Ok(Book { values })
    }

    /// The best move and its value, if the book has all positions that the moves lead to.
    pub(crate) fn best<G: Notation>(&self, pos: &G) -> Option<(G::Move, i32)> {
        best(&self.values, pos)
    }
}

/// The value of a finished game.
fn ended<G: Notation>(pos: &G) -> Option<i32> {
    result(pos).map(|score| pos.value(score))
}

fn best<G: Notation>(values: &HashMap<u64, i32>, pos: &G) -> Option<(G::Move, i32)> {
    let mut best: Option<(G::Move, i32)> = None;
    for m in legal_moves(pos) {
        let value = -values.get(&pos.child(m).key())?;
        if best.is_none_or(|(_, least)| value > least) {
            best = Some((m, value));
        }
    }
    best
}
