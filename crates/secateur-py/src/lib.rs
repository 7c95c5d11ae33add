#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod asked;
mod board;
mod calls;
mod certifying;
mod choosing;
mod convert;
mod dividing;
mod error;
mod laboratory;
mod matching;
mod own;
mod searching;
mod shipped;
mod studying;

use pyo3::pymodule;

/// The part of the package `secateur` that is compiled.
#[pymodule]
mod _secateur {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::{Board, PyRules};
    #[pymodule_export]
    use crate::certifying::verified;
    #[pymodule_export]
    use crate::choosing::profile_of;
    #[pymodule_export]
    use crate::dividing::{ProofMaster, ProofWorker, do_work, program};
    #[pymodule_export]
    use crate::error::Error;
    #[pymodule_export]
    use crate::laboratory::{Store, experiment, search_job};
    #[pymodule_export]
    use crate::shipped::{algorithms, game, games};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
