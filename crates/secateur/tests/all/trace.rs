//! The tree trace: whole traces of printed trees, and what must hold of every trace.

use proptest::prelude::*;
use secateur::best::{DfPn, ProofTable, df_pn};
use secateur::trace::{End, NodeType, Visit};
use secateur::{
    Cx, Halt, Limiter, Moves, Score, Search, Stats, Step, Table, Trace, Value, Why, algo,
    drive::{MtdStep, mtd},
    tree::Tree,
};

const OPEN: (Score, Score) = (Score::from_raw(-32_001), Score::INF);

const NEVER: fn() -> Option<Halt> = || None;

fn draw(_: &Tree) -> Score {
    Score::DRAW
}

fn parse(text: &str) -> Tree {
    text.parse().unwrap()
}

#[test]
fn alpha_beta_on_the_three_bags() {
    let mut cx = Search::new(draw).watch(Trace::default());
    let Ok(_) = algo::alpha_beta(&mut cx, &parse("((3 12 8) (2 4 6) (14 5 2))"), 2, OPEN.0, OPEN.1);
    let expected = "\
scores count for the side to move at each node
probe 1 -inf..inf depth 2: +3 PV, all moves searched
  0 -inf..inf depth 1: -3 PV, all moves searched
    0 -inf..inf depth 0: +3 PV, rules
    1 -inf..+3 depth 0: +12 CUT, rules
    2 -inf..+3 depth 0: +8 CUT, rules
  1 -inf..-3 depth 1: -2 CUT, cut by 0, move 1 in order
    0 +3..inf depth 0: +2 ALL, rules
  2 -inf..-3 depth 1: -2 CUT, cut by 2, move 3 in order
    0 +3..inf depth 0: +14 PV, rules
    1 +3..+14 depth 0: +5 PV, rules
    2 +3..+5 depth 0: +2 ALL, rules
";
    assert_eq!(cx.watch.to_string(), expected);
}

#[test]
fn second_searches_of_pvs_are_marked() {
    let mut cx = Search::new(draw).watch(Trace::default());
    let Ok(_) = algo::pvs(&mut cx, &parse("((3 12 8) (2 4 6) (14 5 7))"), 2, OPEN.0, OPEN.1);
    let expected = "\
scores count for the side to move at each node
probe 1 -inf..inf depth 2: +5 PV, all moves searched
  0 -inf..inf depth 1: -3 PV, all moves searched
    0 -inf..inf depth 0: +3 PV, rules
    1 +2..+3 depth 0: +12 CUT, rules
    2 +2..+3 depth 0: +8 CUT, rules
  1 -4..-3 depth 1: -2 CUT, cut by 0, move 1 in order
    0 +3..+4 depth 0: +2 ALL, rules
  2 -4..-3 depth 1: -5 ALL, all moves searched
    0 +3..+4 depth 0: +14 CUT, rules
    1 +3..+4 depth 0: +5 CUT, rules
    2 +3..+4 depth 0: +7 CUT, rules
  2 again -inf..-3 depth 1: -5 PV, all moves searched
    0 +3..inf depth 0: +14 PV, rules
    1 +13..+14 depth 0: +5 ALL, rules
    1 again +3..+14 depth 0: +5 PV, rules
    2 +4..+5 depth 0: +7 CUT, rules
";
    assert_eq!(cx.watch.to_string(), expected);
}

#[test]
fn every_probe_of_a_driver_has_a_root_and_the_table_is_named() {
    let (tree, table) = (parse("((3 12 8) (2 4 6) (14 5 2))"), Table::with_entries(1 << 10));
    let mut cx = Search::new(draw).memory(table.exact()).watch(Trace::default());
    let Ok(value) = mtd(Score::points(4), MtdStep::Guess, |alpha, beta| {
        algo::alpha_beta_memory(&mut cx, &tree, 2, alpha, beta)
    });
    assert_eq!(value, Score::points(3));
    // At least 4? No bag holds that. At least 3? The first bag does, when all of it is looked at.
    let expected = "\
scores count for the side to move at each node
probe 1 +3..+4 depth 2: +3 ALL, all moves searched
  0 -4..-3 depth 1: -3 CUT, cut by 0, move 1 in order
    0 +3..+4 depth 0: +3 ALL, rules
  1 -4..-3 depth 1: -2 CUT, cut by 0, move 1 in order
    0 +3..+4 depth 0: +2 ALL, rules
  2 -4..-3 depth 1: -2 CUT, cut by 2, move 3 in order
    0 +3..+4 depth 0: +14 CUT, rules
    1 +3..+4 depth 0: +5 CUT, rules
    2 +3..+4 depth 0: +2 ALL, rules
probe 2 +2..+3 depth 2: +3 CUT, cut by 0, move 1 in order
  0 -3..-2 depth 1: -3 ALL, all moves searched
    0 +2..+3 depth 0: +3 CUT, rules
    1 +2..+3 depth 0: +12 CUT, rules
    2 +2..+3 depth 0: +8 CUT, rules
";
    assert_eq!(cx.watch.to_string(), expected);
    assert_eq!((cx.watch.probes, cx.watch.roots().collect::<Vec<_>>()), (2, vec![0, 9]));

    // Asked once more about the second bag, the table answers, and no move is tried.
    cx.watch.clear();
    let Ok(_) = algo::alpha_beta_memory(&mut cx, &tree, 2, Score::points(3), Score::points(4));
    let bags: Vec<End<u16>> = cx.watch.nodes.iter().filter(|v| v.ply == 1).map(|v| v.end).collect();
    assert_eq!(bags, [End::Known(Why::Table); 3]);
    assert_eq!((cx.watch.probes, cx.watch.opened), (1, 4));
}

