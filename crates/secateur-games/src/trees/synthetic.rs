use super::params::{Params, Shape};
use super::random;
use crate::{Notation, Scale, Unreadable};
use secateur::{Eval, Game, Hints, Keyed, Score};
use std::fmt::{Debug, Display, Write};

/// The part that makes one kind of synthetic tree: how a node's load follows from its parent's, and the value of a
/// leaf. The rest is the same for all and is in [`Synthetic`].
///
/// `Display` writes the kind's own parameters so that [`TreeKind::read`] takes them back.
///
/// ```
/// use secateur::{Score, Search, algo::minimax};
/// use secateur_games::{Notation, Unreadable, trees::{Guess, TreeKind, Params, Shape, Synthetic}};
///
/// /// A leaf is worth the sum of the moves that lead to it.
/// #[derive(Copy, Clone, PartialEq, Debug)]
/// struct Sums;
/// # impl std::fmt::Display for Sums {
/// #     fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result { Ok(()) }
/// # }
///
/// impl TreeKind for Sums {
///     type Load = ();
///     const NAME: &'static str = "sums";
///     const SIZE: (u16, u16) = (3, 4);
///     fn read(_: &mut Params, _: Shape) -> Result<Self, Unreadable> {
///         Ok(Sums)
///     }
///     fn root(&self) {}
///     fn child(_: &Synthetic<Sums>, _: u16, _: u64) {}
///     fn leaf(pos: &Synthetic<Sums>) -> Score {
///         let sum = pos.path().iter().sum::<u16>().into();
///         Score::points(if pos.ply() % 2 == 0 { sum } else { -sum })
///     }
///     fn guess(_: &Synthetic<Sums>) -> Score {
///         Score::DRAW
///     }
/// }
///
/// // The first player plays 2 twice, the second 0.
/// let score = minimax(&mut Search::new(Guess), &Synthetic::<Sums>::start(), 4);
/// assert_eq!(score, Ok(Score::points(4)));
/// ```
pub trait TreeKind: Copy + PartialEq + Debug + Display + Send + Sync + 'static {
    /// The data that a node carries besides its identity: a sum, a value, or nothing.
    type Load: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// The name of the kind.
    const NAME: &'static str;
    /// Branching and depth where the parameters do not give them.
    const SIZE: (u16, u16);
    /// Whether leaves are only won, drawn or lost, rather than worth points.
    const WIN_LOSS: bool = false;

    /// Takes the kind's own parameters; those that are missing have defaults.
    ///
    /// # Errors
    ///
    /// Those of [`Params`], and values that would leave the scale of scores.
    fn read(params: &mut Params, shape: Shape) -> Result<Self, Unreadable>;

    /// The root's load.
    fn root(&self) -> Self::Load;

    /// The load of the child called `id` that the move leads to.
    fn child(parent: &Synthetic<Self>, m: u16, id: u64) -> Self::Load;

    /// The result at a leaf, from the side to move.
    fn leaf(pos: &Synthetic<Self>) -> Score;

    /// A guess at the value of an inner node, from the side to move; never decisive.
    fn guess(pos: &Synthetic<Self>) -> Score;

    /// The name of the child that the move leads to. In a tree each path has a name of its own.
    #[inline(always)]
    fn name_child(parent: &Synthetic<Self>, m: u16) -> u64 {
        random::draw(parent.id, u64::from(m))
    }

    /// As [`Hints::move_score`].
    #[inline(always)]
    fn move_score(_pos: &Synthetic<Self>, _m: u16) -> i32 {
        0
    }
}

