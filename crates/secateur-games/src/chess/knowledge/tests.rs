//! The evaluation against laws that hold for any weights, and some for those that it plays with.

use super::*;
use cozy_chess::{BoardBuilder, CastleRights, Move, Square};
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

/// The positions of a game of random moves, in which captures are sought out so that endings come up.
fn game(seed: u64) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::chess960_startpos((random.next_u64() % 960) as u32);
    let mut positions = vec![board.clone()];
    for _ in 0..200 {
        let mut moves = moves(&board);
        if random.next_u64() % 4 == 0 {
            let captures = |m: &Move| board.colors(!board.side_to_move()).has(m.to);
            if moves.iter().any(captures) {
                moves.retain(captures);
            }
        }
        if moves.is_empty() || board.halfmove_clock() >= 99 {
            break;
        }
        board.play(moves[random.next_u64() as usize % moves.len()]);
        positions.push(board.clone());
    }
    positions
}

/// The position with its squares and colours renamed. Castling rights are dropped.
fn renamed(board: &Board, square: impl Fn(Square) -> Square, swap: bool) -> Board {
    let mut builder = BoardBuilder::empty();
    for sq in board.occupied() {
        let colour = if board.colors(Color::White).has(sq) != swap { Color::White } else { Color::Black };
        *builder.square_mut(square(sq)) = board.piece_on(sq).map(|kind| (kind, colour));
    }
    builder.side_to_move = if swap { !board.side_to_move() } else { board.side_to_move() };
    builder.halfmove_clock = board.halfmove_clock();
    builder.build().unwrap()
}

