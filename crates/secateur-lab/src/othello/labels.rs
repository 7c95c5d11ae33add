//! Values of positions: exact near the end, and before that by a search that ends where values are known.

use super::TrainingPlan;
use super::games::{Searcher, search, searcher};
use crate::error::Error;
use crate::files;
use secateur::drive::{MtdStep, mtd};
use secateur::order::{ChildProbe, RelativeHistory};
use secateur::table::{BoundTable, SkipTrivial};
use secateur::{Keyed, Score, Search, Static, algo};
use secateur_games::Unreadable;
use secateur_games::othello::patterns::{STAGES, Weights, stage_of};
use secateur_games::othello::{EndGame, Othello};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of values found before they are written.
const CHUNK: usize = 1 << 10;
/// No end is further away, in plies.
const TO_THE_END: u32 = 128;
/// The depth of the search that a search to the end begins with.
const GUESS: u32 = 4;
/// The size of the table of a thread's searches to the end, in bytes.
const TABLE: usize = 4 << 20;

/// The first words of a file of values. Its subject follows.
const FORMAT: &str = "secateur-values-2 othello ";
/// The first words of such a file without checksums: two bytes a value.
const UNCHECKED: &str = "secateur-values-1 othello ";
/// The bytes of a value and of its checksum.
const ENTRY: usize = 6;

/// Values in points on disk, in the order in which they are found: a first line that says what of, and then two
/// bytes each, with four of a checksum behind them.
pub(super) struct Labels {
    path: PathBuf,
    file: File,
    pub(super) found: Vec<i16>,
}

impl Labels {
    /// Opens a file of values, or makes it. A last one that is not complete is cut off; values without checksums get
    /// theirs.
    pub(super) fn open(path: &Path, terms: &str) -> Result<Labels, Error> {
        let header = format!("{FORMAT}{terms}\n");
        let unchecked = format!("{UNCHECKED}{terms}\n");
        let bytes = match std::fs::read(path) {
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(Error::read(path)(e)),
            bytes => bytes.unwrap_or_default(),
        };
        let is_begun =
            |header: &str| header.as_bytes().starts_with(&bytes) || bytes.starts_with(header.as_bytes());
        if !is_begun(&header) && !is_begun(&unchecked) {
            let (path, expected) = (path.display(), header.trim_end());
            return Err(Error::Unreadable(Unreadable(format!(
                "{path} does not begin with '{expected}': it belongs to another training, expected an empty folder"
            ))));
        }
        let found = parse(path, &bytes)?;
        let whole = header.len() + ENTRY * found.len();
        if !bytes.starts_with(header.as_bytes()) {
            files::write(path, [header.as_bytes(), &entries(0, &found)].concat())?;
        }
        let failed = Error::write(path);
        let mut file = OpenOptions::new().write(true).open(path).map_err(&failed)?;
        file.set_len(whole as u64).map_err(&failed)?;
        file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(Labels { path: path.to_owned(), file, found })
    }

    /// The values of a file, whatever of.
    pub(super) fn read(path: &Path) -> Result<Vec<i16>, Error> {
        parse(path, &std::fs::read(path).map_err(Error::read(path))?)
    }

    fn add(&mut self, values: &[i16]) -> Result<(), Error> {
        self.file.write_all(&entries(self.found.len(), values)).map_err(Error::write(&self.path))?;
        self.found.extend_from_slice(values);
        Ok(())
    }

