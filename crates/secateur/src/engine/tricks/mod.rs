//! The tricks of selective search, one small file each: its idea, its numbers, its source.

mod check_extension;
mod deep_entries;
mod exchanges;
mod futility;
mod history_pruning;
mod internal_reduction;
mod late_moves;
mod multi_probcut;
mod null_move;
mod probcut;
mod razoring;
mod reductions;
mod reverse_futility;
mod singular;
mod upcoming;

pub use check_extension::CheckExtension;
pub use deep_entries::DeepEntries;
pub use exchanges::Exchanges;
pub use futility::Futility;
pub use history_pruning::HistoryPruning;
pub use internal_reduction::InternalReduction;
pub use late_moves::LateMoves;
pub use multi_probcut::MultiProbCut;
pub use null_move::NullMove;
pub use probcut::ProbCut;
pub use razoring::Razoring;
pub use reductions::Reductions;
pub(super) use reductions::{Late, Plies};
pub use reverse_futility::ReverseFutility;
pub use singular::Singular;
pub(super) use singular::Singularity;
pub use upcoming::Upcoming;
