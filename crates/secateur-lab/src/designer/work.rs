//! The work itself: whichever part is furthest behind its share of the time comes next, until the time is over.

use super::games::{self, LEVELS};
use super::record::PlayedGame;
use super::stages::Stage;
use super::store::{Known, Piece, Place, Store};
use super::{DesignerEvent, DesignerPlan, boards, search, studies};
use crate::duel::{Arena, Opening};
use crate::each::as_done;
use crate::error::Error;
use secateur_games::Unreadable;
use secateur_session::{GameEntry, Registry};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The most games at a level, pairs, and positions: what more would tell is not worth its time.
const MOST: usize = 400;
/// The number of positions of a game that are looked into, one after the other.
const OF_A_GAME: usize = 3;
/// The nodes with which first moves are searched: all of them quickly, then all of them well.
pub(super) const FIRST_NODES: [u64; 2] = [LEVELS[2], studies::DEEP];
/// The least time that a board, or the search that suits the game, is begun with.
const LEAST: Duration = Duration::from_millis(300);
/// How often a flag is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// A piece of work to do, with all that it takes.
enum Job {
    Game { level: usize, number: usize, opening: Opening },
    Pair { level: usize, number: usize, opening: Opening },
    Study { at: Place, game: PlayedGame },
    First { nodes: u64, m: String },
    Board(String),
    Search,
}

/// All that the work goes by.
pub(super) struct Desk<'a> {
    pub(super) registry: &'a Registry,
    pub(super) entry: &'a GameEntry,
    pub(super) arena: &'a Arena,
    pub(super) plan: &'a DesignerPlan,
    /// The journal of the races of searches.
    pub(super) races: &'a Path,
    pub(super) interrupt: &'a Arc<AtomicBool>,
    /// The first moves to look into.
    pub(super) firsts: Vec<String>,
    /// The boards to solve, the smallest first.
    pub(super) boards: Vec<String>,
}

