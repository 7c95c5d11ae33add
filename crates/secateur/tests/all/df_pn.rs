//! df-pn returns minimax's value on trees and on graphs in layers, and that of retrograde analysis on graphs with
//! cycles: with tables from one entry up, every ε, proper and weak sums, and every first guess.

use crate::common::cyclic::{cyclic, retrograde};
use crate::common::judged::{DRAW, Judged, LOST, WON};
use crate::common::layered::Graph;
use crate::common::seeded::{Seeded, hash};
use crate::common::web::Token;
use secateur::best::{DfPn, End, FirstNumbers, MoveOrder, ProofTable, SearchTree, Sums, df_pn, pn_search};
use secateur::drive::{Split, bisection};
use secateur::order::{MoveScore, Ranked, RelativeHistory};
use secateur::table::BoundTable;
use secateur::{
    Bounds, Cx, Eval, Game, Halt, Hints, History, Keyed, Limiter, Repetition, Score, Search, Stats, algo,
};

/// Deeper than any of these games.
const END: u32 = 64;

/// An order that learns, where it is told to.
fn learning<G: Hints>() -> Ranked<RelativeHistory<G>, G> {
    Ranked::new(RelativeHistory::new())
}

/// Something of everything.
fn how(seed: u64) -> DfPn {
    DfPn {
        epsilon: [0, 4, 16, 256][seed as usize % 4],
        order: [MoveOrder::Ignored, MoveOrder::Given, MoveOrder::Learned][seed as usize / 5 % 3],
        sums: [Sums::Proper, Sums::Weak, Sums::Branches][seed as usize / 3 % 3],
        first: [FirstNumbers::Ones, FirstNumbers::Mobility, FirstNumbers::Static(3)][seed as usize / 6 % 3],
    }
}

/// From one entry to more than most of these games have positions.
fn table(seed: u64) -> ProofTable {
    ProofTable::with_entries([1, 2, 3, 5, 8, 17, 64, 4_096][hash(seed, 7) as usize % 8])
}

/// The exact value by a series of goals, all with one table.
fn solve<C: Cx<Game: Keyed, Halt = std::convert::Infallible>>(
    cx: &mut C,
    pos: &C::Game,
    how: DfPn,
    table: &mut ProofTable,
) -> Score {
    let prove = |_, goal| df_pn(cx, pos, goal, how, table).probe(goal);
    bisection(Bounds::NONE, Split::TowardsZero, prove).expect("nothing halts it")
}

#[test]
fn it_returns_the_minimax_value_on_trees() {
    for seed in 0..10_000 {
        let spread = [1, 4, 30_000][seed as usize % 3];
        let grow = if seed / 2 % 2 == 0 { Seeded::uniform } else { Seeded::ragged };
        let pos = grow(seed, 2 + (seed / 3 % 4) as u16, 1 + (seed / 12 % 5) as u32, spread);
        let Ok(value) = algo::minimax(&mut Search::new(Seeded::eval), &pos, END);
        let found =
            solve(&mut Search::new(Seeded::eval).order(learning()), &pos, how(seed), &mut table(seed));
        assert_eq!(found, value, "{pos:?}, seed {seed}");
    }
}

fn graph(seed: u64) -> Graph {
    let draw = |what, n| hash(seed, what) % n;
    let (width, branching, layers) = (1 + draw(1, 11) as u8, 1 + draw(2, 5), 1 + draw(3, 7) as u8);
    Graph { seed, width, branching, layers, ply: 0, id: 0 }
}

fn blind<G>(_: &G) -> Score {
    Score::DRAW
}

#[test]
fn it_returns_the_minimax_value_on_graphs_in_layers() {
    for seed in 0..10_000 {
        let pos = graph(seed);
        let Ok(value) = algo::minimax(&mut Search::new(blind), &pos, END);
        let found = solve(&mut Search::new(blind).order(learning()), &pos, how(seed), &mut table(seed));
        assert_eq!(found, value, "{pos:?}, seed {seed}");
    }
}

/// Calls half of the moves needless at random, but never the first of those that reach what is asked for.
struct Sparing;

impl Eval<Graph> for Sparing {
    fn eval(&mut self, _: &Graph) -> Score {
        Score::DRAW
    }

    fn needless(&mut self, pos: &Graph, _: Score, beta: Score) -> impl Fn(u8) -> bool {
        let (seed, cx) = (pos.seed ^ pos.key() << 20, &mut Search::new(blind));
        let reaching = pos.moves().find(|&m| {
            let Ok(theirs) = cx.visit(pos, m, |cx, child| algo::minimax(cx, child, END));
            -theirs >= beta
        });
        move |m| Some(m) != reaching && hash(seed, m.into()).is_multiple_of(2)
    }
}

