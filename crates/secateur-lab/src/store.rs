//! Games on disk: a line that says how they were made, then a line a game.
//!
//! A line is written at once and counts when it is complete, so that whatever ends the process, no game
//! before the last one is lost. Games stand in the order in which they were finished.

use crate::selfplay::{Plan, Position};
use secateur_games::Unreadable;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What the first line begins with. The number changes with the format, and with how games are played.
const FORMAT: &str = "secateur-games-1";

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its number.
    pub number: u64,
    /// 1 if the side that moved first won, 0 for a draw, -1 if it lost.
    pub result: i32,
    /// The positions kept, in the order of the game.
    pub positions: Vec<Position>,
}

impl Record {
    /// A line, its fields set apart by tabulators: the number, the result, then score and position in turn.
    ///
    /// ```
    /// use secateur_lab::store::Record;
    ///
    /// let line = "17\t-1\t-120\t8/8/8/8/5k2/8/5r2/5K2 w - - 0 80";
    /// let record = Record::read(line).unwrap();
    /// assert_eq!((record.result, record.positions[0].score), (-1, -120));
    /// assert_eq!(record.write(), line);
    /// ```
    pub fn write(&self) -> String {
        let mut line = format!("{}\t{}", self.number, self.result);
        for Position { position, score } in &self.positions {
            line.push_str(&format!("\t{score}\t{position}"));
        }
        line
    }

    /// Reads a line, without looking at whether the positions make sense.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong.
    pub fn read(line: &str) -> Result<Record, Unreadable> {
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
        while let Some(score) = fields.next() {
            let score = score.parse().map_err(|_| wrong("a score", score, "a whole number"))?;
            let Some(position) = fields.next() else {
                return Err(Unreadable(format!("found no position after the score {score}")));
            };
            positions.push(Position { position: position.into(), score });
        }
        Ok(Record { number, result, positions })
    }
}

fn wrong(what: &str, found: &str, expected: &str) -> Unreadable {
    let shown: String = found.chars().take(24).collect();
    Unreadable(format!("{what} is '{}', expected {expected}", shown.escape_debug()))
}

/// How the games of a store were made, as its first line says it.
///
/// ```
/// use secateur_lab::{selfplay::Plan, store::header};
///
/// let plan = Plan { seed: 1, nodes: 5000, hash: 1 << 22, positions: 10 };
/// let line = header("chess", &plan, 0xbeef);
/// assert_eq!(
///     line,
///     "secateur-games-1 chess seed=1 nodes=5000 hash=4194304 positions=10 weights=000000000000beef"
/// );
/// ```
pub fn header(game: &str, plan: &Plan, weights: u64) -> String {
    let Plan { seed, nodes, hash, positions } = plan;
    let terms = format!("seed={seed} nodes={nodes} hash={hash} positions={positions} weights={weights:016x}");
    first_line(game, &terms)
}

/// The first line of a store of games that were made on these terms, `name=value` with blanks between.
pub(crate) fn first_line(game: &str, terms: &str) -> String {
    format!("{FORMAT} {game} {terms}")
}

/// A number that stands for a text or a file, such as weights: FNV-1a (Fowler, Noll and Vo, 1991).
pub fn fingerprint(content: impl AsRef<[u8]>) -> u64 {
    content
        .as_ref()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A file of games that more can be added to.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    games: BTreeMap<u64, Record>,
}

