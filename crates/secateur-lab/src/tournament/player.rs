//! The players: configurations of our own searches, or programs that speak a protocol.

use super::clock::MoveLimits;
use crate::fields::{Fields, Text};
use crate::units::{bytes, number_and_unit};
use secateur::order::Choice;
use secateur_games::{Unreadable, did_you_mean};
use secateur_session::{Algorithm, Handicap, Method, OwnPlayer, Request, Settings};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use toml::de::DeTable;

/// The default size of a built-in player's table, in bytes.
pub const HASH: usize = 16 << 20;

/// The keys of any player.
const COMMON: [&str; 5] = ["name", "tc", "time", "nodes", "depth"];
/// The keys of a built-in player besides, other than [`Settings`].
const OWN: [&str; 7] = ["level", "hash", "threads", "order", "seed", "tablebase", "eval"];

/// The prefix of an outside program's option.
const OPTION: &str = "option.";

/// A player of a match.
///
/// Written as a text, it is an algorithm with settings, `engine,null_move=off,nodes=5000,name=weak`, or a protocol and
/// a command, `uci:gnuchess -u,name=gnu,option.Hash=16`. A limit of its own stands in place of all limits of the match.
///
/// ```
/// use secateur_lab::tournament::{PlayerKind, MoveLimits, MatchPlayer};
///
/// let limits = MoveLimits { nodes: Some(1_000), ..MoveLimits::default() };
/// let ours = MatchPlayer::read("engine,null_move=off", limits).unwrap();
/// assert_eq!((ours.name.as_str(), ours.limits), ("engine,null_move=off", limits));
/// let other = MatchPlayer::read("uci:gnuchess -u,name=gnu,tc=4+0.04", limits).unwrap();
/// assert_eq!(other.name, "gnu");
/// let PlayerKind::Outside(program) = other.kind else { panic!() };
/// assert_eq!(program.command, ["gnuchess", "-u"]);
///
/// let error = MatchPlayer::read("engin", limits).unwrap_err().to_string();
/// assert!(error.contains("unknown algorithm 'engin' (did you mean 'engine'?)"), "{error}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The name in tables and records.
    pub name: String,
    /// The limits of its searches.
    pub limits: MoveLimits,
    /// The kind of player.
    pub kind: PlayerKind,
}

/// The kinds of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlayerKind {
    /// One of our own.
    BuiltIn(BuiltIn),
    /// Another program.
    Outside(Outside),
    /// One that this program brings, and no other one knows.
    #[serde(skip_deserializing)]
    InProcess(InProcess),
}

/// A player that this program brings beside our own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InProcess {
    /// Its name in the registry.
    pub player: String,
    /// The seed that it is handed.
    pub seed: u64,
    #[serde(skip)]
    pub(crate) own: OwnPlayer,
}

/// A search of our own, and all that it is set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuiltIn {
    /// The algorithm by its full name.
    pub algorithm: String,
    /// The order of moves, as [`Choice`] writes it.
    pub order: String,
    /// The settings, `NAME=VALUE`.
    pub settings: Vec<String>,
    /// The size of the table in bytes.
    pub hash: usize,
    /// Search threads. With more than one, games at the same number of nodes need not be the same.
    pub threads: usize,
    /// The seed of random orders.
    pub seed: u64,
    /// The file of a tablebase that it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tablebase: Option<PathBuf>,
    /// The file of a learned evaluation that it values positions by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<PathBuf>,
    /// The level at which the engine plays, [`Handicap::LEVELS`]; none for full strength. The seed is that of its
    /// misjudgements, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outside {
    /// The protocol it speaks.
    pub dialect: Dialect,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The options to be set, by name.
    pub options: Vec<(String, String)>,
}

/// A protocol between a match and a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
    /// NBoard, for Othello.
    NBoard,
    /// The Go Text Protocol.
    Gtp,
}

