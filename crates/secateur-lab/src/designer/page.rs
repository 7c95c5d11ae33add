//! A report as one page of HTML, which needs nothing else: of one game, or of several side by side.

use super::charts::{self, Chart};
use super::figures::{FirstMove, MISTAKE};
use super::words::{SaidFigure, Topic, said};
use super::{DEEP, GameReport, HardPosition, QUICK};
use crate::report::{STYLE, escaped};
use crate::units::{counted, milliseconds, thousands};
use secateur_session::Outcome;
use std::fmt::Write;

/// The most first moves that are listed.
const LISTED: usize = 24;
/// What a page of figures needs beyond the style of reports.
const MORE_STYLE: &str = "\
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));margin:1rem 0}
.card{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.75rem 1rem;break-inside:avoid}
.card h4{margin:0;font-size:1rem}
.card p{margin:.35rem 0 0;font-size:.9rem}
.value{font-size:1.6rem;font-weight:600;font-variant-numeric:tabular-nums}
.value small{font-size:.85rem;font-weight:400;color:var(--soft)}
.soft{color:var(--soft)}
.card pre{border:0;padding:.25rem 0;font-size:.95rem;line-height:1.25}
td.text{white-space:normal;text-align:left}
";

/// One page with all reports. `command` is what made it.
pub fn html(reports: &[GameReport], command: &str) -> String {
    let title = match reports {
        [one] => format!("{}: a report for its designer", one.game),
        _ => format!("{} side by side: a report for designers", counted(reports.len() as u64, "game")),
    };
    let title = escaped(&title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{MORE_STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n</header>\n<main>\n"
    );
    if reports.len() > 1 {
        comparison(&mut out, reports);
    }
    for report in reports {
        game(&mut out, report);
    }
    sources(&mut out);
    let _ = writeln!(out, "<p class=\"notes\">Made by</p>\n<pre>{}</pre>", escaped(command));
    out + "</main>\n</body>\n</html>\n"
}

/// One row a game, and one column a figure.
fn comparison(out: &mut String, reports: &[GameReport]) {
    let all: Vec<Vec<SaidFigure>> = reports.iter().map(said).collect();
    let mut header = vec!["game".to_owned()];
    header.extend(all[0].iter().map(|figure| figure.short.to_owned()));
    let row = |(report, figures): (&GameReport, &Vec<SaidFigure>)| {
        let name = escaped(&report.game);
        let mut row = vec![format!("<a href=\"#{name}\">{name}</a>")];
        row.extend(figures.iter().map(|figure| {
            let value = figure.value.map(|value| figure.unit.number(value.value) + figure.unit.sign());
            value.unwrap_or_else(|| "–".into())
        }));
        row
    };
    let rows: Vec<Vec<String>> = reports.iter().zip(&all).map(row).collect();
    out.push_str("<section>\n<h2>Side by side</h2>\n<p class=\"about\">What each figure means, and how sure it is, stands with each game below.</p>\n");
    table(out, &header, &rows, 1);
    out.push_str("</section>\n");
}

fn game(out: &mut String, report: &GameReport) {
    let name = escaped(&report.game);
    let _ = writeln!(
        out,
        "<section id=\"{name}\">\n<h2>{name}</h2>\n<p class=\"about\">{}.</p>",
        escaped(&report.about)
    );
    if report.interrupted {
        out.push_str("<p class=\"lacks\">Interrupted: the same command goes on from here.</p>\n");
    }
    let _ = writeln!(out, "<p>{}</p>", escaped(&measured(report)));
    let figures = said(report);
    glance(out, &figures);
    for topic in Topic::ALL {
        let _ = writeln!(out, "<h3>{}</h3>\n<div class=\"cards\">", topic.title());
        figures.iter().filter(|figure| figure.topic == topic).for_each(|figure| card(out, figure));
        out.push_str("</div>\n");
        draw(out, &charts::of(topic, report));
    }
    firsts(out, report);
    hard(out, report);
    boards(out, report);
    search(out, report);
    terms(out, report);
    out.push_str("</section>\n");
}

/// How the figures were found.
fn measured(report: &GameReport) -> String {
    let f = &report.figures;
    let evaluates = if f.evaluates {
        "Values of positions are told as points that they are expected to bring, by how games from such values ended."
    } else {
        "The game has no evaluation, or one that says nothing: the engine sees only what it can play out to the end, so that figures of depth and drama are coarse."
    };
    format!(
        "The engine played {} and looked into {} within {}. A strength is a number of nodes, positions that a player looks at for each move; most figures are from the {} at {} nodes, which begin with different openings. Behind each figure stands its 95 % interval. {evaluates}",
        counted(report.played as u64, "game"),
        counted(report.studied as u64, "position"),
        milliseconds(1000.0 * report.spent.as_secs_f64()),
        counted(f.games as u64, "game"),
        thousands(f.nodes),
    )
}

/// What to make of each figure, in a list.
fn glance(out: &mut String, figures: &[SaidFigure]) {
    out.push_str("<h3>At a glance</h3>\n<ul>\n");
    for figure in figures {
        if let (Some(verdict), Some(_)) = (&figure.verdict, &figure.value) {
            let _ = writeln!(
                out,
                "<li><b>{}</b>, {}: {}</li>",
                figure.title,
                escaped(&figure.says()),
                escaped(verdict)
            );
        }
    }
    out.push_str("</ul>\n");
}

fn card(out: &mut String, figure: &SaidFigure) {
    let _ = writeln!(out, "<div class=\"card\">\n<h4>{}</h4>", figure.title);
    let says = escaped(&figure.says());
    let (value, interval) =
        says.split_once(" (").map_or((&*says, ""), |(value, rest)| (value, rest.trim_end_matches(')')));
    let interval =
        if interval.is_empty() { String::new() } else { format!(" <small>95 %: {interval}</small>") };
    let _ = writeln!(out, "<div class=\"value\">{value}{interval}</div>");
    let _ = writeln!(
        out,
        "<p>{}</p>\n<p class=\"soft\"><b>Good:</b> {}</p>\n</div>",
        escaped(&figure.means),
        escaped(figure.good)
    );
}

fn draw(out: &mut String, charts: &[Chart]) {
    if charts.is_empty() {
        return;
    }
    out.push_str("<div class=\"charts\">\n");
    for Chart { svg, caption } in charts {
        let _ = writeln!(out, "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>", escaped(caption));
    }
    out.push_str("</div>\n");
}

fn firsts(out: &mut String, report: &GameReport) {
    let f = &report.figures;
    let Some(best) = f.firsts.first() else { return };
    let _ = writeln!(
        out,
        "<h3>First moves</h3>\n<p>What each of the {} is expected to bring whoever makes it, by a search of {} nodes, and what it brought in games.</p>",
        counted(f.firsts.len() as u64, "first move"),
        thousands(f.firsts_nodes)
    );
    let row = |first: &FirstMove| {
        let (games, points) = first.played;
        let brought = if games > 0 { format!("{:.0} %", 100.0 * points) } else { "–".into() };
        let is_mistake = best.expected - first.expected >= MISTAKE;
        let verdict = if is_mistake { "a mistake" } else { "good" };
        vec![
            escaped(&first.name),
            format!("{:.0} %", 100.0 * first.expected),
            thousands(games as u64),
            brought,
            verdict.into(),
        ]
    };
    let rows: Vec<Vec<String>> = f.firsts.iter().take(LISTED).map(row).collect();
    table(out, &["move", "expected", "games", "brought", ""].map(String::from), &rows, 1);
    if let Some(more) = f.firsts.len().checked_sub(LISTED).filter(|&more| more > 0) {
        let _ = writeln!(
            out,
            "<p class=\"notes\">And {}, none of them better.</p>",
            counted(more as u64, "other")
        );
    }
}

fn hard(out: &mut String, report: &GameReport) {
    if report.studied == 0 {
        return;
    }
    out.push_str("<h3>Positions where the best move is hard to see</h3>\n");
    if report.hard.is_empty() {
        out.push_str("<p>None was found: a quick look chose no mistake.</p>\n");
        return;
    }
    let _ = writeln!(
        out,
        "<p>A look at {} nodes chooses one move, a search of {} another. The points are what each move is expected to bring the side to move.</p>\n<div class=\"cards\">",
        thousands(QUICK),
        thousands(DEEP)
    );
    for HardPosition { position, drawn, side, legal, quick, best } in &report.hard {
        let points = |points: f64| format!("{:.0} %", 100.0 * points);
        let _ = writeln!(
            out,
            "<div class=\"card\">\n<pre>{}</pre>\n<p>{} to move, {}. Quick look: <b>{}</b>, {}. Best: <b>{}</b>, {}.</p>\n<p class=\"soft\"><code>{}</code></p>\n</div>",
            escaped(drawn.trim_end()),
            if side.is_empty() { "The side".into() } else { escaped(side) },
            counted(u64::from(*legal), "legal move"),
            escaped(&quick.0),
            points(quick.1),
            escaped(&best.0),
            points(best.1),
            escaped(position)
        );
    }
    out.push_str("</div>\n");
}

fn boards(out: &mut String, report: &GameReport) {
    if report.boards.is_empty() {
        return;
    }
    out.push_str("<h3>Solved boards</h3>\n<p>Who wins with perfect play, on boards no larger than this one, the smallest first: one whose side to win changes with the size promises a fair game on larger ones.</p>\n");
    let value = |outcome: Option<Outcome>| match outcome {
        Some(Outcome::Win) => "first player wins",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Loss) => "second player wins",
        None => "not found within the time",
    };
    let row = |board: &super::BoardValue| vec![escaped(&board.name), value(board.outcome).to_owned()];
    let rows: Vec<Vec<String>> = report.boards.iter().map(row).collect();
    table(out, &["board", "with perfect play"].map(String::from), &rows, 2);
}

