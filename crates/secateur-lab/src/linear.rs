//! The weights of any game's linear evaluation, as [`fit`](crate::fit) takes them.

use crate::samples::{Samples, TaperedWeight};
use crate::store::KeptGame;
use secateur_games::Unreadable;
use secateur_games::linear;
use secateur_session::Session;

/// One game in this many is held back, to test weights on.
const HELD_BACK: u64 = 20;

/// Weights as numbers to fit.
pub fn start(weights: &[linear::Weight]) -> Vec<TaperedWeight> {
    weights.iter().map(|weight| weight.value.map(|points| points as f32)).collect()
}

/// Numbers as points of the evaluation's usual size. Where no position said how much of the game was gone, there is no
/// end to have weights of its own.
pub fn finish(found: &[TaperedWeight], scale: f64, samples: &Samples) -> Vec<TaperedWeight> {
    let scaled = found.iter().map(|weight| weight.map(|points| points * scale as f32));
    match samples.tell_of_the_end() {
        true => scaled.collect(),
        false => scaled.map(|[first, _]| [first; 2]).collect(),
    }
}

/// Whole points.
pub fn rounded(weights: &[TaperedWeight]) -> Vec<[i32; 2]> {
    weights.iter().map(|weight| weight.map(|points| points.round() as i32)).collect()
}

/// Pairs of weights that should move alike.
pub fn neighbours(weights: &[linear::Weight]) -> Vec<(usize, usize)> {
    (1..weights.len()).filter(|&i| weights[i].curve).map(|i| (i - 1, i)).collect()
}

/// Adds the positions of a game to those to fit to, or to those held back.
///
/// # Errors
///
/// One sentence if a position cannot be read.
pub fn add(
    record: &KeptGame,
    board: &mut dyn Session,
    [training, validation]: &mut [Samples; 2],
) -> Result<(), Unreadable> {
    let samples = if record.number % HELD_BACK == HELD_BACK - 1 { validation } else { training };
    for kept in &record.positions {
        board
            .set(&kept.position)
            .map_err(|e| Unreadable(format!("game {}, position '{}': {e}", record.number, kept.position)))?;
        if let Some(features) = board.features() {
            // The record is the first side's.
            let sign = if kept.ply.is_multiple_of(2) { 1 } else { -1 };
            samples.add(&features, sign * record.result, sign * kept.score);
        }
    }
    Ok(())
}

/// By what to multiply weights so that their values are, on the whole, as great as those of others.
pub fn same_size(samples: &Samples, others: &[TaperedWeight], weights: &[TaperedWeight]) -> f64 {
    let size = |weights: &[TaperedWeight]| -> f64 {
        (0..samples.len()).map(|i| f64::from(samples.valued(i, weights).value).powi(2)).sum()
    };
    let (wanted, found) = (size(others), size(weights));
    if found > 0.0 { (wanted / found).sqrt() } else { 1.0 }
}

/// The change in the weights of a group.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The group's name.
    pub group: &'static str,
    /// The number of weights in it.
    pub weights: usize,
    /// The number of times they count, for either side.
    pub seen: u64,
    /// The mean change, up or down, as the game begins and as it ends.
    pub mean: TaperedWeight,
    /// The greatest change of either kind: from and to.
    pub greatest: (f32, f32),
}

