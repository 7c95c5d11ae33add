//! The savings of windows: scouting, aspiration, MTD(f).

use super::bench::{ClaimBench, ClaimError, Field, SearchSpec, by, figures};
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};

/// About ten per cent.
const TEN: Rule = Rule::Between(5.0, 15.0);

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "pvs-10",
        says: "Principal variation search is 10 % better than alpha-beta",
        lecture: Lecture::Recherche,
        section: "Principal Variation Search: An enhancement to alpha-beta",
        tested: "Nodes saved by pvs, in per cent of alpha-beta's, both deepening; without a table, and with one. 5 to 15 % will do.",
        unit: Unit::Percent,
        rule: TEN,
        needs: &["connect4"],
        run: pvs,
    },
    Claim {
        id: "pvs-best",
        says: "Principal variation search is probably the best of the variants",
        lecture: Lecture::Variants,
        section: "PVS",
        tested: "Nodes that pvs with a table takes beyond those of the best of the other variants with a table, all deepening: alpha-beta, aspiration, bisection, MTD(f) and MTD from either end.",
        unit: Unit::Percent,
        rule: Rule::AtMost(0.0),
        needs: &["connect4"],
        run: best,
    },
    Claim {
        id: "mtdf-10",
        says: "MTD(f) takes 10 % less time than alpha-beta in chess",
        lecture: Lecture::Recherche,
        section: "MTD(f)",
        tested: "Nodes, which repeat where times do not, saved by MTD(f), in per cent of those of alpha-beta with the same table, both deepening. 5 to 15 % will do. Other games are there for comparison.",
        unit: Unit::Percent,
        rule: TEN,
        needs: &["chess"],
        run: mtd,
    },
    Claim {
        id: "mtdf-guess",
        says: "For MTD(f) the first guess is crucial; the last search's value serves well",
        lecture: Lecture::Recherche,
        section: "MTD(f)",
        tested: "Nodes beyond those of MTD(f) where every iteration starts from plus or minus infinity instead of the last value. A tenth more, or worse, makes the guess crucial.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(10.0),
        needs: &["connect4"],
        run: guess,
    },
    Claim {
        id: "bisection-worse",
        says: "Bisection takes many searches, the logarithm of the range of scores, where MTD(f) takes few",
        lecture: Lecture::Variants,
        section: "MTD(f)",
        tested: "Nodes of bisection beyond those of MTD(f), both deepening with the same table. Searches are not counted: what they cost is.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(5.0),
        needs: &["connect4"],
        run: bisection,
    },
    Claim {
        id: "half-a-pawn",
        says: "An aspiration window of about half a pawn to either side suits chess",
        lecture: Lecture::Variants,
        section: "Aspiration Search",
        tested: "Pvs with a table, deepening, a window around the last value that is opened fully where it fails, as in the lecture: nodes with half a pawn beyond those with the best of the widths tried. 3 % will do. Each width against an open window is there for comparison.",
        unit: Unit::Percent,
        rule: Rule::AtMost(3.0),
        needs: &["chess"],
        run: half_a_pawn,
    },
    Claim {
        id: "fail-soft",
        says: "Fail-soft bounds do not improve the search itself",
        lecture: Lecture::Variants,
        section: "Fail-Soft Alpha-Beta",
        tested: "Nodes that fail-soft alpha-beta saves over fail-hard, without a table.",
        unit: Unit::Percent,
        rule: Rule::Between(0.0, 0.0),
        needs: &["connect4"],
        run: |bench| saved_in(bench, "alpha-beta", "alpha-beta-hard"),
    },
    Claim {
        id: "fail-soft-table",
        says: "Fail-soft bounds could make more probes of the table succeed",
        lecture: Lecture::Variants,
        section: "Fail-Soft Alpha-Beta",
        tested: "Nodes that fail-soft alpha-beta saves over fail-hard, with a table, both deepening. One per cent or more will do.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(1.0),
        needs: &["connect4"],
        run: |bench| saved_in(bench, "alpha-beta-memory", "alpha-beta-hard-memory"),
    },
];

/// Returns the games and trees that windows are tried in.
fn fields(bench: &ClaimBench<'_>) -> [Field; 6] {
    let count = bench.pick(2, 16, 40);
    [
        Field::game("chess", bench.pick(2, 5, 6), bench.pick(2, 16, 20)),
        Field::game("othello", bench.pick(2, 7, 8), count),
        Field::game("connect4", bench.pick(3, 9, 10), count),
        Field::game("clobber", bench.pick(2, 5, 6), count),
        Field::tree("ordered", "b=20 d=9 p=0.9 noise=0", bench.pick(2, 5, 6), count),
        Field::tree("ordered", "b=20 d=9 p=0.6 noise=0", bench.pick(2, 5, 6), count),
    ]
}

