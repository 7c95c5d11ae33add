//! The best-first pages, each with the tree or the table that it grows.

use crate::answer::ProofNumbers;
use crate::goals::sharpened;
use crate::runner::GameHorizon;
use crate::signals::Limiter;
use crate::{Request, algorithms};
use secateur::best::{
    Answer, Conspirators, Drawn, End, Interval, Leaf, Numbers, Playing, ProofTable, SearchTree, Valued,
    Visited, Work,
};
use secateur::order::{MoveScore, Ranked};
use secateur::{Bounds, Halt, Repetition, Score, Search, Stats, With};
use secateur_games::{Component, Notation, Scale, Unreadable};

/// The context of a best-first search.
pub(crate) type Context<'t, G> = Search<
    G,
    <G as Notation>::Knowledge,
    With<Stats, Limiter<'t>, (), Ranked<MoveScore, G>, GameHorizon, Repetition>,
>;

/// A page that searches for the best move, as the list has it.
type PageOf<G, T> = fn(&mut Context<'_, G>, &G, &Request, &mut T) -> Found<G>;

/// A page that proves or disproves a goal, as the list has it.
type ProverOf<G, T> = fn(&mut Context<'_, G>, &G, Score, &Request, &mut T) -> Found<G>;

/// The answer of a page.
pub(crate) type Found<G> = Answer<<G as secateur::Game>::Move, Halt>;

/// What a search says of the root besides its bounds.
#[derive(Copy, Clone, Default)]
pub(crate) struct Root {
    /// The value as it seems.
    pub(crate) value: Option<Score>,
    pub(crate) visits: Option<u64>,
    pub(crate) proof_numbers: Option<ProofNumbers>,
}

/// A best-first page with the memory that it grows in.
pub(crate) trait Growth<G: Notation>: Send {
    /// Searches on until the stopper of the context halts it, or it is done.
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G>;
    /// The numbers of the root.
    fn root(&self) -> Root;
    /// The bytes in use.
    fn bytes(&self) -> usize;
    /// Forgets everything.
    fn clear(&mut self);
    /// The same as a prover, to be asked for one goal or another; none if it proves none.
    fn as_prover(&mut self) -> Option<&mut dyn GoalProver<G>> {
        None
    }
}

/// A page that proves goals, with the memory that it does it in.
pub(crate) trait GoalProver<G: Notation> {
    /// Proves that the value is at least `goal`, or that it is not, unless the stopper of the context halts it.
    fn ask(&mut self, cx: &mut Context<'_, G>, root: &G, goal: Score) -> Found<G>;
    /// Forgets what the last goal has left.
    fn forget(&mut self);
    /// The table of proof numbers, good for every goal and position; none if it grows a tree, for one.
    fn table(&mut self) -> Option<&mut ProofTable>;
}

/// The knowledge that proofs are looked for with.
pub(crate) fn knowledge<G: Notation>(request: &Request) -> G::Knowledge {
    let without: Vec<&str> = request.method.without.iter().map(String::as_str).collect();
    G::knowledge(&without)
}

/// Refuses to do without what the game's knowledge has no part of.
pub(crate) fn check_parts(without: &[String], parts: &[Component]) -> Result<(), Unreadable> {
    let Some(unknown) = without.iter().find(|name| parts.iter().all(|part| part.name != **name)) else {
        return Ok(());
    };
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let there_are = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Err(Unreadable(format!(
        "'{unknown}' is no part of the game's knowledge; those that a proof can do without: {there_are}"
    )))
}

/// The context of a search to the end of the game.
pub(crate) fn context<'t, G: Notation>(
    knowledge: G::Knowledge,
    stop: Limiter<'t>,
    history: Repetition,
) -> Context<'t, G> {
    Search::new(knowledge)
        .watch(Stats::default())
        .stop(stop)
        .order(Ranked::new(MoveScore))
        .horizon(GameHorizon)
        .history(history)
}

/// The page that a request asks for; none if its algorithm is no best-first search.
pub(crate) fn growth<G: Notation>(request: &Request) -> Option<Box<dyn Growth<G>>> {
    algorithms::growth(request.method.algorithm.name, request)
}

/// A page that searches for the best move, and the memory it asks for.
pub(crate) fn growing<G: Notation, D: Copy + Send + Shown + 'static>(
    request: &Request,
    page: PageOf<G, SearchTree<G::Move, D>>,
) -> Box<dyn Growth<G>>
where
    G::Move: Send,
{
    Box::new(Growing {
        memory: SearchTree::with_bytes(request.resources.hash),
        page,
        request: request.clone(),
    })
}

