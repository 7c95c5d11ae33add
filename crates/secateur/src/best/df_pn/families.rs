//! What df-pn knows of the families on its path, whatever the game: so it is compiled once.

use super::DfPn;
use crate::best::grow::MAX_PLY;
use crate::best::numbers::goal_at;
use crate::best::proof_table::{Known, key_of};
use crate::best::{Numbers, ProofTable, SharedProofs, Sums};
use crate::{Bounds, Marks, Score};
use std::cmp::Reverse;
use std::ops::{BitOr, Range};

/// The numbers of a node, with what they depend on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The ply of the highest position whose repetition they depend on.
    pub(super) depends_on: u32,
    /// The most nodes that a visit is known to have taken.
    pub(super) nodes: u32,
}

impl Found {
    pub(super) fn on_any_path((numbers, _, nodes): Known) -> Self {
        Found { numbers, depends_on: NONE, nodes }
    }
}

/// The most plies of a most-proving line: while nothing is settled, it may go round in circles.
pub(super) const LONGEST_OPEN: u32 = 60;

/// The nodes of a visit from which on it is worth while to look for what was found out elsewhere, and to tell other threads
/// where one is.
const GRAIN: u32 = 128;

/// No repetition.
pub(super) const NONE: u32 = u32::MAX;

/// What no proof of a node may rest on, where a repetition is no draw; the argument tells whether its side to move wins by it.
pub(super) type Barred<'a> = dyn Fn(bool) -> Marks + 'a;

/// A child of a node on the path.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child {
    pub(super) found: Found,
    /// That of its entry, on any path.
    pub(super) key: u64,
}

/// The children of a node on the path, and the count of nodes when they were looked at.
pub(super) struct Family {
    pub(super) children: Range<usize>,
    pub(super) nodes: u64,
    /// The value of having no move, where there is none.
    pub(super) no_moves: Option<Score>,
    /// Whether moves were left out that the goal does not need.
    pub(super) is_narrowed: bool,
    /// The key of the parent's entry, on any path.
    pub(super) key: u64,
    /// Whether the table has the parent's answer by now.
    pub(super) is_known: bool,
}

/// One search, as far as it knows no moves: so it is compiled once, and not for each game.
pub(super) struct Families<'t> {
    pub(super) goal: Score,
    pub(super) how: DfPn,
    pub(super) table: &'t ProofTable,
    pub(super) shared: Option<&'t SharedProofs<'t>>,
    /// The families on the path, one behind the other.
    pub(super) stack: Vec<Child>,
    /// What their proofs rest on, where a repetition is no draw.
    pub(super) marks: Vec<Marks>,
    /// The same for the node that was last looked at or valued.
    pub(super) marked: Marks,
    /// Whether a repetition is no draw.
    pub(super) forbids: bool,
    /// The number of the root's children, which come first.
    pub(super) first: usize,
    pub(super) nodes: u64,
    /// The families on the path, from the root on, that are large.
    pub(super) large: u32,
    pub(super) full: bool,
}

