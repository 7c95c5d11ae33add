//! Reports as one page of HTML, which needs nothing else.

use super::charts;
use super::words::{SaidFigure, Topic, said};
use super::worth::Worth;
use super::{BoardValue, GameReport, HardPosition};
use crate::report::{STYLE, escaped};
use crate::units::{counted, milliseconds, thousands};
use secateur_session::Outcome;
use std::fmt::Write;

/// What this page has beside the style of all reports.
const OWN: &str = "\
dl.figures{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));margin:0}
dl.figures>div{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.75rem 1rem;break-inside:avoid}
dl.figures dt{font-weight:600}
dl.figures dd{margin:0}
dl.figures .value{font-size:1.35rem;font-variant-numeric:tabular-nums}
dl.figures .means,dl.figures .good{color:var(--soft);font-size:.875rem;margin-top:.35rem}
.boards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}
";

/// One page with all reports, those of several games behind a table that compares them. `command` is what made it.
pub fn page(reports: &[GameReport], command: &str) -> String {
    let title = match reports {
        [one] => format!("A designer's report on {}", one.game),
        all => format!("A designer's report on {} games", all.len()),
    };
    let title = escaped(&title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{OWN}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p class=\"about\">The figures come from games that a program played against itself and from searches. Behind each \
         stand the ends of its 95 % interval; what it means, and what designers take as good, is said with it.</p>\n</header>\n<main>\n",
    );
    if reports.len() > 1 {
        compared(&mut out, reports);
    }
    for report in reports {
        put(&mut out, report);
    }
    let program = reports.first().map_or("", |report| report.program.as_str());
    let _ = writeln!(out, "<h2>How it was made</h2>\n<pre>{}</pre>", escaped(command));
    let _ = writeln!(
        out,
        "<p class=\"notes\">By {}. The same command goes on where it was, or shows the same again.</p>",
        escaped(program)
    );
    out + "</main>\n</body>\n</html>\n"
}

