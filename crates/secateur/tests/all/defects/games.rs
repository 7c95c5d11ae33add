//! The trees that the printed code and our pages are compared on.

use secateur::{Game, Hints, Keyed, Score, Search, Value, algo, tree::Tree};
use std::convert::Infallible;

/// A uniform tree: every node has `width` moves until `left` plies are gone. A node's static value is drawn
/// evenly from `-spread..=spread` by hashing the path to it.
#[derive(Clone, Debug)]
pub(crate) struct Uniform {
    path: u64,
    left: u32,
    width: u16,
    spread: i32,
}

/// A game that is as good as over: whatever is played for `left` plies, the side to move then has `end`.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub(crate) left: u32,
    pub(crate) end: Score,
}

impl Game for Decided {
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        0..2
    }
    fn play(&mut self, _: u16) {
        self.left -= 1;
    }
    fn outcome(&self) -> Option<Score> {
        (self.left == 0).then_some(self.end)
    }
}

/// Mixes two numbers into one (the finaliser of splitmix64, D. Lea and G. Steele, 2014).
pub(crate) fn hash(a: u64, b: u64) -> u64 {
    let x = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// As many different trees of one shape as asked for.
pub(crate) fn trees(count: u64, width: u16, depth: u32, spread: i32) -> impl Iterator<Item = Uniform> {
    (0..count).map(move |seed| Uniform { path: hash(seed, 1), left: depth, width, spread })
}

impl Uniform {
    /// The positions one move on.
    pub(crate) fn children(&self) -> impl Iterator<Item = Uniform> {
        self.moves().map(|m| self.child(m))
    }

    /// Whether the game is over.
    pub(crate) fn over(&self) -> bool {
        self.left == 0
    }

    /// The static value in points, for the side to move.
    pub(crate) fn eval(&self) -> i32 {
        ((self.path >> 16) % (2 * self.spread as u64 + 1)) as i32 - self.spread
    }

    /// The plies that are left: searching this deep searches the whole tree.
    pub(crate) fn depth(&self) -> u32 {
        self.left
    }
}

impl Game for Uniform {
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        0..if self.over() { 0 } else { self.width }
    }
    fn play(&mut self, m: u16) {
        self.path = hash(self.path, u64::from(m) + 2);
        self.left -= 1;
    }
    fn outcome(&self) -> Option<Score> {
        self.over().then(|| Score::points(self.eval()))
    }
}

impl Keyed for Uniform {
    fn key(&self) -> u64 {
        self.path
    }
}

impl Hints for Uniform {
    fn null_move(&self) -> Option<Uniform> {
        Some(Uniform { path: hash(self.path, 1), ..self.clone() })
    }
}

/// The same tree with the best move first at every node, written out.
pub(crate) fn ordered(tree: &Uniform) -> Tree {
    /// The value for the side to move, and the text.
    fn write(pos: &Uniform, sign: i32) -> (i32, String) {
        if pos.over() {
            return (pos.eval(), (sign * pos.eval()).to_string());
        }
        let mut children: Vec<_> = pos.children().map(|child| write(&child, -sign)).collect();
        children.sort();
        let texts: Vec<_> = children.iter().map(|(_, text)| text.as_str()).collect();
        (-children[0].0, format!("({})", texts.join(" ")))
    }
    write(tree, 1).1.parse().expect("it is written as the parser wants it")
}

/// A context that knows the static values.
pub(crate) fn context<G: Game>(eval: impl Fn(&G) -> i32) -> Search<G, impl FnMut(&G) -> Score> {
    Search::new(move |pos: &G| Score::points(eval(pos)))
}

/// A page of ours, in a context of some kind.
pub(crate) type Page<'a, C> = &'a dyn Fn(&mut C, &Uniform, u32, Score, Score) -> Value<C>;

/// The tree's value, by minimax.
pub(crate) fn minimax(tree: &Uniform) -> i32 {
    sure(algo::minimax(&mut context(Uniform::eval), tree, tree.depth())).get()
}

/// The answer of a search that nothing can halt.
pub(crate) fn sure<T>(answer: Result<T, Infallible>) -> T {
    let Ok(answer) = answer;
    answer
}
