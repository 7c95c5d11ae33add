//! The games that a store lacks, several at a time.

use super::engine::Program;
use super::game::{MatchGame, contestant};
use super::openings::Openings;
use super::pgn::Growing;
use super::player::{MatchPlayer, PlayerKind};
use super::record::{MatchOpening, PlayedGame};
use super::referee::{AdjudicationRules, RefereedGame};
use super::schedule::Schedule;
use super::seat::{Contestant, Fault};
use super::standings::Standings;
use super::store::MatchStore;
use crate::crew::{self, Crew};
use crate::each::as_done;
use crate::error::Error;
use crate::statistics::sprt::Sprt;
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use std::cell::RefCell;
use std::collections::hash_map::Entry::Vacant;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A bound on the number of games missing when a match was killed: those under way and those that waited to be
/// stored.
const FAR: usize = 400;

/// A match: who plays whom, from where, and by which rules.
pub struct Match {
    entry: GameEntry,
    players: Vec<MatchPlayer>,
    schedule: Schedule,
    rules: AdjudicationRules,
    openings: Mutex<Openings>,
    standings: Standings,
    watch: Option<Watch>,
}

/// Sees a game under way: its number, its opening, and the moves so far.
type Watch = Box<dyn Fn(usize, &MatchOpening, &[String]) + Send + Sync>;

/// A game that is done.
enum Done {
    /// The game was in the store, under this identity.
    Before(String),
    /// The game was played now.
    Now(String, Box<PlayedGame>),
}

/// A game that is reported.
#[derive(Copy, Clone, Debug)]
pub struct Heard<'a> {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The game.
    pub record: &'a PlayedGame,
    /// Whether it was played now, and not before.
    pub is_new: bool,
    /// Whether it has the same moves as an earlier one.
    pub repeats: bool,
}

/// The end of a match's run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// Every game was played.
    Played,
    /// The test has decided.
    Decided,
    /// The flag was raised.
    Interrupted,
}

/// The games that a store holds: those of the match by their numbers, as far as they are near each other, and all by their
/// identities.
struct There {
    numbers: HashSet<usize>,
    ids: HashSet<String>,
}

/// Takes in games that are done, by their numbers.
type TakeIn<'a> = dyn FnMut(Vec<(usize, Done)>) -> Result<(), Error> + 'a;

/// The players of a thread.
type Seats = HashMap<usize, Box<dyn Contestant>>;

impl Match {
    /// A match in which nothing has been played.
    ///
    /// # Errors
    ///
    /// One sentence if the players cannot play it: two of one name, one without limits, a game that a protocol does not
    /// know.
    pub fn new(
        entry: &GameEntry,
        players: Vec<MatchPlayer>,
        schedule: Schedule,
        openings: Openings,
        rules: AdjudicationRules,
        test: Option<Sprt>,
    ) -> Result<Match, Unreadable> {
        let mut names = HashSet::new();
        for player in &players {
            if !names.insert(&player.name) {
                let name = &player.name;
                return Err(Unreadable(format!(
                    "two players are called '{name}', expected name=... of one of them"
                )));
            }
            if let PlayerKind::Outside(program) = &player.kind {
                program.check(entry).map_err(|e| Unreadable(format!("player '{}': {e}", player.name)))?;
            }
            if player.limits.is_none() && player.needs_limits() {
                return Err(Unreadable(format!(
                    "nothing ends the searches of '{}', expected a clock, a time, nodes or a depth",
                    player.name
                )));
            }
        }
        if test.is_some() && players.len() != 2 {
            return Err(Unreadable(format!("found {} players for a test, expected two", players.len())));
        }
        let names = players.iter().map(|player| player.name.clone());
        let standings = Standings::new(names, &schedule, test);
        Ok(Match {
            entry: *entry,
            players,
            schedule,
            rules,
            openings: Mutex::new(openings),
            standings,
            watch: None,
        })
    }

    /// The match with somebody who sees each game as it is played: its number, from 0, its opening, and the moves so far, those
    /// of the opening among them. It is called between moves, by the thread that plays.
    pub fn watched(self, watch: impl Fn(usize, &MatchOpening, &[String]) + Send + Sync + 'static) -> Match {
        Match { watch: Some(Box::new(watch)), ..self }
    }

    /// Returns the standings by the games that are done.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The players.
    pub fn players(&self) -> &[MatchPlayer] {
        &self.players
    }

