use crate::beside::Beside;
use crate::divided::Divided;
use crate::options::{bytes, duration, position, whole};
use crate::{CommandEnd, interrupt, memory, messages, open, output};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use secateur_games::Unreadable;
use secateur_lab::jobs::ProofTask;
use secateur_lab::{checkpoint, files, units};
use secateur_session::{
    Algorithm, Certified, CertifyError, Outcome, ProofProgress, Prover, Registry, Request, Session,
    StoppedBy, ValueClaim,
};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Finds a proof of who wins, or that a value can be reached, and keeps it as a certificate.
///
/// Without --goal it finds the value. With --checkpoint the same command goes on where it was, whatever ended it. A
/// certificate is for `secateur verify`; a goal that cannot be reached has one as well.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur prove tictactoe --goal draw
  secateur prove connect4-5x4 3333 --certificate connect4.proof
  secateur prove breakthrough-4x5 --hash 256MiB --checkpoint 4x5.checkpoint --certificate 4x5.proof
  secateur prove breakthrough-4x5 --on ray://head:10001
  secateur prove breakthrough-4x5 --on simulated --workers 1,2,4,8
  secateur verify 4x5.proof")]
pub(crate) struct ProveCommand {
    /// Game
    game: String,
    /// Position; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// Goal of the side to move: win, draw, or a value on the game's own scale
    #[arg(long, value_name = "GOAL", value_parser = goal, allow_hyphen_values = true)]
    goal: Option<i32>,
    /// Algorithm: df-pn, pn, pn2, ews, solve
    #[arg(long, value_name = "NAME", default_value = "df-pn")]
    algorithm: String,
    /// Size of the table, or of the tree: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes, allow_hyphen_values = true)]
    hash: usize,
    /// Threads of df-pn or solve that share the table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
    /// Stop after this time: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Stop after exactly this many nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Set a number or a switch; a wrong name lists them all
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Do without these parts of the game's knowledge, separated by commas; a wrong name lists them all
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    beside: Beside,
    /// File for the proof
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// File that the search is kept in, and goes on from
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, requires = "checkpoint", allow_hyphen_values = true)]
    every: Duration,
    #[command(flatten)]
    divided: Divided,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The nodes after which a search first reports, and the most that it opens before it is looked at again.
const SLICES: (u64, u64) = (1_000, 1 << 22);
/// The time after which it reports though its nodes have not doubled.
const SILENCE: Duration = Duration::from_secs(10);

/// A line of progress in JSON.
#[derive(Serialize)]
struct Iteration<'a> {
    iteration: bool,
    #[serde(flatten)]
    progress: &'a ProofProgress,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Verdict<'a> {
    game: &'a str,
    position: &'a str,
    goal: Option<i32>,
    /// Whether the goal is reached, or the value known if there is none; null where that is not settled.
    proven: Option<bool>,
    value: Option<i32>,
    algorithm: &'a str,
    nodes: u64,
    time_ms: f64,
    certificate: Option<&'a Path>,
}

/// Reads a goal: a win counts 1, and a draw 0.
fn goal(text: &str) -> Result<i32, Unreadable> {
    match text {
        "win" => Ok(1),
        "draw" => Ok(0),
        value => value.parse().map_err(|_| Unreadable("expected win, draw, or a value such as 12".into())),
    }
}

