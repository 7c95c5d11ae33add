//! Virtual connections: pairs of points that a side can join though the other side moves first.
//!
//! A *point* is a chain of stones, an edge with the chains at it, or an empty cell. Two points that touch are connected.
//! Two connections with a chain in common, whose carriers (the empty cells that they need) are apart, make one; with an
//! empty cell in common, a *semi-connection*: it holds if the side moves first, there. Semi-connections between the same
//! points whose carriers have no cell in common are a connection again: wherever the other side moves, one is left.
//!
//! Sources: V. Anshelevich, *A hierarchical approach to computer Hex*, 2002 (H-search). The cells that must be played:
//! R. Hayward, Y. Björnsson, M. Johanson, M. Kan, N. Po and J. van Rijswijck, *Solving 7x7 Hex: virtual connections and
//! game-state reduction*, 2003.

use super::Stones;
use crate::grid::ones;
use crate::wide::Wide;

/// The most carriers kept for a pair of points, of either kind; smaller ones come first, and dominate larger ones.
const KEPT: usize = 12;
/// The same for the two edges: the more ways there are to join them, the fewer cells does the other side have to try.
const KEPT_AT_EDGES: usize = 64;
/// The most semi-connections that are put together to one connection.
const TOGETHER: u32 = 4;
/// The most pairs of connections that are looked at in a position.
const LOOKS: u32 = 200_000;

/// What two points have between them: carriers, of which none is part of another.
#[derive(Clone, Debug, Default)]
struct Between {
    full: Vec<u128>,
    semi: Vec<u128>,
}

/// Adds a carrier, unless one that is part of it is there; larger ones that it is part of go.
fn add(carriers: &mut Vec<u128>, new: u128, most: usize) -> bool {
    if carriers.iter().any(|&known| known & !new == 0) {
        return false;
    }
    carriers.retain(|&known| new & !known != 0);
    if carriers.len() == most {
        return false;
    }
    carriers.push(new);
    true
}

/// The search for connections of one side.
struct Net {
    /// The cell of each point that is empty; 0 for an edge or a chain.
    cells: Vec<u128>,
    /// For points `x < y` at `y * (y - 1) / 2 + x`.
    between: Vec<Between>,
    /// Connections that are new: two points, and the carrier.
    fresh: Vec<(usize, usize, u128)>,
    looks: u32,
}

/// The points that are the edges.
const EDGES: (usize, usize) = (0, 1);

impl Net {
    fn new(board: Wide, own: &Stones, foe: &Stones, second: bool) -> Net {
        let empty = board.cells() & !(own.all | foe.all);
        let edges = board.edges(second);
        // The cells of each point, and the empty ones at it.
        let mut at: Vec<(u128, u128)> =
            [0, 1].map(|end| (0, empty & (edges[end] | board.neighbours(own.joined[end])))).to_vec();
        let mut chains = own.all & !(own.joined[0] | own.joined[1]);
        while chains != 0 {
            let chain = board.joined(chains & chains.wrapping_neg(), chains);
            at.push((0, empty & board.neighbours(chain)));
            chains &= !chain;
        }
        at.extend(ones(empty).map(|cell| (1 << cell, empty & board.neighbours(1 << cell))));
        let points = at.len();
        let mut net = Net {
            cells: at.iter().map(|&(cell, _)| cell).collect(),
            between: vec![Between::default(); points * (points - 1) / 2],
            fresh: Vec::new(),
            looks: LOOKS,
        };
        for y in 0..points {
            for x in (0..y).filter(|&x| at[x].1 & at[y].0 != 0) {
                net.connect(x, y, 0);
            }
        }
        net
    }

    fn place(x: usize, y: usize) -> usize {
        let (x, y) = (x.min(y), x.max(y));
        y * (y - 1) / 2 + x
    }

    fn connect(&mut self, x: usize, y: usize, carrier: u128) {
        if add(&mut self.between[Self::place(x, y)].full, carrier, KEPT) {
            self.fresh.push((x, y, carrier));
        }
    }

    /// A new semi-connection, and the connections that it makes with others.
    fn semi_connect(&mut self, x: usize, y: usize, carrier: u128) {
        let place = Self::place(x, y);
        let most = if place == Self::place(EDGES.0, EDGES.1) { KEPT_AT_EDGES } else { KEPT };
        let between = &mut self.between[place];
        if between.full.iter().any(|&full| full & !carrier == 0) || !add(&mut between.semi, carrier, most) {
            return;
        }
        let mut made = Vec::new();
        unite(&between.semi, carrier, carrier, TOGETHER - 1, &mut made);
        made.into_iter().for_each(|carrier| self.connect(x, y, carrier));
    }

    /// Finds what follows from all connections, the smallest carriers first, until the edges are connected.
    fn grow(&mut self) {
        while let Some(next) = (0..self.fresh.len()).min_by_key(|&n| self.fresh[n].2.count_ones()) {
            let (x, y, carrier) = self.fresh.swap_remove(next);
            if self.looks == 0 || !self.between[Self::place(EDGES.0, EDGES.1)].full.is_empty() {
                return;
            }
            // One that a smaller one has made needless is gone.
            if self.between[Self::place(x, y)].full.contains(&carrier) {
                self.go_on(x, y, carrier);
                self.go_on(y, x, carrier);
            }
        }
    }

    /// From `x` by way of `y` to all others.
    fn go_on(&mut self, x: usize, y: usize, carrier: u128) {
        for z in (0..self.cells.len()).filter(|&z| z != x && z != y) {
            if carrier & self.cells[z] != 0 {
                continue;
            }
            let taken = carrier | self.cells[x];
            for n in 0.. {
                let Some(&further) = self.between[Self::place(y, z)].full.get(n) else { break };
                self.looks = self.looks.saturating_sub(1);
                if further & taken != 0 {
                    continue;
                }
                match self.cells[y] {
                    0 => self.connect(x, z, carrier | further),
                    cell => self.semi_connect(x, z, carrier | further | cell),
                }
            }
        }
    }
}

/// The unions of carriers, of which `united` are some, whose common part is empty.
fn unite(semi: &[u128], united: u128, common: u128, more: u32, made: &mut Vec<u128>) {
    for (n, &next) in semi.iter().enumerate() {
        match common & next {
            0 => made.push(united | next),
            left if left != common && more > 1 => unite(&semi[n + 1..], united | next, left, more - 1, made),
            _ => {}
        }
    }
}

/// How a side joins its edges, as far as connections tell.
#[derive(Copy, Clone, Debug)]
pub(super) struct Joins {
    /// Whether it does if it moves first.
    pub(super) first: bool,
    /// The cells of which the other side has to take one if that moves first: those in all carriers. A move elsewhere leaves a
    /// way to join the edges as it is; so if there are no such cells, no move is of use.
    pub(super) must_play: u128,
}

/// How a side joins its edges.
pub(super) fn edges_joined(board: Wide, own: &Stones, foe: &Stones, second: bool) -> Joins {
    let mut net = Net::new(board, own, foe, second);
    net.grow();
    let Between { full, semi } = &net.between[Net::place(EDGES.0, EDGES.1)];
    match full.is_empty() {
        true => Joins {
            first: !semi.is_empty(),
            must_play: semi.iter().fold(board.cells(), |all, one| all & one),
        },
        false => Joins { first: true, must_play: 0 },
    }
}
