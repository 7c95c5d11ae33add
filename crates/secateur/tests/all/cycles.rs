//! Games in which positions come back: on random graphs with cycles every exact page, through every driver, with and
//! without tables of every size, is plain minimax with the path in a list, whether to come back is a draw, a win or a loss; and retrograde analysis is minimax without a
//! limit of depth.
//!
//! The reference is written out here and knows nothing of the library but scores.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use secateur::algo::{
    alpha_beta, alpha_beta_hard, alpha_beta_hard_memory, alpha_beta_memory, alpha_beta_pair, max_min,
    minimax, minimax_memory, nega_scout, pvs, pvs_memory, retrograde, scout, sss_star,
};
use secateur::drive::{Aspiration, MtdStep, Split, aspiration, bisection, mtd};
use secateur::order::{HintFirst, HistoryHeuristic, Killers, Ranked, TableMove};
use secateur::table::{Bounding, Config, Etc, Replacement};
use secateur::{
    Bounds, Game, Halt, Hints, Keyed, Limiter, Line, Never, Repetition, Score, Search, Table, laws, line,
};
use std::convert::Infallible;

/// A vertex: what it is worth to the side to move, and where that can take the token.
#[derive(Clone, Debug)]
struct Vertex {
    guess: i32,
    /// The result where the rules end the game.
    end: Option<Score>,
    /// No move leads to a lower rank.
    rank: u8,
    to: Vec<u16>,
}

/// A token on a graph, which either side takes along an edge. A vertex that comes back is a draw, won for the side to move
/// there, or lost: by the sign of `WORTH`.
#[derive(Copy, Clone, Debug)]
struct Token<'g, const WORTH: i32 = 0> {
    graph: &'g [Vertex],
    at: u16,
}

impl<const WORTH: i32> Token<'_, WORTH> {
    fn vertex(&self) -> &Vertex {
        &self.graph[usize::from(self.at)]
    }
}

/// What a vertex that comes back is worth, by the sign.
const fn worth(sign: i32) -> Score {
    match sign {
        0 => Score::DRAW,
        1 => Score::WIN,
        _ => Score::LOSS,
    }
}

impl<const WORTH: i32> Game for Token<'_, WORTH> {
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        self.vertex().to.iter().copied()
    }
    fn play(&mut self, to: u16) {
        self.at = to;
    }
    fn outcome(&self) -> Option<Score> {
        self.vertex().end
    }
}

impl<const WORTH: i32> Keyed for Token<'_, WORTH> {
    fn key(&self) -> u64 {
        u64::from(self.at)
    }
}

impl<const WORTH: i32> Hints for Token<'_, WORTH> {
    const RETURNED: Score = worth(WORTH);
    const RETURNS_AFTER: usize = 1;

    fn irreversible(&self, to: u16) -> bool {
        self.graph[usize::from(to)].rank > self.vertex().rank
    }
}

/// A score as it is seen from one ply further up.
fn further(score: Score) -> Score {
    match score.plies_to_end() {
        None => score,
        Some(plies) if score > Score::DRAW => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
    }
}

/// Minimax with the path in a list, of which all before `root` was really played: the specification.
fn reference<const WORTH: i32>(graph: &[Vertex], path: &mut Vec<u16>, root: usize, depth: u32) -> Score {
    let ply = path.len() - 1;
    let (at, (played, searched)) = (path[ply], path[..ply].split_at(root.min(ply)));
    let vertex = &graph[usize::from(at)];
    if let Some(end) = vertex.end {
        return end;
    }
    if ply > root && (searched.contains(&at) || played.iter().filter(|&&earlier| earlier == at).count() >= 2)
    {
        return worth(WORTH);
    }
    if depth == 0 {
        return Score::points(vertex.guess);
    }
    let mut best = None;
    for &to in &vertex.to {
        path.push(to);
        best = best.max(Some(-further(reference::<WORTH>(graph, path, root, depth - 1))));
        path.pop();
    }
    best.unwrap_or(Score::LOSS)
}

