//! Profiles: how a game is best searched, in a file, and what that is known from.
//!
//! ```
//! use secateur_lab::profile::Profile;
//!
//! let text = "game = \"connect4\"\nalgorithm = \"pvs-memory\"\norder = \"table+history\"\n";
//! let profile = Profile::read("connect4.toml".as_ref(), text, "connect4").unwrap();
//! assert_eq!(profile.method.to_string(), "pvs-memory, order table+history");
//! let error = Profile::read("connect4.toml".as_ref(), text, "chess").unwrap_err().to_string();
//! assert_eq!(error, "connect4.toml, line 1: game: this is a profile of connect4, expected one of chess");
//! ```

use crate::fields::{Fields, Text};
use crate::method;
use secateur::order::Choice;
use secateur_games::Unreadable;
use secateur_session::{Method, Request};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The keys of a profile.
const TOP: &[&str] = &["game", "algorithm", "order", "settings", "evidence"];
/// The variable that names the folder of profiles.
pub const FOLDER: &str = "SECATEUR_PROFILES";
/// The keys of a profile's evidence.
const EVIDENCE: &[&str] = &["program", "command", "positions", "smallest", "fastest", "play"];

/// The method of search that suits a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// The game's name.
    pub game: String,
    /// The method that searches it.
    pub method: Method,
    /// The evidence for that; none in a profile written by hand.
    pub evidence: Option<Evidence>,
}

/// The origin of a profile, in sentences. There is no date in it: the same command on the same counts writes the
/// same file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Evidence {
    /// The version and the bench signature.
    pub program: String,
    /// The command that wrote it.
    pub command: String,
    /// The positions searched, and how deep.
    pub positions: String,
    /// The exact search with the smallest tree, and by how much it is smaller.
    pub smallest: String,
    /// The fastest exact search.
    pub fastest: String,
    /// The method that plays best.
    pub play: String,
}

/// The file, as it is written.
#[derive(Serialize)]
struct Written<'a> {
    game: &'a str,
    algorithm: String,
    order: String,
    settings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'a Evidence>,
}

impl Profile {
    /// Reads the text of the file at this path, which has to be a profile of this game. What it leaves out is as
    /// usual.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the line, the key, and what was expected.
    pub fn read(path: &Path, text: &str, game: &str) -> Result<Profile, Unreadable> {
        let file = Text { path, text };
        let table = file.parse()?;
        let top = Fields::new(file, 0, table.get_ref(), TOP)?;
        let of = top.need("game", "the name of a game")?;
        if of.text()? != game {
            let other = of.text()?;
            return of.accept(Err(format_args!("this is a profile of {other}, expected one of {game}")));
        }
        let mut method = Method {
            algorithm: method::algorithm(top.need("algorithm", "the name of an algorithm")?)?,
            ..Method::default()
        };
        if let Some(item) = top.get("order") {
            method.order = method::order(item)?;
        }
        if let Some(item) = top.get("settings") {
            method::settings(item)?.iter().try_for_each(|setting| method.settings.set(setting))?;
        }
        let evidence = top.get("evidence").map(|item| Evidence::read(item.table(EVIDENCE)?)).transpose()?;
        Ok(Profile { game: game.to_owned(), method, evidence })
    }

    /// The text of its file.
    pub fn write(&self) -> String {
        let written = Written {
            game: &self.game,
            algorithm: self.method.algorithm.full_name(),
            order: self.method.order.to_string(),
            settings: self.method.settings.written(),
            evidence: self.evidence.as_ref(),
        };
        // Text, lists of text, and a table of text behind them: all of that can be written.
        toml::to_string(&written).unwrap_or_default()
    }

    /// The player of a match that searches by this profile, as [`MatchPlayer::read`](crate::tournament::MatchPlayer::read)
    /// takes it: under this name, with the keys of `rest`.
    pub fn player(&self, name: &str, rest: &str) -> String {
        let Method { algorithm, order, settings, .. } = &self.method;
        let written = [algorithm.full_name(), format!("order={order}")];
        let written = written.into_iter().chain(settings.written().iter().cloned());
        // Its own name comes later, and wins.
        let written = written.chain([format!("name={name}"), rest.to_owned()]).collect::<Vec<_>>().join(",");
        written.trim_end_matches(',').to_owned()
    }

    /// Lets a request search by this profile; its limits, the size of its table and its seed stay as they are.
    pub fn apply(&self, request: &mut Request) {
        let Method { algorithm, order, settings, .. } = self.method.clone();
        let method = &mut request.method;
        method.order = Choice { seed: method.order.seed, ..order };
        (method.algorithm, method.settings) = (algorithm, settings);
    }
}

impl Evidence {
    fn read(fields: Fields<'_>) -> Result<Evidence, Unreadable> {
        let text = |key, is: &str| fields.need(key, is)?.text().map(str::to_owned);
        Ok(Evidence {
            program: text("program", "the program's version")?,
            command: text("command", "the command that wrote the profile")?,
            positions: text("positions", "which positions were searched")?,
            smallest: text("smallest", "which exact search has the smallest tree")?,
            fastest: text("fastest", "which exact search is the fastest")?,
            play: text("play", "what plays best")?,
        })
    }
}

