//! The file that describes an experiment.

use super::positions::POSITIONS;
use super::showing::{REPORT, Showing};
use super::{Job, MINIMAL_GRAPH, MINIMAL_TREE};
use crate::fields::{Fields, Text};
use crate::method::{algorithm, order, settings};
use crate::units::bytes;
use secateur_games::Unreadable;
use secateur_session::Registry;
use secateur_session::{Request, Session};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The keys at the top of a file.
const TOP: &[&str] = &[
    "name",
    "about",
    "algorithms",
    "orders",
    "settings",
    "hash",
    "seed",
    "repetitions",
    "minimal",
    "games",
    "report",
];
/// The keys of a game in a file.
const GAME: &[&str] = &["game", "positions", "depth", "nodes"];

/// The most jobs: a list of them has to fit into memory.
const MOST: usize = 10_000_000;
/// The default size of a search's table, in bytes.
const HASH: usize = 16 << 20;
/// The table of the searches that a minimal tree is taken from, in bytes: large, so that little is forgotten.
const MINIMAL_HASH: usize = 64 << 20;

/// Reads the positions of a file, as the game writes them.
pub type ReadPositions<'a> = &'a dyn Fn(&Path, &dyn Session) -> Result<Vec<String>, Unreadable>;

/// An experiment: a name, and all the searches of its grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// Its name: letters, digits, `-` and `_`, fit for the name of a file.
    pub name: String,
    /// Its subject, in one line.
    pub about: String,
    /// The contents of its report.
    pub showing: Showing,
    /// The searches, each once: games in the order of the file, then positions, then the methods of search.
    pub jobs: Vec<Job>,
}

/// The methods of search, whatever the game.
struct Grid {
    algorithms: Vec<String>,
    orders: Vec<String>,
    settings: Vec<Vec<String>>,
    hash: Vec<usize>,
    seed: u64,
    repetitions: u32,
    /// Whether minimal trees and graphs are looked for as well.
    minimal: bool,
}

/// The searches of one game.
struct Searches {
    game: &'static str,
    positions: Vec<String>,
    /// No limit of this kind where there is none.
    depths: Vec<Option<u32>>,
    nodes: Vec<Option<u64>>,
}

/// The context of reading a file.
pub(super) struct Reader<'a> {
    pub(super) path: &'a Path,
    registry: &'a Registry,
    pub(super) read: ReadPositions<'a>,
    pub(super) interrupt: &'a Arc<AtomicBool>,
}

impl Experiment {
    /// Reads the text of the file at this path. Files of positions are looked for beside it. Positions are
    /// sampled: where the flag is raised meanwhile, fewer than asked for.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the line, the key, and what was expected.
    pub fn read(
        path: &Path,
        text: &str,
        registry: &Registry,
        read: ReadPositions<'_>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Experiment, Unreadable> {
        let file = Text { path, text };
        let table = file.parse()?;
        let top = Fields::new(file, 0, table.get_ref(), TOP)?;
        let name = top.need("name", "a name for the experiment")?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if !name.text()?.chars().all(is_plain) {
            return Err(name.refuse("name: expected letters, digits, '-' and '_' alone"));
        }
        let about = top.need("about", "a line on what the experiment is about")?.text()?;
        let grid = Grid::read(&top)?;
        let showing = top.get("report").map(|item| Showing::read(&item.table(REPORT)?));
        let showing = showing.transpose()?.unwrap_or_default();
        let reader = Reader { path, registry, read, interrupt };
        let games = top.need("games", "a table [[games]] for each game")?;
        let games = games.list(|item| reader.searches(item.table(GAME)?))?;
        let count: usize = games.iter().map(|searches| searches.count(&grid)).sum();
        if count > MOST {
            return Err(top.refuse(format_args!("found {count} jobs, expected {MOST} at most")));
        }
        let mut jobs: Vec<Job> = games.iter().flat_map(|searches| searches.jobs(&grid)).collect();
        let mut seen = HashSet::new();
        jobs.retain(|job| seen.insert(job.id()));
        Ok(Experiment { name: name.text()?.to_owned(), about: about.to_owned(), showing, jobs })
    }
}

