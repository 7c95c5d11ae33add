//! The exact values of the game on small boards, as far as there are any, and the time allows.

use crate::atlas::proven;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, GameEntry, Outcome, Registry, Request, Solution};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest side of boards that are solved.
const LONGEST: u32 = 8;
/// The most boards.
const MOST: usize = 16;

/// The names of the game on boards no larger than its own, the smallest first: squares, and those that are nearly so. The game
/// as it is comes last, and alone if it has no sizes.
pub(super) fn names(registry: &Registry, entry: &GameEntry) -> Vec<String> {
    let (family, own) = family(entry.name);
    let cells = own.map(|(columns, rows)| columns * rows).or_else(|| {
        let drawn = entry.open().cells()?;
        u32::try_from(drawn.marks.len()).ok()
    });
    let most = cells.unwrap_or(LONGEST * LONGEST);
    let mut sizes: Vec<(u32, u32)> = (1..=LONGEST)
        .flat_map(|columns| (1..=LONGEST).map(move |rows| (columns, rows)))
        .filter(|&(columns, rows)| columns.abs_diff(rows) <= 1 && columns * rows < most)
        .collect();
    sizes.sort_by_key(|&(columns, rows)| (columns * rows, columns));
    let named = sizes.into_iter().map(|(columns, rows)| format!("{family}-{columns}x{rows}"));
    let there = named.filter(|name| registry.find(name).is_ok_and(|sized| sized.open().outcome().is_none()));
    let mut names: Vec<String> = there.take(MOST).collect();
    names.push(entry.name.to_owned());
    names
}

/// A name without its size, and the columns and rows, where it has one.
pub(super) fn family(name: &str) -> (&str, Option<(u32, u32)>) {
    let split = || {
        let (family, size) = name.rsplit_once('-')?;
        let (columns, rows) = size.split_once('x')?;
        Some((family, (columns.parse().ok()?, rows.parse().ok()?)))
    };
    split().map_or((name, None), |(family, size)| (family, Some(size)))
}

/// The exact outcome of a board for the side that moves first, within this time; none if it takes longer.
pub(super) fn solve(
    registry: &Registry,
    name: &str,
    within: Duration,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Outcome>, Unreadable> {
    let session = registry.find(name)?.open();
    if let Some(ending) = session.outcome() {
        return Ok(Some(ending.outcome));
    }
    let request = Request::default().time(within).interrupt(interrupt.clone());
    Ok(match session.solver(&request).solve("") {
        Ok(Solution::Solved(solved)) => Some(Outcome::of(solved.value)),
        Ok(Solution::Unsolved(_)) => None,
        // Where the rules forbid to bring a position back, nothing is solved backwards, but there are proofs.
        Err(_) => proven(&*session, &request.algorithm(Algorithm::named("df-pn")?))?.0.map(Outcome::of),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    #[test]
    fn boards_come_smallest_first_and_the_game_itself_last() {
        let games = standard();
        let names_of = |name| names(&games, games.find(name).unwrap());
        let breakthrough = names_of("breakthrough-5x5");
        assert_eq!(
            breakthrough,
            [
                "breakthrough-3x4",
                "breakthrough-4x4",
                "breakthrough-4x5",
                "breakthrough-5x4",
                "breakthrough-5x5"
            ]
        );
        assert_eq!(names_of("chess"), ["chess"]);
        assert_eq!(family("kalah-4x3"), ("kalah", Some((4, 3))));
        assert_eq!(family("small-nim"), ("small-nim", None));
    }

    #[test]
    fn small_boards_have_their_published_values() {
        let games = standard();
        let value = |name| solve(&games, name, Duration::from_secs(60), &Arc::default()).unwrap();
        assert_eq!(value("domineering-4x4"), Some(Outcome::Win));
        assert_eq!(value("domineering-4x5"), Some(Outcome::Loss));
        assert_eq!(value("connect4-5x4"), Some(Outcome::Draw));
        // Positions must not come back here.
        assert_eq!(value("go-2x2"), Some(Outcome::Win));
        let at_once = solve(&games, "othello", Duration::from_millis(20), &Arc::default()).unwrap();
        assert_eq!(at_once, None);
    }
}
