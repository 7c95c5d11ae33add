//! The reasons for which a recipe cannot be set as asked.

use super::{Custom, Number};
use std::fmt;

/// The reason [`Custom::set`] refuses.
///
/// ```
/// use secateur::engine::{BadSetting, Custom};
///
/// let error = Custom::default().set("null_move.base", "99").unwrap_err();
/// assert!(matches!(error, BadSetting::Value { .. }));
/// assert_eq!(error.to_string(), "found '99' for null_move.base, expected a whole number from 2 to 6");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadSetting {
    /// There is no such trick.
    Trick(String),
    /// The value for a trick is neither on nor off.
    Switch {
        /// The trick.
        trick: &'static str,
        /// The value found.
        found: String,
    },
    /// The trick has no such number.
    Number {
        /// The trick.
        trick: &'static str,
        /// The numbers that it has.
        numbers: &'static [Number],
        /// The name found.
        found: String,
    },
    /// The value is not a whole number, or not one worth trying.
    Value {
        /// The trick.
        trick: &'static str,
        /// Its number.
        number: &'static Number,
        /// The value found.
        found: String,
    },
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetting::Trick(found) => {
                let known: Vec<&str> = Custom::TRICKS.iter().map(|(known, ..)| *known).collect();
                write!(f, "unknown trick '{found}'; there are {}", known.join(", "))
            }
            BadSetting::Switch { trick, found } => {
                write!(f, "found '{found}' for {trick}, expected on or off")
            }
            BadSetting::Number { trick, numbers: [], found } => {
                write!(f, "{trick} has no number '{found}'; there is only on and off")
            }
            BadSetting::Number { trick, numbers, found } => {
                let known: Vec<&str> = numbers.iter().map(|number| number.name).collect();
                write!(f, "{trick} has no number '{found}'; there are {}", known.join(", "))
            }
            BadSetting::Value { trick, number: Number { name, range, .. }, found } => {
                let (from, to) = (range.start(), range.end());
                write!(f, "found '{found}' for {trick}.{name}, expected a whole number from {from} to {to}")
            }
        }
    }
}

impl std::error::Error for BadSetting {}
