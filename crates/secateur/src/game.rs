//! The rules of a game, and the keys of its positions.

use crate::{Score, code};

/// A position of a two-player, zero-sum, perfect-information game.
///
/// Two methods are required: the legal moves, and the effect of a move. Positions are values: searching
/// copies them, nothing is ever taken back. A game in which a side may pass lists the pass as a move. The sides take turns,
/// ply by ply: where one moves again, the other one passes between (`Turns` in the crate `secateur-games` does that, and lets
/// moves own memory).
///
/// More methods make a game fast and strong: a key ([`Keyed`]); a static value, and bounds that are proven
/// ([`Eval`](crate::Eval)); noisy moves and the result of exchanges, a null move, a score for each move, fewer candidates
/// ([`Hints`](crate::Hints)); and the [`Engine`](crate::engine::Engine).
///
/// ```
/// use secateur::Game;
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32);
///
/// impl Game for Matches {
///     type Move = u32;
///     fn moves(&self) -> impl Iterator<Item = u32> {
///         1..=self.0.min(3)
///     }
///     fn play(&mut self, taken: u32) {
///         self.0 -= taken;
///     }
/// }
///
/// assert_eq!(Matches(2).moves().count(), 2);
/// assert_eq!(Matches(5).child(3).0, 2);
/// ```
pub trait Game: Clone {
    /// A move, as small as the game allows. Moves that own memory are represented by their places in a list: see `Listed` in
    /// the crate `secateur-games`.
    type Move: Copy + Eq + std::hash::Hash + std::fmt::Debug;

    /// The legal moves, best guesses first. Not asked where [`Game::outcome`] has already spoken.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move; the turn passes to the opponent.
    fn play(&mut self, m: Self::Move);

    /// The result, for the side to move, where the rules have ended the game.
    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        None
    }

    /// The result, for the side to move, of having no legal move. Losing, as in normal play, unless the
    /// game says otherwise.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::LOSS
    }

    /// The position after a legal move.
    #[inline(always)]
    fn child(&self, m: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(m);
        child
    }
}

/// A game whose positions can be remembered.
///
/// Laws, checked for any game by [`laws::check`](crate::laws::check): equal keys mean equivalent positions
/// (the same value, and moves that correspond by code), and `decode` undoes `encode` on every legal move.
/// A key may fold symmetries; codes must then be those of the folded position.
///
/// ```
/// use secateur::{Game, Keyed, Score, Search, Stats, Table, algo::minimax_memory};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken }
/// # }
/// impl Keyed for Matches {
///     fn key(&self) -> u64 {
///         self.0.into()
///     }
/// }
///
/// let (heap, table) = (Matches(21), Table::with_entries(1_000));
/// assert_eq!((heap.encode(3), heap.decode(2), heap.decode(4)), (3, Some(2), None));
///
/// // There are 223,317 ways to play. Remembered, no heap is searched twice: the root, and 60 moves.
/// let mut cx = Search::new(|_: &Matches| Score::DRAW).memory(table.solving()).watch(Stats::default());
/// let Ok(value) = minimax_memory(&mut cx, &heap, 22);
/// assert_eq!((value, cx.watch.nodes), (Score::win_in(11), 61));
/// ```
pub trait Keyed: Game {
    /// The number of bits of the key that may be set, from the lowest on.
    const KEY_BITS: u32 = 64;

    /// 64 bits that stand for the position. Equal for equivalent positions, and otherwise different but for
    /// rare collisions. The same from run to run.
    fn key(&self) -> u64;

    /// The key of what is still played for, and the points that the side to move is ahead by what is settled: the value
    /// at the end of the game is that of any other position of the same key, but for the difference of these points. For
    /// games that end in points and whose moves do not depend on those that are settled, such as the seeds in the stores of
    /// Kalah. Memory of whole games ([`BoundTable`](crate::table::BoundTable)) then has one entry for all of them.
    #[inline(always)]
    fn rest(&self) -> (u64, i32) {
        (self.key(), 0)
    }

    /// A guess at the key after a legal move, where it is much cheaper than to play the move: memory can then be
    /// prefetched. A wrong guess costs time and nothing else.
    #[inline(always)]
    fn key_after(&self, _m: Self::Move) -> Option<u64> {
        None
    }

    /// A legal move as a number below 65,535. By default the move itself, where its fields take 15 bits at most (a
    /// number below 32,768, or two below 128 and 256): that costs nothing. Where they take more, the move's place in
    /// [`Game::moves`], which has to be searched.
    #[inline(always)]
    fn encode(&self, m: Self::Move) -> u16 {
        code::pack(&m).unwrap_or_else(|| {
            let place = self.moves().take(usize::from(code::PLACE - 1)).position(|n| n == m);
            place.map_or(u16::MAX, |place| code::PLACE | place as u16)
        })
    }

    /// The legal move with that code, or none: a code that came out of a table may belong to another
    /// position, so this never trusts it.
    #[inline(always)]
    fn decode(&self, code: u16) -> Option<Self::Move> {
        match code.checked_sub(code::PLACE) {
            None => self.moves().find(|m| code::pack(m) == Some(code)),
            Some(place) => self.moves().nth(usize::from(place)).filter(|m| code::pack(m).is_none()),
        }
    }
}
