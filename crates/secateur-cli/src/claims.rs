use crate::options::Workload;
use crate::{CommandEnd, interrupt, output};
use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::did_you_mean;
use secateur_lab::claims::{
    CLAIMS, Claim, ClaimBench, ClaimFigure, ClaimFinding, ClaimVerdict, Rule, Size, Unit, readable,
};
use secateur_session::Registry;
use serde::Serialize;
use std::time::Duration;

/// Puts the claims of the source lectures to the test, each by a small experiment.
///
/// For each claim with a number in it: what is claimed and where, what was measured, by which rule it stands, and the
/// verdict: it `holds` in all circumstances that were tried, `holds if` some of them are given, is `not as stated` in any, or
/// `not shown`, where intervals leave it open. Node counts depend on the seed alone, not on threads or the machine.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur claims --quick
  secateur claims --only pvs-10 --only mtdf-10 --threads 2
  secateur claims --list")]
pub(crate) struct ClaimsCommand {
    /// Search less deep and fewer positions: two minutes in all
    #[arg(long)]
    quick: bool,
    /// Test only this claim; repeat the option for more
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// List the claims, and measure nothing
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    workload: Workload,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The width of the text.
const WIDTH: usize = 100;
/// The column at which the texts of a claim begin.
const MARGIN: usize = 10;

/// A claim's line in JSON.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    claim: &'a str,
    lecture: String,
    section: &'a str,
    tested: &'a str,
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<Unit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a ClaimVerdict>,
    /// The circumstances of a claim that `holds if`.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Vec<Measured<'a>>>,
    /// The games that it takes and that are not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<&'a [&'static str]>,
}

/// A figure in JSON.
#[derive(Serialize)]
struct Measured<'a> {
    at: &'a str,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    samples: usize,
    /// Whether the claim stands here; none if the figure is there for comparison.
    stands: Option<bool>,
    /// Whether both ends of the interval say the same.
    sure: bool,
}

impl<'a> Line<'a> {
    fn new(claim: &'a Claim) -> Self {
        Line {
            id: claim.id,
            claim: claim.says,
            lecture: claim.lecture.to_string(),
            section: claim.section,
            tested: claim.tested,
            rule: claim.rule.words(claim.unit),
            unit: None,
            verdict: None,
            when: None,
            measured: None,
            needs: None,
        }
    }

    fn found(claim: &'a Claim, finding: &'a ClaimFinding) -> Self {
        let measured = |figure: &'a ClaimFigure| {
            let (low, high) = figure.estimate.interval.unzip();
            Measured {
                at: &figure.at,
                value: figure.estimate.value,
                low,
                high,
                samples: figure.estimate.samples,
                stands: figure.stands(claim.rule),
                sure: figure.is_sure(claim.rule),
            }
        };
        let when = match &finding.verdict {
            ClaimVerdict::HoldsIf(when) => Some(&when[..]),
            _ => None,
        };
        Line {
            unit: Some(claim.unit),
            verdict: Some(&finding.verdict),
            when,
            measured: Some(finding.figures.iter().map(measured).collect()),
            ..Line::new(claim)
        }
    }
}

impl ClaimsCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let claims = self.wanted()?;
        if self.list {
            return self.list(&claims);
        }
        let interrupt = interrupt::flag()?;
        let size = if self.quick { Size::Quick } else { Size::Full };
        let bench = ClaimBench::new(registry, size, self.workload.seed, self.workload.threads, &interrupt);
        let bar = ProgressBar::new(claims.len() as u64)
            .with_style(ProgressStyle::with_template("{spinner} {pos}/{len} claims, {elapsed}: {msg}")?);
        bar.enable_steady_tick(Duration::from_millis(100));
        let (mut verdicts, mut skipped) = ([0; 4], 0);
        for (n, claim) in claims.iter().enumerate() {
            bar.set_message(claim.id);
            let lacks = claim.lacks(registry);
            if !lacks.is_empty() {
                skipped += 1;
                bar.suspend(|| match self.json {
                    true => output::json(&Line { needs: Some(&lacks), ..Line::new(claim) }),
                    false => skip(claim, &lacks),
                })?;
                bar.inc(1);
                continue;
            }
            let Some(finding) = claim.test(&bench)? else {
                bar.finish_and_clear();
                let sentence =
                    format!("Interrupted after {n} of {}.", output::counted(claims.len() as u64, "claim"));
                if !self.json {
                    output::line(sentence)?;
                }
                return Ok(CommandEnd::Interrupted);
            };
            verdicts[match finding.verdict {
                ClaimVerdict::Holds => 0,
                ClaimVerdict::HoldsIf(_) => 1,
                ClaimVerdict::NotAsStated => 2,
                ClaimVerdict::NotShown => 3,
            }] += 1;
            bar.suspend(|| match self.json {
                true => output::json(&Line::found(claim, &finding)),
                false => show(claim, &finding),
            })?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        if !self.json {
            let [holds, holds_if, not, open] = verdicts;
            let left_out = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
            let all = output::counted(claims.len() as u64, "claim");
            output::line(format_args!(
                "{all}: {holds} hold, {holds_if} hold if, {not} not as stated, {open} not shown{left_out}."
            ))?;
        }
        Ok(CommandEnd::Done)
    }

    /// The claims asked for, in their order.
    fn wanted(&self) -> anyhow::Result<Vec<&'static Claim>> {
        let all = || CLAIMS.iter().flat_map(|group| group.iter());
        for id in &self.only {
            if !all().any(|claim| claim.id == id) {
                let near = did_you_mean(id, all().map(|claim| claim.id));
                bail!("--only: unknown claim '{id}'{near}; `secateur claims --list` lists them");
            }
        }
        let is_wanted = |claim: &&Claim| self.only.is_empty() || self.only.iter().any(|id| id == claim.id);
        Ok(all().filter(is_wanted).collect())
    }

    fn list(&self, claims: &[&Claim]) -> anyhow::Result<CommandEnd> {
        for claim in claims {
            match self.json {
                true => output::json(&Line::new(claim))?,
                false => output::line(wrapped(&format!("{:18}{}", claim.id, claim.says), 18))?,
            }
        }
        Ok(CommandEnd::Done)
    }
}

