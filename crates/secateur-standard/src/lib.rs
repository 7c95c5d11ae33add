//! The games that come with Secateur, each compiled with every search.
//!
//! A crate of its own, since that takes longer than all the rest: it is built beside the laboratory and the command line,
//! and a program with games of its own does without it.

use secateur_session::Registry;

/// Every game that comes with Secateur.
///
/// ```
/// use secateur_standard::standard;
///
/// for entry in standard().entries() {
///     let mut game = entry.open();
///     game.set(entry.example).unwrap();
///     assert!(!game.moves().is_empty(), "{}", entry.name);
/// }
/// ```
pub fn standard() -> Registry {
    let mut games = Registry::new();
    secateur_games::standard(&mut games);
    games
}
