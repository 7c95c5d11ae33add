use crate::{Bounds, Cx, Game, MoveOf, Node, Score};

/// Proof and disproof number of a node, as its side to move sees them: with the root's side to move φ is the proof
/// number and δ the disproof number, with the other side it is the other way round.
///
/// ```
/// use secateur::{Bounds, Score, Search, best::{FirstNumbers, Numbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4 6))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let _ = pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
/// let root: &Numbers = grown.root().unwrap();
/// assert!(root.is_settled());
/// assert_eq!((root.phi, root.delta), (0, Numbers::INFINITE));
/// assert_eq!(root.bounds(), Bounds::at_least(Score::points(3)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// φ: the least number of open leaves to settle for the side to move to reach its purpose.
    pub phi: u32,
    /// δ: the same for the opponent.
    pub delta: u32,
    /// Once settled, the bound that is proven.
    pub(super) score: Score,
    /// True if the children's scores say how much is proven; not where knowledge proves bounds besides.
    pub(super) soft: bool,
}

impl Numbers {
    /// The purpose cannot be reached.
    pub const INFINITE: u32 = u32::MAX;

    /// Sums stay below infinity, or they would disprove what is open.
    pub(in crate::best) const MOST: u32 = Self::INFINITE - 1;

    /// An open leaf.
    #[inline(always)]
    pub(super) fn open(phi: u32, delta: u32, bounds: Bounds) -> Self {
        Numbers { phi, delta, score: Score::DRAW, soft: bounds == Bounds::NONE }
    }

    /// The same for an open leaf that is gone into after so many others.
    #[inline(always)]
    pub(super) fn behind(self, others: u32) -> Self {
        Numbers { delta: self.delta + others, ..self }
    }

    /// A node that is worth at least `score`, if that reaches the goal of its side to move, or else at most
    /// `score`.
    #[inline(always)]
    pub(super) fn settled(score: Score, goal: Score) -> Self {
        let (phi, delta) = if score >= goal { (0, Self::INFINITE) } else { (Self::INFINITE, 0) };
        Numbers { phi, delta, score, soft: true }
    }

    /// By its children, a node whose side to move wants `goal`.
    #[inline(always)]
    pub(super) fn by<'a>(self, children: impl Iterator<Item = &'a Numbers>, goal: Score, sums: Sums) -> Self {
        let none = Numbers { phi: Self::INFINITE, delta: 0, score: -Score::INF, ..self };
        let mut open = 0;
        let mut new = children.fold(none, |node, child| {
            let settled = child.is_settled();
            open += u32::from(!settled);
            Numbers {
                phi: node.phi.min(child.delta),
                delta: sums.add((node.phi, node.delta), (child.phi, child.delta)),
                score: if settled { node.score.max(-child.score) } else { node.score },
                ..node
            }
        });
        new.delta = sums.total(new.delta, open);
        match new {
            Numbers { phi: 0, soft: false, .. } => Numbers { score: goal, ..new },
            Numbers { delta: 0, soft: false, .. } => Numbers { score: goal.prev(), ..new },
            _ => new,
        }
    }

    /// True if one side's purpose is proven.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The proven bounds of the value.
    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        match self {
            Numbers { phi: 0, score, .. } => Bounds::at_least(*score),
            Numbers { delta: 0, score, .. } => Bounds::at_most(*score),
            _ => Bounds::NONE,
        }
    }
}

/// The rule by which the numbers of replies that must all be met are added up.
///
/// Where positions come together again, sums count what lies behind them once for every way there. Weak proof
/// numbers count it once for all of them: the largest number, and one for each other reply that is open. Branch
/// numbers take in its place the number of the reply that the search goes on with, and so count the branches that are
/// open along one line of play.
///
/// Sources: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, *Weak proof-number search*, 2008; F. Okabe, *Application
/// for solving tsume shogi problem by route branch number*, 2005.
///
/// ```
/// use secateur::best::{DfPn, ProofTable, Sums, df_pn};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// for sums in [Sums::Proper, Sums::Weak, Sums::Branches] {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW);
///     let how = DfPn { sums, ..DfPn::default() };
///     let answer = df_pn(&mut cx, &tree, Score::points(4), how, &mut ProofTable::with_entries(64));
///     assert_eq!(answer.bounds, Bounds::at_most(Score::points(3)));
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Sums {
    /// Their sum.
    #[default]
    Proper,
    /// The largest, and one for each other.
    Weak,
    /// That of the reply to go on with, and one for each other.
    Branches,
}

