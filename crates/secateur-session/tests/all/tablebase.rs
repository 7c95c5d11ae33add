//! Tablebases, against retrograde analysis of the game itself, and files that are damaged.

use secateur::algo::retrograde;
use secateur::{Game, Never, Score, legal_moves};
use secateur_games::Notation;
use secateur_games::dodgem::Dodgem;
use secateur_session::{ALGORITHMS, Algorithm, Request, ResumeError, Session, StoppedBy, Tablebase};
use secateur_standard::standard;
use std::sync::Arc;

fn game(name: &str) -> Box<dyn Session> {
    standard().find(name).unwrap().open()
}

fn table(game: &dyn Session, bytes: usize) -> Tablebase {
    game.tablebase(&Request::default().hash(bytes), &mut |_| ()).unwrap().unwrap()
}

#[test]
fn every_position_is_worth_what_retrograde_analysis_finds() {
    let start = Dodgem::start();
    let Ok(Some(ends)) = retrograde([start], 1 << 22, &mut Never) else { panic!("it has room") };
    let mut session = game("dodgem");
    let table = table(&*session, 1 << 22);
    assert_eq!(table.positions(), ends.positions() as u64);
    assert_eq!(table.counts().iter().map(|count| count.positions).sum::<u64>(), table.positions());
    let mut positions = vec![start];
    for at in 0.. {
        let Some(pos) = positions.get(at).cloned() else { break };
        session.set(&pos.write()).unwrap();
        let (found, score) = (session.look_up(&table).unwrap(), ends.value(&pos).unwrap());
        assert_eq!(
            (found.value, found.plies),
            (pos.value(score).signum(), score.plies_to_end()),
            "{}",
            pos.write()
        );
        for child in legal_moves(&pos).into_iter().map(|m| pos.child(m)) {
            if !positions.contains(&child) {
                positions.push(child);
            }
        }
    }
    assert!(positions.len() > 1_000);
    session.set("4x4").unwrap();
    assert_eq!(session.look_up(&table), None);
}

#[test]
fn games_that_end_and_games_of_points_have_one_too() {
    for (name, position, value, plies) in
        [("tictactoe", "", 0, None), ("nim", "3,4,5", 1, Some(11)), ("kalah-2x2", "", 0, None)]
    {
        let mut session = game(name);
        session.set(position).unwrap();
        let table = table(&*session, 1 << 24);
        let found = session.look_up(&table).unwrap();
        let mut solver = session.solver(&Request::default().hash(1 << 20));
        let solved = solver.solve(&session.position()).unwrap().solved().unwrap();
        assert_eq!(found.value.signum(), solved.value.signum(), "{name}");
        assert!(name == "kalah-2x2" || (found.value, found.plies) == (value, plies), "{name} {found:?}");
    }
}

/// With the values of all positions, every search finds them at once: to a depth of one ply, or in a few nodes.
#[test]
fn every_search_knows_a_tablebase() {
    let mut session = game("dodgem");
    let table = Arc::new(table(&*session, 1 << 22));
    let mut positions = vec![Dodgem::start()];
    for at in 0..60 {
        let pos = positions[at];
        positions.extend(legal_moves(&pos).into_iter().map(|m| pos.child(m)));
    }
    let asked = || Request::default().hash(1 << 16).tablebase(table.clone());
    for pos in positions.iter().step_by(7).filter(|pos| !legal_moves(*pos).is_empty()) {
        session.set(&pos.write()).unwrap();
        let found = session.look_up(&table).unwrap();
        for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.searches() && !algorithm.is_random())
        {
            let request = asked().algorithm(Algorithm::named(algorithm.name).unwrap()).nodes(2_000);
            let depth = algorithm.takes_depth().then_some(1);
            let answer = session.analyse(&request.depth(depth), &mut |_| {});
            let said = (answer.points.signum(), answer.plies_to_end);
            let name = algorithm.name;
            if algorithm.is_exact() && depth.is_some() {
                assert_eq!(said, (found.value, found.plies), "{name} {}", pos.write());
            } else if answer.exact {
                assert_eq!(said.0, found.value, "{name} {}", pos.write());
            }
        }
        let solved = session.solver(&asked()).solve(&pos.write()).unwrap().solved().unwrap();
        assert_eq!((solved.value, solved.nodes), (found.value, 0));
    }
}

/// Where moves without progress end the game, a win that takes too long for that is not proven, and neither is a draw.
#[test]
#[ignore = "takes minutes: `cargo xtask long` runs it"]
fn long_known_endings_of_chess() {
    for (ending, moves) in [("KQK", 10), ("KRK", 16), ("KPK", 28)] {
        let mut session = game("chess");
        let request = Request::default().hash(1 << 30);
        let table = session.ending_tablebase(ending, &request, &mut |_| ()).unwrap().unwrap().unwrap();
        let won = table.counts().into_iter().filter(|count| count.score > Score::DRAW);
        let longest = won.filter_map(|count| count.score.plies_to_end()).max();
        assert_eq!(longest, Some(2 * moves - 1), "{ending}");
        if ending == "KQK" {
            let request = Request::default().tablebase(Arc::new(table)).depth(1);
            for (clock, plies) in [(0, Some(17)), (83, Some(17)), (84, None)] {
                session.set(&format!("8/8/8/4k3/8/8/8/KQ6 w - - {clock} 90")).unwrap();
                let answer = session.analyse(&request, &mut |_| {});
                assert_eq!(answer.plies_to_end, plies, "{clock}");
            }
        }
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let session = game("go");
    let refused = session.tablebase(&Request::default(), &mut |_| ()).unwrap_err().to_string();
    assert!(refused.starts_with("go has no tablebase"), "{refused}");
    let mut session = game("dodgem");
    session.set("4x4").unwrap();
    let made = session.tablebase(&Request::default().hash(1 << 20), &mut |_| ()).unwrap();
    assert_eq!(made.unwrap_err(), StoppedBy::Memory);
    let request = Request::default();
    request.control.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(session.tablebase(&request, &mut |_| ()).unwrap().unwrap_err(), StoppedBy::Interrupt);
}

#[test]
fn no_damage_goes_unnoticed() {
    let mut session = game("dodgem");
    session.set("2x2").unwrap();
    let table = table(&*session, 1 << 20);
    let mut file = Vec::new();
    table.write(&mut file).unwrap();
    assert_eq!(Tablebase::read(&mut file.as_slice()).unwrap(), table);
    for at in 0..file.len() {
        assert!(Tablebase::read(&mut &file[..at]).is_err());
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            assert!(Tablebase::read(&mut damaged.as_slice()).is_err(), "bit {bit} of {at}");
        }
    }
    file.push(0);
    let Err(ResumeError::Unreadable(said)) = Tablebase::read(&mut file.as_slice()) else {
        panic!("it is read")
    };
    assert_eq!(said.to_string(), "it is damaged, or cut off: its checksum does not agree");
}
