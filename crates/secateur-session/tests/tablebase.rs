//! Tablebases, against retrograde analysis of the game itself, and files that are damaged.

use secateur::algo::retrograde;
use secateur::{Game, Never, legal_moves};
use secateur_games::Notation;
use secateur_games::dodgem::Dodgem;
use secateur_session::{Request, ResumeError, Session, StoppedBy, Tablebase};
use secateur_standard::standard;

fn game(name: &str) -> Box<dyn Session> {
    standard().find(name).unwrap().open()
}

fn table(game: &dyn Session, bytes: usize) -> Tablebase {
    game.tablebase(&Request::default().hash(bytes), &mut |_| ()).unwrap().unwrap()
}

#[test]
fn every_position_is_worth_what_retrograde_analysis_finds() {
    let start = Dodgem::start();
    let Ok(Some(ends)) = retrograde([start.clone()], 1 << 22, &mut Never) else { panic!("it has room") };
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
