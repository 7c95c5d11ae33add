//! Steps with a name, a duration and an outcome, and the summary at the end.

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The end of a step that did not fail.
pub(crate) enum StepDone {
    /// The step passed.
    Ok,
    /// The step passed, with this figure.
    With(String),
    /// The step could not be done here, for this reason.
    Skipped(String),
}

/// The result of a step.
pub(crate) type StepResult = anyhow::Result<StepDone>;

/// The steps so far.
#[derive(Default)]
pub(crate) struct StepReport {
    lines: Vec<String>,
    failed: usize,
}

impl StepReport {
    /// Runs a step and reports its end.
    pub(crate) fn step(&mut self, name: &str, run: impl FnOnce() -> StepResult) {
        eprintln!("==> {name}");
        let start = Instant::now();
        let (word, note) = match run() {
            Ok(StepDone::Ok) => ("ok", String::new()),
            Ok(StepDone::With(note)) => ("ok", note),
            Ok(StepDone::Skipped(why)) => ("skipped", why),
            Err(error) => {
                self.failed += 1;
                ("FAILED", format!("{error:#}"))
            }
        };
        let line = format!("{word:8}{:>8}  {name}", seconds(start.elapsed()));
        let line = if note.is_empty() { line } else { format!("{line}: {note}") };
        eprintln!("    {line}\n");
        self.lines.push(line);
    }

    /// Prints the summary; the status is a failure if any step failed.
    pub(crate) fn finish(self) -> ExitCode {
        if self.lines.len() > 1 {
            eprintln!("==> summary");
            self.lines.iter().for_each(|line| eprintln!("    {line}"));
        }
        if self.failed > 0 {
            eprintln!("{} of {} steps failed", self.failed, self.lines.len());
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

fn seconds(d: Duration) -> String {
    format!("{:.1} s", d.as_secs_f64())
}
