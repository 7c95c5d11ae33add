//! Drivers: exact over every window search, frugal, and never caught in a loop.

use crate::common::book::Book;
use crate::common::seeded::{Seeded, hash};
use secateur::drive::{Aspiration, Iteration, MtdStep, Split, aspiration, bisection, deepening, mtd};
use secateur::{Bounds, Score, Search, Stats, algo};
use std::convert::Infallible;

#[derive(Copy, Clone, Debug)]
enum Driver {
    Aspiration(Aspiration),
    Bisection(Bounds, Split),
    Mtd(MtdStep),
}

impl Driver {
    fn run<H>(self, guess: Score, probe: impl FnMut(Score, Score) -> Result<Score, H>) -> Result<Score, H> {
        match self {
            Driver::Aspiration(how) => aspiration(guess, how, probe),
            Driver::Bisection(bounds, split) => bisection(bounds, split, probe),
            Driver::Mtd(step) => mtd(guess, step, probe),
        }
    }

    /// Probes enough, whatever they answer.
    fn limit(self) -> u32 {
        match self {
            Driver::Aspiration(how) => how.patience.min(20) + 3,
            Driver::Bisection(..) => 18,
            Driver::Mtd(_) => 1_001,
        }
    }
}

fn drivers() -> Vec<Driver> {
    let mut all = Vec::new();
    for half_width in [0, 1, 50, u16::MAX] {
        for (growth, patience) in [(0, 0), (1, 3), (3, 1), (1, u32::MAX), (u16::MAX, u32::MAX)] {
            all.push(Driver::Aspiration(Aspiration { half_width, growth, patience }));
        }
    }
    all.extend([Split::Middle, Split::TowardsZero].map(|split| Driver::Bisection(Bounds::NONE, split)));
    all.extend([MtdStep::Guess, MtdStep::FromAbove, MtdStep::FromBelow].map(Driver::Mtd));
    all.extend([0, 1, 7, u16::MAX].map(|points| Driver::Mtd(MtdStep::Stride(points))));
    all
}

/// Scores at the ends of the scale, where decisive scores begin, and in the middle.
fn edges() -> Vec<Score> {
    let upper = [0, 1, 2, 77, 30_998, 30_999, 31_000, 31_001, 31_500, 31_998, 31_999, 32_000];
    upper.iter().flat_map(|&n| [Score::from_raw(n), Score::from_raw(-n)]).collect()
}

/// Asks one window search about one tree.
fn ask(page: usize, pos: &Seeded, depth: u32, book: &mut Book<u16>, (alpha, beta): (Score, Score)) -> Score {
    let mut plain = Search::new(Seeded::eval);
    let mut cx = Search::new(Seeded::eval).memory(std::mem::replace(book, Book::new(false)));
    let Ok(score) = match page {
        0 => algo::alpha_beta(&mut plain, pos, depth, alpha, beta),
        1 => algo::alpha_beta_hard(&mut plain, pos, depth, alpha, beta),
        2 => algo::pvs(&mut plain, pos, depth, alpha, beta),
        3 => algo::nega_scout(&mut plain, pos, depth, alpha, beta),
        4 => algo::alpha_beta_memory(&mut cx, pos, depth, alpha, beta),
        5 => algo::alpha_beta_hard_memory(&mut cx, pos, depth, alpha, beta),
        _ => algo::pvs_memory(&mut cx, pos, depth, alpha, beta),
    };
    *book = cx.memory;
    score
}

#[test]
fn every_driver_is_exact_over_every_window_search() {
    let mut seen = Vec::new();
    for seed in 0..400 {
        let (width, depth) = (2 + (seed % 2) as u16, 1 + (seed / 2 % 4) as u32);
        let grow = if seed % 5 == 0 { Seeded::uniform } else { Seeded::ragged };
        let pos = grow(seed, width, depth + 1, [1, 60, 30_999][seed as usize % 3]);
        let Ok(value) = algo::minimax(&mut Search::new(Seeded::eval), &pos, depth);
        let guess = [value, Score::DRAW, Score::WIN, Score::LOSS, value + 40, value - 3][seed as usize % 6];
        seen.push(value);
        for page in 0..7 {
            for driver in drivers() {
                // Fail-hard probes move the MTD family a point at a time: near guesses only.
                let hard = page == 1 || page == 5;
                let guess = if hard && matches!(driver, Driver::Mtd(_)) { value + 20 } else { guess };
                let (mut book, mut probes) = (Book::new(false), 0);
                let Ok(answer) = driver.run(guess, |alpha, beta| {
                    probes += 1;
                    Ok::<_, Infallible>(ask(page, &pos, depth, &mut book, (alpha, beta)))
                });
                assert_eq!(answer, value, "{driver:?} over page {page} from {guess} on {pos:?}");
                assert!(probes <= driver.limit(), "{driver:?}: {probes} probes");
            }
        }
    }
    for special in [Score::WIN, Score::LOSS, Score::win_in(1), Score::DRAW] {
        assert!(seen.contains(&special), "no tree is worth {special}");
    }
}

