//! Null-move pruning: what it saves, what it loses, and that it always ends.

use crate::common::seeded::{Seeded, hash};
use secateur::{
    Game, Hints, Horizon, Keyed, Limiter, Score, Search, Static, Stats, Step, Watch, Why,
    algo::{self, NullMoveSettings, Quiescent, Reduction},
    tree::Tree,
};

fn settings() -> impl Iterator<Item = NullMoveSettings> {
    let reductions = [0, 1, 2, 3, 4, u32::MAX].map(Reduction::Fixed).into_iter().chain([Reduction::Adaptive]);
    reductions.flat_map(|reduction| {
        [None, Some(0), Some(1), Some(3), Some(u32::MAX)].into_iter().flat_map(move |verification| {
            [0, 1, 2, 9].map(|in_a_row| NullMoveSettings { reduction, verification, in_a_row })
        })
    })
}

/// The field where the token stands, those it can go to, and where it stands, in effect, if the turn is passed.
struct Field {
    value: i32,
    moves: &'static [usize],
    passed: Option<usize>,
}

/// The second move from the start leads to field 2, where whoever is to move would rather not: both moves
/// lose ten points, and two more at the next turn, where passing would keep the balance.
const ZUGZWANG: &[Field] = &[
    Field { value: 0, moves: &[1, 2], passed: None },
    Field { value: -3, moves: &[], passed: None },
    Field { value: 0, moves: &[3, 4], passed: Some(5) },
    Field { value: 10, moves: &[7], passed: None },
    Field { value: 10, moves: &[7], passed: None },
    Field { value: 0, moves: &[6, 6], passed: Some(2) },
    Field { value: 0, moves: &[], passed: None },
    Field { value: -12, moves: &[], passed: None },
];

#[derive(Copy, Clone)]
struct Token {
    at: usize,
    /// The game's own guards: whether it offers null moves at all, and whether it calls field 2 a check.
    offers: bool,
    checked: bool,
}

impl Game for Token {
    type Move = usize;
    fn moves(&self) -> impl Iterator<Item = usize> {
        ZUGZWANG[self.at].moves.iter().copied()
    }
    fn play(&mut self, m: usize) {
        self.at = m;
    }
    fn outcome(&self) -> Option<Score> {
        let Field { value, moves, .. } = ZUGZWANG[self.at];
        moves.is_empty().then_some(Score::points(value))
    }
}

impl Keyed for Token {
    fn key(&self) -> u64 {
        self.at as u64
    }
}

impl Hints for Token {
    fn null_move(&self) -> Option<Self> {
        let at = ZUGZWANG[self.at].passed.filter(|_| self.offers)?;
        Some(Token { at, ..*self })
    }
    fn in_check(&self) -> bool {
        self.checked && self.at == 2
    }
}

#[test]
fn zugzwang_deceives_it_and_can_be_guarded_against() {
    let start = Token { at: 0, offers: true, checked: false };
    let ask = |start: Token, depth, how| {
        let mut cx = Search::new(|t: &Token| Score::points(ZUGZWANG[t.at].value));
        let Ok(score) = algo::null_move(&mut cx, &start, depth, -Score::INF, Score::INF, how);
        score.get()
    };
    let plain = NullMoveSettings::default();
    for depth in 3..9 {
        let Ok(value) = algo::minimax(&mut Search::new(|_: &Token| Score::DRAW), &start, depth);
        assert_eq!(value, Score::points(12));
        assert_eq!(ask(start, depth, plain), 3, "deceived at depth {depth}");
        let verified = NullMoveSettings { verification: Some(1), ..plain };
        assert_eq!(ask(start, depth, verified), 12, "verified at depth {depth}");
        assert_eq!(ask(Token { offers: false, ..start }, depth, plain), 12);
        assert_eq!(ask(Token { checked: true, ..start }, depth, plain), 12);
    }
    // A second null move in a row comes back to the zugzwang, if there is depth enough to see it.
    let single = NullMoveSettings { reduction: Reduction::Fixed(1), ..plain };
    let double = NullMoveSettings { in_a_row: 2, ..single };
    assert_eq!((ask(start, 6, single), ask(start, 6, double), ask(start, 5, double)), (3, 12, 3));
}

/// Checks each null move against the rules for it.
struct Rules {
    how: NullMoveSettings,
    /// For each ply the position, its beta, and the null moves in a row that led there.
    path: Vec<(Seeded, Score, u32)>,
    in_a_row: u32,
    nulls: u64,
}

impl Watch<Seeded> for Rules {
    fn enter(&mut self, pos: &Seeded, ply: u32, _: u32, _: Score, beta: Score) {
        self.path.truncate(ply as usize);
        self.path.push((*pos, beta, self.in_a_row));
    }
    fn descend(&mut self, ply: u32, step: Step<u16>) {
        let (pos, beta, before) = self.path[ply as usize];
        self.in_a_row = 0;
        if step == Step::Null {
            self.in_a_row = before + 1;
            self.nulls += 1;
            assert!(ply > 0 && !pos.in_check() && !beta.is_decisive() && self.in_a_row <= self.how.in_a_row);
        }
    }
    fn known(&mut self, _: u32, score: Score, why: Why) {
        assert!(why != Why::Null || !score.is_decisive(), "a null move claims to prove {score}");
    }
}

