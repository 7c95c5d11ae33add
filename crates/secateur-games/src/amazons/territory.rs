//! Knowledge of Amazons.

use super::Amazons;
use crate::grid::ones;
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Amazons: the side nearer to each cell, and the moves that territory makes sure.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, amazons::{Amazons, Territory}};
///
/// // The arrows part the amazons: X has three moves left, O one.
/// let pos = Amazons::read("X...#.O X").unwrap();
/// let known = Territory.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(3)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Territory;

/// Points for a cell to which a side is nearer.
const CELL: i32 = 10;

/// Moves that are sure for a side, and moves that it can have at most.
#[derive(Copy, Clone)]
struct Moves {
    sure: u32,
    most: u32,
}

impl Amazons {
    /// The cells that the side to move reaches in fewer moves than the opponent, less those that the opponent does
    /// (J. Lieberum, *An evaluation function for the game of Amazons*, 2005).
    #[inline]
    fn nearer(&self) -> i32 {
        let (empty, mut reached, mut lead) = (self.empty(), [self.mine, self.theirs], 0);
        loop {
            let [mine, theirs] = reached.map(|reached| self.board.reach(reached, empty) & !reached);
            if mine | theirs == 0 {
                return lead;
            }
            lead += (mine & !theirs & !reached[1]).count_ones() as i32;
            lead -= (theirs & !mine & !reached[0]).count_ones() as i32;
            reached = [reached[0] | mine, reached[1] | theirs];
        }
    }

    /// The regions, joined over everything but arrows, that have some of these cells in them.
    #[inline]
    fn regions(&self, mut from: u128) -> u128 {
        let passable = self.board.cells() & !self.arrows;
        loop {
            let more = self.board.around(from) & passable;
            if more == from {
                return from;
            }
            from = more;
        }
    }

    /// The moves of both sides.
    #[inline]
    fn moves_of(&self, own: u128, foe: u128) -> Moves {
        let (regions, contested) = (self.regions(own), self.regions(foe));
        let empty = self.empty();
        let (mut free, mut sure) = (empty & regions & !contested, 0);
        for amazon in ones(own & !contested) {
            // It steps aside and shoots back, as long as it can, to where there is least room.
            let mut at = 1u128 << amazon;
            loop {
                let room = |cell: u8| (self.board.around(1 << cell) & free).count_ones();
                let Some(next) = ones(self.board.around(at) & free).min_by_key(|&cell| room(cell)) else {
                    break;
                };
                at = 1 << next;
                (free, sure) = (free & !at, sure + 1);
            }
        }
        Moves { sure, most: (empty & regions).count_ones() }
    }
}

impl Eval<Amazons> for Territory {
    /// Ten points for each cell that the side to move is nearer to, less those for the opponent's.
    #[inline]
    fn eval(&mut self, pos: &Amazons) -> Score {
        Score::points(CELL * pos.nearer())
    }

    /// Proven: every move takes an empty cell, and amazons stay in their region of cells without arrows. So a side makes at
    /// most as many moves as its regions have empty cells, and both together as many as there are. In regions that
    /// the opponent has no amazon in, each amazon has a move for every step of a path through cells that no other one
    /// walks, shooting back to where it came from.
    #[inline]
    fn bounds(&mut self, pos: &Amazons, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let (mine, theirs) = (pos.moves_of(pos.mine, pos.theirs), pos.moves_of(pos.theirs, pos.mine));
        if pos.board.around(pos.mine) & pos.empty() == 0 {
            return Bounds::exact(Score::LOSS);
        }
        let all = pos.empty().count_ones();
        // The side to move makes as many moves as the opponent, or one more.
        let (my_most, their_most) = (mine.most.min(all.div_ceil(2)), theirs.most.min(all / 2));
        let won = mine.sure > their_most;
        let lost = theirs.sure >= my_most;
        let my_sure = mine.sure.max(1);
        Bounds {
            lower: if won { Score::win_in(2 * their_most + 1) } else { Score::loss_in(2 * my_sure) },
            upper: if lost { Score::loss_in(2 * my_most) } else { Score::win_in(2 * theirs.sure + 1) },
        }
    }
}
