//! One page of the library against another.

use super::{BookTable, Ctx, DEPTH, connect4, grouped, total};
use secateur::order::{Choice, Chosen, HintFirst, Killers, MoveScore, Ranked};
use secateur::table::Config;
use secateur::{Memory, Order, Score, Stats, Table, Value, algo};
use secateur_games::connect4::Connect4;

type Found<O, M> = Value<Ctx<O, M>>;

fn open<O: Order<Connect4>, M: Memory<Connect4>>(
    search: impl Fn(&mut Ctx<O, M>, &Connect4, u32, Score, Score) -> Found<O, M>,
) -> impl FnMut(&mut Ctx<O, M>, &Connect4) -> Score {
    move |cx, pos| {
        let Ok(score) = search(cx, pos, DEPTH, -Score::INF, Score::INF);
        score
    }
}

fn bare() -> ((), ()) {
    ((), ())
}

/// The pair and negamax.
pub fn minimax() -> String {
    let mut page = BookTable::new(&connect4(""), &["", "nodes", "leaves"]);
    page.counted("`max_min`", total(bare, open(|cx, pos, depth, _, _| algo::max_min(cx, pos, depth))), &[]);
    page.counted("`minimax`", total(bare, open(|cx, pos, depth, _, _| algo::minimax(cx, pos, depth))), &[]);
    page.end()
}

/// Alpha-beta beside minimax.
pub fn alpha_beta() -> String {
    let mut page = BookTable::new(&connect4(", moves from the centre outwards"), &["", "nodes", "leaves"]);
    page.counted("`minimax`", total(bare, open(|cx, pos, depth, _, _| algo::minimax(cx, pos, depth))), &[]);
    page.counted("`alpha_beta_hard`", total(bare, open(algo::alpha_beta_hard)), &[]);
    page.counted("`alpha_beta`", total(bare, open(algo::alpha_beta)), &[]);
    page.end()
}

/// Scouts, in two orders.
pub fn pvs() -> String {
    let mut page = BookTable::new(&connect4(""), &["", "nodes", "leaves", "re-searches"]);
    let mut row = |name: &str, found: (Vec<Score>, Stats)| {
        let researches = grouped(found.1.researches);
        page.counted(name, found, &[researches]);
    };
    row("`alpha_beta`, centre first", total(bare, open(algo::alpha_beta)));
    row("`scout`, centre first", total(bare, open(|cx, pos, depth, _, _| algo::scout(cx, pos, depth))));
    row("`pvs`, centre first", total(bare, open(algo::pvs)));
    row("`nega_scout`, centre first", total(bare, open(algo::nega_scout)));
    let ranked = || (Ranked::new((MoveScore, Killers::new())), ());
    row("`alpha_beta`, move score and killers", total(ranked, open(algo::alpha_beta)));
    row(
        "`scout`, move score and killers",
        total(ranked, open(|cx, pos, depth, _, _| algo::scout(cx, pos, depth))),
    );
    row("`pvs`, move score and killers", total(ranked, open(algo::pvs)));
    row("`nega_scout`, move score and killers", total(ranked, open(algo::nega_scout)));
    page.end()
}

/// With a table, large and small.
pub fn memory() -> String {
    let about = connect4(", moves from the centre outwards, the remembered one first");
    let mut page = BookTable::new(&about, &["", "entries", "nodes", "leaves"]);
    let mut row = |name: &str, entries: &str, (values, stats): (Vec<Score>, Stats)| {
        assert_eq!(page.values.get_or_insert(values.clone()), &values, "{name} disagrees");
        page.row(name, &[entries.to_owned(), grouped(stats.nodes), grouped(stats.leaves)]);
    };
    row("`minimax`", "none", total(bare, open(|cx, pos, depth, _, _| algo::minimax(cx, pos, depth))));
    row("`alpha_beta`", "none", total(bare, open(algo::alpha_beta)));
    for log in [4, 8, 12, 20] {
        let tables: Vec<Table> = (0..5).map(|_| Config::default().with_entries(1 << log)).collect();
        let with = |table: usize| {
            let table = &tables[table];
            move || {
                table.clear();
                (HintFirst, table.exact())
            }
        };
        let entries = grouped(1 << log);
        let minimax = open(|cx, pos, depth, _, _| algo::minimax_memory(cx, pos, depth));
        row("`minimax_memory`", &entries, total(with(0), minimax));
        row("`alpha_beta_hard_memory`", &entries, total(with(1), open(algo::alpha_beta_hard_memory)));
        row("`alpha_beta_memory`", &entries, total(with(2), open(algo::alpha_beta_memory)));
        row("`pvs_memory`", &entries, total(with(3), open(algo::pvs_memory)));
    }
    page.end()
}

/// Alpha-beta in different orders.
pub fn ordering() -> String {
    let about = connect4(", `alpha_beta_memory` with 2^20 entries");
    let mut page = BookTable::new(&about, &["order", "nodes", "leaves"]);
    let table = Table::with_entries(1 << 20);
    for text in [
        "random",
        "none",
        "table",
        "move-score",
        "killers",
        "history",
        "table+move-score",
        "table+killers+history",
        "table+move-score+killers+history",
    ] {
        let choice: Choice = text.parse().expect("these are orders");
        let context = || {
            table.clear();
            (Ranked::new(Chosen::new(choice.clone())), table.exact())
        };
        page.counted(&format!("`{text}`"), total(context, open(algo::alpha_beta_memory)), &[]);
    }
    page.end()
}
