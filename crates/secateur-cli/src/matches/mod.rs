//! Matches between players of any kind.

mod cross_table;
mod options;
mod report;

use crate::messages::looks_like_an_option;
use crate::options::{position, whole};
use crate::positions::{read_bytes, read_text};
use crate::profiles::Profiled;
use crate::ray::{Cluster, Elsewhere};
use crate::{CommandEnd, interrupt, memory, messages, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use options::{Course, SprtOption};
use report::MatchReport;
use secateur_games::Unreadable;
use secateur_lab::tournament::pgn::Growing;
use secateur_lab::tournament::{
    self, GameLine, Heard, MatchEnd, MatchPlayer, MatchStore, Openings, PlayerKind, Schedule, Standings,
};
use secateur_session::{GameEntry, Registry};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays a match: our own searches, and programs that speak UCI, UGI, NBoard or GTP, in any game.
#[derive(Args)]
#[command(after_help = "Players:
  engine,null_move=off,nodes=5000   an algorithm with settings and limits
  engine,level=3                    the engine at a level, from 1, a beginner, to 10
  random                            any legal move, by its seed
  profile                           as `secateur choose` found best; or profile:FILE
  'uci:gnuchess -u,option.Hash=16'  a program that speaks UCI; or ugi:, nboard:, gtp:
  Keys of any player: name, tc, time, nodes, depth; of our own: level, hash, threads, order, seed,
  tablebase, eval, and settings as --set takes them. A limit of its own stands in place of those of the match.

Games are played in pairs from the same opening, colours changed. Each is stored as it ends: killed
at any moment, the same command plays only what is missing.

Examples:
  secateur match connect4 mtd-f engine --nodes 2000 --games 200
  secateur match chess engine uci:toga2,name=toga --tc 4+0.04 --games 20 --pgn games.pgn
  secateur match chess engine engine,null_move=off --nodes 5000 --sprt elo0=0,elo1=10
  secateur match chess --players players.toml --gauntlet 1 --tc 40/60 --openings openings.epd

A file of players:
  [[players]]
  algorithm = \"engine\"
  set = [\"null_move=off\"]
  nodes = 5000

  [[players]]
  uci = \"gnuchess -u\"
  name = \"gnu\"
  tc = \"4+0.04\"
  options = { Hash = 16 }")]
pub(crate) struct MatchCommand {
    /// Game
    game: String,
    /// Players, two at least
    #[arg(value_name = "PLAYER", value_parser = player)]
    players: Vec<String>,
    /// TOML file with more players
    #[arg(long = "players", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Position that games begin at; the start by default
    #[arg(long, value_name = "TEXT", value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    course: Course,
    /// Number of games for each two players, in pairs, so that there is one more if it is odd [default: 100; with a
    /// test, until it decides]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=100_000_000), allow_negative_numbers = true)]
    games: Option<usize>,
    /// Number of pairs of games, in place of games
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=50_000_000), allow_negative_numbers = true, conflicts_with = "games")]
    rounds: Option<usize>,
    /// Let only the first N players play, against all others, in place of everybody against everybody
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", value_parser = whole::<usize>(1..=1000), allow_negative_numbers = true)]
    gauntlet: Option<usize>,
    /// Openings of the games: random (moves), none, or a file: PGN, or lines with a position, EPD or moves
    #[arg(long, value_name = "WHERE", default_value = "random")]
    openings: String,
    /// Number of random moves that begin a game, or of moves taken from each game of a PGN file
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<usize>(0..=200), allow_negative_numbers = true)]
    plies: usize,
    /// Take the openings of a file in a random order
    #[arg(long)]
    shuffle: bool,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Stop as soon as a test decides (SPRT) between elo0 and elo1, which say how much stronger the first player is:
    /// elo0=0,elo1=5 and perhaps alpha=0.05,beta=0.05,model=logistic or normalised
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<SprtOption>,
    /// Number of games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    concurrency: usize,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// Store to keep the games in
    #[arg(long, value_name = "FILE", default_value = "match.db")]
    store: PathBuf,
    /// Write the games of the match into this file, in PGN or its like: each as it ends, and in the end all in their order
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print one JSON object a line: each game, then a summary
    #[arg(long)]
    json: bool,
}

