//! What positions are worth: exactly near the end, and before that by a search that ends where values are known.

use super::Plan;
use super::games::{Searcher, search, searcher};
use secateur::order::{Promise, Ranked};
use secateur::{Score, Search, algo};
use secateur_games::Unreadable;
use secateur_games::othello::patterns::{STAGES, Weights, stage_of};
use secateur_games::othello::{EndGame, Othello};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many are found at a time, and then written.
const CHUNK: usize = 1 << 10;
/// No end is further away, in plies.
const TO_THE_END: u32 = 128;

/// Values in points on disk, in the order in which they are found: a first line that says what of, and then two
/// bytes each.
pub(super) struct Labels {
    path: PathBuf,
    file: File,
    pub(super) found: Vec<i16>,
}

impl Labels {
    /// Opens a file of values, or makes it. A last one that is not complete is cut off.
    pub(super) fn open(path: &Path, terms: &str) -> Result<Labels, Unreadable> {
        let failed = |e: std::io::Error| Unreadable(format!("{}: {e}", path.display()));
        let header = format!("secateur-values-1 othello {terms}\n");
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        let bytes = match std::fs::read(path) {
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(failed(e)),
            bytes => bytes.unwrap_or_default(),
        };
        let found = match bytes.strip_prefix(header.as_bytes()) {
            Some(values) => values.as_chunks::<2>().0,
            // Interrupted as it was made.
            None if header.as_bytes().starts_with(&bytes) => &[],
            None => {
                let path = path.display();
                return Err(Unreadable(format!(
                    "{path} does not begin with '{}': it belongs to another training, expected an empty folder",
                    header.trim_end()
                )));
            }
        };
        let whole = if found.is_empty() { 0 } else { header.len() + 2 * found.len() };
        file.set_len(whole as u64).map_err(failed)?;
        use std::io::{Seek, SeekFrom};
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            file.write_all(header.as_bytes()).map_err(failed)?;
        }
        let found = found.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect();
        Ok(Labels { path: path.to_owned(), file, found })
    }

    /// The values of a file, whatever of.
    pub(super) fn read(path: &Path) -> Result<Vec<i16>, Unreadable> {
        let bytes = std::fs::read(path).map_err(|e| Unreadable(format!("{}: {e}", path.display())))?;
        let start = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
        Ok(bytes[start..].as_chunks::<2>().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    fn add(&mut self, values: &[i16]) -> Result<(), Unreadable> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.file.write_all(&bytes).map_err(|e| Unreadable(format!("{}: {e}", self.path.display())))?;
        self.found.extend_from_slice(values);
        Ok(())
    }

    /// Finds the values of positions of one stage, of which `done` are known, with the weights of the later
    /// stages. `heard` is told how many more are done.
    pub(super) fn find(
        &mut self,
        positions: &[Othello],
        weights: &Arc<Weights>,
        plan: &Plan,
        (threads, interrupt): (usize, &AtomicBool),
        heard: &mut dyn FnMut(usize),
    ) -> Result<(), Unreadable> {
        let threads = threads.max(1);
        for chunk in positions.chunks(CHUNK * threads) {
            let find = |part: &[Othello]| -> Vec<i16> {
                let mut searcher = searcher(weights.clone());
                let open = part.iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
                open.map(|pos| value(&mut searcher, pos, plan)).collect()
            };
            let mut parts = chunk.chunks(chunk.len().div_ceil(threads));
            let own = parts.next().unwrap_or_default();
            let values: Vec<i16> = std::thread::scope(|scope| {
                let others: Vec<_> = parts.map(|part| scope.spawn(move || find(part))).collect();
                let mut values = find(own);
                others
                    .into_iter()
                    .for_each(|other| values.extend(other.join().expect("searches do not panic")));
                values
            });
            if interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.add(&values)?;
            heard(values.len());
        }
        Ok(())
    }
}

/// The first number of discs of a stage.
fn begin(stage: usize) -> u32 {
    4 + 4 * stage as u32
}

/// Whether the value of such a position is exact.
pub(super) fn is_exact(pos: &Othello, plan: &Plan) -> bool {
    pos.empties() <= plan.exact || stage_of(64 - pos.empties()) == STAGES - 1
}

/// The value of a position, in points.
fn value(searcher: &mut Searcher, pos: &Othello, plan: &Plan) -> i16 {
    let score = if is_exact(pos, plan) {
        let mut solver = Search::new(<EndGame>::default().with_stable_discs()).order(Ranked::new(Promise));
        let Ok(score) = algo::alpha_beta(&mut solver, pos, TO_THE_END, -Score::INF, Score::INF);
        score
    } else {
        let discs = 64 - pos.empties();
        search(searcher, pos, begin(stage_of(discs) + 1) - discs + plan.beyond)
    };
    score.get() as i16
}
