//! What is said of a search.

use secateur_games::session::Answer;
use std::fmt::Write;

/// An `info` line. Scores are for the side to move: `mate` in plies, negative if the side to move is lost,
/// else `cp` in the game's points. Without an iteration finished there is no score to tell.
pub(super) fn info(answer: &Answer) -> String {
    let mut line = format!("info depth {} seldepth {}", answer.depth, answer.seldepth);
    if answer.depth > 0 {
        let score = match (answer.plies_to_end, answer.outcome) {
            (Some(plies), Some("loss")) => format!("mate -{plies}"),
            (Some(plies), _) => format!("mate {plies}"),
            (None, _) => format!("cp {}", answer.value),
        };
        write!(line, " score {score}").expect("writing to a string succeeds");
    }
    write!(
        line,
        " nodes {} nps {} hashfull {} time {:.0}",
        answer.nodes,
        answer.nps,
        answer.hash_full_permille,
        answer.time_ms.floor()
    )
    .expect("writing to a string succeeds");
    if !answer.pv.is_empty() {
        write!(line, " pv {}", answer.pv.join(" ")).expect("writing to a string succeeds");
    }
    line
}
