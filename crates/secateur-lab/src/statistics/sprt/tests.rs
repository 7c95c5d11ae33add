use super::super::chance::{drawn, paired};
use super::*;
use crate::each::each;
use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::atomic::AtomicBool;

fn test(low: f64, high: f64, model: Model) -> Sprt {
    Sprt::new([low, high], [0.05, 0.05], model).unwrap()
}

fn pairs(counts: [u64; 5]) -> MatchScore {
    MatchScore::of_pairs(counts)
}

/// Wins, draws and losses.
fn games([wins, draws, losses]: [u64; 3]) -> MatchScore {
    MatchScore::of_games(wins, draws, losses)
}

#[test]
fn ratios_as_computed_elsewhere() {
    // mpmath 1.3 with 40 digits: the likeliest distribution as the root of all of Lagrange's equations at once,
    // followed from the observed one in 40 steps.
    let cases = [
        (pairs([20, 210, 500, 240, 30]), 0.0, 5.0, 1.581_157_109_933_707_6, 1.056_492_907_442_318_5),
        (pairs([20, 210, 500, 240, 30]), -3.0, 1.0, 1.976_611_264_796_854_8, 1.076_734_523_580_897_7),
        (pairs([3, 40, 80, 30, 2]), 0.0, 10.0, -1.607_747_423_891_888, -0.767_812_937_216_484_9),
        (pairs([0, 1, 362, 1, 0]), 0.0, 5.0, -4.979_668_738_236_931, -0.076_793_729_472_906_5),
        (pairs([0, 0, 7, 5, 1]), 0.0, 50.0, 1.735_572_716_451_703_8, 1.142_921_463_425_642_9),
        (pairs([0, 0, 0, 0, 12]), 0.0, 10.0, 0.340_473_807_218_652_1, 0.478_402_208_165_900_9),
        (games([1, 726, 1]), 0.0, 5.0, -7.835_325_304_167_727, -0.076_794_136_256_984_95),
        (games([150, 400, 123]), 0.0, 5.0, 0.786_743_408_212_231_1, 0.540_485_160_394_212_5),
        (games([150, 400, 123]), -20.0, 20.0, 7.615_835_051_507_859, 4.879_904_764_963_433),
        (games([0, 0, 9]), 0.0, 10.0, -0.262_769_027_565_159_5, -0.262_717_759_137_080_74),
    ];
    for (score, low, high, logistic, normalised) in cases {
        for (model, expected) in [(Model::Logistic, logistic), (Model::Normalised, normalised)] {
            let found = test(low, high, model).llr(&score);
            assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{score:?} {model}: {found}");
        }
    }
}

/// Two distributions are likelier than all near them here. The value is that of a scan over the mean, in Python, with
/// both moments held by a multiplier each.
#[test]
fn the_likeliest_of_several_distributions_counts() {
    let score = pairs([0, 200, 100_000, 0, 5]);
    let test = test(-20.0, 20.0, Model::Normalised);
    assert!((test.llr(&score) + 556.472_204_232_979).abs() < 1e-6, "{}", test.llr(&score));
}

#[test]
fn bounds_as_published() {
    // Wald (1945): ln(19) for one in twenty, both ways.
    let (low, high) = test(0.0, 5.0, Model::Logistic).bounds();
    assert!((high - 19f64.ln()).abs() < 1e-12 && (low + 19f64.ln()).abs() < 1e-12);
    let (low, high) = Sprt::new([0.0, 5.0], [0.01, 0.1], Model::Logistic).unwrap().bounds();
    assert!((low - (0.1f64 / 0.99).ln()).abs() < 1e-12 && (high - 90f64.ln()).abs() < 1e-12);
}

#[test]
fn extremes_are_finite_and_of_the_right_sign() {
    let n = 1_000_000_000;
    let extremes = [
        (games([n, 0, 0]), 1.0),
        (games([0, 0, n]), -1.0),
        (games([0, n, 0]), -1.0),
        (games([1, 0, 0]), 1.0),
        (games([0, 0, 1]), -1.0),
        (games([1, 726, 1]), -1.0),
        (pairs([0, 0, 0, 0, n]), 1.0),
        (pairs([n, 0, 0, 0, 0]), -1.0),
        (pairs([0, 0, n, 0, 0]), -1.0),
        (pairs([0, 0, 0, 1, 0]), 1.0),
        (pairs([0, 1, 362, 1, 0]), -1.0),
    ];
    for (score, sign) in extremes {
        for model in [Model::Logistic, Model::Normalised] {
            let ratio = test(0.0, 5.0, model).llr(&score);
            assert!(ratio.is_finite() && ratio * sign > 0.0, "{score:?} {model}: {ratio}");
            for (low, high) in [(0.0, 500.0), (-500.0, 500.0), (499.0, 500.0), (-1e-9, 1e-9)] {
                assert!(test(low, high, model).llr(&score).is_finite(), "{score:?} {model} {low} {high}");
            }
        }
    }
    let drawn = games([1, 726, 1]);
    assert_eq!(test(0.0, 5.0, Model::Logistic).verdict(&drawn), Verdict::AcceptH0);
    assert_eq!(test(-5.0, 0.0, Model::Logistic).verdict(&drawn), Verdict::AcceptH1);
    assert_eq!(test(0.0, 5.0, Model::Logistic).llr(&MatchScore::default()), 0.0);
}

