//! The cost of iterative deepening, and its gains.

use super::bench::{ClaimBench, ClaimError, Field, SearchSpec, by, figures};
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};
use secateur_session::{Algorithm, ComparePlan};

const SECTION: &str = "Iterative deepening";
/// Branching factors and depths for which the formula is evaluated.
const FACTORS: std::ops::RangeInclusive<u32> = 2..=40;
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=12;

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "deepening-bound",
        says: "Deepening to depth D in a tree of B moves a node opens D B + (D-1) B^2 + ... + B^D nodes, which is at most B^D / (1 - 1/B)^2",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "The sum over the bound, at its largest for B from 2 to 40 and D to 12; and what minimax opens below the root in uniform trees over the bound.",
        unit: Unit::Times,
        rule: Rule::AtMost(1.0),
        needs: &["uniform"],
        run: bound,
    },
    Claim {
        id: "deepening-20",
        says: "With ten moves a node, deepening opens 20 % more nodes than one search to the same depth",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Nodes of all iterations over those of the last one, where nothing is remembered between them; 15 to 25 % will do. Beside it, minimax against the leaves B^D alone, which is what the bound speaks of.",
        unit: Unit::Percent,
        rule: Rule::Between(15.0, 25.0),
        needs: &["uniform", "ordered"],
        run: twenty,
    },
    Claim {
        id: "deepening-twice",
        says: "Deepening does only twice the work of one search to the same depth, for most of it is done in the last iteration",
        lecture: Lecture::Article,
        section: "Improvements and Optimizations: utilization of the available time",
        tested: "Nodes of all iterations over those of the last one, without a table. Twice, or less, is also half of the work or more in the last iteration.",
        unit: Unit::Times,
        rule: Rule::AtMost(2.0),
        needs: &["uniform", "ordered"],
        run: twice,
    },
    Claim {
        id: "deepening-table",
        says: "With a table, whose best moves are tried first, deepening makes up for its repetitions",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Alpha-beta with a table: nodes of all iterations over those of one search to the depth, each from an empty table. One, or less, makes up for all.",
        unit: Unit::Times,
        rule: Rule::AtMost(1.0),
        needs: &["connect4"],
        run: with_table,
    },
];

/// The lecture's sum: what deepening opens below the root.
fn opened(b: u32, depth: u32) -> f64 {
    whole_sum(b, depth) as f64
}

/// The same as a whole number.
fn whole_sum(b: u32, depth: u32) -> u128 {
    (1..=depth).map(|ply| u128::from(depth + 1 - ply) * u128::from(b).pow(ply)).sum()
}

/// The sum over the bound. Large depths bring it so near to one that only whole numbers tell on which side it is.
fn over_bound(b: u32, depth: u32) -> f64 {
    let (sum, bound) = (whole_sum(b, depth) * u128::from(b - 1).pow(2), u128::from(b).pow(depth + 2));
    if sum <= bound {
        (sum as f64 / bound as f64).min(1.0)
    } else {
        (sum as f64 / bound as f64).max(1.0 + f64::EPSILON)
    }
}

/// The lecture's bound.
fn at_most(b: u32, depth: u32) -> f64 {
    f64::from(b).powi(depth as i32) / (1.0 - 1.0 / f64::from(b)).powi(2)
}

fn bound(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let parts = FACTORS.flat_map(|b| DEPTHS.map(move |depth| over_bound(b, depth)));
    let mut figures =
        vec![ClaimFigure::new("the sum, at its largest", ClaimEstimate::exact(parts.fold(0.0, f64::max)))];
    let trees = [("b=2 d=12", 2, 12), ("b=4 d=7", 4, 7), ("b=10 d=5", 10, 5)];
    for (tree, b, depth) in &trees[..bench.pick(1, 3, 3)] {
        let Some(nodes) = bench.nodes("uniform", tree, by("minimax"), *depth)? else { continue };
        // Each iteration opens the root as well, which the sum leaves out.
        let below = nodes - f64::from(*depth);
        figures.push(ClaimFigure::new(
            format!("minimax, uniform tree {tree}"),
            ClaimEstimate::exact(below / at_most(*b, *depth)),
        ));
        figures.push(ClaimFigure::aside(
            format!("minimax over the sum, {tree}"),
            ClaimEstimate::exact(below / opened(*b, *depth)),
        ));
    }
    Ok(figures)
}

/// Nodes of all iterations over those of the last.
fn repeated(
    bench: &ClaimBench<'_>,
    field: &Field,
    spec: SearchSpec,
) -> Result<Option<ClaimEstimate>, ClaimError> {
    let ratios = bench.samples(field, |position| {
        let all = bench.nodes(field.game, position, spec, field.depth)?;
        let last = bench.last(field.game, position, spec, field.depth)?;
        Ok(all.zip(last).map(|(all, last)| all / last))
    })?;
    Ok((!ratios.is_empty()).then(|| ClaimEstimate::geometric(&ratios)))
}

