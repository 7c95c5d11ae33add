//! Files of the laboratory for people to look at: experiments, stores, matches and reports, which are read and never written.
//!
//! - [`Shelf`]: the files that are shown, and no others; their names, and nothing of where they lie.
//! - `searches`: an experiment, and a store of searches; `lines`: the lines of its charts; `games`: a store of matches.
//!
//! A file may be written meanwhile. Whoever looks again says the stamp of what was seen, and gets the contents if there are others. A
//! file that takes long to read is not read again for a while, and between a thousand rows and the next whoever writes has a turn.

mod charts;
mod games;
mod searches;
#[cfg(test)]
mod tests;

pub use charts::{AxisView, BarSeriesView, BarView, BarsView, LineView, LinesView, PointView};
pub use games::{KeptGameLine, KeptMatch, MatchesView};
pub use searches::{ExperimentView, FigureView, PanelView, SearchesView, TableView};

use crate::error::Error;
use crate::experiment::{self, Experiment, ReadPositions};
use crate::files;
use crate::tournament;
use games::Games;
use secateur_games::Unreadable;
use secateur_session::Registry;
use serde::Serialize;
use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// The most bytes of a report that are shown.
const LONGEST_REPORT: u64 = 8 << 20;
/// A file is read again after this many times as long as it took.
const REST: u32 = 5;

/// Files that are shown.
#[derive(Debug, Default)]
pub struct Shelf {
    registry: Registry,
    files: Vec<ShelfFile>,
}

/// One of them.
#[derive(Debug)]
struct ShelfFile {
    path: PathBuf,
    name: String,
    about: String,
    what: What,
    seen: Mutex<Option<Seen>>,
    /// Held by whoever reads it.
    turn: Mutex<()>,
}

/// The contents of a file, as far as they are known beforehand.
#[derive(Debug)]
enum What {
    Experiment(Box<Described>),
    Searches,
    Matches,
    Report,
}

/// An experiment as its file describes it. That file is read once.
#[derive(Debug)]
struct Described {
    experiment: Experiment,
    text: String,
    ids: HashSet<String>,
}

/// What was read last.
#[derive(Clone, Debug)]
struct Seen {
    stamp: String,
    at: Instant,
    took: Duration,
    contents: Arc<Known>,
}

/// What was read of a file.
#[derive(Debug)]
enum Known {
    Whole(Contents),
    Games(Games),
}

/// The kind of a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// The description of an experiment, whose rows are in the stores.
    Experiment,
    /// A store of experiments.
    Searches,
    /// A store of games of matches.
    Matches,
    /// A report for designers of games.
    Report,
}

/// A file in a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileLine {
    /// Its number.
    pub number: usize,
    /// Its name, without the folder.
    pub name: String,
    /// Its kind.
    pub kind: FileKind,
    /// Its subject in a line, if it says one.
    pub about: String,
}

/// A file as it stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileView {
    /// Its number.
    pub number: usize,
    /// Its name, without the folder.
    pub name: String,
    /// The stamp of these contents: others have another one.
    pub stamp: String,
    /// The contents; none if they are those of the stamp that was seen before.
    pub contents: Option<Contents>,
}

/// The contents of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// The results of an experiment.
    Experiment(ExperimentView),
    /// What is in a store of searches.
    Searches(SearchesView),
    /// What is in a store of games.
    Matches(MatchesView),
    /// A report, as `secateur report --json` writes it.
    Report(serde_json::Value),
}

impl Shelf {
    /// A shelf with these files, each of which is known by what it holds. Positions of experiments are read, or sampled,
    /// now.
    ///
    /// # Errors
    ///
    /// One sentence if a file cannot be read, or is none of the laboratory's.
    pub fn open(paths: &[PathBuf], registry: &Registry, read: ReadPositions<'_>) -> Result<Shelf, Error> {
        let files = paths.iter().map(|path| ShelfFile::open(path, registry, read));
        Ok(Shelf { registry: registry.clone(), files: files.collect::<Result<_, _>>()? })
    }

    /// The files, in the order in which they were given.
    pub fn files(&self) -> Vec<FileLine> {
        let line = |(number, file): (usize, &ShelfFile)| FileLine {
            number,
            name: file.name.clone(),
            kind: file.what.kind(),
            about: file.about.clone(),
        };
        self.files.iter().enumerate().map(line).collect()
    }

    /// A file as it stands; without its contents if they have this stamp. Of games, a hundred are listed from the one of this
    /// number, counted from 0.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such file, or if it cannot be read now. Of paths it has the names of files alone.
    pub fn file(&self, number: usize, seen: Option<&str>, from: usize) -> Result<FileView, Unreadable> {
        let Some(file) = self.files.get(number) else {
            return Err(Unreadable(format!(
                "there is no file {number}, expected one of those that are shown"
            )));
        };
        let view = || -> Result<FileView, Error> {
            let Seen { stamp, contents, .. } = file.read(self)?;
            let contents = match &*contents {
                _ if seen == Some(stamp.as_str()) => None,
                Known::Whole(contents) => Some(contents.clone()),
                Known::Games(games) => {
                    Some(Contents::Matches(games.view(&file.path, &self.registry, from)?))
                }
            };
            Ok(FileView { number, name: file.name.clone(), stamp, contents })
        };
        view().map_err(|error| Unreadable(self.without_folders(&error.to_string())))
    }

