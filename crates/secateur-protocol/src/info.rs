//! What is said of a search.

use secateur_games::session::Answer;
use std::fmt::Write;

/// What one protocol says differently from another.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Style {
    /// Decided games are counted in moves of the winner or loser, not in plies.
    pub(crate) in_moves: bool,
    /// The place of the line among the best ones is told.
    pub(crate) places: bool,
    /// Chances to win, draw and lose are told.
    pub(crate) chances: bool,
}

/// An `info` line. Scores are for the side to move: `mate`, negative if the side to move is lost, else `cp` in
/// the game's points. Without an iteration finished there is no score to tell, unless the game is over.
pub(crate) fn info(answer: &Answer, style: Style) -> String {
    let mut line = format!("info depth {} seldepth {}", answer.depth, answer.seldepth);
    if style.places {
        push(&mut line, format_args!(" multipv {}", answer.line));
    }
    if answer.depth > 0 || answer.outcome.is_some() {
        let count = |plies: u32| if style.in_moves { plies.div_ceil(2) } else { plies };
        match (answer.plies_to_end, answer.outcome) {
            (Some(plies @ 1..), Some("loss")) => {
                push(&mut line, format_args!(" score mate -{}", count(plies)))
            }
            (Some(plies), Some("win" | "loss")) => {
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