/// A page that proves goals in this memory.
pub(crate) fn proving<G: Notation, T: Memory + 'static>(
    request: &Request,
    memory: T,
    page: ProverOf<G, T>,
) -> Box<dyn Growth<G>>
where
    G::Move: Send,
{
    let so_far = SoFar { bounds: Bounds::NONE, line: Vec::new() };
    Box::new(Proving { goals: Goals { memory, page, request: request.clone() }, so_far })
}

/// A tree of the size that is asked for.
pub(crate) fn tree<M: Copy, D: Copy>(request: &Request) -> SearchTree<M, D> {
    SearchTree::with_bytes(request.resources.hash)
}

/// The tree of second-level searches, a quarter as large.
pub(crate) fn second_tree<M: Copy, D: Copy>(request: &Request) -> SearchTree<M, D> {
    SearchTree::with_bytes(request.resources.hash / 4)
}

/// A table of proof numbers of the size that is asked for.
pub(crate) fn proofs(request: &Request) -> ProofTable {
    ProofTable::with_bytes(request.resources.hash)
}

/// The settings of `uct` and its kin.
pub(crate) fn playing<G: Notation>(request: &Request) -> Playing {
    let settings = &request.method.settings;
    let leaf = match settings.rollouts {
        true => Leaf::Rollout { seed: request.method.order.seed },
        false => Leaf::Static,
    };
    let [exploration, minimax] = [settings.exploration, settings.minimax].map(|n| f64::from(n) / 100.0);
    Playing { leaf, unit: G::UNIT, exploration, minimax }
}

/// The pessimistic and the optimistic value of a position: a unit to either side of the static one.
pub(crate) fn optimism<G: Notation>(pos: &G) -> Bounds {
    let value = pos.static_value();
    Bounds { lower: value + -G::UNIT, upper: value + G::UNIT }
}

/// The memory of a page.
pub(crate) trait Memory: Send {
    fn clear(&mut self);
    fn bytes(&self) -> usize;
    fn root(&self, unit: i32) -> Root;
    /// The table of proof numbers, where it is one.
    fn table(&mut self) -> Option<&mut ProofTable> {
        None
    }
}

impl<M: Copy + Send, D: Copy + Send + Shown> Memory for SearchTree<M, D> {
    fn clear(&mut self) {
        SearchTree::clear(self);
    }

    fn bytes(&self) -> usize {
        SearchTree::bytes(self)
    }

    fn root(&self, unit: i32) -> Root {
        SearchTree::root(self).map_or(Root::default(), |data| data.shown(unit))
    }
}

/// The first-level tree, and that of second-level searches.
impl<M: Copy + Send> Memory for (SearchTree<M, Numbers>, SearchTree<M, Numbers>) {
    fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }

    fn root(&self, unit: i32) -> Root {
        Memory::root(&self.0, unit)
    }
}

