//! Positions and moves as text: all that is written is read back, and nothing makes a reader panic.

use proptest::prelude::*;
use secateur::tree::Tree;
use secateur::{Game, Hints, Keyed};
use secateur_games::chess::Chess;
use secateur_games::connect4::{AnyConnect4, Board, Connect4, Fixed};
use secateur_games::trees::{DagTree, OrderedTree, PGameTree, UniformTree};
use secateur_games::{
    Cells, Notation, StaticValue,
    clobber::Clobber,
    dodgem::Dodgem,
    domineering::Domineering,
    laws,
    mnk::Mnk,
    nim::Nim,
    othello::{Othello, Small},
    written,
};

/// Plays the moves that the numbers pick, as long as there are any, and reads back every position.
fn round_trip<G: Notation + PartialEq>(start: &str, picks: &[u8]) {
    let mut pos = G::read(start).unwrap();
    for &pick in picks {
        let text = pos.write();
        assert_eq!(G::read(&text).as_ref(), Ok(&pos), "{text}");
        assert!(!pos.draw().is_empty());
        let over = pos.outcome().is_some();
        let moves: Vec<G::Move> = if over { vec![] } else { pos.moves().collect() };
        if moves.is_empty() {
            pos.read_move("a1").unwrap_err();
            break;
        }
        for &m in &moves {
            assert_eq!(pos.read_move(&pos.write_move(m)), Ok(m), "{text}");
        }
        pos.play(moves[usize::from(pick) % moves.len()]);
    }
}

fn never_panics<G: Notation + PartialEq>(text: &str) {
    match G::read(text) {
        Ok(pos) => {
            assert_eq!(G::read(&pos.write()).as_ref(), Ok(&pos), "{text:?}");
            assert!(!pos.draw().is_empty());
        }
        Err(e) => assert!(!e.0.is_empty() && !e.0.contains('\n'), "{e}"),
    }
    let _ = G::start().read_move(text);
}

fn all_never_panic(text: &str) {
    never_panics::<Connect4>(text);
    never_panics::<AnyConnect4>(text);
    never_panics::<Mnk>(text);
    never_panics::<Nim>(text);
    never_panics::<Clobber>(text);
    never_panics::<Domineering>(text);
    never_panics::<Dodgem>(text);
    never_panics::<Othello>(text);
    never_panics::<Small>(text);
}

fn keeps<G: Notation>(starts: &[&str], games: u32) {
    for start in starts {
        laws::check_notation::<G>(start, 1, games).unwrap_or_else(|what| panic!("'{start}': {what}"));
    }
}

