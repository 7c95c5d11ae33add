//! The positions that can be reached, by number, and which lead to which.

use crate::{Hints, Score, Stop};
use std::collections::{HashMap, VecDeque, hash_map::Entry};

/// The number of each position that can be reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached(HashMap<u64, u32>);

impl Reached {
    pub(super) fn number<G: Hints>(&self, pos: &G) -> Option<u32> {
        self.0.get(&pos.whole()).copied()
    }

    /// Every key with its number.
    pub(super) fn keys(&self) -> impl Iterator<Item = (u64, u32)> {
        self.0.iter().map(|(&key, &at)| (key, at))
    }
}

/// All that can be reached from a root.
pub(super) struct Web {
    pub(super) reached: Reached,
    /// The finished positions, and the results for the side to move.
    pub(super) ends: Vec<(u32, Score)>,
    /// How many moves each position has.
    pub(super) open: Vec<u32>,
    pub(super) before: Before,
}

/// What a position takes: its number, with the room that a growing map leaves; and where its list begins, its moves, its
/// value so far, its best move's, and a place in the queue.
const POSITION: usize = 100;
/// What a move takes: where it leads to, and from where.
const MOVE: usize = 8;

impl Web {
    /// The positions in the order in which a search in breadth finds them; none if there are too many.
    pub(super) fn from<G: Hints, S: Stop>(
        root: &G,
        bytes: usize,
        stop: &mut S,
    ) -> Result<Option<Web>, S::Halt> {
        let mut reached = Reached(HashMap::from([(root.whole(), 0)]));
        let mut next = VecDeque::from([root.clone()]);
        let (mut ends, mut open, mut to) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(pos) = next.pop_front() {
            stop.poll()?;
            let (at, begun) = (open.len() as u32, to.len());
            if let Some(score) = pos.outcome() {
                ends.push((at, score));
                open.push(0);
                continue;
            }
            for m in pos.moves() {
                let child = pos.child(m);
                let count = reached.0.len() as u32;
                to.push(match reached.0.entry(child.whole()) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        next.push_back(child);
                        *new.insert(count)
                    }
                });
            }
            open.push((to.len() - begun) as u32);
            if to.len() == begun {
                ends.push((at, pos.no_moves()));
            }
            let taken = reached.0.len() * POSITION + to.len() * MOVE + next.len() * size_of::<G>();
            if taken > bytes || to.len() >= u32::MAX as usize {
                return Ok(None);
            }
        }
        let before = Before::new(&open, &to);
        Ok(Some(Web { reached, ends, open, before }))
    }
}

/// For each position those that a move leads from.
pub(super) struct Before {
    /// Where each list begins, and the last one ends.
    begins: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    /// Turns the lists around: `open` moves from each position, which lead `to` those.
    fn new(open: &[u32], to: &[u32]) -> Self {
        let mut begins = vec![0; open.len() + 1];
        to.iter().for_each(|&at| begins[at as usize] += 1);
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        // Each list is filled from its end, where the next one begins.
        let (mut from, mut moves) = (vec![0; to.len()], to.iter());
        for (parent, &count) in open.iter().enumerate() {
            for &at in moves.by_ref().take(count as usize) {
                begins[at as usize] -= 1;
                from[begins[at as usize] as usize] = parent as u32;
            }
        }
        Before { begins, from }
    }

    pub(super) fn of(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.from[self.begins[at] as usize..self.begins[at + 1] as usize]
    }
}