fn graphs() -> impl Strategy<Value = Vec<Vertex>> {
    let end = prop_oneof![
        8 => Just(None),
        1 => (-3..=3i32).prop_map(|points| Some(Score::points(points))),
        1 => prop::sample::select(vec![Some(Score::LOSS), Some(Score::WIN)]),
    ];
    let rank = prop_oneof![4 => Just(0u8), 1 => Just(1)];
    let vertex = (-9..=9i32, end, rank, prop::collection::vec(any::<prop::sample::Index>(), 1..=4));
    prop::collection::vec(vertex, 3..=8).prop_map(|raw| {
        let ranks: Vec<u8> = raw.iter().map(|vertex| vertex.2).collect();
        let each = |(guess, end, rank, to): &(i32, _, u8, Vec<prop::sample::Index>)| {
            let mut to: Vec<u16> = to.iter().map(|to| to.index(ranks.len()) as u16).collect();
            to.sort_unstable();
            to.dedup();
            to.retain(|&to| ranks[usize::from(to)] >= *rank);
            Vertex { guess: *guess, end: *end, rank: *rank, to }
        };
        raw.iter().map(each).collect()
    })
}

/// How to search, besides the graph.
#[derive(Clone, Debug)]
struct How {
    depth: u32,
    /// Chooses the game before the root.
    played: Vec<prop::sample::Index>,
    entries: usize,
    replacement: Replacement,
    bounding: Bounding,
    /// How far a window's edge is from the value.
    miss: i32,
}

fn hows() -> impl Strategy<Value = How> {
    let replacements =
        vec![Replacement::Newest, Replacement::Deepest, Replacement::TwoLevel, Replacement::Buckets];
    (
        0..=6u32,
        prop::collection::vec(any::<prop::sample::Index>(), 0..=7),
        1..=64usize,
        prop::sample::select(replacements),
        prop::sample::select(vec![Bounding::Both, Bounding::Single]),
        -12..=12i32,
    )
        .prop_map(|(depth, played, entries, replacement, bounding, miss)| How {
            depth,
            played,
            entries,
            replacement,
            bounding,
            miss,
        })
}

/// A game from vertex 0 by these choices, as long as it goes on: all vertices, the root last.
fn game(graph: &[Vertex], choices: &[prop::sample::Index]) -> Vec<u16> {
    let mut path = vec![0];
    for choice in choices {
        let Vertex { end, to, .. } = &graph[usize::from(path[path.len() - 1])];
        if end.is_some() || to.is_empty() {
            break;
        }
        path.push(*choice.get(to));
    }
    path
}

/// A search through a window, as drivers see it.
type Probe<'a> = &'a mut dyn FnMut(Score, Score) -> Score;

fn check_probe(name: &str, soft: bool, v: Score, miss: i32, probe: Probe) -> Result<(), TestCaseError> {
    let (inf, missed) = (Score::INF, Score::from_raw(v.get() + miss));
    for (alpha, beta) in [
        (-inf, inf),
        (v - 1, v),
        (v, v + 1),
        (-inf, v),
        (v, inf),
        (missed, missed + 1),
        (missed, inf),
        (-inf, missed),
    ] {
        let (alpha, beta) = (alpha.clamp(-inf, inf - 1), beta.clamp(-inf + 1, inf));
        let s = probe(alpha, beta);
        let fails = |broken| TestCaseError::fail(format!("{name}: {broken}"));
        laws::check_answer(v, soft, alpha, beta, s).map_err(fails)?;
    }
    let mut probe = |alpha, beta| Ok::<Score, Infallible>(probe(alpha, beta));
    let strides = [MtdStep::Guess, MtdStep::Stride(5)].map(|step| (missed, step));
    // From the ends of the scale a fail-hard search goes a point a pass.
    let far =
        [(Score::INF, MtdStep::FromAbove), (Score::LOSS, MtdStep::FromBelow)].into_iter().filter(|_| soft);
    for (guess, step) in strides.into_iter().chain(far) {
        let Ok(score) = mtd(guess, step, &mut probe);
        prop_assert_eq!(score, v, "mtd {:?} from {:?} over {}", step, guess, name);
    }
    for split in [Split::Middle, Split::TowardsZero] {
        let Ok(score) = bisection(Bounds::NONE, split, &mut probe);
        prop_assert_eq!(score, v, "bisection {:?} over {}", split, name);
    }
    let how = Aspiration { half_width: 2, growth: 3, patience: 2 };
    let Ok(score) = aspiration(missed, how, &mut probe);
    prop_assert_eq!(score, v, "aspiration over {}", name);
    Ok(())
}

