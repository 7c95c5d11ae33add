//! The record as a page of its own.

use super::svg::{Svg, escaped};
use super::text::{Tree, answer, setter, step, title, tricks, window};
use secateur_session::{TraceNode, TraceRecord};
use std::fmt;

/// A record as one HTML file: the picture where it is small, and a tree that opens and closes.
pub(super) struct Html<'a>(pub(super) &'a Tree<'a>);

/// The most nodes of a picture within the page.
const PICTURED: usize = 300;
/// Nodes so far from the root are open at first.
const OPEN: u32 = 2;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--faint:#6b6b6b;--pv:#0072b2;--cut:#b34a00;--all:#00795a;--mark:#fff3c4}\
@media(prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e8e8e8;--faint:#a0a0a0;--pv:#56b4e9;--cut:#ff9a57;--all:#3fd0a4;--mark:#4a4015}}\
body{background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,sans-serif;margin:1.5rem}\
h1{font-size:1.1rem}pre{white-space:pre-wrap}.tree,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}\
.picture{overflow:auto;border:1px solid var(--faint);margin:1rem 0;max-height:80vh}\
details,.leaf{margin-left:1.4rem;border-left:1px solid var(--faint);padding-left:.5rem}summary{cursor:pointer}.leaf{padding-left:1.4rem}\
.id,.why{color:var(--faint)}.pv{color:var(--pv);font-weight:700}.cut{color:var(--cut)}.all{color:var(--all)}\
.type{border:1px solid;border-radius:50%;padding:0 .35em;font-size:11px}s{color:var(--faint)}:target{background:var(--mark)}\
button{font:inherit}a{color:inherit}";

/// Opens and closes all, and what hides the node that a link leads to.
const SCRIPT: &str = "\
const all=o=>document.querySelectorAll('.tree details').forEach(d=>d.open=o);\
document.getElementById('open').onclick=()=>all(true);document.getElementById('close').onclick=()=>all(false);\
const show=()=>{let e=document.getElementById(location.hash.slice(1));for(let p=e;p;p=p.parentElement)if(p.tagName==='DETAILS')p.open=true;\
if(e)e.scrollIntoView({block:'center'})};addEventListener('hashchange',show);show();";

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceRecord { header, nodes, .. } = self.0.record;
        let title = escaped(&title(header));
        writeln!(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(f, "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>")?;
        writeln!(f, "<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
        writeln!(f, "<pre>{}</pre>", escaped(&self.0.summary()))?;
        if nodes.len() <= PICTURED {
            writeln!(f, "<div class=\"picture\">\n{}</div>", Svg(self.0))?;
        }
        writeln!(f, "<p>Scores count for the side to move at each node; <span class=\"type\">1</span> to ")?;
        writeln!(
            f,
            "<span class=\"type\">3</span> mark the critical tree, <s>struck</s> moves were not searched. "
        )?;
        writeln!(f, "<button id=\"open\">Open all</button> <button id=\"close\">Close all</button></p>")?;
        writeln!(f, "<div class=\"tree\">")?;
        let mut parents = vec![false; nodes.len()];
        nodes.iter().filter_map(|node| node.parent).for_each(|parent| parents[parent as usize] = true);
        // A search that goes depth first opens a node after all that is below the ones before it; what another one comes
        // back to is shown in its place all the same.
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
        nodes.iter().for_each(|node| {
            if let Some(parent) = node.parent {
                below[parent as usize].push(node.id);
            }
        });
        let mut todo: Vec<Option<u32>> =
            nodes.iter().rev().filter(|node| node.parent.is_none()).map(|node| Some(node.id)).collect();
        while let Some(next) = todo.pop() {
            let Some(id) = next else {
                writeln!(f, "</details>")?;
                continue;
            };
            let node = &nodes[id as usize];
            if parents[id as usize] {
                let open = if node.ply < OPEN { " open" } else { "" };
                writeln!(f, "<details{open}><summary id=\"v{id}\">{}</summary>", row(node, self.0))?;
                todo.push(None);
                todo.extend(below[id as usize].iter().rev().map(|&child| Some(child)));
            } else {
                writeln!(f, "<div class=\"leaf\" id=\"v{id}\">{}</div>", row(node, self.0))?;
            }
        }
        writeln!(f, "</div>\n<script>{SCRIPT}</script>\n</body>\n</html>")
    }
}

/// A node on one line.
fn row(node: &TraceNode, tree: &Tree<'_>) -> String {
    let word = node.actual.map_or("", |kind| kind.word());
    let mut row = format!(
        "<b>{}</b> {} <span class=\"{}\">{} {word}</span>",
        escaped(&step(node)),
        escaped(&window(node)),
        word.to_lowercase(),
        escaped(&answer(node))
    );
    if let Some(kind) = node.critical {
        row += &format!(" <span class=\"type\">{kind}</span>");
    }
    let depth = if tree.has_depth { format!("depth {}, ", node.depth) } else { String::new() };
    row += &format!(" <span class=\"why\">{depth}{}</span>", escaped(&tree.end(node)));
    if let Some(cut) = &node.cut {
        row += &format!(
            " <span class=\"cut\">{}</span>, <a href=\"#v{}\">{}</a>",
            escaped(&cut.to_string()),
            cut.set_by,
            escaped(&setter(cut, &tree.record.nodes))
        );
    }
    for m in &node.pruned {
        row += &format!(" <s>{}</s>", escaped(m));
    }
    for trick in tricks(node) {
        row += &format!(" <span class=\"why\">{}</span>", escaped(&trick));
    }
    if node.left_out > 0 {
        row += &format!(" <span class=\"why\">({} below left out)</span>", node.left_out);
    }
    row + &format!(" <span class=\"id\">#{}</span>", node.id)
}
