//! The numbers in the book: `cargo run --release --package secateur-bench --bin numbers` prints
//! `book/numbers.md`. Counts only, which are the same on every machine.

use secateur_bench::numbers;

fn main() {
    println!("<!-- printed by `cargo run --release --package secateur-bench --bin numbers` -->");
    for (anchor, text) in [
        ("minimax", numbers::pages::minimax()),
        ("alpha_beta", numbers::pages::alpha_beta()),
        ("kinds", numbers::kinds::kinds()),
        ("pvs", numbers::pages::pvs()),
        ("memory", numbers::pages::memory()),
        ("ordering", numbers::pages::ordering()),
        ("drivers", numbers::drivers::drivers()),
        ("deepening", numbers::drivers::deepening()),
        ("reflex", numbers::reflex::reflex()),
        ("ordered", numbers::ordered::ordered()),
        ("quiescence", numbers::selective::quiescence()),
        ("null_move", numbers::selective::null_move()),
    ] {
        println!("<!-- ANCHOR: {anchor} -->\n{text}\n<!-- ANCHOR_END: {anchor} -->");
    }
}
