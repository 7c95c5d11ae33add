//! The comparison: every algorithm searches the same positions to the same depth.

mod affordable;
mod by_proof;
mod plan;

pub use by_proof::{ProofWay, ProofWork, compare_proofs};
pub use plan::{ComparePlan, Comparison, Contender};

use crate::minimal::minimal_leaves;
use crate::play::is_over;
use crate::searcher::searcher;
use crate::start::Start;
use crate::windowed::MAX_DEPTH;
use crate::{ALGORITHMS, Algorithm, Request};
use affordable::{MINIMAX_LEAVES, NOISY_NODES, affordable_depth, take_nodes, take_paths, whole_tree_within};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Eval, Meter, Score, Stats};
use secateur_games::{Notation, written};
use std::sync::atomic::Ordering;

pub(crate) fn compare<G: Notation>(
    game: &str,
    first: &Start<G>,
    (text, start): (&str, &G),
    plan: &ComparePlan,
    request: &Request,
    report: &mut dyn FnMut(&Contender),
) -> Comparison {
    let read =
        |text: &String| first.read(text).ok().filter(|pos| !is_over(pos)).map(|pos| (text.clone(), pos));
    let (mut texts, mut positions): (Vec<String>, Vec<G>) = plan.given.iter().filter_map(read).unzip();
    if positions.is_empty() {
        let sampled = sample(start, plan.positions, plan.seed);
        (texts, positions) =
            sampled.into_iter().map(|(pos, path)| (written(text, start, &path), pos)).unzip();
    }
    let stop = &*request.control.interrupt;
    let depth = plan.depth.map(|depth| depth.min(MAX_DEPTH)).unwrap_or_else(|| match G::QUIESCES {
        false => affordable_depth(&positions, MINIMAX_LEAVES, |pos, depth, left| {
            take_paths(pos, depth, left, stop)
        }),
        true => affordable_depth(&positions, NOISY_NODES, |pos, depth, left| {
            take_nodes(pos, depth, "alpha-beta", left, request)
        }),
    });
    let (algorithms, left_out): (Vec<Algorithm>, Vec<Algorithm>) = match &plan.algorithms {
        Some(algorithms) => (algorithms.clone(), Vec::new()),
        None => {
            // Nothing is known of it if the question was interrupted.
            let too_large = !whole_tree_within(&positions, depth, request)
                && !request.control.interrupt.load(Ordering::Relaxed);
            searching().partition(|a| !(too_large && a.sees_the_whole_tree()))
        }
    };
    // Plain alpha-beta depends on no table and no driver: the others are checked against it, minimax too.
    let reference = named("alpha-beta");
    let plain = run(&positions, depth, reference, false, request);
    let values = &plain.scores;
    let minimal = minimal_leaves(&positions, depth, values, request);
    let mut contenders: Vec<Contender> = Vec::new();
    // An interrupt leaves the last of them with its results so far, even if that is plain alpha-beta, which nobody asked for.
    let asked = if values.len() < positions.len() { &[reference][..] } else { &algorithms };
    let mut interrupted = values.len() < positions.len();
    for &algorithm in asked {
        let known = algorithm == reference && !plan.deepen;
        let again = (!known).then(|| run(&positions, depth, algorithm, plan.deepen, request));
        let ran = again.as_ref().unwrap_or(&plain);
        let (stats, searched) = (ran.stats, ran.scores.len());
        let contender = Contender {
            algorithm: algorithm.full_name(),
            exact: algorithm.is_exact(),
            value_agrees: ran.scores == values[..searched],
            values: positions.iter().zip(&ran.scores).map(|(pos, &score)| pos.value(score)).collect(),
            unfinished: searched < positions.len(),
            nodes: stats.nodes,
            leaves: stats.leaves,
            leaves_over_minimal: minimal.map(|minimal| stats.leaves as f64 / minimal.leaves as f64),
            time_ms: ran.time_ms,
            table_hits: stats.table_hits,
            first_move_cutoffs: stats.first_move_cutoffs as f64 / stats.cutoffs.max(1) as f64,
            researches: stats.researches,
        };
        report(&contender);
        contenders.push(contender);
        interrupted |= searched < positions.len() || request.control.interrupt.load(Ordering::Relaxed);
        if interrupted {
            break;
        }
    }
    let (pick, reason) = pick(&contenders);
    Comparison {
        game: game.to_owned(),
        depth,
        positions: texts,
        minimal_leaves: minimal.map(|minimal| minimal.leaves),
        minimal_is_exact: minimal.is_some_and(|minimal| minimal.is_exact),
        pick,
        reason,
        agreed: contenders.iter().all(|c| c.value_agrees || !c.exact),
        interrupted: interrupted && contenders.len() < algorithms.len()
            || contenders.iter().any(|c| c.unfinished),
        left_out: left_out.iter().map(Algorithm::full_name).collect(),
    }
}

