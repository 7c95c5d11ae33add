//! The parts that can be plugged into a search, as one bundle of types.

use crate::{Game, History, Horizon, Memory, Never, Order, Static, Stop, Watch};
use std::marker::PhantomData;

/// The types of the parts that are plugged into a [`Search`](crate::Search), under names.
///
/// A function that takes a search names those parts that it needs, and no others:
///
/// ```
/// use secateur::{Eval, Game, Parts, Score, Search, Stats, algo, tree::Tree};
///
/// /// The leaves that alpha-beta looks at, in a search that counts, whatever else is plugged in.
/// fn leaves<G: Game, E: Eval<G>, P: Parts<G, Watch = Stats>>(mut cx: Search<G, E, P>, pos: &G, depth: u32) -> u64 {
///     let _ = algo::alpha_beta(&mut cx, pos, depth, -Score::INF, Score::INF);
///     cx.watch.leaves
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// assert_eq!(leaves(Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()), &tree, 2), 7);
/// ```
pub trait Parts<G: Game> {
    /// Observers.
    type Watch: Watch<G>;
    /// The stopper.
    type Stop: Stop;
    /// The memory.
    type Memory: Memory<G>;
    /// The order of moves.
    type Order: Order<G>;
    /// The value of leaves.
    type Horizon: Horizon<G>;
    /// The history of the path.
    type History: History<G>;
}

/// The bundle that [`Search`](crate::Search)'s methods plug together: a list of types, the absent ones left out
/// from the end. It is only ever named.
///
/// ```
/// use secateur::{Never, Score, Search, Stats, Table, With, algo, table::{Handle, SameDepth}, tree::Tree};
///
/// /// A search that is kept in a field.
/// struct Solver<'t> {
///     cx: Search<Tree, fn(&Tree) -> Score, With<Stats, Never, Handle<'t, SameDepth>>>,
/// }
///
/// let table = Table::with_entries(64);
/// let draw: fn(&Tree) -> Score = |_| Score::DRAW;
/// let mut solver = Solver { cx: Search::new(draw).watch(Stats::default()).memory(table.exact()) };
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let Ok(value) = algo::alpha_beta_memory(&mut solver.cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, solver.cx.watch.nodes), (Score::points(3), 11));
/// ```
pub struct With<W = (), S = Never, M = (), O = (), L = Static, H = ()>(PhantomData<(W, S, M, O, L, H)>);

impl<G, W, S, M, O, L, H> Parts<G> for With<W, S, M, O, L, H>
where
    G: Game,
    W: Watch<G>,
    S: Stop,
    M: Memory<G>,
    O: Order<G>,
    L: Horizon<G>,
    H: History<G>,
{
    type Watch = W;
    type Stop = S;
    type Memory = M;
    type Order = O;
    type Horizon = L;
    type History = H;
}
