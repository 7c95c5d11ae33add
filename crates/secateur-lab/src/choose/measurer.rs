//! The measuring of searches and games, each once: what the journal holds is not done again.

use super::positions::RacePosition;
use super::race::{Cost, Criterion};
use super::{ChoicePlan, Event};
use crate::duel::{Arena, Opening};
use crate::each::as_done;
use crate::error::Error;
use crate::journal::{Journal, JournalKind};
use crate::statistics::MatchScore;
use secateur_games::Unreadable;
use secateur_session::{Method, Request, StoppedBy};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The format of a choice's journal.
const KIND: JournalKind = JournalKind { what: "searches", format: "secateur-choose-1", checked: true };
/// The table of a search in a race, in bytes.
const HASH: usize = 16 << 20;
/// Each player's table in games, in bytes.
const GAME_HASH: usize = 4 << 20;
/// A search is given up at this many times the nodes that plain alpha-beta may take.
const PATIENCE: u64 = 4;

/// The identity of a piece of work.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Work {
    /// A method, and the number of a position.
    Search(String, usize),
    /// Two methods, and the number of an opening.
    Pair(String, String, usize),
}

/// The result of a piece of work.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Measured {
    /// The cost of a search.
    Took { nodes: u64, ms: f64, cut: bool },
    /// The half points of the first method in a pair of games.
    HalfPoints(usize),
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    work: Work,
    result: Measured,
}

/// Runs every search and every game of a choice.
pub(super) struct Measurer<'a> {
    pub(super) arena: &'a Arena,
    pub(super) plan: &'a ChoicePlan,
    pub(super) race_positions: Vec<RacePosition>,
    pub(super) openings: Vec<Opening>,
    /// None if nothing is kept.
    journal: Option<Journal>,
    known: HashMap<Work, Measured>,
    interrupt: Arc<AtomicBool>,
}

impl<'a> Measurer<'a> {
    /// Opens the journal, if there is one: it may hold work that was done before on the same terms.
    pub(super) fn open(
        arena: &'a Arena,
        plan: &'a ChoicePlan,
        path: Option<&Path>,
        game: &str,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        let (mut journal, mut known) = (None, HashMap::new());
        if let Some(path) = path {
            let (opened, lines) = Journal::open(path, KIND, &plan.terms(game))?;
            for (n, line) in lines.iter().enumerate() {
                let Line { work, result } = serde_json::from_str(line).map_err(|e| {
                    Unreadable(format!(
                        "{}, line {}: expected a search or a pair: {e}",
                        path.display(),
                        n + 2
                    ))
                })?;
                known.insert(work, result);
            }
            journal = Some(opened);
        }
        let (race_positions, openings) = (Vec::new(), Vec::new());
        Ok(Measurer { arena, plan, race_positions, openings, journal, known, interrupt: interrupt.clone() })
    }

