//! Least squares over sparse rows: weights whose sums come as near as may be to what is wanted.
//!
//! Each row names the weights that it is the sum of. The method is that of conjugate gradients on the normal
//! equations (M. Hestenes and E. Stiefel, 1952), each weight measured by how often it counts, with a pull
//! towards where it started that is felt where it counts seldom (A. Tikhonov, 1963).

/// Rows that name `N` weights each, and the sums wanted of them.
#[derive(Copy, Clone)]
pub(crate) struct Rows<'a, const N: usize> {
    pub(crate) rows: &'a [[u32; N]],
    pub(crate) wanted: &'a [f32],
}

/// The condition to stop.
pub(crate) struct StopRule {
    /// The most steps.
    pub(crate) steps: u32,
    /// The end comes as well after this many steps in a row that have brought nothing to the rows held back.
    pub(crate) patience: u32,
}

impl<const N: usize> Rows<'_, N> {
    fn sums(&self, weights: &[f32], out: &mut Vec<f32>) {
        out.clear();
        out.extend(self.rows.iter().map(|row| row.iter().map(|&i| weights[i as usize]).sum::<f32>()));
    }

    /// Returns the residuals.
    fn missing(&self, weights: &[f32]) -> Vec<f32> {
        let mut sums = Vec::with_capacity(self.rows.len());
        self.sums(weights, &mut sums);
        sums.iter().zip(self.wanted).map(|(sum, wanted)| wanted - sum).collect()
    }

    /// Each weight's share in these numbers, one a row.
    fn spread(&self, numbers: &[f32], out: &mut [f32]) {
        out.fill(0.0);
        for (row, number) in self.rows.iter().zip(numbers) {
            row.iter().for_each(|&i| out[i as usize] += number);
        }
    }
}

/// The weights that fit the rows held back best, on the way from `start` to those that fit the others best.
///
/// A weight that counts in `pull` rows goes half the way it would.
pub(crate) fn fit<const N: usize>(
    [training, held_back]: [Rows<N>; 2],
    start: &[f32],
    pull: f32,
    stop: &StopRule,
) -> Vec<f32> {
    let mut counts = vec![0.0; start.len()];
    training.spread(&vec![1.0; training.rows.len()], &mut counts);
    let (mut missing, before) = (training.missing(start), held_back.missing(start));
    let mut moved = vec![0.0; start.len()];
    let (mut best, mut least, mut since) = (moved.clone(), squares(&before), 0);
    let (mut slope, mut sums) = (vec![0.0; start.len()], Vec::with_capacity(training.rows.len()));
    let mut direction = vec![0.0; start.len()];
    let mut last = 0.0;
    for _ in 0..stop.steps {
        training.spread(&missing, &mut slope);
        slope.iter_mut().zip(&moved).for_each(|(slope, moved)| *slope -= pull * moved);
        let measured = |i: usize| slope[i] / (counts[i] + pull);
        let size: f64 = (0..slope.len()).map(|i| f64::from(slope[i]) * f64::from(measured(i))).sum();
        let keep = if last > 0.0 { (size / last) as f32 } else { 0.0 };
        (0..slope.len()).for_each(|i| direction[i] = measured(i) + keep * direction[i]);
        last = size;
        training.sums(&direction, &mut sums);
        let curve = squares(&sums) + f64::from(pull) * squares(&direction);
        if curve <= 0.0 || size <= 0.0 {
            break;
        }
        let step = (size / curve) as f32;
        moved.iter_mut().zip(&direction).for_each(|(moved, direction)| *moved += step * direction);
        missing.iter_mut().zip(&sums).for_each(|(missing, sum)| *missing -= step * sum);

        held_back.sums(&moved, &mut sums);
        let error = sums.iter().zip(&before).map(|(sum, before)| f64::from(before - sum).powi(2)).sum();
        since += 1;
        if error < least {
            (least, since) = (error, 0);
            best.copy_from_slice(&moved);
        }
        if since >= stop.patience {
            break;
        }
    }
    best.iter().zip(start).map(|(moved, start)| start + moved).collect()
}

fn squares(numbers: &[f32]) -> f64 {
    numbers.iter().map(|&number| f64::from(number).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const WEIGHTS: usize = 60;

    /// Rows of four weights of a group each, and their sums in `truth`, give or take the noise.
    fn synthetic(n: usize, seed: u64, truth: &[f32], noise: f32) -> (Vec<[u32; 4]>, Vec<f32>) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut row = || [0, 15, 30, 45].map(|group| group + (random.next_u64() % 14) as u32);
        let rows: Vec<[u32; 4]> = (0..n).map(|_| row()).collect();
        let mut random = SplitMix64::seed_from_u64(!seed);
        let mut error = || noise * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let wanted = rows.iter().map(|row| row.iter().map(|&i| truth[i as usize]).sum::<f32>() + error());
        let wanted = wanted.collect();
        (rows, wanted)
    }

    fn planted() -> Vec<f32> {
        (0..WEIGHTS).map(|i| (i * 37 % 41) as f32 - 20.0).collect()
    }

    #[test]
    fn finds_planted_weights() {
        let (truth, stop) = (planted(), StopRule { steps: 200, patience: 20 });
        let [a, b] = [5_000, 500].map(|n| synthetic(n, n as u64, &truth, 5.0));
        let [training, held_back] = [&a, &b].map(|(rows, wanted)| Rows { rows, wanted });
        let found = fit([training, held_back], &vec![0.0; WEIGHTS], 0.1, &stop);
        // The groups may differ by a constant each that cancels out, so it is sums that count.
        let (fresh, exact) = synthetic(1_000, 77, &truth, 0.0);
        let off = Rows { rows: &fresh, wanted: &exact }.missing(&found);
        let worst = off.iter().fold(0.0_f32, |worst, off| worst.max(off.abs()));
        assert!(worst < 1.5, "{worst}");
        // The last of a group never counts.
        assert!([14, 29, 44, 59].iter().all(|&i| found[i] == 0.0));
    }

    #[test]
    fn what_counts_seldom_moves_little() {
        // One row against a pull of as much: half the way.
        let rows = [[0]];
        let one = Rows { rows: &rows, wanted: &[10.0] };
        let stop = StopRule { steps: 10, patience: 10 };
        let found = fit([one, one], &[4.0], 1.0, &stop);
        assert!((found[0] - 7.0).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn nothing_to_learn_from_changes_nothing() {
        let none = Rows::<4> { rows: &[], wanted: &[] };
        let stop = StopRule { steps: 10, patience: 10 };
        assert_eq!(fit([none, none], &[1.0, 2.0], 1.0, &stop), [1.0, 2.0]);
    }
}
