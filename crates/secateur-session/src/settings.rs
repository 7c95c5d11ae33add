//! Settings by name: the numbers of drivers and of selective search, and the configuration of the table.

use secateur::algo::{MoveKind, NullMoveSettings, Realization, Reduction};
use secateur::best::{Conspirators, DfPn, FirstNumbers, MoveOrder, Sums};
use secateur::drive::Aspiration;
use secateur::engine::{Custom, Windows};
use secateur::table::{Bounding, Config, Replacement};
use secateur_games::{Unreadable, did_you_mean};

/// The numbers and switches of a search. The defaults are the library's.
///
/// ```
/// use secateur_session::Settings;
///
/// let mut settings = Settings::default();
/// assert!(!settings.etc);
/// settings.set("etc=on").unwrap();
/// settings.set("aspiration.half_width=25").unwrap();
/// assert!(settings.etc && settings.aspiration.half_width == 25);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The window settings of aspiration.
    pub aspiration: Aspiration,
    /// The distance that `mtd-step` goes past the last answer, in points.
    pub stride: u16,
    /// The settings of null moves.
    pub null_move: NullMoveSettings,
    /// How likely a move of each kind is the best one, for `realization`.
    pub realization: Realization,
    /// The configuration of the table.
    pub table: Config,
    /// The settings of df-pn.
    pub df_pn: DfPn,
    /// The first numbers of leaves in pn and pn2.
    pub first_numbers: FirstNumbers,
    /// The leaves that may not change the value between them for `conspiracy` to stop; 0 where it goes on to the proof.
    pub conspirators: u32,
    /// Whether `uct` and its kin play leaves out at random, instead of asking for their static value.
    pub rollouts: bool,
    /// The weight of what is unknown in `uct` and its kin, in hundredths.
    pub exploration: u32,
    /// The weight of the minimax of static values in `uct` and its kin, in hundredths.
    pub minimax: u32,
    /// The visits of a move after which `uct` trusts its own mean as much as that of the games in which it was made later;
    /// 0 where it trusts its own alone.
    pub rave: u32,
    /// Whether `puct` goes by the policy of a learned evaluation that has one.
    pub policy: bool,
    /// Whether the threads of a search to a depth put off moves that another is at, instead of searching each for itself.
    pub abdada: bool,
    /// Whether enhanced transposition cutoffs are looked for.
    pub etc: bool,
    /// Whether a search to a depth searches the lesser depths first. The engine always does.
    pub deepening: bool,
    /// The engine's recipe; none for the one that it plays by.
    pub recipe: Option<Custom>,
    /// The settings that were made, as they were written, each key once.
    written: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            aspiration: Aspiration::default(),
            stride: 10,
            null_move: NullMoveSettings::default(),
            realization: Realization::default(),
            table: Config::default(),
            df_pn: DfPn::default(),
            first_numbers: FirstNumbers::default(),
            conspirators: 2,
            rollouts: false,
            exploration: 140,
            minimax: 0,
            rave: 0,
            policy: true,
            abdada: false,
            etc: false,
            deepening: true,
            recipe: None,
            written: Vec::new(),
        }
    }
}

/// The values of a setting.
enum Values {
    /// A whole number from the first to the last.
    From(u32, u32),
    /// One of these words; its index is passed on.
    Words(&'static [&'static str]),
}

struct Setting {
    name: &'static str,
    about: &'static str,
    values: Values,
    put: fn(&mut Settings, u32),
}

const ON_OFF: Values = Values::Words(&["off", "on"]);
const FIRST_NUMBERS: Values = Values::Words(&["ones", "mobility", "static"]);

/// The points of static value for which a side that is behind needs one more leaf.
const STEP: i32 = 100;

fn first_numbers(word: u32) -> FirstNumbers {
    [FirstNumbers::Ones, FirstNumbers::Mobility, FirstNumbers::Static(STEP)][word as usize]
}

