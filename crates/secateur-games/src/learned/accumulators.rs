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
    contents: usize,
    /// The number of words of a board's sets.
    words: usize,
    /// The place of each word's first cell.
    firsts: Vec<[u32; SEVERAL]>,
    /// The ply that the search stands at, as far as it says so.
    ply: usize,
    plies: Vec<Ply>,
    /// For each perspective the board that was last reached from far.
    far: Vec<Far>,
    /// The board of a game that lists no sets.
    pub(super) cells: Vec<u8>,
    changes: Changes,
}

/// The sets of a board, and as many empty words as it takes to compare several at a time.
type Sets = Vec<[u64; SEVERAL]>;

/// A board that is kept.
#[derive(Clone, Debug)]
struct Ply {
    /// Whether it was looked at since the search last came to its ply.
    is_seen: bool,
    /// The number of each side's perspective.
    perspectives: [usize; 2],
    sets: Sets,
    /// For each side the neurons, in all ways to turn the board.
    sums: [Vec<i16>; 2],
    /// The cells that are taken.
    taken: usize,
}

/// A board, as one perspective shows it.
#[derive(Clone, Debug)]
struct Far {
    sets: Sets,
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
/// Words that are compared at a time.
const SEVERAL: usize = 4;

impl Accumulators {
    /// Stands before an empty board, whose neurons in each view these are.
    pub(super) fn new(shape: &LayerShape, empty: &[Vec<i16>]) -> Accumulators {
        let (words, contents) = (shape.inputs.words(), usize::from(shape.inputs.contents) - 1);
        let sets = vec![[0; SEVERAL]; words.div_ceil(SEVERAL)];
        let first = |word: usize| (word / contents * WORD * contents + word % contents) as u32;
        let far = |number: usize| {
            let sums = empty[number / Perspective::OF_A_VIEW].clone();
            Far { sets: sets.clone(), sums, taken: 0 }
        };
        let sides = usize::from(shape.inputs.sides);
        let neurons = |side| vec![0; if side < sides { empty[0].len() } else { 0 }];
        let sums = [neurons(0), neurons(1)];
        Accumulators {
            contents,
            words,
            firsts: (0..sets.len())
                .map(|several| std::array::from_fn(|word| first(several * SEVERAL + word)))
                .collect(),
            ply: 0,
            far: (0..empty.len() * Perspective::OF_A_VIEW).map(far).collect(),
            plies: vec![Ply { is_seen: false, perspectives: [0; 2], sets, sums, taken: 0 }],
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
        match pos.sets(&mut ply.sets.as_flattened_mut()[..self.words]) {
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
        let sets = ply.sets.as_flattened_mut();
        sets.fill(0);
        for (word, cells) in sets.chunks_exact_mut(self.contents).zip(self.cells.chunks(WORD)) {
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
        sides: usize,
        add: impl Fn(usize, &mut [i16], &[i16], &Changes),
        add_all: impl Fn(usize, &mut [i16], &Changes),
    ) -> (&[Vec<i16>; 2], usize) {
        let (before, here) = self.plies.split_at_mut(self.ply);
        let here = &mut here[0];
        let mut since: Option<&Ply> = None;
        for side in 0..sides {
            let (perspective, sums) = (here.perspectives[side], &mut here.sums[side]);
            let Some((ply, side)) = nearest(before, sides, perspective) else {
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
            if !since.is_some_and(|since| std::ptr::eq(since, ply)) {
                since = Some(ply);
                self.changes.find([&ply.sets, &here.sets], &self.firsts, self.contents);
                here.taken = ply.taken + self.changes.come.len() - self.changes.gone.len();
            }
            add(perspective, sums, &ply.sums[side], &self.changes);
        }
        here.is_seen = true;
        (&here.sums, here.taken)
    }
}

/// The last board before, of the two seen last, that a side saw in this perspective, and which side did. The
/// sides take turns, so that a game of one side and two views has it from two plies before.
#[inline(always)]
fn nearest(before: &[Ply], sides: usize, perspective: usize) -> Option<(&Ply, usize)> {
    let mut seen = before.iter().rev().filter(|ply| ply.is_seen).take(2);
    let sees_so = |ply: &Ply| (0..sides).rev().find(|&side| ply.perspectives[side] == perspective);
    seen.find_map(|ply| Some((ply, sees_so(ply)?)))
}

impl Changes {
    /// Finds what changes from one board to the next.
    #[inline(never)]
    fn find(&mut self, [old, next]: [&Sets; 2], firsts: &[[u32; SEVERAL]], contents: usize) {
        self.gone.clear();
        self.come.clear();
        // Most words are the same.
        let differ = old.iter().zip(next).zip(firsts).filter(|((old, next), _)| old != next);
        for ((old, next), firsts) in differ {
            for ((&old, &next), &first) in old.iter().zip(next).zip(firsts) {
                if old != next {
                    self.note(old ^ next, next, first, contents as u32);
                }
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
