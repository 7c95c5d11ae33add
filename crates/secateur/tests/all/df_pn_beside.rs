//! df-pn by several threads that share a table returns minimax's value on graphs in layers, and that of retrograde
//! analysis on graphs with cycles; by one thread it is the same search every time.

use crate::common::cyclic::{cyclic, retrograde};
use crate::common::layered::Graph;
use crate::common::seeded::hash;
use secateur::best::{Answer, DfPn, End, MoveOrder, ProofTable, SharedProofs, Sums, df_pn_beside};
use secateur::drive::{Split, bisection};
use secateur::{Bounds, Halt, Hints, Keyed, Limiter, Repetition, Score, Search, Stats, algo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;

fn blind<G>(_: &G) -> Score {
    Score::DRAW
}

fn how(seed: u64) -> DfPn {
    DfPn {
        epsilon: [0, 4, 256][seed as usize % 3],
        order: [MoveOrder::Ignored, MoveOrder::Given, MoveOrder::Learned][seed as usize / 5 % 3],
        sums: [Sums::Proper, Sums::Weak, Sums::Branches][seed as usize / 2 % 3],
        ..DfPn::default()
    }
}

fn table(seed: u64) -> ProofTable {
    ProofTable::with_entries([1, 5, 64, 4_096][hash(seed, 7) as usize % 4])
}

/// The answer of `threads` threads to one question; the first to be done halts the others.
fn ask<G: Keyed + Hints + Sync>(
    pos: &G,
    goal: Score,
    seed: u64,
    threads: usize,
    table: &mut ProofTable,
) -> Answer<G::Move, Halt>
where
    G::Move: Send,
{
    let (shared, done) = (SharedProofs::new(table), AtomicBool::new(false));
    let search = || {
        let look = || done.load(Ordering::Relaxed).then_some(Halt::Interrupt);
        let mut cx = Search::new(blind).stop(Limiter::new(u64::MAX, look)).history(Repetition::exact(pos));
        let answer = df_pn_beside(&mut cx, pos, goal, how(seed), &shared);
        done.fetch_or(answer.end == End::Settled, Ordering::Relaxed);
        answer
    };
    let answers: Vec<_> = scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut settled = answers.into_iter().filter(|answer| answer.end == End::Settled);
    let first = settled.next().expect("one of them settles it");
    assert!(settled.all(|answer| (answer.bounds.lower >= goal) == (first.bounds.lower >= goal)));
    assert!(table.root().is_some_and(|root| root.is_settled()));
    first
}

fn solve<G: Keyed + Hints + Sync>(pos: &G, seed: u64, threads: usize, table: &mut ProofTable) -> Score
where
    G::Move: Send,
{
    let prove = |_, goal| ask(pos, goal, seed, threads, table).probe(goal);
    bisection(Bounds::NONE, Split::TowardsZero, prove).expect("one of them settles it")
}

#[test]
fn they_return_the_minimax_value_on_graphs_in_layers() {
    for seed in 0..1_000 {
        let pos = Graph { seed, width: 12, branching: 1 + seed % 5, layers: 7, ply: 0, id: 0 };
        let Ok(value) = algo::minimax(&mut Search::new(blind), &pos, 64);
        for threads in [1, 2, 3] {
            assert_eq!(
                solve(&pos, seed, threads, &mut table(seed)),
                value,
                "{pos:?}, seed {seed}, {threads} threads"
            );
        }
    }
}

#[test]
fn they_agree_with_retrograde_analysis_on_graphs_with_cycles() {
    for seed in 0..1_500 {
        let mut table = table(seed);
        let web = cyclic(seed, if table.entries() < 100 { 8 } else { 40 });
        let values = retrograde(&web);
        for root in 0..2 {
            let found = solve(&web.at(root), seed, 2, &mut table);
            assert_eq!(found.get(), values[usize::from(root)], "graph {seed} from {root}");
        }
    }
}

#[test]
fn one_thread_is_the_same_every_time() {
    for seed in 0..50 {
        let pos = Graph { seed, width: 40, branching: 6, layers: 12, ply: 0, id: 0 };
        let search = || {
            let mut table = ProofTable::with_entries(256);
            let shared = SharedProofs::new(&mut table);
            let mut cx = Search::new(blind).watch(Stats::default());
            let answer = df_pn_beside(&mut cx, &pos, Score::points(1), how(seed), &shared);
            (answer, cx.watch.nodes)
        };
        assert_eq!(search(), search());
    }
}
