//! What a comparison is asked and what it answers.

use crate::Algorithm;
use serde::{Deserialize, Serialize};

/// The plan of a comparison.
///
/// ```
/// use secateur_session::{Algorithm, ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let named = |name| Algorithm::named(name).unwrap();
/// let plan = ComparePlan {
///     positions: 2,
///     depth: Some(3),
///     algorithms: Some(vec![named("minimax"), named("alpha-beta")]),
///     ..ComparePlan::default()
/// };
/// let game = standard().find("tictactoe").unwrap().open();
/// let comparison = game.compare(&plan, &Request::default().hash(1 << 20), &mut |_| {});
/// assert_eq!((comparison.positions.len(), comparison.depth), (2, 3));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ComparePlan {
    /// The number of positions to sample.
    pub positions: usize,
    /// The positions, if they are not to be sampled, in the game's notation. One that cannot be read, or in
    /// which the game is over, is left out.
    pub given: Vec<String>,
    /// The depth in plies; by default as deep as minimax can go with twelve million leaves per position, or in
    /// noisy games plain alpha-beta with three hundred thousand nodes. At most 250.
    pub depth: Option<u32>,
    /// The seed by which positions are chosen.
    pub seed: u64,
    /// The algorithms; by default all that search. Those that go through the whole tree are then left out
    /// where it is too large.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub algorithms: Option<Vec<Algorithm>>,
    /// Whether all algorithms deepen iteratively, with all iterations counted, or go to the depth at once.
    pub deepen: bool,
}

impl Default for ComparePlan {
    fn default() -> Self {
        ComparePlan { positions: 5, given: Vec::new(), depth: None, seed: 1, algorithms: None, deepen: false }
    }
}

/// The results of one algorithm, over all positions.
///
/// ```
/// use secateur_session::{ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let plan = ComparePlan { positions: 2, depth: Some(4), ..ComparePlan::default() };
/// let request = Request::default().hash(1 << 20);
/// let mut all = Vec::new();
/// let game = standard().find("ordered").unwrap().open();
/// game.compare(&plan, &request, &mut |contender| all.push(contender.clone()));
/// assert!(all.iter().all(|c| c.value_agrees || !c.exact));
/// let leaves = |name| all.iter().find(|c| c.algorithm == name).unwrap().leaves;
/// assert!(leaves("alpha-beta") < leaves("minimax") / 4);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Contender {
    /// Its name.
    pub algorithm: String,
    /// Whether it claims the minimax value.
    pub exact: bool,
    /// Whether its values equal minimax's on every position.
    pub value_agrees: bool,
    /// Its values, one per position, for the side to move, in points or on the game's own scale.
    pub values: Vec<i32>,
    /// Whether it was interrupted: then values and counts are those of the positions before, the nodes also of the last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// Nodes opened, in all iterations.
    pub nodes: u64,
    /// Nodes that ended without moves to search.
    pub leaves: u64,
    /// These leaves over those of the minimal trees; none if the minimal trees are not known.
    pub leaves_over_minimal: Option<f64>,
    /// The time in milliseconds.
    pub time_ms: f64,
    /// Nodes that the table answered.
    pub table_hits: u64,
    /// The share of cutoffs that came with the first move, 0 to 1.
    pub first_move_cutoffs: f64,
    /// Second searches: of children that a scout search was wrong about, and of roots whose window settled nothing.
    pub researches: u64,
}

/// The result of a comparison.
///
/// ```
/// use secateur_session::{Algorithm, ComparePlan, Request};
/// use secateur_standard::standard;
///
/// let algorithms = ["minimax", "alpha-beta"].map(|name| Algorithm::named(name).unwrap()).to_vec();
/// let plan = ComparePlan { depth: Some(4), algorithms: Some(algorithms), ..ComparePlan::default() };
/// let game = standard().find("tictactoe").unwrap().open();
/// let comparison = game.compare(&plan, &Request::default().hash(1 << 20), &mut |_| {});
/// assert!(comparison.agreed);
/// assert_eq!(comparison.pick, "alpha-beta");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The game's name.
    pub game: String,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The positions searched, in the game's notation.
    pub positions: Vec<String>,
    /// The leaves of the minimal trees of all positions together.
    pub minimal_leaves: Option<u64>,
    /// Whether that is the true minimum. In noisy games, and where the table is too small for the true one, it is an upper
    /// estimate: the leaves of trees that prove the values by the best moves found.
    pub minimal_is_exact: bool,
    /// The exact algorithm with the smallest tree.
    pub pick: String,
    /// The reason for the pick.
    pub reason: String,
    /// The algorithms left out, since they go through the whole tree and it is too large.
    pub left_out: Vec<String>,
    /// Whether every exact algorithm returned minimax's values.
    pub agreed: bool,
    /// Whether it was interrupted before the last algorithm.
    pub interrupted: bool,
}
