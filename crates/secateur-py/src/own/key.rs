//! Keys of positions: 64 bits from what a game in Python calls the key of a position, the same from run to run, which
//! Python's own `hash` is not.

use crate::error::Error;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyList, PyString, PyTuple};

/// What an object is, so that the text `1` and the number have different keys.
const NONE: u64 = 1;
const BOOL: u64 = 2;
const INT: u64 = 3;
const LONG: u64 = 4;
const FLOAT: u64 = 5;
const TEXT: u64 = 6;
const BYTES: u64 = 7;
const LIST: u64 = 8;
const SET: u64 = 9;

/// The 64 bits for a number, a text, bytes, None, or a tuple, list or frozenset of them.
pub(super) fn of(key: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(number) = key.cast::<PyInt>() {
        return match key.cast_exact::<PyInt>().is_err() && key.is_instance_of::<PyBool>() {
            true => Ok(mixed(BOOL, u64::from(key.is_truthy()?))),
            false => int(number),
        };
    }
    if let Ok(text) = key.cast::<PyString>() {
        return Ok(bytes(TEXT, text.to_cow()?.as_bytes()));
    }
    if let Ok(found) = key.cast::<PyBytes>() {
        return Ok(bytes(BYTES, found.as_bytes()));
    }
    if let Ok(parts) = key.cast::<PyTuple>() {
        let start = mixed(LIST, parts.len() as u64);
        return parts.iter_borrowed().try_fold(start, |all, part| Ok(mixed(all, of(&part)?)));
    }
    if let Ok(parts) = key.cast::<PyList>() {
        let start = mixed(LIST, parts.len() as u64);
        return parts.iter().try_fold(start, |all, part| Ok(mixed(all, of(&part)?)));
    }
    if let Ok(number) = key.cast::<PyFloat>() {
        return Ok(mixed(FLOAT, number.value().to_bits()));
    }
    if key.is_none() {
        return Ok(mixed(NONE, 0));
    }
    if key.is_instance_of::<PyFrozenSet>() {
        // In whatever order they come.
        let sum =
            key.try_iter()?.try_fold(0_u64, |sum, part| Ok::<u64, PyErr>(sum.wrapping_add(of(&part?)?)))?;
        return Ok(mixed(SET, sum));
    }
    // Numbers of other libraries.
    if let Ok(number) = key.extract::<i64>() {
        return Ok(mixed(INT, number as u64));
    }
    let found = key.repr()?;
    Err(Error::new_err(format!(
        "key() gave {found}, expected a number, a text, bytes, or a tuple of them that says everything about the position"
    )))
}

/// A number of any size. What is no `i64` raises an error in Python, which takes time, and is seldom met.
fn int(number: &Bound<'_, PyInt>) -> PyResult<u64> {
    if let Ok(number) = number.extract::<i64>() {
        return Ok(mixed(INT, number as u64));
    }
    match number.extract::<u64>() {
        Ok(number) => Ok(mixed(INT, number)),
        Err(_) => Ok(bytes(LONG, number.str()?.to_cow()?.as_bytes())),
    }
}

/// The number mixed into what there is. Different numbers stay different: each step can be undone (the finisher of
/// SplitMix64, Steele, Lea and Flood 2014).
pub(super) fn mixed(so_far: u64, number: u64) -> u64 {
    let mut z = number ^ so_far.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn bytes(kind: u64, text: &[u8]) -> u64 {
    let words = text.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mixed(kind, text.len() as u64), mixed)
}
