//! Game trees written down as text, for teaching and for tests.
//!
//! `(3 (5 2) 9)` is a node with three children: two leaves and a node. Values are the first player's, the
//! one to move at the root, as in print.

use crate::{Eval, Game, Hints, Keyed, Score, table::Zobrist};
use std::str::FromStr;
use std::sync::Arc;

#[derive(Debug)]
enum Item {
    Leaf(i32),
    Inner(Vec<u32>),
}

#[derive(Debug)]
struct Node {
    item: Item,
    /// The key of the whole subtree, as the side to move sees it.
    key: u64,
}

impl Node {
    /// A leaf, worth this to the first player.
    fn leaf(value: i32, first: bool) -> Node {
        let own = if first { value } else { -value };
        Node { item: Item::Leaf(value), key: stir(0, own as u64) }
    }

    /// A node with these children.
    fn inner(children: Vec<u32>, nodes: &[Node]) -> Node {
        let key = children.iter().fold(1, |key, &child| stir(key, nodes[child as usize].key));
        Node { item: Item::Inner(children), key }
    }
}

/// A key, and what is added to it: the order counts, and a part that is the same as what came before does not cancel it.
fn stir(key: u64, part: u64) -> u64 {
    Zobrist::<1>::new(key.rotate_left(17) ^ part).key(0)
}

/// A position in a written tree. Cheap to copy: all positions share the tree.
///
/// ```
/// use secateur::{Game, tree::Tree};
///
/// let tree: Tree = "(3 (5 2) 9)".parse().unwrap();
/// assert_eq!(tree.moves().count(), 3);
/// assert_eq!(tree.child(1).to_string(), "(5 2)");
/// let error = "(3 (5 2 9)".parse::<Tree>().unwrap_err();
/// assert_eq!(error.to_string(), "the tree ends at character 11, expected a number, '(' or ')'");
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Arc<[Node]>,
    at: u32,
    /// Whether the first player is to move.
    first: bool,
}

/// The reason a text is no tree: what was found, where, and what was expected.
///
/// ```
/// use secateur::tree::{BadTree, Tree};
///
/// let error: BadTree = "(3 x)".parse::<Tree>().unwrap_err();
/// assert_eq!(error.to_string(), "found 'x' at character 4, expected a number, '(' or ')'");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTree(String);

impl std::fmt::Display for BadTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadTree {}

/// The greatest depth of nesting: whatever goes down a tree call by call must come back.
const MAX_DEPTH: usize = 1_000;
/// The most children of a node, since moves are numbered below 65,535.
const MAX_CHILDREN: usize = u16::MAX as usize - 1;

impl Tree {
    fn item(&self) -> &Item {
        &self.nodes[self.at as usize].item
    }

    fn count(&self) -> u16 {
        match self.item() {
            Item::Leaf(_) => 0,
            Item::Inner(children) => children.len() as u16,
        }
    }

    /// Whether the first player is to move, whose values the leaves show.
    ///
    /// ```
    /// use secateur::{Game, Score, tree::Tree};
    ///
    /// let tree: Tree = "(3 (5 2) 9)".parse().unwrap();
    /// let leaf = tree.child(0);
    /// assert!(tree.first_to_move() && !leaf.first_to_move());
    /// assert_eq!(leaf.outcome(), Some(Score::points(-3))); // 3 for the first player, for whom it is not to move
    /// ```
    pub fn first_to_move(&self) -> bool {
        self.first
    }
}

impl Game for Tree {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        0..self.count()
    }

    fn play(&mut self, m: u16) {
        if let Item::Inner(children) = self.item() {
            self.at = children[usize::from(m)];
            self.first = !self.first;
        }
    }

    fn outcome(&self) -> Option<Score> {
        match self.item() {
            Item::Leaf(value) => Some(Score::points(if self.first { *value } else { -value })),
            Item::Inner(_) => None,
        }
    }
}

impl Keyed for Tree {
    /// A key of the whole subtree, as the side to move sees it: equal trees share a key, wherever they are part of another
    /// one, and others do not.
    ///
    /// ```
    /// use secateur::{Game, Keyed, tree::Tree};
    ///
    /// let tree: Tree = "((4 (-4)) 0 (4 (-4)))".parse().unwrap();
    /// let [a, b, c] = [0, 1, 2].map(|m| tree.child(m).key());
    /// assert!(a == c && a != b);
    /// ```
    fn key(&self) -> u64 {
        self.nodes[self.at as usize].key
    }

