//! The best-first pages return minimax's value at the end of the game, or sound bounds of it: with trees from a few
//! nodes up, halted anywhere, with knowledge that claims bounds, and with knowledge that has to be kept in step.

use crate::common::cyclic::{cyclic, retrograde};
use crate::common::knowing::{Claims, InStep};
use crate::common::seeded::{END, ROOM, Seeded, minimax, sound, trees};
use crate::common::web;
use secateur::best::{self, Answer, Conspirators, End, FirstNumbers, Leaf, OutcomeTree, Playing, SearchTree};
use secateur::drive::{Split, bisection};
use secateur::{Bounds, Cx, Game, Halt, Keyed, Limiter, Repetition, Score, Search, Stats, algo};

/// Pages that find the value, whatever the static values are, each with a tree of at most `bytes` bytes.
trait Page {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt>;
}

struct Ubfm;
impl Page for Ubfm {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::ubfm(cx, pos, &mut SearchTree::with_bytes(bytes))
    }
}

struct Descent;
impl Page for Descent {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::descent(cx, pos, &mut SearchTree::with_bytes(bytes))
    }
}

/// Until the value is proven.
struct Conspiracy;
impl Page for Conspiracy {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::conspiracy(cx, pos, 0, &mut SearchTree::with_bytes(bytes))
    }
}

struct Uct(Playing);
impl Page for Uct {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::uct(cx, pos, self.0, &mut SearchTree::with_bytes(bytes))
    }
}

struct Rave(Playing, u32);
impl Page for Rave {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::rave(cx, pos, self.0, self.1, &mut SearchTree::with_bytes(bytes))
    }
}

struct PnMcts(Playing);
impl Page for PnMcts {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::pn_mcts(cx, pos, self.0, Score::points(1), 0.5, &mut SearchTree::with_bytes(bytes))
    }
}

struct Puct(Playing);
impl Page for Puct {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::puct(cx, pos, self.0, &mut SearchTree::with_bytes(bytes))
    }
}

struct Mopns;
impl Page for Mopns {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        best::mopns(cx, pos, &mut OutcomeTree::for_value(bytes))
    }
}

/// A series of goals, each in two trees.
struct Squared(FirstNumbers);

/// A series of goals.
struct ByGoals(Split, FirstNumbers);
impl Page for ByGoals {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        let mut tree = SearchTree::with_bytes(bytes);
        by_goals(self.0, |goal| {
            tree.clear();
            best::pn_search(cx, pos, goal, self.1, &mut tree)
        })
    }
}

/// A series of goals, by expected work.
struct ByWork(u64);
impl Page for ByWork {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        let mut tree = SearchTree::with_bytes(bytes);
        by_goals(Split::Middle, |goal| {
            tree.clear();
            best::ews(cx, pos, goal, self.0, &mut tree)
        })
    }
}

impl Page for Squared {
    fn search<C: Cx<Game = Seeded>>(&self, cx: &mut C, pos: &Seeded, bytes: usize) -> Answer<u16, C::Halt> {
        let [mut tree, mut second] = [SearchTree::with_bytes(bytes), SearchTree::with_bytes(bytes)];
        by_goals(Split::Middle, |goal| {
            tree.clear();
            best::pn2(cx, pos, goal, self.0, &mut tree, &mut second)
        })
    }
}

fn by_goals<H>(split: Split, mut prove: impl FnMut(Score) -> Answer<u16, H>) -> Answer<u16, H> {
    let (mut bounds, mut line) = (Bounds::NONE, Vec::new());
    let value = bisection(Bounds::NONE, split, |_, goal| {
        let answer = prove(goal);
        if answer.bounds.lower > bounds.lower {
            line.clone_from(&answer.line);
        }
        bounds = bounds.and(answer.bounds);
        answer.probe(goal)
    });
    match value {
        Ok(value) => Answer { bounds: Bounds::exact(value), line, end: End::Settled },
        Err(end) => Answer { bounds, line, end },
    }
}

/// Runs a check on every page.
macro_rules! each {
    ($check:ident) => {
        $check("ubfm", &Ubfm);
        $check("descent", &Descent);
        $check("conspiracy", &Conspiracy);
        $check("uct", &Uct(Playing::default()));
        let rollouts = Playing { leaf: Leaf::Rollout { seed: 3 }, unit: 5, exploration: 0.7, minimax: 0.0 };
        $check("uct with rollouts", &Uct(rollouts));
        $check("uct with implicit minimax", &Uct(Playing { minimax: 0.4, ..rollouts }));
        $check("uct with all moves as first", &Rave(rollouts, 30));
        $check("pn-mcts", &PnMcts(rollouts));
        $check("puct", &Puct(Playing::default()));
        $check("puct with rollouts", &Puct(rollouts));
        $check("several outcomes", &Mopns);
        $check("pn2", &Squared(FirstNumbers::Ones));
        $check("pn2 by static values", &Squared(FirstNumbers::Static(2)));
        $check("expected work", &ByWork(5));
        $check("proof numbers, halving", &ByGoals(Split::Middle, FirstNumbers::Ones));
        $check("proof numbers, towards zero", &ByGoals(Split::TowardsZero, FirstNumbers::Mobility));
    };
}

