//! Games of an evaluation against itself.

use super::searched::{Searched, Searching};
use super::{LookAhead, SeenGame, SeenPly, SelfPlay, TupleWeights};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::best::{SearchTree, descent};
use secateur::{Halt, Limiter, Repetition, Score, Search, legal_moves, result};
use secateur_games::{Inputs, Learned, Notation, Sight};

/// The most bytes of a tree of descent, far more than its nodes ask for.
const TREE: usize = 1 << 26;

/// A game from this position on; see [`super::Learning::self_play`].
pub(crate) fn self_play<G: Notation>(
    start: &G,
    value: TupleWeights<'_>,
    policy: Option<TupleWeights<'_>>,
    how: &SelfPlay,
    number: u64,
) -> SeenGame {
    let inputs = value.layout.shape().inputs;
    let mut seen = SeenGame::default();
    if start.inputs() != Some(inputs) {
        return seen;
    }
    let mut random = SplitMix64::seed_from_u64(how.seed.rotate_left(32) ^ number);
    let opening = (random.next_u64() % (u64::from(how.opening) + 1)) as usize;
    let (mut pos, mut path) = (start.clone(), Vec::new());
    let mut search = policy.map(|policy| Searching::new(value, policy));
    let mut player = Player { value, ahead: value.layout.sight(), here: vec![0; inputs.cells()] };
    for ply in 0..how.longest {
        if let Some(score) = ended(&pos, &mut path, &inputs) {
            seen.end = score;
            return seen;
        }
        let below =
            |share: f32, random: &mut SplitMix64| (random.next_u64() >> 40) as f32 / 16_777_216.0 < share;
        let wanders = ply < opening || below(how.random, &mut random);
        let moves = legal_moves(&pos);
        let by_chance = wanders.then(|| (random.next_u64() % moves.len() as u64) as usize);
        let made = match how.ahead {
            LookAhead::OnePly => player.looks_ahead(&pos, &moves, by_chance, &mut seen),
            LookAhead::Descent(nodes) => player.descends(&pos, &moves, by_chance, nodes, &mut seen),
            LookAhead::Puct { nodes, drawn } => {
                let Some(search) = &mut search else { return seen };
                let found = search.best_move(&pos, nodes, &mut random);
                let by_visits = (ply < drawn as usize).then(|| found.drawn(&mut random));
                player.chooses(&pos, &moves, by_chance, found, by_visits, &mut seen)
            }
        };
        pos.play(moves[made]);
    }
    seen.end = 0.0;
    seen
}

/// The player of both sides.
struct Player<'a> {
    value: TupleWeights<'a>,
    /// What the network sees ahead, and what is on the cells.
    ahead: Sight,
    here: Vec<u8>,
}