/// A row for each game, a column for each figure.
fn compared(out: &mut String, reports: &[GameReport]) {
    let rows: Vec<Vec<SaidFigure>> = reports.iter().map(said).collect();
    out.push_str(
        "<h2>Side by side</h2>\n<div class=\"wide\">\n<table>\n<thead><tr><th class=\"name\">game</th>",
    );
    for figure in &rows[0] {
        let _ = write!(
            out,
            "<th title=\"{}\">{}{}</th>",
            escaped(figure.title),
            escaped(figure.short),
            figure.unit.sign()
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (report, row) in reports.iter().zip(&rows) {
        let name = escaped(&report.game);
        let _ = write!(out, "<tr><td class=\"name\"><a href=\"#{name}\">{name}</a></td>");
        for figure in row {
            let value = figure.value.map_or("–".into(), |value| figure.unit.number(value.value));
            let _ = write!(out, "<td>{value}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    for chart in charts::compared(reports, &rows) {
        let _ = writeln!(out, "<figure>\n{chart}</figure>");
    }
}

fn put(out: &mut String, report: &GameReport) {
    let (name, figures) = (escaped(&report.game), said(report));
    let _ = writeln!(
        out,
        "<section id=\"{name}\">\n<h2>{name}</h2>\n<p class=\"about\">{}.</p>",
        escaped(&report.about)
    );
    let _ = writeln!(
        out,
        "<p>{} and {} in {}.{}</p>",
        counted(report.played as u64, "game"),
        counted(report.studied as u64, "position looked into"),
        milliseconds(1e3 * report.spent.as_secs_f64()),
        if report.interrupted { " Interrupted before the time was over." } else { "" }
    );
    for topic in Topic::ALL {
        let _ = writeln!(out, "<h3>{}</h3>\n<dl class=\"figures\">", topic.title());
        figures.iter().filter(|figure| figure.topic == topic).for_each(|figure| put_figure(out, figure));
        out.push_str("</dl>\n");
        let charts = charts::of(report, topic);
        if !charts.is_empty() {
            out.push_str("<div class=\"charts\">\n");
            for (chart, caption) in charts {
                let _ = writeln!(
                    out,
                    "<figure>\n{chart}<figcaption>{}</figcaption>\n</figure>",
                    escaped(&caption)
                );
            }
            out.push_str("</div>\n");
        }
        match topic {
            Topic::Fairness => {
                put_firsts(out, report);
                put_boards(out, &report.boards);
            }
            Topic::Depth => {
                put_hard(out, &report.hard);
                put_terms(out, report);
                put_search(out, report);
            }
            Topic::Drama | Topic::Shape => {}
        }
    }
    out.push_str("</section>\n");
}

fn put_figure(out: &mut String, figure: &SaidFigure) {
    let verdict = figure.verdict.as_deref().unwrap_or_default();
    let _ = writeln!(
        out,
        "<div>\n<dt>{}</dt>\n<dd class=\"value\">{}</dd>\n<dd><strong>{}</strong></dd>\n<dd class=\"means\">{}</dd>\n<dd class=\"good\">Good: {}</dd>\n</div>",
        escaped(figure.title),
        escaped(&figure.says()),
        escaped(verdict),
        escaped(&figure.means),
        escaped(figure.good)
    );
}

/// A table: its header, and whether each column is text.
fn table(out: &mut String, header: &[(&str, bool)], rows: impl Iterator<Item = Vec<String>>) {
    let class = |is_name: bool| if is_name { " class=\"name\"" } else { "" };
    out.push_str("<div class=\"wide\">\n<table>\n<thead><tr>");
    for (name, is_name) in header {
        let _ = write!(out, "<th{}>{}</th>", class(*is_name), escaped(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (cell, (_, is_name)) in row.iter().zip(header) {
            let _ = write!(out, "<td{}>{}</td>", class(*is_name), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

/// The most first moves that are told one by one.
const FIRSTS: usize = 12;

fn put_firsts(out: &mut String, report: &GameReport) {
    let firsts = &report.figures.firsts;
    if firsts.is_empty() {
        return;
    }
    let nodes = thousands(report.figures.firsts_nodes);
    let _ = writeln!(
        out,
        "<h4>First moves</h4>\n<p>Each searched with {nodes} nodes: the points that it is expected to bring whoever makes it, from 0 to 1. \
         In games: how many began with it, and what it brought.</p>"
    );
    let header =
        [("move", true), ("expected", false), ("proven", true), ("games", false), ("brought", false)];
    let row = |first: &super::figures::FirstMove| {
        let proven = match first.worth {
            Worth::Proven(outcome) => outcome.word().to_owned(),
            Worth::Guess(_) => String::new(),
        };
        let (games, points) = first.played;
        let points = if games > 0 { format!("{points:.2}") } else { String::new() };
        vec![first.name.clone(), format!("{:.2}", first.expected), proven, thousands(games as u64), points]
    };
    table(out, &header, firsts.iter().take(FIRSTS).map(row));
    if let Some(more) = firsts.len().checked_sub(FIRSTS).filter(|&more| more > 0) {
        let _ = writeln!(
            out,
            "<p class=\"notes\">{} not shown, all of them expected to bring less.</p>",
            counted(more as u64, "move")
        );
    }
}

fn put_boards(out: &mut String, boards: &[BoardValue]) {
    if boards.is_empty() {
        return;
    }
    out.push_str("<h4>Smaller boards, with perfect play</h4>\n<p>What the rules decide where a computer can look to the end. Values that change from board to board speak for a fair game; the same winner everywhere is a warning.</p>\n");
    let rows = boards.iter().map(|board| {
        let value = match board.outcome {
            Some(Outcome::Win) => "the first player wins",
            Some(Outcome::Draw) => "a draw",
            Some(Outcome::Loss) => "the second player wins",
            None => "not found within the time",
        };
        vec![board.name.clone(), value.to_owned()]
    });
    table(out, &[("board", true), ("value", true)], rows);
}

fn put_hard(out: &mut String, hard: &[HardPosition]) {
    if hard.is_empty() {
        return;
    }
    out.push_str("<h4>Positions where the best move is hard to see</h4>\n<div class=\"boards\">\n");
    for position in hard {
        let side = if position.side.is_empty() { "The side" } else { &position.side };
        let _ = writeln!(
            out,
            "<figure>\n<pre>{}</pre>\n<figcaption>{} to move, {}. A quick look takes {}, which is expected to bring {:.2}; {} brings {:.2}.</figcaption>\n</figure>",
            escaped(&position.drawn),
            escaped(side),
            counted(position.legal.into(), "legal move"),
            escaped(&position.quick.0),
            position.quick.1,
            escaped(&position.best.0),
            position.best.1
        );
    }
    out.push_str("</div>\n");
}

fn put_terms(out: &mut String, report: &GameReport) {
    out.push_str("<h4>What the evaluation looks at</h4>\n");
    if report.terms.is_empty() {
        let why = match report.figures.evaluates {
            true => {
                "The game's evaluation is no sum of terms with names, so that nothing can be said of each."
            }
            false => {
                "The game has no evaluation: searches see nothing but wins, draws and losses, and all figures of strength would rise with one."
            }
        };
        let _ = writeln!(out, "<p>{why}</p>");
        return;
    }
    out.push_str("<p>How much each term says on average, in hundredths of the game's unit, and how often it speaks for the side that wins: near 50 % it tells nothing.</p>\n");
    let rows = report.terms.iter().map(|term| {
        let right = term.right.map_or("–".into(), |right| format!("{:.0} %", 100.0 * right.value));
        vec![term.name.to_owned(), format!("{:.0}", term.size), right]
    });
    table(out, &[("term", true), ("size", false), ("for the winner", false)], rows);
}

fn put_search(out: &mut String, report: &GameReport) {
    let Some(search) = &report.search else { return };
    let _ = writeln!(
        out,
        "<h4>Which search suits it</h4>\n<p>{} {} {}</p>",
        escaped(&search.positions),
        escaped(&search.smallest),
        escaped(&search.plays_best)
    );
    let rows = search.race.iter().map(|raced| vec![raced.algorithm.clone(), format!("{:.2}", raced.nodes)]);
    table(out, &[("algorithm", true), ("nodes over the least", false)], rows);
}
