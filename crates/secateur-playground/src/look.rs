//! How a board wants to be drawn.

use serde::Serialize;

/// How the cells of a board are drawn. A matter of looks alone: every board can be drawn as [`Look::Squares`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Look {
    /// Squares.
    Squares,
    /// Squares, light and dark in turn.
    Checkered,
    /// Crossings of lines, on which stones lie.
    Points,
    /// Hexagons, each row half a cell further right.
    Hexagons,
    /// Holes into which stones fall from above.
    Drop,
    /// Squares on which discs lie.
    Discs,
    /// Four layers below one another.
    Layers,
    /// Points of Nine Men's Morris, joined by lines.
    Mill,
    /// Houses with seeds.
    Houses,
    /// Heaps.
    Heaps,
    /// A tree.
    Tree,
    /// No board: the text alone.
    Text,
}

impl Look {
    /// The look of the game of this name, with or without a size; `has_cells` tells whether it gives a board as data.
    ///
    /// ```
    /// use secateur_playground::Look;
    ///
    /// assert_eq!(Look::of("hex-6x6", true), Look::Hexagons);
    /// assert_eq!((Look::of("mine", true), Look::of("mine", false)), (Look::Squares, Look::Text));
    /// ```
    pub fn of(game: &str, has_cells: bool) -> Look {
        let name = match game.rsplit_once('-') {
            Some((name, size)) if size.starts_with(|c: char| c.is_ascii_digit()) => name,
            _ => game,
        };
        match name {
            "chess" | "checkers" | "draughts" | "breakthrough" | "loa" | "amazons" | "clobber" => {
                Look::Checkered
            }
            "go" | "atarigo" | "nogo" | "gomoku" => Look::Points,
            "hex" => Look::Hexagons,
            "connect4" => Look::Drop,
            "othello" => Look::Discs,
            "qubic" => Look::Layers,
            "morris" => Look::Mill,
            "kalah" => Look::Houses,
            "nim" => Look::Heaps,
            "tree" | "uniform" | "incremental" | "ordered" | "p-game" | "n-game" | "dag" => Look::Tree,
            _ if has_cells => Look::Squares,
            _ => Look::Text,
        }
    }
}
