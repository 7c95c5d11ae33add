//! Minimax is the specification: every exact algorithm and every driver over it must return its value, on
//! random trees and graphs of every kind and on positions of games, with any window, order and table.

use proptest::prelude::*;
use secateur::algo::{
    alpha_beta, alpha_beta_hard, alpha_beta_hard_memory, alpha_beta_memory, max_min, minimax, minimax_memory,
    nega_scout, pvs, pvs_memory, scout, sss_star,
};
use secateur::drive::{Aspiration, MtdStep, Split, aspiration, bisection, deepening, mtd};
use secateur::order::{HintFirst, MoveScore, Ranked, TableMove};
use secateur::table::{Bounding, Config, Etc, Replacement};
use secateur::{Bounds, Score, Search, Table, laws, tree::Tree};
use secateur_games::{Notation, clobber::Clobber, connect4::AnyConnect4, othello::Othello, trees};
use std::convert::Infallible;

/// Trees of each kind; there are seven kinds.
const CASES: u32 = 2_000;

/// Positions of each game, where static values meet proven bounds.
const GAME_CASES: u32 = 1_000;

/// The parameters that vary besides the tree.
#[derive(Copy, Clone, Debug)]
struct How {
    /// Plies to search, which may be more or fewer than the tree has.
    depth: u32,
    /// Entries of the small table.
    entries: usize,
    replacement: Replacement,
    bounding: Bounding,
    /// The distance by which the guesses miss, and windows reach.
    miss: i32,
    reach: i32,
}

fn hows() -> impl Strategy<Value = How> {
    let replacements = prop::sample::select(vec![
        Replacement::Newest,
        Replacement::Deepest,
        Replacement::TwoLevel,
        Replacement::Buckets,
    ]);
    let boundings = prop::sample::select(vec![Bounding::Both, Bounding::Single]);
    (0..=7u32, 1..=16usize, replacements, boundings, -60..=60i32, 1..=30i32).prop_map(
        |(depth, entries, replacement, bounding, miss, reach)| How {
            depth,
            entries,
            replacement,
            bounding,
            miss,
            reach,
        },
    )
}

/// `b` and `d` of a tree of at most 1,300 leaves.
fn sizes() -> impl Strategy<Value = (u64, u32)> {
    (1..=6u64, 0..=6u32).prop_map(|(b, d)| (b, (0..=d).rev().find(|&d| b.pow(d) <= 1_300).unwrap_or(0)))
}

/// The number of different values of leaves: few make many ties.
fn values() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![1, 2, 3, 5, 20, 1_000, 5_000])
}

/// A search through a window, as drivers see it.
type Probe<'a> = &'a mut dyn FnMut(Score, Score) -> Score;

/// Hands every window search to `check`: name, whether it is fail-soft, and the search.
fn each_window_search<G: Notation>(
    pos: &G,
    depth: u32,
    tables: &[Table],
    mut check: impl FnMut(&str, bool, Probe),
) {
    macro_rules! search {
        ($page:ident, $soft:expr, $cx:expr) => {{
            let mut cx = $cx;
            check(stringify!($page), $soft, &mut |alpha, beta| {
                let Ok(score) = $page(&mut cx, pos, depth, alpha, beta);
                score
            });
        }};
    }
    let plain = || Search::new(G::Knowledge::default());
    search!(alpha_beta, true, plain());
    search!(alpha_beta_hard, false, plain());
    search!(pvs, true, plain());
    search!(nega_scout, true, plain());
    search!(pvs, true, plain().order(Ranked::new(MoveScore)));
    for table in tables {
        search!(alpha_beta_memory, true, plain().memory(table.exact()).order(HintFirst));
        search!(alpha_beta_hard_memory, false, plain().memory(table.exact()).order(HintFirst));
        let ranked = Ranked::new((TableMove, MoveScore));
        search!(pvs_memory, true, plain().memory(table.exact()).order(ranked));
        search!(pvs_memory, true, plain().memory(Etc::new(table.exact())).order(HintFirst));
    }
}

