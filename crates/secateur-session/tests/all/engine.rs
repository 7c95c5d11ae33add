//! The engine on games small enough to know the right answer, through the boundary that all tools use.

use super::solving::ENDS;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_session::{Algorithm, Handicap, Outcome, Request, Session, StoppedBy};
use secateur_standard::standard;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn open(game: &str) -> Box<dyn Session> {
    standard().find(game).unwrap().open()
}

fn engine() -> Request {
    Request::default().algorithm(Algorithm::named("engine").unwrap()).hash(1 << 20)
}

fn quiet(session: &mut dyn Session, request: &Request) -> secateur_session::Answer {
    session.analyse(request, &mut |_| ())
}

/// A player: shown the game, names a move.
type Player<'a> = &'a mut dyn FnMut(&mut dyn Session) -> String;

/// Plays a game to its end after some moves, and returns the result of the first player: 1, 0 or -1.
fn play<'a>(game: &str, opening: &[&str], first: Player<'a>, second: Player<'a>) -> i32 {
    // Each keeps its histories to itself.
    let mut sessions = [open(game), open(game)];
    let players = [first, second];
    let mut ply = 0;
    for m in opening {
        sessions.iter_mut().for_each(|s| s.play(m).unwrap());
        ply += 1;
    }
    while sessions[0].outcome().is_none() {
        let m = players[ply % 2](&mut *sessions[ply % 2]);
        sessions.iter_mut().for_each(|s| s.play(&m).unwrap());
        ply += 1;
    }
    let to_move = sessions[0].outcome().map_or(0, |end| end.outcome.sign());
    if ply % 2 == 0 { to_move } else { -to_move }
}

fn with(request: Request) -> impl FnMut(&mut dyn Session) -> String {
    move |session| quiet(session, &request).best.unwrap()
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for seed in 0..20 {
        let mut perfect = with(engine().nodes(3_000));
        let mut dice = SplitMix64::seed_from_u64(seed);
        let mut random = |session: &mut dyn Session| {
            let moves = session.moves();
            moves[dice.next_u64() as usize % moves.len()].clone()
        };
        assert!(play("tictactoe", &[], &mut perfect, &mut random) >= 0, "first, seed {seed}");
        assert!(play("tictactoe", &[], &mut random, &mut perfect) <= 0, "second, seed {seed}");
    }
    let request = engine().nodes(3_000);
    assert_eq!(play("tictactoe", &[], &mut with(request.clone()), &mut with(request)), 0);
}

/// Deep enough, the winner is no guess: exact search says the same.
#[test]
fn small_boards_are_solved() {
    for (game, boards) in [
        ("clobber", &["2x3", "3x3", "2x5", "3x4"][..]),
        ("domineering", &["2x3", "3x3", "3x4", "4x4"]),
        ("nim", &["1,2,3", "3,4,5", "2,2", "1,1,1"]),
    ] {
        for board in boards {
            let mut session = open(game);
            session.set(board).unwrap();
            let proven = session.solver(&engine()).solve(board).unwrap().solved().unwrap();
            let answer = quiet(&mut *session, &engine().depth(24));
            assert_eq!(answer.outcome, Some(proven.outcome), "{game} {board}");
            assert_eq!(answer.value.signum(), proven.value.signum(), "{game} {board}");
            assert!(!answer.exact, "and yet it is not called exact");
        }
    }
}

#[test]
fn connect_four_is_won_against_null_move_at_depth_four() {
    let weak = || engine().algorithm(Algorithm::named("null-move").unwrap()).depth(4);
    let strong = || engine().nodes(40_000);
    let mut score = 0;
    for opening in [&[][..], &["4"], &["1"], &["3", "5"], &["2"], &["3"]] {
        score += play("connect4", opening, &mut with(strong()), &mut with(weak()));
        score -= play("connect4", opening, &mut with(weak()), &mut with(strong()));
    }
    assert!(score >= 6, "{score} of 12");
}

