//! Secateur's side: pages, drivers, orders and tables to choose from.

use super::{Peer, TimedRun};
use secateur::drive::{Iteration, MtdStep, deepening, mtd};
use secateur::order::{Candidates, HintFirst, HistoryHeuristic, Killers, MoveScore, Ranked, TableMove};
use secateur::table::{Config, Etc, Replacement};
use secateur::{Bounds, Cx, Eval, Game, Hints, Memory, Meter, Order, Score, Search, Table, Value, algo};
use secateur_games::connect4::{Connect4, Threats};
use std::convert::Infallible;
use std::time::Instant;

const MIB: [usize; 2] = [1, 4];
const SCHEMES: [Replacement; 2] = [Replacement::Buckets, Replacement::Newest];
const PAGES: [&str; 2] = ["alpha_beta_memory", "pvs_memory"];
const DRIVERS: [&str; 2] = ["MTD(f)", "open window"];
const STEPS: [&str; 3] = ["", ", deepening", ", deepening by two"];
const LOOKS: [&str; 2] = ["", ", ETC"];

type PageFn<C> = fn(&mut C, &<C as Cx>::Game, u32, Score, Score) -> Value<C>;

/// The use of the page: by which driver, and after which shallower depths.
#[derive(Copy, Clone)]
struct SearchPlan {
    page: usize,
    driver: usize,
    step: usize,
}

/// One search in this context, timed.
fn timed<C: Cx<Halt = Infallible>>(
    mut cx: C,
    root: &C::Game,
    depth: u8,
    plan: SearchPlan,
    nodes: fn(&C) -> u64,
) -> TimedRun {
    let pages: [PageFn<C>; 2] = [algo::alpha_beta_memory, algo::pvs_memory];
    let (page, depth) = (pages[plan.page], u32::from(depth));
    let first = if plan.step == 0 { depth } else { 1 };
    let start = Instant::now();
    let search = |depth_now: u32, last: Option<Iteration>| {
        let guess = last.map_or(Score::DRAW, |iteration| iteration.score);
        if plan.step == 2 && depth_now % 2 != depth % 2 {
            return Ok(guess);
        }
        let mut probe = |alpha, beta| page(&mut cx, root, depth_now, alpha, beta);
        if plan.driver == 0 { mtd(guess, MtdStep::Guess, probe) } else { probe(-Score::INF, Score::INF) }
    };
    let (last, _) = deepening(first..=depth, search, |_| true);
    let time = start.elapsed();
    let value = last.expect("a search that never stops finishes").score.get();
    TimedRun { time, value, nodes: Some(nodes(&cx)) }
}

/// Connect-4 as its notation knows it: every leaf is worth nothing, but results forced within two plies are
/// proven without search, and the moves that lose at once are left out.
#[derive(Copy, Clone)]
pub struct ProvenLeaves;

impl Eval<Connect4> for ProvenLeaves {
    #[inline(always)]
    fn eval(&mut self, _: &Connect4) -> Score {
        Score::DRAW
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &Connect4, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        Threats::default().bounds(pos, alpha, beta, meter)
    }
}

/// The same knowledge as a leaf solver. It follows the search, and two plies above the leaves, where all that
/// is left to find is a result forced within two plies, it says what the rules alone would find there:
/// that result, or nothing.
#[derive(Copy, Clone)]
pub struct LeafSolver {
    /// Plies left to the leaves.
    pub left: u32,
}

impl Eval<Connect4> for LeafSolver {
    #[inline(always)]
    fn eval(&mut self, _: &Connect4) -> Score {
        Score::DRAW
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &Connect4, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        let proven = Threats::default().bounds(pos, alpha, beta, meter);
        if self.left <= 2 && !proven.is_exact() { Bounds::exact(Score::DRAW) } else { proven }
    }

    #[inline(always)]
    fn push(&mut self, _: &Connect4, _: Option<u8>, _: &Connect4) {
        self.left -= 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.left += 1;
    }
}

/// The rules, and nothing else: every leaf is worth nothing.
#[derive(Copy, Clone)]
pub struct RulesOnly;

impl<G: Game> Eval<G> for RulesOnly {
    #[inline(always)]
    fn eval(&mut self, _: &G) -> Score {
        Score::DRAW
    }
}

/// Searches of one game to one depth with one kind of knowledge.
pub struct Ours<G, E> {
    root: G,
    depth: u8,
    knowledge: E,
    /// The number of orders that may be used: the last ones ask the game for hints.
    orders: usize,
    /// The number of kinds of deepening that may be used.
    steps: usize,
}

