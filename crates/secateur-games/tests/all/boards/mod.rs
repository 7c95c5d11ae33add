//! Games on boards of any size: the laws they keep, text and what is wrong with it, and published facts.
//!
//! Tests named `long_*` take minutes: `cargo test -p secateur-games --test all long -- --ignored`.

mod amazons;
mod breakthrough;
mod cyclic;
mod draughts;
mod go;
mod hex;
mod kalah;
mod lines;
mod morris;
mod older;
mod stones;

use secateur::{Eval, Meter, Score, Search, Table, algo::alpha_beta_memory, laws, order};
use secateur_games::{Notation, perft};

fn read<G: Notation>(texts: &[&str]) -> Vec<G> {
    texts.iter().map(|text| G::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))).collect()
}

fn sized<G: Notation>(sizes: &[(u32, u32)]) -> Vec<G> {
    sizes.iter().map(|&(columns, rows)| G::sized(columns, rows).unwrap()).collect()
}

/// The laws of rules, keys, hints and notation hold from each start, and all of these go into one table.
fn keeps_the_laws<G: Notation>(starts: &[G], games: u32) {
    laws::check_all(starts, 1, games).unwrap_or_else(|what| panic!("{what}"));
    for start in starts {
        let text = start.text().unwrap();
        secateur_games::laws::check_notation::<G>(&text, 1, games.min(10))
            .unwrap_or_else(|what| panic!("{text}: {what}"));
    }
}

/// What is said to be proven holds, as far as a search to that depth shows.
fn knows<G: Notation>(start: &G, games: u32, depth: u32) {
    laws::check_knowledge(start, &mut G::Knowledge::default(), 1, games, depth)
        .unwrap_or_else(|what| panic!("{}: {what}", start.write()));
}

/// The shorter lists of moves that hints give are those that filtering all moves gives.
fn hints_agree<G: Notation>(start: &G) {
    let mut pos = start.clone();
    for pick in 0.. {
        let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
        if moves.is_empty() {
            break;
        }
        let (noisy, quiet): (Vec<G::Move>, Vec<G::Move>) = (pos.noisy().collect(), pos.quiet().collect());
        for &m in &moves {
            assert_eq!(pos.is_noisy(m), noisy.contains(&m), "{m:?} in {}", pos.write());
            assert!(pos.from_to(m) < G::FROM_TO_RANGE && pos.piece_to(m) < G::PIECE_TO_RANGE, "{m:?}");
        }
        let candidates: Vec<G::Move> = pos.candidates().filter(|m| !noisy.contains(m)).collect();
        assert_eq!(quiet, candidates, "{}", pos.write());
        assert_eq!(moves.len(), pos.moves().fold(0, |count, _| count + 1), "{}", pos.write());
        pos.play(moves[pick * 7 % moves.len()]);
    }
}

/// Nothing that is typed makes a reader panic, and what it reads it writes alike.
fn reads_anything<G: Notation + PartialEq>(texts: &[&str]) {
    let odd = [
        "",
        "?",
        "/",
        "X",
        ". X",
        "../.. X",
        "../.. O",
        "../.. Z",
        "../.. X X",
        "XO/OX X",
        "a1",
        "a1b1",
        "0x0",
        "9x9",
    ];
    for text in texts.iter().chain(&odd) {
        match G::read(text) {
            Ok(pos) => assert_eq!(G::read(&pos.write()).as_ref(), Ok(&pos), "{text:?}"),
            Err(e) => assert!(!e.0.is_empty() && !e.0.contains('\n'), "{e}"),
        }
        let _ = G::start().read_move(text);
    }
}

/// The value of the game, 1, 0 or -1 for the side to move, by alpha-beta with a table and these pieces of knowledge.
fn solved<G: Notation>(pos: &G, knowledge: impl Eval<G>) -> i32 {
    let table = Table::with_bytes(64 << 20);
    let order = order::Ranked::new((order::TableMove, order::MoveScore));
    let mut cx = Search::new(knowledge).memory(table.exact()).order(order);
    // No game here lasts longer, and the table answers for depths below 255.
    let Ok(score) = alpha_beta_memory(&mut cx, pos, 200, Score::DRAW - 1, Score::DRAW + 1);
    pos.value(score)
}

/// The value of the game, with the game's knowledge and without.
fn value<G: Notation>(pos: &G) -> i32 {
    let values = [solved(pos, G::Knowledge::default()), solved(pos, |_: &G| Score::DRAW)];
    assert_eq!(values[0], values[1], "{}: with knowledge and without", pos.write());
    values[0]
}

/// Wins that are said to be forced are found by searching as deep, too, where random games lead. Returns how many there were.
fn forced_wins_are_wins<G: Notation>(start: &G, games: u64, plies: u32) -> u32 {
    let (mut count, mut state) = (0, 1u64);
    for _ in 0..games {
        let mut pos = start.clone();
        loop {
            let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
            if moves.is_empty() {
                break;
            }
            let known =
                G::Knowledge::default().bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
            if let Some(n) =
                known.lower.plies_to_end().filter(|&n| known.lower > Score::DRAW && n > 1 && n <= plies)
            {
                let table = Table::with_entries(1 << 16);
                let order = order::Ranked::new((order::TableMove, order::MoveScore));
                let mut cx = Search::new(|_: &G| Score::DRAW).memory(table.exact()).order(order);
                let Ok(score) = alpha_beta_memory(&mut cx, &pos, n, known.lower.prev(), known.lower);
                assert!(score >= known.lower, "{}: {score}, not {}", pos.write(), known.lower);
                count += 1;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            pos.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    count
}

/// Whether the first player wins, by columns and rows.
fn winners<G: Notation>(sizes: &[(u32, u32, bool)]) {
    for &(columns, rows, first) in sizes {
        let pos = G::sized(columns, rows).unwrap();
        assert_eq!(value(&pos), if first { 1 } else { -1 }, "{columns}x{rows}");
    }
}

fn paths<G: Notation>(pos: &G, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(pos, depth)).collect()
}

fn error<G: Notation>(text: &str) -> String {
    G::read(text).map(|pos| pos.write()).expect_err(text).0
}
