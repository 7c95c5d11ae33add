//! History: the dependence of a position's value on the path that led to it.
//!
//! Where positions can come back, a value may hold on one path and not on another (the graph-history
//! interaction). `()` is for games in which nothing returns. [`Repetition`] keeps the path: a position that
//! stands on it already is a draw at once. Which of the two a game needs, [`Hints::CYCLES`] says.

use crate::{Constants, Game, Hints, Marks, Score};

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

    /// The worth of a position that repeats an earlier one, for the side to move there.
    #[inline(always)]
    fn worth(&self) -> Score {
        Score::DRAW
    }

    /// Stands for all of the path that the value can depend on: mixed into the key, it makes memory exact. 0 where
    /// memory is shared between paths.
    #[inline(always)]
    fn salt(&self) -> u64 {
        0
    }

    /// The position at hand, as a proof has it that rests on its not having been there before. `alone`: what is proven of it
    /// depends on no repetition of a position above it. Such a proof holds where the position stood before with the same
    /// side to move, for then it held there.
    #[inline(always)]
    fn mark(&self, _alone: bool) -> Marks {
        Marks::ALL
    }

    /// What no proof of the position at hand may rest on: the positions of the path up to here whose return would be worth less
    /// to the side that wins by the proof. `to_move`: that is the side to move. [`Marks::ALL`], as by default, keeps every proof
    /// that rests on anything to its own path.
    #[inline(always)]
    fn barred(&self, _to_move: bool) -> Marks {
        Marks::ALL
    }
}

impl<G: Game> History<G> for () {}

/// Repetition on the path of the search: draws, unless the game says otherwise ([`Hints::RETURNED`]).
///
/// A position that comes back within a search is a draw the first time: what was played there could be played again.
/// One that stood in the game before the root is a draw where the rules say so, once it is there for the
/// [`Hints::REPETITION`]th time. The root itself is never one: it owes a move.
///
/// Values that depend on a repetition above their node are *tainted*, and the context keeps them out of
/// memory. That suffices for play. Exact search needs more, since an untainted value may be wrong on
/// another path: [`Repetition::exact`] files every position under the set of positions that could still
/// come back, which is safe and makes memory of less use.
///
/// Where a game says that nothing comes back ([`Hints::CYCLES`]), it follows nothing and costs nothing.
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
    /// The classes of all identities on the path, where a repetition is no draw.
    classes: Vec<u64>,
    /// The place of the root on the path: before it comes what was played.
    root: usize,
}

#[derive(Copy, Clone, Debug)]
struct Entered {
    key: u64,
    /// The earliest ply that a repetition can reach back to: the length of the path at the last irreversible move.
    since: usize,
    /// All keys from there on, added up without regard to their order; 0 where nobody asks.
    salt: u64,
}

impl Repetition {
    /// A history for searches that must equal minimax.
    pub fn exact<G: Hints>(root: &G) -> Self {
        Self::exact_after(&[], root)
    }

    /// For searches that must equal minimax, in a game under way: `played` are the positions before the root, in order.
    ///
    /// Positions that cannot come back are found by trying the moves between them.
    ///
    /// ```
    /// use secateur::{Game, Hints, Keyed, Repetition, Score, Search, algo::alpha_beta};
    ///
    /// /// A token goes to and fro between two squares.
    /// #[derive(Clone)]
    /// struct Token(u64);
    /// impl Game for Token {
    ///     type Move = u64;
    ///     fn moves(&self) -> impl Iterator<Item = u64> { [1 - self.0].into_iter() }
    ///     fn play(&mut self, to: u64) { self.0 = to }
    /// }
    /// impl Keyed for Token {
    ///     fn key(&self) -> u64 { self.0 }
    /// }
    /// impl Hints for Token {}
    ///
    /// let value = |played: &[Token]| {
    ///     let history = Repetition::exact_after(played, &Token(0));
    ///     let mut cx = Search::new(|_: &Token| Score::points(50)).history(history);
    ///     let Ok(value) = alpha_beta(&mut cx, &Token(0), 1, -Score::INF, Score::INF);
    ///     value
    /// };
    /// assert_eq!(value(&[Token(0), Token(1)]), Score::points(-50)); // for the second time on square 1
    /// assert_eq!(value(&[0, 1, 0, 1].map(Token)), Score::DRAW); // for the third time
    /// ```
    pub fn exact_after<G: Hints>(played: &[G], root: &G) -> Self {
        Self::new(played, root, true)
    }

    /// A history for selective search: memory is shared between paths, tainted values excepted.
    pub fn playing<G: Hints>(root: &G) -> Self {
        Self::in_game(&[], root)
    }

    /// For selective search in a game under way, as [`Repetition::exact_after`].
    pub(crate) fn in_game<G: Hints>(played: &[G], root: &G) -> Self {
        Self::new(played, root, false)
    }

