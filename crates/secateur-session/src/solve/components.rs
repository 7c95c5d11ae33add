//! The components that make solving fast, each of which can be left out to measure its worth.

use crate::{LearnedEvaluation, NETWORK, Request};
use secateur::order::{Rank, Ranked, RelativeHistory, TableMove};
use secateur::table::BoundTable;
use secateur::{Bounds, Eval, Game, Hints, Meter, Score};
use secateur_games::{Component, Notation, Scale};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The solver's own, before those of the game.
const GENERAL: [Component; 7] = [
    Component { name: "small", about: "a small table first, that the processor's caches hold" },
    Component { name: "near", about: "ends within a few plies looked for first" },
    Component { name: "scouts", about: "moves near the root ordered by what was learned, or by searches" },
    Component { name: "child-probe", about: "moves that the table knows to refute tried first" },
    Component { name: "move-score", about: "moves ordered by the game's own guess" },
    Component { name: "counts", about: "moves ordered by how they did before" },
    Component { name: "bounds", about: "bounds that the game proves before its end" },
];

/// The one that games of points have besides.
const GUESS: Component =
    Component { name: "guess", about: "a first guess at the points by a search that ends ten plies early" };

/// The former names of components, and the current ones.
const FORMER: [(&str, &str); 2] = [("lookahead", "child-probe"), ("promise", "move-score")];

/// The name that a component has now, given that or a former one.
///
/// ```
/// use secateur_session::component_name;
///
/// assert_eq!(["promise", "bounds"].map(component_name), ["move-score", "bounds"]);
/// ```
pub fn component_name(name: &str) -> &str {
    FORMER.iter().find(|(former, _)| *former == name).map_or(name, |(_, current)| current)
}

/// All components that this game can do without: none where it is solved from its ends.
pub(crate) fn components<G: Notation>() -> Vec<Component> {
    if G::CYCLES {
        return Vec::new();
    }
    let guess = matches!(G::SCALE, Scale::Points).then_some(&GUESS);
    GENERAL.iter().chain(guess).chain(G::PARTS).copied().collect()
}

/// The components that are switched on.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    small: bool,
    pub(crate) near: bool,
    pub(crate) guess: bool,
    pub(crate) scouts: bool,
    pub(crate) child_probe: bool,
    move_score: bool,
    counts: bool,
    bounds: bool,
    pub(super) network: bool,
    without: Vec<String>,
    /// The learned evaluation of the request.
    pub(super) learned: Option<Arc<LearnedEvaluation>>,
}

impl Components {
    /// Those that a request does not do without.
    pub(crate) fn of(request: &Request) -> Self {
        let names = request.method.without.iter();
        let without: Vec<String> = names.map(|name| component_name(name).to_owned()).collect();
        let has = |name: &str| !without.iter().any(|n| n == name);
        Components {
            small: has("small"),
            near: has("near"),
            guess: has("guess"),
            scouts: has("scouts"),
            child_probe: has("child-probe"),
            move_score: has("move-score"),
            counts: has("counts"),
            bounds: has("bounds"),
            network: has(NETWORK),
            without,
            learned: request.control.learned.clone(),
        }
    }

    /// The game's knowledge, as far as it is wanted.
    pub(crate) fn knowledge<G: Notation>(&self) -> G::Knowledge {
        let without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        G::knowledge(&without)
    }

    /// The same for solving a position, with the tables that it makes first ([`Notation::prepared`]).
    pub(crate) fn prepared<G: Notation>(
        &self,
        pos: &G,
        bytes: usize,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> G::Knowledge {
        let without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        if self.bounds { pos.prepared(&without, bytes, threads, stop) } else { G::knowledge(&without) }
    }

    /// The proven bounds of positions, without the static value. Whoever asks for more raises the flag.
    pub(crate) fn certain<'a, E>(&self, knowledge: E, too_long: &'a AtomicBool) -> Certainties<'a, E> {
        Certainties { knowledge, bounds: self.bounds, too_long }
    }

    /// An empty table for a solver.
    pub(crate) fn table(&self, bytes: usize) -> BoundTable {
        if self.small { BoundTable::near_first(bytes) } else { BoundTable::with_bytes(bytes) }
    }

    /// The order of moves of the searches by static values, which are no deep ones.
    pub(crate) fn ranked<G: Hints>(&self) -> Ranked<(TableMove, Wanted<RelativeHistory<G>>), G> {
        Ranked::new((TableMove, self.rank(RelativeHistory::new())))
    }

    /// A rank with the parts that are wanted.
    pub(crate) fn rank<R>(&self, rank: R) -> Wanted<R> {
        Wanted { rank, move_score: self.move_score, counts: self.counts }
    }
}

/// A game's bounds without its static value, which no search to the end of the game asks for: so it need not be
/// kept up to date. If it is asked for, a line of play is longer than the search goes.
pub(crate) struct Certainties<'a, E> {
    knowledge: E,
    bounds: bool,
    too_long: &'a AtomicBool,
}

impl<G: Game, E: Eval<G>> Eval<G> for Certainties<'_, E> {
    #[cold]
    fn eval(&mut self, _: &G) -> Score {
        self.too_long.store(true, Ordering::Relaxed);
        Score::DRAW
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &G, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        if self.bounds { self.knowledge.bounds(pos, alpha, beta, meter) } else { Bounds::NONE }
    }
}

/// A rank that leaves out the game's move score or the counts where they are not wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted<R> {
    rank: R,
    move_score: bool,
    counts: bool,
}

impl<G: Hints, R: Rank<G, Key = i32>> Rank<G> for Wanted<R> {
    type Key = i32;

    #[inline(always)]
    fn begin(&mut self) {
        self.rank.begin();
    }

    #[inline(always)]
    fn rank(&mut self, pos: &G, ply: u32, hint: Option<G::Move>, m: G::Move) -> i32 {
        let rank = self.rank.rank(pos, ply, hint, m);
        if self.move_score { rank } else { rank - pos.move_score(m) }
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        if self.counts {
            self.rank.cutoff(pos, ply, depth, m);
        }
    }

    #[inline(always)]
    fn failed(&mut self, pos: &G, ply: u32, m: G::Move) {
        if self.counts {
            self.rank.failed(pos, ply, m);
        }
    }
}
