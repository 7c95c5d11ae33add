#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! - [`selfplay`]: one game, and the positions of it that are worth keeping.
//! - [`positions`]: files of positions; [`epd`]: those with operations behind them.
//! - [`opening_book`]: the exact values of all positions near the start, in a file.
//! - [`crew`]: workers that do jobs, wherever they run; [`jobs`]: proofs divided among them.
//! - [`journal`]: long work on disk, whatever interrupts it.
//! - [`checkpoint`]: a search in the making on disk.
//! - [`files`]: read up to a limit, written as a whole, locked.
//! - [`store`]: games on disk.
//! - [`generate`]: as many games as are wanted, on several threads.
//! - [`samples`]: positions as the weights of an evaluation see them.
//! - [`linear`]: those of any game that says what its evaluation counts.
//! - [`fit`]: weights that predict results.
//! - [`othello`]: the patterns of Othello, learnt from nothing.
//! - [`designer`]: a report on a game for whoever designs it.
//! - [`duel`]: games of two recipes against each other.
//! - [`spsa`]: numbers tuned by comparing points, such as the recipe by games.
//! - [`statistics`]: the strength that the results of matches show, and when to stop playing.
//! - [`learn`]: evaluations from the rules alone, by games against oneself.
//! - [`regression`]: how well shallow searches predict deep ones, for Multi-ProbCut.
//! - [`realization`]: how likely a move of each kind is the best one, for realization-probability search.
//! - [`ablation`]: what each trick of the engine is worth in a game.
//! - [`atlas`]: the solved games, and their proofs made again.
//! - [`claims`]: the claims of the source lectures, each put to a small experiment.
//! - [`experiment`]: many searches as a file describes them, and a store that keeps each.
//! - [`profile`]: how a game is best searched, in a file.
//! - [`choose`]: the search that suits a game, by races and by games.
//! - [`plot`]: charts as SVG.
//! - [`report`]: the results of experiments, as charts and tables.
//! - [`shelf`]: those files for people to look at, while they are written.
//! - [`tournament`]: matches of any players in any game, each game kept.
//! - [`units`]: numbers with a unit behind them.

pub mod ablation;
pub mod atlas;
pub mod checkpoint;
pub mod choose;
pub mod claims;
pub mod crew;
mod database;
pub mod designer;
pub mod duel;
mod each;
pub mod epd;
mod error;
pub mod experiment;
mod fields;
pub mod files;
pub mod fit;
pub mod generate;
mod identity;
pub mod jobs;
pub mod journal;
pub mod learn;
mod least_squares;
pub mod linear;
mod method;
pub mod opening_book;
pub mod othello;
pub mod plot;
pub mod positions;
pub mod profile;
mod random;
pub mod realization;
mod referee;
pub mod regression;
pub mod report;
pub mod samples;
pub mod selfplay;
pub mod shelf;
pub mod spsa;
pub mod statistics;
pub mod store;
pub mod tablebases;
pub mod tournament;
pub mod units;
pub mod workforce;

pub use error::Error;
