//! The neurons of an efficiently updatable network, kept for the positions between the root of a search and where it stands.

use super::LayerShape;

/// The neurons of a network's first layer, for the boards that were looked at on the way to where a search stands.
///
/// A board is reached from the one, among those kept, that differs least from it, as far as that is cheap to tell: mostly the
/// parent's, as the opponent saw it. Which one it is changes the cost, and never the neurons.
#[derive(Clone, Debug)]
pub struct Accumulators {
    sides: usize,
    views: usize,
    /// The cells of a board, rounded up to whole blocks.
    cells: usize,
    /// The neurons of a board, in all ways to turn it.
    neurons: usize,
    /// The ply that the search stands at, as far as it says so.
    ply: usize,
    /// The boards of each ply, for each side each view.
    boards: Vec<Board>,
    /// What stands on the cells of each of them.
    contents: Vec<u8>,
    /// The neurons of each of them.
    sums: Vec<i16>,
    /// The board that is looked at.
    pub(super) next: Vec<u8>,
    pub(super) changes: Changes,
}

/// What is known of a board that is kept.
#[derive(Copy, Clone, Debug)]
struct Board {
    /// Whether it was looked at since the search last came to its ply.
    is_seen: bool,
    /// The cells that are taken.
    taken: usize,
}

/// What has gone from the cells, and what has come: a place in the table of rows each.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    pub(super) gone: Vec<u32>,
    pub(super) come: Vec<u32>,
}

/// The cells that are compared at once.
const BLOCK: usize = 8;
/// Deeper down all plies share their boards.
const MOST_PLIES: usize = 256;
/// A move changes no more blocks than this, nor do two of them by much.
const NEAR: usize = 4;

impl Accumulators {
    /// Stands before an empty board, whose neurons in each view these are.
    pub(super) fn new(shape: &LayerShape, empty: &[Vec<i16>]) -> Accumulators {
        let (sides, views) = (usize::from(shape.inputs.sides), usize::from(shape.inputs.views));
        let cells = shape.inputs.cells().next_multiple_of(BLOCK);
        Accumulators {
            sides,
            views,
            cells,
            neurons: empty.first().map_or(0, Vec::len),
            ply: 0,
            boards: vec![Board { is_seen: true, taken: 0 }; sides * views],
            contents: vec![0; sides * views * cells],
            sums: (0..sides).flat_map(|_| empty.iter().flatten().copied()).collect(),
            next: vec![0; cells],
            changes: Changes::default(),
        }
    }

    /// The search goes a ply deeper.
    #[inline]
    pub fn push(&mut self) {
        if self.ply + 1 == MOST_PLIES {
            return;
        }
        self.ply += 1;
        let (first, boards) = (self.place(self.ply, 0, 0), self.sides * self.views);
        if first == self.boards.len() {
            self.boards.resize(first + boards, Board { is_seen: false, taken: 0 });
            self.contents.resize(self.boards.len() * self.cells, 0);
            self.sums.resize(self.boards.len() * self.neurons, 0);
        }
        self.boards[first..][..boards].iter_mut().for_each(|board| board.is_seen = false);
    }

    /// The search comes back.
    #[inline]
    pub fn pop(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }

    fn place(&self, ply: usize, side: usize, view: usize) -> usize {
        (ply * self.sides + side) * self.views + view
    }

    /// Goes to the board that is looked at, as this side sees it: notes what changes. The opponent comes second. Returns the
    /// places of the board that it is reached from, whose neurons it has yet to take over, and its own.
    #[inline]
    pub(super) fn turn_to(&mut self, side: usize, view: usize, kinds: u32) -> [usize; 2] {
        let (mut from, to) = (self.nearest(side, view), self.place(self.ply, side, view));
        if from > to {
            // The turn has passed, and nobody has said so: what is put aside here is nearest to what the opponent sees.
            self.boards.swap(from, to);
            exchange(&mut self.contents, self.cells, [to, from]);
            exchange(&mut self.sums, self.neurons, [to, from]);
            from = to;
        }
        self.boards[to] = self.boards[from];
        self.changes.find(&self.contents[from * self.cells..][..self.cells], &self.next, kinds);
        self.contents[to * self.cells..][..self.cells].copy_from_slice(&self.next);
        let board = &mut self.boards[to];
        board.taken = board.taken + self.changes.come.len() - self.changes.gone.len();
        [from, to]
    }

