use super::Entry;

/// The rule for two positions that want the same place in a table.
///
/// An entry for the *same* position is always brought up to date: the search has just been there, and what
/// was kept did not answer it. Entries of earlier searches ([`Table::new_search`](super::Table::new_search))
/// give way to those of the current one under every scheme.
///
/// Source: D. Breuker, J. Uiterwijk and J. van den Herik, *Replacement schemes for transposition tables*,
/// 1994, who found the two-level scheme by subtree size (TwoBig1) best.
///
/// ```
/// use secateur::{Bounds, table::{Config, Entry, Replacement, SameDepth}};
///
/// /// Which of three positions are left in a table's only place, stored at depths 9, 1 and 5.
/// fn left(replacement: Replacement) -> Vec<u64> {
///     let table = Config { replacement, ..Config::default() }.with_entries(1);
///     for (key, depth) in [(1, 9), (2, 1), (3, 5)] {
///         table.store::<SameDepth>(key, Entry::new(Bounds::NONE, Some(0), depth, 1 << depth));
///     }
///     (1..=3).filter(|&key| table.probe(key).is_some()).collect()
/// }
///
/// assert_eq!(left(Replacement::Newest), [3]);
/// assert_eq!(left(Replacement::Deepest), [1]);
/// assert_eq!(left(Replacement::TwoLevel), [1, 3]);
/// assert_eq!(left(Replacement::Buckets), [1, 2, 3]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Replacement {
    /// The newest entry stays: good while the table is roomy.
    Newest,
    /// The deeper entry stays, the newer one of two equally deep.
    Deepest,
    /// Two places. The first is for the larger subtree (the newer of two equally large, by powers of two);
    /// whoever loses it goes to the second, replacing what is there.
    TwoLevel,
    /// Four places, one line of a processor's cache: an empty one is taken, or else that of the oldest
    /// search, or else of the shallowest, or else of the least work.
    Buckets,
}

/// The place of a new entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Put {
    /// Nowhere.
    Drop,
    /// In this place.
    At(usize),
    /// In the first place, whose entry moves to the second.
    Push,
}

/// The greatest number of places that share an index.
pub(super) const MOST_WAYS: usize = 4;

impl Replacement {
    /// The number of places that share an index.
    #[inline(always)]
    pub(super) const fn ways(self) -> usize {
        match self {
            Replacement::Newest | Replacement::Deepest => 1,
            Replacement::TwoLevel => 2,
            Replacement::Buckets => MOST_WAYS,
        }
    }

    /// The place of a new entry among the residents, of which `same` holds the same position.
    #[inline(always)]
    pub(super) fn choose(self, residents: &[Entry], same: Option<usize>, new: Entry, now: u8) -> Put {
        match (self, same) {
            (Replacement::TwoLevel, Some(1)) if is_bigger(new, residents[0], now) => Put::Push,
            (_, Some(place)) => Put::At(place),
            (Replacement::Newest, None) => Put::At(0),
            (Replacement::Deepest, None) => {
                let stays = residents[0].generation() == now && residents[0].depth() > new.depth();
                if stays { Put::Drop } else { Put::At(0) }
            }
            (Replacement::TwoLevel, None) => {
                let [first, second] = [residents[0], residents[1]];
                let outlived = first.generation() != now && second.generation() == now;
                match is_bigger(new, first, now) {
                    true if first.is_empty() || outlived => Put::At(0),
                    true => Put::Push,
                    false => Put::At(1),
                }
            }
            (Replacement::Buckets, None) => {
                // The place rides in the low bits: the first of several that are worth the least.
                let ranked = residents.iter().zip(0..).map(|(e, place)| e.worth(now) << 2 | place);
                ranked.min().map_or(Put::Drop, |least| Put::At((least & 3) as usize))
            }
        }
    }
}

/// Whether the new entry takes the first of two levels.
#[inline(always)]
fn is_bigger(new: Entry, first: Entry, now: u8) -> bool {
    first.generation() != now || new.work() >= first.work()
}
