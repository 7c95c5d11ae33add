//! The comparison: every algorithm searches the same positions to the same depth.

use crate::minimal::minimal_leaves;
use crate::play::is_over;
use crate::runner::{context, iteration};
use crate::searcher::searcher;
use crate::signals::Signals;
use crate::start::Start;
use crate::windowed::MAX_DEPTH;
use crate::{ALGORITHMS, Algorithm, Request};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Eval, Meter, Repetition, Score, Stats};
use secateur_games::{Notation, written};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// The plan of a comparison.
///
/// ```
/// use secateur_session::{Algorithm, ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let named = |name| Algorithm::named(name).unwrap();
/// let plan = ComparePlan {
///     positions: 2,
///     depth: Some(3),
///     algorithms: Some(vec![named("minimax"), named("alpha-beta")]),
///     ..ComparePlan::default()
/// };
/// let game = standard().find("tictactoe").unwrap().open();
/// let comparison = game.compare(&plan, &Request::default().hash(1 << 20), &mut |_| {});
/// assert_eq!((comparison.positions.len(), comparison.depth), (2, 3));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ComparePlan {
    /// The number of positions to sample.
    pub positions: usize,
    /// The positions, if they are not to be sampled, in the game's notation. One that cannot be read, or in
    /// which the game is over, is left out.
    pub given: Vec<String>,
    /// The depth in plies; by default as deep as minimax can go with twelve million leaves per position, or in
    /// noisy games plain alpha-beta with three hundred thousand nodes. At most 250.
    pub depth: Option<u32>,
    /// The seed by which positions are chosen.
    pub seed: u64,
    /// The algorithms; by default all that search. Those that go through the whole tree are then left out
    /// where it is too large.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub algorithms: Option<Vec<Algorithm>>,
    /// Whether all algorithms deepen iteratively, with all iterations counted, or go to the depth at once.
    pub deepen: bool,
}

impl Default for ComparePlan {
    fn default() -> Self {
        ComparePlan { positions: 5, given: Vec::new(), depth: None, seed: 1, algorithms: None, deepen: false }
    }
}

/// The results of one algorithm, over all positions.
///
/// ```
/// use secateur_session::{ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let plan = ComparePlan { positions: 2, depth: Some(4), ..ComparePlan::default() };
/// let request = Request::default().hash(1 << 20);
/// let mut all = Vec::new();
/// let game = standard().find("ordered").unwrap().open();
/// game.compare(&plan, &request, &mut |contender| all.push(contender.clone()));
/// assert!(all.iter().all(|c| c.value_agrees || !c.exact));
/// let leaves = |name| all.iter().find(|c| c.algorithm == name).unwrap().leaves;
/// assert!(leaves("alpha-beta") < leaves("minimax") / 4);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Contender {
    /// Its name.
    pub algorithm: String,
    /// Whether it claims the minimax value.
    pub exact: bool,
    /// Whether its values equal minimax's on every position.
    pub value_agrees: bool,
    /// Its values, one per position, for the side to move, in points or on the game's own scale.
    pub values: Vec<i32>,
    /// Whether it was interrupted: then values and counts are those of the positions before, the nodes also of the last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// Nodes opened, in all iterations.
    pub nodes: u64,
    /// Nodes that ended without moves to search.
    pub leaves: u64,
    /// These leaves over those of the minimal trees; none if the minimal trees are not known.
    pub leaves_over_minimal: Option<f64>,
    /// The time in milliseconds.
    pub time_ms: f64,
    /// Nodes that the table answered.
    pub table_hits: u64,
    /// The share of cutoffs that came with the first move, 0 to 1.
    pub first_move_cutoffs: f64,
    /// Second searches: of children that a scout search was wrong about, and of roots whose window settled nothing.
    pub researches: u64,
}

