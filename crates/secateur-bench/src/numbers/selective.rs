//! Methods that give the exact number up, beside one that keeps it.

use super::{BookTable, grouped};
use secateur::algo::{self, NullMoveSettings, Quiescent, Reduction};
use secateur::order::{MoveScore, Ranked};
use secateur::{Score, Search, Stats};
use secateur_games::grid::Grid;
use secateur_games::mnk::{Lines, Mnk};

const ABOUT: &str = "Four in a line on a board of 6x6, from the start, moves by the game's move score";

fn start() -> Mnk {
    Grid::new(6, 6).and_then(|grid| Mnk::new(grid, 4)).expect("four fit on six")
}

/// Alpha-beta, and null moves of several kinds.
pub fn null_move() -> String {
    let about = format!("{ABOUT}. The values may differ: null moves are selective.");
    let mut page = BookTable::new(&about, &["", "nodes, depth 5", "value", "nodes, depth 6", "value"]);
    let kinds: [(&str, Option<NullMoveSettings>); 5] = [
        ("`alpha_beta`", None),
        ("`null_move`, R = 2", Some(NullMoveSettings::default())),
        (
            "R adaptive",
            Some(NullMoveSettings { reduction: Reduction::Adaptive, ..NullMoveSettings::default() }),
        ),
        (
            "R = 3, verified",
            Some(NullMoveSettings {
                reduction: Reduction::Fixed(3),
                verification: Some(1),
                ..NullMoveSettings::default()
            }),
        ),
        ("R = 2, two in a row", Some(NullMoveSettings { in_a_row: 2, ..NullMoveSettings::default() })),
    ];
    for (name, how) in kinds {
        let cells = [5, 6].map(|depth| {
            let order = Ranked::new(MoveScore);
            let mut cx = Search::new(Lines).watch(Stats::default()).order(order);
            let (pos, floor) = (start(), -Score::INF);
            let found = match how {
                None => algo::alpha_beta(&mut cx, &pos, depth, floor, Score::INF),
                Some(how) => algo::null_move(&mut cx, &pos, depth, floor, Score::INF, how),
            };
            let Ok(score) = found;
            [grouped(cx.watch.nodes), score.to_string()]
        });
        page.row(name, &cells.concat());
    }
    page.end()
}

/// Alpha-beta, with static leaves and with quiet ones.
pub fn quiescence() -> String {
    let about = format!("{ABOUT}. Noisy are the moves that complete a line or stop one.");
    let columns = ["depth", "nodes, static", "value", "nodes, quiescent", "value", "deepest ply"];
    let mut page = BookTable::new(&about, &columns);
    for depth in [3, 4, 5] {
        let mut cx = Search::new(Lines).watch(Stats::default()).order(Ranked::new(MoveScore));
        let Ok(blind) = algo::alpha_beta(&mut cx, &start(), depth, -Score::INF, Score::INF);
        let nodes = grouped(cx.watch.nodes);
        let mut cx = cx.watch(Stats::default()).horizon(Quiescent);
        let Ok(score) = algo::alpha_beta(&mut cx, &start(), depth, -Score::INF, Score::INF);
        let (quiet, deepest) = (grouped(cx.watch.nodes), cx.watch.seldepth.to_string());
        page.row(&depth.to_string(), &[nodes, blind.to_string(), quiet, score.to_string(), deepest]);
    }
    page.end()
}
