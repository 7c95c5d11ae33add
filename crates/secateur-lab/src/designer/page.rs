//! A report as one page of HTML, which needs nothing else: of one game, or of several side by side.

use super::charts::{self, Chart};
use super::figures::{FirstMove, LevelFigures, MISTAKE};
use super::words::{SaidFigure, Topic, said};
use super::worth::Worth;
use super::{AHEAD, BoardValue, DEEP, GameReport, HardPosition, QUICK};
use crate::report::{STYLE, escaped};
use crate::units::{counted, thousands};
use secateur_session::Outcome;
use std::fmt::Write;
use std::time::Duration;

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
.card pre{border:0;margin:0;padding:.25rem 0;font-size:.95rem;line-height:1.25}
code,li{overflow-wrap:anywhere}
@media screen and (max-width:30rem){th,td{padding:.25rem .35rem}}
@media print{h3,h4{break-after:avoid}tr{break-inside:avoid}.sources h2{break-before:auto}.side th,.side td{font-size:.5rem;padding:.1rem .2rem;white-space:normal}}
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
    // A sign of per cent stays with its number.
    out.replace(" %", "\u{a0}%") + "</main>\n</body>\n</html>\n"
}

/// One row a game, and one column a figure.
fn comparison(out: &mut String, reports: &[GameReport]) {
    let all: Vec<Vec<SaidFigure>> = reports.iter().map(said).collect();
    let mut header = vec!["game".to_owned(), "with perfect play".to_owned()];
    header.extend(all[0].iter().map(|figure| figure.short.to_owned()));
    let row = |(report, figures): (&GameReport, &Vec<SaidFigure>)| {
        let name = escaped(&report.game);
        let proven = report.solved.as_ref().map_or("–", |known| winner(known.outcome));
        let mut row = vec![format!("<a href=\"#{name}\">{name}</a>"), proven.to_owned()];
        row.extend(figures.iter().map(|figure| figure.value.map_or_else(|| "–".into(), |_| figure.number())));
        row
    };
    let rows: Vec<Vec<String>> = reports.iter().zip(&all).map(row).collect();
    out.push_str("<section>\n<h2>Side by side</h2>\n<p class=\"about\">What each figure means, and how sure it is, stands with each game below; – is what is not known.</p>\n");
    out.push_str("<div class=\"side\">\n");
    table(out, &header, &rows, 2);
    out.push_str("</div>\n</section>\n");
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
    measured(report).iter().for_each(|paragraph| {
        let _ = writeln!(out, "<p>{}</p>", escaped(paragraph));
    });
    let figures = said(report);
    glance(out, &figures);
    for topic in Topic::ALL {
        let _ = writeln!(out, "<h3>{}</h3>\n<div class=\"cards\">", topic.title());
        figures.iter().filter(|figure| figure.topic == topic).for_each(|figure| card(out, figure));
        out.push_str("</div>\n");
        draw(out, &charts::of(topic, report));
        if topic == Topic::Fairness {
            levels(out, report);
        }
    }
    firsts(out, report);
    hard(out, report);
    boards(out, report);
    search(out, report);
    terms(out, report);
    out.push_str("</section>\n");
}

/// How the figures were found, and how to read them.
fn measured(report: &GameReport) -> [String; 2] {
    let f = &report.figures;
    let evaluates = if f.evaluates {
        "A search says how good a position is, and the games say how often such positions were won: that is what a position is expected to bring."
    } else {
        "Searches told nothing of any position here but what they could play out to the end, so that figures of depth and drama are coarse."
    };
    let exhausted = if report.exhausted {
        " These are all the openings that were found, so that more time brings no more such games."
    } else {
        ""
    };
    let played = format!(
        "The engine played {} against itself and looked into {}, in {}. How strong a player is, is told in nodes: the positions that it looks at for each move. Most figures are from the {} in which both players had {} nodes. These begin with openings that differ, a few moves each, chosen by chance among those that a short search finds nearly as good as the best.{exhausted}",
        counted(report.played as u64, "game"),
        counted(report.studied as u64, "position"),
        rounded(report.spent),
        counted(f.games as u64, "game"),
        thousands(f.nodes),
    );
    let read = format!(
        "A game is played for one point: who wins has it, and a draw is half of it for each. A side that is expected to make {:.0} % of the point or more is ahead; 50 % is even. {evaluates} Behind a figure stand the ends of its 95 % interval: with other games the figure would be another, and in about 95 of 100 reports what is true of these players lies between such ends. The interval knows of chance alone; stronger players, or people, may fare otherwise.",
        100.0 * AHEAD,
    );
    [played, read]
}

/// A time as people say it.
fn rounded(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s => format!("{:.1} min", s / 60.0),
    }
}

/// What an outcome is for players.
fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "first player wins",
        Outcome::Draw => "draw",
        Outcome::Loss => "second player wins",
    }
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
    let interval = figure.interval().map(|(low, high)| match figure.is_constant() {
        true => "always so".to_owned(),
        false => format!("95 % interval: {low} to {high}"),
    });
    let sure: Vec<String> = [interval, figure.basis()].into_iter().flatten().collect();
    let _ = writeln!(
        out,
        "<div class=\"card\">\n<h4>{}</h4>\n<div class=\"value\">{}</div>",
        figure.title,
        escaped(&figure.number())
    );
    if !sure.is_empty() {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(&sure.join(", ")));
    }
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