    fn encode(&self, m: u16) -> u16 {
        m
    }

    fn decode(&self, code: u16) -> Option<u16> {
        (code < self.count()).then_some(code)
    }
}

impl Hints for Tree {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;
}

/// Written trees hold all there is to know in their leaves: a node that depth cuts off is worth nothing.
///
/// ```
/// use secateur::{Score, Search, algo, tree::{LeavesOnly, Tree}};
///
/// let tree: Tree = "(1 (5 2))".parse().unwrap();
/// let mut cx = Search::new(LeavesOnly);
/// for (depth, value) in [(1, 1), (2, 2)] {
///     assert_eq!(algo::minimax(&mut cx, &tree, depth), Ok(Score::points(value)));
/// }
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct LeavesOnly;

impl Eval<Tree> for LeavesOnly {
    fn eval(&mut self, _: &Tree) -> Score {
        Score::DRAW
    }
}

impl FromStr for Tree {
    type Err = BadTree;

    fn from_str(text: &str) -> Result<Tree, BadTree> {
        let mut nodes = Vec::new();
        let mut open: Vec<Vec<u32>> = Vec::new();
        let mut root = None;
        let mut rest = text.char_indices().peekable();
        while let Some((start, c)) = rest.next() {
            let place = start + 1;
            let done = match c {
                _ if c.is_whitespace() => continue,
                _ if root.is_some() => {
                    return Err(BadTree(format!(
                        "found '{c}' at character {place}, expected the end: the tree is complete"
                    )));
                }
                '(' if open.len() == MAX_DEPTH => {
                    return Err(BadTree(format!(
                        "found '(' at character {place}, expected no more than {MAX_DEPTH} nodes inside each other"
                    )));
                }
                '(' => {
                    open.push(Vec::new());
                    continue;
                }
                ')' => match open.pop() {
                    Some(children) if !children.is_empty() => Node::inner(children, &nodes),
                    Some(_) => {
                        return Err(BadTree(format!(
                            "an empty node ends at character {place}, expected a child before ')'"
                        )));
                    }
                    None => {
                        return Err(BadTree(format!(
                            "found ')' at character {place}, expected a number or '('"
                        )));
                    }
                },
                '-' | '+' | '0'..='9' => {
                    let mut end = start + 1;
                    while rest.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
                        end += 1;
                    }
                    let limit = Score::points(i32::MAX).get();
                    match text[start..end].parse::<i32>() {
                        Ok(value) if value.abs() <= limit => Node::leaf(value, open.len().is_multiple_of(2)),
                        _ => {
                            return Err(BadTree(format!(
                                "found '{}' at character {place}, expected a whole number within ±{limit}",
                                &text[start..end]
                            )));
                        }
                    }
                }
                _ => {
                    return Err(BadTree(format!(
                        "found '{c}' at character {place}, expected a number, '(' or ')'"
                    )));
                }
            };
            nodes.push(done);
            let at = nodes.len() as u32 - 1;
            match open.last_mut() {
                Some(children) if children.len() == MAX_CHILDREN => {
                    return Err(BadTree(format!(
                        "found one more child at character {place}, expected ')': a node has at most {MAX_CHILDREN} children"
                    )));
                }
                Some(children) => children.push(at),
                None => root = Some(at),
            }
        }
        let Some(at) = root else {
            let expected = if open.is_empty() { "a number or '('" } else { "a number, '(' or ')'" };
            return Err(BadTree(format!(
                "the tree ends at character {}, expected {expected}",
                text.chars().count() + 1
            )));
        };
        Ok(Tree { nodes: nodes.into(), at, first: true })
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.item() {
            Item::Leaf(value) => write!(f, "{value}"),
            Item::Inner(children) => {
                for (i, &at) in children.iter().enumerate() {
                    let child = Tree { nodes: self.nodes.clone(), at, first: !self.first };
                    write!(f, "{}{child}", if i == 0 { "(" } else { " " })?;
                }
                write!(f, ")")
            }
        }
    }
}