#[test]
fn every_game_keeps_the_laws_of_notation() {
    keeps::<Connect4>(&["", "4455"], 20);
    let (wide, tall) = ([".........."; 6].join("/"), ["...."; 31].join("/"));
    keeps::<AnyConnect4>(&["", "4455", &wide, &tall, "....", ".", &["."; 9].join("/")], 10);
    keeps::<Mnk>(&["", "4x5,4", "1x64,5", "2x2,1"], 10);
    keeps::<Nim>(&["", "0,255,3,3"], 10);
    keeps::<Clobber>(&["", "8x8 O", "1x64"], 10);
    keeps::<Domineering>(&["", "8x8 H", "64x1"], 10);
    keeps::<Dodgem>(&["", "2x2 O", "8x8", "XX../..O./..../O..X O"], 10);
    keeps::<Othello>(&["", "f5d6"], 10);
    keeps::<Small>(&["", "c2", "-----OX--XO----- X"], 20);
    keeps::<Chess>(&["", "chess960 7", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"], 4);
    keeps::<Tree>(&["", "((1 (2 -3)) 4)", "5"], 10);
    keeps::<UniformTree>(&["", "b=3 d=3 / 1"], 10);
    keeps::<OrderedTree>(&["p=0.3"], 5);
    keeps::<PGameTree>(&["p=0.3"], 5);
    keeps::<DagTree>(&["width=3"], 5);
}

/// A game with only the required methods for text: take one to three matches, from either end of a row.
#[derive(Clone, Debug)]
struct Matches<const WRONG: u8>(u32);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Take {
    left: bool,
    taken: u32,
}

impl<const WRONG: u8> Game for Matches<WRONG> {
    type Move = Take;
    fn moves(&self) -> impl Iterator<Item = Take> {
        (1..=self.0.min(3)).flat_map(|taken| [true, false].map(|left| Take { left, taken }))
    }
    fn play(&mut self, m: Take) {
        self.0 -= m.taken;
    }
}

impl<const WRONG: u8> Keyed for Matches<WRONG> {
    fn key(&self) -> u64 {
        self.0.into()
    }
}

impl<const WRONG: u8> Hints for Matches<WRONG> {}

impl<const WRONG: u8> Notation for Matches<WRONG> {
    type Knowledge = StaticValue;
    fn start() -> Self {
        Matches(9)
    }
    fn write_move(&self, m: Take) -> String {
        match WRONG {
            1 => m.taken.to_string(),
            2 => format!("{m:?}"),
            _ => format!("{m:?}").replace(' ', ""),
        }
    }
    fn text(&self) -> Option<String> {
        (WRONG == 3).then(|| self.0.to_string())
    }
    fn cells(&self) -> Option<Cells> {
        (WRONG == 4).then(|| Cells { marks: vec![], ..Cells::new(1, 3, |_, _| None) })
    }
}

/// Moves from the start stand for a position that has no text of its own; and each law of notation can be broken.
#[test]
fn a_game_without_text_is_written_as_its_moves() {
    keeps::<Matches<0>>(&["", "Take{left:true,taken:3} take{left:false,taken:1}"], 20);
    let start = Matches::<0>::start();
    let moves: Vec<Take> = start.moves().collect();
    let text = written("", &start, &moves[..2]);
    assert_eq!(
        (text.as_str(), Matches::<0>::read(&text).unwrap().0),
        ("Take{left:true,taken:1} Take{left:false,taken:1}", 7)
    );
    assert_eq!((written("", &start, &[]), start.draw()), (String::new(), "Matches(9)".into()));
    // As `Debug` has it, spaces and all, when it is typed as a single move.
    assert_eq!(start.read_move("Take { left: true, taken: 1 }"), Ok(moves[0]));
    let broken = |result: Result<(), String>, what: &str| {
        let error = result.unwrap_err();
        assert!(error.contains(what), "{error}");
    };
    broken(laws::check_notation::<Matches<1>>("", 1, 5), "two moves are written '1'");
    broken(laws::check_notation::<Matches<2>>("", 1, 5), "expected one word");
    broken(
        laws::check_notation::<Matches<3>>("", 1, 5),
        "is written '9', which is not read: move 1: '9' is not a legal move",
    );
    broken(laws::check_notation::<Matches<4>>("", 1, 5), "the drawing has 0 marks on 1 rows of 3 columns");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn whatever_is_written_is_read(picks in prop::collection::vec(any::<u8>(), 70)) {
        round_trip::<Connect4>("", &picks);
        for start in ["", "...../...../...../.....", "....", &[".........."; 6].join("/")] {
            round_trip::<AnyConnect4>(start, &picks);
        }
        for start in ["", "4x5,4", "1x64,5", "2x2,1"] {
            round_trip::<Mnk>(start, &picks);
        }
        for start in ["", "0,255,3,3", "1"] {
            round_trip::<Nim>(start, &picks);
        }
        for start in ["", "8x8 O", "1x64", "64x1 O"] {
            round_trip::<Clobber>(start, &picks);
        }
        round_trip::<Othello>("", &picks);
        for start in ["", "8x8 H", "1x64 H", "64x1", "1x1"] {
            round_trip::<Domineering>(start, &picks);
        }
        for start in ["", "8x8 O", "2x2"] {
            round_trip::<Dodgem>(start, &picks);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        all_never_panic(&text);
    }

    #[test]
    fn nor_does_a_text_that_is_nearly_right(text in "([XO.]{1,5}/){0,4}[XO.]{1,5}( [XOVH])?") {
        all_never_panic(&text);
    }

    #[test]
    fn nor_do_odd_sizes_and_numbers(text in "[0-9]{0,5}[x,]{0,2}[0-9]{0,6}[, x]{0,2}[0-9a-zXO./]{0,12}( [XOVH])?") {
        all_never_panic(&text);
    }
}

fn error<G: Notation>(text: &str) -> String {
    G::read(text).map(|pos| pos.write()).expect_err(text).0
}

#[test]
fn connect4_says_what_is_wrong() {
    let rows = |text: &str| error::<Board<Fixed<4, 4>>>(text);
    assert_eq!(rows("..../..../...."), "the board ends after row 3, expected 4 rows");
    assert_eq!(rows("..../..../..../..../...."), "found a row 5, expected 4 rows");
    assert_eq!(rows("..../..../.../...."), "row 3 has 3 cells, expected 4");
    assert_eq!(rows("..../..../..../.?.."), "found '?' in row 4, column 2, expected X, O or .");
    assert_eq!(rows("..../..../X.../.O.."), "row 4, column 1 is empty below a stone, expected X or O");
    assert_eq!(
        rows("..../..../..../XX.."),
        "the board has 2 X and 0 O, expected as many of each, or one X more"
    );
    let over = "the board shows play after a four, expected the game to end with it";
    assert_eq!(rows("X.../XO../XO../XO.O"), over, "O played on");
    assert_eq!(
        rows("OXXX/OXXX/OOOO/XXXO"),
        "the board has 9 X and 7 O, expected as many of each, or one X more"
    );
    assert_eq!(error::<Connect4>("11111111"), "move 7: '1' is not a legal move, expected one of 4 3 5 2 6 7");
    assert_eq!(error::<Connect4>("12121212"), "move 8: '2' is not legal: the game is over");
    // A board of any size is as wide as its first row.
    assert_eq!(error::<AnyConnect4>("..../..../.../...."), "row 3 has 3 cells, expected 4");
    // There is none of 13x9.
    assert_eq!(error::<AnyConnect4>(&["............."; 9].join("/")), "row 1 has 13 cells, expected 7");
}

/// Columns beyond the ninth are letters.
#[test]
fn connect4_of_any_size_is_read_where_it_begins() {
    let start = AnyConnect4::sized(13, 4).unwrap();
    let pos = AnyConnect4::read_from(start, "9add").unwrap();
    assert_eq!(pos.write(), "............./............./............O/........XO..X");
    assert_eq!(AnyConnect4::read(&pos.write()), Ok(pos));
    let error = AnyConnect4::read_from(start, "e").unwrap_err().0;
    assert_eq!(error, "move 1: 'e' is not a legal move, expected one of 13, such as 7 6 8 5");
    assert_eq!(AnyConnect4::read_from(start, "...../.....").unwrap(), AnyConnect4::sized(5, 2).unwrap());
}

#[test]
fn connect4_reads_rows_as_it_reads_columns() {
    let columns = Connect4::read("4455").unwrap();
    assert_eq!(columns.write(), "......./......./......./......./...OO../...XX..");
    assert_eq!(Connect4::read(&columns.write()), Ok(columns));
    // One stone may complete two fours, unless it lies below another.
    AnyConnect4::read("OOOXOOO/XXX.XXX/OOOXOOO/XXXOXXX").unwrap_err();
}

#[test]
fn small_othello_says_what_is_wrong() {
    let start = Small::sized(4, 4).unwrap();
    let error = |text: &str| Small::read_from(start, text).unwrap_err().0;
    assert_eq!(error("-----OX--XO----? X"), "d4 holds '?', expected X, O or -");
    assert_eq!(error("-----OX--XO-----"), "no side to move follows the board, expected X or O");
    assert_eq!(error("-----OX--XO"), "the board ends after 11 squares, expected 16");
    assert_eq!(error("e3"), "move 1: 'e3' is not a legal move, expected one of b1 a2 d3 c4");
}

#[test]
fn mnk_says_what_is_wrong() {
    assert_eq!(
        error::<Mnk>("XXX/.../..."),
        "the board has 3 X and 0 O, expected as many of each, or one X more"
    );
    assert_eq!(
        error::<Mnk>("XXX/OOO/..."),
        "the board shows play after a line of 3, expected the game to end with it"
    );
    assert_eq!(error::<Mnk>("XX./.../..?"), "found '?' in row 3, column 3, expected X, O or .");
    assert_eq!(error::<Mnk>("XX./../..."), "row 2 has 2 cells, expected 3 as in row 1");
    assert_eq!(
        error::<Mnk>("XO../..../...."),
        "the board has 3 rows by 4 columns, expected 3 by 3 (other sizes start with a name such as 3x4,3)"
    );
    assert_eq!(error::<Mnk>("4x4"), "'4x4' names no game, expected size and line such as 4x5,4");
    assert_eq!(error::<Mnk>("4x,4"), "'4x' is not a size, expected rows and columns such as 4x5");
    assert_eq!(error::<Mnk>("9x9,4"), "a board of 9x9 is not possible, expected 1 to 64 cells");
    assert_eq!(error::<Mnk>("4x5,6"), "a line of '6' is not possible, expected 1 to 5");
    assert_eq!(error::<Mnk>(".../.../... X"), "found 'X' after the board, expected the end");
    // Two lines through the last stone are one win.
    Mnk::read("XOO/OXO/XOX").unwrap_err();
    Mnk::read("XXX/XOO/XOO").unwrap();
}

#[test]
fn nim_says_what_is_wrong() {
    assert_eq!(error::<Nim>("3,,5"), "heap 2 is '', expected a number from 0 to 255");
    assert_eq!(error::<Nim>("3,256"), "heap 2 is '256', expected a number from 0 to 255");
    assert_eq!(error::<Nim>("1,2,3,4,5,6,7,8,9"), "found a heap number 9, expected at most 8");
    assert_eq!(
        Nim::start().read_move("1-4").unwrap_err().0,
        "'1-4' is not a legal move, expected one of 1-3 1-2 1-1 2-4 2-3 2-2 2-1 3-5 3-4 3-3 3-2 3-1"
    );
}

#[test]
fn clobber_and_domineering_say_what_is_wrong() {
    assert_eq!(error::<Clobber>("XOX/OXO"), "the text ends after the board, expected X or O to move");
    assert_eq!(error::<Clobber>("XOX/OXO V"), "'V' after the board is no side to move, expected X or O");
    assert_eq!(error::<Clobber>("4x4 X 3"), "found '3' after the side to move, expected the end");
    assert_eq!(error::<Clobber>("/XO X"), "row 1 has 0 cells, expected at least one");
    assert_eq!(error::<Domineering>("10x7"), "a board of 10x7 is not possible, expected 1 to 64 cells");
    assert_eq!(error::<Domineering>("6y6"), "'6y6' is not a size, expected rows and columns such as 4x5");
    assert_eq!(error::<Domineering>(&"X".repeat(65)), "row 1 goes beyond 64 cells, expected at most 64");
}

#[test]
fn dodgem_says_what_is_wrong() {
    assert_eq!(error::<Dodgem>("3x4"), "the board is 3x4, expected a square one from 2x2 on");
    assert_eq!(error::<Dodgem>("X O"), "the board is 1x1, expected a square one from 2x2 on");
    assert_eq!(error::<Dodgem>("XXX/.../..O X"), "X has 3 cars, expected at most 2 on 3x3");
}

#[test]
fn drawings_name_rows_and_columns() {
    let pos = Clobber::read("XO./.OX X").unwrap();
    assert_eq!(pos.draw(), "   a b c\n 1 X O .\n 2 . O X");
    let pos = Nim::read("3,0").unwrap();
    assert_eq!(pos.draw(), "1   3  |||\n2   0  ");
}
