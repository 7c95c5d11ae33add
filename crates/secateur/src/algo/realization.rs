use crate::{Cx, Hints, Moves, Score, Value};
use std::cell::LazyCell;

/// The kind of a move, by what is known of it before it is searched.
///
/// ```
/// use secateur::algo::MoveKind;
///
/// let names = MoveKind::ALL.map(MoveKind::name);
/// assert_eq!(names, ["table", "noisy", "losing", "threat", "first", "second", "third", "late"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// The move that memory suggests.
    Table,
    /// A noisy move that loses nothing in the exchange.
    Noisy,
    /// Another noisy move.
    Losing,
    /// A quiet move that makes a threat.
    Threat,
    /// Another one, among the first two in the order of moves.
    First,
    /// Among the next four.
    Second,
    /// Among the next eight.
    Third,
    /// Behind these.
    Late,
}

impl MoveKind {
    /// All kinds.
    pub const ALL: [MoveKind; 8] = {
        use MoveKind::*;
        [Table, Noisy, Losing, Threat, First, Second, Third, Late]
    };

    /// The name it goes by in text.
    pub const fn name(self) -> &'static str {
        ["table", "noisy", "losing", "threat", "first", "second", "third", "late"][self as usize]
    }

    /// The kind of a legal move that comes after `index` others; `threatens` is [`Hints::threatens`].
    #[inline(always)]
    pub fn of<G: Hints>(
        pos: &G,
        m: G::Move,
        index: usize,
        hint: Option<G::Move>,
        threatens: impl FnOnce(G::Move) -> bool,
    ) -> MoveKind {
        match index {
            _ if hint == Some(m) => MoveKind::Table,
            _ if pos.is_noisy(m) => {
                if pos.exchange(m, 0) {
                    MoveKind::Noisy
                } else {
                    MoveKind::Losing
                }
            }
            _ if threatens(m) => MoveKind::Threat,
            0..2 => MoveKind::First,
            2..6 => MoveKind::Second,
            6..14 => MoveKind::Third,
            _ => MoveKind::Late,
        }
    }
}

/// The settings of [`realization`]: how likely a move of each kind is the best one.
///
/// ```
/// use secateur::algo::{MoveKind, Realization};
///
/// let how = Realization::default().with(MoveKind::Table, 500).with(MoveKind::Late, 4);
/// assert_eq!((how.plies(MoveKind::Table), how.plies(MoveKind::Late)), (0.5, 4.0));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Realization {
    /// The depth that a move of each kind takes, in parts of a ply.
    parts: [u32; MoveKind::ALL.len()],
}

/// A ply, and the most that a move takes.
const PLY: u32 = 4;
const MOST: u32 = 10 * PLY;
/// The probability of a move that takes one ply is one in this many.
const BASE: f64 = 4.0;
/// The greatest depth that memory distinguishes.
const DEEPEST: u32 = 250;

impl Realization {
    /// The same with this probability for a kind, in thousandths; at least one.
    pub fn with(mut self, kind: MoveKind, thousandths: u32) -> Self {
        let plies = (1_000.0 / f64::from(thousandths.max(1))).ln() / BASE.ln();
        self.parts[kind as usize] = ((plies * f64::from(PLY)).round() as u32).clamp(1, MOST);
        self
    }

    /// The depth that a move of this kind takes, in plies.
    pub fn plies(&self, kind: MoveKind) -> f64 {
        f64::from(self.parts[kind as usize]) / f64::from(PLY)
    }
}

impl Default for Realization {
    /// Numbers that no game was asked for.
    fn default() -> Self {
        let guesses = [500, 150, 20, 100, 120, 50, 20, 8];
        let all = MoveKind::ALL.into_iter().zip(guesses);
        all.fold(Realization { parts: [PLY; MoveKind::ALL.len()] }, |how, (kind, p)| how.with(kind, p))
    }
}

/// Realization-probability search: goes deeper where play is likely to go. Selective.
///
/// # Idea
///
/// Not every line is as likely to be played. Take the probability of a line for the product of those of its moves, each by
/// the kind of the move, and search all lines that are likelier than some limit. With logarithms the product becomes a sum,
/// and the limit a depth: a move takes `-log(p) / log(4)` plies of it, so that a likely move takes little, and an
/// unlikely one much. Where a move that took more than a ply turns out better than what there is, it was underrated: it is
/// searched again as a move that takes one ply.
///
/// # Contract
///
/// **Selective: the answer proves nothing about the minimax value** of a depth. What is refuted late by an unlikely move is
/// overrated. Lines that end in a table of any kind, or with the game, are right where they are looked at.
///
/// # Source
///
/// Y. Tsuruoka, D. Yokoyama and T. Chikayama, *Game-tree search algorithm based on realization probability*, 2002. There the
/// categories are those of shogi, and the frequencies from games of masters; here they come from any game's hints and the
/// order of moves, and from games of its own.
///
/// # Example
///
/// ```
/// use secateur::algo::{MoveKind, Realization, alpha_beta, realization};
/// use secateur::{Game, Hints, Keyed, Score, Search, Stats, tree::Tree};
///
/// // As if all moves took one ply.
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let even = MoveKind::ALL.into_iter().fold(Realization::default(), |how, kind| how.with(kind, 250));
/// let (open, mut cx) = (Score::INF, Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()));
/// let Ok(value) = realization(&mut cx, &tree, 2, -open, open, &even);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11)); // alpha-beta, node for node
/// ```
pub fn realization<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
    how: &Realization,
) -> Value<C> {
    search(cx, pos, (depth * PLY).min(DEEPEST), alpha, beta, how)
}

// ANCHOR: page
fn search<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    left: u32,
    alpha: Score,
    beta: Score,
    how: &Realization,
) -> Value<C> {
    let node = cx.open(pos, left, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, left, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, after_a_ply) = (node.alpha, node.beta, left.saturating_sub(PLY));
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let threatens = LazyCell::new(|| pos.threatens());
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let kind = MoveKind::of(pos, m, index, node.hint, |m| LazyCell::force(&threatens)(m));
        let rest = left.saturating_sub(how.parts[kind as usize]);
        let scout = if rest < after_a_ply { alpha.next() } else { beta };
        let mut score = -cx.visit(pos, m, |cx, child| search(cx, child, rest, -scout, -alpha, how))?;
        if rest < after_a_ply && score > alpha {
            score = -cx.revisit(pos, m, |cx, child| search(cx, child, after_a_ply, -beta, -alpha, how))?;
        }
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, left.div_ceil(PLY), index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, left, &node, best, choice))
}
// ANCHOR_END: page