#[test]
fn impossible_tests_are_refused() {
    let refused = |elo, errors| Sprt::new(elo, errors, Model::Logistic).unwrap_err().to_string();
    let equal = "elo0 is 5 and elo1 is 5, expected elo0 to be the lower one";
    assert_eq!(refused([5.0, 5.0], [0.05, 0.05]), equal);
    assert_eq!(refused([f64::NAN, 5.0], [0.05, 0.05]), "elo0 is NaN, expected Elo from -500 to 500");
    assert_eq!(refused([0.0, 501.0], [0.05, 0.05]), "elo1 is 501, expected Elo from -500 to 500");
    for bad in [0.0, 0.5, -0.1, 1.0, f64::NAN, f64::INFINITY] {
        let expected = "expected a probability above 0 and below 0.5";
        assert_eq!(refused([0.0, 5.0], [bad, 0.05]), format!("alpha is {bad}, {expected}"));
        assert_eq!(refused([0.0, 5.0], [0.05, bad]), format!("beta is {bad}, {expected}"));
    }
}

#[test]
fn it_says_what_it_tests() {
    assert_eq!(
        Sprt::new([-1.75, 0.25], [0.05, 0.1], Model::Normalised).unwrap().to_string(),
        "H0, Elo -1.75, against H1, Elo +0.25 (normalised): stops with H0 at a log likelihood ratio of -2.25 or \
         below, with H1 at 2.89 or above; accepts H1 wrongly in about 5 % of cases, H0 in 10 %"
    );
}

proptest! {
    #[test]
    fn swapping_sides_negates(
        counts: [u16; 5], singles: [u16; 3], low in -30.0..30.0, width in 0.1..40.0, normalised: bool
    ) {
        let model = if normalised { Model::Normalised } else { Model::Logistic };
        let (counts, [losses, draws, wins]) = (counts.map(u64::from), singles.map(u64::from));
        let mut reversed = counts;
        reversed.reverse();
        let (there, back) = (test(low, low + width, model), test(-low - width, -low, model));
        let differ = |a: f64, b: f64| (a + b).abs() > 1e-7 * (1.0 + a.abs());
        prop_assert!(!differ(there.llr(&pairs(counts)), back.llr(&pairs(reversed))));
        prop_assert!(!differ(there.llr(&games([wins, draws, losses])), back.llr(&games([losses, draws, wins]))));
    }

    #[test]
    fn it_grows_with_points(counts: [u8; 5], worse in 0usize..4, width in 0.5..20.0) {
        // Not so in normalised Elo: a large win among small ones is a sign of much variance.
        let model = Model::Logistic;
        // All kinds are there, or one that goes from none to one changes its weight.
        let mut counts = counts.map(|n| u64::from(n) + 1);
        counts[worse] += 1;
        let before = test(0.0, width, model).llr(&pairs(counts));
        counts[worse] -= 1;
        counts[worse + 1] += 1;
        let after = test(0.0, width, model).llr(&pairs(counts));
        prop_assert!(after > before, "{} {}", after, before);
    }

    #[test]
    fn independent_games_tell_the_same_in_pairs(
        wins in 12u64..30, draws in 10u64..60, fewer in 0u64..4, normalised: bool
    ) {
        let losses = wins - fewer;
        let model = if normalised { Model::Normalised } else { Model::Logistic };
        let parts = [losses, draws, wins].map(|n| n as f64);
        let times = 2 * (wins + draws + losses);
        let test = test(0.0, 10.0, model);
        let in_pairs = test.llr(&pairs(paired(parts).map(|n| n as u64)));
        let single = test.llr(&games([wins * times, draws * times, losses * times]));
        prop_assert!((in_pairs - single).abs() < 0.02 + 0.03 * single.abs(), "{} {}", in_pairs, single);
    }
}

