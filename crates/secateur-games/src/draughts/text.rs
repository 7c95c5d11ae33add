//! Positions and moves of draughts as text, by the names of the Portable Draughts Notation (PDN): squares count from 1, from the
//! top left.

use super::{Board, Lattice, Move, Variant};
use crate::grid::{clip, number, ones};
use crate::linear::{Features, Weight};
use crate::notation::{find_move, played};
use crate::{Cells, Inputs, Notation, StaticValue, Unreadable};
use secateur::{Game, Score};
use std::marker::PhantomData;

const SIDES: [&str; 2] = ["white", "black"];

impl<V: Variant> Board<V> {
    /// The pieces of White, those of Black, and the kings, as White sees the board.
    fn as_white_sees(&self) -> [u64; 3] {
        match self.black {
            false => [self.mine, self.theirs, self.kings],
            true => [self.theirs, self.mine, self.kings].map(Lattice::<V>::turned),
        }
    }

    /// The position with these pieces.
    fn with([white, black, kings]: [u64; 3], to_move: bool, still: u8) -> Board<V> {
        let pos = Board { mine: white, theirs: black, kings, black: false, still, variant: PhantomData };
        if !to_move {
            return pos;
        }
        let [mine, theirs, kings] = [black, white, kings].map(Lattice::<V>::turned);
        Board { mine, theirs, kings, black: true, ..pos }
    }

    /// The number of a square, from 1.
    pub(super) fn name(&self, bit: u8) -> u8 {
        1 + Lattice::<V>::square(if self.black { Lattice::<V>::turned_bit(bit) } else { bit })
    }

    /// The numbers of the squares that a move leaves and comes to.
    pub(super) fn ends(&self, m: Move) -> [u8; 2] {
        [self.name(m.from), self.name(m.to)]
    }

    /// The squares that a capture lands on, the last one included: the first way found, or along `via` if it is given.
    fn way(&self, m: Move, via: Option<&[u8]>) -> Option<Vec<u8>> {
        let empty = self.empty() | 1 << m.from;
        let flies = V::FLYING && self.kings >> m.from & 1 != 0;
        let (mut landed, most) = (Vec::new(), m.captured.count_ones() as usize);
        if via.is_some_and(|via| via.len() != most) {
            return None;
        }
        // Depth first, with a stack of squares to try, each with what is left to take and how many were landed on.
        let mut open = vec![(1_u64 << m.from, m.captured, 0)];
        while let Some((at, left, depth)) = open.pop() {
            landed.truncate(depth);
            if depth > 0 {
                landed[depth - 1] = self.name(at.trailing_zeros() as u8);
                if via.is_some_and(|via| via[depth - 1] != landed[depth - 1]) {
                    continue;
                }
            }
            if left == 0 && at == 1 << m.to {
                return Some(landed);
            }
            for way in 0..4 {
                let before = if flies { Lattice::<V>::ray(at, way, empty) } else { 0 };
                let over = Lattice::<V>::step(at | before, way) & left;
                let first = Lattice::<V>::step(over, way) & empty;
                let further = if flies { Lattice::<V>::ray(first, way, empty) } else { 0 };
                open.extend(ones(first | further).map(|to| (1 << to, left & !over, depth + 1)));
            }
            landed.push(0);
        }
        None
    }