impl Memory for ProofTable {
    fn clear(&mut self) {
        ProofTable::clear(self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn root(&self, unit: i32) -> Root {
        ProofTable::root(self).map_or(Root::default(), |numbers| numbers.shown(unit))
    }

    fn table(&mut self) -> Option<&mut ProofTable> {
        Some(self)
    }
}

/// A node's data as an answer shows it.
pub(crate) trait Shown {
    fn shown(&self, unit: i32) -> Root;
}

impl Shown for Numbers {
    fn shown(&self, _: i32) -> Root {
        let proof_numbers = ProofNumbers { proof: finite(self.phi), disproof: finite(self.delta) };
        Root { proof_numbers: Some(proof_numbers), ..Root::default() }
    }
}

/// A proof number; none if it is infinite.
fn finite(number: u32) -> Option<u32> {
    (number != Numbers::INFINITE).then_some(number)
}

impl Shown for Valued {
    fn shown(&self, _: i32) -> Root {
        Root { value: Some(self.value), ..Root::default() }
    }
}

impl Shown for Conspirators {
    fn shown(&self, _: i32) -> Root {
        Root { value: Some(self.value()), ..Root::default() }
    }
}

impl Shown for Interval {
    fn shown(&self, _: i32) -> Root {
        let middle = i32::midpoint(self.likely.lower.get(), self.likely.upper.get());
        Root { value: Some(Score::points(middle.clamp(-30_000, 30_000))), ..Root::default() }
    }
}

impl Shown for Visited {
    /// The mean reward as the points that would have it.
    fn shown(&self, unit: i32) -> Root {
        let mean = self.mean().clamp(-0.99, 0.99);
        let points = mean / (1.0 - mean.abs()) * f64::from(unit);
        let value = Some(Score::points(points.clamp(-15_000.0, 15_000.0) as i32));
        Root { value, visits: Some(self.visits.into()), ..Root::default() }
    }
}

impl Shown for Work {
    /// The games played out, and the balance of wins and losses in hundredths of a unit.
    fn shown(&self, unit: i32) -> Root {
        let value = Some(Score::points(((2.0 * self.rate() - 1.0) * unit as f32) as i32));
        Root { value, visits: Some(self.games.into()), ..Root::default() }
    }
}

impl Shown for Drawn {
    fn shown(&self, unit: i32) -> Root {
        Root { proof_numbers: self.numbers.shown(unit).proof_numbers, ..self.visited.shown(unit) }
    }
}

/// A page that searches for the best move.
struct Growing<G: Notation, T> {
    memory: T,
    page: PageOf<G, T>,
    request: Request,
}

impl<G: Notation, T: Memory> Growth<G> for Growing<G, T> {
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G> {
        (self.page)(cx, root, &self.request, &mut self.memory)
    }

    fn root(&self) -> Root {
        self.memory.root(G::UNIT)
    }

    fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    fn clear(&mut self) {
        self.memory.clear();
    }
}

/// A page that proves or disproves goals, with its memory.
struct Goals<G: Notation, T> {
    memory: T,
    page: ProverOf<G, T>,
    request: Request,
}

/// The same, asked for one goal after the other.
struct Proving<G: Notation, T> {
    goals: Goals<G, T>,
    so_far: SoFar<G::Move>,
}

/// What the goals so far have proven, and the line that proves the lower bound.
struct SoFar<M> {
    bounds: Bounds,
    line: Vec<M>,
}

/// Asks for one goal after the other: who wins first, and then how much, where that is of interest.
fn ask_on<G: Notation>(
    prover: &mut dyn GoalProver<G>,
    so_far: &mut SoFar<G::Move>,
    cx: &mut Context<'_, G>,
    root: &G,
) -> Found<G> {
    let mut end = End::Settled;
    while let (End::Settled, Some(goal)) = (end, next_goal(G::SCALE, so_far.bounds)) {
        let found = prover.ask(cx, root, goal);
        let (known, Bounds { lower, upper }) = (so_far.bounds, sharpened::<G>(found.bounds));
        so_far.bounds = Bounds { lower: known.lower.max(lower), upper: known.upper.min(upper) };
        if lower >= goal || so_far.line.is_empty() {
            so_far.line = found.line;
        }
        end = found.end;
        if end == End::Settled && next_goal(G::SCALE, so_far.bounds).is_some() {
            prover.forget();
        }
    }
    Answer { bounds: so_far.bounds, line: so_far.line.clone(), end }
}

impl<G: Notation, T: Memory> Growth<G> for Proving<G, T> {
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G> {
        ask_on(&mut self.goals, &mut self.so_far, cx, root)
    }

    fn root(&self) -> Root {
        self.goals.memory.root(G::UNIT)
    }

    fn bytes(&self) -> usize {
        self.goals.memory.bytes()
    }

    fn clear(&mut self) {
        self.goals.memory.clear();
        self.so_far = SoFar { bounds: Bounds::NONE, line: Vec::new() };
    }

    fn as_prover(&mut self) -> Option<&mut dyn GoalProver<G>> {
        Some(&mut self.goals)
    }
}

impl<G: Notation, T: Memory> GoalProver<G> for Goals<G, T> {
    fn ask(&mut self, cx: &mut Context<'_, G>, root: &G, goal: Score) -> Found<G> {
        (self.page)(cx, root, goal, &self.request, &mut self.memory)
    }

    fn forget(&mut self) {
        self.memory.clear();
    }

    fn table(&mut self) -> Option<&mut ProofTable> {
        self.memory.table()
    }
}

/// The least score to ask for next; none once all is known that values on this scale say.
pub(crate) fn next_goal(scale: Scale, Bounds { lower, upper }: Bounds) -> Option<Score> {
    let is_open = |goal: Score| lower < goal && goal <= upper;
    let asked_first = [Score::DRAW + 1, Score::DRAW].into_iter().find(|&goal| is_open(goal));
    if asked_first.is_some() || lower >= upper || scale == Scale::Winner {
        return asked_first;
    }
    let distance = upper.get() - lower.get();
    Some(lower.offset((distance + 1) / 2))
}
