//! The tests of the games, in one program: searches of a game are compiled once for all of them.

mod boards;
mod chess;
mod domineering;
mod exact;
mod golden;
mod inputs;
mod laws;
mod minimal_trees;
mod notation;
mod othello;
mod trees;
