//! A search of the solver that is recorded.

use super::run::{Ended, ErasedHorizon, Saying, check, no_room};
use super::{Recording, TraceLimits};
use crate::answer::Task;
use crate::clock::Stopwatch;
use crate::erased::{Erased, Knowing, erase_alone, erase_knowledge};
use crate::goals::Values;
use crate::informed::Informed;
use crate::signals::{Limiter, Signals};
use crate::solve::{self, Components, LONGEST, LONGEST_HERE, Probed, Scouts, Windows, is_short, stack};
use crate::threads::with_stacks;
use crate::{Request, StoppedBy};
use secateur::{Halt, Score, Trace, result};
use secateur_games::{Notation, Scale, Unreadable};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The record of what [`Solver::solve`](crate::Solver::solve) does with the position of a task, node for node.
pub(crate) fn solving<G: Notation>(
    task: &Task<'_, G>,
    limits: &TraceLimits,
) -> Result<Recording, Unreadable> {
    let &Task { game, position, pos, request, start, .. } = task;
    check(request.method.algorithm, request, limits)?;
    if result(pos).is_some() {
        return Err(Unreadable("the game is over: there is nothing to search".into()));
    }
    if G::CYCLES {
        return Err(Unreadable(format!(
            "{game} is solved from its ends, since positions can come back: there is no search to trace; expected another \
             algorithm"
        )));
    }
    let made = Mutex::new(None);
    // (What is searched is bound to the thread that searches it.)
    let run = |longest| {
        let root = erase_alone(pos);
        let components = Components::of(request);
        let guess = erase_knowledge::<G>(Informed::new(components.knowledge::<G>(), None));
        let values = erase_knowledge::<G>(solve::scout_values(pos, &components));
        let tablebase = request.control.tablebase.clone();
        let knowledge = components.prepared(pos, request.resources.hash, 1, &|| false);
        let proofs = erase_knowledge::<G>(Informed::new(knowledge, tablebase));
        let known = Known { proofs, guess, values, scouts: Scouts::of(pos, &components) };
        let minimal = |_, _| None;
        let saying = Saying { game, position, values: Values::of(pos), minimal: &minimal };
        let recording = match root.fits() {
            true => Ok(record(&saying, root, known, &components, (request, start), limits, longest)),
            false => Err(no_room(request, game)),
        };
        *made.lock().unwrap_or_else(PoisonError::into_inner) = Some(recording);
    };
    if is_short(pos) || !with_stacks(1, stack::<G>(), &|_| run(LONGEST)) {
        run(LONGEST_HERE);
    }
    let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.expect("it was run here or there")
}

/// What the solver knows of a game: what it proves of positions, and what they look worth, for a first guess and for the order
/// of moves, near the root.
struct Known {
    proofs: Knowing,
    guess: Knowing,
    values: Knowing,
    scouts: Scouts,
}

fn record(
    saying: &Saying<'_>,
    root: Erased,
    known: Known,
    components: &Components,
    (request, start): (&Request, Stopwatch),
    limits: &TraceLimits,
    longest: u32,
) -> Recording {
    let signals =
        Signals { time: request.most_time().map(|most| (start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let limiter = Limiter::new(request.limits.nodes.unwrap_or(u64::MAX), &look);
    let bound_table = components.table(request.resources.hash);
    let too_long = AtomicBool::new(false);
    let (mut guess, mut nodes) = (Ok(Score::DRAW), 0);
    if saying.values.scale == Scale::Points {
        (guess, nodes) = solve::guess(&root, known.guess, components, &limiter);
    }
    let guessed = nodes;
    let (mut best, mut found) = (None, Err(Halt::Interrupt));
    let windows =
        Windows { components, bound_table: &bound_table, limits: &limiter, too_long: &too_long, busy: None };
    let trace = Trace::new(limits.nodes, limits.plies);
    let trace = windows.watched(
        &root,
        longest,
        (known.proofs, known.values, known.scouts),
        ErasedHorizon,
        trace,
        &mut |window| {
            found = guess.and_then(|guess| {
                solve::value(saying.values.scale, components.near, guess, &mut |alpha, beta| {
                    let Probed { answer, best: raised, nodes: probed } = window(alpha, beta);
                    nodes = guessed + probed;
                    let score = answer?;
                    if score > alpha {
                        best = raised.or(best);
                    }
                    Ok(score)
                })
            });
        },
    );
    let stopped_by = match found {
        _ if too_long.load(Ordering::Relaxed) => StoppedBy::Length,
        Ok(_) => StoppedBy::Solved,
        Err(halt) => halt.into(),
    };
    let ended = Ended {
        depth: u32::from(best.is_some()),
        score: found.ok(),
        line: best.into_iter().collect(),
        stopped_by,
        exact: found.is_ok(),
        nodes,
        trace,
        time: start.elapsed(),
    };
    ended.recording(saying, root, request, None)
}