impl Player<'_> {
    /// Makes the best move one ply ahead, if none was made by chance, and notes the position with its value.
    fn looks_ahead<G: Notation>(
        &mut self,
        pos: &G,
        moves: &[G::Move],
        by_chance: Option<usize>,
        seen: &mut SeenGame,
    ) -> usize {
        let (mut best, mut choice) = (f32::NEG_INFINITY, 0);
        for (place, &m) in moves.iter().enumerate() {
            let value = -worth(&pos.child(m), &self.value, &mut self.ahead);
            if value > best {
                (best, choice) = (value, place);
            }
        }
        let made = by_chance.unwrap_or(choice);
        self.note(pos, best, made == choice, seen);
        made
    }

    /// Makes the best move that descent finds with so many nodes, if none was made by chance, and notes all positions of its tree
    /// that have children there, with their values.
    fn descends<G: Notation>(
        &mut self,
        pos: &G,
        moves: &[G::Move],
        by_chance: Option<usize>,
        nodes: u64,
        seen: &mut SeenGame,
    ) -> usize {
        let inputs = self.value.layout.shape().inputs;
        let (value, ahead) = (self.value, &mut self.ahead);
        let eval = |pos: &G| Learned::points::<G>(value.sum(ahead, pos), &inputs);
        let mut cx =
            Search::new(eval).history(Repetition::exact(pos)).stop(Limiter::new(nodes, || None::<Halt>));
        let mut tree = SearchTree::with_bytes(TREE);
        let answer = descent(&mut cx, pos, &mut tree);
        tree.each_expanded(pos, &mut |pos, data| {
            self.note(pos, guessed::<G>(data.value, &inputs), false, seen);
        });
        let best = answer.line.first().and_then(|best| moves.iter().position(|m| m == best));
        by_chance.or(best).unwrap_or(0)
    }

    /// Makes the move that a search has found, or another one by its visits or by chance; notes the position with its value, and how
    /// the search shared itself out.
    fn chooses<G: Notation>(
        &mut self,
        pos: &G,
        moves: &[G::Move],
        by_chance: Option<usize>,
        found: Searched<G::Move>,
        by_visits: Option<G::Move>,
        seen: &mut SeenGame,
    ) -> usize {
        let place = |m: G::Move| moves.iter().position(|&n| n == m).unwrap_or(0);
        let best = place(found.best);
        let made = by_chance.unwrap_or_else(|| by_visits.map_or(best, place));
        self.note(pos, found.value, made == best, seen);
        seen.choices.push(found.choice(pos, &mut self.here));
        made
    }

    fn note<G: Notation>(&mut self, pos: &G, best: f32, greedy: bool, seen: &mut SeenGame) {
        let view = pos.contents(&mut self.here) as u8;
        seen.cells.extend_from_slice(&self.here);
        seen.plies.push(SeenPly { view, best, greedy });
    }
}

/// The worth of a position whose game is over, or that came back often enough.
fn ended<G: Notation>(pos: &G, path: &mut Vec<u64>, inputs: &Inputs) -> Option<f32> {
    if let Some(score) = result(pos) {
        return Some(Learned::worth(score, inputs));
    }
    if G::CYCLES {
        let identity = pos.identity();
        path.push(identity);
        let times = path.iter().filter(|&&before| before == identity).count();
        if times >= G::REPETITION as usize {
            return Some(Learned::worth(G::RETURNED, inputs));
        }
    }
    None
}

/// The worth that a search has found, from -1 to 1.
pub(super) fn guessed<G: Notation>(value: Score, inputs: &Inputs) -> f32 {
    match value.is_decisive() {
        true => Learned::worth(value, inputs),
        false => 2.0 * Learned::expectation(value.get(), G::UNIT, inputs) - 1.0,
    }
}

