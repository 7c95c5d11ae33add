use self::families::Found;
use self::run::Run;
use super::{Answer, FirstNumbers, Numbers, Pair, ProofTable, SharedProofs, Sums};
use crate::{Cx, Keyed, MoveOf, Score};

mod families;
mod run;

/// df-pn: proof-number search depth first, with a table instead of a tree: for proofs larger than memory.
///
/// # Idea
///
/// The most-proving node stays below the same nodes while the numbers of these change little. So the search stays
/// at a node until its own numbers tell that the most-proving node now lies elsewhere: until φ or δ reaches a
/// threshold, which its parent derives from the second best child and from its own thresholds. A table remembers
/// the numbers, and may forget them: that costs time only.
///
/// With the threshold exactly where the second best child takes over the search would often go to and fro. By 1 + ε
/// times as much it stays longer, and far fewer nodes are visited twice. With a large ε the search hardly ever comes back: it
/// is depth first in earnest, and takes the moves in the order of their first numbers.
///
/// What is found out below one child is often news of another, as lines meet. So wherever much is searched, the numbers of all
/// children are looked up again before the search goes on.
///
/// # Contract
///
/// As [`pn_search`](super::pn_search): proves that the minimax value at the end of the game is at least `goal`, or
/// that it is not, fail-soft, with a table of any size. It makes at least one step into the tree wherever it goes,
/// so that it cannot go round in circles however numbers from elsewhere mislead it.
///
/// Games with cycles: the context has to follow the path ([`Repetition::exact`](crate::Repetition::exact)). A
/// position come back is a draw, unless the game says otherwise ([`Hints::RETURNED`](crate::Hints::RETURNED)). What is proven
/// by a repetition of a position higher up holds on this path, and is kept under the position *and* the set of those that can
/// be repeated (a twin); all else, and what is not proven yet, under the position alone (the base). A proof that repeats
/// nothing above its node holds on every path, for where the positions below it stand on the path, they have been proven as
/// well. Under a history that gives no salt, twins are not kept. In a game under way
/// ([`Repetition::exact_after`](crate::Repetition::exact_after)), a table is for one root: what was played before it is part
/// of no entry.
///
/// Where a repetition is no draw, as under superko, one more thing can go wrong on another path: the winner brings a position
/// about that stood there, and may not. So a base is kept with the set of such positions in its proof ([`Marks`](crate::Marks)),
/// and is taken over only on paths that have none of them; elsewhere it is as if there were none. A position that stood
/// on the path with the same side to move does no harm: its own part of the proof held there already, and the winner wins from
/// there. That is so if that part depends on no repetition of a position above it; if it does, it must not have stood there
/// whoever was to move.
///
/// # Source
///
/// A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002. 1 + ε: J. Pawlewicz and Ł.
/// Lew, *Improving depth-first pn-search: 1+ε trick*, 2007. Base and twin: A. Kishimoto and M. Müller, *A general
/// solution to the graph history interaction problem*, 2004; marks are ours. An order that learns:
/// M. Winands and others, *The relative history heuristic*, 2004. A step in any case is the least form of threshold
/// control: A. Kishimoto, *Dealing with infinite loops, underestimation, and overestimation of depth-first
/// proof-number search*, 2010. Numbers of siblings looked up again: jh85, *smallgames*, 2026.
///
/// # Example
///
/// ```
/// use secateur::best::{DfPn, ProofTable, df_pn};
/// use secateur::{Bounds, Score, Search, Stats, tree::Tree};
///
/// // Which bag has nothing below 5? The one with two things in it asks for the fewest looks, as mobility tells.
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut table = ProofTable::with_entries(64);
/// let answer = df_pn(&mut cx, &tree, Score::points(5), DfPn::default(), &mut table);
/// assert_eq!((answer.bounds, answer.line), (Bounds::at_least(Score::points(5)), vec![1, 0]));
/// assert_eq!(cx.watch.nodes, 6);
/// ```
// ANCHOR: page
pub fn df_pn<C: Cx<Game: Keyed>>(
    cx: &mut C,
    root: &C::Game,
    goal: Score,
    how: DfPn,
    table: &mut ProofTable,
) -> Answer<MoveOf<C>, C::Halt> {
    let (answer, numbers) = search(cx, root, Run::new(goal, how, table, None));
    table.set_root(Some(numbers));
    answer
}

fn search<C: Cx<Game: Keyed>>(
    cx: &mut C,
    root: &C::Game,
    mut run: Run<'_, MoveOf<C>>,
) -> (Answer<MoveOf<C>, C::Halt>, Numbers) {
    let found = run.look(cx, root, 0).and_then(|node| match node.found.numbers.is_settled() {
        true => Ok(node.found),
        false => mid(&mut run, cx, root, node.found, Thresholds::NONE),
    });
    run.answer(root, found)
}

