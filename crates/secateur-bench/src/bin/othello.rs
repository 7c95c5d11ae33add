//! Othello against the `ai-othello` crate, 200 games at 20 ms a move:
//! `cargo run --release --package secateur-bench --bin othello [PAIRS [MILLISECONDS]]`.

use secateur_bench::peers::othello::{MatchPlan, versus};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let (pairs, time) = match numbers.as_deref() {
        Ok([]) => (100, 20),
        Ok(&[pairs]) if pairs > 0 => (pairs, 20),
        Ok(&[pairs, time]) if pairs > 0 => (pairs, time),
        _ => {
            eprintln!("expected at most two numbers: pairs of games, and milliseconds a move");
            return ExitCode::from(2);
        }
    };
    let plan = MatchPlan { pairs, time: Duration::from_millis(time), opening: 8, seed: 1 };
    let outcome = versus(&plan, |tally| {
        eprint!("\r{} games: {:.1} %", tally.games.iter().sum::<u64>(), 100.0 * tally.share());
        let _ = std::io::stderr().flush();
    });
    eprintln!();
    match outcome {
        Ok(tally) => {
            let ([won, drawn, lost], [ours, theirs]) = (tally.games, tally.pace());
            println!(
                "{won} won, {drawn} drawn, {lost} lost: {:.1} % at {time} ms a move ({ours:.1} and {theirs:.1} ms spent)",
                100.0 * tally.share()
            );
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
