//! What learning needs of a game: what an evaluation sees of it, and games that it plays against itself.

mod evaluation;
mod games;
mod nearby;

pub use evaluation::LearnedEvaluation;
pub(crate) use games::self_play;
pub(crate) use nearby::nearby;

use secateur_games::{Inputs, Notation, TupleLayout};

/// A game that evaluations can be learned for.
pub trait Learning {
    /// What a learned evaluation sees of positions on this board; none if the game does not list what stands on its cells
    /// ([`Notation::inputs`](secateur_games::Notation::inputs)).
    fn inputs(&self) -> Option<Inputs>;

    /// The position at hand as a learned evaluation sees it; none if the game does not list what stands on its cells.
    fn seen(&self) -> Option<SeenBoard>;

    /// A game from the position at hand, in which both sides choose the best move as these weights see it, one ply ahead or by
    /// descent. It depends on the arguments alone. Empty if the game is over there, or lists nothing.
    fn self_play(&self, layout: &TupleLayout, weights: &[f32], how: &SelfPlay, number: u64) -> SeenGame;

    /// The position at hand and `count` others, each a random move or two later, but for those in which something is to be won at
    /// once: what a learned evaluation sees of them, and the static value by hand, in points for the side to move. They depend on
    /// the arguments alone. Empty if the game does not list what stands on its cells.
    fn nearby(&self, count: usize, seed: u64) -> Vec<(SeenBoard, i32)>;
}

/// A position as a learned evaluation sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenBoard {
    /// What stands on the cells: as the side to move sees it, and then as the opponent does, where the game tells both.
    pub cells: Vec<u8>,
    /// The view of each of them.
    pub views: [u8; 2],
}

impl SeenBoard {
    /// What is seen of this position.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    /// use secateur_session::SeenBoard;
    ///
    /// let board = SeenBoard::of(&Chess::start()).unwrap();
    /// // Either side sees its own men below.
    /// assert!(board.cells.len() == 128 && board.cells[..64] == board.cells[64..]);
    /// ```
    pub fn of<G: Notation>(pos: &G) -> Option<SeenBoard> {
        let inputs = pos.inputs()?;
        let mut cells = vec![0; inputs.cells() * usize::from(inputs.sides)];
        let (own, theirs) = cells.split_at_mut(inputs.cells());
        let view = pos.contents(own) as u8;
        if inputs.sides == 1 {
            return Some(SeenBoard { views: [view, 0], cells });
        }
        let mut sets = vec![0; inputs.words()];
        let [_, opponent] = pos.sets(&mut sets)?;
        inputs.seen(&sets, opponent, theirs);
        Some(SeenBoard { views: [view, opponent.view], cells })
    }
}

/// How games are varied that an evaluation plays against itself.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SelfPlay {
    /// The source of all randomness; each game has its own, by its number.
    pub seed: u64,
    /// The share of moves that are made at random, from 0 to 1.
    pub random: f32,
    /// A game begins with up to this many random moves, each number of them as likely as any other.
    pub opening: u32,
    /// The most plies of a game, which then is drawn.
    pub longest: usize,
    /// The nodes that descent opens before each move ([`descent`](secateur::best::descent())); without, players look one ply ahead.
    pub descent: Option<u64>,
}

/// A game as an evaluation saw it: of each position what was on the cells, and what it found there.
///
/// Where players look one ply ahead, these are the positions of the game; in games by descent all positions of its trees that were
/// opened, tree after tree, and a position before those that come after it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeenGame {
    /// What was on the cells, position after position.
    pub cells: Vec<u8>,
    /// The plies, one for each position but that in which the game is over.
    pub plies: Vec<SeenPly>,
    /// The worth of the end to the side that would have been to move, from -1 to 1 ([`Learned::worth`]).
    ///
    /// [`Learned::worth`]: secateur_games::Learned::worth
    pub end: f32,
}

/// A position of a game, and the move made there.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SeenPly {
    /// The view of the position.
    pub view: u8,
    /// The value of the best move one ply ahead, or in the tree, for the side to move, from -1 to 1.
    pub best: f32,
    /// Whether that move was made and led to the next position. Never so in trees.
    pub greedy: bool,
}