/// Every page, with every table, at this position of this game.
fn check<const WORTH: i32>(
    graph: &[Vertex],
    path: &[u16],
    depth: u32,
    how: &How,
    tables: &[Table],
) -> Result<(), TestCaseError> {
    let v = reference::<WORTH>(graph, &mut path.to_vec(), path.len() - 1, depth);
    let all: Vec<Token<WORTH>> = path.iter().map(|&at| Token { graph, at }).collect();
    let (pos, played) = all.split_last().expect("the root is there");
    if pos.end_or_stuck() {
        return Ok(()); // nobody searches there
    }
    let plain = || {
        Search::new(|pos: &Token<WORTH>| Score::points(pos.vertex().guess))
            .history(Repetition::exact_after(played, pos))
    };
    macro_rules! window {
        ($page:ident, $soft:expr, $cx:expr) => {{
            let mut cx = $cx;
            check_probe(stringify!($page), $soft, v, how.miss, &mut |alpha, beta| {
                let Ok(score) = $page(&mut cx, pos, depth, alpha, beta);
                score
            })?;
        }};
    }
    macro_rules! whole {
        ($page:ident, $cx:expr) => {
            let Ok(score) = $page(&mut $cx, pos, depth);
            prop_assert_eq!(score, v, "{}", stringify!($page));
        };
    }
    whole!(minimax, plain());
    whole!(max_min, plain());
    whole!(sss_star, plain());
    whole!(scout, plain());
    whole!(alpha_beta_pair, plain());
    window!(alpha_beta, true, plain());
    window!(alpha_beta_hard, false, plain());
    window!(pvs, true, plain());
    window!(nega_scout, true, plain().order(Ranked::new((Killers::new(), HistoryHeuristic::new()))));
    for table in tables {
        whole!(minimax_memory, plain().memory(table.exact()));
        window!(alpha_beta_memory, true, plain().memory(table.exact()).order(HintFirst));
        window!(alpha_beta_hard_memory, false, plain().memory(table.exact()).order(HintFirst));
        let ranked = Ranked::new((TableMove, HistoryHeuristic::new()));
        window!(pvs_memory, true, plain().memory(table.exact()).order(ranked));
        window!(pvs_memory, true, plain().memory(Etc::new(table.exact())));
        whole!(minimax_memory, plain().memory(table.exact()));
    }
    let mut cx = plain().watch(Line::default()).memory(tables[0].exact());
    let Ok(_) = pvs_memory(&mut cx, pos, depth, -Score::INF, Score::INF);
    let mut moves = cx.watch.moves().to_vec();
    let Ok(_) = line::extend(&mut cx, pos, depth, v, &mut moves, &mut pvs_memory);
    let mut path = path.to_vec();
    let root = path.len() - 1;
    path.extend(&moves);
    let end = reference::<WORTH>(graph, &mut path, root, depth - moves.len() as u32);
    let seen = moves.iter().fold(end, |score, _| -further(score));
    prop_assert_eq!(seen, v, "the line {:?} is worth the value", moves);
    Ok(())
}

impl<const WORTH: i32> Token<'_, WORTH> {
    fn end_or_stuck(&self) -> bool {
        self.vertex().end.is_some() || self.vertex().to.is_empty()
    }
}

