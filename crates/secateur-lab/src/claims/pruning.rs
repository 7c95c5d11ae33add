//! The part of the tree that alpha-beta leaves out, without a change to the value.

use super::bench::{ClaimBench, ClaimError, Field, SearchSpec, by, figures};
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};
use crate::random::below;
use rand_xoshiro::SplitMix64;
use secateur_session::{ALGORITHMS, Algorithm, ComparePlan};

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "root-of-35",
        says: "With the best move always first, alpha-beta's branching factor is the square root of the game's: in chess 6 instead of 35",
        lecture: Lecture::Recherche,
        section: "Alfa-Beta Search: A possible weakness",
        tested: "The growth of the last iteration's nodes in two plies, and the square root of that: in trees of 35 moves with the best one first in so many nodes, and in chess with a table and quiescence search. A tenth to either side of 5.9 will do.",
        unit: Unit::Times,
        rule: Rule::Between(5.3, 6.5),
        needs: &["ordered"],
        run: growth,
    },
    Claim {
        id: "twice-as-deep",
        says: "Alpha-beta that works well searches twice as deep in the same number of nodes",
        lecture: Lecture::Recherche,
        section: "Alfa-Beta Search: A possible weakness",
        tested: "How deep alpha-beta gets with the nodes that minimax takes for a depth, over that depth; parts of a ply by the growth between two depths. 1.8 times as deep will do.",
        unit: Unit::Times,
        rule: Rule::AtLeast(1.8),
        needs: &["ordered"],
        run: depth,
    },
    Claim {
        id: "worst-first",
        says: "With the worst move always first there is no cutoff, and alpha-beta visits all that minimax does",
        lecture: Lecture::Recherche,
        section: "Alfa-Beta Search: A possible weakness",
        tested: "The part of the leaves that alpha-beta visits in written trees of four moves, every node's moves sorted by their true values, where all leaves differ and where many are equal.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(100.0),
        needs: &["tree"],
        run: worst_first,
    },
    Claim {
        id: "saved-99-9",
        says: "Alpha-beta can save almost 99.9 % of minimax's work",
        lecture: Lecture::Article,
        section: "the introduction",
        tested: "What the last iteration saves in nodes, in per cent of minimax's: what is left is a geometric mean over positions, each game's moves in its own order. 99.85, which rounds to 99.9, will do.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(99.85),
        needs: &["connect4", "ordered"],
        run: saved,
    },
    Claim {
        id: "same-value",
        says: "All the variants return the same value; they differ in the number of nodes",
        lecture: Lecture::Variants,
        section: "Recommendations",
        tested: "Every exact algorithm there is, on the same positions: how many of its values are those of minimax.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(100.0),
        needs: &["connect4"],
        run: same_value,
    },
    Claim {
        id: "same-move",
        says: "Alpha-beta computes the very move that minimax finds",
        lecture: Lecture::Article,
        section: "the introduction",
        tested: "How often the best move is minimax's, all searches trying moves in the same order. MTD(f) is there for comparison: of moves that are worth the same it may find another.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(100.0),
        needs: &["connect4"],
        run: same_move,
    },
];

/// The growth a ply, as the square root of that in two plies.
pub(super) fn growth_of(
    bench: &ClaimBench<'_>,
    field: &Field,
    position: &str,
    spec: SearchSpec,
) -> Result<Option<f64>, ClaimError> {
    let last = bench.last(field.game, position, spec, field.depth)?;
    let before = bench.last(field.game, position, spec, field.depth - 2)?;
    Ok(last.zip(before).map(|(last, before)| (last / before).sqrt()))
}

fn growth(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let (depth, count) = (bench.pick(4, 6, 6), bench.pick(2, 8, 30));
    let fields = [
        Field::tree("ordered", "b=35 d=9 p=1 noise=0", depth, count),
        Field::tree("ordered", "b=35 d=9 p=0.98 noise=0", depth, count),
        Field::tree("ordered", "b=35 d=9 p=0.9 noise=0", depth, count),
        Field::tree("ordered", "b=35 d=9 p=0.7 noise=0", depth, count),
        Field::tree("ordered", "b=35 d=9 p=0.5 noise=0", depth, count),
        Field::tree("ordered", "b=35 d=9 p=0.2 noise=0", depth, count),
        Field::game("chess", bench.pick(3, 5, 6), bench.pick(2, 16, 40)),
    ];
    figures(&fields, |field| {
        let name = if field.tree.is_some() { "alpha-beta" } else { "alpha-beta-memory" };
        let grown = bench.samples(field, |position| growth_of(bench, field, position, by(name)))?;
        Ok((!grown.is_empty()).then(|| ClaimEstimate::geometric(&grown)))
    })
}

