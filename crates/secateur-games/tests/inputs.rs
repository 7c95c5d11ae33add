//! What learned evaluations see of each game.

use secateur_games::{
    Notation,
    amazons::Amazons,
    atarigo::AtariGo,
    breakthrough::Breakthrough,
    chess::Chess,
    clobber::Clobber,
    connect4::{AnyConnect4, Connect4},
    domineering::Domineering,
    draughts::{Checkers, Draughts},
    gomoku::Gomoku,
    hex::Hex,
    kalah::Kalah,
    laws,
    loa::Loa,
    mnk::Mnk,
    nim::Nim,
    nogo::NoGo,
    othello::{Othello, Small},
    qubic::Qubic,
};

fn keeps<G: Notation>(start: &G, games: u32) {
    laws::check_inputs(start, 1, games).unwrap_or_else(|what| panic!("{}: {what}", start.write()));
}

/// On small boards different games come to positions of one key.
fn at_sizes<G: Notation>(sizes: &[(u32, u32)], games: u32) {
    sizes.iter().for_each(|&(columns, rows)| keeps(&G::sized(columns, rows).unwrap(), games));
}

#[test]
fn games_of_placing() {
    at_sizes::<AnyConnect4>(&[(4, 4), (5, 4)], 2_000);
    ["3x3,3", "4x3,3"].iter().for_each(|text| keeps(&Mnk::read(text).unwrap(), 2_000));
    at_sizes::<NoGo>(&[(3, 3), (4, 2)], 2_000);
    at_sizes::<AtariGo>(&[(3, 3), (4, 2)], 2_000);
    at_sizes::<Hex>(&[(3, 3), (4, 3), (9, 8)], 1_000);
    at_sizes::<Domineering>(&[(3, 3), (4, 3), (8, 8)], 1_000);
    at_sizes::<Small>(&[(4, 4), (6, 6)], 1_000);
    keeps(&Connect4::start(), 1_000);
    keeps(&Gomoku::start(), 20);
    keeps(&Qubic::start(), 200);
    keeps(&Othello::start(), 1_000);
}

#[test]
fn games_of_moving() {
    at_sizes::<Breakthrough>(&[(2, 4), (3, 5), (8, 8)], 1_000);
    at_sizes::<Amazons>(&[(4, 4), (5, 6)], 300);
    at_sizes::<Kalah>(&[(2, 2), (4, 3), (6, 6)], 1_000);
    at_sizes::<Loa>(&[(6, 6), (8, 8)], 50);
    keeps(&Checkers::start(), 200);
    keeps(&Draughts::start(), 100);
    keeps(&Chess::start(), 100);
}

/// Nim has no board. Clobber has one, but its key does not say where on it the parts of a position lie.
#[test]
fn a_game_need_not_list_anything() {
    assert_eq!(Nim::start().inputs(), None);
    assert_eq!(Clobber::start().inputs(), None);
    keeps(&Nim::start(), 1);
}