fn value(fen: &str) -> i32 {
    Evaluation::default().value(&fen.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn both_sides_and_both_wings_are_alike(seed: u64) {
        let mut knowledge = Evaluation::default();
        for board in game(seed) {
            let plain = renamed(&board, |sq| sq, false);
            let value = knowledge.value(&plain);
            prop_assert!(value.abs() <= LIMIT);
            let other_side = renamed(&board, Square::flip_rank, true);
            prop_assert_eq!(knowledge.value(&other_side), value, "{}", plain);
            let other_wing = renamed(&board, Square::flip_file, false);
            prop_assert_eq!(knowledge.value(&other_wing), value, "{}", plain);
            prop_assert_eq!(proven(&other_side), proven(&plain));
        }
    }

    #[test]
    fn what_is_tuned_is_what_is_played(seed: u64) {
        let weights = Weights::standard();
        let mut knowledge = Evaluation::default();
        for mut board in game(seed) {
            board.set_halfmove_clock(0);
            let value = knowledge.value(&board);
            prop_assert_eq!(Evaluation::default().value(&board), value, "remembered is not computed: {}", board);
            if let Some(features) = Evaluation::features(&board) {
                let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
                prop_assert_eq!(sign * features.value(&weights).clamp(-LIMIT, LIMIT), value, "{}", board);
            }
        }
    }
}

#[test]
fn every_weight_comes_up() {
    let mut seen = [false; COUNT];
    for seed in 0..3_000 {
        for board in game(seed) {
            for term in Evaluation::features(&board).into_iter().flat_map(|features| features.counts) {
                seen[usize::from(term.index)] = true;
            }
        }
    }
    for group in Weights::groups() {
        let never = (0..group.len).filter(|i| !seen[group.start + i]).count();
        // By rank, first, last, second and seventh ranks may be impossible.
        let impossible = match group.name {
            "shelter" | "storm" => 4,
            "storm_blocked" => 3,
            "supported" | "candidate" => 1,
            _ => 0,
        };
        assert_eq!(never, impossible, "{}", group.name);
    }
}

#[test]
fn more_is_worth_more() {
    let even = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert!((0..60).contains(&even), "{even}");
    for (kind, square) in
        [("pawn", "e7"), ("knight", "b8"), ("bishop", "c8"), ("rook", "a8"), ("queen", "d8")]
    {
        let mut builder = BoardBuilder::startpos();
        *builder.square_mut(square.parse().unwrap()) = None;
        *builder.castle_rights_mut(Color::Black) = CastleRights::EMPTY;
        let value = Evaluation::default().value(&builder.build().unwrap());
        assert!(value > even + 40, "{kind}: {value}");
    }
}

#[test]
fn endings() {
    let drawn = [
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/4KB2 w - - 0 1",
        "8/8/8/4k3/8/8/8/4KN2 b - - 0 1",
        "8/8/8/4k3/8/8/8/4K3 b - - 0 1",
    ];
    for fen in drawn {
        assert_eq!(proven(&fen.parse().unwrap()), Bounds::exact(Score::DRAW), "{fen}");
        assert_eq!(value(fen), 0, "{fen}");
    }
    // The bare king can at best draw.
    let won: Board = "8/8/8/4k3/8/8/8/R3K3 b - - 0 1".parse().unwrap();
    assert_eq!(proven(&won), Bounds::at_most(Score::DRAW));
    assert_eq!(proven(&won.null_move().unwrap()), Bounds::at_least(Score::DRAW));
    assert_eq!(proven(&Board::default()), Bounds::NONE);
    // The bishop's corner (a8 and h1 are light) is the place for the other king.
    let light = "k7/8/1K6/8/8/3N4/4B3/8 w - - 0 1";
    let dark = "7k/8/6K1/8/8/4N3/3B4/8 w - - 0 1";
    let wrong = "7k/8/6K1/8/8/4N3/4B3/8 w - - 0 1";
    assert!(value(light) > value(wrong) && value(dark) > value(wrong));
    // The rook pawn's corner is not the bishop's: no win.
    assert!(value("k7/8/8/P7/8/8/3B4/3K4 w - - 0 1") < 30);
    assert!(value("k7/8/8/P7/8/8/4B3/3K4 w - - 0 1") > 200);
    // Without pawns a minor piece more does not win, a queen for a rook does.
    assert!(value("8/8/8/3k4/4n3/8/8/R3K3 w - - 0 1") < 80);
    assert!(value("8/8/8/3k4/3r4/8/8/Q4K2 w - - 0 1") > 350);
    // Opposite bishops draw more often.
    let same = value("4k3/2b3p1/5p2/8/8/1P3P2/1P1B2P1/4K3 w - - 0 1");
    let opposite = value("4k3/3b2p1/5p2/8/8/1P3P2/1P1B2P1/4K3 w - - 0 1");
    assert!(2 * same > 3 * opposite && opposite > 0, "{same} {opposite}");
}

#[test]
fn bad_weights_are_refused() {
    let text = Weights::standard().to_string();
    let cases = [
        (text.replace("tempo:", "temp:"), "there is no group 'temp' (did you mean 'tempo'?)"),
        (text.replace("tempo:", "islands:"), "the group 'islands' has been given before"),
        (text.replace("tempo:", "tempo: 1/1"), "the group 'tempo' has more than 1 weights"),
        (text.replace("tempo:", "tempo: #"), "the group 'tempo' has 0 weights (expected 1)"),
        (
            text.replace("tempo:", "tempo: 9999/1"),
            "'9999/1' is not a weight (expected middle/end, such as 80/100)",
        ),
        (format!("12/3\n{text}"), "line 1: '12/3' belongs to no group (expected a name and ':')"),
    ];
    for (text, expected) in cases {
        let error = Weights::read(&text).unwrap_err();
        assert!(error.ends_with(expected), "{error}");
    }
}

#[test]
fn a_set_weight_is_the_one_played() {
    let mut weights = (*Weights::standard()).clone();
    let tempo = Weights::groups().iter().find(|group| group.name == "tempo").unwrap().start;
    let more = 500 - weights.by_index(tempo).middle();
    weights.set(tempo, 500, 500);
    let mut knowledge = Evaluation::with_weights(weights.into());
    let board = Board::default();
    assert_eq!(knowledge.value(&board) - Evaluation::default().value(&board), more);
}

/// Times evaluation without the memory of whole positions, on positions two plies below those of
/// random games, in the order in which a search would visit them: nanoseconds per call.
#[test]
#[ignore = "a measurement: run with --release --nocapture"]
fn speed() {
    let children = |board: &Board| {
        let child = |m| {
            let mut child = board.clone();
            child.play_unchecked(m);
            child
        };
        moves(board).into_iter().map(child).collect::<Vec<Board>>()
    };
    let roots = (0..40).filter_map(|seed| game(seed).into_iter().nth(8 + seed as usize));
    let boards: Vec<Board> = roots.flat_map(|root| children(&root)).flat_map(|b| children(&b)).collect();
    let mut knowledge = Evaluation::default();
    let mut best = std::time::Duration::MAX;
    for _ in 0..30 {
        let start = std::time::Instant::now();
        for board in &boards {
            std::hint::black_box(knowledge.compute(board));
        }
        best = best.min(start.elapsed());
    }
    println!("{:?} a call at best, {} positions", best / boards.len() as u32, boards.len());
}
