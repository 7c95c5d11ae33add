//! The options that `setoption` can set.

use secateur_games::did_you_mean;
use secateur_session::{ALGORITHMS, Algorithm, Handicap, Request, Settings};
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

const MIB: usize = 1 << 20;
/// The largest table that can be asked for, in MiB.
const MOST_HASH: usize = 1 << 20;
const THREADS: RangeInclusive<usize> = 1..=256;
const LINES: RangeInclusive<usize> = 1..=256;
const OVERHEAD: RangeInclusive<usize> = 0..=10_000;

/// All options. Each protocol offers some of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    Hash,
    Threads,
    Algorithm,
    Overhead,
    ClearHash,
    Ponder,
    MultiPv,
    Chess960,
    LimitStrength,
    Elo,
    Level,
    ShowWdl,
    AnalyseMode,
}

/// The work that remains once an option is set.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    Nothing,
    /// The state that searches left behind is to be forgotten.
    Forget,
}

impl Name {
    fn text(self) -> &'static str {
        match self {
            Name::Hash => "Hash",
            Name::Threads => "Threads",
            Name::Algorithm => "Algorithm",
            Name::Overhead => "Move Overhead",
            Name::ClearHash => "Clear Hash",
            Name::Ponder => "Ponder",
            Name::MultiPv => "MultiPV",
            Name::Chess960 => "UCI_Chess960",
            Name::LimitStrength => "UCI_LimitStrength",
            Name::Elo => "UCI_Elo",
            Name::Level => "Level",
            Name::ShowWdl => "UCI_ShowWDL",
            Name::AnalyseMode => "UCI_AnalyseMode",
        }
    }
}

/// What an option can be, and its default.
pub(crate) enum Kind {
    /// A number within these.
    Spin(usize, RangeInclusive<usize>),
    /// One of these words.
    Combo(&'static str, Vec<&'static str>),
    /// Yes or no.
    Check(bool),
    /// Nothing: it is pressed.
    Button,
}

/// In the words of UCI.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Spin(set, range) => {
                write!(f, "spin default {set} min {} max {}", range.start(), range.end())
            }
            Kind::Combo(set, all) => write!(f, "combo default {set} var {}", all.join(" var ")),
            Kind::Check(set) => write!(f, "check default {set}"),
            Kind::Button => f.write_str("button"),
        }
    }
}

/// The options and their values.
pub(crate) struct Options {
    /// The options on offer.
    names: &'static [Name],
    /// A request without limits.
    pub(crate) request: Request,
    /// The request before any option is set.
    usual: Request,
    /// The time lost on the way between the two programs.
    pub(crate) overhead: Duration,
    /// The largest table allowed, in MiB.
    most_hash: usize,
    /// Whether castling is written as the king taking its own rook.
    pub(crate) chess960: bool,
    /// Whether chances are sent with each score.
    pub(crate) show_wdl: bool,
    /// Whether to limit the strength to `elo`.
    limit_strength: bool,
    elo: u32,
    /// The level of strength otherwise.
    level: u32,
}

impl Options {
    pub(crate) fn new(names: &'static [Name], algorithm: Algorithm) -> Options {
        let usual = Request::default().algorithm(algorithm);
        Options {
            names,
            request: usual.clone(),
            usual,
            overhead: Duration::from_millis(10),
            most_hash: MOST_HASH,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: *Handicap::ELO.end(),
            level: *Handicap::LEVELS.end(),
        }
    }

    /// Begins with this request.
    pub(crate) fn start_with(&mut self, request: Request) {
        self.request = request.clone();
        self.usual = request;
        self.limit_hash(self.most_hash * MIB);
    }

    /// Allows tables of at most this many bytes; less than a MiB counts as one.
    pub(crate) fn limit_hash(&mut self, bytes: usize) {
        self.most_hash = (bytes / MIB).clamp(1, MOST_HASH);
        self.request.resources.hash = self.request.resources.hash.min(self.most_hash * MIB);
    }

    /// The handicap that is set, with this seed; none for full strength.
    pub(crate) fn handicap(&self, seed: u64) -> Option<Handicap> {
        match self.limit_strength {
            true => Some(Handicap::of_elo(self.elo, seed)),
            false => Handicap::of_level(self.level, seed),
        }
    }

    /// The options and their defaults, one line each.
    pub(crate) fn describe(&self) -> Vec<String> {
        self.offered().into_iter().map(|(name, kind)| format!("option name {name} type {kind}")).collect()
    }

    /// The names of the options, and what they can be; now, their defaults.
    pub(crate) fn offered(&self) -> Vec<(&'static str, Kind)> {
        let mut defaults = Options::new(self.names, self.usual.method.algorithm);
        defaults.start_with(self.usual.clone());
        defaults.limit_hash(self.most_hash * MIB);
        self.names.iter().map(|&name| (name.text(), defaults.kind(name))).collect()
    }

