//! Proofs and their certificates: what is proven is what a solver finds, a certificate says so by the rules alone, and one
//! that was tampered with does not.

mod checkpoints;

use proptest::prelude::*;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Notation, StaticValue, Unreadable};
use secateur_session::{
    Algorithm, GameEntry, Prover, Registry, Request, Session, StoppedBy, ValueClaim, Verified, VerifyError,
    verify,
};
use secateur_standard::standard;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

/// Small positions of games of every kind: impartial ones, draws, points, wins that count how soon, cycles.
const POSITIONS: [(&str, &str); 16] = [
    ("tictactoe", ""),
    ("tictactoe", "XO./.X./..O"),
    ("tictactoe", "X.O/.../..."),
    ("tictactoe", "4x4,3"),
    ("nim", "1,2,3"),
    ("nim", "2,3,4"),
    ("nim", "0"),
    ("clobber", "XOX/OXO/XOX X"),
    ("clobber", "XOXO/OXOX X"),
    ("breakthrough", "4x4"),
    ("connect4-5x4", "3333"),
    ("connect4-5x4", "332211"),
    ("dodgem", "3x3"),
    ("tree", "((3 12 8) (2 (4 7) 6) (14 5 2))"),
    ("tree", "(-3 (0 (1 -1)) (4))"),
    ("tree", "(((4 (-4)) (0 0)) (0))"), // a subtree beside its own opposite
];

fn session(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    if !position.is_empty() {
        session.set(position).unwrap();
    }
    session
}

fn request() -> Request {
    by("df-pn")
}

fn by(algorithm: &str) -> Request {
    Request::default().hash(1 << 20).algorithm(Algorithm::named(algorithm).unwrap())
}

/// The value that a solver finds.
fn solved(game: &str, position: &str) -> i32 {
    let session = session(game, position);
    let solution = session.solver(&request().hash(64 << 20)).solve(position).unwrap();
    solution.solved().unwrap().value
}

/// Searches to the end; returns what is proven, and nothing if memory is full.
fn settle(proof: &mut dyn Prover, slice: u64) -> Vec<ValueClaim> {
    loop {
        let progress = proof.search(slice);
        if progress.stopped_by != StoppedBy::Nodes {
            return progress.claims;
        }
    }
}

fn certificate(proof: &mut dyn Prover) -> Vec<u8> {
    let mut file = Vec::new();
    let size = proof.certify(&mut file, &mut |_| {}).unwrap();
    assert_eq!(size.bytes, file.len() as u64);
    file
}

fn check_in(memory: usize, file: &[u8]) -> Result<Verified, VerifyError> {
    verify(&standard(), Cursor::new(file), memory, &AtomicBool::new(false))
}

fn check(file: &[u8]) -> Result<Verified, VerifyError> {
    check_in(1 << 20, file)
}

/// Puts the right checksum behind a certificate that was changed.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.truncate(file.len() - 8);
    let sum = file.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    file.extend(sum.to_le_bytes());
    file
}

/// The place behind the text.
fn body(file: &[u8]) -> usize {
    file.windows(2).position(|two| two == b"\n\n").unwrap() + 2
}

fn is_true(claim: ValueClaim, game: &str, position: &str) -> bool {
    claim.holds(solved(game, position))
}

#[test]
fn what_is_proven_is_what_a_solver_finds_and_verifies() {
    let mut full = Vec::new();
    for (game, position) in POSITIONS {
        let value = solved(game, position);
        for algorithm in ["df-pn", "pn", "pn2", "solve"] {
            let Ok(mut proof) = session(game, position).prover(None, &by(algorithm)) else {
                assert_eq!((game, algorithm), ("dodgem", "solve"));
                continue;
            };
            let claims = settle(&mut *proof, 100_000);
            if claims.is_empty() {
                full.push((algorithm, game, position));
                continue;
            }
            assert!(
                claims.iter().all(|claim| claim.holds(value)),
                "{game} {position} {algorithm}: {claims:?}"
            );
            let exact =
                claims.contains(&ValueClaim::AtLeast(value)) || claims.contains(&ValueClaim::AtMost(value));
            assert!(exact, "{game} {position} {algorithm}: {claims:?}, not {value}");
            let file = certificate(&mut *proof);
            let verified = check(&file).unwrap();
            assert_eq!((verified.flaw, &verified.claims), (None, &claims), "{game} {position} {algorithm}");
        }
    }
    // A tree in a mebibyte is soon full.
    let has_table = |algorithm: &str| ["df-pn", "solve"].contains(&algorithm);
    assert!(full.iter().all(|(algorithm, ..)| !has_table(algorithm)) && full.len() < 12, "{full:?}");
}

