//! Random graphs in layers: small games with transpositions, won and lost on the way, or with points at the end.

use secateur::{Game, Hints, Keyed, Score};

/// A position of a random graph in layers: everything about it follows from its ply and number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) width: u8,
    pub(crate) branching: u64,
    pub(crate) layers: u8,
    pub(crate) ply: u8,
    pub(crate) id: u8,
}

impl Graph {
    fn hash(&self, salt: u64) -> u64 {
        let x = self.seed ^ (self.key() + (salt << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ x >> 29
    }
}

impl Game for Graph {
    type Move = u8;

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..(self.hash(98) % (self.branching + 1)) as u8
    }

    fn play(&mut self, m: u8) {
        self.id = (self.hash(u64::from(m)) % u64::from(self.width)) as u8;
        self.ply += 1;
    }

    /// Won or lost on the spot, or points in the last layer.
    fn outcome(&self) -> Option<Score> {
        match self.hash(97) % 24 {
            0 => Some(Score::WIN),
            1 | 2 => Some(Score::LOSS),
            _ if self.ply == self.layers => Some(Score::points((self.hash(99) % 21) as i32 - 10)),
            _ => None,
        }
    }
}

impl Keyed for Graph {
    const KEY_BITS: u32 = 16;

    fn key(&self) -> u64 {
        u64::from(self.ply) << 8 | u64::from(self.id)
    }
}

impl Hints for Graph {
    fn is_forced(&self) -> bool {
        self.moves().count() == 1
    }

    fn move_score(&self, m: u8) -> i32 {
        (self.hash(u64::from(m) + 200) % 5) as i32
    }
}
