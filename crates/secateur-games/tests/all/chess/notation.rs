//! Positions and moves as text: all that is written is read back, and nothing makes a reader panic.

use super::{POSITIONS, everywhere};
use proptest::prelude::*;
use secateur::{Game, Keyed};
use secateur_games::{Notation, chess::Chess};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_position_and_every_move_is_read_back() {
    everywhere(2, |pos| {
        for pos in [pos.clone(), pos.clone().chess960()] {
            assert_eq!(Chess::read(&pos.write()).as_ref(), Ok(&pos));
            for m in pos.moves() {
                assert_eq!(pos.read_move(&pos.write_move(m)), Ok(m), "{}", pos.write());
                assert_eq!(pos.read_move(&m.to_string()), Ok(m), "{}", pos.write());
                let san = pos.write_san(m);
                assert_eq!(pos.read_san(&san), Ok(m), "{} {san}", pos.write());
                let bare: String = san.chars().filter(|c| !"x=+#".contains(*c)).collect();
                assert_eq!(pos.read_move(&bare), Ok(m), "{} {bare}", pos.write());
            }
        }
    });
}

#[test]
fn castling_is_written_as_the_game_wants_it() {
    let read = |text: &str| Chess::read(text).unwrap();
    let moved = |text: &str, m: &str| {
        let pos = read(text);
        let m = pos.read_move(m).unwrap();
        (m.to_string(), pos.write_move(m), pos.write_san(m))
    };
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["e1g1", "e1h1", "E1G1", "O-O", "0-0"] {
        assert_eq!(moved(usual, text), ("e1h1".into(), "e1g1".into(), "O-O".into()), "{text}");
    }
    let by_file = "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1";
    for text in ["e8c8", "e8a8", "O-O-O", "0-0-0+"] {
        assert_eq!(moved(by_file, text), ("e8a8".into(), "e8a8".into(), "O-O-O".into()), "{text}");
    }
    // The king may step to g1, so that alone is not castling.
    let near = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    assert_eq!(moved(near, "f1g1").0, "f1g1");
    assert_eq!(moved(near, "f1h1"), ("f1h1".into(), "f1h1".into(), "O-O".into()));
    assert_eq!(read(near).write(), near.replace("K -", "H -"));
    // The outermost rook, where there are two.
    let two = read("3k4/8/8/8/8/8/8/1K2R2R w K - 0 1");
    assert_eq!(two.write(), "3k4/8/8/8/8/8/8/1K2R2R w H - 0 1");
    assert_eq!(read("chess960 0").write(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
}

#[test]
fn promotions_are_read_in_either_case() {
    let pos = Chess::read("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    for text in ["a7a8r", "a7a8R", "a8=R", "a8R", "a8r", "a8(R)", "a7-a8=R+"] {
        let m = pos.read_move(text).unwrap();
        assert_eq!((pos.write_move(m), pos.write_san(m)), ("a7a8r".into(), "a8=R".into()), "{text}");
    }
    assert_eq!(pos.read_move("a8").unwrap_err().to_string(), "'a8' is not a legal move of white");
}

#[test]
fn algebraic_notation_tells_pieces_apart() {
    let written = |fen: &str, m: &str| {
        let pos = Chess::read(fen).unwrap();
        pos.write_san(pos.read_move(m).unwrap())
    };
    assert_eq!(written("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "b1c3"), "Nc3");
    assert_eq!(written("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    assert_eq!(written("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3"), "N1c3");
    assert_eq!(written("8/7k/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4d1"), "Qa4d1");
    // The knight on f3 is pinned, and no rival.
    assert_eq!(written("4k3/8/8/7b/8/5N2/8/1N1K4 w - - 0 1", "b1d2"), "Nd2");
    assert_eq!(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    assert_eq!(written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
    let pos = Chess::read("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
    assert_eq!(
        pos.read_san("Nd2").unwrap_err().to_string(),
        "'Nd2' is ambiguous, expected Nbd2 or Nfd2, say"
    );
}

#[test]
fn positions_are_read_from_moves_and_from_few_fields() {
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    for text in [
        "startpos moves e2e4 e7e5",
        "e2e4 e7e5",
        "e4 e5",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4 e7e5",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 moves e2e4 e7e5",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    ] {
        assert_eq!(Chess::read(text).unwrap().write(), after, "{text}");
    }
    assert_eq!(Chess::read("startpos").unwrap().write(), START);
    assert_eq!(Chess::start().side(), "white");
    let drawn = Chess::start().draw();
    assert!(drawn.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n6  . . ."), "{drawn}");
    assert!(drawn.ends_with("1  R N B Q K B N R\n   a b c d e f g h"), "{drawn}");
}

#[test]
fn errors_say_what_and_where() {
    for (text, error) in [
        ("8/8 w - -", "the board has 2 ranks, expected 8 with / between"),
        ("4k3/8/8/8/8/8/7/4K3 w - -", "rank 2 of the board has 7 squares, expected 8"),
        (
            "4k3/8/8/8/8/8/7x/4K3 w - -",
            "rank 2 of the board has 'x', expected one of PNBRQKpnbrqk or a number from 1 to 8",
        ),
        (
            "4k3/8/9/8/8/8/8/4K3 w - -",
            "rank 6 of the board has '9', expected one of PNBRQKpnbrqk or a number from 1 to 8",
        ),
        ("4k3/8/8/8/8/8/8/8 w - -", "white has 0 kings, expected 1"),
        ("4k2k/8/8/8/8/8/8/4K3 w - -", "black has 2 kings, expected 1"),
        (
            "4k3/8/8/8/8/PPPP4/PPPPP3/4K3 w - -",
            "white has 10 men, 9 of them pawns, expected at most 16 and 8",
        ),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn stands on a1, expected none on ranks 1 and 8"),
        ("4k3/8/8/8/8/8/8/4K3", "field 2, the side to move, w or b, is missing"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "field 2, the side to move, is 'x', expected w or b"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - -", "black's king could be taken, expected no check with white to move"),
        (
            "8/8/8/3kK3/8/8/P7/8 w - -",
            "the kings stand beside each other, on e5 and d5, expected a square between them",
        ),
        (
            "8/8/8/8/8/8/6k1/7K b - - 0 1",
            "the kings stand beside each other, on h1 and g2, expected a square between them",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - -  -",
            "field 5, the plies without capture or pawn move, is '-', expected a number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K -",
            "field 3, who may castle, has 'K', but white's king and such a rook are not both on rank 1",
        ),
        ("4k2r/8/8/8/8/8/8/4K3 w kk -", "field 3, who may castle, has 'k', the second right to that side"),
        (
            "4k2r/8/8/8/8/8/8/4K3 w k- -",
            "field 3, who may castle, has '-', expected K, Q, k, q, the files of rooks, or - alone",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3",
            "field 4, the en passant square, is 'e3', expected - or a square on rank 6",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6",
            "field 4, the en passant square, is 'e6', but its pawn cannot just have moved two steps",
        ),
        ("startpos moves e2e4 e2e4", "move 2: 'e2e4' is not a legal move of black"),
        ("startpos moves 0000", "move 1: '0000' is not a move, expected one such as e2e4, e7e8q or Nf3"),
        ("chess960 960", "the start '960' is unknown, expected 0 to 959"),
    ] {
        assert_eq!(Chess::read(text).unwrap_err().to_string(), error, "{text}");
    }
}

fn never_panics(text: &str) {
    match Chess::read(text) {
        Ok(pos) => assert_eq!(Chess::read(&pos.write()).as_ref(), Ok(&pos), "{text:?}"),
        Err(e) => assert!(!e.0.is_empty() && e.0.len() < 300 && !e.0.contains('\n'), "{e}"),
    }
    if let Ok(m) = Chess::start().read_move(text) {
        assert!(Chess::start().moves().any(|legal| legal == m), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn nothing_makes_a_reader_panic(text in ".{0,80}", word in "[KQRBNPa-h1-8x=+#O0-]{1,7}") {
        never_panics(&text);
        never_panics(&word);
    }

    #[test]
    fn nor_does_a_position_with_a_fault(
        which in 0..POSITIONS.len(),
        faults in prop::collection::vec((any::<prop::sample::Index>(), "[PNBRQKpnbrqkA-Ha-h1-9/ w-]|."), 1..4),
    ) {
        let mut text: Vec<char> = POSITIONS[which].chars().collect();
        for (at, fault) in faults {
            let at = at.index(text.len());
            text.splice(at..=at, fault.chars());
        }
        never_panics(&text.into_iter().collect::<String>());
    }
}

/// A position of this many men at random places, a king of each side among them, with rights and clocks that may be wrong.
fn fens() -> impl Strategy<Value = String> {
    let men = prop::collection::vec((0..64_usize, 0..10_usize), 0..14);
    let tails = ["KQkq - 0 1", "- - 99 70", "HAha e6 0 1", "KQkq e3 3 9", "- d6 0 1", "kq -", "B - 0 1"];
    (men, 0..64_usize, 0..64_usize, any::<bool>(), 0..tails.len()).prop_map(
        move |(men, white, black, turn, tail)| {
            let mut board = ['.'; 64];
            men.into_iter().for_each(|(square, man)| board[square] = char::from(b"PNBRQpnbrq"[man]));
            (board[white], board[black]) = ('K', 'k');
            let rows: Vec<String> =
                board.chunks(8).map(|row| row.iter().collect::<String>().replace('.', "1")).collect();
            format!("{} {} {}", rows.join("/"), if turn { 'w' } else { 'b' }, tails[tail])
        },
    )
}

/// A position that occurs in play, with one to four of its characters replaced.
fn changed_fens() -> impl Strategy<Value = String> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4);
    (0..POSITIONS.len(), changes).prop_map(|(position, changes)| {
        let mut text = POSITIONS[position].as_bytes().to_vec();
        for (place, letter) in changes {
            let place = place.index(text.len());
            text[place] = *letter.get(b"PNBRQKpnbrqk12345678/wb-KQkqaceh369");
        }
        String::from_utf8(text).unwrap()
    })
}

/// Whether a text is refused, or its position can be played: nobody takes a king, and every position
/// two plies on is read back.
fn is_playable_or_refused(text: &str) -> bool {
    let Ok(pos) = Chess::read(text) else { return false };
    let kings = |pos: &Chess| pos.board().pieces(cozy_chess::Piece::King).len();
    assert_eq!(Chess::read(&pos.write()).as_ref(), Ok(&pos), "{text}");
    for child in pos.moves().map(|m| pos.child(m)) {
        assert_eq!(Chess::read(&child.write()).as_ref(), Ok(&child), "{text}");
        for grandchild in child.moves().map(|m| child.child(m)) {
            assert_eq!((kings(&grandchild), grandchild.key()), (2, grandchild.key()), "{text}");
            assert_eq!(Chess::read(&grandchild.write()).as_ref(), Ok(&grandchild), "{text}");
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_that_are_accepted_can_be_played(random in fens(), changed in changed_fens()) {
        is_playable_or_refused(&random);
        is_playable_or_refused(&changed);
    }
}

/// Signs mean something where they stand, and nothing elsewhere.
#[test]
fn signs_out_of_place_are_no_moves() {
    let read = |position: &str, text: &str| Chess::read(position).unwrap().read_move(text).is_ok();
    for text in ["b4", "b2-b4", "b2b4", "b4!", "Nc3", "N-c3", "Nb1-c3", "Nb1:c3"] {
        assert!(read("", text), "{text}");
    }
    for text in
        ["b=4", "b4=", "=b4", "b-4", "b:4", "b(4)", "b4()", "(b4)", "b4-", "N=c3", "", "=", ")", "é4", "b4é"]
    {
        assert!(!read("", text), "{text}");
    }
    let pawn = "3n4/2P5/8/8/8/8/8/k1K5 w - -";
    for text in ["c8Q", "c8=Q", "c8(Q)", "c8=q+", "cxd8=N", "cd8N", "c7:d8=N", "cd8:=N"] {
        assert!(read(pawn, text), "{text}");
    }
    for text in ["c8", "c8=", "c=8Q", "c8==Q", "c8=K", "c8=QQ", "c8=(Q)", "(Q)", "c(8)Q"] {
        assert!(!read(pawn, text), "{text}");
    }
}
