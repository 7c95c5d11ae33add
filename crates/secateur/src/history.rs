//! History: what a position's value owes to the path that led to it.
//!
//! Where positions can come back, a value may hold on one path and not on another (the graph-history
//! interaction). `()` is for games in which nothing returns. [`Repetition`] keeps the path: a position that
//! stands on it already is a draw at once.

use crate::{Game, Hints};

/// Follows the path from the root.
pub trait History<G: Game> {
    /// Whether positions can come back at all. If not, none of the rest is called.
    const TRACKS: bool = false;

    /// The search enters `child` from `parent`.
    #[inline(always)]
    fn push(&mut self, _parent: &G, _m: Option<G::Move>, _child: &G) {}

    /// The search leaves the position entered last.
    #[inline(always)]
    fn pop(&mut self) {}

    /// The ply of the earlier occurrence, if the position at hand, at `ply`, repeats one.
    #[inline(always)]
    fn repeats(&self, _ply: u32) -> Option<u32> {
        None
    }

    /// Stands for all of the path that the value can depend on: mixed into the key, it makes memory exact.
    #[inline(always)]
    fn salt(&self) -> u64 {
        0
    }
}

impl<G: Game> History<G> for () {}

/// Draws by repetition on the path of the search.
///
/// Values that hang on a repetition above their node are *tainted*, and the context keeps them out of
/// memory. That suffices for play. Exact search needs more, since an untainted value may be wrong on
/// another path: [`Repetition::exact`] files every position under the set of positions that could still
/// come back, which is safe and makes memory of less use.
#[derive(Clone, Debug)]
pub struct Repetition {
    exact: bool,
    path: Vec<Entered>,
}

#[derive(Copy, Clone, Debug)]
struct Entered {
    key: u64,
    /// How far back repetitions can reach: the length of the path at the last irreversible move.
    since: usize,
    /// All keys from there on, folded together without regard to their order.
    salt: u64,
}

impl Repetition {
    /// For searches that must equal minimax.
    pub fn exact<G: Hints>(root: &G) -> Self {
        Self::new(root, true)
    }

    /// For selective search: memory is shared between paths, tainted values excepted.
    pub fn playing<G: Hints>(root: &G) -> Self {
        Self::new(root, false)
    }

    fn new<G: Hints>(root: &G, exact: bool) -> Self {
        let mut path = Vec::with_capacity(256);
        path.push(Entered { key: root.key(), since: 0, salt: mix(root.key()) });
        Repetition { exact, path }
    }

    fn top(&self) -> Entered {
        self.path[self.path.len() - 1]
    }
}

fn mix(key: u64) -> u64 {
    let x = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (x ^ x >> 29).wrapping_mul(0x9e6c_63d0_676a_9a99)
}

impl<G: Hints> History<G> for Repetition {
    const TRACKS: bool = true;

    fn push(&mut self, parent: &G, m: Option<G::Move>, child: &G) {
        let (top, key) = (self.top(), child.key());
        let fresh = m.is_none_or(|m| parent.irreversible(m));
        let (since, salt) = if fresh { (self.path.len(), 0) } else { (top.since, top.salt) };
        self.path.push(Entered { key, since, salt: salt ^ mix(key) });
    }

    fn pop(&mut self) {
        self.path.pop();
    }

    fn repeats(&self, ply: u32) -> Option<u32> {
        let (last, earlier) = self.path.split_last()?;
        let back = earlier[last.since.min(earlier.len())..].iter().rev().position(|e| e.key == last.key)?;
        Some(ply - 1 - back as u32)
    }

    fn salt(&self) -> u64 {
        if self.exact { self.top().salt } else { 0 }
    }
}
