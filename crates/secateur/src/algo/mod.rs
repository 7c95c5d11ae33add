//! The algorithms, one page each: the idea, the contract, the source, an example, and code to read in one go.
//!
//! | page | in a line |
//! |---|---|
//! | [`max_min`] | minimax as it is first told: one function maximises, one minimises |
//! | [`minimax`] | the same in one function, by negation; the specification of all the rest |
//! | [`minimax_memory`] | never searches a position twice |
//! | [`alpha_beta_pair`] | alpha-beta as it is first told: a loop at the root, one function maximises, one minimises |
//! | [`alpha_beta`] | skips what cannot matter; fail-soft: says all it has proven |
//! | [`alpha_beta_hard`] | fail-hard: the answer never leaves the window |
//! | [`alpha_beta_memory`] | fail-soft with a transposition table: the workhorse under the MTD family |
//! | [`memory_test`] | the same for null windows alone: whether the value reaches a bound |
//! | [`alpha_beta_hard_memory`] | fail-hard with a transposition table, for comparison |
//! | [`pvs`] | trusts the first move, and asks by null window whether another is better |
//! | [`pvs_memory`] | the same with a transposition table |
//! | [`nega_scout`] | the same, searching again only above what the scout has proven |
//! | [`scout`] | tests each further move, and searches those that pass |
//! | [`sss_star`] | best-first: always goes on where the most can still be hoped for |
//! | [`quiescence`] | beyond the horizon, noisy moves only; plugged in as [`Quiescent`] |
//! | [`null_move`] | selective: cuts where even passing the turn would be good enough |
//! | [`realization`](realization()) | selective: goes deeper where play is likely to go |
//! | [`retrograde`](retrograde()) | from the ends of the game backwards: solves games in which positions come back |
//! | [`reflex`] | plays from a filled table, without searching |
//!
//! Aspiration, bisection, the MTD family and iterative deepening call any of the window searches here: they
//! are in [`drive`](crate::drive).
//!
//! # What an answer proves
//!
//! A window search looks at a position to a depth through a window `alpha..beta`. Scores count for the side
//! to move. A call answers *about* the minimax value `v` of (position, depth):
//!
//! | the answer `s` | fail-soft proves | fail-hard proves |
//! |---|---|---|
//! | `alpha < s < beta` | `v = s` | `v = s` |
//! | `s <= alpha` (fails low) | `v <= s` | `v <= alpha`, `s = alpha` |
//! | `s >= beta` (fails high) | `v >= s` | `v >= beta`, `s = beta` |
//!
//! That holds for every page but [`null_move`] and [`realization`](realization()), which give proof up for speed, [`reflex`], which does
//! not search, and [`retrograde`](retrograde()), which knows no depth. Pages without a window return `v` itself.

mod alpha_beta;
mod alpha_beta_hard;
mod alpha_beta_hard_memory;
mod alpha_beta_memory;
mod alpha_beta_pair;
mod max_min;
mod memory_test;
mod minimax;
mod minimax_memory;
mod nega_scout;
mod null_move;
mod pvs;
mod pvs_memory;
mod quiescence;
mod realization;
mod reflex;
mod retrograde;
mod scout;
mod sss_star;

pub use alpha_beta::alpha_beta;
pub use alpha_beta_hard::alpha_beta_hard;
pub use alpha_beta_hard_memory::alpha_beta_hard_memory;
pub use alpha_beta_memory::alpha_beta_memory;
pub use alpha_beta_pair::alpha_beta_pair;
pub use max_min::max_min;
pub use memory_test::memory_test;
pub use minimax::minimax;
pub use minimax_memory::minimax_memory;
pub use nega_scout::nega_scout;
pub use null_move::{NullMoveSettings, Reduction, null_move};
pub use pvs::pvs;
pub use pvs_memory::pvs_memory;
pub use quiescence::{Quiescent, quiescence};
pub use realization::{MoveKind, Realization, realization};
pub use reflex::reflex;
pub use retrograde::{Retrograde, retrograde};
pub use scout::scout;
pub use sss_star::sss_star;
