//! A TOML table taken key by key. Every complaint names the file, the line, the key, and what was expected.

use secateur_games::{Unreadable, did_you_mean};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The number of characters shown of a value that is refused.
const SHOWN: usize = 40;

/// A file, by its path and its text.
#[derive(Copy, Clone)]
pub(crate) struct Text<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a str,
}

impl<'a> Text<'a> {
    /// The file's table.
    pub(crate) fn parse(self) -> Result<Spanned<DeTable<'a>>, Unreadable> {
        let place = |e: &toml::de::Error| e.span().map_or(0, |span| span.start);
        DeTable::parse(self.text).map_err(|e| self.refuse(place(&e), e.message().replace('\n', ", ")))
    }

    /// A complaint about the line of this byte.
    pub(crate) fn refuse(self, byte: usize, what: impl Display) -> Unreadable {
        let line = 1 + self.text.bytes().take(byte).filter(|&b| b == b'\n').count();
        Unreadable(format!("{}, line {line}: {what}", self.path.display()))
    }
}

/// A table, whose keys are all known.
#[derive(Copy, Clone)]
pub(crate) struct Fields<'a> {
    file: Text<'a>,
    from: usize,
    table: &'a DeTable<'a>,
}

impl<'a> Fields<'a> {
    /// Takes a table that begins at this byte, if it has these keys alone.
    pub(crate) fn new(
        file: Text<'a>,
        from: usize,
        table: &'a DeTable<'a>,
        known: &[&str],
    ) -> Result<Self, Unreadable> {
        let unknown = table.keys().find(|key| !known.contains(&&**key.get_ref()));
        match unknown {
            None => Ok(Fields { file, from, table }),
            Some(key) => {
                let near = did_you_mean(key.get_ref(), known.iter().copied());
                let known = known.join(", ");
                let what = format!("unknown key '{}'{near}, expected one of {known}", key.get_ref());
                Err(file.refuse(key.span().start, what))
            }
        }
    }

    pub(crate) fn get(&self, key: &'static str) -> Option<Item<'a>> {
        self.table.get(key).map(|value| Item { file: self.file, key, value })
    }

    /// Returns the item of this key, which has to be there; `is` says what it is.
    pub(crate) fn need(&self, key: &'static str, is: &str) -> Result<Item<'a>, Unreadable> {
        self.get(key).ok_or_else(|| self.refuse(format_args!("'{key}' is missing, expected {is}")))
    }

    /// A list, or this where it is not there.
    pub(crate) fn list_or<T>(
        &self,
        key: &'static str,
        default: impl FnOnce() -> Vec<T>,
        read: impl FnMut(Item<'a>) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        self.get(key).map_or_else(|| Ok(default()), |item| item.list(read))
    }

    /// A whole number, or this where it is not there.
    pub(crate) fn whole_or<N: TryFrom<i64>>(
        &self,
        key: &'static str,
        default: N,
        range: RangeInclusive<i64>,
    ) -> Result<N, Unreadable> {
        self.get(key).map_or(Ok(default), |item| item.whole(range))
    }

    /// A complaint about the table as a whole.
    pub(crate) fn refuse(&self, what: impl Display) -> Unreadable {
        self.file.refuse(self.from, what)
    }
}

/// A value under a key, or within the list there.
#[derive(Copy, Clone)]
pub(crate) struct Item<'a> {
    file: Text<'a>,
    key: &'static str,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Item<'a> {
    fn expected(&self, what: impl Display) -> Unreadable {
        let written = self.file.text.get(self.value.span()).unwrap_or_default();
        let shown: String = written.chars().take(SHOWN).collect();
        let more = if shown.len() < written.len() { "..." } else { "" };
        self.refuse(format_args!("found {shown}{more} for {}, expected {what}", self.key))
    }

    /// A complaint about what is right in form.
    pub(crate) fn refuse(&self, what: impl Display) -> Unreadable {
        self.file.refuse(self.value.span().start, what)
    }

    /// Adds the place to the error of a result.
    pub(crate) fn accept<T, E: Display>(&self, result: Result<T, E>) -> Result<T, Unreadable> {
        result.map_err(|e| self.refuse(format_args!("{}: {e}", self.key)))
    }

    /// Text that is not empty.
    pub(crate) fn text(&self) -> Result<&'a str, Unreadable> {
        let text = self.value.get_ref().as_str().filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| self.expected("text in quotes"))
    }

    /// `true` or `false`.
    pub(crate) fn truth(&self) -> Result<bool, Unreadable> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// Text, a number, or true or false, as it is written but for quotes.
    pub(crate) fn scalar(&self) -> Result<String, Unreadable> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::Boolean(is) => Ok(is.to_string()),
            _ => Err(self.expected("text in quotes, a number, or true or false")),
        }
    }

    /// A whole number within a range that the type has room for.
    pub(crate) fn whole<N: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Result<N, Unreadable> {
        let number = self.value.get_ref().as_integer();
        let number = number.and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        let number = number.filter(|n| range.contains(n)).and_then(|n| N::try_from(n).ok());
        number.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            match *to {
                i64::MAX => self.expected(format_args!("a whole number from {from} on")),
                _ => self.expected(format_args!("a whole number from {from} to {to}")),
            }
        })
    }

    /// A list, which may be empty.
    pub(crate) fn any_list<T>(
        &self,
        read: impl FnMut(Item<'a>) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        let list = self.value.get_ref().as_array().ok_or_else(|| self.expected("a list in brackets"))?;
        list.iter().map(|value| Item { value, ..*self }).map(read).collect()
    }

    /// A list of one thing at least.
    pub(crate) fn list<T>(
        &self,
        read: impl FnMut(Item<'a>) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        let list = self.any_list(read)?;
        if list.is_empty() { Err(self.expected("one at least")) } else { Ok(list) }
    }

    /// A table with whatever keys, by name.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, Item<'a>)>, Unreadable> {
        let table = self.value.get_ref().as_table();
        let table = table.ok_or_else(|| self.expected("a table"))?;
        Ok(table.iter().map(|(key, value)| (&**key.get_ref(), Item { value, ..*self })).collect())
    }

    /// A table with these keys alone.
    pub(crate) fn table(&self, known: &[&str]) -> Result<Fields<'a>, Unreadable> {
        let table = self.value.get_ref().as_table();
        let table = table.ok_or_else(|| self.expected(format_args!("a table of {}", known.join(", "))))?;
        Fields::new(self.file, self.value.span().start, table, known)
    }
}
