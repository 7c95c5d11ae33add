//! A position of a game, as data.

use crate::Look;
use crate::path::{changed, path};
#[cfg(feature = "schema")]
use crate::vocabulary;
use secateur_games::{Cells, Unreadable};
use secateur_session::{Ending, InPlay, Registry, Session};
use serde::{Deserialize, Serialize};

/// A position: the game, where it began, and the moves since. A pass that is a matter of form is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    /// The game's name.
    pub game: String,
    /// The position that it began with, in the game's notation; empty for the usual start.
    pub start: String,
    /// The moves since.
    pub moves: Vec<String>,
}

/// The most moves of a game that are followed.
const MOST_MOVES: usize = 5_000;

/// The most legal moves for which it is found out which cells they are made of by making them.
const TRIED: usize = 64;

/// A position, with all that it takes to draw it and to play on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    /// The game's name.
    pub game: String,
    /// How it is drawn.
    pub look: Look,
    /// The position in the game's notation.
    pub position: String,
    /// The moves since the start, as the game writes them, without passes that are a matter of form.
    pub moves: Vec<String>,
    /// The same as records of games have them.
    pub record: Vec<String>,
    /// The side to move.
    pub side: String,
    /// The names of both sides, that which moved first in front; empty where a name is not known yet.
    pub sides: [String; 2],
    /// 0 if the side to move is the one that moved first, 1 if it is the other.
    pub player: usize,
    /// The drawing as data, of a game on a rectangular board.
    #[cfg_attr(feature = "schema", schemars(with = "Option<vocabulary::Cells>"))]
    pub cells: Option<Cells>,
    /// The drawing for a terminal.
    pub drawing: String,
    /// The legal moves.
    pub legal: Vec<Legal>,
    /// The result for the side to move, once the game is over.
    #[cfg_attr(feature = "schema", schemars(with = "Option<vocabulary::Ending>"))]
    pub outcome: Option<Ending>,
    /// Whether the game is drawn by repetition, though there are moves.
    pub repeated: bool,
    /// The cells that the last move changed.
    pub last: Vec<usize>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legal {
    /// As the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// As records of games have it.
    pub record: String,
    /// The cells to click for it, by their places in the drawing: from, through, to. None where a click cannot tell it.
    pub path: Vec<usize>,
}

impl Place {
    /// Opens the game here.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such game or position, or if a move is not legal.
    pub(crate) fn open(&self, games: &Registry) -> Result<InPlay, Unreadable> {
        let start = Some(self.start.as_str()).filter(|start| !start.trim().is_empty());
        let mut at = InPlay::new(games.find(&self.game)?, start)?;
        self.lead(&mut at, &mut |_, _| ())?;
        Ok(at)
    }

    /// Makes the moves, and the passes that are a matter of form. Each move is shown before it is made.
    fn lead(&self, at: &mut InPlay, see: &mut dyn FnMut(&dyn Session, &str)) -> Result<(), Unreadable> {
        if self.moves.len() > MOST_MOVES {
            return Err(Unreadable(format!(
                "there are {} moves, expected {MOST_MOVES} at most",
                self.moves.len()
            )));
        }
        for text in &self.moves {
            see(&*at.board, text);
            at.play(text)?;
            while let Some(pass) = at.board.pass() {
                at.play(&pass)?;
            }
        }
        Ok(())
    }

    /// The position as data.
    ///
    /// # Errors
    ///
    /// As [`Place::open`].
    pub(crate) fn view(&self, games: &Registry) -> Result<PositionView, Unreadable> {
        let start = Place { moves: Vec::new(), ..self.clone() };
        let mut at = start.open(games)?;
        let first = at.board.side();
        let (mut moves, mut record, mut before) = (Vec::new(), Vec::new(), None);
        let mut other = None;
        self.lead(&mut at, &mut |board, text| {
            other = other.take().or_else(|| Some(board.side()).filter(|side| *side != first));
            moves.push(board.read_move(text).unwrap_or_else(|_| text.to_owned()));
            record.push(board.record_move(text).unwrap_or_else(|_| text.to_owned()));
            before = board.cells();
        })?;
        let named = first != "first";
        let side = at.board.side();
        let player = if named { usize::from(side != first) } else { usize::from(!at.is_even()) };
        let other = other.or_else(|| other_side(&mut *at.board, &first)).unwrap_or_default();
        let cells = at.board.cells();
        let last = before.as_ref().map_or_else(Vec::new, |before| changed(before, cells.as_ref()));
        Ok(PositionView {
            look: Look::of(&self.game, cells.is_some()),
            game: self.game.clone(),
            position: at.board.position(),
            moves,
            record,
            side,
            sides: [first, other],
            player,
            drawing: at.board.draw(),
            legal: legal(&mut *at.board, cells.as_ref()),
            outcome: at.board.outcome(),
            repeated: at.board.is_drawn_by_repetition(),
            cells,
            last,
        })
    }
}

/// The name of the side that is not this one: who moves here, or after a move from here.
fn other_side(board: &mut dyn Session, first: &str) -> Option<String> {
    /// After most moves the other side moves.
    const TRIES: usize = 8;
    let is_other = |side: &String| side != first;
    let here = Some(board.side()).filter(is_other);
    let mut moves = board.moves().into_iter().take(TRIES);
    here.or_else(|| {
        moves.find_map(|text| {
            board.play(&text).ok()?;
            let side = board.side();
            board.undo();
            Some(side).filter(is_other)
        })
    })
}

/// The legal moves, with the cells they are made of.
fn legal(board: &mut dyn Session, cells: Option<&Cells>) -> Vec<Legal> {
    let texts = board.moves();
    let few = texts.len() <= TRIED;
    let made_of = |board: &mut dyn Session, text: &str| match cells {
        Some(cells) if few || text.len() > 1 => path(board, cells, text),
        _ => Vec::new(),
    };
    texts
        .into_iter()
        .map(|text| Legal {
            record: board.record_move(&text).unwrap_or_else(|_| text.clone()),
            path: made_of(board, &text),
            text,
        })
        .collect()
}
