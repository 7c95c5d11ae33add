//! Weights as bytes: each stage as its difference from the next one, small numbers in one byte, runs of zeros in one.

use super::weights::{CLASSES, STAGES, Weights};
use crate::Unreadable;

/// The first bytes of a file. The number changes with the form, the shapes and the stages.
const MAGIC: &[u8] = b"secateur-othello-1\n";

// The first byte of what comes next:
/// A run of zeros follows, its length in two bytes.
const LONG_RUN: u8 = 0;
/// Bytes from 1 on are a number each; from this one on, a run of 1 to 32 zeros.
const RUN: u8 = 192;
/// From this byte on, the higher half of a number; the lower half follows.
const LARGE: u8 = 224;

impl Weights {
    /// The weights as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let first = self.first();
        out.push(first as u8);
        let mut next = vec![0; CLASSES];
        for stage in (first..STAGES).rev() {
            let weights = self.classes(stage);
            pack(weights.iter().zip(&next).map(|(a, b)| a - b), &mut out);
            next = weights;
        }
        out.extend(checksum(&out).to_le_bytes());
        out
    }

    /// Reads weights.
    ///
    /// ```
    /// use secateur_games::othello::patterns::Weights;
    ///
    /// let bytes = Weights::standard().write();
    /// assert_eq!(Weights::read(&bytes).unwrap().write(), bytes);
    /// let error = Weights::read(b"something else").unwrap_err();
    /// assert_eq!(error.to_string(), "these are no weights of Othello's patterns, expected 'secateur-othello-1' first");
    /// ```
    ///
    /// # Errors
    ///
    /// One sentence if the bytes are no weights, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Weights, Unreadable> {
        let wrong = |what: &str| Err(Unreadable(what.into()));
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return wrong("these are no weights of Othello's patterns, expected 'secateur-othello-1' first");
        };
        let Some((body, sum)) = bytes.split_last_chunk::<8>().filter(|_| rest.len() > 8) else {
            return wrong("the weights of Othello's patterns are cut off, expected a checksum at the end");
        };
        if checksum(body) != u64::from_le_bytes(*sum) {
            return wrong("the weights of Othello's patterns are damaged, expected another checksum");
        }
        let (first, mut packed) = (usize::from(rest[0]), &rest[1..rest.len() - 8]);
        let (mut weights, mut next) = (Weights::none(), vec![0; CLASSES]);
        for stage in (first.min(STAGES)..STAGES).rev() {
            if unpack(&mut packed, &mut next).is_none() {
                return Err(Unreadable(format!(
                    "stage {stage} of the weights of Othello's patterns does not hold {CLASSES} numbers"
                )));
            }
            weights.learn(stage, &next);
        }
        if !packed.is_empty() {
            return wrong("the weights of Othello's patterns go on after the last stage, expected the end");
        }
        Ok(weights)
    }
}

/// FNV-1a (Fowler, Noll and Vo, 1991).
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn pack(numbers: impl Iterator<Item = i16>, out: &mut Vec<u8>) {
    let mut run = 0;
    for number in numbers {
        if number == 0 {
            run += 1;
            continue;
        }
        pack_run(std::mem::take(&mut run), out);
        // Numbers of either sign in turn: -1 is 1, 1 is 2.
        let code = 2 * u32::from(number.unsigned_abs()) - u32::from(number < 0);
        match u8::try_from(code) {
            Ok(code) if code < RUN => out.push(code),
            _ => {
                let large = code - u32::from(RUN);
                out.extend([LARGE + (large >> 8) as u8, large as u8]);
            }
        }
    }
    pack_run(run, out);
}

fn pack_run(mut run: usize, out: &mut Vec<u8>) {
    while run > 0 {
        let part = run.min(usize::from(u16::MAX));
        match u8::try_from(part) {
            Ok(short) if short <= LARGE - RUN => out.push(RUN + short - 1),
            _ => {
                out.push(LONG_RUN);
                out.extend((part as u16).to_le_bytes());
            }
        }
        run -= part;
    }
}

