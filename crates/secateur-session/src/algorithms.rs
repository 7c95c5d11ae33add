//! The algorithms by name: a page, driven plainly or by one of the drivers.

use secateur_games::Unreadable;

/// A page of [`secateur::algo`].
///
/// ```
/// use secateur_session::{Algorithm, Page};
///
/// assert_eq!(Algorithm::named("aspiration").unwrap().page, Page::PvsMemory);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is described in the table below
pub enum Page {
    MaxMin,
    Minimax,
    MinimaxMemory,
    AlphaBetaHard,
    AlphaBeta,
    AlphaBetaHardMemory,
    AlphaBetaMemory,
    Pvs,
    NegaScout,
    PvsMemory,
    SssStar,
    NullMove,
    Engine,
    Reflex,
}

/// What chooses the windows.
///
/// ```
/// use secateur_session::{Algorithm, Driver};
///
/// assert_eq!(Algorithm::named("mtd-f/pvs-memory").unwrap().driver, Driver::MtdF);
/// assert_eq!(Algorithm::named("pvs-memory").unwrap().driver, Driver::Open);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is described in the table below
pub enum Driver {
    /// One window, fully open.
    Open,
    Aspiration,
    Bisection,
    BisectionZero,
    MtdF,
    MtdStep,
    Sss,
    Dual,
}

/// A way to search: a page under a driver.
///
/// ```
/// use secateur_session::Algorithm;
///
/// let usual = Algorithm::default();
/// assert_eq!((usual.name, usual.source), ("mtd-f", "Plaat et al. 1996"));
/// assert_eq!(Algorithm::named("mtd-f").unwrap(), usual);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// The name it goes by, without the page of a `driver/page` pair.
    pub name: &'static str,
    /// The page that searches a window.
    pub page: Page,
    /// The driver that chooses the windows.
    pub driver: Driver,
    /// What it is, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const fn entry(
    name: &'static str,
    page: Page,
    driver: Driver,
    about: &'static str,
    source: &'static str,
) -> Algorithm {
    Algorithm { name, page, driver, about, source }
}

/// Every algorithm, in the order of the book.
///
/// ```
/// use secateur_session::ALGORITHMS;
///
/// assert_eq!(ALGORITHMS[0].name, "minimax");
/// let selective: Vec<&str> = ALGORITHMS.iter().filter(|a| !a.is_exact()).map(|a| a.name).collect();
/// assert_eq!(selective, ["null-move", "engine", "reflex"]);
/// ```
pub const ALGORITHMS: &[Algorithm] = &[
    entry("minimax", Page::Minimax, Driver::Open, "the whole tree: the specification", "Shannon 1950"),
    entry("max-min", Page::MaxMin, Driver::Open, "minimax as a pair of functions", "von Neumann 1928"),
    entry(
        "minimax-memory",
        Page::MinimaxMemory,
        Driver::Open,
        "minimax that searches no position twice",
        "Greenblatt et al. 1967",
    ),
    entry(
        "alpha-beta-hard",
        Page::AlphaBetaHard,
        Driver::Open,
        "alpha-beta, answers kept inside the window",
        "Knuth & Moore 1975",
    ),
    entry(
        "alpha-beta",
        Page::AlphaBeta,
        Driver::Open,
        "alpha-beta, answers say all they prove",
        "Fishburn 1983",
    ),
    entry(
        "alpha-beta-hard-memory",
        Page::AlphaBetaHardMemory,
        Driver::Open,
        "fail-hard alpha-beta with a table",
        "Bouzy 2005, after Moreland",
    ),
    entry(
        "alpha-beta-memory",
        Page::AlphaBetaMemory,
        Driver::Open,
        "fail-soft alpha-beta with a table",
        "Plaat et al. 1996",
    ),
    entry(
        "pvs",
        Page::Pvs,
        Driver::Open,
        "trust the first move, scout the others",
        "Marsland & Campbell 1982",
    ),
    entry(
        "nega-scout",
        Page::NegaScout,
        Driver::Open,
        "scouting that searches again only above what is proven",
        "Reinefeld 1983",
    ),
    entry("pvs-memory", Page::PvsMemory, Driver::Open, "scouting with a table", "Marsland 1986"),
    entry(
        "aspiration",
        Page::PvsMemory,
        Driver::Aspiration,
        "a narrow window around the last value",
        "Baudet 1978",
    ),
    entry(
        "bisection",
        Page::AlphaBetaMemory,
        Driver::Bisection,
        "halve the scale with null windows",
        "Coplan 1982",
    ),
    entry(
        "bisection-zero",
        Page::AlphaBetaMemory,
        Driver::BisectionZero,
        "bisection that settles first who wins",
        "here",
    ),
    entry(
        "mtd-f",
        Page::AlphaBetaMemory,
        Driver::MtdF,
        "null windows at the last answer",
        "Plaat et al. 1996",
    ),
    entry(
        "mtd-step",
        Page::AlphaBetaMemory,
        Driver::MtdStep,
        "null windows in strides past the last answer",
        "Plaat et al. 1996",
    ),
    entry(
        "sss",
        Page::AlphaBetaMemory,
        Driver::Sss,
        "MTD(+inf): SSS* as null windows from above",
        "Plaat et al. 1996",
    ),
    entry(
        "dual",
        Page::AlphaBetaMemory,
        Driver::Dual,
        "MTD(-inf): DUAL* as null windows from below",
        "Plaat et al. 1996",
    ),
    entry("sss-star", Page::SssStar, Driver::Open, "best first, with an OPEN list", "Stockman 1979"),
    entry(
        "null-move",
        Page::NullMove,
        Driver::Open,
        "alpha-beta that believes a free move refutes",
        "Donninger 1993",
    ),
    entry(
        "engine",
        Page::Engine,
        Driver::Aspiration,
        "the playing engine: selective, in numbered steps",
        "here",
    ),
    entry(
        "reflex",
        Page::Reflex,
        Driver::Open,
        "no search: plays straight from a filled table",
        "Bouzy 2005",
    ),
];

