#![doc = include_str!("../README.md")]

use secateur_session::Registry;

/// The games in which stones are placed and stay.
pub fn placing() -> Registry {
    let mut games = Registry::new();
    secateur_games::placing(&mut games);
    games
}
