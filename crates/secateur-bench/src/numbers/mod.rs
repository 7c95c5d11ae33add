//! The numbers in the book: sizes of trees, counted by running the searches.

pub mod drivers;
pub mod kinds;
pub mod ordered;
pub mod pages;
pub mod reflex;
pub mod selective;

use secateur::{Bounds, Eval, Memory, Meter, Never, Order, Score, Search, Stats, With};
use secateur_games::{Notation, connect4::Connect4};
use std::fmt::Write;

/// The Connect-4 positions that are searched: the start, and three early ones.
const POSITIONS: [&str; 4] = ["", "4455", "3254", "447721"];
/// The depth of their searches, in plies.
const DEPTH: u32 = 8;

const COMMAND: &str = "cargo run --release --package secateur-bench --bin numbers";

/// A plain static value, nothing proven: the tree is that of the rules alone.
#[derive(Copy, Clone)]
struct Centre;

impl Eval<Connect4> for Centre {
    fn eval(&mut self, pos: &Connect4) -> Score {
        Score::points(pos.centre())
    }
    fn bounds(&mut self, _: &Connect4, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        Bounds::NONE
    }
}

type Ctx<O, M> = Search<Connect4, Centre, With<Stats, Never, M, O>>;

/// Runs a search of every position in a fresh context, and adds up what it counted. The values come
/// back, too, so that they can be compared.
fn total<O: Order<Connect4>, M: Memory<Connect4>>(
    mut context: impl FnMut() -> (O, M),
    mut search: impl FnMut(&mut Ctx<O, M>, &Connect4) -> Score,
) -> (Vec<Score>, Stats) {
    let (mut values, mut sum) = (Vec::new(), Stats::default());
    for text in POSITIONS {
        let pos = Connect4::read(text).expect("the positions are legal");
        let (order, memory) = context();
        let mut cx = Search::new(Centre).watch(Stats::default()).order(order).memory(memory);
        values.push(search(&mut cx, &pos));
        sum.nodes += cx.watch.nodes;
        sum.leaves += cx.watch.leaves;
        sum.researches += cx.watch.researches;
        sum.table_hits += cx.watch.table_hits;
    }
    (values, sum)
}

/// A table in the book, with what was searched above it and the command below it.
struct BookTable {
    text: String,
    values: Option<Vec<Score>>,
}

impl BookTable {
    fn new(about: &str, columns: &[&str]) -> BookTable {
        let rule = "|---".to_owned() + &"|--:".repeat(columns.len() - 1);
        BookTable { text: format!("{about}\n\n| {} |\n{rule}|\n", columns.join(" | ")), values: None }
    }

    fn row(&mut self, name: &str, cells: &[String]) {
        writeln!(self.text, "| {name} | {} |", cells.join(" | ")).expect("a string takes all");
    }

    /// A row for a search of Connect-4, after checking that it found what the others found.
    fn counted(&mut self, name: &str, (values, stats): (Vec<Score>, Stats), more: &[String]) {
        assert_eq!(self.values.get_or_insert(values.clone()), &values, "{name} disagrees");
        let cells: Vec<String> = [grouped(stats.nodes), grouped(stats.leaves)].into_iter().collect();
        self.row(name, &[&cells[..], more].concat());
    }

    fn end(self) -> String {
        format!("{}\n`{COMMAND}`", self.text)
    }
}

fn connect4(more: &str) -> String {
    format!(
        "Connect-4, the start and three early positions together, depth {DEPTH}, stones in the centre as static \
         value{more}. All found the same values."
    )
}

/// `1234567` as `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let head = digits.len() % 3;
    let mut out = digits[..head].to_owned();
    for chunk in digits.as_bytes()[head..].chunks(3) {
        let comma = if out.is_empty() { "" } else { "," };
        out += comma;
        out.extend(chunk.iter().map(|&b| char::from(b)));
    }
    out
}
