//! The book's exercises: every number in their solutions, by chapter.

mod bets;
mod course;
mod cycles;
mod drivers;
mod pair;

use secateur::algo::*;
use secateur::order::{Killers, Ranked};
use secateur::tree::Tree;
use secateur::{
    Bounds, Cx, Eval, Game, Line, Meter, Moves, Score, Search, Stats, Table, Trace, Value, Watch, With,
    trace::NodeType,
};
use std::convert::Infallible;

const BAGS: &str = "((3 12 8) (2 4 6) (14 5 2))";
const PAIRS: &str = "(((3 5) (6 9)) ((1 2) (0 8)))";
const DEEP: &str = "(5 (((4 9) (6 7)) 3))";
const OPEN: (Score, Score) = (Score::from_raw(-32_001), Score::from_raw(32_001));

type Watched = (Stats, (Leaves, (Line<u16>, Trace<u16>)));
type Context = Search<Tree, Zero, With<Watched>>;

/// Inner nodes that the depth cuts off are worth nothing.
struct Zero;
impl Eval<Tree> for Zero {
    fn eval(&mut self, _: &Tree) -> Score {
        Score::DRAW
    }
}

/// The leaves in the order in which they are looked at.
#[derive(Default)]
struct Leaves(Vec<String>);
impl Watch<Tree> for Leaves {
    fn enter(&mut self, pos: &Tree, _: u32, _: u32, _: Score, _: Score) {
        if pos.outcome().is_some() {
            self.0.push(pos.to_string());
        }
    }
}

fn tree(text: &str) -> Tree {
    text.parse().unwrap()
}

fn context() -> Context {
    Search::new(Zero).watch(Watched::default())
}

fn points(alpha: i32, beta: i32) -> (Score, Score) {
    (Score::points(alpha), Score::points(beta))
}

/// The answer of a search of a written tree, and the nodes it looked at.
struct Seen {
    value: i32,
    nodes: u64,
    again: u64,
    leaves: String,
    line: Vec<u16>,
    trace: Trace<u16>,
}

fn seen(text: &str, search: impl FnOnce(&mut Context, &Tree) -> Result<Score, Infallible>) -> Seen {
    let (mut cx, tree) = (context(), tree(text));
    let Ok(value) = search(&mut cx, &tree);
    let (stats, (leaves, (line, trace))) = cx.watch;
    Seen {
        value: value.get(),
        nodes: stats.nodes,
        again: stats.researches,
        leaves: leaves.0.join(" "),
        line: line.moves().to_vec(),
        trace,
    }
}

fn soft(text: &str, depth: u32, (alpha, beta): (Score, Score)) -> Seen {
    seen(text, |cx, tree| alpha_beta(cx, tree, depth, alpha, beta))
}

fn hard(text: &str, depth: u32, (alpha, beta): (Score, Score)) -> Seen {
    seen(text, |cx, tree| alpha_beta_hard(cx, tree, depth, alpha, beta))
}

/// A tree in which the best move always comes first: the first player has 5, and what comes later is worse.
fn perfect(width: i32, depth: u32) -> String {
    fn grow(width: i32, depth: u32, max: bool, value: i32) -> String {
        if depth == 0 {
            return value.to_string();
        }
        let child = |n| grow(width, depth - 1, !max, if max { value - n } else { value + n });
        format!("({})", (0..width).map(child).collect::<Vec<_>>().join(" "))
    }
    grow(width, depth, true, 5)
}

#[test]
fn minimax_as_a_pair() {
    let bags = "((4 7) (9 2) (5 6))";
    assert_eq!(seen(bags, |cx, tree| max_min(cx, tree, 2)).value, 5);
    let whole = seen(&perfect(3, 4), |cx, tree| max_min(cx, tree, 4));
    assert_eq!((whole.leaves.split(' ').count(), whole.nodes), (81, 121));
    let short = seen(BAGS, |cx, tree| max_min(cx, tree, 1));
    assert_eq!((short.value, short.nodes), (0, 4));
}

