use crate::options::bytes;
use crate::{CommandEnd, interrupt, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_session::{Registry, ValueClaim, VerifyError, verify};
use serde::Serialize;
use std::fs::File;
use std::path::PathBuf;
use std::time::Instant;

/// Checks a certificate of `secateur prove` by the rules alone.
///
/// Every reply has to be answered, and every game that the answers leave open has to end as claimed. No search takes part.
/// References are checked as many at a time as there is memory for; each time the file is read once more.
#[derive(Args)]
#[command(after_help = "Example: secateur verify tictactoe.proof")]
pub(crate) struct VerifyCommand {
    /// Certificate
    file: PathBuf,
    /// Memory for references: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes, allow_hyphen_values = true)]
    memory: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The line in JSON.
#[derive(Serialize)]
struct Line<'a> {
    valid: bool,
    game: &'a str,
    position: &'a str,
    claim: String,
    positions: u64,
    flaw: Option<String>,
}

impl VerifyCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let (name, start, flag) = (self.file.display(), Instant::now(), interrupt::flag()?);
        let file = File::open(&self.file).with_context(|| format!("cannot read {name}"))?;
        let length = file.metadata().map_or(0, |file| file.len());
        let bar = ProgressBar::new(length)
            .with_style(ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}, {elapsed}{msg}")?);
        if length > self.memory as u64 {
            bar.set_message("; with more --memory it is read fewer times");
        }
        let verified = verify(registry, bar.wrap_read(file), self.memory, &flag);
        bar.finish_and_clear();
        let verified = match verified {
            Ok(verified) => verified,
            Err(VerifyError::Unreadable(e)) => bail!("{name}: {e}"),
            Err(VerifyError::Io(e)) => return Err(e).with_context(|| format!("cannot read {name}")),
            Err(VerifyError::Interrupted) => {
                crate::messages::say(&format!("{name} was not checked to its end, interrupted"));
                return Ok(CommandEnd::Interrupted);
            }
        };
        let flaw = verified.flaw.as_ref().map(|flaw| match &flaw.played {
            Some(played) => format!("in {}, the move {played} {}", flaw.position, flaw.what),
            None => format!("{} {}", flaw.position, flaw.what),
        });
        let claim = claimed(&verified.claims);
        let (game, position) = (&verified.game, &verified.position);
        let end = if flaw.is_none() { CommandEnd::Done } else { CommandEnd::No };
        if self.json {
            let (valid, positions) = (flaw.is_none(), verified.positions);
            output::json(&Line { valid, game, position, claim, positions, flaw })?;
            return Ok(end);
        }
        output::line(format_args!("{game} {position}: {claim} for the side to move"))?;
        output::line(match flaw {
            Some(flaw) => format!("does not hold: {flaw}"),
            None => format!(
                "holds: {}, {}, {}",
                output::counted(verified.positions, "position"),
                output::counted(verified.answers, "answer"),
                output::milliseconds(start.elapsed().as_secs_f64() * 1e3)
            ),
        })?;
        Ok(end)
    }
}

/// Claims as people say them: `at least 0 and at most 0`.
fn claimed(claims: &[ValueClaim]) -> String {
    claims.iter().map(ValueClaim::to_string).collect::<Vec<_>>().join(" and ")
}
