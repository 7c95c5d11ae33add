//! Orders of moves: each does what it says, none changes a value, and the good ones save work.

use proptest::prelude::*;
use secateur::order::{
    Choice, Chosen, HintFirst, HistoryHeuristic, Killers, MoveScore, Part, Pick, Previous, Rank, Ranked,
    Shallow, Shuffled, TableMove,
};
use secateur::{
    Bounds, Game, Halt, Hints, Keyed, Limiter, Memory, Order, Score, Search, Stats, Table, algo, tree::Tree,
};

/// An incremental random tree in which moves have habits: an edge is worth what its move is worth
/// throughout the tree, and a random number on top of that. (With the random number alone, no move says
/// anything about its neighbours, and no order that learns could help.)
#[derive(Copy, Clone, Debug)]
struct Habits {
    seed: u64,
    branching: u16,
    /// Moves are worth up to this much by habit, to either side.
    habit: u64,
    /// And up to this much at random.
    noise: u64,
    path: u64,
    ply: u32,
    /// The game is over here, if the search gets so far.
    end: u32,
    /// The worth of the path, for the side to move.
    sum: i32,
}

impl Habits {
    fn new(seed: u64, branching: u16, habit: u64, noise: u64) -> Self {
        Habits { seed, branching, habit, noise, path: mix(seed), ply: 0, end: u32::MAX, sum: 0 }
    }

    fn edge(&self, m: u16) -> i32 {
        let spread = |random: u64, width: u64| (random % (2 * width + 1)) as i32 - width as i32;
        let own = mix(self.seed ^ mix(u64::from(self.ply % 2) << 32 | u64::from(m)));
        spread(own, self.habit) + spread(mix(self.path ^ u64::from(m)), self.noise)
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 31).wrapping_mul(0x9fb2_1c65_1e98_df25).wrapping_add(0x632b_e59b_d9b4_e019);
    (x ^ x >> 28).wrapping_mul(0xda94_2042_e4dd_58b5) ^ x >> 35
}

impl Game for Habits {
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        0..self.branching
    }
    fn play(&mut self, m: u16) {
        self.sum = -(self.sum + self.edge(m));
        self.path = mix(self.path.wrapping_add(u64::from(m) + 1));
        self.ply += 1;
    }
    fn outcome(&self) -> Option<Score> {
        (self.ply == self.end).then(|| sum(self))
    }
}

impl Keyed for Habits {
    fn key(&self) -> u64 {
        self.path
    }
}

impl Hints for Habits {
    fn move_score(&self, m: u16) -> i32 {
        self.edge(m)
    }
}

fn sum(pos: &Habits) -> Score {
    Score::points(pos.sum)
}

const OPEN: (Score, Score) = (Score::from_raw(-32_001), Score::INF);

/// The order's list for a position.
fn listed<G: Game, O: Order<G>>(order: &mut O, pos: &G, ply: u32, hint: Option<G::Move>) -> Vec<G::Move> {
    let mark = order.mark();
    let mut moves = order.moves(pos, ply, hint, Score::INF);
    let list = std::iter::from_fn(|| moves.next(order)).collect();
    drop(moves);
    order.release(mark);
    list
}

fn minimax(pos: &Habits, depth: u32) -> Score {
    let Ok(value) = algo::minimax(&mut Search::new(sum), pos, depth);
    value
}

/// Alpha-beta's value, and what it visits.
fn alpha_beta(order: impl Order<Habits>, pos: &Habits, depth: u32) -> (Score, Stats) {
    let mut cx = Search::new(sum).watch(Stats::default()).order(order);
    let Ok(value) = algo::alpha_beta(&mut cx, pos, depth, OPEN.0, OPEN.1);
    (value, cx.watch)
}