/// Returns the part of the second algorithm's nodes that the first one saves.
fn saves(
    bench: &ClaimBench<'_>,
    field: &Field,
    first: &'static str,
    second: &'static str,
) -> Result<Option<ClaimEstimate>, ClaimError> {
    Ok(bench.ratio(field, [by(first), by(second)])?.map(ClaimEstimate::saved))
}

fn saved_in(
    bench: &ClaimBench<'_>,
    first: &'static str,
    second: &'static str,
) -> Result<Vec<ClaimFigure>, ClaimError> {
    figures(&fields(bench), |field| saves(bench, field, first, second))
}

/// Figures with something added to their names.
fn named(figures: Vec<ClaimFigure>, what: &str) -> impl Iterator<Item = ClaimFigure> {
    figures.into_iter().map(move |figure| ClaimFigure { at: format!("{}, {what}", figure.at), ..figure })
}

fn pvs(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let without = saved_in(bench, "pvs", "alpha-beta")?;
    let with = saved_in(bench, "pvs-memory", "alpha-beta-memory")?;
    Ok(named(without, "no table").chain(named(with, "with a table")).collect())
}

fn best(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    const OTHERS: [&str; 6] = ["alpha-beta-memory", "aspiration", "bisection", "mtd-f", "sss", "dual"];
    let mut figures = Vec::new();
    for field in &fields(bench) {
        let mut worst: Option<(&str, ClaimEstimate)> = None;
        for other in OTHERS {
            let Some(ratio) = bench.ratio(field, [by("pvs-memory"), by(other)])? else { continue };
            if worst.is_none_or(|(_, before)| ratio.value > before.value) {
                worst = Some((other, ratio));
            }
        }
        figures.extend(worst.map(|(other, ratio)| {
            ClaimFigure::new(format!("{}, beside {other}", field.name()), ratio.more())
        }));
    }
    Ok(figures)
}

fn mtd(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let shallow = Field::game("chess", bench.pick(1, 4, 5), bench.pick(2, 16, 40));
    let fields: Vec<Field> = [shallow].into_iter().chain(fields(bench)).collect();
    let found = figures(&fields, |field| saves(bench, field, "mtd-f", "alpha-beta-memory"))?;
    Ok(found
        .into_iter()
        .map(|figure| ClaimFigure { counts: figure.at.starts_with("chess"), ..figure })
        .collect())
}

fn guess(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let more = |first| {
        figures(&fields(bench), |field| {
            Ok(bench.ratio(field, [by(first), by("mtd-f")])?.map(ClaimEstimate::more))
        })
    };
    Ok(named(more("sss")?, "from above").chain(named(more("dual")?, "from below")).collect())
}

fn bisection(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    figures(&fields(bench), |field| {
        Ok(bench.ratio(field, [by("bisection"), by("mtd-f")])?.map(ClaimEstimate::more))
    })
}

/// Windows opened fully at the first failure: to either side, in pawns, and as it is set in points.
const WIDTHS: [(&str, &[&str]); 6] = [
    ("1/8 pawn", &["aspiration.half_width=12", "aspiration.patience=0"]),
    ("1/4 pawn", &["aspiration.half_width=25", "aspiration.patience=0"]),
    ("1/2 pawn", &["aspiration.half_width=50", "aspiration.patience=0"]),
    ("1 pawn", &["aspiration.half_width=100", "aspiration.patience=0"]),
    ("2 pawns", &["aspiration.half_width=200", "aspiration.patience=0"]),
    ("4 pawns", &["aspiration.half_width=400", "aspiration.patience=0"]),
];
/// The index of the width of half a pawn.
const HALF: usize = 2;
/// The points of a pawn that the widths above count on.
const PAWN: i32 = 100;

fn half_a_pawn(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    if bench.open("chess")?.unit() != PAWN {
        return Err(ClaimError::Failed(secateur_games::Unreadable(format!(
            "expected a chess of {PAWN} points a pawn"
        ))));
    }
    let mut all = Vec::new();
    let count = bench.pick(2, 24, 60);
    for depth in bench.pick([1, 2], [4, 5], [4, 5]) {
        let field = Field::game("chess", depth, count);
        let windows = WIDTHS.map(|(_, settings)| SearchSpec { settings, ..by("aspiration") });
        let mut over_open = Vec::new();
        for window in windows {
            over_open.extend(bench.ratio(&field, [window, by("pvs-memory")])?);
        }
        let best = (0..over_open.len()).min_by(|&a, &b| over_open[a].value.total_cmp(&over_open[b].value));
        let Some(best) = best else { continue };
        let half = bench.ratio(&field, [windows[HALF], windows[best]])?;
        let name = format!("{}, half a pawn over {}", field.name(), WIDTHS[best].0);
        all.extend(half.map(|ratio| ClaimFigure::new(name, ratio.more())));
        for (ratio, (width, _)) in over_open.into_iter().zip(WIDTHS) {
            all.push(ClaimFigure::aside(format!("depth {depth}: {width} over an open window"), ratio.more()));
        }
    }
    Ok(all)
}