impl ProveCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        memory::check_room_for(self.hash, "--hash")?;
        let session = open(registry, &self.game, self.position.as_deref())?;
        let algorithm = Algorithm::named(&self.algorithm)?;
        let mut request = Request::default()
            .algorithm(algorithm)
            .hash(self.hash)
            .threads(self.threads)
            .interrupt(interrupt::flag()?);
        request.limits.time = self.time;
        self.settings.iter().try_for_each(|setting| request.method.settings.set(setting))?;
        request.method.without.clone_from(&self.without);
        self.beside.apply(&self.game, || session.inputs(), &mut request)?;
        if let Some(place) = &self.divided.on {
            let (entry, position, goal) = (*registry.find(&self.game)?, self.position.clone(), self.goal);
            let task = ProofTask { entry, position, goal, request };
            return match self.divided.prove(place, task, self.json)? {
                Some(progress) => self.conclude(&progress, &*session, None, progress.stopped_by),
                None => Ok(CommandEnd::Done),
            };
        }
        let mut proof = session.prover(self.goal, &request)?;
        self.certificate.iter().chain(&self.checkpoint).try_for_each(|path| files::check_writable(path))?;
        self.resume(&mut *proof)?;
        let progress = self.search(&mut *proof, &*session)?;
        self.save(&mut *proof)?;
        let certificate = match &self.certificate {
            Some(path) if !progress.is_open() => match self.certify(&mut *proof, path) {
                Ok(size) => Some((path, size)),
                Err(None) => return self.conclude(&progress, &*session, None, StoppedBy::Interrupt),
                Err(Some(e)) => return Err(e),
            },
            _ => None,
        };
        let path = certificate.as_ref().map(|(path, _)| path.as_path());
        let end = self.conclude(&progress, &*session, path, progress.stopped_by)?;
        if let (Some((path, size)), false) = (certificate, self.json) {
            output::line(format_args!("{}: {size}", path.display()))?;
        }
        Ok(end)
    }

    /// Goes on from a checkpoint, if there is one.
    fn resume(&self, proof: &mut dyn Prover) -> anyhow::Result<()> {
        let Some(path) = self.checkpoint.as_deref() else { return Ok(()) };
        if self.certificate.as_deref() == Some(path) {
            bail!("--certificate and --checkpoint are the same file, expected two");
        }
        match checkpoint::open(path, |out| proof.save(out))? {
            Some(mut file) => proof.resume(&mut file).with_context(|| path.display().to_string()),
            None => Ok(()),
        }
    }

    fn save(&self, proof: &mut dyn Prover) -> anyhow::Result<()> {
        if let Some(path) = &self.checkpoint {
            checkpoint::save(path, |out| proof.save(out))?;
        }
        Ok(())
    }

    /// Searches until all is known that was asked, or a limit comes, slice by slice, and reports.
    fn search(&self, proof: &mut dyn Prover, session: &dyn Session) -> anyhow::Result<ProofProgress> {
        let (first, most) = SLICES;
        let (mut slice, mut left) = (first, self.nodes.unwrap_or(u64::MAX));
        let (mut saved, mut said, mut nodes) = (Instant::now(), Instant::now(), 0);
        loop {
            let progress = proof.search(slice.min(left));
            left = left.saturating_sub(slice);
            let goes_on = progress.stopped_by == StoppedBy::Nodes && left > 0;
            if !goes_on || progress.nodes >= 2 * nodes || said.elapsed() >= SILENCE {
                (said, nodes) = (Instant::now(), progress.nodes);
                let said = match self.json {
                    true => output::json(&Iteration { iteration: true, progress: &progress }),
                    false => output::line(describe(&progress, session)),
                };
                if let Err(error) = said {
                    // Nobody reads on; what was found is kept all the same.
                    self.save(proof)?;
                    return Err(error);
                }
            }
            if !goes_on {
                return Ok(progress);
            }
            if saved.elapsed() >= self.every {
                self.save(proof)?;
                saved = Instant::now();
            }
            // As `analyse` does it: the count doubles, and so is the same for the same search.
            slice = progress.nodes.clamp(first, most);
        }
    }

    /// Writes the certificate, and returns its size in words; nothing if it was interrupted.
    fn certify(&self, proof: &mut dyn Prover, path: &Path) -> Result<String, Option<anyhow::Error>> {
        let (start, mut said) = (Instant::now(), Instant::now());
        let mut report = |size: Certified| {
            if said.elapsed() >= SILENCE {
                said = Instant::now();
                messages::note(&format!(
                    "{}: {} so far",
                    path.display(),
                    output::counted(size.positions, "position")
                ));
            }
        };
        let written = files::write_with(path, |out| proof.certify(out, &mut report));
        match written.map_err(|e| Some(e.into()))? {
            Ok(size) => Ok(format!(
                "{}, {}, {} bytes, {}",
                output::counted(size.positions, "position"),
                output::counted(size.answers, "answer"),
                output::thousands(size.bytes),
                output::milliseconds(start.elapsed().as_secs_f64() * 1e3)
            )),
            Err(CertifyError::Interrupted) => Err(None),
            Err(CertifyError::Impossible(e)) => Err(Some(anyhow!("no certificate: {e}"))),
            Err(CertifyError::Io(e)) => Err(Some(anyhow!("cannot write {}: {e}", path.display()))),
        }
    }

    fn conclude(
        &self,
        progress: &ProofProgress,
        session: &dyn Session,
        certificate: Option<&Path>,
        stopped_by: StoppedBy,
    ) -> anyhow::Result<CommandEnd> {
        let ProofProgress { claims, nodes, time_ms, .. } = progress;
        let settled = !claims.is_empty();
        let (proven, value) = ValueClaim::verdict(claims, self.goal);
        if self.json {
            output::json(&Verdict {
                game: &self.game,
                position: self.position.as_deref().unwrap_or(""),
                goal: self.goal,
                proven,
                value,
                algorithm: &self.algorithm,
                nodes: *nodes,
                time_ms: *time_ms,
                certificate,
            })?;
        } else {
            let side = session.side();
            let effort = format!("{} nodes, {}", output::thousands(*nodes), output::milliseconds(*time_ms));
            let verdict = match (self.goal, proven, value) {
                (Some(goal), Some(true), _) => format!("proven: at least {goal} for {side}"),
                (Some(goal), Some(false), _) => format!("disproven: less than {goal} for {side}"),
                (_, _, Some(value)) => format!("value {value} ({} for {side})", Outcome::of(value)),
                _ => "not settled".to_owned(),
            };
            output::line(format_args!("{verdict}; {effort}"))?;
        }
        let why = match stopped_by {
            StoppedBy::Solved if proven == Some(false) => return Ok(CommandEnd::No),
            StoppedBy::Solved => return Ok(CommandEnd::Done),
            StoppedBy::Interrupt if settled => "the certificate is not written, interrupted",
            StoppedBy::Interrupt => "not settled, interrupted",
            StoppedBy::Time => "not settled within --time",
            StoppedBy::Nodes => "not settled within --nodes",
            _ => "not settled: --hash has no room for more, or a line of play is too long",
        };
        let goes_on = if self.checkpoint.is_some() { "; the same command goes on from there" } else { "" };
        messages::say(&format!("{why}{goes_on}"));
        Ok(if stopped_by == StoppedBy::Interrupt { CommandEnd::Interrupted } else { CommandEnd::No })
    }
}

/// Progress on one line.
fn describe(progress: &ProofProgress, session: &dyn Session) -> String {
    let number = |n: Option<u32>| n.map_or("inf".into(), |n| output::thousands(n.into()));
    let numbers = progress
        .proof_numbers
        .map_or(String::new(), |numbers| format!("{} : {}", number(numbers.proof), number(numbers.disproof)));
    format!(
        "{:>14} nodes  {:>9}  {:>9}  at least {} for {}?  {numbers}  {}",
        output::thousands(progress.nodes),
        output::milliseconds(progress.time_ms),
        units::size(progress.bytes as u64),
        progress.goal,
        session.side(),
        progress.pv.join(" ")
    )
}
