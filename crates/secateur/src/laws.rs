//! The laws of a game's traits, checked by playing at random: one line in a game's tests.

mod key;
mod position;

use crate::{Bounds, Eval, Game, Hints, Meter, Score, table::Zobrist};
use key::{Seen, check_key};
use position::check_position;
use std::collections::HashMap;

/// The longest game played, in plies: games that could go on for ever are stopped there.
const LONGEST: usize = 200;

/// The breach of a law by a game: one sentence with the moves that led to the position, and what is wrong there.
///
/// ```
/// use secateur::{Score, laws, tree::Tree};
///
/// let tree: Tree = "(1 2)".parse().unwrap();
/// let broken: laws::Broken = laws::check_knowledge(&tree, &mut |_: &Tree| Score::WIN, 1, 1, 1).unwrap_err();
/// let sentence = "after the moves [], the static value win in 0 is decisive, or changes when asked twice";
/// assert_eq!(broken.to_string(), sentence);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

/// Checks the laws of [`Game`], [`Keyed`](crate::Keyed) and [`Hints`] on every position of `games` random
/// games from `start`.
///
/// - Asking twice gives the same answer: outcome, moves, key. No move is listed twice.
/// - Codes stay below 65,535, differ from move to move, and `decode` undoes `encode`; of other codes it makes
///   nothing, or a legal move.
/// - A child is a copy on which the move was played.
/// - Positions with equal keys have the same outcome, the same codes, and under each code moves of the same
///   value, as far as two plies show it.
/// - Candidates are legal moves, and no other move is seen within two plies to be better than all of them.
///   Noisy moves are legal moves.
/// - A position with the turn passed keeps these laws too. After a move said to be irreversible no earlier
///   key comes back, and none at all in a game said to have no cycles ([`Hints::CYCLES`]).
///
/// Equal seeds play equal games. The error is one sentence: the moves that led to the position, and what is
/// wrong there. Costs about `b^2` calls per position with `b` moves.
///
/// ```
/// use secateur::{Game, Hints, Keyed, laws};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u64);
///
/// impl Game for Matches {
///     type Move = u64;
///     fn moves(&self) -> impl Iterator<Item = u64> {
///         1..=self.0.min(3)
///     }
///     fn play(&mut self, taken: u64) {
///         self.0 -= taken;
///     }
/// }
///
/// impl Keyed for Matches {
///     fn key(&self) -> u64 {
///         self.0 / 2 // five matches are not four
///     }
/// }
///
/// impl Hints for Matches {}
///
/// let error = laws::check(&Matches(9), 1, 10).unwrap_err();
/// assert!(error.to_string().contains("share the key"), "{error}");
/// ```
pub fn check<G: Hints>(start: &G, seed: u64, games: u32) -> Result<(), Broken> {
    walk(start, 0, &mut Dice(seed), games, &mut HashMap::new())
}

/// Checks the laws as [`check`] does, `games` games from each of these positions, and that the positions of all of them
/// can be kept in one table: boards of every size, variants of the rules, whatever else one game can be set up as.
///
/// Where positions that come from different starts share a key, a game is played on from both at once, by the same codes,
/// as long as the keys stay equal: outcomes and codes must stay equal, too. So a key that leaves out how many in a line
/// win is found out, even if both boards are empty.
///
/// The error names the start by its place, from 1.
///
/// ```
/// use secateur::{laws, tree::Tree};
///
/// let trees: Vec<Tree> = ["((1 2) (3 4))", "((5 6) (7 8))"].map(|text| text.parse().unwrap()).into();
/// laws::check_all(&trees, 1, 10).unwrap();
/// ```
pub fn check_all<G: Hints>(starts: &[G], seed: u64, games: u32) -> Result<(), Broken> {
    let (mut dice, mut seen) = (Dice(seed), HashMap::new());
    for (place, start) in starts.iter().enumerate() {
        walk(start, place, &mut dice, games, &mut seen)
            .map_err(|broken| Broken(format!("from start {}, {broken}", place + 1)))?;
    }
    Ok(())
}

/// Plays the games from one start.
fn walk<G: Hints>(
    start: &G,
    place: usize,
    dice: &mut Dice,
    games: u32,
    seen: &mut Seen<G>,
) -> Result<(), Broken> {
    for _ in 0..games {
        let (mut pos, mut path) = (start.clone(), Vec::new());
        let (mut keys, mut barrier) = (Vec::new(), 0);
        while path.len() < LONGEST {
            let wrong = |what: String| Broken(format!("after the moves {path:?}, {what}"));
            let passed = if pos.outcome().is_none() { pos.null_move() } else { None };
            for position in [Some(&pos), passed.as_ref()].into_iter().flatten() {
                check_position(position, dice).map_err(wrong)?;
                check_key(position, place, dice, seen).map_err(wrong)?;
            }
            if let Some(score) = passed.and_then(|passed| passed.outcome()) {
                return Err(wrong(format!("passing the turn ends the game: {score}")));
            }
            let key = pos.key();
            if keys[..barrier].contains(&key) {
                let what = if G::CYCLES {
                    "a key is back from before a move said to be irreversible"
                } else {
                    "a key is back in a game said to have no cycles"
                };
                return Err(wrong(what.into()));
            }
            keys.push(key);
            let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
            if moves.is_empty() {
                break;
            }
            let m = moves[dice.below(moves.len())];
            if !G::CYCLES || pos.irreversible(m) {
                barrier = keys.len();
            }
            pos.play(m);
            path.push(m);
        }
    }
    Ok(())
}

