//! Parameters as text: `b=4 d=6 seed=1`.

use super::random;
use crate::Unreadable;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// The parameters of a tree as they are read, one word each.
///
/// A kind of tree takes the ones it knows; [`Params::done`] reports any that are left.
///
/// ```
/// use secateur_games::trees::Params;
///
/// let mut params = Params::new("p=0.5 k=7").unwrap();
/// assert_eq!(params.whole("k", 1..=100, 50), Ok(7));
/// assert_eq!(params.fraction("p", 0.9), Ok(0.5));
/// assert_eq!(params.whole("noise", 0..=9, 3), Ok(3)); // not given
/// assert!(params.done().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Params<'a> {
    /// Place among the words (from 1), name, value.
    left: Vec<(usize, &'a str, &'a str)>,
    known: Vec<&'static str>,
}

impl<'a> Params<'a> {
    /// Splits a text into names and values.
    ///
    /// # Errors
    ///
    /// A word without `=`, or a name that comes twice.
    ///
    /// ```
    /// use secateur_games::trees::Params;
    ///
    /// let twice = Params::new("b=4 d=6 b=5").unwrap_err();
    /// assert_eq!(
    ///     twice.to_string(),
    ///     "parameter 3: found 'b=5', expected 'b' only once: it is parameter 1 already"
    /// );
    /// ```
    pub fn new(text: &'a str) -> Result<Self, Unreadable> {
        let mut left: Vec<(usize, &str, &str)> = Vec::new();
        for (i, word) in text.split_whitespace().enumerate() {
            let place = i + 1;
            let Some((name, value)) = word.split_once('=') else {
                return Err(Unreadable(format!(
                    "parameter {place}: found '{word}', expected a name, '=' and a value, such as b=4"
                )));
            };
            if let Some((earlier, ..)) = left.iter().find(|(_, n, _)| *n == name) {
                return Err(Unreadable(format!(
                    "parameter {place}: found '{word}', expected '{name}' only once: it is parameter {earlier} already"
                )));
            }
            left.push((place, name, value));
        }
        Ok(Params { left, known: Vec::new() })
    }

    fn take(&mut self, name: &'static str) -> Option<(usize, &'a str)> {
        self.known.push(name);
        let at = self.left.iter().position(|(_, n, _)| *n == name)?;
        let (place, _, value) = self.left.remove(at);
        Some((place, value))
    }

    /// Takes a whole number in `range`, or `default` where the text does not give it.
    ///
    /// # Errors
    ///
    /// The value is no whole number, or lies outside the range.
    ///
    /// ```
    /// use secateur_games::trees::Params;
    ///
    /// let error = Params::new("k=0").unwrap().whole("k", 1..=100, 50).unwrap_err();
    /// assert_eq!(error.to_string(), "parameter 1: found 'k=0', expected a whole number from 1 to 100");
    /// ```
    pub fn whole<N: TryFrom<i128> + Into<i128> + Copy + Display>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<N>,
        default: N,
    ) -> Result<N, Unreadable> {
        let Some((place, text)) = self.take(name) else { return Ok(default) };
        let inside = |n: &i128| ((*range.start()).into()..=(*range.end()).into()).contains(n);
        text.parse::<i128>().ok().filter(inside).and_then(|n| N::try_from(n).ok()).ok_or_else(|| {
            Unreadable(format!(
                "parameter {place}: found '{name}={text}', expected a whole number from {} to {}",
                range.start(),
                range.end()
            ))
        })
    }

    /// Takes a fraction from 0 to 1, or `default` where the text does not give it.
    ///
    /// # Errors
    ///
    /// The value is no number, or lies outside 0 to 1.
    ///
    /// ```
    /// use secateur_games::trees::Params;
    ///
    /// let error = Params::new("p=90").unwrap().fraction("p", 0.9).unwrap_err();
    /// assert_eq!(error.to_string(), "parameter 1: found 'p=90', expected a number from 0 to 1");
    /// ```
    pub fn fraction(&mut self, name: &'static str, default: f64) -> Result<f64, Unreadable> {
        let Some((place, text)) = self.take(name) else { return Ok(default) };
        text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or_else(|| {
            Unreadable(format!("parameter {place}: found '{name}={text}', expected a number from 0 to 1"))
        })
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// A parameter was given that nothing took.
    ///
    /// ```
    /// use secateur_games::trees::Params;
    ///
    /// let mut params = Params::new("k=7 q=1").unwrap();
    /// params.whole("k", 1..=100, 50).unwrap();
    /// let error = params.done().unwrap_err();
    /// assert_eq!(error.to_string(), "parameter 2: unknown name 'q', expected one of k");
    /// ```
    pub fn done(self) -> Result<(), Unreadable> {
        match self.left.first() {
            None => Ok(()),
            Some((place, name, _)) => Err(Unreadable(format!(
                "parameter {place}: unknown name '{name}', expected one of {}",
                self.known.join(" ")
            ))),
        }
    }
}

/// The shape common to all synthetic trees: every inner node has `branching` children, every leaf lies `depth` plies
/// below the root.
///
/// ```
/// use secateur_games::{Notation, trees::UniformTree};
///
/// let shape = UniformTree::read("b=3 seed=5").unwrap().shape();
/// assert_eq!((shape.branching, shape.depth, shape.seed), (3, 6, 5));
/// assert_eq!(shape.to_string(), "b=3 d=6 seed=5");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Children of every inner node, `b`: 1 to 65,534.
    pub branching: u16,
    /// Plies from the root to every leaf, `d`: 0 to 1,000.
    pub depth: u16,
    /// Picks one of the trees with the same parameters.
    pub seed: u64,
}

impl Shape {
    /// Reads `b`, `d` and `seed`, with defaults for the first two; the seed's is 1.
    ///
    /// # Errors
    ///
    /// As [`Params::whole`], and a tree with 2^128 leaves or more.
    ///
    /// ```
    /// use secateur_games::trees::{Params, Shape};
    ///
    /// let shape = Shape::read(&mut Params::new("d=7").unwrap(), 4, 6).unwrap();
    /// assert_eq!(shape, Shape { branching: 4, depth: 7, seed: 1 });
    /// let error = Shape::read(&mut Params::new("b=10 d=40").unwrap(), 4, 6).unwrap_err();
    /// assert_eq!(error.to_string(), "the tree b=10 d=40 is too large, expected fewer than 2^128 leaves");
    /// ```
    pub fn read(params: &mut Params, branching: u16, depth: u16) -> Result<Self, Unreadable> {
        let shape = Shape {
            branching: params.whole("b", 1..=u16::MAX - 1, branching)?,
            depth: params.whole("d", 0..=1_000, depth)?,
            seed: params.whole("seed", 0..=u64::MAX, 1)?,
        };
        match u128::from(shape.branching).checked_pow(shape.depth.into()) {
            Some(_) => Ok(shape),
            None => Err(Unreadable(format!(
                "the tree b={} d={} is too large, expected fewer than 2^128 leaves",
                shape.branching, shape.depth
            ))),
        }
    }

    /// A random number that belongs to the seed alone.
    pub(super) fn chance(&self) -> u64 {
        random::mix(self.seed)
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b={} d={} seed={}", self.branching, self.depth, self.seed)
    }
}
