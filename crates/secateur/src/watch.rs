//! Observers: they see everything and decide nothing.

use crate::best::Proving;
use crate::{Bounds, Game, Score, Trick};

/// The step by which a search goes down to a child.
///
/// ```
/// use secateur::{Score, Search, Step, Watch, algo, tree::Tree};
///
/// /// The moves that a scout search was wrong about.
/// #[derive(Default)]
/// struct Surprises(Vec<u16>);
/// impl Watch<Tree> for Surprises {
///     fn descend(&mut self, _ply: u32, step: Step<u16>) {
///         if let Step::Again(m) = step {
///             self.0.push(m);
///         }
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 7))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Surprises::default());
/// let Ok(value) = algo::pvs(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.0), (Score::points(5), vec![2, 1]));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step<M> {
    /// A move, searched for the first time.
    Move(M),
    /// The same move once more, with a wider window than a scout search had.
    Again(M),
    /// A pass of the turn, outside the rules.
    Null,
}

/// The reason a node was over without trying its moves.
///
/// ```
/// use secateur::{Score, Search, Watch, Why, algo, tree::Tree};
///
/// /// The nodes that the depth cut off.
/// #[derive(Default)]
/// struct Open(u32);
/// impl Watch<Tree> for Open {
///     fn known(&mut self, _ply: u32, _score: Score, why: Why) {
///         self.0 += u32::from(why == Why::Leaf);
///     }
/// }
///
/// let tree: Tree = "(3 (5 2) (9 4))".parse().unwrap();
/// for (depth, open) in [(1, 2), (2, 0)] {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Open::default());
///     let Ok(_) = algo::minimax(&mut cx, &tree, depth);
///     assert_eq!(cx.watch.0, open);
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The rules ended the game.
    Rules,
    /// The position repeats one on the path.
    Repetition,
    /// A move can bring back a position of the path, and what that is worth was enough.
    Upcoming,
    /// The bounds that knowledge proves were enough.
    Bounds,
    /// The depth ran out: a leaf, with a static value.
    Leaf,
    /// The table knew enough.
    Table,
    /// The table knew enough of a child (enhanced transposition cutoff).
    Etc,
    /// The static value was good enough to stand pat on.
    StandPat,
    /// Passing the turn was good enough (null move): a bet.
    Null,
    /// Quiescence search confirmed that the static value is hopelessly low (razoring): a bet.
    Razoring,
    /// The static value was so high that no reply will bring it down in the depth left (reverse futility): a bet.
    ReverseFutility,
    /// A shallow search of a noisy move came out far above the window (ProbCut): a bet.
    ProbCut,
    /// A shallow search puts the deep one outside the window, by a regression (Multi-ProbCut): a bet.
    MultiProbCut,
    /// A shallower search refuted the node without the move that the table suggests, too (multi-cut): a bet.
    MultiCut,
}

impl Why {
    /// Whether there were moves that it left unsearched, for all that is known.
    pub(crate) const fn leaves_moves(self) -> bool {
        !matches!(self, Why::Rules | Why::Repetition | Why::Leaf)
    }

    /// Whether the score is a bet, that a search to the full depth would have ended on the same side of the window,
    /// rather than a proof or the value of a leaf.
    ///
    /// ```
    /// use secateur::Why;
    ///
    /// assert!(Why::ProbCut.is_bet() && Why::Null.is_bet());
    /// assert!(!Why::Bounds.is_bet() && !Why::Leaf.is_bet());
    /// ```
    pub const fn is_bet(self) -> bool {
        match self {
            Why::Null
            | Why::Razoring
            | Why::ReverseFutility
            | Why::ProbCut
            | Why::MultiProbCut
            | Why::MultiCut => true,
            Why::Rules
            | Why::Repetition
            | Why::Upcoming
            | Why::Bounds
            | Why::Leaf
            | Why::Table
            | Why::Etc
            | Why::StandPat => false,
        }
    }
}

