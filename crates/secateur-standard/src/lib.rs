#![doc = include_str!("../README.md")]

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
    secateur_placing::placing().and(secateur_moving::moving())
}