#[test]
fn a_handicap_makes_play_weaker() {
    let mut score = 0;
    for (seed, opening) in (0..).zip([&[][..], &["2"], &["6", "1"]]) {
        let full = || engine().nodes(3_000);
        let weak = || full().handicap(Handicap { nodes: 100, noise: 200, seed });
        score += play("connect4", opening, &mut with(full()), &mut with(weak()));
        score -= play("connect4", opening, &mut with(weak()), &mut with(full()));
    }
    assert!(score >= 4, "{score} of 6");
    // Its misjudgements come from the seed alone.
    let request = |seed| engine().handicap(Handicap { nodes: 300, noise: 300, seed });
    let best = |seed| quiet(&mut *open("clobber"), &request(seed)).best;
    assert!((0..8).all(|seed| best(seed) == best(seed)));
    assert!((1..8).any(|seed| best(seed) != best(0)));
}

/// A beginner's nodes are too few for one look at every move of chess. That is had all the same: or there would be nothing
/// to misjudge, and the first moves that are generated would be played.
#[test]
fn a_beginner_looks_at_every_move() {
    let mut session = open("chess");
    session.set("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    for level in 1..=2 {
        let mut best = |seed| {
            let answer = quiet(&mut *session, &engine().handicap(Handicap::of_level(level, seed)));
            assert!(answer.depth >= 1, "{answer:?}");
            answer.best.unwrap()
        };
        let first = best(0);
        assert!((1..12).any(|seed| best(seed) != first), "level {level} always plays {first}");
    }
}

#[test]
fn helping_threads_find_legal_moves() {
    for game in ["connect4", "clobber", "domineering", "tictactoe", "nim", "chess"] {
        let mut session = open(game);
        for _ in 0..4 {
            let answer = quiet(&mut *session, &engine().depth(7).threads(2));
            let best = answer.best.unwrap();
            assert!(session.moves().contains(&best), "{game}: {best}");
            assert_eq!(answer.pv.first(), Some(&best));
            session.play(&best).unwrap();
            if session.outcome().is_some() {
                break;
            }
        }
    }
}

#[test]
fn a_move_asked_for_is_the_answer_though_another_is_forced() {
    let mut session = open("connect4");
    session.set("41414").unwrap();
    let only = |column: &str| engine().only(vec![column.into()]).depth(4);
    for column in ["4", "7"] {
        assert_eq!(quiet(&mut *session, &only(column)).best.as_deref(), Some(column));
    }
    assert_eq!(quiet(&mut *session, &engine().depth(4)).best.as_deref(), Some("4"));
}

#[test]
fn several_lines_come_sorted_and_differ() {
    for game in ["connect4", "clobber", "domineering"] {
        let mut session = open(game);
        let mut iterations: Vec<Vec<(i32, String)>> = Vec::new();
        let request = engine().lines(3).depth(7);
        session.analyse(&request, &mut |answer| {
            assert_eq!(answer.bound, None, "{game}");
            if answer.line == 1 {
                iterations.push(Vec::new());
            }
            let lines = iterations.last_mut().unwrap();
            lines.push((answer.value, answer.pv[0].clone()));
            assert_eq!(answer.line, lines.len());
        });
        assert_eq!(iterations.len(), 7);
        for mut lines in iterations {
            assert_eq!(lines.len(), 3);
            assert!(lines.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{game}: {lines:?}");
            lines.sort_by(|a, b| a.1.cmp(&b.1));
            lines.dedup_by(|a, b| a.1 == b.1);
            assert_eq!(lines.len(), 3, "{game}: {lines:?}");
        }
    }
}

#[test]
fn only_the_moves_named_are_played() {
    for game in ["connect4", "clobber", "domineering"] {
        let mut session = open(game);
        for m in session.moves() {
            let request = engine().only(vec![m.to_uppercase()]).depth(3);
            assert_eq!(quiet(&mut *session, &request).best, Some(m), "{game}");
        }
    }
}

#[test]
fn a_win_near_enough_ends_the_search() {
    let mut session = open("connect4");
    session.set("3344").unwrap();
    let answer = quiet(&mut *session, &engine().win_within(3));
    assert_eq!((answer.outcome, answer.plies_to_end), (Some(Outcome::Win), Some(3)));
    assert_eq!(answer.stopped_by, StoppedBy::Solved);
}

#[test]
fn time_ends_the_search_and_pondering_does_not() {
    let mut session = open("connect4");
    let request = engine().time(Duration::from_millis(20));
    let start = Instant::now();
    let answer = quiet(&mut *session, &request);
    assert_eq!(answer.stopped_by, StoppedBy::Time);
    assert!((Duration::from_millis(20)..Duration::from_secs(5)).contains(&start.elapsed()));

    request.control.pondering.store(true, Ordering::Relaxed);
    let (start, hit) = (Instant::now(), Duration::from_millis(200));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(hit);
            request.control.pondering.store(false, Ordering::Relaxed);
        });
        let answer = quiet(&mut *session, &request);
        assert_eq!(answer.stopped_by, StoppedBy::Time);
        assert!(session.moves().contains(&answer.best.unwrap()));
    });
    assert!((hit..Duration::from_secs(5)).contains(&start.elapsed()));
}

