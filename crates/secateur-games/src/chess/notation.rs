use super::ending;
use super::fen::{self, quoted};
use super::knowledge::{Group, Weights, is_bare};
use super::{Chess, Evaluation};
use crate::linear::{Features, Weight};
use crate::{Cells, Inputs, Notation, Perspective, Scale, Unreadable};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use secateur::{Game, Score};

/// The value at which every other game is won, in centipawns.
const EVEN: f64 = 80.0;

/// The centipawns by which the odds of winning grow by a factor of e.
const SLOPE: f64 = 130.0;

/// Groups whose weights follow each other like points on a curve.
const CURVES: [&str; 5] =
    ["knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility", "king_danger"];
/// The number of plies without progress from which values shrink, which has nothing to do with weights.
const FRESH: u8 = 20;

impl Notation for Chess {
    type Knowledge = Evaluation;

    /// Fitted to games of the engine against itself, at first by hand and then by what it had learned.
    const LEARNED: &'static [u8] = include_bytes!("../../nets/chess.eval");

    /// Mates carry their distance.
    const SCALE: Scale = Scale::Soonest;

    /// A logistic curve for winning and its mirror image for losing, fitted to the games that the weights of
    /// the evaluation were fitted to.
    fn chances(&self, score: Score) -> Option<[u16; 3]> {
        let curve = |points: i32| 1000.0 / (1.0 + ((EVEN - f64::from(points)) / SLOPE).exp());
        let (win, loss) = match score.plies_to_end() {
            Some(_) => {
                (if score > Score::DRAW { 1000 } else { 0 }, if score < Score::DRAW { 1000 } else { 0 })
            }
            None => (curve(score.get()).round() as u16, curve(-score.get()).round() as u16),
        };
        Some([win, 1000 - win - loss, loss])
    }

    fn weights() -> Vec<Weight> {
        let weights = Weights::standard();
        let group = |&Group { name, start, len, .. }: &Group| {
            let curve = CURVES.contains(&name);
            let weights = weights.clone();
            (start..start + len).map(move |index| {
                let pack = weights.by_index(index);
                Weight { group: name, value: [pack.middle(), pack.end()], curve: curve && index > start }
            })
        };
        Weights::groups().iter().flat_map(group).collect()
    }

    /// None in endings that are known, and none where the count of moves without progress makes values shrink.
    fn features(&self) -> Option<Features> {
        let board = self.board();
        let for_white = Evaluation::features(board).filter(|_| board.halfmove_clock() <= FRESH)?.linear();
        Some(if board.side_to_move() == Color::White { for_white } else { for_white.reversed() })
    }

    /// Writes weights as [`Weights`] reads them.
    fn write_weights(points: &[[i32; 2]]) -> String {
        let mut weights = (*Weights::standard()).clone();
        points.iter().enumerate().for_each(|(index, &[middle, end])| weights.set(index, middle, end));
        weights.to_string()
    }

    const QUIESCES: bool = true;
    const ALGORITHM: &'static str = "engine";
    const PLAYS_ON: bool = true;
    const CONSTANT_RECIPE: bool = true;

    fn start() -> Self {
        Board::default().into()
    }

