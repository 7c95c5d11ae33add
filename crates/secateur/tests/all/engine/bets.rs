//! Bets are told from proofs: every node ends once, for the reason that there is.

use super::*;
use secateur::engine::Standard;
use secateur::{Watch, Why};

/// Nodes begun and ended, and why.
#[derive(Default)]
struct Ends {
    entered: u64,
    closed: u64,
    known: Vec<Why>,
    stats: Stats,
}

impl Watch<Rich> for Ends {
    fn enter(&mut self, pos: &Rich, ply: u32, depth: u32, alpha: Score, beta: Score) {
        self.entered += 1;
        self.stats.enter(pos, ply, depth, alpha, beta);
    }

    fn known(&mut self, ply: u32, score: Score, why: Why) {
        assert!(!why.is_bet() || !score.is_decisive() || why == Why::ProbCut, "{why:?} proves {score}");
        self.known.push(why);
        Watch::<Rich>::known(&mut self.stats, ply, score, why);
    }

    fn closed(&mut self, _: u32, _: Score) {
        self.closed += 1;
    }
}

/// The ways in which the nodes of a search of these games ended.
fn ends(recipe: impl Recipe) -> Ends {
    let (mut engine, games) = (
        Engine::new(ProbcutFit::new(0.9), table(), recipe).watch(Ends::default()),
        (0..12).map(|seed| Rich::uniform(seed, 10, 16)),
    );
    for pos in games {
        engine.think(&pos, &[], &limits(&pos, 9), |_, _| true);
    }
    engine.watch
}

const BETS: [(Why, &str); 6] = [
    (Why::Null, "null_move"),
    (Why::Razoring, "razoring"),
    (Why::ReverseFutility, "reverse_futility"),
    (Why::ProbCut, "probcut"),
    (Why::MultiProbCut, "multi_probcut"),
    (Why::MultiCut, "singular"),
];

#[test]
fn every_trick_that_settles_a_node_says_so() {
    let mut eager = Custom::default();
    eager.set("multi_probcut.confidence", "0").unwrap();
    eager.set("multi_probcut.depth", "4").unwrap();
    let whole = ends(eager.clone());
    for (bet, trick) in BETS {
        assert!(whole.known.contains(&bet), "{bet:?}");
        let mut without = eager.clone();
        without.set(trick, "off").unwrap();
        assert!(!ends(without).known.contains(&bet), "{bet:?} without {trick}");
    }
    // Nothing knows bounds of these games.
    assert!(!whole.known.contains(&Why::Bounds));
}

#[test]
fn bets_are_counted_apart_and_every_node_ends_once() {
    let Ends { entered, closed, known, stats } = ends(Standard);
    let bets = known.iter().filter(|why| why.is_bet()).count() as u64;
    assert_eq!((stats.bets, stats.nodes), (bets, entered));
    let [mut leaves, mut hits] = [0; 2];
    for why in &known {
        leaves += u64::from(matches!(why, Why::Rules | Why::Repetition | Why::Leaf | Why::StandPat));
        hits += u64::from(*why == Why::Table);
    }
    assert_eq!((stats.leaves, stats.table_hits), (leaves, hits));
    assert_eq!(closed + known.len() as u64, entered);
    assert_eq!(ends(bare()).stats.bets, 0);
}
