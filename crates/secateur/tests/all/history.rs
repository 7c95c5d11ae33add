//! Positions that come back, and searches that are halted in the middle.
//!
//! The game is a token on a random directed graph with cycles, searched to a depth; a position that stands
//! on the path already is a draw. The reference is minimax written here, with the path in a list.

use crate::common::book::Book;
use crate::common::web::{Token, Web};
use secateur::order::{HistoryHeuristic, Ranked, TableMove};
use secateur::{
    Bounds, Cx, Eval, Game, Halt, History, Limiter, Memory, Order, Place, Repetition, Score, Search, Stats,
    Table, Value, Watch, Why, algo,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The finaliser of splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A random graph of eight vertices, two of them ends, with up to three edges from each of the others, some
/// of which cannot be undone. No vertex is worth a draw.
fn random(seed: u64) -> Web {
    let mut state = seed;
    let mut below = |n: u64| next(&mut state) % n;
    let ranks: Vec<u32> = (0..8).map(|at| if below(3) == 0 { at / 4 } else { 0 }).collect();
    let vertices = (0..8).map(|at: usize| {
        let mut edges: Vec<u16> = (0..if at < 6 { 3 } else { 0 }).map(|_| below(8) as u16).collect();
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|&to| usize::from(to) != at && ranks[usize::from(to)] >= ranks[at]);
        let value = 1 + below(9) as i32;
        (if below(2) == 0 { value } else { -value }, edges)
    });
    Web { vertices: vertices.collect(), ranks: ranks.clone() }
}

/// Minimax with the path in a list: the specification.
fn reference(web: &Web, path: &mut Vec<u16>, depth: u32) -> i32 {
    let (&at, earlier) = path.split_last().expect("a path has an end");
    let (value, edges) = &web.vertices[usize::from(at)];
    if edges.is_empty() {
        return *value;
    }
    if earlier.contains(&at) {
        return 0;
    }
    if depth == 0 {
        return *value;
    }
    let mut best = i32::MIN;
    for &to in edges {
        path.push(to);
        best = best.max(-reference(web, path, depth - 1));
        path.pop();
    }
    best
}

/// The same, remembering every value by (position, depth), whatever the path.
fn careless(web: &Web, path: &mut Vec<u16>, depth: u32, known: &mut HashMap<(u16, u32), i32>) -> i32 {
    let (&at, earlier) = path.split_last().expect("a path has an end");
    let (value, edges) = &web.vertices[usize::from(at)];
    if edges.is_empty() {
        return *value;
    }
    if earlier.contains(&at) {
        return 0;
    }
    if depth == 0 {
        return *value;
    }
    if let Some(&value) = known.get(&(at, depth)) {
        return value;
    }
    let mut best = i32::MIN;
    for &to in edges {
        path.push(to);
        best = best.max(-careless(web, path, depth - 1, known));
        path.pop();
    }
    known.insert((at, depth), best);
    best
}

fn eval(pos: &Token<'_>) -> Score {
    Score::points(pos.eval())
}

fn sure<T>(answer: Result<T, std::convert::Infallible>) -> T {
    let Ok(answer) = answer;
    answer
}

const DEPTH: u32 = 7;

/// Every page with memory, through an open window and the two null windows beside the value.
fn all_agree<C: Cx<Halt = std::convert::Infallible>>(cx: &mut C, pos: &C::Game, depth: u32, value: i32) {
    let value = Score::points(value);
    assert_eq!(sure(algo::minimax_memory(cx, pos, depth)), value, "minimax, depth {depth}");
    type Page<C> = fn(&mut C, &<C as Cx>::Game, u32, Score, Score) -> Value<C>;
    let pages: [(&str, Page<C>); 3] = [
        ("alpha-beta", algo::alpha_beta_memory),
        ("fail-hard alpha-beta", algo::alpha_beta_hard_memory),
        ("variation search", algo::pvs_memory),
    ];
    for (name, page) in pages {
        assert!(sure(page(cx, pos, depth, value - 1, value)) >= value, "{name}, depth {depth}");
        assert!(sure(page(cx, pos, depth, value, value + 1)) <= value, "{name}, depth {depth}");
        assert_eq!(sure(page(cx, pos, depth, -Score::INF, Score::INF)), value, "{name}, depth {depth}");
    }
}

