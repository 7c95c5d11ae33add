//! Who is favoured: what games tell of players like these, and what is proven of perfect ones, which are two things.

use super::worth::Worth;
use super::{GameReport, KnownValue};
use crate::statistics::{Estimate, WITHIN_95};
use secateur_session::Outcome;

/// The points of a game, from 0 to 1, with their interval: after A. Agresti and B. Coull, "Approximate is better than exact"
/// (1998), as if there were some two wins and two losses more, so that few games, or games that all end alike, are not
/// taken for certain.
pub(super) fn points([won, drawn, lost]: [usize; 3]) -> Option<Estimate> {
    let count = won + drawn + lost;
    if count == 0 {
        return None;
    }
    let value = (won as f64 + drawn as f64 / 2.0) / count as f64;
    let more = WITHIN_95 * WITHIN_95;
    let [won, drawn, count_of_more] = [won as f64 + more / 2.0, drawn as f64, count as f64 + more];
    let mean = (won + drawn / 2.0) / count_of_more;
    let variance = (won + drawn / 4.0) / count_of_more - mean * mean;
    let off = WITHIN_95 * (variance / count_of_more).sqrt();
    let interval = ((mean - off).max(0.0).min(value), (mean + off).min(1.0).max(value));
    Some(Estimate { value, interval: Some(interval), count })
}

/// Who is favoured in the games of equal players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Favoured {
    First,
    Second,
    /// Neither: the game is fair, as far as can be seen.
    Neither,
    /// There are too few games to tell.
    Unclear,
}

/// The ends of the interval of a share in whole per cent, as they are written: these have to bear out what is said.
fn written(share: &Estimate) -> (i32, i32) {
    let (low, high) = share.interval.unwrap_or((0.0, 1.0));
    ((100.0 * low).round() as i32, (100.0 * high).round() as i32)
}

impl Favoured {
    fn of(share: &Estimate) -> Favoured {
        match written(share) {
            (51.., _) => Favoured::First,
            (_, ..=49) => Favoured::Second,
            (42.., ..=58) => Favoured::Neither,
            _ => Favoured::Unclear,
        }
    }
}

/// What an outcome is for players, in a sentence: `the first player wins`.
fn told(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "the first player wins",
        Outcome::Draw => "it is a draw",
        Outcome::Loss => "the second player wins",
    }
}

