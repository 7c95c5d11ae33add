//! Making a tablebase.

use super::{Fresh, Tablebase, TablebaseValue};
use crate::erased::Erased;
use crate::signals::{Limiter, Signals};
use crate::{Request, StoppedBy};
use secateur::{Game, Halt, Hints, Score, Stop, algo};
use std::collections::BTreeSet;

/// A limit that tells how many positions were found and settled.
struct Told<'a> {
    limits: Limiter<'a>,
    steps: u64,
    report: &'a mut dyn FnMut(u64),
}

/// A report comes once in this many steps.
const EVERY: u64 = 1 << 16;

impl Stop for Told<'_> {
    type Halt = Halt;

    fn poll(&mut self) -> Result<(), Halt> {
        self.limits.poll()?;
        self.steps += 1;
        if self.steps.is_multiple_of(EVERY) {
            (self.report)(self.steps);
        }
        Ok(())
    }
}

/// Positions to begin with, from the first one at each call.
type Roots<'a> = &'a dyn Fn() -> Box<dyn Iterator<Item = Erased>>;

/// The tablebase of all that can be reached from the roots, or what stopped it; `report` hears of each 65,536 steps, two of
/// which a position takes at most.
pub(crate) fn build(
    (game, position): (&str, String),
    roots: Roots<'_>,
    request: &Request,
    report: &mut dyn FnMut(u64),
) -> Result<Tablebase, StoppedBy> {
    let Request { limits, control, resources, .. } = request;
    let start = control.clock.start();
    let signals = Signals { time: limits.time.map(|most| (start, most)), ..Signals::of(control) };
    let look = || signals.look();
    let limits = Limiter::new(limits.nodes.unwrap_or(u64::MAX), &look);
    let found = match algo::retrograde(
        roots().map(Fresh::of),
        resources.hash,
        &mut Told { limits, steps: 0, report },
    ) {
        Ok(Some(found)) => found,
        Ok(None) => return Err(StoppedBy::Memory),
        Err(halt) => return Err(halt.into()),
    };
    let longest = position_on(roots, found.longest()).unwrap_or_default();
    let mut entries: Vec<(u64, Score)> = found.entries().collect();
    drop(found);
    entries.sort_unstable();
    let scores: BTreeSet<Score> = entries.iter().map(|&(_, score)| score).collect();
    let scores: Vec<Score> = scores.into_iter().collect();
    let place = |score: Score| scores.binary_search(&score).expect("it is one of them") as u16;
    let (keys, values) = entries.iter().map(|&(key, score)| (key, place(score))).unzip();
    Ok(Tablebase { game: game.to_owned(), position, longest, keys, values, scores })
}

/// The text of the position at the end of a way, by the keys on it.
fn position_on(roots: Roots<'_>, mut way: impl Iterator<Item = u64>) -> Option<String> {
    let first = way.next()?;
    let mut at = roots().map(Fresh::of).find(|root| root.whole() == first)?;
    for key in way {
        let next = at.moves().map(|m| at.child(m)).find(|child| child.whole() == key)?;
        at = next;
    }
    Some(at.0.write())
}

impl TablebaseValue {
    /// What a score says on the game's own scale.
    pub(crate) fn of(score: Score, value: i32) -> Self {
        let plies = score.plies_to_end().filter(|_| score != Score::DRAW);
        TablebaseValue { value, plies }
    }
}
