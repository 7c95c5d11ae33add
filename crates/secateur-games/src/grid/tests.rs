//! Sets of cells against cells one by one, on every board there is.

use super::*;

#[test]
fn symmetries_of_sets_agree_with_those_of_cells() {
    let sizes = (1..=64u8).flat_map(|r| (1..=64u8).map(move |c| (r, c)));
    for grid in sizes.filter_map(|(r, c)| Grid::new(r, c)) {
        let set = hash([u64::from(grid.rows), u64::from(grid.columns)]) & grid.cells();
        for turn in grid.turns() {
            let image = ones(set).fold(0u64, |image, cell| image | 1 << grid.turn(cell, turn));
            let plain = if turn >= 4 { grid.transposed(set) } else { set };
            let images = [
                plain,
                grid.upside_down(plain),
                grid.reversed(grid.upside_down(plain)),
                grid.reversed(plain),
            ];
            assert_eq!(image, images[usize::from(turn % 4)], "{grid:?}, turn {turn}");
            for cell in 0..grid.size() as u8 {
                assert_eq!(grid.turn_back(grid.turn(cell, turn), turn), cell, "{grid:?}, turn {turn}");
            }
        }
        let (least, turn) = grid.fold([set], grid.turns());
        assert_eq!(least[0], ones(set).fold(0, |image, cell| image | 1 << grid.turn(cell, turn)));
    }
}

#[test]
fn neighbours_share_an_edge() {
    let sizes = (1..=64u8).flat_map(|r| (1..=64u8).map(move |c| (r, c)));
    for grid in sizes.filter_map(|(r, c)| Grid::new(r, c)) {
        for a in 0..grid.size() as u8 {
            let far = |b: u8| {
                let (w, rows) = (grid.columns, (a / grid.columns).abs_diff(b / grid.columns));
                rows + (a % w).abs_diff(b % w)
            };
            let expected = (0..grid.size() as u8).filter(|&b| far(b) == 1).fold(0, |set, b| set | 1 << b);
            assert_eq!(grid.neighbours(1 << a), expected, "{grid:?}, cell {a}");
        }
    }
}
