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

/// A step that has not begun: its name, and what it does.
pub(crate) type Step = (&'static str, fn() -> StepResult);

/// The steps so far.
#[derive(Default)]
pub(crate) struct StepReport {
    lines: Vec<String>,
    failed: usize,
}

impl StepReport {
    /// Runs a step and reports its end.
    pub(crate) fn step(&mut self, name: &str, run: impl FnOnce() -> StepResult) {
        let ended = ended(name, run);
        self.take(ended);
    }

    /// Runs two lanes of steps beside each other, for some of them leave a core idle, and reports their ends lane by lane.
    pub(crate) fn side_by_side(&mut self, [one, other]: [&[Step]; 2]) {
        let run = |lane: &[Step]| lane.iter().map(|&(name, run)| ended(name, run)).collect::<Vec<_>>();
        let lanes = std::thread::scope(|scope| {
            let one = scope.spawn(|| run(one));
            let other = run(other);
            [one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), other]
        });
        lanes.into_iter().flatten().for_each(|ended| self.take(ended));
    }

    fn take(&mut self, (line, failed): (String, bool)) {
        self.failed += usize::from(failed);
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

/// Runs a step, and says how it ended and whether it failed.
fn ended(name: &str, run: impl FnOnce() -> StepResult) -> (String, bool) {
    eprintln!("==> {name}");
    let start = Instant::now();
    let result = run();
    let failed = result.is_err();
    let (word, note) = match result {
        Ok(StepDone::Ok) => ("ok", String::new()),
        Ok(StepDone::With(note)) => ("ok", note),
        Ok(StepDone::Skipped(why)) => ("skipped", why),
        Err(error) => ("FAILED", format!("{error:#}")),
    };
    let line = format!("{word:8}{:>8}  {name}", seconds(start.elapsed()));
    let line = if note.is_empty() { line } else { format!("{line}: {note}") };
    eprintln!("    {line}\n");
    (line, failed)
}

fn seconds(d: Duration) -> String {
    format!("{:.1} s", d.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn a_failure_in_either_lane_is_one() {
        let well: Step = ("well", || Ok(StepDone::Ok));
        let badly: Step = ("badly", || bail!("as it should"));
        for (lanes, failed) in
            [([&[well][..], &[well, well]], 0), ([&[well, badly], &[well]], 1), ([&[], &[badly]], 1)]
        {
            let mut report = StepReport::default();
            report.side_by_side(lanes);
            assert_eq!((report.failed, report.lines.len()), (failed, lanes[0].len() + lanes[1].len()));
        }
    }
}
