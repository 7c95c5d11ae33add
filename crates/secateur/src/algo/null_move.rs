use crate::{Cx, Hints, Moves, Score, Value, Why};
use std::ops::RangeInclusive;

/// The plies by which the search after a null move is shallower than after a real one.
///
/// ```
/// use secateur::algo::Reduction;
///
/// assert_eq!([6, 8, 9].map(|depth| Reduction::Adaptive.at(depth)), [2, 2, 3]);
/// assert_eq!([6, 8, 9].map(|depth| Reduction::Fixed(3).at(depth)), [3, 3, 3]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reduction {
    /// The same at every depth: Donninger's R, see [`NullMoveSettings::REDUCTION`].
    Fixed(u32),
    /// Heinz's adaptive R: by 2 to depth 6, by 3 above depth 8. In between he counts the pieces left; a
    /// game in general has none to count, so it is the more careful 2 there.
    Adaptive,
}

impl Reduction {
    /// The reduction at a node `depth` plies from the leaves.
    pub fn at(self, depth: u32) -> u32 {
        match self {
            Reduction::Fixed(plies) => plies,
            Reduction::Adaptive => 2 + u32::from(depth > 8),
        }
    }
}

/// The settings of [`null_move`]. Any numbers are safe; the ranges are those worth trying.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Score, Search, algo::{NullMoveSettings, null_move}};
///
/// /// Every move gives a point or two away: nobody would move who need not.
/// #[derive(Clone)]
/// struct Zugzwang(i32);
/// impl Game for Zugzwang {
///     type Move = i32;
///     fn moves(&self) -> impl Iterator<Item = i32> { [2, 1].into_iter() }
///     fn play(&mut self, given: i32) { self.0 = given - self.0 }
/// }
/// impl Keyed for Zugzwang {
///     fn key(&self) -> u64 { self.0 as u64 }
/// }
/// impl Hints for Zugzwang {
///     fn null_move(&self) -> Option<Self> { Some(Zugzwang(-self.0)) }
/// }
///
/// let mut cx = Search::new(|pos: &Zugzwang| Score::points(pos.0));
/// let mut value = |how| null_move(&mut cx, &Zugzwang(0), 2, -Score::INF, Score::INF, how);
/// let verified = NullMoveSettings { verification: Some(1), ..NullMoveSettings::default() };
/// assert_eq!(value(NullMoveSettings::default()), Ok(Score::points(-1))); // believes that the opponent can pass
/// assert_eq!(value(verified), Ok(Score::DRAW)); // as minimax says: one point each
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NullMoveSettings {
    /// The reduction of the search after the null move.
    pub reduction: Reduction,
    /// If set, a null move that fails high is not believed until the moves themselves fail high, in a
    /// search shallower by this many plies, within which null moves are believed. See
    /// [`NullMoveSettings::VERIFICATION`]. Nodes too shallow for that try no null move.
    pub verification: Option<u32>,
    /// The number of null moves that may follow each other before a real move: [`NullMoveSettings::IN_A_ROW`].
    pub in_a_row: u32,
}

impl NullMoveSettings {
    /// Fixed reductions worth trying, in plies.
    pub const REDUCTION: RangeInclusive<u32> = 1..=4;
    /// Verification depths worth trying, in plies below the node's own.
    pub const VERIFICATION: RangeInclusive<u32> = 1..=4;
    /// Null moves in a row worth trying. With two, a side that is answered by a null move has to show a
    /// real move after all, which uncovers zugzwang where the depth suffices.
    pub const IN_A_ROW: RangeInclusive<u32> = 1..=2;
}

impl Default for NullMoveSettings {
    /// Donninger's: R = 2, unverified, one at a time.
    fn default() -> Self {
        NullMoveSettings { reduction: Reduction::Fixed(2), verification: None, in_a_row: 1 }
    }
}

