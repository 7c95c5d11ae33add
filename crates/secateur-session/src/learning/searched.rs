//! A move of a game that an evaluation plays against itself by PUCT.

use super::games::guessed;
use super::{SeenChoice, TupleWeights};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;
use secateur::best::{Playing, SearchTree, puct};
use secateur::{Eval, Halt, Limiter, Repetition, Score, Search, legal_moves};
use secateur_games::{Learned, Notation, Sight};

/// The most bytes of a tree, far more than its nodes ask for.
const TREE: usize = 1 << 26;
/// The share of noise in the policy at the root, and how little of it the single moves have alike: on average so much divided by
/// their number is the parameter of the Dirichlet distribution (D. Silver and others, 2018).
const NOISE: f32 = 0.25;
const ALIKE: f32 = 10.0;
/// The most moves that are told of a position.
const TOLD: usize = 64;

/// What a search has found.
pub(super) struct Searched<M> {
    /// The best move.
    pub(super) best: M,
    /// Its value for the side to move, from -1 to 1.
    pub(super) value: f32,
    /// The moves that the search knows of, and how often it went there.
    visits: Vec<(M, u32)>,
}

/// What searches for moves.
pub(super) struct Searching<'a> {
    value: TupleWeights<'a>,
    policy: TupleWeights<'a>,
    /// Where either network stands.
    sights: [Sight; 2],
}

impl<'a> Searching<'a> {
    pub(super) fn new(value: TupleWeights<'a>, policy: TupleWeights<'a>) -> Self {
        Searching { value, policy, sights: [value.layout.sight(), policy.layout.sight()] }
    }

    /// Searches for a move with so many nodes. The policy at the root is noisy, so that every move is tried in some game.
    pub(super) fn best_move<G: Notation>(
        &mut self,
        pos: &G,
        nodes: u64,
        random: &mut SplitMix64,
    ) -> Searched<G::Move> {
        let inputs = self.value.layout.shape().inputs;
        let mut guess = Guess { by: self, noisy: Vec::new(), ply: 0 };
        guess.disturb(pos, random);
        let mut cx =
            Search::new(guess).history(Repetition::exact(pos)).stop(Limiter::new(nodes, || None::<Halt>));
        let how = Playing { unit: G::UNIT, ..Playing::default() };
        let mut tree = SearchTree::with_bytes(TREE);
        let answer = puct(&mut cx, pos, how, &mut tree);
        let best = answer.line.first().copied().or_else(|| legal_moves(pos).first().copied());
        let best = best.expect("a game that goes on");
        let children = || tree.moves().iter().copied().zip(tree.children());
        let settled = answer.bounds.is_exact().then_some(answer.bounds.lower);
        let value = settled.unwrap_or_else(|| match children().find(|(m, _)| *m == best) {
            Some((_, child)) if child.data.bounds.is_exact() => -child.data.bounds.lower,
            Some((_, child)) => points(-child.data.mean(), G::UNIT),
            None => Score::DRAW,
        });
        // Where the value is proven, the move that proves it is all that a policy has to know.
        let visits = match settled {
            Some(_) => children().map(|(m, _)| (m, u32::from(m == best))).collect(),
            None => children().map(|(m, child)| (m, child.data.visits)).collect(),
        };
        Searched { best, value: guessed::<G>(value, &inputs), visits }
    }
}

/// The points that a mean reward stands for.
fn points(mean: f64, unit: i32) -> Score {
    Score::points((mean / (1.0 - mean.abs()).max(1e-6) * f64::from(unit)).clamp(-1e6, 1e6) as i32)
}

impl<M: Copy> Searched<M> {
    /// A move, each as likely as it was visited.
    pub(super) fn drawn(&self, random: &mut SplitMix64) -> M {
        let all: u64 = self.visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
        let mut left = random.next_u64() % all.max(1);
        let drawn = self.visits.iter().find(|&&(_, visits)| {
            let found = left < u64::from(visits);
            left = left.saturating_sub(visits.into());
            found
        });
        drawn.map_or(self.best, |&(m, _)| m)
    }

    /// How the search shared itself out among the moves of this position.
    pub(super) fn choice<G: Notation<Move = M>>(mut self, pos: &G, cells: &mut [u8]) -> SeenChoice {
        self.visits.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
        self.visits.truncate(TOLD);
        let all: u32 = self.visits.iter().map(|&(_, visits)| visits).sum();
        let mut choice = SeenChoice::default();
        for &(m, visits) in self.visits.iter().filter(|_| all > 0) {
            choice.views.push(pos.child(m).contents(cells) as u8);
            choice.cells.extend_from_slice(cells);
            choice.shares.push(visits as f32 / all as f32);
        }
        choice
    }
}

