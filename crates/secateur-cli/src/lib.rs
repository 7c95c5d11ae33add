//! The command line of Secateur, over any registry of games.
//!
//! A program with games of its own gets all of it with one line in `main`:
//!
//! ```no_run
//! # use std::process::ExitCode;
//! fn main() -> ExitCode {
//!     secateur_cli::run(secateur_games::standard())
//! }
//! ```

mod algorithms;
mod analyse;
mod bench;
mod compare;
mod games;
mod options;
mod output;
mod perft;
mod play;
mod solve;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use secateur_games::{Registry, Unreadable};
use std::process::ExitCode;

/// How a command ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum End {
    /// Done.
    Done,
    /// Done, and the answer is "no": a mismatch, a failed check.
    No,
    /// Interrupted, after the best answer so far.
    Interrupted,
}

/// Write the rules of a game once, and search it with every algorithm of the alpha-beta family.
#[derive(Parser)]
#[command(name = "secateur", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games
    Games(games::Games),
    /// List the algorithms
    Algorithms(algorithms::Algorithms),
    /// Search one position
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Find the exact value of a position, or of a file of them
    Solve(solve::Solve),
    /// Let every algorithm search the same positions, and pick the best
    Compare(compare::Compare),
    /// Play in the terminal
    Play(play::Play),
    /// Count move paths
    Perft(perft::Perft),
    /// Run fixed searches over all games, for a signature and the speed
    Bench(bench::Bench),
}

/// Runs the command line over these games, with the arguments of the process.
///
/// Exit status: 0 done, 1 the answer is "no", 2 bad input (one sentence on standard error), 130
/// interrupted after the best answer so far.
pub fn run(registry: Registry) -> ExitCode {
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return complain_of_arguments(&error),
    };
    let ended = match Cli::from_arg_matches(&matches) {
        Ok(Cli { command: Some(command) }) => dispatch(command, &registry),
        Ok(Cli { command: None }) => {
            greet();
            Ok(End::Done)
        }
        Err(error) => return complain_of_arguments(&error),
    };
    match ended {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::No) => ExitCode::from(1),
        Ok(End::Interrupted) => ExitCode::from(130),
        // Whoever reads our output has had enough: not our error.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("secateur: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Command, registry: &Registry) -> anyhow::Result<End> {
    match command {
        Command::Games(c) => c.run(registry),
        Command::Algorithms(c) => c.run(),
        Command::Analyse(c) => c.run(registry),
        Command::Solve(c) => c.run(registry),
        Command::Compare(c) => c.run(registry),
        Command::Play(c) => c.run(registry),
        Command::Perft(c) => c.run(registry),
        Command::Bench(c) => c.run(registry),
    }
}

fn greet() {
    println!("Secateur searches two-player games with every algorithm of the alpha-beta family. Try:");
    println!("  secateur compare connect4              which algorithm suits this game?");
    println!("  secateur analyse connect4 4455 --time 2s");
    println!("  secateur play tictactoe");
}

/// Says what is wrong with the arguments in one sentence. Help and version are no errors.
fn complain_of_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        };
    }
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let said = said.join(" ").replace("error: ", "").replace(" tip: ", "; ");
    eprintln!("secateur: {said}; `secateur --help` shows what is expected");
    ExitCode::from(2)
}

/// Opens a game, at a position if one is given.
fn open(
    registry: &Registry,
    game: &str,
    position: Option<&str>,
) -> Result<Box<dyn secateur_games::session::Session>, Unreadable> {
    let mut session = registry.find(game)?.open();
    if let Some(text) = position {
        session.set(text).map_err(|e| Unreadable(format!("{game} position '{text}': {e}")))?;
    }
    Ok(session)
}
