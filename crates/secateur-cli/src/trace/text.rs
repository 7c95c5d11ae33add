//! The record as an indented tree.

use crate::output::{counted, thousands};
use secateur::Score;
use secateur_session::{
    Algorithm, GrownNode, ProofNumbers, ProofVisit, ScoreKind, SetBy, TraceCut, TraceHeader, TraceNode,
    TraceRecord, TraceStep,
};
use std::fmt;

/// A record, one line a node.
pub(super) struct Tree<'a> {
    pub(super) record: &'a TraceRecord,
    /// Whether the search went to a depth, which tells something of each node.
    pub(super) has_depth: bool,
}

impl<'a> Tree<'a> {
    pub(super) fn new(record: &'a TraceRecord) -> Self {
        Tree { record, has_depth: has_depth(&record.header) }
    }
}

/// Whether a search went to a depth.
fn has_depth(header: &TraceHeader) -> bool {
    Algorithm::named(&header.algorithm).map_or(true, |algorithm| algorithm.takes_depth())
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceRecord { header, nodes, .. } = self.record;
        writeln!(f, "{}", title(header))?;
        writeln!(f, "scores count for the side to move at each node\n")?;
        let digits = nodes.len().saturating_sub(1).to_string().len() + 1;
        let mut levels: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let level = node.parent.map_or(0, |parent| levels[parent as usize] + 1);
            levels.push(level);
            let number = format!("#{}", node.id);
            writeln!(f, "{number:>digits$} {:indent$}{}", "", self.line(node), indent = 2 * level)?;
        }
        writeln!(f, "\n{}", self.summary())
    }
}

/// `tree ((3 12) (2 4)): alpha-beta to depth 2`.
pub(super) fn title(header: &TraceHeader) -> String {
    let position = if header.position.is_empty() { "from the start" } else { &header.position };
    let limit = match has_depth(header) {
        true => format!("to depth {}", header.depth),
        false => format!("after {}", counted(header.nodes, "node")),
    };
    format!("{} {position}: {} {limit}", header.game, header.algorithm)
}

impl Tree<'_> {
    /// The value, and how much of the search is shown.
    pub(super) fn summary(&self) -> String {
        let header = &self.record.header;
        let mut parts = Vec::new();
        if let Some(score) = header.score {
            let by =
                if header.pv.is_empty() { String::new() } else { format!(" by {}", header.pv.join(" ")) };
            parts.push(format!("value {}{by}", Score::from_raw(score)));
        }
        let shown = match header.left_out {
            0 => format!("{}, all of them shown", counted(header.visits, "node")),
            left_out => {
                format!("{}, {} of them left out", counted(header.visits, "node"), thousands(left_out))
            }
        };
        parts.push(shown);
        if header.by_knowledge + header.completing > 0 {
            parts.push(format!(
                "{} more opened by {}, {} to complete the line",
                thousands(header.by_knowledge),
                if self.has_depth { "knowledge" } else { "knowledge or to order moves" },
                thousands(header.completing)
            ));
        }
        if self.counts_leaves() {
            let beyond = header.leaves - header.critical_leaves;
            parts.push(format!(
                "{} shown{}, {} of them beyond the critical tree",
                counted(header.leaves, "leaf"),
                if self.has_depth { " of the last iteration" } else { "" },
                thousands(beyond)
            ));
        }
        if let Some(minimal) = header.minimal_leaves {
            let about = if header.minimal_is_exact == Some(true) { "" } else { "at most " };
            parts.push(format!("the minimal tree has {about}{}", counted(minimal, "leaf")));
        }
        parts.join("\n")
    }

    /// A node on one line.
    pub(super) fn line(&self, node: &TraceNode) -> String {
        let depth = if self.has_depth { format!(" depth {}", node.depth) } else { String::new() };
        let mut said = format!("{} {}{depth}: {}", step(node), window(node), answer(node));
        if let Some(kind) = node.actual {
            said += &format!(" {}", kind.word());
        }
        if let Some(critical) = node.critical {
            said += &format!(" [{critical}]");
        }
        said += &format!(", {}", self.end(node));
        if let Some(cut) = &node.cut {
            said += &format!("; {cut}, {}", setter(cut, &self.record.nodes));
        }
        if !node.pruned.is_empty() {
            said += &format!("; not searched: {}", node.pruned.join(" "));
        }
        for trick in tricks(node) {
            said += &format!("; {trick}");
        }
        if node.left_out > 0 {
            said += &format!(" ({} below left out)", thousands(node.left_out));
        }
        said
    }

    /// The reason a node ended.
    pub(super) fn end(&self, node: &TraceNode) -> String {
        match (node.why.as_str(), &node.cut) {
            ("cut", Some(TraceCut { by: Some(by), place: Some(place), .. })) => {
                format!("cut by {by}, move {place} in order")
            }
            ("expanded", _) => match node.grown.and_then(|grown| grown.expanded) {
                Some(place) => format!("expanded as no. {place}"),
                None => "expanded".into(),
            },
            ("unseen", _) => "not looked at".into(),
            ("all", _) => "all moves searched".into(),
            ("bounds", _) => "proven by knowledge".into(),
            ("table", _) if !self.has_depth => "the table knew it".into(),
            ("table", _) => {
                format!("the table knew it to depth {}", node.table.map_or(node.depth, |table| table.depth))
            }
            ("null", _) => "null move refutes it".into(),
            ("upcoming", _) => "a position can be brought back".into(),
            ("proof-threshold", _) => "proof number at its threshold".into(),
            ("disproof-threshold", _) => "disproof number at its threshold".into(),
            ("full", _) => "no plies left".into(),
            (end, _) => end.replace('-', " "),
        }
    }

    /// Whether leaves are told from those of the critical tree: in searches that go depth first for a value.
    fn counts_leaves(&self) -> bool {
        self.record.nodes.first().is_none_or(|node| node.grown.is_none() && node.proof.is_none())
    }
}

