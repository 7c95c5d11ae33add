//! The line of a proven win, to its end.

use super::run::Run;
use super::{DfPn, WinTable, Within, df_pn_within};
use crate::{Cx, Game, Hints, Keyed, MoveOf};
use std::collections::HashMap;

/// The line of a win that is proven to take no more moves than were asked for: the attacker's moves are those of the proof,
/// the defender's those that hold out longest, as far as the table knows. It ends with the game. Where it is shorter
/// than the question allows, the win is proven within its length.
///
/// What the table has forgotten is searched again. Empty if there is no such win.
///
/// # Errors
///
/// If that search was halted.
pub fn winning_line<C: Cx<Game: Hints>>(
    cx: &mut C,
    root: &C::Game,
    question: Within,
    how: DfPn,
    table: &mut WinTable,
) -> Result<Vec<MoveOf<C>>, C::Halt> {
    let mut asked = Line { cx, how, table, within: HashMap::new() };
    if asked.within(root, question.to_move, question.moves)?.is_none() {
        return Ok(Vec::new());
    }
    loop {
        // Each turn that does not come to the end makes the win of some position shorter than it was known to be.
        if let Some(line) = asked.walk(root, question)? {
            return Ok(line);
        }
    }
}

struct Line<'a, C> {
    cx: &'a mut C,
    how: DfPn,
    table: &'a mut WinTable,
    /// The moves within which positions on the way are won. The table may forget them.
    within: HashMap<u64, u8>,
}

impl<C: Cx<Game: Hints>> Line<'_, C> {
    /// The moves within which the attacker is known to win, if no more than `moves`.
    fn within(&mut self, pos: &C::Game, attacks: bool, moves: u8) -> Result<Option<u8>, C::Halt> {
        if !attacks && is_lost(pos) {
            return Ok(Some(0));
        }
        let key = Run::<MoveOf<C>>::key_of(pos, attacks);
        let of_table = |table: &WinTable| table.get(key).map(|entry| entry.won_within);
        let known = self.within.get(&key).copied().into_iter().chain(of_table(self.table)).min();
        let mut within = known.filter(|&known| known <= moves);
        if within.is_none() && moves > 0 {
            let won = df_pn_within(self.cx, pos, Within { to_move: attacks, moves }, self.how, self.table)?;
            let known = of_table(self.table).filter(|&known| known <= moves);
            within = won.then(|| known.unwrap_or(moves));
        }
        if let Some(within) = within {
            self.within.insert(key, within);
        }
        Ok(within)
    }

    /// Goes down the line. None if a win on the way turned out shorter than it was known to be.
    fn walk(&mut self, root: &C::Game, question: Within) -> Result<Option<Vec<MoveOf<C>>>, C::Halt> {
        let (mut pos, mut attacks, mut line) = (root.clone(), question.to_move, Vec::new());
        let Some(mut moves) = self.within(&pos, attacks, question.moves)? else { return Ok(Some(line)) };
        while attacks || moves > 0 {
            let Some((m, fewest)) = self.best(&pos, attacks, moves)? else { return Ok(Some(line)) };
            if fewest < moves - u8::from(attacks) {
                let key = Run::<MoveOf<C>>::key_of(&pos, attacks);
                self.within.insert(key, fewest + u8::from(attacks));
                return Ok(None);
            }
            line.push(m);
            pos.play(m);
            (moves, attacks) = (fewest, !attacks);
        }
        Ok(Some(line))
    }

    /// The move to play, and the moves within which the attacker then wins.
    fn best(&mut self, pos: &C::Game, attacks: bool, moves: u8) -> Result<Option<(MoveOf<C>, u8)>, C::Halt> {
        let kept =
            self.table.get(Run::<MoveOf<C>>::key_of(pos, attacks)).and_then(|entry| pos.decode(entry.code));
        let listed: Vec<MoveOf<C>> =
            kept.into_iter().chain(pos.moves().filter(|&m| Some(m) != kept)).collect();
        let mut longest: Option<(MoveOf<C>, u8)> = None;
        for m in listed {
            let child = pos.child(m);
            let left = if attacks { moves - 1 } else { moves };
            match self.within(&child, !attacks, left)? {
                Some(within) if attacks => return Ok(Some((m, within))),
                Some(within) if longest.is_none_or(|(_, most)| within > most) => longest = Some((m, within)),
                _ => {}
            }
        }
        Ok(longest)
    }
}

/// Whether the game is over, and lost for the side to move.
fn is_lost<G: Game>(pos: &G) -> bool {
    let over = pos.outcome().or_else(|| pos.moves().next().is_none().then(|| pos.no_moves()));
    over.is_some_and(|score| score.is_decisive() && score < crate::Score::DRAW)
}