impl Sums {
    /// δ of a node by one more child; φ and δ of either are given.
    #[inline(always)]
    pub(in crate::best) fn add(self, (least, a): (u32, u32), (b, delta): (u32, u32)) -> u32 {
        match self {
            Sums::Branches if delta < least => b,
            Sums::Branches => a,
            _ if a.max(b) == Numbers::INFINITE => Numbers::INFINITE,
            Sums::Proper => a.saturating_add(b).min(Numbers::MOST),
            Sums::Weak => a.max(b),
        }
    }

    /// The sum of what was added up, with `open` open children.
    #[inline(always)]
    pub(in crate::best) fn total(self, added: u32, open: u32) -> u32 {
        match self {
            Sums::Weak | Sums::Branches if open > 0 && added < Numbers::INFINITE => {
                added.saturating_add(open - 1).min(Numbers::MOST)
            }
            _ => added,
        }
    }
}

/// The first of the settled ones that prove most; 0 if none is.
pub(super) fn first_best<'a>(children: impl Iterator<Item = &'a Numbers>) -> usize {
    let settled = children.enumerate().filter(|(_, numbers)| numbers.is_settled());
    settled.min_by_key(|(_, numbers)| numbers.score).map_or(0, |(n, _)| n)
}

/// The goal as the side to move at `ply` sees it: what the opponent wants is that the root's is missed.
#[inline(always)]
pub(super) fn goal_at(goal: Score, ply: u32) -> Score {
    if ply.is_multiple_of(2) { goal } else { -goal.prev() }
}

/// The first guess at the numbers of a leaf.
///
/// ```
/// use secateur::best::{FirstNumbers, SearchTree, pn_search};
/// use secateur::{Score, Search, tree::Tree};
///
/// // Two bags with nothing below 5: by mobility, it is the one with less in it that is looked into.
/// let tree: Tree = "((5 6 7 8) (5 6))".parse().unwrap();
/// let mut nodes = |first| {
///     let mut grown = SearchTree::with_bytes(1 << 16);
///     let _ = pn_search(&mut Search::new(|_: &Tree| Score::DRAW), &tree, Score::points(5), first, &mut grown);
///     grown.nodes()
/// };
/// assert_eq!((nodes(FirstNumbers::Ones), nodes(FirstNumbers::Mobility)), (7, 5));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum FirstNumbers {
    /// 1 and 1.
    #[default]
    Ones,
    /// As if the leaf had been expanded: one move suffices for the side to move, and all of them have to be met by
    /// the opponent (V. Allis, 1994), less those that the goal does not need. Costs a list of moves at every leaf.
    Mobility,
    /// The side that the static value is against needs one more for every step of this many points (at least one).
    Static(i32),
}

/// The largest first guess: it only says which of two leaves looks easier.
const LARGEST: u32 = 64;

impl FirstNumbers {
    /// The first numbers of an open leaf whose side to move wants `goal`.
    #[inline]
    pub(super) fn of<C: Cx>(self, cx: &mut C, pos: &C::Game, goal: Score, node: &Node<MoveOf<C>>) -> Numbers {
        let (phi, delta) = match self {
            FirstNumbers::Ones => (1, 1),
            FirstNumbers::Mobility => {
                let needless = cx.needless(pos, goal.prev(), goal);
                let moves = pos.moves().filter(|&m| !needless(m));
                (1, moves.take(LARGEST as usize).count().max(1) as u32)
            }
            FirstNumbers::Static(step) => {
                let ahead = (cx.eval(pos).get() - goal.get()) / step.max(1);
                let more = 1 + ahead.unsigned_abs().min(LARGEST);
                if ahead < 0 { (more, 1) } else { (1, more) }
            }
        };
        Numbers::open(phi, delta, node.bounds)
    }
}
