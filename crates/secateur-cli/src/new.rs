use crate::{CommandEnd, messages, output};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};

/// Makes a folder with a game of your own: a program that has the whole command line for it, with --wasm a module for browsers
/// and Node, too, or a module of Python.
///
/// It builds, plays and passes its tests at once: `cargo test` there, or `python -m pytest`. What to change
/// first is marked in it with "To change". Templates: a board on which stones are placed and stay, one on which
/// pieces move and capture, and houses with seeds, where a side can move twice in a row.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur new mygame
  secateur new mygame --template moving
  secateur new mygame --wasm
  secateur new mygame --python")]
pub(crate) struct NewCommand {
    /// Name of the game, and of its folder: small letters, digits and -
    name: String,
    /// The game to begin with
    #[arg(long, value_enum, default_value_t = Template::Placing)]
    template: Template,
    /// Make a module of WebAssembly as well, for JavaScript in browsers and Node
    #[arg(long)]
    wasm: bool,
    /// Make a module of Python
    #[arg(long, conflicts_with_all = ["template", "sources", "wasm"])]
    python: bool,
    /// Folder with Secateur's own sources, for a program that is built with these; by default those that this
    /// program was built from, or published ones if these are gone
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
}

/// A game to begin with.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum Template {
    /// A grid on which stones are placed and stay
    Placing,
    /// A grid on which pieces move and capture
    Moving,
    /// Houses with seeds, where a side can move twice in a row
    Sowing,
}

impl Template {
    fn text(self) -> &'static str {
        match self {
            Template::Placing => include_str!("../templates/placing.rs"),
            Template::Moving => include_str!("../templates/moving.rs"),
            Template::Sowing => include_str!("../templates/sowing.rs"),
        }
    }
}

/// The crates that a game is built with, and what follows their place or version.
const CRATES: [(&str, &str); 5] = [
    ("secateur-games", ""),
    ("secateur-session", ""),
    ("secateur-cli", ", default-features = false"),
    ("secateur-wasm", ""),
    ("secateur", ""),
];
/// The folder that the crates were built from.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const CARGO: &str = include_str!("../templates/Cargo.toml.txt");
const CARGO_CONFIG: &str = include_str!("../templates/config.toml.txt");
/// The line that a program depends on the command line by, and what stands there where there is a module, too: the command
/// line is none for browsers.
const COMMAND_LINE: &str =
    "# The command line, without the games that come with Secateur.\nsecateur-cli = SECATEUR-CLI\n";
const WITH_MODULE: &str = include_str!("../templates/with-module.toml.txt");
/// What a template has of a program, and what a library has in its place.
const MAIN: &str =
    "fn main() -> std::process::ExitCode {\n    secateur_cli::run(Registry::new().with(game()))\n}\n";
const MODULE_OF_IT: &str = include_str!("../templates/module.rs");
const MAIN_OF_IT: &str = include_str!("../templates/main.rs");
const README: &str = include_str!("../templates/README.md.txt");
const MODULE: &str = include_str!("../templates/game.py");
const MODULE_TESTS: &str = include_str!("../templates/test_game.py");

