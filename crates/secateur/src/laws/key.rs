//! The law that equal keys mean equivalent positions.

use super::{Dice, LONGEST, by_rules};
use crate::Hints;
use std::collections::HashMap;

/// The number of positions that are compared with later ones of the same key.
const KEPT: usize = 4096;

/// Positions by key, with the place of the start that led there.
pub(super) type Seen<G> = HashMap<u64, (usize, G)>;

/// Compares the position with one seen before with the same key.
pub(super) fn check_key<G: Hints>(
    pos: &G,
    place: usize,
    dice: &mut Dice,
    seen: &mut Seen<G>,
) -> Result<(), String> {
    let kept = seen.len();
    let Some((from, other)) = seen.get(&pos.key()) else {
        if kept < KEPT * (place + 1) {
            seen.insert(pos.key(), (place, pos.clone()));
        }
        return Ok(());
    };
    let earlier = if *from == place { "one".to_owned() } else { format!("one from start {}", from + 1) };
    let share = |what: String| {
        format!("the position and an earlier {earlier} share the key {:#x}, {what}", pos.key())
    };
    let codes = common_codes(pos, other).map_err(share)?;
    for &code in &codes {
        let value = |pos: &G| pos.decode(code).map(|m| by_rules(&pos.child(m), 1));
        if value(pos) != value(other) {
            let (a, b) = (value(pos), value(other));
            return Err(share(format!(
                "yet the move with the code {code} is worth {a:?} in one, {b:?} in the other"
            )));
        }
    }
    if *from == place { Ok(()) } else { play_both(pos, other, codes, dice).map_err(share) }
}

/// The codes of the moves of two positions whose keys are equal; none where the game is over. Their outcomes and codes must be
/// equal, too.
fn common_codes<G: Hints>(pos: &G, other: &G) -> Result<Vec<u16>, String> {
    let (a, b) = (pos.outcome(), other.outcome());
    if a != b {
        return Err(format!("yet their outcomes are {a:?} and {b:?}"));
    }
    let codes = |pos: &G| {
        let mut codes: Vec<u16> = pos.moves().map(|m| pos.encode(m)).collect();
        codes.sort_unstable();
        codes
    };
    let [a, b] = if a.is_some() { [vec![], vec![]] } else { [codes(pos), codes(other)] };
    if a != b {
        return Err(format!("yet the codes of their moves are {a:?} and {b:?}"));
    }
    match a.is_empty() && pos.outcome().is_none() && pos.no_moves() != other.no_moves() {
        true => Err(format!("yet having no move is worth {} and {}", pos.no_moves(), other.no_moves())),
        false => Ok(a),
    }
}

/// Plays the same moves, by code, from two positions whose keys are equal, as long as they are.
fn play_both<G: Hints>(pos: &G, other: &G, mut codes: Vec<u16>, dice: &mut Dice) -> Result<(), String> {
    let (mut pos, mut other, mut played) = (pos.clone(), other.clone(), Vec::new());
    while !codes.is_empty() && played.len() < LONGEST {
        let code = codes[dice.below(codes.len())];
        let (Some(a), Some(b)) = (pos.decode(code), other.decode(code)) else {
            return Err(format!("after {played:?}, {code} is no move in one of them"));
        };
        pos.play(a);
        other.play(b);
        if pos.key() != other.key() {
            break;
        }
        played.push(code);
        codes = common_codes(&pos, &other)
            .map_err(|what| format!("and after the codes {played:?}, too, {what}"))?;
    }
    Ok(())
}
