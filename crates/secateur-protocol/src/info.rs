//! The text about a search.

use secateur_session::{Answer, Outcome};
use std::fmt::Write;

/// The differences between the protocols.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Style {
    /// Whether decided games are counted in moves of the winner or loser, not in plies.
    pub(crate) in_moves: bool,
    /// Whether the place of the line among the best ones is given.
    pub(crate) places: bool,
    /// Whether chances to win, draw and lose are given.
    pub(crate) chances: bool,
}

/// An `info` line. Scores are for the side to move: `mate`, negative if the side to move is lost, else `cp` in
/// the game's points. Without an iteration finished there is no score to give, unless the game is over.
pub(crate) fn info(answer: &Answer, style: Style) -> String {
    let mut line = format!("info depth {} seldepth {}", answer.depth, answer.seldepth);
    if style.places {
        push(&mut line, format_args!(" multipv {}", answer.line));
    }
    if answer.depth > 0 || answer.outcome.is_some() {
        let count = |plies: u32| if style.in_moves { plies.div_ceil(2) } else { plies };
        match (answer.plies_to_end, answer.outcome) {
            (Some(plies @ 1..), Some(Outcome::Loss)) => {
                push(&mut line, format_args!(" score mate -{}", count(plies)))
            }
            (Some(plies), Some(Outcome::Win | Outcome::Loss)) => {
                push(&mut line, format_args!(" score mate {}", count(plies)))
            }
            _ => push(&mut line, format_args!(" score cp {}", answer.value)),
        }
        if let Some(bound) = answer.bound {
            push(&mut line, format_args!(" {bound}bound"));
        }
        if let Some([win, draw, loss]) = answer.chances.filter(|_| style.chances) {
            push(&mut line, format_args!(" wdl {win} {draw} {loss}"));
        }
    }
    let (nodes, nps, full) = (answer.nodes, answer.nps, answer.hash_full_permille);
    let time = answer.time_ms.floor();
    push(&mut line, format_args!(" nodes {nodes} nps {nps} hashfull {full} time {time:.0}"));
    if !answer.pv.is_empty() {
        push(&mut line, format_args!(" pv {}", answer.pv.join(" ")));
    }
    line
}

fn push(line: &mut String, text: std::fmt::Arguments<'_>) {
    line.write_fmt(text).expect("writing to a string succeeds");
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_session::{Bound, Request};
    use secateur_standard::standard;

    /// The text between two words of the line.
    fn told(answer: &Answer, style: Style) -> String {
        let line = info(answer, style);
        let (_, rest) = line.split_once("seldepth ").unwrap();
        rest.split_once(' ').unwrap().1.split_once(" nodes").map_or("", |(told, _)| told).to_owned()
    }

    #[test]
    fn what_is_known_of_the_value_is_told_in_the_style_asked_for() {
        let mut game = standard().find("nim").unwrap().open();
        game.set("1,1,1").unwrap();
        let mut answer = game.analyse(&Request::default().hash(1 << 20), &mut |_| {});
        let plain = Style::default();
        let full = Style { in_moves: true, places: true, chances: true };
        assert_eq!(
            (told(&answer, plain), told(&answer, full)),
            ("score mate 3".into(), "multipv 1 score mate 2".into())
        );
        answer.chances = Some([900, 90, 10]);
        answer.bound = Some(Bound::Lower);
        (answer.line, answer.outcome, answer.plies_to_end, answer.value) = (2, None, None, -37);
        assert_eq!(told(&answer, plain), "score cp -37 lowerbound");
        assert_eq!(told(&answer, full), "multipv 2 score cp -37 lowerbound wdl 900 90 10");
        // Nothing is known before the first iteration.
        answer.depth = 0;
        assert_eq!(told(&answer, plain), "");
    }

    #[test]
    fn the_distance_to_the_end_is_in_whole_moves_of_the_side_that_loses_or_wins() {
        let mut game = standard().find("nim").unwrap().open();
        let mut answer = game.analyse(&Request::default().hash(1 << 20), &mut |_| {});
        let style = Style { in_moves: true, ..Style::default() };
        for (outcome, plies, mate) in [
            (Outcome::Win, 1, "mate 1"),
            (Outcome::Win, 3, "mate 2"),
            (Outcome::Loss, 0, "mate 0"),
            (Outcome::Loss, 2, "mate -1"),
            (Outcome::Loss, 8, "mate -4"),
        ] {
            (answer.outcome, answer.plies_to_end) = (Some(outcome), Some(plies));
            assert_eq!(told(&answer, style), format!("score {mate}"));
        }
        (answer.outcome, answer.plies_to_end, answer.value) = (Some(Outcome::Draw), None, 0);
        assert_eq!(told(&answer, style), "score cp 0");
    }
}
