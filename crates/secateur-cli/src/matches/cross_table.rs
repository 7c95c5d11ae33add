//! The cross-table of a match of three players or more: everybody against everybody, best first.

use crate::output;
use secateur_lab::statistics::MatchScore;
use secateur_lab::tournament::Standings;

/// Prints, for each player against each other and against all, the points of a hundred with the reach of their 95 per cent
/// interval, and below them the number of pairs of games with 0, 1/2, 1, 1 1/2 and 2 points.
pub(super) fn print(standings: &Standings) -> anyhow::Result<()> {
    let names = standings.names();
    let mut scores = vec![vec![MatchScore::default(); names.len()]; names.len()];
    for pairing in standings.pairings() {
        let [one, other] = pairing.players;
        let [mut back, there] = [pairing.score.pairs(); 2];
        back.reverse();
        scores[one][other] = MatchScore::of_pairs(there);
        scores[other][one] = MatchScore::of_pairs(back);
    }
    let totals: Vec<MatchScore> = scores.iter().map(|row| together(row)).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    let share = |n: usize| totals[n].share().unwrap_or(0.0);
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));

    let numbers: Vec<String> = (1..=names.len()).map(|n| n.to_string()).collect();
    let head = ["cross-table, points of 100"].into_iter().chain(numbers.iter().map(String::as_str));
    let mut table = output::table(&head.chain(["all"]).collect::<Vec<_>>());
    for (place, &one) in order.iter().enumerate() {
        let against = order.iter().map(|&other| cell(&scores[one][other]));
        let name = format!("{} {}\n  pairs with 0 to 2 points", place + 1, names[one]);
        table.add_row([name].into_iter().chain(against).chain([cell(&totals[one])]));
    }
    output::line(format_args!("\n{}", table.trim_fmt()))
}

/// All pairs of games of a player.
fn together(scores: &[MatchScore]) -> MatchScore {
    let pairs = scores.iter().map(MatchScore::pairs);
    MatchScore::of_pairs(pairs.fold([0; 5], |sum, pairs| [0, 1, 2, 3, 4].map(|i| sum[i] + pairs[i])))
}

fn cell(score: &MatchScore) -> String {
    let Some(share) = score.share() else { return "-".into() };
    // Where all pairs ended alike, their variance is unknown.
    let reach = score.interval().map_or("?".into(), |(low, high)| {
        // An end may be cut off, where no more points are to be had.
        format!("{:.1}", 100.0 * (high - share).max(share - low))
    });
    let pairs = score.pairs().map(|n| n.to_string()).join(" ");
    format!("{:.1} ± {reach}\n{pairs}", 100.0 * share)
}
