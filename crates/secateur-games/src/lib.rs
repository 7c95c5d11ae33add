#![doc = include_str!("../README.md")]

pub mod amazons;
pub mod atarigo;
pub mod bits;
pub mod breakthrough;
mod cells;
pub mod chess;
pub mod clobber;
pub mod connect4;
pub mod dobutsu;
pub mod dodgem;
pub mod domineering;
mod forcing;
pub mod gomoku;
pub mod grid;
pub mod hex;
pub mod laws;
pub mod linear;
pub mod loa;
pub mod mnk;
pub mod nim;
pub mod nogo;
mod notation;
pub mod othello;
mod perft;
pub mod qubic;
mod standard;
mod stones;
pub mod trees;
pub mod turns;
mod wide;

pub use cells::Cells;
pub use notation::{Component, Notation, Scale, StaticValue, Unreadable, written};
pub use perft::perft;
pub use standard::{Card, Catalogue, standard};

/// ` (did you mean 'x'?)` if one of the names is close to what was typed, else nothing.
///
/// ```
/// use secateur_games::did_you_mean;
///
/// let games = ["clobber", "connect4", "nim"];
/// assert_eq!(did_you_mean("conect4", games.into_iter()), " (did you mean 'connect4'?)");
/// assert_eq!(did_you_mean("chess", games.into_iter()), "");
/// ```
pub fn did_you_mean<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> String {
    // Of names that are equally near, one of the same length is meant.
    let near = names.map(|name| (distance(typed, name), typed.len().abs_diff(name.len()), name)).min();
    match near {
        Some((d, _, name)) if d <= 1 + typed.chars().count() / 3 => format!(" (did you mean '{name}'?)"),
        _ => String::new(),
    }
}

/// Edit distance: insertions, deletions and replacements (Levenshtein 1965).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
