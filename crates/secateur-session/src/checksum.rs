//! A checksum of what is written and read: it finds what a disk or a copy has altered, not what somebody forged.

use std::io::{self, Read, Write};

/// A stream whose bytes are summed up as they go by.
#[derive(Debug)]
pub(crate) struct Summed<T> {
    stream: T,
    sum: u64,
    bytes: u64,
}

/// FNV-1a (G. Fowler, L. Noll and K.-P. Vo, 1991).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl<T> Summed<T> {
    pub(crate) fn new(stream: T) -> Self {
        Summed { stream, sum: BASIS, bytes: 0 }
    }

    /// The number of bytes so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn add(&mut self, bytes: &[u8]) {
        self.sum = bytes.iter().fold(self.sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
        self.bytes += bytes.len() as u64;
    }
}

impl<T: Write> Summed<T> {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.stream.write_all(bytes)
    }

    /// Ends with the sum.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let sum = self.sum.to_le_bytes();
        self.write(&sum)?;
        self.stream.flush()?;
        Ok(self.bytes)
    }
}

impl<T: Read> Summed<T> {
    /// This number of bytes; none if fewer are left.
    pub(crate) fn read<const N: usize>(&mut self) -> io::Result<Option<[u8; N]>> {
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

    /// A line without its end, of a limited number of bytes; none if there is no such line.
    pub(crate) fn line(&mut self, most: usize) -> io::Result<Option<String>> {
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
    pub(crate) fn ends_well(&mut self) -> io::Result<bool> {
        let sum = self.sum;
        let there = self.read()?.map(u64::from_le_bytes);
        Ok(there == Some(sum) && self.read::<1>()?.is_none())
    }
}
