//! Alpha-beta on 7x6 Connect-4 written by hand, with nothing generic about it: what
//! `secateur::algo::alpha_beta` is held against, instruction by instruction.

pub mod network;

use secateur::{Game, Score};

/// A position, its bits laid out as in `secateur_games::connect4`.
#[derive(Copy, Clone, Default, Debug)]
pub struct PlainPosition {
    mine: u64,
    all: u64,
}

pub(crate) const ORDER: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];
const WIN: i32 = 32_000;
const INF: i32 = WIN + 1;

impl PlainPosition {
    #[inline(always)]
    pub(crate) fn is_lost(self) -> bool {
        let stones = self.mine ^ self.all;
        let mut four = 0;
        for step in [1, 6, 7, 8] {
            let two = stones & stones >> step;
            four |= two & two >> (2 * step);
        }
        four != 0
    }

    #[inline(always)]
    pub(crate) fn is_open(self, c: u8) -> bool {
        self.all & 1 << (c * 7 + 5) == 0
    }

    #[inline(always)]
    pub(crate) fn after(mut self, c: u8) -> Self {
        self.mine ^= self.all;
        self.all |= self.all + (1 << (c * 7));
        self
    }

    /// The stones on the central column, own less the opponent's.
    #[inline(always)]
    pub fn centre(self) -> i32 {
        const CENTRE: u64 = 0x3f << 21;
        (self.mine & CENTRE).count_ones() as i32 - ((self.mine ^ self.all) & CENTRE).count_ones() as i32
    }
}

/// What the peers ask for.
#[cfg(feature = "games")]
impl PlainPosition {
    #[inline(always)]
    pub(crate) fn is_full(self) -> bool {
        self.all.count_ones() == 42
    }

    /// Different for different positions.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        self.mine + self.all
    }
}

/// The same rules for the generic search.
impl Game for PlainPosition {
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ORDER.into_iter().filter(|&c| self.is_open(c))
    }

    #[inline(always)]
    fn play(&mut self, c: u8) {
        *self = self.after(c);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if self.is_lost() { Some(Score::LOSS) } else { None }
    }

    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

/// The value of the position at this depth, through the window.
pub fn alpha_beta(pos: PlainPosition, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
    if pos.is_lost() {
        return ply - WIN;
    }
    if depth == 0 {
        return pos.centre();
    }
    let mut best = -INF;
    for c in ORDER {
        if !pos.is_open(c) {
            continue;
        }
        let score = -alpha_beta(pos.after(c), depth - 1, ply + 1, -beta, -alpha);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    if best == -INF { 0 } else { best }
}
