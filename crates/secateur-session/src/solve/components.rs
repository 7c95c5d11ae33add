//! What makes solving fast, each part of it to be left out, so that it can be measured what it is worth.

use secateur::order::Rank;
use secateur::{Bounds, Eval, Game, Hints, Meter, Score};
use secateur_games::{Component, Notation};

/// The solver's own, before those of the game.
const GENERAL: [Component; 7] = [
    Component { name: "small", about: "a small table first, that the processor's caches hold" },
    Component { name: "near", about: "ends within a few plies looked for first" },
    Component { name: "scouts", about: "moves near the root ordered by shallow searches" },
    Component { name: "lookahead", about: "moves that the table knows to refute tried first" },
    Component { name: "promise", about: "moves ordered by what the game thinks of them" },
    Component { name: "counts", about: "moves ordered by how they did before" },
    Component { name: "bounds", about: "what the game proves of a position before its end" },
];

/// All that this game can do without.
pub(crate) fn components<G: Notation>() -> Vec<Component> {
    GENERAL.iter().chain(G::PARTS).copied().collect()
}

/// Which levers are pulled.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    pub(crate) small: bool,
    pub(crate) near: bool,
    pub(crate) scouts: bool,
    pub(crate) child_probe: bool,
    move_score: bool,
    counts: bool,
    bounds: bool,
    without: Vec<String>,
}

impl Components {
    pub(crate) fn without(names: &[String]) -> Self {
        let has = |name: &str| !names.iter().any(|n| n == name);
        Components {
            small: has("small"),
            near: has("near"),
            scouts: has("scouts"),
            child_probe: has("lookahead"),
            move_score: has("promise"),
            counts: has("counts"),
            bounds: has("bounds"),
            without: names.to_vec(),
        }
    }

    /// The game's knowledge, as far as it is wanted.
    pub(crate) fn knowledge<G: Notation>(&self) -> G::Knowledge {
        let without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        G::knowledge(&without)
    }

    /// What is certain about positions, and nothing else.
    pub(crate) fn certainties<G: Notation>(&self) -> Certainties<G::Knowledge> {
        Certainties { knowledge: self.knowledge::<G>(), bounds: self.bounds }
    }

    /// A rank with the parts that are wanted.
    pub(crate) fn rank<R>(&self, rank: R) -> Wanted<R> {
        Wanted { rank, move_score: self.move_score, counts: self.counts }
    }
}

/// A game's bounds without its static value, which no search to the end of the game asks for: so it need not be
/// kept up to date.
pub(crate) struct Certainties<E> {
    knowledge: E,
    bounds: bool,
}

impl<G: Game, E: Eval<G>> Eval<G> for Certainties<E> {
    fn eval(&mut self, pos: &G) -> Score {
        self.knowledge.eval(pos)
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &G, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        if self.bounds { self.knowledge.bounds(pos, alpha, beta, meter) } else { Bounds::NONE }
    }
}

/// A rank that leaves the game's promise or the counts out where they are not wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted<R> {
    rank: R,
    move_score: bool,
    counts: bool,
}

impl<G: Hints, R: Rank<G, Key = i32>> Rank<G> for Wanted<R> {
    type Key = i32;

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