    /// FEN, of which the two last fields may be missing, or `startpos`; then `moves` and the moves played.
    /// Moves alone are played from the start.
    ///
    /// `chess960` in front has castling written as the king taking its own rook, and may be followed by the
    /// number of one of the 960 starts (Scharnagl, 2004). It is not needed for FEN that gives castling rights by the
    /// files of rooks, or that has them with king or rook elsewhere than usual.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    ///
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Chess::read("").unwrap().write(), start);
    /// assert_eq!(Chess::read("chess960 518").unwrap().write(), start.replace("KQkq", "HAha"));
    /// let pos = Chess::read("4k3/8/8/8/8/8/4P3/4K3 w - - moves e2e4 e8e7").unwrap();
    /// assert_eq!(pos.write(), "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2");
    ///
    /// let error = Chess::read("4k3/8/8/8/8/8/4P4/4K3 w - -").unwrap_err();
    /// assert_eq!(error.to_string(), "rank 2 of the board has 9 squares, expected 8");
    /// ```
    fn read(text: &str) -> Result<Self, Unreadable> {
        let mut words = text.split_whitespace().peekable();
        let is_chess960 = words.next_if_eq(&"chess960").is_some();
        let mut pos = match words.peek() {
            Some(board) if board.contains('/') => {
                let mut fields = std::iter::from_fn(|| words.next_if(|&word| word != "moves"));
                fen::read(&mut fields.by_ref().take(6))?
            }
            Some(number) if is_chess960 && number.starts_with(|c: char| c.is_ascii_digit()) => {
                let number = number.parse().ok().filter(|&number| number < 960).ok_or_else(|| {
                    Unreadable(format!("the start {} is unknown, expected 0 to 959", quoted(number)))
                })?;
                words.next();
                Board::chess960_startpos(number).into()
            }
            _ => {
                let _ = words.next_if_eq(&"startpos");
                Self::start()
            }
        };
        if is_chess960 {
            pos = pos.chess960();
        }
        let _ = words.next_if_eq(&"moves");
        for (i, word) in words.enumerate() {
            let m = pos.read_move(word).map_err(|e| Unreadable(format!("move {}: {e}", i + 1)))?;
            pos.play(m);
        }
        Ok(pos)
    }

    /// The men of White and those of Black, each with its king first: `KQK`, `KPKR`; up to five men.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    ///
    /// let bare = Chess::ending("KK").unwrap();
    /// assert_eq!(bare.count(), 2 * 3612);
    /// assert!(Chess::ending("KQ").is_none());
    /// ```
    fn ending(text: &str) -> Option<Box<dyn Iterator<Item = Self>>> {
        ending::positions(text)
    }

    /// FEN; in Chess960, and wherever the usual letters are ambiguous, with the files of the rooks.
    fn text(&self) -> Option<String> {
        Some(fen::write(self))
    }

    /// As in UCI: the squares from and to, and the piece that a pawn becomes. Castling is the king's move of two
    /// squares, in Chess960 that to its rook.
    fn write_move(&self, m: Move) -> String {
        if self.is_chess960() || !self.is_castling(m) { m } else { to_where_the_king_goes(m) }.to_string()
    }

    /// In [algebraic notation](Chess::write_san), as PGN has it.
    fn record_move(&self, m: Move) -> String {
        self.write_san(m)
    }

    /// As in UCI, castling in either way wherever it cannot be mistaken for a move of the king alone; or in
    /// [algebraic notation](Chess::read_san). A drawn game may be played on.
    fn read_move(&self, text: &str) -> Result<Move, Unreadable> {
        let Ok(m) = text.to_ascii_lowercase().parse::<Move>() else { return self.read_san(text) };
        if self.board().is_legal(m) {
            return Ok(m);
        }
        let mut castling = self.moves().filter(|&other| self.is_castling(other));
        match castling.find(|&castling| to_where_the_king_goes(castling) == m) {
            Some(castling) => Ok(castling),
            None => self.read_san(text),
        }
    }

    /// Endings against a bare king.
    #[inline]
    fn is_judged_by_rule(&self) -> bool {
        Color::ALL.into_iter().any(|side| is_bare(self.board(), side))
    }

    fn inputs(&self) -> Option<Inputs> {
        // A side's men in the order of their worth, from 1, then the opponent's.
        Some(Inputs { contents: 13, views: 4, sides: 2, ..Inputs::of(8, 8) })
    }

    fn contents(&self, cells: &mut [u8]) -> usize {
        let board = self.board();
        let side = board.side_to_move();
        let Perspective { view, over, across, .. } = perspective(board, side);
        let turned = if over { 0b11_1000 } else { 0 } ^ if across { 0b111 } else { 0 };
        cells.fill(0);
        for square in board.occupied() {
            let man = board.piece_on(square).map_or(0, |piece| piece as u8 + 1);
            let theirs = if board.colors(side).has(square) { 0 } else { 6 };
            cells[square as usize ^ turned] = man + theirs;
        }
        view.into()
    }

    #[inline]
    fn sets(&self, sets: &mut [u64]) -> Option<[Perspective; 2]> {
        let (board, sets) = (self.board(), <&mut [u64; 12]>::try_from(sets).ok()?);
        for (piece, at) in Piece::ALL.into_iter().zip(0..) {
            let men = board.pieces(piece);
            sets[at] = (men & board.colors(Color::White)).0;
            sets[at + 6] = (men & board.colors(Color::Black)).0;
        }
        let side = board.side_to_move();
        Some([side, !side].map(|side| perspective(board, side)))
    }

    fn cells(&self) -> Option<Cells> {
        Some(fen::cells(self.board()))
    }

    fn draw(&self) -> String {
        fen::draw(self.board())
    }

    fn side(&self) -> String {
        fen::name(self.board().side_to_move()).into()
    }

    /// Centipawns; a mate is 32,000 minus its distance in plies.
    fn value(&self, score: Score) -> i32 {
        score.get()
    }
}

/// How a side sees the board, which goes up the board, its king on the right half: what can no longer castle is worth the same
/// mirrored, and hardly anything else is different. The view depends on where the king stands: what is near it counts otherwise than
/// what is far. Squares are counted from White's first rank.
#[inline]
fn perspective(board: &Board, side: Color) -> Perspective {
    let king = board.king(side);
    let (over, across) = (side == Color::White, king.file() < File::E);
    let view = match king.rank().relative_to(side) {
        Rank::First if matches!(king.file(), File::A | File::B | File::G | File::H) => 0, // towards the corner
        Rank::First => 1,
        Rank::Second => 2,
        _ => 3, // further up
    };
    Perspective { view, over, across, exchanged: side == Color::Black }
}

/// Castling, written by the square that the king reaches.
fn to_where_the_king_goes(castling: Move) -> Move {
    let file = if castling.to.file() > castling.from.file() { File::G } else { File::C };
    Move { to: Square::new(file, castling.to.rank()), ..castling }
}