    /// Returns the pairings.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Starts every outside program once, and asks it for its name: a program that is not there is found out before
    /// the first game.
    ///
    /// # Errors
    ///
    /// One sentence on the first that does not start, or does not speak its protocol.
    pub fn try_programs(&self, interrupt: &Arc<AtomicBool>) -> Result<(), Unreadable> {
        for player in &self.players {
            if let PlayerKind::Outside(outside) = &player.kind
                && let Err(Fault::Broken(why)) =
                    Program::new(player, outside, &self.entry, self.rules.patience, interrupt).start()
            {
                return Err(Unreadable(why));
            }
        }
        Ok(())
    }

    /// Plays the games that the store lacks, `threads` at a time, and keeps each as it ends; `heard` is given every
    /// game of the match, those first that were there before. Games under way when the flag is raised are given up, and
    /// played anew the next time. The flag is raised as well when the test has decided.
    ///
    /// # Errors
    ///
    /// One sentence if a game cannot be played, a program does not start any more, or the store takes no more.
    pub fn run(
        &mut self,
        store: &mut MatchStore,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        heard: impl FnMut(&Heard<'_>, &Standings) -> Result<(), Error>,
    ) -> Result<MatchEnd, Error> {
        let pool: Mutex<Vec<Seats>> = Mutex::new(Vec::new());
        self.proceed(store, interrupt, heard, |played, count, there, take| {
            let work = |number| match there.numbers.contains(&number) {
                true => Ok(None),
                false => played.work(number, &there.ids, &pool, interrupt),
            };
            as_done(count, threads, interrupt, work, take)
        })
    }

    /// The same by a crew, to which games go in JSON ([`MatchGame`]), and from which their records come back.
    ///
    /// # Errors
    ///
    /// As [`Match::run`], or if a game fails again and again.
    pub fn run_by(
        &mut self,
        store: &mut MatchStore,
        crew: &mut dyn Crew,
        interrupt: &Arc<AtomicBool>,
        heard: impl FnMut(&Heard<'_>, &Standings) -> Result<(), Error>,
    ) -> Result<MatchEnd, Error> {
        if let Some(guest) = self.players.iter().find(|p| matches!(p.kind, PlayerKind::InProcess(_))) {
            let text =
                format!("'{}' is a player of this program alone, expected one that others know", guest.name);
            return Err(Unreadable(text).into());
        }
        self.proceed(store, interrupt, heard, |played, count, there, take| {
            // The identities of games under way; and games that are there, though far from others that are.
            let (ids, far) = (RefCell::new(HashMap::new()), RefCell::new(Vec::new()));
            let missing = (0..count).filter(|number| !there.numbers.contains(number));
            let mut missing = missing.filter_map(|number| match played.game(number) {
                Ok((id, _)) if there.ids.contains(&id) => {
                    far.borrow_mut().push((number, Done::Before(id)));
                    None
                }
                Ok((id, game)) => {
                    ids.borrow_mut().insert(number as u64, id);
                    Some(Ok((number as u64, serde_json::to_string(&game).unwrap_or_default())))
                }
                Err(e) => Some(Err(e.into())),
            });
            crew::each(crew, &mut missing, interrupt, &mut |number, record| {
                let record = serde_json::from_str(&record)
                    .map_err(|e| Unreadable(format!("the record of a game cannot be read: {e}")))?;
                let id = ids.borrow_mut().remove(&number).unwrap_or_default();
                let mut some = far.take();
                some.push((number as usize, Done::Now(id, Box::new(record))));
                take(some)
            })?;
            take(far.take())
        })
    }

    /// Goes on with a match: first the games that are there, then those that `play` hands in.
    fn proceed(
        &mut self,
        store: &mut MatchStore,
        interrupt: &Arc<AtomicBool>,
        mut heard: impl FnMut(&Heard<'_>, &Standings) -> Result<(), Error>,
        play: impl FnOnce(&Match, usize, &There, &mut TakeIn<'_>) -> Result<(), Error>,
    ) -> Result<MatchEnd, Error> {
        let known = store.ids()?;
        let count = self.schedule.games().unwrap_or(usize::MAX);
        let mut standings = self.standings.clone();
        let begun = self.stored(&known, count)?;
        for (number, id) in &begun {
            let record = store.get(id)?;
            let repeats = standings.add(*number, &record);
            heard(&Heard { number: *number, record: &record, is_new: false, repeats }, &standings)?;
        }
        if !standings.is_decided() {
            let there = There { numbers: begun.iter().map(|(number, _)| *number).collect(), ids: known };
            let mut take = |some: Vec<(usize, Done)>| {
                let mut taken = Vec::new();
                // What was played while the test decided does not count.
                for (number, done) in some {
                    if standings.is_decided() {
                        break;
                    }
                    let (id, record, is_new) = match done {
                        Done::Now(id, record) => (id, *record, true),
                        Done::Before(id) => (String::new(), store.get(&id)?, false),
                    };
                    let repeats = standings.add(number, &record);
                    taken.push((id, number, record, is_new, repeats));
                }
                let new = taken.iter().filter(|(.., is_new, _)| *is_new);
                store.add(new.map(|(id, _, record, ..)| (id.as_str(), record)))?;
                for (_, number, record, is_new, repeats) in &taken {
                    let (number, is_new, repeats) = (*number, *is_new, *repeats);
                    heard(&Heard { number, record, is_new, repeats }, &standings)?;
                }
                if standings.is_decided() {
                    interrupt.store(true, Ordering::Relaxed);
                }
                Ok::<(), Error>(())
            };
            let ran = play(self, count, &there, &mut take);
            ran.inspect_err(|_| interrupt.store(true, Ordering::Relaxed))?;
        }
        self.standings = standings;
        Ok(match self.standings.games() {
            _ if self.standings.is_decided() => MatchEnd::Decided,
            games if games < count => MatchEnd::Interrupted,
            _ => MatchEnd::Played,
        })
    }

    /// The games that were played before, by their numbers, as far as they are near each other.
    fn stored(&self, known: &HashSet<String>, count: usize) -> Result<Vec<(usize, String)>, Unreadable> {
        let (mut stored, mut missing) = (Vec::new(), 0);
        let most = FAR + 2 * self.schedule.pairings().len();
        for number in (0..count).take_while(|_| !known.is_empty()) {
            let (id, _) = self.game(number)?;
            if known.contains(&id) {
                stored.push((number, id));
                missing = 0;
            } else {
                missing += 1;
                if missing > most {
                    break;
                }
            }
        }
        Ok(stored)
    }

    /// The game of this number, from the store or played.
    fn work(
        &self,
        number: usize,
        known: &HashSet<String>,
        pool: &Mutex<Vec<Seats>>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<Done>, Unreadable> {
        let (id, MatchGame { opening, .. }) = self.game(number)?;
        if known.contains(&id) {
            return Ok(Some(Done::Before(id)));
        }
        let place = self.schedule.place(number);
        let mut seats = pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        for n in place.players {
            if let Vacant(chair) = seats.entry(n) {
                chair.insert(contestant(&self.players[n], &self.entry, &self.rules, interrupt)?);
            }
        }
        let game = RefereedGame {
            entry: &self.entry,
            opening: &opening,
            players: place.players.map(|n| &self.players[n]),
            round: place.round + 1,
            rules: &self.rules,
            see: &|moves| {
                if let Some(watch) = &self.watch {
                    watch(number, &opening, moves);
                }
            },
        };
        let [mut first, mut second] = place.players.map(|n| seats.remove(&n));
        let played = match (&mut first, &mut second) {
            (Some(first), Some(second)) => game.play([&mut **first, &mut **second])?,
            _ => None,
        };
        seats.extend(place.players.into_iter().zip([first, second]).filter_map(|(n, seat)| Some((n, seat?))));
        pool.lock().unwrap_or_else(PoisonError::into_inner).push(seats);
        Ok(played.map(|record| Done::Now(id, Box::new(record))))
    }

    /// A game, with its identity.
    fn game(&self, number: usize) -> Result<(String, MatchGame), Unreadable> {
        let place = self.schedule.place(number);
        let opening = self.openings.lock().unwrap_or_else(PoisonError::into_inner).get(place.round)?;
        let game = MatchGame {
            game: self.entry.name.to_owned(),
            opening,
            players: place.players.map(|n| self.players[n].clone()),
            round: place.round,
            rules: self.rules,
        };
        Ok((game.id(), game))
    }

    /// Brings a file of games into the order of the match: those that were reported, and no others.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read, or the file not written.
    pub fn finish_pgn(&self, store: &MatchStore, file: Growing) -> Result<(), Error> {
        file.finish(self.standings.numbers().map(|number| store.get(&self.game(number)?.0)))
    }
}