    /// Reads a position in full: the side to move, the pieces of each side, and the plies without progress.
    fn fen(text: &str) -> Result<Board<V>, Unreadable> {
        let mut parts = text.trim_end_matches('.').split(':');
        let side = |word: &str| ["W", "B"].iter().position(|name| name.eq_ignore_ascii_case(word));
        let first = parts.next().unwrap_or_default();
        let black = side(first)
            .ok_or_else(|| Unreadable(format!("'{}' is no side to move, expected W or B", clip(first))))?
            == 1;
        let (mut sets, mut seen, mut still) = ([0; 3], [false; 2], 0);
        for part in parts {
            let (head, list) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
            match (side(head), head) {
                (Some(owner), _) if !seen[owner] => {
                    seen[owner] = true;
                    for word in list.split(',').filter(|_| !list.is_empty()) {
                        Self::place(word, owner, &mut sets)?;
                    }
                }
                (None, "H" | "h") => {
                    still = number(list).filter(|&n| n <= u16::from(V::LIMIT)).ok_or_else(|| {
                        let (list, most) = (clip(list), V::LIMIT);
                        Unreadable(format!("'{list}' plies without progress, expected 0 to {most}"))
                    })? as u8;
                }
                // The number of the move.
                (None, "F" | "f") if number(list).is_some() => {}
                _ => {
                    return Err(Unreadable(format!(
                        "found '{}', expected the pieces of each side once, such as W21,K3 and B1,2",
                        clip(part)
                    )));
                }
            }
        }
        if let Some(owner) = seen.iter().position(|&seen| !seen) {
            let (name, letter) = (SIDES[owner], ["W", "B"][owner]);
            return Err(Unreadable(format!(
                "the pieces of {name} are missing, expected {letter} and their squares"
            )));
        }
        let most = Lattice::<V>::WIDE * (Lattice::<V>::WIDE - 1);
        for (name, set) in SIDES.iter().zip(sets) {
            if set.count_ones() > most {
                let found = set.count_ones();
                return Err(Unreadable(format!("{name} has {found} pieces, expected at most {most}")));
            }
        }
        Ok(Self::with(sets, black, still))
    }

    /// Puts the pieces of a word on the board: `21`, `K3`, or `31-35`.
    fn place(word: &str, owner: usize, sets: &mut [u64; 3]) -> Result<(), Unreadable> {
        let plain = word.trim_start_matches(['K', 'k']);
        let king = word.len() == plain.len() + 1;
        let (from, to) = plain.split_once('-').unwrap_or((plain, plain));
        let most = u16::from(V::ROWS) * Lattice::<V>::WIDE as u16;
        let square = |text: &str| number(text).filter(|n| (1..=most).contains(n));
        let (Some(from), Some(to)) = (square(from), square(to)) else {
            return Err(Unreadable(format!(
                "'{}' is no square, expected 1 to {most}, with K before it for a king",
                clip(word)
            )));
        };
        for n in from..=to {
            let bit = 1 << Lattice::<V>::bit((n - 1) as u8);
            let last = [Lattice::<V>::TOP, Lattice::<V>::BOTTOM][owner];
            if (sets[0] | sets[1]) & bit != 0 {
                return Err(Unreadable(format!("two pieces stand on {n}, expected one")));
            }
            if !king && bit & last != 0 {
                let name = SIDES[owner];
                return Err(Unreadable(format!(
                    "a man of {name} stands on {n}, its last row, expected a king"
                )));
            }
            sets[owner] |= bit;
            sets[2] |= if king { bit } else { 0 };
        }
        Ok(())
    }

    fn mark(&self, row: u8, column: u8) -> Option<char> {
        if (row + column).is_multiple_of(2) {
            return Some(' ');
        }
        let bit = Lattice::<V>::bit(row * Lattice::<V>::WIDE as u8 + column / 2);
        let [white, black, kings] = self.as_white_sees().map(|set| set >> bit & 1 != 0);
        match (white, black, kings) {
            (true, _, king) => Some(if king { 'W' } else { 'w' }),
            (_, true, king) => Some(if king { 'B' } else { 'b' }),
            _ => None,
        }
    }
}

impl<V: Variant> Notation for Board<V> {
    type Knowledge = StaticValue;

    const LEARNED: &'static [u8] = V::LEARNED;

    /// What the rules call drawn can be played on: an arbiter may count otherwise.
    const PLAYS_ON: bool = true;

    fn start() -> Self {
        let men = Lattice::<V>::WIDE * (Lattice::<V>::WIDE - 1);
        let black = (0..men as u8).fold(0, |set, square| set | 1 << Lattice::<V>::bit(square));
        Self::with([Lattice::<V>::turned(black), black, 0], V::BLACK_BEGINS, 0)
    }

    /// All positions with as many pieces, or fewer: `4`.
    ///
    /// As many of them with each number of pieces as J. Schaeffer and others, *Checkers is solved*, 2007, count:
    ///
    /// ```
    /// use secateur_games::{Notation, draughts::Checkers};
    ///
    /// assert_eq!(Checkers::ending("2").unwrap().count(), 120 + 6_972);
    /// ```
    fn ending(text: &str) -> Option<Box<dyn Iterator<Item = Self>>> {
        super::ending::positions(text)
    }

    fn weights() -> Vec<Weight> {
        Self::listed_weights()
    }

