//! Nine Men's Morris, and Six Men's Morris: close mills of three men, and take a man for each.
//!
//! The sides place their men on empty points in turn. Once all are placed, a man moves along a line to the next point, if it is
//! empty; in Nine Men's Morris a side that has three men left moves them to any empty point. Who brings three men into a row takes
//! an opposing man off the board, one that is in no row itself unless all are; two rows closed by one man take one, too.
//! A side with fewer than three men has lost, and so has one that cannot move. Positions that come back are drawn.
//!
//! Nine Men's Morris, on three squares, is a draw (R. Gasser, *Solving Nine Men's Morris*, 1996). Six Men's Morris is played on
//! two squares, whose lines between them have only two points and are no rows, and without moves to any point; it is a draw
//! as well (B. Liou, tables of every position, in the repository `brianhliou/game-solver`).

use crate::grid::{hash, ones};
use secateur::{Game, Hints, Keyed, Score};

mod rings;
mod text;

use rings::{IMAGES, beside, image, mills, nearly, original, points};

/// Worth in points: a man, a row that lacks one, an empty point beside a man.
const WORTH: [(&str, i32); 4] = [("man", 100), ("mill", 15), ("open_mill", 20), ("mobility", 4)];

/// A position of morris.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, morris::Morris};
///
/// let pos = Morris::start();
/// assert_eq!(pos.moves().count(), 24);
/// // Three in a row take a man; Six Men's Morris is the game on five rows and columns.
/// let pos = Morris::read_from(Morris::sized(5, 5).unwrap(), "a5 a1 c5 e1").unwrap();
/// assert_eq!(pos.child(pos.read_move("e5xa1").unwrap()).write(), "XXX/.../..../.../..O O 3,4");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Morris {
    /// The men of the side to move.
    mine: u32,
    /// The opponent's men.
    theirs: u32,
    /// The men that the side to move and the opponent have yet to place.
    hands: [u8; 2],
    /// The squares of the board: 2 or 3.
    squares: u8,
    /// Whether `O` is to move.
    second: bool,
}

/// A man is placed, or goes from a point to another; and an opposing one is taken, or none.
///
/// ```
/// use secateur_games::{Notation, morris::{Morris, Step}};
///
/// let placed = Morris::start().read_move("a7").unwrap();
/// assert_eq!(placed, Step { from: Step::NONE, to: 0, taken: Step::NONE });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The point that the man leaves; [`Step::NONE`] if it is placed.
    pub from: u8,
    /// The point that it comes to.
    pub to: u8,
    /// The point from which an opposing man is taken; [`Step::NONE`] if none is.
    pub taken: u8,
}

impl Step {
    /// No point.
    pub const NONE: u8 = 24;

    /// The point as a set; empty for none.
    #[inline(always)]
    fn set(point: u8) -> u32 {
        if point < Step::NONE { 1 << point } else { 0 }
    }
}

impl Morris {
    /// The empty board of two squares or three, with as many men to place as it is named after. None for other numbers.
    ///
    /// ```
    /// use secateur_games::{Notation, morris::Morris};
    ///
    /// assert_eq!(Morris::new(2).unwrap().write(), ".../.../..../.../... X 6,6");
    /// assert_eq!(Morris::new(4), None);
    /// ```
    pub fn new(squares: u8) -> Option<Morris> {
        let empty = Morris { mine: 0, theirs: 0, hands: [3 * squares; 2], squares, second: false };
        (2..=3).contains(&squares).then_some(empty)
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        points(self.squares) & !(self.mine | self.theirs)
    }

    /// The men that a closed mill may take.
    #[inline(always)]
    fn takeable(&self) -> u32 {
        let free = self.theirs & !mills(self.theirs);
        if free == 0 { self.theirs } else { free }
    }

    /// Whether the men of the side to move go to any point.
    #[inline(always)]
    fn flies(&self) -> bool {
        self.squares == 3 && self.mine.count_ones() == 3
    }

    /// The points to which the man on a point can go, or a man be placed.
    #[inline(always)]
    fn targets(&self, from: u8) -> u32 {
        match from {
            Step::NONE => self.empty(),
            _ if self.flies() => self.empty(),
            _ => self.empty() & beside(1 << from, self.squares),
        }
    }

    /// The men taken by a step: a set with [`Step::NONE`] alone if none is.
    #[inline(always)]
    fn takes(&self, from: u8, to: u8) -> u32 {
        let men = self.mine & !Step::set(from) | 1 << to;
        let closed = mills(men) >> to & 1 != 0 && self.theirs != 0;
        if closed { self.takeable() } else { 1 << Step::NONE }
    }

    /// The steps that take one of these men, or none if [`Step::NONE`] is among them.
    #[inline(always)]
    fn steps(&self, taking: u32) -> impl Iterator<Item = Step> + use<> {
        let pos = *self;
        let from = if self.hands[0] > 0 { 1 << Step::NONE } else { self.mine };
        ones(u64::from(from)).flat_map(move |from| {
            ones(u64::from(pos.targets(from))).flat_map(move |to| {
                let taken = pos.takes(from, to) & taking;
                ones(u64::from(taken)).map(move |taken| Step { from, to, taken })
            })
        })
    }

    /// All men of the side to move and of the opponent, those in the hands included.
    #[inline(always)]
    fn men(&self) -> [u32; 2] {
        let [mine, theirs] = self.hands.map(u32::from);
        [self.mine.count_ones() + mine, self.theirs.count_ones() + theirs]
    }

