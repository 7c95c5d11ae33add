//! Endings of few positions, listed as a whole: no search for wins is needed there.

use secateur::algo::{Retrograde, retrograde};
use secateur::{Game, Halt, Hints, Keyed, Score, Stop};

/// Bytes that a position takes while an ending is listed, with the moves that it has in chess; rounded up.
const BYTES_A_POSITION: u64 = 160;

/// A position of an ending: one that differs by a symmetry, or by a count of moves without progress, is the same.
#[derive(Clone)]
struct Ending<G>(G);

impl<G: Hints> Ending<G> {
    fn of(pos: &G) -> Self {
        Ending(pos.fresh().map_or_else(|| pos.clone(), |(fresh, _)| fresh))
    }
}

impl<G: Hints> Game for Ending<G> {
    type Move = G::Move;

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.0.moves()
    }

    fn play(&mut self, m: G::Move) {
        self.0.play(m);
        *self = Ending::of(&self.0);
    }

    fn outcome(&self) -> Option<Score> {
        self.0.outcome()
    }

    fn no_moves(&self) -> Score {
        self.0.no_moves()
    }
}

impl<G: Hints> Keyed for Ending<G> {
    fn key(&self) -> u64 {
        self.0.folded()
    }
}

impl<G: Hints> Hints for Ending<G> {}

/// All positions that a position leads to, with their values and distances to the end.
pub(super) struct Listed(Retrograde);

impl Listed {
    /// Lists them, if that takes no more than so many nodes, one for each position, and bytes.
    pub(super) fn from<G: Hints, S: Stop<Halt = Halt>>(
        pos: &G,
        nodes: u64,
        bytes: usize,
        stop: &mut S,
    ) -> Result<Option<Self>, Halt> {
        let fits = |positions| positions <= nodes && positions * BYTES_A_POSITION <= bytes as u64;
        if !pos.positions_left().is_some_and(fits) {
            return Ok(None);
        }
        Ok(retrograde([Ending::of(pos)], bytes, stop)?.map(Listed))
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.0.positions() as u64
    }

    /// A move that is worth the value of a listed position.
    pub(super) fn best<G: Hints>(&self, pos: &G) -> Option<G::Move> {
        self.0.best(&Ending::of(pos))
    }

    /// Best play from a listed position to the end of the game; nothing if nobody wins.
    pub(super) fn line<G: Hints>(&self, pos: &G) -> Vec<G::Move> {
        let (mut ending, mut line) = (Ending::of(pos), Vec::new());
        while self.0.value(&ending).is_some_and(|score| score != Score::DRAW)
            && let Some(m) = self.0.best(&ending)
        {
            line.push(m);
            ending.play(m);
        }
        line
    }
}
