//! The best-first pages, each with the tree or the table that it grows.

mod memory;

pub(crate) use memory::Listing;

use crate::goals::Values;
use crate::informed::Informed;
use crate::runner::GameHorizon;
use crate::seen::{Seen, Shown};
use crate::signals::Limiter;
use crate::{Request, algorithms};
use memory::Memory;
use secateur::best::{Answer, End, Leaf, OutcomeTree, Playing, ProofTable, SearchTree};
use secateur::order::{Ranked, RelativeHistory};
use secateur::table::BoundTable;
use secateur::{Bounds, Constants, Halt, Repetition, Score, Search, Stats, With};
use secateur_games::{Component, Notation, Scale, Unreadable};

/// The context of a best-first search.
pub(crate) type Context<'t, G> = Search<
    G,
    Informed<<G as Notation>::Knowledge>,
    With<Stats, Limiter<'t>, (), Ranked<RelativeHistory<G>, G>, GameHorizon, Repetition>,
>;

/// A page that searches for the best move, as the list has it.
type PageOf<G, T> = fn(&mut Context<'_, G>, &G, &Request, &mut T) -> Found<G>;

/// A page that proves or disproves a goal, as the list has it.
type ProverOf<G, T> = fn(&mut Context<'_, G>, &G, Score, &Request, &mut T) -> Found<G>;

/// The answer of a page.
pub(crate) type Found<G> = Answer<<G as secateur::Game>::Move, Halt>;

/// A best-first page with the memory that it grows in.
pub(crate) trait Growth<G: Notation>: Send {
    /// Searches on until the stopper of the context halts it, or it is done.
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G>;
    /// The numbers of the root.
    fn root(&self) -> Seen;
    /// The nodes of its tree, `most` at most, those nearest to the root, and up to so many plies from it; none if it grows
    /// no tree.
    fn list(&self, most: usize, plies: u32) -> Option<Listing<G::Move>>;
    /// Keeps a journal of what changes in its tree from now on.
    fn keep_journal(&mut self);
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
    /// The table, good for every goal and position; none if it grows a tree, for one.
    fn table(&mut self) -> Option<ProverTable<'_>>;
}

/// A table that is good for every goal and position.
pub(crate) enum ProverTable<'t> {
    /// Proof numbers.
    Proofs(&'t mut ProofTable),
    /// Bounds.
    Bounds(&'t mut BoundTable),
}

/// The knowledge that proofs are looked for with.
pub(crate) fn knowledge<G: Notation>(request: &Request) -> Informed<G::Knowledge> {
    let without: Vec<&str> = request.method.without.iter().map(String::as_str).collect();
    Informed::new(G::knowledge(&without), request.control.tablebase.clone()).valued(&request.control)
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
    knowledge: Informed<G::Knowledge>,
    stop: Limiter<'t>,
    history: Repetition,
) -> Context<'t, G> {
    Search::new(knowledge)
        .watch(Stats::default())
        .stop(stop)
        .order(Ranked::new(RelativeHistory::new()))
        .horizon(GameHorizon)
        .history(history)
}

/// The page that a request asks for; none if its algorithm is no best-first search.
pub(crate) fn growth<G: Notation>(request: &Request) -> Option<Box<dyn Growth<G>>> {
    algorithms::growth(request.method.algorithm.name, request)
}

/// A page that searches for the best move, and the memory it asks for.
pub(crate) fn growing<G: Notation, D: Copy + PartialEq + Send + Shown + 'static>(
    request: &Request,
    page: PageOf<G, SearchTree<G::Move, D>>,
) -> Box<dyn Growth<G>>
where
    G::Move: Send,
{
    growing_in(request, tree(request), page)
}

/// A page that searches for the best move in this memory.
pub(crate) fn growing_in<G: Notation, T: Memory<G::Move> + 'static>(
    request: &Request,
    memory: T,
    page: PageOf<G, T>,
) -> Box<dyn Growth<G>>
where
    G::Move: Send,
{
    Box::new(Growing { memory, page, request: request.clone() })
}

/// A page that proves goals in this memory.
pub(crate) fn proving<G: Notation, T: Memory<G::Move> + 'static>(
    request: &Request,
    memory: T,
    page: ProverOf<G, T>,
) -> Box<dyn Growth<G>>
where
    G::Move: Send,
{
    Box::new(Proving { goals: Goals { memory, page, request: request.clone() }, so_far: SoFar::nothing() })
}

/// A tree of the size that is asked for.
pub(crate) fn tree<M: Copy, D: Copy>(request: &Request) -> SearchTree<M, D> {
    SearchTree::with_bytes(request.resources.hash)
}

