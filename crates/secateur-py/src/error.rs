//! The exception of the package.

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};
use secateur_games::Unreadable;

create_exception!(
    secateur,
    Error,
    PyValueError,
    "Something that cannot be done, in one sentence: what was found, where, and what was expected."
);

/// A refusal as an exception, with the same sentence.
pub(crate) fn refused(refusal: Unreadable) -> PyErr {
    Error::new_err(refusal.0)
}

/// A failure of the laboratory as an exception, with the same sentence.
pub(crate) fn failed(failure: secateur_lab::Error) -> PyErr {
    Error::new_err(failure.to_string())
}
