//! Declares a trick's numbers: once, with the range and the step that are worth trying.

/// A number of a recipe, as tuners and people see it.
///
/// ```
/// use secateur::engine::ReverseFutility;
///
/// let margin = &ReverseFutility::NUMBERS[0];
/// assert!(margin.name == "margin" && margin.range.contains(&margin.standard));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its name within the trick.
    pub name: &'static str,
    /// A description of it.
    pub about: &'static str,
    /// Its value in play.
    pub standard: i32,
    /// The values worth trying.
    pub range: std::ops::RangeInclusive<i32>,
    /// The smallest change worth trying.
    pub step: i32,
}

/// Declares a trick's numbers: a plain struct, with the values for play as a constant.
macro_rules! numbers {
    (
        $(#[$about:meta])*
        $trick:ident {
            $(#[doc = $what:literal] $field:ident: $value:literal, $range:expr, $step:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct $trick {
            $(#[doc = $what] pub $field: i32,)*
        }

        impl $trick {
            /// The values for play.
            pub const STANDARD: Self = Self { $($field: $value,)* };
            /// The numbers that can be set, in the order of declaration.
            pub const NUMBERS: &'static [$crate::engine::Number] = &[$($crate::engine::Number {
                name: stringify!($field),
                about: $what,
                standard: $value,
                range: $range,
                step: $step,
            },)*];

            pub(in crate::engine) fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($field) => Some(self.$field),)*
                    _ => None,
                }
            }

            #[allow(unused_variables)] // a trick may have no numbers
            pub(in crate::engine) fn put(&mut self, name: &str, value: i32) {
                match name {
                    $(stringify!($field) => self.$field = value,)*
                    _ => {}
                }
            }
        }
    };
}
pub(super) use numbers;
