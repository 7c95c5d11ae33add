//! Knowledge of Clobber.

use super::Clobber;
use super::parts::{folded, groups};
use crate::grid::Grid;
use crate::sums::{Map, Value, Values, ZERO};
use secateur::{Bounds, Eval, Game, Meter, Score};
use std::cell::RefCell;

/// The most stones of a part whose value is worked out: more on narrow boards, which have fewer such parts.
fn small(grid: Grid) -> u32 {
    if grid.rows().min(grid.columns()) <= 2 { 12 } else { 8 }
}

/// Once so many forms of values are kept, all are forgotten: a gigabyte or so.
const MOST_FORMS: usize = 1 << 20;

thread_local! {
    /// What a thread has worked out so far, for all its searches.
    static WORTH: RefCell<Worth> = RefCell::default();
}

/// Knowledge of Clobber: the stones in contact, and the winner once all parts are small.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score, Search, algo::minimax};
/// use secateur_games::{Notation, clobber::{Clobber, Contacts}};
///
/// let pos = Clobber::read("XO.OX X").unwrap(); // two pairs: a move for each side
/// let known = Contacts.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::loss_in(2)));
/// let Ok(searched) = minimax(&mut Search::new(|_: &Clobber| Score::DRAW), &pos, 3);
/// assert_eq!(searched, Score::loss_in(2));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Contacts;

/// The values of the small parts that were met, to the side that has their first set.
#[derive(Debug, Default)]
struct Worth {
    values: Values,
    /// By the columns of the board and the sets.
    parts: Map<(u8, [u64; 2]), Value>,
}

impl Worth {
    /// Whether the side to move wins, if all parts are small.
    fn is_won(&mut self, pos: &Clobber) -> Option<bool> {
        let small = small(pos.grid);
        if groups(pos).any(|[mine, theirs]| (mine | theirs).count_ones() > small) {
            return None;
        }
        if self.values.len() > MOST_FORMS {
            *self = Worth::default();
        }
        let value = self.sum(pos);
        Some(!self.values.is_at_most(value, ZERO))
    }

    fn sum(&mut self, pos: &Clobber) -> Value {
        groups(pos).fold(ZERO, |sum, sets| {
            let part = self.part(pos.grid, folded(pos.grid, sets));
            self.values.sum(sum, part)
        })
    }

    fn part(&mut self, grid: Grid, sets: [u64; 2]) -> Value {
        let key = (grid.columns(), sets);
        if let Some(&value) = self.parts.get(&key) {
            return value;
        }
        let left = Clobber { mine: sets[0], theirs: sets[1], grid, second: false };
        let right = Clobber { mine: sets[1], theirs: sets[0], grid, second: false };
        // After a move of left it is right's turn; the value is left's all the same.
        let lefts = left.moves().map(|m| self.sum(&left.child(m).turned())).collect();
        let rights = right.moves().map(|m| self.sum(&right.child(m))).collect();
        let value = self.values.of([lefts, rights]);
        self.parts.insert(key, value);
        value
    }
}

impl Eval<Clobber> for Contacts {
    /// One point for each stone beside an opposing one. (Counting moves would say nothing: each contact is a
    /// move for both.)
    #[inline]
    fn eval(&mut self, pos: &Clobber) -> Score {
        let fighting = |own: u64, foe: u64| (pos.grid.neighbours(foe) & own).count_ones() as i32;
        Score::points(fighting(pos.mine, pos.theirs) - fighting(pos.theirs, pos.mine))
    }

