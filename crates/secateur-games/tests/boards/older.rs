//! Boards of any size for games that had one usual size.

use secateur_games::{Notation, clobber::Clobber, dodgem::Dodgem, domineering::Domineering, nim::Nim};

/// Boards of a size asked for by columns and rows; moves are played on them, too.
#[test]
fn older_games_have_boards_of_any_size() {
    assert_eq!(Clobber::sized(3, 2).unwrap().write(), "XOX/OXO X");
    assert_eq!(Domineering::sized(2, 3).unwrap().write(), "../../.. V");
    assert!(Clobber::sized(9, 8).is_none() && Nim::sized(3, 3).is_none());
    let start = Clobber::sized(3, 2).unwrap();
    assert_eq!(Clobber::read_from(start, "a1b1").unwrap().write(), ".XX/OXO O");
    assert_eq!(Clobber::read_from(start, "").unwrap(), start);
    assert_eq!(Clobber::read_from(start, "XO/OX O").unwrap().write(), "XO/OX O");
    assert_eq!(Domineering::read("2x2").unwrap().write(), "../.. V");
    let moves = Domineering::read_from(Domineering::sized(2, 3).unwrap(), "a1a2 a3b3").unwrap();
    assert_eq!(moves.write(), "X./X./OO V");
    assert_eq!(Dodgem::sized(4, 4).unwrap(), Dodgem::read("4x4").unwrap());
    assert!(Dodgem::sized(4, 3).is_none());
}
