//! Knowledge of Hex.

use super::Hex;
use super::connections::edges_joined;
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Hex: the stones that each side lacks at least; on request, whether a side joins its edges whatever the other
/// does, by virtual connections. These take milliseconds a position, and are looked for only where the window asks who wins.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, hex::{Hex, Needed}};
///
/// // X lacks one stone, in either of two cells, and O cannot take both.
/// let pos = Hex::read("..X/.../.X. O").unwrap();
/// let known = Needed::default().bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::loss_in(2)));
///
/// // From the stone in the third row there are two ways to the next, and from that one two ways to the edge.
/// let pos = Hex::read("...../..X../...../.X.../..... O").unwrap();
/// let known = Needed::with_connections().bounds(&pos, Score::DRAW, Score::DRAW + 1, &mut Meter::unlimited());
/// assert!(known.upper < Score::DRAW);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Needed {
    pub(super) connections: bool,
}

impl Needed {
    /// With virtual connections.
    pub fn with_connections() -> Self {
        Needed { connections: true }
    }

    /// Who joins the edges, as far as connections tell.
    #[cold]
    fn by_connections(pos: &Hex, known: Bounds) -> Bounds {
        let most = pos.empty().count_ones();
        let [_, first] = edges_joined(pos, &pos.mine, &pos.theirs, pos.second);
        if first {
            return Bounds { lower: Score::win_in(most), ..known };
        }
        match edges_joined(pos, &pos.theirs, &pos.mine, !pos.second) {
            [true, _] => Bounds { upper: Score::loss_in(most), ..known },
            _ => known,
        }
    }
}

impl Eval<Hex> for Needed {
    /// A hundred points for each stone that the opponent lacks more than the side to move, whose turn is worth half of one.
    #[inline]
    fn eval(&mut self, pos: &Hex) -> Score {
        let mine = pos.needed(&pos.mine, &pos.theirs, pos.second) as i32;
        let theirs = pos.needed(&pos.theirs, &pos.mine, !pos.second) as i32;
        Score::points(100 * (theirs - mine) + 50)
    }

    /// Proven: a cell that joins the edges wins at once. Failing that, two cells where the opponent would join its own cannot
    /// both be taken. Otherwise either side has two stones to put at least.
    #[inline]
    fn bounds(&mut self, pos: &Hex, alpha: Score, beta: Score, _: &mut Meter<'_>) -> Bounds {
        if pos.winning_cells(&pos.mine, pos.second) != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        if pos.winning_cells(&pos.theirs, !pos.second).count_ones() >= 2 {
            return Bounds::exact(Score::loss_in(2));
        }
        let known = Bounds { lower: Score::loss_in(4), upper: Score::win_in(3) };
        // They tell who wins, and not how soon: so they are of use where just that is asked.
        let asks_who_wins = alpha >= Score::DRAW - 1 && beta <= Score::DRAW + 1;
        if self.connections && asks_who_wins { Needed::by_connections(pos, known) } else { known }
    }
}