#[test]
fn minimax_as_negamax() {
    let value = |path: &[u16]| {
        let pos = path.iter().fold(tree(PAIRS), |pos, &m| pos.child(m));
        let Ok(value) = minimax(&mut context(), &pos, 3);
        value.get()
    };
    assert_eq!(value(&[]), 5);
    assert_eq!([value(&[0]), value(&[1])], [-5, -2]);
    assert_eq!([value(&[0, 0]), value(&[0, 1]), value(&[1, 0]), value(&[1, 1])], [5, 9, 2, 8]);
    assert_eq!([value(&[0, 0, 0]), value(&[1, 1, 1])], [-3, -8]);

    /// Minimax whose best starts at zero.
    fn from_zero<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
        let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
        if let Some(score) = node.known {
            return Ok(score);
        }
        let (mut moves, mut best) = (cx.moves(pos, &node), Score::DRAW);
        while let Some(m) = moves.next(cx) {
            best = best.max(-cx.visit(pos, m, |cx, child| from_zero(cx, child, depth - 1))?);
        }
        Ok(cx.close(pos, &node, best))
    }
    let lost = "((-1 -4) (-3 -2))";
    assert_eq!(seen(lost, |cx, tree| minimax(cx, tree, 2)).value, -3);
    assert_eq!(seen(lost, |cx, tree| from_zero(cx, tree, 2)).value, 0);
}

#[test]
fn alpha_beta_fail_hard() {
    let found = hard("((3 12 8) (2 4 6) (2 5 14))", 2, OPEN);
    assert_eq!((found.leaves.as_str(), found.nodes), ("3 12 8 2 2", 9));
    let found = hard("((14 5 2) (6 4 2) (12 8 3))", 2, OPEN);
    assert_eq!((found.value, found.leaves.as_str()), (3, "14 5 2 6 4 2 12 8 3"));
    for (window, value, leaves) in
        [(points(4, 6), 4, "3 2 14 5 2"), (points(0, 2), 2, "3 12 8"), (points(3, 4), 3, "3 2 14 5 2")]
    {
        let found = hard(BAGS, 2, window);
        assert_eq!((found.value, found.leaves.as_str()), (value, leaves));
    }
}

#[test]
fn alpha_beta_fail_soft() {
    for (window, value, leaves) in
        [(points(4, 6), 3, "3 2 14 5 2"), (points(0, 2), 3, "3 12 8"), (points(10, 11), 5, "3 2 14 5")]
    {
        let found = soft(BAGS, 2, window);
        assert_eq!((found.value, found.leaves.as_str()), (value, leaves));
    }
    let found = soft(BAGS, 2, OPEN);
    let bags = found.trace.nodes.iter().filter(|node| node.ply == 1);
    let asked: Vec<_> = bags.map(|bag| (bag.alpha, bag.beta)).collect();
    let (floor, ceiling) = OPEN;
    assert_eq!(asked, [(floor, ceiling), (floor, Score::points(-3)), (floor, Score::points(-3))]);
}

/// The type of a critical node, by the way there; none for the others.
fn critical(path: &[u16]) -> Option<u8> {
    path.iter().try_fold(1, |above, &place| match (above, place) {
        (1, 0) => Some(1),
        (1 | 3, _) => Some(2),
        (2, 0) => Some(3),
        _ => None,
    })
}

#[test]
fn the_minimal_tree() {
    for (width, depth, leaves, nodes) in
        [(3, 3, 11, 20), (3, 4, 17, 37), (10, 5, 1_099, 1_437), (2, 3, 5, 11)]
    {
        let found = soft(&perfect(width, depth), depth, OPEN);
        assert_eq!((found.value, found.leaves.split(' ').count(), found.nodes), (5, leaves, nodes));
        // Every node visited is critical, and of the type that its answer shows.
        let mut paths: Vec<Vec<u16>> = Vec::new();
        for node in &found.trace.nodes {
            let mut path = node.parent.map_or_else(Vec::new, |up| paths[up as usize].clone());
            if let Some(secateur::Step::Move(m)) = node.step {
                path.push(m);
            }
            let kind =
                [NodeType::Pv, NodeType::Cut, NodeType::All][usize::from(critical(&path).unwrap()) - 1];
            assert_eq!(node.kind(), Some(kind), "{path:?}");
            paths.push(path);
        }
    }
    assert_eq!([&[0, 1, 0][..], &[1, 0, 1]].map(critical), [Some(3), Some(2)]);
    assert_eq!(critical(&[1, 1]), None);
    let five = soft("(((4 1) (6 9)) ((3 2) (8 7)))", 3, OPEN);
    assert_eq!((five.value, five.leaves.as_str()), (4, "4 1 6 3 2"));
}