/// The usual path of a game's profile; none where no folder is known.
pub fn usual_path(game: &str) -> Option<PathBuf> {
    let file = format!("{}.toml", file_name(game));
    folder(|name| std::env::var_os(name)).map(|folder| folder.join(file))
}

/// The name of a game, made fit for the name of a file: whatever a program's own game is called does not lead out of
/// the folder.
fn file_name(game: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    game.chars().map(plain).collect()
}

/// The folder of profiles, by the variables of the environment.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let variable = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let configuration = || {
        let home = variable(if cfg!(windows) { "APPDATA" } else { "HOME" });
        match () {
            () if cfg!(windows) => home,
            () if cfg!(target_os = "macos") => home.map(|home| home.join("Library/Application Support")),
            () => variable("XDG_CONFIG_HOME").or_else(|| home.map(|home| home.join(".config"))),
        }
    };
    variable(FOLDER).or_else(|| configuration().map(|folder| folder.join("secateur/profiles")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur::order::Part;
    use secateur_session::{ALGORITHMS, Algorithm};

    fn sentence() -> impl Strategy<Value = String> {
        ".{0,40}".prop_map(|text| format!("x{text}"))
    }

    fn evidence() -> impl Strategy<Value = Option<Evidence>> {
        let all = (sentence(), sentence(), sentence(), sentence(), sentence(), sentence());
        proptest::option::of(all.prop_map(|(program, command, positions, smallest, fastest, play)| {
            Evidence { program, command, positions, smallest, fastest, play }
        }))
    }

    /// The algorithms that a profile may name.
    fn searching() -> Vec<Algorithm> {
        ALGORITHMS.iter().filter(|a| a.searches() && a.takes_depth()).copied().collect()
    }

    fn settings() -> impl Strategy<Value = Vec<String>> {
        let some = ["aspiration.half_width=7", "etc=on", "null_move=off", "table.bounds=1"];
        proptest::sample::subsequence(some.map(str::to_owned).to_vec(), 0..=some.len())
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            game in sentence(),
            algorithm in proptest::sample::select(searching()),
            parts in proptest::sample::subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len()),
            settings in settings(),
            evidence in evidence(),
        ) {
            let order = Choice { parts, seed: 0 };
            let mut method = Method { algorithm, order: order.clone(), ..Method::default() };
            settings.iter().for_each(|setting| method.settings.set(setting).unwrap());
            let profile = Profile { game, method, evidence };
            let read = Profile::read("p".as_ref(), &profile.write(), &profile.game).unwrap();
            prop_assert_eq!(&read, &profile);
            let mut request = Request::default();
            request.method.order.seed = 5;
            read.apply(&mut request);
            prop_assert_eq!(request.method.algorithm, algorithm);
            prop_assert_eq!(request.method.settings.written(), settings);
            prop_assert_eq!(request.method.order, Choice { seed: 5, ..order });
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        const GOOD: &str =
            "game = \"nim\"\nalgorithm = \"pvs\"\norder = \"table\"\nsettings = [\"etc=on\"]\n";
        let refused = |old: &str, new: &str, expected: &str| {
            let error = Profile::read("p.toml".as_ref(), &GOOD.replace(old, new), "nim").unwrap_err().0;
            assert!(error.starts_with("p.toml, line ") && error.contains(expected), "{error}");
        };
        Profile::read("p.toml".as_ref(), GOOD, "nim").unwrap();
        refused(GOOD, "", "line 1: 'game' is missing, expected the name of a game");
        refused(GOOD, "\u{0}", "line 1: ");
        refused("\"nim\"", "nim", "line 1: ");
        refused("algorithm = \"pvs\"\n", "", "line 1: 'algorithm' is missing");
        refused("\"pvs\"", "\"psv\"", "line 2: algorithm: unknown algorithm 'psv' (did you mean 'pvs'?)");
        refused("\"pvs\"", "\"reflex\"", "line 2: algorithm: 'reflex' plays without a search");
        refused("order", "ordre", "line 3: unknown key 'ordre' (did you mean 'order'?)");
        refused("\"table\"", "\"tabel\"", "line 3: order: no move order is called 'tabel'");
        refused("=on", "=maybe", "line 4: settings: found 'maybe' for etc, expected one of off, on");
        refused(
            "settings",
            "[evidence]\nsettings",
            "line 5: unknown key 'settings', expected one of program",
        );
        refused("settings = [\"etc=on\"]", "[evidence]", "'program' is missing");
    }

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_is_where_the_environment_says() {
        let with = |set: &[(&str, &str)]| {
            let found =
                |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
            folder(found).map(|path| path.display().to_string())
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[home]).as_deref(), Some("/home/ada/.config/secateur/profiles"));
        assert_eq!(with(&[home, ("XDG_CONFIG_HOME", "/x")]).as_deref(), Some("/x/secateur/profiles"));
        assert_eq!(with(&[home, ("XDG_CONFIG_HOME", "/x"), (FOLDER, "/p")]).as_deref(), Some("/p"));
        assert_eq!(with(&[home, (FOLDER, "")]).as_deref(), Some("/home/ada/.config/secateur/profiles"));
        assert_eq!(file_name("../my game"), "___my_game");
    }
}