/// A page that passes the turn before it moves, and verifies what that seemed to prove: not a good idea in
/// a tree, but one of everything that a trace must tell apart.
fn passing<C: Cx<Game = Tree>>(
    cx: &mut C,
    pos: &Tree,
    depth: u32,
    alpha: Score,
    beta: Score,
    pass: bool,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    if pass {
        let passed = pos.clone();
        cx.visit_null(pos, &passed, |cx, pos| passing(cx, pos, depth - 1, -beta, -alpha, false))?;
        let verified = passing(cx, pos, depth - 1, alpha, beta, false)?;
        return Ok(cx.settle(verified, Why::Null));
    }
    let (mut best, mut moves) = (-Score::INF, cx.moves(pos, &node));
    while let Some(m) = moves.next(cx) {
        best = best.max(-cx.visit(pos, m, |cx, child| passing(cx, child, depth - 1, -beta, -alpha, false))?);
    }
    Ok(cx.close(pos, &node, best))
}

#[test]
fn null_moves_and_verification_are_told_apart() {
    let mut cx = Search::new(draw).watch((Stats::default(), Trace::default()));
    let Ok(_) = passing(&mut cx, &parse("(4 (6 7))"), 3, OPEN.0, OPEN.1, true);
    let expected = "\
scores count for the side to move at each node
probe 1 -inf..inf depth 3: +6 PV, null move
  null move -inf..inf depth 2: +6 PV, all moves searched
    0 -inf..inf depth 1: -4 PV, rules
    1 -inf..inf depth 1: -6 PV, all moves searched
      0 -inf..inf depth 0: +6 PV, rules
      1 -inf..inf depth 0: +7 PV, rules
  same position -inf..inf depth 2: +6 PV, all moves searched
    0 -inf..inf depth 1: -4 PV, rules
    1 -inf..inf depth 1: -6 PV, all moves searched
      0 -inf..inf depth 0: +6 PV, rules
      1 -inf..inf depth 0: +7 PV, rules
";
    assert_eq!(cx.watch.1.to_string(), expected);
    assert_eq!(cx.watch.1.opened, cx.watch.0.nodes);
}

#[test]
fn an_answer_without_a_node_is_nobody_elses() {
    /// Looks at the position once more where it stands, then guesses what its only move is worth.
    fn guessing<C: Cx<Game = Tree>>(cx: &mut C, pos: &Tree) -> Value<C> {
        let node = cx.open(pos, 1, OPEN.0, OPEN.1)?;
        algo::alpha_beta(cx, pos, 1, OPEN.0, OPEN.1)?;
        let score = -cx.visit(pos, 0, |_, _| Ok(Score::points(8)))?;
        Ok(cx.close(pos, &node, score))
    }
    let mut cx = Search::new(draw).watch(Trace::default());
    let Ok(_) = guessing(&mut cx, &parse("(4)"));
    let expected = "\
scores count for the side to move at each node
probe 1 -inf..inf depth 1: -8 PV, all moves searched
  same position -inf..inf depth 1: +4 PV, all moves searched
    0 -inf..inf depth 0: -4 PV, rules
";
    assert_eq!(cx.watch.to_string(), expected);
}

/// Trees of any shape, with scores close together.
fn trees() -> impl Strategy<Value = String> {
    let leaf = (-9..10_i32).prop_map(|value| value.to_string()).boxed();
    (0..5).fold(leaf.clone(), |inner, _| {
        let node = prop::collection::vec(inner, 1..5).prop_map(|below| format!("({})", below.join(" ")));
        prop_oneof![1 => leaf.clone(), 5 => node].boxed()
    })
}

