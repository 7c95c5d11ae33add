use super::Bounding;
use crate::{Bounds, Score};

/// The content of a table's slot: bounds, a move, and what decides its replacement.
///
/// 64 bits, so that it is read and written whole:
///
/// ```text
///   63..59  58..56     55..48  47..32  31..16  15..0
///   work    generation depth   move    upper   lower
/// ```
///
/// Scores are as the node itself sees them, whatever the path to it.
///
/// ```
/// use secateur::{Bounds, Score, table::Entry};
///
/// let entry = Entry::new(Bounds::at_least(Score::win_in(3)), Some(7), 12, 1_000);
/// assert_eq!(entry.bounds(), Bounds::at_least(Score::win_in(3)));
/// assert_eq!((entry.code(), entry.depth(), entry.work()), (Some(7), 12, 512));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry(u64);

const NO_MOVE: u16 = u16::MAX;

impl Entry {
    /// A slot that was never written. Entries in use have a generation other than zero.
    pub(super) const EMPTY: Entry = Entry(0);

    /// An entry of no generation yet.
    ///
    /// `code` is the move's, as [`Keyed::encode`](crate::Keyed::encode) gives it. Depths beyond 255 are
    /// cut to that. Of `work`, in nodes, the power of two below it is kept, up to 2^31.
    #[inline(always)]
    pub const fn new(bounds: Bounds, code: Option<u16>, depth: u32, work: u64) -> Entry {
        let code = match code {
            Some(code) => code,
            None => NO_MOVE,
        };
        let depth = if depth > u8::MAX as u32 { u8::MAX as u64 } else { depth as u64 };
        let log = (work | 1).ilog2() as u64;
        let log = if log > 31 { 31 } else { log };
        let (lower, upper) = (bounds.lower.get() as u16 as u64, bounds.upper.get() as u16 as u64);
        Entry(log << 59 | depth << 48 | (code as u64) << 32 | upper << 16 | lower)
    }

    /// The bounds proven on the value.
    #[inline(always)]
    pub const fn bounds(self) -> Bounds {
        let (lower, upper) = (self.0 as i16, (self.0 >> 16) as i16);
        Bounds { lower: Score::from_raw(lower as i32), upper: Score::from_raw(upper as i32) }
    }

    /// The code of the move that was once proven good.
    #[inline(always)]
    pub const fn code(self) -> Option<u16> {
        let code = (self.0 >> 32) as u16;
        if code == NO_MOVE { None } else { Some(code) }
    }

    /// The depth in plies that the bounds were found at; 255 stands for all depths from there on.
    #[inline(always)]
    pub const fn depth(self) -> u8 {
        (self.0 >> 48) as u8
    }

    /// The nodes behind the entry, rounded down to a power of two.
    #[inline(always)]
    pub const fn work(self) -> u64 {
        1 << (self.0 >> 59)
    }

    /// The search that wrote the entry, counted 1 to 7 and round again.
    #[inline(always)]
    pub(super) const fn generation(self) -> u8 {
        (self.0 >> 56) as u8 & 7
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.generation() == 0
    }

    /// The worth of keeping the entry: zero for an empty slot, then more the newer the search that wrote it
    /// (ages below seven are told apart), the greater its depth, and the greater its work, in this order. In
    /// 17 bits.
    #[inline(always)]
    pub(super) const fn worth(self, now: u8) -> u32 {
        let since = now + 7 - self.generation();
        let age = if since < 7 { since } else { since - 7 };
        let worth = (8 - age as u32) << 13 | (self.depth() as u32) << 5 | (self.0 >> 59) as u32;
        if self.is_empty() { 0 } else { worth }
    }

    #[inline(always)]
    pub(super) const fn of_generation(self, generation: u8) -> Entry {
        Entry(self.0 & !(7 << 56) | (generation as u64) << 56)
    }

    #[inline(always)]
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn from_word(word: u64) -> Entry {
        Entry(word)
    }

    /// This entry, joined with an older one of the same position. A move proven good is not forgotten for want of
    /// a new one; bounds are joined if they are of the same depth and the table keeps two.
    #[inline(always)]
    pub(super) fn after(self, old: Entry, same_depth: bool, bounding: Bounding) -> Entry {
        let code = self.code().or(old.code());
        let joined = self.bounds().and(old.bounds());
        // Bounds that cross are about different positions, or from a search that contradicts itself.
        let joins = same_depth && bounding == Bounding::Both && joined.lower <= joined.upper;
        let bounds = if joins { joined } else { self.bounds() };
        let work = if same_depth { self.work().max(old.work()) } else { self.work() };
        Entry::new(bounds, code, u32::from(self.depth()), work)
    }

    /// The entry as a table with one bound keeps it.
    ///
    /// Of two bounds that do not meet, the one just proven stays: the lower one if a move proved it, else
    /// the upper one. The other was known before, and did not answer what the search was asked.
    #[inline(always)]
    pub(super) fn one_sided(self) -> Entry {
        let Bounds { lower, upper } = self.bounds();
        let bounds = match self.code() {
            _ if lower == upper || lower <= -Score::INF || upper >= Score::INF => return self,
            Some(_) => Bounds::at_least(lower),
            None => Bounds::at_most(upper),
        };
        Entry::new(bounds, self.code(), u32::from(self.depth()), self.work())
    }
}
