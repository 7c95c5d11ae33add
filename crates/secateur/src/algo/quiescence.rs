use crate::{Cx, Hints, Horizon, MoveOf, Moves, Node, Score, Value, Why};

/// A leaf is worth what it is worth once the noise has died down: see [`quiescence`].
///
/// Plug it into a context with [`Search::horizon`](crate::Search::horizon); every page then searches to its
/// depth and values its leaves by quiescence search.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Score, Search, algo::{Quiescent, alpha_beta}};
///
/// /// The next piece can be taken, by either side, until none is left.
/// #[derive(Clone)]
/// struct Trade { balance: i32, pieces: &'static [i32] }
/// impl Game for Trade {
///     type Move = i32;
///     fn moves(&self) -> impl Iterator<Item = i32> { self.pieces.iter().copied().take(1) }
///     fn play(&mut self, taken: i32) {
///         *self = Trade { balance: -(self.balance + taken), pieces: &self.pieces[1..] };
///     }
/// }
/// impl Keyed for Trade {
///     fn key(&self) -> u64 { unimplemented!("nothing is remembered here") }
/// }
/// impl Hints for Trade {
///     fn noisy(&self) -> impl Iterator<Item = i32> { self.moves() }
/// }
///
/// // A rook (5) takes a pawn (1), and is taken.
/// let trade = Trade { balance: 0, pieces: &[1, 5] };
/// let mut cx = Search::new(|pos: &Trade| Score::points(pos.balance));
/// let Ok(blind) = alpha_beta(&mut cx, &trade, 1, -Score::INF, Score::INF);
/// let Ok(seen) = alpha_beta(&mut cx.horizon(Quiescent), &trade, 1, -Score::INF, Score::INF);
/// assert_eq!((blind, seen), (Score::points(1), Score::points(-4)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Quiescent;

impl Quiescent {
    /// The number of plies beyond the horizon that a line may reach. There the static value stands, whatever is going on.
    pub const REACH: u32 = 64;
}

impl<G: Hints> Horizon<G> for Quiescent {
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
        quieten(cx, pos, node, Self::REACH)
    }
}

/// Quiescence search: beyond the horizon, only the moves that upset the static value.
///
/// # Idea
///
/// A static value taken in the middle of an exchange is worthless. So a leaf is searched on, along its
/// noisy moves ([`Hints::noisy`]) alone. Nobody is obliged to make a noisy move: the side to move may
/// *stand pat* on the static value, which is therefore the least that the node is worth. A side in check
/// may not: it searches all its moves. Noise that loses in exchange ([`Hints::exchange`]) is left out: the
/// other side would only take back, and the lines of it are by far the most.
///
/// # Contract
///
/// Selective about the game, exact about its own tree: the value of a leaf, the best of standing pat and
/// the noisy moves, is the same whatever the window, so that alpha-beta over this horizon equals minimax
/// over it. Fail-soft, as [`alpha_beta`](super::alpha_beta).
///
/// Standing pat assumes that some quiet move is no worse than none; in zugzwang it overrates the node.
///
/// # Cost
///
/// As many plies as noise goes on. A game owes it that every line of noisy moves and answers to check comes
/// to an end soon (captures do: the pieces run out). Where it does not, checks answered by checks for
/// instance, a line ends after [`Quiescent::REACH`] plies with the static value, in check or not. That
/// bounds the depth; nothing bounds the number of lines.
///
/// # Source
///
/// D. Beal, *A generalised quiescence search algorithm*, 1990; in the form of B. Moreland's tutorial, made
/// fail-soft, and with all moves in check.
///
/// # Example
///
/// ```
/// use secateur::{Game, Hints, Keyed, Score, Search, Stats, algo::{Quiescent, alpha_beta}};
///
/// /// A piece that stands where both sides can take, again and again: each taker is the next to be taken.
/// #[derive(Clone)]
/// struct Square {
///     balance: i32,
///     prize: i32, // what stands there; negative if it is one's own
///     mine: &'static [i32],
///     theirs: &'static [i32],
/// }
///
/// impl Game for Square {
///     type Move = bool; // whether to take
///     fn moves(&self) -> impl Iterator<Item = bool> {
///         self.noisy().chain([false])
///     }
///     fn play(&mut self, take: bool) {
///         if let (true, [taker, rest @ ..]) = (take, self.mine) {
///             (self.balance, self.prize, self.mine) = (self.balance + self.prize, -*taker, rest);
///         }
///         let Square { balance, prize, mine, theirs } = *self;
///         *self = Square { balance: -balance, prize: -prize, mine: theirs, theirs: mine };
///     }
/// }
/// impl Keyed for Square {
///     fn key(&self) -> u64 { unimplemented!("nothing is remembered here") }
/// }
/// impl Hints for Square {
///     fn noisy(&self) -> impl Iterator<Item = bool> {
///         (self.prize > 0 && !self.mine.is_empty()).then_some(true).into_iter()
///     }
/// }
///
/// // A pawn (1) guarded by a pawn; a rook (5) could take it.
/// let square = Square { balance: 0, prize: 1, mine: &[5], theirs: &[1] };
/// let mut cx = Search::new(|s: &Square| Score::points(s.balance)).watch(Stats::default());
/// let Ok(blind) = alpha_beta(&mut cx, &square, 1, -Score::INF, Score::INF);
/// assert_eq!((blind, cx.watch.nodes), (Score::points(1), 3)); // takes the pawn, and is blind to the rest
///
/// let mut cx = cx.watch(Stats::default()).horizon(Quiescent);
/// let Ok(value) = alpha_beta(&mut cx, &square, 1, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::DRAW, 4)); // sees the rook lost, and leaves the pawn
/// ```
// ANCHOR: page
pub fn quiescence<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, alpha: Score, beta: Score) -> Value<C> {
    beyond(cx, pos, alpha, beta, Quiescent::REACH)
}

fn beyond<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, alpha: Score, beta: Score, left: u32) -> Value<C> {
    let node = cx.open_beyond(pos, alpha, beta)?;
    match node.known {
        Some(score) => Ok(score),
        None => quieten(cx, pos, node, left),
    }
}

fn quieten<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, node: Node<MoveOf<C>>, left: u32) -> Value<C> {
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut evasions, mut noisy) = (None, pos.noisy().filter(|&m| pos.exchange(m, 0)).peekable());
    if left > 0 && pos.in_check() {
        evasions = Some(cx.moves(pos, &node));
    } else {
        best = cx.eval(pos);
        alpha = alpha.max(best);
        if alpha >= beta || left == 0 || noisy.peek().is_none() {
            let why = if alpha >= beta { Why::StandPat } else { Why::Leaf };
            return Ok(cx.settle(node.bounds.clamp(best), why));
        }
    }
    let mut index = 0;
    while let Some(m) = evasions.as_mut().map_or_else(|| noisy.next(), |moves| moves.next(cx)) {
        let score = -cx.visit(pos, m, |cx, child| beyond(cx, child, -beta, -alpha, left - 1))?;
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, 0, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}
// ANCHOR_END: page
