//! How games went: who was ahead, how often that changed, when the winner was clear, and how long it dragged on.

use super::record::{GameEnd, PlayedGame};
use crate::statistics::Estimate;

/// Who is expected to make this much of the point is ahead.
pub const AHEAD: f64 = 0.6;
/// Who is expected to make this much, and from then on never less, is the clear winner.
pub const CLEAR: f64 = 0.9;
/// Who is expected to make this much, and from then on never less, has won for certain.
pub const DECIDED: f64 = 0.99;

/// How the games of a level went.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Drama {
    /// The lead changes of a game.
    pub(super) leads: Option<Estimate>,
    /// The share of decided games whose winner had been behind.
    pub(super) comebacks: Option<Estimate>,
    /// The part of the game after which the winner was clear.
    pub(super) clear: Option<Estimate>,
    /// The part of the game after which it was decided.
    pub(super) decided: Option<Estimate>,
    /// The number of moves after that, passes as a matter of form left out.
    pub(super) drag: Option<Estimate>,
    /// The share of decided games in which the side ahead at half of the game won, of those in which a side was.
    pub(super) foretold: Option<Estimate>,
}

impl Drama {
    pub(super) fn of(games: &[&PlayedGame], scale: f64) -> Drama {
        let leads: Vec<f64> = games.iter().map(|game| lead_changes(&game.course(scale)) as f64).collect();
        let decided = || games.iter().filter(|game| game.result != 0 && game.end == GameEnd::Rules);
        let each = |of: &dyn Fn(&PlayedGame) -> f64, most: f64| {
            let all: Vec<f64> = decided().map(|game| of(game)).collect();
            Estimate::mean(&all).map(|mean| mean.within(0.0, most))
        };
        let share = |of: &dyn Fn(&PlayedGame) -> Option<bool>| {
            let found: Vec<bool> = decided().filter_map(|game| of(game)).collect();
            Estimate::share(found.iter().filter(|&&yes| yes).count(), found.len())
        };
        let part = |game: &PlayedGame, left: usize| 1.0 - left as f64 / game.moves.len().max(1) as f64;
        Drama {
            leads: Estimate::mean(&leads).map(|mean| mean.within(0.0, f64::INFINITY)),
            comebacks: share(&|game| Some(winners(game, scale).iter().any(|&points| points <= 1.0 - AHEAD))),
            clear: each(&|game| part(game, left_from(&winners(game, scale), CLEAR)), 1.0),
            decided: each(&|game| part(game, drag(game, scale)), 1.0),
            drag: each(&|game| moves_among_last(game, drag(game, scale)) as f64, f64::INFINITY),
            foretold: share(&|game| {
                let course = winners(game, scale);
                let half = (game.moves.len() / 2).checked_sub(game.opening)?;
                let points = *course.get(half)?;
                (points >= AHEAD || points <= 1.0 - AHEAD).then_some(points >= AHEAD)
            }),
        }
    }
}

/// The course of a decided game for its winner.
fn winners(game: &PlayedGame, scale: f64) -> Vec<f64> {
    let course = game.course(scale);
    if game.result > 0 { course } else { course.into_iter().map(|points| 1.0 - points).collect() }
}

/// How often the lead goes from one side to the other.
pub(super) fn lead_changes(course: &[f64]) -> usize {
    let leads = course.iter().filter_map(|&points| match points {
        p if p >= AHEAD => Some(true),
        p if p <= 1.0 - AHEAD => Some(false),
        _ => None,
    });
    let leads: Vec<bool> = leads.collect();
    leads.windows(2).filter(|two| two[0] != two[1]).count()
}

/// The number of moves that are made after the course has come to this much for good.
fn left_from(course: &[f64], much: f64) -> usize {
    course.iter().rev().take_while(|&&points| points >= much).count().saturating_sub(1)
}

/// The number of plies played after a decided game was won for certain.
fn drag(game: &PlayedGame, scale: f64) -> usize {
    let certain = |points: f64| if game.result > 0 { points >= DECIDED } else { points <= 1.0 - DECIDED };
    game.worth.iter().rev().take_while(|worth| certain(worth.expected(scale))).count()
}

