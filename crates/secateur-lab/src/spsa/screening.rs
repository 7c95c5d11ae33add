//! Screening: which of many numbers matter, and by how much, from games of points to either side of the usual one.
//!
//! Each pair of games sets every number low or high at random for one player, and the other way for its opponent. So every
//! pair tells of all numbers at once, and of each nearly as much as if no other had been changed. Source: R. Plackett and
//! J. Burman, *The design of optimum multifactorial experiments*, 1946, here with signs at random; the effects are those of
//! least squares.

use super::recipe::{Tunable, TuningPlan};
use std::collections::BTreeMap;

/// The worth of a number's high value beside its low one.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// `trick.number`, as settings name it.
    pub name: String,
    /// The low value and the high one.
    pub values: [i32; 2],
    /// The share of a game's points that is gained by going from the low value to the high one.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
}

impl Effect {
    /// The gain's interval of 95 %.
    pub fn interval(&self) -> [f64; 2] {
        [-1.96, 1.96].map(|errors| self.gain + errors * self.error)
    }

    /// The value that comes out better beyond doubt, if one does: chance alone would name one number in twenty.
    pub fn better(&self) -> Option<i32> {
        let [least, most] = self.interval();
        let [low, high] = self.values;
        if least > 0.0 { Some(high) } else { (most < 0.0).then_some(low) }
    }
}

impl Tunable {
    /// The same number with two values only, as a screening takes it. `None`: as far to either side of its start as the last
    /// comparison of tuning looks, within its range.
    #[must_use]
    pub fn of_two(mut self, values: Option<[i32; 2]>) -> Tunable {
        let parameter = &mut self.parameter;
        let around = || {
            [-1.0, 1.0].map(|side| {
                let end = parameter.start + side * parameter.reach;
                super::clamp(end, &parameter.range).round()
            })
        };
        let [low, high] = values.map_or_else(around, |values| values.map(f64::from));
        // Comparisons look further at first: the range brings them back.
        parameter.start = f64::midpoint(low, high);
        parameter.reach = (high - low) / 2.0;
        parameter.range = low..=high;
        self
    }
}