/// The pages that have no window, or half of one, against those that have.
#[test]
fn pairs_and_tests_visit_what_alpha_beta_visits() {
    for seed in 0..2_000 {
        let (width, depth) = (2 + (seed % 3) as u16, 1 + (seed / 3 % 4) as u32);
        let pos = Seeded::ragged(seed, width, depth + 1, [1, 60, 30_999][seed as usize % 3]);
        let mut cx = Search::new(Seeded::eval).watch(Stats::default());
        let Ok(value) = algo::alpha_beta_hard(&mut cx, &pos, depth, -Score::INF, Score::INF);
        let visited = (cx.watch.nodes, cx.watch.leaves, cx.watch.cutoffs);
        cx.watch = Stats::default();
        let Ok(pair) = algo::alpha_beta_pair(&mut cx, &pos, depth);
        assert_eq!((pair, (cx.watch.nodes, cx.watch.leaves, cx.watch.cutoffs)), (value, visited), "{pos:?}");
        for bound in [value, value.next().min(Score::WIN), (value + -7).max(Score::LOSS.next())] {
            let with_book = || Search::new(Seeded::eval).watch(Stats::default()).memory(Book::new(false));
            let (mut tested, mut searched) = (with_book(), with_book());
            let Ok(test) = algo::memory_test(&mut tested, &pos, depth, bound);
            let Ok(search) = algo::alpha_beta_memory(&mut searched, &pos, depth, bound.prev(), bound);
            assert_eq!((test, tested.watch.nodes), (search, searched.watch.nodes), "{bound} of {pos:?}");
            assert_eq!(test >= bound, value >= bound, "{bound} of {pos:?}");
        }
    }
}

/// An answer that keeps the contract: fail-hard, as tight as can be, or anything between.
fn oracle(kind: u64, value: Score, alpha: Score, beta: Score) -> Score {
    let slack = hash(kind, (value.get() as u64) << 32 ^ (alpha.get() as u64) << 16 ^ beta.get() as u64);
    let between = |from: Score, to: Score| from + (slack % (to.get() - from.get() + 1) as u64) as i32;
    match kind {
        0 => value.clamp(alpha, beta),
        1 => value,
        _ if value <= alpha => between(value, alpha),
        _ if value >= beta => between(beta, value),
        _ => value,
    }
}

#[test]
fn every_driver_is_exact_at_every_edge_of_the_scale() {
    for driver in drivers() {
        for value in edges() {
            for guess in edges().into_iter().chain([value + 3, value - 3, Score::INF, -Score::INF]) {
                for kind in 0..4 {
                    let mut probes = 0;
                    let Ok(answer) = driver.run(guess, |alpha, beta| {
                        probes += 1;
                        assert!(-Score::INF <= alpha && alpha < beta && beta <= Score::INF);
                        Ok::<_, Infallible>(oracle(kind, value, alpha, beta))
                    });
                    assert_eq!(answer, value, "{driver:?} from {guess}, oracle {kind}");
                    assert!(probes <= driver.limit(), "{driver:?} from {guess}: {probes} probes for {value}");
                }
            }
        }
    }
}

#[test]
fn bisection_takes_the_logarithm_of_the_scale() {
    for (split, limit) in [(Split::Middle, 16), (Split::TowardsZero, 17)] {
        let mut most = 0;
        for value in (-32_000..=32_000).map(Score::from_raw) {
            let mut windows = Vec::new();
            let Ok(answer) = bisection(Bounds::NONE, split, |alpha, beta| {
                windows.push(alpha);
                Ok::<_, Infallible>(oracle(0, value, alpha, beta))
            });
            assert_eq!(answer, value);
            if split == Split::TowardsZero {
                // Lost? If not, won? By how much comes later.
                assert_eq!(windows[0], Score::DRAW - 1);
                assert!(value < Score::DRAW || windows[1] == Score::DRAW);
            }
            most = most.max(windows.len());
        }
        assert_eq!(most, limit, "{split:?}");
    }
}

