//! Positions as the weights of an evaluation see them, packed for fitting.

use secateur_games::chess::knowledge::{Count, Features};

/// A middle-game and an end-game weight, in points and fractions of them.
pub type Weight = [f32; 2];

/// What is known of a position but for its counts.
#[derive(Copy, Clone, Debug)]
struct Sample {
    /// What a point of the middle-game counts.
    middle: f32,
    /// What a point of the end-game counts, where White and where Black is ahead.
    end: [f32; 2],
    result: f32,
    score: f32,
}

/// Positions, by the weights that count in them, and what came of them.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    samples: Vec<Sample>,
    counts: Vec<Count>,
    /// Where each position's counts end.
    ends: Vec<usize>,
}

/// A position's value in points, and how it grows with the sums of both kinds.
pub(crate) struct Valued {
    pub(crate) value: f32,
    pub(crate) slope: Weight,
}

impl Samples {
    /// Adds a position: its features, how its game ended (1, 0 or -1, for White) and its score in points.
    pub fn add(&mut self, features: &Features, result: i32, score: i32) {
        let phase = features.phase as f32 / 24.0;
        self.samples.push(Sample {
            middle: phase,
            end: features.scale.map(|scale| (1.0 - phase) * scale as f32 / 64.0),
            result: (result + 1) as f32 / 2.0,
            score: score as f32,
        });
        self.counts.extend_from_slice(&features.counts);
        self.ends.push(self.counts.len());
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// How often each of so many weights counts, for either side.
    pub fn frequency(&self, weights: usize) -> Vec<u64> {
        let mut seen = vec![0; weights];
        self.counts.iter().for_each(|count| seen[usize::from(count.index)] += 1);
        seen
    }

    /// What is expected of White: its result, 0 to 1, mixed with its chances by the score.
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
    pub(crate) fn valued(&self, i: usize, weights: &[Weight]) -> Valued {
        let sample = &self.samples[i];
        let (mut middle, mut end) = (0.0, 0.0);
        for term in self.counts(i) {
            let (weight, count) = (weights[usize::from(term.index)], f32::from(term.count));
            middle += weight[0] * count;
            end += weight[1] * count;
        }
        let slope = [sample.middle, sample.end[usize::from(end < 0.0)]];
        Valued { value: middle * slope[0] + end * slope[1], slope }
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
    use secateur_games::chess::{Chess, Evaluation, knowledge::Weights};

    #[test]
    fn values_are_those_that_are_played_with() {
        let weights = Weights::standard();
        let start = crate::chess::start(&weights);
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "8/5pk1/4p1p1/8/2Bb3P/6P1/5PK1/8 b - - 0 40",
            "8/5pk1/4p1p1/2b5/4B2P/6P1/5PK1/8 w - - 0 40",
            "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30",
        ];
        for fen in fens {
            let features = Evaluation::features(Chess::read(fen).unwrap().board()).unwrap();
            let mut samples = Samples::default();
            samples.add(&features, 0, 0);
            let value = samples.valued(0, &start).value;
            assert!((value - features.value(&weights) as f32).abs() < 1.01, "{fen}: {value}");
        }
    }
}
