//! Matches between searches of our own, told as they are played.

use crate::say::{Say, in_words, written};
use crate::server::House;
use secateur_games::Unreadable;
use secateur_lab::tournament::{
    AdjudicationRules, GameLine, Match, MatchEnd, MatchPlayer, MatchStore, MatchSummary, MoveLimits,
    Openings, PlayerKind, Schedule, without_passes,
};
use secateur_playground::{Allowance, MatchPlan, Place, Reply};
use secateur_session::GameEntry;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The most players, and the most pairs of games of each two.
const PLAYERS: usize = 6;
const PAIRS: usize = 1_000;
/// The most nodes of a move.
const NODES: u64 = 10_000_000;
/// The random moves that begin each game, and one more in every other.
const PLIES: usize = 4;
/// The time between two positions of a game that are told: nobody sees more.
const GLANCE: Duration = Duration::from_millis(200);

/// Plays a match: what is under way is given as it comes, and left out where too much waits; the last reply is returned.
pub(crate) fn play(
    id: u32,
    plan: &MatchPlan,
    house: &House,
    stop: &Arc<AtomicBool>,
    give: &mpsc::Sender<String>,
) -> String {
    let played = house.games.find(&plan.game).and_then(|entry| {
        let mut played = begin(id, plan, entry, &house.config.allowance, give.clone())?;
        let mut store = MatchStore::in_memory().map_err(in_words)?;
        let heard = played.run(&mut store, 1, stop, |heard, standings| {
            let summary = MatchSummary::new(entry.name, standings, false);
            let _ = give.try_send(written(
                id,
                true,
                Say::Standings { summary, game: Some(GameLine::new(heard)) },
            ));
            Ok(())
        });
        let end = heard.map_err(in_words)?;
        let summary = MatchSummary::new(entry.name, played.standings(), end == MatchEnd::Interrupted);
        Ok(written(id, false, Say::Standings { summary, game: None }))
    });
    played.unwrap_or_else(|why| Reply::last(id, Err(why)).write())
}

/// The match of a plan, within the allowance.
fn begin(
    id: u32,
    plan: &MatchPlan,
    entry: &GameEntry,
    allowance: &Allowance,
    give: mpsc::Sender<String>,
) -> Result<Match, Unreadable> {
    let found = plan.players.len();
    if !(2..=PLAYERS).contains(&found) {
        return Err(Unreadable(format!("found {found} players, expected 2 to {PLAYERS}")));
    }
    if !(1..=PAIRS).contains(&plan.pairs) {
        return Err(Unreadable(format!("found {} pairs of games, expected 1 to {PAIRS}", plan.pairs)));
    }
    let time = plan.time.map(Duration::from_millis);
    let limits = MoveLimits { nodes: plan.nodes, time, ..MoveLimits::default() };
    let players = plan.players.iter().map(|text| player(text, limits, allowance, found));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let schedule = Schedule::round_robin(found, Some(plan.pairs))?;
    let start = Some(plan.start.trim()).filter(|start| !start.is_empty());
    let openings = Openings::random(entry, start, PLIES..=PLIES + 1, plan.seed)?;
    let (order, entry_of, last) = (schedule.clone(), *entry, Mutex::new(None::<Instant>));
    let played = Match::new(entry, players, schedule, openings, AdjudicationRules::default(), None)?;
    Ok(played.watched(move |number, opening, moves| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < GLANCE) {
            return;
        }
        *last = Some(Instant::now());
        let players = order.place(number).players.map(|n| names[n].as_str());
        let start = opening.position.as_deref();
        let moves = without_passes(&entry_of, start, moves);
        let place =
            Place { game: entry_of.name.to_owned(), start: start.unwrap_or_default().to_owned(), moves };
        let _ = give.try_send(written(id, true, Say::Playing { number: number + 1, players, place }));
    }))
}

/// A player: a search of our own that reads no file, with its limits, table and threads within the allowance.
fn player(
    text: &str,
    limits: MoveLimits,
    allowance: &Allowance,
    players: usize,
) -> Result<MatchPlayer, Unreadable> {
    let refuse = |why: &str| Err(Unreadable(format!("player '{text}': {why}")));
    let mut player = MatchPlayer::read(text, limits)?;
    let PlayerKind::BuiltIn(own) = &mut player.kind else {
        return refuse(
            "other programs do not play here, expected a search of our own such as engine,level=3",
        );
    };
    if own.tablebase.is_some() || own.eval.is_some() {
        return refuse("files are not read here, expected no tablebase= and no eval=");
    }
    own.hash = own.hash.min(allowance.hash / players);
    own.threads = own.threads.clamp(1, allowance.threads);
    if player.limits.clock.is_some() {
        return refuse("there are no clocks here, expected nodes= or time=");
    }
    if player.limits.nodes.is_some_and(|nodes| nodes == 0 || nodes > NODES) {
        return refuse(&format!("expected 1 to {NODES} nodes a move"));
    }
    if player.limits.time.is_some_and(|time| time.is_zero() || time > allowance.time) {
        return refuse(&format!("expected 1 to {} ms a move", allowance.time.as_millis()));
    }
    Ok(player)
}
