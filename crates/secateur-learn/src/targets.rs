//! What each position of a game should have been worth, as one looks back from its end.

use secateur_session::SeenGame;

/// The targets of TD(lambda) (R. Sutton, 1988), position by position, for the side to move, from -1 to 1.
///
/// What a position should be worth is what its best move leads to: what was seen there one ply ahead, and what became of it
/// later, weighed `lambda` to one. With `lambda` 0 that is the one-ply value alone: approximate value iteration (M. Boige,
/// A. Boumaza and B. Scherrer, 2026). With 1 it is the result of the game. A move at random says nothing of the position
/// before it: there, what was seen one ply ahead counts alone.
///
/// ```
/// use secateur_learn::targets;
/// use secateur_session::{SeenGame, SeenPly};
///
/// let ply = |best, greedy| SeenPly { view: 0, best, greedy };
/// // The last move wins; the one before it was made at random, and a better one was there.
/// let game = SeenGame { plies: vec![ply(0.2, true), ply(0.4, false), ply(1.0, true)], end: -1.0, ..SeenGame::default() };
/// let half: Vec<f32> = targets(&game, 0.5).collect();
/// assert_eq!(half, [0.5 * 0.2 - 0.5 * 0.4, 0.4, 1.0]);
/// ```
// ANCHOR: targets
pub fn targets(game: &SeenGame, lambda: f32) -> std::vec::IntoIter<f32> {
    let mut after = game.end;
    let mut found = vec![0.0; game.plies.len()];
    for (target, ply) in found.iter_mut().zip(&game.plies).rev() {
        *target = if ply.greedy { (1.0 - lambda) * ply.best - lambda * after } else { ply.best };
        after = *target;
    }
    found.into_iter()
}
// ANCHOR_END: targets