impl Dialect {
    /// All, by the word that a player begins with.
    pub const ALL: [(&'static str, Dialect); 4] =
        [("uci", Dialect::Uci), ("ugi", Dialect::Ugi), ("nboard", Dialect::NBoard), ("gtp", Dialect::Gtp)];
}

/// A player as far as it has been read.
struct Draft {
    name: Option<String>,
    limits: MoveLimits,
    kind: PlayerKind,
}

impl Draft {
    fn built_in(algorithm: &str) -> Result<Draft, Unreadable> {
        let known = Algorithm::named(algorithm)?;
        if !known.searches() && !known.is_random() {
            return Err(Unreadable(format!(
                "'{algorithm}' plays from a table that another search filled, expected one that searches"
            )));
        }
        let Method { order, .. } = Method::default();
        let kind = PlayerKind::BuiltIn(BuiltIn {
            algorithm: known.full_name(),
            order: order.to_string(),
            settings: Vec::new(),
            hash: HASH,
            threads: 1,
            seed: 1,
            tablebase: None,
            eval: None,
            level: None,
        });
        Ok(Draft { name: None, limits: MoveLimits::default(), kind })
    }

    fn in_process(own: OwnPlayer) -> Draft {
        let kind = PlayerKind::InProcess(InProcess { player: own.name.to_owned(), seed: 1, own });
        Draft { name: None, limits: MoveLimits::default(), kind }
    }

    fn outside(dialect: Dialect, command: &str) -> Result<Draft, Unreadable> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let command = words
            .ok_or_else(|| Unreadable("expected a command behind the ':', with every quote closed".into()))?;
        let kind = PlayerKind::Outside(Outside { dialect, command, options: Vec::new() });
        Ok(Draft { name: None, limits: MoveLimits::default(), kind })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Unreadable> {
        let refuse = |expected: &dyn fmt::Display| Unreadable(format!("{key} is '{value}', {expected}"));
        let whole = |from: u64, to: u64| {
            let number = value.parse().ok().filter(|n| (from..=to).contains(n));
            number.ok_or_else(|| refuse(&format_args!("expected a whole number from {from} to {to}")))
        };
        match (key, &mut self.kind) {
            ("name", _) if value.trim().is_empty() => return Err(refuse(&"expected a name")),
            ("name", _) => self.name = Some(value.trim().to_owned()),
            ("tc", _) => self.limits.clock = Some(value.parse().map_err(|e| refuse(&e))?),
            ("time", _) => self.limits.time = Some(duration(value).ok_or_else(|| refuse(&TIME))?),
            ("nodes", _) => self.limits.nodes = Some(whole(1, i64::MAX as u64)?),
            ("depth", _) => self.limits.depth = Some(whole(1, 250)? as u32),
            (_, PlayerKind::Outside(program)) => match key.strip_prefix(OPTION) {
                Some(name) if !name.is_empty() => program.options.push((name.to_owned(), value.to_owned())),
                _ => {
                    return Err(Unreadable(format!(
                        "unknown key '{key}', expected {} or {OPTION}NAME",
                        COMMON.join(", ")
                    )));
                }
            },
            ("seed", PlayerKind::InProcess(own)) => own.seed = whole(0, i64::MAX as u64)?,
            (_, PlayerKind::InProcess(_)) => {
                let known = COMMON.join(", ");
                return Err(Unreadable(format!("unknown key '{key}', expected {known} or seed")));
            }
            ("level", PlayerKind::BuiltIn(own)) => {
                let known = Algorithm::named(&own.algorithm)?;
                if !known.is_engine() {
                    return Err(Unreadable(format!(
                        "'{}' plays at full strength only, expected engine for a level",
                        own.algorithm
                    )));
                }
                let [least, most] = [Handicap::LEVELS.start(), Handicap::LEVELS.end()];
                own.level = Some(whole(u64::from(*least), u64::from(*most))? as u32);
            }
            ("hash", PlayerKind::BuiltIn(own)) => own.hash = bytes(value).map_err(|e| refuse(&e))?,
            ("threads", PlayerKind::BuiltIn(own)) => own.threads = whole(1, 256)? as usize,
            ("seed", PlayerKind::BuiltIn(own)) => own.seed = whole(0, i64::MAX as u64)?,
            ("tablebase", PlayerKind::BuiltIn(own)) => own.tablebase = Some(value.into()),
            ("eval", PlayerKind::BuiltIn(own)) => own.eval = Some(value.into()),
            ("order", PlayerKind::BuiltIn(own)) => {
                own.order = value.parse::<Choice>().map_err(|e| refuse(&e))?.to_string();
            }
            (_, PlayerKind::BuiltIn(_)) if !Settings::knows(key) => {
                let known = || COMMON.into_iter().chain(OWN);
                let near = did_you_mean(key, known().chain(Settings::names()));
                let known = known().collect::<Vec<_>>().join(", ");
                return Err(Unreadable(format!(
                    "unknown key '{key}'{near}, expected {known}, or a setting such as null_move=off"
                )));
            }
            (_, PlayerKind::BuiltIn(own)) => {
                let setting = format!("{key}={value}");
                Settings::default().set(&setting)?;
                own.settings.push(setting);
            }
        }
        Ok(())
    }

    fn finish(self, name: &str, limits: MoveLimits) -> Result<MatchPlayer, Unreadable> {
        let limits = if self.limits.is_none() { limits } else { self.limits };
        if let PlayerKind::BuiltIn(BuiltIn { algorithm, .. }) = &self.kind
            && limits.depth.is_some()
            && !Algorithm::named(algorithm)?.takes_depth()
        {
            return Err(Unreadable(format!(
                "'{algorithm}' searches to no depth, expected a limit in nodes or time"
            )));
        }
        Ok(MatchPlayer { name: self.name.unwrap_or_else(|| name.to_owned()), limits, kind: self.kind })
    }
}

const TIME: &str = "expected a time such as 500ms or 2s";

/// `500ms`, `2s`.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = number_and_unit(text)?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "s" => number,
        _ => return None,
    };
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

impl MatchPlayer {
    /// Reads a player, with the limits of the match if it has none of its own.
    ///
    /// # Errors
    ///
    /// One sentence on what is wrong, and what was expected.
    pub fn read(text: &str, limits: MoveLimits) -> Result<MatchPlayer, Unreadable> {
        MatchPlayer::read_among(text, limits, &[])
    }