impl Families<'_> {
    /// The table's entry of the position with this key, if there is one that holds on this path, and what it rests on; `salt`:
    /// of the path, `base`: the key of its entry on any path. The root owes a move: it is searched in any case.
    pub(super) fn recall(
        &self,
        (position, base): (u64, u64),
        ply: u32,
        salt: u64,
        barred: Option<&Barred<'_>>,
    ) -> Option<(Found, Marks)> {
        let base = self.get(base, ply, barred).filter(|_| ply > 0);
        if base.is_some_and(|(found, _)| found.numbers.is_settled()) || salt == 0 {
            return base;
        }
        let key = self.key(position, ply, salt);
        let twin = match barred {
            None => self.table.get(key, ply).map(|known| (known, Marks::ALL)),
            Some(_) => self.table.get_marked(key, ply),
        };
        let twin = twin.filter(|_| ply > 0).map(|(known, marks)| {
            // What exactly a twin depends on is not kept: it may be the root. One with marks depends on nothing.
            let depends_on = if marks == Marks::ALL { 0 } else { NONE };
            (Found { depends_on, ..Found::on_any_path(known) }, marks)
        });
        twin.or(base)
    }

    /// What the table has under a key for any path, and what it rests on; nothing if this path bars that.
    pub(super) fn get(&self, key: u64, ply: u32, barred: Option<&Barred<'_>>) -> Option<(Found, Marks)> {
        let Some(barred) = barred else {
            return self.table.get(key, ply).map(|known| (Found::on_any_path(known), Marks::NONE));
        };
        let (known, marks) = self.table.get_marked(key, ply)?;
        let found = Found::on_any_path(known);
        match found.numbers.is_settled() {
            false => Some((found, Marks::NONE)),
            true => (!marks.meets(barred(found.numbers.phi == 0))).then_some((found, marks)),
        }
    }

    /// The key of an entry: of the position, the goal as it sees it there, and, for a twin, the path.
    #[inline]
    pub(super) fn key(&self, position: u64, ply: u32, salt: u64) -> u64 {
        let goal = Bounds::at_least(goal_at(self.goal, ply)).to_node(ply).lower;
        key_of(position ^ salt.rotate_left(32), goal.get() as u64)
    }

    /// Values a node at `ply` by its children, and finds out what they depend on: for one that reaches its goal,
    /// the child by which it does; for one that cannot, all of them.
    pub(super) fn value(
        &mut self,
        ply: u32,
        node: &mut Found,
        family: &mut Family,
        barred: Option<&Barred<'_>>,
    ) {
        if self.is_large(ply, node, family) && self.take_over(ply, node, family, barred) {
            family.is_known = true;
            return;
        }
        let goal = goal_at(self.goal, ply);
        // How much less than the goal a move that was left out is worth, nobody knows.
        node.numbers.soft &= !family.is_narrowed;
        let children = &self.stack[family.children.clone()];
        node.numbers = match family.no_moves {
            Some(score) => Numbers::settled(score, goal),
            None => node.numbers.by(children.iter().map(|child| &child.found.numbers), goal, self.how.sums),
        };
        self.marked = Marks::NONE;
        let depends_on = match node.numbers {
            Numbers { phi: 0, soft, .. } => {
                // Of several, one that holds on any path: what it proves, and no more.
                let proving = family.children.clone().filter(|&at| self.stack[at].found.numbers.delta == 0);
                let best = proving.max_by_key(|&at| {
                    let Found { depends_on, numbers, .. } = self.stack[at].found;
                    (depends_on, -numbers.score, Reverse(self.marks_of(at).len()))
                });
                best.map(|at| {
                    let best = self.stack[at].found;
                    if soft {
                        node.numbers.score = -best.numbers.score;
                    }
                    self.marked = self.marks_of(at);
                    best.depends_on
                })
            }
            Numbers { delta: 0, .. } => {
                let marks = family.children.clone().map(|at| self.marks_of(at));
                self.marked = marks.fold(Marks::NONE, Marks::bitor);
                children.iter().map(|child| child.found.depends_on).min()
            }
            _ => None,
        };
        // A repetition of the node itself is settled with it.
        node.depends_on = depends_on.filter(|&at| at < ply).unwrap_or(NONE);
    }

    /// Whether the family of a node at `ply` is large, as all those above it are.
    pub(super) fn is_large(&mut self, ply: u32, node: &mut Found, family: &Family) -> bool {
        node.nodes = node.nodes.max((self.nodes - family.nodes).min(u32::MAX.into()) as u32);
        if self.large == ply && (ply == 0 || node.nodes >= GRAIN) {
            self.large += 1;
        }
        self.large > ply
    }

    /// Takes over what was found out since about the children of a node at `ply`, below their siblings or by other threads,
    /// and about the node itself; returns whether that is settled. The root is settled by its children alone.
    pub(super) fn take_over(
        &mut self,
        ply: u32,
        node: &mut Found,
        family: &Family,
        barred: Option<&Barred<'_>>,
    ) -> bool {
        let below = barred.map(|barred| move |to_move: bool| barred(!to_move));
        let below = below.as_ref().map(|below| below as &Barred<'_>);
        for at in family.children.clone() {
            if !self.stack[at].found.numbers.is_settled()
                && let Some((found, marks)) = self.get(self.stack[at].key, ply + 1, below)
            {
                self.set(at, found, marks);
            }
        }
        let known = self.get(family.key, ply, barred);
        let known = known.filter(|(found, _)| ply > 0 && found.numbers.is_settled());
        if let Some(known) = known {
            (*node, self.marked) = known;
        }
        known.is_some()
    }

    /// The child to go on with from a node at `ply`, and the number of the second best.
    pub(super) fn most_proving(&self, ply: u32, family: &Family) -> (usize, u32) {
        let shared = self.shared.filter(|_| self.large > ply);
        let (mut best, mut least, mut second) = (family.children.start, Numbers::INFINITE, Numbers::INFINITE);
        for at in family.children.clone() {
            let Child { found, key, .. } = self.stack[at];
            let delta = found.numbers.delta;
            let delta = shared.map_or(delta, |shared| shared.virtually(delta, key));
            if delta < least {
                (best, least, second) = (at, delta, least);
            } else {
                second = second.min(delta);
            }
        }
        (best, second)
    }

    /// The threshold for a child's δ: it has not come to that yet, though it may be another than the best, where
    /// threads keep out of each other's way.
    pub(super) fn at_least_beyond(&self, threshold: u32, child: &Child) -> u32 {
        match self.shared {
            None => threshold,
            Some(_) => threshold.max(self.how.beyond(child.found.numbers.delta)),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, found: Found, marks: Marks) {
        self.stack[at].found = found;
        if let Some(kept) = self.marks.get_mut(at) {
            *kept = marks;
        }
    }

    /// Keeps what has just been found out about a child.
    #[inline]
    pub(super) fn set_last(&mut self, at: usize, found: Found) {
        self.set(at, found, self.marked);
    }

    /// What the proof of a child rests on: nothing, where a repetition is a draw.
    #[inline]
    pub(super) fn marks_of(&self, at: usize) -> Marks {
        self.marks.get(at).copied().unwrap_or_default()
    }

    /// The value of a child's φ at which δ of its parent comes to `limit`.
    pub(super) fn share(&self, limit: u32, node: &Found, child: &Child, family: &Family) -> u32 {
        let others = match self.how.sums {
            Sums::Proper => node.numbers.delta - child.found.numbers.phi,
            Sums::Weak | Sums::Branches => {
                let open = self.stack[family.children.clone()]
                    .iter()
                    .filter(|child| !child.found.numbers.is_settled());
                open.count() as u32 - 1
            }
        };
        if limit == Numbers::INFINITE { limit } else { limit.saturating_sub(others) }
    }

    /// True if there are plies left to go down. If not, the search ends.
    pub(super) fn has_room(&mut self, ply: u32) -> bool {
        self.full |= ply >= MAX_PLY;
        !self.full
    }

    pub(super) fn is_settled_at(&self, key: u64, ply: u32) -> bool {
        self.table.get(key, ply).is_some_and(|(numbers, ..)| numbers.is_settled())
    }

    /// The place of the first of the moves that prove most; the most proving one while nothing is proven.
    pub(super) fn best(&self, node: &Numbers, children: Range<usize>) -> Option<usize> {
        let open = !node.is_settled();
        let numbers = |at: &usize| self.stack[*at].found.numbers;
        let wanted = children.filter(|at| open || numbers(at).is_settled());
        wanted.min_by_key(|at| if open { (numbers(at).delta, Score::DRAW) } else { (0, numbers(at).score) })
    }

    /// The root's numbers in a search that was halted.
    pub(super) fn so_far(&self) -> Numbers {
        let children = self.stack[..self.first].iter().map(|child| &child.found.numbers);
        let open = Numbers::open(1, 1, Bounds::NONE);
        if self.first == 0 { open } else { open.by(children, self.goal, self.how.sums) }
    }
}