/// Searches below a node until one of its numbers reaches its threshold.
fn mid<C: Cx<Game: Keyed>>(
    run: &mut Run<'_, MoveOf<C>>,
    cx: &mut C,
    pos: &C::Game,
    mut node: Found,
    limit: Thresholds,
) -> Result<Found, C::Halt> {
    run.enter(cx, &node, limit);
    let mut family = run.expand(cx, pos)?;
    run.value(cx, &mut node, &mut family);
    while !node.numbers.is_settled() && run.has_room(cx.ply()) {
        let (best, second) = run.most_proving(cx.ply(), &family);
        let (m, child) = run.child(best);
        let below = Thresholds {
            phi: run.share(limit.delta, &node, &child, &family),
            delta: run.at_least_beyond(limit.phi.min(run.how.beyond(second)), &child),
        };
        cx.visit(pos, m, |cx, pos| {
            let found = mid(run, cx, pos, child.found, below)?;
            run.set_last(best, found);
            Ok(Score::INF)
        })?;
        run.value(cx, &mut node, &mut family);
        if node.numbers.phi >= limit.phi || node.numbers.delta >= limit.delta {
            break;
        }
    }
    run.close(cx, pos, &node, &family, limit);
    Ok(node)
}
// ANCHOR_END: page

/// [`df_pn`] by one of several threads, each of which calls this with a context of its own, and the same of
/// everything else. They all search from the root on, and share the table: the first that is done has the answer for
/// all, and its caller halts the others by their stoppers.
///
/// # Contract
///
/// As [`df_pn`]; what other threads prove meanwhile is taken over. With one thread the search is the same every time.
///
/// # Source
///
/// T. Kaneko, *Parallel depth first proof number search*, 2010: virtual numbers. J. Pawlewicz and R. Hayward, *Scalable
/// parallel DFPN search*, 2013: what others are at is no reason to wait.
pub fn df_pn_beside<C: Cx<Game: Keyed>>(
    cx: &mut C,
    root: &C::Game,
    goal: Score,
    how: DfPn,
    shared: &SharedProofs<'_>,
) -> Answer<MoveOf<C>, C::Halt> {
    let (answer, numbers) = search(cx, root, Run::new(goal, how, shared.table, Some(shared)));
    shared.settle_root(numbers);
    answer
}

/// The values of φ and δ at which the search leaves a node.
pub(super) type Thresholds = Pair;

/// Settings of [`df_pn`].
///
/// ```
/// use secateur::best::{DfPn, FirstNumbers, Sums};
///
/// let how = DfPn::default();
/// assert_eq!((how.epsilon, how.first, how.sums), (4, FirstNumbers::Mobility, Sums::Proper));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DfPn {
    /// ε in sixteenths: 0 for the thresholds of plain df-pn, 4 for 1 + 1/4.
    pub epsilon: u32,
    /// The numbers of leaves.
    pub first: FirstNumbers,
    /// The way in which replies are added up.
    pub sums: Sums,
    /// What the order of moves counts.
    pub order: MoveOrder,
}

/// What the order of moves counts in [`df_pn`].
///
/// ```
/// use secateur::best::{DfPn, MoveOrder, ProofTable, df_pn};
/// use secateur::order::{Ranked, RelativeHistory};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).order(Ranked::new(RelativeHistory::new()));
/// let how = DfPn { order: MoveOrder::Learned, ..DfPn::default() };
/// let answer = df_pn(&mut cx, &tree, Score::points(5), how, &mut ProofTable::with_entries(64));
/// assert_eq!(answer.bounds, Bounds::at_least(Score::points(5)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MoveOrder {
    /// Nothing.
    #[default]
    Ignored,
    /// The opponent needs one more at a leaf, beside its [`FirstNumbers`], for each move that the [order](crate::Order) puts
    /// before the one that leads there: of moves that look alike the first is gone into first.
    Given,
    /// The same, and the order is told which moves refute and which fail, so that it can learn.
    Learned,
}

impl Default for DfPn {
    fn default() -> Self {
        DfPn { epsilon: 4, first: FirstNumbers::Mobility, sums: Sums::Proper, order: MoveOrder::Ignored }
    }
}

impl DfPn {
    /// The threshold that lies beyond the second best number. Numbers that have become large for nothing, since those of a cycle
    /// add to each other and a small table forgets all else, grow by a share at least: so they come to an end.
    #[inline(always)]
    pub(super) fn beyond(&self, second: u32) -> u32 {
        let more =
            (u64::from(second) * u64::from(self.epsilon)).div_ceil(16).max(u64::from(second >> 12)).max(1);
        u32::try_from(u64::from(second) + more).unwrap_or(Numbers::INFINITE)
    }
}