/// What to make of the first player's share: what the games tell, and how that goes with what is proven.
pub(super) fn fairness(share: &Estimate, report: &GameReport) -> String {
    let (low, high) = written(share);
    let favoured = Favoured::of(share);
    let found = match favoured {
        Favoured::First if low > 60 => {
            "The first player is much favoured in these games: think of a swap rule."
        }
        Favoured::First => "The first player is favoured in these games.",
        Favoured::Second if high < 40 => "The second player is much favoured in these games.",
        Favoured::Second => "The second player is favoured in these games.",
        Favoured::Neither => "These games are fair, as far as can be seen.",
        Favoured::Unclear if report.exhausted => {
            "No side is favoured beyond doubt in these games, and there are no other openings to play more of them from."
        }
        Favoured::Unclear => "No side is favoured beyond doubt in these games; more of them would tell.",
    };
    let proven = report.solved.as_ref().map(|known| proven(favoured, known));
    [Some(found.to_owned()), proven].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// How what is proven goes with what the games tell.
fn proven(favoured: Favoured, known: &KnownValue) -> String {
    let source = known.source.as_deref().unwrap_or("solved by this program");
    let perfect = format!("with perfect play {} ({source})", told(known.outcome));
    match (favoured, known.outcome) {
        (Favoured::First, Outcome::Win)
        | (Favoured::Second, Outcome::Loss)
        | (Favoured::Neither, Outcome::Draw) => format!("That agrees with what is proven: {perfect}."),
        (Favoured::First, Outcome::Loss) | (Favoured::Second, Outcome::Win) => format!(
            "What is proven is the opposite: {perfect}. The proof tells of perfect players, the share of players like these, who do not find that win."
        ),
        (Favoured::Unclear, _) => format!("It is proven that {perfect}; these games alone do not show it."),
        (Favoured::Neither, Outcome::Win | Outcome::Loss) => format!(
            "It is proven that {perfect}; these games do not show it, as their players do not see so far, or their openings give that win away."
        ),
        (Favoured::First | Favoured::Second, Outcome::Draw) => format!(
            "It is proven that {perfect}: the advantage is one that mistakes bring, in these games or in their openings."
        ),
    }
}

/// What to make of the share of first moves that are mistakes.
pub(super) fn openings(weak: f64, report: &GameReport) -> String {
    let firsts = &report.figures.firsts;
    let found = match weak {
        _ if firsts.len() < 3 => "There is hardly a choice of first moves.",
        0.0 => "No first move is a mistake, as far as this search sees.",
        v if v < 0.5 => "Some first moves are mistakes, most are not.",
        v if v < 0.8 => "Most first moves are mistakes.",
        _ => "Nearly all first moves are mistakes.",
    };
    let proven = |outcome| firsts.iter().any(|first| first.worth == Worth::Proven(outcome));
    let known = match report.solved.as_ref().map(|known| known.outcome) {
        // The best of them loses, then, and the search may have proven it.
        Some(Outcome::Loss) if weak > 0.0 => {
            " With perfect play all of them lose: a mistake is one after which that is easier to see."
        }
        Some(Outcome::Loss) => " With perfect play all of them lose.",
        Some(Outcome::Win) if !proven(Outcome::Win) => {
            " With perfect play at least one of them wins; which, this search does not prove."
        }
        _ => "",
    };
    format!("{found}{known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(low: f64, high: f64) -> Estimate {
        Estimate { value: (low + high) / 2.0, interval: Some((low, high)), count: 100 }
    }

    #[test]
    fn the_interval_of_points_knows_what_few_games_and_games_that_end_alike_tell() {
        let ends = |results| points(results).and_then(|points| points.interval).unwrap();
        // Three games were lost: all the points are not to be had.
        let (low, high) = ends([9, 0, 3]);
        assert!(0.45 < low && low < 0.48 && 0.90 < high && high < 0.93, "{low} {high}");
        // Draws alone leave room for a few wins.
        let (low, high) = ends([0, 26, 0]);
        assert!((low + high - 1.0).abs() < 1e-9 && 0.54 < high && high < 0.58, "{low} {high}");
        assert_eq!((ends([20, 0, 0]).1, ends([0, 0, 20]).0), (1.0, 0.0));
        assert_eq!(points([0; 3]), None);
    }

    #[test]
    fn who_is_favoured_is_borne_out_by_the_interval_as_it_is_written() {
        let of = |low, high| Favoured::of(&share(low, high));
        assert_eq!([of(0.53, 0.66), of(0.504, 0.6)], [Favoured::First, Favoured::Unclear]);
        assert_eq!([of(0.15, 0.49), of(0.15, 0.498)], [Favoured::Second, Favoured::Unclear]);
        assert_eq!([of(0.46, 0.55), of(0.3, 0.7)], [Favoured::Neither, Favoured::Unclear]);
        let unknown = Estimate { value: 1.0, interval: None, count: 1 };
        assert_eq!(Favoured::of(&unknown), Favoured::Unclear);
    }

    #[test]
    fn what_is_proven_is_told_beside_what_the_games_tell() {
        let said = |favoured, outcome| {
            proven(favoured, &KnownValue { outcome, source: Some("Haugland 2006".into()) })
        };
        let opposite = said(Favoured::First, Outcome::Loss);
        assert!(opposite.contains("the opposite: with perfect play the second player wins (Haugland 2006)"));
        assert!(said(Favoured::Second, Outcome::Loss).starts_with("That agrees"));
        assert!(said(Favoured::Neither, Outcome::Draw).starts_with("That agrees"));
        assert!(said(Favoured::Neither, Outcome::Win).contains("these games do not show it"));
        assert!(said(Favoured::Unclear, Outcome::Win).contains("these games alone do not show it"));
        assert!(said(Favoured::First, Outcome::Draw).contains("mistakes"));
        let here = proven(Favoured::First, &KnownValue { outcome: Outcome::Win, source: None });
        assert!(here.contains("(solved by this program)"), "{here}");
    }
}
