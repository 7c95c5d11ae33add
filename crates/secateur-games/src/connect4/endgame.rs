//! The last cells, played out.
//!
//! Most nodes of a solver lie among the last dozen plies, where ordering moves and asking a large table cost more
//! than they save. They are knowledge here: [`EndGame`] finds the value of positions with few empty cells by
//! a search that hardly orders them, and keeps a small table of its own.

use super::{Board, Size, Threats};
use crate::bits::Bits;
use secateur::{Bounds, Eval, Meter, Score, drive::proven};

/// Knowledge of Connect-4: that of [`Threats`], and the value of positions with at most two
/// fifths of the cells empty (a sixth on boards of more than 64 bits, whose keys do not fit the table).
///
/// ```
/// use secateur::{Eval, Meter, Score};
/// use secateur_games::{Notation, connect4::{Connect4, EndGame}};
///
/// let pos = Connect4::read("177736561733566374376634215").unwrap();
/// let mut knowledge = EndGame::default();
/// let mut meter = Meter::unlimited();
/// let bounds = knowledge.bounds(&pos, -Score::INF, Score::INF, &mut meter);
/// assert!(bounds.is_exact());
/// assert_eq!(pos.value(bounds.lower), 2); // O wins with its last stone but one
/// assert!(meter.nodes() > 0);
/// ```
#[derive(Debug)]
pub struct EndGame {
    threats: Threats,
    plays_out: bool,
    /// Nodes of all searches before the one under way.
    nodes: u64,
    /// What the keys of the board that the table is of are marked with: those kept here have no room for it.
    salt: u64,
    /// A key, whether its bound is from above, and the bound. Empty, but with room for all, until it is worth
    /// having.
    table: Vec<u64>,
}

/// The number of the table's entries, as a power of two: 64 KiB.
const ENTRIES: u32 = 13;
/// A position that takes fewer nodes needs no table.
const SMALL: u64 = 200;
/// With fewer cells left, searching costs less than asking.
const KEPT: u32 = 6;
/// With fewer cells left, ordering moves costs more than it saves.
const RANKED: u32 = 11;
/// With fewer cells left, a proof by follow-up costs more than searching.
const ANSWERED: u32 = 8;
/// The bits of an entry besides the key: a value, biased, and the kind of bound.
pub(super) const SHIFT: u32 = 9;
const BIAS: i32 = 128;

impl Default for EndGame {
    fn default() -> Self {
        Self::new(Threats::default())
    }
}

impl EndGame {
    /// The last cells played out; `threats` gives the value of other positions, and whatever else is proven of them.
    pub fn new(threats: Threats) -> Self {
        EndGame { threats, plays_out: true, nodes: 0, salt: 0, table: Vec::with_capacity(1 << ENTRIES) }
    }

    /// Plays no position out.
    pub fn without_last_cells(self) -> Self {
        EndGame { plays_out: false, ..self }
    }
}

impl<S: Size> Eval<Board<S>> for EndGame {
    #[inline]
    fn eval(&mut self, pos: &Board<S>) -> Score {
        self.threats.eval(pos)
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &Board<S>, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        let known = self.threats.bounds(pos, alpha, beta, meter);
        let left = pos.left();
        if left > pos.shape().played_out || !self.plays_out || known.is_exact() {
            return known;
        }
        if pos.shape().salt != self.salt {
            self.begins_board(pos.shape().salt);
        }
        let (least, most) = (most_below(alpha, left), most_below(beta - 1, left) + 1);
        let before = meter.nodes();
        let value = self.play_out(pos, least, most, left, meter);
        self.nodes += meter.nodes() - before;
        if meter.is_refused() {
            self.table.fill(0); // results found meanwhile are unreliable
        }
        proven(alpha, beta, score_of(value, left))
    }
}

/// The score that a value means, with `left` cells left.
#[inline(always)]
pub(super) fn score_of(value: i32, left: u32) -> Score {
    match value.signum() {
        0 => Score::DRAW,
        1 => Score::win_in(left + 1 - value.unsigned_abs()),
        _ => Score::loss_in(left + 1 - value.unsigned_abs()),
    }
}

/// The greatest value that a score reaches. A value is the number of cells that are empty when a side has won, plus
/// one; negative if it is the opponent; zero for a draw. It does not depend on the ply.
fn most_below(score: Score, left: u32) -> i32 {
    match score.plies_to_end() {
        Some(plies) if score > Score::DRAW => (left as i32 + 1 - plies as i32).max(0),
        Some(plies) => (plies as i32 - left as i32 - 1).min(-1),
        None => score.get().signum().min(0),
    }
}

impl EndGame {
    /// Whether there is a table by now.
    #[inline(always)]
    fn has_table(&mut self, meter: &Meter<'_>) -> bool {
        !self.table.is_empty() || self.begins_table(meter)
    }

    #[cold]
    #[inline(never)]
    fn begins_table(&mut self, meter: &Meter<'_>) -> bool {
        let worth_it = self.nodes + meter.nodes() > SMALL;
        if worth_it {
            self.table.resize(1 << ENTRIES, 0);
        }
        worth_it
    }

    /// Forgets what was found on a board of another size.
    #[cold]
    #[inline(never)]
    fn begins_board(&mut self, salt: u64) {
        self.salt = salt;
        self.table.fill(0);
    }

