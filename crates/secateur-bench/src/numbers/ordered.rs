//! Trees whose best possible size is known.

use super::BookTable;
use super::drivers::Drive;
use secateur::drive::{MtdStep, mtd};
use secateur::order::HintFirst;
use secateur::{Score, Search, Stats, Table, algo};
use secateur_games::Notation;
use secateur_games::trees::{OrderedTree, minimal_leaves};

const SEEDS: u64 = 200;

/// Leaves over the minimum, a row a kind of tree.
pub fn ordered() -> String {
    let about = format!(
        "Leaves over the minimum, the mean of {SEEDS} trees each, a table of 2^18 entries; MTD(f) starts at the \
         value. `p` is the chance that the best child comes first."
    );
    let columns = [
        "branching, depth, p",
        "`alpha_beta`",
        "`nega_scout`",
        "`alpha_beta_memory`",
        "`pvs_memory`",
        "MTD(f)",
        "MTD(+∞)",
        "MTD(-∞)",
    ];
    let mut page = BookTable::new(&about, &columns);
    for (b, d, p) in [(10, 5, "1"), (10, 5, "0.9"), (10, 5, "0.7"), (20, 4, "0.9"), (35, 4, "0.9")] {
        let mut sums = [0; 7];
        let table = Table::with_entries(1 << 18);
        for seed in 1..=SEEDS {
            let tree = OrderedTree::read(&format!("b={b} d={d} p={p} seed={seed}")).expect("a legal tree");
            for (sum, leaves) in sums.iter_mut().zip(leaves(&tree, d, &table)) {
                *sum += leaves;
            }
        }
        let minimum = (minimal_leaves(b, d) * SEEDS) as f64;
        page.row(&format!("{b}, {d}, {p}"), &sums.map(|sum| format!("{:.3}", sum as f64 / minimum)));
    }
    page.end()
}

fn leaves(tree: &OrderedTree, d: u32, table: &Table) -> [u64; 7] {
    let value = tree.known_value();
    let count = |asks: Asks, drive: Drive| {
        table.clear();
        let knowledge = <OrderedTree as Notation>::Knowledge::default();
        let mut cx = Search::new(knowledge).watch(Stats::default()).order(HintFirst).memory(table.exact());
        let Ok(score) = drive(value, &mut |alpha, beta| match asks {
            Asks::Plain => algo::alpha_beta(&mut cx, tree, d, alpha, beta),
            Asks::Scout => algo::nega_scout(&mut cx, tree, d, alpha, beta),
            Asks::Memory => algo::alpha_beta_memory(&mut cx, tree, d, alpha, beta),
            Asks::Pvs => algo::pvs_memory(&mut cx, tree, d, alpha, beta),
        });
        assert_eq!(score, value);
        cx.watch.leaves
    };
    let open: Drive = |_, probe| probe(-Score::INF, Score::INF);
    [
        count(Asks::Plain, open),
        count(Asks::Scout, open),
        count(Asks::Memory, open),
        count(Asks::Pvs, open),
        count(Asks::Memory, |value, probe| mtd(value, MtdStep::Guess, probe)),
        count(Asks::Memory, |value, probe| mtd(value, MtdStep::FromAbove, probe)),
        count(Asks::Memory, |value, probe| mtd(value, MtdStep::FromBelow, probe)),
    ]
}

/// The page that is asked.
#[derive(Copy, Clone)]
enum Asks {
    Plain,
    Scout,
    Memory,
    Pvs,
}
