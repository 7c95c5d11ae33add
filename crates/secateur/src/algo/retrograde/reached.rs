//! The positions that can be reached, by number, and which lead to which.

use crate::{Hints, Score, Stop};
use std::collections::VecDeque;

/// The number of each position that can be reached.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    /// The key of each position, by number.
    keys: Vec<u64>,
    /// The numbers, each from 1 on, in the first place from that of its key on that was free; 0 is none. As many places as
    /// a power of two, at most three quarters of them taken.
    places: Vec<u32>,
}

impl Reached {
    fn new() -> Self {
        Reached { keys: Vec::new(), places: vec![0; 1 << 10] }
    }

    /// The number of a key, or the place where it belongs.
    fn find(&self, key: u64) -> Result<u32, usize> {
        let last = self.places.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        loop {
            match self.places[place] {
                0 => return Err(place),
                number if self.keys[number as usize - 1] == key => return Ok(number - 1),
                _ => place = (place + 1) & last,
            }
        }
    }

    /// The number of a key, and whether it is new.
    fn add(&mut self, key: u64) -> (u32, bool) {
        let place = match self.find(key) {
            Ok(number) => return (number, false),
            Err(place) => place,
        };
        self.keys.push(key);
        self.places[place] = self.keys.len() as u32;
        if self.keys.len() * 4 > self.places.len() * 3 {
            let twice = 2 * self.places.len();
            self.places = Vec::new(); // first, so that both never take memory together
            self.places = vec![0; twice];
            for number in 0..self.keys.len() {
                let free = self.find(self.keys[number]).expect_err("no key is there twice");
                self.places[free] = number as u32 + 1;
            }
        }
        (self.keys.len() as u32 - 1, true)
    }

    pub(super) fn number<G: Hints>(&self, pos: &G) -> Option<u32> {
        self.find(pos.whole()).ok()
    }

    /// Every key, by number.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }
}

/// All that can be reached from some roots.
pub(super) struct Web {
    pub(super) reached: Reached,
    /// The finished positions, and the results for the side to move.
    pub(super) ends: Vec<(u32, Score)>,
    /// How many moves each position has.
    pub(super) open: Vec<u32>,
    pub(super) before: Before,
}

/// What a position takes: its key, its place, its moves, where its list begins, its value, and a place in the queue.
const POSITION: usize = 40;
/// What a move takes: where it leads to, and from where.
const MOVE: usize = 8;

impl Web {
    /// The positions in the order in which a search in breadth finds them, root by root; none if there are too many.
    pub(super) fn from<G: Hints, S: Stop>(
        roots: impl IntoIterator<Item = G>,
        bytes: usize,
        stop: &mut S,
    ) -> Result<Option<Web>, S::Halt> {
        let (mut reached, mut next) = (Reached::new(), VecDeque::new());
        let (mut ends, mut open, mut to) = (Vec::new(), Vec::new(), Vec::new());
        for root in roots {
            if reached.add(root.whole()).1 {
                next.push_back(root);
            }
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
                    let (number, is_new) = reached.add(child.whole());
                    to.push(number);
                    if is_new {
                        next.push_back(child);
                    }
                }
                open.push((to.len() - begun) as u32);
                if to.len() == begun {
                    ends.push((at, pos.no_moves()));
                }
                let taken = reached.keys.len() * POSITION + to.len() * MOVE + next.len() * size_of::<G>();
                if taken > bytes || to.len() >= u32::MAX as usize {
                    return Ok(None);
                }
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

    /// The positions on the way on which a position was found first, from a root on: numbers grow along it.
    pub(super) fn way_to(&self, mut at: u32) -> Vec<u32> {
        let mut way = vec![at];
        while let Some(&parent) = self.of(at).iter().min().filter(|&&parent| parent < at) {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }
}

/// Positions to settle, those of the greatest worth first: none comes with more than the last one taken.
#[derive(Default)]
pub(super) struct Queue(Vec<Vec<u32>>);

impl Queue {
    /// Adds a position of this value; not a drawn one: nobody forces a draw, it is what remains.
    pub(super) fn push(&mut self, at: u32, score: Score) {
        let worth = score.get().unsigned_abs() as usize;
        if worth == 0 {
            return;
        }
        if self.0.len() <= worth {
            self.0.resize_with(worth + 1, Vec::new);
        }
        self.0[worth].push(at);
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(most) = self.0.last_mut() {
            if let Some(at) = most.pop() {
                return Some(at);
            }
            self.0.pop();
        }
        None
    }
}