#[test]
fn deep_cutoffs() {
    /// Minimax that hands down the best score of the node above, and nothing from further up.
    fn shallow_only<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, beta: Score) -> Value<C> {
        let node = cx.open(pos, depth, -Score::INF, beta)?;
        if let Some(score) = node.known {
            return Ok(score);
        }
        let (mut moves, mut best) = (cx.moves(pos, &node), -Score::INF);
        while let Some(m) = moves.next(cx) {
            let score = -cx.visit(pos, m, |cx, child| shallow_only(cx, child, depth - 1, -best))?;
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Ok(cx.close(pos, &node, best))
    }
    let found = soft(DEEP, 4, OPEN);
    assert_eq!((found.value, found.leaves.as_str()), (5, "5 4 6 7 3"));
    let found = seen(DEEP, |cx, tree| shallow_only(cx, tree, 4, Score::INF));
    assert_eq!((found.value, found.leaves.as_str()), (5, "5 4 9 6 7 3"));
    let found = soft("(5 (((4 9) (6 7)) 8))", 4, OPEN);
    assert_eq!((found.value, found.leaves.as_str()), (6, "5 4 6 7 8"));
    // They are part of the minimal tree from four plies on.
    for (depth, all, shallow) in [(3, 11, 11), (4, 17, 21), (5, 35, 43)] {
        let ordered = perfect(3, depth);
        let count = |seen: Seen| seen.leaves.split(' ').count();
        let without = seen(&ordered, |cx, tree| shallow_only(cx, tree, depth, Score::INF));
        assert_eq!((count(soft(&ordered, depth, OPEN)), count(without)), (all, shallow));
    }
    for (text, depth) in [(BAGS, 2), (PAIRS, 3)] {
        let found = seen(text, |cx, tree| shallow_only(cx, tree, depth, Score::INF));
        assert_eq!(found.leaves, soft(text, depth, OPEN).leaves); // above ply 3 there is nothing deep
    }
}

#[test]
fn the_principal_variation() {
    let found = soft(PAIRS, 3, OPEN);
    assert_eq!((found.value, found.leaves.as_str(), found.line), (5, "3 5 6 1 2", vec![0, 0, 1]));
    let found = soft(PAIRS, 3, points(4, 5));
    assert_eq!((found.value, found.line), (5, vec![0]));
    let found = soft(PAIRS, 3, points(5, 6));
    assert_eq!((found.value, found.line), (5, vec![]));
}

#[test]
fn a_page_step_by_step() {
    let found = soft("((3 12) (2 4))", 2, OPEN);
    assert_eq!((found.value, found.leaves.as_str(), found.nodes), (3, "3 12 2", 6));
    assert_eq!(seen("((3 12) (2 4))", |cx, tree| minimax(cx, tree, 2)).nodes, 7);

    /// A page that asks how many moves there are, and goes down none of them.
    fn width<C: Cx>(cx: &mut C, pos: &C::Game) -> Result<usize, C::Halt> {
        let node = cx.open(pos, 1, -Score::INF, Score::INF)?;
        let mut moves = cx.moves(pos, &node);
        Ok(std::iter::from_fn(|| moves.next(cx)).count())
    }
    assert_eq!(width(&mut context(), &tree(BAGS)), Ok(3));
}

