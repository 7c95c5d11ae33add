//! Go: what the rules forbid to bring back is no legal move, and no search plays it.

use secateur_session::{Algorithm, CertifyError, Request, Session, ValueClaim};
use secateur_standard::standard;

fn open(name: &str) -> Box<dyn Session> {
    standard().find(name).unwrap().open()
}

/// O has just taken a stone of a ko, and X may not take back at once.
fn ko() -> Box<dyn Session> {
    let mut game = open("go");
    game.set(".XO./X.XO/.XO./.... O").unwrap();
    game.play("b2").unwrap();
    game
}

#[test]
fn what_was_there_is_no_legal_move() {
    let mut game = ko();
    let sentence = "'c2' brings back the position after 0 moves, expected one that was not there before";
    assert!(!game.moves().contains(&"c2".to_owned()));
    assert_eq!(game.play("c2").unwrap_err().to_string(), sentence);
    assert_eq!(game.read_move("c2").unwrap_err().to_string(), sentence);
    // A threat and its answer later the board is another one.
    game.play("d4").unwrap();
    game.play("a4").unwrap();
    game.play("c2").unwrap();
    // And now it is O who may not.
    assert!(game.play("b2").is_err());
    // A pass makes no difference to the board.
    let mut game = ko();
    game.play("pass").unwrap();
    game.play("pass").unwrap();
    assert!(game.outcome().is_some() && !game.is_drawn_by_repetition());
}

#[test]
fn no_search_plays_it() {
    for name in
        ["engine", "alpha-beta", "pvs-memory", "mtd-f", "minimax", "best-first-minimax", "ubfm", "uct"]
    {
        for depth in 1..=4 {
            let request = Request::default().hash(1 << 20).nodes(3_000).depth(depth);
            let answer = ko().analyse(&request.algorithm(Algorithm::named(name).unwrap()), &mut |_| ());
            assert!(answer.best.is_some_and(|best| best != "c2"), "{name} to depth {depth}");
        }
    }
}

#[test]
fn it_is_proven_and_not_solved_backwards() {
    let request = Request::default().hash(1 << 22).algorithm(Algorithm::named("df-pn").unwrap());
    let error = open("go-2x2").solver(&request).solve("").unwrap_err();
    assert!(error.to_string().contains("expected `prove`"), "{error}");
    let mut proof = open("go-2x2").prover(None, &request).unwrap();
    let mut progress = proof.search(10_000);
    for _ in 0..20 {
        if progress.is_open() {
            progress = proof.search(10_000);
        }
    }
    assert_eq!(progress.claims, [ValueClaim::AtLeast(1), ValueClaim::AtMost(1)]);
    let refused = proof.certify(&mut Vec::new(), &mut |_| ());
    assert!(matches!(refused, Err(CertifyError::Impossible(_))));
}
