use super::{End, NodeType, Trace, Visit};
use crate::best::Left;
use crate::{Score, Step, Why};
use std::fmt;

/// A visit of a trace as plain text and numbers, ready for any format. Scores count for the side to move
/// at the node, in points on the scale of [`Score::get`].
///
/// ```
/// use secateur::{Score, Search, Trace, algo, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// // The edges of the tree, for a program that draws graphs.
/// let edges: Vec<String> = cx
///     .watch
///     .rows(|m| m.to_string())
///     .filter_map(|row| Some(format!("{} -> {} [label={}]", row.parent?, row.id, row.played?)))
///     .collect();
/// assert_eq!(edges[..2], ["0 -> 1 [label=0]", "1 -> 2 [label=0]"]);
/// assert_eq!(edges.len(), 5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The row's own number.
    pub id: usize,
    /// The number of the row above it in the tree; none for a root.
    pub parent: Option<usize>,
    /// Rows between this one and its root, that one included.
    pub level: usize,
    /// The search of the root that this belongs to, from 1.
    pub probe: u32,
    /// The step by which the node was reached: `root`, `move`, `again` (a second search of the same move), `null`, or
    /// `same` (the same position once more).
    pub step: &'static str,
    /// The move that led here, where one did.
    pub played: Option<String>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to search.
    pub depth: u32,
    /// The window's lower end.
    pub alpha: i32,
    /// The window's upper end.
    pub beta: i32,
    /// The answer; none if the visit was halted.
    pub score: Option<i32>,
    /// The type of the node; none if the visit was halted.
    pub kind: Option<NodeType>,
    /// The way it ended: `all` moves searched, `cut`, `halted`, or what settled it: `rules`, `repetition`,
    /// `upcoming`, `bounds`, `leaf`, `table`, `etc`, `stand-pat`, `null`,
    /// `razoring`, `reverse-futility`, `probcut`, `multi-probcut`, `multi-cut`; of a proof-number search in a table
    /// `proven`, `disproven`, `proof-threshold`, `disproof-threshold`, `full`.
    pub end: &'static str,
    /// The move that cut, where one did.
    pub cut_by: Option<String>,
    /// The place in the order of the move that cut, from 0, where one did.
    pub cut_index: Option<usize>,
    /// Visits below this one that were counted but not kept, and have no kept one between.
    pub left_out: u64,
}

impl Row {
    fn new<M>(id: usize, level: usize, node: &Visit<M>, write: &mut impl FnMut(&M) -> String) -> Row {
        let (step, played) = match &node.step {
            None if node.parent.is_none() => ("root", None),
            None => ("same", None),
            Some(Step::Move(m)) => ("move", Some(write(m))),
            Some(Step::Again(m)) => ("again", Some(write(m))),
            Some(Step::Null) => ("null", None),
        };
        let (cut_index, cut_by) = match &node.end {
            End::Cut { index, by } => (Some(*index), Some(write(by))),
            _ => (None, None),
        };
        Row {
            id,
            parent: node.parent.map(|parent| parent as usize),
            level,
            probe: node.probe,
            step,
            played,
            ply: node.ply,
            depth: node.depth,
            alpha: node.alpha.get(),
            beta: node.beta.get(),
            score: node.score.map(Score::get),
            kind: node.kind(),
            end: node.end.name(),
            cut_by,
            cut_index,
            left_out: node.left_out,
        }
    }
}

impl<M> End<M> {
    /// The end in one word, as [`Row::end`] has it.
    pub const fn name(&self) -> &'static str {
        match self {
            End::Halted => "halted",
            End::All => "all",
            End::Cut { .. } => "cut",
            End::Proof(Left::Proven) => "proven",
            End::Proof(Left::Disproven) => "disproven",
            End::Proof(Left::Phi) => "proof-threshold",
            End::Proof(Left::Delta) => "disproof-threshold",
            End::Proof(Left::Table) => "table",
            End::Proof(Left::Full) => "full",
            End::Known(Why::Rules) => "rules",
            End::Known(Why::Upcoming) => "upcoming",
            End::Known(Why::Repetition) => "repetition",
            End::Known(Why::Bounds) => "bounds",
            End::Known(Why::Leaf) => "leaf",
            End::Known(Why::Table) => "table",
            End::Known(Why::Etc) => "etc",
            End::Known(Why::StandPat) => "stand-pat",
            End::Known(Why::Null) => "null",
            End::Known(Why::Razoring) => "razoring",
            End::Known(Why::ReverseFutility) => "reverse-futility",
            End::Known(Why::ProbCut) => "probcut",
            End::Known(Why::MultiProbCut) => "multi-probcut",
            End::Known(Why::MultiCut) => "multi-cut",
        }
    }
}

/// One line, without indentation or line end.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = self.played.as_deref().unwrap_or_default();
        match self.step {
            "root" => write!(f, "probe {}", self.probe)?,
            "again" => write!(f, "{played} again")?,
            "null" => write!(f, "null move")?,
            "same" => write!(f, "same position")?,
            _ => f.write_str(played)?,
        }
        let (alpha, beta) = (Score::from_raw(self.alpha), Score::from_raw(self.beta));
        write!(f, " {alpha}..{beta} depth {}: ", self.depth)?;
        if let (Some(score), Some(kind)) = (self.score, self.kind) {
            write!(f, "{} {kind}, ", Score::from_raw(score))?;
        }
        match (self.end, &self.cut_by, self.cut_index) {
            ("cut", Some(by), Some(index)) => write!(f, "cut by {by}, move {} in order", index + 1)?,
            ("all", ..) => write!(f, "all moves searched")?,
            ("null", ..) => write!(f, "null move")?,
            (end, ..) => f.write_str(end)?,
        }
        if self.left_out > 0 {
            write!(f, " ({} below left out)", self.left_out)?;
        }
        Ok(())
    }
}

impl<M: Copy> Trace<M> {
    /// The visits kept as plain data, in the order in which they began, with moves written by `write`.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// let rows: Vec<_> = cx.watch.rows(|m| ["left", "right"][usize::from(*m)].to_string()).collect();
    /// assert_eq!((rows[4].parent, rows[4].played.as_deref()), (Some(0), Some("right")));
    /// assert_eq!((rows[4].end, rows[4].cut_by.as_deref(), rows[4].cut_index), ("cut", Some("left"), Some(0)));
    /// assert_eq!(rows[4].to_string(), "right -inf..-3 depth 1: -2 CUT, cut by left, move 1 in order");
    /// ```
    pub fn rows<'a, F: FnMut(&M) -> String + 'a>(&'a self, mut write: F) -> impl Iterator<Item = Row> + 'a {
        let mut levels: Vec<usize> = Vec::with_capacity(self.nodes.len());
        self.nodes.iter().enumerate().map(move |(id, node)| {
            let level = node.parent.map_or(0, |parent| levels[parent as usize] + 1);
            levels.push(level);
            Row::new(id, level, node, &mut write)
        })
    }
}

/// An indented tree, one line per visit.
impl<M: Copy + fmt::Debug> fmt::Display for Trace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "scores count for the side to move at each node")?;
        for row in self.rows(|m| format!("{m:?}")) {
            writeln!(f, "{:indent$}{row}", "", indent = 2 * row.level)?;
        }
        if self.left_out() > 0 {
            writeln!(f, "{} of {} nodes left out", self.left_out(), self.opened)?;
        }
        Ok(())
    }
}
