//! Secateur beside the `minimax` crate, and generic code beside the same written by hand:
//! `cargo run --release --package secateur-bench --bin peers`, or `cargo xtask bench`.

fn main() {
    secateur_bench::peers::report::print();
}
