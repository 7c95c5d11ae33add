//! The registry: every game by name, behind the object-safe [`Session`] boundary.

use crate::session::{Of, Session};
use crate::{Notation, Unreadable, did_you_mean};

/// A game as the registry knows it.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    /// The name to call it by.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How positions are written.
    pub notation: &'static str,
    /// An example position.
    pub example: &'static str,
    /// What it offers beyond its rules.
    pub offers: &'static str,
    open: fn(&'static str) -> Box<dyn Session>,
}

impl Entry {
    /// Lists the game `G` under a name, with a line on what it is.
    pub fn new<G: Notation>(name: &'static str, about: &'static str) -> Self {
        Entry {
            name,
            about,
            notation: "moves from the start, separated by spaces",
            example: "",
            offers: "evaluation",
            open: |name| Box::new(Of::<G>::new(name)),
        }
    }

    /// Says how positions are written, with an example.
    pub fn notation(self, notation: &'static str, example: &'static str) -> Self {
        Entry { notation, example, ..self }
    }

    /// Says what the game offers beyond its rules.
    pub fn offers(self, offers: &'static str) -> Self {
        Entry { offers, ..self }
    }

    /// A new game, at its start.
    pub fn open(&self) -> Box<dyn Session> {
        (self.open)(self.name)
    }
}

/// Games by name.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// No games yet.
    pub fn new() -> Self {
        Registry::default()
    }

    /// Adds a game; a game of the same name gives way to it.
    pub fn with(mut self, entry: Entry) -> Self {
        self.entries.retain(|e| e.name != entry.name);
        self.entries.push(entry);
        self
    }

    /// All games, in the order they were added.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Finds a game by name.
    pub fn find(&self, name: &str) -> Result<&Entry, Unreadable> {
        self.entries.iter().find(|e| e.name == name).ok_or_else(|| {
            let names = self.entries.iter().map(|e| e.name);
            Unreadable(format!(
                "unknown game '{name}'{}; `secateur games` lists them",
                did_you_mean(name, names)
            ))
        })
    }
}
