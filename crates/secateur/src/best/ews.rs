use super::numbers::{first_best, goal_at};
use super::visited::Play;
use super::{Answer, BestFirst, Child, Leaf, Leaves, Numbers, Playing, SearchTree, Sums};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// Expected work search: is the value at least `goal`? Goes on where the least work is expected to find out.
///
/// # Idea
///
/// Proof numbers say how small a proof may be, and nothing of whether there is one; rates of wins say where there
/// may be one, and nothing of its size. Expected work is made of both. At a leaf a game is played out at random. Who
/// wins it is counted, and the moves that there were on its way are a first guess at the work of a proof.
///
/// To prove that the side to move misses its purpose, all its moves have to be refuted: the work is the sum of
/// theirs. To prove that it reaches its purpose, its moves are tried one after the other until one serves: each counts
/// with the probability that all before it have failed. The order in which that costs least is by work over
/// probability of success, and the first in this order is the child to go on with.
///
/// # Contract
///
/// As [`pn_search`](super::pn_search): proves that the minimax value at the end of the game is at least `goal`, or that
/// it is not, fail-soft. The same seed gives the same search.
///
/// # Source
///
/// O. Randall, M. Müller, T. Wei and R. Hayward, *Expected work search: combining win rate and proof size estimation*,
/// 2024.
///
/// # Example
///
/// ```
/// use secateur::{Bounds, Score, Search, best::{SearchTree, ews}, tree::Tree};
///
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = ews(&mut cx, &tree, Score::points(5), 7, &mut grown);
/// assert_eq!((answer.bounds, answer.line), (Bounds::at_least(Score::points(5)), vec![1, 0]));
/// ```
// ANCHOR: page
pub fn ews<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    goal: Score,
    seed: u64,
    tree: &mut SearchTree<MoveOf<C>, Work>,
) -> Answer<MoveOf<C>, C::Halt> {
    let play = Play::new(Playing { leaf: Leaf::Rollout { seed }, ..Playing::default() });
    tree.search(cx, root, &mut Opened { page: Ews { goal }, play })
}

impl BestFirst for Ews {
    type Data = Work;

    fn value(&self, ply: u32, node: &Work, children: &[Child<Work>]) -> Work {
        let all = children.iter().map(|child| &child.data);
        let numbers =
            node.numbers.by(all.clone().map(|child| &child.numbers), goal_at(self.goal, ply), Sums::Weak);
        let games = all.clone().map(|child| child.games).sum();
        let wins = all.clone().map(|child| child.games - child.wins).sum();
        let if_missed = all.filter(|child| child.is_open()).map(|child| child.if_reached).sum();
        let (mut if_reached, mut failed) = (0.0, 1.0);
        for n in by_cost(children).take(TRIED) {
            if_reached += failed * children[n].data.if_missed;
            failed *= children[n].data.rate();
        }
        Work { numbers, wins, games, if_reached, if_missed }.settled_rate()
    }

    fn choose(&self, _: u32, _: &Work, children: &[Child<Work>]) -> usize {
        by_cost(children).next().unwrap_or(0)
    }
    // ANCHOR_END: page

    /// The first of the moves that prove most.
    fn best(&self, ply: u32, node: &Work, children: &[Child<Work>]) -> usize {
        if !node.numbers.is_settled() {
            return self.choose(ply, node, children);
        }
        first_best(children.iter().map(|child| &child.data.numbers))
    }

    /// Null: is it the goal, or less?
    fn window(&self, ply: u32) -> (Score, Score) {
        let goal = goal_at(self.goal, ply);
        (goal.prev(), goal)
    }

    fn settled(&self, ply: u32, score: Score) -> Work {
        let numbers = Numbers::settled(score, goal_at(self.goal, ply));
        Work { numbers, wins: 0, games: 1, if_reached: 0.0, if_missed: 0.0 }.settled_rate()
    }

    fn bounds(&self, work: &Work) -> Bounds {
        work.numbers.bounds()
    }

    fn is_settled(&self, work: &Work) -> bool {
        work.numbers.is_settled()
    }
}

/// Moves behind the first of these are tried too seldom to count.
const TRIED: usize = 16;

/// The open children in the order in which trying them costs least.
fn by_cost(children: &[Child<Work>]) -> impl Iterator<Item = usize> {
    let cost = |n: usize| (children[n].data.cost(), n);
    let least_after = move |last: (f32, usize)| {
        let open = (0..children.len()).filter(|&n| children[n].data.is_open()).map(cost);
        open.filter(|&next| next > last).reduce(|a, b| if b < a { b } else { a })
    };
    std::iter::successors(least_after((-1.0, 0)), move |&last| least_after(last)).map(|(_, n)| n)
}

/// The page as its tree calls it.
#[derive(Copy, Clone)]
struct Ews {
    /// For the side to move at the root.
    goal: Score,
}

/// The page at its leaves.
struct Opened {
    page: Ews,
    play: Play,
}

impl<C: Cx> Leaves<C> for Opened {
    type Page = Ews;

    fn page(&self) -> Ews {
        self.page
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Work, C::Halt> {
        let numbers = Numbers::open(1, 1, node.bounds);
        let (result, moves) = self.play.out(cx, pos)?;
        let wins = u32::from(result >= goal_at(self.page.goal, cx.ply()));
        Ok(Work { numbers, wins, games: 1, if_reached: moves as f32, if_missed: moves as f32 })
    }
}

/// A node's data in [`ews`], for its side to move.
///
/// ```
/// use secateur::best::{SearchTree, Work, ews};
/// use secateur::{Limiter, Score, Search, tree::Tree};
///
/// let tree: Tree = "(((1 2) (3 4)) ((5 6) (7 8)))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(9, || None));
/// let _ = ews(&mut cx, &tree, Score::points(6), 1, &mut grown);
/// let root: &Work = grown.root().unwrap();
/// assert!(root.games > 0 && root.if_reached > 0.0);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Work {
    /// Once settled, what is proven.
    pub(super) numbers: Numbers,
    /// The games played out below that reached the purpose of the side to move.
    pub wins: u32,
    /// The games played out below.
    pub games: u32,
    /// The work to prove that the side to move reaches its purpose, if it does: in moves to look at.
    pub if_reached: f32,
    /// The work to prove that it misses it, if it does.
    pub if_missed: f32,
}

impl Work {
    fn is_open(&self) -> bool {
        !self.numbers.is_settled()
    }

    /// The proven bounds of the value.
    pub fn bounds(&self) -> Bounds {
        self.numbers.bounds()
    }

    /// The rate of wins, as if one game more had been won, and one lost.
    pub fn rate(&self) -> f32 {
        (self.wins + 1) as f32 / (self.games + 2) as f32
    }

    /// The cost of trying the move that leads here, in work for each expected success.
    fn cost(&self) -> f32 {
        self.if_missed / (1.0 - self.rate())
    }

    /// With all games won, or lost, once that is proven.
    fn settled_rate(self) -> Self {
        match self.numbers {
            Numbers { phi: 0, .. } => Work { wins: self.games, ..self },
            Numbers { delta: 0, .. } => Work { wins: 0, ..self },
            _ => self,
        }
    }
}