impl Desk<'_> {
    /// Works until the time is over, all is done, or the flag is raised.
    pub(super) fn work(&self, store: &mut Store, heard: &mut dyn FnMut(DesignerEvent)) -> Result<(), Error> {
        let (start, before) = (Instant::now(), store.known.total());
        let time = self.plan.time.saturating_sub(before);
        // A part that finds nothing within its time is left alone until nothing else is to be done.
        let (mut left_alone, mut is_last_round): (Vec<Stage>, bool) = (Vec::new(), false);
        while !self.interrupt.load(Ordering::Relaxed) {
            let known = &store.known;
            let has_work: Vec<Stage> = Stage::all().filter(|stage| self.has_work(known, *stage)).collect();
            let left = time.saturating_sub(start.elapsed());
            if has_work.is_empty() {
                break;
            }
            let open = has_work.iter().filter(|stage| !left_alone.contains(stage));
            let behind = |stage: &Stage| known.spent_on(*stage).as_secs_f64() / stage.share();
            let next = open.min_by(|a, b| behind(a).total_cmp(&behind(b)));
            let Some(&stage) = next.filter(|_| !left.is_zero()) else {
                if !left.is_zero() && !is_last_round {
                    is_last_round = true;
                    left_alone.clear();
                    continue;
                }
                // What was given up took time as well, or the same command would try it again.
                let lost = self.plan.time.saturating_sub(known.total());
                return if lost.is_zero() { Ok(()) } else { store.keep(Piece::Lost, lost, self.arena) };
            };
            heard(DesignerEvent {
                spent: before + start.elapsed(),
                games: known.count(),
                doing: stage.name(),
            });
            // What cannot be cut up gets its share at once, and more only where nothing else is to be done.
            let is_long = matches!(stage, Stage::Boards | Stage::Search);
            let share = self.plan.time.mul_f64(stage.share() / 100.0).saturating_sub(known.spent_on(stage));
            let within = if is_long && !is_last_round { share.min(left) } else { left };
            if (is_long && within < LEAST) || !self.batch(store, stage, within)? {
                left_alone.push(stage);
            }
        }
        Ok(())
    }

    /// Does some jobs of a part, as many as there are threads. Whether that came to anything.
    fn batch(&self, store: &mut Store, stage: Stage, within: Duration) -> Result<bool, Error> {
        guarded(within, self.interrupt, |stop| {
            let jobs = self.jobs(store, stage, stop)?;
            let mut last = Instant::now();
            if let [Job::Search] = jobs[..] {
                let DesignerPlan { seed, threads, .. } = *self.plan;
                let found = search::suited(self.entry, (seed, threads), self.races, stop)?;
                let is_found = found.is_some();
                store.keep(Piece::Search(found), last.elapsed(), self.arena)?;
                return Ok(is_found);
            }
            let mut any = false;
            let work = |n: usize| self.done(&jobs[n], within, stop);
            as_done(jobs.len(), self.plan.threads, stop, work, |some| {
                let each = last.elapsed() / some.len().max(1) as u32;
                last = Instant::now();
                for (_, piece) in some {
                    any |= !matches!(piece, Piece::Board { outcome: None, .. });
                    store.keep(piece, each, self.arena)?;
                }
                Ok::<(), Error>(())
            })?;
            Ok(any)
        })
    }

    /// Whether a part has anything left to do.
    fn has_work(&self, known: &Known, stage: Stage) -> bool {
        let more = |done: usize| done < MOST && (done < known.openings.len() || !known.no_more_openings);
        match stage {
            Stage::Openings => false,
            Stage::Games(level) => more(known.games[level].len()),
            Stage::Pairs(level) => more(known.pairs[level].len()),
            Stage::Studies => known.studies.len() < MOST && self.places(known).next().is_some(),
            Stage::Firsts => self.first_moves(known).next().is_some(),
            Stage::Boards => self.board(known).is_some(),
            Stage::Search => known.search.is_none(),
        }
    }

    /// The next jobs of a part. The openings that they begin with are found first.
    fn jobs(&self, store: &mut Store, stage: Stage, stop: &Arc<AtomicBool>) -> Result<Vec<Job>, Error> {
        let threads = self.plan.threads;
        if let Stage::Games(level) | Stage::Pairs(level) = stage {
            let is_game = matches!(stage, Stage::Games(_));
            let known = &store.known;
            let has = |n: &usize| match is_game {
                true => known.games[level].contains_key(n),
                false => known.pairs[level].contains_key(n),
            };
            let numbers: Vec<usize> = (0..MOST).filter(|n| !has(n)).take(threads).collect();
            self.open(store, numbers.last().map_or(0, |last| last + 1), stop)?;
            let openings = &store.known.openings;
            return Ok(numbers
                .into_iter()
                .filter_map(|number| {
                    let opening = openings.get(number)?.clone();
                    Some(match is_game {
                        true => Job::Game { level, number, opening },
                        false => Job::Pair { level, number, opening },
                    })
                })
                .collect());
        }
        let known = &store.known;
        Ok(match stage {
            Stage::Studies => {
                let job = |at: Place| Job::Study { at, game: known.games[at.level][&at.game].clone() };
                self.places(known).take(threads).map(job).collect()
            }
            Stage::Firsts => {
                self.first_moves(known).take(threads).map(|(nodes, m)| Job::First { nodes, m }).collect()
            }
            Stage::Boards => self.board(known).map(Job::Board).into_iter().collect(),
            _ => vec![Job::Search],
        })
    }

    /// Finds openings until there are `count`, or no more.
    fn open(&self, store: &mut Store, count: usize, stop: &Arc<AtomicBool>) -> Result<(), Error> {
        while store.known.openings.len() < count && !store.known.no_more_openings {
            let (start, known) = (Instant::now(), &store.known);
            let found = games::opening(self.arena, known.openings.len(), &known.seen, self.plan.seed, stop)?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            store.keep(Piece::Opening(found.map(|(moves, _)| moves)), start.elapsed(), self.arena)?;
        }
        Ok(())
    }

    /// The positions that are still to be looked into: those of the strongest games first.
    fn places<'k>(&self, known: &'k Known) -> impl Iterator<Item = Place> + use<'k> {
        let levels = (1..LEVELS.len()).rev();
        let all = levels.flat_map(move |level| {
            (0..OF_A_GAME)
                .flat_map(move |nth| known.games[level].keys().map(move |&game| Place { level, game, nth }))
        });
        all.filter(|at| !known.studies.contains_key(at))
    }

    /// The first moves that are still to be searched, and with how many nodes.
    fn first_moves(&self, known: &Known) -> impl Iterator<Item = (u64, String)> {
        let all = FIRST_NODES.iter().flat_map(|&nodes| self.firsts.iter().map(move |m| (nodes, m.clone())));
        all.filter(|first| !known.firsts.contains_key(first))
    }

    /// The next board to solve: none after one that took longer than there is time, unless there is far more time now.
    fn board(&self, known: &Known) -> Option<String> {
        let open = self
            .boards
            .iter()
            .find(|name| known.boards.get(*name).is_none_or(|board| board.outcome.is_none()))?;
        let share = self.plan.time.mul_f64(Stage::Boards.share() / 100.0);
        let left = share.saturating_sub(known.spent_on(Stage::Boards));
        let is_worth_it = known.boards.get(open).is_none_or(|tried| left > 2 * tried.time);
        is_worth_it.then(|| open.clone())
    }

    /// Does a job. None if the flag was raised before the end.
    fn done(&self, job: &Job, within: Duration, stop: &Arc<AtomicBool>) -> Result<Option<Piece>, Unreadable> {
        let arena = self.arena;
        Ok(match job {
            Job::Game { level, number, opening } => games::game(arena, opening, LEVELS[*level], stop)?
                .map(|game| Piece::Game { level: *level, number: *number, game }),
            Job::Pair { level, number, opening } => {
                let players = [level + 1, *level].map(|level| games::player(LEVELS[level], stop));
                let half_points = arena.pair(opening, [&players[0], &players[1]])?;
                half_points.map(|half_points| Piece::Pair { level: *level, number: *number, half_points })
            }
            Job::Study { at, game } => {
                // The same position of a game whatever else was done.
                let seed = self.plan.seed ^ ((at.level as u64) << 32 | at.game as u64);
                let found = studies::study(arena, game, at.nth, seed, stop)?;
                (!stop.load(Ordering::Relaxed)).then_some(Piece::Study { at: *at, found })
            }
            Job::First { nodes, m } => studies::first_move(arena, m, *nodes, stop)?
                .map(|worth| Piece::First { nodes: *nodes, m: m.clone(), worth }),
            Job::Board(name) => {
                let outcome = boards::solve(self.registry, name, within, stop)?;
                let given_up = outcome.is_none() && self.interrupt.load(Ordering::Relaxed);
                (!given_up).then(|| Piece::Board { name: name.clone(), outcome })
            }
            Job::Search => None,
        })
    }
}

/// Does this work with a flag that is raised when the time is over, or the interrupt comes.
fn guarded<T>(within: Duration, interrupt: &AtomicBool, work: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    let (at_work, over) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let flag = stop.clone();
        scope.spawn(move || {
            let start = Instant::now();
            loop {
                let left = within.saturating_sub(start.elapsed());
                if left.is_zero() || interrupt.load(Ordering::Relaxed) {
                    return flag.store(true, Ordering::Relaxed);
                }
                if over.recv_timeout(LOOK.min(left)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        let result = work(&stop);
        drop(at_work);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_raised_when_the_time_is_over_or_the_interrupt_comes() {
        let wait = |stop: &Arc<AtomicBool>| {
            let start = Instant::now();
            while !stop.load(Ordering::Relaxed) && start.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(1));
            }
            start.elapsed()
        };
        let took = guarded(Duration::from_millis(100), &AtomicBool::new(false), wait);
        assert!((100..2000).contains(&took.as_millis()), "{took:?}");
        let took = guarded(Duration::from_secs(10), &AtomicBool::new(true), wait);
        assert!(took < Duration::from_secs(2), "{took:?}");
        assert_eq!(guarded(Duration::from_secs(10), &AtomicBool::new(false), |_| 7), 7);
    }
}
