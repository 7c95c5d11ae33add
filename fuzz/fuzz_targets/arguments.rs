//! The arguments of the command line, times and sizes among them.
#![no_main]

#[path = "../../crates/secateur-cli/tests/all/common/readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| readers::arguments(text));
