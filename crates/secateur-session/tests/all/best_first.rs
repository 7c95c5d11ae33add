//! Best-first searches of sessions: on small games they settle what minimax finds, within their limits.

use secateur_session::{ALGORITHMS, Algorithm, Answer, Request, Session, Settings, StoppedBy};
use secateur_standard::standard;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Small games, in which who wins, and by how much or how soon, is found by trying everything.
const POSITIONS: [(&str, &str); 5] = [
    ("tictactoe", "XO./.X./..O"),
    ("tictactoe", "X.O/.../..."),
    ("nim", "1,2,4"),
    ("connect4-5x4", "3333"),
    ("tree", "((3 12 8) (2 (4 7) 6) (14 5 2))"),
];

fn best_first() -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().filter(|algorithm| !algorithm.takes_depth())
}

fn session(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    session.set(position).unwrap();
    session
}

fn ask(algorithm: &Algorithm, session: &mut dyn Session, request: &Request) -> Answer {
    session.analyse(&request.clone().algorithm(*algorithm), &mut |_| {})
}

#[test]
fn what_is_solved_is_what_a_solver_finds() {
    let request = Request::default().hash(16 << 20).nodes(3_000_000);
    let mut solved = 0;
    for (game, position) in POSITIONS {
        let mut session = session(game, position);
        let exact = session.solver(&request).solve(position).unwrap().solved().unwrap();
        for algorithm in best_first() {
            let answer = ask(algorithm, &mut *session, &request);
            if answer.stopped_by == StoppedBy::Solved {
                let found = (answer.value, answer.outcome);
                assert_eq!(found, (exact.value, Some(exact.outcome)), "{} {game} {position}", algorithm.name);
                assert!(answer.exact && answer.best.is_some());
                solved += 1;
            }
        }
    }
    // B* settles a move, and best-first minimax may stop at the end of its line.
    assert!(solved >= 5 * 8, "{solved}");
}

#[test]
fn limits_hold_and_answers_are_legal() {
    for algorithm in best_first() {
        let mut session = session("connect4", "44");
        let mut nodes = Vec::new();
        let request = Request::default().hash(1 << 20).nodes(3_333).algorithm(*algorithm);
        let answer = session.analyse(&request, &mut |answer| nodes.push(answer.nodes));
        assert!(answer.nodes <= 3_333, "{} {}", algorithm.name, answer.nodes);
        assert!(nodes.is_sorted() && nodes.last() == Some(&answer.nodes), "{nodes:?}");
        assert!(session.moves().contains(answer.best.as_ref().unwrap()), "{}", algorithm.name);
        for m in &answer.pv {
            session.play(m).unwrap();
        }
    }
}

#[test]
fn an_interrupt_ends_them_with_an_answer() {
    for algorithm in best_first() {
        let request = Request::default().hash(1 << 20).interrupt(Arc::new(AtomicBool::new(true)));
        let answer = ask(algorithm, &mut *session("othello", ""), &request);
        assert_eq!(answer.stopped_by, StoppedBy::Interrupt, "{}", algorithm.name);
        assert!(answer.best.is_some());
    }
}

#[test]
fn their_own_numbers_come_along() {
    let request = Request::default().hash(1 << 20).nodes(500);
    let ask = |name| ask(&Algorithm::named(name).unwrap(), &mut *session("clobber", ""), &request);
    let numbers = ask("df-pn").proof_numbers.unwrap();
    assert!(numbers.proof.unwrap() > 0 && numbers.disproof.unwrap() > 0);
    assert!(ask("uct").visits.unwrap() > 10 && ask("uct").proof_numbers.is_none());
    let refused = Request::default().depth(3).algorithm(Algorithm::named("uct").unwrap()).check();
    assert_eq!(
        refused.unwrap_err().to_string(),
        "uct searches to no depth; expected a limit in nodes or time"
    );
}

fn with(setting: &str) -> Request {
    let mut settings = Settings::default();
    settings.set(setting).unwrap();
    Request::default().hash(16 << 20).nodes(3_000_000).settings(settings)
}

#[test]
fn what_an_algorithm_makes_no_use_of_is_refused() {
    let refused = |name, setting| {
        let checked = with(setting).algorithm(Algorithm::named(name).unwrap()).check();
        checked.err().map_or(String::new(), |refused| refused.to_string())
    };
    assert_eq!(
        refused("uct", "conspiracy.threshold=1"),
        "uct makes no use of conspiracy.threshold; expected the algorithm conspiracy"
    );
    assert_eq!(refused("conspiracy", "conspiracy.threshold=1"), "");
}

#[test]
fn conspiracies_stop_early_or_go_on_to_the_proof() {
    let conspiracy = Algorithm::named("conspiracy").unwrap();
    for (game, position) in POSITIONS {
        let mut session = session(game, position);
        let exact =
            session.solver(&with("conspiracy.threshold=0")).solve(position).unwrap().solved().unwrap();
        let proven = ask(&conspiracy, &mut *session, &with("conspiracy.threshold=0"));
        assert_eq!((proven.stopped_by, proven.value), (StoppedBy::Solved, exact.value), "{game} {position}");
        let trusted = ask(&conspiracy, &mut *session, &with("conspiracy.threshold=1"));
        assert!(trusted.nodes <= proven.nodes && trusted.best.is_some(), "{game} {position}");
    }
}
