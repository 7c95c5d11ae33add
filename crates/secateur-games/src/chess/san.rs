//! Standard algebraic notation, as people and collections of positions write moves: `Nbd7`, `exd8=Q+`.

use super::Chess;
use super::fen::{name, quoted};
use crate::Unreadable;
use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use secateur::{Game, Hints};

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

impl Chess {
    /// Writes a legal move in standard algebraic notation.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    ///
    /// let pos = Chess::read("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6").unwrap();
    /// let castling = pos.read_move("e1g1").unwrap();
    /// let takes = pos.read_move("b5c6").unwrap();
    /// assert_eq!((pos.write_san(castling), pos.write_san(takes)), ("O-O".into(), "Bxc6".into()));
    /// ```
    pub fn write_san(&self, m: Move) -> String {
        let Some(piece) = self.board().piece_on(m.from) else { return String::new() };
        let mut out = String::new();
        if self.is_castling(m) {
            out.push_str(if m.to.file() > m.from.file() { "O-O" } else { "O-O-O" });
        } else {
            let takes = self.captured(m).is_some();
            if piece == Piece::Pawn {
                out.extend(takes.then(|| char::from(m.from.file())));
            } else {
                out.push(letter(piece));
                out.push_str(&self.apart(piece, m));
            }
            out.extend(takes.then_some('x'));
            out.push_str(&m.to.to_string());
            out.extend(m.promotion.into_iter().flat_map(|piece| ['=', letter(piece)]));
        }
        let child = self.child(m);
        if child.in_check() {
            out.push(if child.moves().next().is_none() { '#' } else { '+' });
        }
        out
    }

    /// The disambiguation of a move from those of other pieces of its kind to the same square: the file of the piece
    /// if that suffices, or its rank if that does, or both.
    fn apart(&self, piece: Piece, m: Move) -> String {
        let alike = |other: &Move| {
            other.from != m.from
                && other.to == m.to
                && self.board().pieces(piece).has(other.from)
                && !self.is_castling(*other)
        };
        let rivals: Vec<Square> = self.moves().filter(alike).map(|other| other.from).collect();
        let (file, rank) = (m.from.file(), m.from.rank());
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != file) {
            file.to_string()
        } else if rivals.iter().all(|rival| rival.rank() != rank) {
            rank.to_string()
        } else {
            m.from.to_string()
        }
    }

    /// Reads a legal move in algebraic notation, standard or long. Signs for checks and captures may be
    /// missing, zeros may stand for the letters of castling, and the piece's own square may be given in more
    /// detail than needed.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    ///
    /// let pos = Chess::read("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6").unwrap();
    /// for text in ["O-O", "0-0", "Bxc6", "Bc6", "Bb5xc6!", "h3", "h2-h3"] {
    ///     assert!(pos.read_san(text).is_ok(), "{text}");
    /// }
    /// assert_eq!(pos.read_san("Nc3").unwrap().to_string(), "b1c3");
    /// let error = pos.read_san("Nd2").unwrap_err();
    /// assert_eq!(error.to_string(), "'Nd2' is not a legal move of white");
    /// ```
    pub fn read_san(&self, text: &str) -> Result<Move, Unreadable> {
        let Some(wanted) = Wanted::read(text) else {
            let found = quoted(text);
            return Err(Unreadable(format!(
                "{found} is not a move, expected one such as e2e4, e7e8q or Nf3"
            )));
        };
        let fits: Vec<Move> = self.moves().filter(|&m| wanted.fits(self, m)).collect();
        match fits[..] {
            [m] => Ok(m),
            [] => {
                let side = name(self.board().side_to_move());
                Err(Unreadable(format!("{} is not a legal move of {side}", quoted(text))))
            }
            [a, b, ..] => {
                let [a, b] = [a, b].map(|m| self.write_san(m));
                Err(Unreadable(format!("{} is ambiguous, expected {a} or {b}, say", quoted(text))))
            }
        }
    }
}

/// The move that a text describes.
enum Wanted {
    Castling { short: bool },
    Plain { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

impl Wanted {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.strip_suffix("e.p.").unwrap_or(text);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Wanted::Castling { short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Wanted::Castling { short: false }),
            _ => {}
        }
        // What a pawn becomes: `e8Q`, `e8=Q` or `e8(Q)`.
        let (text, becomes) = match text.strip_suffix(')') {
            Some(text) => text.rsplit_once('(').map(|(text, letter)| (text, Some(letter)))?,
            None => {
                let squares = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                match &text[squares.len()..] {
                    "" => (text, None),
                    letter => (squares.strip_suffix('=').unwrap_or(squares), Some(letter)),
                }
            }
        };
        let promotion = match becomes {
            Some(letter) => {
                let piece = letter.to_ascii_lowercase().parse().ok();
                Some(piece.filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))?)
            }
            None => None,
        };
        let signs: Vec<char> = text.trim_end_matches(':').chars().collect();
        let (from, to) = signs.split_at_checked(signs.len().checked_sub(2)?)?;
        let from: Vec<char> = from.iter().copied().filter(|c| !"x:-".contains(*c)).collect();
        // A small letter in front is a file.
        let first = from.first().filter(|c| c.is_ascii_uppercase());
        let piece = first.map_or(Some(Piece::Pawn), |c| c.to_ascii_lowercase().try_into().ok())?;
        let from = &from[usize::from(first.is_some())..];
        let to = Square::new(File::try_from(to[0]).ok()?, Rank::try_from(to[1]).ok()?);
        let (file, rank) = match *from {
            [] => (None, None),
            [c] if c.is_ascii_digit() => (None, Some(Rank::try_from(c).ok()?)),
            [c] => (Some(File::try_from(c).ok()?), None),
            [file, rank] => (Some(File::try_from(file).ok()?), Some(Rank::try_from(rank).ok()?)),
            _ => return None,
        };
        Some(Wanted::Plain { piece, file, rank, to, promotion })
    }

    fn fits(&self, pos: &Chess, m: Move) -> bool {
        let board: &Board = pos.board();
        match *self {
            Wanted::Castling { short } => pos.is_castling(m) && (m.to.file() > m.from.file()) == short,
            Wanted::Plain { piece, file, rank, to, promotion } => {
                m.to == to
                    && m.promotion == promotion
                    && board.pieces(piece).has(m.from)
                    && file.is_none_or(|file| file == m.from.file())
                    && rank.is_none_or(|rank| rank == m.from.rank())
                    && !pos.is_castling(m)
            }
        }
    }
}
