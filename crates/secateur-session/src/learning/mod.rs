//! What learning needs of a game: what an evaluation sees of it, and games that it plays against itself.

mod evaluation;
mod games;
mod nearby;
mod searched;

pub use evaluation::LearnedEvaluation;
pub(crate) use games::self_play;
pub(crate) use nearby::nearby;

use secateur_games::{Inputs, Notation, Sight, TupleLayout};

/// A game that evaluations can be learned for.
pub trait Learning {
    /// What a learned evaluation sees of positions on this board; none if the game does not list what stands on its cells
    /// ([`Notation::inputs`](secateur_games::Notation::inputs)).
    fn inputs(&self) -> Option<Inputs>;

    /// The position at hand as a learned evaluation sees it; none if the game does not list what stands on its cells.
    fn seen(&self) -> Option<SeenBoard>;

    /// A game from the position at hand, in which both sides choose the best move as the weights of a value see it, one ply ahead or
    /// by a search, which a policy may guide. It depends on the arguments alone. Empty if the game is over there, or lists nothing.
    fn self_play(
        &self,
        value: TupleWeights<'_>,
        policy: Option<TupleWeights<'_>>,
        how: &SelfPlay,
        number: u64,
    ) -> SeenGame;

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

/// Tuples, and weights of theirs that are being learned: of a position's value, or of a policy, of which the sum in the position
/// after a move is the logarithm of the move's weight.
#[derive(Copy, Clone, Debug)]
pub struct TupleWeights<'a> {
    /// The tuples.
    pub layout: &'a TupleLayout,
    /// The weight of each of their contents.
    pub weights: &'a [f32],
}

impl TupleWeights<'_> {
    /// The sum of the weights that count in a position, for the side to move.
    fn sum<G: Notation>(&self, sight: &mut Sight, pos: &G) -> f32 {
        self.layout.look(sight, pos);
        self.layout.sum::<f32, f32>(self.weights, sight)
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
    /// How far players look ahead.
    pub ahead: LookAhead,
}

/// How far players look ahead in games of an evaluation against itself.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum LookAhead {
    /// One ply.
    OnePly,
    /// By [`descent`](secateur::best::descent()), which opens so many nodes before each move.
    Descent(u64),
    /// By [`puct`](secateur::best::puct()).
    Puct {
        /// The nodes that it opens before each move.
        nodes: u64,
        /// The plies at the beginning in which moves are drawn by their visits; later the most visited one is made.
        drawn: u32,
    },
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
    /// How searches have shared themselves out among moves, where they do so.
    pub choices: Vec<SeenChoice>,
    /// The worth of the end to the side that would have been to move, from -1 to 1 ([`Learned::worth`]).
    ///
    /// [`Learned::worth`]: secateur_games::Learned::worth
    pub end: f32,
}

/// The moves of a position, as a search has shared itself out among them. Of very many moves those that it has looked at most.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeenChoice {
    /// What was on the cells after each move, one after another.
    pub cells: Vec<u8>,
    /// The view after each.
    pub views: Vec<u8>,
    /// The share of each in the visits; together they are 1.
    pub shares: Vec<f32>,
}

/// A position of a game, and the move made there.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SeenPly {
    /// The view of the position.
    pub view: u8,
    /// The value of the best move one ply ahead, or in the search, for the side to move, from -1 to 1.
    pub best: f32,
    /// Whether that move was made and led to the next position. Never so in trees.
    pub greedy: bool,
}
