//! The accuracy with which shallow searches predict deep ones in a game: what Multi-ProbCut has to know.
//!
//! Positions of games that the engine plays against itself are searched deeper and deeper, with everything but
//! Multi-ProbCut; and for every stage of the game, the values at one depth are regressed on those at lesser ones
//! (M. Buro, 1995 and 1997).

use crate::ablation::request;
use crate::duel::{Arena, wander};
use crate::each::each;
use crate::random::below;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur::{Regression, Regressions};
use secateur_games::Unreadable;
use secateur_session::{Request, Session, StoppedBy};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The source of positions and the depth of their searches. The result depends on nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegressionPlan {
    /// The source of all randomness.
    pub seed: u64,
    /// Nodes a move in the games.
    pub nodes: u64,
    /// The depth of the deepest searches, in plies.
    pub depth: u32,
}

/// The number of random moves that come first in a game.
const RANDOM: RangeInclusive<usize> = 2..=10;
/// The table of a game, and that of a search, in bytes.
pub(crate) const TABLES: [usize; 2] = [1 << 20, 16 << 20];
/// The number of games tried before a position is taken from wherever one ended.
const TRIES: usize = 20;
/// The fewest positions from which anything is predicted.
const FEWEST: usize = 40;

/// The values found by the searches of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegressionSample {
    /// The most plies that the game can last, where that is plain to see.
    pub plies_left: Option<u32>,
    /// The values in points, by depth from 1, for the side to move: up to the depth at which the game is decided.
    pub values: Vec<i32>,
}

impl RegressionSample {
    /// Returns the sample as a line: the plies left, or `-`; then the values.
    ///
    /// ```
    /// use secateur_lab::regression::RegressionSample;
    ///
    /// let sample = RegressionSample { plies_left: Some(30), values: vec![120, -15] };
    /// assert_eq!(sample.write(), "30 120 -15");
    /// assert_eq!(RegressionSample::read("30 120 -15").unwrap(), sample);
    /// assert_eq!(RegressionSample::read("- x").unwrap_err().to_string(), "found '- x', expected plies left and values");
    /// ```
    pub fn write(&self) -> String {
        let left = self.plies_left.map_or("-".into(), |left| left.to_string());
        self.values.iter().fold(left, |line, value| format!("{line} {value}"))
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// One sentence if it is none.
    pub fn read(line: &str) -> Result<RegressionSample, Unreadable> {
        let wrong = || {
            let shown: String = line.chars().take(40).collect();
            Unreadable(format!("found '{}', expected plies left and values", shown.escape_debug()))
        };
        let (left, values) = line.split_once(' ').unwrap_or((line, ""));
        let plies_left = match left {
            "-" => None,
            left => Some(left.parse().map_err(|_| wrong())?),
        };
        let values: Result<_, _> = values.split_whitespace().map(str::parse).collect();
        Ok(RegressionSample { plies_left, values: values.map_err(|_| wrong())? })
    }
}

impl RegressionPlan {
    /// The samples of these numbers, on `threads` threads. Fewer, but the first of them, if the flag is raised.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn samples(
        &self,
        arena: &Arena,
        numbers: std::ops::Range<u64>,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        heard: impl FnMut(),
    ) -> Result<Vec<RegressionSample>, Unreadable> {
        // From nothing: what was fitted before has no part in it.
        let plain = request(interrupt, &[], Some("multi_probcut"))?;
        let count = usize::try_from(numbers.end - numbers.start).unwrap_or(0);
        let work = |n: usize| self.sample(arena, &plain, numbers.start + n as u64);
        each(count, threads, interrupt, work, heard)
    }

    /// The random numbers of a sample.
    pub(crate) fn random(&self, number: u64) -> SplitMix64 {
        SplitMix64::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
    }

    fn sample(
        &self,
        arena: &Arena,
        plain: &Request,
        number: u64,
    ) -> Result<Option<RegressionSample>, Unreadable> {
        let mut random = self.random(number);
        let Some(mut board) = self.reach(arena, plain, &mut random)? else { return Ok(None) };
        let deep = plain.clone().depth(self.depth).hash(TABLES[1]);
        let mut values = BTreeMap::new();
        let answer = board.analyse(&deep, &mut |answer| {
            if answer.bound.is_none() && answer.outcome.is_none() {
                values.insert(answer.depth, answer.points);
            }
        });
        let given_up =
            answer.stopped_by == StoppedBy::Interrupt || plain.control.interrupt.load(Ordering::Relaxed);
        let values = (1..=self.depth).map_while(|depth| values.get(&depth).copied()).collect();
        Ok((!given_up).then(|| RegressionSample { plies_left: board.plies_left(), values }))
    }

    /// A position from somewhere in a game. None if the flag was raised on the way.
    pub(crate) fn reach(
        &self,
        arena: &Arena,
        plain: &Request,
        random: &mut SplitMix64,
    ) -> Result<Option<Box<dyn Session>>, Unreadable> {
        let quick = plain.clone().nodes(self.nodes).hash(TABLES[0]);
        for left in (0..TRIES).rev() {
            let mut board = arena.board(&[])?;
            let wanted = 1 + below(random, arena.length().max(1));
            let opening = RANDOM.start() + below(random, RANDOM.end() - RANDOM.start() + 1);
            let mut played = wander(&mut *board, opening.min(wanted), random).len();
            while played < wanted && !board.moves().is_empty() && !board.is_drawn_by_repetition() {
                let answer = board.analyse(&quick, &mut |_| {});
                if answer.stopped_by == StoppedBy::Interrupt {
                    return Ok(None);
                }
                board.play(&answer.best.unwrap_or_default())?;
                played += 1;
            }
            if left == 0 || !board.moves().is_empty() {
                // What was searched on the way stays behind.
                let position = board.position();
                let mut fresh = arena.board(&[])?;
                fresh.set(&position)?;
                return Ok(Some(fresh));
            }
        }
        Ok(None)
    }
}

