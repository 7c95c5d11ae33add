//! Sums of games in which whoever cannot move loses: values, compared and added up.
//!
//! Games of one value can stand for each other in any sum. So a position that falls into parts, each with moves of its own, is
//! known once the value of each part is, and a part is looked at once wherever it turns up.
//!
//! Source: J. Conway, *On numbers and games*, 1976: the comparison of games, and their simplest form.

use crate::grid::hash;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by numbers that nobody picks to make it slow: looking them up is most of the work here.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Mixes words by multiplication.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = hash([self.0 ^ word]);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A value: the number of its simplest form among [`Values`]. That of a game without moves is 0.
pub(crate) type Value = u32;

/// The value of a game in which nobody has a move.
pub(crate) const ZERO: Value = 0;

/// The values that the moves of one side lead to, in order.
type Options = Box<[Value]>;

/// Values met so far, by their options: those of the side that is called left, then those of the other one.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// The forms by number, those that turned out to have a simpler one included.
    forms: Vec<[Options; 2]>,
    simplest: Map<[Options; 2], Value>,
    at_most: Map<[Value; 2], bool>,
    sums: Map<[Value; 2], Value>,
}

impl Default for Values {
    /// Nothing but 0.
    fn default() -> Self {
        let zero: [Options; 2] = Default::default();
        Values {
            forms: vec![zero.clone()],
            simplest: Map::from_iter([(zero, ZERO)]),
            at_most: Map::default(),
            sums: Map::default(),
        }
    }
}

impl Values {
    /// The number of forms that it has worked out.
    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    /// The value of the game with these moves.
    pub(crate) fn of(&mut self, moves: [Vec<Value>; 2]) -> Value {
        let form = moves.map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side.into_boxed_slice()
        });
        if let Some(&value) = self.simplest.get(&form) {
            return value;
        }
        let own = self.forms.len() as Value;
        self.forms.push(form.clone());
        let simpler = [0, 1].map(|side| {
            let options = self.bypassed(own, side);
            self.undominated(options, side)
        });
        let value =
            if [&*simpler[0], &*simpler[1]] == [&*form[0], &*form[1]] { own } else { self.of(simpler) };
        self.simplest.insert(form, value);
        value
    }

    /// Whether the first value is at most the second one: that is, left, moving second, wins the second less the first.
    pub(crate) fn is_at_most(&mut self, low: Value, high: Value) -> bool {
        if low == high {
            return true;
        }
        if let Some(&answer) = self.at_most.get(&[low, high]) {
            return answer;
        }
        let answer = !(0..self.number(low, 0)).any(|at| {
            let option = self.option(low, 0, at);
            self.is_at_most(high, option)
        }) && !(0..self.number(high, 1)).any(|at| {
            let option = self.option(high, 1, at);
            self.is_at_most(option, low)
        });
        self.at_most.insert([low, high], answer);
        answer
    }

    /// The value of two games side by side.
    pub(crate) fn sum(&mut self, a: Value, b: Value) -> Value {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return b;
        }
        if let Some(&sum) = self.sums.get(&[a, b]) {
            return sum;
        }
        let moves = [0, 1].map(|side| {
            let mut moves = Vec::new();
            for (moved, still) in [(a, b), (b, a)] {
                for at in 0..self.number(moved, side) {
                    let option = self.option(moved, side, at);
                    moves.push(self.sum(option, still));
                }
            }
            moves
        });
        let sum = self.of(moves);
        self.sums.insert([a, b], sum);
        sum
    }

    fn number(&self, value: Value, side: usize) -> usize {
        self.forms[value as usize][side].len()
    }

    fn option(&self, value: Value, side: usize, at: usize) -> Value {
        self.forms[value as usize][side][at]
    }

    /// Whether the second value is no worse than the first one for a side.
    fn is_no_better(&mut self, a: Value, b: Value, side: usize) -> bool {
        if side == 0 { self.is_at_most(a, b) } else { self.is_at_most(b, a) }
    }

    /// The moves of a side, those that the other one can reverse (answer so that it stands no worse than before) replaced by
    /// what comes after the answer.
    fn bypassed(&mut self, own: Value, side: usize) -> Vec<Value> {
        let mut moves = Vec::new();
        for at in 0..self.number(own, side) {
            let option = self.option(own, side, at);
            let answer = (0..self.number(option, 1 - side))
                .map(|at| self.option(option, 1 - side, at))
                .collect::<Vec<Value>>()
                .into_iter()
                .find(|&answer| self.is_no_better(answer, own, side));
            match answer {
                Some(answer) => moves.extend_from_slice(&self.forms[answer as usize][side]),
                None => moves.push(option),
            }
        }
        moves
    }

    /// The moves of a side without those that are no better than another one.
    fn undominated(&mut self, mut moves: Vec<Value>, side: usize) -> Vec<Value> {
        moves.sort_unstable();
        moves.dedup();
        let mut at = 0;
        while at < moves.len() {
            match (0..moves.len()).any(|n| n != at && self.is_no_better(moves[at], moves[n], side)) {
                true => drop(moves.remove(at)),
                false => at += 1,
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0, 1, 1/2, *, up and up-star, as they are told apart by name.
    #[test]
    fn values_with_names() {
        let mut values = Values::default();
        let zero = values.of([vec![], vec![]]);
        assert_eq!(zero, ZERO);
        let one = values.of([vec![zero], vec![]]);
        let minus = values.of([vec![], vec![zero]]);
        let half = values.of([vec![zero], vec![one]]);
        let star = values.of([vec![zero], vec![zero]]);
        let up = values.of([vec![zero], vec![star]]);
        let down = values.of([vec![star], vec![zero]]);
        assert_eq!(values.sum(one, minus), ZERO);
        assert_eq!(values.sum(half, half), one);
        assert_eq!(values.sum(star, star), ZERO);
        assert_eq!(values.sum(up, down), ZERO);
        // Confused with zero, above it, and twice up, which is above a star.
        assert!(!values.is_at_most(star, zero) && !values.is_at_most(zero, star));
        assert!(values.is_at_most(zero, up) && !values.is_at_most(up, zero));
        let two = values.sum(up, up);
        assert!(!values.is_at_most(star, up) && values.is_at_most(star, two));
        // Up and a star: the star's move to 0 reverses through nothing, the move to up does.
        let sum = values.sum(up, star);
        assert_eq!(values.of([vec![zero, star], vec![zero]]), sum);
        // {-1 | 1} is 0: whoever moves loses a move.
        assert_eq!(values.of([vec![minus], vec![one]]), ZERO);
    }
}