/// A tree for the outcomes that the game's values tell apart.
pub(crate) fn outcomes<G: Notation>(request: &Request) -> OutcomeTree<G::Move> {
    let bytes = request.resources.hash;
    match G::SCALE {
        Scale::Winner => OutcomeTree::with_goals(bytes, &[Score::DRAW, Score::DRAW + 1]),
        _ => OutcomeTree::for_value(bytes),
    }
}

/// The tree of second-level searches, a quarter as large.
pub(crate) fn second_tree<M: Copy, D: Copy>(request: &Request) -> SearchTree<M, D> {
    SearchTree::with_bytes(request.resources.hash / 4)
}

/// A table of proof numbers of the size that is asked for.
pub(crate) fn proofs(game: Constants, request: &Request) -> ProofTable {
    ProofTable::for_game(game, request.resources.hash)
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

/// A page that searches for the best move.
struct Growing<G: Notation, T> {
    memory: T,
    page: PageOf<G, T>,
    request: Request,
}

impl<G: Notation, T: Memory<G::Move>> Growth<G> for Growing<G, T> {
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G> {
        (self.page)(cx, root, &self.request, &mut self.memory)
    }

    fn root(&self) -> Seen {
        self.memory.root(G::UNIT)
    }

    fn list(&self, most: usize, plies: u32) -> Option<Listing<G::Move>> {
        self.memory.list(G::UNIT, most, plies)
    }

    fn keep_journal(&mut self) {
        self.memory.keep_journal();
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
pub(crate) struct SoFar<M> {
    bounds: Bounds,
    line: Vec<M>,
}

impl<M> SoFar<M> {
    pub(crate) fn nothing() -> Self {
        SoFar { bounds: Bounds::NONE, line: Vec::new() }
    }
}

/// Asks for one goal after the other: who wins first, and then how much, where that is of interest.
pub(crate) fn ask_on<G: Notation>(
    prover: &mut dyn GoalProver<G>,
    so_far: &mut SoFar<G::Move>,
    cx: &mut Context<'_, G>,
    root: &G,
) -> Found<G> {
    ask_in_turn(Values::of(root), so_far, &mut |goal| match goal {
        Some(goal) => Some(prover.ask(cx, root, goal)),
        None => {
            prover.forget();
            None
        }
    })
}

/// The answer to a goal; for none, what the last goal has left is forgotten.
type Ask<'a, M> = &'a mut dyn FnMut(Option<Score>) -> Option<Answer<M, Halt>>;

/// The same by whoever answers, of a position that can have these values.
pub(crate) fn ask_in_turn<M: Clone>(
    values: Values,
    so_far: &mut SoFar<M>,
    ask: Ask<'_, M>,
) -> Answer<M, Halt> {
    let mut end = End::Settled;
    while let (End::Settled, Some(goal)) = (end, values.next_goal(so_far.bounds)) {
        let Some(found) = ask(Some(goal)) else { break };
        let (known, Bounds { lower, upper }) = (so_far.bounds, values.sharpened(found.bounds));
        so_far.bounds = Bounds { lower: known.lower.max(lower), upper: known.upper.min(upper) };
        if lower >= goal || so_far.line.is_empty() {
            so_far.line = found.line;
        }
        end = found.end;
        if end == End::Settled && values.next_goal(so_far.bounds).is_some() {
            ask(None);
        }
    }
    Answer { bounds: so_far.bounds, line: so_far.line.clone(), end }
}

impl<G: Notation, T: Memory<G::Move>> Growth<G> for Proving<G, T> {
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G> {
        ask_on(&mut self.goals, &mut self.so_far, cx, root)
    }

    fn root(&self) -> Seen {
        self.goals.memory.root(G::UNIT)
    }

    fn list(&self, most: usize, plies: u32) -> Option<Listing<G::Move>> {
        self.goals.memory.list(G::UNIT, most, plies)
    }

    fn keep_journal(&mut self) {
        self.goals.memory.keep_journal();
    }

    fn bytes(&self) -> usize {
        self.goals.memory.bytes()
    }

    fn clear(&mut self) {
        self.goals.memory.clear();
        self.so_far = SoFar::nothing();
    }

    fn as_prover(&mut self) -> Option<&mut dyn GoalProver<G>> {
        Some(&mut self.goals)
    }
}

impl<G: Notation, T: Memory<G::Move>> GoalProver<G> for Goals<G, T> {
    fn ask(&mut self, cx: &mut Context<'_, G>, root: &G, goal: Score) -> Found<G> {
        (self.page)(cx, root, goal, &self.request, &mut self.memory)
    }

    fn forget(&mut self) {
        self.memory.clear();
    }

    fn table(&mut self) -> Option<ProverTable<'_>> {
        self.memory.table().map(ProverTable::Proofs)
    }
}