impl Default for Algorithm {
    /// MTD(f).
    fn default() -> Self {
        ALGORITHMS[13]
    }
}

impl Page {
    /// Whether it remembers positions.
    ///
    /// ```
    /// use secateur_session::Page;
    ///
    /// assert!(Page::PvsMemory.has_memory());
    /// assert!(!Page::SssStar.has_memory()); // its OPEN list holds no table
    /// ```
    pub fn has_memory(self) -> bool {
        use Page::*;
        matches!(self, MinimaxMemory | AlphaBetaHardMemory | AlphaBetaMemory | PvsMemory | Engine | Reflex)
    }

    /// Whether it goes through the whole tree, or the whole graph.
    ///
    /// ```
    /// use secateur_session::Page;
    ///
    /// assert!(Page::Minimax.sees_the_whole_tree());
    /// assert!(!Page::AlphaBeta.sees_the_whole_tree());
    /// ```
    pub fn sees_the_whole_tree(self) -> bool {
        matches!(self, Page::MaxMin | Page::Minimax | Page::MinimaxMemory)
    }

    /// Whether it searches a window that a driver can choose.
    ///
    /// ```
    /// use secateur_session::{ALGORITHMS, Driver};
    ///
    /// let driven = ALGORITHMS.iter().filter(|a| a.driver != Driver::Open);
    /// assert!(driven.clone().count() > 0 && driven.clone().all(|a| a.page.has_window()));
    /// ```
    pub fn has_window(self) -> bool {
        use Page::*;
        !matches!(self, MaxMin | Minimax | MinimaxMemory | SssStar | Reflex)
    }
}

impl Algorithm {
    /// Whether it returns the minimax value of (position, depth).
    ///
    /// ```
    /// use secateur_session::Algorithm;
    ///
    /// assert!(Algorithm::named("mtd-f").unwrap().is_exact());
    /// assert!(!Algorithm::named("null-move").unwrap().is_exact());
    /// ```
    pub fn is_exact(&self) -> bool {
        !matches!(self.page, Page::NullMove | Page::Engine | Page::Reflex)
    }

    /// Finds an algorithm by name. A driver's name may be followed by a page's, as in `mtd-f/pvs-memory`,
    /// to let it drive another window search than its usual one.
    ///
    /// ```
    /// use secateur_session::{Algorithm, Driver, Page};
    ///
    /// let found = Algorithm::named("mtd-f/pvs-memory").unwrap();
    /// assert_eq!((found.driver, found.page), (Driver::MtdF, Page::PvsMemory));
    /// let error = Algorithm::named("mtdf").unwrap_err();
    /// assert!(error.to_string().starts_with("unknown algorithm 'mtdf' (did you mean 'mtd-f'?)"));
    /// ```
    pub fn named(text: &str) -> Result<Algorithm, Unreadable> {
        let find = |name: &str| {
            ALGORITHMS.iter().find(|a| a.name == name).copied().ok_or_else(|| {
                let names = ALGORITHMS.iter().map(|a| a.name);
                Unreadable(format!(
                    "unknown algorithm '{name}'{}; `secateur algorithms` lists them",
                    secateur_games::did_you_mean(name, names)
                ))
            })
        };
        let Some((driver, page)) = text.split_once('/') else { return find(text) };
        let (driver, page) = (find(driver)?, find(page)?);
        if driver.driver == Driver::Open {
            return Err(Unreadable(format!(
                "'{}' chooses no windows; expected a driver before the '/', such as mtd-f or aspiration",
                driver.name
            )));
        }
        let drives = matches!(driver.driver, Driver::Aspiration | Driver::MtdF) || page.page != Page::Engine;
        if !drives {
            return Err(Unreadable(format!(
                "'{}' drives no engine; expected aspiration or mtd-f",
                driver.name
            )));
        }
        if (page.driver != Driver::Open && page.page != Page::Engine) || !page.page.has_window() {
            return Err(Unreadable(format!(
                "'{}' is no window search; expected one after the '/', such as alpha-beta or pvs-memory",
                page.name
            )));
        }
        Ok(Algorithm { page: page.page, ..driver })
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
        let usual = ALGORITHMS.iter().any(|a| a == self);
        let page = ALGORITHMS
            .iter()
            .find(|a| a.page == self.page && (a.driver == Driver::Open || a.page == Page::Engine));
        match page {
            Some(page) if !usual => format!("{}/{}", self.name, page.name),
            _ => self.name.to_owned(),
        }
    }
}
