//! How likely a move of each kind is the best one in a game: what realization-probability search has to know.
//!
//! Positions of games that the engine plays against itself are searched deeper and deeper. The moves of each are told apart
//! by what is known before any search, and what the last iteration finds is counted, also whether the one before had found it (Y. Tsuruoka, D. Yokoyama and T. Chikayama, 2002, who counted the moves of masters).

use crate::ablation::request;
use crate::duel::Arena;
use crate::each::each;
use crate::regression::{RegressionPlan, TABLES};
use secateur::algo::MoveKind;
use secateur_games::Unreadable;
use secateur_session::{Method, Request, StoppedBy};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of kinds.
const KINDS: usize = MoveKind::ALL.len();

/// How many moves of each kind there were, and how many of them were the best.
///
/// ```
/// use secateur::algo::MoveKind;
/// use secateur_lab::realization::KindCounts;
///
/// let mut counts = KindCounts::default();
/// counts.add(&[MoveKind::First, MoveKind::First, MoveKind::Late], MoveKind::First, true);
/// assert_eq!((counts.seen(MoveKind::First), counts.best(MoveKind::First), counts.best(MoveKind::Table)), (2, 1, 1));
/// // As if each kind had one move more, and half of that had been the best.
/// assert_eq!((counts.thousandths(MoveKind::First), counts.thousandths(MoveKind::Late)), (500, 250));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct KindCounts {
    seen: [u64; KINDS],
    best: [u64; KINDS],
}

impl KindCounts {
    /// Adds a position: the kinds of its moves where no table suggests any, and that of the best; and whether the table's move is
    /// the best.
    ///
    /// A position that the table does not know has a best move, too. So the other kinds are those without it: counted beside a
    /// table's move, all of them would look hopeless wherever there is none.
    pub fn add(&mut self, moves: &[MoveKind], best: MoveKind, by_table: bool) {
        moves.iter().for_each(|&kind| self.seen[kind as usize] += 1);
        self.best[best as usize] += 1;
        self.seen[MoveKind::Table as usize] += 1;
        self.best[MoveKind::Table as usize] += u64::from(by_table);
    }

    /// The number of moves of a kind.
    pub fn seen(&self, kind: MoveKind) -> u64 {
        self.seen[kind as usize]
    }

    /// The number of those that were the best.
    pub fn best(&self, kind: MoveKind) -> u64 {
        self.best[kind as usize]
    }

    /// Their share in thousandths, at least one; a kind that was hardly seen tends to a half.
    pub fn thousandths(&self, kind: MoveKind) -> u32 {
        let [seen, best] = [self.seen(kind) as f64, self.best(kind) as f64];
        (1_000.0 * (best + 0.5) / (seen + 1.0)).round().max(1.0) as u32
    }

    /// The search that these counts make of realization-probability search.
    pub fn method(&self) -> Result<Method, Unreadable> {
        let mut method = Method::of("realization")?;
        // A kind that never came up stays as it is.
        for kind in MoveKind::ALL.into_iter().filter(|&kind| self.seen(kind) > 0) {
            method.settings.set(&format!("realization.{}={}", kind.name(), self.thousandths(kind)))?;
        }
        Ok(method)
    }
}

/// Counts the moves of `positions` positions on `threads` threads; none if the flag was raised. `heard` is called for each
/// position.
///
/// # Errors
///
/// One sentence if the game does not take its own moves.
pub fn count(
    plan: &RegressionPlan,
    arena: &Arena,
    positions: usize,
    threads: usize,
    interrupt: &Arc<AtomicBool>,
    heard: impl FnMut(),
) -> Result<Option<KindCounts>, Unreadable> {
    let plain = request(interrupt, &[], None)?;
    let all = each(positions, threads, interrupt, |n| sample(plan, arena, &plain, n as u64), heard)?;
    let mut counts = KindCounts::default();
    for (moves, best, by_table) in all.iter().filter_map(|sample| sample.as_ref()) {
        counts.add(moves, *best, *by_table);
    }
    Ok((!interrupt.load(Ordering::Relaxed)).then_some(counts))
}

/// The moves of a position, the best, and whether the table had it.
type KindSample = Option<(Vec<MoveKind>, MoveKind, bool)>;

/// One position; its sample is none where there was nothing to choose. None if the flag was raised.
fn sample(
    plan: &RegressionPlan,
    arena: &Arena,
    plain: &Request,
    number: u64,
) -> Result<Option<KindSample>, Unreadable> {
    let Some(mut board) = plan.reach(arena, plain, &mut plan.random(number))? else { return Ok(None) };
    let (mut before, deep) = (String::new(), plain.clone().depth(plan.depth).hash(TABLES[1]));
    let answer = board.analyse(&deep, &mut |answer| {
        if answer.bound.is_none() && answer.depth + 1 == plan.depth {
            before = answer.best.clone().unwrap_or_default();
        }
    });
    if answer.stopped_by == StoppedBy::Interrupt || plain.control.interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let moves = board.move_kinds();
    let best = moves.iter().find(|(m, _)| Some(m) == answer.best.as_ref()).map(|&(_, kind)| kind);
    // Where the search ended early, or only one move is legal, nothing was chosen.
    let chosen = best.filter(|_| moves.len() > 1 && answer.depth == plan.depth && !before.is_empty());
    let by_table = answer.best.as_ref() == Some(&before);
    Ok(Some(chosen.map(|best| (moves.iter().map(|&(_, kind)| kind).collect(), best, by_table))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    #[test]
    fn counts_come_from_the_plan_alone() {
        let arena = Arena::new(standard().find("connect4").unwrap(), None, 1).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        let plan = RegressionPlan { seed: 5, nodes: 50, depth: 4 };
        let counted = |threads| count(&plan, &arena, 60, threads, &flag, || ()).unwrap();
        let counts = counted(1).unwrap();
        assert_eq!(counted(2), Some(counts));
        // The best move so far is mostly the best in the end, and more likely than any other.
        let [table, second] = [MoveKind::Table, MoveKind::Second].map(|kind| counts.thousandths(kind));
        assert!(counts.seen(MoveKind::Table) > 30 && table > 300 && table > 2 * second, "{counts:?}");
        let method = counts.method().unwrap();
        // Connect-4 has no captures.
        let written = method.settings.written();
        assert!(written.len() > 2 && !written.iter().any(|setting| setting.contains("noisy")), "{written:?}");
        flag.store(true, Ordering::Relaxed);
        assert_eq!(counted(1), None);
    }
}