/// What tricks left out at a node, those of a kind together: `futility leaves out a3 h3`.
pub(super) fn tricks(node: &TraceNode) -> Vec<String> {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for trick in &node.tricks {
        let place = told.iter().position(|(by, _)| *by == trick.by).unwrap_or(told.len());
        if place == told.len() {
            told.push((&trick.by, Vec::new()));
        }
        told[place].1.extend(trick.played.as_deref());
    }
    let said = |(by, moves): &(&str, Vec<&str>)| match (*by, moves.is_empty()) {
        ("internal-reduction", _) => "internal-reduction: a ply less deep".to_owned(),
        ("late-moves", _) => "late-moves: quiet ones are left out from some place on".to_owned(),
        (by, true) => format!("{by}: quiet moves are left out"),
        (by, false) => format!("{by} leaves out {}", moves.join(" ")),
    };
    told.iter().map(said).collect()
}

/// The step that led to a node.
pub(super) fn step_alone(node: &TraceNode) -> String {
    let played = node.played.as_deref().unwrap_or_default();
    match node.step {
        TraceStep::Root if node.grown.is_some() => "root".into(),
        TraceStep::Root => format!("probe {}", node.probe),
        TraceStep::Again => match node.again_of {
            Some(first) => format!("{played} again (first #{first})"),
            None => format!("{played} again"),
        },
        TraceStep::Null => "null move".into(),
        TraceStep::Same => "same position".into(),
        _ => played.to_owned(),
    }
}

/// The same with the trick that it was made for.
pub(super) fn step(node: &TraceNode) -> String {
    let step = step_alone(node);
    match node.trick.as_deref().filter(|trick| (*trick, node.step) != ("null-move", TraceStep::Null)) {
        Some(trick) => format!("{step} by {trick}"),
        None => step,
    }
}

/// `-inf..+3`; of a node in a tree in memory what the search knows of it, `proof 2 : 5` or `12 visits`; of proof-number search
/// in a table the numbers on entry and the thresholds, `1 : 2 until 3 : inf`.
pub(super) fn window(node: &TraceNode) -> String {
    if let Some(grown) = &node.grown {
        return numbers(grown);
    }
    if let Some(ProofVisit { entry, until, .. }) = &node.proof {
        return match until {
            Some(until) => format!("{} until {}", pair(entry), pair(until)),
            None => "looked at".into(),
        };
    }
    format!("{}..{}", Score::from_raw(node.alpha), Score::from_raw(node.beta))
}

/// The numbers by which a best-first search goes on.
fn numbers(grown: &GrownNode) -> String {
    let score = |score| Score::from_raw(score).to_string();
    let proof = grown.proof_numbers.map(|numbers| format!("proof {}", pair(&numbers)));
    let visits = grown.visits.map(|visits| counted(visits, "visit"));
    let interval =
        grown.pessimistic.zip(grown.optimistic).map(|(low, high)| format!("{}..{}", score(low), score(high)));
    [proof, visits, interval].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `2 : 5`.
fn pair(numbers: &ProofNumbers) -> String {
    let finite = |number: Option<u32>| number.map_or("inf".to_owned(), |number| number.to_string());
    format!("{} : {}", finite(numbers.proof), finite(numbers.disproof))
}

/// `+3`, `at least +3`, `at most +3`; of proof-number search in a table the numbers on return, `2 : 5`.
pub(super) fn answer(node: &TraceNode) -> String {
    if let (Some(ProofVisit { left: Some(left), .. }), None) = (&node.proof, node.score) {
        return pair(left);
    }
    let Some(score) = node.score.map(Score::from_raw) else {
        return if node.grown.is_some() { "open" } else { "no answer" }.into();
    };
    match node.bound {
        Some(ScoreKind::Lower) => format!("at least {score}"),
        Some(ScoreKind::Upper) => format!("at most {score}"),
        _ => score.to_string(),
    }
}

/// Who set the bound of a cut.
pub(super) fn setter(cut: &TraceCut, nodes: &[TraceNode]) -> String {
    let node = cut.set_by;
    match (cut.how, cut.visit) {
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