    /// The stores of searches, where the rows of experiments are.
    fn stores(&self) -> impl Iterator<Item = &ShelfFile> {
        self.files.iter().filter(|file| matches!(file.what, What::Searches))
    }

    /// A sentence in which files have their names alone.
    fn without_folders(&self, sentence: &str) -> String {
        let named = |said: String, file: &ShelfFile| said.replace(&*file.path.to_string_lossy(), &file.name);
        self.files.iter().fold(sentence.to_owned(), named)
    }
}

impl What {
    fn kind(&self) -> FileKind {
        match self {
            What::Experiment(_) => FileKind::Experiment,
            What::Searches => FileKind::Searches,
            What::Matches => FileKind::Matches,
            What::Report => FileKind::Report,
        }
    }
}

impl ShelfFile {
    fn open(path: &Path, registry: &Registry, read: ReadPositions<'_>) -> Result<ShelfFile, Error> {
        let (what, about) = if path.extension().is_some_and(|end| end == "toml") {
            let text = files::read_text(path)?;
            let experiment = Experiment::read(path, &text, registry, read, &Arc::default())?;
            let (about, ids) =
                (experiment.about.clone(), experiment.jobs.iter().map(|job| job.id()).collect());
            (What::Experiment(Box::new(Described { experiment, text, ids })), about)
        } else {
            match mark(path)? {
                Some(mark) if mark == experiment::KIND.application => (What::Searches, String::new()),
                Some(mark) if mark == tournament::KIND.application => (What::Matches, String::new()),
                Some(_) => return Err(stranger(path).into()),
                None => (What::Report, report(path).map(|report| subject(&report))?),
            }
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(ShelfFile {
            path: path.to_owned(),
            name,
            about,
            what,
            seen: Mutex::default(),
            turn: Mutex::default(),
        })
    }

    /// What is in it now, or was a short time ago.
    fn read(&self, shelf: &Shelf) -> Result<Seen, Error> {
        let last = || self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let stamp = match &self.what {
            What::Experiment(_) => {
                shelf.stores().map(|store| stamp(&store.path)).collect::<Vec<_>>().join("-")
            }
            _ => stamp(&self.path),
        };
        let is_fresh = |seen: &Seen| seen.stamp == stamp || seen.at.elapsed() < REST * seen.took;
        if let Some(seen) = last().filter(is_fresh) {
            return Ok(seen);
        }
        // One reads at a time. Whoever comes meanwhile gets what was there before, and waits only where nothing was.
        let _turn = match (self.turn.try_lock(), last()) {
            (Err(TryLockError::WouldBlock), Some(seen)) => return Ok(seen),
            (Err(TryLockError::WouldBlock), None) => self.turn.lock().unwrap_or_else(PoisonError::into_inner),
            (Err(TryLockError::Poisoned(turn)), _) => turn.into_inner(),
            (Ok(turn), _) => turn,
        };
        if let Some(seen) = last().filter(is_fresh) {
            return Ok(seen);
        }
        let begun = Instant::now();
        let contents = match &self.what {
            What::Experiment(described) => {
                Known::Whole(Contents::Experiment(described.view(&self.name, shelf)?))
            }
            What::Searches => Known::Whole(Contents::Searches(SearchesView::read(&self.path)?)),
            What::Matches => Known::Games(Games::read(&self.path)?),
            What::Report => Known::Whole(Contents::Report(report(&self.path)?)),
        };
        let now = Seen { stamp, at: Instant::now(), took: begun.elapsed(), contents: Arc::new(contents) };
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(now.clone());
        Ok(now)
    }
}

/// What differs after every change of a file: its length, and the time of the change.
fn stamp(path: &Path) -> String {
    let Ok(there) = fs::metadata(path) else { return "none".into() };
    let time = there.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{:x}.{:x}", there.len(), time.unwrap_or_default().as_nanos())
}

/// The number by which a file of SQLite says what it is; none if it is no such file.
fn mark(path: &Path) -> Result<Option<i64>, Error> {
    let mut head = Vec::new();
    let file = fs::File::open(path).map_err(Error::read(path))?;
    file.take(72).read_to_end(&mut head).map_err(Error::read(path))?;
    let number = |bytes: &[u8]| bytes.try_into().map(u32::from_be_bytes).map_or(0, i64::from);
    Ok(head.starts_with(b"SQLite format 3\0").then(|| number(head.get(68..72).unwrap_or_default())))
}

fn stranger(path: &Path) -> Unreadable {
    Unreadable(format!(
        "{} is nothing of the laboratory's, expected an experiment (.toml), a store of experiments or of matches, or the JSON of a report",
        path.display()
    ))
}

/// The report in a file.
fn report(path: &Path) -> Result<serde_json::Value, Error> {
    let there = fs::metadata(path).map_err(Error::read(path))?;
    if there.len() > LONGEST_REPORT {
        return Err(stranger(path).into());
    }
    let bytes = fs::read(path).map_err(Error::read(path))?;
    let report: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
    let report = report.filter(|report| report["report"] == 1 && report["games"].is_array());
    Ok(report.ok_or_else(|| stranger(path))?)
}

/// The games that a report is about.
fn subject(report: &serde_json::Value) -> String {
    let games = report["games"].as_array().into_iter().flatten();
    games.filter_map(|game| game["game"].as_str()).collect::<Vec<_>>().join(", ")
}
