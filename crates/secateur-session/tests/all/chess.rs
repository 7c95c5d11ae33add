//! The engine plays chess: mates, draws to seek and to avoid, endings, and Chess960.

use secateur_session::{Algorithm, Answer, Outcome, Request, Session};
use secateur_standard::standard;

fn chess() -> Box<dyn Session> {
    standard().find("chess").unwrap().open()
}

fn request(depth: u32) -> Request {
    let algorithm = Algorithm::named("engine").unwrap();
    Request::default().algorithm(algorithm).depth(depth).hash(1 << 22)
}

/// Searches, and checks that the line can be played.
fn search(session: &mut dyn Session, request: &Request) -> Answer {
    let answer = session.analyse(request, &mut |_| ());
    for m in &answer.pv {
        session.play(m).unwrap_or_else(|error| panic!("{:?}: {error}", answer.pv));
    }
    answer.pv.iter().for_each(|_| assert!(session.undo()));
    assert_eq!(answer.pv.first(), answer.best.as_ref());
    answer
}

fn at(fen: &str, depth: u32) -> Answer {
    let mut session = chess();
    session.set(fen).unwrap();
    search(&mut *session, &request(depth))
}

#[test]
fn mates() {
    for (fen, outcome, plies) in [
        // On the back rank, by either colour, and smothered.
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", Outcome::Win, 1),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1", Outcome::Win, 1),
        ("6rk/5ppp/8/6N1/8/8/8/6K1 w - - 0 1", Outcome::Win, 1),
        // Two rooks take rank after rank.
        ("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", Outcome::Loss, 2),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", Outcome::Win, 3),
        ("8/6k1/8/8/8/8/R7/1R4K1 w - - 0 1", Outcome::Win, 5),
    ] {
        // A longer mate is found first: the move to the shortest is reduced.
        let answer = at(fen, 16);
        assert_eq!((answer.outcome, answer.plies_to_end), (Some(outcome), Some(plies)), "{fen}");
        assert_eq!(answer.pv.len() as u32, plies, "{fen}: {:?}", answer.pv);
    }
}

#[test]
fn stalemate_is_avoided_by_the_stronger_and_sought_by_the_weaker() {
    // A queen on f8 would be stalemate.
    let answer = at("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 10);
    assert!(answer.best.as_deref() != Some("f7f8q") && answer.value > 400, "{answer:?}");
    // The rook cannot be taken anywhere. That takes a while to see: every check gives the rook away.
    let answer = at("7k/6R1/8/8/8/8/5q2/7K w - - 0 1", 20);
    assert_eq!(answer.value, 0, "{:?}", answer.pv);
}

#[test]
fn the_fifty_moves_are_counted() {
    // All but moves of the pawn are the hundredth half of a move.
    let answer = at("8/8/4k3/8/8/4K3/7P/R7 w - - 99 80", 6);
    assert!(answer.best.unwrap().starts_with("h2") && answer.value > 300);
    let answer = at("8/8/4k3/8/8/4K3/7P/R7 b - - 99 80", 6);
    assert_eq!((answer.value, answer.pv.len()), (0, 1));
    // A mate comes first.
    let answer = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 6);
    assert_eq!((answer.outcome, answer.best.as_deref()), (Some(Outcome::Win), Some("a1a8")));
}

#[test]
fn a_third_repetition_is_avoided_by_the_stronger_and_sought_by_the_weaker() {
    let mut session = chess();
    session.set("8/8/4k3/8/8/4K3/7P/R7 w - - 0 1").unwrap();
    for m in ["a1a2", "e6d6", "a2a1", "d6e6"].repeat(2) {
        session.play(m).unwrap();
    }
    let only = request(6).only(vec!["a1a2".into()]);
    assert_eq!(search(&mut *session, &only).value, 0);
    let answer = search(&mut *session, &request(6));
    assert!(answer.best.as_deref() != Some("a1a2") && answer.value > 300, "{answer:?}");
    session.play("a1a2").unwrap();
    let answer = search(&mut *session, &request(6));
    assert_eq!((answer.best.as_deref(), answer.value), (Some("e6d6"), 0));
}

#[test]
fn king_and_pawn_against_king() {
    assert!(at("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", 8).value > 300);
    assert!(at("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", 8).value < -300);
    assert_eq!(at("8/3k4/8/3P4/3K4/8/8/8 w - - 0 1", 8).value, 0);
    assert_eq!(at("k7/8/8/8/P7/K7/8/8 w - - 0 1", 8).value, 0);
}

/// Mate with bishop and knight takes more than thirty moves; the way there begins at the edge.
#[test]
fn bishop_and_knight_drive_the_king_to_the_edge() {
    let mut session = chess();
    session.set("8/8/8/3k4/8/8/8/KBN5 w - - 0 1").unwrap();
    let request = request(0).nodes(4_000).depth(None);
    let mut at_the_edge = 0;
    for ply in 0..70 {
        let answer = search(&mut *session, &request);
        assert!(if ply % 2 == 0 { answer.value > 300 } else { answer.value < -300 }, "{answer:?}");
        session.play(&answer.best.unwrap()).unwrap();
        if session.outcome().is_some() {
            assert_eq!(session.outcome().map(|end| end.outcome), Some(Outcome::Loss), "of the lone king");
            return;
        }
        let board = session.position();
        let rank = board.split(['/', ' ']).position(|rank| rank.contains('k')).unwrap();
        let before = board.split(['/', ' ']).nth(rank).unwrap().split('k').next().unwrap();
        let file: u32 = before.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        at_the_edge += u32::from(ply >= 40 && ([0, 7].contains(&rank) || [0, 7].contains(&file)));
    }
    assert!(at_the_edge >= 20, "{at_the_edge} of 30 positions, {}", session.position());
}

#[test]
fn castling_in_chess960_is_a_move_of_the_line() {
    let mut session = chess();
    for (fen, castling) in [
        ("chess960 4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        ("chess960 1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8"),
    ] {
        session.set(fen).unwrap();
        let only = request(7).only(vec![castling.into()]);
        let answer = search(&mut *session, &only);
        assert_eq!(answer.best.as_deref(), Some(castling));
        assert!(answer.pv.len() > 1);
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    for (fen, depth) in [
        ("", 8),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 10),
    ] {
        let runs = [(); 2].map(|()| {
            let answer = at(fen, depth);
            (answer.nodes, answer.leaves, answer.value, answer.pv)
        });
        assert_eq!(runs[0], runs[1], "{fen}");
        assert!(runs[0].0 > 1_000);
    }
}
