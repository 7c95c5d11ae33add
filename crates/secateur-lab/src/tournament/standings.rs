//! The results of a match's games.

use super::record::{GameEnding, PlayedGame};
use super::schedule::{Schedule, ScheduledGame};
use crate::statistics::MatchScore;
use crate::statistics::ratings::{Rating, Tournament, Undetermined};
use crate::statistics::sprt::{Sprt, Verdict};
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};

/// The results of a match, as far as it was played.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    schedule: Schedule,
    /// By the number of the game: its result for the first of the pairing, half points of 2.
    results: BTreeMap<usize, usize>,
    endings: BTreeMap<GameEnding, usize>,
    /// Fingerprints of who moved first in a game, and of its moves.
    seen: HashSet<u64>,
    hasher: RandomState,
    repeats: usize,
    test: Option<TestProgress>,
}

/// The progress of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestProgress {
    /// The test.
    pub test: Sprt,
    /// The pairs of games that it has seen, in the order of the match: up to the first that is not finished, or to the
    /// one by which it decided, whatever was played since.
    pub score: MatchScore,
    /// Its verdict on them.
    pub verdict: Verdict,
}

impl TestProgress {
    fn see(&mut self, results: &BTreeMap<usize, usize>) {
        while self.verdict == Verdict::Continue {
            let first = usize::try_from(self.score.games()).unwrap_or(usize::MAX);
            let Some((one, other)) = results.get(&first).zip(results.get(&(first + 1))) else { break };
            self.score.add(one + other);
            self.verdict = self.test.verdict(&self.score);
        }
    }
}

/// The results of two players against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// Their numbers.
    pub players: [usize; 2],
    /// The games of the first that were won, drawn and lost, those of unfinished pairs among them.
    pub games: [u64; 3],
    /// The pairs of games of the first that both were played.
    pub score: MatchScore,
}

impl Standings {
    /// No games yet.
    pub fn new(
        names: impl IntoIterator<Item = String>,
        schedule: &Schedule,
        test: Option<Sprt>,
    ) -> Standings {
        Standings {
            names: names.into_iter().collect(),
            schedule: schedule.clone(),
            results: BTreeMap::new(),
            endings: BTreeMap::new(),
            seen: HashSet::new(),
            hasher: RandomState::new(),
            repeats: 0,
            test: test.map(|test| TestProgress {
                test,
                score: MatchScore::default(),
                verdict: Verdict::Continue,
            }),
        }
    }

    /// Adds the game of this number. True if it has the same moves as an earlier one of the same players with the same
    /// colours.
    pub fn add(&mut self, number: usize, record: &PlayedGame) -> bool {
        let ScheduledGame { pairing, players, .. } = self.schedule.place(number);
        let first = self.schedule.pairings()[pairing][0] == players[0];
        let half_points = if first { 1 + record.result } else { 1 - record.result };
        self.results.insert(number, usize::try_from(half_points).unwrap_or(0));
        if let Some(test) = &mut self.test {
            test.see(&self.results);
        }
        *self.endings.entry(record.ending).or_default() += 1;
        let line: Vec<&str> = record.line().collect();
        let is_new =
            self.seen.insert(self.hasher.hash_one((&record.players, &record.opening.position, line)));
        self.repeats += usize::from(!is_new);
        !is_new
    }

    /// Returns the number of games played.
    pub fn games(&self) -> usize {
        self.results.len()
    }

