//! The score of a match.

use super::{NORMALISED_ELO, WITHIN_95, elo, normal};

/// The results of pairs of games, for the first contender; and of games played singly, where no more is known than how
/// many were won, drawn and lost.
///
/// The two games of a pair share their opening, so that their results are alike in what the opening is worth. A
/// pair is therefore *one* observation, with five kinds of result (pentanomial), and a game played singly is one
/// with three (trinomial). To count the games of pairs singly would show wider errors than there are.
///
/// ```
/// use secateur_lab::statistics::MatchScore;
///
/// let mut score = MatchScore::default();
/// [4, 2, 3, 3].into_iter().for_each(|half_points| score.add(half_points));
/// assert_eq!((score.games(), score.share()), (8, Some(0.75)));
/// let (low, high) = score.interval().unwrap();
/// assert!(0.0 < low && low < 0.75 && 0.75 < high && high <= 1.0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    /// The number of pairs with each number of half points.
    pairs: [u64; 5],
    /// The number of games played singly, by result.
    singles: [u64; 3],
}

/// One kind of observation.
struct Kind {
    /// The part of the points that was made in it.
    share: f64,
    /// The number of games it has.
    games: f64,
    /// The number of times it was seen.
    times: f64,
}

impl MatchScore {
    /// The score of these numbers of pairs with 0, 1, 2, 3 and 4 half points.
    pub fn of_pairs(pairs: [u64; 5]) -> Self {
        MatchScore { pairs, ..MatchScore::default() }
    }

