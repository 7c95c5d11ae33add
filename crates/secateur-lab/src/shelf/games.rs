//! Games of matches as a shelf shows them: the standings of each game, and a list.

use crate::error::Error;
use crate::tournament::{MatchStore, MatchSummary, PlayedGame, Schedule, Standings, without_passes};
use secateur_games::Unreadable;
use secateur_session::Registry;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The games that are listed at once.
const LISTED: usize = 100;

/// The games of a store, and where they stand in the order of the list.
#[derive(Debug)]
pub(super) struct Games {
    matches: Vec<KeptMatch>,
    /// The identities: by game, then by round, then by players.
    order: Vec<String>,
}

/// What is in a store of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchesView {
    /// The number of games.
    pub games: usize,
    /// A match for each game that was played: everybody whose games are here, by their names.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<MatchSummary<'static>>"))]
    pub matches: Vec<KeptMatch>,
    /// The number of the first game of the list, from 0.
    pub from: usize,
    /// Some of the games.
    pub list: Vec<KeptGameLine>,
}

/// The standings of all games of one kind.
#[derive(Clone, Debug)]
pub struct KeptMatch {
    /// The game's name.
    pub game: String,
    /// The results.
    pub standings: Arc<Standings>,
}

impl Serialize for KeptMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MatchSummary::new(&self.game, &self.standings, false).serialize(serializer)
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptGameLine {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The game's name.
    pub game: String,
    /// The pair of games of its two players that it belongs to, from 1.
    pub round: usize,
    /// The player that moved first after the opening.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The result for the one that moved first: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The reason why it ended, in words.
    pub reason: String,
    /// The number of moves, those of the opening and passes among them.
    pub plies: usize,
    /// The position that it began at; empty for the game's own start.
    pub start: String,
    /// The moves, without passes that are a matter of form.
    pub moves: Vec<String>,
}

/// Games of two players from one opening: the pairing, the round, the opening.
type Meeting = (usize, usize, String);

impl Games {
    /// Reads a store.
    pub(super) fn read(path: &Path) -> Result<Games, Error> {
        let mut games: BTreeMap<String, Vec<(String, PlayedGame)>> = BTreeMap::new();
        MatchStore::reading(path)?.games_in_turns(|id, record| {
            games.entry(record.game.clone()).or_default().push((id.to_owned(), record));
        })?;
        let (mut matches, mut order) = (Vec::new(), Vec::new());
        for (game, mut records) in games {
            records.sort_by(|(a, one), (b, other)| {
                let place = |record: &PlayedGame| (record.round, record.players.clone());
                place(one).cmp(&place(other)).then_with(|| a.cmp(b))
            });
            matches.push(KeptMatch { game, standings: Arc::new(standings(&records)?) });
            order.extend(records.into_iter().map(|(id, _)| id));
        }
        Ok(Games { matches, order })
    }

    /// The standings, and the games from this number on.
    pub(super) fn view(&self, path: &Path, registry: &Registry, from: usize) -> Result<MatchesView, Error> {
        let store = MatchStore::reading(path)?;
        let some = self.order.iter().enumerate().skip(from).take(LISTED);
        let list = some.map(|(number, id)| Ok(line(number, store.get(id)?, registry)));
        Ok(MatchesView {
            games: self.order.len(),
            matches: self.matches.clone(),
            from,
            list: list.collect::<Result<_, Error>>()?,
        })
    }
}

fn line(number: usize, record: PlayedGame, registry: &Registry) -> KeptGameLine {
    let all: Vec<String> = record.line().map(str::to_owned).collect();
    let start = record.opening.position.clone();
    let moves = match registry.find(&record.game) {
        Ok(entry) => without_passes(entry, start.as_deref(), &all),
        Err(_) => all.clone(),
    };
    let (result, [first, second]) = (record.score(), record.players);
    let PlayedGame { game, round, reason, .. } = record;
    let (plies, start) = (all.len(), start.unwrap_or_default());
    KeptGameLine { number: number + 1, game, round, first, second, result, reason, plies, start, moves }
}

/// The results of these games. Players are known by their names; two games are a pair if they have their players, round and
/// opening in common, and opposite colours.
fn standings(records: &[(String, PlayedGame)]) -> Result<Standings, Unreadable> {
    let mut names: Vec<String> = records.iter().flat_map(|(_, record)| record.players.clone()).collect();
    names.sort_unstable();
    names.dedup();
    // Two players of the same name: what one wins, the other loses.
    if names.len() == 1 {
        names.push(names[0].clone());
    }
    let schedule = Schedule::round_robin(names.len(), None)?;
    let number = |name: &String| names.iter().position(|other| other == name).unwrap_or(0);
    let mut meetings: BTreeMap<Meeting, [Vec<&PlayedGame>; 2]> = BTreeMap::new();
    for (_, record) in records {
        let [first, second] = [number(&record.players[0]), number(&record.players[1])];
        let (low, high) = if first == second { (0, 1) } else { (first.min(second), first.max(second)) };
        let pairing = schedule.pairings().iter().position(|&pair| pair == [low, high]).unwrap_or(0);
        let opening = format!("{:?}", record.opening);
        let meeting = meetings.entry((pairing, record.round, opening)).or_default();
        meeting[usize::from(first > second)].push(record);
    }
    let mut standings = Standings::new(names.clone(), &schedule, None);
    let mut pairs = vec![0; schedule.pairings().len()];
    for ((pairing, ..), [white, black]) in &meetings {
        for n in 0..white.len().max(black.len()) {
            let place = 2 * (pairs[*pairing] * schedule.pairings().len() + pairing);
            for (colour, record) in [white.get(n), black.get(n)].into_iter().enumerate() {
                if let Some(record) = record {
                    standings.add(place + colour, record);
                }
            }
            pairs[*pairing] += 1;
        }
    }
    Ok(standings)
}
