//! The games that come with Secateur.

pub mod groups;

use crate::Notation;

/// The description of a game in a list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The name of the game, as it is typed.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The form in which positions are written.
    pub notation: &'static str,
    /// An example position.
    pub example: &'static str,
    /// The features that it offers beyond its rules.
    pub offers: &'static str,
}

/// A list of games, to which each is added by its type.
pub trait Catalogue {
    /// Adds the game `G` to the list.
    fn add<G: Notation>(&mut self, card: Card) {
        self.add_with_sizes::<G, G>(card, &[]);
    }

    /// Adds the game `G`, whose boards of other sizes ([`Notation::sized`]) are `Other`; the usual size is a type of
    /// its own, which is faster. `samples` names some of those boards, for benchmarks and tests.
    fn add_with_sizes<G: Notation, Other: Notation>(&mut self, card: Card, samples: &'static [&'static str]);
}

/// Adds every game that comes with Secateur to a list. To ship one more, add it to one of the [`groups`].
///
/// ```
/// use secateur_games::{Card, Catalogue, Notation, standard};
///
/// struct Starts(Vec<(&'static str, String)>);
/// impl Catalogue for Starts {
///     fn add_with_sizes<G: Notation, Other: Notation>(&mut self, card: Card, _: &[&str]) {
///         self.0.push((card.name, G::start().write()));
///     }
/// }
/// let mut starts = Starts(Vec::new());
/// standard(&mut starts);
/// assert!(starts.0.contains(&("nim", "3,4,5".to_owned())));
/// ```
pub fn standard(list: &mut impl Catalogue) {
    placing(list);
    moving(list);
}

/// Adds the games in which stones are placed and stay: one half of [`standard`], which is compiled beside the other.
pub fn placing(list: &mut impl Catalogue) {
    groups::tictactoe(list);
    groups::connect4(list);
    groups::othello(list);
    groups::joining(list);
    groups::capturing(list);
    groups::threats(list);
}

/// Adds the games in which pieces move, heaps and written trees: the other half of [`standard`].
pub fn moving(list: &mut impl Catalogue) {
    groups::chess(list);
    groups::clearing(list);
    groups::amazons(list);
    groups::hunting(list);
    groups::draughts(list);
    groups::sowing(list);
    groups::written(list);
    groups::grown(list);
}
