//! What is marked as pruned was not used, and what was used is not marked, in records of searches of random trees.

use proptest::prelude::*;
use secateur::tree::Tree;
use secateur_session::{
    ALGORITHMS, Algorithm, AlgorithmKind, GameEntry, Registry, Request, SetBy, TraceLimits, TraceNode,
    TraceRecord,
};
use std::collections::HashSet;

/// A written tree.
#[derive(Clone, Debug)]
enum Written {
    Leaf(i32),
    Node(Vec<Written>),
}

use Written::{Leaf, Node};

fn trees() -> impl Strategy<Value = Written> {
    let leaf = (-9..10).prop_map(Leaf);
    leaf.prop_recursive(4, 60, 4, |inner| proptest::collection::vec(inner, 1..5).prop_map(Node))
        .prop_filter("a leaf alone is no search", |tree| matches!(tree, Node(_)))
}

impl Written {
    fn write(&self) -> String {
        match self {
            Leaf(value) => value.to_string(),
            Node(children) => {
                format!("({})", children.iter().map(Written::write).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn height(&self) -> u32 {
        match self {
            Leaf(_) => 0,
            Node(children) => 1 + children.iter().map(Written::height).max().unwrap_or(0),
        }
    }

    /// The minimax value for the first player.
    fn value(&self, is_max: bool) -> i32 {
        match self {
            Leaf(value) => *value,
            Node(children) => {
                let values = children.iter().map(|child| child.value(!is_max));
                if is_max { values.max() } else { values.min() }.unwrap()
            }
        }
    }

    /// Makes all leaves at or below this place anything.
    fn scramble(&mut self, place: &[usize], seed: u64) {
        match (self, place) {
            (Leaf(value), _) => *value = if seed.is_multiple_of(2) { 99 } else { -99 },
            (Node(children), [first, rest @ ..]) => children[*first].scramble(rest, seed),
            (Node(children), []) => {
                for (n, child) in children.iter_mut().enumerate() {
                    child.scramble(&[], seed.rotate_right(n as u32 + 1));
                }
            }
        }
    }
}

/// Everything that goes depth first and is exact: what searches to a depth, and the solver.
fn recorded() -> Vec<Algorithm> {
    let has_page = |a: &&Algorithm| {
        matches!(a.kind, AlgorithmKind::Page(_) | AlgorithmKind::Driver(..)) && !a.is_engine() && a.is_exact()
    };
    ALGORITHMS.iter().filter(has_page).copied().chain(Algorithm::named("solve")).collect()
}

fn record(tree: &Written, algorithm: Algorithm, order: &str) -> TraceRecord {
    let games = Registry::new().with(GameEntry::new::<Tree>("tree", "a tree written down"));
    let mut session = games.find("tree").unwrap().open();
    session.set(&tree.write()).unwrap();
    let request = Request::default().algorithm(algorithm).hash(1 << 12);
    let mut request = if algorithm.takes_depth() { request.depth(tree.height()) } else { request };
    request.method.order = order.parse().unwrap();
    session.trace(&request, &TraceLimits { nodes: 100_000, ..TraceLimits::default() }).unwrap()
}

/// The moves from the root to each node.
fn places(nodes: &[TraceNode]) -> Vec<Vec<usize>> {
    let mut places: Vec<Vec<usize>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let mut place = node.parent.map_or_else(Vec::new, |parent| places[parent as usize].clone());
        place.extend(node.played.as_ref().map(|played| played.parse::<usize>().unwrap()));
        places.push(place);
    }
    places
}

/// The inequality of a cut holds, and its bound is what the node that it names shows.
fn check_cut(nodes: &[TraceNode], node: &TraceNode) -> Result<(), TestCaseError> {
    let Some(cut) = &node.cut else { return Ok(()) };
    prop_assert_eq!(Some(cut.score), node.score);
    let holds = if cut.relation == ">=" { cut.score >= cut.bound } else { cut.score <= cut.bound };
    prop_assert!(holds, "{:?}", node);
    let mut up = Some(node.id);
    while up.is_some() && up != Some(cut.set_by) {
        up = nodes[up.unwrap() as usize].parent;
    }
    prop_assert_eq!(up, Some(cut.set_by), "{:?}", node);
    let setter = &nodes[cut.set_by as usize];
    // A bound changes its sign with the side to move.
    let turned = (node.ply - setter.ply) % 2 == 1;
    let as_seen = if turned { -cut.bound } else { cut.bound };
    let is_lower = (cut.relation == ">=") == turned;
    match (cut.how, cut.visit) {
        (SetBy::Window, _) => {
            prop_assert_eq!(as_seen, if is_lower { setter.alpha } else { setter.beta });
        }
        (SetBy::Move, Some(visit)) => {
            let visit = &nodes[visit as usize];
            prop_assert_eq!((visit.parent, visit.score), (Some(setter.id), Some(-as_seen)));
            prop_assert!(visit.id < node.id, "{:?}", node);
        }
        _ => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn marks_of_pruning_agree_with_use(tree in trees(), way in any::<prop::sample::Index>(), ordered in any::<bool>(), seed in any::<u64>()) {
        let all = recorded();
        let algorithm = all[way.index(all.len())];
        let TraceRecord { header, nodes, .. } = record(&tree, algorithm, if ordered { "table" } else { "random" });
        prop_assert_eq!((header.left_out, header.value), (0, Some(tree.value(true))), "{}", algorithm.full_name());
        let places = places(&nodes);
        let visited: HashSet<&Vec<usize>> = places.iter().collect();
        let mut other = tree.clone();
        let mut marked = 0;
        for (node, place) in nodes.iter().zip(&places) {
            check_cut(&nodes, node)?;
            prop_assert!(node.pruned.is_empty() || node.why == "cut");
            let searched: HashSet<&str> =
                nodes.iter().filter(|below| below.parent == Some(node.id)).filter_map(|below| below.played.as_deref()).collect();
            for m in &node.pruned {
                // Nothing that was visited here is marked.
                prop_assert!(!searched.contains(m.as_str()), "{} {:?}", algorithm.full_name(), node);
                let mut below = place.clone();
                below.push(m.parse().unwrap());
                // (Another iteration, or another window, may have gone there.)
                if !visited.contains(&below) {
                    other.scramble(&below, seed.rotate_left(marked));
                    marked += 1;
                }
            }
        }
        // Whatever lies where nothing was searched, the value is the same.
        prop_assert_eq!(other.value(true), tree.value(true), "{} {} {}", algorithm.full_name(), tree.write(), other.write());
    }
}

/// The test above could fail: a leaf that was searched can change the value.
#[test]
fn what_was_used_matters() {
    let mut tree = Node(vec![Node(vec![Leaf(3), Leaf(12)]), Node(vec![Leaf(2), Leaf(4)])]);
    let before = tree.value(true);
    tree.scramble(&[1, 1], 0);
    assert_eq!(tree.value(true), before);
    tree.scramble(&[1, 0], 0);
    assert_ne!(tree.value(true), before);
}
