//! Hints for searches, beyond the rules of a game.

use crate::{Keyed, Score, code};

/// Hints that selective search and move ordering may exploit. Every hint has a neutral default, which costs nothing.
///
/// Worth most: [`noisy`](Hints::noisy) and [`is_noisy`](Hints::is_noisy) for moves that upset the static value, with
/// [`gain`](Hints::gain) and [`exchange`](Hints::exchange); [`null_move`](Hints::null_move) and
/// [`in_check`](Hints::in_check); [`move_score`](Hints::move_score), by which moves are tried; [`candidates`](Hints::candidates);
/// and [`UNIT`](Hints::UNIT), the unit in which margins are measured.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Score, Search, Stats, algo::alpha_beta, order::{MoveScore, Ranked}};
///
/// # #[derive(Clone)]
/// # struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { self.0.into() }
/// # }
/// /// Take one to three matches from a heap: it looks good to leave a multiple of four.
/// impl Hints for Matches {
///     fn move_score(&self, taken: u32) -> i32 {
///         i32::from((self.0 - taken) % 4 == 0)
///     }
/// }
///
/// let mut plain = Search::new(|_: &Matches| Score::DRAW).watch(Stats::default());
/// let mut ranked = plain.clone().order(Ranked::new(MoveScore));
/// let Ok(a) = alpha_beta(&mut plain, &Matches(15), 16, -Score::INF, Score::INF);
/// let Ok(b) = alpha_beta(&mut ranked, &Matches(15), 16, -Score::INF, Score::INF);
/// assert_eq!((a, b), (Score::win_in(7), Score::win_in(7)));
/// assert_eq!((plain.watch.nodes, ranked.watch.nodes), (4_273, 312));
/// ```
pub trait Hints: Keyed {
    /// The legal moves that can be best: all, less any that are *proven* no better than another one
    /// listed. Not asked where the game is over; then, and only then, it may be empty.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = Self::Move> {
        self.moves()
    }

    /// The moves that upset the static value (captures, say), for quiescence search.
    fn noisy(&self) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// The position with the turn passed to the opponent, where giving up the turn makes sense.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether the side to move is under a threat that forbids standing still.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether no earlier position can come back after this legal move. Of no use in a game without
    /// [`Hints::CYCLES`].
    fn irreversible(&self, _m: Self::Move) -> bool {
        false
    }

    /// Whether there is just one candidate, where that is cheap to see.
    #[inline(always)]
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether a solver should remember the position: false where playing on costs less than looking it up.
    #[inline(always)]
    fn is_worth_keeping(&self) -> bool {
        !self.is_forced()
    }

    /// The most plies that the game can still last, as far as that is plain to see, such as the empty squares.
    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// A static guess at a legal move's worth: higher is searched earlier.
    #[inline(always)]
    fn move_score(&self, _m: Self::Move) -> i32 {
        0
    }

    /// A function of a legal move: 1 for a quiet move that takes a piece out of danger, -1 for one that puts a piece
    /// into it, else 0. The dangers can thus be worked out once per position.
    #[inline(always)]
    fn safety(&self) -> impl Fn(Self::Move) -> i32 {
        |_| 0
    }

    /// The points of a small but telling advantage (a pawn, say): the unit in which margins are measured.
    const UNIT: i32 = 100;

    /// Whether a legal move is among [`Hints::noisy`].
    #[inline(always)]
    fn is_noisy(&self, m: Self::Move) -> bool {
        self.noisy().any(|noisy| noisy == m)
    }

    /// Whether the engine had better look through one list of a node's moves than ask for single ones. True by default,
    /// and for a game that leaves [`Keyed::decode`], [`Hints::is_noisy`] or [`Hints::quiet`] as they are, which list
    /// moves to find out. A game whose own versions list nothing sets it to `false`.
    const BY_LIST: bool = true;

    /// The candidates that are not noisy.
    #[inline(always)]
    fn quiet(&self) -> impl Iterator<Item = Self::Move> {
        self.candidates().filter(|&m| !self.is_noisy(m))
    }

    /// A function that tells whether a legal move makes a threat that the opponent must answer
    /// ([`Hints::in_check`]). May overlook some.
    #[inline(always)]
    fn threatens(&self) -> impl Fn(Self::Move) -> bool {
        |m| self.child(m).in_check()
    }

    /// A function that tells whether a legal move may win the game at once: `true` where in doubt. A search for wins
    /// tries no other where one move is left.
    #[inline(always)]
    fn may_win(&self) -> impl Fn(Self::Move) -> bool {
        |_| true
    }

    /// Quiet moves that make a threat the opponent must answer.
    fn checks(&self) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// The gain of a noisy move at once, in points.
    #[inline(always)]
    fn gain(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Whether the exchange that a move begins ends with at least `least` points for the side to move.
    #[inline(always)]
    fn exchange(&self, _m: Self::Move, least: i32) -> bool {
        least <= 0
    }

    /// The range of [`Hints::from_to`]: its values lie below this.
    const FROM_TO_RANGE: usize = 1 << 15;

    /// The mover, origin and destination, as a number below [`Hints::FROM_TO_RANGE`]: moves of one number are alike
    /// wherever they are played. By default the move's own fields as a number.
    #[inline(always)]
    #[expect(clippy::wrong_self_convention, reason = "from-to is the field's word for this index")]
    fn from_to(&self, m: Self::Move) -> usize {
        code::digest(&m) % Self::FROM_TO_RANGE
    }

    /// The range of [`Hints::piece_to`]: its values lie below this.
    const PIECE_TO_RANGE: usize = 1 << 8;

    /// The piece that moves and its destination, as a number below [`Hints::PIECE_TO_RANGE`]: what the answer to a move
    /// depends on. By default the last of the move's fields, such as the cell it goes to.
    #[inline(always)]
    fn piece_to(&self, m: Self::Move) -> usize {
        code::digest(&m) % Self::PIECE_TO_RANGE
    }

    /// The range of [`Hints::captured`]: its values lie below this.
    const CAPTURED_RANGE: usize = 1;

    /// The kind of piece that a noisy move captures, as a number below [`Hints::CAPTURED_RANGE`].
    #[inline(always)]
    fn captured(&self, _m: Self::Move) -> usize {
        0
    }

    /// Keys of parts of the position (the pawns, say) about which static values tend to err alike.
    #[inline(always)]
    fn correction_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::empty()
    }

    /// Whether a position can come back in the course of a game. `true`, as it is by default, is always right: exact
    /// searches then follow the path ([`Repetition::exact`](crate::Repetition::exact)), and memory is of less use to
    /// them, since a value found on one path need not hold on another. `false` costs nothing, and is for games in which
    /// every move takes the game on, as most games of placing, taking and racing do;
    /// [`laws::check`](crate::laws::check) sees whether a key comes back all the same.
    const CYCLES: bool = true;

    /// For how many occurrences of a position, the first included, the rules call a game drawn that is really played.
    /// Within a search one return is enough.
    const REPETITION: u32 = 3;

    /// The worth of a position that came back, for the side to move there: a draw by default. [`Score::WIN`] where the rules
    /// forbid to bring a position back (superko): whoever does so loses at once. Positions of a game must then always
    /// have a move that brings nothing back, such as a pass, and two of one identity with the same side to move must be worth the
    /// same. What is proven on one path may be wrong on another there, so that exact searches remember it for that path alone,
    /// or with what it rests on ([`df_pn`](crate::best::df_pn())).
    const RETURNED: Score = Score::DRAW;

    /// The least number of plies after which a position can come back, and of which all such numbers are multiples: 2 where
    /// [`Hints::identity`] tells which side is to move, else 1.
    const RETURNS_AFTER: usize = 2;

    /// Equal for positions that count as repetitions of one another. The key, unless that tells positions apart by
    /// something that changes all the time, such as a count of moves.
    #[inline(always)]
    fn identity(&self) -> u64 {
        self.key()
    }

    /// Equal for positions with equal identities, and for those whose identities a symmetry takes into each other that the key
    /// leaves out. What [`df_pn`](crate::best::df_pn()) notes of a proof is to hold wherever the key comes up, where a repetition is
    /// no draw.
    #[inline(always)]
    fn identity_class(&self) -> u64 {
        self.identity()
    }

    /// What tells positions apart for [`retrograde`](crate::algo::retrograde()) analysis: the key, unless that leaves out
    /// what searches to a depth need not know, such as a count of moves that is still far from ending the game.
    #[inline(always)]
    fn whole(&self) -> u64 {
        self.key()
    }

    /// The same position as if its last move had been progress, and the plies without progress after which the game is drawn,
    /// where the rules count these. Tablebases leave that count out, and say what is proven in spite of it.
    fn fresh(&self) -> Option<(Self, u32)> {
        None
    }

    /// The most positions that the game can still come to, where they are few enough to be listed: those of one
    /// [`Hints::folded`] key count as one.
    fn positions_left(&self) -> Option<u64> {
        None
    }

    /// Equal for positions that differ by a symmetry of the game alone, or by a count of moves without progress: the ends of
    /// both are the same, and as far away. Asked where [`Hints::positions_left`] has an answer.
    fn folded(&self) -> u64 {
        self.whole()
    }

    /// Whether some legal move leads to a position of this identity. May overlook moves.
    #[inline(always)]
    fn leads_to(&self, _identity: u64) -> bool {
        false
    }

    /// Whether the type stands for several games: then [`Hints::constants`] are asked for at each position. (The compiler is to
    /// know what is constant before it decides what else it compiles.)
    const SEVERAL: bool = false;

    /// The constants above, which are those of the type, unless one type stands for several games ([`Hints::SEVERAL`]): the
    /// engine asks for them here.
    #[inline(always)]
    fn constants(&self) -> Constants {
        Constants::of::<Self>()
    }
}

/// Constants of [`Hints`] as values.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Constants {
    /// [`Hints::UNIT`].
    pub unit: i32,
    /// [`Hints::BY_LIST`].
    pub by_list: bool,
    /// [`Hints::REPETITION`].
    pub repetition: u32,
    /// [`Hints::RETURNED`].
    pub returned: Score,
    /// [`Hints::RETURNS_AFTER`].
    pub returns_after: usize,
}

impl Constants {
    /// Those of a game.
    #[inline(always)]
    pub const fn of<G: Hints>() -> Self {
        Constants {
            unit: G::UNIT,
            by_list: G::BY_LIST,
            repetition: G::REPETITION,
            returned: G::RETURNED,
            returns_after: G::RETURNS_AFTER,
        }
    }
}

/// The candidates of a position, where the game is not over ([`Hints::candidates`]). For what is no hot loop, as
/// [`legal_moves`](crate::legal_moves).
///
/// ```
/// use secateur::{candidates, tree::Tree};
///
/// assert_eq!(candidates(&"(3 (1 2))".parse::<Tree>().unwrap()), [0, 1]);
/// ```
#[inline(never)]
pub fn candidates<G: Hints>(pos: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    for m in pos.candidates() {
        moves.push(m);
    }
    moves
}
