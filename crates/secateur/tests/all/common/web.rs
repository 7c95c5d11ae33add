//! A token on a directed graph: the smallest game with transpositions, and with positions that come back.

use secateur::{Game, Hints, Keyed, Score};

/// A graph whose vertices are positions.
#[derive(Clone, Debug)]
pub(crate) struct Web {
    /// For each vertex its static value for the side to move, and where one can go from there. Where one
    /// cannot go anywhere, the game is over with that value.
    pub(crate) vertices: Vec<(i32, Vec<u16>)>,
    /// For each vertex a rank; no move goes to a lower one.
    pub(crate) ranks: Vec<u32>,
}

impl Web {
    /// The game with the token on this vertex.
    pub(crate) fn at(&self, at: u16) -> Token<'_> {
        Token { web: self, at }
    }
}

/// A position: whoever is to move takes the token along an edge.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Token<'a> {
    web: &'a Web,
    pub(crate) at: u16,
}

impl Token<'_> {
    fn vertex(&self) -> &(i32, Vec<u16>) {
        &self.web.vertices[usize::from(self.at)]
    }

    /// The static value for the side to move.
    pub(crate) fn eval(&self) -> i32 {
        self.vertex().0
    }
}

impl Game for Token<'_> {
    /// The vertex to go to.
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        self.vertex().1.iter().copied()
    }
    fn play(&mut self, m: u16) {
        self.at = m;
    }
    fn outcome(&self) -> Option<Score> {
        self.vertex().1.is_empty().then(|| Score::points(self.eval()))
    }
}

impl Keyed for Token<'_> {
    fn key(&self) -> u64 {
        u64::from(self.at) + 1
    }
}

impl Hints for Token<'_> {
    fn irreversible(&self, m: u16) -> bool {
        self.web.ranks[usize::from(self.at)] < self.web.ranks[usize::from(m)]
    }
}
