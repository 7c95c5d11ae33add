//! Positions of Kalah in full, as text.

use super::{Kalah, SIDES};
use crate::Unreadable;
use crate::grid::{clip, number};

/// Reads a position in full.
pub(super) fn position(text: &str) -> Result<Kalah, Unreadable> {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let Some((one, two)) = board.split_once('/') else {
        return Err(Unreadable(format!(
            "'{}' has no '/', expected a row of houses for either side",
            clip(board)
        )));
    };
    let (one, two) = (row("first", one)?, row("second", two)?);
    if one.1 != two.1 {
        return Err(Unreadable(format!(
            "the sides have {} and {} houses, expected as many for either",
            one.1, two.1
        )));
    }
    let most = u32::from(u8::MAX);
    let total = one.3 + two.3;
    if total > most {
        return Err(Unreadable(format!("there are {total} seeds, expected at most {most}")));
    }
    let second = match words.next() {
        Some(word) if word.eq_ignore_ascii_case(SIDES[0]) => false,
        Some(word) if word.eq_ignore_ascii_case(SIDES[1]) => true,
        Some(word) => {
            return Err(Unreadable(format!("'{}' is no side, expected first or second", clip(word))));
        }
        None => {
            return Err(Unreadable("the text ends after the board, expected first or second to sow".into()));
        }
    };
    let passing = match words.next() {
        None => false,
        Some(word) if word.eq_ignore_ascii_case("again") => true,
        Some(word) => {
            return Err(Unreadable(format!("found '{}' after the side, expected the end", clip(word))));
        }
    };
    let (mut houses, mut stores) = ([one.0, two.0], [one.2, two.2]);
    if second {
        houses.swap(0, 1);
        stores.swap(0, 1);
    }
    Ok(Kalah { houses, stores, count: one.1, second, passing })
}

/// Reads the houses and the store of a side: the houses, their number, the store, and all seeds.
fn row(side: &str, text: &str) -> Result<(u64, u8, u8, u32), Unreadable> {
    let count = |word: &str, what: String| {
        number(word).and_then(|n| u8::try_from(n).ok()).ok_or_else(|| {
            Unreadable(format!("{what} of the {side} side is '{}', expected a number to 255", clip(word)))
        })
    };
    let Some((list, store)) = text.split_once(':') else {
        return Err(Unreadable(format!("the {side} side has no ':', expected its store after its houses")));
    };
    let store = count(store, "the store".into())?;
    let (mut houses, mut number, mut total) = (0, 0, u32::from(store));
    for word in list.split(',') {
        if number == Kalah::MOST_HOUSES {
            let most = Kalah::MOST_HOUSES;
            return Err(Unreadable(format!(
                "the {side} side has more than {most} houses, expected at most {most}"
            )));
        }
        let seeds = count(word, format!("house {}", number + 1))?;
        houses |= u64::from(seeds) << (8 * number);
        total += u32::from(seeds);
        number += 1;
    }
    Ok((houses, number, store, total))
}
