//! The start of a game, on a board of the usual size or of another.

use secateur_games::{Notation, Unreadable};

/// Where a game begins, and so what the empty text means.
#[derive(Clone)]
pub(crate) enum Start<G> {
    /// On the usual board.
    Usual,
    /// Here, on a board of another size.
    At(G),
}

impl<G: Notation> Start<G> {
    /// The position.
    pub(crate) fn position(&self) -> G {
        match self {
            Start::Usual => G::start(),
            Start::At(start) => start.clone(),
        }
    }

    /// Reads a position of a game that begins here.
    pub(crate) fn read(&self, text: &str) -> Result<G, Unreadable> {
        match self {
            Start::Usual => G::read(text),
            Start::At(start) => G::read_from(start.clone(), text),
        }
    }
}
