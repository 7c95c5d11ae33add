//! Correction histories: static values err alike in positions that are alike.

use super::numbers::numbers;
use crate::Hints;

numbers! {
    /// Correction: static values are moved towards what searches found in positions that share a correction key
    /// ([`Hints::correction_keys`](crate::Hints::correction_keys)), such as that of the pawns.
    ///
    /// Source: known from Caissa and Stockfish, 2023 on.
    Correction {
        /// the most that one correction key may correct, in hundredths of a unit
        weight: 50, 5..=100, 5;
        /// the speed at which corrections follow, in hundredths of the error per ply of depth
        rate: 12, 2..=50, 2;
    }
}

const SLOTS: usize = 1 << 14;
const MOST_CORRECTION_KEYS: usize = 4;
const LIMIT: i32 = 1024;

/// The corrections of one thread.
pub(super) struct Corrections(Vec<i16>);

impl Corrections {
    pub(super) fn new() -> Self {
        Corrections(vec![0; SLOTS * MOST_CORRECTION_KEYS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    fn slots<G: Hints>(pos: &G) -> impl Iterator<Item = usize> {
        pos.correction_keys()
            .take(MOST_CORRECTION_KEYS)
            .enumerate()
            .map(|(n, key)| n * SLOTS + key as usize % SLOTS)
    }

    /// The amount to add to the static value, in points.
    #[inline(always)]
    pub(super) fn get<G: Hints>(&self, pos: &G, numbers: &Correction) -> i32 {
        let mut sum = 0;
        // A loop, since the compiler does not inline `sum` over these.
        for slot in Self::slots(pos) {
            sum += i32::from(self.0[slot]);
        }
        sum * numbers.weight * pos.constants().unit / (100 * LIMIT)
    }

    /// A search to `depth` came out `error` points above the corrected static value.
    #[inline]
    pub(super) fn learn<G: Hints>(&mut self, pos: &G, error: i32, depth: i32, numbers: &Correction) {
        let hundredths = error * 100 / pos.constants().unit;
        let by = (hundredths * depth * numbers.rate / 100).clamp(-LIMIT / 4, LIMIT / 4);
        for slot in Self::slots(pos) {
            let old = i32::from(self.0[slot]);
            self.0[slot] = (old + by - old * by.abs() / LIMIT) as i16;
        }
    }
}
