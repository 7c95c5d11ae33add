//! The record in the language of Graphviz.

use super::text::{Tree, answer, step, title, window};
use secateur_session::{NodeKind, TraceStep};
use std::fmt;

/// A record as a directed graph for `dot`.
pub(super) struct Dot<'a>(pub(super) &'a Tree<'a>);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tree { record, .. } = self.0;
        writeln!(f, "digraph trace {{")?;
        writeln!(f, "  label={}; labelloc=t; fontname=monospace;", quoted(&title(&record.header)))?;
        writeln!(f, "  node [shape=box, fontname=monospace]; edge [fontname=monospace];")?;
        for node in &record.nodes {
            let mut said = format!("#{} {}\n{}", node.id, answer(node), window(node));
            match &node.cut {
                Some(cut) => said += &format!("\n{cut} of #{}", cut.set_by),
                None => said += &format!("\n{}", self.0.end(node)),
            }
            if let Some(kind) = node.critical {
                said += &format!("\ntype {kind}");
            }
            let colour = match node.actual {
                Some(NodeKind::Pv) => "#0072b2",
                Some(NodeKind::Cut) => "#b34a00",
                Some(NodeKind::All) => "#00795a",
                None => "#6b6b6b",
            };
            let style = if node.critical.is_none() { "dashed" } else { "solid" };
            let wide = if node.critical == Some(1) { 3 } else { 1 };
            writeln!(
                f,
                "  n{} [label={}, color=\"{colour}\", style={style}, penwidth={wide}];",
                node.id,
                quoted(&said)
            )?;
            if let Some(parent) = node.parent {
                let style = if node.step == TraceStep::Again { "dashed" } else { "solid" };
                let label = quoted(&step(node));
                writeln!(f, "  n{parent} -> n{} [label={label}, style={style}, penwidth={wide}];", node.id)?;
            }
            for (n, stub) in super::layout::stubs(node).iter().enumerate() {
                let (shape, style) =
                    if stub.is_left_out { ("plaintext", "dotted") } else { ("point", "solid") };
                let (id, label) = (node.id, quoted(&stub.text));
                let text = if stub.is_left_out { "..." } else { "" };
                writeln!(f, "  n{id}s{n} [shape={shape}, label=\"{text}\"];")?;
                writeln!(f, "  n{id} -> n{id}s{n} [label={label}, style={style}, arrowhead=tee];")?;
            }
        }
        writeln!(f, "}}")
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
