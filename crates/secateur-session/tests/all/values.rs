//! The values of all legal moves, checked against searches of their own.

use proptest::prelude::*;
use secateur_session::{Answer, Outcome, Request, Session, values};
use secateur_standard::standard;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The game after moves picked at random, or before the one that would end it.
fn at(game: &str, picks: &[u8]) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    for &pick in picks {
        let moves = session.moves();
        session.play(&moves[usize::from(pick) % moves.len()]).unwrap();
        if session.outcome().is_some() {
            session.undo();
        }
    }
    session
}

fn request(depth: u32) -> Request {
    Request::default().hash(1 << 20).depth(depth)
}

fn quiet(session: &mut dyn Session, request: &Request) -> Vec<Answer> {
    values(session, request, &mut |_| ())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn each_move_is_worth_what_its_search_says(
        game in prop::sample::select(vec!["tictactoe", "connect4", "othello"]),
        picks in prop::collection::vec(any::<u8>(), 0..30),
        depth in 2u32..5,
    ) {
        let mut session = at(game, &picks);
        let position = session.position();
        let all = quiet(&mut *session, &request(depth));
        prop_assert_eq!(session.position(), position, "the position stays");
        let mut moves: Vec<String> = all.iter().map(|answer| answer.best.clone().unwrap()).collect();
        for (place, answer) in (1..).zip(&all) {
            prop_assert_eq!((answer.line, answer.pv.first()), (place, answer.best.as_ref()));
            session.play(&answer.pv[0]).unwrap();
            let reply = session.analyse(&request(depth - 1), &mut |_| ());
            session.undo();
            prop_assert_eq!(answer.value, -reply.value, "{} {}", game, answer.pv[0]);
            prop_assert_eq!(answer.plies_to_end, reply.plies_to_end.map(|plies| plies + 1));
            if reply.plies_to_end.is_none() {
                prop_assert_eq!(answer.points, -reply.points);
            }
        }
        prop_assert!(all.is_sorted_by_key(|answer| -answer.points));
        let whole = session.analyse(&request(depth), &mut |_| ());
        // Follow-up may prove that a position is won, lost, or a draw at best or at worst before it does so of the
        // moves.
        let proves = whole.points == 0 || whole.plies_to_end.is_some_and(|plies| plies > depth);
        let agree = all[0].points == whole.points || (game == "connect4" && proves);
        prop_assert!(agree, "{} by its moves, {} as a whole", all[0].points, whole.points);
        moves.sort();
        let mut legal = session.moves();
        legal.sort();
        prop_assert_eq!(moves, legal);
    }
}

/// The bound for follow-up sees at once that the fourth column loses, but sees when only in the third round.
#[test]
fn a_loss_proven_early_is_dated_later() {
    let mut session = standard().find("connect4").unwrap().open();
    session.set("......./.X.XO../.O.XX../.O.XO../.X.OX../.OXOXO.").unwrap();
    let all = quiet(&mut *session, &request(4));
    assert!(all.iter().all(|answer| answer.outcome == Some(Outcome::Loss)));
    assert_eq!(
        all.iter().map(|answer| answer.plies_to_end.unwrap()).collect::<Vec<_>>(),
        [6, 2, 2, 2, 2, 2, 2]
    );
    assert_eq!(all[0].best.as_deref(), Some("4"));
}

#[test]
fn limits_are_for_all_moves_together() {
    let mut session = at("connect4", &[]);
    let mut rounds = Vec::new();
    let limited = request(2).depth(None).nodes(20_000);
    let all = values(&mut *session, &limited, &mut |all| rounds.push(all[0].depth));
    let nodes = all.iter().map(|answer| answer.nodes).max().unwrap();
    assert!(nodes <= 20_000, "{nodes}");
    assert_eq!(rounds, (2..=all[0].depth).collect::<Vec<u32>>());
    assert!(all[0].depth > 4 && all.iter().all(|answer| answer.depth == all[0].depth));
    let start = Instant::now();
    let limited = request(2).depth(None).time(Duration::from_millis(100));
    assert_eq!(quiet(&mut *session, &limited).len(), 7);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn an_interrupt_leaves_what_is_whole() {
    let mut session = at("connect4", &[]);
    let endless = request(2).depth(200);
    let all = values(&mut *session, &endless, &mut |all| {
        if all[0].depth == 4 {
            endless.control.interrupt.store(true, Ordering::Relaxed);
        }
    });
    assert!(all.len() == 7 && all.iter().all(|answer| answer.depth == 4));
    assert_eq!(quiet(&mut *session, &endless), [], "it is still set");
}

#[test]
fn a_game_that_is_over_has_no_moves_to_value() {
    let mut session = standard().find("tictactoe").unwrap().open();
    session.set("XXX/OO./...").unwrap();
    assert_eq!(quiet(&mut *session, &request(3)), []);
}
