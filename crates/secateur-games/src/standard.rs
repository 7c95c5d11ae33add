use crate::connect4::{Board, Connect4};
use crate::{Entry, Registry, chess, clobber, domineering, mnk, nim, othello, trees};
use secateur::tree::Tree;

const COLUMNS: &str = "columns played, 1 to 9 and a for the tenth, or rows of XO. from the top";
const FOURS: &str = "evaluation, ordering, candidates, forced wins and losses";
const TREE: &str = "parameters, then / and the moves played";

/// Every game that comes with Secateur. To list one more, add a line here.
///
/// ```
/// use secateur_games::standard;
///
/// for entry in standard().entries() {
///     let mut game = entry.open();
///     game.set(entry.example).unwrap();
///     assert!(!game.moves().is_empty(), "{}", entry.name);
/// }
/// ```
pub fn standard() -> Registry {
    let listed = [
        Entry::new::<mnk::Mnk>("tictactoe", "m,n,k games: a board of any size, k in a line win")
            .notation("rows of XO. with / between, a size such as 5x5,4 before them", "XO./.X./..O")
            .offers("evaluation, ordering, bounds"),
        Entry::new::<chess::Chess>("chess", "chess, and Chess960 from FEN or a start's number")
            .notation("FEN, moves from the start, or chess960 and a number to 959", "e2e4 e7e5")
            .offers("evaluation, ordering, noise, exchanges, known endings"),
        Entry::new::<Connect4>("connect4", "drop stones into columns, four in a line win; 7x6")
            .notation(COLUMNS, "4455")
            .offers(FOURS),
        Entry::new::<Board<u64, 5, 4>>("connect4-5x4", "Connect-4 on a small board")
            .notation(COLUMNS, "3345")
            .offers(FOURS),
        Entry::new::<Board<u64, 9, 5>>("connect4-9x5", "Connect-4, wide and low")
            .notation(COLUMNS, "5566")
            .offers(FOURS),
        Entry::new::<Board<u128, 10, 6>>("connect4-10x6", "Connect-4 on 128 bits")
            .notation(COLUMNS, "5566a")
            .offers(FOURS),
        Entry::new::<othello::Othello>(
            "othello",
            "surround discs in a line and turn them over; the most discs win",
        )
        .notation("64 of XO- from a1 to h8, then X or O to move; or the moves played", "f5d6c3")
        .offers("evaluation, ordering"),
        Entry::new::<clobber::Clobber>("clobber", "capture a neighbour each move; the last to move wins")
            .notation("rows of XO. with / between, then the side to move; or a size", "XOX/OXO/XOX X")
            .offers("evaluation, ordering, bounds"),
        Entry::new::<domineering::Domineering>("domineering", "place dominoes, one side upright, one flat")
            .notation("rows of XO. with / between, then V or H to move; or a size", "6x6 V")
            .offers("evaluation, ordering, bounds"),
        Entry::new::<nim::Nim>("nim", "take from a heap; the last to take wins")
            .notation("the heaps", "3,4,5")
            .offers("evaluation, bounds"),
        Entry::new::<Tree>("tree", "a game tree written down")
            .notation("a node is (...), a leaf its value for the first player", "(3 (5 2) 9)")
            .offers("leaves only"),
        Entry::new::<trees::UniformTree>("uniform", "a tree of independent random leaves")
            .notation(TREE, "b=4 d=6 seed=1")
            .offers("evaluation"),
        Entry::new::<trees::IncrementalTree>("incremental", "a tree whose leaves sum up random edges")
            .notation(TREE, "b=8 d=6 seed=1")
            .offers("evaluation, ordering"),
        Entry::new::<trees::OrderedTree>("ordered", "a tree of known value, ordered as well as asked for")
            .notation(TREE, "b=10 d=5 p=0.9 seed=1")
            .offers("evaluation"),
        Entry::new::<trees::PGameTree>("p-game", "a tree of leaves won or lost at random")
            .notation(TREE, "b=2 d=10 seed=1")
            .offers("evaluation"),
        Entry::new::<trees::NGameTree>("n-game", "a tree of leaves won or lost by the sum of edges")
            .notation(TREE, "b=2 d=10 seed=1")
            .offers("evaluation, ordering"),
        Entry::new::<trees::DagTree>("dag", "a layered graph: many paths to each position")
            .notation(TREE, "b=4 d=8 seed=1")
            .offers("evaluation"),
    ];
    listed.into_iter().fold(Registry::new(), Registry::with)
}
