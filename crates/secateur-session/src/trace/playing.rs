//! A search of the playing engine that is recorded.

use super::run::{Ended, Saying, Told, no_room};
use super::{Recording, TraceLimits};
use crate::engine::{self, MAX_DEPTH};
use crate::erased::{Erased, ErasedGame};
use crate::signals::{Limiter, Signals};
use crate::{Request, StoppedBy};
use secateur::engine::{Engine, EngineLimits};
use secateur::{Stats, Trace, candidates};
use secateur_games::Unreadable;
use std::sync::Arc;

/// The record of such a search. Its recipe is filled in, also where the game's is constant: the numbers are the same.
pub(super) fn trace(
    told: Told<'_>,
    request: &Request,
    limits: &TraceLimits,
) -> Result<Recording, Unreadable> {
    let Told { saying, erased: ErasedGame { pos, knowledge, past, .. } } = told;
    let moves = moves(&saying, &pos, request)?;
    let start = request.control.clock.start();
    let signals =
        Signals { time: request.most_time().map(|most| (start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let table = Arc::new(request.table());
    table.new_search();
    let recipe = request.method.settings.recipe.clone().unwrap_or_default();
    let mut engine = Engine::new(knowledge, table, recipe)
        .watch((Stats::default(), Trace::new(limits.nodes, limits.plies)))
        .stop(Limiter::new(request.limits.nodes.unwrap_or(u64::MAX), &look));
    let depth = request.limits.depth.unwrap_or(1).min(MAX_DEPTH);
    let forced = moves.len() == 1;
    let engine_limits = EngineLimits { from: 1, depth, lines: 1, moves, windows: engine::windows(request) };
    let mut stopped_by = StoppedBy::Depth;
    let (found, halt) = engine.think(&pos, &past, &engine_limits, |engine, found| {
        let stretch = engine.stretch(found.effort);
        let enough = if found.over {
            engine::enough(request, start, (found.score, found.depth), stretch, forced)
        } else {
            None
        };
        stopped_by = enough.unwrap_or(stopped_by);
        enough.is_none()
    });
    if let Some(halt) = halt {
        stopped_by = halt.into();
    }
    let (stats, trace) = engine.watch;
    let ended = Ended {
        depth: found.as_ref().map_or(0, |found| found.depth),
        score: found.as_ref().map(|found| found.score),
        line: found.map_or(Vec::new(), |found| found.line),
        stopped_by,
        exact: false,
        nodes: stats.nodes,
        trace,
        time: start.elapsed(),
    };
    Ok(ended.recording(&saying, pos, request, None))
}

/// The moves to choose from.
fn moves(saying: &Saying<'_>, pos: &Erased, request: &Request) -> Result<Vec<u32>, Unreadable> {
    if !pos.fits() {
        return Err(no_room(request, saying.game));
    }
    let moves = engine::moves(pos, &request.limits.only, |m| pos.write_move(m));
    if !candidates(pos).iter().any(|m| moves.contains(m)) {
        return Err(Unreadable(
            "the only moves to choose from are proven no better than others: nothing is searched".into(),
        ));
    }
    Ok(moves)
}