/// Watches a search. All methods do nothing by default.
///
/// `()` watches nothing and costs nothing; a pair watches with both.
///
/// ```
/// use secateur::{Game, Score, Search, Watch, algo, tree::Tree};
///
/// /// The leaves of a written tree, in the order in which they are looked at.
/// #[derive(Default)]
/// struct Leaves(Vec<String>);
/// impl Watch<Tree> for Leaves {
///     fn enter(&mut self, pos: &Tree, _ply: u32, _depth: u32, _alpha: Score, _beta: Score) {
///         if pos.outcome().is_some() {
///             self.0.push(pos.to_string());
///         }
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Leaves::default());
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(cx.watch.0.join(" "), "3 12 8 2 14 5 2"); // neither the 4 nor the 6
/// ```
pub trait Watch<G: Game> {
    /// A node is opened with this window, `ply` plies from the root and `depth` from the leaves.
    #[inline(always)]
    fn enter(&mut self, _pos: &G, _ply: u32, _depth: u32, _alpha: Score, _beta: Score) {}

    /// Knowledge has opened `nodes` nodes by itself to prove its bounds of the open node.
    #[inline(always)]
    fn within(&mut self, _nodes: u64) {}

    /// Something proves these bounds of the open node's value before its moves are searched: knowledge ([`Why::Bounds`]) or
    /// memory ([`Why::Table`]). They narrow its window, or settle it.
    #[inline(always)]
    fn proven(&mut self, _ply: u32, _bounds: Bounds, _why: Why) {}

    /// The table says this of the open node's value, for a search to `depth`: no proof where that is another depth than
    /// the node's, nor in selective search.
    #[inline(always)]
    fn remembered(&mut self, _ply: u32, _bounds: Bounds, _depth: u32) {}

    /// The search has asked for the static value of the open node.
    #[inline(always)]
    fn valued(&mut self, _ply: u32, _score: Score) {}

    /// The open node is over: its score (from its side to move), and why.
    #[inline(always)]
    fn known(&mut self, _ply: u32, _score: Score, _why: Why) {}

    /// The node at `ply` is over, its moves having been searched: its score, from its side to move. Every
    /// node ends with this or with [`Watch::known`], unless the search was halted in it.
    #[inline(always)]
    fn closed(&mut self, _ply: u32, _score: Score) {}

    /// The search goes down from a node at `ply`.
    #[inline(always)]
    fn descend(&mut self, _ply: u32, _step: Step<G::Move>) {}

    /// The search is back at the node at `ply`. The score is the child's answer from the point of view of
    /// the side to move at `ply`, or none if the search was halted below.
    #[inline(always)]
    fn ascend(&mut self, _ply: u32, _step: Step<G::Move>, _score: Option<Score>) {}

    /// The move number `index` (from 0) refuted the node at `ply`: the rest need no search.
    #[inline(always)]
    fn cutoff(&mut self, _ply: u32, _index: usize, _m: G::Move) {}

    /// The next node to be opened, below the node at `ply` or that node once more, is searched for the sake of a trick, or
    /// to a depth that a trick has changed.
    #[inline(always)]
    fn tries(&mut self, _ply: u32, _trick: Trick) {}

    /// A trick leaves out a move of the node at `ply`; or, where none is named, changes how its moves are searched from here
    /// on.
    #[inline(always)]
    fn leaves_out(&mut self, _ply: u32, _m: Option<G::Move>, _trick: Trick) {}

    /// What only completes the line of a value that is found begins, or has ended.
    #[inline(always)]
    fn completes(&mut self, _begins: bool) {}

    /// A proof-number search in a table takes a step at the node at `ply`.
    #[inline(always)]
    fn proving(&mut self, _ply: u32, _step: Proving) {}
}

impl<G: Game> Watch<G> for () {}

