//! What is proven about Domineering, held against search without knowledge on boards of every shape.

use proptest::prelude::*;
use secateur::algo::alpha_beta_memory;
use secateur::order::HintFirst;
use secateur::{Eval, Game, Meter, Score, Search, Table};
use secateur_games::domineering::{Domineering, Room, WideDomineering};
use secateur_games::{Notation, grid::hash};

/// A board with that many free cells at most: `X` and `O` alike are cells that are taken.
fn board(rows: usize, columns: usize, taken: u64, free: u32, flat: bool) -> String {
    let mut left = free;
    let mut cell = |i: usize| {
        let is_free = taken >> i & 1 == 0 && left > 0;
        left -= u32::from(is_free);
        if is_free { '.' } else { 'X' }
    };
    let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{} {}", rows.join("/"), if flat { 'H' } else { 'V' })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn bounds_hold(rows in 1..=7usize, columns in 1..=7usize, a in any::<u64>(), b in any::<u64>(), sparse in 0..3u8, flat in any::<bool>()) {
        // One cell of eight is taken, one of four, or every other one.
        let taken = match sparse { 0 => a & b & a.rotate_left(17), 1 => a & b, _ => a };
        let text = board(rows, columns, taken, 20, flat);
        let pos = Domineering::read(&text).unwrap();
        let table = Table::with_bytes(1 << 20);
        let mut cx = Search::new(|_: &Domineering| Score::DRAW).memory(table.exact()).order(HintFirst);
        let Ok(value) = alpha_beta_memory(&mut cx, &pos, 60, -Score::INF, Score::INF);
        let bounds = Room.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
        prop_assert!(bounds.lower <= value && value <= bounds.upper, "{}: {:?} and {:?}", text, value, bounds);
    }
}

/// Kinds of areas one by one, each with the moves that it is worth.
#[test]
fn areas_settle_positions() {
    let bounds = |text: &str| {
        Room.bounds(&Domineering::read(text).unwrap(), -Score::INF, Score::INF, &mut Meter::unlimited())
    };
    // A guard: V to move makes two moves, and H none once V has taken one of them.
    assert_eq!(bounds("../.. V").lower, Score::win_in(1));
    // H to move spoils one of two guards; V makes two moves in the other one, and H two where it spoilt.
    assert_eq!(bounds("..X../..X.. H").upper, Score::loss_in(4));
    // V takes one of two safe pairs, and H has no room.
    assert_eq!(bounds("X.X.X/X.X.X V").lower, Score::win_in(1));
    // H spoils two of four, and has no other moves.
    assert_eq!(bounds("X...X...X/X.X.X.X.X H").upper, Score::loss_in(4));
}

/// Larger boards are a type of their own, which on a small board plays as the usual one does, move by move.
#[test]
fn wide_boards_play_as_small_ones() {
    let open = Score::INF;
    for (seed, (columns, rows)) in
        (0..).zip([(8, 8), (7, 5), (1, 8), (8, 3), (6, 6), (2, 7), (7, 9), (10, 6)])
    {
        for game in 0..10 {
            let mut small = Domineering::sized(columns, rows).unwrap();
            let mut wide = WideDomineering::sized(columns, rows).unwrap();
            for ply in 0.. {
                let moves = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>();
                let named = moves(&mut small.moves().map(|m| small.write_move(m)));
                assert_eq!(named, moves(&mut wide.moves().map(|m| wide.write_move(m))));
                assert_eq!(small.write(), wide.write());
                let meter = &mut Meter::unlimited();
                assert_eq!(Room.bounds(&small, -open, open, meter), Room.bounds(&wide, -open, open, meter));
                assert_eq!(Room.eval(&small), Room.eval(&wide));
                let Some(m) = named.get(hash([seed, game, ply]) as usize % named.len().max(1)) else { break };
                small.play(small.read_move(m).unwrap());
                wide.play(wide.read_move(m).unwrap());
            }
        }
    }
}
