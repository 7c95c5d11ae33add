//! Experiments that cannot be lost: a grid of searches, described by a file, each of them a row of a store.
//!
//! - `file`: the TOML that describes an experiment, and the jobs that it asks for.
//! - [`Job`]: one search of one position by one method; its identity.
//! - [`Showing`]: what a report shows of it.
//! - [`ExperimentStore`]: the rows, in SQLite.
//! - [`run`]: the jobs that a store lacks, on several threads; [`run_by`]: by a crew.
//! - [`Shard`]: a part of an experiment, for another machine.
//!
//! ```
//! use secateur_lab::experiment::{Experiment, ExperimentStore, run};
//! use std::sync::Arc;
//!
//! let text = r#"
//! name = "few"
//! about = "two algorithms, three positions"
//! algorithms = ["alpha-beta", "mtd-f"]
//! hash = ["1MiB"]
//!
//! [[games]]
//! game = "tictactoe"
//! positions.sample = { count = 3 }
//! depth = [3]
//! "#;
//! let (games, flag) = (secateur_standard::standard(), Arc::default());
//! let path = "few.toml".as_ref();
//! let few = Experiment::read(path, text, &games, &|_, _| unreachable!("no file is named"), &flag).unwrap();
//! assert_eq!((few.name.as_str(), few.jobs.len()), ("few", 6));
//!
//! let path = std::env::temp_dir().join(format!("secateur-few-{}.db", std::process::id()));
//! let mut store = ExperimentStore::open(&path).unwrap();
//! assert_eq!(run(&few.jobs, &mut store, &games, 2, &flag, |_| ()).unwrap(), 6);
//! // Nothing is missing any more.
//! assert_eq!(run(&few.jobs, &mut store, &games, 2, &flag, |_| ()).unwrap(), 0);
//! # std::fs::remove_file(path).unwrap();
//! ```

mod file;
mod job;
mod positions;
mod run;
mod shard;
mod showing;
mod store;
#[cfg(test)]
mod tests;

pub use file::{Experiment, ReadPositions};
pub use job::Job;
pub(crate) use job::{MINIMAL_GRAPH, MINIMAL_TREE};
pub use run::{run, run_by};
pub use shard::Shard;
pub use showing::{Dimension, Measure, Showing};
pub(crate) use store::KIND;
pub use store::{ExperimentStore, ResultRow};