    /// The score of these numbers of games, of which it is not known which were pairs.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        MatchScore { singles: [losses, draws, wins], ..MatchScore::default() }
    }

    /// Adds a pair in which this many half points were made, of 4.
    pub fn add(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// Returns the number of pairs with 0, 1, 2, 3 and 4 half points.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Returns the number of games played singly: losses, draws, wins.
    pub fn singles(&self) -> [u64; 3] {
        self.singles
    }

    /// The number of games, those of pairs included.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>() + self.singles.iter().sum::<u64>()
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        fn of(counts: &[u64], games: f64) -> impl Iterator<Item = Kind> {
            let most = counts.len() as f64 - 1.0;
            (0u32..).zip(counts).map(move |(i, &n)| Kind {
                share: f64::from(i) / most,
                games,
                times: n as f64,
            })
        }
        of(&self.pairs, 2.0).chain(of(&self.singles, 1.0))
    }

    /// The sum over all observations.
    fn sum(&self, f: impl Fn(&Kind) -> f64) -> f64 {
        self.kinds().map(|kind| kind.times * f(&kind)).sum()
    }

    /// The part of the points that was made, from 0 to 1; none without games.
    pub fn share(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.sum(|kind| kind.games * kind.share) / games as f64)
    }

    /// The squares of how far observations lie from this share, in points; none if they do not vary.
    fn squares(&self, share: f64) -> Option<f64> {
        let squares = self.sum(|kind| (kind.games * (kind.share - share)).powi(2));
        (squares > 0.0).then_some(squares)
    }

    /// The factor for a sum of squared deviations that corrects for the mean being taken from the same
    /// observations. Where anything varies, there are two at least.
    fn correction(&self) -> f64 {
        let observations = self.sum(|_| 1.0);
        observations / (observations - 1.0)
    }

    /// The interval in which the share would lie after many more games, with 95 per cent probability. A pair
    /// counts as one observation, since its games share their opening. None if all of them ended
    /// alike, which leaves their variance unknown.
    ///
    /// Where there are pairs and single games, it is the error of a ratio of two sums (W. Cochran, 1977).
    pub fn interval(&self) -> Option<(f64, f64)> {
        let share = self.share()?;
        let error = WITHIN_95 * (self.correction() * self.squares(share)?).sqrt() / self.games() as f64;
        Some(((share - error).max(0.0), (share + error).min(1.0)))
    }

    /// The difference in strength, in Elo; none without games, and where every point was made or none.
    pub fn elo(&self) -> Option<f64> {
        self.share().and_then(elo)
    }

    /// The 95 per cent interval of the difference, in Elo: the ends of [`interval`](Self::interval).
    /// An end is none if it is not known, or has no bound.
    pub fn elo_interval(&self) -> (Option<f64>, Option<f64>) {
        let (low, high) = self.interval().unzip();
        (low.and_then(elo), high.and_then(elo))
    }

    /// The standard deviation of a game's result, in points: of a pair's, as if its two games were independent.
    /// None if nothing varies.
    pub fn deviation(&self) -> Option<f64> {
        Some((self.squares(self.share()?)? / self.games() as f64).sqrt())
    }

    /// The difference in normalised Elo: what was scored beyond one half, in standard deviations of a game's
    /// result, times 347.4. None if nothing varies. Source: M. Van den Bergh, "Normalized Elo" (2020).
    pub fn normalised_elo(&self) -> Option<f64> {
        Some((self.share()? - 0.5) / self.deviation()? * NORMALISED_ELO)
    }

    /// The 95 per cent interval in normalised Elo. None if nothing varies. Both the mean and the
    /// deviation are taken for uncertain (the delta method), so that lopsided scores have wide errors.
    pub fn normalised_interval(&self) -> Option<(f64, f64)> {
        let (share, deviation, games) = (self.share()?, self.deviation()?, self.games() as f64);
        let t = (share - 0.5) / deviation;
        // What an observation more would do to the quotient.
        let pull = |kind: &Kind| {
            let off = kind.games * (kind.share - share) / deviation;
            (off - t * (off * off - kind.games) / 2.0) / games
        };
        let error = WITHIN_95 * (self.correction() * self.sum(|kind| pull(kind).powi(2))).sqrt();
        Some(((t - error) * NORMALISED_ELO, (t + error) * NORMALISED_ELO))
    }

    /// The likelihood of superiority: how probable it is, from 0 to 1, that the first contender is the stronger one,
    /// if nothing was known before. One half where nothing was decided; none without games.
    ///
    /// For single games it is the usual `Phi((wins - losses) / sqrt(wins + losses))`: deviations are measured from
    /// an even score, so that it is defined where every game was won, too.
    pub fn superiority(&self) -> Option<f64> {
        let ahead = self.games() as f64 * (self.share()? - 0.5);
        Some(self.squares(0.5).map_or(0.5, |squares| normal(ahead / squares.sqrt())))
    }

    /// The part of the games that was drawn, from 0 to 1. None without games, and where pairs were shared: whether
    /// by two draws or by a win each, a pair does not tell.
    pub fn draw_ratio(&self) -> Option<f64> {
        let draws = self.pairs[1] + self.pairs[3] + self.singles[1];
        (self.games() > 0 && self.pairs[2] == 0).then(|| draws as f64 / self.games() as f64)
    }

    /// The part of the pairs that was shared, each side making two half points, from 0 to 1. None without pairs.
    pub fn pair_draw_ratio(&self) -> Option<f64> {
        let pairs: u64 = self.pairs.iter().sum();
        (pairs > 0).then(|| self.pairs[2] as f64 / pairs as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::chance::paired;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn intervals_narrow_with_games() {
        let mut score = MatchScore::default();
        assert_eq!((score.share(), score.interval()), (None, None));
        score.add(3);
        assert_eq!((score.share(), score.interval()), (Some(0.75), None));
        score.add(1);
        // Two observations, each a quarter away from the mean.
        let (low, high) = score.interval().unwrap();
        assert!((0.5 - low - 1.96 * 0.25).abs() < 1e-9 && (high - 0.5 - 1.96 * 0.25).abs() < 1e-9);
        (0..49).for_each(|_| [1, 3].into_iter().for_each(|half_points| score.add(half_points)));
        let (low, high) = score.interval().unwrap();
        assert!(low > 0.44 && high < 0.56 && (low + high - 1.0).abs() < 1e-9);
    }

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9 * (1.0 + expected.abs()))
    }

    #[test]
    fn as_computed_elsewhere() {
        // mpmath 1.3 with 40 digits, by the textbook formulas: mean, sample variance, log10, ncdf.
        let pairs = MatchScore::of_pairs([20, 210, 500, 240, 30]);
        assert_eq!((pairs.games(), pairs.share()), (2_000, Some(0.5125)));
        assert!(near(pairs.elo(), 8.687_699_877_294_515));
        let (low, high) = pairs.elo_interval();
        assert!(near(low, 0.017_518_124_840_703_72) && near(high, 17.368_715_526_906_354));
        assert!(near(pairs.normalised_elo(), 15.265_443_227_287_774));
        assert!(near(pairs.superiority(), 0.975_069_898_121_546_5));
        assert_eq!((pairs.draw_ratio(), pairs.pair_draw_ratio()), (None, Some(0.5)));

        let games = MatchScore::of_games(150, 400, 123);
        assert!(near(games.elo(), 13.946_208_807_669_098));
        let (low, high) = games.elo_interval();
        assert!(near(low, -2.759_017_725_261_811) && near(high, 30.716_183_154_218_89));
        assert!(near(games.normalised_elo(), 21.928_681_390_558_49));
        assert!(near(games.superiority(), 0.948_882_577_632_256));
        assert_eq!((games.draw_ratio(), games.pair_draw_ratio()), (Some(400.0 / 673.0), None));
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let nothing = MatchScore::default();
        assert_eq!(
            (nothing.elo(), nothing.elo_interval(), nothing.superiority()),
            (None, (None, None), None)
        );
        assert_eq!((nothing.normalised_elo(), nothing.draw_ratio()), (None, None));
        for won in [MatchScore::of_games(9, 0, 0), MatchScore::of_pairs([0, 0, 0, 0, 9])] {
            assert_eq!((won.elo(), won.elo_interval(), won.normalised_elo()), (None, (None, None), None));
            // Nine heads in a row, as a normal distribution sees them: three deviations.
            assert!(near(won.superiority(), normal(3.0)));
            assert_eq!(won.draw_ratio(), Some(0.0));
        }
        let lost = MatchScore::of_games(0, 0, 9);
        assert!(near(lost.superiority(), normal(-3.0)) && lost.elo().is_none());
        let drawn = MatchScore::of_games(0, 9, 0);
        assert_eq!((drawn.elo(), drawn.superiority(), drawn.draw_ratio()), (Some(0.0), Some(0.5), Some(1.0)));
        assert_eq!((drawn.interval(), drawn.normalised_interval()), (None, None));
        let one = MatchScore::of_pairs([0, 0, 0, 1, 0]);
        assert_eq!((one.interval(), one.deviation(), one.draw_ratio()), (None, None, Some(0.5)));
        assert!(near(one.elo(), 190.848_501_887_865));
        // Wide errors reach the ends of what shares there are.
        assert_eq!(MatchScore::of_games(1, 0, 1).elo_interval(), (None, None));
    }

    #[test]
    fn errors_of_normalised_elo_hold_what_they_promise() {
        use super::super::chance::drawn;
        use rand_xoshiro::SplitMix64;
        use rand_xoshiro::rand_core::SeedableRng;
        // Lopsided, so that the deviation counts for something.
        let parts: [f64; 5] = [0.01, 0.04, 0.20, 0.35, 0.40];
        let mean: f64 = (0u32..).zip(parts).map(|(i, p)| p * f64::from(i) / 4.0).sum();
        let square: f64 = (0u32..).zip(parts).map(|(i, p)| p * (f64::from(i) / 4.0 - mean).powi(2)).sum();
        let truth = (mean - 0.5) / (2.0 * square).sqrt() * NORMALISED_ELO;
        let mut random = SplitMix64::seed_from_u64(7);
        let inside = (0..2_000).filter(|_| {
            let mut score = MatchScore::default();
            (0..400).for_each(|_| score.add(drawn(&mut random, &parts)));
            let (low, high) = score.normalised_interval().unwrap();
            low < truth && truth < high
        });
        let inside = inside.count();
        // 1,900 expected; three deviations of chance are 29.
        assert!((1_860..=1_935).contains(&inside), "{inside}");
    }

    proptest! {
        #[test]
        fn swapping_sides_negates(pairs: [u8; 5], singles: [u8; 3]) {
            let [pairs, singles] = [&pairs[..], &singles].map(|n| n.iter().map(|&n| n.into()).collect::<Vec<u64>>());
            let score = MatchScore { pairs: pairs.try_into().unwrap(), singles: singles.try_into().unwrap() };
            let mut swapped = score.clone();
            swapped.pairs.reverse();
            swapped.singles.reverse();
            let negated = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b).abs() < 1e-7 * (1.0 + a.abs()),
                (a, b) => a == b,
            };
            prop_assert!(negated(score.elo(), swapped.elo()));
            prop_assert!(negated(score.normalised_elo(), swapped.normalised_elo()));
            prop_assert!(negated(score.elo_interval().0, swapped.elo_interval().1));
            let below = |score: &MatchScore| score.superiority().map(|p| p - 0.5);
            prop_assert!(negated(below(&score), below(&swapped)));
            let ends = |score: &MatchScore| score.normalised_interval().unzip();
            prop_assert!(negated(ends(&score).0, ends(&swapped).1));
        }

        #[test]
        fn independent_games_tell_the_same_in_pairs(wins in 1u64..40, draws in 0u64..40, losses in 1u64..40) {
            // As many of each kind of pair as there are on average, and twice as many games of the same kinds.
            let of = |n: u64| n as f64;
            let pairs = MatchScore::of_pairs(paired([of(losses), of(draws), of(wins)]).map(|n| n as u64));
            let times = 2 * (wins + draws + losses);
            let games = MatchScore::of_games(wins * times, draws * times, losses * times);
            prop_assert_eq!(pairs.games(), games.games());
            prop_assert!((pairs.share().unwrap() - games.share().unwrap()).abs() < 1e-12);
            prop_assert!(near(pairs.deviation(), games.deviation().unwrap()));
            prop_assert!(near(pairs.normalised_elo(), games.normalised_elo().unwrap()));
        }
    }
}
