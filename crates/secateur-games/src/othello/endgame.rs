//! The last empty squares, played out; and what is certain before they are.
//!
//! Most nodes of an end-game lie in its last few plies, where a search that remembers, ranks and looks ahead
//! costs more than the few positions it saves. They are knowledge here: [`EndGame`] tells the exact margin of
//! positions with few empty squares, and bounds on that of others from discs that cannot be turned over.

use super::stable::stable;
use super::{DISC, Judgement, Othello, Square, flips};
use secateur::{Bounds, Eval, Forecasts, Score, drive::proven};

/// Positions with at most so many empty squares are played out at once.
const PLAYED_OUT: u32 = 6;

/// The last squares played out, and the static value that `E` gives; for solving, stable discs too.
///
/// ```
/// use secateur::{Bounds, Eval, Score};
/// use secateur_games::{Notation, othello::{DISC, EndGame, Othello}};
///
/// // Position 1 of the FFO suite of end-games: X wins by 18 discs.
/// let pos = Othello::read("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X").unwrap();
/// let mut knowledge = <EndGame>::default();
/// assert!(knowledge.bounds(&pos, -Score::INF, Score::INF).upper <= Score::points(64 * DISC));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct EndGame<E = Judgement> {
    nodes: u64,
    value: E,
    played_out: u32,
    stable: bool,
}

impl<E: Default> Default for EndGame<E> {
    fn default() -> Self {
        EndGame::new(E::default())
    }
}

impl<E> EndGame<E> {
    /// The static value of positions that are not played out comes from here.
    pub fn new(value: E) -> Self {
        EndGame { nodes: 0, value, played_out: PLAYED_OUT, stable: false }
    }

    /// Plays no position out.
    pub fn without_last_squares(self) -> Self {
        EndGame { played_out: 0, ..self }
    }

    /// Looks for stable discs where they may settle the window. For searches to the end of the game: a static
    /// value may lie beyond what they allow, so that one would hang on the window.
    pub fn with_stable_discs(self) -> Self {
        EndGame { stable: true, ..self }
    }
}

impl<E: Eval<Othello>> Eval<Othello> for EndGame<E> {
    #[inline(always)]
    fn eval(&mut self, pos: &Othello) -> Score {
        self.value.eval(pos)
    }

    #[inline(always)]
    fn push(&mut self, parent: &Othello, m: Option<Square>, child: &Othello) {
        self.value.push(parent, m, child);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.value.pop();
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &Othello, alpha: Score, beta: Score) -> Bounds {
        let (least, most) = (margin_below(alpha), -margin_below(-beta));
        if pos.empties() > self.played_out {
            return if self.stable { certain(pos, least) } else { ALL };
        }
        let margin = self.play_out(pos.mine, pos.theirs, least, most);
        proven(alpha, beta, Score::points(DISC * margin))
    }

    #[inline(always)]
    fn forecasts(&self) -> Option<&Forecasts> {
        self.value.forecasts()
    }

    /// Positions played out count as nodes.
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The greatest margin, in discs, that a score reaches.
#[inline(always)]
fn margin_below(score: Score) -> i32 {
    score.get().div_euclid(DISC).clamp(-65, 65)
}

/// A margin is of 64 discs at most.
const ALL: Bounds = Bounds { lower: Score::points(-64 * DISC), upper: Score::points(64 * DISC) };

/// With so many empty squares or more, too few discs are stable to look for them.
const SETTLED: u32 = 40;

/// The opponent keeps its stable discs, whatever happens.
#[inline(always)]
fn certain(pos: &Othello, alpha: i32) -> Bounds {
    // Only if it holds every disc but a few could their number lie beyond the window.
    let most_stable = pos.theirs.count_ones() as i32;
    if 64 - 2 * most_stable > alpha || pos.empties() >= SETTLED {
        return ALL;
    }
    let kept = stable(pos.theirs, pos.mine).count_ones() as i32;
    Bounds { upper: Score::points(DISC * (64 - 2 * kept)), ..ALL }
}

const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The empty squares in quarters of the board that have an odd number of them: who moves there first moves
/// there last.
#[inline(always)]
fn odd(empty: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, quarter| {
        let here = empty & quarter;
        odd | here & 0_u64.wrapping_sub(u64::from(here.count_ones() & 1))
    })
}

