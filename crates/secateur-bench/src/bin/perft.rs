//! Counting move paths of chess, beside the same walk over the crate `cozy-chess` alone, in turn:
//! `cargo run --release --package secateur-bench --bin perft`.

use cozy_chess::Board;
use secateur_games::perft;
use secateur_games::{Notation, chess::Chess};
use std::time::Instant;

/// The number of rounds; the median of the ratios counts.
const ROUNDS: usize = 9;

fn alone(board: &Board, depth: u32) -> u64 {
    let mut paths = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            paths += moves.len() as u64;
            return false;
        }
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            paths += alone(&child, depth - 1);
        }
        false
    });
    paths
}

fn main() {
    for (name, fen, depth) in [
        ("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
        ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
        ("an ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ] {
        let (Ok(ours), Ok(board)) = (Chess::read(fen), fen.parse::<Board>()) else { continue };
        let mut ratios: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                let paths = perft(&ours, depth);
                let middle = Instant::now();
                assert_eq!(paths, alone(&board, depth), "{name}");
                (middle - start).as_secs_f64() / middle.elapsed().as_secs_f64()
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let (least, median, most) = (ratios[0], ratios[ROUNDS / 2], ratios[ROUNDS - 1]);
        println!(
            "{name} to depth {depth}: {median:.2} times the time of cozy-chess alone ({least:.2} to {most:.2})"
        );
    }
}