/// The number of games for each two players by default.
const GAMES: usize = 100;

/// Takes a player. What looks like an option is a mistyped one.
fn player(text: &str) -> Result<String, Unreadable> {
    match looks_like_an_option(text) {
        true => Err(Unreadable("expected a player".into())),
        false => Ok(text.to_owned()),
    }
}

impl MatchCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        let rules = self.course.rules();
        let players = self.players(registry)?;
        let rounds = match (self.games, self.rounds) {
            (Some(games), _) => Some(games.div_ceil(2)),
            (None, Some(rounds)) => Some(rounds),
            (None, None) => self.sprt.is_none().then_some(GAMES / 2),
        };
        let schedule = match self.gauntlet {
            Some(seeds) => Schedule::gauntlet(players.len(), seeds, rounds)?,
            None => Schedule::round_robin(players.len(), rounds)?,
        };
        self.check_room(&players)?;
        let openings = self.openings(entry)?;
        self.warn_of_crowd(&players);
        warn_of_few(&openings, rounds);
        let interrupt = interrupt::flag()?;
        let test = self.sprt.as_ref().map(|test| test.0);
        let mut played = tournament::Match::new(entry, players, schedule, openings, rules, test)?;
        let mut pgn = self.pgn.as_ref().map(|path| Growing::begin(path, entry)).transpose()?;
        let mut crew = self.elsewhere.crew("game")?;
        if crew.is_none() {
            played.try_programs(&interrupt)?;
        }
        let mut store = MatchStore::open(&self.store)?;
        let report = MatchReport { json: self.json, game: &self.game };
        report.begin(test.as_ref())?;
        let outcome =
            self.play((&mut played, crew.as_mut()), &mut store, &interrupt, &report, pgn.as_mut())?;
        if let Some(file) = pgn {
            played.finish_pgn(&store, file)?;
        }
        report.end(played.standings(), outcome)?;
        if outcome != MatchEnd::Interrupted {
            return Ok(CommandEnd::Done);
        }
        let (there, path) = (played.standings().games() as u64, self.store.display());
        let said = format!(
            "{} of the match in {path}; this goes on from there:\n  {}",
            output::counted(there, "game"),
            command_line()
        );
        if self.json {
            messages::note(&said)
        } else {
            output::line(said)?
        }
        Ok(CommandEnd::Interrupted)
    }

    /// The players of the command line, then those of the file.
    fn players(&self, registry: &Registry) -> anyhow::Result<Vec<MatchPlayer>> {
        let limits = self.course.limits();
        let mut players = Vec::new();
        for text in &self.players {
            players.push(MatchPlayer::read_among(&self.written_out(text)?, limits, registry.players())?);
        }
        if let Some(path) = &self.file {
            players.extend(MatchPlayer::read_file(path, &read_text(path)?, limits)?);
        }
        Ok(players)
    }

    /// A player with its method in place of `profile` or `profile:FILE`.
    fn written_out(&self, text: &str) -> anyhow::Result<String> {
        let (head, rest) = text.split_once(',').unwrap_or((text, ""));
        let profile = match head.split_once(':') {
            Some(("profile", file)) => Some(file.into()),
            None if head == "profile" => None,
            _ => return Ok(text.to_owned()),
        };
        let Some((_, profile)) = (Profiled { profile }).find(&self.game)? else {
            let game = &self.game;
            bail!(
                "player '{head}': {game} has no profile, expected one by `secateur choose {game}`, or profile:FILE"
            );
        };
        Ok(profile.player(head, rest))
    }

    fn check_room(&self, players: &[MatchPlayer]) -> anyhow::Result<()> {
        let hash = |player: &MatchPlayer| match &player.kind {
            PlayerKind::BuiltIn(own) => own.hash,
            PlayerKind::Outside(_) | PlayerKind::InProcess(_) => 0,
        };
        let all = players.iter().map(hash).fold(0, usize::saturating_add);
        if self.elsewhere.is_asked() {
            return Ok(());
        }
        memory::check_room_for(
            all.saturating_mul(self.concurrency),
            "hash of all players, times --concurrency",
        )
    }

    /// Warns if more players think at a time than the machine has processors: clocks would measure who waits.
    fn warn_of_crowd(&self, players: &[MatchPlayer]) {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        if !self.elsewhere.is_asked()
            && self.concurrency > processors
            && players.iter().any(|player| player.limits.is_timed())
        {
            warn(&format!(
                "{} at a time on {}: with clocks, games are decided by who waits for whom",
                output::counted(self.concurrency as u64, "game"),
                output::counted(processors as u64, "processor")
            ));
        }
    }

    fn openings(&self, entry: &GameEntry) -> anyhow::Result<Openings> {
        let at = self.position.as_deref();
        let of_position = || match at {
            Some(text) => format!("{} position '{}'", entry.name, messages::printable(text, 60)),
            None => entry.name.to_owned(),
        };
        if let Some(text) = at {
            entry.open().set(text).with_context(of_position)?;
        }
        let path = match self.openings.as_str() {
            "none" => return Ok(Openings::none(entry, at)),
            "random" => {
                let plies = self.plies..=self.plies + 1;
                return Openings::random(entry, at, plies, self.seed).with_context(of_position);
            }
            path => Path::new(path),
        };
        if at.is_some() {
            bail!("games begin at --position or where a file says, expected one of the two");
        }
        let mut openings = Openings::of_file(path, read_bytes(path)?, entry, self.plies)?;
        if self.shuffle {
            openings.shuffle(self.seed);
        }
        Ok(openings)
    }

    fn play(
        &self,
        (played, crew): (&mut tournament::Match, Option<&mut Cluster>),
        store: &mut MatchStore,
        interrupt: &Arc<AtomicBool>,
        report: &MatchReport<'_>,
        mut pgn: Option<&mut Growing>,
    ) -> anyhow::Result<MatchEnd> {
        let bar = match played.schedule().games() {
            Some(games) => ProgressBar::new(games as u64).with_style(ProgressStyle::with_template(
                "{bar:30} {pos}/{len} games, {elapsed}, {eta} left; {msg}",
            )?),
            None => ProgressBar::new_spinner()
                .with_style(ProgressStyle::with_template("{spinner} {pos} games, {elapsed}; {msg}")?),
        };
        let mut warned = false;
        let mut broken = None;
        let heard = |heard: &Heard<'_>, standings: &Standings| {
            if let Some(file) = &mut pgn {
                file.add(heard.record, heard.is_new)?;
            }
            let said = bar.suspend(|| report.game(&GameLine::new(heard)));
            if heard.repeats && !warned {
                warned = true;
                bar.suspend(|| warn(&format!(
                    "game {} has the same moves as an earlier one: games repeat, and tell less than their number says",
                    heard.number + 1
                )));
            }
            bar.set_message(report::so_far(standings));
            bar.inc(1);
            if !heard.is_new {
                // What was there before tells nothing of the time that is left.
                bar.reset_eta();
            }
            if let Err(error) = said {
                broken = Some(error);
                interrupt.store(true, Ordering::Relaxed);
            }
            Ok(())
        };
        let ran = match crew {
            Some(crew) => played.run_by(store, crew, interrupt, heard),
            None => played.run(store, self.concurrency, interrupt, heard),
        };
        bar.finish_and_clear();
        match broken {
            Some(error) => Err(error),
            None => Ok(ran?),
        }
    }
}

/// Prints a warning about a match.
fn warn(what: &str) {
    messages::say(&format!("warning: {what}"));
}

fn warn_of_few(openings: &Openings, rounds: Option<usize>) {
    let Some(count) = openings.count().filter(|&count| rounds.is_none_or(|rounds| rounds > count)) else {
        return;
    };
    let rounds = rounds.map_or("no end of rounds".into(), |rounds| output::counted(rounds as u64, "round"));
    let openings = output::counted(count as u64, "opening");
    warn(&format!(
        "there is {openings} for {rounds}, so that games may repeat; expected --openings random, or a file of more"
    ));
}

/// The command that this process was started by, as a shell reads it.
fn command_line() -> String {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
