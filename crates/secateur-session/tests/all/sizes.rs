//! A size belongs to a game's name.

use secateur_session::{Outcome, Request};
use secateur_standard::standard;

#[test]
fn a_game_on_a_board_of_another_size_begins_there_everywhere() {
    let games = standard();
    let entry = games.find("breakthrough-3x4").unwrap();
    assert_eq!(entry.name, "breakthrough-3x4");
    let mut game = entry.open();
    assert_eq!(game.moves().len(), 4); // the pawns stand face to face: they capture
    let first = game.moves()[0].clone();
    game.set(&first).unwrap();
    let (moves, position) = (game.moves(), game.position());
    game.set("").unwrap();
    assert_eq!(game.fresh().moves().len(), 4);
    game.set(&position).unwrap();
    assert_eq!(game.moves(), moves);
    // Small boards of it are lost for whoever begins.
    let solved = game.solver(&Request::default().hash(1 << 20)).solve("").unwrap().solved().unwrap();
    assert_eq!(solved.outcome, Outcome::Loss);
    assert_eq!(game.openings(1).len(), 2); // mirror images count once
}

#[test]
fn a_game_with_cycles_does_too() {
    let game = standard().find("dodgem-2x2").unwrap().open();
    let solved = game.solver(&Request::default().hash(1 << 20)).solve("").unwrap().solved().unwrap();
    assert_eq!(solved.outcome, Outcome::Win);
}

#[test]
fn sizes_that_a_game_does_not_have_are_refused() {
    for name in
        ["breakthrough-0x4", "breakthrough-99x99", "chess-8x8", "hex-5", "hex-axb", "-3x3", "nogame-3x3"]
    {
        assert!(standard().find(name).is_err(), "{name}");
    }
    // The same entry again and again: names are kept once.
    let (one, other) = (standard(), standard());
    assert!(std::ptr::eq(one.find("hex-5x5").unwrap(), other.find("hex-5x5").unwrap()));
}
