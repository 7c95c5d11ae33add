//! The file of a tablebase.

use super::Tablebase;
use crate::ResumeError;
use crate::checkpoint::{LONGEST_LINE, field};
use crate::checksum::Summed;
use secateur::Score;
use std::io::{self, Read, Write};

/// The first line. Keys mean nothing to a version that computes other ones.
const MAGIC: &str = concat!("secateur-tablebase-2 of version ", env!("CARGO_PKG_VERSION"));

impl Tablebase {
    /// Writes it: lines of text with the game, the position, the longest win, and the values that there are, each with its
    /// number of positions; for one value after the other the keys, each as its difference from the last one in bits of a
    /// Rice code (R. F. Rice, 1979); and a checksum. Since keys are spread evenly, a position takes little more than it has to.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed::new(out);
        let mut lists = vec![Vec::new(); self.scores.len()];
        for (&key, &value) in self.keys.iter().zip(&self.values) {
            lists[usize::from(value)].push(key);
        }
        let value = |(score, list): (&Score, &Vec<u64>)| format!("{}:{}", score.get(), list.len());
        let values: Vec<String> = self.scores.iter().zip(&lists).map(value).collect();
        let (game, position, longest, values) = (&self.game, &self.position, &self.longest, values.join(" "));
        out.write(
            format!("{MAGIC}\ngame {game}\nposition {position}\nlongest {longest}\nvalues {values}\n\n")
                .as_bytes(),
        )?;
        let mut bits = Bits { stream: out, bits: 0, count: 0 };
        for list in &lists {
            let (mut last, low) = (0, low_bits(list.len()));
            for &key in list {
                bits.write(key - last, low)?;
                last = key;
            }
        }
        bits.finish()?.finish().map(drop)
    }

    /// Reads what [`Tablebase::write`] wrote.
    ///
    /// # Errors
    ///
    /// One sentence if it is no tablebase, was made by another version, or is damaged; or if it cannot be read.
    pub fn read(input: &mut dyn Read) -> Result<Tablebase, ResumeError> {
        let mut input = Summed::new(input);
        let first = input.line(LONGEST_LINE)?.unwrap_or_default();
        if first != MAGIC {
            return Err(ResumeError::bad(match first.starts_with("secateur-tablebase-") {
                true => format!("it was made by another version ('{first}'), expected '{MAGIC}'"),
                false => format!("it is no tablebase, which begins with '{MAGIC}'"),
            }));
        }
        let (game, position, longest) =
            (field(&mut input, "game")?, field(&mut input, "position")?, field(&mut input, "longest")?);
        let value = |word: &str| {
            let (score, count) = word.split_once(':')?;
            let score = score.parse().ok().filter(|score: &i32| score.abs() <= Score::WIN.get())?;
            Some((Score::from_raw(score), count.parse::<u64>().ok()?))
        };
        let values: Option<Vec<(Score, u64)>> =
            field(&mut input, "values")?.split_whitespace().map(value).collect();
        let values = values.filter(|values| values.len() <= 1 << 16).ok_or_else(ResumeError::damaged)?;
        if input.line(0)?.is_none() {
            return Err(ResumeError::damaged());
        }
        let (mut entries, mut bits) = (Vec::new(), Bits { stream: input, bits: 0, count: 0 });
        for (place, &(_, count)) in values.iter().enumerate() {
            let (mut last, low) = (0_u64, low_bits(count as usize));
            for _ in 0..count {
                let step = bits.read(low)?.ok_or_else(ResumeError::damaged)?;
                last = last.checked_add(step).ok_or_else(ResumeError::damaged)?;
                entries.push((last, place as u16));
            }
        }
        if bits.bits != 0 || !bits.stream.ends_well()? {
            return Err(ResumeError::damaged());
        }
        entries.sort_unstable();
        let (keys, values_of): (Vec<u64>, Vec<u16>) = entries.into_iter().unzip();
        if keys.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(ResumeError::damaged());
        }
        let scores = values.into_iter().map(|(score, _)| score).collect();
        Ok(Tablebase { game, position, longest, keys, values: values_of, scores })
    }
}

/// The low bits of a difference between keys, so many of which are spread evenly, that are written as they are.
fn low_bits(keys: usize) -> u32 {
    (u64::MAX / (keys as u64).max(1)).ilog2()
}

/// A stream of bits, the lowest of a byte first.
struct Bits<T> {
    stream: Summed<T>,
    /// Those that are not written yet, or were read and not taken yet.
    bits: u8,
    count: u32,
}

impl<T: Write> Bits<T> {
    fn bit(&mut self, bit: bool) -> io::Result<()> {
        self.bits |= u8::from(bit) << self.count;
        self.count += 1;
        if self.count == 8 {
            self.stream.write(&[self.bits])?;
            (self.bits, self.count) = (0, 0);
        }
        Ok(())
    }

    /// A number: what is above its low bits in ones up to a zero, then these.
    fn write(&mut self, number: u64, low: u32) -> io::Result<()> {
        for _ in 0..number >> low {
            self.bit(true)?;
        }
        self.bit(false)?;
        (0..low).try_for_each(|n| self.bit(number >> n & 1 != 0))
    }

    /// The stream, with the last byte filled up.
    fn finish(mut self) -> io::Result<Summed<T>> {
        while self.count > 0 {
            self.bit(false)?;
        }
        Ok(self.stream)
    }
}

impl<T: Read> Bits<T> {
    fn read_bit(&mut self) -> io::Result<Option<bool>> {
        if self.count == 0 {
            let Some([byte]) = self.stream.read()? else { return Ok(None) };
            (self.bits, self.count) = (byte, 8);
        }
        let bit = self.bits & 1 != 0;
        self.bits >>= 1;
        self.count -= 1;
        Ok(Some(bit))
    }

    /// None if the file ends, or if there is no such number.
    fn read(&mut self, low: u32) -> io::Result<Option<u64>> {
        let (mut high, mut number) = (0_u64, 0);
        loop {
            match self.read_bit()? {
                Some(true) => high += 1,
                Some(false) => break,
                None => return Ok(None),
            }
        }
        for n in 0..low {
            let Some(bit) = self.read_bit()? else { return Ok(None) };
            number |= u64::from(bit) << n;
        }
        Ok((high << low >> low == high).then_some(high << low | number))
    }
}
