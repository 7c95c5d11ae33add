//! Searches with a table return minimax's value: on random graphs with transpositions and decisive ends,
//! with tables of every kind from one entry up, through windows of every width, one after the other.

use proptest::prelude::*;
use secateur::drive::{MtdStep, Split, bisection, mtd};
use secateur::table::{Bounding, Config, Etc, Handle, Prefetching, Replacement, Reuse, SameDepth, WholeGame};
use secateur::{Bounds, Game, Keyed, Memory, Place, Score, Search, Stats, Table, algo};

/// A position of a random graph: everything about it follows from its key.
///
/// In layers, a position is a ply and a number below `width`; paths meet again within a layer. Without
/// layers it is the number alone, so that a position comes back at other plies and depths.
#[derive(Copy, Clone, Debug)]
struct Graph {
    seed: u64,
    width: u32,
    branching: u32,
    /// The ply at which the game ends; 0 for no layers and no end.
    layers: u32,
    ply: u32,
    id: u32,
}

impl Graph {
    fn hash(&self, salt: u64) -> u64 {
        let x = self.seed ^ self.key().wrapping_add(salt << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ x >> 29
    }

    fn points(&self) -> Score {
        Score::points((self.hash(99) % 21) as i32 - 10)
    }
}

impl Game for Graph {
    type Move = u32;

    /// None at all in one position of sixteen: the side to move has no legal move, and has lost.
    fn moves(&self) -> impl Iterator<Item = u32> {
        let word = self.hash(98);
        0..if word.is_multiple_of(16) { 0 } else { 1 + (word >> 8) as u32 % self.branching }
    }

    fn play(&mut self, m: u32) {
        self.id = (self.hash(u64::from(m)) % u64::from(self.width)) as u32;
        self.ply += u32::from(self.layers > 0);
    }

