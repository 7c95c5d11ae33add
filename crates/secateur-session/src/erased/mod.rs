//! A game whose type nobody knows any more, as a game again.
//!
//! What searches are compiled for this one type serves every game there is, several times slower, and through the same
//! nodes: moves are told apart, listed, remembered and ranked as the game itself does it.

mod hints;
mod parts;
mod position;

pub(crate) use parts::{Following, Knowing};
pub(crate) use position::{Erased, Still};

use crate::Request;
use crate::informed::{Informed, informed};
use parts::{Followed, Known};
use position::{Numbers, Real};
use secateur::Repetition;
use secateur_games::Notation;

/// A position of a game, with what follows a search of it.
pub(crate) struct ErasedGame {
    pub(crate) pos: Erased,
    pub(crate) knowledge: Knowing,
    /// The path on which the game got here.
    pub(crate) path: Following,
    /// The positions before.
    pub(crate) past: Vec<Erased>,
}

/// Erases the type of positions, such as those of an ending.
pub(crate) fn erase_each<G: Notation>(
    positions: impl Iterator<Item = G> + 'static,
) -> Box<dyn Iterator<Item = Erased>> {
    let numbers = Numbers::shared();
    Box::new(positions.map(move |pos| Erased::new(Real::with_numbers(pos, &numbers))))
}

/// Erases the type of a position that nothing came before.
pub(crate) fn erase_alone<G: Notation>(pos: &G) -> Erased {
    Erased::new(Real::with_numbers(pos.clone(), &Numbers::shared()))
}

/// Erases the type of knowledge.
pub(crate) fn erase_knowledge<G: Notation>(knowledge: Informed<G::Knowledge>) -> Knowing {
    Knowing::new(Known::<G>(knowledge))
}

/// Erases the type of a game that got to `pos` through the positions in `past`, and is searched for this request.
pub(crate) fn erase<G: Notation>(past: &[G], pos: &G, request: &Request) -> ErasedGame {
    let path = G::CYCLES.then(|| Followed::<G>::boxed(Repetition::exact_after(past, pos)));
    let numbers = Numbers::shared();
    let erased = |pos: &G| Erased::new(Real::with_numbers(pos.clone(), &numbers));
    ErasedGame {
        pos: erased(pos),
        past: past.iter().map(erased).collect(),
        knowledge: erase_knowledge::<G>(informed::<G>(request)),
        path: Following::new(path),
    }
}
