//! Dobutsu shogi: catch the lion on a board of three by four cells.
//!
//! Invented by M. Kitao, 2008. Lions step one cell in any direction, giraffes straight, elephants aslant, chicks ahead. A chick
//! that steps onto the last row becomes a hen, which steps straight or ahead aslant. What is captured, a hen as a chick,
//! goes into the hand and can be dropped on any empty cell instead of a move. The side that takes the lion wins, and so does a
//! lion that steps onto the last row where it cannot be taken. With best play the second player wins, in 78 plies (T. Tanaka, 2009);
//! positions come back, which is drawn.

use crate::grid::hash;
use crate::{Cells, Notation, Unreadable};
use arrayvec::ArrayVec;
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

mod text;

/// The cells, in reading order as the side to move sees the board: it goes up.
const CELLS: u8 = 12;
/// Kinds of pieces. Those below [`LION`] can be in the hand.
const CHICK: u8 = 0;
const ELEPHANT: u8 = 1;
const GIRAFFE: u8 = 2;
const LION: u8 = 3;
const HEN: u8 = 4;
/// The worth of pieces on the board, in points; in the hand, a fifth more.
const WORTH: [i32; 5] = [100, 260, 300, 0, 500];

/// For each kind and cell the cells that it can step to.
static STEPS: [[u16; CELLS as usize]; 5] = {
    // Ways by rows and columns, and the kinds that step there.
    let ways: [(i32, i32, u8); 8] = [
        (-1, 0, 1 << CHICK | 1 << GIRAFFE | 1 << LION | 1 << HEN),
        (1, 0, 1 << GIRAFFE | 1 << LION | 1 << HEN),
        (0, -1, 1 << GIRAFFE | 1 << LION | 1 << HEN),
        (0, 1, 1 << GIRAFFE | 1 << LION | 1 << HEN),
        (-1, -1, 1 << ELEPHANT | 1 << LION | 1 << HEN),
        (-1, 1, 1 << ELEPHANT | 1 << LION | 1 << HEN),
        (1, -1, 1 << ELEPHANT | 1 << LION),
        (1, 1, 1 << ELEPHANT | 1 << LION),
    ];
    let (mut steps, mut i) = ([[0; CELLS as usize]; 5], 0);
    while i < 5 * 8 * CELLS as usize {
        let (kind, way, cell) = (i / 96, i / 12 % 8, i % 12);
        let (down, right, kinds) = ways[way];
        let (row, column) = (cell as i32 / 3 + down, cell as i32 % 3 + right);
        if kinds >> kind & 1 != 0 && row >= 0 && row < 4 && column >= 0 && column < 3 {
            steps[kind][cell] |= 1 << (3 * row + column);
        }
        i += 1;
    }
    steps
};

/// The pieces of a side: its cells by kind, and how many of each kind it has in the hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Side {
    on: [u16; 5],
    hand: [u8; 3],
}

impl Side {
    #[inline(always)]
    fn all(&self) -> u16 {
        self.on.iter().fold(0, |all, set| all | set)
    }

    /// The cells that its pieces can step to, as it sees the board.
    #[inline(always)]
    fn reach(&self) -> u16 {
        (0..5).fold(0, |reach, kind| {
            cells_of(self.on[kind]).fold(reach, |reach, cell| reach | STEPS[kind][usize::from(cell)])
        })
    }

    #[inline(always)]
    fn turned(self) -> Side {
        Side { on: self.on.map(turned), ..self }
    }

    /// Left and right swapped.
    #[inline(always)]
    fn mirrored(self) -> Side {
        Side { on: self.on.map(|set| (set & 0o1111) << 2 | set & 0o2222 | set >> 2 & 0o1111), ..self }
    }

    /// All of it in one number.
    #[inline(always)]
    fn packed(&self) -> u64 {
        // The lion's cell, the sets of the other kinds, then the hand.
        let lion = u64::from(self.on[3].trailing_zeros() as u16);
        let sets = [0, 1, 2, 4].iter().fold(lion, |all, &kind| all << 12 | u64::from(self.on[kind]));
        self.hand.iter().fold(sets, |all, &count| all << 2 | u64::from(count))
    }

    #[inline(always)]
    fn worth(&self) -> i32 {
        let on = (0..5).map(|kind| WORTH[kind] * self.on[kind].count_ones() as i32).sum::<i32>();
        on + (0..3).map(|kind| WORTH[kind] * 6 / 5 * i32::from(self.hand[kind])).sum::<i32>()
    }
}

/// A set of cells as the other side sees it.
#[inline(always)]
fn turned(set: u16) -> u16 {
    set.reverse_bits() >> 4
}

#[inline(always)]
fn cells_of(set: u16) -> impl Iterator<Item = u8> {
    crate::grid::ones(u64::from(set))
}

/// The row that the side to move wants its lion on.
const GOAL: u16 = 0o7;

