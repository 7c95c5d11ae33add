//! The tests of the playground, in one program.

mod messages;
mod pruning;
mod recordings;
