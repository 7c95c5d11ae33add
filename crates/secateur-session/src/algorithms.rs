//! The algorithms by name: one open list.

use crate::Request;
use crate::growth::{Growth, growing, optimism, playing, proofs, proving, second_tree, tree};
use crate::runner::Context;
use crate::settings::Settings;
use secateur::best::{self, FirstNumbers};
use secateur::drive::{self, MtdStep, Split};
use secateur::{Bounds, Halt, Score, algo};
use secateur_games::{Notation, Unreadable, did_you_mean};
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
    drive: Drive,
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
type Drive = fn(Option<Score>, &Settings, Probe<'_>) -> Result<Score, Halt>;
/// A page for a game: context, position, depth, window, settings.
pub(crate) type Window<G> =
    for<'t> fn(&mut Context<'t, G>, &G, u32, Score, Score, &Settings) -> Result<Score, Halt>;

const EXACT: Page = Page { is_exact: true, has_memory: false, has_window: true, sees_the_whole_tree: false };
const MEMORY: Page = Page { has_memory: true, ..EXACT };
const WHOLE: Page = Page { has_window: false, sees_the_whole_tree: true, ..EXACT };

const fn driven(page: &'static str, drive: Drive) -> AlgorithmKind {
    AlgorithmKind::Driver(Driver { drive, guesses: false, drives_engine: false, reach: None }, page)
}

/// The list, and the pages on it: each algorithm once, in the order in which they are shown.
macro_rules! algorithms {
    ($($name:literal: $kind:expr, $about:literal, $source:literal $(=> $search:expr)? $(, grows $grow:expr)?;)*) => {
        /// Every algorithm, each once. To add one, add a line here.
        ///
        /// ```
        /// use secateur_session::ALGORITHMS;
        ///
        /// assert_eq!(ALGORITHMS[0].name, "minimax");
        /// let selective = ALGORITHMS.iter().filter(|a| a.takes_depth() && !a.is_exact());
        /// let names: Vec<&str> = selective.map(|a| a.name).collect();
        /// assert_eq!(names, ["null-move", "engine", "random", "reflex"]);
        /// ```
        pub const ALGORITHMS: &[Algorithm] =
            &[$(Algorithm { name: $name, about: $about, source: $source, kind: $kind }),*];

        /// The page of this name, for the game `G`; none if it is no page.
        pub(crate) fn window<G: Notation>(page: &str) -> Option<Window<G>> {
            Some(match page {
                $($($name => $search,)?)*
                _ => return None,
            })
        }

        /// The best-first search of this name, for the game `G`; none if it is none.
        pub(crate) fn growth<G: Notation>(name: &str, request: &Request) -> Option<Box<dyn Growth<G>>> {
            let make: fn(&Request) -> Box<dyn Growth<G>> = match name {
                $($($name => $grow,)?)*
                _ => return None,
            };
            Some(make(request))
        }
    };
}

