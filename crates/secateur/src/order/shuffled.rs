use super::Rank;
use crate::Keyed;

/// A random order that is the same in every run: the order to measure others against.
///
/// # Idea
///
/// An ordering is only as good as what it saves over no ordering at all, and a game's own order is seldom
/// that. The seed, the position's key and the move's code are mixed into a number that looks random, so
/// that transpositions and repeated searches see the same order. Behind other ranks it breaks their ties,
/// which gives variety from seed to seed.
///
/// # Cost
///
/// One [`Keyed::key`](crate::Keyed::key), one `encode` and three multiplications per move.
///
/// # Source
///
/// The mixing steps are the finaliser of G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom
/// number generators*, 2014.
///
/// # Example
///
/// ```
/// use secateur::{Order, Score, Search, order::{Pick, Ranked, Shuffled}, tree::Tree};
///
/// let tree: Tree = "(1 2 3 4 5 6)".parse().unwrap();
/// let listed = |seed| {
///     let mut order = Ranked::<_, Tree>::new(Shuffled { seed });
///     let mut moves = order.moves(&tree, 0, None, Score::INF);
///     std::iter::from_fn(|| moves.next(&mut order)).collect::<Vec<u16>>()
/// };
/// assert_eq!(listed(1), listed(1));
/// assert_ne!(listed(1), listed(2));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Shuffled {
    /// Another seed, another order.
    pub seed: u64,
}

impl<G: Keyed> Rank<G> for Shuffled {
    /// A number without meaning.
    type Key = u64;

    #[inline(always)]
    fn rank(&mut self, pos: &G, _: u32, _: Option<G::Move>, m: G::Move) -> u64 {
        mix(mix(self.seed ^ mix(pos.key())) ^ u64::from(pos.encode(m)))
    }
}

#[inline(always)]
pub(super) fn mix(seed: u64) -> u64 {
    let x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
