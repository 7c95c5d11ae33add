//! The `minimax` crate 0.6 (MIT), by E. Roshan-Eisner and S. Fredrickson: the generic game-tree search that
//! Rust programs use today, and so what this one is measured against.

use super::rules::MinimaxRules;
use super::{DEPTH, Peer, TimedRun};
use crate::by_hand::PlainPosition;
use minimax::{Evaluator, IterativeOptions, IterativeSearch, Negamax, Replacement, Strategy};
use minimax::{ParallelOptions, ParallelSearch};
use std::time::Instant;

/// Every leaf is worth nothing.
#[derive(Clone)]
struct RulesOnly;

impl Evaluator for RulesOnly {
    type G = MinimaxRules;

    #[inline]
    fn evaluate(&self, _: &PlainPosition) -> i16 {
        0
    }
}

/// Its `Negamax`: alpha-beta without memory.
pub fn negamax() -> TimedRun {
    let mut search = Negamax::new(RulesOnly, DEPTH);
    let start = Instant::now();
    search.choose_move(&PlainPosition::default());
    TimedRun { time: start.elapsed(), value: search.root_value().into(), nodes: None }
}

/// Its `ParallelSearch` on all cores, with the choices of [`Iterative`] that it knows.
pub fn parallel(choices: &[usize]) -> TimedRun {
    let mut search = ParallelSearch::new(RulesOnly, settings(choices), ParallelOptions::new());
    search.set_max_depth(DEPTH);
    let start = Instant::now();
    search.choose_move(&PlainPosition::default());
    TimedRun { time: start.elapsed(), value: search.root_value().into(), nodes: None }
}

/// Its `IterativeSearch`, with every option that keeps the value exact.
pub struct Iterative;

const MIB: [usize; 2] = [1, 4];
const SCHEMES: [Replacement; 3] = [Replacement::TwoTier, Replacement::Always, Replacement::DepthPreferred];
const WINDOWS: [&str; 4] = ["null windows", "full windows", "MTD(f)", "aspiration"];
const ORDERS: [&str; 4] = ["", ", countermoves", ", history", ", countermoves, history"];
const STEPS: [&str; 2] = ["", ", steps of two"];

fn settings(choices: &[usize]) -> IterativeOptions {
    let &[table, scheme, window, order, step] = choices else { panic!("five choices") };
    let mut options = IterativeOptions::new()
        .with_table_byte_size(MIB[table] << 20)
        .with_replacement_strategy(SCHEMES[scheme])
        .with_null_window_search(window != 1);
    if window == 2 {
        options = options.with_mtdf();
    }
    if window == 3 {
        options = options.with_aspiration_window(1);
    }
    if order & 1 != 0 {
        options = options.with_countermoves();
    }
    if order & 2 != 0 {
        options = options.with_countermove_history();
    }
    if step == 1 { options.with_double_step_increment() } else { options }
}

impl Peer for Iterative {
    fn options(&self) -> Vec<usize> {
        vec![MIB.len(), SCHEMES.len(), WINDOWS.len(), ORDERS.len(), STEPS.len()]
    }

    fn run(&self, choices: &[usize]) -> TimedRun {
        let mut search = IterativeSearch::new(RulesOnly, settings(choices));
        search.set_max_depth(DEPTH);
        let start = Instant::now();
        search.choose_move(&PlainPosition::default());
        let time = start.elapsed();
        let told = search.stats(&mut PlainPosition::default());
        let nodes = told.split_once("Explored ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        TimedRun { time, value: search.root_value().into(), nodes }
    }

    fn name(&self, choices: &[usize]) -> String {
        let &[table, scheme, window, order, step] = choices else { panic!("five choices") };
        let (mib, scheme) = (MIB[table], SCHEMES[scheme]);
        format!("{mib} MiB, {scheme:?}, {}{}{}", WINDOWS[window], ORDERS[order], STEPS[step])
    }
}