/// The depth that alpha-beta reaches with the nodes that minimax takes to the depth, over that depth.
fn times_as_deep(bench: &ClaimBench<'_>, field: &Field, position: &str) -> Result<Option<f64>, ClaimError> {
    let nodes = |algorithm, depth| bench.last(field.game, position, by(algorithm), depth);
    let Some(budget) = nodes("minimax", field.depth)? else { return Ok(None) };
    let Some(mut before) = nodes("alpha-beta", field.depth)? else { return Ok(None) };
    for depth in field.depth..3 * field.depth {
        let Some(next) = nodes("alpha-beta", depth + 1)? else { return Ok(None) };
        if next >= budget {
            let part = (budget / before).ln() / (next / before).ln();
            return Ok(Some((f64::from(depth) + part) / f64::from(field.depth)));
        }
        before = next;
    }
    Ok(None)
}

fn depth(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let count = bench.pick(2, 16, 40);
    let few = bench.pick(2, 4, 8);
    let ordered = |tree, depth| Field::tree("ordered", tree, depth, few);
    let mut fields = Vec::new();
    fields.extend(
        bench.pick(&[2][..], &[2, 3], &[2, 3, 4]).iter().map(|&d| ordered("b=35 d=16 p=1 noise=0", d)),
    );
    fields.extend(
        bench.pick(&[2][..], &[3, 5, 6], &[3, 5, 6]).iter().map(|&d| ordered("b=10 d=16 p=1 noise=0", d)),
    );
    fields.extend([
        ordered("b=10 d=16 p=0.9 noise=0", bench.pick(2, 5, 6)),
        ordered("b=10 d=16 p=0.6 noise=0", bench.pick(2, 5, 6)),
        Field::game("connect4", bench.pick(3, 6, 8), count),
        Field::game("othello", bench.pick(2, 4, 5), count),
        Field::game("clobber", bench.pick(2, 3, 4), count),
    ]);
    figures(&fields, |field| {
        let deeper = bench.samples(field, |position| times_as_deep(bench, field, position))?;
        Ok((!deeper.is_empty()).then(|| ClaimEstimate::mean(&deeper)))
    })
}

/// The move that comes first in a written tree.
#[derive(Copy, Clone)]
enum First {
    Worst,
    Best,
    Any,
}

/// A tree of four moves a node with these leaves, as text, and its value for the side to move. `take` hands the leaves
/// out.
fn written(depth: u32, first: First, take: &mut impl FnMut() -> i32) -> (i32, String) {
    if depth == 0 {
        let value = take();
        return (value, value.to_string());
    }
    let mut children: Vec<(i32, String)> = (0..4).map(|_| written(depth - 1, first, take)).collect();
    // What is good for the side to move is bad for the other one, whose value this is.
    match first {
        First::Worst => children.sort_by_key(|child| -child.0),
        First::Best => children.sort_by_key(|child| child.0),
        First::Any => {}
    }
    let value = children.iter().map(|child| -child.0).max().unwrap_or(0);
    let texts: Vec<String> = children.into_iter().map(|child| child.1).collect();
    (value, format!("({})", texts.join(" ")))
}

/// The leaves of a tree: all different, or of nine values.
fn leaves(random: &mut SplitMix64, count: usize, differ: bool) -> Vec<i32> {
    let mut values: Vec<i32> = (0..count as i32).map(|n| if differ { n } else { n % 9 }).collect();
    for n in (1..count).rev() {
        values.swap(n, below(random, n + 1));
    }
    values
}

fn worst_first(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    // Leaves are written for the first player: with an even depth, for the side to move there as well.
    let mut figures = Vec::new();
    for (depth, name, first, differ) in [
        (2, "worst first, all leaves differ", First::Worst, true),
        (2, "worst first, nine values", First::Worst, false),
        (4, "worst first, all leaves differ", First::Worst, true),
        (4, "worst first, nine values", First::Worst, false),
        (6, "worst first, all leaves differ", First::Worst, true),
        (6, "any order, all leaves differ", First::Any, true),
        (6, "best first, all leaves differ", First::Best, true),
    ] {
        let count = 4usize.pow(depth);
        let visited = bench.each(bench.pick(2, 20, 50), |n| {
            let mut values = leaves(&mut bench.random(4, n), count, differ).into_iter();
            let (_, tree) = written(depth, first, &mut || values.next().unwrap_or(0));
            let plain = SearchSpec { ordering: "none", ..by("alpha-beta") };
            let all = bench.answer("tree", &tree, plain, depth)?.leaves;
            let before = bench.answer("tree", &tree, plain, depth - 1)?.leaves;
            Ok(Some(100.0 * (all - before) as f64 / count as f64))
        })?;
        let estimate = ClaimEstimate::mean(&visited);
        figures.push(match first {
            First::Worst => ClaimFigure::new(format!("{name}, depth {depth}"), estimate),
            First::Best | First::Any => ClaimFigure::aside(format!("{name}, depth {depth}"), estimate),
        });
    }
    Ok(figures)
}

