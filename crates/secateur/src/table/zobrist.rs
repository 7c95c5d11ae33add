/// Keys for the parts a position is made of, the same on every machine and in every run.
///
/// A position's key is the exclusive or of the keys of its parts (this stone on that cell, this side to
/// move), so that a move changes it by a few operations. The numbers come from a seed and are made when
/// the program is compiled, if held in a constant.
///
/// Source: A. Zobrist, *A new hashing method with application for game playing*, 1970; the generator is
/// splitmix64 (G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators*, 2014).
///
/// ```
/// use secateur::table::Zobrist;
///
/// /// Nine cells for either side, and the side to move.
/// static KEYS: Zobrist<19> = Zobrist::new(3);
///
/// let centre = KEYS.key(4) ^ KEYS.key(18);
/// assert_eq!(centre ^ KEYS.key(4), KEYS.key(18));
/// assert_ne!(KEYS.key(0), Zobrist::<19>::new(4).key(0));
/// ```
#[derive(Clone, Debug)]
pub struct Zobrist<const N: usize>([u64; N]);

impl<const N: usize> Zobrist<N> {
    /// The keys that grow from this seed. All `N` are different.
    pub const fn new(seed: u64) -> Self {
        let (mut keys, mut state, mut i) = ([0; N], seed, 0);
        while i < N {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            keys[i] = mix(state);
            i += 1;
        }
        Zobrist(keys)
    }

    /// The key of part `i`.
    ///
    /// # Panics
    ///
    /// If `i` is not below `N`.
    #[inline(always)]
    pub const fn key(&self, i: usize) -> u64 {
        self.0[i]
    }
}

/// Spreads every bit over the whole word. No two words are mixed into one: each step can be undone.
#[inline(always)]
pub(super) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
