//! Names of algorithms, orders of moves, and settings.
#![no_main]

#[path = "../../crates/secateur-cli/tests/all/common/readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| readers::name(text));