/// Returns the changes made by a fit, by group.
pub fn changes(samples: &Samples, before: &[linear::Weight], after: &[TaperedWeight]) -> Vec<Change> {
    let points = start(before);
    let frequency = samples.frequency(before.len());
    let groups = before.chunk_by(|a, b| a.group == b.group);
    let mut from = 0;
    let change = |weights: &[linear::Weight]| {
        let places = from..from + weights.len();
        from = places.end;
        let seen = frequency[places.clone()].iter().sum();
        let pairs = || points[places.clone()].iter().zip(&after[places.clone()]);
        let mean = [0, 1].map(|kind| {
            let sum: f32 = pairs().map(|(from, to)| (to[kind] - from[kind]).abs()).sum();
            sum / weights.len() as f32
        });
        let both = pairs().flat_map(|(from, to)| [0, 1].map(|kind| (from[kind], to[kind])));
        let greatest =
            both.max_by(|a, b| (a.1 - a.0).abs().total_cmp(&(b.1 - b.0).abs())).unwrap_or((0.0, 0.0));
        Change { group: weights[0].group, weights: weights.len(), seen, mean, greatest }
    };
    groups.map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::KeptPosition;
    use secateur_games::Notation;
    use secateur_games::chess::{Chess, knowledge::Weights};
    use secateur_standard::standard;

    fn board() -> Box<dyn Session> {
        standard().find("chess").unwrap().open()
    }

    fn record(number: u64) -> KeptGame {
        let position = |(ply, fen): (usize, &str)| KeptPosition { ply, position: fen.into(), score: 30 };
        let fens = [
            (4, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
            (58, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 21 30"),
            (0, "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"),
        ];
        KeptGame { number, result: 1, positions: fens.map(position).into() }
    }

    #[test]
    fn what_weights_have_no_say_in_is_left_out() {
        let mut samples = <[Samples; 2]>::default();
        (0..40).for_each(|number| add(&record(number), &mut *board(), &mut samples).unwrap());
        assert_eq!(samples.each_ref().map(Samples::len), [38, 2]);
        let mut broken = record(7);
        broken.positions[1].position = "8/8 w".into();
        let error = add(&broken, &mut *board(), &mut samples).unwrap_err().0;
        assert!(error.starts_with("game 7, position '8/8 w': the board has 2 ranks"), "{error}");
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        let turned = |fen: &str, ply| {
            let position = KeptPosition { ply, position: fen.into(), score: 100 };
            let mut samples = <[Samples; 2]>::default();
            let record = KeptGame { number: 0, result: 1, positions: vec![position] };
            add(&record, &mut *board(), &mut samples).unwrap();
            let [samples, _] = samples;
            (samples.target(0, 0.5, 100.0), samples.valued(0, &start(&Chess::weights())).value)
        };
        let (white, value) = turned("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", 4);
        let (black, reversed) = turned("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3", 5);
        // The same position, colours changed; but it is White who has won.
        assert!((value - reversed).abs() < 0.01 && (white + black - 1.0).abs() < 1e-6 && white > 0.8);
    }

    #[test]
    fn weights_go_and_come_back() {
        let weights = Chess::weights();
        let mut samples = <[Samples; 2]>::default();
        add(&record(0), &mut *board(), &mut samples).unwrap();
        let mut ended = Samples::default();
        ended.add(&linear::Features::new([1]).at(0.5), 0, 0);
        let points = rounded(&finish(&start(&weights), 1.0, &ended));
        assert!(weights.iter().map(|weight| weight.value).eq(points.iter().copied()));
        let halved = finish(&start(&weights), 0.5, &samples[0]);
        assert!(halved.iter().zip(&points).all(|(half, whole)| *half == [whole[0] as f32 / 2.0; 2]));
        assert_eq!(Weights::read(&Chess::write_weights(&points)).unwrap(), *Weights::standard());
        let double: Vec<TaperedWeight> =
            start(&weights).iter().map(|w| w.map(|points| 2.0 * points)).collect();
        assert!((same_size(&samples[0], &start(&weights), &double) - 0.5).abs() < 0.01);

        let place = weights.iter().position(|weight| weight.group == "pawn_place").unwrap();
        let mut other = start(&weights);
        other[place][0] = 77.0;
        let mut changed = changes(&samples[0], &weights, &other);
        changed.retain(|c| c.mean != [0.0; 2]);
        assert_eq!(changed.len(), 1);
        let from = points[place][0];
        assert_eq!((changed[0].group, changed[0].greatest), ("pawn_place", (from as f32, 77.0)));
        assert_eq!(changed[0].mean, [(77 - from) as f32 / 48.0, 0.0]);
    }

    #[test]
    fn curves_are_groups() {
        let curves = neighbours(&Chess::weights());
        assert_eq!(curves.len(), 9 + 14 + 15 + 28 + 64 - 5);
        assert!(curves.iter().all(|&(a, b)| b == a + 1));
    }
}
