//! The weights learnt, by stage of the game; and their form in a file.

use super::shapes::{Classes, PLACES, Row, SHAPE_OF, SHAPES, STARTS, contents};
use super::{Contents, DISC, Othello};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The number of stages, of four discs each.
pub const STAGES: usize = 15;
/// The number of weights of a stage: one for each class of contents, and one for each number of discs.
pub const CLASSES: usize = 113_877 + 4;
/// The first weight for a number of discs.
const CONSTANTS: usize = CLASSES - 4;

/// The stage of a position with `discs` discs.
pub const fn stage_of(discs: u32) -> usize {
    let stage = discs.saturating_sub(4) as usize / 4;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The weights that a position's value is the sum of, as indices into the list that [`Weights::learn`] takes for its stage.
pub fn features(pos: &Othello) -> [u32; PLACES + 1] {
    let (row, classes) = (Contents::of(pos).row, Classes::get());
    std::array::from_fn(|i| match i {
        PLACES => CONSTANTS as u32 + (64 - pos.empties()) % 4,
        place => classes.of(SHAPE_OF[place], row[place]),
    })
}

/// A table is as long as the next power of two, so that no number can be beyond it.
type Table<const N: usize> = Box<[i16; N]>;

/// The weights of a stage, to be looked up by the contents themselves.
#[derive(Clone)]
struct Stage {
    ten: [Table<{ 1 << 16 }>; 2],
    nine: Table<{ 1 << 15 }>,
    eight: [Table<{ 1 << 13 }>; 4],
    seven: Table<{ 1 << 12 }>,
    six: Table<{ 1 << 10 }>,
    five: Table<{ 1 << 8 }>,
    four: Table<{ 1 << 7 }>,
    constants: [i16; 4],
}

fn table<const N: usize>() -> Table<N> {
    vec![0; N].into_boxed_slice().try_into().expect("it has that length")
}

/// The weight of a content in a table: its index is the content's lowest bits, in two's complement.
#[inline(always)]
fn at<const N: usize>(table: &[i16; N], number: i16) -> i32 {
    i32::from(table[usize::from(number as u16) & (N - 1)])
}

impl Stage {
    fn new() -> Stage {
        Stage {
            ten: [table(), table()],
            nine: table(),
            eight: [table(), table(), table(), table()],
            seven: table(),
            six: table(),
            five: table(),
            four: table(),
            constants: [0; 4],
        }
    }

    /// The table of a shape.
    fn tables(&mut self) -> [&mut [i16]; SHAPES] {
        let [a, b] = &mut self.ten;
        let [c, d, e, f] = &mut self.eight;
        [
            &mut a[..],
            &mut b[..],
            &mut self.nine[..],
            &mut c[..],
            &mut d[..],
            &mut e[..],
            &mut f[..],
            &mut self.seven[..],
            &mut self.six[..],
            &mut self.five[..],
            &mut self.four[..],
        ]
    }

    #[inline(always)]
    fn sum(&self, row: &Row, discs: u32) -> i32 {
        // With places that are known at compile time nothing is left to check.
        macro_rules! over {
            ($($shape:literal $table:expr),*) => {
                0 $(+ row[STARTS[$shape]..STARTS[$shape + 1]].iter().map(|&number| at($table, number)).sum::<i32>())*
            };
        }
        let Stage { ten: [a, b], nine, eight: [c, d, e, f], seven, six, five, four, constants } = self;
        let constant = i32::from(constants[discs as usize % 4]);
        constant + over!(0 a, 1 b, 2 nine, 3 c, 4 d, 5 e, 6 f, 7 seven, 8 six, 9 five, 10 four)
    }
}

/// The weights of the patterns. They are learnt from the last stage to the first.
#[derive(Clone)]
pub struct Weights {
    /// The stages; those before the first that was learnt are missing.
    stages: [Option<Stage>; STAGES],
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights of {} stages", self.stages.iter().flatten().count())
    }
}

impl Weights {
    /// The number of units in a disc.
    pub const A_DISC: i32 = 32;
    /// The greatest distance of a weight from zero, in units: more than 63 discs.
    pub const LIMIT: i16 = 2_047;

    /// The weights that Secateur plays with.
    pub fn standard() -> Arc<Weights> {
        static STANDARD: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let weights = Weights::read(include_bytes!("weights.bin"));
            Arc::new(weights.expect("a test reads the weights that are compiled in"))
        });
        STANDARD.clone()
    }

    /// Weights of which nothing is learnt.
    pub fn none() -> Weights {
        Weights { stages: [const { None }; STAGES] }
    }

    /// The first stage from which all are learnt.
    pub(super) fn first(&self) -> usize {
        STAGES - self.stages.iter().rev().take_while(|stage| stage.is_some()).count()
    }

    /// Whether anything is learnt for positions with `discs` discs.
    #[inline(always)]
    pub fn knows(&self, discs: u32) -> bool {
        self.stages[stage_of(discs)].is_some()
    }

    /// The value of a position by the contents of its places, in points.
    #[inline(always)]
    pub(super) fn value(&self, row: &Row, discs: u32) -> i32 {
        let sum = self.stages[stage_of(discs)].as_ref().map_or(0, |stage| stage.sum(row, discs));
        const { assert!(Weights::A_DISC.count_ones() == 1) };
        (sum * DISC) >> Weights::A_DISC.trailing_zeros()
    }

    /// Takes the weights of a stage: one for each class, in units, and none beyond the limit.
    pub fn learn(&mut self, stage: usize, weights: &[i16]) {
        let weights: Vec<i16> = weights.iter().map(|&w| w.clamp(-Self::LIMIT, Self::LIMIT)).collect();
        let mut learnt = Stage::new();
        let classes = Classes::get();
        for (shape, table) in learnt.tables().into_iter().enumerate() {
            let mask = table.len() - 1;
            debug_assert!(contents(shape) <= table.len());
            for (number, class) in classes.each(shape) {
                table[usize::from(number as u16) & mask] = weights[class as usize];
            }
        }
        learnt.constants.copy_from_slice(&weights[CONSTANTS..]);
        self.stages[stage] = Some(learnt);
    }

    /// The weights of a stage, as [`Weights::learn`] takes them; zeros if it was not learnt.
    pub fn classes(&self, stage: usize) -> Vec<i16> {
        let mut weights = vec![0; CLASSES];
        let Some(mut learnt) = self.stages[stage].clone() else { return weights };
        let classes = Classes::get();
        for (shape, table) in learnt.tables().into_iter().enumerate() {
            let mask = table.len() - 1;
            for (number, class) in classes.each(shape) {
                weights[class as usize] = table[usize::from(number as u16) & mask];
            }
        }
        weights[CONSTANTS..].copy_from_slice(&learnt.constants);
        weights
    }
}