fn finds_the_value(name: &str, page: &impl Page) {
    for pos in trees(10_000) {
        let value = minimax(Seeded::eval, &pos);
        let answer = page.search(&mut Search::new(Seeded::eval), &pos, ROOM);
        assert_eq!(answer.end, End::Settled, "{name} on {pos:?}");
        assert_eq!(answer.bounds, Bounds::exact(value), "{name} on {pos:?}");
        let over = pos.outcome().is_some() || pos.moves().next().is_none();
        assert_eq!(answer.best().is_none(), over, "{name} on {pos:?}");
        if let Some(m) = answer.best() {
            let Ok(reply) =
                Search::new(Seeded::eval).visit(&pos, m, |cx, child| algo::minimax(cx, child, END));
            assert_eq!(-reply, value, "{name}: {m} on {pos:?}");
        }
    }
}

#[test]
fn every_page_returns_the_minimax_value() {
    each!(finds_the_value);
}

fn stays_exact(name: &str, page: &impl Page) {
    let mut used = 0;
    for pos in trees(1_000) {
        let value = minimax(Claims, &pos);
        let answer = page.search(&mut Search::new(Claims), &pos, ROOM);
        assert_eq!(answer.bounds, Bounds::exact(value), "{name} on {pos:?}");
        used += u32::from(minimax(Seeded::eval, &pos) != value);
    }
    assert!(used > 100, "the claims mattered {used} times");
}

#[test]
fn they_stay_exact_whatever_knowledge_proves() {
    each!(stays_exact);
}

fn keeps_within_its_room(name: &str, page: &impl Page) {
    let (mut full, mut settled) = (0, 0);
    for (pos, bytes) in trees(400).flat_map(|pos| (0..11).map(move |n| (pos, 20 << n))) {
        let value = minimax(Seeded::eval, &pos);
        let answer = page.search(&mut Search::new(Seeded::eval), &pos, bytes);
        assert!(sound(answer.bounds, value), "{name}: {:?} on {pos:?} in {bytes} bytes", answer.bounds);
        match answer.end {
            End::Full => full += 1,
            End::Settled => {
                assert_eq!(answer.bounds, Bounds::exact(value), "{name} on {pos:?} in {bytes} bytes");
                settled += 1;
            }
            end => panic!("{name}: {end:?} on {pos:?}"),
        }
    }
    assert!(full > 500 && settled > 500, "{name}: {full} full, {settled} settled");
}

#[test]
fn a_tree_without_room_proves_what_it_can() {
    each!(keeps_within_its_room);
}

#[test]
fn a_full_tree_forgets_what_is_settled_and_goes_on() {
    let mut went_on = 0;
    for (pos, bytes) in trees(400).flat_map(|pos| (0..11).map(move |n| (pos, 20 << n))) {
        let mut tree = SearchTree::with_bytes(bytes);
        let mut cx = Search::new(Seeded::eval).watch(Stats::default());
        let answer = best::ubfm(&mut cx, &pos, &mut tree);
        assert!(tree.bytes() <= tree.limit() && tree.limit() <= bytes, "{} of {bytes} bytes", tree.bytes());
        assert!(tree.nodes() as u64 <= cx.watch.nodes);
        let room = bytes as u64 / 20; // nodes are no smaller
        went_on += u32::from(answer.end == End::Settled && cx.watch.nodes > room + 1);
        assert!(tree.nodes() as u64 <= room + 1);
    }
    assert!(went_on > 100, "{went_on}");
}

fn halts_in_step(name: &str, page: &impl Page) {
    let mut halted = 0;
    for pos in trees(150) {
        let value = minimax(Seeded::eval, &pos);
        let mut nodes = 0;
        loop {
            let limits = Limiter::new(nodes, || None);
            let mut cx = Search::new(InStep(vec![pos.key()])).watch(Stats::default()).stop(limits);
            let answer = page.search(&mut cx, &pos, ROOM);
            assert_eq!((cx.eval.0.len(), cx.ply()), (1, 0), "{name} on {pos:?}");
            assert!(sound(answer.bounds, value), "{name}: {:?} on {pos:?}", answer.bounds);
            if answer.end == End::Settled {
                break;
            }
            assert_eq!((answer.end, cx.watch.nodes), (End::Halted(Halt::Nodes), nodes));
            (nodes, halted) = (2 * nodes + 1, halted + 1);
        }
    }
    assert!(halted > 500, "{name} was halted {halted} times");
}

#[test]
fn knowledge_keeps_step_and_bounds_are_sound_also_when_a_search_is_halted() {
    each!(halts_in_step);
}

