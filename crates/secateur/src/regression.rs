//! Regressions that predict the values of deep searches from those of shallow ones.

use std::fmt;
use std::str::FromStr;

/// The prediction of a deep search's value from a shallow one's: `slope` times as much and `offset` points, give or
/// take `spread`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Regression {
    /// The depth of the shallow search, in plies.
    pub shallow: u32,
    /// The change of the deep value with the shallow one.
    pub slope: f32,
    /// The deep value where the shallow one is zero, in points.
    pub offset: f32,
    /// The standard deviation of the prediction's error, in points.
    pub spread: f32,
    /// The part of the deep values' variance that the prediction explains, from 0 to 1.
    pub fit: f32,
}

impl Regression {
    /// The shallow value that predicts this deep one, `spreads` spreads higher. None where the slope is too
    /// small to predict anything.
    ///
    /// ```
    /// use secateur::Regression;
    ///
    /// let regression = Regression { shallow: 4, slope: 0.5, offset: 10.0, spread: 20.0, fit: 0.9 };
    /// assert_eq!(regression.shallow_for(110, 0.0), Some(200)); // half of 200, and 10
    /// assert_eq!(regression.shallow_for(110, 2.0), Some(280)); // with 40 points to spare
    /// ```
    #[inline]
    pub fn shallow_for(&self, deep: i32, spreads: f32) -> Option<i32> {
        let shallow = (deep as f32 + spreads * self.spread - self.offset) / self.slope;
        (self.slope > 0.1).then_some(shallow as i32)
    }
}

/// Regressions for every depth and stage of a game: the regression behind Multi-ProbCut.
///
/// A stage is a number of plies left, as [`Hints::plies_left`](crate::Hints::plies_left) gives them; a game
/// that does not give them has one stage.
///
/// As text: the length of a stage in plies, then one line per regression. A comment begins with `#`.
///
/// ```
/// use secateur::Regressions;
///
/// let text = "20                       # plies a stage
///     0 6 2 1.02 -3 41.5 0.93 # stage, deep, shallow, slope, offset, spread, fit
///     1 6 2 0.97 1 60 0.88";
/// let regressions: Regressions = text.parse().unwrap();
/// assert_eq!(regressions.get(Some(25), 6).unwrap().spread, 60.0);
/// assert_eq!(regressions.get(Some(25), 7), None);
/// assert_eq!(regressions.to_string().parse(), Ok(regressions));
///
/// let error = "20 \n 0 6 8 1 0 41 0.9".parse::<Regressions>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: found a shallow depth of 8, expected less than the deep one, 6");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Regressions {
    /// The plies of a stage.
    stage: u32,
    /// The regressions by stage and deep depth.
    regressions: Vec<Vec<Option<Regression>>>,
}

/// The greatest depth that a regression is for.
const DEEPEST: u32 = 64;
/// The greatest number of stages.
const STAGES: u32 = 256;

impl Regressions {
    /// An empty set of regressions, with stages of `stage` plies.
    pub fn new(stage: u32) -> Regressions {
        Regressions { stage: stage.max(1), regressions: Vec::new() }
    }

    /// The stage of a position from which the game lasts at most `plies_left` plies.
    #[inline]
    pub fn stage(&self, plies_left: Option<u32>) -> u32 {
        (plies_left.unwrap_or(0) / self.stage).min(STAGES - 1)
    }

    /// Adds the regression of searches `deep` plies deep at a stage.
    ///
    /// # Errors
    ///
    /// If one of the numbers makes no sense.
    pub fn add(&mut self, stage: u32, deep: u32, regression: Regression) -> Result<(), BadRegression> {
        let Regression { shallow, slope, offset, spread, fit } = regression;
        if stage >= STAGES {
            return Err(BadRegression::Stage(stage));
        }
        if !(1..=DEEPEST).contains(&deep) {
            return Err(BadRegression::Depth(deep));
        }
        if shallow >= deep {
            return Err(BadRegression::Shallow { shallow, deep });
        }
        if ![slope, offset, spread, fit].iter().all(|x| x.is_finite()) || spread < 0.0 {
            return Err(BadRegression::Spread(spread));
        }
        let room = |len: usize, i: u32| len.max(i as usize + 1);
        self.regressions.resize(room(self.regressions.len(), stage), Vec::new());
        let depths = &mut self.regressions[stage as usize];
        depths.resize(room(depths.len(), deep), None);
        depths[deep as usize] = Some(regression);
        Ok(())
    }