/// The first lines on a claim: its name, what it says, where.
fn head(claim: &Claim) -> anyhow::Result<()> {
    output::line(format_args!("{}\n{}", claim.id, "-".repeat(claim.id.len())))?;
    row("claim", &format!("{}.", claim.says))?;
    row("stands", &format!("{}: {}", claim.lecture, claim.section))
}

fn skip(claim: &Claim, lacks: &[&str]) -> anyhow::Result<()> {
    head(claim)?;
    row("skipped", &format!("it needs {}, which this program does not have", lacks.join(" and ")))?;
    output::line("")
}

fn show(claim: &Claim, finding: &ClaimFinding) -> anyhow::Result<()> {
    head(claim)?;
    row("tested", claim.tested)?;
    row("rule", &format!("stands for {}", claim.rule.words(claim.unit)))?;
    let values: Vec<[String; 2]> = finding.figures.iter().map(|figure| value(figure, claim.unit)).collect();
    let width = |column: usize| values.iter().map(|value| value[column].len()).max().unwrap_or(0);
    let (wide, interval_wide) = (width(0), width(1));
    for (n, (figure, [value, interval])) in finding.figures.iter().zip(&values).enumerate() {
        let name = if n == 0 { "measured" } else { "" };
        let mark = mark(figure, claim.rule);
        let columns = format!("{name:MARGIN$}{mark:4} {value:>wide$}  {interval:interval_wide$}  ");
        let margin = if interval_wide == 0 { columns.len() - 2 } else { columns.len() };
        output::line(wrapped(&format!("{:margin$}{}", columns.trim_end(), figure.at), margin))?;
    }
    let verdict = match &finding.verdict {
        ClaimVerdict::HoldsIf(when) => format!("HOLDS IF {}", when.join("; ")),
        verdict => verdict.word().to_uppercase(),
    };
    row("verdict", &verdict)?;
    output::line("")
}

/// Whether the claim stands at a figure, with a question mark where an end of the interval says otherwise.
fn mark(figure: &ClaimFigure, rule: Rule) -> &'static str {
    match (figure.stands(rule), figure.is_sure(rule)) {
        (None, _) => "-",
        (Some(true), true) => "yes",
        (Some(true), false) => "yes?",
        (Some(false), true) => "no",
        (Some(false), false) => "no?",
    }
}

/// `12.3 %`, and `(10.1 to 14.5, n = 40)` if there is an interval.
fn value(figure: &ClaimFigure, unit: Unit) -> [String; 2] {
    let value = format!("{} {unit}", readable(figure.estimate.value));
    let n = figure.estimate.samples;
    let ends = |(low, high)| format!("({} to {}, n = {n})", readable(low), readable(high));
    [value.trim_end().to_owned(), figure.estimate.interval.map_or(String::new(), ends)]
}

/// A line with a name in the margin.
fn row(name: &str, text: &str) -> anyhow::Result<()> {
    output::line(wrapped(&format!("{name:MARGIN$}{text}"), MARGIN))
}

/// The text in lines of the width, those after the first indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    // Spaces stay as they are, so that columns do.
    for word in text.split_inclusive(' ') {
        let line = lines.last_mut().expect("there is one at least");
        if line.chars().count() + word.trim_end().chars().count() > WIDTH && line.trim_end().len() > indent {
            lines.push(" ".repeat(indent) + word);
        } else {
            line.push_str(word);
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_lab::claims::ClaimEstimate;

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let text = wrapped(&format!("name      {}", "some words ".repeat(30)), 10);
        assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= WIDTH));
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.starts_with("          some") || line.starts_with("          words"))
        );
        assert_eq!(wrapped("a  b", 2), "a  b");
    }

    #[test]
    fn a_doubtful_figure_is_marked() {
        let estimate = ClaimEstimate { value: 9.0, interval: Some((4.0, 14.0)), samples: 3 };
        let figure = ClaimFigure::new("here", estimate);
        assert_eq!(mark(&figure, Rule::Between(5.0, 15.0)), "yes?");
        assert_eq!(mark(&figure, Rule::Between(1.0, 15.0)), "yes");
        assert_eq!(mark(&figure, Rule::AtLeast(20.0)), "no");
        assert_eq!(mark(&figure, Rule::AtMost(8.0)), "no?");
        assert_eq!(mark(&ClaimFigure::aside("here", estimate), Rule::AtMost(8.0)), "-");
        assert_eq!(value(&figure, Unit::Percent), ["9 %", "(4 to 14, n = 3)"]);
    }
}