/// The lesser depth that predicts a depth: half of it, but as even or odd as it is, since a last move of the one
/// side or the other shifts values. None for the shallowest.
fn shallower(deep: u32) -> Option<u32> {
    let half = deep / 2;
    let alike = half - u32::from(half % 2 != deep % 2 && half > 0);
    Some(alike).filter(|&shallow| shallow > 0)
}

/// Fits the regressions to samples, by stages of `stage` plies, for depths up to the deepest.
pub fn fit(samples: &[RegressionSample], stage: u32) -> Regressions {
    let mut regressions = Regressions::new(stage);
    let deepest = samples.iter().map(|sample| sample.values.len()).max().unwrap_or(0) as u32;
    let mut by_stage: BTreeMap<u32, Vec<&RegressionSample>> = BTreeMap::new();
    for sample in samples {
        by_stage.entry(regressions.stage(sample.plies_left)).or_default().push(sample);
    }
    for (stage, samples) in by_stage {
        for deep in 2..=deepest {
            let Some(shallow) = shallower(deep) else { continue };
            // A search to the end of the game is none to predict.
            let open = samples.iter().filter(|s| s.plies_left.is_none_or(|left| deep < left));
            let value =
                |s: &RegressionSample, depth: u32| s.values.get(depth as usize - 1).map(|&v| f64::from(v));
            let pairs: Vec<[f64; 2]> =
                open.filter_map(|s| Some([value(s, shallow)?, value(s, deep)?])).collect();
            if let Some(regression) = regress(shallow, &pairs) {
                // The numbers come from sums over many pairs and make sense.
                let _ = regressions.add(stage, deep, regression);
            }
        }
    }
    regressions
}

/// The straight line through pairs of a shallow and a deep value, by least squares.
fn regress(shallow: u32, pairs: &[[f64; 2]]) -> Option<Regression> {
    let n = pairs.len() as f64;
    let mean = |i: usize| pairs.iter().map(|pair| pair[i]).sum::<f64>() / n;
    let (x, y) = (mean(0), mean(1));
    let product = |i: usize, j: usize| -> f64 {
        let off = |pair: &[f64; 2], i: usize| pair[i] - if i == 0 { x } else { y };
        pairs.iter().map(|pair| off(pair, i) * off(pair, j)).sum()
    };
    let (xx, xy, yy) = (product(0, 0), product(0, 1), product(1, 1));
    if pairs.len() < FEWEST || xx <= 0.0 || yy <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let unexplained = (yy - slope * xy).max(0.0);
    let rounded = |x: f64, to: f64| ((x * to).round() / to) as f32;
    Some(Regression {
        shallow,
        slope: rounded(slope, 1e3),
        offset: rounded(y - slope * x, 1e1),
        spread: rounded((unexplained / (n - 2.0)).sqrt(), 1e1),
        fit: rounded(1.0 - unexplained / yy, 1e3),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    #[test]
    fn half_a_depth_of_its_kind_predicts_it() {
        let all = (2..=13).map(|deep| shallower(deep).unwrap_or(0)).collect::<Vec<_>>();
        assert_eq!(all, [0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5]);
    }

    #[test]
    fn a_straight_line_is_found() {
        let pairs: Vec<[f64; 2]> = (0..100)
            .map(|i| [f64::from(i), f64::from(2 * i + 7 + if i % 2 == 0 { 3 } else { -3 })])
            .collect();
        let regression = regress(3, &pairs).unwrap();
        assert!(
            (regression.slope - 2.0).abs() < 0.01 && (regression.offset - 7.0).abs() < 0.5,
            "{regression:?}"
        );
        assert!((regression.spread - 3.0).abs() < 0.1 && regression.fit > 0.99, "{regression:?}");
        assert_eq!((regress(3, &pairs[..10]), regress(3, &[[1.0, 2.0]; 50])), (None, None));
    }

    #[test]
    fn samples_come_from_the_plan_alone() {
        let arena = Arena::new(standard().find("othello").unwrap(), None, 1).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        let plan = RegressionPlan { seed: 5, nodes: 20, depth: 4 };
        let samples = |numbers, threads| plan.samples(&arena, numbers, threads, &flag, || ()).unwrap();
        let all = samples(0..60, 1);
        assert_eq!((all.len(), &samples(10..20, 2)[..]), (60, &all[10..20]));
        assert!(all.iter().all(|sample| sample.plies_left.is_some_and(|left| left < 60)));
        assert!(all.iter().filter(|sample| sample.values.len() == 4).count() > 40);
        // Depth 2 of depth 4 tells much, if not all.
        let regressions = fit(&all, 64);
        let regression = regressions.get(Some(20), 4).unwrap();
        assert!(regression.shallow == 2 && (0.5..1.0).contains(&regression.fit), "{regression:?}");
        flag.store(true, Ordering::Relaxed);
        assert!(samples(0..60, 1).is_empty());
    }
}