/// The probability that a move of a kind is the best one.
macro_rules! likely {
    ($kind:ident, $name:literal, $which:literal) => {
        Setting {
            name: concat!("realization.", $name),
            about: concat!("thousandths of ", $which, " that are the best move"),
            values: Values::From(1, 1_000),
            put: |s, n| s.realization = s.realization.with(MoveKind::$kind, n),
        }
    };
}

/// Each setting once: its name, its meaning, its values, and its effect.
const SETTINGS: &[Setting] = &[
    Setting {
        name: "aspiration.half_width",
        about: "the first window reaches this many points to either side",
        values: Values::From(1, 30_000),
        put: |s, n| s.aspiration.half_width = n as u16,
    },
    Setting {
        name: "aspiration.growth",
        about: "a side that fails moves out by the reach so far times this",
        values: Values::From(1, 100),
        put: |s, n| s.aspiration.growth = n as u16,
    },
    Setting {
        name: "aspiration.patience",
        about: "failures after which the failing side is opened fully",
        values: Values::From(0, 100),
        put: |s, n| s.aspiration.patience = n,
    },
    Setting {
        name: "mtd_step.stride",
        about: "the distance that mtd-step goes past the last answer, in points",
        values: Values::From(1, 30_000),
        put: |s, n| s.stride = n as u16,
    },
    Setting {
        name: "null_move.reduction",
        about: "plies by which the search after a null move is shallower; 0 adapts to the depth",
        values: Values::From(0, *NullMoveSettings::REDUCTION.end()),
        put: |s, n| s.null_move.reduction = if n == 0 { Reduction::Adaptive } else { Reduction::Fixed(n) },
    },
    Setting {
        name: "null_move.verification",
        about: "plies by which a verifying search is shallower; 0 verifies nothing",
        values: Values::From(0, *NullMoveSettings::VERIFICATION.end()),
        put: |s, n| s.null_move.verification = (n > 0).then_some(n),
    },
    Setting {
        name: "null_move.in_a_row",
        about: "null moves that may follow each other; 0 turns them off",
        values: Values::From(0, *NullMoveSettings::IN_A_ROW.end()),
        put: |s, n| s.null_move.in_a_row = n,
    },
    likely!(Table, "table", "the table's moves"),
    likely!(Noisy, "noisy", "noisy moves that lose nothing"),
    likely!(Losing, "losing", "noisy moves that lose something"),
    likely!(Threat, "threat", "quiet moves that make a threat"),
    likely!(First, "first", "other quiet moves among the first two"),
    likely!(Second, "second", "those among the next four"),
    likely!(Third, "third", "those among the next eight"),
    likely!(Late, "late", "those behind"),
    Setting {
        name: "table.replacement",
        about: "which entry stays in a full table",
        values: Values::Words(&["newest", "deepest", "two-level", "buckets"]),
        put: |s, n| {
            use Replacement::*;
            s.table.replacement = [Newest, Deepest, TwoLevel, Buckets][n as usize];
        },
    },
    Setting {
        name: "table.bounds",
        about: "bounds an entry keeps",
        values: Values::From(1, 2),
        put: |s, n| s.table.bounding = if n == 1 { Bounding::Single } else { Bounding::Both },
    },
    Setting {
        name: "table.check_bits",
        about: "bits of the key that tell positions apart; with few, values may be wrong",
        values: Values::From(1, 64),
        put: |s, n| s.table.check_bits = n,
    },
    Setting {
        name: "df_pn.epsilon",
        about: "df-pn stays below a node until its rival is ahead by this many sixteenths",
        values: Values::From(0, 1 << 24),
        put: |s, n| s.df_pn.epsilon = n,
    },
    Setting {
        name: "df_pn.first",
        about: "first numbers of df-pn's leaves: 1 and 1, by the number of moves, or by the static value",
        values: FIRST_NUMBERS,
        put: |s, n| s.df_pn.first = first_numbers(n),
    },
    Setting {
        name: "df_pn.order",
        about: "first numbers of df-pn's leaves grow by one for each move ordered before; learning puts first what has refuted",
        values: Values::Words(&["off", "on", "learning"]),
        put: |s, n| s.df_pn.order = [MoveOrder::Ignored, MoveOrder::Given, MoveOrder::Learned][n as usize],
    },
    Setting {
        name: "df_pn.sums",
        about: "how df-pn adds up replies: their sum, the largest and the number of others, or branch numbers",
        values: Values::Words(&["proper", "weak", "branches"]),
        put: |s, n| s.df_pn.sums = [Sums::Proper, Sums::Weak, Sums::Branches][n as usize],
    },
    Setting {
        name: "pn.first",
        about: "first numbers of leaves in pn and pn2: 1 and 1, by the number of moves, or by the static value",
        values: FIRST_NUMBERS,
        put: |s, n| s.first_numbers = first_numbers(n),
    },
    Setting {
        name: "conspiracy.threshold",
        about: "conspiracy stops when no so many leaves can change the value; 0 goes on until it is proven",
        values: Values::From(0, Conspirators::MOST),
        put: |s, n| s.conspirators = n,
    },
    Setting {
        name: "uct.rollouts",
        about: "leaves of uct and its kin are played out at random, not valued",
        values: ON_OFF,
        put: |s, n| s.rollouts = n == 1,
    },
    Setting {
        name: "uct.exploration",
        about: "weight of what is unknown in uct and its kin, in hundredths",
        values: Values::From(0, 10_000),
        put: |s, n| s.exploration = n,
    },
    Setting {
        name: "uct.minimax",
        about: "weight of the minimax of static values beside the mean in uct and its kin, in hundredths",
        values: Values::From(0, 100),
        put: |s, n| s.minimax = n,
    },
    Setting {
        name: "uct.rave",
        about: "visits until uct trusts a move's own mean as much as that of games in which it was made later; 0: at once",
        values: Values::From(0, 1_000_000),
        put: |s, n| s.rave = n,
    },
    Setting {
        name: "puct.policy",
        about: "puct goes by the policy of a learned evaluation that has one, and not by the game's own guess",
        values: ON_OFF,
        put: |s, n| s.policy = n == 1,
    },
    Setting {
        name: "smp",
        about: "threads of a search to a depth: each for itself on one table, or putting off what another is at",
        values: Values::Words(&["lazy", "abdada"]),
        put: |s, n| s.abdada = n == 1,
    },
    Setting {
        name: "etc",
        about: "enhanced transposition cutoffs",
        values: ON_OFF,
        put: |s, n| s.etc = n == 1,
    },
    Setting {
        name: "deepening",
        about: "lesser depths first; off searches the depth asked for at once, but for the engine",
        values: ON_OFF,
        put: |s, n| s.deepening = n == 1,
    },
];

