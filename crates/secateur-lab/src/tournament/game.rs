//! One game of a match, as plain data and played.

use super::engine::Program;
use super::player::{MatchPlayer, PlayerKind};
use super::record::MatchOpening;
use super::referee::{AdjudicationRules, RefereedGame};
use super::seat::{Contestant, Guest, OwnSearch};
use crate::identity;
use crate::workforce::by_text;
use secateur_games::Unreadable;
use secateur_session::{GameEntry, Registry};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The format of an identity, besides the game. The number changes with what games depend on.
const FORMAT: &str = "secateur-game-1";

/// All that decides a game: two games with the same of it are one. As data, it is a game for somebody else to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchGame {
    pub(super) game: String,
    pub(super) opening: MatchOpening,
    pub(super) players: [MatchPlayer; 2],
    /// Counted from 0.
    pub(super) round: usize,
    pub(super) rules: AdjudicationRules,
}

impl MatchGame {
    /// Its identity.
    pub(super) fn id(&self) -> String {
        identity::of(FORMAT, self)
    }

    /// Plays a game that is written in JSON, with players of this program: its record in JSON. None if the flag ended it.
    ///
    /// # Errors
    ///
    /// One sentence if it is no game, or a player cannot play it.
    pub fn play_text(
        text: &str,
        registry: &Registry,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<String>, Unreadable> {
        by_text(text, |game: &MatchGame| {
            let entry = registry.find(&game.game)?;
            let seat = |player| contestant(player, entry, &game.rules, interrupt);
            let (mut first, mut second) = (seat(&game.players[0])?, seat(&game.players[1])?);
            let played = RefereedGame {
                entry,
                opening: &game.opening,
                players: [&game.players[0], &game.players[1]],
                round: game.round + 1,
                rules: &game.rules,
                see: &|_| {},
            };
            played.play([&mut *first, &mut *second])
        })
    }
}

/// Seats a player.
pub(super) fn contestant(
    player: &MatchPlayer,
    entry: &GameEntry,
    rules: &AdjudicationRules,
    interrupt: &Arc<AtomicBool>,
) -> Result<Box<dyn Contestant>, Unreadable> {
    Ok(match &player.kind {
        PlayerKind::BuiltIn(own) => Box::new(OwnSearch::new(own, interrupt)?),
        PlayerKind::Outside(outside) => {
            Box::new(Program::new(player, outside, entry, rules.patience, interrupt))
        }
        PlayerKind::InProcess(own) => Box::new(Guest::new(own)),
    })
}
