//! What is asked.

#[cfg(feature = "schema")]
use crate::vocabulary;
use crate::{Place, Reply};
use secateur_games::Unreadable;
use secateur_session::{ComparePlan, Request};
use serde::{Deserialize, Serialize};

/// The version of the protocol. It grows by one when a message or a field goes away or changes its meaning.
pub const PROTOCOL: u32 = 2;

/// The longest message that is read, in bytes.
pub const LONGEST_MESSAGE: usize = 64 << 10;

/// A message: what is asked, and the number that every reply to it carries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The number of the message, chosen by whoever asks.
    pub id: u32,
    /// What is asked.
    pub ask: Ask,
}

/// The clock of a game, in milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeLeft {
    /// What it shows.
    pub left: u64,
    /// What each move adds to it.
    #[serde(default)]
    pub increment: u64,
}

/// A match between searches of our own, everybody against everybody, in pairs of games from the same opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The game's name.
    pub game: String,
    /// The position that games begin with, before random moves; empty for the usual start.
    #[serde(default)]
    pub start: String,
    /// The players as `secateur match` takes them: `engine,level=3`, `mtd-f`.
    pub players: Vec<String>,
    /// The nodes of a move.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The time of a move, in milliseconds.
    #[serde(default)]
    pub time: Option<u64>,
    /// The pairs of games of each two players.
    #[serde(default = "usual_pairs")]
    pub pairs: usize,
    /// The seed of the openings.
    #[serde(default)]
    pub seed: u64,
}

/// The search that suits a game, to be found by races and games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChoosePlan {
    /// The game's name.
    pub game: String,
    /// The criterion.
    #[serde(default)]
    pub measure: ChooseBy,
    /// The effort.
    #[serde(default)]
    pub effort: ChooseEffort,
    /// The seed of positions and openings.
    #[serde(default)]
    pub seed: u64,
}

/// What decides which search suits a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChooseBy {
    /// Nodes: the same choice on every machine.
    #[default]
    Nodes,
    /// Time.
    Time,
}

/// The effort spent on a choice.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChooseEffort {
    /// Seconds to a minute or two.
    #[default]
    Quick,
    /// Minutes.
    Usual,
}

/// What can be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum Ask {
    /// The games.
    Games {},
    /// The algorithms.
    Algorithms {},
    /// A position: its drawing, its moves, its outcome.
    Position(Place),
    /// A search; each iteration and each line is reported.
    Analyse {
        /// Where.
        place: Place,
        /// How, and how far.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
    },
    /// The value of every legal move; each round is reported.
    Values {
        /// Where.
        place: Place,
        /// How, and how far.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
    },
    /// The exact value at the end of the game.
    Solve {
        /// Where.
        place: Place,
        /// How, and how far.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
    },
    /// The record of a search, node by node, of which the part nearest to the root is sent. It is kept under the number of this
    /// message, for the four questions below, until it is released or newer ones take its place.
    Trace {
        /// Where.
        place: Place,
        /// How, and how far: searches to a depth need one.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
        /// The window to ask about at the root, in points of the search; an end that is null is open. None for what the
        /// algorithm chooses.
        #[serde(default)]
        window: Option<(Option<i32>, Option<i32>)>,
        /// The most nodes to keep, nearest to the root first.
        #[serde(default = "usual_keep")]
        keep: usize,
        /// The most nodes to send at once: all up to some level.
        #[serde(default = "usual_part")]
        part: usize,
        /// Whether to count the leaves of the minimal tree, too.
        #[serde(default)]
        minimal: bool,
    },
    /// The nodes of a record below some of its nodes, nearest first; all right below them in any case.
    Below {
        /// The number of the record.
        record: u32,
        /// The nodes, by number.
        nodes: Vec<u32>,
        /// The most nodes to send.
        #[serde(default = "usual_below")]
        most: usize,
    },
    /// The nodes of a record that it takes to show some of its steps, numbered from 0: those that are entered, left or
    /// expanded, all above them, and what was searched before on the way there.
    Steps {
        /// The number of the record.
        record: u32,
        /// The first step.
        from: u32,
        /// The last one.
        to: u32,
    },
    /// The next cuts after a step, or the last ones before it, with the nodes that it takes to show them.
    Cuts {
        /// The number of the record.
        record: u32,
        /// The step.
        step: u32,
        /// Whether to look for those before it.
        #[serde(default)]
        back: bool,
        /// The most cuts.
        #[serde(default = "one")]
        most: usize,
    },
    /// Forgets the record of this number.
    Release(u32),
    /// Every algorithm on this position; each is reported.
    Compare {
        /// Where.
        place: Place,
        /// The resources.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
        /// The depth and the algorithms.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::ComparePlan"))]
        plan: ComparePlan,
    },
    /// The move of an opponent of this level, 1 to 10.
    Opponent {
        /// Where.
        place: Place,
        /// The level, from a beginner to full strength.
        level: u32,
        /// The seed of its misjudgements.
        #[serde(default)]
        seed: u64,
        /// Its clock; none if it need not hurry.
        #[serde(default)]
        clock: Option<TimeLeft>,
    },
    /// What the opponent of the side to move would do if that passed; each iteration and each line is reported. Values are
    /// for the opponent. Refused where the game has no pass and does not say that giving up the turn makes sense.
    Threats {
        /// Where.
        place: Place,
        /// How, and how far.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Request"))]
        request: Request,
    },
    /// A match, for whoever carries the messages: this crate plays none. Each game is reported as it is played, and the standings
    /// after it.
    Match(MatchPlan),
    /// The search that suits a game, for whoever carries the messages. Each race is reported as it goes, and each match.
    Choose(ChoosePlan),
    /// The files of the laboratory that are shown, for whoever carries the messages.
    Files {},
    /// What is in one of them, for whoever carries the messages.
    File {
        /// Its number.
        file: usize,
        /// The stamp of the contents that were seen before: the same ones are not sent again.
        #[serde(default)]
        seen: Option<String>,
        /// The number of the first game that is listed, from 0.
        #[serde(default)]
        from: usize,
    },
    /// Ends the search that the message of this number began, with the best answer so far. For whoever carries the
    /// messages.
    Stop(u32),
}

