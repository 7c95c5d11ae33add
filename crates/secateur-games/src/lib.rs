//! Games for Secateur, each in a file that a newcomer could copy, and the registry that lists them.

pub mod clobber;
pub mod connect4;
pub mod domineering;
pub mod grid;
pub mod mnk;
pub mod nim;
mod notation;
mod registry;
pub mod session;
pub mod trees;

pub use notation::{Notation, Unreadable};
pub use registry::{Entry, Registry};

/// Every game that comes with Secateur.
pub fn standard() -> Registry {
    Registry::new()
        .with(
            Entry::new::<connect4::Connect4>("connect4", "four in a line, stones drop into columns, 7x6")
                .notation("columns played, 1 to 7", "4455")
                .offers("evaluation, threats, forced wins and losses"),
        )
        .with(
            Entry::new::<connect4::Board<u64, 5, 4>>("connect4-5x4", "Connect-4 on a small board")
                .notation("columns played, 1 to 5", "3345")
                .offers("evaluation, threats, forced wins and losses"),
        )
        .with(
            Entry::new::<connect4::Board<u64, 9, 5>>("connect4-9x5", "Connect-4, wide and low")
                .notation("columns played, 1 to 9", "5566")
                .offers("evaluation, threats, forced wins and losses"),
        )
        .with(
            Entry::new::<connect4::Board<u128, 10, 6>>("connect4-10x6", "Connect-4 on 128 bits")
                .notation("columns played, 1 to 9 and a for the tenth", "5566a")
                .offers("evaluation, threats, forced wins and losses"),
        )
}

/// `, did you mean 'x'?` if one of the names is close to what was typed, else nothing.
pub fn did_you_mean<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> String {
    let near = names.map(|name| (distance(typed, name), name)).min();
    match near {
        Some((d, name)) if d <= 1 + typed.chars().count() / 3 => format!(", did you mean '{name}'?"),
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