/// Every page that orders moves finds the value, twice over, since orders learn.
fn agrees(order: impl Order<Habits> + Clone, pos: &Habits, depth: u32, name: &str) {
    let (value, table) = (minimax(pos, depth), Table::with_entries(8));
    for round in 0..2 {
        let mut cx = Search::new(sum).order(order.clone());
        let Ok(plain) = algo::alpha_beta(&mut cx, pos, depth, OPEN.0, OPEN.1);
        let Ok(hard) = algo::alpha_beta_hard(&mut cx, pos, depth, OPEN.0, OPEN.1);
        let Ok(pvs) = algo::pvs(&mut cx, pos, depth, OPEN.0, OPEN.1);
        let Ok(scout) = algo::nega_scout(&mut cx, pos, depth, OPEN.0, OPEN.1);
        let mut cx = cx.memory(table.exact());
        let Ok(memory) = algo::alpha_beta_memory(&mut cx, pos, depth, OPEN.0, OPEN.1);
        let Ok(above) = algo::alpha_beta_memory(&mut cx, pos, depth, value - 1, value);
        let Ok(below) = algo::pvs_memory(&mut cx, pos, depth, value, value + 1);
        assert_eq!([plain, hard, pvs, scout, memory], [value; 5], "{name}, round {round}, {pos:?}");
        assert!(below <= value && value <= above, "{name}, round {round}, {pos:?}");
    }
}

fn habits() -> impl Strategy<Value = Habits> {
    // Small numbers make many ties, large ones none.
    (any::<u64>(), 1..6_u16, 0..4_u64, prop_oneof![0..3_u64, Just(500)])
        .prop_map(|(seed, branching, habit, noise)| Habits::new(seed, branching, 10 * habit, noise))
}

fn choices() -> impl Strategy<Value = Choice> {
    let parts = prop::sample::subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len()).prop_shuffle();
    (parts, any::<u64>()).prop_map(|(parts, seed)| Choice { parts, seed })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_order_changes_a_value(pos in habits(), depth in 0..5_u32, seed in any::<u64>(), look in 0..4_u32) {
        let table = Table::with_entries(16);
        agrees((), &pos, depth, "none");
        agrees(HintFirst, &pos, depth, "hint first");
        agrees(Ranked::new(TableMove), &pos, depth, "table");
        agrees(Ranked::new(MoveScore), &pos, depth, "move-score");
        agrees(Ranked::new(Killers::new()), &pos, depth, "killers");
        agrees(Ranked::new(HistoryHeuristic::new()), &pos, depth, "history");
        agrees(Ranked::new(Previous { memory: table.exact() }), &pos, depth, "previous");
        agrees(Ranked::new(Shallow::new(sum, look, 2)), &pos, depth, "shallow");
        agrees(Ranked::new(Shuffled { seed }), &pos, depth, "random");
        agrees(Ranked::new((TableMove, (Killers::new(), HistoryHeuristic::new()))), &pos, depth, "three");
    }

    #[test]
    fn no_choice_changes_a_value(pos in habits(), depth in 0..5_u32, choice in choices()) {
        let (name, table) = (choice.to_string(), Table::with_entries(16));
        agrees(Ranked::new(Chosen::with_memory(choice, table.exact())), &pos, depth, &name);
    }

    #[test]
    fn every_order_lists_every_move_once(pos in habits(), choice in choices(), hint in 0..9_u16) {
        let hint = pos.moves().find(|&m| m == hint);
        let mut list = listed(&mut Ranked::new(Chosen::new(choice)), &pos, 3, hint);
        list.sort_unstable();
        prop_assert_eq!(list, pos.moves().collect::<Vec<_>>());
    }

    /// The choice made at run time searches the very nodes of the same choice made in types.
    #[test]
    fn chosen_orders_are_the_typed_ones(pos in habits(), depth in 0..6_u32, seed in any::<u64>()) {
        let chosen = |text: &str| {
            let choice = Choice { seed, ..text.parse().unwrap() };
            alpha_beta(Ranked::new(Chosen::new(choice)), &pos, depth)
        };
        let (killers, history) = (Killers::new(), HistoryHeuristic::new());
        let typed = alpha_beta(Ranked::new((TableMove, (killers.clone(), history.clone()))), &pos, depth);
        prop_assert_eq!(chosen("table+killers+history"), typed);
        let typed = alpha_beta(Ranked::new((history, (MoveScore, killers))), &pos, depth);
        prop_assert_eq!(chosen("history+move-score+killers"), typed);
        prop_assert_eq!(chosen("random"), alpha_beta(Ranked::new(Shuffled { seed }), &pos, depth));
        prop_assert_eq!(chosen("none"), alpha_beta((), &pos, depth));
    }

    #[test]
    fn choices_are_read_as_they_are_written(choice in choices()) {
        prop_assert_eq!(choice.to_string().parse(), Ok(Choice { seed: 0, ..choice }));
    }

    /// Knuth and Moore's minimal tree, exactly, where the best move always comes first.
    #[test]
    fn a_perfect_order_leaves_the_minimal_tree(
        seed in any::<u64>(),
        (branching, depth) in prop::sample::select(vec![(1, 4), (2, 7), (3, 5), (4, 4), (7, 3), (9, 2), (9, 1)]),
        noise in 0..40_u64,
    ) {
        let pos = Habits { end: depth, ..Habits::new(seed, branching, 0, noise) };
        let oracle = Shallow::new(sum, depth, depth);
        let mut cx = Search::new(sum).watch(Stats::default()).order(Ranked::new(oracle));
        let Ok(value) = algo::alpha_beta(&mut cx, &pos, depth, OPEN.0, OPEN.1);
        let b = u64::from(branching);
        let minimal = b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1;
        prop_assert_eq!((value, cx.watch.leaves), (minimax(&pos, depth), minimal));
        prop_assert!(alpha_beta((), &pos, depth).1.leaves >= minimal);
    }
}

