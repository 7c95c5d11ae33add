//! The drivers, over one and the same search.

use super::{BookTable, Ctx, DEPTH, POSITIONS, connect4, grouped, total};
use secateur::drive::{self, Aspiration, MtdStep, Split};
use secateur::order::HintFirst;
use secateur::table::{Handle, SameDepth};
use secateur::{Bounds, Score, Table, algo};
use secateur_games::{Notation, connect4::Connect4};
use std::convert::Infallible;

type Cx<'t> = Ctx<HintFirst, Handle<'t, SameDepth>>;
type Asked = Result<Score, Infallible>;
/// A driver, given the expected value and a probe.
pub(super) type Drive = fn(Score, &mut dyn FnMut(Score, Score) -> Asked) -> Asked;

fn aspire(centre: Score, half_width: u16, probe: &mut dyn FnMut(Score, Score) -> Asked) -> Asked {
    drive::aspiration(centre, Aspiration { half_width, ..Aspiration::default() }, probe)
}

/// Each driver over alpha-beta with memory, and MTD(f) over fail-hard.
pub fn drivers() -> String {
    let about = connect4(
        ", `alpha_beta_memory` with 2^20 entries. The guess is the value found two plies less deep, whose cost \
         is not counted",
    );
    let mut page = BookTable::new(&about, &["driver", "probes", "nodes", "leaves"]);
    let rows: [(&str, Drive); 9] = [
        ("one open window", |_, probe| probe(-Score::INF, Score::INF)),
        ("aspiration, half-width 1", |guess, probe| aspire(guess, 1, probe)),
        ("aspiration, half-width 50", |guess, probe| aspire(guess, 50, probe)),
        ("bisection, middle", |_, probe| drive::bisection(Bounds::NONE, Split::Middle, probe)),
        ("bisection, towards zero", |_, probe| drive::bisection(Bounds::NONE, Split::TowardsZero, probe)),
        ("MTD(f)", |guess, probe| drive::mtd(guess, MtdStep::Guess, probe)),
        ("MTD(+∞)", |guess, probe| drive::mtd(guess, MtdStep::FromAbove, probe)),
        ("MTD(−∞)", |guess, probe| drive::mtd(guess, MtdStep::FromBelow, probe)),
        ("MTD(step), 2 points", |guess, probe| drive::mtd(guess, MtdStep::Stride(2), probe)),
    ];
    let table = Table::with_entries(1 << 20);
    for (name, driver) in rows {
        row(&mut page, name, driver, &table, algo::alpha_beta_memory);
    }
    row(&mut page, "MTD(f) over fail-hard", rows[5].1, &table, algo::alpha_beta_hard_memory);
    page.end()
}

fn row<'t>(
    page: &mut BookTable,
    name: &str,
    driver: Drive,
    table: &'t Table,
    search: fn(&mut Cx<'t>, &Connect4, u32, Score, Score) -> Asked,
) {
    let context = || {
        table.clear();
        (HintFirst, table.exact())
    };
    let mut probes = 0;
    let (values, stats) = total(context, |cx, pos| {
        let Ok(value) = driver(guess(pos), &mut |alpha, beta| {
            probes += 1;
            search(cx, pos, DEPTH, alpha, beta)
        });
        value
    });
    assert_eq!(page.values.get_or_insert(values.clone()), &values, "{name} disagrees");
    let probes = format!("{:.1}", probes as f64 / POSITIONS.len() as f64);
    page.row(name, &[probes, grouped(stats.nodes), grouped(stats.leaves)]);
}

/// Returns the value of a search two plies shallower.
fn guess(pos: &Connect4) -> Score {
    let mut cx = secateur::Search::new(|pos: &Connect4| Score::points(pos.centre()));
    let Ok(score) = algo::alpha_beta(&mut cx, pos, DEPTH - 2, -Score::INF, Score::INF);
    score
}

/// Straight to a depth, or through all depths before it.
pub fn deepening() -> String {
    let about = "Connect-4 from the start, stones in the centre as static value, `alpha_beta_memory` with 2^20 entries, \
         the remembered move first. Nodes in all, the shallower depths included.";
    let mut page = BookTable::new(about, &["depth", "straight", "deepening"]);
    let start = Connect4::start();
    for depth in [6, 8, 10, 12] {
        let nodes = |depths: std::ops::RangeInclusive<u32>| {
            let table = Table::with_entries(1 << 20);
            let mut cx = secateur::Search::new(|pos: &Connect4| Score::points(pos.centre()))
                .watch(secateur::Stats::default())
                .order(HintFirst)
                .memory(table.exact());
            let search = |depth, _| algo::alpha_beta_memory(&mut cx, &start, depth, -Score::INF, Score::INF);
            let (last, _) = drive::deepening(depths, search, |_| true);
            (last.map(|last| last.score), cx.watch.nodes)
        };
        let (straight, deepening) = (nodes(depth..=depth), nodes(1..=depth));
        assert_eq!(straight.0, deepening.0);
        page.row(&depth.to_string(), &[grouped(straight.1), grouped(deepening.1)]);
    }
    page.end()
}
