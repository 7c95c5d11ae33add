//! The pairings and their order: pairs of games, both from the same opening, colours changed.

use secateur_games::Unreadable;

/// The pairings of a match, and how often they meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The number of pairs of games that each pairing plays; none if there is no end.
    rounds: Option<usize>,
}

/// A game's place in a match.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the pairing, from 0.
    pub pairing: usize,
    /// The number of the pair of games of that pairing, from 0.
    pub round: usize,
    /// The player that moves first, and the one that moves second, by their numbers.
    pub players: [usize; 2],
}

impl Schedule {
    /// Everybody against everybody.
    ///
    /// # Errors
    ///
    /// One sentence if there are fewer than two players.
    pub fn round_robin(players: usize, rounds: Option<usize>) -> Result<Schedule, Unreadable> {
        if players < 2 {
            let found = if players == 0 { "no players" } else { "one player" };
            return Err(Unreadable(format!("found {found}, expected two at least")));
        }
        let pairings = (0..players).flat_map(|i| (i + 1..players).map(move |j| [i, j])).collect();
        Ok(Schedule { pairings, rounds })
    }

    /// The first `seeds` players against each of the others only.
    ///
    /// # Errors
    ///
    /// One sentence if there are no others.
    pub fn gauntlet(players: usize, seeds: usize, rounds: Option<usize>) -> Result<Schedule, Unreadable> {
        if seeds == 0 || seeds >= players {
            return Err(Unreadable(format!(
                "a gauntlet of {seeds} among {players} players leaves nobody to play against, expected fewer seeds than players"
            )));
        }
        let pairings = (seeds..players).flat_map(|j| (0..seeds).map(move |i| [i, j])).collect();
        Ok(Schedule { pairings, rounds })
    }

    /// Returns the pairings, by the numbers of players.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the number of games; none if there is no end.
    pub fn games(&self) -> Option<usize> {
        self.rounds.map(|rounds| 2 * rounds * self.pairings.len())
    }

    /// Returns the place of the game of this number, from 0. Games go round by round, so that openings are used
    /// evenly, and the two games of a pair follow each other.
    pub fn place(&self, number: usize) -> ScheduledGame {
        let (pair, second) = (number / 2, number % 2 == 1);
        let pairing = pair % self.pairings.len();
        let [a, b] = self.pairings[pairing];
        let players = if second { [b, a] } else { [a, b] };
        ScheduledGame { pairing, round: pair / self.pairings.len(), players }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Returns the number of meetings of each two players, the one moving first named first.
    fn meetings(schedule: &Schedule) -> HashMap<[usize; 2], usize> {
        let mut meetings = HashMap::new();
        (0..schedule.games().unwrap())
            .for_each(|n| *meetings.entry(schedule.place(n).players).or_default() += 1);
        meetings
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::round_robin(4, Some(3)).unwrap();
        let meetings = meetings(&schedule);
        assert_eq!((schedule.games(), meetings.len()), (Some(36), 12));
        assert!(meetings.values().all(|&n| n == 3));
        let [a, b] = [4, 5].map(|n| schedule.place(n));
        assert_eq!((a.pairing, a.round, [b.players[1], b.players[0]]), (b.pairing, b.round, a.players));
    }

    #[test]
    fn in_a_gauntlet_only_seeds_meet_others() {
        let schedule = Schedule::gauntlet(5, 2, Some(2)).unwrap();
        let meetings = meetings(&schedule);
        assert_eq!(meetings.len(), 12);
        assert!(meetings.iter().all(|([a, b], &n)| (*a < 2) != (*b < 2) && n == 2));
    }

    #[test]
    fn nobody_plays_alone() {
        assert!(Schedule::round_robin(1, None).unwrap_err().0.starts_with("found one player, expected two"));
        for seeds in [0, 3, 4] {
            assert!(Schedule::gauntlet(3, seeds, None).is_err(), "{seeds}");
        }
        assert_eq!(Schedule::gauntlet(3, 1, None).unwrap().games(), None);
    }
}