fn usual_pairs() -> usize {
    20
}

fn usual_keep() -> usize {
    1_000_000
}

fn usual_part() -> usize {
    2_000
}

fn one() -> usize {
    1
}

fn usual_below() -> usize {
    200
}

impl Message {
    /// Reads a message.
    ///
    /// ```
    /// use secateur_playground::Message;
    ///
    /// assert_eq!(Message::read(r#"{"id":1,"ask":{"games":{}}}"#).unwrap().id, 1);
    /// let refusal = Message::read(r#"{"id":1,"ask":{"gmes":{}}}"#).unwrap_err().write();
    /// assert!(refusal.starts_with(r#"{"id":1,"error":"the message cannot be read: unknown variant `gmes`, expected one of "#));
    /// ```
    ///
    /// # Errors
    ///
    /// The reply to send, with one sentence on what is wrong, if it is too long or no message.
    pub fn read(text: &str) -> Result<Message, Reply> {
        /// The number alone, so that the refusal finds its way.
        #[derive(Deserialize)]
        struct Numbered {
            id: u32,
        }
        if text.len() > LONGEST_MESSAGE {
            let why = format!("the message has {} bytes, expected {LONGEST_MESSAGE} at most", text.len());
            return Err(Reply::last(0, Err(Unreadable(why))));
        }
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id);
            Reply::last(id, Err(Unreadable(format!("the message cannot be read: {error}"))))
        })
    }

    /// Whether the work goes on for as long as a match: a client may have one of that kind under way.
    pub fn is_long(&self) -> bool {
        matches!(self.ask, Ask::Match(_) | Ask::Choose(_))
    }

    /// Whether the answer takes no search, so that it comes at once.
    pub fn is_quick(&self) -> bool {
        let is_about_a_record =
            matches!(self.ask, Ask::Below { .. } | Ask::Steps { .. } | Ask::Cuts { .. } | Ask::Release(_));
        let is_about_a_file = matches!(self.ask, Ask::Files {} | Ask::File { .. });
        is_about_a_record
            || is_about_a_file
            || matches!(self.ask, Ask::Games {} | Ask::Algorithms {} | Ask::Position(_) | Ask::Stop(_))
    }
}
