//! The identity of a piece of work: a hash of all that decides its result.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The sum of nodes of a fixed set of searches: another where any search visits other nodes.
const SIGNATURE: &str = include_str!("signature.txt");
/// The number of bytes of the hash that are kept: two of a billion pieces are taken for one with a chance of 1 in 10^21.
const BYTES: usize = 16;

/// 32 hexadecimal digits: the first half of the SHA-256 of the format, the signature, and the work in JSON.
pub(crate) fn of(format: &str, work: &impl Serialize) -> String {
    let text = serde_json::to_string(work).expect("work is plain data");
    let hash = Sha256::digest(format!("{format} {} {text}", SIGNATURE.trim()));
    hash.iter().take(BYTES).fold(String::new(), |mut id, byte| {
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// The program that searches: the version and the signature.
pub(crate) fn program() -> String {
    format!("{} bench {}", env!("CARGO_PKG_VERSION"), SIGNATURE.trim())
}
