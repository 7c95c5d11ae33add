//! Quiescence search: its value is its tree's, whatever the window and whatever search stands above it.

use crate::common::book::Book;
use crate::common::seeded::Seeded;
use secateur::{
    Game, Hints, Keyed, Memory, Never, Score, Search, Stats, Step, Watch, Why, With,
    algo::{self, Quiescent},
};

/// The value of a quiet position, `ply` plies from the root: the definition, with no window in it.
fn quiet(pos: &Seeded, ply: u32) -> Score {
    if let Some(score) = pos.outcome() {
        return at(score, ply);
    }
    let reply = |m| -quiet(&pos.child(m), ply + 1);
    if pos.in_check() {
        return pos.moves().map(reply).max().unwrap_or(at(Score::LOSS, ply));
    }
    pos.noisy().map(reply).chain([pos.eval()]).max().expect("standing pat is one of them")
}

fn value(pos: &Seeded, depth: u32, ply: u32) -> Score {
    if let Some(score) = pos.outcome() {
        return at(score, ply);
    }
    if depth == 0 {
        return quiet(pos, ply);
    }
    pos.moves().map(|m| -value(&pos.child(m), depth - 1, ply + 1)).max().unwrap_or(at(Score::LOSS, ply))
}

/// A result at `ply`, as the root sees it.
fn at(score: Score, ply: u32) -> Score {
    match score {
        Score::WIN => Score::win_in(ply),
        Score::LOSS => Score::loss_in(ply),
        score => score,
    }
}

fn games() -> impl Iterator<Item = Seeded> {
    (0..400).map(|seed| {
        let spread = [2, 40, 30_000][seed as usize % 3];
        if seed % 2 == 0 { Seeded::ragged(seed, 4, 9, spread) } else { Seeded::uniform(seed, 3, 7, spread) }
    })
}

type Counting<M> = With<Stats, Never, M, (), Quiescent>;

fn over_quiescence<M: Memory<Seeded>>(
    memory: M,
) -> Search<Seeded, impl FnMut(&Seeded) -> Score, Counting<M>> {
    Search::new(Seeded::eval).watch(Stats::default()).memory(memory).horizon(Quiescent)
}

#[test]
fn every_exact_page_agrees_over_it() {
    let (mut deeper, mut differs) = (0, 0);
    for (n, pos) in games().enumerate() {
        let depth = n as u32 % 4;
        let expected = value(&pos, depth, 0);
        let (low, high) = (-Score::INF, Score::INF);
        let book = || Book::new(false);
        let mut cx = over_quiescence(());
        let answers = [
            ("minimax", algo::minimax(&mut cx, &pos, depth)),
            ("max_min", algo::max_min(&mut cx, &pos, depth)),
            ("alpha_beta", algo::alpha_beta(&mut cx, &pos, depth, low, high)),
            ("alpha_beta_hard", algo::alpha_beta_hard(&mut cx, &pos, depth, low, high)),
            ("pvs", algo::pvs(&mut cx, &pos, depth, low, high)),
            ("nega_scout", algo::nega_scout(&mut cx, &pos, depth, low, high)),
            ("sss_star", algo::sss_star(&mut cx, &pos, depth)),
            ("minimax_memory", algo::minimax_memory(&mut over_quiescence(book()), &pos, depth)),
            (
                "alpha_beta_memory",
                algo::alpha_beta_memory(&mut over_quiescence(book()), &pos, depth, low, high),
            ),
            (
                "alpha_beta_hard_memory",
                algo::alpha_beta_hard_memory(&mut over_quiescence(book()), &pos, depth, low, high),
            ),
            ("pvs_memory", algo::pvs_memory(&mut over_quiescence(book()), &pos, depth, low, high)),
        ];
        for (name, answer) in answers {
            assert_eq!(answer, Ok(expected), "{name} on {pos:?} to depth {depth}");
        }
        deeper += u32::from(cx.watch.seldepth > depth);
        let Ok(blind) = algo::minimax(&mut Search::new(Seeded::eval), &pos, depth);
        differs += u32::from(blind != expected);
    }
    assert!(deeper > 250 && differs > 150, "the games are not noisy: {deeper}, {differs}");
}

#[test]
fn a_window_gets_a_true_answer() {
    for pos in games() {
        let v = quiet(&pos, 0);
        for alpha in [v - 1_000, v.prev().prev(), v.prev(), v, v.next(), Score::LOSS] {
            for beta in [alpha.next(), alpha.next().next().next(), alpha.next() + 2_000] {
                let Ok(s) = algo::quiescence(&mut over_quiescence(()), &pos, alpha, beta);
                let holds = if s <= alpha { v <= s } else { s == v || s >= beta && v >= s };
                assert!(holds, "{s} for {v} through {alpha}..{beta} on {pos:?}");
            }
        }
    }
}

/// A position that either side may upset for ever.
#[derive(Clone)]
struct Endless {
    checks: bool,
}

impl Game for Endless {
    type Move = u8;
    fn moves(&self) -> impl Iterator<Item = u8> {
        0..1
    }
    fn play(&mut self, _: u8) {}
}

impl Keyed for Endless {
    fn key(&self) -> u64 {
        1
    }
}

impl Hints for Endless {
    fn noisy(&self) -> impl Iterator<Item = u8> {
        self.moves()
    }
    fn in_check(&self) -> bool {
        self.checks
    }
}

#[test]
fn endless_noise_and_endless_checks_end() {
    for checks in [false, true] {
        let mut cx = Search::new(|_: &Endless| Score::DRAW).watch(Stats::default()).horizon(Quiescent);
        assert_eq!(algo::minimax(&mut cx, &Endless { checks }, 3), Ok(Score::DRAW));
        let reach = 3 + Quiescent::REACH;
        // Who may stand pat does so at once: equal is good enough for either side.
        assert_eq!(cx.watch.seldepth, if checks { reach } else { 4 }, "in check: {checks}");
    }
}

/// Counts how nodes end.
#[derive(Default)]
struct Ends {
    entered: u32,
    ended: u32,
    stood_pat: u32,
}

impl Watch<Seeded> for Ends {
    fn enter(&mut self, _: &Seeded, _: u32, _: u32, _: Score, _: Score) {
        self.entered += 1;
    }
    fn known(&mut self, _: u32, _: Score, why: Why) {
        self.ended += 1;
        self.stood_pat += u32::from(why == Why::StandPat);
    }
    fn closed(&mut self, _: u32, _: Score) {
        self.ended += 1;
    }
    fn descend(&mut self, _: u32, step: Step<u16>) {
        assert_ne!(step, Step::Null);
    }
}

#[test]
fn every_node_ends_once_for_the_observers() {
    let mut stood_pat = 0;
    for pos in games() {
        let mut cx = Search::new(Seeded::eval).watch(Ends::default()).horizon(Quiescent);
        let Ok(_) = algo::alpha_beta(&mut cx, &pos, 2, -Score::INF, Score::INF);
        assert_eq!(cx.watch.entered, cx.watch.ended, "{pos:?}");
        stood_pat += cx.watch.stood_pat;
    }
    assert!(stood_pat > 100, "{stood_pat}");
}
