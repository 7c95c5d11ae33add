//! The parameters of synthetic trees, and the moves behind them.
#![no_main]

#[path = "../../crates/secateur-cli/tests/all/common/readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;
use secateur_session::GameEntry;
use secateur_standard::standard;
use std::sync::LazyLock;

static TREES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| {
    let games = standard();
    games.entries().iter().filter(|e| e.notation.starts_with("parameters")).copied().collect()
});

fuzz_target!(|text: &str| TREES.iter().for_each(|tree| readers::position(tree, text)));
