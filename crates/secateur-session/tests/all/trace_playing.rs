//! Records of the playing engine and of proof-number search in a table, against the searches themselves.

use secateur_session::{
    Algorithm, ProofNumbers, Request, Session, StoppedBy, TraceLimits, TraceNode, TraceStep,
};
use secateur_standard::standard;
use std::collections::BTreeSet;

/// A game at a position, after some moves.
fn at(game: &str, position: &str, moves: &[&str]) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    session.set(position).unwrap();
    moves.iter().for_each(|m| session.play(m).unwrap());
    session
}

fn request(algorithm: &str) -> Request {
    Request::default().hash(1 << 20).algorithm(Algorithm::named(algorithm).unwrap())
}

/// Games of every kind: with noise and threats, with bounds that are proven, with positions that come back, with superko, with
/// points, with a list of moves that is looked through; at the start and on the way, where the path counts.
const GAMES: [(&str, &str, &[&str], u32); 13] = [
    ("tree", "((3 12 8) (2 4 6) (14 5 2))", &[], 4),
    ("tictactoe", "XO./.X./..O", &[], 6),
    ("connect4", "", &["4", "4"], 8),
    ("nim", "1,3,5", &[], 8),
    ("chess", "", &["g1f3", "g8f6", "f3g1", "f6g8"], 9),
    ("chess", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3", &[], 6),
    ("othello", "", &[], 10),
    ("dodgem", "", &[], 7),
    ("go", "", &[], 4),
    ("checkers", "", &[], 7),
    ("kalah", "", &[], 6),
    ("clobber", "", &[], 5),
    ("gomoku", "", &[], 4),
];

#[test]
fn the_engine_is_traced_node_for_node() {
    let mut tricks: BTreeSet<String> = BTreeSet::new();
    for (game, position, moves, depth) in GAMES {
        for algorithm in ["engine", "mtd-f/engine"] {
            let request = request(algorithm).depth(depth);
            let mut session = at(game, position, moves);
            let answer = session.analyse(&request, &mut |_| {});
            let record = session.trace(&request, &TraceLimits::default()).unwrap();
            let (header, name) = (record.header, format!("{game} {position} by {algorithm}"));
            assert_eq!((header.nodes, header.value), (answer.nodes, Some(answer.value)), "{name}");
            assert_eq!((header.pv, header.depth), (answer.pv, answer.depth), "{name}");
            assert_eq!((header.stopped_by, header.exact), (answer.stopped_by, false), "{name}");
            assert_eq!(header.visits + header.by_knowledge + header.completing, answer.nodes, "{name}");
            assert_eq!(header.kept as u64 + header.left_out, header.visits, "{name}");
            tricks.extend(record.nodes.iter().filter_map(|node| node.trick.clone()));
            tricks.extend(record.nodes.iter().flat_map(|node| &node.tricks).map(|trick| trick.by.clone()));
        }
    }
    let wanted =
        ["null-move", "multi-probcut", "reductions", "futility", "late-moves", "singular", "check-extension"];
    assert!(wanted.iter().all(|trick| tricks.contains(*trick)), "{tricks:?}");
}

#[test]
fn what_the_engine_shows_of_a_node_fits_together() {
    let limits = TraceLimits { nodes: 20_000, ..TraceLimits::default() };
    let record = at("chess", "", &[]).trace(&request("engine").depth(8), &limits).unwrap();
    let (mut again, mut heard) = (0, 0);
    for node in &record.nodes {
        if node.step == TraceStep::Again {
            let first = &record.nodes[node.again_of.unwrap() as usize];
            assert_eq!((first.parent, &first.played), (node.parent, &node.played));
            again += 1;
        }
        heard += u32::from(node.table.is_some_and(|table| table.depth != node.depth));
        for trick in &node.tricks {
            let below = |below: &&TraceNode| {
                below.parent == Some(node.id) && below.trick.as_deref() != Some("probcut")
            };
            let searched =
                |m: &String| record.nodes.iter().filter(below).any(|below| below.played.as_ref() == Some(m));
            assert!(!trick.played.as_ref().is_some_and(searched), "{trick:?} of {node:?}");
        }
    }
    assert!(again > 0 && heard > 0, "{again} {heard}");
}

#[test]
fn the_engine_keeps_to_moves_and_limits_when_it_is_traced() {
    let session = at("chess", "", &[]);
    let only = request("engine").depth(4).only(vec!["a2a3".into(), "h2h3".into()]);
    let record = session.trace(&only, &TraceLimits::default()).unwrap();
    let tried: BTreeSet<&str> =
        record.nodes.iter().filter(|node| node.ply == 1).filter_map(|node| node.played.as_deref()).collect();
    assert_eq!(tried, BTreeSet::from(["a2a3", "h2h3"]));
    let halted = session.trace(&request("engine").depth(20).nodes(3_000), &TraceLimits::default()).unwrap();
    assert_eq!((halted.header.stopped_by, halted.header.nodes), (StoppedBy::Nodes, 3_000));
    let refused =
        |request: &Request| session.trace(request, &TraceLimits::default()).unwrap_err().to_string();
    let said = refused(&request("engine").depth(3).lines(2));
    assert_eq!(said, "a trace is of a search for one line at full strength, expected no other wish");
}

#[test]
fn proof_numbers_in_a_table_are_traced_node_for_node() {
    let games: [(&str, &str, u64); 8] = [
        ("tictactoe", "XO./.../...", 3_000),
        ("connect4", "4455", 2_500),
        ("nim", "1,3,5", 2_000),
        ("dodgem", "", 2_500),
        ("go", "", 1_500),
        ("kalah", "", 1_500),
        ("clobber", "", 2_500),
        ("domineering", "", 4_000),
    ];
    for (game, position, nodes) in games {
        let request = request("df-pn").nodes(nodes);
        let mut session = at(game, position, &[]);
        let answer = session.analyse(&request, &mut |_| {});
        let record =
            session.trace(&request, &TraceLimits { nodes: 100_000, ..TraceLimits::default() }).unwrap();
        let header = &record.header;
        assert_eq!(
            (header.nodes, &header.pv, header.stopped_by),
            (answer.nodes, &answer.pv, answer.stopped_by),
            "{game}"
        );
        assert_eq!(header.exact, answer.exact, "{game}");
        if answer.exact {
            assert_eq!(header.value, Some(answer.value), "{game}");
        }
        assert_eq!(header.left_out, 0, "{game}");
        // What opens no node is what the table knew, and to come back to a node.
        let opens = |node: &&TraceNode| {
            let proof = node.proof.unwrap();
            node.parent.is_none() || proof.until.is_none() && node.why != "table"
        };
        let opened = record.nodes.iter().filter(opens).count() as u64;
        assert_eq!(opened + header.by_knowledge, header.nodes, "{game}");
        let root = record.nodes.iter().rfind(|node| node.parent.is_none()).unwrap();
        if let Some(numbers) = root.proof.unwrap().left {
            assert_eq!(Some(numbers), answer.proof_numbers, "{game}");
        }
        each_child_fits(&record.nodes, game);
    }
}

/// A node is gone into with the numbers that it was left with before, unless the table has learnt more; and is left for the
/// reason that is named.
fn each_child_fits(nodes: &[TraceNode], game: &str) {
    let least = |number: Option<u32>, limit: Option<u32>| {
        limit.is_some_and(|limit| number.is_none_or(|n| n >= limit))
    };
    for node in nodes {
        let proof = node.proof.unwrap();
        let (Some(until), Some(left)) = (proof.until, proof.left) else { continue };
        let ProofNumbers { proof: phi, disproof: delta } = left;
        match node.why.as_str() {
            "proven" => assert_eq!((phi, delta), (Some(0), None), "{game} {node:?}"),
            "disproven" => assert_eq!((phi, delta), (None, Some(0)), "{game} {node:?}"),
            "proof-threshold" => assert!(least(phi, until.proof), "{game} {node:?}"),
            "disproof-threshold" => assert!(least(delta, until.disproof), "{game} {node:?}"),
            "table" => assert!(phi == Some(0) || delta == Some(0), "{game} {node:?}"),
            why => panic!("{game}: {why}"),
        }
        if let Some(first) = node.again_of {
            let first = &nodes[first as usize];
            assert_eq!((first.parent, &first.played), (node.parent, &node.played), "{game}");
            assert!(first.proof.unwrap().until.is_none(), "{game}: {first:?} was looked at first");
        }
    }
}

#[test]
fn records_of_either_read_back_in_few_bytes() {
    for request in [request("engine").depth(6), request("df-pn").nodes(800)] {
        let recording = at("chess", GAMES[5].1, &[]).record(&request, &TraceLimits::default()).unwrap();
        let mut bytes = Vec::new();
        recording.write(&mut bytes).unwrap();
        let record = recording.whole();
        assert_eq!(secateur_session::TraceRecord::read(&mut &bytes[..]).unwrap(), record);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<secateur_session::TraceRecord>(&text).unwrap(), record);
    }
}
