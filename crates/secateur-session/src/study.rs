//! Questions of researchers about a game.

use crate::{Answer, Book, ComparePlan, Comparison, Contender, Request};
use secateur::algo::MoveKind;
use secateur_games::linear::{Features, Weight};
use secateur_games::{Component, Unreadable};

/// The questions of researchers about a game: comparisons, counts, openings, and the parts of its evaluation.
pub trait Study {
    /// Compares algorithms on the same positions, searched to the same depth.
    fn compare(
        &self,
        plan: &ComparePlan,
        request: &Request,
        report: &mut dyn FnMut(&Contender),
    ) -> Comparison;

    /// An estimate, from above, of the minimal tree (or graph, in which a position proven once needs no second proof) of
    /// the position at the request's depth: the nodes and leaves of proofs of its value by the best moves that searches
    /// found. Only depth, table and interrupt of the request count.
    fn minimal(&self, request: &Request, as_graph: bool) -> Answer;

    /// The number of move paths of this length, in plies.
    fn perft(&self, depth: u32) -> u64;

    /// The total of nodes of a fixed set of searches: the same on every machine.
    fn bench(&self) -> u64;

    /// The positions this many plies from the game's start, each once, in which the game goes on: the content of a book of
    /// openings.
    fn openings(&self, plies: u32) -> Vec<String>;

    /// A book from the values of [`Study::openings`]; some may be missing.
    ///
    /// # Errors
    ///
    /// If a position cannot be read.
    fn book(&self, plies: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable>;

    /// A line of a file of positions in its parts: the position, and its value for the side to move where the game's
    /// form of such lines contains it.
    fn split_line<'a>(&self, line: &'a str) -> Result<(&'a str, Option<i32>), Unreadable>;

    /// The parts that the solver can be asked to do without ([`Request::without`]).
    fn components(&self) -> Vec<Component>;

    /// The weights of the static value, where it is a sum ([`Notation::weights`](secateur_games::Notation::weights)).
    fn weights(&self) -> Vec<Weight>;

    /// The count of each weight here ([`Notation::features`](secateur_games::Notation::features)).
    fn features(&self) -> Option<Features>;

    /// Weights as text, with these points ([`Notation::write_weights`](secateur_games::Notation::write_weights)).
    fn write_weights(&self, points: &[[i32; 2]]) -> String;

    /// The moves here in the usual order, as a search tries them that knows nothing of the position, with the kind of each.
    fn move_kinds(&self) -> Vec<(String, MoveKind)>;

    /// The points of a small but telling advantage: the unit in which values are measured.
    fn unit(&self) -> i32;
}
