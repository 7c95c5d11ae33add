//! Play at random.

use crate::answer::{Answer, StoppedBy, Task};
use crate::searcher::Searcher;
use crate::{Algorithm, Request};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Score, Stats, legal_moves, result};
use secateur_games::Notation;

/// Plays any legal move: for equal seeds the same one in the same position after the same number of moves.
pub(crate) struct Chance;

impl<G: Notation> Searcher<G> for Chance {
    fn suits(&self, _: &Request) -> bool {
        true
    }

    fn analyse(&mut self, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer {
        let (pos, mut answer) = (task.pos, task.empty());
        if let Some(score) = result(pos) {
            answer.set_value(pos, score, true);
            return answer;
        }
        let moves = legal_moves(pos);
        let seed = task.request.method.order.seed.rotate_left(32) ^ pos.key() ^ task.past.len() as u64;
        let place = SplitMix64::seed_from_u64(seed).next_u64() % moves.len() as u64;
        answer.begin_with(pos, Some(moves[place as usize]));
        answer.stopped_by = StoppedBy::Depth;
        answer.set_time(task.start);
        report(&answer);
        answer
    }

    fn clear(&mut self) {}

    fn touch(&mut self) {}

    /// Measures the default search to a depth, since there is nothing to search here.
    fn measure(&mut self, pos: &G, depth: u32, deepen: bool, request: &Request) -> (Option<Score>, Stats) {
        let request = request.clone().algorithm(Algorithm::default());
        crate::searcher::searcher(request.method.algorithm, &request).measure(pos, depth, deepen, &request)
    }

    fn forget(&mut self) {}
}
