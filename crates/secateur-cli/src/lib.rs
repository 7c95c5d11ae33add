#![doc = include_str!("../README.md")]

mod ablate;
mod algorithms;
mod analyse;
mod atlas;
mod bench;
mod beside;
mod board;
mod book;
pub mod check;
mod choose;
mod claims;
mod compare;
mod completions;
mod dialogue;
mod divided;
mod epd;
mod games;
mod gtp;
mod hub;
mod interrupt;
mod lab;
mod learn;
mod man;
mod matches;
mod memory;
mod messages;
mod nboard;
mod new;
mod options;
mod output;
mod perft;
mod play;
mod positions;
mod profiles;
mod program;
mod prove;
mod ray;
mod report;
mod schema;
mod serve;
mod solve;
mod sprt;
mod tablebase;
mod trace;
mod train;
mod tune;
mod uci;
mod ugi;
mod verify;

use anyhow::anyhow;
use clap::{Parser, Subcommand};
use secateur_games::Unreadable;
use secateur_session::Registry;
use std::ffi::OsString;
use std::process::ExitCode;

/// The end of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum CommandEnd {
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

// A doc comment here would hide the longer text of the subcommand's own, which `--help` shows.
#[derive(Subcommand)]
enum Command {
    #[command(about = "List the games: name, what it is, how positions are written, what it offers")]
    Games(games::GamesCommand),
    #[command(about = "List the algorithms: name, exact or selective, what it is, where it comes from")]
    Algorithms(algorithms::AlgorithmsCommand),
    #[command(about = "Search one position")]
    #[command(visible_alias = "analyze")]
    Analyse(analyse::AnalyseCommand),
    #[command(about = "Record a search: every node, and the reason for every cut")]
    Trace(trace::TraceCommand),
    #[command(about = "Find the exact value of a position, or of a file of them")]
    Solve(solve::SolveCommand),
    #[command(about = "Find a proof of who wins, and keep it as a certificate")]
    Prove(prove::ProveCommand),
    #[command(about = "Check a certificate by the rules alone")]
    Verify(verify::VerifyCommand),
    #[command(about = "Find the value of every position, and keep them in a file")]
    Tablebase(tablebase::TablebaseCommand),
    #[command(about = "List the solved games, and prove them again")]
    Atlas(atlas::AtlasCommand),
    #[command(about = "Let every algorithm search the same positions, and pick the best")]
    Compare(compare::CompareCommand),
    #[command(about = "Find the search that suits a game, and write a profile that other commands use")]
    Choose(choose::ChooseCommand),
    #[command(about = "Measure what each trick of the engine is worth in a game")]
    Ablate(ablate::AblateCommand),
    #[command(about = "Tell the designer of a game how fair, deep and dramatic it is, on a page")]
    Report(report::ReportCommand),
    #[command(about = "Run an experiment: many searches, each of them kept")]
    Lab(lab::LabCommand),
    #[command(about = "Play a match: any players, outside programs among them, every game kept")]
    Match(matches::MatchCommand),
    #[command(about = "Put the claims of the source lectures to the test")]
    Claims(claims::ClaimsCommand),
    #[command(about = "Say what the games of a match prove, and whether it may stop")]
    Sprt(sprt::SprtCommand),
    #[command(about = "Make an opening book: the exact values of the positions near the start")]
    Book(book::BookCommand),
    #[command(about = "Make a folder with a game of your own, to begin with")]
    New(new::NewCommand),
    #[command(about = "Play in the terminal")]
    Play(play::PlayCommand),
    #[command(about = "Count the paths of a number of moves from a position: a check of the rules")]
    Perft(perft::PerftCommand),
    #[command(about = "Run fixed searches over all games, for a signature and the speed")]
    Bench(bench::BenchCommand),
    #[command(about = "Search the positions of a chess test suite")]
    Epd(epd::EpdCommand),
    #[command(
        about = "Fit numbers to games of the engine against itself: an evaluation, forecasts, a recipe"
    )]
    Tune(tune::TuneCommand),
    #[command(about = "Learn an evaluation of any game from nothing but the rules")]
    Learn(learn::LearnCommand),
    #[command(about = "Learn the patterns of Othello's evaluation from nothing but the rules")]
    Train(train::TrainCommand),
    #[command(about = "Speak the Universal Chess Interface, for chess programs")]
    Uci(uci::UciCommand),
    #[command(about = "Speak the Universal Game Interface, for match runners and interfaces")]
    Ugi(ugi::UgiCommand),
    #[command(about = "Speak the NBoard protocol, for Othello programs")]
    Nboard(nboard::NboardCommand),
    #[command(about = "Speak the Hub protocol, for programs of international draughts")]
    Hub(hub::HubCommand),
    #[command(about = "Speak the Go Text Protocol, for GoGui and its tools")]
    Gtp(gtp::GtpCommand),
    #[command(about = "Serve the playground to a browser: boards to play on, searches to look into")]
    Serve(serve::ServeCommand),
    #[command(about = "Print a script by which a shell completes commands and options")]
    Completions(completions::CompletionsCommand),
    #[command(about = "Print the schema of requests and answers")]
    Schema(schema::SchemaCommand),
    #[command(about = "Write manual pages")]
    Man(man::ManCommand),
}

