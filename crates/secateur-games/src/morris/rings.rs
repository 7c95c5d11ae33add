//! The points of a morris board: two or three squares within each other, each with its corners and the middles of its sides.
//!
//! A set of points is a number with eight bits for each square, from the outer one on; its points follow each other
//! clockwise from the upper left corner, so that middles have odd places:
//!
//! ```text
//!   0   1   2
//!   7       3
//!   6   5   4
//! ```

/// The middles of all sides.
const MIDDLES: u32 = 0xaa_aaaa;
/// The corners.
const CORNERS: u32 = 0x55_5555;
/// The symmetries of the board: a mirror image, quarter turns, and the outer square exchanged for the inner one.
pub(super) const IMAGES: u8 = 16;

/// The points one place on, clockwise.
#[inline(always)]
fn ahead(set: u32) -> u32 {
    (set & 0x7f_7f7f) << 1 | (set & 0x80_8080) >> 7
}

/// The points one place back.
#[inline(always)]
fn back(set: u32) -> u32 {
    (set & 0xfe_fefe) >> 1 | (set & 0x01_0101) << 7
}

/// The points that a line joins to one of the set, on a board of so many squares.
#[inline(always)]
pub(super) fn beside(set: u32, squares: u8) -> u32 {
    let middles = set & MIDDLES;
    (ahead(set) | back(set) | middles << 8 | middles >> 8) & points(squares)
}

/// All points.
#[inline(always)]
pub(super) fn points(squares: u8) -> u32 {
    (1 << (8 * squares)) - 1
}

/// The points in rows of three: the sides of the squares, and where there are three squares, the lines that join them.
#[inline(always)]
pub(super) fn mills(set: u32) -> u32 {
    let first = set & back(set) & back(back(set)) & CORNERS;
    let across = set & set >> 8 & set >> 16 & 0xaa;
    first | ahead(first) | ahead(ahead(first)) | across | across << 8 | across << 16
}

/// The number of rows of three in which two points are of the set and one is of the others.
#[inline(always)]
pub(super) fn nearly(set: u32, others: u32) -> u32 {
    let sides = |a: u32, b: u32, c: u32| (a & back(b) & back(back(c)) & CORNERS).count_ones();
    let lines = |a: u32, b: u32, c: u32| (a & b >> 8 & c >> 16 & 0xaa).count_ones();
    let all = |a, b, c| sides(a, b, c) + lines(a, b, c);
    all(others, set, set) + all(set, others, set) + all(set, set, others)
}

/// The set under a symmetry.
#[inline(always)]
pub(super) fn image(set: u32, symmetry: u8, squares: u8) -> u32 {
    let set = if symmetry & 8 != 0 { exchanged(set, squares) } else { set };
    let set = if symmetry & 1 != 0 { mirrored(set) } else { set };
    turned(set, symmetry >> 1 & 3)
}

/// The set whose image under a symmetry it is.
#[inline(always)]
pub(super) fn original(set: u32, symmetry: u8, squares: u8) -> u32 {
    let set = turned(set, (4 - (symmetry >> 1 & 3)) & 3);
    let set = if symmetry & 1 != 0 { mirrored(set) } else { set };
    if symmetry & 8 != 0 { exchanged(set, squares) } else { set }
}

/// Left and top exchanged.
#[inline(always)]
fn mirrored(set: u32) -> u32 {
    // Place 0 stays, and the others change sides.
    ahead(set.reverse_bits().swap_bytes())
}

#[inline(always)]
fn turned(set: u32, quarters: u8) -> u32 {
    match quarters {
        0 => set,
        1 => ahead(ahead(set)),
        2 => ahead(ahead(ahead(ahead(set)))),
        _ => back(back(set)),
    }
}

/// The outer square and the inner one exchanged.
#[inline(always)]
fn exchanged(set: u32, squares: u8) -> u32 {
    let inner = 8 * (squares - 1);
    let middle = set & 0xff00 & !(0xff << inner);
    set >> inner & 0xff | middle | (set & 0xff) << inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_lines_and_rows() {
        // Joined points, each pair counted twice, and rows of three.
        for (squares, lines, rows) in [(2_u8, 20, 8), (3, 32, 16)] {
            let all = 8 * u32::from(squares);
            let joined: u32 = (0..all).map(|point| beside(1 << point, squares).count_ones()).sum();
            let pairs = (0..all).flat_map(|a| (0..all).map(move |b| 1 << a | 1 << b));
            let triples = pairs.flat_map(|pair: u32| (0..all).map(move |c| pair | 1 << c));
            let found: std::collections::HashSet<u32> =
                triples.filter(|&set| set.count_ones() == 3 && mills(set) == set).collect();
            assert_eq!((joined / 2, found.len()), (lines, rows));
        }
    }

    #[test]
    fn symmetries_keep_lines_and_rows() {
        for squares in [2, 3] {
            let images: Vec<u32> = (0..IMAGES).map(|s| image(0b100_1011, s, squares)).collect();
            assert_eq!(images.iter().collect::<std::collections::HashSet<_>>().len(), 16);
            for s in 0..IMAGES {
                for point in 0..8 * squares {
                    let set = 1 << point | 0b111;
                    let there = image(set, s, squares);
                    assert_eq!(original(there, s, squares), set);
                    assert_eq!(image(beside(set, squares), s, squares), beside(there, squares));
                    assert_eq!(image(mills(set), s, squares), mills(there));
                }
            }
        }
    }

    #[test]
    fn rows_that_lack_one() {
        assert_eq!((nearly(0b11, 0b100), nearly(0b11, 0), nearly(0x202, 0x2_0000)), (1, 0, 1));
        assert_eq!(nearly(0b1000_0011, 0b0100_0100), 2);
    }
}
