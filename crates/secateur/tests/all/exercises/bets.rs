//! The bets: quiescence, null moves, reflex; and what best-first search pays beyond the horizon.

use super::{OPEN, Zero, tree};
use secateur::algo::*;
use secateur::{Game, Hints, Keyed, Score, Search, Table, Watch};
use std::collections::HashSet;

/// Pieces that can take each other on one square, each taker the next to be taken.
#[derive(Clone)]
struct Square {
    balance: i32,
    prize: i32,
    mine: &'static [i32],
    theirs: &'static [i32],
}

impl Game for Square {
    type Move = bool;
    fn moves(&self) -> impl Iterator<Item = bool> {
        self.noisy().chain([false])
    }
    fn play(&mut self, take: bool) {
        if let (true, [taker, rest @ ..]) = (take, self.mine) {
            (self.balance, self.prize, self.mine) = (self.balance + self.prize, -*taker, rest);
        }
        let Square { balance, prize, mine, theirs } = *self;
        *self = Square { balance: -balance, prize: -prize, mine: theirs, theirs: mine };
    }
}

impl Keyed for Square {
    fn key(&self) -> u64 {
        unimplemented!("nothing is remembered here")
    }
}

impl Hints for Square {
    fn noisy(&self) -> impl Iterator<Item = bool> {
        (self.prize > 0 && !self.mine.is_empty()).then_some(true).into_iter()
    }
}

#[test]
fn quiet_leaves() {
    let values = |mine, theirs| {
        let square = Square { balance: 0, prize: 1, mine, theirs };
        let mut cx = Search::new(|square: &Square| Score::points(square.balance));
        let Ok(blind) = alpha_beta(&mut cx, &square, 1, OPEN.0, OPEN.1);
        let Ok(seen) = alpha_beta(&mut cx.horizon(Quiescent), &square, 1, OPEN.0, OPEN.1);
        (blind.get(), seen.get())
    };
    assert_eq!(values(&[5], &[1]), (1, 0)); // rook takes pawn, pawn takes rook
    assert_eq!(values(&[1], &[1]), (1, 0)); // pawn for pawn
    assert_eq!(values(&[1, 5], &[1]), (1, 1)); // and the rook takes last
    assert_eq!(values(&[5], &[]), (1, 1)); // nobody guards it
}

/// Every move gives a point or two away: nobody would move who need not.
#[derive(Clone)]
struct Zugzwang(i32);

impl Game for Zugzwang {
    type Move = i32;
    fn moves(&self) -> impl Iterator<Item = i32> {
        [2, 1].into_iter()
    }
    fn play(&mut self, given: i32) {
        self.0 = given - self.0;
    }
}

impl Keyed for Zugzwang {
    fn key(&self) -> u64 {
        self.0 as u64
    }
}

impl Hints for Zugzwang {
    fn null_move(&self) -> Option<Self> {
        Some(Zugzwang(-self.0))
    }
}

#[test]
fn null_moves() {
    assert_eq!([6, 8, 9].map(|depth| Reduction::Adaptive.at(depth)), [2, 2, 3]);
    let mut cx = Search::new(|pos: &Zugzwang| Score::points(pos.0));
    let mut value = |how| {
        let Ok(value) = null_move(&mut cx, &Zugzwang(0), 2, OPEN.0, OPEN.1, how);
        value.get()
    };
    assert_eq!(value(NullMoveSettings::default()), -1);
    assert_eq!(value(NullMoveSettings { verification: Some(1), ..NullMoveSettings::default() }), 0);
    let Ok(exact) = minimax(&mut Search::new(|pos: &Zugzwang| Score::points(pos.0)), &Zugzwang(0), 2);
    assert_eq!(exact.get(), 0);
}

#[test]
fn by_reflex() {
    let tree = tree("((2 4 6) (3 12 8) (14 5 2))");
    let table = Table::with_entries(64);
    let mut cx = Search::new(Zero).memory(table.exact());
    let Ok(_) = alpha_beta_memory(&mut cx, &tree, 2, OPEN.0, OPEN.1);
    assert_eq!(reflex(&mut cx.memory, &mut (), &tree, 2), Some(1));
    assert_eq!(reflex(&mut cx.memory, &mut (), &tree.child(1), 1), Some(0));

    // In the second bag the 2 was enough for the opponent; the 1 was never looked at.
    let bags = super::tree("((3 12 8) (2 4 1) (14 5 2))");
    let table = Table::with_entries(64);
    let mut cx = Search::new(super::Zero).memory(table.exact());
    let Ok(_) = alpha_beta_memory(&mut cx, &bags, 2, OPEN.0, OPEN.1);
    assert_eq!(reflex(&mut cx.memory, &mut (), &bags.child(1), 1), Some(0));
}

/// A game of three moves, two of them noisy for fourteen plies; what a position is worth is as good as random.
#[derive(Clone)]
struct Noise {
    path: u64,
    plies: u32,
}

impl Noise {
    fn worth(&self) -> Score {
        Score::points((self.path.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as i32 - 64)
    }
}

impl Game for Noise {
    type Move = u64;
    fn moves(&self) -> impl Iterator<Item = u64> {
        1..=3
    }
    fn play(&mut self, m: u64) {
        (self.path, self.plies) =
            (self.path.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(m), self.plies + 1);
    }
}

impl Keyed for Noise {
    fn key(&self) -> u64 {
        self.path
    }
}

impl Hints for Noise {
    fn noisy(&self) -> impl Iterator<Item = u64> {
        1..=if self.plies < 14 { 2 } else { 0 }
    }
}

const HORIZON: u32 = 5;

/// The positions at the horizon, and how many there are beyond it.
#[derive(Default)]
struct Beyond {
    at: HashSet<u64>,
    nodes: usize,
}

impl Watch<Noise> for Beyond {
    fn enter(&mut self, pos: &Noise, ply: u32, _: u32, _: Score, _: Score) {
        if ply == HORIZON {
            self.at.insert(pos.key());
        }
        self.nodes += usize::from(ply > HORIZON);
    }
}

#[test]
fn best_first_beyond_the_horizon() {
    let (mut horizon, mut beyond) = ([0, 0], [0, 0]);
    for seed in 1..=20 {
        let start = Noise { path: seed, plies: 0 };
        let mut cx = Search::new(Noise::worth).watch(Beyond::default()).horizon(Quiescent);
        let Ok(value) = alpha_beta(&mut cx, &start, HORIZON, OPEN.0, OPEN.1);
        let plain = std::mem::take(&mut cx.watch);
        assert_eq!(sss_star(&mut cx, &start, HORIZON), Ok(value));
        assert!(cx.watch.at.is_subset(&plain.at), "seed {seed}");
        for (n, seen) in [plain, cx.watch].iter().enumerate() {
            horizon[n] += seen.at.len();
            beyond[n] += seen.nodes;
        }
    }
    assert_eq!((horizon, beyond), ([2_183, 1_709], [22_789, 30_792]));
}