    /// Reads a player as [`MatchPlayer::read`] does, or one of these by its name: `mine,seed=3,nodes=5000`.
    ///
    /// # Errors
    ///
    /// One sentence on what is wrong, and what was expected.
    pub fn read_among(text: &str, limits: MoveLimits, own: &[OwnPlayer]) -> Result<MatchPlayer, Unreadable> {
        let of_dialect = Dialect::ALL.iter().find_map(|(word, dialect)| {
            let rest = text.strip_prefix(word)?.strip_prefix(':')?;
            Some((*dialect, rest))
        });
        let read = || {
            let (mut draft, pairs) = match of_dialect {
                Some((dialect, rest)) => {
                    let (command, pairs) = split_command(rest);
                    (Draft::outside(dialect, command)?, pairs)
                }
                None => {
                    let mut words = text.split(',');
                    let name = words.next().unwrap_or_default();
                    let draft = match own.iter().find(|own| own.name == name) {
                        Some(own) => Draft::in_process(*own),
                        None => Draft::built_in(name)?,
                    };
                    (draft, words.collect())
                }
            };
            for pair in pairs {
                let (key, value) = pair.split_once('=').ok_or_else(|| {
                    Unreadable(format!("found '{pair}', expected KEY=VALUE, such as nodes=5000"))
                })?;
                draft.set(key.trim(), value)?;
            }
            draft.finish(text, limits)
        };
        read().map_err(|e: Unreadable| Unreadable(format!("player '{text}': {e}")))
    }

