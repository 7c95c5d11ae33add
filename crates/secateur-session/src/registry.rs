//! The registry: every game by name, behind the object-safe [`Session`] boundary.

use crate::{OwnPlayer, Play, Session};
use secateur_games::{Card, Catalogue, Notation, Unreadable, did_you_mean};
use std::ops::Deref;

/// A game as the registry knows it.
///
/// ```
/// use secateur_games::nim::Nim;
/// use secateur_session::GameEntry;
///
/// let entry = GameEntry::new::<Nim>("nim", "take any number from one heap")
///     .notation("heaps with commas between", "3,4,5")
///     .offers("evaluation, exact bounds");
/// let mut game = entry.open();
/// game.set(entry.example).unwrap();
/// assert_eq!(game.moves().len(), 12);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct GameEntry {
    card: Card,
    /// The algorithm that searches it where none is named.
    pub algorithm: &'static str,
    open: fn(&'static str) -> Box<dyn Session>,
}

/// The description of the game: `entry.name`, `entry.about`, `entry.notation`, `entry.example`, `entry.offers`.
impl Deref for GameEntry {
    type Target = Card;
    fn deref(&self) -> &Card {
        &self.card
    }
}

impl GameEntry {
    /// Lists the game `G` under a name, with a description in one line.
    ///
    /// ```
    /// use secateur_games::nim::Nim;
    /// use secateur_session::GameEntry;
    ///
    /// let entry = GameEntry::new::<Nim>("nim", "take any number from one heap");
    /// assert_eq!((entry.name, entry.offers), ("nim", "evaluation"));
    /// ```
    pub fn new<G: Notation>(name: &'static str, about: &'static str) -> Self {
        GameEntry::with_card::<G>(Card {
            name,
            about,
            notation: "moves from the start, separated by spaces",
            example: "",
            offers: "evaluation",
        })
    }

    fn with_card<G: Notation>(card: Card) -> Self {
        GameEntry { card, algorithm: G::ALGORITHM, open: |name| Box::new(Play::<G>::new(name)) }
    }

    /// Sets the description of how positions are written, with an example.
    ///
    /// ```
    /// use secateur_games::nim::Nim;
    /// use secateur_session::GameEntry;
    ///
    /// let entry = GameEntry::new::<Nim>("nim", "take any number from one heap").notation("heaps", "1,2,3");
    /// assert_eq!((entry.notation, entry.example), ("heaps", "1,2,3"));
    /// ```
    pub fn notation(self, notation: &'static str, example: &'static str) -> Self {
        GameEntry { card: Card { notation, example, ..self.card }, ..self }
    }

    /// Sets the description of the game's features beyond its rules.
    ///
    /// ```
    /// use secateur_games::nim::Nim;
    /// use secateur_session::GameEntry;
    ///
    /// let entry = GameEntry::new::<Nim>("nim", "take any number from one heap").offers("exact bounds");
    /// assert_eq!(entry.offers, "exact bounds");
    /// ```
    pub fn offers(self, offers: &'static str) -> Self {
        GameEntry { card: Card { offers, ..self.card }, ..self }
    }

    /// A new game, at its start.
    ///
    /// ```
    /// use secateur_games::{Notation, nim::Nim};
    /// use secateur_session::GameEntry;
    ///
    /// let game = GameEntry::new::<Nim>("nim", "take any number from one heap").open();
    /// assert_eq!(game.position(), Nim::start().write());
    /// ```
    pub fn open(&self) -> Box<dyn Session> {
        (self.open)(self.name)
    }
}

impl Catalogue for Registry {
    fn add<G: Notation>(&mut self, card: Card) {
        self.put(GameEntry::with_card::<G>(card));
    }
}

/// Games by name.
///
/// ```
/// use secateur_games::{clobber::Clobber, nim::Nim};
/// use secateur_session::{GameEntry, Registry};
///
/// let games = Registry::new()
///     .with(GameEntry::new::<Nim>("nim", "take any number from one heap"))
///     .with(GameEntry::new::<Clobber>("clobber", "capture a neighbour each move"));
/// assert_eq!(games.entries().len(), 2);
/// assert_eq!(games.find("nim").unwrap().open().moves().len(), 12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<GameEntry>,
    players: Vec<OwnPlayer>,
}

impl Registry {
    /// A registry without games.
    ///
    /// ```
    /// use secateur_session::Registry;
    ///
    /// assert!(Registry::new().entries().is_empty());
    /// ```
    pub fn new() -> Self {
        Registry::default()
    }

    /// Adds a game, in place of any other of the same name.
    ///
    /// ```
    /// use secateur_games::nim::Nim;
    /// use secateur_session::GameEntry;
    /// use secateur_standard::standard;
    ///
    /// let games = standard();
    /// let count = games.entries().len();
    /// let games = games.with(GameEntry::new::<Nim>("nim", "my own nim")); // instead of the other one
    /// assert_eq!(games.entries().len(), count);
    /// assert_eq!(games.find("nim").unwrap().about, "my own nim");
    /// ```
    pub fn with(mut self, entry: GameEntry) -> Self {
        self.put(entry);
        self
    }

    /// Adds a player of one's own, for matches in any of the games, in place of any other of the same name. See
    /// [`OwnPlayer`].
    pub fn with_player(mut self, player: OwnPlayer) -> Self {
        self.players.retain(|p| p.name != player.name);
        self.players.push(player);
        self
    }

    /// The players that were added.
    pub fn players(&self) -> &[OwnPlayer] {
        &self.players
    }

    fn put(&mut self, entry: GameEntry) {
        self.entries.retain(|e| e.name != entry.name);
        self.entries.push(entry);
    }

    /// All games, in the order they were added.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// assert!(standard().entries().iter().any(|entry| entry.name == "connect4"));
    /// ```
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// Finds a game by name.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// let error = standard().find("conect4").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "unknown game 'conect4' (did you mean 'connect4'?); `secateur games` lists them"
    /// );
    /// ```
    pub fn find(&self, name: &str) -> Result<&GameEntry, Unreadable> {
        self.entries.iter().find(|e| e.name == name).ok_or_else(|| {
            let names = self.entries.iter().map(|e| e.name);
            Unreadable(format!(
                "unknown game '{name}'{}; `secateur games` lists them",
                did_you_mean(name, names)
            ))
        })
    }
}
