//! The laws that concern one position by itself.

use super::{Dice, by_rules};
use crate::{Hints, Score};
use std::collections::HashMap;

/// Checks the laws that concern one position by itself.
pub(super) fn check_position<G: Hints>(pos: &G, dice: &mut Dice) -> Result<(), String> {
    let outcome = pos.outcome();
    if outcome != pos.outcome() || pos.key() != pos.key() {
        return Err("the outcome or the key changes when asked twice".into());
    }
    if let Some(score) = outcome {
        return in_scale("outcome", score);
    }
    in_scale("no_moves", pos.no_moves())?;
    let moves: Vec<G::Move> = pos.moves().collect();
    if moves != pos.moves().collect::<Vec<_>>() {
        return Err("the moves change when asked twice".into());
    }
    let mut codes = HashMap::new();
    for &m in &moves {
        let code = pos.encode(m);
        if code == u16::MAX {
            return Err(format!("{m:?} has the code 65535, expected less"));
        }
        if let Some(other) = codes.insert(code, m) {
            return Err(format!("the moves {other:?} and {m:?} have the same code {code}"));
        }
        if pos.decode(code) != Some(m) {
            return Err(format!("{m:?} has the code {code}, which stands for {:?}", pos.decode(code)));
        }
        let (child, mut copy) = (pos.child(m), pos.clone());
        copy.play(m);
        let ends = child.outcome();
        if child.key() != copy.key()
            || ends != copy.outcome()
            || ends.is_none() && !child.moves().eq(copy.moves())
        {
            return Err(format!("the child by {m:?} is not a copy with the move played"));
        }
        // Their answers are free, but they must have one.
        let _ = (pos.move_score(m), pos.irreversible(m), pos.in_check());
        let safety = pos.safety()(m);
        if !(-1..=1).contains(&safety) {
            return Err(format!("the safety of {m:?} is {safety}, and not -1, 0 or 1"));
        }
    }
    for code in (0..16).map(|_| dice.below(1 << 16) as u16).chain(0..64).chain([u16::MAX]) {
        if let Some(m) = pos.decode(code)
            && !moves.contains(&m)
        {
            return Err(format!("the code {code} stands for {m:?}, which is not legal"));
        }
    }
    if let Some(m) = pos.noisy().find(|m| !moves.contains(m)) {
        return Err(format!("{m:?} is noisy and not legal"));
    }
    check_candidates(pos, &moves)
}

/// Checks that no move left out of the candidates is seen to be better than all of them.
fn check_candidates<G: Hints>(pos: &G, moves: &[G::Move]) -> Result<(), String> {
    let candidates: Vec<G::Move> = pos.candidates().collect();
    if let Some(m) = candidates.iter().find(|m| !moves.contains(m)) {
        return Err(format!("{m:?} is a candidate and not legal"));
    }
    let worth = |m: &G::Move| by_rules(&pos.child(*m), 1).to_root(1);
    let best = candidates.iter().map(|m| -worth(m).lower).max();
    for m in moves.iter().filter(|m| !candidates.contains(m)) {
        let score = -worth(m).upper;
        if best.is_none_or(|best| score > best) {
            return Err(format!("{m:?}, {score} or better, is no candidate, and no candidate is as good"));
        }
    }
    Ok(())
}

fn in_scale(what: &str, score: Score) -> Result<(), String> {
    if score >= Score::LOSS && score <= Score::WIN {
        return Ok(());
    }
    Err(format!("the score of `{what}` is {score}, outside the scale"))
}