fn twenty(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let (depth, count) = (bench.pick(3, 5, 6), bench.pick(2, 10, 40));
    let mut figures = Vec::new();
    let mut add = |name: &str, field: &Field, algorithm| -> Result<(), ClaimError> {
        let estimate = repeated(bench, field, by(algorithm))?;
        figures
            .extend(estimate.map(|e| ClaimFigure::new(format!("{name}, depth {}", field.depth), e.more())));
        Ok(())
    };
    // All seeds of a tree take minimax the same number of nodes.
    let uniform = Field::tree("uniform", "b=10 d=9", depth, 1);
    add("minimax", &uniform, "minimax")?;
    for depth in [depth - 1, depth] {
        add("alpha-beta, random leaves", &Field { depth, count, ..uniform }, "alpha-beta")?;
        let ordered = |tree| Field::tree("ordered", tree, depth, count);
        add("alpha-beta, best first in 90 %", &ordered("b=10 d=9 p=0.9 noise=0"), "alpha-beta")?;
        add("alpha-beta, best first", &ordered("b=10 d=9 p=1 noise=0"), "alpha-beta")?;
    }
    let over_leaves = opened(10, depth) / 10f64.powi(depth as i32);
    figures.push(ClaimFigure::new(
        format!("minimax over its leaves alone, depth {depth}"),
        ClaimEstimate::exact(over_leaves).more(),
    ));
    Ok(figures)
}

fn twice(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let count = bench.pick(2, 16, 40);
    let minimax = |tree, depth| Field::tree("uniform", tree, depth, 1);
    let ordered = |tree, depth| Field::tree("ordered", tree, depth, bench.pick(2, 4, 8));
    let trees = [
        ordered("b=2 d=24 p=1 noise=0", bench.pick(6, 16, 20)),
        ordered("b=10 d=24 p=1 noise=0", bench.pick(3, 6, 7)),
        ordered("b=35 d=24 p=1 noise=0", bench.pick(2, 4, 5)),
    ];
    let mut all = Vec::new();
    for field in [minimax("b=2 d=20", bench.pick(8, 14, 16)), minimax("b=5 d=20", bench.pick(4, 6, 7))] {
        let estimate = repeated(bench, &field, by("minimax"))?;
        all.extend(estimate.map(|e| ClaimFigure::new(format!("minimax, {}", field.name()), e)));
    }
    let found = figures(&trees, |field| repeated(bench, field, by("alpha-beta")))?;
    all.extend(
        found.into_iter().map(|figure| ClaimFigure { at: format!("alpha-beta, {}", figure.at), ..figure }),
    );
    for deeper in [1, 0] {
        let games = [
            Field::game("chess", bench.pick(2, 5, 6) - deeper, count),
            Field::game("othello", bench.pick(2, 7, 8) - deeper, count),
            Field::game("connect4", bench.pick(3, 9, 10) - deeper, count),
        ];
        let found = figures(&games, |field| repeated(bench, field, by("alpha-beta")))?;
        all.extend(
            found
                .into_iter()
                .map(|figure| ClaimFigure { at: format!("alpha-beta, {}", figure.at), ..figure }),
        );
    }
    Ok(all)
}

fn with_table(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let count = bench.pick(2, 12, 24);
    let fields = [
        Field::game("chess", bench.pick(2, 4, 5), count),
        Field::game("othello", bench.pick(2, 6, 7), count),
        Field::game("connect4", bench.pick(3, 8, 9), count),
        Field::game("clobber", bench.pick(2, 5, 6), count),
    ];
    let algorithm = Algorithm::named("alpha-beta-memory")?;
    figures(&fields, |field| {
        let ratios = bench.samples(field, |position| {
            let nodes = |deepen| -> Result<Option<f64>, ClaimError> {
                let plan = ComparePlan {
                    given: vec![position.to_owned()],
                    depth: Some(field.depth),
                    algorithms: Some(vec![algorithm]),
                    deepen,
                    ..ComparePlan::default()
                };
                let request = bench.request().hash(by("").hash);
                let mut nodes = None;
                bench.open(field.game)?.compare(&plan, &request, &mut |c| nodes = Some(c.nodes as f64));
                Ok(nodes)
            };
            Ok(nodes(true)?.zip(nodes(false)?).map(|(deepening, at_once)| deepening / at_once))
        })?;
        Ok((!ratios.is_empty()).then(|| ClaimEstimate::geometric(&ratios)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_and_its_bound() {
        // 3 * 2 + 2 * 4 + 8, and 8 / (1/2)^2.
        assert_eq!((opened(2, 3), at_most(2, 3)), (22.0, 32.0));
        // One iteration: B, below B / (1 - 1/B)^2.
        assert_eq!(opened(10, 1), 10.0);
        assert!((at_most(10, 1) - 10.0 / 0.81).abs() < 1e-9);
    }
}
