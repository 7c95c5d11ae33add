//! The state that one thread of the engine carries from node to node and from search to search.

use super::correction::Corrections;
use super::histories::{Counts, Histories, Rows};
use super::picker::Ranked;
use super::tricks::Plies;
use crate::Hints;

/// The most plies of any line.
pub(super) const MOST_PLIES: u32 = 240;

/// The code of no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// The number of plies that continuations look back.
const BACK: usize = 4;

/// A ply of the line being searched.
#[derive(Copy, Clone)]
pub(super) struct StackEntry<M> {
    /// The static value, in points; none in check.
    pub(super) value: Option<i32>,
    /// The row of continuation counts that the move made here selects; zero if the turn was passed.
    pub(super) row: usize,
    /// The move left out while its singularity is tested.
    pub(super) excluded: Option<M>,
    /// Codes of quiet moves that refuted siblings.
    pub(super) killers: [u16; 2],
    /// The number of siblings that were refuted.
    pub(super) cutoffs: u32,
    /// Second plies of extension on the way here.
    pub(super) doubles: i32,
    /// The from-to index of the move being searched here, if it is a quiet one.
    pub(super) quiet: Option<usize>,
}

impl<M> StackEntry<M> {
    const EMPTY: StackEntry<M> = StackEntry {
        value: None,
        row: 0,
        excluded: None,
        killers: [NO_MOVE; 2],
        cutoffs: 0,
        doubles: 0,
        quiet: None,
    };
}

/// The part of the engine that learns.
pub(super) struct Worker<G: Hints> {
    pub(super) counts: Counts<G>,
    pub(super) corrections: Corrections,
    pub(super) buffer: Vec<Ranked<G::Move>>,
    /// The moves that did not refute the nodes of the path, one node after the other, and whether they are noisy.
    pub(super) tried: Vec<(G::Move, bool)>,
    pub(super) plies: Plies,
    stack: Vec<StackEntry<G::Move>>,
    /// The best line found at each ply of the principal variation.
    lines: Vec<Vec<G::Move>>,
    /// The ply before which no null move is made, while one is verified.
    pub(super) no_null_before: u32,
}

impl<G: Hints> Worker<G> {
    pub(super) fn new(histories: &Histories, plies: Plies) -> Self {
        Worker {
            counts: Counts::new(histories),
            corrections: Corrections::new(),
            // Far more than any game's moves on any line seen; growing is harmless.
            buffer: Vec::with_capacity(1 << 14),
            tried: Vec::with_capacity(1 << 14),
            plies,
            stack: (0..MOST_PLIES as usize + BACK + 3).map(|_| StackEntry::EMPTY).collect(),
            lines: (0..MOST_PLIES + 2).map(|_| Vec::with_capacity(32)).collect(),
            no_null_before: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.corrections.clear();
        self.begin();
    }

    /// Begins a new search: what belongs to the last one's lines is dropped.
    pub(super) fn begin(&mut self) {
        self.stack.fill_with(|| StackEntry::EMPTY);
        self.buffer.clear();
        self.tried.clear();
        self.no_null_before = 0;
    }

    #[inline(always)]
    pub(super) fn at(&mut self, ply: u32) -> &mut StackEntry<G::Move> {
        &mut self.stack[ply as usize + BACK]
    }

    /// The stack entry `back` plies above.
    #[inline(always)]
    pub(super) fn above(&self, ply: u32, back: usize) -> &StackEntry<G::Move> {
        &self.stack[ply as usize + BACK - back]
    }

    #[inline(always)]
    pub(super) fn rows(&self, ply: u32) -> Rows {
        [self.above(ply, 1).row, self.above(ply, 2).row, self.above(ply, 4).row]
    }

    /// Whether the static value at `ply` is better than the same side's last one.
    #[inline(always)]
    pub(super) fn is_improving(&self, ply: u32, value: i32) -> bool {
        let last = self.above(ply, 2).value.or(self.above(ply, 4).value);
        last.is_none_or(|last| value > last)
    }

    /// Enters a principal node, of whose line nothing is known yet.
    pub(super) fn begin_line(&mut self, ply: u32) {
        self.lines[ply as usize].clear();
    }

    /// Sets the line at `ply` to this move, followed by the child's line.
    pub(super) fn put_line(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let Some(line) = above.last_mut() else { return };
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    /// The root's line.
    pub(super) fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }
}
