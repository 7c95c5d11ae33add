//! A race: contenders do the same tasks, and those that are worse beyond doubt do no more of them.
//!
//! After each round, every contender is compared with the best so far, task by task (O. Maron and A. Moore,
//! "Hoeffding Races", 1994; here by t-tests on logarithms, as costs have no bound). The chance of a mistake is
//! shared out among all comparisons that a race may make (C. Bonferroni, 1936).

use crate::error::Error;
use crate::statistics::paired::Ratio;
use std::ops::Range;

/// The best of a race is dropped with this probability at most.
pub const DOUBT: f64 = 0.05;

/// The cost of a search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cost {
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
    /// Whether it was given up at a limit of nodes, so that it would have taken more.
    pub cut: bool,
}

/// The quantity that counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Nodes alone: the same on every machine.
    Nodes,
    /// Time.
    Time,
}

impl Criterion {
    /// This much of it, above zero.
    pub fn of(self, cost: &Cost) -> f64 {
        match self {
            Criterion::Nodes => cost.nodes.max(1) as f64,
            // No clock tells less than a tenth of a microsecond.
            Criterion::Time => cost.ms.max(1e-4),
        }
    }
}

/// The course of a race.
#[derive(Clone, PartialEq, Debug)]
pub struct Race {
    /// The costs of each contender's tasks, as far as it came.
    pub costs: Vec<Vec<Cost>>,
    /// The contenders that were never worse beyond doubt.
    pub left: Vec<usize>,
}

impl Race {
    /// Returns the first one's cost over the second's, over the tasks that both did.
    pub fn ratio(&self, one: usize, other: usize, measure: Criterion) -> Option<Ratio> {
        let both = self.costs[one].iter().zip(&self.costs[other]);
        Ratio::of(both.map(|(one, other)| (measure.of(one), measure.of(other))))
    }

    /// Everybody, the best first: those left before the others, then by the geometric mean over what all of them did,
    /// then by their place in the list.
    pub fn ranking(&self, measure: Criterion) -> Vec<usize> {
        let mean = |costs: &[Cost]| {
            costs.iter().map(|cost| measure.of(cost).ln()).sum::<f64>() / costs.len().max(1) as f64
        };
        let part = |n: usize| {
            let is_left = self.left.contains(&n);
            let common = self.left.iter().chain([&n]).map(|&n| self.costs[n].len()).min().unwrap_or(0);
            // Who came further was out later.
            ((!is_left, usize::MAX - common), mean(&self.costs[n][..common]))
        };
        let parts: Vec<((bool, usize), f64)> = (0..self.costs.len()).map(part).collect();
        let mut all: Vec<usize> = (0..self.costs.len()).collect();
        all.sort_by(|&a, &b| {
            let ((a, mean_a), (b, mean_b)) = (parts[a], parts[b]);
            a.cmp(&b).then(mean_a.total_cmp(&mean_b))
        });
        all
    }

    /// Whether a contender is worse than the best by this measure, if it may be wrongly said with this probability.
    fn is_worse(&self, contender: usize, best: usize, measure: Criterion, doubt: f64) -> bool {
        contender != best && self.ratio(contender, best, measure).is_some_and(|ratio| ratio.worse < doubt)
    }
}

