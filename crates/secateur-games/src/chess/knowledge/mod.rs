//! What is known about a chess position without searching it: an evaluation by hand-made terms, linear in
//! their weights, that is played and tuned through one and the same code.
//!
//! Every term counts a weight for one side. With `w` the weights and `n` White's counts less Black's:
//!
//! ```text
//! middle = Σ w.middle * n        end = Σ w.end * n
//! value  = (middle * phase * 64 + end * (24 - phase) * scale) / (24 * 64)    for White
//! ```
//!
//! where `phase` is 24 with all pieces on the board and 0 with pawns only, and `scale`, in sixty-fourths,
//! is what the ending leaves of the advantage of the side that `end` favours. Division rounds towards zero.
//! A few endings are known better; they have no counts.

mod cache;
mod endings;
mod half;
mod king;
mod kpk;
mod pack;
mod passed;
mod pawns;
mod pieces;
mod squares;
mod tally;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use pack::Pack;
pub use weights::{COUNT, Group, Weights};

use super::Chess;
use cache::{Pawns, Values};
use cozy_chess::{Board, Color};
use half::Half;
use secateur::{Bounds, Eval, Score};
use std::fmt;
use std::sync::Arc;
use tally::{Counts, Sum, Tally};

/// Values lie within this many centipawns.
pub const LIMIT: i32 = 15_000;

/// Knowledge of chess: values in centipawns, and what is proven about the simplest endings.
///
/// It proves that a bare king cannot win, that a lone minor piece cannot either, and which positions of
/// king and pawn against king are drawn.
///
/// ```
/// use cozy_chess::Board;
/// use secateur_games::chess::Evaluation;
///
/// let mut knowledge = Evaluation::default();
/// let queen_up: Board = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
/// assert!(knowledge.value(&queen_up) > 500);
/// ```
#[derive(Clone)]
pub struct Evaluation {
    weights: Arc<Weights>,
    values: Values,
    pawns: Pawns,
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::with_weights(Weights::standard())
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

/// A weight, and how often it counts for White, less how often for Black.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Which weight.
    pub index: u16,
    /// How often.
    pub count: i16,
}

/// A position as the weights see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The weights that count, in ascending order.
    pub counts: Vec<Count>,
    /// 24 with all pieces on the board, 0 with none.
    pub phase: i32,
    /// What is left of an end-game advantage, in sixty-fourths: of White's, of Black's.
    pub scale: [i32; 2],
}

impl Features {
    /// The value for White under some weights: the formula of [the module](self).
    pub fn value(&self, weights: &Weights) -> i32 {
        let sum = self
            .counts
            .iter()
            .fold(Pack::default(), |sum, term| sum + weights.by_index(term.index.into()) * term.count.into());
        blend(sum, self.phase, |side| self.scale[side])
    }
}

impl Evaluation {
    /// An evaluation by weights of one's own.
    pub fn with_weights(weights: Arc<Weights>) -> Evaluation {
        kpk::prepare();
        Evaluation { weights, values: Values::new(), pawns: Pawns::new() }
    }

    /// The static value in centipawns, from the side to move, within ±[`LIMIT`].
    pub fn value(&mut self, board: &Board) -> i32 {
        let key = board.hash_without_ep();
        self.values.get(key).unwrap_or_else(|| {
            let value = self.compute(board);
            self.values.set(key, value);
            value
        })
    }

    /// The value from the side to move.
    fn compute(&mut self, board: &Board) -> i32 {
        let mut sides = Half::both(board);
        let white = known(&sides, board.side_to_move()).unwrap_or_else(|| {
            let mut tally = Sum { weights: &self.weights, pawns: &mut self.pawns, sum: Pack::default() };
            terms(board, &mut sides, &mut tally);
            blend(tally.sum, phase(board), |side| endings::scale(&sides[side]))
        });
        let white = white.clamp(-LIMIT, LIMIT);
        if board.side_to_move() == Color::White { white } else { -white }
    }