impl NewCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        self.check_name()?;
        let folder = PathBuf::from(&self.name);
        if folder.exists() {
            bail!("there is a '{}' here already, expected a new name", self.name);
        }
        let (files, next) = if self.python {
            (self.module(), format!("cd {} && python -m pytest", self.name))
        } else {
            (self.program()?, format!("cd {} && cargo test && cargo run --release -- play {0}", self.name))
        };
        for (name, text) in files {
            let path = folder.join(self.named(name));
            fs::create_dir_all(path.parent().unwrap_or(&folder))
                .and_then(|()| fs::write(&path, self.named(&text)))
                .with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        output::line(format_args!("{}/ is there; {next}", self.name))?;
        Ok(CommandEnd::Done)
    }

    /// The files of a program.
    fn program(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        let crates = self.crates()?;
        let mut cargo = CARGO.to_owned();
        if self.wasm {
            cargo = cargo
                .replace(COMMAND_LINE, "")
                .replace("[workspace]", &format!("{WITH_MODULE}\n[workspace]"));
        }
        for (name, more) in CRATES {
            let from = match &crates {
                Some(folder) => format!("path = {:?}", folder.join(name).display().to_string()),
                None => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
            };
            cargo =
                cargo.replace(&format!("= {}\n", name.to_uppercase()), &format!("= {{ {from}{more} }}\n"));
        }
        let run = "- `cargo test`: the laws that every game keeps, and tests of this one\n\
                   - `cargo run --release -- play mygame`: play it\n\
                   - `cargo run --release -- compare mygame`: which algorithm suits it\n\
                   - `cargo run --release -- --help`: all else";
        let rules = if self.wasm { "src/lib.rs" } else { "src/main.rs" };
        let mut files = vec![
            ("Cargo.toml", cargo),
            (rules, self.template.text().to_owned()),
            ("README.md", README.replace("FILE", rules).replace("RUN", run)),
            (".gitignore", "/target\n".to_owned()),
        ];
        if self.wasm {
            files[1].1 = library(self.template.text());
            files[2].1 += MODULE_RUN;
            files.push(("src/main.rs", MAIN_OF_IT.to_owned()));
            files.push((".cargo/config.toml", CARGO_CONFIG.to_owned()));
        }
        Ok(files)
    }

    /// The files of a module of Python.
    fn module(&self) -> Vec<(&'static str, String)> {
        let run = "- `pip install secateur pytest`: what it needs\n\
                   - `python -m pytest`: the laws that every game keeps, and tests of this one\n\
                   - `python mygame.py`: check it, search it, compare algorithms";
        vec![
            ("mygame.py", MODULE.to_owned()),
            ("test_mygame.py", MODULE_TESTS.to_owned()),
            ("README.md", README.replace("FILE", "mygame.py").replace("RUN", run)),
        ]
    }

    /// The folder of the crates to build with; none for those that are published.
    fn crates(&self) -> anyhow::Result<Option<PathBuf>> {
        let holds = |folder: &Path| folder.join("secateur/Cargo.toml").is_file();
        let Some(sources) = &self.sources else {
            let built_from = Path::new(BUILT_FROM);
            return Ok(built_from.canonicalize().ok().filter(|folder| holds(folder)));
        };
        let folder = [sources.join("crates"), sources.clone()].into_iter().find(|folder| holds(folder));
        let Some(folder) = folder else {
            bail!(
                "'{}' holds no crates/secateur, expected a folder with Secateur's sources",
                sources.display()
            );
        };
        Ok(Some(folder.canonicalize()?))
    }

    /// The name of the game as a type.
    fn type_name(&self) -> String {
        self.name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
    }

    /// A template's text with the name of the game.
    fn named(&self, text: &str) -> String {
        let name = if self.python { self.name.replace('-', "_") } else { self.name.clone() };
        let module = self.name.replace('-', "_");
        text.replace("MODULE", &module).replace("Mygame", &self.type_name()).replace("mygame", &name)
    }

    /// Refuses what cannot be the name of a crate or module, and of a type beside those that the template names.
    fn check_name(&self) -> anyhow::Result<()> {
        let name = &self.name;
        let is_word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !name.split('-').all(is_word) {
            let shown = messages::printable(name, 40);
            bail!(
                "'{shown}' cannot be the name of a game, expected small letters and digits, such as mygame or my-game"
            );
        }
        let (template, type_name) =
            (if self.python { MODULE } else { self.template.text() }, self.type_name());
        let is_named =
            template.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == type_name);
        let is_taken = WORDS.split_whitespace().any(|word| word == name) || name.starts_with("secateur");
        if is_named || is_taken {
            bail!("the name '{name}' is taken, expected another, such as my-{name}");
        }
        Ok(())
    }
}

/// A template as a library, of which the program and the module are made.
fn library(template: &str) -> String {
    template
        .replace(MAIN, MODULE_OF_IT)
        .replace("fn game() -> GameEntry", "pub fn game() -> GameEntry")
        .replace("use secateur_session::{GameEntry, Registry};", "use secateur_session::GameEntry;")
}

/// How the module is made and used.
const MODULE_RUN: &str = "- `cargo build --profile wasm --lib --target wasm32-unknown-unknown`: the module for JavaScript, \
                          `target/wasm32-unknown-unknown/wasm/MODULE.wasm`; with the package `secateur` of npm, \
                          `await open(new URL(\"MODULE.wasm\", import.meta.url), \"mygame\")` is a game of it\n";

/// Words of Rust and of Python, and crates and modules that are always there.
const WORDS: &str = "abstract alloc and as assert async await become box break class const continue core crate def del do \
                     dyn elif else enum except extern false final finally fn for from gen global if impl import in is \
                     lambda let loop macro match mod move mut nonlocal not or override pass priv pub raise ref return \
                     self static std struct super test trait true try type typeof unsafe unsized use virtual where \
                     while with yield";
