//! The file that describes an experiment.

use super::Job;
use crate::ablation;
use crate::duel::Ground;
use crate::fields::{Fields, Text};
use crate::units::bytes;
use crate::way::{algorithm, order, settings};
use secateur_games::session::{Request, Session};
use secateur_games::{Entry, Registry, Unreadable};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a file may say at the top,
const TOP: &[&str] =
    &["name", "about", "algorithms", "orders", "settings", "hash", "seed", "repetitions", "games"];
/// of a game,
const GAME: &[&str] = &["game", "positions", "depth", "nodes"];
/// of its positions,
const POSITIONS: &[&str] = &["file", "sample"];
/// and of those that are sampled.
const SAMPLE: &[&str] = &["count", "plies", "seed"];

/// So many jobs at most: a list of them has to fit into memory.
const MOST: usize = 10_000_000;
/// How many random moves lead to a sampled position, where nothing is said of it.
const PLIES: RangeInclusive<usize> = 4..=24;
/// The table of a search where nothing is said of it, in bytes.
const HASH: usize = 16 << 20;
/// The search that tells whether a sampled position is fair: its depth in plies,
const FAIR_DEPTH: u32 = 6;
/// and its table in bytes.
const FAIR_HASH: usize = 1 << 20;

/// Reads the positions of a file, as the game writes them.
pub type ReadPositions<'a> = &'a dyn Fn(&Path, &dyn Session) -> Result<Vec<String>, Unreadable>;

/// An experiment: a name, and all the searches that its grid comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// What it is called: letters, digits, `-` and `_`, fit for the name of a file.
    pub name: String,
    /// What it is about, in one line.
    pub about: String,
    /// The searches, each once: games in the order of the file, then positions, then the ways to search.
    pub jobs: Vec<Job>,
}

/// The ways to search, whatever the game.
struct Grid {
    algorithms: Vec<String>,
    orders: Vec<String>,
    settings: Vec<Vec<String>>,
    hash: Vec<usize>,
    seed: u64,
    repetitions: u32,
}

/// What holds for one game.
struct Searches {
    game: &'static str,
    positions: Vec<String>,
    /// No limit of this kind where there is none.
    depths: Vec<Option<u32>>,
    nodes: Vec<Option<u64>>,
}

/// What reading a file takes.
struct Reader<'a> {
    path: &'a Path,
    registry: &'a Registry,
    read: ReadPositions<'a>,
    interrupt: &'a Arc<AtomicBool>,
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
            return Err(name.complain("name: expected letters, digits, '-' and '_' alone"));
        }
        let about = top.need("about", "a line on what the experiment is about")?.text()?;
        let grid = Grid::read(&top)?;
        let reader = Reader { path, registry, read, interrupt };
        let games = top.need("games", "a table [[games]] for each game")?;
        let games = games.list(|item| reader.searches(item.table(GAME)?))?;
        let count: usize = games.iter().map(|searches| searches.count(&grid)).sum();
        if count > MOST {
            return Err(top.complain(format_args!("found {count} jobs, expected {MOST} at most")));
        }
        let mut jobs: Vec<Job> = games.iter().flat_map(|searches| searches.jobs(&grid)).collect();
        let mut seen = HashSet::new();
        jobs.retain(|job| seen.insert(job.id()));
        Ok(Experiment { name: name.text()?.to_owned(), about: about.to_owned(), jobs })
    }
}

impl Grid {
    fn read(top: &Fields<'_>) -> Result<Grid, Unreadable> {
        let algorithms = top.need("algorithms", "a list of algorithms")?;
        Ok(Grid {
            algorithms: algorithms.list(algorithm)?,
            orders: top.list_or("orders", || vec![Request::default().order.to_string()], order)?,
            settings: top.list_or("settings", || vec![Vec::new()], settings)?,
            hash: top.list_or("hash", || vec![HASH], |item| item.accept(bytes(item.text()?)))?,
            seed: top.whole_or("seed", 1, 0..=i64::MAX)?,
            repetitions: top.whole_or("repetitions", 1, 1..=1_000_000)?,
        })
    }
}

impl Reader<'_> {
    fn searches(&self, fields: Fields<'_>) -> Result<Searches, Unreadable> {
        let game = fields.need("game", "the name of a game")?;
        let entry = game.accept(self.registry.find(game.text()?))?;
        let positions = fields.need("positions", "positions.file or positions.sample")?;
        let positions = self.positions(entry, positions.table(POSITIONS)?)?;
        let depths = fields.list_or("depth", || vec![None], |item| item.whole::<u32>(1..=250).map(Some))?;
        let nodes = fields.list_or("nodes", || vec![None], |item| item.whole(1..=i64::MAX).map(Some))?;
        if (&depths[..], &nodes[..]) == (&[None], &[None]) {
            return Err(fields.complain("no limit ends the searches, expected depth or nodes"));
        }
        Ok(Searches { game: entry.name, positions, depths, nodes })
    }

    fn positions(&self, entry: &Entry, fields: Fields<'_>) -> Result<Vec<String>, Unreadable> {
        match (fields.get("file"), fields.get("sample")) {
            (Some(file), None) => {
                let beside: PathBuf = self.path.parent().unwrap_or(Path::new("")).join(file.text()?);
                file.accept((self.read)(&beside, &*entry.open()))
            }
            (None, Some(sample)) => {
                let positions = self.sample(entry, sample.table(SAMPLE)?)?;
                sample.accept(positions)
            }
            _ => Err(fields.complain("positions: expected either file or sample")),
        }
    }

    /// Positions after random moves, those that a search finds fair before others. The result within is that of
    /// the game.
    fn sample(
        &self,
        entry: &Entry,
        fields: Fields<'_>,
    ) -> Result<Result<Vec<String>, Unreadable>, Unreadable> {
        let count = fields.need("count", "how many positions")?.whole(1..=1_000_000)?;
        let seed = fields.whole_or("seed", 1, 0..=i64::MAX)?;
        let plies = match fields.get("plies") {
            None => PLIES,
            Some(item) => match item.list(|item| item.whole::<usize>(0..=1000))?[..] {
                [from, to] if from <= to => from..=to,
                _ => return Err(item.complain("plies: expected two numbers, such as [4, 24]")),
            },
        };
        let sampled = || {
            let fair = ablation::request(self.interrupt, &[], None)?;
            let fair = Request { depth: Some(FAIR_DEPTH), hash: FAIR_HASH, ..fair };
            let ground = Ground::new(entry, None, seed)?;
            let openings = ground.sample(plies, count, &fair, seed)?;
            openings.iter().map(|moves| ground.board(moves).map(|board| board.position())).collect()
        };
        Ok(sampled())
    }
}

impl Searches {
    /// How many jobs there are.
    fn count(&self, grid: &Grid) -> usize {
        let Grid { algorithms, orders, settings, hash, repetitions, .. } = grid;
        let ways = [algorithms.len(), orders.len(), settings.len(), hash.len(), *repetitions as usize];
        let here = [self.positions.len(), self.depths.len(), self.nodes.len()];
        ways.into_iter().chain(here).fold(1, usize::saturating_mul)
    }

    fn jobs(&self, grid: &Grid) -> Vec<Job> {
        let mut jobs = Vec::with_capacity(self.count(grid));
        for position in &self.positions {
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