algorithms! {
    "minimax": AlgorithmKind::Page(WHOLE), "the whole tree: the specification", "Shannon 1950"
        => |cx, pos, depth, _, _, _| algo::minimax(cx, pos, depth);
    "max-min": AlgorithmKind::Page(WHOLE), "minimax as a pair of functions", "von Neumann 1928"
        => |cx, pos, depth, _, _, _| algo::max_min(cx, pos, depth);
    "minimax-memory": AlgorithmKind::Page(Page { has_memory: true, ..WHOLE }),
        "minimax that searches no position twice", "Greenblatt et al. 1967"
        => |cx, pos, depth, _, _, _| algo::minimax_memory(cx, pos, depth);
    "alpha-beta-hard": AlgorithmKind::Page(EXACT), "alpha-beta, answers kept inside the window", "Knuth & Moore 1975"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_hard(cx, pos, depth, alpha, beta);
    "alpha-beta": AlgorithmKind::Page(EXACT), "alpha-beta, answers say all they prove", "Fishburn 1983"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta(cx, pos, depth, alpha, beta);
    "alpha-beta-hard-memory": AlgorithmKind::Page(MEMORY), "fail-hard alpha-beta with a table", "Bouzy 2005, after Moreland"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_hard_memory(cx, pos, depth, alpha, beta);
    "alpha-beta-memory": AlgorithmKind::Page(MEMORY), "fail-soft alpha-beta with a table", "Plaat et al. 1996"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_memory(cx, pos, depth, alpha, beta);
    "scout": AlgorithmKind::Page(Page { has_window: false, ..EXACT }), "tests each further move, and searches those that pass", "Pearl 1980"
        => |cx, pos, depth, _, _, _| algo::scout(cx, pos, depth);
    "pvs": AlgorithmKind::Page(EXACT), "trust the first move, scout the others", "Marsland & Campbell 1982"
        => |cx, pos, depth, alpha, beta, _| algo::pvs(cx, pos, depth, alpha, beta);
    "nega-scout": AlgorithmKind::Page(EXACT), "scouting that searches again only above what is proven", "Reinefeld 1983"
        => |cx, pos, depth, alpha, beta, _| algo::nega_scout(cx, pos, depth, alpha, beta);
    "pvs-memory": AlgorithmKind::Page(MEMORY), "scouting with a table", "Marsland 1986"
        => |cx, pos, depth, alpha, beta, _| algo::pvs_memory(cx, pos, depth, alpha, beta);
    "aspiration": AlgorithmKind::Driver(ASPIRATION, "pvs-memory"), "a narrow window around the last value", "Baudet 1978";
    "bisection": driven("alpha-beta-memory", |_, _, probe| drive::bisection(Bounds::NONE, Split::Middle, probe)),
        "halve the scale with null windows", "Coplan 1982";
    "bisection-zero": driven("alpha-beta-memory", |_, _, probe| drive::bisection(Bounds::NONE, Split::TowardsZero, probe)),
        "bisection that settles first who wins", "here";
    "mtd-f": AlgorithmKind::Driver(MTD_F, "alpha-beta-memory"), "null windows at the last answer", "Plaat et al. 1996";
    "mtd-step": AlgorithmKind::Driver(MTD_STEP, "alpha-beta-memory"),
        "null windows in strides past the last answer", "Plaat et al. 1996";
    "sss": driven("alpha-beta-memory", |_, _, probe| drive::mtd(Score::DRAW, MtdStep::FromAbove, probe)),
        "MTD(+inf): SSS* as null windows from above", "Plaat et al. 1996";
    "dual": driven("alpha-beta-memory", |_, _, probe| drive::mtd(Score::DRAW, MtdStep::FromBelow, probe)),
        "MTD(-inf): DUAL* as null windows from below", "Plaat et al. 1996";
    "sss-star": AlgorithmKind::Page(Page { has_window: false, ..EXACT }), "best first, with an OPEN list", "Stockman 1979"
        => |cx, pos, depth, _, _, _| algo::sss_star(cx, pos, depth);
    "pn": AlgorithmKind::BestFirst, "proof-number search: where it takes the fewest leaves to settle who wins", "Allis et al. 1994",
        grows |request| proving(request, tree(request), |cx, pos, goal, _, tree| {
            best::pn_search(cx, pos, goal, FirstNumbers::Ones, tree)
        });
    "pn2": AlgorithmKind::BestFirst, "proof-number search that values leaves by a second one", "Breuker 1998",
        grows |request| proving(request, (tree(request), second_tree(request)), |cx, pos, goal, _, trees| {
            best::pn2(cx, pos, goal, FirstNumbers::Ones, &mut trees.0, &mut trees.1)
        });
    "df-pn": AlgorithmKind::BestFirst, "proof-number search depth first, in a table of any size", "Nagai 2002",
        grows |request| proving(request, proofs(request), |cx, pos, goal, request, table| {
            best::df_pn(cx, pos, goal, request.method.settings.df_pn, table)
        });
    "best-first-minimax": AlgorithmKind::BestFirst, "grows the line of best play at its end", "Korf & Chickering 1996",
        grows |request| growing(request, |cx, pos, _, tree| best::best_first_minimax(cx, pos, tree));
    "ubfm": AlgorithmKind::BestFirst, "best-first minimax that passes over what is settled", "Cohen-Solal 2020",
        grows |request| growing(request, |cx, pos, _, tree| best::ubfm(cx, pos, tree));
    "descent": AlgorithmKind::BestFirst, "the same, each line played to the end of the game", "Cohen-Solal 2020",
        grows |request| growing(request, |cx, pos, _, tree| best::descent(cx, pos, tree));
    "b-star": AlgorithmKind::BestFirst, "the best move, by optimistic and pessimistic values", "Berliner 1979",
        grows |request| growing(request, |cx, pos, _, tree| best::b_star(cx, pos, optimism, tree));
    "uct": AlgorithmKind::BestFirst, "where means and doubts promise most, with a solver", "Kocsis & Szepesvári 2006",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::uct(cx, pos, playing::<G>(request), tree)
        });
    "puct": AlgorithmKind::BestFirst, "the same, with the game's own guess at its moves", "Rosin 2011",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::puct(cx, pos, playing::<G>(request), tree)
        });
    "pn-mcts": AlgorithmKind::BestFirst, "the same as uct, drawn to what is soon proven", "Doe et al. 2022",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::pn_mcts(cx, pos, playing::<G>(request), Score::DRAW + 1, 1.0, tree)
        });
    "null-move": AlgorithmKind::Page(Page { is_exact: false, ..EXACT }),
        "alpha-beta that believes a free move refutes", "Donninger 1993"
        => |cx, pos, depth, alpha, beta, settings| algo::null_move(cx, pos, depth, alpha, beta, settings.null_move);
    "engine": AlgorithmKind::Engine, "the playing engine: selective, in numbered steps", "here";
    "random": AlgorithmKind::Random, "no search: any legal move, by the seed", "here";
    "reflex": AlgorithmKind::Reflex, "no search: plays straight from a filled table", "Bouzy 2005";
}

const ASPIRATION: Driver = Driver {
    drive: |guess, settings, probe| match guess {
        None => probe(-Score::INF, Score::INF),
        Some(guess) => drive::aspiration(guess, settings.aspiration, probe),
    },
    guesses: true,
    drives_engine: true,
    reach: Some("aspiration.half_width"),
};

const MTD_F: Driver = Driver {
    drive: |guess, _, probe| drive::mtd(guess.unwrap_or(Score::DRAW), MtdStep::Guess, probe),
    guesses: true,
    drives_engine: true,
    reach: None,
};

const MTD_STEP: Driver = Driver {
    drive: |guess, settings, probe| {
        drive::mtd(guess.unwrap_or(Score::DRAW), MtdStep::Stride(settings.stride), probe)
    },
    guesses: true,
    drives_engine: false,
    reach: Some("mtd_step.stride"),
};

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
        !matches!(self.kind, AlgorithmKind::BestFirst)
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
