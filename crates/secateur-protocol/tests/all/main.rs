//! The tests of the protocols, in one program.

mod common;
mod gtp;
mod hub;
mod nboard;
mod uci;
mod uci_chess;
mod uci_clock;
mod ugi;
