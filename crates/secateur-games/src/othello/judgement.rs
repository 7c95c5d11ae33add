//! A static value made by hand: the teaching of books for players, with round numbers.

use super::hints::{CORNERS, X_SQUARES};
use super::{DISC, Othello, legal};
use secateur::{Eval, Score};

/// The prospects of the discs, besides their number. Nothing is proven.
///
/// Each part is the side to move's share minus the opponent's: choice (the current moves, and the empty squares
/// beside the other side's discs, where moves will come from), corners, the discs along edges that a corner
/// protects for good, the squares that give corners away, and discs, of which few are better until the end is
/// near (B. Rose, *Othello: A Minute to Learn... A Lifetime to Master*, 2005). The weights come from a few
/// hundred games of the engine against itself with each part left out, halved, or doubled; the side that makes the last
/// move, and standing beside an empty corner on the edge, made no difference and are not here.
///
/// ```
/// use secateur::{Eval, Score};
/// use secateur_games::{Notation, othello::{Judgement, Othello}};
///
/// assert_eq!(Judgement.eval(&Othello::start()), Score::DRAW); // alike for both
/// // X on a corner, beside O on the square that gives one away.
/// let corner = "X-------X--------O---------OX------XO---------------------------";
/// let [x, o] = ["X", "O"].map(|side| Judgement.eval(&Othello::read(&format!("{corner} {side}")).unwrap()));
/// assert!(x > Score::DRAW && o < Score::DRAW);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Judgement;

/// Points for each part on an empty board, and on a full one; in between, in proportion to the empty squares.
struct Weight(i32, i32);

/// Points for a legal move, of twelve between the two sides.
const MOBILITY: Weight = Weight(180, 120);
/// Points for an empty square beside a disc of the opponent's.
const POTENTIAL: Weight = Weight(45, 10);
const CORNER: Weight = Weight(700, 400);
/// Points for a disc that a line of its own colour joins to a corner along the edge, the corner aside.
const ANCHORED: Weight = Weight(100, 60);
/// Points for standing diagonally beside an empty corner.
const X_SQUARE: Weight = Weight(-600, -200);
const DISCS: Weight = Weight(-30, 10);

impl Weight {
    #[inline(always)]
    fn times(&self, lead: i32, empties: i32) -> i32 {
        (self.0 * empties + self.1 * (60 - empties)) * lead / 60
    }
}

impl Eval<Othello> for Judgement {
    #[inline]
    fn eval(&mut self, pos: &Othello) -> Score {
        let (mine, theirs) = (pos.mine, pos.theirs);
        let empty = !(mine | theirs);
        let empties = pos.empties().min(60) as i32;
        let lead = |part: &dyn Fn(u64, u64) -> u64| {
            part(mine, theirs).count_ones() as i32 - part(theirs, mine).count_ones() as i32
        };
        let (moves, replies) =
            (legal(mine, theirs).count_ones() as i32, legal(theirs, mine).count_ones() as i32);
        // A choice of two is much when the other side has one, and little when it has ten.
        let choice = MOBILITY.times(12 * (moves - replies), empties) / (moves + replies + 2);
        let open_x = X_SQUARES & diagonal_neighbours(CORNERS & empty);
        let points = choice
            + POTENTIAL.times(lead(&|_, theirs| neighbours(theirs) & empty), empties)
            + CORNER.times(lead(&|mine, _| mine & CORNERS), empties)
            + ANCHORED.times(lead(&|mine, _| anchored(mine) & !CORNERS), empties)
            + X_SQUARE.times(lead(&|mine, _| mine & open_x), empties)
            + DISCS.times(lead(&|mine, _| mine), empties);
        Score::points(points.clamp(-64 * DISC, 64 * DISC))
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

#[inline(always)]
fn diagonal_neighbours(set: u64) -> u64 {
    let sides = set << 1 & NOT_A | set >> 1 & NOT_H;
    sides << 8 | sides >> 8
}

/// These squares and those around them.
#[inline(always)]
pub(super) fn neighbours(set: u64) -> u64 {
    let wide = set | set << 1 & NOT_A | set >> 1 & NOT_H;
    wide | wide << 8 | wide >> 8
}

/// The discs that lines of the same colour join to a corner along an edge: they can never be turned over.
#[inline(always)]
fn anchored(discs: u64) -> u64 {
    const ROWS: u64 = 0xff00_0000_0000_00ff;
    const COLUMNS: u64 = 0x8181_8181_8181_8181;
    let (rows, columns) = (discs & ROWS, discs & COLUMNS);
    let corners = discs & CORNERS;
    let (mut along, mut across) = (corners, corners);
    for _ in 0..6 {
        along |= (along << 1 & NOT_A | along >> 1 & NOT_H) & rows;
        across |= (across << 8 | across >> 8) & columns;
    }
    along | across
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;

    fn set(squares: &str) -> u64 {
        let squares = squares.split_whitespace().map(|word| super::super::Square::read(word).unwrap());
        squares.fold(0, |set, square| set | square.bit())
    }

    #[test]
    fn discs_joined_to_a_corner_are_anchored() {
        let discs = set("a1 b1 c1 e1 a2 a3 b3 h8 h7 g8 a8");
        assert_eq!(anchored(discs), set("a1 b1 c1 a2 a3 h8 h7 g8 a8"));
        assert_eq!(anchored(set("b1 c1 d1 e1 f1 g1")), 0, "no corner");
        assert_eq!(anchored(set("a1 b1 c1 d1 e1 f1 g1 h1")).count_ones(), 8);
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        assert_eq!(neighbours(set("h4")) & !set("h4"), set("g3 h3 g4 g5 h5"));
        assert_eq!(diagonal_neighbours(set("a8 h1")), set("b7 g2"));
    }

    #[test]
    fn a_value_is_the_opposite_for_the_opponent() {
        let pos = Othello::read("f5d6c3d3c4f4").unwrap();
        let (mine, theirs) = (Judgement.eval(&pos), Judgement.eval(&pos.passed()));
        assert!(mine == -theirs && mine != Score::DRAW);
    }
}
