//! A static value by patterns: the contents of 46 groups of squares, each with the weight learnt for it.

mod file;
mod shapes;
mod weights;

pub use shapes::{PLACES, SHAPES};
pub use weights::{CLASSES, STAGES, Weights, features, stage_of};

use super::{DISC, Judgement, Othello};
use secateur::{Eval, Regressions, Score};
use shapes::{ADDS, LANES, Row};
use std::sync::{Arc, LazyLock};

/// The number of positions that a path has room for from the start. No game is longer, passes included.
const PLIES: usize = 128;

/// Patterns: the sum of the weights of the contents of edges, corners, rows and diagonals at this stage of the
/// game (M. Buro, 1997). Where no weights are learnt, [`Judgement`].
///
/// The indices of the contents follow the search, since a move changes few of them: those of a
/// position are made from those before it, when they are asked for.
///
/// ```
/// use secateur::{Eval, Game};
/// use secateur_games::{Notation, othello::{Othello, patterns::Patterns}};
///
/// let mut knowledge = Patterns::default();
/// let pos = Othello::read("f5d6c3d3c4f4").unwrap();
/// let value = knowledge.eval(&pos);
/// // The board turned about its diagonal, move by move, is worth the same.
/// assert_eq!(knowledge.eval(&Othello::read("e6f4c3c4d3d6").unwrap()), value);
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: Arc<Weights>,
    /// The regressions that say how well searches with these weights predict deeper ones.
    regressions: Option<&'static Regressions>,
    /// The positions of the path, from the root to the current one, and room for more.
    path: Vec<Contents>,
    /// The index of the current position.
    at: usize,
}

impl Default for Patterns {
    fn default() -> Self {
        static STANDARD: LazyLock<Regressions> = LazyLock::new(|| {
            include_str!("regressions.txt")
                .parse()
                .expect("a test reads the regressions that are compiled in")
        });
        Patterns { regressions: Some(&STANDARD), ..Patterns::new(Weights::standard()) }
    }
}

impl Patterns {
    /// Patterns with these weights, and no regressions: those that come with Secateur are for its weights.
    pub fn new(weights: Arc<Weights>) -> Patterns {
        Patterns { weights, regressions: None, path: vec![Contents::default(); PLIES], at: 0 }
    }

    /// Makes the last entry that of this position, even if the search has come from elsewhere.
    #[inline(always)]
    fn stand_at(&mut self, pos: &Othello) {
        let last = &mut self.path[self.at];
        if !last.is_of(pos) {
            *last = Contents::of(pos);
        }
    }

    /// The contents of every place in the current position.
    #[inline(always)]
    fn row(&mut self) -> &Row {
        let mut known = self.at;
        while !self.path[known].is_known {
            known -= 1;
        }
        for i in known..self.at {
            let [before, after] = &mut self.path[i..i + 2] else { break };
            after.follow(before);
        }
        &self.path[self.at].row
    }
}

impl Eval<Othello> for Patterns {
    #[inline]
    fn eval(&mut self, pos: &Othello) -> Score {
        let discs = 64 - pos.empties();
        if !self.weights.knows(discs) {
            return Judgement.eval(pos);
        }
        self.stand_at(pos);
        self.row();
        let points = self.weights.value(&self.path[self.at].row, discs);
        Score::points(points.clamp(-64 * DISC, 64 * DISC))
    }

    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        self.regressions
    }

    #[inline(always)]
    fn push(&mut self, parent: &Othello, _m: Option<super::Square>, child: &Othello) {
        self.stand_at(parent);
        self.at += 1;
        if self.at == self.path.len() {
            self.path.push(Contents::default());
        }
        let next = &mut self.path[self.at];
        (next.mine, next.theirs, next.is_known) = (child.mine, child.theirs, false);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.at -= 1;
    }
}

/// The contents of every place, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(align(32))]
struct Contents {
    row: Row,
    mine: u64,
    theirs: u64,
    /// Whether the row has been made. That of the root always has.
    is_known: bool,
}

impl Default for Contents {
    /// The empty board.
    fn default() -> Self {
        Contents { row: [0; LANES], mine: 0, theirs: 0, is_known: true }
    }
}

impl Contents {
    fn of(pos: &Othello) -> Contents {
        let mut row = [0; LANES];
        each(pos.mine, |add| (0..LANES).for_each(|i| row[i] += add[i]));
        each(pos.theirs, |add| (0..LANES).for_each(|i| row[i] -= add[i]));
        Contents { row, mine: pos.mine, theirs: pos.theirs, is_known: true }
    }

    #[inline(always)]
    fn is_of(&self, pos: &Othello) -> bool {
        self.mine == pos.mine && self.theirs == pos.theirs
    }

