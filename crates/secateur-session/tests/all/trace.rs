//! Records of searches against the searches themselves.

use secateur_session::{
    ALGORITHMS, Algorithm, AlgorithmKind, Request, Session, StoppedBy, TraceLimits, TraceNode, TraceStep,
};
use secateur_standard::standard;
use std::collections::HashSet;

/// A game at a position.
fn at(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    session.set(position).unwrap();
    session
}

/// Everything that can be traced: pages, and drivers over them.
fn traced() -> impl Iterator<Item = Algorithm> {
    let has_page = |a: &&Algorithm| {
        matches!(a.kind, AlgorithmKind::Page(_) | AlgorithmKind::Driver(..)) && !a.is_engine()
    };
    let of_two = ["mtd-f/pvs-memory", "aspiration/nega-scout", "bisection/alpha-beta"];
    let named = of_two.into_iter().map(|name| Algorithm::named(name).unwrap());
    ALGORITHMS.iter().filter(has_page).copied().chain(named)
}

fn request(algorithm: Algorithm, depth: u32) -> Request {
    Request::default().hash(1 << 16).algorithm(algorithm).depth(depth)
}

/// Games of every kind: with knowledge that proves bounds, with quiescence, with positions that come back, with superko, with
/// wins that count how late they come.
const GAMES: [(&str, &str, u32); 12] = [
    ("tree", "((3 12 8) (2 4 6) (14 5 2))", 3),
    ("tictactoe", "XO./.X./..O", 5),
    ("connect4", "4455", 5),
    ("nim", "1,2,3", 6),
    ("chess", "", 2),
    ("chess", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3", 2),
    ("othello", "", 4),
    ("dodgem", "", 4),
    ("go", "", 2),
    ("checkers", "", 5),
    ("kalah", "", 4),
    ("clobber", "", 3),
];

#[test]
fn a_trace_visits_the_nodes_that_analysis_does() {
    for (game, position, depth) in GAMES {
        for algorithm in traced() {
            for setting in ["deepening=on", "deepening=off", "etc=on"] {
                let mut request = request(algorithm, depth);
                request.method.settings.set(setting).unwrap();
                let mut session = at(game, position);
                let answer = session.analyse(&request, &mut |_| {});
                let limits = TraceLimits { nodes: 200, ..TraceLimits::default() };
                let header = session.trace(&request, &limits).unwrap().header;
                let name = format!("{game} {position} by {} with {setting}", algorithm.full_name());
                assert_eq!((header.nodes, header.value), (answer.nodes, Some(answer.value)), "{name}");
                assert_eq!((header.pv, header.depth), (answer.pv, answer.depth), "{name}");
                assert_eq!(header.stopped_by, answer.stopped_by, "{name}");
                let parts = header.visits + header.by_knowledge + header.completing;
                assert_eq!((parts, header.completing), (answer.nodes, answer.completing), "{name}");
                assert_eq!(header.kept as u64 + header.left_out, header.visits, "{name}");
            }
        }
    }
}

#[test]
fn what_was_pruned_has_no_node() {
    let mut cuts = 0;
    for (game, position, depth) in GAMES {
        for algorithm in traced() {
            let session = at(game, position);
            let request = request(algorithm, depth.min(4));
            let record = session.trace(&request, &TraceLimits::default()).unwrap();
            for node in record.nodes.iter().filter(|node| !node.pruned.is_empty()) {
                let below: Vec<&TraceNode> =
                    record.nodes.iter().filter(|below| below.parent == Some(node.id)).collect();
                let played: HashSet<&str> =
                    below.iter().filter_map(|below| below.played.as_deref()).collect();
                assert!(node.pruned.iter().all(|m| !played.contains(m.as_str())), "{node:?}");
                let cut = node.cut.as_ref().unwrap();
                let firsts = below.iter().filter(|below| below.step == TraceStep::Move).count();
                assert_eq!(cut.place, Some(firsts), "{node:?}");
                // Together they are the moves of the position.
                let mut way = Vec::new();
                let mut up = node;
                while let Some(parent) = up.parent {
                    way.extend(up.played.clone());
                    up = &record.nodes[parent as usize];
                }
                let mut there = at(game, position);
                let is_known = way.iter().rev().all(|m| there.play(m).is_ok());
                if is_known && node.step != TraceStep::Null {
                    let moves: HashSet<String> = there.moves().into_iter().collect();
                    assert_eq!(moves.len(), node.pruned.len() + firsts, "{game} {node:?}");
                    assert!(node.pruned.iter().all(|m| moves.contains(m)), "{game} {node:?}");
                    cuts += 1;
                }
            }
        }
    }
    assert!(cuts > 1_000, "{cuts}");
}

#[test]
fn second_searches_name_the_first() {
    let named = Algorithm::named("pvs").unwrap();
    let record = at("connect4", "44").trace(&request(named, 6), &TraceLimits::default()).unwrap();
    let again: Vec<&TraceNode> = record.nodes.iter().filter(|node| node.step == TraceStep::Again).collect();
    assert!(!again.is_empty());
    for node in again {
        let first = &record.nodes[node.again_of.unwrap() as usize];
        assert_eq!((first.parent, &first.played), (node.parent, &node.played));
        assert!(first.step == TraceStep::Move && first.id < node.id);
    }
}

#[test]
fn each_window_of_a_driver_is_a_root() {
    let named = Algorithm::named("mtd-f").unwrap();
    let mut request = request(named, 4);
    request.method.settings.set("deepening=off").unwrap();
    let record = at("connect4", "4455").trace(&request, &TraceLimits::default()).unwrap();
    let roots: Vec<&TraceNode> = record.nodes.iter().filter(|node| node.parent.is_none()).collect();
    assert_eq!(roots.len() as u32, record.header.probes);
    assert!(roots.len() > 1 && roots.iter().all(|root| root.beta == root.alpha + 1 && root.depth == 4));
    // The value is proven from either side.
    let proving: Vec<(Option<u8>, Option<i32>)> =
        roots.iter().filter(|root| root.critical.is_some()).map(|root| (root.critical, root.score)).collect();
    assert_eq!(proving.len(), 2, "{proving:?}");
    assert!(proving.iter().all(|(_, score)| *score == record.header.score));
}

#[test]
fn the_minimal_tree_is_counted_where_it_is_asked_for() {
    let named = Algorithm::named("alpha-beta").unwrap();
    let limits = TraceLimits { minimal: true, ..TraceLimits::default() };
    let session = at("tree", "((3 12 8) (2 4 6) (14 5 2))");
    let mut request = request(named, 2);
    request.method.settings.set("deepening=off").unwrap();
    let header = session.trace(&request, &limits).unwrap().header;
    assert_eq!((header.leaves, header.critical_leaves, header.minimal_leaves), (7, 5, Some(5)));
    assert_eq!(header.minimal_is_exact, Some(true));
    assert_eq!(session.trace(&request, &TraceLimits::default()).unwrap().header.minimal_leaves, None);
}

#[test]
fn limits_and_interrupts_leave_a_record_of_what_was_there() {
    let named = Algorithm::named("alpha-beta").unwrap();
    let session = at("connect4", "");
    let halted = session.trace(&request(named, 12).nodes(1_000), &TraceLimits::default()).unwrap();
    assert_eq!((halted.header.stopped_by, halted.header.nodes), (StoppedBy::Nodes, 1_000));
    assert!(halted.nodes.iter().any(|node| node.why == "halted" && node.score.is_none()));
    let few = TraceLimits { nodes: 50, plies: 2, ..TraceLimits::default() };
    let record = session.trace(&request(named, 7), &few).unwrap();
    assert!(record.nodes.len() <= 50 && record.nodes.iter().all(|node| node.ply <= 2));
    assert!(record.header.left_out > 1_000);
}

#[test]
fn what_cannot_be_traced_is_refused_in_one_sentence() {
    let refused = |game: &str, position: &str, request: &Request| {
        at(game, position).trace(request, &TraceLimits::default()).unwrap_err().to_string()
    };
    let named = |name: &str| request(Algorithm::named(name).unwrap(), 3);
    for name in ["random", "reflex"] {
        let said = refused("connect4", "", &named(name));
        assert!(
            said.starts_with(&format!("'{name}' does not search, and leaves nothing to trace")),
            "{said}"
        );
    }
    let said = refused("connect4", "", &Request::default());
    assert_eq!(said, "a trace needs a depth, expected a number of plies from 1 to 250");
    let said = refused("tictactoe", "XXX/OO./...", &named("pvs"));
    assert_eq!(said, "the game is over: there is nothing to search");
    assert_eq!(refused("connect4", "", &named("mtd-f").threads(2)), "a trace is of one thread, expected 1");
}

#[test]
fn a_record_reads_back() {
    let named = Algorithm::named("pvs-memory").unwrap();
    let record = at("connect4", "4455").trace(&request(named, 4), &TraceLimits::default()).unwrap();
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<secateur_session::TraceRecord>(&text).unwrap(), record);
}