    /// Finds the values of positions of one stage, of which `done` are known, with the weights of the later
    /// stages. `heard` is told how many more are done.
    pub(super) fn find(
        &mut self,
        positions: &[Othello],
        weights: &Arc<Weights>,
        plan: &TrainingPlan,
        (threads, interrupt): (usize, &AtomicBool),
        heard: &mut dyn FnMut(usize),
    ) -> Result<(), Error> {
        let threads = threads.max(1);
        for chunk in positions.chunks(CHUNK * threads) {
            let find = |part: &[Othello]| -> Vec<i16> {
                let mut valuer = Valuer::new(weights.clone());
                let open = part.iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
                open.map(|pos| valuer.value(pos, plan)).collect()
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

/// Values as bytes, the first of them at this place of the file.
fn entries(first: usize, values: &[i16]) -> Vec<u8> {
    let entry = |(place, value): (usize, &i16)| {
        let bytes = value.to_le_bytes();
        bytes.into_iter().chain(checksum(place, bytes))
    };
    (first..).zip(values).flat_map(entry).collect()
}

/// The checksum of a value at its place.
fn checksum(place: usize, value: [u8; 2]) -> [u8; 4] {
    let sum = files::fingerprint([&(place as u64).to_le_bytes()[..], &value].concat());
    ((sum >> 32) as u32 ^ sum as u32).to_le_bytes()
}

/// The complete values in the bytes of a file, after its first line.
fn parse(path: &Path, bytes: &[u8]) -> Result<Vec<i16>, Error> {
    let start = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let (first, values) = bytes.split_at(start);
    if first.starts_with(UNCHECKED.as_bytes()) {
        return Ok(values.as_chunks::<2>().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect());
    }
    let read = |(place, &[a, b, ref sum @ ..]): (usize, &[u8; ENTRY])| match checksum(place, [a, b]) == *sum {
        true => Ok(i16::from_le_bytes([a, b])),
        false => Err(Error::altered(
            path,
            format!("value {}", place + 1),
            "the value as it was written: without the file the same command finds all values again",
        )),
    };
    values.as_chunks::<ENTRY>().0.iter().enumerate().map(read).collect()
}

/// The first number of discs of a stage.
fn begin(stage: usize) -> u32 {
    4 + 4 * stage as u32
}

/// Whether the value of such a position is exact.
pub(super) fn is_exact(pos: &Othello, plan: &TrainingPlan) -> bool {
    pos.empties() <= plan.exact || stage_of(64 - pos.empties()) == STAGES - 1
}

/// What a thread finds values with.
struct Valuer {
    searcher: Searcher,
    /// Bounds that were proven, of whatever position.
    table: BoundTable,
}

impl Valuer {
    fn new(weights: Arc<Weights>) -> Valuer {
        Valuer { searcher: searcher(weights), table: BoundTable::near_first(TABLE) }
    }

    /// The value of a position, in points.
    ///
    /// Where values err, whoever moves last before they are asked for gains by it, since the best of its moves is one that errs in its
    /// favour. So the searches of every other position are a ply longer: if all ended with the same number of discs, the same
    /// side would gain at each stage.
    fn value(&mut self, pos: &Othello, plan: &TrainingPlan) -> i16 {
        let score = if is_exact(pos, plan) {
            self.solve(pos)
        } else {
            let discs = 64 - pos.empties();
            let longer = pos.key() as u32 & 1;
            search(&mut self.searcher, pos, begin(stage_of(discs) + 1) - discs + plan.beyond + longer)
        };
        score.get() as i16
    }

    /// The value by a search to the end, which begins with that of a short one.
    fn solve(&mut self, pos: &Othello) -> Score {
        let guess = search(&mut self.searcher, pos, GUESS);
        let order = ChildProbe::new(self.table.handle().fetching(), RelativeHistory::new());
        let mut solver = Search::new(<EndGame>::default().with_stable_discs())
            .memory(SkipTrivial(self.table.handle()))
            .order(order)
            .horizon(Static);
        let Ok(score) = mtd(guess, MtdStep::Guess, |alpha, beta| {
            algo::alpha_beta_memory(&mut solver, pos, TO_THE_END, alpha, beta)
        });
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_altered_bit_is_found_or_counts_as_not_written() {
        let path = std::env::temp_dir().join(format!("secateur-values-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let values = [300, -6400, 0, 7, 1];
        let open = || Labels::open(&path, "seed=1");
        open().unwrap().add(&values).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for bit in 0..8 * whole.len() {
            let mut altered = whole.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &altered).unwrap();
            let error = open().map(|labels| labels.found).unwrap_err().to_string();
            assert!(
                error.contains("another training") || error.contains(" was altered"),
                "bit {bit}: {error}"
            );
        }
        // Cut off anywhere, whole values stay.
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut labels = open().unwrap();
            assert!(values.starts_with(&labels.found), "cut at {cut}");
            labels.add(&values[labels.found.len()..]).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        // Values of a program that knew no checksums, and half of one.
        let mut old = format!("{UNCHECKED}seed=1\n").into_bytes();
        old.extend(values.iter().flat_map(|value: &i16| value.to_le_bytes()).chain([1]));
        std::fs::write(&path, &old).unwrap();
        assert_eq!(open().unwrap().found, values);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        std::fs::remove_file(path).unwrap();
    }
}