#[test]
fn it_needs_no_needless_moves() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..2_000 {
        let pos = Graph { layers: 1 + (seed % 4) as u8, ..graph(seed) };
        let Ok(value) = algo::minimax(&mut Search::new(blind), &pos, END);
        let found = solve(&mut Search::new(Sparing), &pos, how(seed), &mut table(seed));
        assert_eq!(found, value, "{pos:?}, seed {seed}");
        let mut cx = Search::new(Sparing).watch(Stats::default());
        let _ = df_pn(&mut cx, &pos, value, how(seed), &mut table(seed));
        with += cx.watch.nodes;
        let mut cx = Search::new(blind).watch(Stats::default());
        let _ = df_pn(&mut cx, &pos, value, how(seed), &mut table(seed));
        without += cx.watch.nodes;
    }
    assert!(with < without, "{with} nodes with, {without} without");
}

/// What another search has proven settles nodes for these.
#[test]
fn memory_serves_proofs() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..100 {
        let pos = Graph { seed, width: 30, branching: 5, layers: 10, ply: 0, id: 0 };
        let bound_table = BoundTable::with_bytes(1 << 16);
        let mut cx = Search::new(blind).memory(bound_table.handle());
        let Ok(value) = algo::alpha_beta_memory(&mut cx, &pos, 1_000, -Score::INF, Score::INF);
        for (goal, reached) in [(value, true), (value.next(), false)] {
            let mut cx = cx.clone().watch(Stats::default());
            let mut tree = SearchTree::with_bytes(1 << 24);
            let by_tree = pn_search(&mut cx, &pos, goal, FirstNumbers::Ones, &mut tree);
            let by_table = df_pn(&mut cx, &pos, goal, how(seed), &mut ProofTable::with_entries(4_096));
            with += cx.watch.nodes;
            let mut cx = Search::new(blind).watch(Stats::default());
            tree.clear();
            let alone = pn_search(&mut cx, &pos, goal, FirstNumbers::Ones, &mut tree);
            let _ = df_pn(&mut cx, &pos, goal, how(seed), &mut ProofTable::with_entries(4_096));
            without += cx.watch.nodes;
            for answer in [by_tree, by_table, alone] {
                assert_eq!((answer.bounds.lower >= goal, answer.end), (reached, End::Settled), "seed {seed}");
            }
        }
    }
    assert!(2 * with < without, "{with} nodes with, {without} without");
}

#[test]
fn a_halted_search_proves_nothing_wrong_and_is_taken_up_again() {
    let (mut halted, mut wasted) = (0, 0);
    for seed in 0..400 {
        let pos = Graph { seed, width: 40, branching: 6, layers: 12, ply: 0, id: 0 };
        let Ok(value) = algo::minimax(&mut Search::new(blind), &pos, END);
        let goal = if seed % 2 == 0 { value } else { value.next() };
        let mut cx = Search::new(blind).watch(Stats::default());
        let at_once = df_pn(&mut cx, &pos, goal, how(seed), &mut ProofTable::with_entries(4_096));
        let (mut table, mut nodes, mut limit) = (ProofTable::with_entries(4_096), 0, 16);
        let answer = loop {
            let mut cx = Search::new(blind).watch(Stats::default()).stop(Limiter::new(limit, || None));
            let answer = df_pn(&mut cx, &pos, goal, how(seed), &mut table);
            assert_eq!(cx.ply(), 0);
            assert!(answer.bounds.lower <= value && value <= answer.bounds.upper);
            nodes += cx.watch.nodes;
            if answer.end == End::Settled {
                break answer;
            }
            assert_eq!((answer.end, cx.watch.nodes), (End::Halted(Halt::Nodes), limit));
            limit += limit / 2;
            halted += 1;
        };
        assert_eq!(answer.bounds.lower >= goal, at_once.bounds.lower >= goal);
        wasted += nodes.saturating_sub(cx.watch.nodes);
    }
    assert!(halted > 100 && wasted > 0, "{halted} halted, {wasted} nodes for it");
}

/// The nodes of searches with an order that can learn, and with one that cannot.
fn nodes_by(order: MoveOrder) -> [u64; 2] {
    let mut nodes = [0; 2];
    for seed in 0..100 {
        let pos = Graph { seed, width: 30, branching: 5, layers: 10, ply: 0, id: 0 };
        let how = DfPn { order, ..DfPn::default() };
        let mut cx = Search::new(blind).order(learning()).watch(Stats::default());
        let _ = df_pn(&mut cx, &pos, Score::points(1), how, &mut ProofTable::with_entries(4_096));
        nodes[0] += cx.watch.nodes;
        let mut cx = Search::new(blind).order(Ranked::new(MoveScore)).watch(Stats::default());
        let _ = df_pn(&mut cx, &pos, Score::points(1), how, &mut ProofTable::with_entries(4_096));
        nodes[1] += cx.watch.nodes;
    }
    nodes
}