/// The number of moves among the last plies: where the side to move has to pass as a matter of form, that is none.
fn moves_among_last(game: &PlayedGame, plies: usize) -> usize {
    game.legal.iter().rev().take(plies).filter(|&&legal| legal > 0).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::designer::worth::Worth;
    use secateur_session::Outcome;

    /// A game won by the first side, with these guesses, in tenths of the logistic scale, and proven from then on.
    fn won(guesses: &[i32], proven: usize) -> PlayedGame {
        let win = Worth::Proven(Outcome::Win);
        let worth: Vec<Worth> =
            guesses.iter().map(|v| Worth::Guess(10 * v)).chain(vec![win; proven]).collect();
        let moves = vec!["m".to_owned(); worth.len() + 2];
        let legal = vec![3; moves.len()];
        PlayedGame { result: 1, end: GameEnd::Rules, margin: None, opening: 2, moves, legal, worth }
    }

    /// The same game, seen from the other side.
    fn mirrored(game: &PlayedGame) -> PlayedGame {
        let worth = game.worth.iter().map(|&worth| -worth).collect();
        PlayedGame { result: -game.result, worth, ..game.clone() }
    }

    #[test]
    fn the_course_is_the_mean_of_two_and_ends_with_the_result() {
        let course = won(&[0, 0], 1).course(100.0);
        assert_eq!(course, [0.5, 0.75, 1.0, 1.0]);
    }

    #[test]
    fn leads_change_only_beyond_the_middle() {
        assert_eq!(lead_changes(&[0.5, 0.62, 0.45, 0.55, 0.61, 0.39, 0.41, 0.7, 1.0]), 2);
        assert_eq!(lead_changes(&[0.5, 0.5]), 0);
        assert_eq!(lead_changes(&[]), 0);
    }

    #[test]
    fn figures_of_two_games() {
        // One that was level and then won; one whose winner was behind, 15 / 10 of the scale: 18 %.
        let (level, behind) = (won(&[0, 0, 0, 0], 4), won(&[-15, -15, -15, -15, 15], 1));
        let drama = Drama::of(&[&level, &behind], 100.0);
        assert_eq!(drama.comebacks.map(|e| e.value), Some(0.5));
        assert_eq!(drama.leads.map(|e| e.value), Some(0.5));
        // Four of ten moves were made after the win was proven, and one of eight.
        assert_eq!(drama.drag.map(|e| e.value), Some(2.5));
        assert_eq!(drama.decided.map(|e| e.value), Some((0.6 + 0.875) / 2.0));
        // At half of its ten moves the first winner was ahead, by the mean of a level guess and the proof; at half of its eight
        // the other one was behind.
        assert_eq!(drama.foretold.map(|e| (e.value, e.count)), Some((0.5, 2)));
        // The mean of the last guess, 82 %, and the proof is more than 90 %: a move before the proof.
        assert_eq!(drama.clear.map(|e| e.value), Some((0.6 + 0.75) / 2.0));
        let other = Drama::of(&[&mirrored(&level), &mirrored(&behind)], 100.0);
        assert_eq!((drama.comebacks, drama.drag, drama.clear), (other.comebacks, other.drag, other.clear));
    }

    #[test]
    fn passes_as_a_matter_of_form_are_no_moves_after_the_decision() {
        let mut game = won(&[0, 0, 0, 0], 4);
        game.legal[8] = 0;
        let drama = Drama::of(&[&game], 100.0);
        assert_eq!((drama.drag.map(|e| e.value), drama.decided.map(|e| e.value)), (Some(3.0), Some(0.6)));
    }

    #[test]
    fn draws_and_games_cut_off_decide_nothing() {
        let drawn = PlayedGame { result: 0, ..won(&[20, 0], 0) };
        let cut = PlayedGame { result: 0, end: GameEnd::Length, ..won(&[20, 0], 0) };
        let drama = Drama::of(&[&drawn, &cut], 100.0);
        assert_eq!((drama.comebacks, drama.clear, drama.drag, drama.foretold), (None, None, None, None));
        assert_eq!(drama.leads.map(|e| e.count), Some(2));
    }
}
