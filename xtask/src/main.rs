//! The project's chores: `cargo xtask test` runs every check, the other commands run one of them.

mod api;
mod book;
mod c;
mod checks;
mod cost;
mod games;
mod guard;
mod licences;
mod matches;
mod new;
mod npm;
mod packages;
mod pictures;
mod python;
mod shell;
mod signature;
mod site;
mod spdx;
mod steps;
mod studies;
mod transcripts;
mod web;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use steps::StepReport;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's chores")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Every check: format, clippy, rustdoc, tests, bench signature, instruction counts, licences, book.
    Test,
    /// The tests with the long ones among them, which are ignored otherwise, and with SECATEUR_LONG=1.
    Long,
    /// Compares the bench signature with the committed one.
    Signature {
        /// Commit to what the program prints now: writes crates/secateur-lab/src/signature.txt.
        #[arg(long)]
        bless: bool,
    },
    /// Counts the instructions that generic code costs over code written by hand.
    Guard,
    /// Checks the licence of every dependency against deny.toml, and advisories where a tool is at hand.
    Licences,
    /// Packs the crates that can be published, compiles them from their packages alone, and with the oldest Rust promised.
    Packages,
    /// Builds the libraries of C, and runs its examples; skipped without a C compiler.
    C,
    /// Builds and tests what `secateur new` writes, in a fresh folder.
    New,
    /// Compares the public API of the libraries with what is recorded; needs cargo-public-api and a nightly compiler.
    Api {
        /// Record what there is now: writes crates/NAME/public-api.txt.
        #[arg(long)]
        bless: bool,
    },
    /// Checks and builds the book, installing mdBook first if it is missing.
    Book {
        /// Print the numbers, draw the pictures and run the transcripts anew first: writes book/numbers.md, book/src and README.md.
        #[arg(long)]
        bless: bool,
    },
    /// Does the searches of experiments/ that are missing, which takes minutes, and checks the charts of the studies' pages.
    Studies {
        /// Take over the charts as they are now: writes book/src/studies/images.
        #[arg(long)]
        bless: bool,
    },
    /// Builds the pages of the playground and compares them with the committed ones; skipped without npm.
    Web {
        /// Commit to the pages as they are built now: writes crates/secateur-web/pages.
        #[arg(long)]
        bless: bool,
        /// Try them in a browser, too, and the site if there is one; skipped without Chromium.
        #[arg(long)]
        test: bool,
        /// Lay them out in this folder, with WebAssembly in place of a server.
        #[arg(long, value_name = "FOLDER")]
        site: Option<PathBuf>,
        /// Measure how fast the site searches, in Node and in Chromium, beside the program; fails below half its speed.
        #[arg(long, requires = "site")]
        speed: bool,
    },
    /// Lays out the package for JavaScript in target/npm, and tries it in Node and in Chromium; skipped without npm.
    Npm {
        /// With all games, and not just those of two modules.
        #[arg(long)]
        all: bool,
    },
    /// Builds the wheel of the Python module, installs it in a fresh environment, and runs its tests there.
    Python {
        /// Only the tests, with the library as the workspace builds it.
        #[arg(long)]
        test: bool,
    },
    /// Measures Secateur against other crates.
    Bench,
    /// Measures what a further game costs to compile, in seconds of one core; fails above 4.
    CostOfAGame {
        /// Only say how much it is.
        #[arg(long)]
        report: bool,
    },
    /// Measures how long it takes from an empty target folder to the table of `compare connect4`.
    CleanBuild,
    /// Plays chess against another engine, with fastchess as the referee.
    Match(matches::EngineMatch),
    /// Sums up files of played games: scores, milliseconds a move, how games ended.
    Games {
        /// Files in PGN, with times in the comments.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let mut report = StepReport::default();
    match Args::parse().task {
        Task::Test => {
            checks::all(&mut report);
            shell::run_as_tested();
            licences::all(&mut report);
            // What takes one lane long to compile goes to other folders of `target` than that of the other: they would wait.
            report.side_by_side([
                &[
                    ("cost of genericity", guard::check),
                    ("new games", new::check),
                    ("Python", python::test),
                    ("C", c::check),
                    ("public API", || api::check(false)),
                ],
                &[
                    ("bench signature", || signature::check(false)),
                    ("packages", packages::check),
                    ("oldest Rust", packages::oldest_rust),
                    ("JavaScript", || npm::check(false)),
                ],
            ]);
            report.step("book: includes and links", book::check);
            report.step("book: numbers", || book::numbers(false));
            report.step("book: pictures", || pictures::check(false));
            report.step("book: transcripts", || transcripts::check(false));
            report.step("book: build", book::build_if_possible);
            report.step("pages", || web::check(false));
        }
        Task::Long => report.step("tests, long ones included", checks::long),
        Task::Signature { bless } => report.step("bench signature", || signature::check(bless)),
        Task::Guard => report.step("cost of genericity", guard::check),
        Task::Licences => licences::all(&mut report),
        Task::Api { bless } => report.step("public API", || api::check(bless)),
        Task::C => report.step("C", c::check),
        Task::Npm { all } => report.step("JavaScript", || npm::check(all)),
        Task::New => report.step("new games", new::check),
        Task::Packages => {
            report.step("packages", packages::check);
            report.step("oldest Rust", packages::oldest_rust);
        }
        Task::Book { bless } => {
            report.step("book: numbers", || book::numbers(bless));
            report.step("book: pictures", || pictures::check(bless));
            report.step("book: transcripts", || transcripts::check(bless));
            report.step("book: includes and links", book::check);
            report.step("book: build", book::build);
        }
        Task::Studies { bless } => report.step("studies", || studies::check(bless)),
        Task::Web { bless, test, site, speed } => {
            report.step("pages", || web::check(bless));
            if test {
                report.step("pages in a browser", || web::test(None));
            }
            if let Some(folder) = site {
                report.step("site", || site::lay_out(&folder));
                if test {
                    report.step("site in a browser", || web::test(Some(&folder)));
                }
                if speed {
                    report.step("speed of the site", || site::speed(&folder));
                }
            }
        }
        Task::Python { test: true } => report.step("Python", python::test),
        Task::Python { test: false } => report.step("wheel", python::wheel),
        Task::Bench => report.step("peers", checks::peers),
        Task::CostOfAGame { report: only } => report.step("cost of a game", || cost::of_a_game(only)),
        Task::CleanBuild => report.step("clean build", cost::clean_build),
        Task::Match(wish) => report.step("match", || matches::play(&wish)),
        Task::Games { files } => report.step("games", || matches::sum_up(&files)),
    }
    report.finish()
}