    /// Reads the players of a TOML file, a table `[[players]]` each: `algorithm`, or `uci`, `ugi`, `nboard` or `gtp`
    /// with a command, and the keys that [`MatchPlayer::read`] takes, all as text or numbers; `set` is a list of settings,
    /// `options` a table.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the line, the key, and what was expected.
    pub fn read_file(path: &Path, text: &str, limits: MoveLimits) -> Result<Vec<MatchPlayer>, Unreadable> {
        let file = Text { path, text };
        let table = DeTable::parse(text).map_err(|e| {
            file.refuse(e.span().map_or(0, |span| span.start), e.message().replace('\n', ", "))
        })?;
        let top = Fields::new(file, 0, table.get_ref(), &["players"])?;
        let players = top.need("players", "a table [[players]] for each player")?;
        players.list(|item| {
            let words = Dialect::ALL.map(|(word, _)| word);
            let known = [&["algorithm", "set", "options"][..], &words, &COMMON, &OWN].concat();
            let fields = item.table(&known)?;
            let mut heads =
                ["algorithm"].into_iter().chain(words).filter_map(|key| Some((key, fields.get(key)?)));
            let (Some((key, head)), None) = (heads.next(), heads.next()) else {
                return Err(fields.refuse(format_args!("expected one of algorithm, {}", words.join(", "))));
            };
            let dialect = Dialect::ALL.iter().find(|(word, _)| *word == key);
            let shown = head.text()?;
            let mut draft = head.accept(match dialect {
                Some((_, dialect)) => Draft::outside(*dialect, shown),
                None => Draft::built_in(shown),
            })?;
            for key in COMMON.into_iter().chain(OWN) {
                if let Some(item) = fields.get(key) {
                    item.accept(draft.set(key, &item.scalar()?))?;
                }
            }
            if let Some(item) = fields.get("set") {
                item.list(|item| {
                    let (key, value) = item.text()?.split_once('=').unwrap_or((item.text()?, ""));
                    item.accept(draft.set(key, value))
                })?;
            }
            if let Some(item) = fields.get("options") {
                for (name, value) in item.entries()? {
                    value.accept(draft.set(&format!("{OPTION}{name}"), &value.scalar()?))?;
                }
            }
            head.accept(draft.finish(shown, limits))
        })
    }

    /// Whether something has to end its searches: not where it has none.
    pub fn needs_limits(&self) -> bool {
        match &self.kind {
            // (A handicap limits the nodes.)
            PlayerKind::BuiltIn(own) => {
                own.handicap().is_none() && Algorithm::named(&own.algorithm).is_ok_and(|a| !a.is_random())
            }
            PlayerKind::Outside(_) => true,
            PlayerKind::InProcess(_) => false,
        }
    }
}

/// A command, up to the first comma with a key behind it, and the keys with their values. Commands have commas of their
/// own.
fn split_command(text: &str) -> (&str, Vec<&str>) {
    let is_key = |word: &str| {
        let key = word.split('=').next().filter(|key| key.len() < word.len());
        key.is_some_and(|key| COMMON.contains(&key) || key.starts_with(OPTION))
    };
    let mut commas = text.match_indices(',').map(|(at, _)| at);
    let end = commas.find(|at| is_key(&text[at + 1..]));
    match end {
        Some(end) => (&text[..end], text[end + 1..].split(',').collect()),
        None => (text, Vec::new()),
    }
}

impl BuiltIn {
    /// What its level takes from it; none at full strength.
    fn handicap(&self) -> Option<Handicap> {
        Handicap::of_level(self.level?, self.seed)
    }

    /// Returns the request to the game's search, but for limits: the one place where a player becomes a request.
    ///
    /// # Errors
    ///
    /// One sentence if a name is unknown; never for what [`MatchPlayer::read`] has read.
    pub fn request(&self) -> Result<Request, Unreadable> {
        let order = Choice::from_str(&self.order).map_err(|e| Unreadable(e.to_string()))?;
        let mut settings = Settings::default();
        self.settings.iter().try_for_each(|setting| settings.set(setting))?;
        Ok(Request::default()
            .algorithm(Algorithm::named(&self.algorithm)?)
            .order(Choice { seed: self.seed, ..order })
            .settings(settings)
            .handicap(self.handicap())
            .hash(self.hash)
            .threads(self.threads))
    }
}

#[cfg(test)]
mod tests;
