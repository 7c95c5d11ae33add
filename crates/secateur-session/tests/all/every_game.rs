//! The properties of every algorithm on every game, through the boundary that all tools use.

use secateur_session::{ALGORITHMS, Algorithm, ComparePlan, Request, Session, StoppedBy};
use secateur_standard::standard;
use std::collections::BTreeMap;

/// Whether it searches a window, as a page does that a driver can drive.
fn has_window(algorithm: &Algorithm) -> bool {
    algorithm.page().is_some_and(|page| page.has_window)
}

/// Every page, and every driver over every window search.
fn combinations() -> Vec<Algorithm> {
    let pages = || ALGORITHMS.iter().filter(|a| a.driver().is_none() && has_window(a));
    let drivers = ALGORITHMS.iter().filter(|a| a.driver().is_some());
    let driven = drivers.flat_map(|driver| {
        pages().map(|page| Algorithm::named(&format!("{}/{}", driver.name, page.name)).unwrap())
    });
    ALGORITHMS.iter().copied().chain(driven).filter(Algorithm::is_exact).collect()
}

/// The depth to which plain minimax gets through a game from its start. In chess its quiescence goes through every exchange
/// that there is.
fn deepest(game: &str) -> u32 {
    match game.split('-').next().unwrap_or(game) {
        "amazons" | "gomoku" => 1,
        "atarigo" | "go" | "hex" | "nogo" | "qubic" => 2,
        "breakthrough" | "chess" | "domineering" | "loa" | "morris" => 3,
        _ => 4,
    }
}

fn small() -> Request {
    Request::default().hash(1 << 16)
}

#[test]
fn all_exact_algorithms_agree_with_minimax_on_every_game() {
    let algorithms = combinations();
    assert!(algorithms.len() > 50);
    for entry in standard().boards() {
        let deepest = deepest(entry.name);
        for depth in [1, 2, 3, 4].into_iter().filter(|&d| d <= deepest && (d != 3 || deepest == 3)) {
            let mut algorithms = algorithms.clone();
            // Every driver over every page is for the depths at which that takes no time.
            if depth == deepest {
                algorithms.retain(|a| ALGORITHMS.contains(a) && (entry.name != "chess" || has_window(a)));
            }
            let plan = ComparePlan {
                positions: 3,
                given: Vec::new(),
                depth: Some(depth),
                seed: 7,
                algorithms: Some(algorithms),
                deepen: depth >= 3,
            };
            let mut wrong = Vec::new();
            let comparison = entry.open().compare(&plan, &small(), &mut |c| {
                if !c.value_agrees {
                    wrong.push(c.algorithm.clone());
                }
            });
            assert!(comparison.agreed && wrong.is_empty(), "{} at depth {depth}: {wrong:?}", entry.name);
            assert!(!comparison.pick.is_empty());
        }
    }
}

/// Plays the line; each move must be legal.
fn follow(session: &mut dyn Session, line: &[String]) {
    for m in line {
        session.play(m).unwrap_or_else(|e| panic!("{line:?}: {e}"));
    }
}

fn undo(session: &mut dyn Session, line: &[String]) {
    line.iter().for_each(|_| assert!(session.undo()));
}

#[test]
fn principal_variations_are_legal_and_complete_and_worth_the_value() {
    for entry in standard().boards() {
        let mut session = entry.open();
        let depth = deepest(entry.name);
        let mut replies = BTreeMap::new();
        let mut algorithms = combinations();
        algorithms.retain(|a| depth == 4 || ALGORITHMS.contains(a));
        for algorithm in algorithms {
            let request = small().algorithm(algorithm).depth(depth);
            let answer = session.analyse(&request, &mut |_| ());
            let name = format!("{} by {}", entry.name, algorithm.full_name());
            assert_eq!(answer.best.as_ref(), answer.pv.first(), "{name}");
            follow(&mut *session, &answer.pv);
            // Quiescence goes on beyond the depth.
            let length = answer.pv.len() as u32;
            let ends = length == answer.depth || (entry.name == "chess" && length > answer.depth);
            let complete = ends || session.outcome().is_some();
            assert!(complete, "{name}: {:?} ends before depth {}", answer.pv, answer.depth);
            undo(&mut *session, &answer.pv);
            // The position after the first move, searched plainly, is worth as much to the other side.
            if answer.stopped_by == StoppedBy::Depth && answer.depth > 1 {
                session.play(&answer.pv[0]).unwrap();
                let reply = replies.entry((answer.pv[0].clone(), answer.depth)).or_insert_with(|| {
                    let plain = Algorithm::named("minimax").unwrap();
                    let reply =
                        session.analyse(&small().algorithm(plain).depth(answer.depth - 1), &mut |_| ());
                    (reply.depth == answer.depth - 1).then_some(reply.value)
                });
                assert!(reply.is_none_or(|value| value == -answer.value), "{name}: {reply:?}");
                assert!(session.undo());
            }
        }
    }
}

