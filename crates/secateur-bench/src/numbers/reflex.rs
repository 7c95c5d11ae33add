//! Play from a table that a search has filled, against every answer.

use super::{BookTable, COMMAND, Centre, DEPTH, POSITIONS, grouped};
use secateur::table::{Handle, SameDepth, Table};
use secateur::{Eval, Game, Memory, Place, Score, Search, algo};
use secateur_games::{Notation, connect4::Connect4};

const ENTRIES: usize = 1 << 20;
/// The turns of the player that are looked at after all moves of both sides: there are many.
const ANYWHERE: usize = 3;

/// What one player does by reflex, ply by ply, while the other one tries every move.
pub fn reflex() -> String {
    let about = format!(
        "Connect-4, the start and three early positions together, each searched once to depth {DEPTH} by `alpha_beta_memory` with \
         2^20 entries, stones in the centre as static value. Then the side to move plays by reflex, and the other one tries \
         every move; in the rows below, both have tried every move before. A move is best if a fresh search of what is left of the depth finds none that is worth more; beside it, a move \
         that is chosen by a look one ply ahead."
    );
    let columns =
        ["plies played", "positions", "a move is remembered", "reflex plays the best", "one ply ahead does"];
    let mut page = BookTable::new(&about, &columns);
    let mut counts = [[0; 4]; DEPTH as usize / 2];
    let mut anywhere = [[0; 4]; ANYWHERE];
    for text in POSITIONS {
        let pos = Connect4::read(text).expect("the positions are legal");
        let table = Table::with_entries(ENTRIES);
        let mut cx = Search::new(Centre).memory(table.exact());
        let Ok(value) = algo::alpha_beta_memory(&mut cx, &pos, DEPTH, -Score::INF, Score::INF);
        assert_eq!(along(&mut cx.memory, pos), value, "the line that was expected is worth the value");
        walk(&mut cx.memory, &pos, 0, &mut counts, false);
        walk(&mut cx.memory, &pos, 0, &mut anywhere, true);
    }
    let rows = counts.into_iter().enumerate().map(|(turn, count)| ((2 * turn).to_string(), count));
    let more =
        anywhere.into_iter().enumerate().skip(1).map(|(turn, count)| (format!("{}, any", 2 * turn), count));
    for (name, [positions, remembered, best, ahead]) in rows.chain(more) {
        let part = |some: u64| format!("{:.1} %", 100.0 * some as f64 / positions as f64);
        let cells = [grouped(positions), part(remembered), part(best), part(ahead)];
        page.row(&name, &cells);
    }
    format!("{}\n`{COMMAND}`", page.text)
}

/// The value of the line on which both sides play by reflex, for the side that begins.
fn along(memory: &mut Handle<'_, SameDepth>, mut pos: Connect4) -> Score {
    let mut ply = 0;
    while ply < DEPTH
        && let Some(m) = algo::reflex(memory, &mut (), &pos, DEPTH - ply)
    {
        pos.play(m);
        ply += 1;
    }
    let score = match pos.outcome() {
        Some(score) if score < Score::DRAW => Score::loss_in(ply),
        Some(score) => score,
        None => Centre.eval(&pos),
    };
    if ply % 2 == 1 { -score } else { score }
}

/// Counts what is known and played here, and after each answer to the move that is played; or to any move.
fn walk(memory: &mut Handle<'_, SameDepth>, pos: &Connect4, ply: u32, counts: &mut [[u64; 4]], any: bool) {
    let depth = DEPTH - ply;
    let Some(count) = counts.get_mut(ply as usize / 2) else { return };
    let Some(played) = algo::reflex(memory, &mut (), pos, depth) else { return };
    let hint = memory.recall(pos, Place { ply: 0, depth, salt: 0 }).hint;
    let ahead = pos.moves().max_by_key(|&m| worth(&pos.child(m), 0)).expect("the game goes on");
    let best = pos.moves().map(|m| worth(&pos.child(m), depth - 1)).max();
    let is_best = |m| Some(worth(&pos.child(m), depth - 1)) == best;
    let is_known = hint.is_some_and(|hint| pos.moves().any(|m| m == hint));
    let seen = [true, is_known, is_best(played), is_best(ahead)];
    count.iter_mut().zip(seen).for_each(|(count, seen)| *count += u64::from(seen));
    for after in pos.moves().filter(|&m| any || m == played).map(|m| pos.child(m)) {
        if after.outcome().is_none() {
            after.moves().for_each(|reply| walk(memory, &after.child(reply), ply + 2, counts, any));
        }
    }
}

/// What a position is worth to the side that moved there, by a search of its own.
fn worth(pos: &Connect4, depth: u32) -> Score {
    let table = Table::with_entries(1 << 12);
    let mut cx = Search::new(Centre).memory(table.exact());
    let Ok(value) = algo::alpha_beta_memory(&mut cx, pos, depth, -Score::INF, Score::INF);
    -value
}
