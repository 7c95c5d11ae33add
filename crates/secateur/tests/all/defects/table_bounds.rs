//! (h) Marsland's table code: a lower bound from a narrow window, reused under a wider one.
//!
//! Marsland (1986) lets an entry from any search at least as deep narrow the window: a lower bound raises
//! `alpha`. The node is then searched through the narrower window, but its answer goes to a caller that still
//! has the wider one. As long as all entries are of one depth, a lower bound above the answer cannot be. With
//! entries from deeper searches it can: the search below meets such an entry, fails low under the raised
//! `alpha`, and its answer, which proves an upper bound and nothing else, lies *inside* the caller's window
//! and is taken for a value. W. Wesselink, K. Huizing and H. van de Wetering (2025) found that the answer
//! need then not be the value of *any* tree, however deep each position is allowed to be searched.
//!
//! Right: in exact search an entry answers for its own depth alone; and an answer never contradicts the
//! bounds that narrowed the window.

use super::games::{context, hash, sure};
use crate::common::book::Book;
use crate::common::web::{Token, Web};
use secateur::{Game, Score, algo};
use std::collections::{BTreeSet, HashMap};

const INFINITY: i32 = 1_000;

#[derive(Copy, Clone, PartialEq, Debug)]
enum Flag {
    Valid,
    LBound,
    UBound,
}

type Table = HashMap<u16, (u32, i32, Flag)>;

/// The printed search, with its table.
fn printed(p: Token<'_>, mut alpha: i32, mut beta: i32, depth: u32, table: &mut Table) -> i32 {
    if let Some(&(height, value, flag)) = table.get(&p.at)
        && height >= depth
    {
        match flag {
            Flag::Valid => return value,
            Flag::LBound => alpha = alpha.max(value),
            Flag::UBound => beta = beta.min(value),
        }
        if alpha >= beta {
            return value;
        }
    }
    if depth == 0 || p.outcome().is_some() {
        return p.eval();
    }
    let mut score = -INFINITY;
    for m in p.moves() {
        score = score.max(-printed(p.child(m), -beta, -alpha.max(score), depth - 1, table));
        if score >= beta {
            break;
        }
    }
    let flag = match score {
        _ if score <= alpha => Flag::UBound,
        _ if score >= beta => Flag::LBound,
        _ => Flag::Valid,
    };
    if table.get(&p.at).is_none_or(|&(height, ..)| height <= depth) {
        table.insert(p.at, (depth, score, flag));
    }
    score
}

/// The values of all trees that search every position to the depth left, or deeper as they please.
fn witnessed(p: Token<'_>, depth: u32) -> BTreeSet<i32> {
    if p.outcome().is_some() {
        return [p.eval()].into();
    }
    let mut values = BTreeSet::from([-INFINITY]);
    for m in p.moves() {
        let child = witnessed(p.child(m), depth.saturating_sub(1));
        values = values.iter().flat_map(|&best| child.iter().map(move |&v| best.max(-v))).collect();
    }
    if depth == 0 {
        values.insert(p.eval());
    }
    values
}

/// Minimax by our page, and alpha-beta with a memory that other depths were searched with before.
fn ours(p: Token<'_>, depth: u32) -> (i32, i32) {
    let value = sure(algo::minimax(&mut context(|p: &Token<'_>| p.eval()), &p, depth));
    let cx = &mut context(|p: &Token<'_>| p.eval()).memory(Book::new(true));
    for other in (1..=depth + 2).filter(|&other| other != depth) {
        sure(algo::alpha_beta_memory(cx, &p, other, value - 1, value));
        sure(algo::alpha_beta_memory(cx, &p, other, value, value + 1));
    }
    let answer = sure(algo::alpha_beta_memory(cx, &p, depth, -Score::INF, Score::INF));
    (value.get(), answer.get())
}

/// ```text
///        a          All moves lead down, those from b to g, d and e in that order.
///       / \         Where a position is not searched, it counts 0; e counts -1.
///      b   c        The game ends at f with 0, and at g with -1, for the side to move.
///     /|\  |
///    g | `-d        Searched three plies deep, a is worth 1: through c and d to e, which is not searched.
///      |   |        If e is searched after all, a is worth -1.
///      `---e
///         / \
///        f   g
/// ```
fn counterexample() -> Web {
    let [b, c, d, e, f, g] = [1, 2, 3, 4, 5, 6];
    let vertices = vec![
        (0, vec![b, c]),
        (0, vec![g, d, e]),
        (0, vec![d]),
        (0, vec![e]),
        (-1, vec![f, g]),
        (0, vec![]),
        (-1, vec![]),
    ];
    Web { vertices, ranks: vec![0; 7] }
}

#[test]
fn a_bound_is_taken_for_a_value() {
    let web = counterexample();
    let (a, d, e) = (web.at(0), 3, 4);
    let mut table = Table::new();
    // With g for a reply, b is scouted through (-inf, -1): d is at least 1 one ply deep, by the static value
    // of e; e, one ply deep, is at least 0. Under c the first raises alpha to 1, and the second, for e not
    // searched, fails low with 0: d is at most 0. To c, whose alpha is -1, that is a value.
    assert_eq!(printed(web.at(1), -INFINITY, INFINITY, 2, &mut table), 1);
    assert_eq!((table[&d], table[&e]), ((1, 1, Flag::LBound), (1, 0, Flag::LBound)));
    assert_eq!(printed(a, -INFINITY, INFINITY, 3, &mut Table::new()), 0);
    assert_eq!(witnessed(a, 3), BTreeSet::from([-1, 1]));
    assert_eq!(ours(a, 3), (1, 1));
}

/// A random graph without cycles.
fn random(seed: u64) -> Web {
    let mut state = hash(seed, 7);
    let mut below = |n: u64| {
        state = hash(state, 8);
        state % n
    };
    let count = 12;
    let vertices = (0..count).map(|at| {
        let edges: BTreeSet<u16> =
            (at + 1..count).take(5).filter(|_| below(2) == 0).map(|to| to as u16).collect();
        (below(21) as i32 - 10, edges.into_iter().collect())
    });
    Web { vertices: vertices.collect(), ranks: vec![0; count as usize] }
}

#[test]
fn ours_answers_for_its_own_depth() {
    let mut theirs = 0;
    for seed in 0..1_000 {
        let web = random(seed);
        for depth in 3..=5 {
            let root = web.at(0);
            let (value, answer) = ours(root, depth);
            assert_eq!(answer, value, "graph {seed} at depth {depth}");
            theirs += u32::from(printed(root, -INFINITY, INFINITY, depth, &mut Table::new()) != value);
        }
    }
    assert!(theirs > 30, "{theirs} of 3,000 answers are not minimax's");
}