#[test]
fn killers_are_the_two_newest_refutations_of_a_ply() {
    let pos = Habits::new(1, 5, 0, 0);
    let mut order = Ranked::<_, Habits>::new(Killers::new());
    let cut = |order: &mut Ranked<Killers<u16>, Habits>, ply, m| order.cutoff(&pos, ply, 1, 0, m);
    cut(&mut order, 3, 4);
    assert_eq!(listed(&mut order, &pos, 3, None), [4, 0, 1, 2, 3]);
    cut(&mut order, 3, 2);
    assert_eq!(order.rank.at(3), [Some(2), Some(4)]);
    assert_eq!(listed(&mut order, &pos, 3, None), [2, 4, 0, 1, 3]);
    cut(&mut order, 3, 2); // known already: the older one stays
    assert_eq!(order.rank.at(3), [Some(2), Some(4)]);
    cut(&mut order, 3, 1);
    assert_eq!(order.rank.at(3), [Some(1), Some(2)]);
    // Other plies have their own, the deepest none; what is not legal is not listed.
    assert_eq!(listed(&mut order, &pos, 1, None), [0, 1, 2, 3, 4]);
    cut(&mut order, 100_000, 1);
    assert_eq!(order.rank.at(100_000), [None, None]);
    assert_eq!(listed(&mut order, &Habits::new(1, 2, 0, 0), 3, None), [1, 0]);
    order.rank.clear();
    assert_eq!(order.rank.at(3), [None, None]);
}