/// The result of a comparison.
///
/// ```
/// use secateur_session::{Algorithm, ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let algorithms = ["minimax", "alpha-beta"].map(|name| Algorithm::named(name).unwrap()).to_vec();
/// let plan = ComparePlan { depth: Some(4), algorithms: Some(algorithms), ..ComparePlan::default() };
/// let game = standard().find("tictactoe").unwrap().open();
/// let comparison = game.compare(&plan, &Request::default().hash(1 << 20), &mut |_| {});
/// assert!(comparison.agreed);
/// assert_eq!(comparison.pick, "alpha-beta");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The game's name.
    pub game: String,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The positions searched, in the game's notation.
    pub positions: Vec<String>,
    /// The leaves of the minimal trees of all positions together.
    pub minimal_leaves: Option<u64>,
    /// Whether that is the true minimum. In noisy games, and where the table is too small for the true one, it is an upper
    /// estimate: the leaves of trees that prove the values by the best moves found.
    pub minimal_is_exact: bool,
    /// The exact algorithm with the smallest tree.
    pub pick: String,
    /// The reason for the pick.
    pub reason: String,
    /// The algorithms left out, since they go through the whole tree and it is too large.
    pub left_out: Vec<String>,
    /// Whether every exact algorithm returned minimax's values.
    pub agreed: bool,
    /// Whether it was interrupted before the last algorithm.
    pub interrupted: bool,
}

/// The most leaves per position that minimax may have, unless the depth is given.
const MINIMAX_LEAVES: u64 = 12_000_000;
/// The most nodes that plain alpha-beta may have in noisy games, where every leaf has a tree of its own below.
const NOISY_NODES: u64 = 300_000;
/// Algorithms that go through the whole tree are left out if it is this many times as large as that limit.
const PATIENCE: u64 = 4;

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

/// The greatest depth at which the positions take no more than this on average. `take` subtracts the cost of a
/// position at a depth from what is left, and returns whether there was enough.
fn affordable_depth<G: Notation>(
    positions: &[G],
    each: u64,
    take: impl Fn(&G, u32, &mut u64) -> bool,
) -> u32 {
    let most = each * positions.len() as u64;
    let mut depth = 1;
    while depth < 30 {
        let mut left = most;
        let within = positions.iter().all(|pos| take(pos, depth + 1, &mut left));
        if !within || left == most {
            break;
        }
        depth += 1;
    }
    depth
}

/// Whether algorithms that go through the whole tree may be asked to.
fn whole_tree_within<G: Notation>(positions: &[G], depth: u32, request: &Request) -> bool {
    let each = PATIENCE * if G::QUIESCES { NOISY_NODES } else { MINIMAX_LEAVES };
    let most = each * positions.len() as u64;
    let within = |take: &dyn Fn(&G, &mut u64) -> bool| {
        let mut left = most;
        positions.iter().all(|pos| take(pos, &mut left))
    };
    // Paths are counted faster than nodes, and are fewer.
    within(&|pos, left| take_paths(pos, depth, left, &request.control.interrupt))
        && (!G::QUIESCES || within(&|pos, left| take_nodes(pos, depth, "minimax", left, request)))
}

/// Subtracts the number of move paths of this length (one at least) from `left`. False once there are more than
/// that, or the flag is set: nobody has to wait for all of them.
fn take_paths<G: Notation>(pos: &G, depth: u32, left: &mut u64, stop: &AtomicBool) -> bool {
    if pos.outcome().is_some() {
        return true;
    }
    if depth > 1 {
        return pos.moves().all(|m| take_paths(&pos.child(m), depth - 1, left, stop));
    }
    let fewer = left.checked_sub(pos.moves().count() as u64);
    *left = fewer.unwrap_or(*left);
    fewer.is_some() && !stop.load(Ordering::Relaxed)
}

/// Subtracts the nodes of a search, which needs no table, from `left`. False once there are more, or on an
/// interrupt.
fn take_nodes<G: Notation>(pos: &G, depth: u32, page: &str, left: &mut u64, request: &Request) -> bool {
    let request = request.clone().algorithm(named(page)).hash(0);
    let (table, signals) = (request.table(), Signals::interrupt(&request.control.interrupt));
    let look = || signals.look();
    let mut cx = context::<G>(&table, &request, *left, &look, Repetition::exact(pos));
    let found = iteration(&mut cx, &request, pos, depth, None);
    *left = left.saturating_sub(cx.watch.0.nodes);
    found.is_ok()
}

/// The total of nodes that every exact algorithm takes on two positions of the game.
pub(crate) fn bench<G: Notation>() -> u64 {
    let positions: Vec<G> = sample(&G::start(), 2, 1).into_iter().map(|(pos, _)| pos).collect();
    let request = Request::default().hash(1 << 20);
    let depth = affordable_depth(&positions, 20_000, |pos, depth, left| match G::QUIESCES {
        false => take_paths(pos, depth, left, &request.control.interrupt),
        true => take_nodes(pos, depth, "minimax", left, &request),
    });
    searching().map(|algorithm| run(&positions, depth, algorithm, true, &request).stats.nodes).sum()
}