fn search(out: &mut String, report: &GameReport) {
    out.push_str("<h3>Which search suits it</h3>\n");
    let Some(found) = &report.search else {
        let _ = writeln!(
            out,
            "<p>Not found within the time; <code>secateur choose {}</code> takes its time for it.</p>",
            escaped(&report.game)
        );
        return;
    };
    let _ = writeln!(out, "<p>By {}.</p>\n<ul>", escaped(&found.positions));
    let _ = writeln!(
        out,
        "<li>The smallest tree: {}</li>\n<li>What plays best: {}</li>\n</ul>",
        escaped(&found.smallest),
        escaped(&found.plays_best)
    );
    let row = |raced: &super::RacedSearch| vec![escaped(&raced.algorithm), format!("{:.2}", raced.nodes)];
    let rows: Vec<Vec<String>> = found.race.iter().map(row).collect();
    table(out, &["algorithm", "nodes over those of the best"].map(String::from), &rows, 1);
}

fn terms(out: &mut String, report: &GameReport) {
    out.push_str("<h3>What the evaluation counts</h3>\n");
    if report.terms.is_empty() {
        out.push_str("<p>The evaluation of this game is no sum of terms with names, so that none can be told apart.</p>\n");
        return;
    }
    out.push_str("<p>How much each term says on average, in hundredths of the game's unit, and how often it speaks for the side that wins in the end: near 50 % it says nothing.</p>\n");
    let row = |term: &super::EvaluationTerm| {
        let right = term.right.map_or_else(|| "–".into(), |right| format!("{:.0} %", 100.0 * right.value));
        vec![escaped(term.name), format!("{:.1}", term.size), right]
    };
    let rows: Vec<Vec<String>> = report.terms.iter().map(row).collect();
    table(out, &["term", "says", "for the winner"].map(String::from), &rows, 1);
}

