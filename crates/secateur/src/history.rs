//! History: the dependence of a position's value on the path that led to it.
//!
//! Where positions can come back, a value may hold on one path and not on another (the graph-history
//! interaction). `()` is for games in which nothing returns. [`Repetition`] keeps the path: a position that
//! stands on it already is a draw at once.

use crate::{Game, Hints};

/// Follows the path from the root.
///
/// ```
/// use secateur::{Game, History, Score, Search, algo::minimax};
///
/// /// A token on three squares; either side moves it by one. It is good to have the move.
/// #[derive(Clone, PartialEq)]
/// struct Token(u8);
/// impl Game for Token {
///     type Move = u8;
///     fn moves(&self) -> impl Iterator<Item = u8> { if self.0 == 1 { 0..3 } else { 1..2 }.step_by(2) }
///     fn play(&mut self, to: u8) { self.0 = to }
/// }
///
/// /// All positions from the root on.
/// struct Path(Vec<Token>);
/// impl History<Token> for Path {
///     const TRACKS: bool = true;
///     fn push(&mut self, _: &Token, _: Option<u8>, child: &Token) { self.0.push(child.clone()) }
///     fn pop(&mut self) { self.0.pop(); }
///     fn repeats(&self, _ply: u32) -> Option<u32> {
///         let (last, earlier) = self.0.split_last()?;
///         earlier.iter().position(|pos| pos == last).map(|ply| ply as u32)
///     }
/// }
///
/// let mut cx = Search::new(|_: &Token| Score::points(50));
/// assert_eq!(minimax(&mut cx, &Token(0), 4), Ok(Score::points(50)));
/// let mut cx = cx.history(Path(vec![Token(0)]));
/// assert_eq!(minimax(&mut cx, &Token(0), 4), Ok(Score::DRAW)); // the token soon stands where it stood
/// ```
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
/// Values that depend on a repetition above their node are *tainted*, and the context keeps them out of
/// memory. That suffices for play. Exact search needs more, since an untainted value may be wrong on
/// another path: [`Repetition::exact`] files every position under the set of positions that could still
/// come back, which is safe and makes memory of less use.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Repetition, Score, Search, algo::alpha_beta};
///
/// /// Four squares in a row; either side moves the token by one. Whoever reaches the last square wins.
/// #[derive(Clone)]
/// struct Token(u64);
/// impl Game for Token {
///     type Move = u64;
///     fn moves(&self) -> impl Iterator<Item = u64> { [self.0 + 1, self.0.max(1) - 1].into_iter() }
///     fn play(&mut self, to: u64) { self.0 = to }
///     fn outcome(&self) -> Option<Score> { (self.0 == 3).then_some(Score::LOSS) }
/// }
/// impl Keyed for Token {
///     fn key(&self) -> u64 { self.0 }
/// }
/// impl Hints for Token {}
///
/// // One step from the last but one, nobody goes forward, and the token goes to and fro.
/// let root = Token(1);
/// for history in [Repetition::exact(&root), Repetition::playing(&root)] {
///     let mut cx = Search::new(|_: &Token| Score::points(50)).history(history);
///     let Ok(value) = alpha_beta(&mut cx, &root, 9, -Score::INF, Score::INF);
///     assert_eq!(value, Score::DRAW);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Repetition {
    exact: bool,
    path: Vec<Entered>,
    /// The place of the root on the path: before it comes what was played.
    root: usize,
}

#[derive(Copy, Clone, Debug)]
struct Entered {
    key: u64,
    /// The earliest ply that a repetition can reach back to: the length of the path at the last irreversible move.
    since: usize,
    /// All keys from there on, folded together without regard to their order; 0 where nobody asks.
    salt: u64,
}

impl Repetition {
    /// A history for searches that must equal minimax.
    pub fn exact<G: Hints>(root: &G) -> Self {
        Self::new(root, true)
    }

    /// A history for selective search: memory is shared between paths, tainted values excepted.
    pub fn playing<G: Hints>(root: &G) -> Self {
        Self::new(root, false)
    }

    fn new<G: Hints>(root: &G, exact: bool) -> Self {
        let mut path = Vec::with_capacity(256);
        let key = root.identity();
        path.push(Entered { key, since: 0, salt: if exact { mix(key) } else { 0 } });
        Repetition { exact, path, root: 0 }
    }

    /// A history without a path yet.
    pub(crate) fn none() -> Self {
        let nowhere = Entered { key: 0, since: 0, salt: 0 };
        Repetition { exact: false, path: vec![nowhere], root: 0 }
    }

    /// A history for selective search in a game under way: `played` are the positions before the root, in order.
    ///
    /// Positions that cannot come back are found by trying the moves between them.
    pub(crate) fn in_game<G: Hints>(played: &[G], root: &G) -> Self {
        let Some(first) = played.first() else { return Self::playing(root) };
        let mut path = Self::playing(first);
        for (n, parent) in played.iter().enumerate() {
            let child = played.get(n + 1).unwrap_or(root);
            let m = parent.moves().find(|&m| parent.child(m).identity() == child.identity());
            History::<G>::push(&mut path, parent, m, child);
        }
        path.root = path.path.len() - 1;
        path
    }

    /// Whether the position at hand is to be taken for a draw: it stood on the path below the root, or twice
    /// before.
    #[inline]
    pub(crate) fn repeats_in_play(&self) -> bool {
        let top = self.path.len() - 1;
        let Entered { key, since, .. } = self.path[top];
        let (mut at, mut times) = (top, 0);
        // Every second position has the other side to move.
        while at >= since + 2 {
            at -= 2;
            if self.path[at].key == key {
                times += 1;
                if at > self.root || times == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a move of the position at hand leads back to one on the path below the root.
    #[inline]
    pub(crate) fn can_return<G: Hints>(&self, pos: &G) -> bool {
        let top = self.path.len() - 1;
        let least = self.path[top].since.max(self.root + 1);
        let mut at = top;
        // One's own last position but one is three plies back: a move, the answer, and the way back.
        while at >= least + 2 {
            at -= if at == top { 3 } else { 2 };
            if at < least {
                return false;
            }
            if pos.leads_to(self.path[at].key) {
                return true;
            }
        }
        false
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
        let (top, key) = (self.top(), child.identity());
        let fresh = m.is_none_or(|m| parent.irreversible(m));
        let (since, salt) = if fresh { (self.path.len(), 0) } else { (top.since, top.salt) };
        let salt = if self.exact { salt ^ mix(key) } else { 0 };
        self.path.push(Entered { key, since, salt });
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
