//! Gomoku by the free rule, on 15 x 15 cells: five in a row or more win. The board has more cells than an integer has
//! bits; here a row is an integer.
//!
//! `cargo run --release --example gomoku -- play gomoku --algorithm engine`

use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Cells, Notation, StaticValue};
use secateur_session::{GameEntry, Registry};

const SIDE: usize = 15;
/// A row of cells, the lowest bit on the left.
const ROW: u16 = (1 << SIDE) - 1;
/// The directions of a row of five: rows down, columns to the right.
const WAYS: [(usize, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
/// The value of five cells without an opposing stone, by the own stones on them.
const WORTH: [i32; 5] = [0, 1, 8, 50, 200];
/// A key for each stone of either side.
static KEYS: Zobrist<{ 2 * SIDE * SIDE }> = Zobrist::new(1);

/// A set of cells, row by row from the top.
type Cellset = [u16; SIDE];

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Gomoku {
    mine: Cellset,
    theirs: Cellset,
    /// Whether the second player is to move.
    second: bool,
    key: u64,
}

/// The cells of a set, row by row.
fn each(set: Cellset) -> impl Iterator<Item = u8> {
    set.into_iter().enumerate().flat_map(|(row, cells)| {
        (0..SIDE)
            .filter(move |column| cells >> column & 1 == 1)
            .map(move |column| (row * SIDE + column) as u8)
    })
}

/// For the cells of a row, whether the cell `steps` steps further on is in the set; none are beyond the edge.
fn ahead(set: &Cellset, row: usize, steps: usize, (down, right): (usize, i32)) -> u16 {
    let cells = set.get(row + steps * down).copied().unwrap_or(0);
    match right {
        0 => cells,
        1.. => cells >> steps,
        _ => cells << steps & ROW,
    }
}

fn has_five(set: &Cellset) -> bool {
    let five = |row, way| (0..5).fold(ROW, |all, steps| all & ahead(set, row, steps, way));
    WAYS.iter().any(|&way| (0..SIDE).any(|row| five(row, way) != 0))
}

/// The value of the fives that are still open to `own`.
fn worth(own: &Cellset, foe: &Cellset) -> i32 {
    let open = foe.map(|row| ROW & !row);
    let mut sum = 0;
    for (way, row) in WAYS.into_iter().flat_map(|way| (0..SIDE).map(move |row| (way, row))) {
        // The stones of all fives that begin in the row, counted at once: a binary digit each.
        let (mut free, mut ones, mut twos, mut fours) = (ROW, 0, 0, 0);
        for steps in 0..5 {
            let stones = ahead(own, row, steps, way);
            free &= ahead(&open, row, steps, way);
            let pairs = ones & stones;
            fours |= twos & pairs;
            twos ^= pairs;
            ones ^= stones;
        }
        let with =
            [free & ones & !twos & !fours, free & twos & !ones, free & ones & twos, free & fours & !ones];
        sum += (1..).zip(with).map(|(count, set)| WORTH[count] * set.count_ones() as i32).sum::<i32>();
    }
    sum
}

impl Gomoku {
    fn is_empty(&self, cell: u8) -> bool {
        let (row, column) = (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
        row < SIDE && (self.mine[row] | self.theirs[row]) >> column & 1 == 0
    }
}

impl Game for Gomoku {
    type Move = u8;

    /// Cells beside a stone first.
    fn moves(&self) -> impl Iterator<Item = u8> {
        let stones: Cellset = std::array::from_fn(|row| self.mine[row] | self.theirs[row]);
        let wide = stones.map(|row| row | row << 1 | row >> 1);
        let row_of = |row: usize| wide.get(row).copied().unwrap_or(0);
        let near: Cellset = std::array::from_fn(|row| {
            ROW & !stones[row] & (row_of(row.wrapping_sub(1)) | wide[row] | row_of(row + 1))
        });
        let far: Cellset = std::array::from_fn(|row| ROW & !stones[row] & !near[row]);
        each(near).chain(each(far))
    }

    fn play(&mut self, cell: u8) {
        let cell = usize::from(cell);
        let mut moved = self.mine;
        moved[cell / SIDE] |= 1 << (cell % SIDE);
        self.key ^= KEYS.key(2 * cell + usize::from(self.second));
        *self = Gomoku { mine: self.theirs, theirs: moved, second: !self.second, key: self.key };
    }

    fn outcome(&self) -> Option<Score> {
        has_five(&self.theirs).then_some(Score::LOSS)
    }

    /// A full board is drawn.
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Gomoku {
    fn key(&self) -> u64 {
        self.key
    }

    fn encode(&self, cell: u8) -> u16 {
        cell.into()
    }

    fn decode(&self, code: u16) -> Option<u8> {
        u8::try_from(code).ok().filter(|&cell| self.is_empty(cell))
    }
}

impl Hints for Gomoku {
    const CYCLES: bool = false;
}

impl Notation for Gomoku {
    type Knowledge = StaticValue;

    fn start() -> Self {
        Gomoku { mine: [0; SIDE], theirs: [0; SIDE], second: false, key: 0 }
    }

    fn static_value(&self) -> Score {
        Score::points(worth(&self.mine, &self.theirs) - worth(&self.theirs, &self.mine))
    }

    fn cells(&self) -> Option<Cells> {
        let stones = if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] };
        let holds = |set: Cellset, row: u8, column: u8| set[usize::from(row)] >> column & 1 == 1;
        Some(Cells::new(SIDE as u8, SIDE as u8, |row, column| {
            match stones.map(|set| holds(set, row, column)) {
                [true, _] => Some('X'),
                [_, true] => Some('O'),
                _ => None,
            }
        }))
    }

    fn write_move(&self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % SIDE as u8), usize::from(cell) / SIDE + 1)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
}

fn main() -> std::process::ExitCode {
    secateur_cli::run(
        Registry::new().with(GameEntry::new::<Gomoku>("gomoku", "five in a row on 15 x 15 cells")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::{Search, Table, algo};

    /// A game, as far as it has got.
    const GAME: &str = "h8 i7 h7 h6 i8 g8 j7 g6 i6 g7 g9 i9 k8 h5 l9 m10";

    fn five(cells: [&str; 5]) -> bool {
        let start = Gomoku::start();
        let mut set = [0; SIDE];
        for cell in cells.map(|cell| usize::from(start.read_move(cell).unwrap())) {
            set[cell / SIDE] |= 1 << (cell % SIDE);
        }
        has_five(&set)
    }

    #[test]
    fn laws() {
        secateur::laws::check_all(&[Gomoku::start(), Gomoku::read(GAME).unwrap()], 1, 1).unwrap();
        secateur_games::laws::check_notation::<Gomoku>("", 1, 1).unwrap();
    }

    /// Five in a row win, also in the corners, where a row must not go on at the other edge.
    #[test]
    fn five_in_a_row_win() {
        assert!(five(["a1", "b1", "c1", "d1", "e1"]) && five(["k15", "l15", "m15", "n15", "o15"]));
        assert!(five(["a1", "a2", "a3", "a4", "a5"]) && five(["o11", "o12", "o13", "o14", "o15"]));
        assert!(five(["a1", "b2", "c3", "d4", "e5"]) && five(["k11", "l12", "m13", "n14", "o15"]));
        assert!(five(["e1", "d2", "c3", "b4", "a5"]) && five(["o11", "n12", "m13", "l14", "k15"]));
        assert!(!five(["m1", "n1", "o1", "a2", "b2"]) && !five(["n1", "o2", "a3", "b4", "c5"]));
        assert!(!five(["c1", "b2", "a3", "o3", "n4"]) && !five(["a1", "b1", "c1", "d1", "f1"]));
    }

    /// The stones counted at once are those that counting one by one finds; and the last cell is number 224.
    #[test]
    fn open_fives_are_counted() {
        let pos = Gomoku::read(GAME).unwrap();
        let at = |set: &Cellset, row: i32, column: i32| set[row as usize] >> column & 1 == 1;
        let mut sum = 0;
        for (row, column) in (0..15).flat_map(|row| (0..15).map(move |column| (row, column))) {
            for (down, right) in WAYS.map(|(down, right)| (down as i32, right)) {
                let cells: Vec<(i32, i32)> = (0..5).map(|i| (row + i * down, column + i * right)).collect();
                let inside = cells.iter().all(|&(row, column)| row < 15 && (0..15).contains(&column));
                if inside && !cells.iter().any(|&(row, column)| at(&pos.theirs, row, column)) {
                    let stones = cells.iter().filter(|&&(row, column)| at(&pos.mine, row, column)).count();
                    sum += WORTH[stones];
                }
            }
        }
        assert_eq!(worth(&pos.mine, &pos.theirs), sum);
        assert_eq!((pos.moves().count(), pos.read_move("o15")), (225 - 16, Ok(224)));
    }

    #[test]
    fn searches_find_what_minimax_finds() {
        for text in ["h8", GAME] {
            let pos = Gomoku::read(text).unwrap();
            let minimax = algo::minimax(&mut Search::new(StaticValue), &pos, 2);
            let mut plain = Search::new(StaticValue);
            assert_eq!(algo::alpha_beta(&mut plain, &pos, 2, -Score::INF, Score::INF), minimax, "{text}");
            let table = Table::with_entries(1 << 16);
            let mut memory = Search::new(StaticValue).memory(table.exact());
            assert_eq!(algo::pvs_memory(&mut memory, &pos, 2, -Score::INF, Score::INF), minimax, "{text}");
        }
        // A row of four that is open at both ends wins in three plies at most.
        let four = Gomoku::read("h8 a1 i8 o15 j8 a15").unwrap();
        let mut cx = Search::new(StaticValue);
        let Ok(value) = algo::alpha_beta(&mut cx, &four, 3, -Score::INF, Score::INF);
        assert_eq!(value, Score::win_in(3));
    }
}
