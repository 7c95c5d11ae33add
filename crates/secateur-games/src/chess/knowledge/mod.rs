//! Static knowledge of chess positions: an evaluation by hand-made terms, linear in
//! their weights, that is played and tuned through one and the same code.
//!
//! Every term counts a weight for one side. With `w` the weights and `n` White's counts minus Black's:
//!
//! ```text
//! middle = Σ w.middle * n        end = Σ w.end * n
//! value  = (middle * phase * 64 + end * (24 - phase) * scale) / (24 * 64)    for White
//! ```
//!
//! where `phase` is 24 with all pieces on the board and 0 with pawns only, and `scale`, in sixty-fourths,
//! is the share of the advantage that the ending leaves to the side that `end` favours. Division rounds towards zero.
//! A few endings are known exactly; they have no counts.

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
use crate::linear::{self, Count};
use cache::{Pawns, Values};
use cozy_chess::{Board, Color, Move};
use half::Half;
use secateur::{Bounds, Eval, Meter, Score};
use std::fmt;
use std::sync::Arc;
use tally::{Counts, Sum, Tally};

/// Values lie within this many centipawns.
pub const LIMIT: i32 = 15_000;

/// Knowledge of chess: values in centipawns, and proofs for the simplest endings.
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

/// A position as the weights see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The weights that count, in ascending order: the count for White, minus that for Black.
    pub counts: Vec<Count>,
    /// 24 with all pieces on the board, 0 with none.
    pub phase: i32,
    /// The share of an end-game advantage that is left, in sixty-fourths: of White's, of Black's.
    pub scale: [i32; 2],
}

impl Features {
    /// The value for White under some weights: the formula of [the module](self).
    pub fn value(&self, weights: &Weights) -> i32 {
        let sum = self
            .counts
            .iter()
            .fold(Pack::default(), |sum, term| sum + weights.by_index(term.index.into()) * term.count.into());
        blend(sum, self.phase, |side| self.scale[side as usize])
    }

    /// The same in the form common to all games, still for White.
    pub(super) fn linear(self) -> linear::Features {
        let phase = self.phase as f32 / 24.0;
        linear::Features {
            counts: self.counts,
            first: phase,
            last: self.scale.map(|scale| (1.0 - phase) * scale as f32 / 64.0),
        }
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
        let white = known(board).unwrap_or_else(|| {
            let (sum, passed) = self.structure(board);
            let mut tally = Sum { weights: &self.weights, sum };
            terms(board, passed, &mut tally);
            blend(tally.sum, phase(board), |side| scale(board, side))
        });
        let white = white.clamp(-LIMIT, LIMIT);
        if board.side_to_move() == Color::White { white } else { -white }
    }

    /// The sum over pawns and kings, and the passed pawns.
    #[inline(always)]
    fn structure(&mut self, board: &Board) -> (Pack, u64) {
        let key = pawns::key(board);
        self.pawns.get(key).unwrap_or_else(|| {
            let mut tally = Sum { weights: &self.weights, sum: Pack::default() };
            let passed = structure(board, &mut tally);
            self.pawns.set(key, tally.sum, passed);
            (tally.sum, passed)
        })
    }

    /// The counts of the weights in a position, for tuning them; none if it is an ending that is
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
        if known(board).is_some() {
            return None;
        }
        let mut tally = Counts { counts: [0; COUNT], sign: 1 };
        let passed = structure(board, &mut tally);
        terms(board, passed, &mut tally);
        let counts = (0..).zip(tally.counts).filter(|&(_, count)| count != 0);
        Some(Features {
            counts: counts.map(|(index, count)| Count { index, count }).collect(),
            phase: phase(board),
            scale: [scale(board, Color::White), scale(board, Color::Black)],
        })
    }
}

impl Eval<Chess> for Evaluation {
    #[inline]
    fn eval(&mut self, pos: &Chess) -> Score {
        Score::points(self.value(pos.board()))
    }

    #[inline]
    fn bounds(&mut self, pos: &Chess, _alpha: Score, _beta: Score, _: &mut Meter<'_>) -> Bounds {
        proven(pos.board())
    }

    /// Prefetches the cached parts of the new position while the table is asked.
    #[inline(always)]
    fn push(&mut self, _parent: &Chess, _m: Option<Move>, child: &Chess) {
        self.values.fetch(child.board().hash_without_ep());
    }
}