impl Grid {
    fn read(top: &Fields<'_>) -> Result<Grid, Unreadable> {
        let algorithms = top.need("algorithms", "a list of algorithms")?;
        Ok(Grid {
            algorithms: algorithms.list(|item| algorithm(item).map(|algorithm| algorithm.full_name()))?,
            orders: top
                .list_or("orders", || vec![Request::default().method.order], order)?
                .iter()
                .map(ToString::to_string)
                .collect(),
            settings: top.list_or("settings", || vec![Vec::new()], settings)?,
            hash: top.list_or("hash", || vec![HASH], |item| item.accept(bytes(item.text()?)))?,
            seed: top.whole_or("seed", 1, 0..=i64::MAX)?,
            repetitions: top.whole_or("repetitions", 1, 1..=1_000_000)?,
            minimal: top.get("minimal").map_or(Ok(false), |item| item.truth())?,
        })
    }
}

impl Reader<'_> {
    fn searches(&self, fields: Fields<'_>) -> Result<Searches, Unreadable> {
        let game = fields.need("game", "the name of a game")?;
        let entry = game.accept(self.registry.find(game.text()?))?;
        let positions = fields.need("positions", "positions.sample, positions.file and the like")?;
        let positions = self.positions(entry, positions.table(POSITIONS)?)?;
        let depths = fields.list_or("depth", || vec![None], |item| item.whole::<u32>(1..=250).map(Some))?;
        let nodes = fields.list_or("nodes", || vec![None], |item| item.whole(1..=i64::MAX).map(Some))?;
        if (&depths[..], &nodes[..]) == (&[None], &[None]) {
            return Err(fields.refuse("no limit ends the searches, expected depth or nodes"));
        }
        Ok(Searches { game: entry.name, positions, depths, nodes })
    }
}

impl Searches {
    /// Returns the number of jobs.
    fn count(&self, grid: &Grid) -> usize {
        let Grid { algorithms, orders, settings, hash, repetitions, .. } = grid;
        let ways = [algorithms.len(), orders.len(), settings.len(), hash.len(), *repetitions as usize];
        let here = [self.positions.len(), self.depths.len(), self.nodes.len()];
        let searches = ways.into_iter().chain(here).fold(1, usize::saturating_mul);
        let minimal =
            if grid.minimal { 2 * self.positions.len() * self.depths.iter().flatten().count() } else { 0 };
        searches.saturating_add(minimal)
    }

    /// The minimal trees and graphs of a position: they depend on no method of search.
    fn minimal(&self, position: &str) -> impl Iterator<Item = Job> {
        let depths = self.depths.iter().flatten();
        let kinds = [MINIMAL_TREE, MINIMAL_GRAPH];
        depths.flat_map(move |&depth| kinds.map(|kind| (kind, depth))).map(move |(kind, depth)| Job {
            game: self.game.to_owned(),
            position: position.to_owned(),
            algorithm: kind.to_owned(),
            ordering: Request::default().method.order.to_string(),
            settings: Vec::new(),
            depth: Some(depth),
            nodes: None,
            hash: MINIMAL_HASH,
            seed: 1,
            repetition: 1,
        })
    }

    fn jobs(&self, grid: &Grid) -> Vec<Job> {
        let mut jobs = Vec::with_capacity(self.count(grid));
        for position in &self.positions {
            if grid.minimal {
                jobs.extend(self.minimal(position));
            }
            for algorithm in &grid.algorithms {
                for ordering in &grid.orders {
                    for settings in &grid.settings {
                        for &hash in &grid.hash {
                            for &depth in &self.depths {
                                for &nodes in &self.nodes {
                                    jobs.extend((1..=grid.repetitions).map(|repetition| Job {
                                        game: self.game.to_owned(),
                                        position: position.clone(),
                                        algorithm: algorithm.clone(),
                                        ordering: ordering.clone(),
                                        settings: settings.clone(),
                                        depth,
                                        nodes,
                                        hash,
                                        seed: grid.seed,
                                        repetition,
                                    }));
                                }
                            }
                        }
                    }
                }
            }
        }
        jobs
    }
}
