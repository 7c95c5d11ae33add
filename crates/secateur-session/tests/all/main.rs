//! The tests of sessions, in one program.

mod best_first;
mod chess;
mod cycles;
mod engine;
mod every_game;
mod learned;
mod proofs;
mod sizes;
mod solving;
mod superko;
mod tablebase;
mod trace;
mod trace_history;
mod trace_playing;
mod trace_solving;
mod values;
mod vocabulary;
mod wins;
