//! Files of positions, of every game.
#![no_main]

#[path = "../../crates/secateur-cli/tests/all/common/readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;
use secateur_session::Registry;
use secateur_standard::standard;
use std::sync::LazyLock;

static GAMES: LazyLock<Registry> = LazyLock::new(standard);

fuzz_target!(|bytes: &[u8]| readers::file(&GAMES, bytes));
