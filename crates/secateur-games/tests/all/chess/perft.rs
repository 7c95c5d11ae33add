//! Published counts of move paths.
//!
//! Whole suites of positions are read where the environment names a folder that holds them:
//! `SECATEUR_DATA=FOLDER cargo test -p secateur-games --test all suites`; in the folder `chess`, files
//! such as `perftsuite.epd`, with lines of FEN and counts (`;D1 20 ;D2 400`). Counts of up to a million paths, or
//! of up to `SECATEUR_PATHS`; there are some of billions.

use secateur_games::perft;
use secateur_games::{Notation, chess::Chess};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn counts_of_the_usual_positions() {
    for (fen, counts) in [
        ("", &[20, 400, 8_902, 197_281, 4_865_609][..]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862, 4_085_603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890, 3_894_594],
        ),
    ] {
        let pos = Chess::read(fen).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&pos, depth), count, "{fen} at depth {depth}");
        }
    }
}

/// Every count of one line of a suite, up to a number of paths.
fn check_line(line: &str, most: u64) {
    let (fen, counts) = line.split_once(';').unwrap();
    let pos = Chess::read(fen).unwrap();
    for entry in counts.split(';') {
        let (depth, count) = entry.trim().split_once(' ').unwrap();
        let (depth, count) = (depth[1..].parse().unwrap(), count.trim().parse().unwrap());
        if count <= most {
            assert_eq!(perft(&pos, depth), count, "{fen} at depth {depth}");
        }
    }
}

/// Neither bare kings nor a long while without progress end a path, as published counts have it.
#[test]
fn draws_that_may_be_played_on_end_no_path() {
    for (fen, count) in
        [("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 764_643), ("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", 11_848)]
    {
        assert_eq!(perft(&Chess::read(fen).unwrap(), 6), count, "{fen}");
    }
}

#[test]
fn counts_of_whole_suites() {
    let Some(folder) = std::env::var_os("SECATEUR_DATA") else { return };
    let folder = PathBuf::from(folder).join("chess");
    let most = std::env::var("SECATEUR_PATHS").map_or(1_000_000, |paths| paths.parse().unwrap());
    for (file, positions) in [("perftsuite.epd", 126), ("frcperftsuite.epd", 960)] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), positions, "{file}");
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                        check_line(line, most);
                    }
                });
            }
        });
    }
}
