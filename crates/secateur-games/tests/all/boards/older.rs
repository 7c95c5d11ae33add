//! Boards of any size for games that had one usual size.

use secateur::{Eval, Meter, Score};
use secateur_games::{
    Card, Catalogue, Notation, clobber::Clobber, dodgem::Dodgem, domineering::Domineering, nim::Nim, standard,
};

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

/// The games that have boards of sizes that are asked for.
struct Sized(usize);

impl Catalogue for Sized {
    fn add_with_sizes<G: Notation, Other: Notation>(&mut self, card: Card, _: &[&str]) {
        let has_any = [plays_on_any::<G>(card.name), plays_on_any::<Other>(card.name)];
        self.0 += usize::from(has_any.contains(&true));
    }
}

/// Plays on every board that there is; whether there is one.
fn plays_on_any<G: Notation>(name: &str) -> bool {
    let small = (0..=66).flat_map(|columns| (0..=66).map(move |rows| (columns, rows)));
    let extreme = [0, 1, 4, 8, 127, 128, 255, 256, 257, 260, 65_535, 65_536, 65_544, u32::MAX - 1, u32::MAX];
    let large = extreme.into_iter().flat_map(|columns| extreme.map(|rows| (columns, rows)));
    let sizes =
        small.chain(large).filter_map(|(columns, rows)| Some((columns, rows, G::sized(columns, rows)?)));
    let mut has_any = false;
    for (columns, rows, start) in sizes {
        assert!(columns >= 1 && rows >= 1, "{name} has a board of {columns}x{rows}");
        has_any = true;
        let (mut pos, text) = (start.clone(), start.write());
        let read = G::read_from(start, &text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
        assert_eq!(read.write(), text);
        for pick in 0..6 {
            let (alpha, beta) = (-Score::INF, Score::INF);
            let mut knowledge = G::Knowledge::default();
            knowledge.bounds(&pos, alpha, beta, &mut Meter::unlimited());
            assert!(!knowledge.eval(&pos).is_decisive() && !pos.draw().is_empty());
            let moves: Vec<G::Move> =
                if pos.outcome().is_none() { pos.moves().take(40).collect() } else { vec![] };
            let Some(&m) = moves.get(pick * 7 % moves.len().max(1)) else { break };
            assert_eq!(pos.read_move(&pos.write_move(m)).unwrap(), m, "{name} {text}");
            pos.play(m);
        }
    }
    has_any
}

/// From boards without a cell to boards that no number can count, there is a board that can be played on, or none.
#[test]
fn a_size_has_a_board_or_none() {
    let mut sized = Sized(0);
    standard(&mut sized);
    assert_eq!(sized.0, 15);
}