    /// The numbers of the games that were played, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.results.keys().copied()
    }

    /// Returns the number of games with the same moves as an earlier one.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Returns the number of games for each reason to end.
    pub fn endings(&self) -> &BTreeMap<GameEnding, usize> {
        &self.endings
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the results of each two players against each other, in the order of the schedule.
    pub fn pairings(&self) -> Vec<Pairing> {
        let pairings = self.schedule.pairings().iter();
        let mut all: Vec<Pairing> = pairings
            .map(|&players| Pairing { players, games: [0; 3], score: MatchScore::default() })
            .collect();
        for (&number, &half_points) in &self.results {
            let of = &mut all[self.schedule.place(number).pairing];
            of.games[2 - half_points] += 1;
            // The second game of a pair follows the first.
            if let Some(other) = self.results.get(&(number ^ 1)).filter(|_| number % 2 == 1) {
                of.score.add(half_points + other);
            }
        }
        all
    }

    /// Everybody's rating, from the games of all pairings.
    ///
    /// # Errors
    ///
    /// If the results do not determine the ratings: whose they leave open.
    pub fn ratings(&self) -> Result<Vec<Rating>, Undetermined> {
        let mut tournament = Tournament::new(self.names.iter().cloned());
        for Pairing { players: [a, b], games: [wins, draws, losses], .. } in self.pairings() {
            tournament.add(a, b, 2 * wins + draws, wins + draws + losses);
        }
        tournament.ratings()
    }

    /// Returns the state of the test of the two players, if there is one.
    pub fn test(&self) -> Option<&TestProgress> {
        self.test.as_ref()
    }

    /// Whether the test needs no more games.
    pub(crate) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict != Verdict::Continue)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{MatchOpening, MoveReport};
    use super::*;
    use crate::statistics::sprt::Model;

    fn record(players: [&str; 2], result: i32, m: &str) -> PlayedGame {
        PlayedGame {
            game: "nim".into(),
            players: players.map(str::to_owned),
            round: 1,
            opening: MatchOpening::default(),
            moves: vec![MoveReport { best: m.into(), ..MoveReport::default() }],
            result,
            ending: GameEnding::Rules,
            reason: String::new(),
        }
    }

    fn two(test: Option<Sprt>) -> Standings {
        Standings::new(["a", "b"].map(str::to_owned), &Schedule::round_robin(2, None).unwrap(), test)
    }

    #[test]
    fn games_count_singly_and_pairs_once_both_are_there() {
        let mut standings = two(None);
        // The first player wins as the one who moves first, and draws as the other.
        standings.add(0, &record(["a", "b"], 1, "1"));
        assert_eq!(standings.pairings()[0].score.games(), 0);
        standings.add(3, &record(["b", "a"], 1, "2"));
        standings.add(1, &record(["b", "a"], 0, "3"));
        let pairing = &standings.pairings()[0];
        assert_eq!((pairing.games, pairing.score.pairs()), ([1, 1, 1], [0, 0, 0, 1, 0]));
        assert_eq!((standings.games(), standings.endings()[&GameEnding::Rules]), (3, 3));
    }

    #[test]
    fn the_same_moves_with_the_same_colours_are_a_repeat() {
        let mut standings = two(None);
        assert!(!standings.add(0, &record(["a", "b"], 1, "1")));
        assert!(!standings.add(1, &record(["b", "a"], 1, "1")));
        assert!(!standings.add(2, &record(["a", "b"], 1, "2")));
        assert!(standings.add(4, &record(["a", "b"], 1, "1")));
        assert_eq!(standings.repeats(), 1);
    }

    #[test]
    fn a_test_sees_pairs_in_order_and_no_more_than_it_needs() {
        let test = Sprt::new([0.0, 300.0], [0.05, 0.05], Model::Logistic).unwrap();
        let mut standings = two(Some(test));
        let mut add = |number: usize, won: i32| {
            let (players, result) =
                if number.is_multiple_of(2) { (["a", "b"], won) } else { (["b", "a"], -won) };
            standings.add(number, &record(players, result, "1"));
            let progress = standings.test().unwrap();
            (progress.score.games(), progress.verdict)
        };
        // One result is still missing.
        for number in 1..40 {
            assert_eq!(add(number, 1), (0, Verdict::Continue));
        }
        let (games, verdict) = add(0, 0);
        assert_eq!(verdict, Verdict::AcceptH1);
        assert!((2..40).contains(&games), "{games}");
        assert_eq!(add(41, -1), (games, verdict));
    }
}
