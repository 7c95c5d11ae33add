//! One search of Connect-4, generic or by hand, for counting instructions:
//! `valgrind --tool=callgrind target/release/genericity generic 10`.

use secateur::{Score, Search, algo};
use secateur_bench::by_hand::{self, PlainPosition};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let depth: u32 = args.get(2).and_then(|d| d.parse().ok()).unwrap_or(10);
    let value = match args.get(1).map(String::as_str) {
        Some("generic") => {
            // The same rules on both sides: the game that Secateur ships keeps its threats up to date besides.
            let mut cx = Search::new(|pos: &PlainPosition| Score::points(pos.centre()));
            let Ok(score) =
                algo::alpha_beta(&mut cx, &PlainPosition::default(), depth, -Score::INF, Score::INF);
            score.get()
        }
        Some("by-hand") => by_hand::alpha_beta(PlainPosition::default(), depth, 0, -32_001, 32_001),
        _ => {
            eprintln!("usage: genericity generic|by-hand [DEPTH]");
            std::process::exit(2);
        }
    };
    println!("{value}");
}