#[test]
fn history_weighs_by_depth_and_keeps_proportions_when_full() {
    let pos = Habits::new(1, 5, 0, 0);
    let mut history = HistoryHeuristic::new();
    let cut = |history: &mut HistoryHeuristic, ply, depth, m| history.cutoff(&pos, ply, depth, m);
    for (depth, m) in [(1, 4), (1, 4), (1, 4), (3, 2), (0, 3)] {
        cut(&mut history, 0, depth, m);
    }
    let credits: Vec<u32> = (0..5).map(|code| history.credit(0, code)).collect();
    assert_eq!(credits, [0, 0, 8, 1, 6]);
    assert_eq!(listed(&mut Ranked::<_, Habits>::new(history.clone()), &pos, 4, None), [2, 4, 3, 0, 1]);
    assert_eq!(history.credit(1, 2), 0, "the other side's moves are others");
    history.age();
    assert_eq!([history.credit(0, 2), history.credit(0, 4)], [4, 3]);
    history.clear();
    assert_eq!(history.credit(0, 2), 0);

    // Deep cutoffs fill an account: all are halved, none overflows, and the order stays.
    for _ in 0..100_000 {
        cut(&mut history, 1, 200, 0);
        cut(&mut history, 1, 15, 1);
    }
    let [more, less] = [history.credit(1, 0), history.credit(1, 1)];
    assert!(more < 1 << 30 && more > 1 << 28, "{more}");
    assert!(less.abs_diff(more / 2) < 1 << 17, "{more} {less}");
}

#[test]
fn previous_sorts_by_what_the_table_knows_of_the_children() {
    let tree: Tree = "(((1 5) (4 2)) ((9 8) (7 6)) ((3 3) (8 2)) 5)".parse().unwrap();
    let table = Table::with_entries(1 << 10);
    let mut order = Ranked::new(Previous { memory: table.exact() });
    assert_eq!(listed(&mut order, &tree, 0, None), [0, 1, 2, 3], "nothing is known yet");

    let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
    let Ok(_) = algo::minimax_memory(&mut cx, &tree, 3);
    // Their values are 4, 7 and 3; the last is over, and no table keeps that.
    assert_eq!(listed(&mut order, &tree, 0, None), [1, 0, 2, 3]);
    let ranks: Vec<_> = (0..4).map(|m| order.rank.rank(&tree, 0, None, m)).collect();
    assert_eq!(ranks, [Some(4), Some(7), Some(3), None].map(|value| value.map(Score::points)));
}

#[test]
fn previous_asks_about_the_ply_of_the_child() {
    struct Ply;
    impl Memory<Habits> for Ply {
        fn peek(&mut self, _: &Habits, ply: u32) -> Bounds {
            Bounds::at_least(Score::win_in(ply))
        }
    }
    let rank = Previous { memory: Ply }.rank(&Habits::new(1, 2, 0, 0), 6, None, 0);
    assert_eq!(rank, Some(Score::loss_in(7)));
}

#[test]
fn shallow_searches_are_nobody_elses_business() {
    let pos = Habits::new(5, 4, 20, 10);
    let look = |depth, plies| Ranked::new(Shallow::new(sum, depth, plies));
    // One ply deep it is the static value of the child, and so the move score; zero counts as one.
    let promised = listed(&mut Ranked::<_, Habits>::new(MoveScore), &pos, 0, None);
    assert_eq!(listed(&mut look(1, 1), &pos, 0, None), promised);
    assert_eq!(listed(&mut look(0, 1), &pos, 0, None), promised);
    assert_eq!(listed(&mut look(1, 1), &pos, 1, None), [0, 1, 2, 3], "too far from the root");
    assert_eq!(alpha_beta(look(3, 0), &pos, 4), alpha_beta((), &pos, 4));

    // Three plies on four children of the root: the shallow searches visit them and see no further.
    let (value, outer) = alpha_beta(look(3, 1), &pos, 5);
    let never: fn() -> Option<Halt> = || None;
    let mut cx = Search::new(sum).order(look(3, 1)).stop(Limiter::new(outer.nodes, never));
    assert_eq!(algo::alpha_beta(&mut cx, &pos, 5, OPEN.0, OPEN.1), Ok(value), "they take no nodes");
    let inner = cx.order.rank.cost();
    let alone: u64 = (0..4).map(|m| alpha_beta((), &pos.child(m), 2).1.nodes).sum();
    assert_eq!((inner.nodes, inner.seldepth), (alone, 2));
}

