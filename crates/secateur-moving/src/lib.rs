#![doc = include_str!("../README.md")]

use secateur_session::Registry;

/// The games in which pieces move, heaps, and written trees.
pub fn moving() -> Registry {
    let mut games = Registry::new();
    secateur_games::moving(&mut games);
    games
}
