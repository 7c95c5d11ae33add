//! The games in groups of a few, so that a program may have some of them without the others: each is one module of the
//! playground in the browser.

use super::{Card, Catalogue};
use crate::connect4::{AnyConnect4, Connect4};
use crate::{
    amazons, atarigo, breakthrough, chess, clobber, dobutsu, dodgem, domineering, draughts, go, gomoku, hex,
    kalah, loa, mnk, morris, nim, nogo, othello, qubic, trees,
};
use secateur::tree::Tree;

const COLUMNS: &str = "columns played, 1 to 9 and a for the tenth, or rows of XO. from the top";
const FOURS: &str = "evaluation, learned evaluation, ordering, candidates, forced wins and losses";
const FEN: &str = "moves such as 22x15; or FEN as in PDN: side and squares";
const STONES: &str = "moves such as b2; or rows of XO., then the side to move";
const TREE: &str = "parameters, then / and the moves played";

/// Adds tic-tac-toe, and all other m,n,k games.
pub fn tictactoe(list: &mut impl Catalogue) {
    list.add::<mnk::Mnk>(Card {
        name: "tictactoe",
        about: "m,n,k games: a board of any size, k in a line win",
        notation: "rows of XO. with / between, a size such as 5x5,4 before them",
        example: "XO./.X./..O",
        offers: "evaluation, ordering, bounds",
    });
}

/// Adds Connect-4, on boards of any size.
pub fn connect4(list: &mut impl Catalogue) {
    let connect4 = Card {
        name: "connect4",
        about: "drop stones into columns, four in a line win; 7x6, or any size to 128 bits: connect4-13x4",
        notation: COLUMNS,
        example: "4455",
        offers: FOURS,
    };
    list.add_with_sizes::<Connect4, AnyConnect4>(
        connect4,
        &["connect4-5x4", "connect4-9x5", "connect4-10x6"],
    );
}

/// Adds Othello.
pub fn othello(list: &mut impl Catalogue) {
    let othello = Card {
        name: "othello",
        about: "turn over discs surrounded in a line; the most discs win; 8x8, othello-6x6, othello-4x4",
        notation: "64 of XO- from a1 to h8, then X or O to move; or the moves played",
        example: "f5d6c3",
        offers: "evaluation, ordering",
    };
    list.add_with_sizes::<othello::Othello, othello::Small>(othello, &[]);
}

/// Adds games of dominoes, and of stones that join edges: Domineering and Hex.
pub fn joining(list: &mut impl Catalogue) {
    let domineering = Card {
        name: "domineering",
        about: "place dominoes, one side upright, one flat; any size to 128 cells: domineering-10x10",
        notation: "rows of XO. with / between, then V or H to move; or a size",
        example: "6x6 V",
        offers: "evaluation, ordering, bounds",
    };
    list.add_with_sizes::<domineering::Domineering, domineering::WideDomineering>(
        domineering,
        &["domineering-10x10"],
    );
    list.add::<hex::Hex>(Card {
        name: "hex",
        about: "join your two edges with a chain of stones, also with the swap; any size to 11x11",
        notation: "moves such as b2, swap first for that rule; or rows of XO., then side",
        example: "swap b2 swap",
        offers: "evaluation, ordering, candidates, bounds",
    });
}

/// Adds Go and its relatives.
pub fn capturing(list: &mut impl Catalogue) {
    list.add::<nogo::NoGo>(Card {
        name: "nogo",
        about: "Go in which nothing may be captured; the last to move wins",
        notation: STONES,
        example: ".X./OX./... O",
        offers: "evaluation, ordering, bounds",
    });
    list.add::<atarigo::AtariGo>(Card {
        name: "atarigo",
        about: "Go in which the first to capture anything wins",
        notation: "moves such as b2, from the start or crosscut; or rows, then the side",
        example: "crosscut",
        offers: "evaluation, learned evaluation, ordering, noise, candidates, bounds",
    });
    let go = Card {
        name: "go",
        about: "area scoring, positional superko, no suicide; 7x7, or any size to 128 cells: go-9x9",
        notation: "moves such as b2 or pass; or rows of XO., then the side to move",
        example: ".X./OX./... O",
        offers: "evaluation, ordering, noise, bounds",
    };
    list.add_with_sizes::<go::Go, go::WideGo>(go, &["go-9x9"]);
}

/// Adds games of rows that win by threats: gomoku and qubic.
pub fn threats(list: &mut impl Catalogue) {
    list.add::<gomoku::Gomoku>(Card {
        name: "gomoku",
        about: "five in a row, or more unless exact comes first; any size to 19x19",
        notation: STONES,
        example: "h8 h9 g9",
        offers: "evaluation, ordering, noise, candidates, forced wins",
    });
    list.add::<qubic::Qubic>(Card {
        name: "qubic",
        about: "four in a line in a cube of 4x4x4",
        notation: "moves such as b7; or the 16 rows of XO. by layers, then the side",
        example: "a1 d1 a16",
        offers: "evaluation, ordering, noise, candidates, forced wins",
    });
}

/// Adds chess.
pub fn chess(list: &mut impl Catalogue) {
    list.add::<chess::Chess>(Card {
        name: "chess",
        about: "chess, and Chess960 from FEN or a start's number",
        notation: "FEN, moves from the start, or chess960 and a number to 959",
        example: "e2e4 e7e5",
        offers: "evaluation, ordering, noise, exchanges, known endings",
    });
}

