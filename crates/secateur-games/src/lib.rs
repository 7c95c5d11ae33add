//! Games for Secateur, each in a file that a newcomer could copy, and the registry that lists them.

pub mod connect4;
mod notation;
pub mod trees;

pub use notation::{Notation, Unreadable};