/// The games of equal players, a row for each strength.
fn levels(out: &mut String, report: &GameReport) {
    let row = |level: &LevelFigures| {
        let first = level.first?;
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let interval = first
            .interval
            .map_or_else(|| "–".into(), |(low, high)| format!("{} to {}", percent(low), percent(high)));
        let [won, drawn, lost] = level.results.map(|count| thousands(count as u64));
        let nodes = thousands(level.nodes);
        Some(vec![nodes, won, drawn, lost, format!("{} %", percent(first.value)), interval])
    };
    let rows: Vec<Vec<String>> = report.figures.levels.iter().filter_map(row).collect();
    if rows.is_empty() {
        return;
    }
    out.push_str("<p class=\"notes\">The same games in numbers, by the nodes that both players had for a move: those that the first player won, drew and lost, and its share of the points.</p>\n");
    let header = ["nodes", "won", "drawn", "lost", "share", "95 % interval"];
    table(out, &header.map(String::from), &rows, 0);
}

fn firsts(out: &mut String, report: &GameReport) {
    let f = &report.figures;
    let Some(best) = f.firsts.first() else { return };
    let _ = writeln!(
        out,
        "<h3>First moves</h3>\n<p>What each of the {} is expected to bring whoever makes it, by a search of {} nodes; and what it brought in all games of equal players that began with it, those of {} nodes left out. A mistake is expected to bring {:.0} % of a point less than the best, or worse.</p>",
        counted(f.firsts.len() as u64, "first move"),
        thousands(f.firsts_nodes),
        thousands(QUICK),
        100.0 * MISTAKE
    );
    let row = |first: &FirstMove| {
        let (games, points) = first.played;
        let brought = if games > 0 { format!("{:.0} %", 100.0 * points) } else { "–".into() };
        let is_mistake = best.expected - first.expected >= MISTAKE;
        let verdict = if is_mistake { "a mistake" } else { "near the best" };
        let proven = if matches!(first.worth, Worth::Proven(_)) { ", proven" } else { "" };
        vec![
            escaped(&first.name),
            format!("{:.0} %{proven}", 100.0 * first.expected),
            thousands(games as u64),
            brought,
            verdict.into(),
        ]
    };
    let rows: Vec<Vec<String>> = f.firsts.iter().take(LISTED).map(row).collect();
    let header = ["move", "points expected", "games", "points made in them", "against the best"];
    table(out, &header.map(String::from), &rows, 1);
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
        "<p>A quick look, of {} nodes, chooses one move, a search of {} nodes another. Per cent are the points that each is expected to bring the side to move, as the longer search sees it. The last line is the position as the program reads it.</p>\n<div class=\"cards\">",
        thousands(QUICK),
        thousands(DEEP)
    );
    for HardPosition { position, drawn, side, legal, quick, best } in &report.hard {
        let points = |points: f64| format!("{:.0} %", 100.0 * points);
        let _ = writeln!(
            out,
            "<div class=\"card\">\n<pre>{}</pre>\n<p>{} to move, {}. A quick look chooses <b>{}</b>, {}. Best is <b>{}</b>, {}.</p>\n<p class=\"soft\"><code>{}</code></p>\n</div>",
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
    out.push_str("<h3>Solved boards</h3>\n<p>Who wins with perfect play on boards no larger than this one, the smallest first, and who found it. Where the winner changes from size to size, the rules alone favour neither side; where it is always the same side, it may be on larger boards, too.</p>\n");
    let row = |board: &BoardValue| {
        let value = board.outcome.map_or("not found within the time", winner);
        let by = match (&board.source, board.outcome) {
            (Some(source), _) => escaped(source),
            (None, Some(_)) => "this program".into(),
            (None, None) => "–".into(),
        };
        vec![escaped(&board.name), value.to_owned(), by]
    };
    let rows: Vec<Vec<String>> = report.boards.iter().map(row).collect();
    table(out, &["board", "with perfect play", "solved by"].map(String::from), &rows, 3);
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
    let _ = writeln!(
        out,
        "<p>For whoever writes a program that plays the game; <code>secateur algorithms</code> says what the names mean. By {}. A search that was chosen on the first may take a little more than another on the others, and where games leave it in doubt what plays best, the kind of search that is the default stays.</p>\n<ul>",
        escaped(&found.positions)
    );
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
        out.push_str("<p>By an evaluation a program guesses who is ahead without looking further. That of this game is no sum of terms with names, so that none can be told apart.</p>\n");
        return;
    }
    out.push_str("<p>By an evaluation a program guesses who is ahead without looking further; here it is a sum of terms. How much each of them weighs on average, for either side, where 100 is one unit of the evaluation (one man, say); and how often it speaks for the side that wins in the end: near 50 % it tells nothing.</p>\n");
    let row = |term: &super::EvaluationTerm| {
        let right = term.right.map_or_else(|| "–".into(), |right| format!("{:.0} %", 100.0 * right.value));
        vec![escaped(term.name), format!("{:.1}", term.size), right]
    };
    let rows: Vec<Vec<String>> = report.terms.iter().map(row).collect();
    table(out, &["term", "weighs", "for the winner"].map(String::from), &rows, 1);
}

/// Where the criteria come from.
fn sources(out: &mut String) {
    out.push_str(
        "<section class=\"sources\">\n<h2>Sources</h2>\n<ul>\n\
         <li>J. M. Thompson, “Defining the Abstract”, The Games Journal, 2000: depth, clarity, drama, decisiveness.</li>\n\
         <li>I. Althöfer, “Computer-Aided Game Inventing”, Jena, 2003: length, draws, deeper search.</li>\n\
         <li>C. Browne, “Automatic Generation and Evaluation of Recombination Games”, thesis, Queensland University of Technology, 2008: such criteria measured by self-play.</li>\n\
         <li>L. V. Allis, “Searching for Solutions in Games and Artificial Intelligence”, thesis, Maastricht, 1994: lengths and branching factors.</li>\n\
         <li>K. Thompson, “Computer Chess Strength”, Advances in Computer Chess 3, 1982: what looking further is worth in chess.</li>\n\
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
