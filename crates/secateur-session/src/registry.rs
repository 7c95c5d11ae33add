//! The registry: every game by name, behind the object-safe [`Session`] boundary.

use crate::start::Start;
use crate::{OwnPlayer, Play, Session, sizes};
use secateur_games::{Card, Catalogue, Notation, Unreadable, did_you_mean};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

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
    open: Open,
    /// Columns and rows of the board, where the name says them.
    size: Option<(u32, u32)>,
    /// Names of some boards of other sizes, where they are another type.
    samples: &'static [&'static str],
}

/// Opens a game under this name, on a board of this size; none if the game has no such board.
type OpenSized = fn(&'static str, Option<(u32, u32)>) -> Option<Box<dyn Session>>;

/// How a game is opened.
#[derive(Copy, Clone, Debug)]
enum Open {
    /// By its type.
    Typed(OpenSized),
    /// Under this name, and on one board alone.
    Named(fn(&'static str) -> Box<dyn Session>),
}

impl Open {
    fn open(self, name: &'static str, size: Option<(u32, u32)>) -> Option<Box<dyn Session>> {
        match (self, size) {
            (Open::Typed(open), _) => open(name, size),
            (Open::Named(open), None) => Some(open(name)),
            (Open::Named(_), Some(_)) => None,
        }
    }

    /// What tells it from others.
    fn address(self) -> usize {
        match self {
            Open::Typed(open) => open as usize,
            Open::Named(open) => open as usize,
        }
    }
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
        let notation = "moves from the start, separated by spaces";
        GameEntry::with_card::<G, G>(Card { name, about, notation, example: "", offers: "evaluation" }, &[])
    }

    /// Lists a game that is opened by a function, which is handed its name: for rules that are known only while the program
    /// runs ([`begun_at`](crate::begun_at)), and are no type of their own.
    ///
    /// ```
    /// use secateur_games::{Notation, nim::Nim};
    /// use secateur_session::{GameEntry, begun_at};
    ///
    /// let small = |name| begun_at(name, Nim::read("1,2").unwrap());
    /// let entry = GameEntry::opened_by("small-nim", "two small heaps", "mtd-f", small);
    /// assert_eq!((entry.open().position(), entry.algorithm), ("1,2".into(), "mtd-f"));
    /// ```
    pub fn opened_by(
        name: &'static str,
        about: &'static str,
        algorithm: &'static str,
        open: fn(&'static str) -> Box<dyn Session>,
    ) -> Self {
        let notation = "moves from the start, separated by spaces";
        let card = Card { name, about, notation, example: "", offers: "" };
        GameEntry { card, algorithm, open: Open::Named(open), size: None, samples: &[] }
    }

    /// The game `G`, or `Other` on boards of a size that `G` lacks.
    fn with_card<G: Notation, Other: Notation>(card: Card, samples: &'static [&'static str]) -> Self {
        let open = Open::Typed(|name, size| match size {
            None => Some(Box::new(Play::<G>::new(name, Start::Usual))),
            Some(size) => sized::<G>(name, size).or_else(|| sized::<Other>(name, size)),
        });
        GameEntry { card, algorithm: G::ALGORITHM, open, size: None, samples }
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

    /// The same game on a board of these columns and rows, if it is played on one.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// let games = standard();
    /// let large = games.find("go").unwrap().on_board(9, 9).unwrap();
    /// assert_eq!((large.name, large.open().moves().len()), ("go-9x9", 82));
    /// assert!(large.on_board(99, 99).is_none());
    /// ```
    pub fn on_board(&self, columns: u32, rows: u32) -> Option<&'static GameEntry> {
        let size = Some((columns, rows));
        let usual = match self.size {
            None => self.name,
            Some(_) => self.name.rsplit_once('-')?.0,
        };
        let name = format!("{usual}-{columns}x{rows}");
        self.open.open(self.name, size).is_some().then(|| lasting(self, &name, size))
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
        self.open.open(self.name, self.size).expect("an entry with a size is made where the game has it")
    }
}

/// The game on a board of these columns and rows, if it has one.
fn sized<G: Notation>(name: &'static str, (columns, rows): (u32, u32)) -> Option<Box<dyn Session>> {
    let start = Start::At(G::sized(columns, rows)?);
    Some(Box::new(Play::new(name, start)))
}

impl Catalogue for Registry {
    fn add_with_sizes<G: Notation, Other: Notation>(&mut self, card: Card, samples: &'static [&'static str]) {
        self.put(GameEntry::with_card::<G, Other>(card, samples));
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

    /// Adds all games and players of another registry, in place of any of the same names.
    ///
    /// ```
    /// use secateur_games::{clobber::Clobber, nim::Nim};
    /// use secateur_session::{GameEntry, Registry};
    ///
    /// let heaps = Registry::new().with(GameEntry::new::<Nim>("nim", "take any number from one heap"));
    /// let boards = Registry::new().with(GameEntry::new::<Clobber>("clobber", "capture a neighbour each move"));
    /// assert_eq!(heaps.and(boards).entries().len(), 2);
    /// ```
    pub fn and(mut self, other: Registry) -> Self {
        other.entries.into_iter().for_each(|entry| self.put(entry));
        other.players.into_iter().fold(self, Registry::with_player)
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

    /// All games, each on its usual board, and then, if other sizes are another type, on some of those.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// let games = standard();
    /// let names: Vec<&str> = games.boards().iter().map(|entry| entry.name).collect();
    /// assert!(names.contains(&"connect4") && names.contains(&"connect4-5x4"));
    /// ```
    pub fn boards(&self) -> Vec<&GameEntry> {
        let samples =
            |entry: &GameEntry| entry.samples.iter().map(|name| self.find(name).expect("a size that it has"));
        self.entries.iter().flat_map(|entry| std::iter::once(entry).chain(samples(entry))).collect()
    }

    /// Finds a game by name. A game that is played on boards of any size is also found under its name with a size,
    /// columns before rows; the error for a size that it is not played on names those it is.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// let small = standard().find("breakthrough-4x5").unwrap().open();
    /// assert_eq!(small.moves().len(), 10);
    ///
    /// let error = standard().find("conect4").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "unknown game 'conect4' (did you mean 'connect4'?); `secateur games` lists them"
    /// );
    /// let error = standard().find("breakthrough-1x9").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "there is no breakthrough of 1x9, expected 2 to 16 columns, 4 to 32 rows, at most 64 cells"
    /// );
    /// ```
    pub fn find(&self, name: &str) -> Result<&GameEntry, Unreadable> {
        let named = |name| self.entries.iter().find(|entry| entry.name == name);
        if let Some(entry) = named(name) {
            return Ok(entry);
        }
        let with_size = || {
            let (game, text) = name.rsplit_once('-')?;
            Some((named(game)?, text, sizes::size(text)?))
        };
        let names = || self.entries.iter().map(|entry| entry.name);
        let Some((entry, text, size)) = with_size() else {
            let near = did_you_mean(name, names());
            return Err(Unreadable(format!("unknown game '{name}'{near}; `secateur games` lists them")));
        };
        if let Some(entry) = entry.on_board(size.0, size.1) {
            return Ok(entry);
        }
        let has = |columns, rows| entry.open.open(entry.name, Some((columns, rows))).is_some();
        let possible = sizes::described(has).unwrap_or_else(|| format!("{} without a size", entry.name));
        Err(Unreadable(format!("there is no {} of {text}, expected {possible}", entry.name)))
    }
}

/// The entry of a game on a board of some size. It lasts as long as the program, as names of games do; each is made once,
/// and there are only as many as boards.
fn lasting(entry: &GameEntry, name: &str, size: Option<(u32, u32)>) -> &'static GameEntry {
    static MADE: Mutex<BTreeMap<(String, usize), &'static GameEntry>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry((name.to_owned(), entry.open.address())).or_insert_with(|| {
        let card = Card { name: Box::leak(name.into()), example: "", ..entry.card };
        Box::leak(Box::new(GameEntry { card, size, samples: &[], ..*entry }))
    })
}