/// Races `contenders` contenders over as many tasks as the rounds have in all. `run` does a round: it is shown the race so far, and
/// returns the costs of the tasks of a range by the contenders that are left, a list for each of them; none if it was
/// interrupted, and so is the race.
///
/// A contender is dropped if it is worse beyond doubt by every measure, or if it was cut short in more than half of
/// a round's tasks.
///
/// # Errors
///
/// Those of `run`.
pub fn race(
    contenders: usize,
    rounds: &[Range<usize>],
    measures: &[Criterion],
    mut run: impl FnMut(&Race, Range<usize>) -> Result<Option<Vec<Vec<Cost>>>, Error>,
) -> Result<Option<Race>, Error> {
    let mut race = Race { costs: vec![Vec::new(); contenders], left: (0..contenders).collect() };
    let comparisons = contenders.saturating_sub(1).max(1) * rounds.len().max(1) * measures.len().max(1);
    let doubt = DOUBT / comparisons as f64;
    for round in rounds {
        if race.left.len() < 2 && !race.costs[0].is_empty() {
            break;
        }
        let Some(costs) = run(&race, round.clone())? else { return Ok(None) };
        for (&contender, costs) in race.left.iter().zip(&costs) {
            race.costs[contender].extend(costs);
        }
        let kept = |costs: &[Cost]| 2 * costs.iter().filter(|cost| cost.cut).count() <= costs.len();
        let whole: Vec<usize> = (race.left.iter().zip(&costs))
            .filter_map(|(&contender, costs)| kept(costs).then_some(contender))
            .collect();
        // Somebody has to win.
        if !whole.is_empty() {
            race.left = whole;
        }
        let bests = measures.iter().map(|&measure| (measure, race.ranking(measure)[0]));
        let bests: Vec<(Criterion, usize)> = bests.collect();
        let stays = |&contender: &usize| {
            !bests.iter().all(|&(measure, best)| race.is_worse(contender, best, measure, doubt))
        };
        race.left = race.left.iter().copied().filter(stays).collect();
    }
    Ok(Some(race))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::below;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::SeedableRng;

    /// Tasks of very different sizes; a contender takes its factor of each, times noise between 1/e and e or so.
    fn simulated(factors: &[f64], seed: u64) -> Race {
        let mut random = SplitMix64::seed_from_u64(seed);
        let run = |Race { left, .. }: &Race, tasks: Range<usize>| {
            let mut costs = vec![Vec::new(); left.len()];
            for task in tasks {
                let size = 1000.0 * (1 + task % 7 * 100) as f64;
                for (n, &contender) in left.iter().enumerate() {
                    let noise: f64 = (0..4).map(|_| below(&mut random, 1001) as f64 / 1000.0 - 0.5).sum();
                    let nodes = (size * factors[contender] * noise.exp()) as u64;
                    costs[n].push(Cost { nodes, ms: 1.0, cut: false });
                }
            }
            Ok(Some(costs))
        };
        race(factors.len(), &[0..6, 6..12, 12..24, 24..48], &[Criterion::Nodes], run).unwrap().unwrap()
    }

    #[test]
    fn the_best_of_clear_contenders_wins_and_the_worst_leave_early() {
        let mut searched = 0;
        for seed in 0..200 {
            let race = simulated(&[4.0, 1.9, 1.0, 30.0, 2.2], seed);
            assert_eq!(race.ranking(Criterion::Nodes)[0], 2, "{seed}");
            assert!(
                race.costs[3].len() <= 12
                    && race.ranking(Criterion::Nodes)[4] == 3
                    && race.costs[2].len() >= race.costs[1].len()
            );
            searched += race.costs.iter().map(Vec::len).sum::<usize>();
        }
        assert!(searched < 200 * 5 * 48 / 2, "{searched}");
    }

    #[test]
    fn the_error_rate_is_kept() {
        // All are equal, so that nobody is worse: whoever is dropped is dropped wrongly.
        let (mut first, mut anyone) = (0, 0);
        for seed in 0..2000 {
            let race = simulated(&[1.0; 6], 1_000_000 + seed);
            first += usize::from(!race.left.contains(&0));
            anyone += usize::from(race.left.len() < 6);
        }
        // 5 per cent is the bound for the best one; the shares tell that the test is not idle either.
        assert!(first <= 100 && anyone > 0, "{first} {anyone}");
    }

    #[test]
    fn equals_stay_and_the_first_comes_first() {
        let run = |Race { left, .. }: &Race, tasks: Range<usize>| {
            Ok(Some(vec![vec![Cost { nodes: 9, ms: 1.0, cut: false }; tasks.len()]; left.len()]))
        };
        let race = race(3, &[0..4, 4..8], &[Criterion::Nodes, Criterion::Time], run).unwrap().unwrap();
        assert_eq!((&race.left, race.ranking(Criterion::Time)), (&vec![0, 1, 2], vec![0, 1, 2]));
        let ratio = race.ratio(2, 0, Criterion::Nodes).unwrap();
        assert_eq!((ratio.mean, ratio.interval, ratio.pairs), (1.0, Some((1.0, 1.0)), 8));
    }

    #[test]
    fn worse_by_one_measure_of_two_is_not_worse() {
        // The first takes fewer nodes, the second less time, the third more of both; the fourth is cut short.
        let costs = [(10, 3.0, false), (20, 1.0, false), (30, 9.0, false), (10, 1.0, true)];
        let run = |Race { left, .. }: &Race, tasks: Range<usize>| {
            let cost = |&n: &usize| Cost { nodes: costs[n].0, ms: costs[n].1, cut: costs[n].2 };
            Ok(Some(left.iter().map(|n| vec![cost(n); tasks.len()]).collect()))
        };
        let both = race(4, &[0..4, 4..8], &[Criterion::Nodes, Criterion::Time], run).unwrap().unwrap();
        assert_eq!(both.left, [0, 1]);
        assert_eq!((both.ranking(Criterion::Nodes)[0], both.ranking(Criterion::Time)[0]), (0, 1));
        assert_eq!((both.costs[1].len(), both.costs[2].len(), both.costs[3].len()), (8, 4, 4));
        let nodes = race(4, &[0..4, 4..8], &[Criterion::Nodes], run).unwrap().unwrap();
        assert_eq!(nodes.left, [0]);
        assert!(race(2, &[0..2, 2..4], &[Criterion::Nodes], |_, _| Ok(None)).unwrap().is_none());
    }
}