/// The whole trace of a search, and what was counted beside it.
fn traced(tree: &Tree, which: usize, alpha: Score, beta: Score, limits: Trace<u16>) -> (Trace<u16>, Stats) {
    let mut cx = Search::new(|pos: &Tree| Score::points(pos.to_string().len() as i32 % 10))
        .watch((limits, Stats::default()));
    let pages = [
        algo::alpha_beta::<_>,
        algo::alpha_beta_hard::<_>,
        algo::pvs::<_>,
        algo::nega_scout::<_>,
        algo::alpha_beta_memory::<_>,
        algo::pvs_memory::<_>,
    ];
    let Ok(_) = pages[which](&mut cx, tree, 4, alpha, beta);
    cx.watch
}

const SOFT: [usize; 5] = [0, 2, 3, 4, 5];

fn windows() -> impl Strategy<Value = (Score, Score)> {
    prop_oneof![
        Just(OPEN),
        (-10..10_i32, 1..8_i32).prop_map(|(a, width)| (Score::points(a), Score::points(a + width))),
    ]
}

/// The visits below a visit, in order.
fn children(trace: &Trace<u16>, id: usize) -> Vec<Visit<u16>> {
    trace.nodes.iter().filter(|node| node.parent == Some(id as u32)).copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_agree_with_statistics(text in trees(), which in 0..6_usize, (alpha, beta) in windows()) {
        let (trace, stats) = traced(&parse(&text), which, alpha, beta, Trace::default());
        let count = |test: &dyn Fn(&Visit<u16>) -> bool| trace.nodes.iter().filter(|v| test(v)).count() as u64;
        prop_assert_eq!(trace.opened, stats.nodes);
        prop_assert_eq!(trace.nodes.len() as u64, stats.nodes);
        prop_assert_eq!(count(&|v| matches!(v.end, End::Known(_))), stats.leaves);
        prop_assert_eq!(count(&|v| matches!(v.end, End::Cut { .. })), stats.cutoffs);
        prop_assert_eq!(count(&|v| matches!(v.end, End::Cut { index: 0, .. })), stats.first_move_cutoffs);
        prop_assert_eq!(count(&|v| matches!(v.step, Some(Step::Again(_)))), stats.researches);
        prop_assert_eq!(trace.nodes.iter().map(|v| v.ply).max(), Some(stats.seldepth));
        prop_assert_eq!(count(&|v| v.end == End::Halted || v.score.is_none()), 0);
    }

    #[test]
    fn windows_scores_and_ends_fit_together(text in trees(), which in 0..6_usize, (alpha, beta) in windows()) {
        let (trace, _) = traced(&parse(&text), which, alpha, beta, Trace::default());
        for (id, node) in trace.nodes.iter().enumerate() {
            let below = children(&trace, id);
            for child in &below {
                // A child is asked about no more than its parent was.
                prop_assert!(child.alpha < child.beta);
                prop_assert!(-node.beta <= child.alpha && child.beta <= -node.alpha, "{}", trace);
                prop_assert_eq!((child.ply, child.depth + 1), (node.ply + 1, node.depth));
            }
            match node.end {
                End::Known(_) => prop_assert!(below.is_empty()),
                End::Cut { by, index } => {
                    prop_assert_eq!(node.kind(), Some(NodeType::Cut));
                    let last = below.last().and_then(|child| child.step);
                    prop_assert!(last == Some(Step::Move(by)) || last == Some(Step::Again(by)));
                    let firsts = below.iter().filter(|c| matches!(c.step, Some(Step::Move(_)))).count();
                    prop_assert_eq!(firsts, index + 1);
                }
                End::All => prop_assert_ne!(node.kind(), Some(NodeType::Cut)),
                End::Halted | End::Proof(_) => prop_assert!(false, "nothing was halted"),
            }
            if SOFT.contains(&which) && !below.is_empty() {
                let best = below.iter().filter_map(|child| child.score).map(|score| -score).max();
                prop_assert_eq!(best, node.score, "{}", trace);
            }
            if which == 1 && node.parent.is_some() {
                // A fail-hard answer stays in the window.
                let score = node.score.unwrap();
                prop_assert!(node.alpha <= score && score <= node.beta);
            }
            // Second searches follow a first one of the same move that failed high, seen from above.
            for pair in below.windows(2) {
                if let Some(Step::Again(m)) = pair[1].step {
                    prop_assert_eq!(pair[0].step, Some(Step::Move(m)));
                    prop_assert_eq!(pair[0].kind(), Some(NodeType::All));
                }
            }
        }
    }

    #[test]
    fn limits_leave_out_and_count(text in trees(), which in 0..6_usize, most in 0..20_usize, deep in 0..5_u32) {
        let tree = parse(&text);
        let (whole, _) = traced(&tree, which, OPEN.0, OPEN.1, Trace::default());
        let (few, _) = traced(&tree, which, OPEN.0, OPEN.1, Trace::new(most, u32::MAX));
        let (high, _) = traced(&tree, which, OPEN.0, OPEN.1, Trace::new(usize::MAX, deep));
        prop_assert_eq!(few.nodes.len(), most.min(whole.nodes.len()));
        for trace in [&few, &high] {
            let counted: u64 = trace.nodes.iter().map(|v| v.left_out).sum();
            prop_assert_eq!(trace.opened, whole.opened);
            prop_assert_eq!(trace.left_out(), if trace.nodes.is_empty() { whole.opened } else { counted });
        }
        // What is kept is what the whole trace has: the nearest to the root, and of equally near ones the first.
        let mut order: Vec<usize> = (0..whole.nodes.len()).collect();
        order.sort_by_key(|&id| whole.nodes[id].ply);
        let upper = order.iter().filter(|&&id| whole.nodes[id].ply <= deep).count();
        for (some, count) in [(&few, most), (&high, upper)] {
            let mut kept: Vec<usize> = order.iter().take(count).copied().collect();
            kept.sort_unstable();
            prop_assert_eq!(some.nodes.len(), kept.len());
            let place = |id: Option<u32>| id.map(|id| kept.binary_search(&(id as usize)).unwrap() as u32);
            for (visit, &id) in some.nodes.iter().zip(&kept) {
                let full = whole.nodes[id];
                let (parent, first) = (place(full.parent), place(full.first));
                prop_assert_eq!(*visit, Visit { parent, first, left_out: visit.left_out, ..full });
            }
        }
    }

    #[test]
    fn a_halted_search_leaves_a_true_record(text in trees(), nodes in 1..60_u64) {
        let tree = parse(&text);
        let mut cx = Search::new(draw).watch(Trace::default());
        let Ok(_) = algo::pvs(&mut cx, &tree, 4, OPEN.0, OPEN.1);
        let whole = cx.watch;
        let mut cx = Search::new(draw).watch(Trace::default()).stop(Limiter::new(nodes, NEVER));
        let answer = algo::pvs(&mut cx, &tree, 4, OPEN.0, OPEN.1);
        prop_assert_eq!(answer.is_ok(), whole.opened <= nodes);
        prop_assert_eq!(cx.watch.opened, whole.opened.min(nodes));
        for (cut_short, full) in cx.watch.nodes.iter().zip(&whole.nodes) {
            let halted = Visit { score: None, end: End::Halted, ..*full };
            prop_assert!(*cut_short == *full || *cut_short == halted);
            // Whatever is over was over above nothing that was halted.
            let above_is_halted = |v: &Visit<u16>| {
                v.parent.is_none_or(|p| cx.watch.nodes[p as usize].end == End::Halted)
            };
            prop_assert!(cut_short.end != End::Halted || above_is_halted(cut_short));
        }
        // The next search begins with a root of its own.
        cx.stop = Limiter::new(u64::MAX, NEVER);
        let first = cx.watch.nodes.len();
        prop_assert!(algo::pvs(&mut cx, &tree, 4, OPEN.0, OPEN.1).is_ok());
        let root = cx.watch.nodes[first];
        prop_assert_eq!((root.parent, root.probe, root.ply, root.step), (None, 2, 0, None));
        prop_assert_eq!(root.score, whole.nodes[0].score);
    }
}