/// The results of an algorithm on the positions.
struct Ran {
    /// A value for each position, fewer if it was interrupted.
    scores: Vec<Score>,
    stats: Stats,
    time_ms: f64,
}

/// An algorithm that is on the list.
fn named(name: &str) -> Algorithm {
    Algorithm::named(name).expect("the list has it")
}

/// The algorithms that search at all.
fn searching() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().filter(|a| a.searches() && a.takes_depth()).copied()
}

/// Searches each position with an empty table: at once to the depth, or all depths up to it. Drivers that
/// start from a guess are given the value of their own search two plies less deep, which counts as well.
fn run<G: Notation>(
    positions: &[G],
    depth: u32,
    algorithm: Algorithm,
    deepen: bool,
    request: &Request,
) -> Ran {
    let request = request.clone().algorithm(algorithm);
    let mut searcher = searcher::<G>(algorithm, &request);
    searcher.touch();
    let mut ran = Ran { scores: Vec::new(), stats: Stats::default(), time_ms: 0.0 };
    for pos in positions {
        searcher.clear();
        let start = request.control.clock.start();
        let (score, stats) = searcher.measure(pos, depth, deepen, &request);
        ran.time_ms += start.milliseconds();
        ran.stats += stats;
        let Some(score) = score else { break };
        ran.scores.push(score);
    }
    ran
}

fn pick(contenders: &[Contender]) -> (String, String) {
    let agreeing = || contenders.iter().filter(|c| c.exact && c.value_agrees && !c.unfinished);
    let Some(smallest) = agreeing().min_by_key(|c| c.nodes) else {
        return (String::new(), "no exact algorithm was compared".into());
    };
    let mut reason = format!("the smallest tree, {} nodes", smallest.nodes);
    if let Some(next) = agreeing().filter(|c| c.algorithm != smallest.algorithm).min_by_key(|c| c.nodes) {
        let less = 100.0 * (1.0 - smallest.nodes as f64 / next.nodes as f64);
        reason += &match next.nodes == smallest.nodes {
            true => format!(", as many as {}", next.algorithm),
            false => format!(", {less:.1} % below {}", next.algorithm),
        };
    }
    if let Some(fastest) = agreeing().min_by(|a, b| a.time_ms.total_cmp(&b.time_ms)) {
        reason += &match fastest.algorithm == smallest.algorithm {
            true => ", and the fastest".to_owned(),
            false => format!("; {} took the least time", fastest.algorithm),
        };
    }
    (smallest.algorithm.clone(), reason)
}

/// Positions from the middle of random games, each with the moves that lead there: not over, not decided at once, all
/// different; fewer than `count` where the game has no more.
pub(crate) fn sample<G: Notation>(start: &G, count: usize, seed: u64) -> Vec<(G, Vec<G::Move>)> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut chosen = Vec::new();
    let mut keys = Vec::new();
    for _ in 0..100 * count {
        let (mut game, mut path) = (vec![start.clone()], Vec::new());
        while let Some(pos) = game.last().filter(|pos| !is_over(*pos) && game.len() < 200) {
            let moves: Vec<G::Move> = pos.moves().collect();
            let m = moves[(random.next_u64() % moves.len() as u64) as usize];
            path.push(m);
            game.push(pos.child(m));
        }
        // About a third of the way; nearer to the start where games are short.
        path.truncate((game.len() - 1) / 3);
        let pos = &game[path.len()];
        let bounds = G::Knowledge::default().bounds(pos, -Score::INF, Score::INF, &mut Meter::unlimited());
        let lively = !is_over(pos) && !bounds.is_exact();
        let fresh = !keys.contains(&pos.key());
        if lively && fresh {
            keys.push(pos.key());
            chosen.push((pos.clone(), path));
        }
        if chosen.len() == count {
            break;
        }
    }
    if chosen.is_empty() {
        chosen.push((start.clone(), Vec::new()));
    }
    chosen
}

/// The total of nodes that every exact algorithm takes on two positions of the game that begins here.
pub(crate) fn bench<G: Notation>(start: &G) -> u64 {
    let positions: Vec<G> = sample(start, 2, 1).into_iter().map(|(pos, _)| pos).collect();
    let request = Request::default().hash(1 << 20);
    let depth = affordable_depth(&positions, 20_000, |pos, depth, left| match G::QUIESCES {
        false => take_paths(pos, depth, left, &request.control.interrupt),
        true => take_nodes(pos, depth, "minimax", left, &request),
    });
    searching().map(|algorithm| run(&positions, depth, algorithm, true, &request).stats.nodes).sum()
}
