//! Proofs divided among workers: job-level proof-number search.
//!
//! A [`Master`] keeps a tree of proof numbers whose leaves are jobs: searches by df-pn of one position, each within so many
//! nodes. Workers do them, with a table of their own that they keep from one job to the next. A job that settles nothing comes
//! back with the numbers of the positions one move further on, and its leaf becomes a node with these for children. While a
//! job is under way its leaf has virtual numbers, twice its own, so that the next worker is sent elsewhere.
//!
//! The master knows no game and runs nothing: it hands out jobs and takes in what they found ([`ProofJob`], [`JobDone`]), both
//! plain data. Who does them is another matter: a
//! [`Crew`](crate::crew::Crew), which is threads of this process or a cluster, or a [`simulation`] with a clock of its own.
//!
//! Only facts that hold wherever a position stands are shared, by the text of the position: each job searches its position as
//! if the game began there ([`DividedProof::part`](secateur_session::DividedProof::part)).
//!
//! Source: I-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, *Job-level proof-number search for Connect6*,
//! 2010; A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with race patterns and job-level proof number
//! search*, 2011. df-pn in the jobs, with tables that are kept: T. Čížek, M. Balko and M. Schmid, *A massively parallel
//! proof-number search*, 2025.

mod counts;
mod job;
mod lead;
mod master;
pub mod simulation;
mod tree;

pub use counts::{JobCounts, JobNumbers};
pub use job::{JobDone, ProofJob, ProofTask, ProofWorker};
pub use lead::lead;
pub use master::{Division, Failure, Master};

#[cfg(test)]
mod tests;
