//! The types that nodes were expected to have, and those that they turned out to have.

use super::{BookTable, Centre, DEPTH, POSITIONS, connect4, grouped};
use secateur::order::{Choice, Chosen, Ranked};
use secateur::trace::{End, NodeType};
use secateur::{Score, Search, Trace, algo};
use secateur_games::{Notation, connect4::Connect4};

/// Alpha-beta in several orders of moves: expected types beside actual ones.
pub fn kinds() -> String {
    let about = connect4(
        ", `alpha_beta`. Inner nodes alone; a node is expected to be of a type as if each node's first move were the best",
    );
    let columns = ["order", "inner nodes", "to be cut", "were", "by the first move", "to be all", "were"];
    let mut page = BookTable::new(&about, &columns);
    for order in ["random", "none", "history", "move-score", "killers", "move-score+killers"] {
        let choice: Choice = order.parse().expect("these are orders");
        let (mut values, mut count) = (Vec::new(), Count::default());
        for text in POSITIONS {
            let pos = Connect4::read(text).expect("the positions are legal");
            let order = Ranked::new(Chosen::new(choice.clone()));
            let mut cx = Search::new(Centre).watch(Trace::new(usize::MAX, u32::MAX)).order(order);
            let Ok(value) = algo::alpha_beta(&mut cx, &pos, DEPTH, -Score::INF, Score::INF);
            values.push(value);
            count.add(&cx.watch);
        }
        assert_eq!(page.values.get_or_insert(values.clone()), &values, "{order} disagrees");
        page.row(&format!("`{order}`"), &count.cells());
    }
    page.end()
}

/// Inner nodes by what was expected of them, and by what they were.
#[derive(Default)]
struct Count {
    inner: u64,
    to_be_cut: u64,
    were_cut: u64,
    by_the_first: u64,
    to_be_all: u64,
    were_all: u64,
}

impl Count {
    fn add(&mut self, trace: &Trace<u8>) {
        for (node, expected) in trace.nodes.iter().zip(trace.expected()) {
            if !matches!(node.end, End::All | End::Cut { .. }) {
                continue;
            }
            self.inner += 1;
            let kind = node.kind();
            match expected {
                Some(NodeType::Cut) => {
                    self.to_be_cut += 1;
                    self.were_cut += u64::from(kind == Some(NodeType::Cut));
                    self.by_the_first += u64::from(matches!(node.end, End::Cut { index: 0, .. }));
                }
                Some(NodeType::All) => {
                    self.to_be_all += 1;
                    self.were_all += u64::from(kind == Some(NodeType::All));
                }
                _ => {}
            }
        }
    }

    fn cells(&self) -> [String; 6] {
        let part = |some: u64, of: u64| format!("{:.1} %", 100.0 * some as f64 / of as f64);
        [
            grouped(self.inner),
            grouped(self.to_be_cut),
            part(self.were_cut, self.to_be_cut),
            part(self.by_the_first, self.to_be_cut),
            grouped(self.to_be_all),
            part(self.were_all, self.to_be_all),
        ]
    }
}
