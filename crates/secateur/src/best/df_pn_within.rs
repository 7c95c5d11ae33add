use self::run::{Found, Run};
use super::df_pn::Thresholds;
use super::{DfPn, WinTable};
use crate::{Cx, Hints, MoveOf, Score};

mod line;
mod run;

pub use line::winning_line;

/// Whether a side wins within a number of moves of its own: df-pn with the moves that are left as part of the question.
///
/// # Idea
///
/// As [`df_pn`](super::df_pn()), with two differences. A win that comes too late is none, so every line ends, and a
/// position that comes back is of no use to the attacker, who has fewer moves left than before: nothing depends on
/// the path. And children are guessed at, not opened, until the search goes there: an attacker's move is the better the fewer
/// replies it leaves, a defender's the worse the fewer replies the best move after it leaves that may win at once
/// ([`Hints::may_win`]). Replies are counted up to 16, which costs lists of moves and no node. What is one move from the
/// end is played out at once: of the attacker's moves those that end the game, of the defender's first the one that
/// last parried a threat at this ply. That a move does not end the game is seen on a list of moves, too.
///
/// Asked for 1, 2, 3 ... moves in turn, it finds the shortest win. What the [`WinTable`] learns of one number of moves
/// answers questions about others: a win within three is one within four, and where none is possible within three,
/// none is within two.
///
/// # Contract
///
/// Exact, with a table of any size. A win is one by the rules, with a decisive score
/// ([`Score::is_decisive`]); what was played before the root, and what [`Keyed`](crate::Keyed) leaves out of a key,
/// are no part of the question. Entering a node again counts as a node.
///
/// # Source
///
/// A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002, which solves problems of mates.
/// The limit of moves as part of the question: here.
///
/// # Example
///
/// ```
/// use secateur::best::{DfPn, WinTable, Within, df_pn_within, winning_line};
/// use secateur::{Game, Hints, Keyed, Score, Search};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { self.0.into() }
/// # }
/// impl Hints for Matches {}
///
/// let (heap, mut table) = (Matches(10), WinTable::with_entries(64));
/// let mut cx = Search::new(|_: &Matches| Score::DRAW);
/// let mut wins = |moves| {
///     df_pn_within(&mut cx, &heap, Within { to_move: true, moves }, DfPn::default(), &mut table)
/// };
/// assert_eq!([1, 2, 3].map(|moves| wins(moves).unwrap()), [false, false, true]);
/// let within = Within { to_move: true, moves: 3 };
/// let Ok(line) = winning_line(&mut cx, &heap, within, DfPn::default(), &mut table);
/// assert_eq!((line.len(), line.iter().sum::<u32>()), (5, 10));
/// ```
// ANCHOR: page
pub fn df_pn_within<C: Cx<Game: Hints>>(
    cx: &mut C,
    root: &C::Game,
    question: Within,
    how: DfPn,
    table: &mut WinTable,
) -> Result<bool, C::Halt> {
    let mut run = Run::new(question, how, table);
    let mut node = run.look(cx, root, question.moves)?;
    if !node.is_settled() {
        node = mid(&mut run, cx, root, question.moves, node, Thresholds::NONE)?;
    }
    Ok((node.phi == 0) == question.to_move)
}

/// Searches below a node until one of its numbers reaches its threshold.
fn mid<C: Cx<Game: Hints>>(
    run: &mut Run<'_, MoveOf<C>>,
    cx: &mut C,
    pos: &C::Game,
    moves: u8,
    mut node: Found,
    limit: Thresholds,
) -> Result<Found, C::Halt> {
    let family = run.expand(cx, pos, moves)?;
    run.value(&mut node, &family);
    while !node.is_settled() {
        let (best, second) = run.most_proving(&family);
        let child = run.child(best);
        let below = Thresholds {
            phi: run.share(limit.delta, &node, &child, &family),
            delta: limit.phi.min(run.how.beyond(second)),
        };
        cx.visit(pos, child.m, |cx, pos| {
            let mut found = child.found;
            match child.seen {
                true => run.again(cx, pos)?,
                false => found = run.look(cx, pos, family.moves)?,
            }
            if child.seen || !found.is_settled() && found.phi < below.phi && found.delta < below.delta {
                found = mid(run, cx, pos, family.moves, found, below)?;
            }
            run.set(best, found);
            Ok(Score::INF)
        })?;
        run.value(&mut node, &family);
        if node.phi >= limit.phi || node.delta >= limit.delta {
            break;
        }
    }
    run.close(cx, pos, moves, &node, family);
    Ok(node)
}
// ANCHOR_END: page

/// A question of [`df_pn_within`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// Whether it is the side to move that is to win; if not, it is its opponent.
    pub to_move: bool,
    /// The number of moves of that side within which it is to win, 1 to 250.
    pub moves: u8,
}
