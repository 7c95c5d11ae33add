//! A proof-number search in a table that is recorded.

use super::run::{Ended, Told};
use super::{Recording, TraceLimits, grown};
use crate::Request;
use crate::best_first::{FIRST_REPORT, is_solved, stopped_by};
use crate::erased::{Erased, ErasedGame, Following, Knowing};
use crate::growth::{SoFar, ask_in_turn, proofs};
use crate::signals::{Limiter, Signals};
use secateur::best::{self, End};
use secateur::order::{Ranked, RelativeHistory};
use secateur::{Halt, Hints, Search, Static, Stats, Trace, With};

/// A context that is watched.
type Watched<'t> = Search<
    Erased,
    Knowing,
    With<(Stats, Trace<u32>), Limiter<'t>, (), Ranked<RelativeHistory<Erased>, Erased>, Static, Following>,
>;

/// The record of such a search, from goal to goal, and slice by slice as it is run: each slice begins at the root, and has the
/// table of the one before.
pub(super) fn trace(told: Told<'_>, request: &Request, limits: &TraceLimits) -> Recording {
    let Told { saying, erased: ErasedGame { pos, knowledge, path, .. } } = told;
    let start = request.control.clock.start();
    let signals =
        Signals { time: request.most_time().map(|most| (start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let mut cx: Watched<'_> = Search::new(knowledge)
        .watch((Stats::default(), Trace::new(limits.nodes, limits.plies)))
        .stop(Limiter::new(0, &look))
        .order(Ranked::new(RelativeHistory::new()))
        .horizon(Static)
        .history(path);
    let (mut table, mut so_far) = (proofs(pos.constants(), request), SoFar::nothing());
    let most = grown::most_nodes(request);
    let mut until = FIRST_REPORT;
    let how = request.method.settings.df_pn;
    let (found, solved) = loop {
        cx.stop = Limiter::new(until.min(most) - cx.watch.0.nodes, &look);
        let found = ask_in_turn(saying.values, &mut so_far, &mut |goal| match goal {
            Some(goal) => Some(best::df_pn(&mut cx, &pos, goal, how, &mut table)),
            None => {
                table.clear();
                None
            }
        });
        let solved = is_solved(saying.values.scale, found.bounds);
        if solved || !matches!(found.end, End::Halted(Halt::Nodes)) || until >= most {
            break (found, solved);
        }
        until = until.saturating_mul(2);
    };
    let (stats, trace) = cx.watch;
    let ended = Ended {
        depth: found.line.len() as u32,
        score: grown::proven(found.bounds).0,
        line: found.line,
        stopped_by: stopped_by(solved, found.end),
        exact: solved,
        nodes: stats.nodes,
        trace,
        time: start.elapsed(),
    };
    ended.recording(&saying, pos, request, None)
}
