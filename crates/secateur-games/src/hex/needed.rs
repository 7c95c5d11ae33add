//! Knowledge of Hex.

use super::connections::edges_joined;
use super::fill_in::Filled;
use super::{Hex, Stones};
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Hex: the stones that each side lacks at least; on request, who joins the edges whatever the other does, and which
/// moves need not be tried, by virtual connections and by fill-in. These take up to milliseconds a position, and are
/// looked for only where the window asks who wins.
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
    connections: bool,
    fill_in: bool,
    /// The position looked at last.
    last: Option<(Hex, Seen)>,
}

/// What is known of who wins.
#[derive(Copy, Clone, Debug)]
struct Seen {
    /// Whether the side to move does, if that is known.
    wins: Option<bool>,
    /// The cells that it has to try, if that is not known.
    worth_trying: u128,
}

impl Needed {
    /// With virtual connections, and without fill-in.
    ///
    /// ```
    /// use secateur::{Eval, Score};
    /// use secateur_games::{Notation, hex::{Hex, Needed}};
    ///
    /// // X joins the edges by either of two ways to the top, so that O has nothing left to try.
    /// let pos = Hex::read(".../.X./X.. O").unwrap();
    /// assert!(Needed::with_connections().needless(&pos, Score::DRAW, Score::DRAW + 1)(2));
    /// ```
    pub fn with_connections() -> Self {
        Needed::default().with(true, false)
    }

    pub(super) fn with(self, connections: bool, fill_in: bool) -> Self {
        Needed { connections, fill_in, last: None }
    }

    /// True if the window asks who wins. All that is proven here tells just that, and not how soon.
    fn is_asked(&self, alpha: Score, beta: Score) -> bool {
        (self.connections || self.fill_in) && alpha >= Score::DRAW - 1 && beta <= Score::DRAW + 1
    }

    fn see(&mut self, pos: &Hex) -> Seen {
        match self.last {
            Some((last, seen)) if last == *pos => seen,
            _ => {
                let seen = self.look(pos);
                self.last = Some((*pos, seen));
                seen
            }
        }
    }

    #[cold]
    fn look(&self, pos: &Hex) -> Seen {
        let (board, second) = (pos.board, pos.second);
        let known = |wins| Seen { wins: Some(wins), worth_trying: 0 };
        let filled = if self.fill_in { Filled::of(pos) } else { Filled::as_it_is(pos) };
        let [mine, theirs] = [second, !second].map(|second| filled.side(second));
        let joins = |stones: &Stones| stones.joined[0] & stones.joined[1] != 0;
        if joins(&mine) || joins(&theirs) {
            return known(joins(&mine));
        }
        let mut worth_trying = if self.fill_in { filled.worth_trying(second) } else { filled.empty() };
        if self.connections {
            if edges_joined(board, &mine, &theirs, second).first {
                return known(true);
            }
            worth_trying &= edges_joined(board, &theirs, &mine, !second).must_play;
        }
        // Of the moves that win, if there are any, all must be played, and one is neither dead nor vulnerable.
        if worth_trying == 0 { known(false) } else { Seen { wins: None, worth_trying } }
    }
}

impl Eval<Hex> for Needed {
    /// A hundred points for each stone that the opponent lacks more than the side to move, whose turn is worth half of one. Who may
    /// swap takes the better side.
    #[inline]
    fn eval(&mut self, pos: &Hex) -> Score {
        let mine = pos.needed(&pos.mine, &pos.theirs, pos.second) as i32;
        let theirs = pos.needed(&pos.theirs, &pos.mine, !pos.second) as i32;
        let lead = 100 * (theirs - mine) + 50;
        Score::points(if pos.swap_now() == 0 { lead } else { lead.abs() })
    }

    /// Proven: a cell that joins the edges wins at once. Failing that, two cells where the opponent would join its own cannot
    /// both be taken. Otherwise either side has two stones to put at least. While the swap may come, nothing is.
    #[inline]
    fn bounds(&mut self, pos: &Hex, alpha: Score, beta: Score, _: &mut Meter<'_>) -> Bounds {
        if pos.swap {
            return Bounds::NONE;
        }
        if pos.winning_cells(&pos.mine, pos.second) != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        if pos.winning_cells(&pos.theirs, !pos.second).count_ones() >= 2 {
            return Bounds::exact(Score::loss_in(2));
        }
        let known = Bounds { lower: Score::loss_in(4), upper: Score::win_in(3) };
        let most = pos.empty().count_ones();
        match self.is_asked(alpha, beta).then(|| self.see(pos).wins).flatten() {
            Some(true) => Bounds { lower: Score::win_in(most), ..known },
            Some(false) => Bounds { upper: Score::loss_in(most), ..known },
            None => known,
        }
    }

    /// Cells that are dead, or that the opponent would kill by an answer, and those that leave a way open by which it joins its
    /// edges: where who wins is asked, and not known.
    #[inline]
    fn needless(&mut self, pos: &Hex, alpha: Score, beta: Score) -> impl Fn(u8) -> bool {
        let seen = (self.is_asked(alpha, beta) && !pos.swap).then(|| self.see(pos));
        let worth_trying = match seen {
            Some(Seen { wins: None, worth_trying }) => worth_trying,
            Some(Seen { wins: Some(false), .. }) => 0,
            _ => u128::MAX,
        };
        move |cell| worth_trying >> cell & 1 == 0
    }
}
