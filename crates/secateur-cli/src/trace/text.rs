//! The record as an indented tree.

use crate::output::{counted, thousands};
use secateur::Score;
use secateur_session::{ScoreKind, SetBy, TraceCut, TraceHeader, TraceNode, TraceRecord, TraceStep};
use std::fmt;

/// A record, one line a node.
pub(super) struct Tree<'a>(pub(super) &'a TraceRecord);

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceRecord { header, nodes, .. } = self.0;
        writeln!(f, "{}", title(header))?;
        writeln!(f, "scores count for the side to move at each node\n")?;
        let digits = nodes.len().saturating_sub(1).to_string().len() + 1;
        let mut levels: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let level = node.parent.map_or(0, |parent| levels[parent as usize] + 1);
            levels.push(level);
            let number = format!("#{}", node.id);
            writeln!(f, "{number:>digits$} {:indent$}{}", "", line(node, nodes), indent = 2 * level)?;
        }
        writeln!(f, "\n{}", summary(header))
    }
}

/// `tree ((3 12) (2 4)): alpha-beta to depth 2`.
pub(super) fn title(header: &TraceHeader) -> String {
    let position = if header.position.is_empty() { "from the start" } else { &header.position };
    format!("{} {position}: {} to depth {}", header.game, header.algorithm, header.depth)
}

/// The value, and how much of the search is shown.
pub(super) fn summary(header: &TraceHeader) -> String {
    let mut parts = Vec::new();
    if let Some(score) = header.score {
        parts.push(format!("value {} by {}", Score::from_raw(score), header.pv.join(" ")));
    }
    let shown = match header.left_out {
        0 => format!("{}, all of them shown", counted(header.visits, "node")),
        left_out => format!("{}, {} of them left out", counted(header.visits, "node"), thousands(left_out)),
    };
    parts.push(shown);
    if header.by_knowledge + header.completing > 0 {
        parts.push(format!(
            "{} more opened by knowledge, {} to complete the line",
            thousands(header.by_knowledge),
            thousands(header.completing)
        ));
    }
    let beyond = header.leaves - header.critical_leaves;
    parts.push(format!(
        "{} shown of the last iteration, {} of them beyond the critical tree",
        counted(header.leaves, "leaf"),
        thousands(beyond)
    ));
    if let Some(minimal) = header.minimal_leaves {
        let about = if header.minimal_is_exact == Some(true) { "" } else { "at most " };
        parts.push(format!("the minimal tree has {about}{}", counted(minimal, "leaf")));
    }
    parts.join("\n")
}

/// A node on one line.
pub(super) fn line(node: &TraceNode, nodes: &[TraceNode]) -> String {
    let mut said = format!("{} {} depth {}: {}", step(node), window(node), node.depth, answer(node));
    if let Some(kind) = node.kind {
        said += &format!(" {}", kind.word());
    }
    if let Some(critical) = node.critical {
        said += &format!(" [{critical}]");
    }
    said += &format!(", {}", end(node));
    if let Some(cut) = &node.cut {
        said += &format!("; {cut}, {}", setter(cut, nodes));
    }
    if !node.pruned.is_empty() {
        said += &format!("; not searched: {}", node.pruned.join(" "));
    }
    if node.left_out > 0 {
        said += &format!(" ({} below left out)", thousands(node.left_out));
    }
    said
}

/// The step that led to a node.
pub(super) fn step(node: &TraceNode) -> String {
    let played = node.played.as_deref().unwrap_or_default();
    match node.step {
        TraceStep::Root => format!("probe {}", node.probe),
        TraceStep::Again => match node.first {
            Some(first) => format!("{played} again (first #{first})"),
            None => format!("{played} again"),
        },
        TraceStep::Null => "null move".into(),
        TraceStep::Same => "same position".into(),
        _ => played.to_owned(),
    }
}

/// `-inf..+3`.
pub(super) fn window(node: &TraceNode) -> String {
    format!("{}..{}", Score::from_raw(node.alpha), Score::from_raw(node.beta))
}

/// `+3`, `>= +3`, `<= +3`.
pub(super) fn answer(node: &TraceNode) -> String {
    let Some(score) = node.score.map(Score::from_raw) else { return "no answer".into() };
    match node.bound {
        Some(ScoreKind::Lower) => format!("at least {score}"),
        Some(ScoreKind::Upper) => format!("at most {score}"),
        _ => score.to_string(),
    }
}

/// The reason a node ended.
pub(super) fn end(node: &TraceNode) -> String {
    match (node.end.as_str(), &node.cut) {
        ("cut", Some(TraceCut { by: Some(by), place: Some(place), .. })) => {
            format!("cut by {by}, move {place} in order")
        }
        ("all", _) => "all moves searched".into(),
        ("bounds", _) => "proven by knowledge".into(),
        ("table", _) => format!("the table knew it to depth {}", node.depth),
        (end, _) => end.replace('-', " "),
    }
}

/// Who set the bound of a cut.
pub(super) fn setter(cut: &TraceCut, nodes: &[TraceNode]) -> String {
    let node = cut.node;
    match (cut.set_by, cut.visit) {
        (SetBy::Window, _) => format!("the window of #{node}"),
        (SetBy::Move, Some(visit)) => {
            let by = nodes.get(visit as usize).and_then(|visit| visit.played.as_deref()).unwrap_or_default();
            format!("set at #{node} by {by} (#{visit})")
        }
        (SetBy::StaticValue, _) => format!("set at #{node} by its static value"),
        (SetBy::Knowledge, _) => format!("set at #{node} by knowledge"),
        (SetBy::Table, _) => format!("set at #{node} by the table"),
        (SetBy::Scout, _) => format!("set at #{node} by its null window"),
        _ => format!("set at #{node} by a window of its own"),
    }
}
