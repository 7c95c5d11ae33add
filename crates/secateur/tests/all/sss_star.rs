//! SSS*: minimax's value, from the leaves that the driver from above visits, in the same order.

use crate::common::book::Book;
use crate::common::knowing::{Claims, InStep};
use crate::common::seeded::Seeded;
use secateur::{
    Cx, Game, Halt, Keyed, Limiter, Line, Score, Search, Stats, Watch, Why, algo,
    drive::{MtdStep, mtd},
};
use std::collections::HashSet;

/// Trees of every kind: uniform and ragged, with values all different and nearly all the same.
fn trees(count: u64) -> impl Iterator<Item = (Seeded, u32)> {
    (0..count).map(|seed| {
        let spread = [1, 4, 30_000][seed as usize % 3];
        let (width, depth) = (2 + (seed / 3 % 4) as u16, 1 + (seed / 12 % 5) as u32);
        let (width, plies) = (width, depth + (seed % 2) as u32);
        let grow = if seed / 2 % 2 == 0 { Seeded::uniform } else { Seeded::ragged };
        (grow(seed, width, plies, spread), depth)
    })
}

#[test]
fn it_returns_the_minimax_value() {
    for (pos, depth) in trees(3_000) {
        let Ok(value) = algo::minimax(&mut Search::new(Seeded::eval), &pos, depth);
        assert_eq!(algo::sss_star(&mut Search::new(Seeded::eval), &pos, depth), Ok(value), "{pos:?}");
    }
}

/// Collects leaves by key, each when it is first visited.
#[derive(Default)]
struct Leaves {
    path: Vec<u64>,
    seen: HashSet<u64>,
    order: Vec<u64>,
}

impl Watch<Seeded> for Leaves {
    fn enter(&mut self, pos: &Seeded, ply: u32, _: u32, _: Score, _: Score) {
        self.path.resize(ply as usize, 0);
        self.path.push(pos.key());
    }
    fn known(&mut self, ply: u32, _: Score, why: Why) {
        let leaf = self.path[ply as usize];
        if matches!(why, Why::Leaf | Why::Rules) && self.seen.insert(leaf) {
            self.order.push(leaf);
        }
    }
}

#[test]
fn it_visits_the_leaves_of_the_driver_from_above() {
    let (mut fewer, mut total) = (0, 0);
    for (pos, depth) in trees(1_200) {
        let mut cx = Search::new(Seeded::eval).watch(Leaves::default());
        let Ok(value) = algo::sss_star(&mut cx, &pos, depth);
        let best_first = cx.watch;

        let mut cx = Search::new(Seeded::eval).watch(Leaves::default()).memory(Book::new(false));
        let driven = mtd(Score::WIN, MtdStep::FromAbove, |alpha, beta| {
            algo::alpha_beta_memory(&mut cx, &pos, depth, alpha, beta)
        });
        assert_eq!(driven, Ok(value), "{pos:?}");
        assert_eq!(best_first.order, cx.watch.order, "{pos:?}");

        let mut cx = Search::new(Seeded::eval).watch(Leaves::default());
        let Ok(_) = algo::alpha_beta(&mut cx, &pos, depth, -Score::INF, Score::INF);
        assert!(best_first.seen.is_subset(&cx.watch.seen), "{pos:?}");
        fewer += u32::from(best_first.seen.len() < cx.watch.seen.len());
        total += 1;
    }
    assert!(3 * fewer > total, "fewer leaves than alpha-beta on {fewer} of {total}");
}

#[test]
fn it_stays_exact_whatever_knowledge_proves() {
    let mut used = 0;
    for (pos, depth) in trees(3_000) {
        let Ok(value) = algo::minimax(&mut Search::new(Claims), &pos, depth);
        assert_eq!(algo::sss_star(&mut Search::new(Claims), &pos, depth), Ok(value), "{pos:?} at {depth}");
        used += u32::from(algo::minimax(&mut Search::new(Seeded::eval), &pos, depth) != Ok(value));
    }
    assert!(used > 300, "the claims mattered {used} times");
}

#[test]
fn knowledge_keeps_step_also_when_it_is_halted() {
    for (pos, depth) in trees(120) {
        let mut nodes = 0;
        loop {
            let limits = Limiter::new(nodes, || None);
            let mut cx = Search::new(InStep(vec![pos.key()])).watch(Stats::default()).stop(limits);
            let answer = algo::sss_star(&mut cx, &pos, depth);
            assert_eq!((cx.eval.0.len(), cx.watch.nodes.min(nodes)), (1, cx.watch.nodes));
            if answer.is_ok() {
                break;
            }
            assert_eq!((answer, cx.watch.nodes), (Err(Halt::Nodes), nodes));
            nodes = 2 * nodes + 1;
        }
    }
}

#[test]
fn observers_hear_of_the_move_that_is_worth_the_value() {
    for (pos, depth) in trees(600) {
        let mut cx = Search::new(Seeded::eval).watch(Line::default());
        let Ok(value) = algo::sss_star(&mut cx, &pos, depth);
        let over = pos.outcome().is_some() || pos.moves().next().is_none();
        assert_eq!(cx.watch.moves().is_empty(), over, "{pos:?}");
        for m in cx.watch.moves().to_vec() {
            let Ok(reply) = cx.visit(&pos, m, |cx, child| algo::minimax(cx, child, depth - 1));
            assert_eq!(-reply, value, "{m} on {pos:?}");
        }
    }
}