#[test]
fn every_goal_is_proven_or_disproven() {
    for (game, position) in POSITIONS {
        let value = solved(game, position);
        let ways =
            ["df-pn", "solve"].into_iter().flat_map(|way| [0, 1, value, value + 1].map(|goal| (way, goal)));
        for (way, goal) in ways {
            let Ok(mut proof) = session(game, position).prover(Some(goal), &by(way)) else {
                let is_refused = game == "dodgem" && way == "solve";
                assert!(!(0..=1).contains(&goal) || game == "tree" || is_refused, "{game} has {goal}");
                continue;
            };
            let claim = if value >= goal { ValueClaim::AtLeast(goal) } else { ValueClaim::AtMost(goal - 1) };
            assert_eq!(settle(&mut *proof, 100_000), [claim], "{game} {position}");
            assert_eq!(check(&certificate(&mut *proof)).unwrap().flaw, None, "{game} {position} {claim}");
        }
    }
}

#[test]
fn memory_for_one_reference_is_enough() {
    for (game, position) in [("tictactoe", "X.O/.../..."), ("clobber", "XOXO/OXOX X"), ("dodgem", "3x3")] {
        let mut proof = session(game, position).prover(None, &request()).unwrap();
        settle(&mut *proof, 100_000);
        let file = certificate(&mut *proof);
        assert_eq!(check_in(0, &file).unwrap(), check(&file).unwrap());
    }
}

/// A bit that tips over is found by the checksum; with a checksum that agrees, what still holds is true all the same.
#[test]
fn no_byte_can_be_altered_unseen() {
    let mut mistaken = 0;
    let clobber = ("clobber", "XOXO/OXOX X");
    for (game, position) in
        [("nim", "1,2,3"), ("tictactoe", "XO./.X./..O"), ("connect4-5x4", "332211"), clobber]
    {
        let mut proof = session(game, position).prover(None, &request()).unwrap();
        settle(&mut *proof, 100_000);
        let file = certificate(&mut *proof);
        let mut held = 0;
        for at in 0..file.len() {
            for other in [1, 2, 3, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xff] {
                let mut altered = file.clone();
                altered[at] ^= other;
                if let Ok(verified) = check(&altered) {
                    assert!(verified.flaw.is_some(), "{game}: byte {at} ^ {other} is not seen");
                }
                let Ok(Verified { flaw, game, position, claims, .. }) = check(&sealed(altered)) else {
                    continue;
                };
                if let Some(flaw) = flaw {
                    mistaken += u32::from(flaw.what.starts_with("is said to lead to '"));
                    continue;
                }
                held += 1;
                assert!(claims.iter().all(|&claim| is_true(claim, &game, &position)), "byte {at} ^ {other}");
            }
        }
        assert!(held > 0, "{game}: some other move proves it as well");
    }
    assert!(mistaken > 0, "references lead elsewhere");
}

#[test]
fn whatever_is_missing_swapped_or_added_is_found() {
    let mut proof = session("tictactoe", "X.O/.../...").prover(Some(1), &request()).unwrap();
    assert_eq!(settle(&mut *proof, 100_000), [ValueClaim::AtLeast(1)]);
    let file = certificate(&mut *proof);
    let start = body(&file);
    let flaw = |file: Vec<u8>| {
        let flaw = check(&sealed(file)).unwrap().flaw.expect("a flaw");
        (flaw.position, flaw.played, flaw.what)
    };
    // An answer left out: those behind it answer the wrong replies, and in the end one is missing.
    for at in start..file.len() - 8 {
        let mut dropped = file.clone();
        dropped.remove(at);
        assert!(flaw(dropped).1.is_some(), "byte {at}");
    }
    let cut = check(&file[..file.len() - 9]).unwrap().flaw.unwrap();
    assert!(cut.played.is_some(), "{cut:?}");
    let mut swapped = file.clone();
    swapped[start] ^= 2;
    assert!(!flaw(swapped).2.is_empty());
    let mut illegal = file.clone();
    illegal[start] = 0x7e;
    assert_eq!(flaw(illegal).2, "is answered by move 63, expected one below 7");
    let mut longer = file.clone();
    longer.insert(file.len() - 8, 0);
    let (_, played, what) = flaw(longer);
    assert!(played.is_none() && what.ends_with("it was altered, or cut off"), "{what}");
    // The right proof of the wrong claim.
    let text = String::from_utf8(file[..start].to_vec()).unwrap();
    for (from, to) in [("at least 1", "at most 0"), ("at least 1", "at least 2"), ("X.O", "O.X")] {
        let other = [text.replace(from, to).as_bytes(), &file[start..]].concat();
        assert!(check(&sealed(other)).is_ok_and(|verified| verified.flaw.is_some()), "{from} -> {to}");
    }
}

/// A token on a row of squares, which either side moves by one; whoever reaches an end wins. In the middle it goes to and
/// fro, unless a side is lost in time.
#[derive(Clone, Debug)]
struct Token(i32);

/// The last square.
const END: i32 = 6;

impl Game for Token {
    type Move = i32;

    fn moves(&self) -> impl Iterator<Item = i32> {
        [self.0 - 1, self.0 + 1].into_iter()
    }

    fn play(&mut self, to: i32) {
        self.0 = to;
    }

    fn outcome(&self) -> Option<Score> {
        (self.0 == 0 || self.0 == END).then_some(Score::LOSS)
    }
}

impl Keyed for Token {
    fn key(&self) -> u64 {
        self.0 as u64
    }
}

impl Hints for Token {}