    /// The regression of searches `deep` plies deep.
    #[inline]
    pub fn get(&self, plies_left: Option<u32>, deep: u32) -> Option<Regression> {
        *self.regressions.get(self.stage(plies_left) as usize)?.get(deep as usize)?
    }

    /// Every regression, with its stage and depth.
    pub fn all(&self) -> impl Iterator<Item = (u32, u32, Regression)> {
        (0..).zip(&self.regressions).flat_map(|(stage, depths)| {
            (0..).zip(depths).filter_map(move |(deep, regression)| Some((stage, deep, (*regression)?)))
        })
    }
}

impl fmt::Display for Regressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} # plies a stage", self.stage)?;
        writeln!(f, "# stage, deep, shallow, slope, offset, spread, fit")?;
        self.all().try_for_each(|(stage, deep, Regression { shallow, slope, offset, spread, fit })| {
            writeln!(f, "{stage} {deep} {shallow} {slope} {offset} {spread} {fit}")
        })
    }
}

impl FromStr for Regressions {
    type Err = UnreadableRegressions;

    fn from_str(text: &str) -> Result<Regressions, UnreadableRegressions> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        let first = lines.next().and_then(|(_, line)| line.parse().ok()).filter(|&n: &u32| n > 0);
        let mut regressions = Regressions::new(first.ok_or(UnreadableRegressions::NoStages)?);
        for (line, text) in lines {
            let not_one = || UnreadableRegressions::NoRegression { line, found: text.to_owned() };
            let (stage, deep, regression) = read(text).ok_or_else(not_one)?;
            let why = regressions.add(stage, deep, regression);
            why.map_err(|why| UnreadableRegressions::Regression { line, why })?;
        }
        Ok(regressions)
    }
}

/// A line's regression.
fn read(line: &str) -> Option<(u32, u32, Regression)> {
    let mut words = line.split_whitespace();
    let [stage, deep, shallow] = [(); 3].map(|()| words.next()?.parse().ok());
    let [slope, offset, spread, fit] = [(); 4].map(|()| words.next()?.parse().ok());
    let regression =
        Regression { shallow: shallow?, slope: slope?, offset: offset?, spread: spread?, fit: fit? };
    words.next().is_none().then_some((stage?, deep?, regression))
}

/// The reason [`Regressions::add`] refuses a regression.
#[derive(Copy, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BadRegression {
    /// The stage is beyond the last.
    Stage(u32),
    /// The depth is out of range.
    Depth(u32),
    /// The shallow search is no shallower than the deep one.
    Shallow {
        /// The depth of the shallow search, in plies.
        shallow: u32,
        /// The depth of the deep one.
        deep: u32,
    },
    /// The spread is negative, or one of the numbers is not finite.
    Spread(f32),
}

impl fmt::Display for BadRegression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRegression::Stage(stage) => write!(f, "found stage {stage}, expected less than {STAGES}"),
            BadRegression::Depth(deep) => write!(f, "found a depth of {deep}, expected 1 to {DEEPEST}"),
            BadRegression::Shallow { shallow, deep } => {
                write!(f, "found a shallow depth of {shallow}, expected less than the deep one, {deep}")
            }
            BadRegression::Spread(spread) => {
                write!(f, "found a spread of {spread}, expected four numbers, the spread not below 0")
            }
        }
    }
}

impl std::error::Error for BadRegression {}

/// The reason a text is not one of [`Regressions`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UnreadableRegressions {
    /// The text does not begin with the plies of a stage.
    NoStages,
    /// This line, from 1, is no regression.
    NoRegression {
        /// The line.
        line: usize,
        /// The text found there.
        found: String,
    },
    /// The regression of this line, from 1, makes no sense.
    Regression {
        /// The line.
        line: usize,
        /// The reason.
        why: BadRegression,
    },
}

impl fmt::Display for UnreadableRegressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableRegressions::NoStages => write!(f, "expected the plies of a stage, a number above 0"),
            UnreadableRegressions::NoRegression { line, found } => {
                let expected = "stage, deep, shallow, slope, offset, spread and fit";
                write!(f, "line {line}: found '{found}', expected {expected}")
            }
            UnreadableRegressions::Regression { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for UnreadableRegressions {}