/// A position in a synthetic tree: a small value, from which everything below it is computed when asked for.
///
/// Written as its parameters and, behind a slash, the moves from the root: `b=4 d=6 seed=1 k=100 / 0 3 1`.
/// Parameters that are left out have defaults, their order is free.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, trees::UniformTree};
///
/// let tree = UniformTree::read("b=2 d=3 k=10").unwrap();
/// let deep = tree.child(1).child(0);
/// assert_eq!(deep.write(), "b=2 d=3 seed=1 k=10 / 1 0");
/// assert_eq!(UniformTree::read(&deep.write()).unwrap(), deep);
///
/// let bad = UniformTree::read("b=2 d=x").unwrap_err();
/// assert_eq!(bad.to_string(), "parameter 2: found 'd=x', expected a whole number from 0 to 1000");
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Synthetic<K: TreeKind> {
    pub(super) kind: K,
    pub(super) shape: Shape,
    /// Stands for the whole tree, and is the root's name.
    pub(super) tree: u64,
    /// The name of this node: all that is random here comes from it.
    pub(super) id: u64,
    pub(super) ply: u16,
    pub(super) load: K::Load,
    /// The moves from the root, as digits to the base of the branching factor.
    path: u128,
}

impl<K: TreeKind> Synthetic<K> {
    fn new(shape: Shape, kind: K) -> Self {
        // Two trees that differ in anything share no keys.
        let tree = random::of_text(&format!("{} {shape} {kind}", K::NAME));
        Synthetic { kind, shape, tree, id: tree, ply: 0, load: kind.root(), path: 0 }
    }

    /// The tree's shape and seed.
    ///
    /// ```
    /// use secateur_games::{Notation, trees::UniformTree};
    ///
    /// let tree = UniformTree::read("b=2 d=3 / 1 0").unwrap();
    /// assert_eq!(u32::from(tree.shape().depth) - tree.ply(), 1); // one ply to go
    /// ```
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The parameters of the kind.
    ///
    /// ```
    /// use secateur_games::{Notation, trees::UniformTree};
    ///
    /// let tree = UniformTree::read("b=2 d=3 k=10").unwrap();
    /// assert_eq!(tree.kind().to_string(), "k=10");
    /// ```
    pub fn kind(&self) -> K {
        self.kind
    }

    /// Plies from the root.
    ///
    /// ```
    /// use secateur_games::{Notation, trees::UniformTree};
    ///
    /// assert_eq!(UniformTree::read("b=2 d=3 / 1 0").unwrap().ply(), 2);
    /// ```
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    /// The moves from the root to here.
    ///
    /// ```
    /// use secateur_games::{Notation, trees::UniformTree};
    ///
    /// assert_eq!(UniformTree::read("b=2 d=3 / 1 0").unwrap().path(), [1, 0]);
    /// ```
    pub fn path(&self) -> Vec<u16> {
        let (base, mut rest) = (u128::from(self.shape.branching), self.path);
        let mut path: Vec<u16> = (0..self.ply)
            .map(|_| {
                let m = (rest % base) as u16;
                rest /= base;
                m
            })
            .collect();
        path.reverse();
        path
    }

    /// Turns points for the first player, who moves at the root, into points for the side to move.
    #[inline(always)]
    pub(super) fn for_mover(&self, points: i32) -> i32 {
        if self.ply.is_multiple_of(2) { points } else { -points }
    }

    /// A leaf below, reached by random moves: the sample called `which`.
    pub(super) fn sample(&self, which: u64) -> Self {
        let mut pos = *self;
        while pos.ply < pos.shape.depth {
            pos.play(random::below(random::draw(pos.id, which), u32::from(pos.shape.branching)) as u16);
        }
        pos
    }

    fn parameters(&self) -> String {
        format!("{} {}", self.shape, self.kind).trim_end().to_string()
    }
}

/// The first number of the samples that [`Synthetic::sample`] takes: separate from the numbers that name children.
pub(super) const SAMPLES: u64 = 1 << 32;

impl<K: TreeKind> Game for Synthetic<K> {
    /// The child's index, from 0.
    type Move = u16;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u16> {
        0..if self.ply < self.shape.depth { self.shape.branching } else { 0 }
    }