/// Every page at the last roots of a game.
fn check_all<const WORTH: i32>(graph: &[Vertex], how: &How) -> Result<(), TestCaseError> {
    let config = Config { replacement: how.replacement, bounding: how.bounding, ..Config::default() };
    // What is found on one path, at one depth and in one game, must not be in the way of the next.
    let tables = [config.with_entries(how.entries), config.with_entries(1 << 12)];
    let path = game(graph, &how.played);
    for depth in how.depth.saturating_sub(2)..=how.depth {
        // As the game goes on, and as if it began at the last root.
        for end in 1..=path.len() {
            check::<WORTH>(graph, &path[..end], depth, how, &tables)?;
        }
        check::<WORTH>(graph, &path[path.len() - 1..], depth, how, &tables)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_exact_page_is_minimax_with_history(graph in graphs(), how in hows()) {
        check_all::<0>(&graph, &how)?;
    }

    #[test]
    fn to_come_back_may_be_a_win_or_a_loss(graph in graphs(), how in hows()) {
        check_all::<1>(&graph, &how)?;
        check_all::<-1>(&graph, &how)?;
    }

    #[test]
    fn retrograde_analysis_is_minimax_without_a_limit(graph in graphs()) {
        let root = Token::<0> { graph: &graph, at: 0 };
        let Ok(Some(ends)) = retrograde([root], 1 << 16, &mut Never) else { panic!("it has room") };
        let mut reached = 0;
        for at in 0..graph.len() as u16 {
            let pos = Token::<0> { graph: &graph, at };
            let Some(value) = ends.value(&pos) else { continue };
            reached += 1;
            // No path is longer than there are vertices without coming back.
            let v = reference::<0>(&graph, &mut vec![at], 0, 100);
            prop_assert_eq!(value, v, "from {}", at);
            let best = ends.best(&pos);
            prop_assert_eq!(best.is_none(), pos.end_or_stuck());
            if let Some(best) = best {
                prop_assert_eq!(-further(ends.value(&pos.child(best)).unwrap()), v);
            }
        }
        prop_assert_eq!(reached, ends.positions());
    }

    #[test]
    fn several_roots_are_analysed_together(graph in graphs()) {
        let pos = |at: u16| Token::<0> { graph: &graph, at };
        let everywhere = (0..graph.len() as u16).rev().map(pos);
        let Ok(Some(all)) = retrograde(everywhere, 1 << 16, &mut Never) else { panic!("it has room") };
        for at in 0..graph.len() as u16 {
            let Ok(Some(one)) = retrograde([pos(at)], 1 << 16, &mut Never) else { panic!("it has room") };
            prop_assert_eq!(one.value(&pos(at)), all.value(&pos(at)), "from {}", at);
        }
        let won = |score: Score| score.plies_to_end().filter(|_| score > Score::DRAW);
        let longest = all.entries().filter_map(|(_, score)| won(score)).max();
        let way: Vec<u64> = all.longest().collect();
        let found = all.entries().find(|(key, _)| way.last() == Some(key)).and_then(|(_, score)| won(score));
        prop_assert_eq!(found, longest);
        let mut at = (0..graph.len() as u16).map(pos).find(|pos| way.first() == Some(&pos.whole()));
        for key in way.iter().skip(1) {
            let next = at.and_then(|pos| pos.moves().map(|m| pos.child(m)).find(|child| child.whole() == *key));
            prop_assert!(next.is_some());
            at = next;
        }
    }
}

/// A ring with a way out, as long as it is wide.
fn ring(size: u16) -> Vec<Vertex> {
    let vertex = |at: u16| {
        let end = (at == size / 2).then_some(Score::LOSS);
        Vertex { guess: 0, end, rank: 0, to: vec![(at + 1) % size, (at + size - 1) % size] }
    };
    (0..size).map(vertex).collect()
}

#[test]
fn retrograde_analysis_heeds_limits() {
    let graph = ring(3_000);
    let root = Token::<0> { graph: &graph, at: 0 };
    let limited =
        |nodes| retrograde([root], 1 << 20, &mut Limiter::new(nodes, || None)).map(|found| found.is_some());
    assert_eq!(
        (limited(300), limited(2_999), limited(6_000)),
        (Err(Halt::Nodes), Err(Halt::Nodes), Ok(true))
    );
    let interrupted = retrograde([root], 1 << 20, &mut Limiter::new(u64::MAX, || Some(Halt::Interrupt)));
    assert_eq!(interrupted.map(|found| found.is_some()), Err(Halt::Interrupt));
    let found = |bytes| retrograde([root], bytes, &mut Never).map(|found| found.map(|ends| ends.positions()));
    assert_eq!((found(100_000), found(400_000)), (Ok(None), Ok(Some(3_000))));
}

/// The properties above can fail: the same searches with a memory that paths share, or without a path, find other values.
#[test]
fn searches_without_the_whole_history_go_wrong() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut shared, mut without) = (0, 0);
    for _ in 0..2_000 {
        let graph = graphs().new_tree(&mut runner).unwrap().current();
        let table = Table::with_entries(1 << 12);
        for (at, depth) in (0..graph.len() as u16).flat_map(|at| (1..=6).map(move |depth| (at, depth))) {
            let pos = Token::<0> { graph: &graph, at };
            let v = reference::<0>(&graph, &mut vec![at], 0, depth);
            let plain = Search::new(|pos: &Token| Score::points(pos.vertex().guess)).memory(table.exact());
            let Ok(score) = alpha_beta_memory(
                &mut plain.history(Repetition::playing(&pos)),
                &pos,
                depth,
                -Score::INF,
                Score::INF,
            );
            shared += u32::from(score != v);
            let mut blind = Search::new(|pos: &Token| Score::points(pos.vertex().guess));
            let Ok(score) = minimax(&mut blind, &pos, depth);
            without += u32::from(score != v);
        }
    }
    assert!(shared >= 10 && without > 3_000, "{shared} and {without}");
}
