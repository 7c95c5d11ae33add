use crate::options::Searching;
use crate::{End, open, output};
use clap::Args;
use secateur_games::Registry;
use secateur_games::session::{Answer, Session, StoppedBy};
use serde::Serialize;

/// Searches one position deeper and deeper: a line an iteration, then the answer. Without a limit it takes
/// five seconds. Ctrl-C gives the best answer so far.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur analyse connect4 4455 --time 2s\n  secateur analyse tictactoe XO./.X./..O --algorithm pvs-memory --depth 6"
)]
pub(crate) struct Analyse {
    /// The game
    game: String,
    /// The position, the start by default
    position: Option<String>,
    #[command(flatten)]
    searching: Searching,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// An iteration's line in JSON.
#[derive(Serialize)]
struct Iteration<'a> {
    iteration: bool,
    #[serde(flatten)]
    answer: &'a Answer,
}

impl Analyse {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        let mut session = open(registry, &self.game, self.position.as_deref())?;
        let request = self.searching.request()?;
        if !self.json {
            output::line(session.draw())?;
            output::line(format_args!("\n{} to move; values are for {}\n", session.side(), session.side()))?;
        }
        let mut failed = None;
        let answer = session.analyse(&request, &mut |answer| {
            let said = match self.json {
                true => output::json(&Iteration { iteration: true, answer }),
                false => output::line(describe(answer)),
            };
            failed = failed.take().or(said.err());
        });
        if let Some(error) = failed {
            return Err(error);
        }
        match self.json {
            true => output::json(&answer)?,
            false => output::line(format_args!("\n{}", conclude(&answer, &*session)))?,
        }
        Ok(if answer.stopped_by == StoppedBy::Interrupt { End::Interrupted } else { End::Done })
    }
}

/// One iteration on one line.
fn describe(answer: &Answer) -> String {
    format!(
        "depth {:>3}  {:<14} {:>14} nodes  {:>9}  {}",
        answer.depth,
        value(answer),
        output::thousands(answer.nodes),
        output::milliseconds(answer.time_ms),
        answer.pv.join(" ")
    )
}

/// `+12`, `win in 5 plies`, `draw`.
pub(crate) fn value(answer: &Answer) -> String {
    match (answer.outcome, answer.plies_to_end) {
        (Some(word), Some(plies)) => format!("{word} in {plies}"),
        (Some("draw"), None) => "draw".into(),
        (Some(word), None) => format!("{word} by {}", answer.value.abs()),
        (None, _) if answer.value == 0 => "0".into(),
        (None, _) => format!("{:+}", answer.value),
    }
}

fn conclude(answer: &Answer, session: &dyn Session) -> String {
    let why = match answer.stopped_by {
        StoppedBy::Depth => "the depth asked for",
        StoppedBy::Time => "time was up",
        StoppedBy::Nodes => "the node limit",
        StoppedBy::Interrupt => "interrupted",
        StoppedBy::Solved => "solved",
    };
    match &answer.best {
        None => format!("the game is over: {} for {}", value(answer), session.side()),
        Some(best) => format!(
            "best {best}: {} for {} at depth {} ({why}); {}, {} nodes, {} nodes a second",
            value(answer),
            session.side(),
            answer.depth,
            output::milliseconds(answer.time_ms),
            output::thousands(answer.nodes),
            output::thousands(answer.nps)
        ),
    }
}
