use super::everywhere;
use cozy_chess::{Board, Color, Move, Piece, Square};
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::chess::Chess;
use std::collections::HashSet;

fn chess(fen: &str) -> Chess {
    fen.parse::<Board>().unwrap().into()
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.map(|m| m.to_string()).collect();
    moves.sort_unstable();
    moves
}

fn listed(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves
}

/// Whether it takes a piece, judged by its effect on the pieces on the board, not by where it goes.
fn takes(board: &Board, m: Move) -> bool {
    let mut after = board.clone();
    after.play(m);
    after.occupied().len() < board.occupied().len()
}

#[test]
fn moves_are_those_of_the_rules_and_split_into_noisy_and_quiet_ones() {
    everywhere(6, |pos| {
        let all = listed(pos.board());
        assert_eq!(sorted(pos.moves()), sorted(all.iter().copied()), "{}", pos.board());
        let is_noisy = |m: &Move| match m.promotion {
            Some(piece) => piece == Piece::Queen,
            None => takes(pos.board(), *m),
        };
        let (noisy, quiet): (Vec<Move>, Vec<Move>) = all.into_iter().partition(is_noisy);
        assert_eq!(sorted(pos.noisy()), sorted(noisy.iter().copied()), "{}", pos.board());
        assert_eq!(sorted(pos.quiet()), sorted(quiet.iter().copied()), "{}", pos.board());
        assert!(noisy.iter().all(|&m| pos.is_noisy(m)) && !quiet.iter().any(|&m| pos.is_noisy(m)));
        for m in quiet {
            assert!(pos.gain(m) == 0 || m.promotion.is_some(), "{} {m}", pos.board());
        }
        assert!(noisy.iter().all(|&m| pos.gain(m) > 0 && pos.move_score(m) > 1));
    });
}

#[test]
fn positions_that_are_turned_over_have_one_key() {
    let turned =
        ["8/8/8/8/2k5/8/1Q6/K7", "8/8/8/8/5k2/8/6Q1/7K", "K7/1Q6/8/2k5/8/8/8/8", "8/8/8/8/8/3k4/1Q6/K7"];
    let keys = turned.map(|men| chess(&format!("{men} w - - 12 30")).folded());
    assert_eq!(keys, [keys[0]; 4]);
    let others =
        ["8/8/8/8/2k5/8/1Q6/K7 b - - 0 1", "8/8/8/8/2k5/8/1R6/K7 w - - 0 1", "8/8/8/8/3k4/8/Q7/K7 w - - 0 1"];
    assert!(others.iter().all(|&other| chess(other).folded() != keys[0]));
}

#[test]
fn only_few_men_without_pawns_leave_few_positions() {
    let left = |fen: &str| chess(fen).positions_left();
    assert_eq!(left("8/8/2k5/8/8/8/1Q6/K7 w - - 0 1"), Some(65 * 903));
    assert_eq!(left("8/8/2k5/8/8/8/1BB5/K7 w - - 0 1"), Some(33 * 33 * 903));
    assert_eq!(left("8/8/2k5/8/8/2B5/1B6/K7 w - - 0 1"), Some(65 * 65 * 903));
    assert_eq!(left("8/8/2k5/8/8/8/1P6/K7 w - - 0 1"), None);
    assert_eq!(left("8/8/2k5/8/8/8/8/4K2R w K - 0 1"), None);
}

#[test]
fn moves_are_counted_without_listing_them() {
    everywhere(2, |pos| {
        let all = listed(pos.board()).len();
        let mut moves = pos.moves();
        for left in (0..all).rev() {
            moves.next().unwrap();
            assert_eq!(moves.size_hint(), (left, Some(left)), "{}", pos.board());
        }
        assert_eq!((moves.next(), pos.moves().count()), (None, all));
        assert_eq!(pos.noisy().count() + pos.quiet().count(), all);
    });
}

#[test]
fn checks_are_the_quiet_moves_that_give_check() {
    let mut castling = 0;
    everywhere(8, |pos| {
        let gives_check =
            |m: &Move| !matches!(m.promotion, Some(Piece::Bishop | Piece::Rook)) && pos.child(*m).in_check();
        assert_eq!(sorted(pos.checks()), sorted(pos.quiet().filter(gives_check)), "{}", pos.board());
        castling += pos.checks().filter(|m| pos.board().colors(pos.board().side_to_move()).has(m.to)).count();
    });
    assert!(castling > 0, "no position tests castling that gives check");
}