impl<G: Game, W: Watch<G>> Watch<G> for &mut W {
    #[inline(always)]
    fn enter(&mut self, pos: &G, ply: u32, depth: u32, alpha: Score, beta: Score) {
        (**self).enter(pos, ply, depth, alpha, beta);
    }
    #[inline(always)]
    fn within(&mut self, nodes: u64) {
        (**self).within(nodes);
    }
    #[inline(always)]
    fn proven(&mut self, ply: u32, bounds: Bounds, why: Why) {
        (**self).proven(ply, bounds, why);
    }
    #[inline(always)]
    fn valued(&mut self, ply: u32, score: Score) {
        (**self).valued(ply, score);
    }
    #[inline(always)]
    fn known(&mut self, ply: u32, score: Score, why: Why) {
        (**self).known(ply, score, why);
    }
    #[inline(always)]
    fn closed(&mut self, ply: u32, score: Score) {
        (**self).closed(ply, score);
    }
    #[inline(always)]
    fn descend(&mut self, ply: u32, step: Step<G::Move>) {
        (**self).descend(ply, step);
    }
    #[inline(always)]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, score: Option<Score>) {
        (**self).ascend(ply, step, score);
    }
    #[inline(always)]
    fn cutoff(&mut self, ply: u32, index: usize, m: G::Move) {
        (**self).cutoff(ply, index, m);
    }
    #[inline(always)]
    fn remembered(&mut self, ply: u32, bounds: Bounds, depth: u32) {
        (**self).remembered(ply, bounds, depth);
    }
    #[inline(always)]
    fn tries(&mut self, ply: u32, trick: Trick) {
        (**self).tries(ply, trick);
    }
    #[inline(always)]
    fn leaves_out(&mut self, ply: u32, m: Option<G::Move>, trick: Trick) {
        (**self).leaves_out(ply, m, trick);
    }
    #[inline(always)]
    fn completes(&mut self, begins: bool) {
        (**self).completes(begins);
    }
    #[inline(always)]
    fn proving(&mut self, ply: u32, step: Proving) {
        (**self).proving(ply, step);
    }
}

impl<G: Game, A: Watch<G>, B: Watch<G>> Watch<G> for (A, B) {
    #[inline(always)]
    fn enter(&mut self, pos: &G, ply: u32, depth: u32, alpha: Score, beta: Score) {
        self.0.enter(pos, ply, depth, alpha, beta);
        self.1.enter(pos, ply, depth, alpha, beta);
    }
    #[inline(always)]
    fn within(&mut self, nodes: u64) {
        self.0.within(nodes);
        self.1.within(nodes);
    }
    #[inline(always)]
    fn proven(&mut self, ply: u32, bounds: Bounds, why: Why) {
        self.0.proven(ply, bounds, why);
        self.1.proven(ply, bounds, why);
    }
    #[inline(always)]
    fn valued(&mut self, ply: u32, score: Score) {
        self.0.valued(ply, score);
        self.1.valued(ply, score);
    }
    #[inline(always)]
    fn known(&mut self, ply: u32, score: Score, why: Why) {
        self.0.known(ply, score, why);
        self.1.known(ply, score, why);
    }
    #[inline(always)]
    fn closed(&mut self, ply: u32, score: Score) {
        self.0.closed(ply, score);
        self.1.closed(ply, score);
    }
    #[inline(always)]
    fn descend(&mut self, ply: u32, step: Step<G::Move>) {
        self.0.descend(ply, step);
        self.1.descend(ply, step);
    }
    #[inline(always)]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, score: Option<Score>) {
        self.0.ascend(ply, step, score);
        self.1.ascend(ply, step, score);
    }
    #[inline(always)]
    fn cutoff(&mut self, ply: u32, index: usize, m: G::Move) {
        self.0.cutoff(ply, index, m);
        self.1.cutoff(ply, index, m);
    }
    #[inline(always)]
    fn remembered(&mut self, ply: u32, bounds: Bounds, depth: u32) {
        self.0.remembered(ply, bounds, depth);
        self.1.remembered(ply, bounds, depth);
    }
    #[inline(always)]
    fn tries(&mut self, ply: u32, trick: Trick) {
        self.0.tries(ply, trick);
        self.1.tries(ply, trick);
    }
    #[inline(always)]
    fn leaves_out(&mut self, ply: u32, m: Option<G::Move>, trick: Trick) {
        self.0.leaves_out(ply, m, trick);
        self.1.leaves_out(ply, m, trick);
    }
    #[inline(always)]
    fn completes(&mut self, begins: bool) {
        self.0.completes(begins);
        self.1.completes(begins);
    }
    #[inline(always)]
    fn proving(&mut self, ply: u32, step: Proving) {
        self.0.proving(ply, step);
        self.1.proving(ply, step);
    }
}
