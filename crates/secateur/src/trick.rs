//! The tricks of selective search by name, for observers.

/// A trick of the [engine](crate::engine), as observers hear of it ([`Watch::tries`](crate::Watch::tries),
/// [`Watch::leaves_out`](crate::Watch::leaves_out)).
///
/// ```
/// use secateur::Trick;
///
/// assert_eq!(Trick::LateMoves.name(), "late-moves");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Trick {
    /// Quiescence search is asked whether a static value is hopeless.
    Razoring,
    /// The turn is passed; or a node that this refutes is searched once more, to verify it.
    NullMove,
    /// A shallow search of a noisy move, far above the window.
    ProbCut,
    /// A shallow search of the node, beyond the window by a regression.
    MultiProbCut,
    /// The node is searched a ply less deep, for want of a move from the table.
    InternalReduction,
    /// A late move is searched less deep.
    Reductions,
    /// From some place in the order on, quiet moves are left out.
    LateMoves,
    /// A quiet move is left out that cannot make up for a low static value.
    Futility,
    /// A quiet move is left out that has failed again and again.
    HistoryPruning,
    /// A move is left out that loses too much at once.
    Exchanges,
    /// The node is searched without the table's move; or that move deeper, or less deep, for what this has shown.
    Singular,
    /// A move that makes a threat is searched deeper.
    CheckExtension,
    /// Beyond the horizon, noise is left out that cannot come near the window (delta pruning), or all quiet ways out of a
    /// threat but the first.
    Quiescence,
}

impl Trick {
    /// All of them.
    pub const ALL: [Trick; 13] = [
        Trick::Razoring,
        Trick::NullMove,
        Trick::ProbCut,
        Trick::MultiProbCut,
        Trick::InternalReduction,
        Trick::Reductions,
        Trick::LateMoves,
        Trick::Futility,
        Trick::HistoryPruning,
        Trick::Exchanges,
        Trick::Singular,
        Trick::CheckExtension,
        Trick::Quiescence,
    ];

    /// Its name, as that of its settings, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Trick::Razoring => "razoring",
            Trick::NullMove => "null-move",
            Trick::ProbCut => "probcut",
            Trick::MultiProbCut => "multi-probcut",
            Trick::InternalReduction => "internal-reduction",
            Trick::Reductions => "reductions",
            Trick::LateMoves => "late-moves",
            Trick::Futility => "futility",
            Trick::HistoryPruning => "history-pruning",
            Trick::Exchanges => "exchanges",
            Trick::Singular => "singular",
            Trick::CheckExtension => "check-extension",
            Trick::Quiescence => "quiescence",
        }
    }
}
