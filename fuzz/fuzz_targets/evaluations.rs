//! Learned evaluations.
#![no_main]

#[path = "../../crates/secateur-cli/tests/all/common/readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| readers::evaluation(bytes));