/// Where the criteria come from.
fn sources(out: &mut String) {
    out.push_str(
        "<section>\n<h2>Sources</h2>\n<ul>\n\
         <li>J. M. Thompson, “Defining the Abstract”, The Games Journal, 2000: depth, clarity, drama, decisiveness.</li>\n\
         <li>I. Althöfer, “Computer-Aided Game Inventing”, Jena, 2003: length, draws, deeper search.</li>\n\
         <li>C. Browne, “Automatic Generation and Evaluation of Recombination Games”, thesis, Queensland University of Technology, 2008: such criteria measured by self-play.</li>\n\
         <li>L. V. Allis, “Searching for Solutions in Games and Artificial Intelligence”, thesis, Maastricht, 1994: lengths and branching factors.</li>\n\
         </ul>\n<p class=\"notes\">Self-play of an engine is not play of people: take the figures as a first look, and test with players.</p>\n</section>\n",
    );
}

/// A table; the first `names` columns are text, to the left. Cells are HTML already.
fn table(out: &mut String, header: &[String], rows: &[Vec<String>], names: usize) {
    let class = |n: usize| if n < names { " class=\"name\"" } else { "" };
    out.push_str("<div class=\"wide\">\n<table>\n<thead><tr>");
    for (n, name) in header.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{name}</th>", class(n));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (n, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{cell}</td>", class(n));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}