#[test]
fn shuffled_orders_differ_by_seed_and_position_alone() {
    let pos = Habits::new(1, 5, 0, 0);
    let list =
        |seed, pos: &Habits, ply| listed(&mut Ranked::<_, Habits>::new(Shuffled { seed }), pos, ply, None);
    assert_eq!(list(7, &pos, 0), list(7, &pos, 4));
    let distinct = |lists: &mut Vec<Vec<u16>>| {
        lists.sort();
        lists.dedup();
        lists.len()
    };
    // 120 orders of five moves: 600 draws should miss hardly any.
    assert!(distinct(&mut (0..600).map(|seed| list(seed, &pos, 0)).collect()) > 110);
    assert!(distinct(&mut (0..600).map(|i| list(0, &Habits::new(i, 5, 0, 0), 0)).collect()) > 110);
    // Each move comes first about as often as any other.
    let mut first = [0; 5];
    (0..5_000).for_each(|seed| first[usize::from(list(seed, &pos, 0)[0])] += 1);
    assert!(first.iter().all(|n| (880..1_120).contains(n)), "{first:?}");
}

#[test]
fn bad_choices_are_named() {
    let error = |text: &str| text.parse::<Choice>().unwrap_err().to_string();
    let list =
        "expected 'none' or some of table, move-score, killers, history, previous, random, joined by '+'";
    assert_eq!(error("table+Killers"), format!("no move order is called 'Killers', {list}"));
    assert_eq!(error(""), format!("no move order is called '', {list}"));
    assert_eq!(error("table+"), format!("no move order is called '', {list}"));
    assert_eq!(error("table+none"), format!("no move order is called 'none', {list}"));
    assert_eq!(error("history+history"), "'history' is in 'history+history' twice, expected it once");
    assert_eq!(" table + random ".parse(), Ok(Choice { parts: vec![Part::Table, Part::Random], seed: 0 }));
    assert_eq!("none".parse(), Ok(Choice::default()));
}

/// The savings of the orders, over forty trees of eight moves and six plies: the reason that they exist.
#[test]
fn orders_that_learn_save_nodes() {
    let trees: Vec<Habits> = (0..40).map(|seed| Habits::new(seed, 8, 30, 15)).collect();
    let nodes = |text: &str| -> u64 {
        let order = || Ranked::new(Chosen::new(text.parse().unwrap()));
        trees.iter().map(|pos| alpha_beta(order(), pos, 6).1.nodes).sum()
    };
    let names = ["none", "random", "killers", "history", "killers+history", "move-score"];
    let [none, random, killers, history, both, move_score] = names.map(nodes);
    assert!(none.abs_diff(random) < none / 10, "no order and a random one: {none}, {random}");
    assert!(killers < none / 2, "killers: {killers} of {none}");
    assert!(history < none * 2 / 5, "history: {history} of {none}");
    assert!(both < killers && both < history, "both: {both}, killers {killers}, history {history}");
    assert!(move_score < both, "the edge's own worth: {move_score}, both {both}");
}

/// Iterative deepening with a table over the same trees, with and without the earlier values.
#[test]
fn earlier_values_save_nodes() {
    let nodes = |text: &str| -> u64 {
        let each = |seed| {
            let (pos, table) = (Habits::new(seed, 8, 30, 15), Table::with_entries(1 << 16));
            let order = Ranked::new(Chosen::with_memory(text.parse().unwrap(), table.exact()));
            let mut cx = Search::new(sum).watch(Stats::default()).memory(table.exact()).order(order);
            for depth in 1..=6 {
                let Ok(_) = algo::alpha_beta_memory(&mut cx, &pos, depth, OPEN.0, OPEN.1);
            }
            cx.watch.nodes
        };
        (0..40).map(each).sum()
    };
    let [none, table, both] = ["none", "table", "table+previous"].map(nodes);
    assert!(table < none / 2, "the remembered move: {table} of {none}");
    assert!(both < table, "earlier values too: {both} of {table}");
}
