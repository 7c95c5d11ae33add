//! The neurons of an efficiently updatable network, kept for the positions between the root of a search and where it stands.

use super::LayerShape;
use crate::{Notation, Perspective};

/// The neurons of a network's first layer, for the boards that were looked at on the way to where a search stands.
///
/// A board is reached from the last before it that was seen in the same perspective, mostly the parent's; or, where a king has gone
/// elsewhere and with it the perspective, from the one that was so reached last. Which one it is changes the cost, and never the
/// neurons.
#[derive(Clone, Debug)]
pub struct Accumulators {
    sides: usize,
    contents: usize,
    /// The place of each word's first cell.
    firsts: Vec<u32>,
    /// The ply that the search stands at, as far as it says so.
    ply: usize,
    plies: Vec<Ply>,
    /// For each perspective the board that was last reached from far.
    far: Vec<Far>,
    /// The board of a game that lists no sets.
    pub(super) cells: Vec<u8>,
    changes: Changes,
}

/// A board that is kept.
#[derive(Clone, Debug)]
struct Ply {
    /// Whether it was looked at since the search last came to its ply.
    is_seen: bool,
    /// The number of each side's perspective.
    perspectives: [usize; 2],
    sets: Vec<u64>,
    /// For each side the neurons, in all ways to turn the board.
    sums: [Vec<i16>; 2],
    /// The cells that are taken.
    taken: usize,
}

/// A board, as one perspective shows it.
#[derive(Clone, Debug)]
struct Far {
    sets: Vec<u64>,
    sums: Vec<i16>,
    taken: usize,
}

/// What has gone from the cells, and what has come: a place each, the cell times the number of contents, and what it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    pub(super) gone: Vec<u32>,
    pub(super) come: Vec<u32>,
}

/// Deeper down all plies share their boards.
const MOST_PLIES: usize = 256;
/// A word of a set holds so many cells.
const WORD: usize = 64;

impl Accumulators {
    /// Stands before an empty board, whose neurons in each view these are.
    pub(super) fn new(shape: &LayerShape, empty: &[Vec<i16>]) -> Accumulators {
        let (words, contents) = (shape.inputs.words(), usize::from(shape.inputs.contents) - 1);
        let far = |number: usize| {
            let sums = empty[number / Perspective::OF_A_VIEW].clone();
            Far { sets: vec![0; words], sums, taken: 0 }
        };
        let sides = usize::from(shape.inputs.sides);
        let neurons = |side| vec![0; if side < sides { empty[0].len() } else { 0 }];
        let sums = [neurons(0), neurons(1)];
        Accumulators {
            sides,
            contents,
            firsts: (0..words)
                .map(|word| (word / contents * WORD * contents + word % contents) as u32)
                .collect(),
            ply: 0,
            plies: vec![Ply { is_seen: false, perspectives: [0; 2], sets: vec![0; words], sums, taken: 0 }],
            far: (0..empty.len() * Perspective::OF_A_VIEW).map(far).collect(),
            cells: vec![0; shape.inputs.cells()],
            changes: Changes::default(),
        }
    }

    /// The search goes a ply deeper.
    #[inline]
    pub fn push(&mut self) {
        if self.ply + 1 == MOST_PLIES {
            return;
        }
        self.ply += 1;
        if self.ply == self.plies.len() {
            self.plies.push(self.plies[0].clone());
        }
        self.plies[self.ply].is_seen = false;
    }

    /// The search comes back.
    #[inline]
    pub fn pop(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }

    /// Looks at a position.
    #[inline]
    pub(super) fn look<G: Notation>(&mut self, pos: &G) {
        let ply = &mut self.plies[self.ply];
        match pos.sets(&mut ply.sets) {
            Some(perspectives) => ply.perspectives = perspectives.map(Perspective::number),
            None => {
                let view = pos.contents(&mut self.cells);
                self.gather(view);
            }
        }
    }

    /// Looks at the board whose cells were listed in this view.
    pub(super) fn gather(&mut self, view: usize) {
        let ply = &mut self.plies[self.ply];
        ply.sets.fill(0);
        for (word, cells) in ply.sets.chunks_exact_mut(self.contents).zip(self.cells.chunks(WORD)) {
            for (cell, &content) in cells.iter().enumerate().filter(|&(_, &content)| content > 0) {
                word[usize::from(content) - 1] |= 1 << cell;
            }
        }
        ply.perspectives = [Perspective { view: view as u8, ..Perspective::PLAIN }.number(); 2];
    }

    /// Brings the neurons of the board that is looked at up to date, side by side: `add` finds those of a perspective by its number,
    /// from others and what changes, and `add_all` changes them where they are. Returns them, and the cells that are taken.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        add: impl Fn(usize, &mut [i16], &[i16], &Changes),
        add_all: impl Fn(usize, &mut [i16], &Changes),
    ) -> (&[Vec<i16>; 2], usize) {
        let (before, here) = self.plies.split_at_mut(self.ply);
        let here = &mut here[0];
        let mut since = None;
        for (side, sums) in here.sums.iter_mut().enumerate().take(self.sides) {
            let perspective = here.perspectives[side];
            let same = |ply: &Ply| (0..self.sides).rev().find(|&side| ply.perspectives[side] == perspective);
            // The sides take turns, so that a game of one side and two views has it from two plies before.
            let seen = || before.iter().enumerate().rev().filter(|(_, ply)| ply.is_seen).take(2);
            let from = seen().find_map(|(number, ply)| Some((number, ply, same(ply)?)));
            let Some((number, ply, side)) = from else {
                let far = &mut self.far[perspective];
                self.changes.find([&far.sets, &here.sets], &self.firsts, self.contents);
                since = None;
                add_all(perspective, &mut far.sums, &self.changes);
                far.sets.copy_from_slice(&here.sets);
                far.taken = far.taken + self.changes.come.len() - self.changes.gone.len();
                sums.copy_from_slice(&far.sums);
                here.taken = far.taken;
                continue;
            };
            if since != Some(number) {
                since = Some(number);
                self.changes.find([&ply.sets, &here.sets], &self.firsts, self.contents);
                here.taken = ply.taken + self.changes.come.len() - self.changes.gone.len();
            }
            add(perspective, sums, &ply.sums[side], &self.changes);
        }
        here.is_seen = true;
        (&here.sums, here.taken)
    }
}

impl Changes {
    /// Finds what changes from one board to the next.
    #[inline(never)]
    fn find(&mut self, [old, next]: [&[u64]; 2], firsts: &[u32], contents: usize) {
        self.gone.clear();
        self.come.clear();
        for ((&old, &next), &first) in old.iter().zip(next).zip(firsts) {
            if old != next {
                self.note(old ^ next, next, first, contents as u32);
            }
        }
    }

    /// Notes the cells of a word that differ, whose first has this place. Apart from the search for such words, which it would make
    /// longer.
    #[inline(never)]
    fn note(&mut self, mut differ: u64, next: u64, first: u32, contents: u32) {
        while differ != 0 {
            let lowest = differ & differ.wrapping_neg();
            let to = if next & lowest == 0 { &mut self.gone } else { &mut self.come };
            to.push(first + differ.trailing_zeros() * contents);
            differ ^= lowest;
        }
    }
}