#[test]
fn exact_memory_equals_minimax_with_the_same_history() {
    let mut repeated = 0;
    for seed in 0..2_000 {
        let web = random(seed);
        // One memory and one table for all depths and all roots.
        let mut book = Book::new(true);
        let table = Table::with_entries(if seed % 2 == 0 { 8 } else { 4_096 });
        for (root, depth) in (0..3).flat_map(|root| (1..=DEPTH).map(move |depth| (root, depth))) {
            let pos = web.at(root);
            let value = reference(&web, &mut vec![root], depth);
            let mut cx = Search::new(eval).history(Repetition::exact(&pos)).watch(Stats::default());
            assert_eq!(sure(algo::minimax(&mut cx, &pos, depth)).get(), value, "graph {seed}, from {root}");
            let without_history = algo::minimax(&mut Search::new(eval), &pos, depth);
            repeated += u32::from(sure(without_history).get() != value);
            let mut cx = Search::new(eval).history(Repetition::exact(&pos)).memory(book);
            all_agree(&mut cx, &pos, depth, value);
            book = cx.memory;
            let mut cx = Search::new(eval).history(Repetition::exact(&pos)).memory(table.exact());
            all_agree(&mut cx, &pos, depth, value);
        }
    }
    assert!(repeated > 5_000, "repetition mattered in {repeated} of 42,000 searches");
}

#[test]
fn memory_that_ignores_history_goes_wrong() {
    let (mut careless_wrong, mut playing_wrong) = (0, 0);
    for seed in 0..2_000 {
        let web = random(seed);
        let (mut known, mut book) = (HashMap::new(), Book::new(false));
        // As in a game, memory outlives the search, and the root moves on.
        for (root, depth) in (0..3).flat_map(|root| (1..=DEPTH).map(move |depth| (root, depth))) {
            let pos = web.at(root);
            let value = reference(&web, &mut vec![root], depth);
            careless_wrong += u32::from(careless(&web, &mut vec![root], depth, &mut known) != value);
            let mut cx = Search::new(eval).history(Repetition::playing(&pos)).memory(book);
            let answer = sure(algo::alpha_beta_memory(&mut cx, &pos, depth, -Score::INF, Score::INF));
            playing_wrong += u32::from(answer.get() != value);
            book = cx.memory;
        }
    }
    // One search in ten; keeping tainted values out halves that, and telling paths apart ends it.
    assert!(careless_wrong > 3_000, "{careless_wrong} of 42,000 wrong");
    assert!((1_000..3_000).contains(&playing_wrong), "{playing_wrong} of 42,000 wrong");
}

fn salt(path: &Repetition) -> u64 {
    History::<Token<'_>>::salt(path)
}

fn repeats(path: &Repetition, ply: u32) -> Option<u32> {
    History::<Token<'_>>::repeats(path, ply)
}

fn pop(path: &mut Repetition) {
    History::<Token<'_>>::pop(path);
}

#[test]
fn what_cannot_come_back_is_not_looked_for() {
    // From 0 to 1 and back, and from 1 on to 2, which has a higher rank; 2 leads to 3 and back.
    let vertices = vec![(1, vec![1]), (1, vec![0, 2]), (1, vec![3]), (1, vec![2])];
    let web = Web { vertices, ranks: vec![0, 0, 1, 1] };
    let [zero, one, two, three] = [0, 1, 2, 3].map(|at| web.at(at));
    let mut path = Repetition::exact(&zero);
    let fresh = salt(&path);
    path.push(&zero, Some(1), &one);
    path.push(&one, Some(0), &zero);
    assert_eq!(repeats(&path, 2), Some(0));
    pop(&mut path);
    // What led to 2 is forgotten, and what follows is not.
    path.push(&one, Some(2), &two);
    assert_eq!(salt(&path), salt(&Repetition::exact(&two)));
    path.push(&two, Some(3), &three);
    assert_eq!(repeats(&path, 3), None);
    path.push(&three, Some(2), &two);
    assert_eq!(repeats(&path, 4), Some(2));
    for _ in 0..4 {
        pop(&mut path);
    }
    assert_eq!(salt(&path), fresh);
    // A null move is outside the rules: what stood before it is not repeated after it.
    path.push(&zero, None, &one);
    path.push(&one, Some(0), &zero);
    assert_eq!(repeats(&path, 2), None);
}

/// For every ply of the path, the vertex and the ply of the highest one that what was found there depends on.
type Path = Rc<RefCell<Vec<(u16, u32)>>>;

/// Follows the path on its own, and works out what depends on what.
struct Shadow {
    path: Path,
    untainted: u32,
    tainted: u32,
}

impl<'w> Watch<Token<'w>> for Shadow {
    fn enter(&mut self, pos: &Token<'w>, ply: u32, _: u32, _: Score, _: Score) {
        let mut path = self.path.borrow_mut();
        path.truncate(ply as usize);
        path.push((pos.at, u32::MAX));
    }
    fn known(&mut self, ply: u32, _: Score, why: Why) {
        if why == Why::Repetition {
            let mut path = self.path.borrow_mut();
            let (at, _) = path[ply as usize];
            let earlier = path.iter().position(|&(vertex, _)| vertex == at).expect("it stands on the path");
            path[ply as usize].1 = earlier as u32;
        }
    }
    fn ascend(&mut self, ply: u32, _: secateur::Step<u16>, _: Option<Score>) {
        let mut path = self.path.borrow_mut();
        let (_, below) = path[ply as usize + 1];
        if below <= ply {
            path[ply as usize].1 = path[ply as usize].1.min(below);
        }
    }
    fn closed(&mut self, ply: u32, _: Score) {
        if self.path.borrow()[ply as usize].1 < ply { self.tainted += 1 } else { self.untainted += 1 }
    }
}

