//! Matches: any players in any game, each game kept as it ends.
//!
//! - `player`: who plays, a search of our own ([`BuiltIn`]) or a program ([`Outside`]).
//! - `clock`: what a player may use for a move or a game.
//! - `seat`: a player at the board; `engine`: one that is another process.
//! - `openings`: where games begin; `schedule`: who plays whom.
//! - `referee`: one game; `record`: its result; [`pgn`]: the same as text.
//! - [`MatchStore`]: the games, in SQLite.
//! - [`Match`]: all of it, and the games that a store lacks, several at a time or by a crew ([`MatchGame`]).
//! - `standings`: the results of the games; `summary`: the same as plain data.
//!
//! With limits in nodes or depth and players of our own, a game follows from its identity, so that a match comes to the
//! same games however often it was interrupted, and whatever was played at a time.
//!
//! ```
//! use secateur_lab::tournament::{MoveLimits, Match, Openings, MatchEnd, MatchPlayer, AdjudicationRules, Schedule, MatchStore};
//! use std::sync::Arc;
//!
//! let (games, flag) = (secateur_standard::standard(), Arc::default());
//! let game = games.find("tictactoe").unwrap();
//! let limits = MoveLimits { nodes: Some(500), ..MoveLimits::default() };
//! let players = ["mtd-f", "pvs,depth=1"].map(|text| MatchPlayer::read(text, limits).unwrap());
//! let openings = Openings::random(game, None, 2..=2, 1).unwrap();
//! let schedule = Schedule::round_robin(2, Some(3)).unwrap();
//! let mut few = Match::new(game, players.into(), schedule, openings, AdjudicationRules::default(), None).unwrap();
//!
//! let path = std::env::temp_dir().join(format!("secateur-match-{}.db", std::process::id()));
//! let mut store = MatchStore::open(&path).unwrap();
//! let outcome = few.run(&mut store, 2, &flag, |game, _| Ok(assert!(game.is_new))).unwrap();
//! assert_eq!((outcome, few.standings().games()), (MatchEnd::Played, 6));
//! let [pairing] = &few.standings().pairings()[..] else { panic!() };
//! assert!(pairing.score.share() >= Some(0.5), "the deeper search does not lose");
//! # std::fs::remove_file(path).unwrap();
//! ```

mod clock;
mod engine;
mod game;
mod openings;
mod passes;
pub mod pgn;
mod player;
mod record;
mod referee;
mod run;
mod schedule;
mod seat;
mod standings;
mod store;
mod summary;

pub use clock::{MoveLimits, TimeControl};
pub use engine::end_all;
pub use game::MatchGame;
pub use openings::{Openings, ReadPosition};
pub use passes::without_passes;
pub use player::{BuiltIn, Dialect, HASH, MatchPlayer, Outside, PlayerKind};
pub use record::{GameEnding, MatchOpening, MoveReport, PlayedGame, ReportedValue};
pub use referee::{AdjudicationRules, AgreedDraw, AgreedWin};
pub use run::{Heard, Match, MatchEnd};
pub use schedule::{Schedule, ScheduledGame};
pub use standings::{Pairing, Standings, TestProgress};
pub(crate) use store::KIND;
pub use store::MatchStore;
pub use summary::{GameLine, MatchSummary, PairingLine, RatingLine, TestLine};
