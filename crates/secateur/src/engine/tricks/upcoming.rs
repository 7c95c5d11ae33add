use crate::engine::numbers::numbers;

numbers! {
    /// Upcoming repetition: a side that can go back to a position of the path has a draw at least.
    ///
    /// Source: M. van Kervinck, *The design and implementation of the Rookie 2.0 chess playing program*, 2002.
    Upcoming {}
}
