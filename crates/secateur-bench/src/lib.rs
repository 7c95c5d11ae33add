//! The parts that the measurements share.

pub mod by_hand;
#[cfg(feature = "games")]
pub mod numbers;
#[cfg(feature = "games")]
pub mod peers;

/// The first page of the project: its example is compiled and run.
#[cfg(all(doctest, feature = "games"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