    /// Makes the row from that of the position before: a disc turned over counts for the mover what it counted
    /// against it, and then the sides change.
    #[inline(always)]
    fn follow(&mut self, before: &Contents) {
        let turned = before.theirs & self.theirs;
        let placed = self.theirs & !(before.mine | before.theirs);
        let mut row = [0; LANES];
        each(turned, |add| (0..LANES).for_each(|i| row[i] -= add[i]));
        (0..LANES).for_each(|i| row[i] += row[i] - before.row[i]);
        each(placed, |add| (0..LANES).for_each(|i| row[i] -= add[i]));
        (self.row, self.is_known) = (row, true);
    }
}

#[inline(always)]
fn each(mut discs: u64, mut f: impl FnMut(&Row)) {
    while discs != 0 {
        f(&ADDS[discs.trailing_zeros() as usize & 63]);
        discs &= discs - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::shapes::tests::{slowly, turned};
    use super::*;
    use crate::Notation;
    use crate::othello::{Square, tests::reachable};
    use proptest::prelude::*;
    use secateur::Game;
    use std::sync::LazyLock;

    /// Weights that are all different, so that no two places can be mixed up.
    fn weights() -> Arc<Weights> {
        static SOME: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let mut weights = Weights::none();
            for stage in 0..STAGES {
                let some = |class: usize| ((class * 7919 + stage * 104_729) % 1021) as i16 - 510;
                weights.learn(stage, &(0..CLASSES).map(some).collect::<Vec<_>>());
            }
            Arc::new(weights)
        });
        SOME.clone()
    }

    fn learnt() -> &'static [Vec<i16>] {
        static LEARNT: LazyLock<Vec<Vec<i16>>> =
            LazyLock::new(|| (0..STAGES).map(|stage| weights().classes(stage)).collect());
        &LEARNT
    }

    proptest! {
        #[test]
        fn contents_are_the_definition(pos in reachable()) {
            prop_assert_eq!(Contents::of(&pos).row, slowly(&pos));
        }

        #[test]
        fn going_down_equals_looking_anew(picks in prop::collection::vec(any::<u8>(), 0..120)) {
            let mut pos = Othello::start();
            let mut patterns = Patterns::new(weights());
            let mut path = vec![(pos, patterns.eval(&pos))];
            for pick in picks {
                let moves: Vec<Square> = pos.moves().collect();
                if moves.is_empty() || pick % 4 == 0 {
                    // Back, if there is anything to go back to.
                    if path.len() > 1 {
                        patterns.pop();
                        path.pop();
                    }
                } else {
                    let m = moves[usize::from(pick) % moves.len()];
                    let child = pos.child(m);
                    patterns.push(&pos, Some(m), &child);
                    if pick % 3 > 0 {
                        prop_assert_eq!(*patterns.row(), slowly(&child));
                    }
                    let value = patterns.eval(&child);
                    prop_assert_eq!(value, Patterns::new(weights()).eval(&child));
                    path.push((child, value));
                }
                let value;
                (pos, value) = path[path.len() - 1];
                prop_assert_eq!(patterns.eval(&pos), value);
            }
        }

        #[test]
        fn symmetric_positions_are_worth_the_same(pos in reachable()) {
            let mut patterns = Patterns::new(weights());
            let value = patterns.eval(&pos);
            for symmetry in 0..8 {
                prop_assert_eq!(patterns.eval(&turned(&pos, symmetry)), value);
            }
            // Names of sides decide nothing.
            prop_assert_eq!(patterns.eval(&Othello { second: !pos.second, ..pos }), value);
        }

        #[test]
        fn values_are_sums_over_features(pos in reachable()) {
            let discs = 64 - pos.empties();
            let learnt = &learnt()[stage_of(discs)];
            let sum: i32 = features(&pos).iter().map(|&class| i32::from(learnt[class as usize])).sum();
            let points = (sum * DISC).div_euclid(Weights::A_DISC).clamp(-64 * DISC, 64 * DISC);
            prop_assert_eq!(Patterns::new(weights()).eval(&pos), Score::points(points));
        }
    }

    #[test]
    fn the_regressions_that_are_compiled_in_tell_much() {
        let patterns = Patterns::default();
        let all: Vec<_> = patterns.regressions().unwrap().all().collect();
        assert!(all.len() > 60 && all.iter().all(|(.., regression)| regression.fit > 0.8), "{all:?}");
        assert!(Patterns::new(weights()).regressions().is_none(), "other weights, other regressions");
    }

    #[test]
    fn what_is_not_learnt_is_judged_by_hand() {
        let mut some = Weights::none();
        some.learn(STAGES - 1, &vec![32; CLASSES]);
        let mut patterns = Patterns::new(Arc::new(some));
        let pos = Othello::read("f5d6c3d3c4f4").unwrap();
        assert_eq!(patterns.eval(&pos), Judgement.eval(&pos));
        // One empty square: a disc for each of the places, and for the count of discs.
        let last = Othello { mine: !1 & !2, theirs: 2, second: false };
        assert_eq!(patterns.eval(&last), Score::points(47 * DISC));
    }
}
