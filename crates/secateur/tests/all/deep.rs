//! Games without an end in sight: best-first searches go down as far as they may, and say so.

use secateur::best::{self, DfPn, End, FirstNumbers, Leaf, Playing, ProofTable, SearchTree};
use secateur::{Bounds, Game, Hints, Keyed, Score, Search};

/// Count up, by one or by two. Nobody ever wins.
#[derive(Clone, Debug)]
struct Count(u64);

impl Game for Count {
    type Move = u8;
    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=1 + (self.0 % 7 == 3) as u8
    }
    fn play(&mut self, m: u8) {
        self.0 += u64::from(m);
    }
}

impl Keyed for Count {
    fn key(&self) -> u64 {
        self.0
    }
}

impl Hints for Count {}

const ROOM: usize = 1 << 24;

#[test]
fn what_is_too_deep_is_left_open() {
    let mut cx = Search::new(|_: &Count| Score::DRAW);
    let (pos, goal) = (Count(0), Score::points(1));
    let proof = best::pn_search(&mut cx, &pos, goal, FirstNumbers::Ones, &mut SearchTree::with_bytes(ROOM));
    assert_eq!((proof.end, proof.bounds), (End::Full, Bounds::NONE));
    let proof = best::df_pn(&mut cx, &pos, goal, DfPn::default(), &mut ProofTable::with_bytes(ROOM));
    assert_eq!((proof.end, proof.bounds), (End::Full, Bounds::NONE));
    let played = best::ubfm(&mut cx, &pos, &mut SearchTree::with_bytes(ROOM));
    assert_eq!((played.end, played.bounds), (End::Full, Bounds::NONE));
    let how = Playing { leaf: Leaf::Rollout { seed: 1 }, ..Playing::default() };
    let played = best::uct(&mut cx, &pos, how, &mut SearchTree::with_bytes(1 << 14));
    assert_eq!((played.end, played.bounds), (End::Full, Bounds::NONE));
}
