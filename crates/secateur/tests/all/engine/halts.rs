//! Limits: exact, and harmless.

use super::*;
use secateur::engine::Standard;
use secateur::{Halt, Limiter, Stop};

type Look = fn(&Rich) -> Score;

fn games() -> impl Iterator<Item = Rich> {
    (0..12).map(|seed| {
        let make = if seed % 2 == 0 { Rich::ragged } else { Rich::uniform };
        make(seed, 5, 12)
    })
}

/// A whole search: all that was told, and the nodes.
fn whole<S: Stop>(
    engine: &mut Engine<Rich, Look, Standard, Stats, S>,
    pos: &Rich,
    limits: &EngineLimits<u16>,
) -> (Told<u16>, u64, Option<S::Halt>) {
    let (mut told, before) = (Vec::new(), engine.nodes());
    let (last, halt) = engine.think(pos, &[], limits, |_, found| {
        tell(&mut told, found);
        true
    });
    told.extend(last.map(|found| (found.depth, 0, found.score, found.bound, found.line)));
    (told, engine.nodes() - before, halt)
}

#[test]
fn the_same_search_twice_is_the_same_node_for_node() {
    for pos in games() {
        let limits = EngineLimits { lines: 2, ..limits(&pos, 7) };
        let table = table();
        let eval: Look = Rich::look;
        let mut engine = Engine::new(eval, table.clone(), Standard).watch(Stats::default());
        let first = whole(&mut engine, &pos, &limits);
        engine.forget();
        table.clear();
        assert_eq!(whole(&mut engine, &pos, &limits), first);
    }
}

#[test]
fn halted_at_any_node_the_engine_is_as_good_as_new() {
    let mut places = 0;
    for pos in games().filter(|pos| !is_over(pos)) {
        let limits = EngineLimits { lines: 2, ..limits(&pos, 6) };
        let table = table();
        let eval: Look = Rich::look;
        let mut engine = Engine::new(eval, table.clone(), Standard).watch(Stats::default());
        let fresh = whole(&mut engine, &pos, &limits);
        for nodes in (0..fresh.1).step_by(1 + fresh.1 as usize / 200) {
            engine.forget();
            table.clear();
            let before = engine.watch.nodes;
            let mut limited = engine.stop(Limiter::new(nodes, || None));
            let (told, spent, halt) = whole(&mut limited, &pos, &limits);
            assert_eq!((spent, limited.watch.nodes - before), (nodes, nodes), "the limit is exact");
            assert_eq!(halt, Some(Halt::Nodes));
            told.iter().for_each(|(.., line)| assert_legal(&pos, line));
            // All but the last word was said by the whole search, too.
            let heard = told.iter().filter(|told| told.1 > 0).count();
            assert_eq!(told[..heard], fresh.0[..heard]);
            engine = limited.stop(Never);
            engine.forget();
            table.clear();
            assert_eq!(whole(&mut engine, &pos, &limits), fresh, "after {nodes} nodes");
            places += 1;
        }
    }
    assert!(places > 1_000, "{places} halts");
}

/// Learnt histories stay after the halt; with every trick off they change no value.
#[test]
fn what_was_learnt_before_a_halt_misleads_nobody() {
    for seed in 0..20 {
        let pos = Calm(Seeded::ragged(seed, 5, 10, 60));
        if is_over(&pos) {
            continue;
        }
        let limits = limits(&pos, 6);
        let value = |found: Option<PvLine<u16>>| found.unwrap().score;
        let fresh = value(engine(|pos: &Calm| pos.0.eval(), bare()).think(&pos, &[], &limits, |_, _| true).0);
        let mut engine = engine(|pos: &Calm| pos.0.eval(), bare());
        for nodes in [1, 10, 77, 300] {
            let mut limited = engine.stop(Limiter::new(nodes, || None));
            limited.think(&pos, &[], &limits, |_, _| true);
            engine = limited.stop(Never);
        }
        assert_eq!(value(engine.think(&pos, &[], &limits, |_, _| true).0), fresh);
    }
}

#[test]
fn a_report_that_has_enough_ends_the_search() {
    let pos = Rich::uniform(3, 5, 12);
    for enough in 1..=5 {
        let (mut deepest, limits) = (0, limits(&pos, 9));
        let (last, halt) = engine(Rich::look, Standard).think(&pos, &[], &limits, |_, found| {
            deepest = found.depth;
            !(found.bound.is_eq() && found.depth == enough)
        });
        assert!(halt.is_none());
        assert_eq!((deepest, last.unwrap().depth), (enough, enough));
    }
}

#[test]
fn nothing_to_choose_from_is_no_move() {
    let pos = Rich::uniform(3, 5, 12);
    let limits = EngineLimits { moves: vec![], ..limits(&pos, 3) };
    let mut engine = engine(Rich::look, Standard);
    assert!(engine.think(&pos, &[], &limits, |_, _| panic!("there is nothing to tell")).0.is_none());
    assert_eq!(engine.nodes(), 0);
}

/// The engine's own count, and its observer's.
#[test]
fn effort_is_a_share() {
    for pos in games().filter(|pos| !is_over(pos)) {
        let mut engine = engine(Rich::look, Standard);
        engine.think(&pos, &[], &limits(&pos, 6), |engine, found| {
            assert!((0.0..=1.0).contains(&found.effort.share), "{:?}", found.effort);
            assert!((0.25..=2.8).contains(&engine.stretch(found.effort)));
            assert_eq!(engine.nodes(), engine.watch.nodes);
            true
        });
    }
}