    /// Some positions are won or lost on the spot; the last layer is worth points.
    fn outcome(&self) -> Option<Score> {
        match self.hash(97) % 24 {
            0 => Some(Score::WIN),
            1 | 2 => Some(Score::LOSS),
            _ if self.layers > 0 && self.ply == self.layers => Some(self.points()),
            _ => None,
        }
    }
}

impl Keyed for Graph {
    fn key(&self) -> u64 {
        u64::from(self.ply) << 32 | u64::from(self.id)
    }
}

fn value(pos: &Graph, depth: u32) -> Score {
    let Ok(score) = algo::minimax(&mut Search::new(Graph::points), pos, depth);
    score
}

fn graphs(layers: bool) -> impl Strategy<Value = (Graph, u32)> {
    (any::<u64>(), 1..24_u32, 1..5_u32, 1..8_u32).prop_map(move |(seed, width, branching, depth)| {
        let layers = if layers { depth } else { 0 };
        (Graph { seed, width, branching, layers, ply: 0, id: 0 }, depth)
    })
}

fn configs() -> impl Strategy<Value = (Config, usize)> {
    let replacement = prop_oneof![
        Just(Replacement::Newest),
        Just(Replacement::Deepest),
        Just(Replacement::TwoLevel),
        Just(Replacement::Buckets)
    ];
    let bounding = prop_oneof![Just(Bounding::Single), Just(Bounding::Both)];
    let entries = prop_oneof![4 => 1..=16_usize, 1 => Just(1 << 12)];
    (replacement, bounding, entries).prop_map(|(replacement, bounding, entries)| {
        (Config { replacement, bounding, ..Config::default() }, entries)
    })
}

/// Windows around the values that occur, and around wins and losses, of width one and more.
fn windows() -> impl Strategy<Value = Vec<(Score, Score)>> {
    let low = prop_oneof![3 => -12..=12_i32, 1 => 31_990..=32_000, 1 => -32_001..=-31_990];
    let window = (low, prop_oneof![Just(1), 1..8, Just(64_002)])
        .prop_map(|(low, width)| (Score::from_raw(low), Score::from_raw(low + width)));
    proptest::collection::vec(window, 1..6)
}

/// Whether an answer through a window keeps the contract of the fail-soft pages (fail-hard ones too).
fn keeps_contract(answer: Score, value: Score, alpha: Score, beta: Score) -> bool {
    match answer {
        s if s <= alpha => value <= s,
        s if s >= beta => value >= s,
        s => value == s,
    }
}

/// All pages in turn over one memory, which keeps what the one before left behind.
fn check<M: Memory<Graph>>(memory: M, table: &Table, pos: &Graph, depth: u32, windows: &[(Score, Score)]) {
    let mut cx = Search::new(Graph::points).memory(memory);
    let v = value(pos, depth);
    let mut ask = |page: usize, (alpha, beta): (Score, Score)| {
        let Ok(score) = match page {
            0 => algo::alpha_beta_memory(&mut cx, pos, depth, alpha, beta),
            1 => algo::pvs_memory(&mut cx, pos, depth, alpha, beta),
            2 => algo::alpha_beta_hard_memory(&mut cx, pos, depth, alpha, beta),
            _ => algo::minimax_memory(&mut cx, pos, depth),
        };
        let open = (-Score::INF, Score::INF);
        let (alpha, beta) = if page < 3 { (alpha, beta) } else { open };
        assert!(
            keeps_contract(score, v, alpha, beta),
            "page {page}: {score} through {alpha}..{beta}, not {v}"
        );
        score
    };
    for (i, &window) in windows.iter().enumerate() {
        ask((i + depth as usize) % 3, window);
    }
    for page in [3, 0, 1, 2] {
        assert_eq!(ask(page, (-Score::INF, Score::INF)), v);
        table.new_search();
    }
    for (page, step) in
        [(0, MtdStep::Guess), (1, MtdStep::FromAbove), (0, MtdStep::FromBelow), (0, MtdStep::Stride(5))]
    {
        let never = |score| Ok::<_, std::convert::Infallible>(score);
        let Ok(found) = mtd(Score::DRAW, step, |alpha, beta| never(ask(page, (alpha, beta))));
        assert_eq!(found, v, "{step:?}");
        table.clear();
        let Ok(found) = bisection(Bounds::NONE, Split::TowardsZero, |a, b| never(ask(2, (a, b))));
        assert_eq!(found, v);
    }
}

fn check_all<'t, R: Reuse>(table: &'t Table, wrapped: u8, pos: &Graph, depth: u32, windows: &[(Score, Score)])
where
    Handle<'t, R>: Memory<Graph>,
{
    let handle = table.handle::<R>();
    match wrapped {
        0 => check(handle, table, pos, depth, windows),
        1 => check(Etc::new(handle), table, pos, depth, windows),
        _ => {
            let eager = Etc { memory: Prefetching(handle), from_depth: 1 };
            check(eager, table, pos, depth, windows);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// To a depth, in layers: whatever path leads to a position, the depth left is the same.
    #[test]
    fn exact_search_in_layers(
        (pos, depth) in graphs(true), (config, entries) in configs(), windows in windows(), wrapped in 0..3_u8,
    ) {
        let table = config.with_entries(entries);
        check_all::<SameDepth>(&table, wrapped, &pos, depth, &windows);
    }

    /// To a depth, with positions that come back at other depths: an entry answers for its own only.
    /// Deepening fills the table with entries of the wrong depths first.
    #[test]
    fn exact_search_to_any_depth(
        (pos, depth) in graphs(false), (config, entries) in configs(), windows in windows(), wrapped in 0..3_u8,
    ) {
        let table = config.with_entries(entries);
        for depth in [depth, depth.div_ceil(2), depth + 1] {
            check_all::<SameDepth>(&table, wrapped, &pos, depth.min(6), &windows);
        }
    }

    /// To the end of the game, where depth does not matter as long as it does not run out.
    #[test]
    fn solving_in_layers(
        (pos, depth) in graphs(true), (config, entries) in configs(), windows in windows(), wrapped in 0..3_u8,
        spare in 1..300_u32,
    ) {
        let table = config.with_entries(entries);
        check_all::<WholeGame>(&table, wrapped, &pos, depth + spare, &windows);
    }

    /// Both sides playing from the table of a finished search reach an end worth the value.
    #[test]
    fn reflex_follows_a_line_worth_the_value((root, depth) in graphs(true), pvs in any::<bool>()) {
        let table = Table::with_entries(1 << 12);
        let mut cx = Search::new(Graph::points).memory(table.solving());
        let search = if pvs { algo::pvs_memory } else { algo::alpha_beta_memory };
        let Ok(v) = search(&mut cx, &root, depth + 1, -Score::INF, Score::INF);
        let (mut pos, mut ply) = (root, 0);
        while let Some(m) = algo::reflex(&mut cx.memory, &mut (), &pos, depth + 1 - ply) {
            prop_assert!(pos.moves().any(|legal| legal == m));
            (pos, ply) = (pos.child(m), ply + 1);
        }
        let end = pos.outcome().unwrap_or(pos.no_moves());
        // The end is worth this to the first player, `ply` plies away.
        let end = if ply % 2 == 0 { end } else { -end };
        let away = |v: Score| v.plies_to_end().map_or(v, |n| if v > Score::DRAW { Score::win_in(n + ply) } else { Score::loss_in(n + ply) });
        prop_assert_eq!(away(end), v);
    }
}

#[test]
fn reflex_prefers_wins_to_the_unknown_and_the_unknown_to_losses() {
    let tree = |text: &str| text.parse::<secateur::tree::Tree>().unwrap();
    let table = Table::with_entries(1 << 8);
    let play = |text| algo::reflex(&mut table.exact(), &mut (), &tree(text), 1);
    // Ends that can be seen at once. Leaves are the first player's values.
    assert_eq!(play("(-3 4 2)"), Some(1));
    assert_eq!(play("(-3 (1 2) -2)"), Some(1));
    assert_eq!(play("(-3 (1 2) 1)"), Some(2));
    assert_eq!(play("5"), None);
    // A move that memory names comes before the best child.
    assert_eq!(play("(4 (1 2) -2)"), Some(0));
    let (root, place) = (tree("(4 (1 2) -2)"), Place { ply: 0, depth: 1, salt: 0 });
    table.exact().record(&root, place, Bounds::NONE, Some(1), 1);
    assert_eq!(algo::reflex(&mut table.exact(), &mut (), &root, 1), Some(1));
}

/// Nodes that a driver takes over fifty graphs, all with the right value.
fn nodes(config: Config, driver: MtdStep, layers: u32, from_depth: u32) -> u64 {
    let graph = |seed| Graph { seed, width: 40, branching: 5, layers, ply: 0, id: 0 };
    let nodes = (0..50).map(graph).map(|pos| {
        let table = config.with_entries(1 << 14);
        let memory = Etc { memory: table.exact(), from_depth };
        let mut cx = Search::new(Graph::points).memory(memory).watch(Stats::default());
        let probe = |alpha, beta| algo::alpha_beta_memory(&mut cx, &pos, 8, alpha, beta);
        let Ok(found) = mtd(Score::DRAW, driver, probe);
        assert_eq!(found, value(&pos, 8));
        cx.watch.nodes
    });
    nodes.sum()
}

#[test]
fn looking_a_ply_ahead_saves_nodes() {
    let nodes = |from_depth| nodes(Config::default(), MtdStep::Guess, 8, from_depth);
    let (etc, plain) = (nodes(2), nodes(u32::MAX));
    assert!(etc * 100 < plain * 95, "{etc} nodes with, {plain} without");
}

/// A driver that asks from both sides uses both bounds; one that comes from one side has no need of them.
#[test]
fn two_bounds_save_nodes_where_windows_come_from_both_sides() {
    let nodes = |bounding, driver| nodes(Config { bounding, ..Config::default() }, driver, 0, u32::MAX);
    let [both, single] = [Bounding::Both, Bounding::Single].map(|b| nodes(b, MtdStep::Stride(100)));
    assert!(both < single, "{both} nodes with two bounds, {single} with one");
    let [both, single] = [Bounding::Both, Bounding::Single].map(|b| nodes(b, MtdStep::FromAbove));
    assert_eq!(both, single);
}