    /// The value of a position in which no side wins with the next stone, with `left` cells left. Fail-soft. Any
    /// value, once the meter has refused.
    fn play_out<S: Size>(
        &mut self,
        pos: &Board<S>,
        mut alpha: i32,
        beta: i32,
        left: u32,
        meter: &mut Meter<'_>,
    ) -> i32 {
        if !meter.tick() {
            return 0;
        }
        // The best is a win with the stone after the next, the worst a loss to the one after that.
        let (most, least) = (left.saturating_sub(2) as i32, -(left.saturating_sub(3) as i32));
        let answered =
            if left >= ANSWERED && self.threats.follow_up { pos.most_if_answered(left, alpha) } else { None };
        let most = answered.map_or(most, |value| value.min(most));
        if most <= alpha || most == least {
            return most;
        }
        if least >= beta {
            return least;
        }
        let beta = beta.min(most);
        let slot = if pos.shape().has_table && left >= KEPT && self.has_table(meter) {
            let key = pos.raw_key().fold();
            let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES)) as usize;
            let entry = self.table[slot];
            let (value, is_upper) = ((entry & 0xff) as i32 - BIAS, entry & 0x100 != 0);
            if entry >> SHIFT == key && if is_upper { value <= alpha } else { value >= beta } {
                return value;
            }
            Some((slot, key))
        } else {
            None
        };
        let (from, mut best) = (alpha, -i32::MAX);
        // Those that add no threat come later.
        let (mut landings, mut later, mut ranks) = (pos.safe, S::Bits::NONE, left >= RANKED);
        while (landings | later) != S::Bits::NONE {
            if landings == S::Bits::NONE {
                (landings, later, ranks) = (later, S::Bits::NONE, false);
            }
            let stone = landings & !(landings - S::Bits::ONE);
            landings ^= stone;
            let child = pos.after(stone);
            if ranks && child.threats.count() <= pos.wins.count() {
                later |= stone;
                continue;
            }
            let value = match child.safe == S::Bits::NONE {
                // Two threats at once, or one on top of the other's answer.
                true => most,
                false => -self.play_out(&child, -beta, -alpha, left - 1, meter),
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if let Some((slot, key)) = slot {
            self.table[slot] = key << SHIFT | u64::from(best <= from) << 8 | (best + BIAS) as u64;
        }
        best
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{AnyConnect4, Connect4};
    use super::*;
    use crate::Notation;
    use proptest::prelude::*;
    use secateur::{Game, Search, algo};

    /// Positions of games that begin here with that many cells left, or where every move ends the game before.
    pub(in crate::connect4) fn late<S: Size>(start: Board<S>, left: u32) -> impl Strategy<Value = Board<S>> {
        let plies = (start.left() - left) as usize;
        proptest::collection::vec(any::<proptest::sample::Index>(), plies).prop_map(move |picks| {
            let mut pos = start;
            for pick in picks {
                let moves: Vec<u8> = pos.moves().filter(|&m| pos.child(m).outcome().is_none()).collect();
                if moves.is_empty() {
                    break;
                }
                pos.play(moves[pick.index(moves.len())]);
            }
            pos
        })
    }

    pub(in crate::connect4) fn any_size(columns: u32, rows: u32) -> AnyConnect4 {
        AnyConnect4::sized(columns, rows).unwrap()
    }

    /// The bounds given for these positions, one after the other and so from a table that has seen the others, are true.
    fn tells_the_truth<S: Size>(positions: &[(Board<S>, i32)]) -> Result<(), TestCaseError> {
        let mut knowledge = EndGame { nodes: SMALL, ..EndGame::default() };
        for &(pos, shift) in positions {
            let left = pos.left();
            if pos.outcome().is_some() || left > pos.shape().played_out {
                continue;
            }
            let mut plain = Search::new(|_: &Board<S>| Score::DRAW);
            let Ok(right) = algo::minimax(&mut plain, &pos, left);
            for (alpha, beta) in
                [(-Score::INF, Score::INF), (right + shift - 1, right + shift), (right - 1, right + 1)]
            {
                let told = knowledge.bounds(&pos, alpha, beta, &mut Meter::unlimited());
                prop_assert!(
                    told.lower <= right && right <= told.upper,
                    "{}: {right}, not {told:?}",
                    pos.write()
                );
                let settles = told.is_exact() || told.lower >= beta || told.upper <= alpha;
                prop_assert!(settles, "{}: {told:?} in {alpha}..{beta}", pos.write());
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn the_usual_board(positions in proptest::collection::vec((late(Connect4::start(), 9), -6..7_i32), 20)) {
            tells_the_truth(&positions)?;
        }

        #[test]
        fn a_small_board(positions in proptest::collection::vec((late(any_size(5, 4), 8), -6..7_i32), 20)) {
            tells_the_truth(&positions)?;
        }

        #[test]
        fn a_low_board(positions in proptest::collection::vec((late(any_size(9, 5), 8), -6..7_i32), 20)) {
            tells_the_truth(&positions)?;
        }

        #[test]
        fn a_wide_board(positions in proptest::collection::vec((late(any_size(10, 6), 8), -6..7_i32), 10)) {
            tells_the_truth(&positions)?;
        }

        /// One memory, boards that take turns.
        #[test]
        fn boards_of_several_sizes(
            small in proptest::collection::vec((late(any_size(5, 4), 8), -6..7_i32), 10),
            upright in proptest::collection::vec((late(any_size(4, 5), 8), -6..7_i32), 10),
        ) {
            let positions: Vec<_> = small.into_iter().zip(upright).flat_map(|(s, u)| [s, u]).collect();
            tells_the_truth(&positions)?;
        }
    }

    #[test]
    fn values_and_scores() {
        let left = 5;
        for (score, below) in [
            (Score::INF, 5),
            (Score::win_in(3), 3),
            (Score::win_in(5), 1),
            (Score::win_in(9), 0),
            (Score::points(7), 0),
            (Score::DRAW, 0),
            (Score::points(-1), -1),
            (Score::loss_in(9), -1),
            (Score::loss_in(4), -2),
        ] {
            assert_eq!(most_below(score, left), below, "{score}");
        }
    }
}