#[test]
fn a_search_stopped_anywhere_still_has_a_legal_line() {
    for entry in standard().boards() {
        let mut session = entry.open();
        for name in [
            "mtd-f",
            "pvs-memory",
            "alpha-beta-hard",
            "sss-star",
            "aspiration/nega-scout",
            "engine",
            "mtd-f/engine",
        ] {
            let algorithm = Algorithm::named(name).unwrap();
            for nodes in [1, 2, 3, 10, 100, 1000] {
                let request = small().algorithm(algorithm).nodes(nodes);
                let answer = session.analyse(&request, &mut |_| ());
                assert!(answer.best.is_some() && answer.best.as_ref() == answer.pv.first());
                follow(&mut *session, &answer.pv);
                undo(&mut *session, &answer.pv);
                match answer.stopped_by {
                    StoppedBy::Nodes => assert_eq!(answer.nodes, nodes, "{} by {name}", entry.name),
                    _ => assert!(answer.nodes <= nodes, "{} by {name}", entry.name),
                }
            }
        }
    }
}

#[test]
fn helping_threads_change_no_value() {
    for name in ["connect4", "othello", "clobber", "domineering", "dag"] {
        let mut session = standard().find(name).unwrap().open();
        let depth = Some(6);
        let alone = session.analyse(&small().depth(depth), &mut |_| ());
        for threads in [2, 3, 4, 3, 2] {
            for smp in ["smp=lazy", "smp=abdada"] {
                let mut request = small().depth(depth).threads(threads);
                request.method.settings.set(smp).unwrap();
                let together = session.analyse(&request, &mut |_| ());
                assert_eq!(together.value, alone.value, "{name}, {threads} threads, {smp}");
            }
        }
    }
}

#[test]
fn solving_agrees_with_searching_to_the_end() {
    let ends = [
        ("tictactoe", ""),
        ("nim", "3,4,5"),
        ("nim", "1,2,3"),
        ("clobber", "3x3"),
        ("domineering", "3x4"),
        ("connect4-5x4", ""),
        ("othello", "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"),
        ("tree", "((3 12 8) (2 4 6) (14 5 2))"),
        ("dag", "b=3 d=8 seed=3"),
        ("p-game", "b=2 d=10 seed=5"),
    ];
    for (name, position) in ends {
        let mut session = standard().find(name).unwrap().open();
        if !position.is_empty() {
            session.set(position).unwrap();
        }
        let request = small().depth(60);
        let searched = session.analyse(&request, &mut |_| ());
        assert_eq!(searched.stopped_by, StoppedBy::Solved, "{name} {position}");
        let solved = session.solver(&small()).solve(&session.position()).unwrap().solved().unwrap();
        assert_eq!(solved.value, searched.value, "{name} {position}");
        assert_eq!(Some(solved.outcome), searched.outcome, "{name} {position}");
        // The move that was chosen keeps the value.
        let best = solved.best.unwrap();
        session.play(&best).unwrap();
        let reply = session.solver(&small()).solve(&session.position()).unwrap().solved().unwrap();
        assert_eq!(reply.value, -solved.value, "{name} {position}: {best}");
    }
}

#[test]
fn solving_without_any_lever_finds_the_same_value() {
    let positions = [
        ("connect4-5x4", "33"),
        ("clobber", ""),
        ("othello", "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"),
    ];
    for (name, position) in positions {
        let session = standard().find(name).unwrap().open();
        let solve = |without: Vec<String>| {
            let mut solver = session.solver(&small().hash(8 << 20).without(without));
            solver.solve(position).unwrap().solved().unwrap()
        };
        let whole = solve(vec![]);
        let components: Vec<String> =
            session.components().iter().map(|component| component.name.to_owned()).collect();
        assert!(components.len() >= 7, "{name}");
        let mut differ = 0;
        for component in &components {
            let solved = solve(vec![component.clone()]);
            assert_eq!(solved.value, whole.value, "{name} without {component}");
            differ += usize::from(solved.nodes != whole.nodes);
        }
        assert!(differ >= 2, "{name}: components do something");
        assert_eq!(solve(components).value, whole.value, "{name} without all");
    }
}

#[test]
fn reflex_plays_a_solved_game_from_the_table_alone() {
    let mut session = standard().find("tictactoe").unwrap().open();
    let reflex = Algorithm::named("reflex").unwrap();
    let request = Request::default().algorithm(reflex).depth(9);
    let mut searches = 0;
    while session.outcome().is_none() {
        let answer = session.analyse(&request, &mut |_| ());
        searches += u64::from(answer.nodes > 0);
        session.play(&answer.best.unwrap()).unwrap();
    }
    assert_eq!(
        session.outcome().map(|end| end.to_string()).as_deref(),
        Some("draw"),
        "both sides played perfectly"
    );
    // The search that fills the table ends as soon as the game is solved.
    assert!(searches <= 3, "{searches} moves were searched");
}

#[test]
fn a_name_close_to_one_is_understood_as_a_slip() {
    let error = standard().find("conect4").unwrap_err().to_string();
    assert!(error.contains("did you mean 'connect4'?"), "{error}");
    let error = Algorithm::named("mtdf").unwrap_err().to_string();
    assert!(error.contains("did you mean 'mtd-f'?"), "{error}");
    assert!(Algorithm::named("alpha-beta/pvs").is_err() && Algorithm::named("mtd-f/minimax").is_err());
    assert_eq!(Algorithm::named("mtd-f").unwrap(), Algorithm::named("mtd-f/alpha-beta-memory").unwrap());
}
