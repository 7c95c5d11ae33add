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
    let columns = [
        "order",
        "to be cut",
        "were cut",
        "by the first move",
        "first below one of them",
        "were all",
        "later below it",
        "were all",
    ];
    let mut page = BookTable::new(&about, &columns);
    for order in ["random", "none", "history", "move-score", "killers"] {
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
    /// Nodes expected to be cut; those that were; those that were by their first move.
    cut: [u64; 3],
    /// Nodes expected to be all nodes, first and later children of a node that was to be cut; and those that were all nodes.
    first: [u64; 2],
    later: [u64; 2],
}

impl Count {
    fn add(&mut self, trace: &Trace<u8>) {
        let mut visited = vec![false; trace.nodes.len()];
        for (node, expected) in trace.nodes.iter().zip(trace.expected()) {
            let is_first =
                node.parent.is_some_and(|parent| !std::mem::replace(&mut visited[parent as usize], true));
            if !matches!(node.end, End::All | End::Cut { .. }) {
                continue;
            }
            let is = |kind| u64::from(node.kind() == Some(kind));
            match expected {
                Some(NodeType::Cut) => {
                    let at_once = u64::from(matches!(node.end, End::Cut { index: 0, .. }));
                    add(&mut self.cut, [1, is(NodeType::Cut), at_once]);
                }
                Some(NodeType::All) if is_first => add(&mut self.first, [1, is(NodeType::All)]),
                Some(NodeType::All) => add(&mut self.later, [1, is(NodeType::All)]),
                _ => {}
            }
        }
    }

    fn cells(&self) -> [String; 7] {
        let part = |[of, some]: [u64; 2]| format!("{:.1} %", 100.0 * some as f64 / of as f64);
        let [cut, were, at_once] = self.cut;
        [
            grouped(cut),
            part([cut, were]),
            part([cut, at_once]),
            grouped(self.first[0]),
            part(self.first),
            grouped(self.later[0]),
            part(self.later),
        ]
    }
}

fn add<const N: usize>(to: &mut [u64; N], more: [u64; N]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
}