#[test]
fn a_halted_tree_is_searched_on() {
    let mut resumed = 0;
    for pos in trees(150) {
        let (mut tree, mut cx) =
            (SearchTree::with_bytes(ROOM), Search::new(Seeded::eval).watch(Stats::default()));
        let at_once = best::ubfm(&mut cx, &pos, &mut tree);
        let (mut again, mut nodes) = (SearchTree::with_bytes(ROOM), 0);
        loop {
            let stop = Limiter::new(7, || None);
            let mut cx = Search::new(Seeded::eval).watch(Stats::default()).stop(stop);
            let answer = best::ubfm(&mut cx, &pos, &mut again);
            nodes += cx.watch.nodes;
            if answer.end == End::Settled {
                assert_eq!((answer.bounds, answer.line), (at_once.bounds, at_once.line));
                assert_eq!(again.nodes(), tree.nodes());
                break;
            }
            assert_eq!(answer.end, End::Halted(Halt::Nodes));
            resumed += 1;
        }
        assert!(nodes >= cx.watch.nodes);
    }
    assert!(resumed > 1_000, "{resumed}");
}

/// Where the path is followed, a position come back is a draw, and so is play without end.
#[test]
fn they_agree_with_retrograde_analysis_on_graphs_with_cycles() {
    for seed in 0..1_500 {
        let web = cyclic(seed, 9);
        let (pos, value) = (web.at(0), Score::points(retrograde(&web)[0]));
        let mut cx = Search::new(|_: &web::Token<'_>| Score::DRAW).history(Repetition::playing(&pos));
        let exact = Bounds::exact(value);
        assert_eq!(
            best::ubfm(&mut cx, &pos, &mut SearchTree::with_bytes(ROOM)).bounds,
            exact,
            "ubfm, graph {seed}"
        );
        let how = Playing { leaf: Leaf::Rollout { seed }, unit: 3, ..Playing::default() };
        assert_eq!(
            best::uct(&mut cx, &pos, how, &mut SearchTree::with_bytes(ROOM)).bounds,
            exact,
            "uct, graph {seed}"
        );
        for (goal, reached) in [(value, true), (value.next(), false)] {
            let found =
                best::pn_search(&mut cx, &pos, goal, FirstNumbers::Ones, &mut SearchTree::with_bytes(ROOM))
                    .bounds;
            assert_eq!(found.lower >= goal, reached, "proof numbers, graph {seed}");
            let (mut tree, mut second) = (SearchTree::with_bytes(ROOM), SearchTree::with_bytes(ROOM));
            let found = best::pn2(&mut cx, &pos, goal, FirstNumbers::Mobility, &mut tree, &mut second).bounds;
            assert_eq!((found.lower >= goal, found.upper < goal), (reached, !reached), "pn2, graph {seed}");
        }
    }
}

#[test]
fn conspiracies_end_where_the_value_is_trusted() {
    let (mut right, mut open) = ([0; 8], 0);
    for pos in trees(1_000) {
        let (value, mut last) = (minimax(Seeded::eval, &pos), 0);
        for threshold in 1..=Conspirators::MOST {
            let mut tree = SearchTree::with_bytes(ROOM);
            let answer = best::conspiracy(&mut Search::new(Seeded::eval), &pos, threshold, &mut tree);
            assert_eq!(answer.end, End::Settled, "{pos:?}");
            assert!(sound(answer.bounds, value), "{:?} on {pos:?}", answer.bounds);
            let root = tree.root().expect("a tree is there");
            assert!(root.range(threshold).is_exact(), "{root:?} on {pos:?}");
            // Who trusts less, searches on.
            assert!(tree.nodes() >= last, "{last} nodes and then {}", tree.nodes());
            last = tree.nodes();
            right[threshold as usize] += u32::from(root.value() == value);
            open += u32::from(!answer.bounds.is_exact());
        }
    }
    assert!(right[1..].is_sorted() && right[1] < right[7] && open > 500, "{right:?} right, {open} open");
}

#[test]
fn best_first_minimax_proves_only_what_is_so() {
    let (mut right, mut wrong) = (0, 0);
    for pos in trees(1_000) {
        let value = minimax(Seeded::eval, &pos);
        let mut tree = SearchTree::with_bytes(ROOM);
        let answer = best::best_first_minimax(&mut Search::new(Seeded::eval), &pos, &mut tree);
        assert!(sound(answer.bounds, value), "{:?} on {pos:?}", answer.bounds);
        assert!(matches!(answer.end, End::Settled | End::Converged), "{:?} on {pos:?}", answer.end);
        assert!(answer.end == End::Converged || answer.bounds == Bounds::exact(value), "{pos:?}");
        let found = tree.root().map(|root| root.value);
        if found == Some(value) { right += 1 } else { wrong += 1 }
    }
    assert!(right > 500 && wrong > 50, "{right} right, {wrong} wrong");
}
