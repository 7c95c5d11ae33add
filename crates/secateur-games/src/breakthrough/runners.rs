//! Knowledge of Breakthrough.

use super::Breakthrough;
use super::fights::{Fights, NEVER};
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Breakthrough: a count of pieces by how far they have come, runners that nobody can catch, and fights on the
/// last rows that are over before the other side gets to its goal.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, breakthrough::{Breakthrough, Runners}};
///
/// let known = |text| Runners.bounds(&Breakthrough::read(text).unwrap(), -Score::INF, Score::INF, &mut Meter::unlimited());
/// // X on a3 is two steps short of the far row, and O's pieces are too far aside to catch it.
/// assert_eq!(known("..OO/..../X.../..../...X X"), Bounds::exact(Score::win_in(3)));
/// // All cells before the far row are guarded, but O takes on a6 and X takes back; O's own piece is three steps short.
/// let fight = known(".OO./..../XX../...O/..../..../...X X");
/// assert!(fight.lower > Score::DRAW);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Runners;

impl Eval<Breakthrough> for Runners {
    /// A hundred points for a piece, and more the nearer it is to the far row.
    #[inline]
    fn eval(&mut self, pos: &Breakthrough) -> Score {
        Score::points(pos.leads())
    }

    /// Proven: no side wins sooner than its foremost piece gets there, or as many captures as the opponent has pieces. A piece
    /// one step short gets there unless it is captured first. One further off gets there, going straight ahead, if no
    /// opposing piece can come to its column in front of it or beside it in time: what starts `n` rows ahead has
    /// `n / 2` steps until they meet, half a step more if it moves first, so it is too late from further aside than that.
    /// The first to get there wins.
    ///
    /// A side also gets there if, on the last rows, every defence leaves the other one too few moves to win by meanwhile.
    /// That one has to get to its own goal from behind these rows, with the foremost of its pieces or with one that leaves them.
    #[inline]
    fn bounds(&mut self, pos: &Breakthrough, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let last = pos.grid.size() - 1;
        let mine = pos.short_of_goal(pos.mine.trailing_zeros());
        let theirs = pos.short_of_goal(last - (63 - pos.theirs.leading_zeros()));
        if mine == 1 {
            return Bounds::exact(Score::win_in(1));
        }
        let reach = pos.within_reach();
        let attackers = pos.attackers();
        let last_piece = pos.theirs.count_ones() == 1;
        if attackers != 0 && (attackers & reach == 0 || attackers.count_ones() > 1) {
            return Bounds::exact(Score::loss_in(2));
        }
        if last_piece && pos.theirs & reach != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        let mut bounds = Bounds {
            lower: Score::loss_in(2 * theirs.min(pos.mine.count_ones())),
            upper: Score::win_in(2 * mine.min(pos.theirs.count_ones()) - 1),
        };
        let free = pos.mine & !pos.guarded(pos.theirs, false, |set| pos.grid.south(set));
        if free != 0 {
            let runner = pos.short_of_goal(free.trailing_zeros());
            if runner <= theirs {
                bounds.lower = Score::win_in(2 * runner - 1);
            }
        }
        let free = pos.theirs & !pos.guarded(pos.mine, true, |set| pos.grid.north(set));
        if free != 0 {
            let runner = pos.short_of_goal(last - (63 - free.leading_zeros()));
            if runner < mine {
                bounds.upper = Score::loss_in(2 * runner);
            }
        }
        if let Some(fights) = Fights::on(pos.grid) {
            // Leaving is the first of these moves. More than `NEVER` are not counted.
            let leaving = (u32::from(pos.grid.rows()) + 1 - fights.rows()).min(NEVER.into());
            let (longest, time) = (fights.longest(pos.mine), theirs.min(leaving));
            if bounds.lower < Score::DRAW && u32::from(fights.attacked(pos.mine, pos.theirs)) < time {
                bounds.lower = Score::win_in(2 * longest - 1);
            }
            let [attackers, defenders] = [pos.theirs, pos.mine].map(|set| pos.grid.reversed(set));
            let (longest, time) = (fights.longest(attackers), mine.min(leaving));
            if bounds.upper > Score::DRAW
                && u32::from(fights.defended(attackers, defenders, time as u8)) < time
            {
                bounds.upper = Score::loss_in(2 * longest);
            }
        }
        bounds
    }
}

impl Breakthrough {
    /// The cells from which a piece that runs straight ahead could be stopped by these, which come its way.
    #[inline(always)]
    fn guarded(&self, by: u64, mut widen: bool, ahead: impl Fn(u64) -> u64) -> u64 {
        let (mut wave, mut all) = (by, 0);
        for _ in 1..self.grid.rows() {
            wave = ahead(if widen { wave | self.grid.west(wave) | self.grid.east(wave) } else { wave });
            (all, widen) = (all | wave, !widen);
        }
        all
    }
}
