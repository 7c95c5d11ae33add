//! The laws can be broken, and are then said to be.

use secateur::tree::Tree;
use secateur::{Game, Hints, Keyed, Score, laws};

/// In turn, each side colours one of `cells` cells in a row; whoever first has `line` in a row wins. Its key may forget what
/// game it is.
#[derive(Clone, Debug)]
struct Row {
    cells: u8,
    line: u8,
    mine: u64,
    theirs: u64,
    forgets: Forgets,
}

#[derive(Copy, Clone, Debug, PartialEq)]
enum Forgets {
    Nothing,
    Cells,
    Line,
}

fn row(cells: u8, line: u8, forgets: Forgets) -> Row {
    Row { cells, line, mine: 0, theirs: 0, forgets }
}

impl Game for Row {
    type Move = u8;

    fn moves(&self) -> impl Iterator<Item = u8> {
        (0..self.cells).filter(|cell| (self.mine | self.theirs) >> cell & 1 == 0)
    }

    fn play(&mut self, cell: u8) {
        (self.mine, self.theirs) = (self.theirs, self.mine | 1 << cell);
    }

    fn outcome(&self) -> Option<Score> {
        let lines = (1..self.line).fold(self.theirs, |starts, _| self.theirs & starts >> 1);
        (lines != 0).then_some(Score::LOSS)
    }

    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Row {
    fn key(&self) -> u64 {
        let cells = if self.forgets == Forgets::Cells { 0 } else { self.cells };
        let line = if self.forgets == Forgets::Line { 0 } else { self.line };
        self.mine << 40 | self.theirs << 16 | u64::from(cells) << 8 | u64::from(line)
    }
}

impl Hints for Row {}

/// One row alone keeps the laws, whatever its key forgets: only beside another one is it found out.
#[test]
fn keys_that_forget_the_game_are_found_among_several() {
    for forgets in [Forgets::Nothing, Forgets::Cells, Forgets::Line] {
        for (cells, line) in [(9, 3), (9, 4), (12, 4)] {
            laws::check(&row(cells, line, forgets), 1, 10).unwrap();
        }
    }
    let all = |forgets| {
        let starts = [(9, 3), (9, 4), (12, 4)].map(|(cells, line)| row(cells, line, forgets));
        laws::check_all(&starts, 1, 10)
    };
    all(Forgets::Nothing).unwrap();
    let error = all(Forgets::Cells).unwrap_err().to_string();
    assert!(error.starts_with("from start 3, after the moves [], "), "{error}");
    assert!(error.contains("an earlier one from start 2 share the key 0x4, yet the codes"), "{error}");
    let error = all(Forgets::Line).unwrap_err().to_string();
    assert!(error.starts_with("from start 2, after the moves [], "), "{error}");
    assert!(error.contains(", too, yet their outcomes are "), "{error}");
}

/// Written trees share keys where they are equal, and nowhere else.
#[test]
fn trees_of_every_kind_go_into_one_table() {
    let trees = [
        "((1 2) (3 4))",
        "((5 6) (7 8))",
        "((1 2) (4 3))",
        "(0 (-1 -2))",
        "((1) 2)",
        "(1 2)",
        "1",
        "(1 (2 (1 2)))",
    ];
    let trees = trees.map(|text| text.parse::<Tree>().unwrap());
    laws::check_all(&trees, 1, 20).unwrap();
    let keys: std::collections::HashSet<u64> = trees.iter().map(Keyed::key).collect();
    assert_eq!(keys.len(), trees.len());
    // The first player's move in one is the second's in the other: what is 1 to one is -1 to the other.
    assert_eq!(trees[3].child(1).key(), trees[5].key());
    assert_eq!(trees[7].child(1).child(1).key(), trees[5].key());
    assert_ne!(trees[0].child(0).key(), trees[5].key());
}

/// A position may have thousands of moves.
#[test]
fn five_thousand_moves() {
    let leaves: Vec<String> = (0..5_000).map(|leaf| (leaf * 7_919 % 5_003).to_string()).collect();
    let tree: Tree = format!("({})", leaves.join(" ")).parse().unwrap();
    assert_eq!(tree.moves().count(), 5_000);
    laws::check(&tree, 1, 2).unwrap();
}