#[test]
fn bisection_uses_what_is_known_and_survives_what_is_wrong() {
    let run = |lower, upper, value| {
        let mut probes = 0;
        let bounds = Bounds { lower: Score::from_raw(lower), upper: Score::from_raw(upper) };
        let Ok(answer) = bisection(bounds, Split::TowardsZero, |alpha, beta| {
            probes += 1;
            Ok::<_, Infallible>(oracle(1, Score::from_raw(value), alpha, beta))
        });
        (answer.get(), probes)
    };
    assert_eq!(run(7, 7, 7), (7, 0));
    assert_eq!(run(-1, 1, -1), (-1, 1));
    assert_eq!(run(-900, 5, 0), (0, 2));
    // Wrong bounds: the fail-soft answer gives them away, and an open window settles it.
    assert_eq!(run(0, 10, 20), (20, 2));
    assert_eq!(run(0, 10, -20), (-20, 2));
    assert_eq!(run(10, 0, 3), (3, 1));
}

#[test]
fn no_answer_keeps_a_driver_going() {
    type Liar = fn(u64, Score, Score) -> Score;
    let liars: [Liar; 8] = [
        |_, alpha, _| alpha,
        |_, _, beta| beta,
        |_, _, _| -Score::INF,
        |_, _, _| Score::INF,
        |_, _, _| Score::DRAW,
        |n, alpha, beta| if n % 2 == 0 { alpha } else { beta },
        |n, alpha, beta| if n % 2 == 0 { alpha - 9 } else { beta + 9 },
        |n, _, _| Score::from_raw((hash(n, 3) % 64_003) as i32 - 32_001),
    ];
    for driver in drivers() {
        for (i, liar) in liars.into_iter().enumerate() {
            for guess in edges() {
                let mut probes = 0;
                let Ok(_) = driver.run(guess, |alpha, beta| {
                    probes += 1;
                    assert!(-Score::INF <= alpha && alpha < beta && beta <= Score::INF);
                    Ok::<_, Infallible>(liar(u64::from(probes), alpha, beta))
                });
                assert!(probes <= driver.limit(), "{driver:?} from {guess}, liar {i}: {probes} probes");
            }
        }
    }
}

#[test]
fn a_driver_passes_on_that_its_probe_was_halted() {
    for driver in drivers() {
        for last in 0..3 {
            let mut probes = 0;
            let answer = driver.run(Score::points(9), |alpha, beta| {
                probes += 1;
                if probes > last { Err("halted") } else { Ok(oracle(0, Score::points(200), alpha, beta)) }
            });
            let done = probes <= last;
            assert!(answer == if done { Ok(Score::points(200)) } else { Err("halted") }, "{driver:?}");
            assert!(probes <= last + 1, "{driver:?} goes on after a halt");
        }
    }
}

#[test]
fn mtd_fails_high_on_the_value_before_it_returns() {
    for step in [MtdStep::Guess, MtdStep::FromAbove, MtdStep::FromBelow, MtdStep::Stride(5)] {
        for value in edges().into_iter().filter(|&value| value > Score::LOSS) {
            for kind in 1..4 {
                let mut proven = -Score::INF;
                let Ok(_) = mtd(Score::points(3), step, |alpha, beta| {
                    let answer = oracle(kind, value, alpha, beta);
                    if answer > alpha {
                        proven = answer;
                    }
                    Ok::<_, Infallible>(answer)
                });
                assert_eq!(proven, value, "{step:?}: the last probe to fail high proved less");
            }
        }
    }
}

#[test]
fn deepening_keeps_the_last_iteration_that_was_finished() {
    let run = |depths: &[u32], halt_at, stop_at| {
        let mut asked = Vec::new();
        let (last, halted) = deepening(
            depths.iter().copied(),
            |depth, before: Option<Iteration>| {
                asked.push((depth, before.map(|it| it.depth)));
                if depth == halt_at { Err("halted") } else { Ok(Score::points(depth as i32 * 10)) }
            },
            |it| it.depth != stop_at,
        );
        (last.map(|it| (it.depth, it.score.get())), halted, asked)
    };
    assert_eq!(run(&[1, 2, 3], 9, 9), (Some((3, 30)), None, vec![(1, None), (2, Some(1)), (3, Some(2))]));
    assert_eq!(run(&[1, 2, 3], 9, 2), (Some((2, 20)), None, vec![(1, None), (2, Some(1))]));
    assert_eq!(run(&[2, 3, 4, 5], 3, 9), (Some((2, 20)), Some("halted"), vec![(2, None), (3, Some(2))]));
    assert_eq!(run(&[1, 2, 3], 1, 9), (None, Some("halted"), vec![(1, None)]));
    assert_eq!(run(&[], 9, 9), (None, None, vec![]));
    assert_eq!(run(&[u32::MAX], 0, 0).2, vec![(u32::MAX, None)]);
}
