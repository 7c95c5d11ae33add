//! Matches against other chess engines, by an independent referee.

use crate::games::PgnGames;
use crate::shell::{built, command, run, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, bail};
use clap::Args;
use std::path::{Path, PathBuf};

const REFEREE: &str = "fastchess";

/// A match to play.
#[derive(Args)]
pub(crate) struct EngineMatch {
    /// The opponent's program, which speaks UCI.
    opponent: String,
    /// Arguments of the opponent, such as `--uci`.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    args: String,
    /// A file of openings in PGN; each is played with both colours.
    #[arg(long)]
    openings: PathBuf,
    /// Number of games.
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// Seconds for a game and seconds added with each move.
    #[arg(long, default_value = "4+0.04")]
    tc: String,
    /// Milliseconds by which the opponent may overstep its time.
    #[arg(long, default_value_t = 0)]
    margin: u32,
    /// Number of games at a time.
    #[arg(long, default_value_t = 1)]
    at_once: u32,
    /// File to write the games to.
    #[arg(long, default_value = "match.pgn")]
    pgn: PathBuf,
    /// The program to play, if not this project's as it stands.
    #[arg(long)]
    engine: Option<PathBuf>,
    /// The seed of the openings' order.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Plays a match: one thread, 16 MiB, won and drawn games ended early where both sides agree.
pub(crate) fn play(wish: &EngineMatch) -> StepResult {
    if !works(&mut command(REFEREE, &["-version"])) {
        bail!("the referee is {REFEREE}, and it is not installed: github.com/Disservin/fastchess");
    }
    let engine = match &wish.engine {
        Some(engine) => engine.clone(),
        None => built("secateur")?,
    };
    let openings = std::path::absolute(&wish.openings)?;
    let pgn = std::path::absolute(&wish.pgn)?;
    let mut referee = command(REFEREE, &["-engine", "name=secateur", "args=uci"]);
    referee.arg(format!("cmd={}", engine.display()));
    let opponent = Path::new(&wish.opponent).file_name().unwrap_or_default().to_string_lossy();
    referee.args(["-engine", &format!("name={opponent}"), &format!("cmd={}", wish.opponent)]);
    referee.arg(format!("timemargin={}", wish.margin));
    if !wish.args.is_empty() {
        referee.arg(format!("args={}", wish.args));
    }
    referee.args(["-each", &format!("tc={}", wish.tc), "option.Hash=16"]);
    referee.args(["-openings", &format!("file={}", openings.display()), "format=pgn", "order=random"]);
    referee.args(["-srand", &wish.seed.to_string(), "-rounds", &wish.games.div_ceil(2).to_string()]);
    referee.args(["-games", "2", "-repeat", "-recover", "-concurrency", &wish.at_once.to_string()]);
    referee.args(["-resign", "movecount=4", "score=600", "twosided=true"]);
    referee.args(["-draw", "movenumber=40", "movecount=8", "score=8"]);
    referee.args(["-pgnout", &format!("file={}", pgn.display()), "append=false"]);
    // The referee keeps notes of its own beside the games.
    referee.current_dir(pgn.parent().unwrap_or(&pgn));
    run(&mut referee)?;
    sum_up(&[pgn])
}

/// Prints the scores in files of games.
pub(crate) fn sum_up(files: &[PathBuf]) -> StepResult {
    let mut text = String::new();
    for file in files {
        text += &std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    let games = PgnGames::read(&text);
    if games.is_empty() {
        bail!("found no finished game, expected games in PGN");
    }
    Ok(StepDone::With(format!("\n{games}")))
}