/// The worth of a position for the side to move: what the rules say, or else the weights.
fn worth<G: Notation>(pos: &G, value: &TupleWeights<'_>, sight: &mut Sight) -> f32 {
    match result(pos) {
        Some(score) => Learned::worth(score, &value.layout.shape().inputs),
        None => value.sum(sight, pos).tanh(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{TupleLayout, TupleShape, connect4::Connect4, loa::Loa};

    const HOW: SelfPlay =
        SelfPlay { seed: 3, random: 0.1, opening: 4, longest: 300, ahead: LookAhead::OnePly };

    fn game<G: Notation>(how: &SelfPlay, number: u64) -> (SeenGame, Inputs) {
        let inputs = G::start().inputs().unwrap();
        let layout = TupleLayout::new(TupleShape::at_random(inputs, 8, 4, 1, 1));
        let weights = vec![0.0; layout.shape().weights()];
        let weights = TupleWeights { layout: &layout, weights: &weights };
        (self_play(&G::start(), weights, Some(weights), how, number), inputs)
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let games = [0, 1, 2].map(|number| game::<Connect4>(&HOW, number).0);
        assert_ne!(games[0].plies, games[1].plies);
        assert_eq!(game::<Connect4>(&HOW, 2).0, games[2]);
    }

    #[test]
    fn games_are_seen_from_beginning_to_end() {
        let (mut wins, mut greedy) = (0, 0);
        for number in 0..50 {
            let (seen, inputs) = game::<Connect4>(&HOW, number);
            assert_eq!(seen.cells.len(), inputs.cells() * seen.plies.len());
            // Stones, and not the three of the landings.
            let stones = |ply: usize| {
                seen.cells[ply * inputs.cells()..][..inputs.cells()]
                    .iter()
                    .filter(|&&c| c == 1 || c == 2)
                    .count()
            };
            for (ply, at) in seen.plies.iter().enumerate() {
                assert_eq!((stones(ply), usize::from(at.view)), (ply, ply % 2));
                greedy += usize::from(at.greedy);
            }
            // A win one ply ahead is seen, and whoever is to move when the game is over has lost.
            wins += usize::from(seen.end == -1.0);
            assert!(seen.end == -1.0 || seen.plies.len() == 42);
            assert!(
                seen.plies.last().unwrap().best == 1.0
                    || seen.end == 0.0
                    || !seen.plies.last().unwrap().greedy
            );
        }
        assert!(wins > 30 && greedy > 500);
    }

    #[test]
    fn trees_are_seen_down_to_the_end() {
        let how = SelfPlay { ahead: LookAhead::Descent(60), ..HOW };
        let mut seen = Vec::new();
        for number in 0..10 {
            let (tree, inputs) = game::<Connect4>(&how, number);
            assert_eq!(game::<Connect4>(&how, number).0, tree);
            assert_eq!(tree.cells.len(), inputs.cells() * tree.plies.len());
            assert!(tree.plies.iter().all(|ply| !ply.greedy));
            seen.extend(tree.plies.iter().map(|ply| ply.best));
        }
        // Far more than the positions of ten games. Some are settled for either side, and nothing is known of others yet.
        assert!(seen.len() > 1_000, "{}", seen.len());
        for value in [-1.0, 0.0, 1.0] {
            assert!(seen.contains(&value), "{value} is missing");
        }
    }

    #[test]
    fn searches_tell_how_they_shared_themselves_out() {
        let how = SelfPlay { ahead: LookAhead::Puct { nodes: 60, drawn: 6 }, random: 0.0, opening: 0, ..HOW };
        let (mut openings, mut wins) = (Vec::new(), 0);
        for number in 0..10 {
            let (seen, inputs) = game::<Connect4>(&how, number);
            assert_eq!(game::<Connect4>(&how, number).0, seen);
            assert_eq!(seen.choices.len(), seen.plies.len());
            for (ply, choice) in seen.choices.iter().enumerate() {
                assert_eq!(choice.cells.len(), inputs.cells() * choice.shares.len());
                assert!((choice.shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert!(choice.views.iter().all(|&view| usize::from(view) == (ply + 1) % 2));
            }
            // What is won is found, and the game ends by it.
            wins += usize::from(seen.end == -1.0 && seen.plies.last().unwrap().best == 1.0);
            openings.push(seen.cells[6 * inputs.cells()..][..inputs.cells()].to_vec());
        }
        openings.sort();
        openings.dedup();
        assert!(wins > 5 && openings.len() > 5, "{wins}, {}", openings.len());
    }

    #[test]
    fn endless_games_end() {
        let (seen, _) = game::<Loa>(&SelfPlay { longest: 40, ..HOW }, 1);
        assert!(seen.plies.len() <= 40 && !seen.plies.is_empty());
        let (seen, _) = game::<Loa>(&SelfPlay { longest: 4, ahead: LookAhead::Descent(200), ..HOW }, 1);
        assert!(!seen.plies.is_empty());
        let ahead = LookAhead::Puct { nodes: 30, drawn: 4 };
        let (seen, _) = game::<Loa>(&SelfPlay { longest: 20, ahead, ..HOW }, 1);
        assert!(seen.plies.len() <= 20 && seen.plies.len() == seen.choices.len());
    }
}
