//! Regressions: how well shallow searches foretell deep ones.

use std::fmt;
use std::str::FromStr;

/// What the value of a shallow search tells of a deep one: `slope` times as much and `offset` points, give or
/// take `spread`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Regression {
    /// The depth of the shallow search, in plies.
    pub shallow: u32,
    /// How much the deep value changes with the shallow one.
    pub slope: f32,
    /// The deep value where the shallow one is nought, in points.
    pub offset: f32,
    /// The standard deviation of what the forecast is off by, in points.
    pub spread: f32,
    /// The part of the deep values' variance that the forecast explains, from 0 to 1.
    pub fit: f32,
}

impl Regression {
    /// The shallow value that foretells this deep one, so many spreads higher. None where the slope is no
    /// reason to expect anything.
    ///
    /// ```
    /// use secateur::Regression;
    ///
    /// let regression = Regression { shallow: 4, slope: 0.5, offset: 10.0, spread: 20.0, fit: 0.9 };
    /// assert_eq!(regression.foretelling(110, 0.0), Some(200)); // half of 200, and 10
    /// assert_eq!(regression.foretelling(110, 2.0), Some(280)); // with 40 points to spare
    /// ```
    #[inline]
    pub fn foretelling(&self, deep: i32, spreads: f32) -> Option<i32> {
        let shallow = (deep as f32 + spreads * self.spread - self.offset) / self.slope;
        (self.slope > 0.1).then_some(shallow as i32)
    }
}

/// Regressions for every depth and stage of a game: the regression behind Multi-ProbCut.
///
/// A stage is so many plies that are left, as [`Hints::plies_left`](crate::Hints::plies_left) tells; a game
/// that does not tell has one.
///
/// As text: the length of a stage in plies, then a line a forecast. What follows a `#` is a comment.
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
    /// By stage and deep depth.
    regressions: Vec<Vec<Option<Regression>>>,
}

/// No forecast is for a deeper search.
const DEEPEST: u32 = 64;
/// There are no more stages.
const STAGES: u32 = 256;

impl Regressions {
    /// Regressions by stages of so many plies, without a forecast yet.
    pub fn new(stage: u32) -> Regressions {
        Regressions { stage: stage.max(1), regressions: Vec::new() }
    }

    /// The stage of a position from which the game lasts so many plies at most.
    #[inline]
    pub fn stage(&self, plies_left: Option<u32>) -> u32 {
        (plies_left.unwrap_or(0) / self.stage).min(STAGES - 1)
    }

    /// Adds the forecast of searches `deep` plies deep at a stage.
    ///
    /// # Errors
    ///
    /// If one of the numbers makes no sense.
    pub fn add(&mut self, stage: u32, deep: u32, regression: Regression) -> Result<(), BadForecast> {
        let Regression { shallow, slope, offset, spread, fit } = regression;
        if stage >= STAGES {
            return Err(BadForecast::Stage(stage));
        }
        if !(1..=DEEPEST).contains(&deep) {
            return Err(BadForecast::Depth(deep));
        }
        if shallow >= deep {
            return Err(BadForecast::Shallow { shallow, deep });
        }
        if ![slope, offset, spread, fit].iter().all(|x| x.is_finite()) || spread < 0.0 {
            return Err(BadForecast::Spread(spread));
        }
        let room = |len: usize, i: u32| len.max(i as usize + 1);
        self.regressions.resize(room(self.regressions.len(), stage), Vec::new());
        let depths = &mut self.regressions[stage as usize];
        depths.resize(room(depths.len(), deep), None);
        depths[deep as usize] = Some(regression);
        Ok(())
    }

    /// The forecast of a search `deep` plies deep.
    #[inline]
    pub fn get(&self, plies_left: Option<u32>, deep: u32) -> Option<Regression> {
        *self.regressions.get(self.stage(plies_left) as usize)?.get(deep as usize)?
    }

    /// Every forecast, with its stage and depth.
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
    type Err = UnreadableForecasts;

    fn from_str(text: &str) -> Result<Regressions, UnreadableForecasts> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        let first = lines.next().and_then(|(_, line)| line.parse().ok()).filter(|&n: &u32| n > 0);
        let mut regressions = Regressions::new(first.ok_or(UnreadableForecasts::NoStages)?);
        for (line, text) in lines {
            let not_one = || UnreadableForecasts::NoForecast { line, found: text.to_owned() };
            let (stage, deep, regression) = read(text).ok_or_else(not_one)?;
            let why = regressions.add(stage, deep, regression);
            why.map_err(|why| UnreadableForecasts::Regression { line, why })?;
        }
        Ok(regressions)
    }
}

/// A forecast's line.
fn read(line: &str) -> Option<(u32, u32, Regression)> {
    let mut words = line.split_whitespace();
    let [stage, deep, shallow] = [(); 3].map(|()| words.next()?.parse().ok());
    let [slope, offset, spread, fit] = [(); 4].map(|()| words.next()?.parse().ok());
    let regression =
        Regression { shallow: shallow?, slope: slope?, offset: offset?, spread: spread?, fit: fit? };
    words.next().is_none().then_some((stage?, deep?, regression))
}

/// Why [`Regressions::add`] refuses a forecast.
#[derive(Copy, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BadForecast {
    /// There are not so many stages.
    Stage(u32),
    /// No search is so deep, or none is as shallow as that.
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

impl fmt::Display for BadForecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadForecast::Stage(stage) => write!(f, "found stage {stage}, expected less than {STAGES}"),
            BadForecast::Depth(deep) => write!(f, "found a depth of {deep}, expected 1 to {DEEPEST}"),
            BadForecast::Shallow { shallow, deep } => {
                write!(f, "found a shallow depth of {shallow}, expected less than the deep one, {deep}")
            }
            BadForecast::Spread(spread) => {
                write!(f, "found a spread of {spread}, expected four numbers, the spread not below 0")
            }
        }
    }
}

impl std::error::Error for BadForecast {}

/// Why a text is not one of [`Regressions`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UnreadableForecasts {
    /// It does not begin with the plies of a stage.
    NoStages,
    /// This line, from 1, is no forecast.
    NoForecast {
        /// The line.
        line: usize,
        /// What it says.
        found: String,
    },
    /// The forecast of this line, from 1, makes no sense.
    Regression {
        /// The line.
        line: usize,
        /// What is wrong with it.
        why: BadForecast,
    },
}

impl fmt::Display for UnreadableForecasts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableForecasts::NoStages => write!(f, "expected the plies of a stage, a number above 0"),
            UnreadableForecasts::NoForecast { line, found } => {
                let expected = "stage, deep, shallow, slope, offset, spread and fit";
                write!(f, "line {line}: found '{found}', expected {expected}")
            }
            UnreadableForecasts::Regression { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for UnreadableForecasts {}