impl Notation for Token {
    type Knowledge = StaticValue;

    fn start() -> Self {
        Token(END / 2)
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        match text.parse() {
            Ok(square) if (0..=END).contains(&square) => Ok(Token(square)),
            _ if text.is_empty() => Ok(Token::start()),
            _ => Err(Unreadable(format!("found '{text}', expected a square from 0 to {END}"))),
        }
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}

/// A proof that a draw is held refers to positions that are still open; that of a win never does.
#[test]
fn a_draw_may_go_round_in_circles_and_a_win_may_not() {
    let games = Registry::new().with(GameEntry::new::<Token>("token", ""));
    let flaw = |file: &[u8]| {
        let verified = verify(&games, Cursor::new(file), 1 << 20, &AtomicBool::new(false)).unwrap();
        verified.flaw.map(|flaw| (flaw.position, flaw.played.unwrap(), flaw.what))
    };
    for (square, expected) in [
        ("1", [ValueClaim::AtLeast(1)].to_vec()),
        ("2", [ValueClaim::AtLeast(0), ValueClaim::AtMost(0)].to_vec()),
        ("3", [ValueClaim::AtLeast(0), ValueClaim::AtMost(0)].to_vec()),
    ] {
        let mut session = games.find("token").unwrap().open();
        session.set(square).unwrap();
        let mut proof = session.prover(None, &request()).unwrap();
        assert_eq!(settle(&mut *proof, 1 << 40), expected, "{square}");
        assert_eq!(flaw(&certificate(&mut *proof)), None, "{square}");
    }
    // From 3 to 4; from there to 3 again, where the answer leads to 4 once more, or to 5, where the answer wins.
    let of = |claim: &str| {
        let text = format!("secateur-certificate-1\ngame token\nposition 3\nclaim {claim}\n\n");
        sealed([text.as_bytes(), &[2, 3, 1, 2], &[0; 8]].concat())
    };
    let in_circles = "goes round in circles, expected an end with at least 1";
    assert_eq!(flaw(&of("at least 1")), Some(("3".into(), "4".into(), in_circles.into())));
    assert_eq!(flaw(&of("at least 0")), None);
}

#[test]
fn what_is_no_certificate_is_refused_in_a_sentence() {
    let refused = |text: &str| match check(text.as_bytes()) {
        Err(VerifyError::Unreadable(e)) => e.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(""), "it is no certificate, which begins with 'secateur-certificate-1'");
    let head = "secateur-certificate-1\ngame";
    assert!(
        refused(&format!("{head} shogi\nposition\nclaim at least 1\n\n")).starts_with("unknown game 'shogi'")
    );
    assert!(
        refused(&format!("{head} nim\nposition x\nclaim at least 1\n\n")).starts_with("nim position 'x': ")
    );
    assert!(refused(&format!("{head} nim\nclaim at least 1\n\n")).ends_with("expected 'position ...'"));
    assert!(
        refused(&format!("{head} nim\nposition\nclaim more\n\n"))
            .ends_with("expected a claim such as 'at least 1'")
    );
    assert!(
        refused(&format!("{head} nim\nposition\nclaim at least 1\n")).ends_with("behind one claim or two")
    );
}

#[test]
fn a_goal_that_no_game_ends_with_is_refused() {
    let refused = |game, goal| session(game, "").prover(Some(goal), &request()).err().unwrap().to_string();
    assert_eq!(refused("nim", 2), "the goal is 2, expected 1 for a win or 0 for a draw");
    assert_eq!(refused("connect4-5x4", 11), "the goal is 11, expected a value that can be reached");
    let by_uct = session("nim", "").prover(None, &by("uct")).err().unwrap().to_string();
    let by_solver = session("dodgem", "").prover(None, &by("solve")).err().unwrap().to_string();
    let in_circles =
        "solve proves nothing in a game whose positions can come back, expected df-pn, pn or pn2";
    assert_eq!(by_solver, in_circles);
    assert_eq!(by_uct, "uct proves nothing, expected one of pn, pn2, df-pn, ews, solve");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Random trees of points.
    #[test]
    fn certificates_of_random_trees_hold(text in tree()) {
        let value = solved("tree", &text);
        for goal in [value - 1, value, value + 1] {
            let mut proof = session("tree", &text).prover(Some(goal), &request()).unwrap();
            let claim = if value >= goal { ValueClaim::AtLeast(goal) } else { ValueClaim::AtMost(goal - 1) };
            prop_assert_eq!(settle(&mut *proof, 1 << 40), [claim]);
            prop_assert_eq!(check(&certificate(&mut *proof)).unwrap().flaw, None);
        }
    }
}

/// A tree as text, no leaf alone.
fn tree() -> impl Strategy<Value = String> {
    let leaf = (-9..10_i32).prop_map(|value| value.to_string());
    let node = leaf.prop_recursive(5, 60, 4, |below| {
        prop::collection::vec(below, 1..4).prop_map(|children| format!("({})", children.join(" ")))
    });
    prop::collection::vec(node, 1..4).prop_map(|children| format!("({})", children.join(" ")))
}