fn saved(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let count = bench.pick(2, 12, 40);
    let mut fields = Vec::new();
    let mut add =
        |field: Field, depths: &[u32]| fields.extend(depths.iter().map(|&depth| Field { depth, ..field }));
    add(Field::game("connect4", 0, count), bench.pick(&[3], &[4, 6, 8], &[4, 6, 8, 9]));
    add(Field::game("othello", 0, count), bench.pick(&[2], &[3, 5], &[3, 5, 6]));
    add(Field::game("clobber", 0, count), bench.pick(&[2], &[2, 4], &[2, 4, 5]));
    add(Field::game("chess", 0, bench.pick(2, 6, 12)), bench.pick(&[1], &[2], &[2, 3]));
    let trees = Field::tree("ordered", "b=35 d=9 p=0.9 noise=0", 0, 2);
    add(trees, bench.pick(&[2], &[3, 4, 5], &[3, 4, 5]));
    figures(&fields, |field| {
        let left = bench.samples(field, |position| {
            let nodes = |name| bench.last(field.game, position, by(name), field.depth);
            Ok(nodes("alpha-beta")?.zip(nodes("minimax")?).map(|(some, all)| some / all))
        })?;
        Ok((!left.is_empty()).then(|| ClaimEstimate::geometric(&left).saved()))
    })
}

/// Games and depths at which plain minimax takes little time.
fn small(bench: &ClaimBench<'_>) -> Vec<Field> {
    let count = bench.pick(2, 10, 40);
    [
        Field::game("connect4", bench.pick(2, 4, 5), count),
        Field::game("othello", bench.pick(2, 3, 4), count),
        Field::game("clobber", bench.pick(2, 3, 3), count),
        Field::game("tictactoe", bench.pick(3, 5, 5), count),
        Field::game("chess", bench.pick(1, 2, 2), bench.pick(2, 10, 40)),
        Field::tree("uniform", "b=5 d=6 k=20", bench.pick(3, 5, 6), count),
        Field::tree("ordered", "b=6 d=6 p=0.7", bench.pick(3, 5, 5), count),
    ]
    .to_vec()
}

fn same_value(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let exact: Vec<Algorithm> = ALGORITHMS.iter().filter(|a| a.is_exact()).copied().collect();
    figures(&small(bench), |field| {
        let agree = bench.samples(field, |position| {
            // At once to the depth: by itself, a search ends as soon as it has seen that nothing deeper matters, some
            // sooner than others.
            let plan = ComparePlan {
                given: vec![position.to_owned()],
                depth: Some(field.depth),
                algorithms: Some(exact.clone()),
                ..ComparePlan::default()
            };
            let request = bench.request().hash(1 << 20);
            let mut values = Vec::new();
            bench.open(field.game)?.compare(&plan, &request, &mut |c| values.extend_from_slice(&c.values));
            // Minimax is the first.
            let same = values.iter().skip(1).filter(|value| values.first() == Some(*value)).count();
            Ok((values.len() == exact.len()).then(|| 100.0 * same as f64 / (exact.len() - 1) as f64))
        })?;
        Ok(share(&agree))
    })
}

/// A mean of what holds of each position for certain: there is no chance in it.
fn share(percent: &[f64]) -> Option<ClaimEstimate> {
    (!percent.is_empty()).then(|| ClaimEstimate { interval: None, ..ClaimEstimate::mean(percent) })
}

fn same_move(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let mut all = Vec::new();
    for algorithm in ["alpha-beta", "mtd-f"] {
        let found = figures(&small(bench), |field| {
            let same = bench.samples(field, |position| {
                let best = |algorithm| {
                    let spec = SearchSpec { ordering: "move-score", ..by(algorithm) };
                    bench.answer(field.game, position, spec, field.depth).map(|answer| answer.best)
                };
                Ok(Some(if best(algorithm)? == best("minimax")? { 100.0 } else { 0.0 }))
            })?;
            Ok(share(&same))
        })?;
        let named = |f: ClaimFigure| ClaimFigure {
            at: format!("{algorithm}, {}", f.at),
            counts: algorithm == "alpha-beta",
            ..f
        };
        all.extend(found.into_iter().map(named));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_trees_are_sorted_by_their_values() {
        let tree = |first, depth| {
            let mut next = 0..;
            written(depth, first, &mut || next.next().unwrap_or(0))
        };
        // A leaf is worth to its parent what it takes from the side to move there.
        assert_eq!(tree(First::Best, 1), (0, "(0 1 2 3)".into()));
        assert_eq!(tree(First::Worst, 1), (0, "(3 2 1 0)".into()));
        // The opponent's best reply in each of the four is -0, -4, -8, -12: the last is the best to go for.
        let (value, text) = tree(First::Best, 2);
        assert_eq!((value, text.as_str()), (12, "((12 13 14 15) (8 9 10 11) (4 5 6 7) (0 1 2 3))"));
    }

    #[test]
    fn leaves_differ_where_they_should() {
        let mut random = rand_xoshiro::rand_core::SeedableRng::seed_from_u64(1);
        let mut all = leaves(&mut random, 64, true);
        assert_ne!(all[..9], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        all.sort_unstable();
        assert!(all.iter().enumerate().all(|(n, &value)| value == n as i32));
        assert_eq!(leaves(&mut random, 64, false).iter().max(), Some(&8));
    }
}