/// Plays tests of pairs with these parts. How many accept H0 and H1, and the mean number of games.
fn simulate(test: &Sprt, parts: &[f64; 5], times: usize) -> ([usize; 2], f64) {
    let play = |seed: usize| {
        let mut random = SplitMix64::seed_from_u64(seed as u64);
        let mut score = MatchScore::default();
        loop {
            score.add(drawn(&mut random, parts));
            match test.verdict(&score) {
                Verdict::Continue => {}
                verdict => return Ok(Some((verdict, score.games()))),
            }
        }
    };
    let played = each(times, 2, &AtomicBool::new(false), play, || ()).unwrap();
    let h1 = played.iter().filter(|(verdict, _)| *verdict == Verdict::AcceptH1).count();
    let games: u64 = played.iter().map(|(_, games)| games).sum();
    ([times - h1, h1], games as f64 / times as f64)
}

/// The parts of pairs that make this share, 60 % of the games being drawn.
fn parts(share: f64) -> [f64; 5] {
    paired([0.7 - share, 0.6, share - 0.3])
}

/// Tests of Elo 0 against this much, under either hypothesis, err as often as they promise.
fn errors_are_kept(model: Model, much: f64, times: usize) {
    let test = test(0.0, much, model);
    // The variance of a game's result, were it even, is a tenth here.
    let better = match model {
        Model::Logistic => share(much),
        Model::Normalised => {
            let t: f64 = much / NORMALISED_ELO;
            0.5 + t * (0.1 / (1.0 + t * t)).sqrt()
        }
    };
    let allowed = |part: f64| 3.0 * (times as f64 * part * (1.0 - part)).sqrt();
    for (truth, elo, wrong) in [(0.5, 0.0, 1), (better, much, 0)] {
        let (verdicts, games) = simulate(&test, &parts(truth), times);
        let of_all = verdicts[wrong] as f64;
        println!("{model}: Elo {elo}, {times} tests: {of_all} wrong, {games:.0} games on average");
        // At most alpha / (1 - beta), as Wald has it, and three deviations of chance; the ratio goes beyond its bounds
        // by a pair at most, which makes errors rarer by less than a quarter.
        let (least, most) = (0.75 * 0.05, 0.05 / 0.95);
        assert!(of_all <= most * times as f64 + allowed(most), "{model}, Elo {elo}: {of_all} of {times}");
        assert!(of_all >= least * times as f64 - allowed(least), "{model}, Elo {elo}: {of_all} of {times}");
        let expected = test.expected_games(elo, &pairs(parts(truth).map(|p| (1e6 * p) as u64))).unwrap();
        assert!((0.95..1.2).contains(&(games / expected)), "{model}, Elo {elo}: {games} games, {expected}");
    }
}

#[test]
fn simulated_tests_keep_their_error_rates() {
    errors_are_kept(Model::Logistic, 20.0, 500);
    errors_are_kept(Model::Normalised, 40.0, 500);
}

/// Ten thousand tests of each hypothesis, about a minute:
/// `cargo test -p secateur-lab --lib long_ -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute: `cargo xtask long` runs it"]
fn long_simulated_tests_keep_their_error_rates() {
    errors_are_kept(Model::Logistic, 20.0, 10_000);
    errors_are_kept(Model::Normalised, 40.0, 10_000);
}

#[test]
fn the_expected_length_is_walds() {
    let test = test(0.0, 5.0, Model::Normalised);
    let games = |truth| test.expected_games(truth, &MatchScore::default()).unwrap();
    // In the middle: the product of the bounds over the variance of a step.
    let middle = 19f64.ln().powi(2) * (NORMALISED_ELO / 5.0).powi(2);
    assert!((games(2.5) / middle - 1.0).abs() < 1e-9);
    // At either hypothesis: (0.95 - 0.05) ln 19 over half of it.
    let end = 0.9 * 19f64.ln() * 2.0 * (NORMALISED_ELO / 5.0).powi(2);
    assert!((games(0.0) / end - 1.0).abs() < 1e-9 && (games(5.0) / end - 1.0).abs() < 1e-9);
    // Close to the middle, by the other formula.
    assert!((games(2.501) / middle - 1.0).abs() < 1e-5);
    assert!(games(500.0) < games(100.0) && games(500.0) > 0.0 && games(-500.0) > 0.0);
    let logistic = Sprt { model: Model::Logistic, ..test };
    assert_eq!(logistic.expected_games(0.0, &MatchScore::of_games(5, 0, 0)), None);
}
