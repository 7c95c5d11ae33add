//! Everything that reads text, held against any text: no panic, a sentence where it is refused, and what was
//! read is written so that it reads back. Shared by the property tests and the fuzz targets.

#![allow(dead_code, unreachable_pub)] // a fuzz target needs one of these

use secateur::order::Choice;
use secateur::tree::Tree;
use secateur_cli::check;
use secateur_session::{Algorithm, LearnedEvaluation, Request, Session, Settings, VerifyError, verify};
use secateur_session::{GameEntry, Registry};
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

fn assert_sentence(said: &str) {
    assert!(!said.trim().is_empty() && !said.contains('\n'), "{said:?}");
}

/// Asserts that two positions are the same: what can be played in them, and how they have ended.
fn assert_same(a: &dyn Session, b: &dyn Session) {
    assert_eq!((a.moves(), a.outcome()), (b.moves(), b.outcome()), "{} and {}", a.position(), b.position());
}

/// The first line as a position of the game, each further one as a move.
pub fn position(game: &GameEntry, text: &str) {
    let mut lines = text.split('\n');
    let mut session = game.open();
    if let Err(error) = session.set(lines.next().unwrap_or_default()) {
        assert_sentence(&error.0);
    }
    for line in lines.take(100) {
        match session.play(line) {
            Ok(()) => {}
            Err(error) => assert_sentence(&error.0),
        }
    }
    passed(&mut *session);
    let mut again = game.open();
    again.set(&session.position()).unwrap_or_else(|e| panic!("{e}: {:?}", session.position()));
    assert_same(&*session, &*again);
    assert!(!session.draw().is_empty() && !session.side().is_empty());
    // After a move the position is written by the game itself.
    if let Some(m) = session.moves().first() {
        session.play(m).expect("a move that was listed");
        passed(&mut *session);
        again.set(&session.position()).unwrap_or_else(|e| panic!("{e}: {:?}", session.position()));
        assert_same(&*session, &*again);
        assert!(session.undo());
    }
}

/// Passes where that is the only move, as a position that is set has done already.
fn passed(session: &mut dyn Session) {
    if let Some(pass) = session.pass() {
        session.play(&pass).expect("a pass where there is one");
    }
}

/// A position of the game that the first byte picks.
pub fn any_position(games: &Registry, bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let games = games.entries();
    position(&games[usize::from(first) % games.len()], &String::from_utf8_lossy(rest));
}

/// A learned evaluation.
pub fn evaluation(bytes: &[u8]) {
    match LearnedEvaluation::read(&mut &bytes[..]) {
        Ok(read) => {
            let mut written = Vec::new();
            read.write(&mut written).expect("memory");
            let again = LearnedEvaluation::read(&mut &written[..]).expect("what was written");
            assert_eq!((again.weights(), again.network.inputs()), (read.weights(), read.network.inputs()));
        }
        Err(error) => assert_sentence(&error.to_string()),
    }
}

/// A tree as text.
pub fn tree(text: &str) {
    match text.parse::<Tree>() {
        Ok(tree) => {
            let written = tree.to_string();
            assert_eq!(written.parse::<Tree>().expect("what was written").to_string(), written);
        }
        Err(error) => assert_sentence(&error.to_string()),
    }
}

/// The name of an algorithm, an order of moves, a setting.
pub fn name(text: &str) {
    match Algorithm::named(text) {
        Ok(algorithm) => assert_eq!(Algorithm::named(&algorithm.full_name()), Ok(algorithm)),
        Err(error) => assert!(!error.0.is_empty()),
    }
    match text.parse::<Choice>() {
        Ok(choice) => assert_eq!(choice.to_string().parse::<Choice>(), Ok(choice)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = Settings::default().set(text) {
        assert!(!error.0.is_empty());
    }
}

/// Arguments on one line, as words between spaces; an underscore stands for a space within a word.
pub fn arguments(line: &str) {
    let words = line.split_whitespace().map(|word| word.replace('_', " "));
    if let Err(said) = check::arguments(["secateur".to_owned()].into_iter().chain(words)) {
        assert!(!said.is_empty());
    }
}

/// A file of positions, of the game that the first byte picks.
pub fn file(games: &Registry, bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let session = games.entries()[usize::from(first) % games.entries().len()].open();
    match check::positions("file", rest, &*session) {
        Ok(lines) => {
            assert!(!lines.is_empty());
            lines
                .iter()
                .for_each(|(position, _)| session.fresh().set(position).expect("a position that was read"));
        }
        Err(said) => assert!(said.starts_with("file"), "{said}"),
    }
}

/// A file of test positions, of the game that the first byte picks.
pub fn suite(games: &Registry, bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let mut board = games.entries()[usize::from(first) % games.entries().len()].open();
    match check::suite("file", rest, &mut *board) {
        Ok(count) => assert!(count > 0),
        Err(said) => assert!(said.starts_with("file"), "{said}"),
    }
}

/// A certificate, and a checkpoint of a proof.
pub fn proof(games: &Registry, bytes: &[u8]) {
    match verify(games, Cursor::new(bytes), 1 << 10, &AtomicBool::new(false)) {
        Ok(verified) => assert!(verified.flaw.is_none_or(|flaw| !flaw.what.is_empty())),
        Err(VerifyError::Unreadable(error)) => assert_sentence(&error.0),
        Err(error) => panic!("{error:?}"),
    }
    let nim = games.find("nim").expect("it is there").open();
    let request = Request::default().hash(1 << 10).algorithm(Algorithm::named("df-pn").expect("a name"));
    let mut proof = nim.prover(None, &request).expect("a search");
    if let Err(error) = proof.resume(&mut &*bytes) {
        assert_sentence(&error.to_string());
    }
}
