//! Domineering in text: boards, dominoes.

use super::{MOVE, Position, Room, SAFE};
use crate::bits::Bits;
use crate::grid::{Rectangle, SetupOn, is_moves};
use crate::linear::{Features, Weight};
use crate::notation::played;
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable, paint};

impl<B: Bits> Notation for Position<B> {
    type Knowledge = Room;

    const DRAWS: bool = false;

    fn weights() -> Vec<Weight> {
        vec![Weight::of("move", MOVE), Weight::of("safe_move", SAFE)]
    }

    fn features(&self) -> Option<Features> {
        Some(Features::new(self.leads()))
    }

    /// The empty board of six by six.
    fn start() -> Self {
        Self::new(Rectangle::new(6, 6).expect("36 cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Rectangle::sized(columns, rows).map(Self::new)
    }

    /// The rows from the top, `X` for cells taken by `V`, `O` for cells taken by `H`, then the side to move:
    /// `X../XOO/... V`. A size by rows and columns, `6x6`, is the empty board; `V` moves unless it is followed
    /// by `H`. Any cells may be taken, be they whole dominoes or not.
    /// Or the moves played, `b2b3`, from the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let SetupOn { grid, stones, second } = SetupOn::read(text, ['V', 'H'])?;
        Ok(Position { taken: stones.unwrap_or([B::NONE; 2]), grid, flat: second })
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.taken), self.side()))
    }

    /// The two cells of the domino, `b2b3`.
    fn write_move(&self, cell: u8) -> String {
        self.domino(cell, self.flat).map(|cell| self.grid.name(cell)).concat()
    }

    fn side(&self) -> String {
        if self.flat { "H" } else { "V" }.into()
    }
    /// Who covered a cell does not count. On a square board both sides see it as `V` does, on others each has a view.
    fn inputs(&self) -> Option<Inputs> {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let views = if rows == columns { 1 } else { 2 };
        Some(Inputs { contents: 2, views, symmetry: Symmetry::Rectangle, ..Inputs::of(rows, columns) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        let taken = self.taken[0] | self.taken[1];
        let is_square = self.grid.rows() == self.grid.columns();
        paint(cells, [if is_square && self.flat { self.grid.transposed(taken) } else { taken }]);
        usize::from(!is_square && self.flat)
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.taken))
    }
}
