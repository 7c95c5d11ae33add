//! Where the bound comes from that a node met: found from the visits kept, by their numbers alone.

use super::{End, NodeType, Trace, Visit};
use crate::{Bounds, Score, Step, Trick};

/// The end of a window.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// The lower end: what the side to move is sure of elsewhere.
    Alpha,
    /// The upper end: what the opponent will not let it exceed.
    Beta,
}

/// The way in which a node set a bound.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Setter {
    /// It is a root: the bound is an end of the window that was asked about.
    Window,
    /// By a move, the score of this visit to a child.
    Move(u32),
    /// By its static value, on which a quiescence search may stand pat.
    StaticValue,
    /// By what knowledge proved of it.
    Proof,
    /// By what memory knew of it.
    Table,
    /// By a null window, as a scout search: is a move worth more than the lower end of its window?
    Scout,
    /// By a window of its own choice, as tricks of selective search do.
    Choice,
}

/// The node that set a bound, which is an ancestor of the one that met it or that node itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The place of the node in [`Trace::nodes`].
    pub node: u32,
    /// How it set the bound.
    pub by: Setter,
}

/// The inequality by which a node ended before all of its moves were searched: `score >= bound` or `score <= bound`. Both
/// count for the side to move at that node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// The end of the window that was met: at [`Side::Beta`] the score is not below the bound, at [`Side::Alpha`] not above.
    pub side: Side,
    /// The score.
    pub score: Score,
    /// The bound.
    pub bound: Score,
    /// What set it.
    pub origin: Origin,
}

impl<M> Visit<M> {
    /// Whether it was searched for its own sake, as a move of the node above, and not to find out about that node.
    pub(super) fn tries_a_move(&self) -> bool {
        matches!(self.step, Some(Step::Move(_) | Step::Again(_))) && self.trick != Some(Trick::ProbCut)
    }

    /// Whether the visit ended by an inequality without all of its moves: whether [`Trace::met`] has one.
    pub fn is_met(&self) -> bool {
        self.met_side().is_some()
    }

    /// The end of the window by which the visit ended without all of its moves.
    fn met_side(&self) -> Option<Side> {
        match (&self.end, self.kind()?) {
            (End::All | End::Halted | End::Proof(_), _) => None,
            // Whatever the window, the end of the game needs no moves.
            (End::Known(why), _) if !why.leaves_moves() => None,
            (End::Cut { .. }, _) | (_, NodeType::Cut) => Some(Side::Beta),
            (_, NodeType::All) => Some(Side::Alpha),
            (_, NodeType::Pv) => None,
        }
    }
}

impl<M: Copy + PartialEq> Trace<M> {
    /// The inequality by which this visit ended without all of its moves; none if they were searched, or there were none
    /// to search, or the visit was halted.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, trace::{Setter, Side}, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// let met = cx.watch.met(4).unwrap();
    /// assert_eq!((met.score, met.side, met.bound), (Score::points(-2), Side::Beta, Score::points(-3)));
    /// // The root is sure of 3, by its first move, and so will not go where the opponent can hold it to 2.
    /// assert_eq!((met.origin.node, met.origin.by), (0, Setter::Move(1)));
    /// ```
    pub fn met(&self, id: usize) -> Option<Met> {
        let (node, side) = (&self.nodes[id], self.nodes[id].met_side()?);
        let score = node.score?;
        let known = node.known();
        let (bound, narrowed) = match side {
            // What is proven of a node can narrow its window.
            Side::Beta if known.upper < node.beta && score < node.beta => (known.upper, true),
            Side::Beta => (node.beta, false),
            Side::Alpha => (node.alpha, false),
        };
        let id = id as u32;
        let origin = match narrowed {
            true => Origin { node: id, by: proof(node, Side::Beta, bound) },
            false => self.origin(id, side),
        };
        Some(Met { side, score, bound, origin })
    }

    /// What set this end of the window that a node was entered with.
    fn origin(&self, mut id: u32, mut side: Side) -> Origin {
        loop {
            let node = &self.nodes[id as usize];
            let Some(parent) = node.parent else { return Origin { node: id, by: Setter::Window } };
            let above = &self.nodes[parent as usize];
            let (bound, seen) = match (node.step, side) {
                (Some(_), Side::Beta) => (-node.beta, Side::Alpha),
                (Some(_), Side::Alpha) => (-node.alpha, Side::Beta),
                (None, Side::Beta) => (node.beta, Side::Beta),
                (None, Side::Alpha) => (node.alpha, Side::Alpha),
            };
            let inherited = match seen {
                Side::Alpha => above.alpha,
                Side::Beta => above.beta,
            };
            if inherited != bound {
                // What is no move of the game is searched through a window of the node's own choice.
                if !node.tries_a_move() {
                    return Origin { node: parent, by: Setter::Choice };
                }
                return Origin { node: parent, by: self.setter(parent, id, seen, bound) };
            }
            (id, side) = (parent, seen);
        }
    }

    /// The way in which `node` narrowed its window to this bound before it searched `child`.
    fn setter(&self, node: u32, child: u32, side: Side, bound: Score) -> Setter {
        let visit = &self.nodes[node as usize];
        let Bounds { lower, upper } = visit.known();
        if (if side == Side::Alpha { lower } else { upper }) == bound {
            return proof(visit, side, bound);
        }
        // A null window lies just above what the node is sure of, whatever made it so.
        let sure = if side == Side::Alpha { bound } else { bound.prev() };
        let moved = self.child_worth(child, sure);
        // (Only beyond the horizon one may stand pat.)
        let valued = visit.depth == 0 && visit.static_value == Some(sure);
        match (side, moved) {
            (Side::Alpha, _) if valued => Setter::StaticValue,
            (Side::Alpha, Some(child)) => Setter::Move(child),
            (Side::Beta, Some(_)) => Setter::Scout,
            (Side::Beta, None) if valued || lower == sure || visit.alpha == sure => Setter::Scout,
            (_, None) => Setter::Choice,
        }
    }

    /// The first sibling before this child that is worth so much to the node above, and no less once it was searched again.
    fn child_worth(&self, before: u32, score: Score) -> Option<u32> {
        let mut found = None;
        // Moves that turned out to be worth less, after a search that was not so deep.
        let mut less: Vec<M> = Vec::new();
        for id in self.siblings_before(before as usize) {
            let child = &self.nodes[id];
            let (Some(Step::Move(m) | Step::Again(m)), true) = (child.step, child.tries_a_move()) else {
                continue;
            };
            match child.score {
                Some(worth) if worth == -score && !less.contains(&m) => found = Some(id as u32),
                Some(worth) if worth > -score && matches!(child.step, Some(Step::Again(_))) => less.push(m),
                _ => {}
            }
        }
        found
    }
}

/// Which of the two proved this bound.
fn proof<M>(node: &Visit<M>, side: Side, bound: Score) -> Setter {
    let by_knowledge = match side {
        Side::Alpha => node.proven.lower == bound,
        Side::Beta => node.proven.upper == bound,
    };
    if by_knowledge { Setter::Proof } else { Setter::Table }
}
