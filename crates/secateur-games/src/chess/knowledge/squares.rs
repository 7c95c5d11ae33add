//! Sets of squares as plain bits, a1 lowest, seen by a side that moves up the board.

use cozy_chess::Square;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
pub(super) const RANK_1: u64 = 0xff;
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// The files beside a file.
pub(super) const BESIDE: [u64; 8] = {
    let mut beside = [0; 8];
    let mut file = 0;
    while file < 8 {
        if file > 0 {
            beside[file] |= FILE_A << (file - 1);
        }
        if file < 7 {
            beside[file] |= FILE_A << (file + 1);
        }
        file += 1;
    }
    beside
};

/// The distances between squares, in king moves.
static APART: [[u8; 64]; 64] = {
    let mut apart = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (files, ranks) = ((a % 8_usize).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
            apart[a][b] = if files > ranks { files as u8 } else { ranks as u8 };
            b += 1;
        }
        a += 1;
    }
    apart
};

/// The distance between two squares, in king moves.
#[inline(always)]
pub(super) fn apart(a: usize, b: usize) -> usize {
    usize::from(row_apart(a)[b & 63])
}

/// The distances of all squares from one, in king moves.
#[inline(always)]
pub(super) fn row_apart(from: usize) -> &'static [u8; 64] {
    &APART[from & 63]
}

#[inline(always)]
pub(super) fn square(index: usize) -> Square {
    Square::index(index & 63)
}

#[inline(always)]
pub(super) fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The distance of a file from the edge: 0 for a and h, 3 for d and e.
#[inline(always)]
pub(super) fn from_edge(file: usize) -> usize {
    file.min(7 - file)
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// The squares that pawns attack towards the a-file, and towards the h-file.
#[inline(always)]
pub(super) fn captures(pawns: u64) -> (u64, u64) {
    (pawns << 7 & !FILE_H, pawns << 9 & !FILE_A)
}

/// The squares that pawns attack.
#[inline(always)]
pub(super) fn pawn_attacks(pawns: u64) -> u64 {
    let (west, east) = captures(pawns);
    west | east
}

/// The squares that pawns attack that move down the board.
#[inline(always)]
pub(super) fn pawn_attacks_down(pawns: u64) -> u64 {
    pawns >> 9 & !FILE_H | pawns >> 7 & !FILE_A
}

/// A set and everything below it.
#[inline(always)]
pub(super) fn fill_down(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// The squares above a square, on its file.
#[inline(always)]
pub(super) fn above(sq: usize) -> u64 {
    FILE_A << 8 << sq
}

/// The squares on ranks above the square's.
#[inline(always)]
pub(super) fn ranks_above(sq: usize) -> u64 {
    !RANK_1 << (sq & 56)
}