    #[inline(always)]
    fn play(&mut self, m: u16) {
        let id = K::name_child(self, m);
        self.load = K::child(self, m, id);
        self.id = id;
        self.ply += 1;
        self.path = self.path * u128::from(self.shape.branching) + u128::from(m);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if self.ply < self.shape.depth { None } else { Some(K::leaf(self)) }
    }
}

impl<K: TreeKind> Keyed for Synthetic<K> {
    #[inline(always)]
    fn key(&self) -> u64 {
        self.id
    }

    #[inline(always)]
    fn encode(&self, m: u16) -> u16 {
        m
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<u16> {
        (self.ply < self.shape.depth && code < self.shape.branching).then_some(code)
    }
}

impl<K: TreeKind> Hints for Synthetic<K> {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    #[inline(always)]
    fn move_score(&self, m: u16) -> i32 {
        K::move_score(self, m)
    }
}

/// Knowledge of a synthetic tree without searching it: the guess of its kind, and nothing proven.
///
/// ```
/// use secateur::{Eval, Game};
/// use secateur_games::{Notation, trees::{Guess, UniformTree}};
///
/// // An inner node of a uniform tree looks like one of the leaves below it.
/// let tree = UniformTree::read("b=4 d=1").unwrap();
/// let guess = Guess.eval(&tree);
/// assert!(tree.moves().any(|m| tree.child(m).outcome() == Some(-guess)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Guess;

impl<K: TreeKind> Eval<Synthetic<K>> for Guess {
    #[inline(always)]
    fn eval(&mut self, pos: &Synthetic<K>) -> Score {
        K::guess(pos)
    }
}

impl<K: TreeKind> Notation for Synthetic<K> {
    type Knowledge = Guess;
    const SCALE: Scale = if K::WIN_LOSS { Scale::Winner } else { Scale::Points };

    fn start() -> Self {
        Self::read("").expect("every parameter has a default that is in range")
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        let (params, path) = text.split_once('/').unwrap_or((text, ""));
        let mut params = Params::new(params)?;
        let shape = Shape::read(&mut params, K::SIZE.0, K::SIZE.1)?;
        let kind = K::read(&mut params, shape)?;
        params.done()?;
        let mut pos = Self::new(shape, kind);
        for (i, word) in path.split_whitespace().enumerate() {
            let m = pos.read_move(word).map_err(|e| Unreadable(format!("move {}: {e}", i + 1)))?;
            pos.play(m);
        }
        Ok(pos)
    }

    fn text(&self) -> Option<String> {
        let moves: Vec<String> = self.path().iter().map(u16::to_string).collect();
        Some(match moves.len() {
            0 => self.parameters(),
            _ => format!("{} / {}", self.parameters(), moves.join(" ")),
        })
    }

    /// The parameters, the path, and the children with the knowledge of each, for the side to move here.
    fn draw(&self) -> String {
        let mut out = format!("{}: {}\n", K::NAME, self.parameters());
        let moves: Vec<String> = self.path().iter().map(u16::to_string).collect();
        let way = if moves.is_empty() { "at the root".into() } else { format!("after {}", moves.join(" ")) };
        let _ = write!(out, "ply {} of {}, {way}, {} to move", self.ply, self.shape.depth, self.side());
        if let Some(score) = self.outcome() {
            let _ = write!(out, "\na leaf, worth {score}");
        }
        for m in self.moves().take(ROWS) {
            let child = self.child(m);
            let (what, score) = match child.outcome() {
                Some(score) => ("a leaf, worth", score),
                None => ("looks like", K::guess(&child)),
            };
            let _ = write!(out, "\n{m:>6}  {what} {}", -score);
        }
        let rest = self.moves().count().saturating_sub(ROWS);
        if rest > 0 {
            let _ = write!(out, "\n        and {rest} more");
        }
        out
    }

    fn side(&self) -> String {
        if self.ply.is_multiple_of(2) { "first" } else { "second" }.into()
    }
}

/// The number of children that a drawing shows.
const ROWS: usize = 12;
