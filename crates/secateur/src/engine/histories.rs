//! Histories: the success so far of moves and of moves like them.

use super::numbers::numbers;
use super::worker::NO_MOVE;
use crate::{Hints, order};
use std::marker::PhantomData;

numbers! {
    /// Histories: quiet moves are ordered by how often they and similar moves refuted, in this place of the
    /// board (butterfly), after the moves just played (continuation), and noisy ones by what they took.
    /// Each success or failure moves a count towards its limit, the less the nearer it is (gravity). A quiet move after
    /// which the opponent's node fails low is a success, too.
    ///
    /// Source: J. Schaeffer, *The history heuristic*, 1983; M. Winands and others, *The relative history
    /// heuristic*, 2004; counter-moves: J. Uiterwijk, 1992; gravity and continuations as in Stockfish.
    Histories {
        /// the amount by which a success moves a count, per ply of depth
        bonus: 155, 50..=400, 10;
        /// the most that a success or a failure moves a count
        most: 1700, 500..=4000, 100;
        /// the amount by which a failure moves a count, per ply of depth
        malus: 195, 50..=400, 10;
        /// the amount subtracted from either
        less: 60, 0..=200, 10;
        /// the bonus in the order for taking a piece out of danger, and the malus for putting one into it
        safety: 9500, 0..=40000, 1000;
        /// the share of a bonus for a quiet move after which the node fails low, in hundredths
        fail_low: 80, 0..=200, 10;
    }
}

impl Histories {
    #[inline(always)]
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        (self.bonus * depth - self.less).clamp(0, self.most)
    }

    #[inline(always)]
    pub(super) fn malus(&self, depth: i32) -> i32 {
        (self.malus * depth - self.less).clamp(0, self.most)
    }
}

/// Counts stay within this limit on either side.
const LIMIT: i32 = 16_384;

#[inline(always)]
fn nudge(count: &mut i16, by: i32) {
    order::nudge(count, by, LIMIT);
}

/// A quiet move's count: the reply to the opponent's last move and the sequel to one's own weigh in full.
#[inline(always)]
fn sum(from_to: i16, [one, two, four]: [i16; 3]) -> i32 {
    i32::from(from_to) + i32::from(one) + i32::from(two) + i32::from(four) / 2
}

/// The rows of continuation counts that the moves one, two and four plies back select.
pub(super) type Rows = [usize; 3];

/// The counts of one thread.
pub(super) struct Counts<G: Hints> {
    safety: i32,
    from_tos: Vec<i16>,
    /// A row for each piece-to index, and a first one for none.
    continuations: Vec<i16>,
    noisy: Vec<i16>,
    /// Codes of moves that refuted.
    counters: Vec<u16>,
    game: PhantomData<fn(G)>,
}

impl<G: Hints> Counts<G> {
    pub(super) fn new(numbers: &Histories) -> Self {
        Counts {
            safety: numbers.safety,
            from_tos: vec![0; G::FROM_TO_RANGE],
            continuations: vec![0; (G::PIECE_TO_RANGE + 1) * G::PIECE_TO_RANGE],
            noisy: vec![0; G::PIECE_TO_RANGE * G::CAPTURED_RANGE],
            counters: vec![NO_MOVE; G::PIECE_TO_RANGE + 1],
            game: PhantomData,
        }
    }

    pub(super) fn clear(&mut self) {
        self.from_tos.fill(0);
        self.continuations.fill(0);
        self.noisy.fill(0);
        self.counters.fill(NO_MOVE);
    }

    #[inline(always)]
    pub(super) fn quiet(&self, pos: &G, m: G::Move, rows: &Rows) -> i32 {
        let piece_to = pos.piece_to(m);
        let after = |row: usize| self.continuations[row * G::PIECE_TO_RANGE + piece_to];
        sum(self.from_tos[pos.from_to(m)], rows.map(after))
    }

    /// A function that ranks the quiet moves of a node: by their counts and by the game's own hints. The rows
    /// are looked up once.
    #[inline(always)]
    pub(super) fn ranks(&self, pos: &G, rows: &Rows) -> impl Fn(G::Move) -> i32 {
        let from_tos = &self.from_tos[..G::FROM_TO_RANGE];
        let rows = rows.map(|row| &self.continuations[row * G::PIECE_TO_RANGE..][..G::PIECE_TO_RANGE]);
        let (weight, safety) = (self.safety, pos.safety());
        move |m| {
            let (from_to, piece_to) = (pos.from_to(m), pos.piece_to(m));
            sum(from_tos[from_to], rows.map(|row| row[piece_to])) + pos.move_score(m) + weight * safety(m)
        }
    }

    #[inline(always)]
    pub(super) fn noisy(&self, pos: &G, m: G::Move) -> i32 {
        i32::from(self.noisy[pos.piece_to(m) * G::CAPTURED_RANGE + pos.captured(m)])
    }

    #[inline(always)]
    pub(super) fn counter(&self, row: usize) -> u16 {
        self.counters[row]
    }

    #[inline(always)]
    pub(super) fn set_counter(&mut self, row: usize, code: u16) {
        self.counters[row] = code;
    }

    #[inline]
    pub(super) fn nudge_quiet(&mut self, pos: &G, m: G::Move, rows: &Rows, by: i32) {
        self.nudge_made(pos.from_to(m), pos.piece_to(m), rows, by);
    }

    /// As [`Counts::nudge_quiet`], for a move of which only its indices are known.
    #[inline]
    pub(super) fn nudge_made(&mut self, from_to: usize, piece_to: usize, rows: &Rows, by: i32) {
        nudge(&mut self.from_tos[from_to], by);
        for (&row, share) in rows.iter().zip([by, by, by / 2]) {
            if row > 0 {
                nudge(&mut self.continuations[row * G::PIECE_TO_RANGE + piece_to], share);
            }
        }
    }

    #[inline]
    pub(super) fn nudge_noisy(&mut self, pos: &G, m: G::Move, by: i32) {
        nudge(&mut self.noisy[pos.piece_to(m) * G::CAPTURED_RANGE + pos.captured(m)], by);
    }
}