    /// Returns the cost of each method on each of these positions; none if interrupted.
    pub(super) fn search(
        &mut self,
        methods: &[&Method],
        race_positions: Range<usize>,
        heard: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Vec<Vec<Cost>>>, Error> {
        let names: Vec<String> = methods.iter().map(|method| method.to_string()).collect();
        // A position by everybody before the next one, and everybody is first in turn: whatever else the machine
        // does meanwhile, it does to all alike.
        let turns = race_positions.clone().flat_map(|race_position| {
            (0..methods.len()).map(move |n| (race_position, (n + race_position) % methods.len()))
        });
        let work: Vec<(Work, (usize, usize))> = turns
            .map(|(race_position, entrant)| {
                (Work::Search(names[entrant].clone(), race_position), (race_position, entrant))
            })
            .collect();
        let threads = if self.plan.measure == Criterion::Time { 1 } else { self.plan.threads };
        let (arena, plan, interrupt, all) =
            (self.arena, self.plan, self.interrupt.clone(), std::mem::take(&mut self.race_positions));
        let done = self.work(&work, threads, heard, |&(race_position, entrant)| {
            let once = || once(arena, plan, &all[race_position], methods[entrant], &interrupt);
            let Some(first) = once()? else { return Ok(None) };
            let Measured::Took { nodes, ms, cut } = first else { return Ok(Some(first)) };
            // Of two times the shorter one has less of the rest of the machine in it.
            let again = plan.measure == Criterion::Time && !cut;
            let Some(second) = (if again { once()? } else { Some(first) }) else { return Ok(None) };
            let Measured::Took { ms: other, .. } = second else { return Ok(Some(second)) };
            Ok(Some(Measured::Took { nodes, ms: ms.min(other), cut }))
        });
        self.race_positions = all;
        if !done? {
            return Ok(None);
        }
        let cost =
            |name: &str, race_position| match self.known.get(&Work::Search(name.to_owned(), race_position)) {
                Some(&Measured::Took { nodes, ms, cut }) => Some(Cost { nodes, ms, cut }),
                _ => None,
            };
        Ok(Some(
            names
                .iter()
                .map(|name| {
                    race_positions.clone().filter_map(|race_position| cost(name, race_position)).collect()
                })
                .collect(),
        ))
    }

    /// Returns the first method's score against the second in pairs of games from these openings; none if
    /// interrupted.
    pub(super) fn play(
        &mut self,
        [first, second]: [&Method; 2],
        openings: Range<usize>,
        heard: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<MatchScore>, Error> {
        let request = |method: &Method| {
            let limits = self.plan.a_move().hash(GAME_HASH).interrupt(self.interrupt.clone());
            Request { method: method.clone(), ..limits }
        };
        let (one, other) = (request(first), request(second));
        let named = |n| (Work::Pair(first.to_string(), second.to_string(), n), n);
        let work: Vec<(Work, usize)> = openings.map(named).collect();
        let (arena, all) = (self.arena, std::mem::take(&mut self.openings));
        let done = self.work(&work, self.plan.threads, heard, |&n| {
            Ok(arena.pair(&all[n], [&one, &other])?.map(Measured::HalfPoints))
        });
        self.openings = all;
        if !done? {
            return Ok(None);
        }
        let mut score = MatchScore::default();
        for (work, _) in &work {
            if let Some(&Measured::HalfPoints(half_points)) = self.known.get(work) {
                score.add(half_points);
            }
        }
        Ok(Some(score))
    }

    /// Does what is not known yet; false if the flag was raised before all of it was done.
    fn work<T: Sync>(
        &mut self,
        all: &[(Work, T)],
        threads: usize,
        heard: &mut dyn FnMut(Event<'_>),
        work: impl Fn(&T) -> Result<Option<Measured>, Unreadable> + Sync,
    ) -> Result<bool, Error> {
        let missing: Vec<&(Work, T)> =
            all.iter().filter(|(work, _)| !self.known.contains_key(work)).collect();
        heard(Event::Known(all.len() - missing.len()));
        let (journal, known) = (&mut self.journal, &mut self.known);
        as_done(
            missing.len(),
            threads,
            &self.interrupt,
            |n| work(&missing[n].1),
            |some| {
                for (n, result) in some {
                    let line = Line { work: missing[n].0.clone(), result };
                    // Numbers and text: all of that can be written.
                    if let Some(journal) = journal.as_mut() {
                        journal.add(&serde_json::to_string(&line).unwrap_or_default())?;
                    }
                    known.insert(line.work, result);
                    heard(Event::Step);
                }
                Ok::<(), Error>(())
            },
        )?;
        Ok(all.iter().all(|(work, _)| self.known.contains_key(work)))
    }
}

/// Searches a position once, with a table of its own; none if it was interrupted.
fn once(
    arena: &Arena,
    plan: &ChoicePlan,
    race_position: &RacePosition,
    method: &Method,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Measured>, Unreadable> {
    let limits = Request::default()
        .depth(race_position.depth)
        .nodes(PATIENCE * plan.sizes().nodes)
        .hash(HASH)
        .interrupt(interrupt.clone());
    let request = Request { method: method.clone(), ..limits };
    let mut board = arena.board(&race_position.moves)?;
    // The making of a table is not what is raced.
    board.prepare(&request);
    let answer = board.analyse(&request, &mut |_| {});
    if answer.stopped_by == StoppedBy::Interrupt || interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let cut = answer.stopped_by == StoppedBy::Nodes;
    Ok(Some(Measured::Took { nodes: answer.nodes, ms: answer.time_ms, cut }))
}
