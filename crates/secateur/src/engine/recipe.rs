//! Recipes: the choice of tricks, and their numbers.

use super::{
    BadSetting, CheckExtension, Correction, DeepEntries, Exchanges, Futility, Histories, HistoryPruning,
    InternalReduction, LateMoves, MultiProbCut, NullMove, Number, ProbCut, Quiescence, Razoring, Reductions,
    ReverseFutility, Singular, Timing, Upcoming,
};

macro_rules! recipe {
    ($($(#[doc = $about:literal])* $trick:ident: $Numbers:ident,)*) => {
        /// A choice of tricks for a search: for each one its numbers, or none where it is off.
        ///
        /// [`Standard`] answers with constants, so that play pays nothing for having a choice; [`Custom`] is
        /// filled in while the program runs, for experiments.
        ///
        /// ```
        /// use secateur::engine::{Custom, NullMove, Recipe, Standard};
        ///
        /// /// How many plies a null move saves at depth 10.
        /// fn saved(recipe: &impl Recipe) -> i32 {
        ///     recipe.null_move().map_or(0, |null: NullMove| null.base + 10 / null.divisor)
        /// }
        ///
        /// let mut hasty = Custom::default();
        /// hasty.set("null_move.base", "6").unwrap();
        /// assert!(saved(&hasty) > saved(&Standard));
        /// hasty.set("null_move", "off").unwrap();
        /// assert_eq!(saved(&hasty), 0);
        /// ```
        pub trait Recipe: Clone + Send + Sync {
            $($(#[doc = $about])* fn $trick(&self) -> Option<$Numbers>;)*
        }

        /// The recipe for play: everything on, all numbers constant.
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
        pub struct Standard;

        impl Recipe for Standard {
            $(#[inline(always)]
            fn $trick(&self) -> Option<$Numbers> {
                Some($Numbers::STANDARD)
            })*
        }

        /// A recipe for experiments. Starts as [`Standard`].
        ///
        /// ```
        /// use secateur::engine::{Custom, Recipe};
        ///
        /// let mut recipe = Custom::default();
        /// recipe.set("null_move", "off").unwrap();
        /// recipe.set("reverse_futility.margin", "90").unwrap();
        /// assert!(recipe.null_move().is_none() && !recipe.is_on("null_move"));
        /// assert_eq!(recipe.reverse_futility().unwrap().margin, 90);
        /// assert!(recipe.set("reverse_futility.margin", "-7").is_err()); // out of range
        /// ```
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Custom {
            $($trick: (bool, $Numbers),)*
        }

        impl Default for Custom {
            fn default() -> Self {
                Custom { $($trick: (true, $Numbers::STANDARD),)* }
            }
        }

        impl Recipe for Custom {
            $(#[inline]
            fn $trick(&self) -> Option<$Numbers> {
                self.$trick.0.then_some(self.$trick.1)
            })*
        }

        impl Custom {
            /// The tricks: name, description, numbers.
            pub const TRICKS: &'static [(&'static str, &'static str, &'static [Number])] =
                &[$((stringify!($trick), concat!($($about,)*), $Numbers::NUMBERS),)*];

            fn switch(&mut self, trick: &str, on: bool) {
                match trick {
                    $(stringify!($trick) => self.$trick.0 = on,)*
                    _ => {}
                }
            }

            fn put(&mut self, trick: &str, name: &str, value: i32) {
                match trick {
                    $(stringify!($trick) => self.$trick.1.put(name, value),)*
                    _ => {}
                }
            }

            /// Whether a trick is on; false if there is no such trick.
            pub fn is_on(&self, trick: &str) -> bool {
                match trick {
                    $(stringify!($trick) => self.$trick.0,)*
                    _ => false,
                }
            }

            /// The value of a trick's number, on or off.
            pub fn get(&self, trick: &str, name: &str) -> Option<i32> {
                match trick {
                    $(stringify!($trick) => self.$trick.1.get(name),)*
                    _ => None,
                }
            }
        }
    };
}

recipe! {
    /// values corrected by what searches of like positions found
    correction: Correction,
    /// hopeless nodes near the leaves go straight to quiescence
    razoring: Razoring,
    /// a static value far above the window needs no search
    reverse_futility: ReverseFutility,
    /// if even passing refutes, some move will
    null_move: NullMove,
    /// a shallow search far above the window stands for a deep one
    probcut: ProbCut,
    /// a shallow search predicts a deep one, by a regression fitted to the game
    multi_probcut: MultiProbCut,
    /// without a move from the table, a shallower search finds one
    internal_reduction: InternalReduction,
    /// quiet moves ordered by how often they and similar moves refuted
    histories: Histories,
    /// late moves are searched less deep
    reductions: Reductions,
    /// enough quiet moves tried: the rest will not help
    late_moves: LateMoves,
    /// quiet moves cannot make up for a static value far below the window
    futility: Futility,
    /// quiet moves that have failed again and again
    history_pruning: HistoryPruning,
    /// moves that lose material at once
    exchanges: Exchanges,
    /// a move much better than all others is searched deeper; several that refute are enough
    singular: Singular,
    /// a threat that must be answered is searched deeper
    check_extension: CheckExtension,
    /// noise beyond the horizon
    quiescence: Quiescence,
    /// a side that can repeat has a draw at least
    upcoming: Upcoming,
    /// what the table knows from much deeper searches stays
    deep_entries: DeepEntries,
    /// more time for a hard choice, less for an easy one
    timing: Timing,
}

impl Custom {
    /// Switches a trick (`null_move`, `off`) or sets a number (`null_move.base`, `3`).
    ///
    /// # Errors
    ///
    /// If there is no such name, or the value is not among those worth trying.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadSetting> {
        let (trick, number) = name.split_once('.').map_or((name, None), |(t, n)| (t, Some(n)));
        let known = Self::TRICKS.iter().find(|(known, ..)| *known == trick);
        let &(trick, _, numbers) = known.ok_or_else(|| BadSetting::Trick(trick.to_owned()))?;
        let found = value.to_owned();
        let Some(number) = number else {
            let on = match value {
                "on" => true,
                "off" => false,
                _ => return Err(BadSetting::Switch { trick, found }),
            };
            self.switch(trick, on);
            return Ok(());
        };
        let Some(number) = numbers.iter().find(|known| known.name == number) else {
            return Err(BadSetting::Number { trick, numbers, found: number.to_owned() });
        };
        let value = value.parse().ok().filter(|n| number.range.contains(n));
        self.put(trick, number.name, value.ok_or(BadSetting::Value { trick, number, found })?);
        Ok(())
    }
}
