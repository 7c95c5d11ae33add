//! The algorithms, a page each.
//!
//! All of them search a position to a depth through a window `alpha..beta`. Scores count for the side to
//! move. A call answers *about* the minimax value `v` of (position, depth):
//!
//! | the answer `s` | fail-soft proves | fail-hard proves |
//! |---|---|---|
//! | `alpha < s < beta` | `v = s` | `v = s` |
//! | `s <= alpha` (fails low) | `v <= s` | `v <= alpha`, `s = alpha` |
//! | `s >= beta` (fails high) | `v >= s` | `v >= beta`, `s = beta` |

mod alpha_beta;
mod alpha_beta_hard;
mod alpha_beta_hard_memory;
mod alpha_beta_memory;
mod max_min;
mod minimax;
mod minimax_memory;
mod nega_scout;
mod null_move;
mod pvs;
mod pvs_memory;
mod quiescence;
mod reflex;
mod sss_star;

pub use alpha_beta::alpha_beta;
pub use alpha_beta_hard::alpha_beta_hard;
pub use alpha_beta_hard_memory::alpha_beta_hard_memory;
pub use alpha_beta_memory::alpha_beta_memory;
pub use max_min::max_min;
pub use minimax::minimax;
pub use minimax_memory::minimax_memory;
pub use nega_scout::nega_scout;
pub use null_move::{NullMove, Reduction, null_move};
pub use pvs::pvs;
pub use pvs_memory::pvs_memory;
pub use quiescence::{Quiescent, quiescence};
pub use reflex::reflex;
pub use sss_star::sss_star;
