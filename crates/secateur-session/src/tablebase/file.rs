//! The file of a tablebase.

use super::Tablebase;
use crate::ResumeError;
use crate::checksum::Summed;
use secateur::Score;
use secateur_games::Unreadable;
use std::io::{self, Read, Write};

/// The first line. Keys mean nothing to a version that computes other ones.
const MAGIC: &str = concat!("secateur-tablebase-1 of version ", env!("CARGO_PKG_VERSION"));
/// The longest line of its text.
const LONGEST_LINE: usize = 1 << 20;
/// The highest value, and the lowest below zero, that a file may tell.
const HIGHEST: i32 = 1 << 24;

impl Tablebase {
    /// Writes it: lines of text with the game, the position and the values that there are; for each position the difference
    /// of its key from the last one and the place of its value, in groups of seven bits; and a checksum.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed::new(out);
        let scores: Vec<String> = self.scores.iter().map(|score| score.get().to_string()).collect();
        let (game, position, positions) = (&self.game, &self.position, self.keys.len());
        let scores = scores.join(" ");
        out.write(
            format!("{MAGIC}\ngame {game}\nposition {position}\npositions {positions}\nvalues {scores}\n\n")
                .as_bytes(),
        )?;
        let mut last = 0;
        for (&key, &value) in self.keys.iter().zip(&self.values) {
            number(&mut out, key - last)?;
            number(&mut out, u64::from(value))?;
            last = key;
        }
        out.finish().map(drop)
    }

    /// Reads what [`Tablebase::write`] wrote.
    ///
    /// # Errors
    ///
    /// One sentence if it is no tablebase, was made by another version, or is damaged; or if it cannot be read.
    pub fn read(input: &mut dyn Read) -> Result<Tablebase, ResumeError> {
        let bad = |text: String| ResumeError::Unreadable(Unreadable(text));
        let mut input = Summed::new(input);
        let first = input.line(LONGEST_LINE)?.unwrap_or_default();
        if first != MAGIC {
            return Err(bad(match first.starts_with("secateur-tablebase-") {
                true => format!("it was made by another version ('{first}'), expected '{MAGIC}'"),
                false => format!("it is no tablebase, which begins with '{MAGIC}'"),
            }));
        }
        let damaged = || bad("it is damaged, or cut off: its checksum does not agree".into());
        let mut field = |name: &str| -> Result<String, ResumeError> {
            let line = input.line(LONGEST_LINE)?.unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value.map(str::to_owned).ok_or_else(|| {
                bad(format!("its line '{}' is not understood, expected '{name} ...'", line.escape_debug()))
            })
        };
        let (game, position) = (field("game")?, field("position")?);
        let positions: u64 = field("positions")?.parse().map_err(|_| damaged())?;
        let score =
            |text: &str| text.parse().ok().filter(|raw: &i32| raw.abs() <= HIGHEST).map(Score::from_raw);
        let scores: Option<Vec<Score>> = field("values")?.split_whitespace().map(score).collect();
        let scores = scores.ok_or_else(damaged)?;
        if input.line(0)?.is_none() {
            return Err(damaged());
        }
        let (mut keys, mut values, mut last) = (Vec::new(), Vec::new(), 0_u64);
        for nth in 0..positions {
            let (step, value) = (read_number(&mut input)?, read_number(&mut input)?);
            let (step, value) = (step.ok_or_else(damaged)?, value.ok_or_else(damaged)?);
            if value >= scores.len() as u64 || step == 0 && nth > 0 {
                return Err(damaged());
            }
            last = last.checked_add(step).ok_or_else(damaged)?;
            keys.push(last);
            values.push(value as u16);
        }
        if !input.ends_well()? {
            return Err(damaged());
        }
        Ok(Tablebase { game, position, keys, values, scores })
    }
}

/// Seven bits a byte, the lowest first; all but the last byte have the highest bit set.
fn number<T: Write>(out: &mut Summed<T>, mut number: u64) -> io::Result<()> {
    let (mut bytes, mut used) = ([0; 10], 0);
    loop {
        bytes[used] = number as u8 & 127 | if number > 127 { 128 } else { 0 };
        used += 1;
        number >>= 7;
        if number == 0 {
            return out.write(&bytes[..used]);
        }
    }
}

/// None if the file ends, or if there is no such number.
fn read_number<T: Read>(input: &mut Summed<T>) -> io::Result<Option<u64>> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some([byte]) = input.read()? else { return Ok(None) };
        let bits = u64::from(byte & 127);
        if bits << shift >> shift != bits {
            return Ok(None);
        }
        number |= bits << shift;
        if byte < 128 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}