/// Checks knowledge on every position of `games` random games from `start`.
///
/// - The static value is never decisive, and equal when asked twice, and again when the moves are taken back.
/// - Proven bounds do not cross, and hold, as far as a search by the rules alone to `depth` can tell.
/// - Bounds move no value differently because another window asks, as far as that window can tell.
///
/// The error is one sentence, as for [`check`]. Costs about `b^depth` calls per position.
///
/// ```
/// use secateur::{laws, tree::{LeavesOnly, Tree}};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// laws::check_knowledge(&tree, &mut LeavesOnly, 1, 10, 2).unwrap();
/// laws::check_knowledge(&tree, &mut |_: &Tree| secateur::Score::WIN, 1, 10, 2).unwrap_err();
/// ```
pub fn check_knowledge<G: Game>(
    start: &G,
    eval: &mut impl Eval<G>,
    seed: u64,
    games: u32,
    depth: u32,
) -> Result<(), Broken> {
    let mut dice = Dice(seed);
    for _ in 0..games {
        let (mut pos, mut path, mut line) = (start.clone(), Vec::new(), Vec::new());
        while path.len() < LONGEST && pos.outcome().is_none() {
            let wrong = |what: String| Broken(format!("after the moves {path:?}, {what}"));
            let score = eval.eval(&pos);
            if score.is_decisive() || score != eval.eval(&pos) {
                return Err(wrong(format!(
                    "the static value {score} is decisive, or changes when asked twice"
                )));
            }
            let truth = by_rules(&pos, depth);
            let said = eval.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
            let edges = [Score::DRAW, score, said.lower, said.upper];
            let narrow = edges.into_iter().flat_map(|s| [(s.prev(), s), (s, s.next())]);
            for (alpha, beta) in narrow.chain([(-Score::INF, Score::INF)]) {
                let bounds = eval.bounds(&pos, alpha, beta, &mut Meter::unlimited());
                let values = [score, bounds.lower, bounds.upper, said.lower, said.upper];
                if let Some(value) = values.into_iter().find(|&v| !counts_alike(v, said, bounds, alpha, beta))
                {
                    let (low, high, from, to) = (said.lower, said.upper, bounds.lower, bounds.upper);
                    return Err(wrong(format!(
                        "the value is said to be from {low} to {high}, and from {from} to {to} if the window is \
                         from {alpha} to {beta}: that counts a value of {value} differently"
                    )));
                }
                let Bounds { lower, upper } = bounds;
                if lower > upper || lower > truth.upper || upper < truth.lower {
                    let Bounds { lower: low, upper: high } = truth;
                    return Err(wrong(format!(
                        "the value is said to be from {lower} to {upper}, and is from {low} to {high}"
                    )));
                }
            }
            let moves: Vec<G::Move> = pos.moves().collect();
            if moves.is_empty() {
                break;
            }
            let m = moves[dice.below(moves.len())];
            let child = pos.child(m);
            eval.push(&pos, Some(m), &child);
            line.push((pos, score));
            pos = child;
            path.push(m);
        }
        for (pos, score) in line.into_iter().rev() {
            eval.pop();
            path.pop();
            let back = eval.eval(&pos);
            if back != score {
                return Err(Broken(format!(
                    "back after the moves {path:?}, the static value is {back}, and was {score} before"
                )));
            }
        }
    }
    Ok(())
}

/// Checks what the answer of a window search proves, for authors of algorithms: given the value, it is the value itself within
/// the window; outside it, a bound of it if the search is fail-soft, or else the edge of the window.
///
/// The error is one sentence.
///
/// ```
/// use secateur::{Score, laws};
///
/// let [value, beta] = [3, 5].map(Score::points);
/// laws::check_answer(value, true, -Score::INF, beta, value).unwrap();
/// let beyond = Score::points(7);
/// let broken = laws::check_answer(value, true, -Score::INF, beta, beyond).unwrap_err();
/// assert_eq!(broken.to_string(), "the answer through -inf..+5 is +7, and the value is +3");
/// ```
pub fn check_answer(
    value: Score,
    fail_soft: bool,
    alpha: Score,
    beta: Score,
    answer: Score,
) -> Result<(), Broken> {
    let holds = match fail_soft {
        true if answer <= alpha => value <= answer,
        true if answer >= beta => value >= answer,
        true => answer == value,
        false => answer == value.clamp(alpha, beta),
    };
    match holds {
        true => Ok(()),
        false => {
            Err(Broken(format!("the answer through {alpha}..{beta} is {answer}, and the value is {value}")))
        }
    }
}

/// Whether a value that a search finds beneath a node counts the same, as far as a window can tell, with the bounds
/// given for that window as with those given for the widest. A bound beyond the window is the answer itself.
fn counts_alike(value: Score, said: Bounds, bounds: Bounds, alpha: Score, beta: Score) -> bool {
    let worth = said.clamp(value);
    let answer = match bounds {
        Bounds { upper, .. } if upper <= alpha => upper,
        Bounds { lower, .. } if lower >= beta => lower,
        _ => bounds.clamp(value),
    };
    answer == worth || (answer > worth && answer <= alpha) || (answer < worth && answer >= beta)
}

/// The bounds that the rules alone prove within `depth` plies.
fn by_rules<G: Game>(pos: &G, depth: u32) -> Bounds {
    if let Some(score) = pos.outcome() {
        return Bounds::exact(score);
    }
    let mut best = Bounds::exact(-Score::INF);
    for m in pos.moves() {
        if depth == 0 {
            return Bounds { lower: Score::LOSS, upper: Score::WIN };
        }
        let Bounds { lower, upper } = by_rules(&pos.child(m), depth - 1).to_root(1);
        best = Bounds { lower: best.lower.max(-upper), upper: best.upper.max(-lower) };
    }
    if best.upper == -Score::INF { Bounds::exact(pos.no_moves()) } else { best }
}

/// Seeded random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (Zobrist::<1>::new(self.0).key(0) % n as u64) as usize
    }
}
