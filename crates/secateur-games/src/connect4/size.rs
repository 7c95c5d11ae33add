//! The size of a board: constant, or known when the program runs.

use crate::bits::Bits;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most columns, which are named by digits and letters.
const MOST_COLUMNS: usize = 35;
/// The most rows: lines are looked for by shifts twice as far as a column is high, which stay below 128.
const MOST_ROWS: usize = 31;

/// The size of a board, and the integer that holds its cells.
///
/// ```
/// use secateur_games::connect4::{Any, Fixed, Size};
///
/// assert_eq!(Fixed::<7, 6>::sized(7, 6), Some(Fixed));
/// assert_eq!(Fixed::<7, 6>::sized(13, 4), None);
/// let wide = Any::sized(13, 4).unwrap();
/// assert_eq!((wide.shape().columns(), wide.shape().rows()), (13, 4));
/// assert_eq!(Any::sized(13, 9), None); // 13 columns of 10 bits are more than 128
/// ```
pub trait Size: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The bits of the board.
    type Bits: Bits;
    /// The number of bits of a key: all that there are, if boards of several sizes share a table.
    const KEY_BITS: u32;
    /// The usual size, 7x6, or the only one.
    const USUAL: Self;
    /// What follows from the size.
    fn shape(self) -> &'static Shape;
    /// These columns and rows, if the size can be that.
    fn sized(columns: u32, rows: u32) -> Option<Self>;
}

/// `W` columns and `H` rows on 64 bits: constants, which cost nothing.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fixed<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Fixed<W, H> {
    const SHAPE: Shape = Shape::new(W, H, 0);
}

impl<const W: usize, const H: usize> Size for Fixed<W, H> {
    type Bits = u64;
    const KEY_BITS: u32 = {
        assert!(W * (H + 1) <= 64, "the board must fit its bits");
        Self::SHAPE.bits
    };
    const USUAL: Self = Fixed;

    #[inline(always)]
    fn shape(self) -> &'static Shape {
        const { &Self::SHAPE }
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        ((columns, rows) == (W as u32, H as u32)).then_some(Fixed)
    }
}

/// Any size whose columns, with one spare cell on top of each, fit 128 bits: up to 35 columns and 31 rows.
#[derive(Copy, Clone)]
pub struct Any(&'static Shape);

impl Any {
    /// How many sizes there are.
    const COUNT: usize = {
        let (mut count, mut columns) = (0, 1);
        while columns <= MOST_COLUMNS {
            count += Self::most_rows(columns);
            columns += 1;
        }
        count
    };

    /// Every size, by columns and then by rows.
    const ALL: [Shape; Self::COUNT] = {
        let (mut all, mut i, mut columns) = ([Shape::new(1, 1, 1); Self::COUNT], 0, 1);
        while columns <= MOST_COLUMNS {
            let mut rows = 1;
            while rows <= Self::most_rows(columns) {
                all[i] = Shape::new(columns, rows, i as u64 + 1);
                (i, rows) = (i + 1, rows + 1);
            }
            columns += 1;
        }
        all
    };

    const fn most_rows(columns: usize) -> usize {
        let rows = 128 / columns - 1;
        if rows < MOST_ROWS { rows } else { MOST_ROWS }
    }

    const fn index(columns: usize, rows: usize) -> usize {
        let (mut before, mut column) = (0, 1);
        while column < columns {
            before += Self::most_rows(column);
            column += 1;
        }
        before + rows - 1
    }
}

static SHAPES: [Shape; Any::COUNT] = Any::ALL;

impl Size for Any {
    type Bits = u128;
    const KEY_BITS: u32 = 64;
    const USUAL: Self = Any(&SHAPES[Self::index(7, 6)]);

    #[inline(always)]
    fn shape(self) -> &'static Shape {
        self.0
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        let (columns, rows) = (usize::try_from(columns).ok()?, usize::try_from(rows).ok()?);
        let is_one = (1..=MOST_COLUMNS).contains(&columns) && (1..=Self::most_rows(columns)).contains(&rows);
        is_one.then(|| Any(&SHAPES[Self::index(columns, rows)]))
    }
}

impl PartialEq for Any {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Any {}

impl Hash for Any {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.salt.hash(state);
    }
}

impl fmt::Debug for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0.width, self.0.height)
    }
}

/// What follows from the size of a board. Sets of cells are of 128 bits, of which smaller boards need the lower ones.
#[derive(Copy, Clone, Debug)]
pub struct Shape {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The bits of a column: its cells and the spare one.
    pub(super) column: u32,
    /// The bits of the board.
    bits: u32,
    /// The number of cells.
    pub(super) count: u32,
    /// Whether keys leave room for the rest of an entry of [`EndGame`](super::EndGame).
    pub(super) has_table: bool,
    /// With so few cells left, a position is played out at once.
    pub(super) played_out: u32,
    /// With so few stones, mirror images share a key.
    pub(super) folded: u32,
    /// What keys are marked with, by a number of the size; nothing for 0. Of boards that leave nine bits free, keys differ if
    /// the sizes do; the other bits keep apart nearly all others.
    pub(super) salt: u64,
    /// The lowest cells.
    pub(super) bottom: u128,
    /// All cells but the spare ones.
    pub(super) cells: u128,
    /// The lower cells of pairs, counted down from the top of each column.
    pub(super) lower: u128,
    /// The columns, centre first.
    order: [u8; MOST_COLUMNS],
    /// Sixteen points for each column that is farther from the centre.
    pub(super) central: [i16; MOST_COLUMNS],
}

impl Shape {
    const fn new(columns: usize, rows: usize, number: u64) -> Shape {
        assert!(1 <= columns && columns <= MOST_COLUMNS && 1 <= rows && rows <= MOST_ROWS);
        let (width, height, column) = (columns as u32, rows as u32, rows as u32 + 1);
        let (bits, count) = (width * column, width * height);
        assert!(bits <= 128, "the board must fit its bits");
        let (mut bottom, mut lower, mut order, mut central) = (0, 0, [0; MOST_COLUMNS], [0; MOST_COLUMNS]);
        let mut i = 0;
        while i < columns {
            bottom |= 1_u128 << (i as u32 * column);
            let c = if i % 2 == 0 { columns / 2 + i / 2 } else { columns / 2 - i.div_ceil(2) };
            order[i] = c as u8;
            central[c] = 16 * (columns - 1 - i) as i16;
            i += 1;
        }
        let mut row = height % 2;
        while row < height {
            lower |= bottom << row;
            row += 2;
        }
        let has_table = bits + super::endgame::SHIFT <= 64;
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 9;
        Shape {
            width,
            height,
            column,
            bits,
            count,
            has_table,
            played_out: if has_table { count * 2 / 5 } else { count / 6 },
            folded: count / 3,
            salt: number << 55 | mixed,
            bottom,
            cells: (bottom << height) - bottom,
            lower,
            order,
            central,
        }
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.height
    }

    /// The columns, centre first.
    #[inline(always)]
    pub(super) fn order(&self) -> &[u8] {
        &self.order[..self.width as usize]
    }

    /// The distances between the places of neighbours: upwards, and to the right downwards, straight, and upwards.
    #[inline(always)]
    pub(super) fn steps(&self) -> [u32; 4] {
        [1, self.height, self.column, self.column + 1]
    }
}
