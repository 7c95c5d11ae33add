use super::everywhere;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use secateur::{Game, Hints};
use secateur_games::chess::Chess;

/// Pieces on squares, which are taken off one by one.
struct Men([Option<(Piece, Color)>; 64]);

fn value(piece: Piece) -> i32 {
    [100, 320, 320, 500, 950, 0][piece as usize]
}

impl Men {
    fn of(board: &Board) -> Self {
        Men(std::array::from_fn(|i| {
            let square = Square::index(i);
            board.piece_on(square).zip(board.color_on(square))
        }))
    }

    fn attacks(&self, from: Square, to: Square) -> bool {
        let occupied = Square::ALL.iter().filter(|&&s| self.0[s as usize].is_some());
        let occupied = occupied.fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        let reach = match self.0[from as usize] {
            None => BitBoard::EMPTY,
            Some((Piece::Pawn, side)) => get_pawn_attacks(from, side),
            Some((Piece::Knight, _)) => get_knight_moves(from),
            Some((Piece::Bishop, _)) => get_bishop_moves(from, occupied),
            Some((Piece::Rook, _)) => get_rook_moves(from, occupied),
            Some((Piece::Queen, _)) => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            Some((Piece::King, _)) => get_king_moves(from),
        };
        reach.has(to)
    }

    fn takers(&self, to: Square, side: Color) -> impl Iterator<Item = (Piece, Square)> {
        let own = move |&from: &Square| match self.0[from as usize] {
            Some((piece, colour)) if colour == side && self.attacks(from, to) => Some((piece, from)),
            _ => None,
        };
        Square::ALL.iter().filter_map(own)
    }

    /// The gain of `side` by taking on a square, or by leaving it. Written as the definition goes, one board for
    /// each taker.
    fn best(&self, to: Square, side: Color) -> i32 {
        let Some((piece, from)) = self.takers(to, side).min_by_key(|&(piece, _)| piece) else { return 0 };
        if piece == Piece::King && self.takers(to, !side).next().is_some() {
            return 0;
        }
        let promotes = piece == Piece::Pawn && [0, 7].contains(&(to as usize / 8));
        let becomes = if promotes { Piece::Queen } else { piece };
        let prize = self.0[to as usize].map_or(0, |(piece, _)| value(piece));
        let mut after = Men(self.0);
        after.0[from as usize] = None;
        after.0[to as usize] = Some((becomes, side));
        (prize + value(becomes) - value(piece) - after.best(to, !side)).max(0)
    }
}

/// The gain of a move and the exchange after it.
fn won(board: &Board, m: Move) -> i32 {
    let side = board.side_to_move();
    if board.colors(side).has(m.to) {
        return 0; // castling
    }
    let mut after = board.clone();
    after.play(m);
    let material = |board: &Board, side| {
        Piece::ALL.iter().map(|&p| value(p) * board.colored_pieces(side, p).len() as i32).sum::<i32>()
    };
    let balance = |board: &Board| material(board, side) - material(board, !side);
    balance(&after) - balance(board) - Men::of(&after).best(m.to, !side)
}

#[test]
fn exchanges_come_to_what_a_search_of_them_comes_to() {
    let (mut losing, mut winning) = (0, 0);
    everywhere(5, |pos| {
        for m in pos.moves() {
            let won = won(pos.board(), m);
            for least in [won - 500, won - 1, won, won + 1, won + 400, 0, 1] {
                assert_eq!(pos.exchange(m, least), won >= least, "{} {m} wins {won}, {least}", pos.board());
            }
            losing += u32::from(pos.is_noisy(m) && won < 0);
            winning += u32::from(pos.is_noisy(m) && won > 0);
        }
    });
    assert!(losing > 1_000 && winning > 1_000, "{losing} exchanges lose, {winning} win");
}

#[test]
fn known_exchanges() {
    for (fen, m, won) in [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        // Defended.
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        // A second rook stands behind the first one; the pawn that takes is taken.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
        // The king takes back only what nothing defends.
        ("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("8/8/3k4/3p4/8/8/B7/3RK3 w - - 0 1", "d1d5", 100),
        // En passant, defended and not.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // Promotions: safe, taken back, taken back from behind; and a rook that is better not taken back.
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("8/P3k3/r7/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1rr1k3/P7/8/8/8/8/8/1R2K3 w - - 0 1", "b1b8", 500),
        // To step next to a pawn costs a piece; to castle nothing.
        ("4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1", "d3e5", -320),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0),
    ] {
        let board: Board = fen.parse().unwrap();
        let pos = Chess::from(board);
        let m: Move = m.parse().unwrap();
        assert!(pos.board().is_legal(m), "{fen} {m}");
        assert!(pos.exchange(m, won) && !pos.exchange(m, won + 1), "{fen} {m}");
    }
}
