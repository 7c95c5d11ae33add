use crate::options::{Searching, position, whole};
use crate::{CommandEnd, board, open, output};
use clap::Args;
use secateur_session::{Algorithm, Answer, Limits, Outcome, Registry, Session, StoppedBy};
use serde::Serialize;
use std::sync::atomic::Ordering;

/// Searches one position deeper and deeper: a line an iteration, then the answer.
///
/// Without a limit it takes five seconds. Ctrl-C gives the best answer so far.
///
/// With --mate it looks for the shortest win of either side, such as a mate in chess: a line for each one that is proven,
/// with the moves to its end, until none can be shorter. Values are then `win in 5` plies for the shortest, and
/// `win within 9` as long as there may be a shorter one.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur analyse connect4 4455 --time 2s\n  secateur analyse tictactoe XO./.X./..O --algorithm pvs-memory --depth 6\n  secateur analyse tictactoe X.O/.../... --mate\n  secateur analyse nim 1,2,4 --mate 3 --nodes 10000"
)]
pub(crate) struct AnalyseCommand {
    /// Game
    game: String,
    /// Position; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    searching: Searching,
    /// Look for the shortest win of either side, within N moves of the winner, and prove it
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "250", value_parser = whole::<u32>(1..=Limits::MOST_MOVES.into()), allow_negative_numbers = true)]
    mate: Option<u32>,
    /// Print one JSON object a line
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

impl AnalyseCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let mut session = open(registry, &self.game, self.position.as_deref())?;
        let mut request =
            self.searching.request(registry.find(&self.game)?, &*session, self.json)?.mate(self.mate);
        if self.mate.is_some() && self.searching.algorithm.is_none() {
            request.method.algorithm = Algorithm::player();
        }
        request.check()?;
        if !self.json {
            output::line(board::painted(&session.draw(), None))?;
            output::line("")?;
            if session.outcome().is_none() {
                let side = session.side();
                output::line(format_args!("{side} to move; values are for {side}\n"))?;
            }
        }
        let mut failed = None;
        let answer = session.analyse(&request, &mut |answer| {
            let said = match self.json {
                true => output::json(&Iteration { iteration: true, answer }),
                false => output::line(describe(answer)),
            };
            if let Err(error) = said {
                // Nobody reads on: there is nothing to search for.
                request.control.interrupt.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        match self.json {
            true => output::json(&answer)?,
            false => output::line(conclude(&answer, self.mate, &*session))?,
        }
        Ok(if answer.stopped_by == StoppedBy::Interrupt { CommandEnd::Interrupted } else { CommandEnd::Done })
    }
}

/// One iteration on one line.
fn describe(answer: &Answer) -> String {
    format!(
        "depth {:>3}  {:<14} {:>14} nodes  {:>9}  {}{}",
        answer.depth,
        value(answer),
        output::thousands(answer.nodes),
        output::milliseconds(answer.time_ms),
        numbers(answer),
        answer.pv.join(" ")
    )
}

/// Visits or proof numbers, from searches that have them.
fn numbers(answer: &Answer) -> String {
    let number = |n: Option<u32>| n.map_or("inf".into(), |n| output::thousands(n.into()));
    let visits = answer.visits.map(|visits| format!("{} visits  ", output::thousands(visits)));
    let proof = answer.proof_numbers.map(|n| format!("proof {} : {}  ", number(n.proof), number(n.disproof)));
    visits.or(proof).unwrap_or_default()
}

/// `+12`, `win in 5`, `loss within 22` where the search did not get that far and a proof did, `draw`.
pub(crate) fn value(answer: &Answer) -> String {
    match (answer.outcome, answer.plies_to_end) {
        (Some(word), Some(plies)) if !answer.is_settled() => format!("{word} within {plies}"),
        (Some(word), Some(plies)) => format!("{word} in {plies}"),
        (Some(Outcome::Draw), None) => "draw".into(),
        (Some(word), None) => format!("{word} by {}", answer.value.abs()),
        (None, _) if answer.value == 0 => "0".into(),
        (None, _) => format!("{:+}", answer.value),
    }
}

/// Whether the algorithm searches to a depth.
fn has_depth(answer: &Answer) -> bool {
    Algorithm::named(&answer.algorithm).is_ok_and(|algorithm| algorithm.takes_depth())
}

/// `no win found, and none within 3 moves`: what is proven by a search for wins that found none.
fn no_win(answer: &Answer) -> String {
    match answer.depth / 2 {
        0 => "no win found".into(),
        moves => format!("no win found, and none within {}", output::counted(moves.into(), "move")),
    }
}

/// `mate`: the moves within which a win was looked for.
fn conclude(answer: &Answer, mate: Option<u32>, session: &dyn Session) -> String {
    let why = match answer.stopped_by {
        StoppedBy::Depth if mate.is_some() => "proven",
        StoppedBy::Solved if mate.is_some() => "proven to be the shortest",
        StoppedBy::Depth if !has_depth(answer) => "the move is settled",
        StoppedBy::Depth => "the depth asked for",
        StoppedBy::Time => "time was up",
        StoppedBy::Nodes => "the node limit",
        StoppedBy::Interrupt => "interrupted",
        StoppedBy::Solved => "solved",
        StoppedBy::Memory => "the memory is full",
        _ => "a limit",
    };
    let side = session.side();
    match &answer.best {
        None => {
            let outcome = session.outcome().map(|end| end.to_string()).unwrap_or_default();
            format!("the game is over: {outcome} for {side}, who would be to move")
        }
        Some(best) if mate.is_some() => format!(
            "\nbest {best}: {} for {side} ({why}); {}, {} nodes, {} nodes a second",
            if answer.outcome.is_some() { value(answer) } else { no_win(answer) },
            output::milliseconds(answer.time_ms),
            output::thousands(answer.nodes),
            output::thousands(answer.nps)
        ),
        Some(best) if answer.depth == 0 => format!("best {best}, a guess: depth 1 was not finished ({why})"),
        Some(best) => format!(
            "\nbest {best}: {} for {side} at depth {} ({why}); {}, {} nodes, {} nodes a second",
            value(answer),
            answer.depth,
            output::milliseconds(answer.time_ms),
            output::thousands(answer.nodes),
            output::thousands(answer.nps)
        ),
    }
}
