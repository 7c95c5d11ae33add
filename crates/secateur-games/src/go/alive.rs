//! Unconditional life: chains that cannot be captured though their side always passes.

use crate::bits::Bits;
use crate::stones::Stones;

/// The most regions that are looked at; those beyond are taken for no eyes.
const MOST: usize = 32;

/// The area that is safe for the side that has these stones, though it passes for the rest of the game: its chains that are
/// unconditionally alive, and the single empty cells that they surround, where the opponent may never play.
///
/// Benson's algorithm. A region, here of the cells that are not the side's, is vital to a chain if all its empty cells
/// are liberties of that chain. Chains with fewer than two vital regions are dropped, and then regions beside dropped chains,
/// until all that is left stays.
pub(super) fn area<B: Bits>(stones: &Stones<B>, side: B) -> B {
    let grid = stones.grid;
    let (empty, others) = (stones.empty(), grid.cells() & !side);
    if side.count() < 2 || others == B::NONE {
        return B::NONE;
    }
    let (mut regions, mut count, mut left) = ([B::NONE; MOST], 0, others);
    while left != B::NONE && count < MOST {
        let region = stones.chains(left.first(), others);
        left = left & !region;
        // No chain but one beside each of its empty cells can have it for an eye.
        let beside = grid.neighbours(side);
        if region & empty & !beside == B::NONE {
            regions[count] = region;
            count += 1;
        }
    }
    let mut alive = side;
    loop {
        let (mut kept, mut chains) = (B::NONE, alive);
        while chains != B::NONE {
            let chain = stones.chains(chains.first(), alive);
            chains = chains & !chain;
            let liberties = grid.neighbours(chain);
            let vital = |region: B| {
                region & empty & !liberties == B::NONE && grid.neighbours(region) & side & !alive == B::NONE
            };
            if regions[..count].iter().filter(|&&region| vital(region)).count() >= 2 {
                kept |= chain;
            }
        }
        if kept == alive || kept == B::NONE {
            alive = kept;
            break;
        }
        alive = kept;
    }
    let eye = |region: &&B| region.count() == 1 && grid.neighbours(**region) & !alive == B::NONE;
    alive | regions[..count].iter().filter(eye).fold(B::NONE, |eyes, &region| eyes | region & empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(text: &str) -> String {
        let (stones, _) = Stones::<u64>::read(text).unwrap();
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
