//! The contents of a file of played games: scores, times, and how games ended.

use std::collections::BTreeMap;
use std::fmt;

/// One side's games.
#[derive(Clone, Default, PartialEq, Debug)]
struct SideTotals {
    wins: u32,
    draws: u32,
    losses: u32,
    moves: u32,
    milliseconds: f64,
}

/// All games of a file.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct PgnGames {
    players: BTreeMap<String, SideTotals>,
    /// The number of games that ended in a way other than by the rules, by the way.
    endings: BTreeMap<String, u32>,
}

/// A game while it is being read.
#[derive(Default)]
struct GameInProgress {
    names: [String; 2],
    result: String,
    ending: String,
    /// 1 if Black moves first.
    first: usize,
    /// Moves made after the book, and their milliseconds.
    spent: [(u32, f64); 2],
}

impl PgnGames {
    /// Reads games in PGN, with the time of each move in the comment after it, such as `{+0.31/12 0.104s}`.
    pub(crate) fn read(text: &str) -> PgnGames {
        let mut games = PgnGames::default();
        // A line of tags begins a game, unless it follows another one.
        let (mut game, mut body) = (GameInProgress::default(), String::new());
        for line in text.lines() {
            if let Some(tag) = line.strip_prefix('[') {
                if !body.trim().is_empty() {
                    games.add(std::mem::take(&mut game), &body);
                }
                body.clear();
                game.tag(tag);
            } else {
                body += line;
                body.push(' ');
            }
        }
        if !body.trim().is_empty() {
            games.add(game, &body);
        }
        games
    }

    /// Whether no game was finished.
    pub(crate) fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    fn add(&mut self, mut game: GameInProgress, body: &str) {
        let points = match game.result.as_str() {
            "1-0" => [2, 0],
            "1/2-1/2" => [1, 1],
            "0-1" => [0, 2],
            _ => return,
        };
        game.moves(body);
        if !["", "normal", "adjudication"].contains(&game.ending.as_str()) {
            *self.endings.entry(game.ending).or_default() += 1;
        }
        for (side, name) in game.names.into_iter().enumerate() {
            let player = self.players.entry(name).or_default();
            player.wins += u32::from(points[side] == 2);
            player.draws += u32::from(points[side] == 1);
            player.losses += u32::from(points[side] == 0);
            player.moves += game.spent[side].0;
            player.milliseconds += game.spent[side].1;
        }
    }
}

impl GameInProgress {
    /// Takes in what follows the bracket of a tag.
    fn tag(&mut self, tag: &str) {
        let mut parts = tag.split('"');
        let (name, value) = (parts.next().unwrap_or_default().trim(), parts.next().unwrap_or_default());
        match name {
            "White" => self.names[0] = value.into(),
            "Black" => self.names[1] = value.into(),
            "Result" => self.result = value.into(),
            "Termination" => self.ending = value.into(),
            "FEN" => self.first = usize::from(value.contains(" b ")),
            _ => {}
        }
    }

    /// Counts moves and adds up their times.
    fn moves(&mut self, body: &str) {
        let mut plies = self.first;
        // What stands outside of comments, and what stands within them, in turn.
        for (n, part) in body.split(['{', '}']).enumerate() {
            if n % 2 == 0 {
                let is_move = |word: &&str| word.starts_with(char::is_alphabetic);
                plies += part.split_whitespace().filter(is_move).count();
                continue;
            }
            let seconds = part.split([' ', ',']).find_map(|word| word.strip_suffix('s')?.parse::<f64>().ok());
            if let Some(seconds) = seconds
                && plies > 0
            {
                let (moves, milliseconds) = &mut self.spent[(plies - 1) % 2];
                *moves += 1;
                *milliseconds += seconds * 1000.0;
            }
        }
    }
}

impl SideTotals {
    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// The score, from 0 to 1, and the half width of its 95 % interval.
    fn score(&self) -> (f64, f64) {
        let share = |n: u32| f64::from(n) / self.games();
        let mean = share(self.wins) + share(self.draws) / 2.0;
        let square = share(self.wins) + share(self.draws) / 4.0;
        (mean, 1.96 * ((square - mean * mean) / self.games()).sqrt())
    }
}

impl fmt::Display for PgnGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, player) in &self.players {
            let (score, width) = player.score();
            writeln!(
                f,
                "{name}: {} games, +{} ={} -{}, {:.1} % ({:.1} to {:.1} with 95 %), {:.0} ms a move over {} moves",
                player.games(),
                player.wins,
                player.draws,
                player.losses,
                100.0 * score,
                100.0 * (score - width),
                100.0 * (score + width),
                player.milliseconds / f64::from(player.moves.max(1)),
                player.moves,
            )?;
        }
        let unruly = self.endings.iter().map(|(ending, count)| format!("{count} by {ending}"));
        let unruly = unruly.collect::<Vec<_>>().join(", ");
        write!(f, "ended otherwise than by the rules: {}", if unruly.is_empty() { "none" } else { &unruly })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_points_times_and_endings() {
        let text = r#"
[White "a"]
[Black "b"]
[Result "1-0"]

1. e4 {book} e5 {book} 2. Nf3 {+0.10/3 0.100s} Nc6
{-0.10/3 0.010s} 3. O-O {+0.20/3 0.300s, Black loses} 1-0

[White "b"]
[Black "a"]
[Result "1/2-1/2"]
[Termination "time forfeit"]
[FEN "8/8/8/8/8/8/8/8 b - - 0 1"]

1... e5 {0.00/1 0.200s} 1/2-1/2

[White "b"]
[Black "a"]
[Result "*"]

*
"#;
        let games = PgnGames::read(text);
        let a = SideTotals { wins: 1, draws: 1, losses: 0, moves: 3, milliseconds: 600.0 };
        let b = SideTotals { wins: 0, draws: 1, losses: 1, moves: 1, milliseconds: 10.0 };
        assert_eq!(games.players, BTreeMap::from([("a".into(), a.clone()), ("b".into(), b)]));
        assert_eq!(games.endings, BTreeMap::from([("time forfeit".into(), 1)]));
        let (score, width) = a.score();
        assert!((score - 0.75).abs() < 1e-9 && (width - 1.96 * (0.0625_f64 / 2.0).sqrt()).abs() < 1e-9);
        assert!(games.to_string().contains("a: 2 games, +1 =1 -0, 75.0 %"));
    }
}
