//! Unconditional life: chains that cannot be captured though their side always passes.

use crate::stones::Stones;

/// The most regions that are looked at; those beyond are taken for no eyes.
const MOST: usize = 32;

/// The area that is safe for the side that has these stones, though it passes for the rest of the game: its chains that are
/// unconditionally alive, and the single empty cells that they surround, where the opponent may never play.
///
/// Benson's algorithm. A region, here of the cells that are not the side's, is vital to a chain if all its empty cells
/// are liberties of that chain. Chains with fewer than two vital regions are dropped, and then regions beside dropped chains,
/// until all that is left stays.
pub(super) fn area(stones: &Stones, side: u64) -> u64 {
    let grid = stones.grid;
    let (empty, others) = (stones.empty(), grid.cells() & !side);
    if side.count_ones() < 2 || others == 0 {
        return 0;
    }
    let (mut regions, mut count, mut left) = ([0; MOST], 0, others);
    while left != 0 && count < MOST {
        let region = stones.chains(left & left.wrapping_neg(), others);
        left &= !region;
        // No chain but one beside each of its empty cells can have it for an eye.
        let beside = grid.neighbours(side);
        if region & empty & !beside == 0 {
            regions[count] = region;
            count += 1;
        }
    }
    let mut alive = side;
    loop {
        let (mut kept, mut chains) = (0, alive);
        while chains != 0 {
            let chain = stones.chains(chains & chains.wrapping_neg(), alive);
            chains &= !chain;
            let liberties = grid.neighbours(chain);
            let vital = |region: u64| {
                region & empty & !liberties == 0 && grid.neighbours(region) & side & !alive == 0
            };
            if regions[..count].iter().filter(|&&region| vital(region)).count() >= 2 {
                kept |= chain;
            }
        }
        if kept == alive || kept == 0 {
            alive = kept;
            break;
        }
        alive = kept;
    }
    let eye = |region: &&u64| region.count_ones() == 1 && grid.neighbours(**region) & !alive == 0;
    alive | regions[..count].iter().filter(eye).fold(0, |eyes, region| eyes | region & empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(text: &str) -> String {
        let (stones, _) = Stones::read(text).unwrap();
        stones.grid.write([area(&stones, stones.mine), 0])
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        for (text, alive) in [
            (".X.X/XXXX/..../.... X", "XXXX/XXXX/..../...."),
            (".X../XX../..../.... X", "..../..../..../...."),
            // An eye that holds a stone of the opponent is one, but not yet the side's area.
            ("OXX./.XXX/XXX./.... X", ".XXX/.XXX/XXX./...."),
            (".XO./XXO./.X../XX.. X", "XX../XX../XX../XX.."),
            // Two chains that share both eyes.
            (".XX/X.X/XX. X", "XXX/XXX/XXX"),
            // A false eye: the stones beside it are not one chain, and have no other.
            (".X.O/XOOO/.O.. X", "..../..../...."),
        ] {
            assert_eq!(safe(text), alive, "{text}");
        }
    }
}
