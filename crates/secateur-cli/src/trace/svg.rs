//! The record as a picture: boxes with score and window, the moves that a cut left out as crossed-off stubs.

use super::layout::{BOX, Layout, Place, STUB};
use super::text::{Tree, answer, step, step_alone, title, window};
use secateur_session::{NodeKind, TraceNode, TraceStep};
use std::fmt;

/// A record as SVG, in light and dark by what the reader prefers.
pub(super) struct Svg<'a>(pub(super) &'a Tree<'a>);

/// The colours: blue, vermillion and green of M. Okabe and K. Ito's palette, which everybody can tell apart (2008). Types are
/// told apart by their frames and numbers as well. (Not every program that shows SVG knows variables.)
pub(super) const STYLE: &str = "\
text{font:11px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1a1a1a;text-anchor:middle}\
.title{font-size:13px;font-weight:600;text-anchor:start}.note{text-anchor:start}.score{font-weight:600}\
.small{font-size:9px;fill:#5f5f5f}.cuts{font-size:9px;fill:#b34a00}.number{font-size:9px;fill:#fff;font-weight:600}\
.paper{fill:#fff}.box{fill:#fff;stroke:#5f5f5f;stroke-width:1.2}.cut{stroke:#b34a00}.all{stroke:#00795a}\
.pv{stroke:#0072b2;stroke-width:3}.beyond{stroke-dasharray:4 3}.badge{fill:#1a1a1a}\
.edge{stroke:#8a8a8a;fill:none}.line{stroke:#0072b2;stroke-width:3}.again{stroke-dasharray:2 2}\
.stub{stroke:#b34a00;stroke-width:1.4;fill:none}.more{stroke:#5f5f5f;stroke-dasharray:1 3;fill:none}\
.halo{paint-order:stroke;stroke:#fff;stroke-width:4px}\
@media(prefers-color-scheme:dark){text{fill:#e8e8e8}.small{fill:#a8a8a8}.cuts{fill:#ff9a57}.number{fill:#14171a}\
.paper{fill:#14171a}.box{fill:#14171a;stroke:#a8a8a8}.cut{stroke:#ff9a57}.all{stroke:#3fd0a4}.pv,.line{stroke:#56b4e9}\
.badge{fill:#e8e8e8}.stub{stroke:#ff9a57}.more{stroke:#a8a8a8}.halo{stroke:#14171a}}";

/// What the marks mean, in small letters below the tree.
const LEGEND: &str = "thick: principal variation · 1 2 3: type in the critical tree · dashed: beyond it · crossed off: not searched · \
    round: the opponent of the root's side is to move";

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tree { record, .. } = self.0;
        let notes = self.0.summary();
        let above = 76.0 + 14.0 * notes.lines().count() as f64;
        let layout = Layout::of(&record.nodes, above);
        let widest = notes.lines().chain([title(&record.header).as_str()]).map(|l| l.chars().count()).max();
        let wide = layout.width.max(8.0 * widest.unwrap_or(0) as f64 + 32.0);
        let wide = wide.max(5.5 * LEGEND.chars().count() as f64 + 32.0);
        let high = layout.height + 40.0;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" ")?;
        writeln!(f, "width=\"{wide:.0}\" height=\"{high:.0}\" role=\"img\">")?;
        writeln!(f, "<title>{}</title>\n<style>{STYLE}</style>", escaped(&title(&record.header)))?;
        writeln!(f, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>")?;
        writeln!(f, "<text class=\"title\" x=\"16\" y=\"24\">{}</text>", escaped(&title(&record.header)))?;
        for (n, note) in notes.lines().enumerate() {
            writeln!(f, "<text class=\"note\" x=\"16\" y=\"{}\">{}</text>", 42 + 14 * n, escaped(note))?;
        }
        for (node, place) in record.nodes.iter().zip(&layout.places) {
            if let Some(parent) = node.parent {
                edge(f, node, layout.places[parent as usize], *place)?;
            }
            stubs(f, node, *place)?;
        }
        for (node, place) in record.nodes.iter().zip(&layout.places) {
            boxed(f, node, *place, self.0)?;
        }
        writeln!(f, "<text class=\"note small\" x=\"16\" y=\"{:.0}\">{LEGEND}</text>\n</svg>", high - 14.0)
    }
}

