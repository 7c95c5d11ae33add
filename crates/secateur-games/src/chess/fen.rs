//! Forsyth-Edwards notation: as in ordinary chess (`KQkq`), and with the files of the rooks as letters, as
//! Shredder writes it, where the former is ambiguous.

use super::Chess;
use crate::{Cells, Unreadable};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_king_moves};

/// The text found, ready for a sentence: quoted, and cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(24).collect();
    let dots = if shown.len() < text.len() { "..." } else { "" };
    format!("'{}{dots}'", shown.escape_debug())
}

pub(super) fn name(side: Color) -> &'static str {
    if side == Color::White { "white" } else { "black" }
}

fn unreadable<T>(what: String) -> Result<T, Unreadable> {
    Err(Unreadable(what))
}

/// Reads four fields, and two more if they are there. A position has its moves counted from zero and one
/// where the last two are missing.
pub(super) fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Chess, Unreadable> {
    let mut field = |number: u32, what: &str| {
        words.next().ok_or_else(|| Unreadable(format!("field {number}, {what}, is missing")))
    };
    let mut builder = BoardBuilder::empty();
    builder.board = read_board(field(1, "the board")?)?;
    let side = field(2, "the side to move, w or b")?;
    builder.side_to_move = match side {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        _ => return unreadable(format!("field 2, the side to move, is {}, expected w or b", quoted(side))),
    };
    let castling = field(3, "who may castle, or -")?;
    let passed = field(4, "the en passant square, or -")?;
    let Ok(board) = builder.build() else {
        let [us, them] = [builder.side_to_move, !builder.side_to_move].map(name);
        return unreadable(format!("{them}'s king could be taken, expected no check with {us} to move"));
    };
    let [white, black] = Color::ALL.map(|side| board.king(side));
    if get_king_moves(white).has(black) {
        return unreadable(format!(
            "the kings stand beside each other, on {white} and {black}, expected a square between them"
        ));
    }
    let by_file = read_castling(castling, &board, &mut builder.castle_rights)?;
    builder.en_passant = match passed {
        "-" => None,
        _ => Some(read_passed(passed, &board)?),
    };
    if let Some(clock) = words.next() {
        // More than a hundred plies draw all the same.
        builder.halfmove_clock =
            read_count(5, "the plies without capture or pawn move", clock)?.min(100) as u8;
    }
    if let Some(number) = words.next() {
        // Some programs count from zero.
        builder.fullmove_number = read_count(6, "the number of the move", number)?.max(1);
    }
    match builder.build() {
        Ok(board) if by_file => Ok(Chess::from(board).chess960()),
        Ok(board) => Ok(Chess::from(board)),
        // Everything else has been looked at.
        Err(_) => unreadable(format!(
            "field 4, the en passant square, is {}, but its pawn cannot just have moved two steps",
            quoted(passed)
        )),
    }
}

fn read_count(number: u32, what: &str, text: &str) -> Result<u16, Unreadable> {
    text.parse().map_err(|_| {
        let found = quoted(text);
        Unreadable(format!("field {number}, {what}, is {found}, expected a number from 0 to 65535"))
    })
}

/// Reads the squares from a8 to h1, and sees that their pieces can be on one board.
fn read_board(text: &str) -> Result<[Option<(Piece, Color)>; Square::NUM], Unreadable> {
    let mut board = [None; Square::NUM];
    let rows = text.split('/').count();
    if rows != Rank::NUM {
        return unreadable(format!("the board has {rows} ranks, expected 8 with / between"));
    }
    for (rank, row) in Rank::ALL.iter().rev().zip(text.split('/')) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let Ok(piece) = Piece::try_from(c.to_ascii_lowercase()) else {
                let found = quoted(&c.to_string());
                return unreadable(format!(
                    "rank {rank} of the board has {found}, expected one of PNBRQKpnbrqk or a number from 1 to 8"
                ));
            };
            let side = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(&file) = File::ALL.get(file) {
                board[Square::new(file, *rank) as usize] = Some((piece, side));
            }
            file += 1;
        }
        if file != File::NUM {
            return unreadable(format!("rank {rank} of the board has {file} squares, expected 8"));
        }
    }
    for side in Color::ALL {
        let count = |wanted: Option<Piece>| {
            let is_wanted = |&(piece, colour): &(Piece, Color)| {
                colour == side && wanted.is_none_or(|wanted| piece == wanted)
            };
            board.iter().flatten().filter(|man| is_wanted(man)).count()
        };
        let (kings, pawns, men) = (count(Some(Piece::King)), count(Some(Piece::Pawn)), count(None));
        let side = name(side);
        if kings != 1 {
            return unreadable(format!("{side} has {kings} kings, expected 1"));
        }
        if pawns > 8 || men > 16 {
            return unreadable(format!(
                "{side} has {men} men, {pawns} of them pawns, expected at most 16 and 8"
            ));
        }
    }
    let is_pawn = |&&square: &&Square| matches!(board[square as usize], Some((Piece::Pawn, _)));
    let back = |square: &&Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    match Square::ALL.iter().filter(back).find(is_pawn) {
        Some(square) => unreadable(format!("a pawn stands on {square}, expected none on ranks 1 and 8")),
        None => Ok(board),
    }
}

