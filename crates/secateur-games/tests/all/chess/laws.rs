//! The laws of games and of knowledge. Positions of one key may differ by the moves played without
//! progress: random games hardly ever come to fifty of them.

use super::POSITIONS;
use secateur::laws;
use secateur_games::{Notation, chess::Chess, chess::Evaluation};

#[test]
fn chess_keeps_the_laws() {
    for fen in POSITIONS {
        let start = Chess::read(fen).unwrap();
        laws::check(&start, 1, 2).unwrap_or_else(|what| panic!("{fen}: {what}"));
    }
}

#[test]
fn what_is_said_to_be_proven_holds() {
    for fen in ["8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", "8/1q6/8/8/4k3/8/8/4K3 b - - 0 1", ""] {
        let start = Chess::read(fen).unwrap();
        let mut knowledge = Evaluation::default();
        laws::check_knowledge(&start, &mut knowledge, 1, 3, 2).unwrap_or_else(|what| panic!("{fen}: {what}"));
    }
}