    /// The place of the board that this one is best reached from: of those of the deepest ply where one was seen.
    #[inline]
    fn nearest(&self, side: usize, view: usize) -> usize {
        for ply in (0..=self.ply).rev() {
            // A ply earlier it was the opponent who saw the board like this.
            let likely = if (self.ply - ply).is_multiple_of(2) { side } else { self.sides - 1 - side };
            let other = self.sides - 1 - likely;
            // What the side to move has just seen here is none for the opponent.
            let counts = |seen: usize| {
                self.boards[self.place(ply, seen, view)].is_seen && (ply < self.ply || seen >= side)
            };
            let at = |seen: usize| self.place(ply, seen, view);
            match (counts(likely), counts(other)) {
                (true, true) => {
                    let apart = self.apart(at(likely));
                    let is_near = apart <= NEAR || likely == other || apart <= self.apart(at(other));
                    return at(if is_near { likely } else { other });
                }
                (true, false) => return at(likely),
                (false, true) => return at(other),
                (false, false) => (),
            }
        }
        self.place(0, side, view)
    }

    /// The blocks in which a board differs from the one that is looked at.
    #[inline]
    fn apart(&self, place: usize) -> usize {
        let kept = self.contents[place * self.cells..][..self.cells].chunks_exact(BLOCK);
        kept.zip(self.next.chunks_exact(BLOCK)).filter(|(old, new)| word(old) != word(new)).count()
    }

    /// The cells that are taken on the board at a place.
    #[inline]
    pub(super) fn taken(&self, place: usize) -> usize {
        self.boards[place].taken
    }

    /// The neurons of the board at a place.
    #[inline]
    pub(super) fn sums(&self, place: usize) -> &[i16] {
        &self.sums[place * self.neurons..][..self.neurons]
    }

    /// The neurons of the board that another is reached from, none if it takes its place; those to be found; and what has changed
    /// between the two.
    #[inline]
    pub(super) fn changing(&mut self, [from, to]: [usize; 2]) -> (Option<&[i16]>, &mut [i16], &Changes) {
        let (before, at) = self.sums.split_at_mut(to * self.neurons);
        let old = (from < to).then(|| &before[from * self.neurons..][..self.neurons]);
        (old, &mut at[..self.neurons], &self.changes)
    }
}

/// Exchanges two parts of so many items, the earlier one first.
fn exchange<T>(all: &mut [T], items: usize, [low, high]: [usize; 2]) {
    let (before, at) = all.split_at_mut(high * items);
    before[low * items..][..items].swap_with_slice(&mut at[..items]);
}

#[inline(always)]
fn word(block: &[u8]) -> u64 {
    u64::from_le_bytes(block.try_into().expect("a block"))
}

impl Changes {
    /// Finds what changes from one board to the next.
    #[inline]
    fn find(&mut self, old: &[u8], next: &[u8], kinds: u32) {
        self.gone.clear();
        self.come.clear();
        for (block, (old, new)) in old.chunks_exact(BLOCK).zip(next.chunks_exact(BLOCK)).enumerate() {
            let mut differ = word(old) ^ word(new);
            while differ != 0 {
                let at = differ.trailing_zeros() as usize / 8;
                let place = (block * BLOCK + at) as u32 * kinds;
                if old[at] > 0 {
                    self.gone.push(place + u32::from(old[at]) - 1);
                }
                if new[at] > 0 {
                    self.come.push(place + u32::from(new[at]) - 1);
                }
                differ &= !(0xff << (8 * at));
            }
        }
    }
}