#[test]
fn search_with_memory() {
    let table = Table::with_entries(64);
    for nodes in [11, 4] {
        let mut cx = Search::new(Zero).watch(Stats::default()).memory(table.exact());
        let Ok(_) = alpha_beta_memory(&mut cx, &tree(BAGS), 2, OPEN.0, OPEN.1);
        assert_eq!(cx.watch.nodes, nodes);
    }

    /// Knows that every inner node is worth from 3 to 7.
    struct Known;
    impl Eval<Tree> for Known {
        fn eval(&mut self, _: &Tree) -> Score {
            Score::DRAW
        }
        fn bounds(&mut self, pos: &Tree, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
            let inner = pos.outcome().is_none();
            if inner { Bounds { lower: Score::points(3), upper: Score::points(7) } } else { Bounds::NONE }
        }
    }
    let opened = |(alpha, beta): (Score, Score)| {
        let (mut found, parent) = (None, tree("((1 9) 0)"));
        let Ok(_) = Search::new(Known).visit(&parent, 0, |cx, child| {
            let node = cx.open(child, 1, alpha, beta)?;
            found = Some((node.known.map(Score::get), node.alpha.get(), node.beta.get()));
            Ok(Score::DRAW)
        });
        found.unwrap()
    };
    assert_eq!(opened(points(7, 9)).0, Some(7));
    assert_eq!(opened(points(1, 3)).0, Some(3));
    assert_eq!(opened(points(2, 5)), (None, 3, 5));
    assert_eq!(opened(points(4, 6)), (None, 4, 6));
}

#[test]
fn scouts() {
    let count = |text: &str| {
        let (floor, ceiling) = OPEN;
        let plain = soft(text, 2, OPEN).nodes;
        let pvs = seen(text, |cx, tree| pvs(cx, tree, 2, floor, ceiling));
        let nega = seen(text, |cx, tree| nega_scout(cx, tree, 2, floor, ceiling));
        (plain, (pvs.nodes, pvs.again), (nega.nodes, nega.again))
    };
    assert_eq!(count("((3 12 8) (2 4 6) (14 5 7))"), (11, (16, 2), (14, 1)));
    assert_eq!(count("((14 5 7) (3 12 8) (2 4 6))"), (9, (10, 1), (10, 1)));
    assert_eq!(count("((3 12 8) (2 4 6) (5 7 14))"), (11, (15, 1), (13, 1)));
    assert_eq!(count("((14 5 2) (6 4 2) (12 8 3))"), (13, (21, 5), (20, 4)));
    assert_eq!(count("((5 7 14) (3 12 8) (2 4 6))"), (9, (9, 0), (9, 0)));
    let scout = seen("((3 12 8) (2 4 6) (14 5 7))", |cx, tree| scout(cx, tree, 2));
    assert_eq!((scout.nodes, scout.again), (16, 2));

    // All but the nodes on one path have null windows, if the best move comes first.
    let found = seen(&perfect(10, 5), |cx, tree| pvs(cx, tree, 5, OPEN.0, OPEN.1));
    let open = found.trace.nodes.iter().filter(|node| node.beta > node.alpha + 1);
    assert_eq!((found.nodes, open.count()), (1_437, 6));
}

#[test]
fn best_first() {
    let order = |text: &str| seen(text, |cx, tree| sss_star(cx, tree, 2)).leaves;
    assert_eq!(order("((3 12 8) (2 4 6) (14 5 4))"), "3 2 14 5 4");
    assert_eq!(order(BAGS), "3 2 14 5 2 12 8");
    assert_eq!(soft(BAGS, 2, OPEN).leaves, "3 12 8 2 14 5 2");
    assert_eq!(order("((5 6) (4 7) (9 2))"), "5 4 9 2 6");
    assert_eq!(soft("((5 6) (4 7) (9 2))", 2, OPEN).leaves, "5 6 4 9 2");
}

#[test]
fn the_order_of_moves() {
    let text = "((7 8 9) (8 9 1) (9 8 2) (8 8 3))";
    assert_eq!(soft(text, 2, OPEN).leaves, "7 8 9 8 9 1 9 8 2 8 8 3");
    let order = Ranked::new(Killers::new());
    let mut cx = Search::new(Zero).watch(Leaves::default()).order(order);
    let Ok(value) = alpha_beta(&mut cx, &tree(text), 2, OPEN.0, OPEN.1);
    assert_eq!((value.get(), cx.watch.0.join(" ").as_str()), (7, "7 8 9 8 9 1 2 3"));
}