#[test]
fn an_aim_ends_the_search_between_iterations_long_before_the_limit() {
    let mut session = open("connect4");
    let limit = Duration::from_secs(60);
    let request = engine().aim(Duration::from_millis(30)).time(limit);
    let start = Instant::now();
    assert_eq!(quiet(&mut *session, &request).stopped_by, StoppedBy::Time);
    assert!(start.elapsed() < limit / 3, "{:?}", start.elapsed());
    // An interrupt needs no clock, and there is a move all the same.
    let request = engine().aim(limit / 3).time(limit);
    request.control.interrupt.store(true, Ordering::Relaxed);
    let answer = quiet(&mut *session, &request);
    assert_eq!(answer.stopped_by, StoppedBy::Interrupt);
    assert!(session.moves().contains(&answer.best.unwrap()));
}

/// Near the end of a game of points the engine tells what is so, by a move that is worth it; and ends there.
#[test]
fn the_end_of_othello_is_played_out() {
    let mut session = open("othello");
    for (position, margin) in ENDS {
        session.set(position).unwrap();
        let answer = quiet(&mut *session, &engine().nodes(50_000_000));
        assert_eq!((answer.value, answer.stopped_by), (margin, StoppedBy::Solved), "{position}");
        assert_eq!(answer.outcome, Some(Outcome::of(margin)));
        let best = answer.best.unwrap();
        assert_eq!(answer.pv.first(), Some(&best));
        session.play(&best).unwrap();
        let after = session.solver(&engine()).solve(&session.position()).unwrap().solved().unwrap();
        assert_eq!(after.value, -margin, "{position} {best}");
        session.undo();
        // What the table knows is not searched again; and both sides play on to that end.
        let again = quiet(&mut *session, &engine().nodes(50_000_000));
        assert!(again.nodes < answer.nodes, "{} and {}", again.nodes, answer.nodes);
        assert_eq!((again.value, again.stopped_by), (margin, StoppedBy::Solved), "{position}");
        let mut value = margin;
        while session.outcome().is_none() {
            let answer = quiet(&mut *session, &engine().nodes(50_000_000));
            assert_eq!(
                (answer.value, answer.stopped_by),
                (value, StoppedBy::Solved),
                "{}",
                session.position()
            );
            session.play(&answer.best.unwrap()).unwrap();
            value = -value;
        }
    }
}

/// The half of the limits that does not suffice for it leaves the other half to the engine; what was asked for stays so.
#[test]
fn limits_hold_near_the_end_too() {
    let mut session = open("othello");
    for (position, _) in ENDS {
        session.set(position).unwrap();
        for nodes in [1, 100, 2_000, 20_000] {
            let answer = quiet(&mut *session, &engine().nodes(nodes));
            assert!(answer.best.is_some() && answer.stopped_by == StoppedBy::Nodes, "{answer:?}");
            // The last squares are played out at once.
            assert!((nodes..nodes + 500).contains(&answer.nodes), "{} of {nodes}", answer.nodes);
        }
        let deep = quiet(&mut *session, &engine().depth(9));
        assert_eq!((deep.depth, deep.stopped_by), (9, StoppedBy::Depth));
        let lines = quiet(&mut *session, &engine().lines(2).nodes(20_000));
        assert_eq!((lines.stopped_by, lines.outcome), (StoppedBy::Nodes, None));
    }
}
