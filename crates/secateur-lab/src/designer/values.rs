//! What is proven of a game and of small boards: found here, or published.

use super::store::Known;
use super::{BoardValue, KnownValue};
use crate::atlas::{self, AtlasRow};
use crate::error::Error;

/// What was found here, and what the atlas has.
pub(super) struct Values<'a> {
    known: &'a Known,
    published: Vec<AtlasRow>,
}

impl<'a> Values<'a> {
    pub(super) fn new(known: &'a Known) -> Result<Values<'a>, Error> {
        let mut published = atlas::rows()?;
        published.retain(|row| row.position.is_empty());
        // A game of somebody's own may have the name of one that is solved: what was found here tells.
        let differs = |row: &AtlasRow| {
            let here = known.boards.get(&row.game).and_then(|board| board.outcome);
            here.is_some_and(|outcome| outcome != row.value.outcome())
        };
        if published.iter().any(differs) {
            published.clear();
        }
        Ok(Values { known, published })
    }

    /// The value of a game from its start, if it is known.
    pub(super) fn of(&self, game: &str) -> Option<KnownValue> {
        let row = self.published.iter().find(|row| row.game == game);
        let here = self.known.boards.get(game).and_then(|board| board.outcome);
        let outcome = here.or_else(|| row.map(|row| row.value.outcome()))?;
        Some(KnownValue { outcome, source: row.and_then(|row| row.source.clone()) })
    }

    /// Those of these boards that were tried, or whose value is known.
    pub(super) fn boards(&self, names: &[String]) -> Vec<BoardValue> {
        let told = names.iter().filter_map(|name| match self.of(name) {
            Some(KnownValue { outcome, source }) => {
                Some(BoardValue { name: name.clone(), outcome: Some(outcome), source })
            }
            None => self.known.boards.contains_key(name).then(|| BoardValue {
                name: name.clone(),
                outcome: None,
                source: None,
            }),
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::TriedBoard;
    use super::*;
    use secateur_session::Outcome;
    use std::time::Duration;

    fn known(boards: &[(&str, Option<Outcome>)]) -> Known {
        let tried = |&(name, outcome): &(&str, Option<Outcome>)| {
            (name.to_owned(), TriedBoard { outcome, time: Duration::ZERO })
        };
        Known { boards: boards.iter().map(tried).collect(), ..Known::default() }
    }

    #[test]
    fn a_board_that_took_too_long_here_has_the_value_that_is_published() {
        let known = known(&[("othello-4x4", Some(Outcome::Loss)), ("othello-6x6", None), ("mine-5x5", None)]);
        let values = Values::new(&known).unwrap();
        let names = ["othello-4x4", "othello-6x6", "mine-5x5", "mine-6x6"].map(String::from);
        let boards = values.boards(&names);
        let told: Vec<_> =
            boards.iter().map(|board| (&*board.name, board.outcome, board.source.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("othello-4x4", Some(Outcome::Loss), None),
                ("othello-6x6", Some(Outcome::Loss), Some("Feinstein 1993")),
                ("mine-5x5", None, None),
            ]
        );
    }

    #[test]
    fn a_game_that_only_has_the_name_of_a_solved_one_is_told_by_what_was_found_here() {
        let known = known(&[("hex-3x3", Some(Outcome::Draw))]);
        let values = Values::new(&known).unwrap();
        let here = KnownValue { outcome: Outcome::Draw, source: None };
        assert_eq!((values.of("hex-3x3"), values.of("hex-4x4")), (Some(here), None));
    }
}
