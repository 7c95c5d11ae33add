//! Retrograde analysis.

use super::*;
use secateur::{Game, Hints, Keyed, Never, Repetition};

/// Squares in a row, up to `LAST`; either side moves the token by one. At an end the side to move has this.
#[derive(Clone)]
struct Row<const LAST: u64>(u64, Score);

impl<const LAST: u64> Game for Row<LAST> {
    type Move = u64;
    fn moves(&self) -> impl Iterator<Item = u64> {
        [self.0 - 1, self.0 + 1].into_iter()
    }
    fn play(&mut self, to: u64) {
        self.0 = to;
    }
    fn outcome(&self) -> Option<Score> {
        self.0.is_multiple_of(LAST).then_some(self.1)
    }
}

impl<const LAST: u64> Keyed for Row<LAST> {
    fn key(&self) -> u64 {
        self.0
    }
}

impl<const LAST: u64> Hints for Row<LAST> {}

fn values<const LAST: u64>(end: Score) -> Vec<Score> {
    let root = Row::<LAST>(LAST / 2, end);
    let Ok(Some(ends)) = retrograde([root], 1 << 20, &mut Never) else { panic!("it has room") };
    (1..LAST).filter_map(|at| ends.value(&Row::<LAST>(at, end))).collect()
}

#[test]
fn from_the_ends_of_a_row() {
    let (win, draw) = (Score::win_in(1), Score::DRAW);
    assert_eq!(values::<6>(Score::LOSS), [win, draw, draw, draw, win]);
    assert_eq!(values::<4>(Score::LOSS), [win, Score::loss_in(2), win]);
    assert_eq!(values::<6>(Score::WIN), [draw; 5]);
}

#[test]
fn a_search_with_the_path_sees_all_of_a_row() {
    let root = Row::<6>(3, Score::LOSS);
    let horizon = |depth| {
        let history = Repetition::exact(&root);
        let mut cx = Search::new(|_: &Row<6>| Score::DRAW).watch(Stats::default()).history(history);
        let Ok(value) = alpha_beta(&mut cx, &root, depth, OPEN.0, OPEN.1);
        assert_eq!(value, Score::DRAW);
        cx.watch.horizon
    };
    assert_eq!([1, 2, 3, 4, 9].map(|depth| horizon(depth) > 0), [true, true, false, false, false]);
}
