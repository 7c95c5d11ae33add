//! What `setoption` can set.

use secateur_games::did_you_mean;
use secateur_games::session::{ALGORITHMS, Algorithm, Request};
use std::ops::RangeInclusive;
use std::time::Duration;

const MIB: usize = 1 << 20;
/// The largest table that can be asked for, in MiB.
const MOST_HASH: usize = 1 << 20;
const THREADS: RangeInclusive<usize> = 1..=256;
const OVERHEAD: RangeInclusive<usize> = 0..=10_000;
const NAMES: [&str; 4] = ["Hash", "Threads", "Algorithm", "Move Overhead"];

/// The options as they are set.
pub(super) struct Options {
    /// A request without limits.
    pub(super) request: Request,
    /// What is lost of the clock on the way between the two programs.
    pub(super) overhead: Duration,
    /// The largest table allowed, in MiB.
    most_hash: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { request: Request::default(), overhead: Duration::from_millis(10), most_hash: MOST_HASH }
    }
}

impl Options {
    /// Allows tables of at most this many bytes; less than a MiB is taken for one.
    pub(super) fn limit_hash(&mut self, bytes: usize) {
        self.most_hash = (bytes / MIB).clamp(1, MOST_HASH);
        self.request.hash = self.request.hash.min(self.most_hash * MIB);
    }

    /// The options and their defaults, a line each.
    pub(super) fn describe(&self) -> Vec<String> {
        let mut options = Options::default();
        options.limit_hash(self.most_hash * MIB);
        let spin = |name: &str, default: usize, range: RangeInclusive<usize>| {
            format!(
                "option name {name} type spin default {default} min {} max {}",
                range.start(),
                range.end()
            )
        };
        let algorithms = ALGORITHMS.iter().map(|a| format!(" var {}", a.name)).collect::<String>();
        let algorithm = options.request.algorithm.name;
        vec![
            spin(NAMES[0], options.request.hash / MIB, 1..=self.most_hash),
            spin(NAMES[1], options.request.threads, THREADS),
            format!("option name {} type combo default {algorithm}{algorithms}", NAMES[2]),
            spin(NAMES[3], options.overhead.as_millis() as usize, OVERHEAD),
        ]
    }

    /// Reads what stands behind `setoption`: `name NAME value VALUE`. Capitals make no difference to names.
    pub(super) fn set<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let words: Vec<&str> = words.skip_while(|&word| word != "name").skip(1).collect();
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..end].join(" ");
        let value = words[end..].get(1..).unwrap_or_default().join(" ");
        match NAMES.iter().position(|known| known.eq_ignore_ascii_case(&name)) {
            Some(0) => {
                let bytes = number(NAMES[0], &value, 1..=self.most_hash, "MiB")? * MIB;
                // The table is made by the next search; whether there is memory for it is known now.
                Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
                    let now = self.request.hash / MIB;
                    format!("Hash: there is no memory for {value} MiB, it stays at {now} MiB")
                })?;
                self.request.hash = bytes;
            }
            Some(1) => self.request.threads = number(NAMES[1], &value, THREADS, "threads")?,
            Some(2) => {
                self.request.algorithm = Algorithm::named(&value.to_ascii_lowercase()).map_err(|e| e.0)?;
            }
            Some(_) => {
                let ms = number(NAMES[3], &value, OVERHEAD, "milliseconds")?;
                self.overhead = Duration::from_millis(ms as u64);
            }
            None if name.is_empty() => return Err("setoption: expected `name NAME value VALUE`".into()),
            None => {
                let near = did_you_mean(&name, NAMES.into_iter());
                return Err(format!("unknown option '{name}'{near}; there are {}", NAMES.join(", ")));
            }
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, range: RangeInclusive<usize>, unit: &str) -> Result<usize, String> {
    value.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (start, end) = range.into_inner();
        format!("{name} is '{value}', expected a number of {unit} from {start} to {end}")
    })
}
