//! The passes that nobody chooses.

use secateur_session::GameEntry;

/// The moves of a game without the passes that are a matter of form, which pages neither show nor ask for: where a side moves
/// again, its opponent passes in between. Moves from the first that is not legal on are left out.
///
/// ```
/// use secateur_lab::tournament::without_passes;
///
/// let games = secateur_standard::standard();
/// let kalah = games.find("kalah").unwrap();
/// // Whose last seed comes into the own store moves again.
/// let moves = ["3", "pass", "1"].map(String::from);
/// assert_eq!(without_passes(kalah, None, &moves), ["3", "1"]);
/// ```
pub fn without_passes(entry: &GameEntry, start: Option<&str>, moves: &[String]) -> Vec<String> {
    let mut board = entry.open();
    if let Some(start) = start {
        // It was read before.
        let _ = board.set(start);
    }
    let mut kept = Vec::new();
    for text in moves {
        let is_of_form = board.pass().is_some();
        if board.play(text).is_err() {
            break;
        }
        if !is_of_form {
            kept.push(text.clone());
        }
    }
    kept
}
