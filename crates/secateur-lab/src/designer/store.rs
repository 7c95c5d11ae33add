//! What is known of a game, in a journal: whatever ends the work, the pieces done stay.

use super::games::LEVELS;
use super::record::PlayedGame;
use super::search::SuitedSearch;
use super::stages::Stage;
use super::studies::StudiedPosition;
use super::worth::Worth;
use crate::duel::{Arena, Opening};
use crate::error::Error;
use crate::journal::{Journal, JournalKind};
use secateur_games::Unreadable;
use secateur_session::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Duration;

/// The number changes with the format, and with how games are played.
const KIND: JournalKind = JournalKind { what: "games", format: "secateur-report-1", checked: true };

/// A piece of work that is done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Piece {
    /// The next opening; none if there is none.
    Opening(Option<Opening>),
    /// A game at a level, from an opening.
    Game { level: usize, number: usize, game: PlayedGame },
    /// A pair of games from an opening of the level above this one against it: the half points of the one above.
    Pair { level: usize, number: usize, half_points: usize },
    /// A position of a game.
    Study { at: Place, found: Option<StudiedPosition> },
    /// A first move, searched with these nodes.
    First { nodes: u64, m: String, worth: Worth },
    /// A board, and its value if it was found within the time.
    Board { name: String, outcome: Option<Outcome> },
    /// The search that suits the game, if one was found within the time.
    Search(Option<SuitedSearch>),
    /// Nothing: time in which something was begun and given up.
    Lost,
}

/// Which of the positions of a game: its level, its number, and the number of the position.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) level: usize,
    pub(super) game: usize,
    pub(super) nth: usize,
}

impl Piece {
    fn stage(&self) -> Stage {
        match *self {
            Piece::Opening(_) | Piece::Lost => Stage::Openings,
            Piece::Game { level, .. } => Stage::Games(level),
            Piece::Pair { level, .. } => Stage::Pairs(level),
            Piece::Study { .. } => Stage::Studies,
            Piece::First { .. } => Stage::Firsts,
            Piece::Board { .. } => Stage::Boards,
            Piece::Search(_) => Stage::Search,
        }
    }
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The time that it took, in microseconds.
    us: u64,
    piece: Piece,
}

/// A board that was tried.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct TriedBoard {
    pub(super) outcome: Option<Outcome>,
    /// The time that it took, or was given up after.
    pub(super) time: Duration,
}

/// All that is known of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) openings: Vec<Opening>,
    /// The positions that openings lead to.
    pub(super) seen: HashSet<String>,
    /// Whether there are no other openings.
    pub(super) no_more_openings: bool,
    /// By level, and by number of opening.
    pub(super) games: [BTreeMap<usize, PlayedGame>; LEVELS.len()],
    pub(super) pairs: [BTreeMap<usize, usize>; LEVELS.len() - 1],
    pub(super) studies: BTreeMap<Place, Option<StudiedPosition>>,
    pub(super) firsts: BTreeMap<(u64, String), Worth>,
    pub(super) boards: BTreeMap<String, TriedBoard>,
    pub(super) search: Option<SuitedSearch>,
    /// The time spent on each stage.
    pub(super) spent: BTreeMap<Stage, Duration>,
}

impl Known {
    /// Takes in a piece. The position that an opening leads to comes with it.
    fn take(&mut self, piece: Piece, time: Duration, arena: &Arena) -> Result<(), Unreadable> {
        *self.spent.entry(piece.stage()).or_default() += time;
        match piece {
            Piece::Opening(None) => self.no_more_openings = true,
            Piece::Opening(Some(moves)) => {
                self.seen.insert(arena.board(&moves)?.position());
                self.openings.push(moves);
            }
            Piece::Game { level, number, game } => {
                self.games[level].insert(number, game);
            }
            Piece::Pair { level, number, half_points } => {
                self.pairs[level].insert(number, half_points);
            }
            Piece::Study { at, found } => {
                self.studies.insert(at, found);
            }
            Piece::First { nodes, m, worth } => {
                self.firsts.insert((nodes, m), worth);
            }
            Piece::Board { name, outcome } => {
                self.boards.insert(name, TriedBoard { outcome, time });
            }
            Piece::Search(found) => self.search = found.or(self.search.take()),
            Piece::Lost => {}
        }
        Ok(())
    }

    /// The time spent in all.
    pub(super) fn total(&self) -> Duration {
        self.spent.values().sum()
    }

    /// The time spent on a stage.
    pub(super) fn spent_on(&self, stage: Stage) -> Duration {
        self.spent.get(&stage).copied().unwrap_or_default()
    }

    /// The number of games: those of pairs, too.
    pub(super) fn count(&self) -> usize {
        let single: usize = self.games.iter().map(BTreeMap::len).sum();
        single + 2 * self.pairs.iter().map(BTreeMap::len).sum::<usize>()
    }
}

/// The journal, and what is in it.
pub(super) struct Store {
    journal: Journal,
    pub(super) known: Known,
}

impl Store {
    /// Opens the journal of a game, or makes it.
    pub(super) fn open(path: &Path, terms: &str, arena: &Arena) -> Result<Store, Error> {
        let (journal, lines) = Journal::open(path, KIND, terms)?;
        let mut known = Known::default();
        for (n, line) in lines.iter().enumerate() {
            let wrong = |e: &dyn std::fmt::Display| {
                Unreadable(format!("{}, line {}: expected a piece of a report: {e}", path.display(), n + 2))
            };
            let Line { us, piece } = serde_json::from_str(line).map_err(|e| wrong(&e))?;
            known.take(piece, Duration::from_micros(us), arena).map_err(|e| wrong(&e))?;
        }
        Ok(Store { journal, known })
    }

    /// Keeps a piece, which took this time.
    pub(super) fn keep(&mut self, piece: Piece, time: Duration, arena: &Arena) -> Result<(), Error> {
        // Rounded up, so that time that is over is over when it is read again.
        let line = Line { us: time.as_nanos().div_ceil(1000) as u64, piece };
        // Numbers and text: all of that can be written.
        self.journal.add(&serde_json::to_string(&line).unwrap_or_default())?;
        Ok(self.known.take(line.piece, Duration::from_micros(line.us), arena)?)
    }
}
