//! An algorithm as an entry of the list: its name, its kind, its properties.

use crate::ALGORITHMS;
use crate::settings::Settings;
use secateur::{Halt, Score};
use secateur_games::{Unreadable, did_you_mean};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A way to search, as an entry of the list: its description, its source, and its properties.
///
/// Written `NAME`, or `DRIVER/PAGE` where a driver is to drive another page than its usual one. Two are equal if they are
/// written the same.
///
/// ```
/// use secateur_session::Algorithm;
///
/// let usual = Algorithm::default();
/// assert_eq!((usual.name, usual.source), ("mtd-f", "Plaat et al. 1996"));
/// assert_eq!(Algorithm::named("mtd-f").unwrap(), usual);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Algorithm {
    /// The name, without the page of a `driver/page` pair.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The source: author and year.
    pub source: &'static str,
    /// The kind of search.
    pub kind: AlgorithmKind,
}

/// The kinds of search.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub enum AlgorithmKind {
    /// A page of [`secateur::algo`], called once with an open window.
    Page(Page),
    /// A driver of [`secateur::drive`], which chooses the windows of a page, or of the engine.
    Driver(Driver, &'static str),
    /// The selective engine with its own windows.
    Engine,
    /// A page of [`secateur::best`], which grows a tree in memory: it takes no depth, and its value is that at the end
    /// of the game, as far as it is proven.
    BestFirst,
    /// Such a page that proves goals: the value is at least so much, or it is not.
    Prover,
    /// No search: moves straight from a table that another search has filled.
    Reflex,
    /// No search: any legal move, by the seed.
    Random,
}

/// The properties of a page.
#[derive(Copy, Clone, Debug)]
pub struct Page {
    /// Whether it returns the minimax value of (position, depth).
    pub is_exact: bool,
    /// Whether it remembers positions in a transposition table.
    pub has_memory: bool,
    /// Whether it searches a window that a driver can choose.
    pub has_window: bool,
    /// Whether it goes through the whole tree, or the whole graph.
    pub sees_the_whole_tree: bool,
}

/// The way in which the windows of one iteration are chosen.
#[derive(Copy, Clone, Debug)]
pub struct Driver {
    pub(crate) drive: Drive,
    /// Whether it begins at a guess, such as the value of the iteration before.
    pub guesses: bool,
    /// Whether the engine can choose its windows in this way.
    pub(crate) drives_engine: bool,
    /// The setting that determines how far its windows reach, in points.
    pub reach: Option<&'static str>,
}

/// A search of one window.
pub(crate) type Probe<'a> = &'a mut dyn FnMut(Score, Score) -> Result<Score, Halt>;
/// Calls a probe until the value is known, from a guess if there is one.
pub(crate) type Drive = fn(Option<Score>, &Settings, Probe<'_>) -> Result<Score, Halt>;

/// The algorithm that plays where none is named.
const PLAYER: &str = "engine";

/// The algorithm where none is named.
const USUAL: &str = "mtd-f";

impl Default for Algorithm {
    /// MTD(f).
    fn default() -> Self {
        *entry(USUAL).expect("the usual algorithm is on the list")
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.page_name()) == (other.name, other.page_name())
    }
}

impl Eq for Algorithm {}

/// As its full name.
impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.full_name())
    }
}

impl<'de> Deserialize<'de> for Algorithm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Algorithm, D::Error> {
        Algorithm::named(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn entry(name: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().find(|a| a.name == name)
}

impl Driver {
    /// The value of an iteration, by windows.
    pub(crate) fn drive(
        &self,
        guess: Option<Score>,
        settings: &Settings,
        probe: Probe<'_>,
    ) -> Result<Score, Halt> {
        (self.drive)(guess, settings, probe)
    }
}

impl Algorithm {
    /// The algorithm that plays a game, as opposed to analysing one, where none is named: the engine.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::player().is_engine());
    /// ```
    pub fn player() -> Algorithm {
        *entry(PLAYER).expect("the engine is on the list")
    }

    /// The name of the part that searches a window: a page, the engine, or itself.
    pub(crate) fn page_name(&self) -> &'static str {
        match self.kind {
            AlgorithmKind::Driver(_, page) => page,
            _ => self.name,
        }
    }

    /// The properties of the page that it searches with; none for the engine and for play without a search.
    pub fn page(&self) -> Option<Page> {
        match self.kind {
            AlgorithmKind::Page(page) => Some(page),
            AlgorithmKind::Driver(_, name) => entry(name).and_then(Algorithm::page),
            AlgorithmKind::Engine
            | AlgorithmKind::BestFirst
            | AlgorithmKind::Prover
            | AlgorithmKind::Reflex
            | AlgorithmKind::Random => None,
        }
    }

    /// Its driver, if it has one.
    pub fn driver(&self) -> Option<Driver> {
        match self.kind {
            AlgorithmKind::Driver(driver, _) => Some(driver),
            _ => None,
        }
    }

    /// Whether it returns the minimax value of (position, depth).
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("mtd-f").unwrap().is_exact());
    /// assert!(!Algorithm::named("null-move").unwrap().is_exact());
    /// assert!(!Algorithm::named("mtd-f/engine").unwrap().is_exact());
    /// ```
    pub fn is_exact(&self) -> bool {
        self.page().is_some_and(|page| page.is_exact)
    }