/// The bounds proven on a position, from the side to move.
#[inline(always)]
fn proven(board: &Board) -> Bounds {
    let mover = board.side_to_move();
    match (is_bare(board, mover), is_bare(board, !mover)) {
        (false, false) => Bounds::NONE,
        (true, _) if is_drawn(board, !mover) => Bounds::exact(Score::DRAW),
        (_, true) if is_drawn(board, mover) => Bounds::exact(Score::DRAW),
        (true, _) => Bounds::at_most(Score::DRAW),
        (_, true) => Bounds::at_least(Score::DRAW),
    }
}

/// Whether a side has nothing but its king. It can never win.
#[inline(always)]
pub(super) fn is_bare(board: &Board, side: Color) -> bool {
    let men = board.colors(side).0;
    men & (men - 1) == 0
}

/// Whether the side, which faces a bare king, cannot win.
#[cold]
fn is_drawn(board: &Board, side: Color) -> bool {
    let moves_first = board.side_to_move() == side;
    match side {
        Color::White => endings::is_drawn(&Half::<false>::new(board), moves_first),
        Color::Black => endings::is_drawn(&Half::<true>::new(board), moves_first),
    }
}

/// The value for White of an ending that is known.
#[inline(always)]
fn known(board: &Board) -> Option<i32> {
    if is_bare(board, Color::Black) {
        endings::known(&Half::<false>::new(board), board.side_to_move() == Color::White)
    } else if is_bare(board, Color::White) {
        endings::known(&Half::<true>::new(board), board.side_to_move() == Color::Black).map(|value| -value)
    } else {
        None
    }
}

/// The share of a side's end-game advantage that is left, in sixty-fourths. Like `structure`, this makes halves of
/// its own: those of `terms` are seen by nobody outside, so they need not be in memory.
#[inline(never)]
fn scale(board: &Board, side: Color) -> i32 {
    match side {
        Color::White => endings::scale(&Half::<false>::new(board)),
        Color::Black => endings::scale(&Half::<true>::new(board)),
    }
}

/// The other terms of both sides, White's first. It is White's turn again when they are done.
#[inline(always)]
fn terms(board: &Board, passed: u64, tally: &mut impl Tally) {
    let (mut white, mut black) = (Half::<false>::new(board), Half::<true>::new(board));
    white.look();
    black.look();
    pieces::terms(&mut white, &black, tally);
    tally.turn();
    pieces::terms(&mut black, &white, tally);
    tally.turn();
    relations(board, &white, &black, passed, tally);
    tally.turn();
    relations(board, &black, &white, passed, tally);
    tally.turn();
}

/// The terms that depend on pawns and kings alone. Returns the passed pawns.
#[inline(never)]
fn structure(board: &Board, tally: &mut impl Tally) -> u64 {
    let white = pawns::terms(&Half::<false>::new(board), tally);
    tally.turn();
    let black = pawns::terms(&Half::<true>::new(board), tally);
    tally.turn();
    white | Half::<true>::turned(black)
}

/// The terms for what one side does to the other, once the attacks of both are known.
#[inline(always)]
fn relations<const A: bool, const B: bool>(
    board: &Board,
    side: &Half<A>,
    other: &Half<B>,
    passed: u64,
    tally: &mut impl Tally,
) {
    let moves_first = board.side_to_move() == Half::<A>::SIDE;
    king::terms(side, other, tally);
    threats::terms(side, other, tally);
    let own_passed = Half::<A>::turned(passed) & side.men[half::PAWN];
    if own_passed != 0 {
        passed::terms(side, other, own_passed, moves_first, tally);
    }
    let rights = board.castle_rights(Half::<A>::SIDE);
    tally.add(weights::CASTLING, rights.short.is_some().into());
    tally.add(weights::CASTLING + 1, rights.long.is_some().into());
    tally.add(weights::TEMPO, moves_first.into());
}

/// 24 with all pieces on the board, 0 with pawns only.
#[inline(always)]
fn phase(board: &Board) -> i32 {
    use cozy_chess::Piece::{Bishop, Knight, Queen, Rook};
    let number = |kind| board.pieces(kind).len() as i32;
    (number(Knight) + number(Bishop) + 2 * number(Rook) + 4 * number(Queen)).min(24)
}

/// The formula of the module. `scale` is asked for the side that the ending favours.
#[inline(always)]
fn blend(sum: Pack, phase: i32, scale: impl FnOnce(Color) -> i32) -> i32 {
    let (middle, end) = (sum.middle(), sum.end());
    if phase == 24 {
        return middle;
    }
    let scale = scale(if end < 0 { Color::Black } else { Color::White });
    (middle * phase * 64 + end * (24 - phase) * scale) / (24 * 64)
}