/// Runs the command line over these games, with the arguments of the process.
///
/// Exit status: 0 done, 1 the answer is "no", 2 bad input (one sentence on standard error), 130
/// interrupted after the best answer so far.
pub fn run(registry: Registry) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let ended = match Cli::try_parse_from(&arguments) {
        Ok(Cli { command: Some(command) }) => dispatch(command, &registry),
        Ok(Cli { command: None }) => greet(&registry),
        Err(error) if error.use_stderr() => Err(anyhow!(messages::of_arguments(&error, &arguments))),
        // Help and version are no errors.
        Err(text) => text.print().map(|()| CommandEnd::Done).map_err(Into::into),
    };
    match ended {
        Ok(CommandEnd::Done) => ExitCode::SUCCESS,
        Ok(CommandEnd::No) => ExitCode::from(1),
        Ok(CommandEnd::Interrupted) => ExitCode::from(130),
        // Whoever reads our output has had enough: not our error.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            messages::say(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Command, registry: &Registry) -> anyhow::Result<CommandEnd> {
    match command {
        Command::Games(c) => c.run(registry),
        Command::Algorithms(c) => c.run(),
        Command::Analyse(c) => c.run(registry),
        Command::Trace(c) => c.run(registry),
        Command::Solve(c) => c.run(registry),
        Command::Prove(c) => c.run(registry),
        Command::Verify(c) => c.run(registry),
        Command::Tablebase(c) => c.run(registry),
        Command::Atlas(c) => c.run(registry),
        Command::Compare(c) => c.run(registry),
        Command::Choose(c) => c.run(registry),
        Command::Ablate(c) => c.run(registry),
        Command::Report(c) => c.run(registry),
        Command::Lab(c) => c.run(registry),
        Command::Match(c) => c.run(registry),
        Command::Claims(c) => c.run(registry),
        Command::Sprt(c) => c.run(),
        Command::Book(c) => c.run(registry),
        Command::New(c) => c.run(),
        Command::Play(c) => c.run(registry),
        Command::Perft(c) => c.run(registry),
        Command::Bench(c) => c.run(registry),
        Command::Epd(c) => c.run(registry),
        Command::Learn(c) => c.run(registry),
        Command::Train(c) => c.run(registry),
        Command::Tune(c) => c.run(registry),
        Command::Uci(c) => c.run(registry),
        Command::Ugi(c) => c.run(registry),
        Command::Nboard(c) => c.run(registry),
        Command::Hub(c) => c.run(registry),
        Command::Gtp(c) => c.run(registry),
        Command::Completions(c) => c.run(),
        Command::Schema(c) => c.run(),
        Command::Serve(c) => c.run(registry),
        Command::Man(c) => c.run(),
    }
}

/// Prints what to try first, with the games that there are and with the name that the program was called by.
fn greet(registry: &Registry) -> anyhow::Result<CommandEnd> {
    output::line("Secateur searches two-player games with every algorithm of the alpha-beta family. Try:")?;
    first_steps(registry, &messages::program()).iter().try_for_each(output::line)?;
    Ok(CommandEnd::Done)
}

/// Returns the commands to try first, a line each.
fn first_steps(registry: &Registry, program: &str) -> Vec<String> {
    let known = |name: &&str| registry.find(name).is_ok();
    let any = registry.entries().first().map_or("GAME", |entry| entry.name);
    let (game, at) = ["connect4"].iter().find(|name| known(name)).map_or((any, ""), |game| (game, " 4455"));
    let to_play = ["tictactoe"].iter().find(|name| known(name)).unwrap_or(&any);
    let lines = [
        (format!("{program} compare {game}"), "which algorithm suits this game?"),
        (format!("{program} analyse {game}{at} --time 2s"), "what is the best move?"),
        (format!("{program} play {to_play}"), "can you beat it?"),
    ];
    let wide = lines.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    lines.iter().map(|(command, what)| format!("  {command:<wide$}  {what}")).collect()
}

/// Opens a game, at a position if one is given.
fn open(
    registry: &Registry,
    game: &str,
    position: Option<&str>,
) -> Result<Box<dyn secateur_session::Session>, Unreadable> {
    let mut session = registry.find(game)?.open();
    if let Some(text) = position {
        let shown = messages::printable(text, 60);
        session.set(text).map_err(|e| Unreadable(format!("{game} position '{shown}': {e}")))?;
    }
    Ok(session)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use secateur_games::nim::Nim;
    use secateur_session::GameEntry;

    /// Its short text alone may be all there is to say about a subcommand; elsewhere `--help` tells more.
    #[test]
    fn help_tells_more_than_the_list() {
        let short = ["games", "algorithms", "match", "perft", "tune", "completions", "man"];
        for command in Cli::command().get_subcommands() {
            let is_short = short.contains(&command.get_name());
            assert_eq!(command.get_long_about().is_none(), is_short, "{}", command.get_name());
        }
    }

    #[test]
    fn a_program_with_games_of_its_own_names_them_and_itself() {
        let own = Registry::new().with(GameEntry::new::<Nim>("mine", ""));
        let steps = first_steps(&own, "mygame");
        assert_eq!(steps[0], "  mygame compare mine            which algorithm suits this game?");
        assert!(steps[2].starts_with("  mygame play mine "), "{steps:?}");
        let steps = first_steps(&secateur_standard::standard(), "secateur");
        assert_eq!(steps[1], "  secateur analyse connect4 4455 --time 2s  what is the best move?");
    }
}