/// Settings that a request refuses for other algorithms than these.
const USED_BY: &[(&str, &[&str])] =
    &[("conspiracy.threshold", &["conspiracy"]), ("uct.rave", &["uct"]), ("puct.policy", &["puct"])];

impl Setting {
    fn takes(&self) -> String {
        match self.values {
            Values::From(from, to) => format!("a whole number from {from} to {to}"),
            Values::Words(words) => format!("one of {}", words.join(", ")),
        }
    }
}

/// Whether a key is that of one of the engine's tricks, or of a number of a trick.
fn is_of_a_trick(key: &str) -> bool {
    let trick = key.split('.').next();
    Custom::TRICKS.iter().any(|(known, ..)| Some(*known) == trick)
}

impl Settings {
    /// Sets one thing, written `key=value`.
    ///
    /// ```
    /// use secateur_session::Settings;
    ///
    /// let mut settings = Settings::default();
    /// settings.set("null_move.reduction=3").unwrap();
    /// assert_eq!(
    ///     settings.set("table.bounds=3").unwrap_err().to_string(),
    ///     "found '3' for table.bounds, expected a whole number from 1 to 2"
    /// );
    /// ```
    pub fn set(&mut self, text: &str) -> Result<(), Unreadable> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Unreadable(format!("found '{text}', expected KEY=VALUE, such as table.bounds=1")));
        };
        // Enhanced transposition cutoffs had another name once.
        let (name, text) = match name {
            "foresight" => ("etc", &*format!("etc={value}")),
            _ => (name, text),
        };
        let Some(setting) = SETTINGS.iter().find(|s| s.name == name) else {
            if is_of_a_trick(name) {
                let set = self.recipe.get_or_insert_default().set(name, value);
                set.map_err(|why| Unreadable(why.to_string()))?;
                self.note(name, text);
                return Ok(());
            }
            let known: Vec<&str> = Settings::names().collect();
            let near = did_you_mean(name, Settings::names());
            return Err(Unreadable(format!(
                "unknown setting '{name}'{near}; there are {}",
                known.join(", ")
            )));
        };
        let number = match setting.values {
            Values::From(from, to) => value.parse().ok().filter(|n| (from..=to).contains(n)),
            Values::Words(words) => words.iter().position(|&word| word == value).map(|place| place as u32),
        };
        let number = number
            .ok_or_else(|| Unreadable(format!("found '{value}' for {name}, expected {}", setting.takes())))?;
        (setting.put)(self, number);
        self.note(name, text);
        Ok(())
    }

    /// What is wrong with a setting that was made and that the algorithm of this name does not use.
    pub(crate) fn unused_by(&self, algorithm: &str) -> Option<String> {
        let keys = self.written.iter().filter_map(|written| written.split('=').next());
        let mut used = keys.filter_map(|key| USED_BY.iter().find(|(name, _)| *name == key));
        let (name, by) = used.find(|(_, by)| !by.contains(&algorithm))?;
        Some(format!("makes no use of {name}; expected the algorithm {}", by.join(" or ")))
    }

    /// Records a setting; of a key that is set again, the last value counts.
    fn note(&mut self, name: &str, text: &str) {
        self.written.retain(|old| old.split('=').next() != Some(name));
        self.written.push(text.to_owned());
    }

    /// The settings made, as [`Settings::set`] takes them.
    ///
    /// ```
    /// use secateur_session::Settings;
    ///
    /// let mut settings = Settings::default();
    /// for text in ["table.bounds=1", "etc=on", "table.bounds=2"] {
    ///     settings.set(text).unwrap();
    /// }
    /// assert_eq!(settings.written(), ["etc=on", "table.bounds=2"]);
    /// ```
    pub fn written(&self) -> &[String] {
        &self.written
    }

    /// The engine's choice of windows: its own default, unless aspiration was set.
    pub(crate) fn windows(&self) -> Windows {
        if self.aspiration == Aspiration::default() {
            Windows::default()
        } else {
            Windows::Aspiration(self.aspiration)
        }
    }

    /// The keys of all settings, except for those of the engine's tricks.
    ///
    /// ```
    /// use secateur_session::Settings;
    ///
    /// assert!(Settings::names().any(|name| name == "table.bounds"));
    /// ```
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        SETTINGS.iter().map(|s| s.name)
    }

    /// Whether [`Settings::set`] takes this key, or would if the trick had a number of that name.
    ///
    /// ```
    /// use secateur_session::Settings;
    ///
    /// assert!(["table.bounds", "null_move", "futility.base"].into_iter().all(Settings::knows));
    /// assert!(!Settings::knows("hash"));
    /// ```
    pub fn knows(key: &str) -> bool {
        Self::names().any(|name| name == key) || is_of_a_trick(key)
    }

    /// Every setting on a line: its name, its values, its meaning.
    ///
    /// ```
    /// use secateur_session::Settings;
    ///
    /// let help = Settings::help();
    /// let line = help.lines().find(|line| line.contains("table.bounds")).unwrap();
    /// assert!(line.ends_with("bounds an entry keeps: a whole number from 1 to 2"));
    /// ```
    pub fn help() -> String {
        let width = SETTINGS.iter().map(|s| s.name.len()).max().unwrap_or(0);
        let line = |s: &Setting| format!("  {:width$}  {}: {}", s.name, s.about, s.takes());
        SETTINGS.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
