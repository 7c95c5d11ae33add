//! A checksum of what is written and read: it finds what a disk or a copy has altered, not what somebody forged.

use std::io::{self, Read, Write};

/// A stream whose bytes are summed up as they go by, for files that have to be whole.
///
/// ```
/// use secateur_session::Summed;
///
/// let mut out = Summed::new(Vec::new());
/// out.write(b"weights\n").unwrap();
/// out.write_number(300).unwrap();
/// let bytes = out.finish().unwrap();
/// assert_eq!(bytes, 18); // the line, two bytes of the number, and the sum
/// ```
#[derive(Debug)]
pub struct Summed<T> {
    stream: T,
    sum: u64,
    bytes: u64,
}

/// FNV-1a (G. Fowler, L. Noll and K.-P. Vo, 1991).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl<T> Summed<T> {
    /// A stream, nothing of which has gone by.
    pub fn new(stream: T) -> Self {
        Summed { stream, sum: BASIS, bytes: 0 }
    }

    /// The number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn add(&mut self, bytes: &[u8]) {
        self.sum = bytes.iter().fold(self.sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
        self.bytes += bytes.len() as u64;
    }
}

/// Puts a number with seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
pub(crate) fn put_number<E>(mut number: u64, mut put: impl FnMut(u8) -> Result<(), E>) -> Result<(), E> {
    while number >= 0x80 {
        put(number as u8 | 0x80)?;
        number >>= 7;
    }
    put(number as u8)
}

/// The number that these bytes begin with; none if there is no such number.
pub(crate) fn next_number<E>(mut next: impl FnMut() -> Result<Option<u8>, E>) -> Result<Option<u64>, E> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let Some(byte) = next()? else { return Ok(None) };
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

impl<T: Write> Summed<T> {
    /// Writes these bytes.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.stream.write_all(bytes)
    }

    /// Writes a number with seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_number(&mut self, number: u64) -> io::Result<()> {
        put_number(number, |byte| self.write(&[byte]))
    }

    /// Ends with the sum, and returns the number of bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
        let sum = self.sum.to_le_bytes();
        self.write(&sum)?;
        self.stream.flush()?;
        Ok(self.bytes)
    }
}

impl<T: Read> Summed<T> {
    /// This number of bytes; none if fewer are left.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read<const N: usize>(&mut self) -> io::Result<Option<[u8; N]>> {
        let mut bytes = [0; N];
        let mut there = 0;
        while there < N {
            match self.stream.read(&mut bytes[there..]) {
                Ok(0) => return Ok(None),
                Ok(more) => there += more,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        self.add(&bytes);
        Ok(Some(bytes))
    }

    /// So many bytes, of which there may be many; none if fewer are left.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read_many(&mut self, count: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        self.stream.by_ref().take(count as u64).read_to_end(&mut bytes)?;
        self.add(&bytes);
        Ok((bytes.len() == count).then_some(bytes))
    }

    /// What [`Summed::write_number`] wrote; none if there is no such number.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read_number(&mut self) -> io::Result<Option<u64>> {
        next_number(|| Ok(self.read()?.map(|[byte]| byte)))
    }

    /// A line without its end, of a limited number of bytes; none if there is no such line.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn line(&mut self, most: usize) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        while line.len() <= most {
            match self.read::<1>()? {
                Some([b'\n']) => return Ok(String::from_utf8(line).ok()),
                Some([byte]) => line.push(byte),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Whether the sum of what was read comes next, and nothing behind it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn ends_well(&mut self) -> io::Result<bool> {
        let sum = self.sum;
        let there = self.read()?.map(u64::from_le_bytes);
        Ok(there == Some(sum) && self.read::<1>()?.is_none())
    }
}