    /// Proven: if every fighting stone belongs to a star, one stone surrounded by opposing stones that
    /// touch nothing else, then any move ends its star and touches no other, so that exactly as many moves
    /// are left as there are stars. Otherwise a move that leaves no contact wins at once; for one to exist
    /// all contacts must share a stone or the cell it moves to, hence no side has more than four stones in
    /// contact.
    ///
    /// If all parts are small, whoever wins the sum of their values has won once no part has a move left, which takes a move less
    /// than it has stones.
    #[inline]
    fn bounds(&mut self, pos: &Clobber, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let grid = pos.grid;
        let mine = pos.mine & grid.neighbours(pos.theirs);
        let theirs = pos.theirs & grid.neighbours(pos.mine);
        let (stones, fighting) = (pos.mine | pos.theirs, mine | theirs);
        let centres = fighting & pos.touching_two(stones);
        let leaves = fighting & !centres;
        let around = grid.neighbours(centres) & stones;
        if around & !leaves == 0 {
            let pairs = (leaves & !around).count_ones() / 2;
            let moves = centres.count_ones() + pairs;
            return Bounds::exact(if moves % 2 == 1 { Score::win_in(moves) } else { Score::loss_in(moves) });
        }
        let few = mine.count_ones() <= 4 && theirs.count_ones() <= 4;
        if few && pos.moves().any(|m| !pos.child(m).has_contact()) {
            return Bounds::exact(Score::win_in(1));
        }
        // There is a move, and none that ends the game.
        let mut bounds = Bounds { lower: Score::loss_in(2), upper: Score::win_in(3) };
        if let Some(is_won) = WORTH.with_borrow_mut(|worth| worth.is_won(pos)) {
            let most: u32 = groups(pos).map(|[mine, theirs]| (mine | theirs).count_ones() - 1).sum();
            match is_won {
                true => bounds.lower = Score::win_in((most - 1) | 1),
                false => bounds.upper = Score::loss_in(most & !1),
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;
    use crate::grid::hash;
    use secateur::{Keyed, legal_moves};
    use std::collections::HashMap;

    /// The value of a position with the plies to its end, by trying everything.
    fn truth(pos: &Clobber, known: &mut HashMap<[u64; 2], Score>) -> Score {
        if let Some(&value) = known.get(&[pos.mine, pos.theirs]) {
            return value;
        }
        let values = legal_moves(pos).into_iter().map(|m| (-truth(&pos.child(m), known)).get());
        let best = values.max().map_or(Score::LOSS, |best| Score::from_raw(best - best.signum()));
        known.insert([pos.mine, pos.theirs], best);
        best
    }

    /// On boards filled at random, of every shape up to 18 cells: bounds hold, positions of one key have one value and moves of
    /// the same codes and values, those of one form the same winner, and small parts settle who wins.
    #[test]
    fn what_is_proven_is_so() {
        let (mut settled, mut folded, mut unmatched) = (0, 0, 0);
        for (rows, columns) in
            (1..=8).flat_map(|r| (1..=12).map(move |c| (r, c))).filter(|(r, c)| r * c <= 18)
        {
            let grid = Grid::new(rows, columns).unwrap();
            let (mut known, mut keys, mut forms) = (HashMap::new(), HashMap::new(), HashMap::new());
            for seed in 0..60 {
                let [a, b, c] = [1, 2, 3].map(|n| hash([seed, n]));
                let stones = (a | b & c) & grid.cells() & if seed % 3 == 0 { !0 } else { !c };
                let mine = stones & hash([seed, 4]);
                let pos = Clobber { mine, theirs: stones & !mine, grid, second: false };
                let value = truth(&pos, &mut known);
                let bounds = Contacts.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
                assert!(bounds.lower <= value && value <= bounds.upper, "{pos:?}: {value:?}, {bounds:?}");
                let is_small = groups(&pos).all(|[mine, theirs]| (mine | theirs).count_ones() <= small(grid));
                assert!(!is_small || bounds.lower > Score::DRAW || bounds.upper < Score::DRAW, "{pos:?}");
                settled += u32::from(is_small);
                let mut moves: Vec<(u16, Score)> = legal_moves(&pos)
                    .iter()
                    .map(|&m| (pos.encode(m), truth(&pos.child(m), &mut known)))
                    .collect();
                assert!(legal_moves(&pos).iter().all(|&m| pos.decode(pos.encode(m)) == Some(m)), "{pos:?}");
                moves.sort_unstable();
                let other = keys.entry(pos.key()).or_insert((value, moves.clone(), pos.mine));
                assert_eq!((other.0, &other.1), (value, &moves), "{pos:?}");
                folded += u32::from(other.2 != pos.mine);
                for pos in legal_moves(&pos).iter().map(|&m| pos.child(m)).chain([pos]) {
                    let is_won = truth(&pos, &mut known) > Score::DRAW;
                    let other = forms.entry(pos.form()).or_insert((is_won, pos.key()));
                    assert_eq!(other.0, is_won, "{pos:?}");
                    unmatched += u32::from(other.1 != pos.key());
                }
            }
        }
        let met = format!("{settled} settled, {folded} folded, {unmatched} less their opposites");
        assert!(settled > 1_000 && folded > 100 && unmatched > 50, "{met}");
    }
}