    fn features(&self) -> Option<Features> {
        Some(self.counted())
    }

    /// Material, men that are ahead, the centre, and guards of the first row.
    fn static_value(&self) -> Score {
        Score::points(self.judged())
    }

    /// The moves played, `32-28 17-22`, with their numbers or without; or a position in FEN, `W:W21,22,K3:B1,2`: the side to move,
    /// then the squares of White and of Black, `K` before those of kings, `31-35` for five men. `:H12` after it are twelve plies without a
    /// capture or a man's move. Moves may follow.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let mut words = text.split_whitespace().peekable();
        let fen = words.next_if(|word| word.contains(':'));
        let numbered = |word: &&str| word.strip_suffix('.').is_none_or(|n| number(n).is_none());
        let moves: Vec<&str> = words.filter(numbered).collect();
        played(fen.map_or(Ok(start), Self::fen)?, &moves.join(" "))
    }

    fn text(&self) -> Option<String> {
        let [white, black, kings] = self.as_white_sees();
        let list = |set: u64| -> String {
            let king = |bit: u8| if kings >> bit & 1 != 0 { "K" } else { "" };
            let names = ones(set).map(|bit| format!("{}{}", king(bit), 1 + Lattice::<V>::square(bit)));
            names.collect::<Vec<_>>().join(",")
        };
        let still = if self.still == 0 { String::new() } else { format!(":H{}", self.still) };
        let side = if self.black { 'B' } else { 'W' };
        Some(format!("{side}:W{}:B{}{still}", list(white), list(black)))
    }

    /// `32-28`, or `22x15` for a capture: with all squares that it lands on, `22x15x6`, where another capture begins and ends
    /// there, too.
    fn write_move(&self, m: Move) -> String {
        let [from, to] = self.ends(m);
        if m.captured == 0 {
            return format!("{from}-{to}");
        }
        let alike = self.captures().iter().filter(|n| (n.from, n.to) == (m.from, m.to)).count();
        let squares = if alike > 1 { self.way(m, None) } else { None };
        squares.unwrap_or(vec![to]).iter().fold(from.to_string(), |text, square| format!("{text}x{square}"))
    }

    /// Captures are read with all their squares, too.
    fn read_move(&self, text: &str) -> Result<Move, Unreadable> {
        let squares: Option<Vec<u8>> =
            text.split(['x', 'X', ':', '-']).map(|n| n.trim().parse().ok()).collect();
        if let Some([from, via @ ..]) = squares.as_deref()
            && let Some(&to) = via.last()
            && self.outcome().is_none()
        {
            let fits = |m: &Move| self.ends(*m) == [*from, to] && self.way(*m, Some(via)).is_some();
            if let Some(m) = self.captures().into_iter().find(fits) {
                return Ok(m);
            }
        }
        find_move(self, text)
    }

    fn side(&self) -> String {
        SIDES[usize::from(self.black)].into()
    }

    fn inputs(&self) -> Option<Inputs> {
        // The dark squares alone, which no turn of the board makes into each other.
        Some(Inputs { contents: 5, ..Inputs::of(V::ROWS, V::ROWS / 2) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        let (mine, theirs, kings) = (self.mine, self.theirs, self.kings);
        let contents = [(mine & !kings, 1), (theirs & !kings, 2), (mine & kings, 3), (theirs & kings, 4)];
        cells.fill(0);
        for (set, content) in contents {
            for bit in ones(set) {
                cells[usize::from(Lattice::<V>::square(bit))] = content;
            }
        }
        0
    }

    /// The light squares are marked with a blank. Rows are named by their first squares.
    fn cells(&self) -> Option<Cells> {
        let mut cells = Cells::new(V::ROWS, V::ROWS, |row, column| self.mark(row, column));
        cells.rows = (0..V::ROWS).map(|row| (1 + u32::from(row) * Lattice::<V>::WIDE).to_string()).collect();
        cells.columns = vec![String::new(); V::ROWS.into()];
        Some(cells)
    }

    /// Men are small letters, kings capital ones; each row begins with the number of its first square.
    fn draw(&self) -> String {
        let cells = self.cells();
        let rows = cells.iter().flat_map(|cells| cells.lines(1));
        rows.map(|(name, marks)| format!("{name:>2} {}", marks.trim_end())).collect::<Vec<_>>().join("\n")
    }
}
