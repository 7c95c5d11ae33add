//! The last empty squares, played out; and bounds that are certain before they are.
//!
//! Most nodes of an end-game lie in its last few plies, where a search that remembers, ranks and probes children
//! costs more than the few positions it saves. They are knowledge here: [`EndGame`] finds the exact margin of
//! positions with few empty squares, and bounds on that of others from discs that cannot be turned over.

use super::ladder::{Ladder, PLAYED_OUT};
use super::stable::kept;
use super::{DISC, Judgement, Othello, Square};
use secateur::{Bounds, Eval, Meter, Regressions, Score, drive::proven};

/// The last squares played out, and the static value that `E` gives; for solving, stable discs too.
///
/// ```
/// use secateur::{Eval, Meter, Score};
/// use secateur_games::{Notation, othello::{DISC, EndGame, Othello}};
///
/// // Position 1 of the FFO suite of end-games: X wins by 18 discs.
/// let pos = Othello::read("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X").unwrap();
/// let mut knowledge = <EndGame>::default();
/// assert!(knowledge.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited()).upper <= Score::points(64 * DISC));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct EndGame<E = Judgement> {
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
    /// The last squares played out; `value` gives the static value of other positions.
    pub fn new(value: E) -> Self {
        EndGame { value, played_out: PLAYED_OUT, stable: false }
    }

    /// Plays no position out.
    pub fn without_last_squares(self) -> Self {
        EndGame { played_out: 0, ..self }
    }

    /// Looks for stable discs where they may settle the window. For searches to the end of the game: a static
    /// value may lie beyond what they allow, so that one would depend on the window.
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
    fn bounds(&mut self, pos: &Othello, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        let (least, most) = (margin_below(alpha), -margin_below(-beta));
        if pos.empties() > self.played_out {
            return if self.stable { certain(pos, least) } else { ALL };
        }
        // A few thousand positions at most: soon over.
        let mut ladder = Ladder::default();
        let margin = ladder.margin(pos.mine, pos.theirs, least, most);
        meter.count(ladder.nodes() - 1); // whoever asks has counted the position itself
        proven(alpha, beta, Score::points(DISC * margin))
    }

    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        self.value.regressions()
    }
}

/// The greatest margin, in discs, that a score reaches.
#[inline(always)]
fn margin_below(score: Score) -> i32 {
    score.get().div_euclid(DISC).clamp(-65, 65)
}

/// A margin is at most 64 discs.
const ALL: Bounds = Bounds { lower: Score::points(-64 * DISC), upper: Score::points(64 * DISC) };

/// With this many empty squares or more, too few discs are stable to look for them.
const SETTLED: u32 = 40;

/// The opponent keeps its stable discs, whatever happens.
#[inline(always)]
fn certain(pos: &Othello, alpha: i32) -> Bounds {
    if pos.empties() >= SETTLED {
        return ALL;
    }
    Bounds { upper: Score::points(DISC * kept(pos.mine, pos.theirs, alpha)), ..ALL }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;
    use proptest::prelude::*;
    use secateur::{Game, Search, algo};

    /// Games played at random until few enough squares are empty, or until they end.
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

    /// The margin by the rules alone.
    fn margin(pos: &Othello) -> i32 {
        let Ok(score) =
            algo::alpha_beta(&mut Search::new(|_: &Othello| Score::DRAW), pos, 100, -Score::INF, Score::INF);
        score.get() / DISC
    }

    proptest! {
        /// Through any window, the bounds given hold, and show on which side of the window the value lies.
        #[test]
        fn played_out_positions_are_worth_what_the_rules_say(
            pos in late(0..7), alpha in -65..65_i32, width in 1..20_i32, between in 0..DISC,
        ) {
            prop_assume!(pos.outcome().is_none());
            let right = Score::points(DISC * margin(&pos));
            let alpha = Score::points(DISC * alpha + between);
            let beta = alpha + DISC * (width - 1) + 1;
            let Bounds { lower, upper } = EndGame::new(Judgement).bounds(&pos, alpha, beta, &mut Meter::unlimited());
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
}
