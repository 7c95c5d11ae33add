//! The parts that the measurements share.

pub mod by_hand;
pub mod numbers;
pub mod peers;

/// The first page of the project: its example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
