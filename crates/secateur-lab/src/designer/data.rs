//! A report as plain data, for scripts.

use super::GameReport;
use super::words::{Unit, said};
use super::worth::Worth;
use serde_json::{Value, json};

/// Reports as one JSON object: `program`, and `games` with an object for each. Shares are from 0 to 1.
pub fn json(reports: &[GameReport]) -> Value {
    let program = reports.first().map(|report| report.program.as_str());
    json!({ "report": 1, "program": program, "games": reports.iter().map(game).collect::<Vec<_>>() })
}

fn game(report: &GameReport) -> Value {
    let f = &report.figures;
    let figures: Vec<Value> = said(report)
        .into_iter()
        .map(|figure| {
            let (low, high) = figure.value.and_then(|value| value.interval).unzip();
            let unit = match figure.unit {
                Unit::Number => "number",
                Unit::Share => "share",
                Unit::Elo => "elo",
            };
            json!({
                "key": figure.key, "title": figure.title, "unit": unit, "from": figure.from, "value": figure.value.map(|v| v.value),
                "low": low, "high": high, "count": figure.value.map(|v| v.count), "says": figure.says(),
                "means": figure.means, "good": figure.good, "verdict": figure.verdict,
            })
        })
        .collect();
    let levels: Vec<Value> = f
        .levels
        .iter()
        .map(|level| {
            let [wins, draws, losses] = level.results;
            let (low, high) = level.first.and_then(|first| first.interval).unzip();
            let first = level.first.map(|first| first.value);
            json!({ "nodes": level.nodes, "wins": wins, "draws": draws, "losses": losses, "first": first, "low": low, "high": high })
        })
        .collect();
    let steps: Vec<Value> = f
        .steps
        .iter()
        .map(|step| {
            let (low, high) = step.score.elo_interval();
            json!({
                "weaker": step.nodes[0], "stronger": step.nodes[1], "games": step.score.games(),
                "share": step.score.share(), "elo": step.score.elo(), "low": low, "high": high,
            })
        })
        .collect();
    let firsts: Vec<Value> = f
        .firsts
        .iter()
        .map(|first| {
            let proven = match first.worth {
                Worth::Proven(outcome) => Some(outcome.word()),
                Worth::Guess(_) => None,
            };
            let (games, points) = first.played;
            let points = (games > 0).then_some(points);
            json!({ "move": first.name, "expected": first.expected, "proven": proven, "games": games, "points": points })
        })
        .collect();
    let hard: Vec<Value> = report
        .hard
        .iter()
        .map(|hard| {
            json!({
                "position": hard.position, "quick": hard.quick.0, "quick_expected": hard.quick.1,
                "best": hard.best.0, "best_expected": hard.best.1,
            })
        })
        .collect();
    let boards: Vec<Value> = (report.boards.iter())
        .map(|board| json!({ "game": board.name, "value": board.outcome.map(|outcome| outcome.word()), "source": board.source }))
        .collect();
    let terms: Vec<Value> = (report.terms.iter())
        .map(|term| json!({ "term": term.name, "size": term.size, "right": term.right.map(|right| right.value) }))
        .collect();
    json!({
        "game": report.game, "about": report.about, "seed": report.plan.seed,
        "seconds": report.spent.as_secs_f64(), "games": report.played, "positions": report.studied,
        "interrupted": report.interrupted, "exhausted": report.exhausted, "nodes": f.nodes, "evaluates": f.evaluates, "figures": figures,
        "levels": levels, "steps": steps, "branching_by_part": f.branching_by_part.iter().map(|part| part.map(|part| part.value)).collect::<Vec<_>>(),
        "lengths": f.lengths, "firsts": firsts, "hard": hard, "boards": boards,
        "solved": report.solved.as_ref().map(|known| known.outcome.word()),
        "solved_by": report.solved.as_ref().and_then(|known| known.source.as_deref()),
        "search": report.search, "terms": terms,
    })
}
