//! The parts of the work, and how the time is shared among them.

use super::games::LEVELS;

/// A part of the work.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// Openings, which games and pairs begin with.
    Openings,
    /// Games of a level against itself.
    Games(usize),
    /// Pairs of games of the level above against this one.
    Pairs(usize),
    /// Positions of games.
    Studies,
    /// First moves.
    Firsts,
    /// Small boards.
    Boards,
    /// The search that suits the game.
    Search,
}

impl Stage {
    /// All but openings, which are made as they are asked for.
    pub(super) fn all() -> impl Iterator<Item = Stage> {
        let games = (0..LEVELS.len()).map(Stage::Games);
        let pairs = (0..LEVELS.len() - 1).map(Stage::Pairs);
        games.chain(pairs).chain([Stage::Studies, Stage::Firsts, Stage::Boards, Stage::Search])
    }

    /// The part of the time that it gets, in hundredths. Stronger play takes more time, and has the games that most figures
    /// come from.
    pub(super) fn share(self) -> f64 {
        match self {
            Stage::Openings => 0.0,
            Stage::Games(level) => [2.0, 3.0, 6.0, 23.0][level],
            Stage::Pairs(level) => [3.0, 6.0, 14.0][level],
            Stage::Studies => 14.0,
            Stage::Firsts => 5.0,
            Stage::Boards => 10.0,
            Stage::Search => 14.0,
        }
    }

    /// What is being done, for whoever waits.
    pub(super) fn name(self) -> &'static str {
        match self {
            Stage::Openings => "openings",
            Stage::Games(_) => "games",
            Stage::Pairs(_) => "games of unequals",
            Stage::Studies => "positions",
            Stage::Firsts => "first moves",
            Stage::Boards => "small boards",
            Stage::Search => "searches",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_the_whole() {
        assert_eq!(Stage::all().map(Stage::share).sum::<f64>(), 100.0);
    }
}