    /// What an option can be, with its value as the default.
    fn kind(&self, name: Name) -> Kind {
        match name {
            Name::Hash => Kind::Spin(self.request.resources.hash / MIB, 1..=self.most_hash),
            Name::Threads => Kind::Spin(self.request.resources.threads, THREADS),
            Name::Algorithm => {
                let all = ALGORITHMS.iter().map(|a| a.name).collect();
                Kind::Combo(self.request.method.algorithm.name, all)
            }
            Name::Overhead => Kind::Spin(self.overhead.as_millis() as usize, OVERHEAD),
            Name::ClearHash => Kind::Button,
            Name::MultiPv => Kind::Spin(self.request.limits.lines, LINES),
            Name::Elo => Kind::Spin(self.elo as usize, elo_range()),
            Name::Level => Kind::Spin(self.level as usize, level_range()),
            Name::Chess960 => Kind::Check(self.chess960),
            Name::LimitStrength => Kind::Check(self.limit_strength),
            Name::ShowWdl => Kind::Check(self.show_wdl),
            Name::Ponder | Name::AnalyseMode => Kind::Check(false),
        }
    }

    /// Reads the arguments of `setoption`: `name NAME value VALUE`. Capitals make no difference to names. The
    /// settings of a search go by their own names; they are not listed.
    pub(crate) fn set<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<Then, String> {
        let words: Vec<&str> = words.skip_while(|&word| word != "name").skip(1).collect();
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..end].join(" ");
        let value = words[end..].get(1..).unwrap_or_default().join(" ");
        if name.is_empty() {
            return Err("setoption: expected `name NAME value VALUE`".into());
        }
        let known = self.names.iter().find(|known| known.text().eq_ignore_ascii_case(&name));
        if let Some(&known) = known {
            return self.put(known, &value);
        }
        let key = name.to_ascii_lowercase();
        if Settings::knows(&key) {
            self.request.method.settings.set(&format!("{key}={value}")).map_err(|e| e.0)?;
            return Ok(Then::Nothing);
        }
        let names: Vec<&str> = self.names.iter().map(|name| name.text()).collect();
        let near = did_you_mean(&name, names.iter().copied());
        Err(format!("unknown option '{name}'{near}; there are {}", names.join(", ")))
    }

    fn put(&mut self, name: Name, value: &str) -> Result<Then, String> {
        match name {
            Name::Hash => {
                let bytes = number(name, value, 1..=self.most_hash, "MiB")? * MIB;
                // The table is made by the next search; whether there is memory for it is known now.
                self.request.clone().hash(bytes).check_memory().map_err(|refused| {
                    let now = self.request.resources.hash / MIB;
                    format!("Hash: {refused}; it stays at {now} MiB")
                })?;
                self.request.resources.hash = bytes;
            }
            Name::Threads => self.request.resources.threads = number(name, value, THREADS, "threads")?,
            Name::Algorithm => {
                self.request.method.algorithm =
                    Algorithm::named(&value.to_ascii_lowercase()).map_err(|e| e.0)?;
            }
            Name::Overhead => {
                let ms = number(name, value, OVERHEAD, "milliseconds")?;
                self.overhead = Duration::from_millis(ms as u64);
            }
            Name::ClearHash => return Ok(Then::Forget),
            Name::MultiPv => self.request.limits.lines = number(name, value, LINES, "lines")?,
            Name::Elo => self.elo = number(name, value, elo_range(), "points")? as u32,
            Name::Level => self.level = number(name, value, level_range(), "levels")? as u32,
            Name::Chess960 => self.chess960 = switch(name, value)?,
            Name::LimitStrength => self.limit_strength = switch(name, value)?,
            Name::ShowWdl => self.show_wdl = switch(name, value)?,
            // A program that ponders says so with `go`; and an analysis is searched as a game is.
            Name::Ponder | Name::AnalyseMode => drop(switch(name, value)?),
        }
        Ok(Then::Nothing)
    }
}

fn elo_range() -> RangeInclusive<usize> {
    *Handicap::ELO.start() as usize..=*Handicap::ELO.end() as usize
}

fn level_range() -> RangeInclusive<usize> {
    *Handicap::LEVELS.start() as usize..=*Handicap::LEVELS.end() as usize
}

fn number(name: Name, value: &str, range: RangeInclusive<usize>, unit: &str) -> Result<usize, String> {
    value.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (start, end) = range.into_inner();
        format!("{} is '{value}', expected a number of {unit} from {start} to {end}", name.text())
    })
}

fn switch(name: Name, value: &str) -> Result<bool, String> {
    let value = value.to_ascii_lowercase();
    value.parse().map_err(|_| format!("{} is '{value}', expected true or false", name.text()))
}