/// Null-move pruning: if even giving up the turn reaches `beta`, some move will.
///
/// # Idea
///
/// Before trying any move, pass, and let the opponent move through a null window at reduced depth. In most
/// games there is always something better than to stand still. So a pass that fails high cuts the node,
/// for a fraction of the price.
///
/// No null move is made at the root, which owes a move; in check, where passing loses at once; against a
/// decisive `beta`, about which a static value says nothing; and beyond [`NullMoveSettings::in_a_row`]. Whether a
/// position has one at all is the game's to say ([`Hints::null_move`]). A reduction that exceeds the depth
/// leaves a leaf, so that every null move takes the search nearer to its end.
///
/// # Contract
///
/// **Selective: the answer proves nothing about the minimax value.** It errs in positions in which every
/// move is worse than none (*zugzwang*): there the pass fails high and the node is overrated. Verification
/// finds them where the shallower search does, a game that offers no null move there rules them out. It also
/// misses threats longer than the reduced search. Where no position offers a null move it is
/// [`alpha_beta`](super::alpha_beta), node for node.
///
/// # Source
///
/// C. Donninger, *Null move and deep search*, 1993; E. Heinz, *Adaptive null-move pruning*, 1999; O. David
/// Tabibi and N. Netanyahu, *Verified null-move pruning*, 2002 (R = 3, verification 1 ply shallower).
///
/// # Example
///
/// ```
/// use secateur::{Game, Hints, Keyed, Score, Search, Stats, algo::{NullMoveSettings, alpha_beta, null_move}};
///
/// /// Each side in turn takes one of eight offers, good or bad: there is always one better than none.
/// #[derive(Clone)]
/// struct Market { offers: u32, lead: i32 }
///
/// impl Game for Market {
///     type Move = u32;
///     fn moves(&self) -> impl Iterator<Item = u32> { 1..=8 }
///     fn play(&mut self, offer: u32) {
///         self.offers = 8 * self.offers + offer;
///         let gain = (self.offers.wrapping_mul(0x9e37_79b9) >> 24) as i32 - 128;
///         self.lead = -(self.lead + gain);
///     }
/// }
/// impl Keyed for Market {
///     fn key(&self) -> u64 { unimplemented!("nothing is remembered here") }
/// }
/// impl Hints for Market {
///     fn null_move(&self) -> Option<Self> {
///         Some(Market { lead: -self.lead, ..*self })
///     }
/// }
///
/// let market = Market { offers: 0, lead: 0 };
/// let mut cx = Search::new(|m: &Market| Score::points(m.lead)).watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &market, 6, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(-1), 11_347));
///
/// let mut cx = cx.watch(Stats::default());
/// let Ok(score) = null_move(&mut cx, &market, 6, -Score::INF, Score::INF, NullMoveSettings::default());
/// assert_eq!((score, cx.watch.nodes), (Score::points(-1), 5_455)); // right here, though nothing proves it
/// ```
pub fn null_move<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
    how: NullMoveSettings,
) -> Value<C> {
    search(cx, pos, depth, alpha, beta, Nulls { how, left: how.in_a_row })
}

/// The null moves that may still be made, and whether they are verified.
#[derive(Copy, Clone)]
struct Nulls {
    how: NullMoveSettings,
    left: u32,
}

impl Nulls {
    /// The position with the turn passed, the depth it is searched to, and what is allowed there; none where no null
    /// move is tried.
    #[inline(always)]
    fn pass<C: Cx<Game: Hints>>(
        self,
        cx: &C,
        pos: &C::Game,
        depth: u32,
        beta: Score,
    ) -> Option<(C::Game, u32, Nulls)> {
        let shallow = self.how.verification.is_some_and(|less| depth <= less);
        let barred = self.left == 0 || cx.ply() == 0 || shallow || beta.is_decisive() || pos.in_check();
        let passed = if barred { None } else { pos.null_move() }?;
        let rest = depth.saturating_sub(1).saturating_sub(self.how.reduction.at(depth));
        Some((passed, rest, Nulls { left: self.left - 1, ..self }))
    }

    /// The state after a real move. While a null move is verified, those below are believed.
    #[inline(always)]
    fn moved(self, verifying: bool) -> Nulls {
        let verification = if verifying { None } else { self.how.verification };
        Nulls { how: NullMoveSettings { verification, ..self.how }, left: self.how.in_a_row }
    }
}

/// A win that rests on a null move is not proven, so it is not passed on as one.
fn unproven(score: Score, beta: Score) -> Score {
    if score.is_decisive() { beta } else { score }
}

// ANCHOR: page
fn search<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
    nulls: Nulls,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (beta, mut less) = (node.beta, 0);
    if let Some((passed, rest, then)) = nulls.pass(cx, pos, depth, beta) {
        let score =
            -cx.visit_null(pos, &passed, |cx, child| search(cx, child, rest, -beta, (-beta).next(), then))?;
        match nulls.how.verification {
            _ if score < beta => {}
            Some(plies) => less = plies,
            None => return Ok(cx.settle(node.bounds.clamp(unproven(score, beta)), Why::Null)),
        }
    }
    loop {
        let (plies, then) = (depth - less, nulls.moved(less > 0)); // shallower while verifying
        let (mut alpha, mut best, mut index, mut moves) = (node.alpha, -Score::INF, 0, cx.moves(pos, &node));
        while let Some(m) = moves.next(cx) {
            let score = -cx.visit(pos, m, |cx, child| search(cx, child, plies - 1, -beta, -alpha, then))?;
            (best, alpha) = (best.max(score), alpha.max(score));
            if alpha >= beta {
                cx.cutoff(pos, plies, index, m);
                break;
            }
            index += 1;
        }
        if less == 0 || best >= beta {
            return Ok(cx.close(pos, &node, best));
        }
        less = 0; // the null move was wrong: once more, in full
    }
}
// ANCHOR_END: page