#[test]
fn best_first_searches_come_back_to_what_they_have_opened() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::new(100, 9));
    assert_eq!(algo::sss_star(&mut cx, &tree, 2), Ok(Score::points(3)));
    // In the order of the visits: the first thing in every bag, then the bag that promises most.
    let told = |trace: &Trace<u16>| -> Vec<(Option<u32>, Option<i32>)> {
        trace.nodes.iter().map(|node| (node.parent, node.score.map(Score::get))).collect()
    };
    let leaf = |bag, score| (Some(bag), Some(score));
    let (bag, open) = (|score| (Some(0), Some(score)), (Some(0), None));
    let mut wanted = vec![(None, Some(3)), bag(-3), leaf(1, 3), open, leaf(3, 2), bag(-2), leaf(5, 14)];
    wanted.extend([leaf(5, 5), leaf(5, 2), leaf(1, 12), leaf(1, 8)]);
    assert_eq!(told(&cx.watch), wanted);

    // With a table in place of a tree, the search goes through what it has seen before this trace began.
    let mut table = ProofTable::with_entries(64);
    let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::new(100, 9));
    for _ in 0..2 {
        let _ = df_pn(&mut cx, &tree, Score::points(3), DfPn::default(), &mut table);
        assert_eq!(cx.watch.nodes[0].score, Some(Score::points(3)));
        cx.watch.clear();
    }
}