fn check_windows(name: &str, soft: bool, v: Score, how: How, probe: Probe) -> Result<(), TestCaseError> {
    let inf = Score::INF;
    let missed = v + how.miss;
    for (alpha, beta) in [
        (-inf, inf),
        (v - 1, v),
        (v, v + 1),
        (v - 1, v + 1),
        (-inf, v),
        (v, inf),
        (missed, missed + 1),
        (missed - how.reach, missed + how.reach),
        (missed, inf),
        (-inf, missed),
    ] {
        let (alpha, beta) = (alpha.clamp(-inf, inf - 1), beta.clamp(-inf + 1, inf));
        let s = probe(alpha, beta);
        let fails = |broken| TestCaseError::fail(format!("{name}: {broken}"));
        laws::check_answer(v, soft, alpha, beta, s).map_err(fails)?;
    }
    Ok(())
}

fn check_drivers(name: &str, soft: bool, v: Score, how: How, probe: Probe) -> Result<(), TestCaseError> {
    let mut probe = |alpha, beta| Ok::<Score, Infallible>(probe(alpha, beta));
    let missed = Score::from_raw(v.get() + how.miss);
    for step in
        [MtdStep::Guess, MtdStep::FromAbove, MtdStep::FromBelow, MtdStep::Stride(1), MtdStep::Stride(9)]
    {
        for guess in [v, missed, Score::LOSS, Score::INF] {
            // Over a fail-hard search these move one point per pass, and are worth only some of the time.
            let far = !matches!(step, MtdStep::Guess) || guess != v && guess != missed;
            if far && !soft && how.miss != 0 {
                continue;
            }
            let Ok(score) = mtd(guess, step, &mut probe);
            prop_assert_eq!(score, v, "mtd {:?} from {:?} over {}", step, guess, name);
        }
    }
    for split in [Split::Middle, Split::TowardsZero] {
        let near = Bounds { lower: v - how.reach, upper: v + 2 * how.reach };
        for bounds in [Bounds::NONE, near] {
            let Ok(score) = bisection(bounds, split, &mut probe);
            prop_assert_eq!(score, v, "bisection {:?} of {:?} over {}", split, bounds, name);
        }
    }
    for (half_width, growth, patience) in [(1, 1, 3), (how.reach as u16, 3, 1), (1_000, 0, 0)] {
        let how = Aspiration { half_width, growth, patience };
        for centre in [v, missed, Score::LOSS, Score::WIN] {
            let Ok(score) = aspiration(centre, how, &mut probe);
            prop_assert_eq!(score, v, "{:?} around {:?} over {}", how, centre, name);
        }
    }
    Ok(())
}

/// Checks all that is claimed of one position.
fn check<G: Notation>(pos: &G, how: How) -> Result<(), TestCaseError> {
    let plain = || Search::new(G::Knowledge::default());
    let depth = how.depth;
    let Ok(v) = minimax(&mut plain(), pos, depth);
    let Ok(pair) = max_min(&mut plain(), pos, depth);
    prop_assert_eq!(pair, v, "max_min");
    let Ok(best_first) = sss_star(&mut plain(), pos, depth);
    prop_assert_eq!(best_first, v, "sss_star");
    let Ok(scouted) = scout(&mut plain(), pos, depth);
    prop_assert_eq!(scouted, v, "scout");
    let config = Config { replacement: how.replacement, bounding: how.bounding, ..Config::default() };
    // Entries that one search leaves in a table must not mislead the next one.
    let tables = [config.with_entries(how.entries), config.with_entries(1 << 12)];
    for table in &tables {
        for _ in 0..2 {
            let Ok(score) = minimax_memory(&mut plain().memory(table.exact()), pos, depth);
            prop_assert_eq!(score, v, "minimax_memory");
        }
    }
    let mut outcome = Ok(());
    each_window_search(pos, depth, &tables, |name, soft, probe| {
        if outcome.is_ok() {
            outcome = check_windows(name, soft, v, how, probe)
                .and_then(|()| check_drivers(name, soft, v, how, probe));
        }
    });
    outcome?;
    let mut cx = plain().memory(tables[1].exact()).order(HintFirst);
    let mut values = Vec::new();
    deepening(
        0..=depth,
        |depth, last| {
            let centre = last.map_or(Score::DRAW, |last| last.score);
            aspiration(centre, Aspiration::default(), |alpha, beta| {
                pvs_memory(&mut cx, pos, depth, alpha, beta)
            })
        },
        |iteration| {
            values.push(iteration.score);
            true
        },
    );
    for (depth, &found) in (0..=depth).zip(&values) {
        let Ok(v) = minimax(&mut plain(), pos, depth);
        prop_assert_eq!(found, v, "deepening at depth {}", depth);
    }
    prop_assert_eq!(values.len(), depth as usize + 1);
    Ok(())
}

