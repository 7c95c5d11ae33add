//! The measurements, printed.

use super::ours::{Ours, ProvenLeaves, RulesOnly};
use super::{DEPTH, Peer, TimedRun, crate_minimax, in_turn, ratios, spread, tuned};
use crate::by_hand::{self, PlainPosition};
use secateur::{Score, Search, algo};
use secateur_games::{Notation, connect4::Connect4};
use std::time::Instant;

const ROUNDS: usize = 201;
const ROUNDS_BY_HAND: usize = 11;
const DEPTH_BY_HAND: u32 = 10;

/// Measures and prints everything.
pub fn print() {
    if cfg!(debug_assertions) {
        eprintln!("a debug build measures nothing: run this with --release");
        std::process::exit(2);
    }
    beside_minimax();
    println!();
    beside_code_by_hand();
}

fn beside_minimax() {
    println!("Connect-4 from the start, depth {DEPTH}, constant evaluation, one thread.");
    println!("Each with the fastest of all its settings; {ROUNDS} rounds in turn, tables empty at first.\n");
    let theirs = crate_minimax::Iterative;
    let rules = Ours::rules(PlainPosition::default(), DEPTH, RulesOnly);
    let folded = Ours::rules(Connect4::start(), DEPTH, RulesOnly);
    let proven = Ours::hints(Connect4::start(), DEPTH, ProvenLeaves);
    let settled = Ours::leaf_solver(Connect4::start(), DEPTH);
    let best = tuned(&theirs);
    let [a, b, c, d] = [tuned(&rules), tuned(&folded), tuned(&proven), tuned(&settled)];
    let runs = in_turn(
        ROUNDS,
        &mut [
            &mut || theirs.run(&best),
            &mut || rules.run(&a),
            &mut || folded.run(&b),
            &mut || proven.run(&c),
            &mut || settled.run(&d),
            &mut || crate_minimax::parallel(&best),
        ],
    );
    let negamax = in_turn(5, &mut [&mut crate_minimax::negamax]);
    println!("{:44} {:>7} {:>8} {:>22}", "", "nodes", "ms", "times faster (range)");
    let rows = [
        ("minimax 0.6, IterativeSearch", theirs.name(&best)),
        ("secateur, the same rules, keys and order", rules.name(&a)),
        ("- keys folded by symmetry", folded.name(&b)),
        ("- and with the game's knowledge", proven.name(&c)),
        ("- which settles the last two plies", settled.name(&d)),
        ("(minimax 0.6, ParallelSearch, all cores)", String::new()),
    ];
    for ((name, settings), these) in rows.iter().zip(&runs) {
        row(name, settings, these, Some(&runs[0]));
    }
    row("(minimax 0.6, Negamax, no table)", "", &negamax[0], None);
    println!(
        "\nKnowledge is proven bounds on wins and losses within two plies. At every node it looks two plies\n\
         beyond the depth; as a leaf solver, two plies above the leaves, it finds just what the rules find."
    );
}

fn row(name: &str, settings: &str, runs: &[TimedRun], theirs: Option<&Vec<TimedRun>>) {
    assert!(runs.iter().all(|run| run.value == 0), "{name}: the value is 0 at this depth");
    let [_, ms, _] = spread(runs.iter().map(|run| 1e3 * run.time.as_secs_f64()).collect());
    let nodes = runs[0].nodes.map_or_else(String::new, |nodes| nodes.to_string());
    let faster = theirs.map_or_else(String::new, |theirs| shown(ratios(theirs, runs)));
    println!("{name:44} {nodes:>7} {ms:>8.3} {faster:>22}");
    if !settings.is_empty() {
        println!("    {settings}");
    }
}

fn shown([least, median, most]: [f64; 3]) -> String {
    format!("{median:.2} ({least:.2}..{most:.2})")
}

fn beside_code_by_hand() {
    let timed = |search: &dyn Fn() -> i32| {
        let start = Instant::now();
        let value = search();
        TimedRun { time: start.elapsed(), value, nodes: None }
    };
    let by_hand = || by_hand::alpha_beta(PlainPosition::default(), DEPTH_BY_HAND, 0, -32_001, 32_001);
    let generic = || {
        let mut cx = Search::new(|pos: &Connect4| Score::points(pos.centre()));
        let root = Connect4::start();
        let Ok(score) = algo::alpha_beta(&mut cx, &root, DEPTH_BY_HAND, -Score::INF, Score::INF);
        score.get()
    };
    let runs = in_turn(ROUNDS_BY_HAND, &mut [&mut || timed(&by_hand), &mut || timed(&generic)]);
    assert_eq!(runs[0][0].value, runs[1][0].value, "both search the same tree");
    println!(
        "Plain alpha-beta, depth {DEPTH_BY_HAND}: the generic page takes {} of the time of the same code by hand.",
        shown(ratios(&runs[1], &runs[0]))
    );
}