fn ends_and_keeps_the_rules<L>(horizon: impl Fn() -> L)
where
    L: Horizon<Seeded>,
{
    let mut nulls = 0;
    for how in settings() {
        for seed in 0..12 {
            let grow = if seed % 2 == 0 { Seeded::uniform } else { Seeded::ragged };
            let pos = grow(seed, 3, 12, [3, 30_000][seed as usize / 2 % 2]);
            for depth in 0..=6 {
                let rules = Rules { how, path: Vec::new(), in_a_row: 0, nulls: 0 };
                let limit = Limiter::new(100_000, || None);
                let mut cx = Search::new(Seeded::eval).watch(rules).stop(limit).horizon(horizon());
                let answer = algo::null_move(&mut cx, &pos, depth, -Score::INF, Score::INF, how)
                    .and_then(|score| algo::null_move(&mut cx, &pos, depth, score - 1, score, how));
                assert!(answer.is_ok(), "{answer:?} at depth {depth} with {how:?}");
                nulls += cx.watch.nulls;
            }
        }
    }
    assert!(nulls > 50_000, "{nulls} null moves");
}

#[test]
fn it_ends_at_every_small_depth() {
    ends_and_keeps_the_rules(|| Static);
}

#[test]
fn it_ends_at_every_small_depth_over_quiescence() {
    ends_and_keeps_the_rules(|| Quiescent);
}

#[test]
fn without_null_moves_it_is_alpha_beta() {
    let none = NullMoveSettings { in_a_row: 0, ..NullMoveSettings::default() };
    let mut cx = Search::new(Seeded::eval).watch(Stats::default());
    for seed in 0..50 {
        let pos = Seeded::ragged(seed, 4, 6, 20);
        let plain = algo::alpha_beta(&mut cx, &pos, 5, -Score::INF, Score::INF);
        let nodes = std::mem::take(&mut cx.watch);
        assert_eq!(algo::null_move(&mut cx, &pos, 5, -Score::INF, Score::INF, none), plain);
        assert_eq!(std::mem::take(&mut cx.watch), nodes);
    }
    // Written trees offer none.
    let tree: Tree = "(((3 12) (8 2)) ((4 6) (14 5)))".parse().unwrap();
    let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
    let score = algo::null_move(&mut cx, &tree, 3, -Score::INF, Score::INF, NullMoveSettings::default());
    let nodes = std::mem::take(&mut cx.watch);
    assert_eq!(score, algo::alpha_beta(&mut cx, &tree, 3, -Score::INF, Score::INF));
    assert_eq!(cx.watch, nodes);
}

/// Every move gains or loses up to 128 points at random, so that there is nearly always one better than none.
#[derive(Copy, Clone)]
struct Market {
    path: u64,
    lead: i32,
}

impl Game for Market {
    type Move = u64;
    fn moves(&self) -> impl Iterator<Item = u64> {
        1..=12
    }
    fn play(&mut self, m: u64) {
        self.path = hash(self.path, m);
        self.lead = -(self.lead + (self.path & 255) as i32 - 128);
    }
}

impl Keyed for Market {
    fn key(&self) -> u64 {
        self.path
    }
}

impl Hints for Market {
    fn null_move(&self) -> Option<Self> {
        Some(Market { lead: -self.lead, ..*self })
    }
}

#[test]
fn it_saves_much_and_errs_little_where_passing_is_bad() {
    let three = NullMoveSettings { reduction: Reduction::Fixed(3), verification: Some(1), in_a_row: 1 };
    let (mut full, mut nodes, mut error) = (0, [0; 2], [0; 2]);
    for seed in 0..20 {
        let pos = Market { path: seed, lead: 0 };
        let mut cx = Search::new(|m: &Market| Score::points(m.lead)).watch(Stats::default());
        let Ok(value) = algo::alpha_beta(&mut cx, &pos, 6, -Score::INF, Score::INF);
        full += std::mem::take(&mut cx.watch).nodes;
        for (i, how) in [NullMoveSettings::default(), three].into_iter().enumerate() {
            let Ok(score) = algo::null_move(&mut cx, &pos, 6, -Score::INF, Score::INF, how);
            nodes[i] += std::mem::take(&mut cx.watch).nodes;
            error[i] += score.get().abs_diff(value.get());
        }
    }
    // Less than two nodes in five, for values that are a few points off where one move is worth a hundred.
    let figures = format!("{nodes:?} of {full} nodes, off by {error:?} points in 20 games");
    assert!(5 * nodes[0] < 2 * full && 2 * nodes[1] < full, "{figures}");
    assert!(error[0] < 20 * 8 && error[1] < 20 * 16, "{figures}");
}

#[test]
fn the_adaptive_reduction_grows_with_depth() {
    let plies: Vec<_> = [1, 6, 7, 8, 9, 30].map(|depth| Reduction::Adaptive.at(depth)).into();
    assert_eq!(plies, [2, 2, 2, 2, 3, 3]);
    assert_eq!(Reduction::Fixed(4).at(1), 4);
}
