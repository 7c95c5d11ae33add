//! Codes of moves that come from the moves themselves, so that no list is needed to know them.

use std::hash::{Hash, Hasher};

/// Codes from here on are places in the list of moves; those below are moves written as numbers.
pub(crate) const PLACE: u16 = 1 << 15;

/// A move as a number below [`PLACE`], different for all moves of a type; none where it takes more bits than that.
#[inline(always)]
pub(crate) fn pack<M: Hash>(m: &M) -> Option<u16> {
    let packed = written(m);
    let code = packed.fields << packed.width | packed.variants;
    (!packed.lossy && code < u64::from(PLACE)).then_some(code as u16)
}

/// A number below 32,768 for a move: its fields themselves where they take no more than 15 bits, else a digest that
/// a few moves may share. The default of [`Hints::from_to`](crate::Hints::from_to).
///
/// ```
/// use secateur::digest;
///
/// assert_eq!((digest(&7_u8), digest(&(2_u8, 3_u8))), (7, 2 * 256 + 3));
/// assert_eq!(digest(&vec![1, 2, 3]), digest(&vec![1, 2, 3]));
/// ```
#[inline(always)]
pub fn digest<M: Hash>(m: &M) -> usize {
    match pack(m) {
        Some(code) => usize::from(code),
        None => (written(m).mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - 15)) as usize,
    }
}

#[inline(always)]
fn written<M: Hash>(m: &M) -> Packer {
    let mut packer = Packer::default();
    m.hash(&mut packer);
    packer
}

/// Collects the numbers that a move consists of. Those that tell variants apart, three bits each, go lowest: read from
/// there, they say which fields there are, and each of these but the first has eight bits.
#[derive(Default)]
struct Packer {
    fields: u64,
    first: bool,
    variants: u64,
    width: u32,
    mixed: u64,
    lossy: bool,
}

impl Packer {
    #[inline(always)]
    fn field(&mut self, number: u64) {
        self.lossy |= number >= if self.first { 1 << 8 } else { u64::from(PLACE) } || self.fields >= 1 << 48;
        self.first = true;
        self.fields = self.fields << 8 | number;
        self.mix(number);
    }

    #[inline(always)]
    fn mix(&mut self, number: u64) {
        self.mixed = (self.mixed.rotate_left(23) ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
}

impl Hasher for Packer {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.mixed
    }

    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.field(byte.into()));
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.field(number.into());
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.field(number.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.field(number.into());
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.field(number);
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.field(number as u64);
    }

    /// The variant of an enumeration.
    #[inline(always)]
    fn write_isize(&mut self, number: isize) {
        self.lossy |= !(0..8).contains(&number) || self.width >= 15;
        self.variants |= (number as u64 & 7) << (self.width & 31);
        self.width += 3;
        self.mix(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[derive(Hash, Copy, Clone)]
    enum Turn {
        Place(u8),
        Pass,
        Swap(bool, Option<u8>),
    }

    #[test]
    fn small_moves_are_their_own_codes() {
        assert_eq!((pack(&7_u8), pack(&32_767_u32), pack(&32_768_u32)), (Some(7), Some(32_767), None));
        assert_eq!((pack(&(3_u8, 4_u8)), pack(&(200_u8, 4_u8))), (Some(3 << 8 | 4), None));
        assert_eq!((pack(&-1_i32), pack(&(1_u8, 256_u16)), pack(&u64::MAX)), (None, None, None));
        assert!(digest(&u64::MAX) < usize::from(PLACE));
    }

    #[test]
    fn no_two_moves_have_one_code() {
        let places = (0..=255).map(Turn::Place);
        let swaps = [false, true]
            .into_iter()
            .flat_map(|to| (0..=255).map(Some).chain([None]).map(move |with| Turn::Swap(to, with)));
        let codes: Vec<u16> = places.chain(swaps).chain([Turn::Pass]).filter_map(|m| pack(&m)).collect();
        assert!(codes.len() > 500, "{}", codes.len());
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len());
    }
}