#[test]
fn the_order_learns_where_it_is_told_to() {
    let [given, learned] = [MoveOrder::Given, MoveOrder::Learned].map(nodes_by);
    assert_eq!(given[0], given[1]);
    assert_ne!(learned[0], learned[1]);
    assert_eq!(learned[1], given[1]);
}

#[test]
fn it_agrees_with_retrograde_analysis_on_graphs_with_cycles() {
    let (mut drawn, mut total) = (0, 0);
    for seed in 0..10_000 {
        // Where next to nothing is remembered, every path is gone through: too many in the larger ones.
        let mut table = table(seed);
        let web = cyclic(seed, if table.entries() < 100 { 10 } else { 80 });
        let values = retrograde(&web);
        for root in 0..3 {
            let pos = web.at(root);
            // Without a salt there are no twins, and no need of any: what depends on the path is then not kept at
            // all.
            let salted = seed % 4 < 3 || web.vertices.len() > 10;
            let history = if salted { Repetition::exact(&pos) } else { Repetition::playing(&pos) };
            let mut cx = Search::new(blind).order(learning()).history(history);
            let found = solve(&mut cx, &pos, how(seed), &mut table);
            assert_eq!(found.get(), values[usize::from(root)], "graph {seed} from {root}");
            drawn += u32::from(found == Score::DRAW);
            total += 1;
        }
    }
    assert!(drawn * 10 > total && drawn * 10 < 9 * total, "{drawn} of {total} drawn");
}

/// In a game under way, positions that stood before the root are judged when the rules say so. Returns how often what was
/// played mattered, and of how many.
fn under_way<const RULE: i32>() -> (u32, u32) {
    let (mut matters, mut total) = (0, 0);
    for seed in 0..3_000 {
        let web = cyclic(seed, 6);
        let mut played = vec![Judged::<RULE>::new(web.at(0))];
        for n in 0..hash(seed, 21) % 16 {
            let last = played[played.len() - 1];
            let moves: Vec<u16> = last.moves().collect();
            let Some(&m) = moves.get(hash(seed, 30 + n) as usize % moves.len().max(1)) else { break };
            played.push(last.child(m));
        }
        let Some(root) = played.pop() else { unreachable!() };
        // As the game goes on, and as if it began here: all with one table of the root's own.
        for played in [&played[..], &[]] {
            let mut cx =
                Search::new(|_: &Judged<RULE>| Score::DRAW).history(Repetition::exact_after(played, &root));
            let Ok(value) = algo::minimax(&mut cx, &root, END);
            assert_eq!(
                solve(&mut cx, &root, how(seed), &mut table(seed)),
                value,
                "graph {seed} after {played:?}"
            );
            let retrograde = retrograde(&web)[usize::from(root.token.at)];
            (matters, total) = (matters + u32::from(value.get() != retrograde), total + 1);
        }
    }
    (matters, total)
}

#[test]
fn it_returns_the_minimax_value_in_a_game_under_way() {
    let (matters, total) = under_way::<DRAW>();
    assert!(matters > 10, "what was played mattered in {matters} of {total}");
}

#[test]
fn to_come_back_may_be_a_win_or_a_loss() {
    for (matters, total) in [under_way::<LOST>(), under_way::<WON>()] {
        assert!(matters > 100, "to come back mattered in {matters} of {total}");
    }
}

/// Takes what depends on a repetition for what holds on every path.
struct Careless(Repetition);

impl<'w> History<Token<'w>> for Careless {
    const TRACKS: bool = true;
    fn push(&mut self, parent: &Token<'w>, m: Option<u16>, child: &Token<'w>) {
        self.0.push(parent, m, child);
    }
    fn pop(&mut self) {
        History::<Token<'w>>::pop(&mut self.0);
    }
    fn repeats(&self, ply: u32) -> Option<u32> {
        History::<Token<'w>>::repeats(&self.0, ply).map(|_| ply)
    }
}

#[test]
fn without_twins_it_goes_wrong() {
    let (mut wrong, mut total) = (0, 0);
    for seed in 0..10_000 {
        let web = cyclic(seed, 80);
        let values = retrograde(&web);
        let mut table = ProofTable::with_entries(4_096);
        for root in 0..3 {
            let pos = web.at(root);
            let mut cx = Search::new(blind).history(Careless(Repetition::playing(&pos)));
            let value = Score::points(values[usize::from(root)]);
            for goal in [Score::DRAW, Score::points(1)] {
                let Bounds { lower, .. } = df_pn(&mut cx, &pos, goal, how(seed), &mut table).bounds;
                wrong += u32::from((lower >= goal) != (value >= goal));
                total += 1;
            }
        }
    }
    assert_eq!((wrong, total), (217, 60_000));
}
