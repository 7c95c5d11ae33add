//! UCT that takes all moves as first soon knows a move that is good whenever it is made.

use secateur::best::{Leaf, Playing, SearchTree, rave, uct};
use secateur::{Game, Limiter, Score, Search};

/// Cells are taken in turn; whoever has taken the one that counts wins in the end.
#[derive(Copy, Clone)]
struct Cells {
    mine: u32,
    theirs: u32,
}

const CELLS: u32 = 24;
const COUNTS: u32 = 17;

impl Game for Cells {
    type Move = u32;
    fn moves(&self) -> impl Iterator<Item = u32> {
        (0..CELLS).filter(|cell| (self.mine | self.theirs) >> cell & 1 == 0)
    }
    fn play(&mut self, cell: u32) {
        *self = Cells { mine: self.theirs, theirs: self.mine | 1 << cell };
    }
    fn outcome(&self) -> Option<Score> {
        let is_full = (self.mine | self.theirs).count_ones() == CELLS;
        is_full.then_some(if self.mine >> COUNTS & 1 == 1 { Score::WIN } else { Score::LOSS })
    }
}

#[test]
fn a_move_that_is_always_good_is_found_sooner() {
    let found = |equivalence| {
        let finds = |seed| {
            let how = Playing { leaf: Leaf::Rollout { seed }, exploration: 0.4, ..Playing::default() };
            // About forty games.
            let mut cx = Search::new(|_: &Cells| Score::DRAW).stop(Limiter::new(1_000, || None));
            let root = Cells { mine: 0, theirs: 0 };
            let best = match equivalence {
                0 => uct(&mut cx, &root, how, &mut SearchTree::with_bytes(1 << 20)).best(),
                _ => rave(&mut cx, &root, how, equivalence, &mut SearchTree::with_bytes(1 << 20)).best(),
            };
            best == Some(COUNTS)
        };
        (0..100).filter(|&seed| finds(seed)).count()
    };
    let (plain, rapid) = (found(0), found(200));
    assert!(rapid > 80 && rapid > plain + 20, "{plain} without, {rapid} with");
}
