//! Records of the solver, against the solver itself.

use secateur_session::{Algorithm, Request, Session, StoppedBy, TraceLimits, TraceRecord};
use secateur_standard::standard;

fn at(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    session.set(position).unwrap();
    session
}

fn request() -> Request {
    Request::default().hash(1 << 20).algorithm(Algorithm::named("solve").unwrap())
}

fn record(session: &dyn Session, request: &Request) -> TraceRecord {
    session.trace(request, &TraceLimits { nodes: 200_000, ..TraceLimits::default() }).unwrap()
}

/// Games of every scale: who wins, how soon, by how much; with keys of few bits, with points that are settled, with shallow
/// searches near the root, with lines that are longer than a usual stack.
const GAMES: [(&str, &str); 10] = [
    ("tree", "((3 12 8) (2 4 6) (14 5 2))"),
    ("tictactoe", "XO./.../..."),
    ("connect4", "44455554221"),
    ("connect4-5x4", ""),
    ("nim", "3,4,5"),
    ("kalah-3x2", ""),
    ("clobber-3x4", ""),
    ("domineering-4x4", ""),
    ("breakthrough-4x4", ""),
    ("othello-4x4", ""),
];

#[test]
fn the_solver_is_traced_node_for_node() {
    for (game, position) in GAMES {
        let session = at(game, position);
        let position = session.position();
        for without in [&[][..], &["near", "child-probe", "scouts"]] {
            let request = request().without(without.iter().map(|name| (*name).to_owned()).collect());
            let solved = session.solver(&request).solve(&position).unwrap().solved().unwrap();
            let TraceRecord { header, nodes, .. } = record(&*session, &request);
            let name = format!("{game} {position} without {without:?}");
            assert_eq!((header.nodes, header.value), (solved.nodes, Some(solved.value)), "{name}");
            assert_eq!((header.stopped_by, header.exact), (StoppedBy::Solved, true), "{name}");
            assert_eq!(header.visits + header.by_knowledge, solved.nodes, "{name}");
            assert!(nodes.len() > 1 && header.kept as u64 + header.left_out == header.visits, "{name}");
            // A move that is worth the value, where the search has found one; any where all lose.
            assert!(header.pv.is_empty() || header.pv == [solved.best.unwrap()], "{name}");
            // The last windows prove the value from either side, or who wins.
            let roots = nodes.iter().filter(|node| node.parent.is_none() && node.critical.is_some());
            assert!(roots.count() > 0, "{name}");
        }
    }
}

#[test]
fn a_limit_leaves_what_was_searched_and_no_answer() {
    let session = at("connect4", "");
    let TraceRecord { header, nodes, .. } = record(&*session, &request().nodes(5_000));
    assert_eq!((header.stopped_by, header.exact, header.nodes), (StoppedBy::Nodes, false, 5_000));
    assert_eq!((header.score, header.value), (None, None));
    assert!(nodes.iter().any(|node| node.why == "halted" && node.score.is_none()));
}

#[test]
fn games_that_are_solved_from_their_ends_say_so() {
    let said = at("dodgem", "").trace(&request(), &TraceLimits::default()).unwrap_err().to_string();
    assert!(said.starts_with("dodgem is solved from its ends, since positions can come back"), "{said}");
}