/// Castling, en passant and promotions move more than one piece from one square to another.
fn is_plain(pos: &Chess, m: Move) -> bool {
    let board = pos.board();
    let castles = board.colors(board.side_to_move()).has(m.to);
    let passes = takes(board, m) && !board.occupied().has(m.to);
    !castles && !passes && m.promotion.is_none()
}

#[test]
fn threats_are_the_moves_that_give_check() {
    everywhere(4, |pos| {
        let threatens = pos.threatens();
        for m in pos.moves() {
            let gives_check = pos.child(m).in_check();
            assert!(threatens(m) == gives_check || !threatens(m) && !is_plain(pos, m), "{} {m}", pos.board());
            assert!(threatens(m) == gives_check || m.promotion.is_none(), "{} {m}", pos.board());
        }
    });
}

#[test]
fn keys_are_foretold() {
    let (mut keys_after, mut all) = (0, 0);
    everywhere(4, |pos| {
        for m in pos.moves() {
            let child = pos.child(m);
            let right = pos.key_after(m) == Some(child.key());
            let rights =
                |pos: &Chess| [Color::White, Color::Black].map(|side| *pos.board().castle_rights(side));
            let same_rights = rights(pos) == rights(&child) && child.board().en_passant().is_none();
            let still = child.board().halfmove_clock() < 50;
            assert!(right || !(is_plain(pos, m) && same_rights && still), "{} {m}", pos.board());
            keys_after += u32::from(right);
            all += 1;
        }
    });
    assert!(keys_after * 10 > all * 8, "{keys_after} of {all}");
}

#[test]
fn codes_are_read_back_and_others_refused() {
    everywhere(1, |pos| {
        let legal: HashSet<u16> = pos.moves().map(|m| pos.encode(m)).collect();
        assert!(pos.moves().all(|m| pos.decode(pos.encode(m)) == Some(m)));
        let decoded = (0..=u16::MAX).step_by(7).filter(|&code| pos.decode(code).is_some());
        for code in decoded {
            assert!(legal.contains(&code), "{} {code}", pos.board());
        }
    });
}

#[test]
fn en_passant_counts_in_the_key_where_it_is_legal() {
    let key = |fen: &str| chess(fen).key();
    let none = key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), none);
    // No pawn is near.
    assert_eq!(key("4k3/8/8/8/p3P3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/p3P3/8/8/4K3 b - - 0 1"),);
    // Both pawns would leave the rank, and the king behind them to the rook.
    assert_eq!(key("4K3/8/8/8/k2pP2R/8/8/8 b - e3 0 1"), key("4K3/8/8/8/k2pP2R/8/8/8 b - - 0 1"),);
}

#[test]
fn draws_by_rule() {
    let drawn = |fen: &str| chess(fen).outcome() == Some(Score::DRAW);
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4kb2/8/8/3K4/8/8 b - - 0 1",
        "8/8/4kb2/8/3B4/3KB3/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 100 80",
    ] {
        assert!(drawn(fen), "{fen}");
    }
    for fen in [
        "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
        "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80",
        // The hundredth move mated.
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80",
    ] {
        assert!(!drawn(fen), "{fen}");
    }
    let stalemate = chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((stalemate.moves().count(), stalemate.no_moves()), (0, Score::DRAW));
}

#[test]
fn passing_needs_pieces_and_no_check() {
    everywhere(2, |pos| {
        let board = pos.board();
        let own = board.colors(board.side_to_move());
        let pieces = own & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
        let passed = pos.null_move();
        assert_eq!(passed.is_some(), board.checkers().is_empty() && !pieces.is_empty(), "{board}");
        if let Some(passed) = passed {
            assert_eq!(passed.board().side_to_move(), !board.side_to_move());
            assert_eq!(passed.board().halfmove_clock(), board.halfmove_clock());
        }
    });
}

/// Whether a move can be taken back by the laws of the board: nothing taken, no pawn moved, rights kept.
fn is_reversible(pos: &Chess, m: Move) -> bool {
    let (before, child) = (pos.board(), pos.child(m));
    let after = child.board();
    let rights = |board: &Board| cozy_chess::Color::ALL.map(|side| *board.castle_rights(side));
    before.pieces(Piece::Pawn) == after.pieces(Piece::Pawn)
        && before.occupied().len() == after.occupied().len()
        && rights(before) == rights(after)
}

#[test]
fn irreversible_moves_take_move_pawns_or_lose_rights() {
    everywhere(4, |pos| {
        for m in pos.moves() {
            assert_eq!(pos.irreversible(m), !is_reversible(pos, m), "{} {m}", pos.board());
        }
    });
}

