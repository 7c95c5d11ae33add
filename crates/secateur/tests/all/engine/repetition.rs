//! Positions that come back: on the path, and in the game before the root.

use super::*;
use secateur::engine::Standard;

/// A token on a ring of four squares; either side moves it by one. Each square has a value.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Ring {
    at: u8,
    first: bool,
    /// For the first player.
    worth: [i32; 4],
    /// Whether it may go both ways, or only to and fro between two squares.
    ways: u8,
    /// Whether the rules say that nothing comes back.
    forgets: bool,
}

impl Game for Ring {
    type Move = u8;

    fn moves(&self) -> impl Iterator<Item = u8> {
        let ways = if self.ways == 1 { [self.at ^ 1; 2] } else { [(self.at + 1) % 4, (self.at + 3) % 4] };
        ways.into_iter().take(usize::from(self.ways))
    }

    fn play(&mut self, to: u8) {
        (self.at, self.first) = (to, !self.first);
    }
}

impl Keyed for Ring {
    fn key(&self) -> u64 {
        u64::from(self.at) << 1 | u64::from(self.first)
    }
}

impl Hints for Ring {
    fn irreversible(&self, _: u8) -> bool {
        self.forgets
    }
}

fn worth(pos: &Ring) -> Score {
    let worth = pos.worth[usize::from(pos.at)];
    Score::points(if pos.first { worth } else { -worth })
}

const RING: Ring = Ring { at: 0, first: true, worth: [0, 200, 0, 50], ways: 2, forgets: false };

/// The positions of a game from the root's square, which ends there again.
fn played(root: Ring, squares: &[u8]) -> Vec<Ring> {
    let mut pos = root;
    let mut all = vec![pos];
    for &m in squares {
        pos.play(m);
        all.push(pos);
    }
    assert_eq!(all.pop(), Some(root));
    all
}

fn best(root: Ring, played: &[Ring], depth: u32, recipe: impl Recipe) -> (u8, Score) {
    let (found, _) = engine(worth, recipe).think(&root, played, &limits(&root, depth), |_, _| true);
    let found = found.unwrap();
    (found.line[0], found.score)
}

#[test]
fn a_position_that_stood_twice_is_a_draw() {
    for recipe in [Custom::default(), bare()] {
        let best = |root, played: &[Ring]| best(root, played, 1, recipe.clone());
        assert_eq!(best(RING, &[]), (1, Score::points(200)));
        assert_eq!(best(RING, &played(RING, &[1, 0])), (1, Score::points(200)), "it stood once");
        assert_eq!(best(RING, &played(RING, &[1, 0, 1, 0])), (3, Score::points(50)), "it stood twice");
        assert_eq!(best(RING, &played(RING, &[1, 0, 3, 0, 1, 0])), (3, Score::points(50)));
        // All is drawn, if the other square stood twice as well.
        assert_eq!(best(RING, &played(RING, &[1, 0, 3, 0, 1, 0, 3, 0])).1, Score::DRAW);
        // Whoever is worse off seeks the draw.
        let worse = Ring { worth: [0, -200, 0, -50], ..RING };
        assert_eq!(best(worse, &[]), (3, Score::points(-50)));
        assert_eq!(best(worse, &played(worse, &[1, 0, 1, 0])), (1, Score::DRAW));
        // Where the rules say that nothing comes back, nothing is counted.
        let forgetful = Ring { forgets: true, ..RING };
        assert_eq!(best(forgetful, &played(forgetful, &[1, 0, 1, 0])), (1, Score::points(200)));
    }
}

/// Below the root, once is enough: what was played there could be played again.
#[test]
fn on_the_path_a_position_that_stood_once_is_a_draw() {
    // To and fro, with nothing to choose.
    let root = Ring { worth: [90; 4], ways: 1, ..RING };
    for recipe in [Custom::default(), bare()] {
        let best = |root, played: &[Ring], depth| best(root, played, depth, recipe.clone());
        assert_eq!(best(root, &[], 2), (1, Score::points(90)), "the root stood but once");
        assert_eq!(best(root, &[], 3), (1, Score::DRAW), "the square after the first move again");
        assert_eq!(best(root, &played(root, &[1, 0]), 1), (1, Score::points(90)));
        assert_eq!(best(root, &played(root, &[1, 0]), 2), (1, Score::DRAW), "the root, for the third time");
        let forgetful = Ring { forgets: true, ..root };
        assert_eq!(best(forgetful, &[], 6), (1, Score::points(90)));
    }
}

/// Each side has a token on a triangle of its own, and moves it. The first player is worse off all the time.
#[derive(Copy, Clone, Debug)]
struct Triangles {
    mine: u8,
    yours: u8,
    first: bool,
}

impl Game for Triangles {
    type Move = u8;

    fn moves(&self) -> impl Iterator<Item = u8> {
        let mine = self.mine;
        (0..3).filter(move |&to| to != mine)
    }

    fn play(&mut self, to: u8) {
        *self = Triangles { mine: self.yours, yours: to, first: !self.first };
    }
}

impl Keyed for Triangles {
    fn key(&self) -> u64 {
        u64::from(self.mine) << 3 | u64::from(self.yours) << 1 | u64::from(self.first)
    }
}

impl Hints for Triangles {
    fn leads_to(&self, identity: u64) -> bool {
        self.moves().any(|m| self.child(m).key() == identity)
    }
}

/// A side that sees the way back need not go it. Without what searches moves less or more deeply.
#[test]
fn an_upcoming_repetition_saves_nodes() {
    let mut early = Custom::default();
    early.set("singular", "off").unwrap();
    early.set("reductions", "off").unwrap();
    let mut late = early.clone();
    late.set("upcoming", "off").unwrap();
    let root = Triangles { mine: 0, yours: 0, first: true };
    let worth = |pos: &Triangles| Score::points(if pos.first { -50 } else { 50 });
    let nodes = |recipe: Custom| {
        let mut engine = engine(worth, recipe);
        engine.think(&root, &[], &limits(&root, 8), |_, _| true);
        engine.nodes()
    };
    let (prefetched, seen) = (nodes(early), nodes(late));
    assert!(prefetched < seen, "{prefetched} {seen}");
}

/// The path of one search is no path of the next one's.
#[test]
fn a_new_game_has_no_past() {
    let mut engine = engine(worth, Standard);
    let past = played(RING, &[1, 0, 1, 0]);
    let mut best = |played: &[Ring]| {
        let table = table();
        let (found, _) = engine.think(&RING, played, &limits(&RING, 1), |_, _| true);
        drop(table);
        found.unwrap().line[0]
    };
    assert_eq!([best(&past), best(&[]), best(&past)], [3, 1, 3]);
}
