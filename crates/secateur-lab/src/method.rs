//! Reads the parts of a method of search from files: an algorithm, an order of moves, settings.

use crate::fields::Item;
use secateur::order::Choice;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Settings};

/// Reads an algorithm that searches.
pub(crate) fn algorithm(item: Item<'_>) -> Result<Algorithm, Unreadable> {
    let name = item.text()?;
    let algorithm = item.accept(Algorithm::named(name))?;
    let lacks = match algorithm {
        a if !a.searches() => "plays without a search, expected one that searches",
        a if !a.takes_depth() => "searches to no depth, expected one that does",
        _ => return Ok(algorithm),
    };
    item.accept(Err(format_args!("'{name}' {lacks}")))
}

/// Reads an order of moves.
pub(crate) fn order(item: Item<'_>) -> Result<Choice, Unreadable> {
    item.accept(item.text()?.parse())
}

/// Reads a set of settings, sorted, since their order means nothing.
pub(crate) fn settings(item: Item<'_>) -> Result<Vec<String>, Unreadable> {
    let mut all = item.any_list(|item| {
        let setting = item.text()?;
        item.accept(Settings::default().set(setting))?;
        Ok(setting.to_owned())
    })?;
    all.sort();
    let name = |setting: &String| setting.split('=').next().map(str::to_owned);
    match all.windows(2).find(|pair| name(&pair[0]) == name(&pair[1])) {
        None => Ok(all),
        Some(pair) => {
            item.accept(Err(format_args!("found '{}' and '{}', expected one of them", pair[0], pair[1])))
        }
    }
}
