//! Positions as the weights of an evaluation see them, packed for fitting.

use secateur_games::linear::{Count, Features};

/// A weight as the game begins, and as it ends, in points and fractions of them.
pub type TaperedWeight = [f32; 2];

/// The facts about a position besides its counts.
#[derive(Copy, Clone, Debug)]
struct Sample {
    /// The weight of a point of the beginning.
    first: f32,
    /// The weight of a point of the end, where the side to move is ahead and where it is behind.
    last: [f32; 2],
    result: f32,
    score: f32,
}

/// Positions, by the weights that count in them, and their results.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    samples: Vec<Sample>,
    counts: Vec<Count>,
    /// The end of each position's counts.
    ends: Vec<usize>,
}

/// A position's value in points, and how it grows with the sums of both kinds.
pub(crate) struct Valued {
    pub(crate) value: f32,
    pub(crate) slope: TaperedWeight,
}

impl Samples {
    /// Adds a position: its features, how its game ended (1, 0 or -1) and its score in points, all for the side to
    /// move.
    pub fn add(&mut self, features: &Features, result: i32, score: i32) {
        self.samples.push(Sample {
            first: features.first,
            last: features.last,
            result: (result + 1) as f32 / 2.0,
            score: score as f32,
        });
        self.counts.extend_from_slice(&features.counts);
        self.ends.push(self.counts.len());
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Whether any position says that some of its game is gone.
    pub(crate) fn tell_of_the_end(&self) -> bool {
        self.samples.iter().any(|sample| sample.last != [0.0; 2])
    }

    /// Returns the number of times that each of the first `weights` weights counts, for either side.
    pub fn frequency(&self, weights: usize) -> Vec<u64> {
        let mut seen = vec![0; weights];
        self.counts.iter().for_each(|count| seen[usize::from(count.index)] += 1);
        seen
    }

    /// Returns the expectation of the side to move: its result, 0 to 1, mixed with its chances by the score.
    pub(crate) fn target(&self, i: usize, share: f32, spread: f32) -> f32 {
        let Sample { result, score, .. } = self.samples[i];
        share * result + (1.0 - share) * chances(score / spread)
    }

    pub(crate) fn score(&self, i: usize) -> f32 {
        self.samples[i].score
    }

    pub(crate) fn counts(&self, i: usize) -> &[Count] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.counts[start..self.ends[i]]
    }

    /// The formula of the evaluation, without its rounding.
    pub(crate) fn valued(&self, i: usize, weights: &[TaperedWeight]) -> Valued {
        let sample = &self.samples[i];
        let (mut first, mut last) = (0.0, 0.0);
        for term in self.counts(i) {
            let (weight, count) = (weights[usize::from(term.index)], f32::from(term.count));
            first += weight[0] * count;
            last += weight[1] * count;
        }
        let slope = [sample.first, sample.last[usize::from(last < 0.0)]];
        Valued { value: first * slope[0] + last * slope[1], slope }
    }
}

/// The logistic function: chances from 0 to 1.
pub(crate) fn chances(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Notation;
    use secateur_games::chess::Chess;

    #[test]
    fn values_are_those_that_are_played_with() {
        let weights = Chess::weights();
        let start = crate::linear::start(&weights);
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "8/5pk1/4p1p1/8/2Bb3P/6P1/5PK1/8 b - - 0 40",
            "8/5pk1/4p1p1/2b5/4B2P/6P1/5PK1/8 w - - 0 40",
            "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30",
        ];
        for fen in fens {
            let features = Chess::read(fen).unwrap().features().unwrap();
            let mut samples = Samples::default();
            samples.add(&features, 0, 0);
            let value = samples.valued(0, &start).value;
            assert!((value - features.value(&weights)).abs() < 0.01, "{fen}: {value}");
        }
    }
}
