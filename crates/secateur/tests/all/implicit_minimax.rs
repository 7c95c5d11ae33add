//! UCT with the minimax of static values beside the mean sees the one strong reply.

use secateur::best::{Playing, SearchTree, uct};
use secateur::{Game, Limiter, Score, Search};

/// Nothing ends this game. The first move chooses between what is good against seven replies of eight, and what is even.
#[derive(Copy, Clone)]
struct Trap {
    ply: u8,
    first: u8,
    /// For the first side.
    value: i32,
}

const START: Trap = Trap { ply: 0, first: 0, value: 0 };

impl Game for Trap {
    type Move = u8;
    fn moves(&self) -> impl Iterator<Item = u8> {
        0..if self.ply == 0 { 2 } else { 8 }
    }
    fn play(&mut self, m: u8) {
        match (self.ply, self.first, m) {
            (0, ..) => (self.first, self.value) = (m, if m == 0 { 50 } else { 0 }),
            (1, 0, 7) => self.value = -300,
            (1, 0, _) => self.value = 100,
            _ => {}
        }
        self.ply += 1;
    }
}

#[test]
fn one_strong_reply_is_seen_at_once() {
    let eval = |pos: &Trap| Score::points(if pos.ply.is_multiple_of(2) { pos.value } else { -pos.value });
    let search = |minimax| {
        let mut cx = Search::new(eval).stop(Limiter::new(40, || None));
        let how = Playing { minimax, ..Playing::default() };
        uct(&mut cx, &START, how, &mut SearchTree::with_bytes(1 << 16)).best()
    };
    assert_eq!([0.0, 1.0].map(search), [Some(0), Some(1)]);
}
