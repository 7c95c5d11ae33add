//! Fights before the goal: how much time an attack on the last rows costs, worked out to the end.

use crate::grid::{Grid, ones};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// As many free moves as this, or more: for a plan that is as good as none.
pub(super) const NEVER: u8 = 15;
/// The widest board whose fights are numbered, in 24 bits at most: 25 where four rows are taken in, to five columns.
const WIDEST: usize = 8;

/// The fights on the rows before a goal, over the whole width of a board: the attackers go north, the defenders come south,
/// or do something else.
///
/// What counts is how many moves the defenders have left over for something else until an attacker arrives: the side
/// that attacks wins if that is too few for the other one to win by. A defender that leaves these rows uses up such a move.
/// Attackers that come up from behind, or threaten elsewhere, would only add to that. So it is proven, and worked out by
/// minimax over the fights alone, each once: what has been worked out is kept for all searches of the program, and is the
/// same whoever works it out first.
///
/// Idea: A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with race patterns and job-level proof number
/// search*, 2011.
pub(super) struct Fights {
    /// The rows that they take in.
    grid: Grid,
    /// The row before the goal, the last one, and all but that one.
    near: u64,
    last: u64,
    held: u64,
    /// The free moves of each fight with the attackers to move plus one, or 0 as long as they have not been worked out.
    known: Box<[AtomicU8]>,
}

/// The fights that have been worked out, by columns: on three rows and on four.
static FIGHTS: [[OnceLock<Fights>; 2]; WIDEST + 1] = [const { [const { OnceLock::new() }; 2] }; WIDEST + 1];

impl Fights {
    /// The fights on a board; none if it is too wide. Four rows see more, but not on five: a defender that leaves them
    /// is too near to its own goal then.
    #[inline]
    pub(super) fn on(board: Grid) -> Option<&'static Fights> {
        let columns = u32::from(board.columns());
        let deep = u32::from(columns < 6 && board.rows() > 5);
        let fights = FIGHTS.get(columns as usize)?;
        Some(fights[deep as usize].get_or_init(|| {
            let rows = 3 + deep;
            let grid = Grid::new(rows as u8, columns as u8).expect("fewer cells than the board");
            let near = grid.south((1 << columns) - 1);
            let held = (1 << ((rows - 1) * columns)) - 1;
            let known = (0..1u32 << ((2 * rows - 3) * columns)).map(|_| AtomicU8::new(0)).collect();
            Fights { grid, near, last: grid.cells() & !held, held, known }
        }))
    }

    /// The number of rows that they take in, the goal's included.
    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.grid.rows().into()
    }

    /// The moves by which the attackers on these rows could all get to the goal: none takes longer.
    #[inline]
    pub(super) fn longest(&self, attackers: u64) -> u32 {
        let mut rows = attackers & self.grid.cells();
        let mut moves = 0;
        while rows != 0 {
            rows = self.grid.north(rows);
            moves += rows.count_ones();
        }
        moves
    }

    /// The moves that the defenders have free at most, if the attackers move first; both as they stand on the whole board.
    #[inline]
    pub(super) fn attacked(&self, attackers: u64, defenders: u64) -> u8 {
        self.attack(attackers & self.grid.cells(), defenders & self.held)
    }

    /// The moves that the defenders have free, moving first, as far as they are fewer than `enough`.
    #[inline]
    pub(super) fn defended(&self, attackers: u64, defenders: u64, enough: u8) -> u8 {
        let attackers = attackers & self.grid.cells();
        if attackers == 0 { NEVER } else { self.defend(attackers, defenders & self.held, enough) }
    }

    fn attack(&self, attackers: u64, defenders: u64) -> u8 {
        if attackers & self.near != 0 {
            return 0;
        }
        if attackers == 0 {
            return NEVER;
        }
        let columns = u32::from(self.grid.columns());
        let number = defenders | attackers >> (2 * columns) << ((self.rows() - 1) * columns);
        let known = &self.known[number as usize];
        match known.load(Relaxed) {
            0 => {
                let free = self.best_attack(attackers, defenders);
                known.store(free + 1, Relaxed);
                free
            }
            free => free - 1,
        }
    }

    #[inline(never)]
    fn best_attack(&self, attackers: u64, defenders: u64) -> u8 {
        let ahead = self.grid.north(attackers);
        let sets = [
            ahead & !(attackers | defenders),
            self.grid.west(ahead) & !attackers,
            self.grid.east(ahead) & !attackers,
        ];
        let mut least = NEVER;
        for (set, aside) in sets.into_iter().zip([0, 1, -1]) {
            for to in ones(set) {
                let from = i32::from(to) + i32::from(self.grid.columns()) + aside;
                let attackers = attackers & !(1 << from) | 1 << to;
                least = least.min(self.defend(attackers, defenders & !(1 << to), least));
                if least == 1 {
                    return least;
                }
            }
        }
        least
    }

    /// The free moves, of which one is used up by whatever is done elsewhere.
    fn defend(&self, attackers: u64, defenders: u64, enough: u8) -> u8 {
        let elsewhere = |free: u8| if free < NEVER - 1 { free + 1 } else { NEVER };
        let mut most = elsewhere(self.attack(attackers, defenders));
        let ahead = self.grid.south(defenders);
        let sets = [
            self.grid.west(ahead) & !defenders,
            self.grid.east(ahead) & !defenders,
            ahead & !(attackers | defenders),
        ];
        for (set, aside) in sets.into_iter().zip([1, -1, 0]) {
            for to in ones(set) {
                if most >= enough {
                    return most;
                }
                let from = i32::from(to) - i32::from(self.grid.columns()) + aside;
                let (left, to) = (defenders & !(1 << from), 1 << to);
                most = most.max(match to & self.last {
                    0 => self.attack(attackers & !to, left | to),
                    _ => elsewhere(self.attack(attackers & !to, left)),
                });
            }
        }
        most
    }
}
