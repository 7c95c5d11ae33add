use super::Rank;
use crate::{Game, Memory, Score};

/// Ranks by what memory has found out about each move, at whatever depth: mostly the previous iteration's values.
///
/// # Idea
///
/// Iterative deepening has searched these moves one ply less deep, and memory still knows the results.
/// The remembered move names the best one only; the values order the others as well. What the current
/// iteration has found out already (on another path, or in an earlier probe) has taken their place.
///
/// Moves unknown to memory come last.
///
/// # Cost
///
/// One copy of the position and one probe of memory per move: worth it where subtrees are large. Positions
/// are looked up without regard to the path: where memory tells paths apart, most stay unknown.
///
/// # Source
///
/// D. Slate and L. Atkin, *Chess 4.5*, 1977, sort the root's moves by the values of the iteration before.
///
/// # Example
///
/// ```
/// use secateur::{Bounds, Memory, Order, Score, order::{Pick, Previous, Ranked}, tree::Tree};
///
/// /// Knows what two of three moves were worth to the opponent.
/// struct Notes;
/// impl Memory<Tree> for Notes {
///     fn peek(&mut self, pos: &Tree, _ply: u32) -> Bounds {
///         match pos.to_string().as_str() {
///             "(1 2)" => Bounds::exact(Score::points(40)),
///             "(5 6)" => Bounds::at_most(Score::points(-10)),
///             _ => Bounds::NONE,
///         }
///     }
/// }
///
/// let tree: Tree = "((1 2) (3 4) (5 6))".parse().unwrap();
/// let mut order = Ranked::new(Previous { memory: Notes });
/// let mut moves = order.moves(&tree, 0, None, Score::INF);
/// let moves: Vec<u16> = std::iter::from_fn(|| moves.next(&mut order)).collect();
/// assert_eq!(moves, [2, 0, 1]); // worth at least 10, loses 40, unknown
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Previous<T> {
    /// The memory: a second handle on that of the context, or `()` for none.
    pub memory: T,
}

impl<G: Game, T: Memory<G>> Rank<G> for Previous<T> {
    /// The value that memory has for the move, for the side that makes it: the lower bound if that is known,
    /// or else the upper one.
    type Key = Option<Score>;

    #[inline]
    fn rank(&mut self, pos: &G, ply: u32, _: Option<G::Move>, m: G::Move) -> Option<Score> {
        let theirs = self.memory.peek(&pos.child(m), ply + 1);
        match (theirs.upper < Score::INF, theirs.lower > -Score::INF) {
            (true, _) => Some(-theirs.upper),
            (false, true) => Some(-theirs.lower),
            (false, false) => None,
        }
    }
}
