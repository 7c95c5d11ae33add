//! The positions of an experiment, and their sources.

use super::file::Reader;
use crate::duel::{Arena, steady};
use crate::fields::{Fields, Item};
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The keys that give positions.
pub(super) const POSITIONS: &[&str] = &["file", "list", "sample", "trees"];
/// The keys of sampled positions.
const SAMPLE: &[&str] = &["count", "plies", "seed"];

/// The number of random moves that lead to a sampled position, unless the file gives one.
const PLIES: RangeInclusive<usize> = 4..=24;
/// The depth, in plies, of the search that decides whether a sampled position is fair.
const FAIR_DEPTH: u32 = 4;
/// The most trees that come from one table of parameters.
const MOST: usize = 1_000_000;

impl Reader<'_> {
    pub(super) fn positions(&self, entry: &GameEntry, fields: Fields<'_>) -> Result<Vec<String>, Unreadable> {
        let mut given = POSITIONS.iter().filter_map(|&way| Some((way, fields.get(way)?)));
        let (Some((way, item)), None) = (given.next(), given.next()) else {
            return Err(fields.refuse(format_args!("positions: expected one of {}", POSITIONS.join(", "))));
        };
        match way {
            "file" => {
                let file = item;
                let beside: PathBuf = self.path.parent().unwrap_or(Path::new("")).join(file.text()?);
                file.accept((self.read)(&beside, &*entry.open()))
            }
            "sample" => {
                let positions = self.sample(entry, item.table(SAMPLE)?)?;
                item.accept(positions)
            }
            "list" => item.list(|item| read_as(entry, item, item.text()?.to_owned())),
            _ => trees(entry, item),
        }
    }

    /// Positions after random moves, those that a search finds fair before others. The result within is that of
    /// the game.
    fn sample(
        &self,
        entry: &GameEntry,
        fields: Fields<'_>,
    ) -> Result<Result<Vec<String>, Unreadable>, Unreadable> {
        let count = fields.need("count", "how many positions")?.whole(1..=1_000_000)?;
        let seed = fields.whole_or("seed", 1, 0..=i64::MAX)?;
        let plies = match fields.get("plies") {
            None => PLIES,
            Some(item) => match item.list(|item| item.whole::<usize>(0..=1000))?[..] {
                [from, to] if from <= to => from..=to,
                _ => return Err(item.refuse("plies: expected two numbers, such as [4, 24]")),
            },
        };
        let sampled = || {
            let arena = Arena::new(entry, None, seed)?;
            let openings = arena.sample(plies, count, &steady(self.interrupt, FAIR_DEPTH), seed)?;
            openings.iter().map(|moves| arena.board(moves).map(|board| board.position())).collect()
        };
        Ok(sampled())
    }
}

/// A position that the game can read.
fn read_as(entry: &GameEntry, item: Item<'_>, position: String) -> Result<String, Unreadable> {
    item.accept(entry.open().set(&position)).map(|()| position)
}

/// Every combination of parameters: the words `NAME=VALUE` for each of the values that a name has. `seeds = 20` stands
/// for the seeds from 1 to 20.
fn trees(entry: &GameEntry, item: Item<'_>) -> Result<Vec<String>, Unreadable> {
    let mut all = vec![String::new()];
    for (name, item) in item.entries()? {
        let (name, values): (_, Vec<String>) = match name {
            "seeds" => ("seed", (1..=item.whole::<u64>(1..=MOST as i64)?).map(|n| n.to_string()).collect()),
            name => (name, item.list(|item| item.scalar())?),
        };
        if all.len().saturating_mul(values.len()) > MOST {
            return Err(item.refuse(format_args!("expected {MOST} trees at most")));
        }
        let with = |before: &String| {
            let gap = if before.is_empty() { "" } else { " " };
            values.iter().map(|value| format!("{before}{gap}{name}={value}")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter().map(|position| read_as(entry, item, position)).collect()
}
