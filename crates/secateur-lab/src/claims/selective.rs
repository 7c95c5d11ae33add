//! The worth of null moves.

use super::bench::{ClaimBench, ClaimError, Field, SearchSpec, by, figures};
use super::pruning::growth_of;
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};
use crate::duel::Arena;
use crate::statistics::MatchScore;
use secateur_session::{Algorithm, Request};

const SECTION: &str = "Null move pruning";
const CHESS: &[&str] = &["chess"];

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "null-move-plies",
        says: "Null moves with R = 2 save as much as a search of a ply or two less",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "The nodes of plain alpha-beta over those with null moves, as plies: by how much alpha-beta's nodes grow a ply in the same position. Three quarters of a ply to two and a quarter will do.",
        unit: Unit::Plies,
        rule: Rule::Between(0.75, 2.25),
        needs: CHESS,
        run: plies,
    },
    Claim {
        id: "null-move-r-2",
        says: "No other R has done better than 2",
        lecture: Lecture::Recherche,
        section: "Null move pruning: Some ideas",
        tested: "Games of alpha-beta with null moves at R = 2 against other R, the same number of nodes a move, pairs from the same openings: what R = 2 scores. Half of the points, or more, will do.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(50.0),
        needs: CHESS,
        run: reductions,
    },
    Claim {
        id: "null-moves-in-a-row",
        says: "One null move at a time or two in a row before a real one: both work about equally well",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Nodes with two in a row beyond those with one at a time, to the same depth. A tenth to either side will do.",
        unit: Unit::Percent,
        rule: Rule::Between(-10.0, 10.0),
        needs: CHESS,
        run: in_a_row,
    },
];

const ONE: &[&str] = &["null_move.reduction=2", "null_move.in_a_row=1"];
const TWO: &[&str] = &["null_move.reduction=2", "null_move.in_a_row=2"];

/// Chess, at a number of depths.
fn fields(bench: &ClaimBench<'_>) -> Vec<Field> {
    let fields = bench.pick(&[(3, 2)][..], &[(4, 16), (5, 16), (6, 8)], &[(4, 40), (5, 40), (6, 24), (7, 6)]);
    fields.iter().map(|&(depth, count)| Field::game("chess", depth, count)).collect()
}

fn plies(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    figures(&fields(bench), |field| {
        let plies = bench.samples(field, |position| {
            let nodes = |spec| bench.nodes(field.game, position, spec, field.depth);
            let [plain, nulls] =
                [nodes(by("alpha-beta"))?, nodes(SearchSpec { settings: ONE, ..by("null-move") })?];
            let growth = growth_of(bench, field, position, by("alpha-beta"))?;
            let both = plain.zip(nulls).zip(growth.filter(|&growth| growth > 1.0));
            Ok(both.map(|((plain, nulls), growth)| (plain / nulls).ln() / growth.ln()))
        })?;
        Ok((!plies.is_empty()).then(|| ClaimEstimate::mean(&plies)))
    })
}

fn in_a_row(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    figures(&fields(bench), |field| {
        let nulls = |settings| SearchSpec { settings, ..by("null-move") };
        Ok(bench.ratio(field, [nulls(TWO), nulls(ONE)])?.map(ClaimEstimate::more))
    })
}

fn reductions(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let (algorithm, nodes) = (Algorithm::named("null-move")?, bench.pick(300, 4_000, 10_000));
    let player = |reduction: u32| -> Result<Request, ClaimError> {
        let mut request = bench.request().algorithm(algorithm).nodes(nodes).hash(1 << 10);
        request.method.settings.set(&format!("null_move.reduction={reduction}"))?;
        Ok(request)
    };
    let arena = Arena::new(bench.entry("chess")?, None, bench.seed())?;
    let two = player(2)?;
    let openings = arena.openings(bench.pick(1, 12, 40), &two, bench.seed())?;
    let mut figures = Vec::new();
    for reduction in [1, 3, 4] {
        let other = player(reduction)?;
        let pairs = bench.each(openings.len(), |n| Ok(arena.pair(&openings[n], [&two, &other])?))?;
        let mut score = MatchScore::default();
        pairs.into_iter().for_each(|half_points| score.add(half_points));
        let Some(share) = score.share() else { continue };
        // Where all pairs end alike, nothing is known of the spread, and so of the share.
        let interval = score.interval().or(Some((0.0, 1.0)));
        let estimate = ClaimEstimate { value: share, interval, samples: score.games() as usize };
        figures.push(ClaimFigure::new(
            format!("R = 2 against R = {reduction}, {nodes} nodes a move"),
            estimate.map(|share| 100.0 * share),
        ));
    }
    Ok(figures)
}