/// Adds packed numbers to these, and removes them from the bytes; none if they do not match.
fn unpack(packed: &mut &[u8], into: &mut [i16]) -> Option<()> {
    let mut take = || {
        let (&byte, rest) = packed.split_first()?;
        *packed = rest;
        Some(byte)
    };
    let mut left = into.iter_mut();
    while left.len() > 0 {
        let byte = take()?;
        let code = match byte {
            LONG_RUN => {
                let run = usize::from(u16::from_le_bytes([take()?, take()?]));
                left.nth(run.checked_sub(1)?)?;
                continue;
            }
            RUN..LARGE => {
                left.nth(usize::from(byte - RUN))?;
                continue;
            }
            LARGE.. => u32::from(RUN) + (u32::from(byte - LARGE) << 8) + u32::from(take()?),
            _ => u32::from(byte),
        };
        let number = code.div_ceil(2) as i16;
        let number = if code % 2 == 1 { -number } else { number };
        let weight = left.next()?;
        *weight = weight.checked_add(number).filter(|weight| weight.abs() <= Weights::LIMIT)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unpacked(packed: &[u8], count: usize) -> Option<Vec<i16>> {
        let (mut rest, mut numbers) = (packed, vec![0; count]);
        unpack(&mut rest, &mut numbers)?;
        rest.is_empty().then_some(numbers)
    }

    proptest! {
        #[test]
        fn numbers_read_back(parts in prop::collection::vec((0usize..300, -Weights::LIMIT..=Weights::LIMIT), 0..50)) {
            let numbers: Vec<i16> =
                parts.into_iter().flat_map(|(run, number)| std::iter::repeat_n(0, run).chain([number])).collect();
            let mut packed = Vec::new();
            pack(numbers.iter().copied(), &mut packed);
            prop_assert_eq!(unpacked(&packed, numbers.len()), Some(numbers));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), stage: u8) {
            prop_assert!(unpacked(&bytes, 1000).is_none_or(|numbers| numbers.len() == 1000));
            let mut file = [MAGIC, &[stage], &bytes].concat();
            file.extend(checksum(&file).to_le_bytes());
            // Two hundred bytes are too few for a stage, except for runs of zeros.
            if let Err(error) = Weights::read(&file) {
                prop_assert!(!error.0.is_empty() && !error.0.contains('\n'));
            }
        }
    }

    #[test]
    fn long_runs_read_back() {
        let mut numbers = vec![0; 200_000];
        numbers[150_000] = -7;
        let mut packed = Vec::new();
        pack(numbers.iter().copied(), &mut packed);
        assert!(packed.len() < 20);
        assert_eq!(unpacked(&packed, numbers.len()), Some(numbers));
    }

    #[test]
    fn stages_that_were_learnt_read_back() {
        let mut weights = Weights::none();
        let numbers = |by: usize| (0..CLASSES).map(|i| (i * by % 4093) as i16 - 2046).collect::<Vec<_>>();
        weights.learn(STAGES - 1, &numbers(31));
        weights.learn(STAGES - 2, &numbers(77));
        let bytes = weights.write();
        let again = Weights::read(&bytes).unwrap();
        assert!(again.classes(STAGES - 1) == numbers(31));
        assert!(again.classes(STAGES - 2) == numbers(77));
        assert!(!again.knows(4 * (STAGES as u32 - 3) + 7) && again.knows(4 * (STAGES as u32 - 2) + 4));

        let refused = |bytes: &[u8]| Weights::read(bytes).unwrap_err().0;
        let mut damaged = bytes.clone();
        damaged[5000] ^= 4;
        assert!(refused(&damaged).contains("damaged"));
        assert!(refused(&bytes[..bytes.len() - 1]).contains("damaged"));
        assert!(refused(MAGIC).contains("cut off"));
        assert!(refused(b"").starts_with("these are no weights"));
        let with_sum = |mut file: Vec<u8>| {
            file.extend(checksum(&file).to_le_bytes());
            file
        };
        let body = &bytes[..bytes.len() - 8];
        assert!(refused(&with_sum(body[..body.len() - 1].to_vec())).starts_with("stage 13 "));
        assert!(refused(&with_sum([body, &[1]].concat())).contains("go on after the last stage"));
    }
}
