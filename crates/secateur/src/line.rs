//! The principal variation: the line of best play that a search expects.

use crate::{Bounds, Cx, Game, MoveOf, Moves, Score, Step, Value, Watch};

/// Collects the principal variation while a search runs (the triangular array).
///
/// After a probe through `alpha..beta` that answered more than `alpha`, the line begins with the move that
/// was proven to be worth the answer; several moves that tie leave the first of them. After a probe that
/// failed low the line is empty: nothing was proven of any move. Nodes below the root that a null window
/// or the table settles end the line early; [`extend`] completes it.
///
/// ```
/// use secateur::{Line, Score, Search, algo, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Line::default());
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.moves()), (Score::points(3), &[0, 0][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// For each ply, the line by which the node on the current path has raised alpha, and to what.
    plies: Vec<Ply<M>>,
}

#[derive(Clone, Debug)]
struct Ply<M> {
    alpha: Score,
    collects: bool,
    moves: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Line { plies: Vec::with_capacity(64) }
    }
}

impl<M> Line<M> {
    /// The moves of the line, from the root.
    pub fn moves(&self) -> &[M] {
        self.plies.first().map_or(&[], |root| &root.moves)
    }
}

impl<G: Game> Watch<G> for Line<G::Move> {
    #[inline]
    fn enter(&mut self, _: &G, ply: u32, _: u32, alpha: Score, beta: Score) {
        let ply = ply as usize;
        // One entry more than the path, so that a child that is never entered has an empty line.
        while self.plies.len() < ply + 2 {
            self.plies.push(Ply { alpha: Score::INF, collects: false, moves: Vec::with_capacity(64) });
        }
        let node = &mut self.plies[ply];
        node.alpha = alpha;
        node.collects = ply == 0 || beta > alpha.next();
        node.moves.clear();
    }

    #[inline]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, score: Option<Score>) {
        // (Best-first searches also pass through nodes that were entered before this line watched.)
        let Some((upper, lower)) = self.plies.split_at_mut_checked(ply as usize + 1) else { return };
        let (Some(node), Some(child)) = (upper.last_mut(), lower.first_mut()) else { return };
        if let (Step::Move(m) | Step::Again(m), Some(score)) = (step, score)
            && node.collects
            && score > node.alpha
        {
            node.alpha = score;
            node.moves.clear();
            node.moves.push(m);
            node.moves.extend_from_slice(&child.moves);
        }
        child.moves.clear();
    }
}

/// Completes a line to the full depth or the end of the game, by proof: where it ends early, each move is
/// asked by a null window whether it is worth the value, and the first that is continues the line.
///
/// `value` is the exact value of (position, depth) for the side to move, `search` the window search that
/// found it. With memory most of the questions are answered from the table. The line ends short only
/// where knowledge proves a value that no search of the remaining depth can show.
///
/// ```
/// use secateur::{Line, Score, Search, algo::alpha_beta, line, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Line::default());
/// // Is it worth at least 3? It is: a null window finds by which move, and no more.
/// let Ok(value) = alpha_beta(&mut cx, &tree, 2, Score::points(2), Score::points(3));
/// let mut moves = cx.watch.moves().to_vec();
/// assert_eq!((value, moves.as_slice()), (Score::points(3), &[0][..]));
///
/// let Ok(_) = line::extend(&mut cx, &tree, 2, value, &mut moves, &mut alpha_beta);
/// assert_eq!(moves, [0, 0]);
/// ```
pub fn extend<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    value: Score,
    line: &mut Vec<MoveOf<C>>,
    search: &mut impl FnMut(&mut C, &C::Game, u32, Score, Score) -> Value<C>,
) -> Value<C> {
    follow(cx, pos, depth, value, line, 0, search)
}

fn follow<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    value: Score,
    line: &mut Vec<MoveOf<C>>,
    at: usize,
    search: &mut impl FnMut(&mut C, &C::Game, u32, Score, Score) -> Value<C>,
) -> Value<C> {
    if depth == 0 || pos.outcome().is_some() {
        return Ok(value);
    }
    if at == line.len() {
        let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
        if node.known.is_some() && node.bounds == Bounds::NONE {
            // Neither the rules nor a proof settle it, so it is a repetition: there the line ends.
            return Ok(value);
        }
        let mut moves = cx.moves(pos, &node);
        loop {
            let Some(m) = moves.next(cx) else { return Ok(value) };
            let score =
                -cx.visit(pos, m, |cx, child| search(cx, child, depth - 1, -value, (-value).next()))?;
            if score >= value {
                line.push(m);
                break;
            }
        }
    }
    let m = line[at];
    cx.visit(pos, m, |cx, child| follow(cx, child, depth - 1, -value, line, at + 1, search))
}
