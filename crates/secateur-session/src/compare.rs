//! The comparison: every algorithm searches the same positions to the same depth.

mod affordable;
mod by_proof;
mod plan;
mod positions;

pub use by_proof::{ProofWay, ProofWork, compare_proofs};
pub use plan::{ComparePlan, Comparison, Contender};
pub(crate) use positions::{Positions, chosen, sample};

use crate::minimal::minimal_leaves;
use crate::windowed::MAX_DEPTH;
use crate::{ALGORITHMS, Algorithm, Request};
use affordable::{BENCH_NODES, Limit, MINIMAX_LEAVES, NOISY_NODES, affordable_depth, whole_tree_within};
use std::sync::atomic::Ordering;

/// The comparison of algorithms on these positions, which are written thus.
pub(crate) fn compare(
    game: &str,
    (texts, positions): (Vec<String>, &dyn Positions),
    plan: &ComparePlan,
    request: &Request,
    report: &mut dyn FnMut(&Contender),
) -> Comparison {
    let count = positions.count();
    let limit = match positions.quiesces() {
        false => Limit::Paths(MINIMAX_LEAVES),
        true => Limit::Nodes(NOISY_NODES, "alpha-beta"),
    };
    let depth = plan.depth.map(|depth| depth.min(MAX_DEPTH));
    let depth = depth.unwrap_or_else(|| affordable_depth(positions, limit, request));
    let (algorithms, left_out): (Vec<Algorithm>, Vec<Algorithm>) = match &plan.algorithms {
        Some(algorithms) => (algorithms.clone(), Vec::new()),
        None => {
            // Nothing is known of it if the question was interrupted.
            let too_large = !whole_tree_within(positions, depth, request)
                && !request.control.interrupt.load(Ordering::Relaxed);
            searching().partition(|a| !(too_large && a.sees_the_whole_tree()))
        }
    };
    // Plain alpha-beta depends on no table and no driver: the others are checked against it, minimax too.
    let reference = named("alpha-beta");
    let plain = positions.run(depth, reference, false, request);
    let values = &plain.scores;
    let minimal = minimal_leaves(positions, depth, values, request);
    let mut contenders: Vec<Contender> = Vec::new();
    // An interrupt leaves the last of them with its results so far, even if that is plain alpha-beta, which nobody asked for.
    let asked = if values.len() < count { &[reference][..] } else { &algorithms };
    let mut interrupted = values.len() < count;
    for &algorithm in asked {
        let known = algorithm == reference && !plan.deepen;
        let again = (!known).then(|| positions.run(depth, algorithm, plan.deepen, request));
        let ran = again.as_ref().unwrap_or(&plain);
        let (stats, searched) = (ran.stats, ran.scores.len());
        let contender = Contender {
            algorithm: algorithm.full_name(),
            exact: algorithm.is_exact(),
            value_agrees: ran.scores == values[..searched],
            values: ran.scores.iter().enumerate().map(|(n, &score)| positions.value(n, score)).collect(),
            unfinished: searched < count,
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
        interrupted |= searched < count || request.control.interrupt.load(Ordering::Relaxed);
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

/// An algorithm that is on the list.
fn named(name: &str) -> Algorithm {
    Algorithm::named(name).expect("the list has it")
}

/// The algorithms that search at all.
fn searching() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().filter(|a| a.searches() && a.takes_depth()).copied()
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

/// The total of nodes that every exact algorithm takes on these positions.
pub(crate) fn bench(positions: &dyn Positions) -> u64 {
    let request = Request::default().hash(1 << 20);
    let limit = match positions.quiesces() {
        false => Limit::Paths(BENCH_NODES),
        true => Limit::Nodes(BENCH_NODES, "minimax"),
    };
    let depth = affordable_depth(positions, limit, &request);
    searching().map(|algorithm| positions.run(depth, algorithm, true, &request).stats.nodes).sum()
}