impl Store {
    /// Opens a file of games, or makes it. A last line that is not complete is cut off.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, if it is no store, or if its games were made
    /// otherwise than `header` says.
    pub fn open(path: &Path, header: &str) -> Result<Store, Unreadable> {
        let failed = |e: io::Error| Unreadable(format!("{}: {e}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| Unreadable(format!("{}: {e}", folder.display())))?;
        }
        let text = match fs::read_to_string(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(failed)?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !header.starts_with(&*text) {
            return Err(not_a_store(path));
        }
        let games = if whole == 0 { BTreeMap::new() } else { read(path, &text[..whole], Some(header))? };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        if whole == 0 {
            file.write_all(format!("{header}\n").as_bytes()).map_err(failed)?;
        }
        Ok(Store { path: path.to_owned(), file, games })
    }

    /// The games, by number.
    pub fn games(&self) -> &BTreeMap<u64, Record> {
        &self.games
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written.
    pub fn add(&mut self, record: Record) -> Result<(), Unreadable> {
        let line = record.write() + "\n";
        self.file
            .write_all(line.as_bytes())
            .map_err(|e| Unreadable(format!("{}: {e}", self.path.display())))?;
        self.games.insert(record.number, record);
        Ok(())
    }
}

/// The games of a file, however they were made.
///
/// # Errors
///
/// One sentence if the file cannot be read, or is no store.
pub fn load(path: &Path) -> Result<BTreeMap<u64, Record>, Unreadable> {
    let text = fs::read_to_string(path).map_err(|e| Unreadable(format!("{}: {e}", path.display())))?;
    read(path, &text[..text.rfind('\n').map_or(0, |end| end + 1)], None)
}

fn not_a_store(path: &Path) -> Unreadable {
    Unreadable(format!("{} is no file of games, which begins with '{FORMAT}'", path.display()))
}

/// Reads complete lines, the first of which has to be this one.
fn read(path: &Path, text: &str, header: Option<&str>) -> Result<BTreeMap<u64, Record>, Unreadable> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if first.split(' ').next() != Some(FORMAT) {
        return Err(not_a_store(path));
    }
    if let Some(header) = header.filter(|&header| header != first) {
        let differs = first.split(' ').zip(header.split(' ')).find(|(found, expected)| found != expected);
        let (found, expected) = differs.unwrap_or((first, header));
        let path = path.display();
        return Err(Unreadable(format!(
            "the games in {path} were made with {found}, expected {expected}: keep these in another folder"
        )));
    }
    let mut games = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let record =
            Record::read(line).map_err(|e| Unreadable(format!("{}, line {number}: {e}", path.display())))?;
        games.insert(record.number, record);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PLAN: Plan = Plan { seed: 1, nodes: 10, hash: 1 << 10, positions: 2 };

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("secateur-store-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn record(number: u64) -> Record {
        let position = Position { position: "a b c".into(), score: -5 };
        Record { number, result: 0, positions: vec![position; 2] }
    }

    #[test]
    fn whatever_is_cut_off_whole_games_stay() {
        let (path, line) = (file("cut"), header("chess", &PLAN, 3));
        let mut store = Store::open(&path, &line).unwrap();
        (0..3).for_each(|n| store.add(record(n)).unwrap());
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> =
            whole.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1).collect();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let mut store = Store::open(&path, &line).unwrap();
            let games = ends.iter().filter(|&&end| end <= cut).count().saturating_sub(1);
            assert_eq!(store.games().len(), games, "cut at {cut}");
            (games as u64..3).for_each(|n| store.add(record(n)).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn games_made_otherwise_are_refused() {
        let path = file("otherwise");
        Store::open(&path, &header("chess", &PLAN, 3)).unwrap().add(record(0)).unwrap();
        let other = Plan { nodes: 11, ..PLAN };
        let error = Store::open(&path, &header("chess", &other, 3)).unwrap_err().0;
        assert!(error.contains("were made with nodes=10, expected nodes=11"), "{error}");
        let error = Store::open(&path, &header("chess", &PLAN, 4)).unwrap_err().0;
        assert!(error.contains("weights=0000000000000003"), "{error}");
        assert_eq!(load(&path).unwrap().len(), 1);
        fs::write(&path, "something else").unwrap();
        let error = Store::open(&path, &header("chess", &PLAN, 3)).unwrap_err().0;
        assert!(error.ends_with("is no file of games, which begins with 'secateur-games-1'"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"something else");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_broken_line_is_named() {
        let (path, line) = (file("broken"), header("chess", &PLAN, 3));
        fs::write(&path, format!("{line}\n0\t1\n1\t2\n")).unwrap();
        let error = Store::open(&path, &line).unwrap_err().0;
        assert!(error.ends_with("line 3: the result is '2', expected 1, 0 or -1"), "{error}");
        fs::remove_file(path).unwrap();
    }

    proptest! {
        #[test]
        fn a_game_reads_back(
            number: u64, result in -1..=1, scores in prop::collection::vec((any::<i32>(), "[ -~]{0,80}"), 0..5)
        ) {
            let positions =
                scores.into_iter().map(|(score, position)| Position { position, score }).collect();
            let record = Record { number, result, positions };
            prop_assert_eq!(Record::read(&record.write()).unwrap(), record);
        }

        #[test]
        fn any_line_is_read_or_refused(line in "([0-9+-]{0,3}\t?){0,3}[^\n]{0,40}") {
            match Record::read(&line) {
                Ok(record) => prop_assert_eq!(Record::read(&record.write()).unwrap(), record),
                Err(error) => prop_assert!(!error.0.is_empty() && !error.0.contains('\n')),
            }
        }
    }
}
