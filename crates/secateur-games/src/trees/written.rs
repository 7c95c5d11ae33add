use crate::{Notation, Scale, Unreadable};
use secateur::algo::minimax;
use secateur::tree::{LeavesOnly, Tree};
use secateur::{Game, Search};

/// Trees as text, such as `((3 12 8) (2 4 6) (14 5 2))`: leaf values are the first player's.
impl Notation for Tree {
    type Knowledge = LeavesOnly;
    const SCALE: Scale = Scale::Points;

    fn start() -> Self {
        "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a complete tree")
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        if text.trim().is_empty() {
            return Ok(Self::start());
        }
        text.parse().map_err(|e: secateur::tree::BadTree| Unreadable(e.to_string()))
    }

    /// The side to move here reads back as the first player, so its view is the one that is written.
    fn text(&self) -> Option<String> {
        let mut out = String::new();
        write_for(self, true, &mut out);
        Some(out)
    }

    /// The tree lying on its side, with the minimax value of every node, for the first player.
    fn draw(&self) -> String {
        let mut out = String::new();
        draw_below(self, "", "", "", &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    fn side(&self) -> String {
        if self.first_to_move() { "max" } else { "min" }.into()
    }
}

/// Writes the node; `same`: with its values as its own side to move sees them, else as the opponent does.
fn write_for(node: &Tree, same: bool, out: &mut String) {
    if let Some(score) = node.outcome() {
        out.push_str(&if same { score } else { -score }.get().to_string());
        return;
    }
    for m in node.moves() {
        out.push(if m == 0 { '(' } else { ' ' });
        write_for(&node.child(m), !same, out);
    }
    out.push(')');
}

/// Draws a node on one line and what is below it on the next ones. `stem` and `knot` lead to the node,
/// `stem` and `gap` to what is below.
fn draw_below(node: &Tree, stem: &str, knot: &str, gap: &str, out: &mut String) {
    let Ok(value) = minimax(&mut Search::new(LeavesOnly), node, u32::MAX);
    let value = if node.first_to_move() { value } else { -value }.get();
    let side = node.side() + " ";
    let name = if node.outcome().is_some() { "" } else { &side };
    out.push_str(&format!("{stem}{knot}{name}{value}\n"));
    let (stem, count) = (format!("{stem}{gap}"), node.moves().count());
    for m in node.moves() {
        let last = usize::from(m) + 1 == count;
        let (knot, gap) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        draw_below(&node.child(m), &stem, knot, gap, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::Score;

    #[test]
    fn a_tree_is_drawn_with_its_values() {
        let tree = Tree::read("((3 12) 5)").unwrap();
        assert_eq!(tree.draw(), "max 5\n├─ min 3\n│  ├─ 3\n│  └─ 12\n└─ 5");
        assert_eq!(tree.child(0).draw(), "min 3\n├─ 3\n└─ 12");
    }

    #[test]
    fn a_position_reads_back_as_the_same_game() {
        let tree = Tree::read(" ((3 (12 -7)) 5)").unwrap();
        assert_eq!(tree.write(), "((3 (12 -7)) 5)");
        let lower = tree.child(0);
        assert_eq!(lower.write(), "(-3 (-12 7))");
        let Ok(value) = minimax(&mut Search::new(LeavesOnly), &lower, 9);
        let Ok(again) = minimax(&mut Search::new(LeavesOnly), &Tree::read(&lower.write()).unwrap(), 9);
        assert_eq!((value, again), (Score::points(-3), Score::points(-3)));
        assert_eq!(Tree::read("").unwrap().write(), Tree::start().to_string());
    }

    #[test]
    fn bad_trees_say_what_is_wrong() {
        let bad = |text: &str| Tree::read(text).unwrap_err().to_string();
        assert_eq!(bad("(1 x)"), "found 'x' at character 4, expected a number, '(' or ')'");
        let deep = bad(&"(".repeat(100_000));
        assert_eq!(deep, "found '(' at character 1001, expected no more than 1000 nodes inside each other");
        let broad = bad(&format!("({})", "1 ".repeat(70_000)));
        assert!(broad.contains("expected ')': a node has at most 65534 children"), "{broad}");
    }
}