/// Reads the castling rights of both sides: `K` and `Q` with the outermost rook on that side of the king, a
/// file with the one there. Returns whether files were given.
fn read_castling(text: &str, board: &Board, rights: &mut [CastleRights; 2]) -> Result<bool, Unreadable> {
    let mut by_file = false;
    for c in text.chars().filter(|_| text != "-") {
        let wrong = |why: String| {
            let found = quoted(&c.to_string());
            Unreadable(format!("field 3, who may castle, has {found}, {why}"))
        };
        let side = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (king, back) = (board.king(side), Rank::First.relative_to(side));
        let rooks = board.colored_pieces(side, Piece::Rook) & back.bitboard();
        let beyond = |short: bool| {
            rooks
                .iter()
                .map(Square::file)
                .filter(move |&file| file != king.file() && (file > king.file()) == short)
        };
        let rook = match c.to_ascii_lowercase() {
            'k' => beyond(true).max(),
            'q' => beyond(false).min(),
            letter @ 'a'..='h' => {
                by_file = true;
                beyond(true).chain(beyond(false)).find(|&file| char::from(file) == letter)
            }
            _ => return Err(wrong("expected K, Q, k, q, the files of rooks, or - alone".into())),
        };
        let Some(rook) = rook.filter(|_| king.rank() == back) else {
            let side = name(side);
            return Err(wrong(format!("but {side}'s king and such a rook are not both on rank {back}")));
        };
        let rights = &mut rights[side as usize];
        let right = if rook > king.file() { &mut rights.short } else { &mut rights.long };
        if right.replace(rook).is_some() {
            return Err(wrong("the second right to that side".into()));
        }
    }
    Ok(by_file)
}

fn read_passed(text: &str, board: &Board) -> Result<Square, Unreadable> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    match text.parse::<Square>() {
        Ok(square) if square.rank() == rank => Ok(square),
        _ => unreadable(format!(
            "field 4, the en passant square, is {}, expected - or a square on rank {rank}",
            quoted(text)
        )),
    }
}

pub(super) fn write(pos: &Chess) -> String {
    if pos.is_chess960() { format!("{:#}", pos.board()) } else { pos.board().to_string() }
}

/// Whether castling happens between the usual squares, as far as anyone may castle.
pub(super) fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.iter().all(|&side| {
        let CastleRights { short, long } = *board.castle_rights(side);
        let nobody = short.is_none() && long.is_none();
        nobody
            || board.king(side).file() == File::E
                && short.is_none_or(|rook| rook == File::H)
                && long.is_none_or(|rook| rook == File::A)
    })
}

/// The board as white sees it, with white's pieces as capitals.
pub(super) fn cells(board: &Board) -> Cells {
    let mark = |row: u8, column: u8| {
        let square = Square::new(File::index(column.into()), Rank::index(7 - usize::from(row)));
        let letter = char::from(board.piece_on(square)?);
        Some(if board.colors(Color::White).has(square) { letter.to_ascii_uppercase() } else { letter })
    };
    Cells::new(8, 8, mark).numbered_from_below()
}

/// Eight ranks from the top, with their coordinates.
pub(super) fn draw(board: &Board) -> String {
    let cells = cells(board);
    let ranks: String = cells.lines(1).map(|(rank, marks)| format!("{rank} {marks}\n")).collect();
    format!("{ranks}   {}", cells.columns.join(" "))
}