/// The effects of a plan's numbers, each [of two values](Tunable::of_two), by the half points, from 0 to 4, that the first
/// player made in each pair played; those first that chance explains least. None before there are pairs enough.
pub fn effects(plan: &TuningPlan, played: &BTreeMap<u64, u8>) -> Option<Vec<Effect>> {
    let spsa = plan.spsa();
    let count = plan.numbers.len();
    let free = played.len().checked_sub(count).filter(|&free| free > 0)?;
    let rows: Vec<(Vec<f64>, f64)> = played
        .iter()
        .map(|(&pair, &half_points)| (spsa.signs(pair), (f64::from(half_points) - 2.0) / 4.0))
        .collect();
    let mut products = vec![vec![0.0; count]; count];
    let mut sums = vec![0.0; count];
    for (signs, gain) in &rows {
        for (place, sign) in signs.iter().enumerate() {
            sums[place] += sign * gain;
            products[place].iter_mut().zip(signs).for_each(|(product, other)| *product += sign * other);
        }
    }
    let inverse = inverse(products)?;
    let gains: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
    let squares: f64 = rows.iter().map(|(signs, gain)| (gain - dot(signs, &gains)).powi(2)).sum();
    let mut effects: Vec<Effect> = plan
        .numbers
        .iter()
        .enumerate()
        .map(|(place, Tunable { name, parameter })| Effect {
            name: name.clone(),
            values: [*parameter.range.start() as i32, *parameter.range.end() as i32],
            gain: gains[place],
            error: (inverse[place][place] * squares / free as f64).sqrt(),
        })
        .collect();
    let doubt = |effect: &Effect| effect.gain.abs() / effect.error.max(f64::MIN_POSITIVE);
    effects.sort_by(|a, b| doubt(b).total_cmp(&doubt(a)));
    Some(effects)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a matrix of products, by elimination; none if rows depend on one another.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|other| f64::from(u8::from(other == place))));
    }
    for place in 0..size {
        let pivot = matrix[place][place];
        if pivot < 1e-9 {
            return None;
        }
        matrix[place].iter_mut().for_each(|x| *x /= pivot);
        let row = matrix[place].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let times = other[place];
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
        }
    }
    matrix.iter_mut().for_each(|row| drop(row.drain(..size)));
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::super::{Parameter, random};
    use super::*;
    use proptest::prelude::*;
    use rand_xoshiro::rand_core::Rng;

    fn plan(count: usize, pairs: u64, seed: u64) -> TuningPlan {
        let number = |place: usize| {
            let parameter = Parameter { start: 50.0, range: 0.0..=100.0, reach: 5.0 };
            Tunable { name: format!("n{place}"), parameter }.of_two(None)
        };
        TuningPlan {
            settings: vec![],
            numbers: (0..count).map(number).collect(),
            seed,
            pairs,
            batch: pairs,
            rate: 0.0,
            nodes: 1,
            hash: 1,
        }
    }

    /// Games in which number 0 is worth this share of a game's points, and number 1 as much in the other direction.
    fn games(plan: &TuningPlan, worth: f64) -> BTreeMap<u64, u8> {
        let spsa = plan.spsa();
        let pair = |number: u64| {
            let [first, _] = spsa.points(number);
            let side = |place: usize| if first[place] > 50.0 { 1.0 } else { -1.0 };
            let share = 0.5 + worth * (side(0) - side(1));
            let mut luck = random(!plan.seed, number);
            let game = |luck: u64| if ((luck >> 11) as f64) / ((1_u64 << 53) as f64) < share { 2 } else { 0 };
            (number, game(luck.next_u64()) + game(luck.next_u64()))
        };
        (0..plan.pairs).map(pair).collect()
    }

    #[test]
    fn what_matters_is_told_from_what_does_not() {
        let (mut sum, mut others) = (0.0, 0);
        for seed in 0..10 {
            let plan = plan(30, 1_000, seed);
            let found = effects(&plan, &games(&plan, 0.06)).unwrap();
            let mut names = [&*found[0].name, &*found[1].name];
            names.sort_unstable();
            assert_eq!(names, ["n0", "n1"]);
            for effect in &found[..2] {
                let (side, better) = if effect.name == "n0" { (1.0, 55) } else { (-1.0, 45) };
                assert_eq!((effect.values, effect.better()), ([45, 55], Some(better)));
                // Coins that are tossed twice.
                assert!((0.010..0.012).contains(&effect.error), "{effect:?}");
                sum += side * effect.gain;
            }
            others += found[2..].iter().filter(|effect| effect.better().is_some()).count();
        }
        assert!((sum / 20.0 - 0.06).abs() < 3.0 * 0.011 / 20_f64.sqrt(), "{}", sum / 20.0);
        // Of the others chance names one in twenty.
        assert!((5..=25).contains(&others), "{others} of 280");
    }

    #[test]
    fn chance_alone_names_one_in_twenty() {
        let named: usize = (0..20)
            .map(|seed| {
                let plan = plan(30, 300, seed);
                let found = effects(&plan, &games(&plan, 0.0)).unwrap();
                found.iter().filter(|effect| effect.better().is_some()).count()
            })
            .sum();
        assert!((10..=60).contains(&named), "{named} of 600");
    }

    #[test]
    fn too_few_pairs_tell_nothing() {
        let plan = plan(30, 30, 1);
        let few = games(&plan, 0.1);
        assert!(effects(&plan, &few).is_none() && effects(&plan, &BTreeMap::new()).is_none());
    }

    proptest! {
        #[test]
        fn each_point_of_a_screening_has_one_of_two_values(low in -50..50, wide in 1..100, pair in 0..1000_u64) {
            let parameter = Parameter { start: 3.0, range: -200.0..=200.0, reach: 1.0 };
            let number = Tunable { name: "n".into(), parameter }.of_two(Some([low, low + wide]));
            let spsa = TuningPlan { numbers: vec![number], ..plan(1, 1_000, 9) }.spsa();
            let [plus, minus] = spsa.points(pair).map(|point| point[0]);
            let ends = [f64::from(low), f64::from(low + wide)];
            prop_assert!([plus, minus] == ends || [minus, plus] == ends);
        }
    }
}