    /// The least of the images of the position, and the symmetry that leads there.
    #[inline(always)]
    fn fold(&self) -> (u64, u8) {
        let of = |s: u8| {
            let [mine, theirs] = [self.mine, self.theirs].map(|set| image(set, s, self.squares));
            (u64::from(mine) << 32 | u64::from(theirs), s)
        };
        (1..IMAGES).fold(of(0), |least, s| least.min(of(s)))
    }

    /// What is counted besides the board.
    #[inline(always)]
    fn rest(&self) -> u64 {
        u64::from(self.squares) << 16 | u64::from(self.hands[0]) << 8 | u64::from(self.hands[1])
    }

    /// The counts of the static value, for the side to move minus the opponent.
    fn lead(&self) -> [i32; 4] {
        let empty = self.empty();
        let of = |men: u32, all: u32| {
            let rows = mills(men).count_ones();
            [all, rows, nearly(men, empty), (beside(men, self.squares) & empty).count_ones()]
                .map(|n| n as i32)
        };
        let [mine, theirs] = self.men();
        let (mine, theirs) = (of(self.mine, mine), of(self.theirs, theirs));
        std::array::from_fn(|i| mine[i] - theirs[i])
    }
}

impl Game for Morris {
    type Move = Step;

    /// Those that take a man first.
    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Step> {
        self.steps(points(self.squares)).chain(self.steps(1 << Step::NONE))
    }

    #[inline(always)]
    fn play(&mut self, m: Step) {
        self.hands[0] -= u8::from(m.from == Step::NONE);
        self.mine = self.mine & !Step::set(m.from) | 1 << m.to;
        self.theirs &= !Step::set(m.taken);
        let [mine, theirs] = self.hands;
        (self.mine, self.theirs, self.hands) = (self.theirs, self.mine, [theirs, mine]);
        self.second = !self.second;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        match self.men() {
            [0..3, _] => Some(Score::LOSS),
            [_, 0..3] => Some(Score::WIN),
            _ => None,
        }
    }
}

impl Keyed for Morris {
    /// Positions that are alike for the side to move share a key, whichever side that is, and so do mirrored and turned
    /// ones, and those with the inner and outer square exchanged.
    #[inline]
    fn key(&self) -> u64 {
        hash([self.fold().0, self.rest()])
    }

    #[inline]
    fn encode(&self, m: Step) -> u16 {
        let s = self.fold().1;
        let there = |point: u8| match point {
            Step::NONE => Step::NONE.into(),
            _ => image(1 << point, s, self.squares).trailing_zeros() as u16,
        };
        there(m.from) << 10 | there(m.to) << 5 | there(m.taken)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Step> {
        let s = self.fold().1;
        let back = |point: u16| match point as u8 & 31 {
            point if point < 8 * self.squares => {
                Some(original(1 << point, s, self.squares).trailing_zeros() as u8)
            }
            Step::NONE => Some(Step::NONE),
            _ => None,
        };
        if code >= 1 << 15 {
            return None;
        }
        let m = Step { from: back(code >> 10)?, to: back(code >> 5)?, taken: back(code)? };
        let own = if self.hands[0] > 0 { m.from == Step::NONE } else { Step::set(m.from) & self.mine != 0 };
        let legal = own && Step::set(m.to) & self.targets(m.from) != 0;
        (legal && self.takes(m.from, m.to) >> m.taken & 1 != 0).then_some(m)
    }
}

impl Hints for Morris {
    const BY_LIST: bool = false;

    /// The moves that take a man.
    fn noisy(&self) -> impl Iterator<Item = Step> {
        self.steps(points(self.squares))
    }

    #[inline]
    fn is_noisy(&self, m: Step) -> bool {
        m.taken != Step::NONE
    }

    fn quiet(&self) -> impl Iterator<Item = Step> {
        self.steps(1 << Step::NONE)
    }

    fn irreversible(&self, m: Step) -> bool {
        m.from == Step::NONE || m.taken != Step::NONE
    }

    fn gain(&self, m: Step) -> i32 {
        if self.is_noisy(m) { WORTH[0].1 } else { 0 }
    }

    /// A man that is taken; a mill of the opponent's that is blocked, one of one's own that is prepared.
    #[inline]
    fn move_score(&self, m: Step) -> i32 {
        let men = self.mine & !Step::set(m.from) | 1 << m.to;
        let blocks = mills(self.theirs | 1 << m.to) >> m.to & 1 != 0;
        let left = self.empty() & !(1 << m.to) | Step::set(m.from);
        let open = nearly(men, left) as i32 - nearly(self.mine, self.empty()) as i32;
        10 * self.gain(m) + if blocks { 200 } else { 0 } + 20 * open
    }

    const FROM_TO_RANGE: usize = 1 << 11;

    fn from_to(&self, m: Step) -> usize {
        usize::from(self.second) << 10 | usize::from(m.from) << 5 | usize::from(m.to)
    }

    fn piece_to(&self, m: Step) -> usize {
        usize::from(self.second) << 5 | usize::from(m.to)
    }

    /// The men on their points and the side to move: positions come back on the same side, and not mirrored.
    fn identity(&self) -> u64 {
        let men = u64::from(self.mine) << 32 | u64::from(self.theirs);
        hash([men, self.rest()]) ^ u64::from(self.second)
    }
}