/// Remembers nothing, and objects to what depends on a position above its own.
struct Objector {
    path: Path,
    recorded: u32,
}

impl<'w> Memory<Token<'w>> for Objector {
    fn record(&mut self, pos: &Token<'w>, place: Place, _: Bounds, _: Option<u16>, _: u64) {
        let (at, hangs_on) = self.path.borrow()[place.ply as usize];
        assert_eq!(at, pos.at);
        assert!(hangs_on >= place.ply, "a value at ply {} depends on ply {hangs_on}", place.ply);
        assert_eq!(place.salt, 0, "memory is shared between paths");
        self.recorded += 1;
    }
}

#[test]
fn tainted_values_are_never_recorded_and_all_others_are() {
    let (mut recorded, mut withheld) = (0, 0);
    for seed in 0..1_000 {
        let web = random(seed);
        let pos = web.at(0);
        let path = Path::default();
        let mut cx = Search::new(eval)
            .history(Repetition::playing(&pos))
            .watch(Shadow { path: path.clone(), untainted: 0, tainted: 0 })
            .memory(Objector { path, recorded: 0 });
        for depth in 1..=DEPTH {
            sure(algo::alpha_beta_memory(&mut cx, &pos, depth, -Score::INF, Score::INF));
            sure(algo::pvs_memory(&mut cx, &pos, depth, -Score::INF, Score::INF));
            sure(algo::minimax_memory(&mut cx, &pos, depth));
        }
        assert_eq!(cx.memory.recorded, cx.watch.untainted);
        recorded += cx.memory.recorded;
        withheld += cx.watch.tainted;
    }
    assert!(recorded > 10_000 && withheld > 10_000, "{recorded} recorded, {withheld} withheld");
}

/// Knowledge that follows the search, and insists on being in step.
struct InStep(Vec<u16>);

impl<'w> Eval<Token<'w>> for InStep {
    fn eval(&mut self, pos: &Token<'w>) -> Score {
        assert_eq!(self.0.last(), Some(&pos.at), "knowledge is of another position");
        eval(pos)
    }
    fn push(&mut self, parent: &Token<'w>, m: Option<u16>, child: &Token<'w>) {
        assert_eq!((self.0.last(), m), (Some(&parent.at), Some(child.at)));
        self.0.push(child.at);
    }
    fn pop(&mut self) {
        self.0.pop();
    }
}

#[test]
fn a_halted_search_leaves_everything_in_step() {
    type Reasons = fn() -> Option<Halt>;
    let (never, mut halted): (Reasons, u32) = (|| None, 0);
    for seed in 0..100 {
        let web = random(seed);
        let pos = web.at(0);
        let value = reference(&web, &mut vec![0], DEPTH);
        let mut cx = Search::new(InStep(vec![0]))
            .history(Repetition::exact(&pos))
            .order(Ranked::new((TableMove, HistoryHeuristic::new())))
            .watch(Stats::default())
            .stop(Limiter::new(u64::MAX, never))
            .memory(Book::new(true));
        for page in [algo::alpha_beta_memory, algo::pvs_memory, algo::alpha_beta, algo::nega_scout] {
            for nodes in 1.. {
                (cx.stop, cx.watch, cx.memory) =
                    (Limiter::new(nodes, never), Stats::default(), Book::new(true));
                let answer = page(&mut cx, &pos, DEPTH, -Score::INF, Score::INF);
                assert_eq!((cx.ply(), &cx.eval.0[..]), (0, &[0][..]), "halted after {nodes} nodes");
                // The root's own moves stay until the next search.
                let left = Order::<Token<'_>>::mark(&cx.order);
                assert!(left <= pos.moves().count(), "{left} moves are left in the buffer");
                if let Ok(answer) = answer {
                    assert_eq!(answer.get(), value);
                    break;
                }
                halted += 1;
                assert_eq!((answer, cx.watch.nodes), (Err(Halt::Nodes), nodes));
                // What the halted search remembered is right, and the next one is not in its way.
                cx.stop = Limiter::new(u64::MAX, never);
                let Ok(answer) = page(&mut cx, &pos, DEPTH, -Score::INF, Score::INF) else { unreachable!() };
                assert_eq!(answer.get(), value, "after {nodes} nodes, graph {seed}");
            }
        }
    }
    assert!(halted > 3_000, "{halted} searches halted");
}
