//! Searches within knowledge: their nodes count, and limits hold for them as for any other search.

use crate::common::seeded::Seeded;
use secateur::engine::{Engine, EngineLimits, Standard, Windows};
use secateur::{
    Bounds, Cx, Eval, Game, Halt, Limiter, Meter, Score, Search, Stats, Stop, Table, Watch, algo,
};
use std::cell::Cell;
use std::sync::Arc;

/// Says of nodes that are not the root what minimax says, having asked it.
struct Oracle {
    depth: u32,
    /// Whether nodes are counted when they are opened, or all at once when that is over.
    at_once: bool,
    searched: u64,
}

impl Oracle {
    fn value(&mut self, pos: &Seeded, depth: u32, meter: &mut Meter<'_>) -> Score {
        if !self.at_once && !meter.tick() {
            return Score::WIN; // wrong, and of no consequence
        }
        self.searched += 1;
        if let Some(score) = pos.outcome() {
            return score;
        }
        if depth == 0 {
            return Seeded::eval(pos);
        }
        let values = pos.moves().map(|m| -self.value(&pos.child(m), depth - 1, meter));
        values.max().unwrap_or(pos.no_moves())
    }
}

impl Eval<Seeded> for Oracle {
    fn eval(&mut self, pos: &Seeded) -> Score {
        Seeded::eval(pos)
    }
    fn bounds(&mut self, pos: &Seeded, _: Score, _: Score, meter: &mut Meter<'_>) -> Bounds {
        let before = self.searched;
        let value = self.value(pos, self.depth, meter);
        if self.at_once {
            meter.count(self.searched - before);
        }
        if value.is_decisive() { Bounds::NONE } else { Bounds::exact(value) }
    }
}

/// The nodes that a search opens by itself.
#[derive(Default)]
struct Own(u64);

impl Watch<Seeded> for Own {
    fn enter(&mut self, _: &Seeded, _: u32, _: u32, _: Score, _: Score) {
        self.0 += 1;
    }
}

fn root() -> Seeded {
    Seeded::uniform(7, 4, 9, 40)
}

fn oracle(at_once: bool) -> Oracle {
    Oracle { depth: 4, at_once, searched: 0 }
}

#[test]
fn nodes_within_count_and_node_limits_are_exact() {
    for at_once in [false, true] {
        let mut cx = Search::new(oracle(at_once)).watch((Stats::default(), Own::default()));
        let Ok(value) = algo::alpha_beta(&mut cx, &root(), 3, -Score::INF, Score::INF);
        let (Stats { nodes, .. }, Own(own)) = cx.watch;
        assert_eq!(nodes, own + cx.eval.searched);
        assert!(own < 100 && nodes > 1_500, "{own} of {nodes}");
        for limit in (0..nodes + 2).filter(|n| n % 97 < 3 || n % 1024 < 2 || *n >= nodes - 1) {
            let mut cx =
                Search::new(oracle(at_once)).watch(Stats::default()).stop(Limiter::new(limit, || None));
            let answer = algo::alpha_beta(&mut cx, &root(), 3, -Score::INF, Score::INF);
            assert_eq!(answer, if limit < nodes { Err(Halt::Nodes) } else { Ok(value) }, "limit {limit}");
            assert_eq!(cx.ply(), 0);
            // What is counted when it is over was searched in any case.
            let over = if at_once { 1 + 4 + 16 + 64 + 256 } else { 0 };
            assert!((limit.min(nodes)..=limit.min(nodes) + over).contains(&cx.watch.nodes), "limit {limit}");
        }
    }
}

#[test]
fn clocks_are_looked_at_within() {
    let looks = Cell::new(0);
    let look = || {
        looks.set(looks.get() + 1);
        (looks.get() > 3).then_some(Halt::Time)
    };
    let eval = Oracle { depth: 9, at_once: false, searched: 0 };
    let mut cx = Search::new(eval).watch(Own::default()).stop(Limiter::new(u64::MAX, look));
    assert_eq!(algo::minimax(&mut cx, &root(), 3), Err(Halt::Time));
    // Once where the first node is opened, and then every 1,024 nodes: u64::MAX is one short of such a number.
    assert_eq!((looks.get(), cx.watch.0, cx.eval.searched), (4, 1, 4 * 1_024 - 2));
}

/// Another stopper is asked at every node.
#[test]
fn whoever_stops_is_polled_at_every_node_within() {
    struct After(u64);
    impl Stop for After {
        type Halt = ();
        fn poll(&mut self) -> Result<(), ()> {
            self.0 = self.0.checked_sub(1).ok_or(())?;
            Ok(())
        }
    }
    for nodes in 0..300 {
        let mut cx = Search::new(oracle(false)).watch(Stats::default()).stop(After(nodes));
        assert_eq!(algo::minimax(&mut cx, &root(), 3), Err(()));
        assert_eq!(cx.watch.nodes, nodes);
    }
}

#[test]
fn one_limit_serves_several_searches() {
    let limits = Limiter::new(1_000, || None);
    let mut spent = 0;
    for depth in 1.. {
        let mut cx = Search::new(Seeded::eval).watch(Stats::default()).stop(&limits);
        let answer = algo::alpha_beta(&mut cx, &Seeded::ragged(7, 4, 9, 40), depth, -Score::INF, Score::INF);
        spent += cx.watch.nodes;
        if answer.is_err() {
            break;
        }
    }
    assert_eq!(spent, 1_000);
}

#[test]
fn the_engine_counts_them_too() {
    let think = |limit: u64| {
        let table = Arc::new(Table::with_entries(1 << 10));
        let limits = Limiter::new(limit, || None);
        let mut engine = Engine::new(oracle(false), table, Standard).watch(Stats::default()).stop(limits);
        let moves = root().moves().collect();
        let limits = EngineLimits { from: 1, depth: 3, lines: 1, moves, windows: Windows::default() };
        let (_, halt) = engine.think(&root(), &[], &limits, |_, _| true);
        assert_eq!(engine.nodes(), engine.watch.nodes);
        (engine.nodes(), engine.eval.searched, halt)
    };
    let (nodes, within, halt) = think(u64::MAX);
    assert!(halt.is_none() && 0 < within && within < nodes);
    for limit in [1, 2, 100, 1_000, nodes - 1] {
        let (nodes, _, halt) = think(limit);
        assert_eq!((nodes, halt), (limit, Some(Halt::Nodes)));
    }
}
