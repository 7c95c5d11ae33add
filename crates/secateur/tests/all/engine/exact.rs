//! With every trick off, the engine is minimax.

use super::*;
use proptest::prelude::*;
use secateur::drive::Aspiration;
use secateur::tree::Tree;
use secateur::{Search, algo};
use std::collections::HashMap;

fn minimax<G: Hints>(pos: &G, depth: u32, eval: impl FnMut(&G) -> Score) -> Score {
    let Ok(value) = algo::minimax(&mut Search::new(eval), pos, depth);
    value
}

/// The values of the root's moves, best first, as minimax has them.
fn values<G: Hints>(pos: &G, depth: u32, eval: impl FnMut(&G) -> Score + Copy) -> Vec<(G::Move, Score)> {
    let mut values: Vec<_> = pos
        .moves()
        .map(|m| {
            // One ply down, the end is one ply nearer.
            let score = -minimax(&pos.child(m), depth - 1, eval);
            let nearer = if score.is_decisive() { score.get().signum() } else { 0 };
            (m, score - nearer)
        })
        .collect();
    values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    values
}

fn windows() -> impl Strategy<Value = Windows> {
    let aspiration = (1_u16..200, 1_u16..4, 0_u32..6).prop_map(|(half_width, growth, patience)| {
        Windows::Aspiration(Aspiration { half_width, growth, patience })
    });
    prop_oneof![aspiration, Just(Windows::MtdF)]
}

/// Static values that have nothing to do with the tree below.
fn look(tree: &Tree) -> Score {
    Score::points((seeded::hash(tree.key(), 9) % 41) as i32 - 20)
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-30_i32..=30).prop_map(|value| value.to_string());
    let text = leaf.prop_recursive(5, 60, 4, |inner| {
        prop::collection::vec(inner, 1..=4).prop_map(|children| format!("({})", children.join(" ")))
    });
    // A leaf alone is a game that is over. What the table knows of a position from a deeper search is more than
    // minimax of this depth sees: so no position may stand at two plies.
    let tree = prop::collection::vec(text, 1..=4)
        .prop_map(|children| format!("({})", children.join(" ")).parse::<Tree>().unwrap());
    tree.prop_filter("a position stands at two plies", |tree| levels(tree, 0, &mut HashMap::new()))
}

/// Whether each position stands at one ply alone.
fn levels(tree: &Tree, ply: u32, known: &mut HashMap<u64, u32>) -> bool {
    let here = *known.entry(tree.key()).or_insert(ply) == ply;
    here && (tree.outcome().is_some() || tree.moves().all(|m| levels(&tree.child(m), ply + 1, known)))
}

fn games() -> impl Strategy<Value = Calm> {
    let spread = prop_oneof![Just(2), Just(60), Just(30_000)];
    (any::<u64>(), any::<bool>(), 1_u16..=5, 2_u32..=7, spread).prop_map(
        |(seed, ragged, width, plies, spread)| {
            let make = if ragged { Seeded::ragged } else { Seeded::uniform };
            Calm(make(seed, width, plies, spread))
        },
    )
}

/// Searches for several lines; each iteration's are minimax's best.
fn check<G: Hints>(pos: &G, depth: u32, lines: usize, windows: Windows, eval: fn(&G) -> Score) {
    if is_over(pos) {
        return;
    }
    let limits = EngineLimits { lines, windows, ..limits(pos, depth) };
    let mut engine = engine(eval, bare());
    let mut found: Vec<PvLine<G::Move>> = Vec::new();
    let (last, halt) = engine.think(pos, &[], &limits, |_, line| {
        if line.bound.is_eq() {
            found.push(line.clone());
        }
        true
    });
    assert!(halt.is_none());
    let last = last.expect("every iteration ended");
    let places = lines.min(limits.moves.len());
    assert_eq!(found.len(), places * depth as usize);
    for iteration in found.chunks(places) {
        let depth = iteration[0].depth;
        let best = values(pos, depth, eval);
        for (place, line) in iteration.iter().enumerate() {
            assert_eq!((line.depth, line.place), (depth, place + 1));
            assert_eq!(line.score, best[place].1, "place {} at depth {depth}", place + 1);
            let of_the_move = best.iter().find(|(m, _)| *m == line.line[0]).expect("it is legal").1;
            assert_eq!(of_the_move, line.score, "{:?} at depth {depth}", line.line);
            assert_legal(pos, &line.line);
            assert!(line.line.len() <= depth as usize);
            assert!(iteration[..place].iter().all(|other| other.line[0] != line.line[0]));
        }
    }
    assert_eq!((last.depth, last.score), (depth, minimax(pos, depth, eval)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn trees_without_tricks(tree in trees(), depth in 1_u32..=7, lines in 1_usize..=4, windows in windows()) {
        check(&tree, depth, lines, windows, look);
    }

    /// Wins and losses among them, at every distance.
    #[test]
    fn games_without_tricks(game in games(), depth in 1_u32..=7, lines in 1_usize..=6, windows in windows()) {
        check(&game, depth, lines, windows, |pos| pos.0.eval());
    }

    #[test]
    fn only_the_moves_asked_for(game in games(), depth in 1_u32..=6, mask: u8, windows in windows()) {
        let moves: Vec<u16> = game.moves().filter(|m| mask >> m & 1 == 1).collect();
        if !is_over(&game) {
            let limits = EngineLimits { moves: moves.clone(), windows, ..limits(&game, depth) };
            let (found, _) = engine(|pos: &Calm| pos.0.eval(), bare()).think(&game, &[], &limits, |_, _| true);
            let best = values(&game, depth, |pos| pos.0.eval()).into_iter().find(|(m, _)| moves.contains(m));
            prop_assert_eq!(found.as_ref().map(|found| found.score), best.map(|(_, value)| value));
            prop_assert!(found.is_none_or(|found| moves.contains(&found.line[0])));
        }
    }
}

/// Iterations may begin anywhere.
#[test]
fn a_first_iteration_may_be_deep() {
    for seed in 0..50 {
        let game = Calm(Seeded::uniform(seed, 4, 7, 60));
        let limits = EngineLimits { from: 5, ..limits(&game, 6) };
        let mut depths = Vec::new();
        let (found, _) = engine(|pos: &Calm| pos.0.eval(), bare()).think(&game, &[], &limits, |_, found| {
            depths.push(found.depth);
            true
        });
        depths.dedup();
        assert_eq!(depths, [5, 6]);
        assert_eq!(found.unwrap().score, minimax(&game, 6, |pos| pos.0.eval()));
    }
}
