//! Random games grown from a seed: a tree each, with every hint that selective search asks for.

use secateur::{Bounds, Eval, Game, Hints, Keyed, Score, Search, algo};

/// A position. All about it is drawn by hashing the path to it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Seeded {
    path: u64,
    left: u32,
    width: u16,
    spread: i32,
    ragged: bool,
}

/// Mixes two numbers into one (the finaliser of splitmix64, D. Lea and G. Steele, 2014).
pub(crate) fn hash(a: u64, b: u64) -> u64 {
    let x = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

impl Seeded {
    /// A game of `plies` plies and `width` moves per position. Static values lie in `-spread..=spread`.
    pub(crate) fn uniform(seed: u64, width: u16, plies: u32, spread: i32) -> Self {
        Seeded { path: hash(seed, 1), left: plies, width, spread, ragged: false }
    }

    /// As [`Seeded::uniform`], with up to `width` moves, and ends on the way: won, lost, drawn, without a move.
    pub(crate) fn ragged(seed: u64, width: u16, plies: u32, spread: i32) -> Self {
        Seeded { ragged: true, ..Seeded::uniform(seed, width, plies, spread) }
    }

    fn draw(&self, what: u64) -> u64 {
        hash(self.path, what)
    }

    /// The static value, for the side to move.
    pub(crate) fn eval(&self) -> Score {
        Score::points((self.draw(2) % (2 * self.spread as u64 + 1)) as i32 - self.spread)
    }
}

impl Game for Seeded {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        // In some positions no legal move is left.
        let fewer = if self.ragged { self.draw(3) % u64::from(self.width + 1) } else { 0 };
        0..self.width - fewer as u16
    }

    fn play(&mut self, m: u16) {
        self.path = self.draw(100 + u64::from(m));
        self.left -= 1;
    }

    fn outcome(&self) -> Option<Score> {
        match self.draw(4) % 24 {
            _ if self.left == 0 => Some(self.eval()),
            0 if self.ragged => Some(Score::WIN),
            1 if self.ragged => Some(Score::LOSS),
            2 if self.ragged => Some(Score::DRAW),
            _ => None,
        }
    }
}

impl Keyed for Seeded {
    fn key(&self) -> u64 {
        self.path
    }
}

impl Hints for Seeded {
    fn noisy(&self) -> impl Iterator<Item = u16> {
        self.moves().filter(|&m| self.draw(200 + u64::from(m)).is_multiple_of(3))
    }

    fn null_move(&self) -> Option<Self> {
        (self.left > 0).then(|| Seeded { path: self.draw(5), ..*self })
    }

    fn in_check(&self) -> bool {
        self.draw(6).is_multiple_of(5)
    }
}

/// Deeper than any of these games.
pub(crate) const END: u32 = 64;

/// Trees of every kind: uniform and ragged, with values all different and nearly all the same.
pub(crate) fn trees(count: u64) -> impl Iterator<Item = Seeded> {
    (0..count).map(|seed| {
        let spread = [1, 4, 30_000][seed as usize % 3];
        let (width, depth) = (2 + (seed / 3 % 4) as u16, 1 + (seed / 12 % 5) as u32);
        let grow = if seed / 2 % 2 == 0 { Seeded::uniform } else { Seeded::ragged };
        grow(seed, width, depth, spread)
    })
}

pub(crate) fn minimax<E: Eval<Seeded>>(eval: E, pos: &Seeded) -> Score {
    let Ok(value) = algo::minimax(&mut Search::new(eval), pos, END);
    value
}

/// Whether bounds are those of a search that has not gone wrong.
pub(crate) fn sound(bounds: Bounds, value: Score) -> bool {
    bounds.lower <= value && value <= bounds.upper
}

/// Bytes that suffice for any of these trees.
pub(crate) const ROOM: usize = 1 << 22;