/// Adds games of pieces that clear the board or leave it: Clobber, Dodgem and Breakthrough.
pub fn clearing(list: &mut impl Catalogue) {
    list.add::<clobber::Clobber>(Card {
        name: "clobber",
        about: "capture a neighbour each move; the last to move wins",
        notation: "rows of XO. with / between, then the side to move; or a size",
        example: "XOX/OXO/XOX X",
        offers: "evaluation, ordering, bounds",
    });
    list.add::<dodgem::Dodgem>(Card {
        name: "dodgem",
        about: "bring your cars across and off the board; cars may go to and fro",
        notation: "rows of XO. with / between, then the side to move; or a size",
        example: "X../.X./.OO O",
        offers: "evaluation, positions that come back",
    });
    list.add::<breakthrough::Breakthrough>(Card {
        name: "breakthrough",
        about: "step ahead, capture aslant; the first on the far row wins",
        notation: "moves such as a2b3; or rows of XO., then the side; or a size",
        example: "OO/.O/.X/XX X",
        offers: "evaluation, learned evaluation, ordering, noise, candidates, bounds",
    });
}

/// Adds Amazons.
pub fn amazons(list: &mut impl Catalogue) {
    list.add::<amazons::Amazons>(Card {
        name: "amazons",
        about: "move like a queen and shoot an arrow; the last to move wins; any size to 11x11",
        notation: "moves such as d1-d7/g7; or rows of XO#., then the side",
        example: "O..O/.##./X..X X",
        offers: "evaluation, ordering, bounds",
    });
}

/// Adds Dobutsu shogi and Lines of Action.
pub fn hunting(list: &mut impl Catalogue) {
    list.add::<dobutsu::Dobutsu>(Card {
        name: "dobutsu",
        about: "Dobutsu shogi: catch the lion on 3x4 cells",
        notation: "moves such as b3b2; or rows, who moves, and the hands",
        example: "g.e/.l./.../ELG sente Cc",
        offers: "evaluation, ordering, noise, bounds",
    });
    list.add::<loa::Loa>(Card {
        name: "loa",
        about: "Lines of Action: bring all your pieces together; 4x4 to 8x8",
        notation: "moves such as b1b3; or rows of XO., then the side",
        example: ".XX./O..O/O..O/.XX. X",
        offers: "evaluation, learned evaluation, ordering, noise",
    });
}

/// Adds English checkers and international draughts.
pub fn draughts(list: &mut impl Catalogue) {
    list.add::<draughts::Checkers>(Card {
        name: "checkers",
        about: "English checkers: jump over the opponent's pieces; who cannot move loses",
        notation: FEN,
        example: "B:W18,21,K3:B1,5,10",
        offers: "evaluation, learned evaluation, ordering, noise",
    });
    list.add::<draughts::Draughts>(Card {
        name: "draughts",
        about: "international draughts on 10x10: kings fly, and the most pieces must be captured",
        notation: FEN,
        example: "W:W33,38,K3:B8,12,17,K41",
        offers: "evaluation, learned evaluation, ordering, noise",
    });
}

/// Adds Nine Men's Morris, Kalah and Nim.
pub fn sowing(list: &mut impl Catalogue) {
    list.add::<morris::Morris>(Card {
        name: "morris",
        about: "Nine Men's Morris: three in a row take a man; morris-5x5 is Six Men's",
        notation: "moves such as a7-a4xd6; or rows, side, men",
        example: "XX./.../.../OO..../.../.../... X 7,7",
        offers: "evaluation, ordering, noise",
    });
    list.add::<kalah::Kalah>(Card {
        name: "kalah",
        about: "sow, and move again by ending in the store; houses x seeds: kalah-6x5",
        notation: "houses sown; or rows of houses with stores, and who sows",
        example: "3 6",
        offers: "evaluation, learned evaluation, ordering, bounds",
    });
    list.add::<nim::Nim>(Card {
        name: "nim",
        about: "take from a heap; the last to take wins",
        notation: "the heaps",
        example: "3,4,5",
        offers: "evaluation, bounds",
    });
}

/// Adds game trees that are written down.
pub fn written(list: &mut impl Catalogue) {
    list.add::<Tree>(Card {
        name: "tree",
        about: "a game tree written down",
        notation: "a node is (...), a leaf its value for the first player",
        example: "(3 (5 2) 9)",
        offers: "leaves only",
    });
}

/// Adds game trees that grow by chance.
pub fn grown(list: &mut impl Catalogue) {
    list.add::<trees::UniformTree>(Card {
        name: "uniform",
        about: "a tree of independent random leaves",
        notation: TREE,
        example: "b=4 d=6 seed=1",
        offers: "evaluation",
    });
    list.add::<trees::IncrementalTree>(Card {
        name: "incremental",
        about: "a tree whose leaves sum up random edges",
        notation: TREE,
        example: "b=8 d=6 seed=1",
        offers: "evaluation, ordering",
    });
    list.add::<trees::OrderedTree>(Card {
        name: "ordered",
        about: "a tree of known value, ordered as well as asked for",
        notation: TREE,
        example: "b=10 d=5 p=0.9 seed=1",
        offers: "evaluation",
    });
    list.add::<trees::PGameTree>(Card {
        name: "p-game",
        about: "a tree of leaves won or lost at random",
        notation: TREE,
        example: "b=2 d=10 seed=1",
        offers: "evaluation",
    });
    list.add::<trees::NGameTree>(Card {
        name: "n-game",
        about: "a tree of leaves won or lost by the sum of edges",
        notation: TREE,
        example: "b=2 d=10 seed=1",
        offers: "evaluation, ordering",
    });
    list.add::<trees::DagTree>(Card {
        name: "dag",
        about: "a layered graph: many paths to each position",
        notation: TREE,
        example: "b=4 d=8 seed=1",
        offers: "evaluation",
    });
}