    /// Whether it remembers positions in a transposition table.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("pvs-memory").unwrap().has_memory());
    /// assert!(!Algorithm::named("sss-star").unwrap().has_memory()); // its OPEN list holds no table
    /// ```
    pub fn has_memory(&self) -> bool {
        self.takes_depth() && !self.is_random() && self.page().is_none_or(|page| page.has_memory)
    }

    /// Whether it can be asked for a depth: all but best-first searches, which grow a tree until a limit.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("engine").unwrap().takes_depth() && !Algorithm::named("uct").unwrap().takes_depth());
    /// ```
    pub fn takes_depth(&self) -> bool {
        !matches!(self.kind, AlgorithmKind::BestFirst | AlgorithmKind::Prover)
    }

    /// Whether it grows a tree in memory, which a record of it shows.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// let grows = |name| Algorithm::named(name).unwrap().grows_a_tree();
    /// assert!(grows("pn") && grows("uct") && !grows("df-pn") && !grows("sss-star"));
    /// ```
    pub fn grows_a_tree(&self) -> bool {
        !self.takes_depth() && !matches!(self.name, "df-pn" | "solve")
    }

    /// Whether it is the solver.
    pub(crate) fn is_solver(&self) -> bool {
        self.name == "solve"
    }

    /// Whether it proves goals, so that it can be asked for a proof.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("df-pn").unwrap().proves_goals() && !Algorithm::named("uct").unwrap().proves_goals());
    /// ```
    pub fn proves_goals(&self) -> bool {
        matches!(self.kind, AlgorithmKind::Prover)
    }

    /// The names of those that prove goals.
    pub(crate) fn provers() -> String {
        let provers = ALGORITHMS.iter().filter(|a| a.proves_goals()).map(|a| a.name);
        provers.collect::<Vec<_>>().join(", ")
    }

    /// Whether it goes through the whole tree, or the whole graph.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("minimax").unwrap().sees_the_whole_tree());
    /// assert!(!Algorithm::named("alpha-beta").unwrap().sees_the_whole_tree());
    /// ```
    pub fn sees_the_whole_tree(&self) -> bool {
        self.page().is_some_and(|page| page.sees_the_whole_tree)
    }

    /// Whether it searches with the engine.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("engine").unwrap().is_engine());
    /// assert!(Algorithm::named("mtd-f/engine").unwrap().is_engine());
    /// ```
    pub fn is_engine(&self) -> bool {
        entry(self.page_name()).is_some_and(|page| matches!(page.kind, AlgorithmKind::Engine))
    }

    /// Whether it searches at all; otherwise it plays from a table that another search has filled, or at random.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(["reflex", "random"].into_iter().all(|name| !Algorithm::named(name).unwrap().searches()));
    /// ```
    pub fn searches(&self) -> bool {
        !matches!(self.kind, AlgorithmKind::Reflex | AlgorithmKind::Random)
    }

    /// Whether it plays at random.
    pub fn is_random(&self) -> bool {
        matches!(self.kind, AlgorithmKind::Random)
    }

    /// Finds an algorithm by name. A driver's name may be followed by a page's, as in `mtd-f/pvs-memory`,
    /// to let it drive another window search than its usual one.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// let found = Algorithm::named("mtd-f/pvs-memory").unwrap();
    /// assert_eq!((found.name, found.full_name()), ("mtd-f", "mtd-f/pvs-memory".to_owned()));
    /// let error = Algorithm::named("mtdf").unwrap_err();
    /// assert!(error.to_string().starts_with("unknown algorithm 'mtdf' (did you mean 'mtd-f'?)"));
    /// ```
    ///
    /// # Errors
    ///
    /// One sentence if there is no such algorithm, or no such pair.
    pub fn named(text: &str) -> Result<Algorithm, Unreadable> {
        let find = |name: &str| {
            entry(name).copied().ok_or_else(|| {
                let near = did_you_mean(name, ALGORITHMS.iter().map(|a| a.name));
                Unreadable(format!("unknown algorithm '{name}'{near}; `secateur algorithms` lists them"))
            })
        };
        let Some((driver, page)) = text.split_once('/') else { return find(text) };
        let (driver, page) = (find(driver)?, find(page)?);
        let AlgorithmKind::Driver(drives, _) = driver.kind else {
            return Err(Unreadable(format!(
                "'{}' chooses no windows; expected a driver before the '/', such as mtd-f or aspiration",
                driver.name
            )));
        };
        match page.kind {
            AlgorithmKind::Engine if !drives.drives_engine => {
                Err(Unreadable(format!("'{}' drives no engine; expected aspiration or mtd-f", driver.name)))
            }
            AlgorithmKind::Page(Page { has_window: true, .. }) | AlgorithmKind::Engine => {
                Ok(Algorithm { kind: AlgorithmKind::Driver(drives, page.name), ..driver })
            }
            _ => Err(Unreadable(format!(
                "'{}' is no window search; expected one after the '/', such as alpha-beta or pvs-memory",
                page.name
            ))),
        }
    }

    /// The full name: `driver/page` where the page is not the driver's usual one.
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// let full_name = |text| Algorithm::named(text).unwrap().full_name();
    /// assert_eq!(full_name("mtd-f/pvs-memory"), "mtd-f/pvs-memory");
    /// assert_eq!(full_name("mtd-f/alpha-beta-memory"), "mtd-f"); // as it is anyway
    /// ```
    pub fn full_name(&self) -> String {
        let usual = entry(self.name).is_some_and(|usual| usual == self);
        if usual { self.name.to_owned() } else { format!("{}/{}", self.name, self.page_name()) }
    }
}