/// Values and policy as a search asks for them, with a policy of its own at the root.
struct Guess<'s, 'a, M> {
    by: &'s mut Searching<'a>,
    /// The logarithms of the weights at the root.
    noisy: Vec<(M, f32)>,
    ply: u32,
}

impl<M: Copy> Guess<'_, '_, M> {
    fn policy<G: Notation<Move = M>>(&mut self, pos: &G, m: M) -> f32 {
        self.by.policy.sum(&mut self.by.sights[1], &pos.child(m))
    }

    /// Mixes noise into the policy at the root.
    fn disturb<G: Notation<Move = M>>(&mut self, pos: &G, random: &mut SplitMix64) {
        let moves = legal_moves(pos);
        let chances = softmax(moves.iter().map(|&m| self.policy(pos, m)).collect());
        let noise: Vec<f32> = moves.iter().map(|_| gamma(ALIKE / moves.len() as f32, random)).collect();
        let all: f32 = noise.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let mixed =
            |(chance, noise): (f32, f32)| ((1.0 - NOISE) * chance + NOISE * noise / all).max(1e-9).ln();
        self.noisy = moves.into_iter().zip(chances.into_iter().zip(noise).map(mixed)).collect();
    }
}

impl<G: Notation> Eval<G> for Guess<'_, '_, G::Move> {
    fn eval(&mut self, pos: &G) -> Score {
        let sum = self.by.value.sum(&mut self.by.sights[0], pos);
        Learned::points::<G>(sum, &self.by.value.layout.shape().inputs)
    }

    fn prior(&mut self, pos: &G, m: G::Move) -> Option<f32> {
        let at_root = || self.noisy.iter().find(|(n, _)| *n == m).map(|&(_, weight)| weight);
        let known = if self.ply == 0 { at_root() } else { None };
        Some(known.unwrap_or_else(|| self.policy(pos, m)))
    }

    fn push(&mut self, _: &G, _: Option<G::Move>, _: &G) {
        self.ply += 1;
    }

    fn pop(&mut self) {
        self.ply -= 1;
    }
}

/// Chances, by the logarithms of weights.
fn softmax(mut weights: Vec<f32>) -> Vec<f32> {
    let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    weights.iter_mut().for_each(|weight| *weight = (*weight - most).exp());
    let all: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= all);
    weights
}

/// A number of the gamma distribution with this shape and the scale 1: for shapes below 1 by M. Jöhnk's way (1964), and the sum of
/// as many exponential ones as it takes beside.
fn gamma(shape: f32, random: &mut SplitMix64) -> f32 {
    let mut between = || ((random.next_u64() >> 40) as f32 + 0.5) / 16_777_216.0;
    let whole: f32 = (0..shape as u32).map(|_| -between().ln()).sum();
    let part = shape.fract();
    if part == 0.0 {
        return whole;
    }
    loop {
        let (x, y) = (between().powf(1.0 / part), between().powf(1.0 / (1.0 - part)));
        if x + y > 0.0 && x + y <= 1.0 {
            return whole - between().ln() * x / (x + y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut random = SplitMix64::seed_from_u64(1);
        for shape in [0.1, 0.5, 1.0, 1.43, 5.0] {
            let numbers: Vec<f32> = (0..20_000).map(|_| gamma(shape, &mut random)).collect();
            let mean = numbers.iter().sum::<f32>() / 20_000.0;
            let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / 20_000.0;
            assert!((mean / shape - 1.0).abs() < 0.08, "{mean} for {shape}");
            assert!((variance / shape - 1.0).abs() < 0.2, "{variance} for {shape}");
        }
    }

    #[test]
    fn moves_are_drawn_as_often_as_they_were_visited() {
        let mut random = SplitMix64::seed_from_u64(2);
        let found = Searched { best: 'b', value: 0.0, visits: vec![('a', 10), ('b', 30), ('c', 0)] };
        let mut count = [0; 3];
        (0..4_000).for_each(|_| count[found.drawn(&mut random) as usize - 'a' as usize] += 1);
        assert!(count[0] > 900 && count[0] < 1_100 && count[2] == 0, "{count:?}");
    }
}
