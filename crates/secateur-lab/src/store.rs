//! Games on disk: a [`Journal`] with a line a game, in the order in which they were finished.

use crate::error::Error;
use crate::journal::{Journal, JournalKind};
use secateur_games::Unreadable;
use std::collections::BTreeMap;
use std::path::Path;

/// The number changes with the format, and with how games are played.
const GAMES: JournalKind = JournalKind { what: "games", format: "secateur-games-2", checked: true };

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptGame {
    /// Its number.
    pub number: u64,
    /// 1 if the side that moved first won, 0 for a draw, -1 if it lost.
    pub result: i32,
    /// The positions kept, in the order of the game.
    pub positions: Vec<KeptPosition>,
}

impl KeptGame {
    /// A line, its fields set apart by tabulators: the number, the result, then ply, score and position in turn.
    ///
    /// ```
    /// use secateur_lab::store::KeptGame;
    ///
    /// let line = "17\t-1\t159\t-120\t8/8/8/8/5k2/8/5r2/5K2 w - - 0 80";
    /// let record = KeptGame::read(line).unwrap();
    /// assert_eq!((record.result, record.positions[0].score), (-1, -120));
    /// assert_eq!(record.write(), line);
    /// ```
    pub fn write(&self) -> String {
        let mut line = format!("{}\t{}", self.number, self.result);
        for KeptPosition { ply, position, score } in &self.positions {
            line.push_str(&format!("\t{ply}\t{score}\t{position}"));
        }
        line
    }

    /// Reads a line, without looking at whether the positions make sense.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong.
    pub fn read(line: &str) -> Result<KeptGame, Unreadable> {
        let mut fields = line.split('\t');
        let number = fields.next().unwrap_or_default();
        let number = number.parse().map_err(|_| wrong("the game's number", number, "a whole number"))?;
        let result = fields.next().unwrap_or_default();
        let result: i32 = result
            .parse()
            .ok()
            .filter(|result| (-1..=1).contains(result))
            .ok_or_else(|| wrong("the result", result, "1, 0 or -1"))?;
        let mut positions = Vec::new();
        while let Some(ply) = fields.next() {
            let ply = ply.parse().map_err(|_| wrong("a ply", ply, "a whole number"))?;
            let score = fields.next().unwrap_or_default();
            let score = score.parse().map_err(|_| wrong("a score", score, "a whole number"))?;
            let Some(position) = fields.next() else {
                return Err(Unreadable(format!("found no position after the score {score}")));
            };
            positions.push(KeptPosition { ply, position: position.into(), score });
        }
        Ok(KeptGame { number, result, positions })
    }
}

fn wrong(what: &str, found: &str, expected: &str) -> Unreadable {
    let shown: String = found.chars().take(24).collect();
    Unreadable(format!("{what} is '{}', expected {expected}", shown.escape_debug()))
}

/// A position of a game that is worth keeping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptPosition {
    /// After how many moves of the game it arose.
    pub ply: usize,
    /// The position as the game writes it.
    pub position: String,
    /// The value found by the search, in points, for the side that moved first in the game.
    pub score: i32,
}

/// A file of games that more can be added to.
#[derive(Debug)]
pub struct GameStore {
    journal: Journal,
    games: BTreeMap<u64, KeptGame>,
}

impl GameStore {
    /// Opens a file of games, or makes it. A last line that is not complete is cut off.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, if it is no store, or if its games were made
    /// otherwise than `terms` say.
    pub fn open(path: &Path, terms: &str) -> Result<GameStore, Error> {
        let (journal, lines) = Journal::open(path, GAMES, terms)?;
        Ok(GameStore { journal, games: read(path, &lines)? })
    }

    /// The games, by number.
    pub fn games(&self) -> &BTreeMap<u64, KeptGame> {
        &self.games
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written.
    pub fn add(&mut self, record: KeptGame) -> Result<(), Error> {
        self.journal.add(&record.write())?;
        self.games.insert(record.number, record);
        Ok(())
    }
}

/// The games of a file, however they were made.
///
/// # Errors
///
/// One sentence if the file cannot be read, or is no store.
pub fn load(path: &Path) -> Result<BTreeMap<u64, KeptGame>, Error> {
    Ok(read(path, &GAMES.load(path)?)?)
}

/// Reads the lines after the first.
fn read(path: &Path, lines: &[String]) -> Result<BTreeMap<u64, KeptGame>, Unreadable> {
    let mut games = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let record = KeptGame::read(line)
            .map_err(|e| Unreadable(format!("{}, line {number}: {e}", path.display())))?;
        games.insert(record.number, record);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;
    use std::path::PathBuf;

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("secateur-store-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn record(number: u64) -> KeptGame {
        let position = KeptPosition { ply: 20, position: "a b c".into(), score: -5 };
        KeptGame { number, result: 0, positions: vec![position; 2] }
    }

    #[test]
    fn games_made_otherwise_are_refused() {
        let path = file("otherwise");
        let terms = |nodes: u64, weights: u64| format!("chess nodes={nodes} weights={weights}");
        let mut store = GameStore::open(&path, &terms(10, 3)).unwrap();
        store.add(record(0)).unwrap();
        let games = store.games().clone();
        drop(store);
        let error = GameStore::open(&path, &terms(11, 3)).unwrap_err().to_string();
        assert!(error.contains("were made with nodes=10, expected nodes=11"), "{error}");
        let error = GameStore::open(&path, &terms(10, 4)).unwrap_err().to_string();
        assert!(error.contains("weights=3"), "{error}");
        assert_eq!(load(&path).unwrap(), games);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_broken_line_is_named() {
        let (path, terms) = (file("broken"), "chess nodes=10");
        fs::write(&path, format!("{} {terms}\n0\t1\n1\t2\n", GAMES.format)).unwrap();
        let error = GameStore::open(&path, terms).unwrap_err().to_string();
        assert!(error.ends_with("line 3: the result is '2', expected 1, 0 or -1"), "{error}");
        fs::remove_file(path).unwrap();
    }

    proptest! {
        #[test]
        fn a_game_reads_back(
            number: u64, result in -1..=1, scores in prop::collection::vec((any::<usize>(), any::<i32>(), "[ -~]{0,80}"), 0..5)
        ) {
            let positions =
                scores.into_iter().map(|(ply, score, position)| KeptPosition { ply, position, score }).collect();
            let record = KeptGame { number, result, positions };
            prop_assert_eq!(KeptGame::read(&record.write()).unwrap(), record);
        }

        #[test]
        fn any_line_is_read_or_refused(line in "([0-9+-]{0,3}\t?){0,3}[^\n]{0,40}") {
            match KeptGame::read(&line) {
                Ok(record) => prop_assert_eq!(KeptGame::read(&record.write()).unwrap(), record),
                Err(error) => prop_assert!(!error.0.is_empty() && !error.0.contains('\n')),
            }
        }
    }
}