/// The squares around each square.
static AROUND: [u64; 64] = {
    let (mut around, mut square) = ([0; 64], 0);
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let mut other = 0;
        while other < 64 {
            let (r, c) = (other / 8, other % 8);
            let near = r <= row + 1 && row <= r + 1 && c <= column + 1 && column <= c + 1;
            if near && other != square {
                around[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    around
};

impl<E> EndGame<E> {
    /// The margin, fail-soft, of a position with few empty squares.
    ///
    /// Source: the ladder of solvers, one for each number of empty squares, and parity (odd quarters first)
    /// are those of G. Andersson's and M. Buro's end-game programs, 1990s.
    #[inline]
    fn play_out(&mut self, mine: u64, theirs: u64, alpha: i32, beta: i32) -> i32 {
        let empty = !(mine | theirs);
        match empty.count_ones() {
            0 => self.full(mine),
            1 => self.last(mine, theirs, empty.trailing_zeros() as u8),
            2 => self.two(mine, theirs, alpha, beta),
            _ => self.few(mine, theirs, alpha, beta),
        }
    }

    fn full(&mut self, mine: u64) -> i32 {
        self.nodes += 1;
        2 * mine.count_ones() as i32 - 64
    }

    /// One square is empty: the mover takes it, or else the opponent does, or else the winner.
    #[inline(always)]
    fn last(&mut self, mine: u64, theirs: u64, square: u8) -> i32 {
        self.nodes += 1;
        let had = 2 * mine.count_ones() as i32 - 63;
        let gain = flips(square, mine, theirs).count_ones() as i32;
        if gain > 0 {
            return had + 2 * gain + 1;
        }
        let loss = flips(square, theirs, mine).count_ones() as i32;
        if loss > 0 { had - 2 * loss - 1 } else { had + had.signum() }
    }

    #[inline(always)]
    fn two(&mut self, mine: u64, theirs: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if let Some(margin) = self.either(mine, theirs, beta) {
            return margin;
        }
        if let Some(margin) = self.either(theirs, mine, -alpha) {
            return -margin;
        }
        ended(mine, theirs)
    }

    /// The better of the two moves that are left; none if neither is one.
    #[inline(always)]
    fn either(&mut self, mine: u64, theirs: u64, beta: i32) -> Option<i32> {
        let mut empty = !(mine | theirs);
        let mut best = None;
        while empty != 0 {
            let square = empty.trailing_zeros() as u8;
            let bit = empty & empty.wrapping_neg();
            empty ^= bit;
            if AROUND[usize::from(square)] & theirs == 0 {
                continue;
            }
            let flipped = flips(square, mine, theirs);
            if flipped != 0 {
                let other = (!(mine | theirs) ^ bit).trailing_zeros() as u8;
                let margin = -self.last(theirs ^ flipped, mine | flipped | bit, other);
                best = best.max(Some(margin));
                if margin >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Three squares or more.
    fn few(&mut self, mine: u64, theirs: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if let Some(margin) = self.best_of_few(mine, theirs, alpha, beta) {
            return margin;
        }
        // A pass, which cannot follow a pass.
        if let Some(margin) = self.best_of_few(theirs, mine, -beta, -alpha) {
            return -margin;
        }
        ended(mine, theirs)
    }

    #[inline(always)]
    fn best_of_few(&mut self, mine: u64, theirs: u64, mut alpha: i32, beta: i32) -> Option<i32> {
        let empty = !(mine | theirs);
        let three = empty.count_ones() == 3;
        let first = odd(empty);
        let mut best = None;
        for mut left in [first, empty & !first] {
            while left != 0 {
                let square = left.trailing_zeros() as u8;
                let bit = left & left.wrapping_neg();
                left ^= bit;
                if AROUND[usize::from(square)] & theirs == 0 {
                    continue;
                }
                let flipped = flips(square, mine, theirs);
                if flipped == 0 {
                    continue;
                }
                let (next, other) = (theirs ^ flipped, mine | flipped | bit);
                let margin = if three {
                    -self.two(next, other, -beta, -alpha)
                } else {
                    -self.few(next, other, -beta, -alpha)
                };
                best = best.max(Some(margin));
                if margin >= beta {
                    return best;
                }
                alpha = alpha.max(margin);
            }
        }
        best
    }
}

/// The margin where neither side can move: the empty squares are the winner's.
#[inline(always)]
fn ended(mine: u64, theirs: u64) -> i32 {
    let margin = mine.count_ones() as i32 - theirs.count_ones() as i32;
    margin + margin.signum() * (mine | theirs).count_zeros() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;
    use proptest::prelude::*;
    use secateur::{Game, Search, algo};

    /// Games played at random until so few squares are empty, or until they end.
    fn late(empties: std::ops::Range<u32>) -> impl Strategy<Value = Othello> {
        (prop::collection::vec(any::<u8>(), 80), empties).prop_map(|(picks, empties)| {
            let mut pos = Othello::start();
            for pick in picks {
                let moves: Vec<_> = pos.moves().collect();
                if moves.is_empty() || pos.empties() <= empties {
                    break;
                }
                pos.play(moves[usize::from(pick) % moves.len()]);
            }
            pos
        })
    }

    /// By the rules alone.
    fn margin(pos: &Othello) -> i32 {
        let Ok(score) =
            algo::alpha_beta(&mut Search::new(|_: &Othello| Score::DRAW), pos, 100, -Score::INF, Score::INF);
        score.get() / DISC
    }

    proptest! {
        /// Through any window, what is told holds, and tells on which side of the window the value lies.
        #[test]
        fn played_out_positions_are_worth_what_the_rules_say(
            pos in late(0..7), alpha in -65..65_i32, width in 1..20_i32, between in 0..DISC,
        ) {
            prop_assume!(pos.outcome().is_none());
            let right = Score::points(DISC * margin(&pos));
            let alpha = Score::points(DISC * alpha + between);
            let beta = alpha + DISC * (width - 1) + 1;
            let Bounds { lower, upper } = EndGame::new(Judgement).bounds(&pos, alpha, beta);
            prop_assert!(lower <= right && right <= upper, "{} is {right}, not {lower}..{upper}", pos.write());
            if pos.empties() <= PLAYED_OUT {
                prop_assert!(lower == upper || lower >= beta || upper <= alpha);
            }
        }

        /// Stable discs prove no more than is true.
        #[test]
        fn certain_margins_are_certain(pos in late(7..11), alpha in -64..65_i32) {
            prop_assume!(pos.outcome().is_none());
            let right = Score::points(DISC * margin(&pos));
            let told = certain(&pos, alpha);
            prop_assert!(told.lower <= right && right <= told.upper);
        }
    }

    #[test]
    fn a_quarter_with_one_empty_square_is_odd() {
        let empty = 1 << 0 | 1 << 7 | 1 << 6 | 1 << 63;
        assert_eq!(odd(empty), 1 << 0 | 1 << 63);
    }
}