/// A position of Dobutsu shogi.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, dobutsu::Dobutsu};
///
/// let pos = Dobutsu::start();
/// assert_eq!(pos.moves().count(), 4);
/// let pos = Dobutsu::read("b3b2 b1b2").unwrap(); // a chick for a chick
/// assert_eq!(pos.write(), "g.e/.l./.../ELG sente Cc");
/// assert_eq!(pos.child(pos.read_move("C*b3").unwrap()).outcome(), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dobutsu {
    /// The pieces of the side to move.
    mine: Side,
    /// The opponent's pieces, as the side to move sees the board.
    theirs: Side,
    /// Whether the second player is to move, who sees the board turned round.
    second: bool,
}

/// A piece steps from a cell to another, or is dropped: a chick from 12, an elephant from 13, a giraffe from 14. Cells count
/// in reading order from 0, as the side that moves sees the board.
///
/// ```
/// use secateur_games::{Notation, dobutsu::{Dobutsu, Step}};
///
/// assert_eq!(Dobutsu::start().read_move("b3b2").unwrap(), Step { from: 7, to: 4 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The cell that the piece leaves, or the place in the hand.
    pub from: u8,
    /// The cell that it goes to.
    pub to: u8,
}

/// The moves of a position: at most nine pieces step, or three kinds are dropped on at most ten cells.
type Steps = ArrayVec<Step, 64>;

impl Dobutsu {
    /// The cells that the opponent attacks.
    #[inline(always)]
    fn attacked(&self) -> u16 {
        turned(self.theirs.turned().reach())
    }

    /// The kind of own piece on a cell.
    #[inline(always)]
    fn kind_at(&self, cell: u8) -> Option<usize> {
        (0..5).find(|&kind| self.mine.on[kind] >> cell & 1 != 0)
    }

    /// The kind of opposing piece on a cell.
    #[inline(always)]
    fn taken(&self, cell: u8) -> Option<usize> {
        (0..5).find(|&kind| self.theirs.on[kind] >> cell & 1 != 0)
    }

    /// The steps of pieces onto these cells.
    #[inline(always)]
    fn steps(&self, onto: u16, into: &mut Steps) {
        let onto = onto & !self.mine.all();
        for kind in [0, 1, 2, 4, 3] {
            for from in cells_of(self.mine.on[kind]) {
                into.extend(cells_of(STEPS[kind][usize::from(from)] & onto).map(|to| Step { from, to }));
            }
        }
    }

    /// The drops onto empty cells.
    #[inline(always)]
    fn drops(&self, into: &mut Steps) {
        let empty = 0o7777 & !(self.mine.all() | self.theirs.all());
        for kind in (0..3).filter(|&kind| self.mine.hand[kind] > 0) {
            into.extend(cells_of(empty).map(|to| Step { from: CELLS + kind as u8, to }));
        }
    }

    /// Whether left and right are swapped to remember the position; and it, packed.
    #[inline(always)]
    fn fold(&self) -> ([u64; 2], bool) {
        let plain = [self.mine.packed(), self.theirs.packed()];
        let swapped = [self.mine.mirrored().packed(), self.theirs.mirrored().packed()];
        if swapped < plain { (swapped, true) } else { (plain, false) }
    }
}

/// A cell with left and right swapped.
#[inline(always)]
fn across(cell: u8) -> u8 {
    if cell < CELLS { cell + 2 - 2 * (cell % 3) } else { cell }
}

impl Game for Dobutsu {
    type Move = Step;

    /// Captures first, drops last.
    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Step> {
        let (mut steps, theirs) = (Steps::new(), self.theirs.all());
        self.steps(theirs, &mut steps);
        self.steps(!theirs, &mut steps);
        self.drops(&mut steps);
        steps.into_iter()
    }

    #[inline(always)]
    fn play(&mut self, m: Step) {
        let to = 1 << m.to;
        if let Some(hand) = m.from.checked_sub(CELLS) {
            self.mine.hand[usize::from(hand)] -= 1;
            self.mine.on[usize::from(hand)] |= to;
        } else if let Some(kind) = self.kind_at(m.from) {
            if let Some(taken) = self.taken(m.to) {
                self.theirs.on[taken] ^= to;
                let held = if taken == usize::from(HEN) { usize::from(CHICK) } else { taken };
                if held < usize::from(LION) {
                    self.mine.hand[held] += 1;
                }
            }
            let grown = kind == usize::from(CHICK) && to & GOAL != 0;
            self.mine.on[kind] ^= 1 << m.from;
            self.mine.on[if grown { usize::from(HEN) } else { kind }] |= to;
        }
        (self.mine, self.theirs, self.second) = (self.theirs.turned(), self.mine.turned(), !self.second);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        let lions = [self.mine.on[usize::from(LION)], turned(self.theirs.on[usize::from(LION)])];
        match lions {
            [0, _] => Some(Score::LOSS),
            // It was not taken.
            [mine, _] if mine & GOAL != 0 => Some(Score::WIN),
            [_, theirs] if theirs & GOAL != 0 && self.mine.reach() & turned(theirs) == 0 => Some(Score::LOSS),
            _ => None,
        }
    }
}

impl Keyed for Dobutsu {
    /// Positions that are alike for the side to move share a key, whichever side that is, and so do mirrored ones.
    #[inline]
    fn key(&self) -> u64 {
        hash(self.fold().0)
    }