/// The line to a node from the one above it, with the move.
fn edge(f: &mut fmt::Formatter<'_>, node: &TraceNode, above: Place, place: Place) -> fmt::Result {
    let mut class = "edge".to_owned();
    if node.critical == Some(1) {
        class += " line";
    }
    if node.step == TraceStep::Again {
        class += " again";
    }
    // Straight down at the end, so that the move stands right above its box, however wide the tree is.
    let (x1, y1, x, y) = (above.x, above.y + BOX.1, place.x, place.y);
    writeln!(f, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x:.1} {:.1}V{y:.1}\"/>", y - 24.0)?;
    let played = match node.step {
        TraceStep::Again => format!("{} again", node.played.as_deref().unwrap_or_default()),
        TraceStep::Same => "same".into(),
        _ => step_alone(node),
    };
    if let Some(trick) = node.trick.as_deref().filter(|_| node.step != TraceStep::Null) {
        writeln!(
            f,
            "<text class=\"small halo\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y - 19.0,
            escaped(trick)
        )?;
    }
    writeln!(f, "<text class=\"halo\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y - 8.0, escaped(&played))
}

/// The moves that were not searched, and the nodes that are not shown.
fn stubs(f: &mut fmt::Formatter<'_>, node: &TraceNode, place: Place) -> fmt::Result {
    let top = place.y + BOX.1;
    for (n, label) in super::layout::stubs(node).iter().enumerate() {
        let x = place.stubs + STUB * (n as f64 + 0.5);
        let (end_x, end_y) = (place.x + 0.8 * (x - place.x), top + 30.0);
        let class = if label.is_left_out { "more" } else { "stub" };
        write!(f, "<path class=\"{class}\" d=\"M{:.1} {top:.1}L{end_x:.1} {end_y:.1}", place.x)?;
        if !label.is_left_out {
            let (l, r, u, d) = (end_x - 4.0, end_x + 4.0, end_y - 4.0, end_y + 4.0);
            write!(f, "M{l:.1} {u:.1}L{r:.1} {d:.1}M{r:.1} {u:.1}L{l:.1} {d:.1}")?;
        }
        writeln!(f, "\"/>")?;
        let y = end_y + 14.0;
        writeln!(
            f,
            "<text class=\"small halo\" x=\"{end_x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(&label.text)
        )?;
    }
    Ok(())
}

/// A node: its score, its window, and the inequality of a cut.
fn boxed(f: &mut fmt::Formatter<'_>, node: &TraceNode, place: Place, tree: &Tree<'_>) -> fmt::Result {
    let mut class = match node.actual {
        Some(NodeKind::Pv) if node.critical == Some(1) => "box pv",
        Some(NodeKind::Cut) => "box cut",
        Some(NodeKind::All) => "box all",
        _ => "box",
    }
    .to_owned();
    if node.critical.is_none() && node.proof.is_none() {
        class += " beyond";
    }
    let (x, y) = (place.x - BOX.0 / 2.0, place.y);
    writeln!(f, "<g id=\"n{}\"><title>#{} {}</title>", node.id, node.id, escaped(&tree.line(node)))?;
    // Nodes where the opponent of the root's side is to move have round ends, as far as sides take turns.
    let round = if node.ply.is_multiple_of(2) { 2 } else { 14 };
    writeln!(
        f,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{}\" height=\"{}\" rx=\"{round}\"/>",
        BOX.0, BOX.1
    )?;
    let mut say = |class: &str, dy: f64, text: &str| {
        writeln!(
            f,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            place.x,
            y + dy,
            escaped(text)
        )
    };
    say("score", 14.0, &short(&answer(node)))?;
    say("small", 25.0, &short(&window(node)))?;
    match &node.cut {
        Some(cut) => {
            say("cuts", 36.0, &short(&format!("{cut} of #{}", cut.set_by)))?;
        }
        None => say("small", 36.0, &brief(&tree.end(node)))?,
    }
    if node.parent.is_none() {
        let depth = if tree.has_depth { format!(", depth {}", node.depth) } else { String::new() };
        say("", -14.0, &format!("{}{depth}", step(node)))?;
    }
    let (left, right) = (x + 1.0, x + BOX.0);
    if let Some(kind) = node.critical {
        writeln!(f, "<circle class=\"badge\" cx=\"{left:.1}\" cy=\"{y:.1}\" r=\"7\"/>")?;
        writeln!(f, "<text class=\"number\" x=\"{left:.1}\" y=\"{:.1}\">{kind}</text>", y + 3.0)?;
    }
    writeln!(f, "<text class=\"small halo\" x=\"{right:.1}\" y=\"{:.1}\">#{}</text></g>", y - 3.0, node.id)
}

/// The reason a node ended, in fewer letters.
fn brief(end: &str) -> String {
    end.replace("the table knew it to", "table,")
        .replace("the table knew it", "table")
        .replace(" number at its", "")
}

/// The same in fewer letters.
pub(super) fn short(text: &str) -> String {
    let signs =
        text.replace("at least ", "≥ ").replace("at most ", "≤ ").replace(">=", "≥").replace("<=", "≤");
    signs.replace(" in ", " ").replace(": inf", ": ∞").replace("inf :", "∞ :")
}

/// Text within a tag.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
