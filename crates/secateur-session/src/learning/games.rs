//! Games of an evaluation against itself.

use super::{SeenGame, SeenPly, SelfPlay};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{legal_moves, result};
use secateur_games::{Inputs, Learned, Notation, Sight, TupleLayout};

/// A game from this position on; see [`super::Learning::self_play`].
pub(crate) fn self_play<G: Notation>(
    start: &G,
    layout: &TupleLayout,
    weights: &[f32],
    how: &SelfPlay,
    number: u64,
) -> SeenGame {
    let inputs = layout.shape().inputs;
    let mut seen = SeenGame::default();
    if start.inputs() != Some(inputs) {
        return seen;
    }
    let mut random = SplitMix64::seed_from_u64(how.seed.rotate_left(32) ^ number);
    let opening = (random.next_u64() % (u64::from(how.opening) + 1)) as usize;
    let (mut pos, mut path) = (start.clone(), Vec::new());
    let (mut here, mut ahead) = (vec![0; inputs.cells()], layout.sight());
    for ply in 0..how.longest {
        if let Some(score) = ended(&pos, &mut path, &inputs) {
            seen.end = score;
            return seen;
        }
        let moves = legal_moves(&pos);
        let (mut best, mut choice) = (f32::NEG_INFINITY, 0);
        for (place, &m) in moves.iter().enumerate() {
            let value = -worth(&pos.child(m), layout, weights, &mut ahead);
            if value > best {
                (best, choice) = (value, place);
            }
        }
        let below =
            |share: f32, random: &mut SplitMix64| (random.next_u64() >> 40) as f32 / 16_777_216.0 < share;
        let wanders = ply < opening || below(how.random, &mut random);
        let made = if wanders { (random.next_u64() % moves.len() as u64) as usize } else { choice };
        let view = pos.contents(&mut here) as u8;
        seen.cells.extend_from_slice(&here);
        seen.plies.push(SeenPly { view, best, greedy: made == choice });
        pos.play(moves[made]);
    }
    seen.end = 0.0;
    seen
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

/// The worth of a position for the side to move: what the rules say, or else the weights.
fn worth<G: Notation>(pos: &G, layout: &TupleLayout, weights: &[f32], sight: &mut Sight) -> f32 {
    match result(pos) {
        Some(score) => Learned::worth(score, &layout.shape().inputs),
        None => {
            layout.look(sight, pos);
            layout.sum::<f32, f32>(weights, sight).tanh()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{TupleShape, connect4::Connect4, loa::Loa};

    const HOW: SelfPlay = SelfPlay { seed: 3, random: 0.1, opening: 4, longest: 300 };

    fn game<G: Notation>(how: &SelfPlay, number: u64) -> (SeenGame, Inputs) {
        let inputs = G::start().inputs().unwrap();
        let layout = TupleLayout::new(TupleShape::at_random(inputs, 8, 4, 1, 1));
        let weights = vec![0.0; layout.shape().weights()];
        (self_play(&G::start(), &layout, &weights, how, number), inputs)
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
    fn endless_games_end() {
        let (seen, _) = game::<Loa>(&SelfPlay { longest: 40, ..HOW }, 1);
        assert!(seen.plies.len() <= 40 && !seen.plies.is_empty());
    }
}
