//! A way to search: an algorithm, an order of moves, and what is set otherwise than usual.

use crate::fields::Item;
use secateur::order::Choice;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Request, Settings};
use std::fmt;

/// A way to search any game, by the names that people write.
///
/// ```
/// use secateur_session::Request;
/// use secateur_lab::way::Way;
///
/// let way = Way { settings: vec!["foresight=on".into()], ..Way::of("pvs-memory") };
/// assert_eq!(way.to_string(), "pvs-memory, order table+promise, foresight=on");
/// let mut request = Request::default();
/// way.apply(&mut request).unwrap();
/// assert_eq!((request.method.algorithm.name, request.method.settings.etc), ("pvs-memory", true));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// The algorithm by its full name, `driver/page` where the page is not the driver's usual one.
    pub algorithm: String,
    /// The order of moves, as [`Choice`] writes it.
    pub order: String,
    /// What is set, `NAME=VALUE`, as [`Settings::set`] takes it.
    pub settings: Vec<String>,
}

impl Way {
    /// This algorithm with everything as usual.
    pub fn of(algorithm: &str) -> Way {
        let order = Request::default().method.order.to_string();
        Way { algorithm: algorithm.to_owned(), order, settings: Vec::new() }
    }

    /// Lets a request search in this way; its limits, its table's size and its seed stay as they are.
    ///
    /// # Errors
    ///
    /// One sentence if a name is unknown or a value out of its range.
    pub fn apply(&self, request: &mut Request) -> Result<(), Unreadable> {
        let order: Choice = self.order.parse().map_err(|e| Unreadable(format!("{e}")))?;
        request.method.algorithm = Algorithm::named(&self.algorithm)?;
        request.method.order = Choice { seed: request.method.order.seed, ..order };
        request.method.settings = Settings::default();
        self.settings.iter().try_for_each(|setting| request.method.settings.set(setting))
    }

    /// Whether it searches with the engine, which orders moves in its own way.
    pub fn is_engine(&self) -> bool {
        Algorithm::named(&self.algorithm).is_ok_and(|algorithm| algorithm.is_engine())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.algorithm)?;
        if !self.is_engine() {
            write!(f, ", order {}", self.order)?;
        }
        self.settings.iter().try_for_each(|setting| write!(f, ", {setting}"))
    }
}

/// Reads an algorithm that searches: its full name.
pub(crate) fn algorithm(item: Item<'_>) -> Result<String, Unreadable> {
    let name = item.text()?;
    let algorithm = item.accept(Algorithm::named(name))?;
    match algorithm.searches() {
        false => {
            item.accept(Err(format_args!("'{name}' plays without a search, expected one that searches")))
        }
        true => Ok(algorithm.full_name()),
    }
}

/// Reads an order of moves, as it is written.
pub(crate) fn order(item: Item<'_>) -> Result<String, Unreadable> {
    item.accept(item.text()?.parse::<Choice>()).map(|order| order.to_string())
}

/// Reads a set of settings, by name: their order tells nothing.
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
