//! The weights of the chess evaluation, as [`fit`](crate::fit) takes them.

use crate::samples::{Samples, Weight};
use crate::store::Record;
use secateur_games::chess::knowledge::{COUNT, Group, Weights};
use secateur_games::chess::{Chess, Evaluation};
use secateur_games::{Notation, Unreadable};

/// One game in so many is held back, to hold weights against.
const HELD_BACK: u64 = 20;
/// From this many plies without progress on, values shrink, which has nothing to do with weights.
const FRESH: u8 = 20;

/// Groups whose weights follow each other like points on a curve.
const CURVES: [&str; 5] =
    ["knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility", "king_danger"];

/// Weights as numbers to fit.
pub fn start(weights: &Weights) -> Vec<Weight> {
    let pack = |index| weights.by_index(index);
    (0..COUNT).map(|index| [pack(index).middle() as f32, pack(index).end() as f32]).collect()
}

/// Numbers as weights, scaled and rounded.
pub fn finish(found: &[Weight], scale: f64) -> Weights {
    let mut weights = (*Weights::standard()).clone();
    let round = |value: f32| (f64::from(value) * scale).round() as i32;
    for (index, &[middle, end]) in found.iter().enumerate().take(COUNT) {
        weights.set(index, round(middle), round(end));
    }
    weights
}

/// Pairs of weights that should move alike.
pub fn neighbours() -> Vec<(usize, usize)> {
    let curves = Weights::groups().iter().filter(|group| CURVES.contains(&group.name));
    curves.flat_map(|&Group { start, len, .. }| (start + 1..start + len).map(|i| (i - 1, i))).collect()
}

/// Adds the positions of a game to those to fit to, or to those held back.
///
/// # Errors
///
/// One sentence if a position cannot be read.
pub fn add(record: &Record, [training, validation]: &mut [Samples; 2]) -> Result<(), Unreadable> {
    let samples = if record.number % HELD_BACK == HELD_BACK - 1 { validation } else { training };
    for kept in &record.positions {
        let pos = Chess::read(&kept.position)
            .map_err(|e| Unreadable(format!("game {}, position '{}': {e}", record.number, kept.position)))?;
        if pos.board().halfmove_clock() > FRESH {
            continue;
        }
        if let Some(features) = Evaluation::features(pos.board()) {
            samples.add(&features, record.result, kept.score);
        }
    }
    Ok(())
}

/// By what to multiply weights so that their values are, on the whole, as great as those of others.
pub fn same_size(samples: &Samples, others: &[Weight], weights: &[Weight]) -> f64 {
    let size = |weights: &[Weight]| -> f64 {
        (0..samples.len()).map(|i| f64::from(samples.valued(i, weights).value).powi(2)).sum()
    };
    let (wanted, found) = (size(others), size(weights));
    if found > 0.0 { (wanted / found).sqrt() } else { 1.0 }
}

/// How the weights of a group have changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The group's name.
    pub group: &'static str,
    /// How many weights it has.
    pub weights: usize,
    /// How often they count, for either side.
    pub seen: u64,
    /// The mean change, up or down, in the middle-game and in the end-game.
    pub mean: Weight,
    /// The greatest change of either kind: from and to.
    pub greatest: (i32, i32),
}

/// What a fit has changed, by group.
pub fn changes(samples: &Samples, before: &Weights, after: &Weights) -> Vec<Change> {
    let frequency = samples.frequency(COUNT);
    let change = |&Group { name, start, len, .. }: &Group| {
        let places = start..start + len;
        let both = |weights: &Weights, index: usize| {
            let pack = weights.by_index(index);
            [pack.middle(), pack.end()]
        };
        let mean = [0, 1].map(|kind| {
            let sum: i32 = places.clone().map(|i| (both(after, i)[kind] - both(before, i)[kind]).abs()).sum();
            sum as f32 / len as f32
        });
        let pairs =
            places.clone().flat_map(|i| [0, 1].map(|kind| (both(before, i)[kind], both(after, i)[kind])));
        let greatest = pairs.max_by_key(|(from, to)| (to - from).abs()).unwrap_or((0, 0));
        let seen = frequency[places.clone()].iter().sum();
        Change { group: name, weights: len, seen, mean, greatest }
    };
    Weights::groups().iter().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Position;

    fn record(number: u64) -> Record {
        let position = |fen: &str| Position { position: fen.into(), score: 30 };
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 21 30",
            "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
        ];
        Record { number, result: 1, positions: fens.map(position).into() }
    }

    #[test]
    fn what_weights_have_no_say_in_is_left_out() {
        let mut samples = <[Samples; 2]>::default();
        (0..40).for_each(|number| add(&record(number), &mut samples).unwrap());
        assert_eq!(samples.each_ref().map(Samples::len), [38, 2]);
        let mut broken = record(7);
        broken.positions[1].position = "8/8 w".into();
        let error = add(&broken, &mut samples).unwrap_err().0;
        assert!(error.starts_with("game 7, position '8/8 w': the board has 2 ranks"), "{error}");
    }

    #[test]
    fn weights_go_and_come_back() {
        let weights = Weights::standard();
        assert_eq!(finish(&start(&weights), 1.0), *weights);
        let mut samples = <[Samples; 2]>::default();
        add(&record(0), &mut samples).unwrap();
        let (found, double) = (start(&weights), start(&finish(&start(&weights), 2.0)));
        assert!((same_size(&samples[0], &found, &double) - 0.5).abs() < 0.01);

        let mut other = (*weights).clone();
        let Group { start, .. } = Weights::groups()[1];
        other.set(start, 77, weights.by_index(start).end());
        let changed: Vec<Change> =
            changes(&samples[0], &weights, &other).into_iter().filter(|c| c.mean != [0.0; 2]).collect();
        assert_eq!(changed.len(), 1);
        let from = weights.by_index(start).middle();
        assert_eq!((changed[0].group, changed[0].greatest), ("pawn_place", (from, 77)));
        assert_eq!(changed[0].mean, [(77 - from) as f32 / 48.0, 0.0]);
    }

    #[test]
    fn curves_are_groups() {
        let lengths: usize =
            Weights::groups().iter().filter(|g| CURVES.contains(&g.name)).map(|g| g.len - 1).sum();
        assert_eq!((neighbours().len(), lengths), (9 + 14 + 15 + 28 + 64 - 5, 9 + 14 + 15 + 28 + 64 - 5));
    }
}