    #[inline]
    fn encode(&self, m: Step) -> u16 {
        let [from, to] = if self.fold().1 { [across(m.from), across(m.to)] } else { [m.from, m.to] };
        u16::from(from) << 4 | u16::from(to)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Step> {
        let (from, to) = ((code >> 4) as u8, (code & 15) as u8);
        if code >= 15 << 4 || to >= CELLS {
            return None;
        }
        let [from, to] = if self.fold().1 { [across(from), across(to)] } else { [from, to] };
        let legal = match from.checked_sub(CELLS) {
            Some(kind) => {
                self.mine.hand[usize::from(kind)] > 0 && (self.mine.all() | self.theirs.all()) >> to & 1 == 0
            }
            None => self
                .kind_at(from)
                .is_some_and(|kind| STEPS[kind][usize::from(from)] & !self.mine.all() & 1 << to != 0),
        };
        legal.then_some(Step { from, to })
    }
}

impl Hints for Dobutsu {
    const BY_LIST: bool = false;

    /// Captures.
    fn noisy(&self) -> impl Iterator<Item = Step> {
        let mut steps = Steps::new();
        self.steps(self.theirs.all(), &mut steps);
        steps.into_iter()
    }

    #[inline]
    fn is_noisy(&self, m: Step) -> bool {
        self.theirs.all() >> m.to & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = Step> {
        let mut steps = Steps::new();
        self.steps(!self.theirs.all(), &mut steps);
        self.drops(&mut steps);
        steps.into_iter()
    }

    /// Not where a lion is attacked or has to be taken now.
    fn null_move(&self) -> Option<Self> {
        let theirs = turned(self.theirs.on[usize::from(LION)]) & GOAL;
        let passed = Dobutsu { mine: self.theirs.turned(), theirs: self.mine.turned(), second: !self.second };
        (theirs == 0 && !self.in_check()).then_some(passed)
    }

    /// Whether the lion is attacked.
    fn in_check(&self) -> bool {
        self.attacked() & self.mine.on[usize::from(LION)] != 0
    }

    fn gain(&self, m: Step) -> i32 {
        self.taken(m.to).map_or(0, |kind| if kind == usize::from(LION) { 1_000 } else { WORTH[kind] })
    }

    /// The piece taken, less the piece put where the opponent attacks.
    fn move_score(&self, m: Step) -> i32 {
        let kind = self.kind_at(m.from).unwrap_or(usize::from(m.from.saturating_sub(CELLS)));
        let worth = if kind == usize::from(LION) { 900 } else { WORTH[kind] };
        let risk = if self.attacked() >> m.to & 1 != 0 { worth } else { 0 };
        4 * self.gain(m) - risk + i32::from(m.from < CELLS)
    }

    const FROM_TO_RANGE: usize = 1 << 9;

    fn from_to(&self, m: Step) -> usize {
        usize::from(self.second) << 8 | usize::from(m.from) << 4 | usize::from(m.to)
    }

    fn piece_to(&self, m: Step) -> usize {
        let kind = self.kind_at(m.from).unwrap_or(usize::from(m.from.saturating_sub(CELLS)));
        usize::from(self.second) << 7 | kind << 4 | usize::from(m.to)
    }

    /// The position with the side to move: positions come back on the same side, and not mirrored.
    fn identity(&self) -> u64 {
        hash([self.mine.packed(), self.theirs.packed(), self.second.into()])
    }
}

/// Knowledge of Dobutsu shogi: the worth of pieces, and lions that are caught or home at once.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, dobutsu::{Dobutsu, Lions}};
///
/// // The lion steps onto the last row, where nothing attacks it.
/// let pos = Dobutsu::read(".../..L/l../... sente -").unwrap();
/// let known = Lions.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(1)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Lions;

impl Eval<Dobutsu> for Lions {
    /// 100 points for a chick, 260 for an elephant, 300 for a giraffe and 500 for a hen, a fifth more in the hand; and ten
    /// for each cell that pieces can step to.
    #[inline]
    fn eval(&mut self, pos: &Dobutsu) -> Score {
        let reach = pos.mine.reach().count_ones() as i32 - pos.attacked().count_ones() as i32;
        Score::points(pos.mine.worth() - pos.theirs.worth() + 10 * reach)
    }

    /// Proven: a lion that can be taken, or can step onto the last row where nothing attacks it, ends the game at once.
    #[inline]
    fn bounds(&mut self, pos: &Dobutsu, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let (lion, theirs) = (pos.mine.on[usize::from(LION)], pos.theirs.on[usize::from(LION)]);
        let steps = STEPS[usize::from(LION)][lion.trailing_zeros() as usize % 12] & !pos.mine.all();
        // Played, since what it takes there attacks nothing any more.
        let home = || {
            cells_of(steps & GOAL).any(|to| {
                let child = pos.child(Step { from: lion.trailing_zeros() as u8, to });
                child.outcome() == Some(Score::LOSS)
            })
        };
        if pos.mine.reach() & theirs != 0 || home() {
            return Bounds::exact(Score::win_in(1));
        }
        Bounds { lower: Score::LOSS, upper: Score::win_in(2) }
    }
}
