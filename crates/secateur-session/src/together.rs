//! df-pn by several threads.

use crate::Request;
use crate::growth::{Found, context, knowledge};
use crate::signals::{Limiter, Signals};
use crate::threads::with_stacks;
use secateur::best::{End, ProofTable, SharedProofs, df_pn_beside};
use secateur::{Repetition, Score};
use secateur_games::Notation;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The stack of a thread, in bytes; memory is taken as far as it is used.
const STACK: usize = 1 << 28;

/// The answer of the threads of a request to the question whether a position is worth `goal`, found together within
/// about `nodes` nodes, and the nodes that they opened.
pub(crate) fn ask<G: Notation>(
    pos: &G,
    goal: Score,
    (request, signals, nodes): (&Request, Signals<'_>, u64),
    table: &mut ProofTable,
) -> (Found<G>, u64) {
    let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
    let signals = Signals { done: Some(&done), nodes: Some((&spent, nodes)), ..signals };
    let (shared, answers) = (SharedProofs::new(table), Mutex::new(Vec::new()));
    let run = |_| {
        let look = || signals.look();
        let known = knowledge::<G>(request);
        let mut cx = context::<G>(known, Limiter::new(u64::MAX, &look), Repetition::exact(pos));
        let found = df_pn_beside(&mut cx, pos, goal, request.method.settings.df_pn, &shared);
        // Whatever ends one ends all.
        let is_first = !done.swap(true, Ordering::Relaxed);
        if let Ok(mut answers) = answers.lock() {
            answers.push((found, cx.watch.nodes, is_first));
        }
    };
    if !with_stacks(request.resources.threads, STACK, &run) {
        run(0);
    }
    let mut answers = answers.into_inner().unwrap_or_default();
    let nodes = answers.iter().map(|(_, nodes, _)| nodes).sum();
    let settled = answers.iter().position(|(found, ..)| found.end == End::Settled);
    let chosen = settled.or_else(|| answers.iter().position(|(.., is_first)| *is_first));
    let (found, ..) = answers.swap_remove(chosen.expect("one of them is the first to end"));
    (found, nodes)
}