    fn new<G: Hints>(played: &[G], root: &G, exact: bool) -> Self {
        if !G::CYCLES {
            return Self::none();
        }
        let key = played.first().unwrap_or(root).identity();
        let mut path = Vec::with_capacity(played.len() + 256);
        path.push(Entered { key, since: 0, salt: 0 });
        let mut path = Repetition { exact, path, classes: Vec::new(), root: played.len() };
        path.classify(played.first().unwrap_or(root));
        path.path[0].salt = path.salted::<G>(0, key, 0);
        for (n, parent) in played.iter().enumerate() {
            let child = played.get(n + 1).unwrap_or(root);
            let m = parent.moves().find(|&m| parent.child(m).identity() == child.identity());
            History::<G>::push(&mut path, parent, m, child);
        }
        if let Some(top) = path.path.last_mut().filter(|top| exact && top.since < played.len()) {
            // To have stood before the root is not the same as to have stood on the path.
            top.salt = mix(top.salt);
        }
        path
    }

    /// A history without a path yet.
    pub(crate) fn none() -> Self {
        let nowhere = Entered { key: 0, since: 0, salt: 0 };
        Repetition { exact: false, path: vec![nowhere], classes: Vec::new(), root: 0 }
    }

    /// Whether the current position is to be taken for a repetition in play: it stood on the path below the root, or as often
    /// before as the rules allow.
    #[inline]
    pub(crate) fn repeats_in_play<G: Hints>(&self, pos: &G) -> bool {
        let Constants { returns_after, repetition, .. } = pos.constants();
        let top = self.path.len() - 1;
        let Entered { key, since, .. } = self.path[top];
        let (mut at, mut times) = (top, 1);
        while at >= since + returns_after {
            at -= returns_after;
            if self.path[at].key == key {
                times += 1;
                if at > self.root || times == repetition {
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

    /// The salt with one more position, the one `at` this place of the path. Whose turn it was there matters only where a
    /// repetition is no draw.
    #[inline(always)]
    fn salted<G: Hints>(&self, salt: u64, key: u64, at: usize) -> u64 {
        let turn = if G::RETURNED == Score::DRAW { 0 } else { (at % 2) as u64 };
        if self.exact { salt.wrapping_add(mix(key ^ turn << 63)) } else { 0 }
    }

    /// The class of a position that is entered.
    #[inline(always)]
    fn classify<G: Hints>(&mut self, pos: &G) {
        if G::RETURNED != Score::DRAW {
            self.classes.push(pos.identity_class());
        }
    }

    fn top(&self) -> Entered {
        self.path[self.path.len() - 1]
    }
}

fn mix(key: u64) -> u64 {
    // No key is to count for nothing, 0 neither.
    let key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (x ^ x >> 29).wrapping_mul(0x9e6c_63d0_676a_9a99)
}

impl<G: Hints> History<G> for Repetition {
    const TRACKS: bool = G::CYCLES;

    fn push(&mut self, parent: &G, m: Option<G::Move>, child: &G) {
        let (top, key) = (self.top(), child.identity());
        let fresh = m.is_none_or(|m| parent.irreversible(m));
        let (since, salt) = if fresh { (self.path.len(), 0) } else { (top.since, top.salt) };
        let salt = self.salted::<G>(salt, key, self.path.len());
        self.path.push(Entered { key, since, salt });
        self.classify(child);
    }

    fn pop(&mut self) {
        self.path.pop();
        if G::RETURNED != Score::DRAW {
            self.classes.pop();
        }
    }

    fn repeats(&self, _ply: u32) -> Option<u32> {
        let (last, earlier) = self.path.split_last()?;
        let mut times = 1;
        for at in (last.since..earlier.len()).rev().filter(|&at| earlier[at].key == last.key) {
            times += 1;
            if at >= self.root || times == G::REPETITION {
                // What stood before the root is the same for all of the search, and for no other one.
                return Some(at.saturating_sub(self.root) as u32);
            }
        }
        None
    }

    #[inline(always)]
    fn worth(&self) -> Score {
        G::RETURNED
    }

    fn salt(&self) -> u64 {
        let Entered { key, salt, .. } = self.top();
        match self.exact {
            false => 0,
            true if G::RETURNED == Score::DRAW => salt,
            // The set alone does not tell which of its positions, alike but for a symmetry, is the one at hand.
            true => salt ^ mix(!key),
        }
    }

    fn mark(&self, alone: bool) -> Marks {
        let Some(&class) = self.classes.last() else { return Marks::ALL };
        Marks::turned(class) | if alone { Marks::NONE } else { Marks::same(class) }
    }

    fn barred(&self, to_move: bool) -> Marks {
        let Some(top) = self.classes.len().checked_sub(1) else { return Marks::ALL };
        (self.top().since..=top).fold(Marks::NONE, |barred, at| {
            if at < self.root {
                // To win from there, before the root, is not to win now.
                return barred | Marks::turned(self.classes[at]) | Marks::same(self.classes[at]);
            }
            let by_winner = (top - at).is_multiple_of(2) == to_move;
            // Whoever is to move at the return wins by it, or loses.
            let turned = by_winner == (G::RETURNED > Score::DRAW);
            barred | if turned { Marks::turned(self.classes[at]) } else { Marks::same(self.classes[at]) }
        })
    }
}