fn check_text<G: Notation>(text: &str, how: How) -> Result<(), TestCaseError> {
    let pos = G::read(text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
    check(&pos, how)
}

/// Searches positions reached by random moves from the start, at most `plies` of them.
fn check_game<G: Notation>(start: G, picks: &[u8], plies: u32, how: How) -> Result<(), TestCaseError> {
    let mut pos = start;
    for &pick in picks {
        let moves: Vec<G::Move> = pos.moves().collect();
        if moves.is_empty() || pos.outcome().is_some() {
            break;
        }
        pos.play(moves[usize::from(pick) % moves.len()]);
    }
    check(&pos, How { depth: how.depth.min(plies), ..how })
}

fn picks(moves: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), moves)
}

fn written_trees() -> impl Strategy<Value = String> {
    let leaf = (-9..=9i32).prop_map(|v| v.to_string());
    leaf.prop_recursive(6, 80, 5, |node| {
        prop::collection::vec(node, 1..=5).prop_map(|children| format!("({})", children.join(" ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn uniform_trees((b, d) in sizes(), seed: u64, k in values(), how in hows()) {
        check_text::<trees::UniformTree>(&format!("b={b} d={d} seed={seed} k={k}"), how)?;
    }

    #[test]
    fn incremental_trees((b, d) in sizes(), seed: u64, edge in values(), how in hows()) {
        check_text::<trees::IncrementalTree>(&format!("b={b} d={d} seed={seed} edge={edge}"), how)?;
    }

    #[test]
    fn ordered_trees((b, d) in sizes(), seed: u64, delta in values(), p in 0.0..=1.0, how in hows()) {
        let text = format!("b={b} d={d} seed={seed} p={p} delta={delta}");
        check_text::<trees::OrderedTree>(&text, how)?;
        let pos = trees::OrderedTree::read(&text).unwrap();
        let Ok(v) = minimax(&mut Search::new(trees::Guess), &pos, d);
        prop_assert_eq!(pos.known_value(), v);
    }

    #[test]
    fn p_games((b, d) in sizes(), seed: u64, p in 0.0..=1.0, how in hows()) {
        check_text::<trees::PGameTree>(&format!("b={b} d={d} seed={seed} p={p}"), how)?;
    }

    #[test]
    fn n_games((b, d) in sizes(), seed: u64, how in hows()) {
        check_text::<trees::NGameTree>(&format!("b={b} d={d} seed={seed}"), how)?;
    }

    #[test]
    fn graphs((b, d) in sizes(), seed: u64, width in 1..=12u32, k in values(), how in hows()) {
        check_text::<trees::DagTree>(&format!("b={b} d={d} seed={seed} width={width} k={k}"), how)?;
    }

    #[test]
    fn trees_written_down(text in written_trees(), how in hows()) {
        check_text::<Tree>(&text, how)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: GAME_CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn connect4(picks in picks(4..20), how in hows()) {
        check_game(AnyConnect4::sized(5, 4).unwrap(), &picks, 6, how)?;
    }

    #[test]
    fn othello(picks in picks(20..53), how in hows()) {
        check_game(Othello::start(), &picks, 3, how)?;
    }

    #[test]
    fn clobber(picks in picks(4..20), how in hows()) {
        check_game(Clobber::start(), &picks, 3, how)?;
    }
}
