//! What a server says beside what the playground answers.

use secateur_games::Unreadable;
use secateur_lab::choose::{ChoiceLine, ChoiceMatchLine, RaceLine};
use secateur_lab::shelf::{FileLine, FileView};
use secateur_lab::tournament::{GameLine, MatchSummary};
use secateur_playground::Place;
use serde::Serialize;

/// A reply to the message of this number.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Told<'a> {
    /// The number of the message.
    id: u32,
    /// Whether more will follow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, schemars(default))]
    more: bool,
    /// What is said.
    #[serde(flatten)]
    say: Say<'a>,
}

/// What is said of matches, of choices, and of the laboratory's files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Say<'a> {
    /// A game as far as it is played.
    Playing {
        /// Its number in the match, from 1.
        number: usize,
        /// Who moves first after the opening, and the other one.
        players: [&'a str; 2],
        /// Where it stands.
        place: Place,
    },
    /// The standings after a game; after the last, without it.
    Standings {
        /// The standings.
        summary: MatchSummary<'a>,
        /// The game.
        game: Option<GameLine<'a>>,
    },
    /// How far a choice is.
    Choosing {
        /// What is going on.
        stage: &'a str,
        /// The contenders that are left.
        left: usize,
        /// The searches or pairs of games that are done.
        done: usize,
        /// The most that there may be; none if that is unknown.
        steps: Option<usize>,
    },
    /// A race of a choice, as far as it is run.
    Race {
        /// Its subject.
        name: &'a str,
        /// The contenders, the best first.
        entrants: Vec<RaceLine<'a>>,
    },
    /// The games of two methods of a choice.
    Played(ChoiceMatchLine),
    /// The end of a choice; none if it was stopped.
    Choice(Option<Box<Chosen<'a>>>),
    /// The files that are shown.
    Files(Vec<FileLine>),
    /// One of them.
    File(Box<FileView>),
}

/// What was chosen, in words, in figures, and as a profile.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Chosen<'a> {
    /// The positions that were searched.
    pub(crate) positions: String,
    /// The exact search with the smallest tree.
    pub(crate) smallest: String,
    /// The fastest exact search.
    pub(crate) fastest: String,
    /// The method that plays best.
    pub(crate) play: String,
    /// The same as data.
    pub(crate) line: ChoiceLine<'a>,
    /// The profile, as commands read it.
    pub(crate) profile: String,
}

/// A reply as text.
pub(crate) fn written(id: u32, more: bool, say: Say<'_>) -> String {
    serde_json::to_string(&Told { id, more, say }).expect("a reply is plain data")
}

pub(crate) fn in_words(error: impl std::fmt::Display) -> Unreadable {
    Unreadable(error.to_string())
}
