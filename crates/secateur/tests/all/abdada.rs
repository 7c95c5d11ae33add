//! Threads that search one tree together, each putting off what another is at, return minimax's value, whatever the page and
//! the table; alone, nothing changes.

use crate::common::layered::Graph;
use crate::common::seeded::{Seeded, hash};
use secateur::drive::{MtdStep, mtd};
use secateur::order::{Abdada, Deferring, MoveScore, Ranked, TableMove};
use secateur::{Cx, Hints, Keyed, Score, Search, Stats, Table, Value, algo};
use std::sync::Arc;
use std::thread::scope;

/// A window search.
type Page = u64;

fn search<C: Cx<Game: Hints>>(page: Page, cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let open = Score::INF;
    match page % 4 {
        0 => algo::alpha_beta_memory(cx, pos, depth, -open, open),
        1 => algo::pvs_memory(cx, pos, depth, -open, open),
        2 => algo::minimax_memory(cx, pos, depth),
        _ => mtd(Score::DRAW, MtdStep::Guess, |alpha, beta| {
            algo::alpha_beta_memory(cx, pos, depth, alpha, beta)
        }),
    }
}

/// A static value, the same for every path to a position.
fn eval<G: Keyed>(pos: &G) -> Score {
    Score::points((hash(pos.key(), 5) % 21) as i32 - 10)
}

/// What each of several threads finds, and the nodes that it opens.
fn together<G: Hints + Sync>(pos: &G, depth: u32, seed: u64, threads: usize) -> Vec<(Score, u64)>
where
    G::Move: Send,
{
    let (table, busy) =
        (Table::with_entries([1, 64, 1 << 14][seed as usize / 4 % 3]), Arc::<Abdada>::default());
    let search = || {
        let order =
            Deferring { ranked: Ranked::new((TableMove, MoveScore)), shared: Some((busy.clone(), depth)) };
        let mut cx = Search::new(eval::<G>).memory(table.exact()).order(order).watch(Stats::default());
        let Ok(value) = search(seed, &mut cx, pos, depth);
        (value, cx.watch.nodes)
    };
    scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn minimax<G: Hints>(pos: &G, depth: u32) -> Score {
    let Ok(value) = algo::minimax(&mut Search::new(eval::<G>), pos, depth);
    value
}

fn holds<G: Hints + Sync + std::fmt::Debug>(pos: &G, depth: u32, seed: u64)
where
    G::Move: Send,
{
    let (threads, value) = (1 + seed as usize % 4, minimax(pos, depth));
    let values: Vec<Score> =
        together(pos, depth, seed, threads).into_iter().map(|(value, _)| value).collect();
    assert_eq!(values, vec![value; threads], "{pos:?} to depth {depth}, seed {seed}");
}

#[test]
fn threads_find_the_minimax_value_of_graphs() {
    for seed in 0..3_000 {
        let layers = 6 + (seed % 3) as u8;
        let pos = Graph { seed, width: 1 + (seed % 40) as u8, branching: 4, layers, ply: 0, id: 0 };
        holds(&pos, 4 + (hash(seed, 1) % 5) as u32, hash(seed, 2));
    }
}

#[test]
fn threads_find_the_minimax_value_of_trees() {
    for seed in 0..1_000 {
        holds(&Seeded::ragged(seed, 5, 7, 9), 5 + (seed % 2) as u32, hash(seed, 3));
        holds(&Seeded::uniform(seed, 4, 6, 1), 6, hash(seed, 4));
    }
}

#[test]
fn alone_nothing_changes() {
    for seed in 0..200 {
        let (pos, table) = (Seeded::uniform(seed, 5, 6, 9), Table::with_entries(1 << 14));
        let ranked = || Ranked::new((TableMove, MoveScore));
        let mut plain =
            Search::new(eval::<Seeded>).memory(table.exact()).order(ranked()).watch(Stats::default());
        let Ok(value) = search(seed, &mut plain, &pos, 6);
        let [found] = together(&pos, 6, 8 + seed % 4, 1)[..] else { unreachable!() };
        assert_eq!(found, (value, plain.watch.nodes), "seed {seed}");
    }
}

#[test]
fn threads_share_the_work() {
    let [mut alone, mut shared] = [0; 2];
    for seed in 0..20 {
        let pos = Seeded::uniform(seed, 6, 8, 9);
        let nodes = |threads| together(&pos, 8, 8, threads).into_iter().map(|(_, nodes)| nodes).sum::<u64>();
        alone += nodes(1);
        shared += nodes(2);
    }
    // Searched by each for itself, it would be twice as many.
    assert!(shared < alone * 3 / 2, "{alone} nodes alone, {shared} together");
}