#[test]
fn moves_that_bring_a_key_back_are_found() {
    let mut found = 0;
    everywhere(2, |pos| {
        // Keys one move on, and keys of other positions two and three moves on, which one move seldom
        // reaches.
        let mut keys = Vec::new();
        for m in pos.moves() {
            let child = pos.child(m);
            keys.push(child.identity());
            for reply in child.moves().take(3) {
                let two = child.child(reply);
                keys.extend([two.identity(), two.moves().next().map_or(0, |m| two.child(m).identity())]);
            }
        }
        let reversible: HashSet<u64> =
            pos.moves().filter(|&m| is_reversible(pos, m)).map(|m| pos.child(m).identity()).collect();
        for key in keys {
            assert_eq!(pos.leads_to(key), reversible.contains(&key), "{}", pos.board());
        }
        found += reversible.len();
    });
    assert!(found > 1_000);
}

#[test]
fn numbers_stay_in_range_and_tell_moves_apart() {
    everywhere(2, |pos| {
        let from_tos: HashSet<usize> = pos.moves().map(|m| pos.from_to(m)).collect();
        let squares: HashSet<(Square, Square)> = pos.moves().map(|m| (m.from, m.to)).collect();
        assert_eq!(from_tos.len(), squares.len());
        for m in pos.moves() {
            assert!(pos.from_to(m) < Chess::FROM_TO_RANGE && pos.piece_to(m) < Chess::PIECE_TO_RANGE);
            assert!(pos.captured(m) < Chess::CAPTURED_RANGE);
        }
    });
}

#[test]
fn aspects_change_with_their_part_alone() {
    let correction_keys = |fen| chess(fen).correction_keys().collect::<Vec<u64>>();
    let start = correction_keys("r3k2r/pp6/8/3n4/8/8/PP6/RN2K2R w - - 0 1");
    let differing = |fen| {
        let other = correction_keys(fen);
        (0..4).filter(|&i| start[i] != other[i]).collect::<Vec<_>>()
    };
    assert_eq!(differing("r3k2r/pp6/8/3n4/8/P7/1P6/RN2K2R w - - 0 1"), [0]);
    assert_eq!(differing("r3k2r/pp6/8/3n4/8/8/PP6/RN2KR2 w - - 0 1"), [1]);
    assert_eq!(differing("r3kr2/pp6/8/3n4/8/8/PP6/RN2K2R w - - 0 1"), [2]);
    assert_eq!(differing("r3k2r/pp6/3n4/8/8/8/PP6/RN2K2R w - - 0 1"), [2, 3]);
    assert_eq!(differing("r3k2r/pp6/8/3n4/8/8/PP6/RN2K2R b - - 0 1"), [0, 1, 2, 3]);
}

/// Danger is found here piece by piece.
#[test]
fn safety_is_away_from_lesser_pieces() {
    use Piece::{Bishop, Knight, Pawn, Queen, Rook};
    everywhere(4, |pos| {
        let board = pos.board();
        let (us, them) = (board.side_to_move(), !board.side_to_move());
        let attacked = |square: Square, by: Piece| {
            let attackers = board.colored_pieces(them, by);
            attackers.into_iter().any(|from| {
                let attacks = match by {
                    Pawn => cozy_chess::get_pawn_attacks(from, them),
                    Knight => cozy_chess::get_knight_moves(from),
                    Bishop => cozy_chess::get_bishop_moves(from, board.occupied()),
                    _ => cozy_chess::get_rook_moves(from, board.occupied()),
                };
                attacks.has(square)
            })
        };
        let safety = pos.safety();
        for m in pos.quiet() {
            let lesser: &[Piece] = match board.piece_on(m.from).unwrap() {
                Pawn => &[],
                Queen => &[Pawn, Knight, Bishop, Rook],
                Rook => &[Pawn, Knight, Bishop],
                _ => &[Pawn],
            };
            let danger = |square| i32::from(lesser.iter().any(|&by| attacked(square, by)));
            assert_eq!(safety(m), danger(m.from) - danger(m.to), "{board}: {m} for {us:?}");
        }
    });
}

#[test]
fn the_best_captures_promise_most() {
    let pos = chess("8/1P3p1k/3q2r1/4P3/8/8/3Q4/K7 w - - 0 1");
    let mut moves: Vec<Move> = pos.moves().collect();
    moves.sort_by_key(|&m| -pos.move_score(m));
    let order: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
    assert_eq!(order[..3], ["e5d6", "d2d6", "b7b8q"]);
    assert_eq!(order[order.len() - 3..], ["b7b8n", "b7b8r", "b7b8b"]);
    assert!(moves[3..order.len() - 3].iter().all(|&m| pos.move_score(m) == 0));
}