    /// What the weights have to say about a position, for tuning them; none if it is an ending that is
    /// known without them.
    ///
    /// ```
    /// use cozy_chess::Board;
    /// use secateur_games::chess::{Evaluation, knowledge::Weights};
    ///
    /// let (board, weights) = (Board::default(), Weights::standard());
    /// let features = Evaluation::features(&board).unwrap();
    /// let value = Evaluation::with_weights(weights.clone()).value(&board);
    /// assert_eq!((features.phase, features.value(&weights)), (24, value));
    /// ```
    pub fn features(board: &Board) -> Option<Features> {
        let mut sides = Half::both(board);
        if known(&sides, board.side_to_move()).is_some() {
            return None;
        }
        let mut tally = Counts { counts: [0; COUNT], sign: 1 };
        terms(board, &mut sides, &mut tally);
        let counts = (0..).zip(tally.counts).filter(|&(_, count)| count != 0);
        Some(Features {
            counts: counts.map(|(index, count)| Count { index, count }).collect(),
            phase: phase(board),
            scale: [endings::scale(&sides[0]), endings::scale(&sides[1])],
        })
    }
}

impl Eval<Chess> for Evaluation {
    #[inline]
    fn eval(&mut self, pos: &Chess) -> Score {
        Score::points(self.value(pos.board()))
    }

    #[inline]
    fn bounds(&mut self, pos: &Chess, _alpha: Score, _beta: Score) -> Bounds {
        proven(pos.board())
    }
}

/// What is proven about a position, from the side to move.
#[inline(always)]
fn proven(board: &Board) -> Bounds {
    let mover = board.side_to_move();
    let bare = |side: Color| board.colors(side).len() == 1;
    let drawn = |side: Color| endings::is_drawn(&Half::new(board, side), side == mover);
    match (bare(mover), bare(!mover)) {
        (false, false) => Bounds::NONE,
        (true, _) if drawn(!mover) => Bounds::exact(Score::DRAW),
        (_, true) if drawn(mover) => Bounds::exact(Score::DRAW),
        (true, _) => Bounds::at_most(Score::DRAW),
        (_, true) => Bounds::at_least(Score::DRAW),
    }
}

/// The value for White of an ending that is known.
#[inline(always)]
fn known(sides: &[Half; 2], mover: Color) -> Option<i32> {
    let [white, black] = sides;
    if endings::is_bare(black) {
        endings::known(white, mover == Color::White)
    } else if endings::is_bare(white) {
        endings::known(black, mover == Color::Black).map(|value| -value)
    } else {
        None
    }
}

/// All terms of both sides, White's first. White has its turn again when they are done.
fn terms<T: Tally>(board: &Board, sides: &mut [Half; 2], tally: &mut T) {
    let passed = tally.pawns(pawns::key(&sides[0]), |tally| {
        let white = pawns::terms(&sides[0], tally);
        tally.turn();
        let black = pawns::terms(&sides[1], tally);
        tally.turn();
        white | sides[1].turned(black)
    });
    for side in sides.iter_mut() {
        pieces::terms(side, tally);
        tally.turn();
    }
    for (i, colour) in Color::ALL.into_iter().enumerate() {
        let (side, other) = (&sides[i], &sides[1 - i]);
        let moves_first = board.side_to_move() == colour;
        king::terms(side, other, tally);
        threats::terms(side, other, tally);
        let own_passed = side.turned(passed) & side.men[half::PAWN];
        if own_passed != 0 {
            passed::terms(side, other, own_passed, moves_first, tally);
        }
        let rights = board.castle_rights(colour);
        if rights.short.is_some() {
            tally.add(weights::CASTLING, 1);
        }
        if rights.long.is_some() {
            tally.add(weights::CASTLING + 1, 1);
        }
        if moves_first {
            tally.add(weights::TEMPO, 1);
        }
        tally.turn();
    }
}

/// 24 with all pieces on the board, 0 with pawns only.
#[inline(always)]
fn phase(board: &Board) -> i32 {
    use cozy_chess::Piece::{Bishop, Knight, Queen, Rook};
    let number = |kind| board.pieces(kind).len() as i32;
    (number(Knight) + number(Bishop) + 2 * number(Rook) + 4 * number(Queen)).min(24)
}

/// The formula of the module. `scale` is asked for 0, White, or 1, Black.
#[inline(always)]
fn blend(sum: Pack, phase: i32, scale: impl FnOnce(usize) -> i32) -> i32 {
    let (middle, end) = (sum.middle(), sum.end());
    let scale = scale(usize::from(end < 0));
    (middle * phase * 64 + end * (24 - phase) * scale) / (24 * 64)
}
