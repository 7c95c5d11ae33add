#![doc = include_str!("../README.md")]

pub mod amazons;
pub mod atarigo;
pub mod bits;
pub mod breakthrough;
mod by_code;
mod cells;
pub mod chess;
pub mod clobber;
pub mod connect4;
pub mod dobutsu;
pub mod dodgem;
pub mod domineering;
pub mod draughts;
mod forcing;
pub mod go;
pub mod gomoku;
pub mod grid;
pub mod hex;
mod inputs;
pub mod kalah;
pub mod laws;
mod learned;
pub mod linear;
pub mod loa;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod nogo;
mod notation;
pub mod othello;
mod perft;
pub mod qubic;
mod standard;
mod stones;
mod sums;
pub mod trees;
pub mod turns;
mod wide;

pub use cells::Cells;
pub use inputs::{Inputs, Perspective, Symmetry, paint};
pub use learned::{
    Accumulators, LayerShape, LayerWeights, Learned, LearnedNetwork, Sight, TupleLayout, TupleNetwork,
    TupleShape, UpdatableNetwork,
};
pub use notation::{Component, Notation, Scale, StaticValue, Unreadable, written};
pub use perft::perft;
pub use standard::{Card, Catalogue, groups, moving, placing, standard};

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
    let near = names.map(|name| (distance(typed, name), name)).min();
    match near {
        Some((d, name)) if d <= 1 + typed.chars().count() / 3 => format!(" (did you mean '{name}'?)"),
        _ => String::new(),
    }
}

/// Edit distance: insertions, deletions, replacements, and neighbours exchanged (Damerau 1964).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let edited = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            let exchanges = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            row.push(if exchanges { edited.min(rows[i - 2][j - 2] + 1) } else { edited });
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
