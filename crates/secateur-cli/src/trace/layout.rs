//! Where the boxes of a picture go: a parent in the middle above its children, nothing above anything else.

use secateur_session::TraceNode;

/// Width and height of a box.
pub(super) const BOX: (f64, f64) = (118.0, 42.0);
/// The width that a stub takes.
pub(super) const STUB: f64 = 52.0;
/// The distance from a box to its neighbour, and from its top to that of the boxes below.
const GAP: (f64, f64) = (14.0, 104.0);
/// The most stubs of a node, before the rest is told as a number.
const MOST: usize = 4;

/// The place of a node.
#[derive(Copy, Clone)]
pub(super) struct Place {
    /// The middle of the box.
    pub(super) x: f64,
    /// Its top.
    pub(super) y: f64,
    /// The left end of its stubs.
    pub(super) stubs: f64,
}

/// A short line that leads nowhere.
pub(super) struct Label {
    pub(super) text: String,
    /// Whether it stands for nodes that are not shown; otherwise for a move that was not searched.
    pub(super) is_left_out: bool,
}

/// The places of all nodes.
pub(super) struct Layout {
    pub(super) places: Vec<Place>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The stubs of a node.
pub(super) fn stubs(node: &TraceNode) -> Vec<Label> {
    let shown = if node.pruned.len() > MOST { MOST - 1 } else { node.pruned.len() };
    let mut stubs: Vec<Label> =
        node.pruned[..shown].iter().map(|m| Label { text: m.clone(), is_left_out: false }).collect();
    if node.pruned.len() > shown {
        stubs.push(Label { text: format!("{} more", node.pruned.len() - shown), is_left_out: false });
    }
    if node.left_out > 0 {
        stubs.push(Label { text: format!("{} below", node.left_out), is_left_out: true });
    }
    stubs
}

impl Layout {
    /// The places of these nodes, the roots `above` from the top.
    pub(super) fn of(nodes: &[TraceNode], above: f64) -> Layout {
        let own = |node: &TraceNode| (node.parent, STUB * stubs(node).len() as f64);
        Layout::of_boxes(&nodes.iter().map(own).collect::<Vec<_>>(), above)
    }

    /// The places of boxes, each with the number of the one above it and the room that it takes beside those below.
    pub(super) fn of_boxes(boxes: &[(Option<u32>, f64)], above: f64) -> Layout {
        let mut levels = vec![0; boxes.len()];
        for (id, (parent, _)) in boxes.iter().enumerate() {
            levels[id] = parent.map_or(0, |parent| levels[parent as usize] + 1);
        }
        // A child comes after its parent: from the last on, what is below a node is known before it.
        let (mut below, mut wide) = (vec![0.0; boxes.len()], vec![0.0; boxes.len()]);
        for (id, (parent, own)) in boxes.iter().enumerate().rev() {
            wide[id] = (own + below[id]).max(BOX.0 + GAP.0);
            if let Some(parent) = parent {
                below[*parent as usize] += wide[id];
            }
        }
        // For each node where its next child begins.
        let mut next = vec![0.0; boxes.len()];
        let (mut places, mut width) = (Vec::with_capacity(boxes.len()), GAP.0);
        for (id, (parent, own)) in boxes.iter().enumerate() {
            let begins = match parent {
                Some(parent) => &mut next[*parent as usize],
                None => &mut width,
            };
            let left = *begins;
            *begins += wide[id];
            // A box wider than what is below it stands above the middle of that.
            next[id] = left + (wide[id] - below[id] - own) / 2.0;
            let y = above + GAP.1 * f64::from(levels[id]);
            places.push(Place { x: left + wide[id] / 2.0, y, stubs: next[id] + below[id] });
        }
        let deepest = levels.iter().max().copied().unwrap_or(0);
        Layout { places, width: width + GAP.0, height: above + GAP.1 * f64::from(deepest) + BOX.1 + 44.0 }
    }
}
