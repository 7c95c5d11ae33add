//! The values of all legal moves.

use crate::clock::Stopwatch;
use crate::windowed::MAX_DEPTH;
use crate::{Answer, Outcome, Request, Session, StoppedBy};
use secateur::Score;
use std::sync::atomic::Ordering;

/// Searches every legal move deeper and deeper, and returns an answer for each, best first: its value for the
/// side to move, and the line that begins with it. `report` is shown them after each round.
///
/// The limits of the request are for all moves together. The first round, a ply beyond each move, is finished
/// whatever the limits are; a later one that is not finished counts for nothing. The interrupt ends any
/// round: then there may be no answers.
///
/// ```
/// use secateur_session::{Outcome, Request, values};
///
/// let mut game = secateur_standard::standard().find("tictactoe").unwrap().open();
/// game.set("XX./OO./...").unwrap();
/// let request = Request::default().hash(1 << 20).depth(5);
/// let all = values(&mut *game, &request, &mut |_| {});
/// assert_eq!((all.len(), all[0].best.as_deref(), all[0].outcome), (5, Some("c1"), Some(Outcome::Win)));
/// assert_eq!(all[4].outcome, Some(Outcome::Loss));
/// ```
pub fn values(
    session: &mut dyn Session,
    request: &Request,
    report: &mut dyn FnMut(&[Answer]),
) -> Vec<Answer> {
    let start = request.control.clock.start();
    let mut spent = Spent { start, nodes: 0 };
    let mut all: Vec<Answer> = Vec::new();
    let mut moves = session.moves();
    let deepest = request.limits.depth.unwrap_or(MAX_DEPTH).clamp(2, MAX_DEPTH);
    for depth in 2..=deepest {
        let mut round = Vec::with_capacity(moves.len());
        for m in &moves {
            let known = all.iter().find(|answer| answer.best.as_ref() == Some(m));
            let answer = match known.filter(|answer| answer.is_settled()) {
                Some(solved) => solved.clone(),
                None => match value(session, m, depth, request, &mut spent) {
                    Some(answer) => answer,
                    None => return all,
                },
            };
            round.push(answer);
        }
        // The sort is stable: among equals, the better one of the last round stays in front.
        round.sort_by_key(|answer| std::cmp::Reverse(answer.points));
        (1..).zip(&mut round).for_each(|(place, answer)| answer.line = place);
        all = round;
        moves = all.iter().filter_map(|answer| answer.best.clone()).collect();
        report(&all);
        if all.iter().all(Answer::is_settled) {
            break;
        }
    }
    all
}

/// A move's search need not wait for a larger table to be cleared.
const HASH: usize = 16 << 20;

/// The cost of the moves so far.
struct Spent {
    start: Stopwatch,
    nodes: u64,
}

/// The value of a move, searched to this depth; none if a limit or the interrupt came before it.
fn value(
    session: &mut dyn Session,
    m: &str,
    depth: u32,
    request: &Request,
    spent: &mut Spent,
) -> Option<Answer> {
    let is_first_round = depth == 2;
    let most = request.most_time();
    let time = most.map(|time| time.saturating_sub(spent.start.elapsed())).filter(|_| !is_first_round);
    let nodes =
        request.limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes)).filter(|_| !is_first_round);
    if request.control.interrupt.load(Ordering::Relaxed)
        || time.is_some_and(|time| time.is_zero())
        || nodes == Some(0)
    {
        return None;
    }
    let part = request.clone().depth(depth - 1).time(time).nodes(nodes).lines(1).only(Vec::new());
    let part = part.hash(request.resources.hash.min(HASH));
    session.play(m).ok()?;
    let reply = session.analyse(&part, &mut |_| ());
    session.undo();
    spent.nodes += reply.nodes;
    matches!(reply.stopped_by, StoppedBy::Depth | StoppedBy::Solved).then(|| lifted(reply, m, session, spent))
}

/// The answer to a move as the side that makes it sees it.
fn lifted(reply: Answer, m: &str, session: &dyn Session, spent: &Spent) -> Answer {
    let outcome = reply.outcome.map(|outcome| -outcome);
    let plies_to_end = reply.plies_to_end.map(|plies| plies + 1);
    let points = match (outcome, plies_to_end) {
        (Some(Outcome::Win), Some(plies)) => Score::win_in(plies).get(),
        (Some(Outcome::Loss), Some(plies)) => Score::loss_in(plies).get(),
        _ => -reply.points,
    };
    Answer {
        position: session.position(),
        value: -reply.value,
        points,
        outcome,
        chances: reply.chances.map(|[win, draw, loss]| [loss, draw, win]),
        bound: reply.bound.map(|bound| -bound),
        plies_to_end,
        best: Some(m.to_owned()),
        pv: std::iter::once(m.to_owned()).chain(reply.pv.iter().cloned()).collect(),
        depth: reply.depth + 1,
        seldepth: reply.seldepth + 1,
        nodes: spent.nodes,
        time_ms: spent.start.milliseconds(),
        ..reply
    }
}
