use super::visited::{Play, highest};
use super::{Answer, BestFirst, Child, Leaves, Playing, SearchTree, Visited};
use crate::{Bounds, Cx, Hints, MoveOf, Node, Score};
use std::f32::consts::LOG2_E;

/// PUCT with a solver: as UCT, with a prior that says how much of the search a move deserves.
///
/// # Idea
///
/// A guess at the moves becomes a share of the visits: the weights of a policy, where one was learned
/// ([`Eval::prior`](crate::Eval::prior)), or else the game's own scores ([`Hints::move_score`]), of which a unit of points
/// ([`Hints::UNIT`]) doubles the weight. The allowance for doubt is in proportion to the share, so that a move of
/// little promise is visited late and seldom. A move that nobody has been to is taken to be worth what the node is.
///
/// # Contract
///
/// As [`uct`](super::uct).
///
/// # Source
///
/// C. Rosin, *Multi-armed bandits with episode context*, 2011; in the form of D. Silver and others, *Mastering the
/// game of Go without human knowledge*, 2017, whose prior is a network's. The solver as in [`uct`](super::uct).
///
/// # Example
///
/// ```
/// use secateur::best::{Playing, SearchTree, puct};
/// use secateur::{Bounds, Game, Hints, Keyed, Limiter, Score, Search};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { self.0.into() }
/// # }
/// /// It looks good to leave a multiple of four.
/// impl Hints for Matches {
///     fn move_score(&self, taken: u32) -> i32 {
///         if (self.0 - taken) % 4 == 0 { 200 } else { 0 }
///     }
/// }
///
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Matches| Score::DRAW).stop(Limiter::new(100, || None));
/// let answer = puct(&mut cx, &Matches(22), Playing::default(), &mut grown);
/// let visits: Vec<u32> = grown.children().iter().map(|child| child.data.visits).collect();
/// assert_eq!((answer.line[0], visits), (2, vec![16, 67, 16]));
/// ```
// ANCHOR: page
pub fn puct<C: Cx<Game: Hints>>(
    cx: &mut C,
    root: &C::Game,
    how: Playing,
    tree: &mut SearchTree<MoveOf<C>, Visited>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Guessed(Play::new(how)))
}

impl BestFirst for Puct {
    type Data = Visited;
    const EAGER: bool = false;

    fn value(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> Visited {
        node.by(children.iter().map(|child| &child.data))
    }

    fn choose(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> usize {
        let weights: f32 = children.iter().map(|child| child.data.weight).sum();
        let doubt = self.0.exploration * f64::from(node.visits).sqrt() / f64::from(weights);
        let bound = |child: &Visited| {
            let promise = if child.visits == 0 { node.promise(&self.0) } else { -child.promise(&self.0) };
            promise + doubt * f64::from(child.weight) / f64::from(1 + child.visits)
        };
        let open = (0..children.len()).filter(|&n| children[n].data.matters(node));
        highest(open.map(|n| (n, bound(&children[n].data))))
    }
    // ANCHOR_END: page

    fn best(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> usize {
        node.chosen(children.iter().map(|child| &child.data), self.0.unit)
    }

    fn seen(&self, before: &Visited, now: Visited) -> Visited {
        now.weighing(before)
    }

    fn settled(&self, _: u32, score: Score) -> Visited {
        self.0.settled(score)
    }

    fn bounds(&self, data: &Visited) -> Bounds {
        data.bounds
    }
}

/// The page as its tree calls it.
struct Puct(Playing);

/// The page at its leaves.
struct Guessed(Play);

impl<C: Cx<Game: Hints>> Leaves<C> for Guessed {
    type Page = Puct;

    fn page(&self) -> Puct {
        Puct(self.0.how)
    }

    fn unseen(&mut self, cx: &mut C, pos: &C::Game, m: MoveOf<C>) -> Visited {
        let by_game = || pos.move_score(m) as f32 / <C::Game as Hints>::UNIT.max(1) as f32;
        let doublings = cx.prior(pos, m).map_or_else(by_game, |weight| weight * LOG2_E);
        Visited::never(doublings.clamp(-20.0, 20.0).exp2())
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Visited, C::Halt> {
        self.0.leaf(cx, pos, node)
    }
}