const ORDERS: [&str; 6] = [
    "the game's order",
    "table move",
    "table move, killers",
    "table move, killers, history",
    "move_score, candidates only",
    "table move, move_score, candidates only",
];

impl<G, E> Ours<G, E> {
    /// The rules and the order of moves that they come in, with a table.
    pub fn rules(root: G, depth: u8, knowledge: E) -> Self {
        Ours { root, depth, knowledge, orders: 4, steps: STEPS.len() }
    }

    /// With all that the game hints at.
    pub fn hints(root: G, depth: u8, knowledge: E) -> Self {
        Ours { root, depth, knowledge, orders: ORDERS.len(), steps: STEPS.len() }
    }
}

impl Ours<Connect4, LeafSolver> {
    /// With the last two plies settled by knowledge, which is set up for this depth alone.
    pub fn leaf_solver(root: Connect4, depth: u8) -> Self {
        Ours { steps: 1, ..Ours::hints(root, depth, LeafSolver { left: u32::from(depth) }) }
    }
}

impl<G: Hints, E: Eval<G> + Copy> Ours<G, E> {
    fn with_order<O: Order<G>>(&self, order: O, table: &Table, look: usize, plan: SearchPlan) -> TimedRun {
        let cx = Search::new(self.knowledge).order(order);
        if look == 0 {
            let cx = cx.memory(table.exact());
            timed(cx, &self.root, self.depth, plan, |cx| Memory::<G>::ticks(&cx.memory))
        } else {
            let cx = cx.memory(Etc::new(table.exact()));
            timed(cx, &self.root, self.depth, plan, |cx| Memory::<G>::ticks(&cx.memory))
        }
    }
}

impl<G: Hints, E: Eval<G> + Copy> Peer for Ours<G, E> {
    fn options(&self) -> Vec<usize> {
        let plan = [PAGES.len(), DRIVERS.len(), self.steps];
        [&plan[..], &[self.orders, LOOKS.len(), MIB.len(), SCHEMES.len()]].concat()
    }

    fn run(&self, choices: &[usize]) -> TimedRun {
        let &[page, driver, step, order, look, mib, scheme] = choices else { panic!("seven choices") };
        let config = Config { replacement: SCHEMES[scheme], ..Config::default() };
        let (table, plan) = (config.with_bytes(MIB[mib] << 20), SearchPlan { page, driver, step });
        match order {
            0 => self.with_order((), &table, look, plan),
            1 => self.with_order(HintFirst, &table, look, plan),
            2 => self.with_order(Ranked::new((TableMove, Killers::new())), &table, look, plan),
            3 => {
                let rank = (TableMove, (Killers::new(), HistoryHeuristic::new()));
                self.with_order(Ranked::new(rank), &table, look, plan)
            }
            4 => self.with_order(Candidates(Ranked::new(MoveScore)), &table, look, plan),
            _ => self.with_order(Candidates(Ranked::new((TableMove, MoveScore))), &table, look, plan),
        }
    }

    fn name(&self, choices: &[usize]) -> String {
        let &[page, driver, step, order, look, mib, scheme] = choices else { panic!("seven choices") };
        format!(
            "{}, {}{}, {}{}, {} MiB, {:?}",
            PAGES[page], DRIVERS[driver], STEPS[step], ORDERS[order], LOOKS[look], MIB[mib], SCHEMES[scheme]
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Notation;

    /// Settling the last two plies changes no value: the search to depth 7 by the rules alone is the measure.
    #[test]
    fn the_leaf_solver_finds_what_the_rules_find() {
        let mut decisive = 0;
        for text in (0..343).map(|i| format!("4151{}{}{}", i % 7 + 1, i / 7 % 7 + 1, i / 49 + 1)) {
            let pos = Connect4::read(&text).unwrap();
            let open = (-Score::INF, Score::INF);
            let Ok(rules) = algo::alpha_beta(&mut Search::new(RulesOnly), &pos, 7, open.0, open.1);
            let mut cx = Search::new(LeafSolver { left: 7 });
            let Ok(settled) = algo::alpha_beta(&mut cx, &pos, 7, open.0, open.1);
            assert_eq!((rules, 7), (settled, cx.eval.left), "{text}");
            decisive += u32::from(rules.is_decisive());
        }
        assert!(decisive > 50, "only {decisive} positions were decided within the depth");
    }
}
