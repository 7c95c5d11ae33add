//! Chess: published counts, the laws, text, and every hint against a slow way to find the same.

mod exchange;
mod hints;
mod laws;
mod notation;
mod perft;

use cozy_chess::Board;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::Game;
use secateur_games::chess::Chess;

/// The start, and positions with the moves it lacks: castling both ways, en passant, promotions, pins, checks.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/8/1q4k1/5p2/1n6/3B4/1KP3r1/8 w - - 0 1",
];

/// Shows every position of some random games from each of the positions above.
fn everywhere(games: u64, mut show: impl FnMut(&Chess)) {
    for fen in POSITIONS {
        for seed in 0..games {
            let mut random = SplitMix64::seed_from_u64(seed);
            let mut pos = Chess::from(fen.parse::<Board>().unwrap());
            for _ in 0..120 {
                show(&pos);
                let moves: Vec<_> = pos.moves().collect();
                if moves.is_empty() || pos.outcome().is_some() {
                    break;
                }
                pos.play(moves[random.next_u64() as usize % moves.len()]);
            }
        }
    }
}
