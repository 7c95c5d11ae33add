//! Nim: take any number from one heap; whoever takes the last one wins.

use crate::by_code::by_code;
use crate::grid::{clip, number};
use crate::{Notation, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// Up to eight heaps of up to 255.
///
/// ```
/// use secateur::{Game, Keyed};
/// use secateur_games::{Notation, nim::Nim};
///
/// let pos = Nim::read("3,4,5").unwrap();
/// assert_eq!(pos.moves().count(), 12);
/// assert_eq!(pos.child(pos.read_move("1-2").unwrap()).write(), "1,4,5");
/// assert_eq!(pos.key(), Nim::read("5,3,4").unwrap().key());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nim {
    heaps: [u8; Nim::MOST],
    /// The number of heaps.
    count: u8,
}

/// A move that takes some from a heap.
///
/// ```
/// use secateur_games::{Notation, nim::{Nim, Take}};
///
/// let pos = Nim::read("3,4,5").unwrap();
/// assert_eq!(pos.read_move("2-3").unwrap(), Take { heap: 1, taken: 3 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The heap, from 0.
    pub heap: u8,
    /// The number taken, from 1.
    pub taken: u8,
}

impl Nim {
    /// The most heaps there can be.
    pub const MOST: usize = 8;

    /// The heaps, empty ones included.
    ///
    /// ```
    /// use secateur_games::{Notation, nim::Nim};
    ///
    /// assert_eq!(Nim::read("3,0,5").unwrap().heaps(), [3, 0, 5]);
    /// ```
    #[inline(always)]
    pub fn heaps(&self) -> &[u8] {
        &self.heaps[..usize::from(self.count)]
    }

    /// The heaps as binary numbers, added without carry. (C. Bouton, *Nim, a game with a complete
    /// mathematical theory*, 1901: the side to move loses if and only if this is zero.)
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, nim::Nim};
    ///
    /// let pos = Nim::read("3,4,5").unwrap();
    /// assert_eq!(pos.sum(), 3 ^ 4 ^ 5);
    /// let winning: Vec<_> = pos.moves().filter(|&m| pos.child(m).sum() == 0).collect();
    /// assert_eq!(winning, [pos.read_move("1-2").unwrap()]);
    /// ```
    #[inline(always)]
    pub fn sum(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// The heap that has the given place when they are sorted by size.
    #[inline(always)]
    fn at_place(&self, place: u8) -> Option<u8> {
        (0..self.count).find(|&heap| self.place(heap) == place)
    }

    /// The place of a heap when they are sorted by size, equal ones in their order.
    #[inline(always)]
    fn place(&self, heap: u8) -> u8 {
        let size = |h: u8| (self.heaps[usize::from(h)], h);
        (0..self.count).filter(|&other| size(other) < size(heap)).count() as u8
            + (Self::MOST as u8 - self.count)
    }
}

impl Game for Nim {
    type Move = Take;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Take> {
        (0..self.count)
            .flat_map(|heap| (1..=self.heaps[usize::from(heap)]).rev().map(move |taken| Take { heap, taken }))
    }

    #[inline(always)]
    fn play(&mut self, m: Take) {
        self.heaps[usize::from(m.heap)] -= m.taken;
    }
}

impl Keyed for Nim {
    /// The heaps sorted: their order, and empty ones, make no difference. No two others share a key.
    #[inline(always)]
    fn key(&self) -> u64 {
        let mut heaps = self.heaps;
        heaps.sort_unstable();
        u64::from_be_bytes(heaps)
    }

    /// The heap's place among the sorted ones, and the number taken.
    #[inline(always)]
    fn encode(&self, m: Take) -> u16 {
        u16::from_be_bytes([self.place(m.heap), m.taken])
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<Take> {
        let [place, taken] = code.to_be_bytes();
        let heap = self.at_place(place)?;
        (1..=self.heaps[usize::from(heap)]).contains(&taken).then_some(Take { heap, taken })
    }
}

impl Hints for Nim {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Of heaps of the same size, only the first: the others have the same moves.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = Take> {
        self.moves().filter(|m| {
            let (earlier, rest) = self.heaps.split_at(usize::from(m.heap));
            !earlier.contains(&rest[0])
        })
    }

    /// Moves that leave a sum of zero first.
    #[inline(always)]
    fn move_score(&self, m: Take) -> i32 {
        i32::from(self.child(m).sum() == 0)
    }

    by_code!(Take);
}

/// Knowledge of Nim: everything except how long it takes.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score, Search, algo::minimax};
/// use secateur_games::{Notation, nim::{Bouton, Nim}};
///
/// let pos = Nim::read("1,2,3").unwrap();
/// let known = Bouton.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds { lower: Score::loss_in(4), upper: Score::loss_in(6) });
/// let Ok(searched) = minimax(&mut Search::new(|_: &Nim| Score::DRAW), &pos, 7);
/// assert_eq!(searched, Score::loss_in(6));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Bouton;

impl Eval<Nim> for Bouton {
    /// One point up or down, for a won or a lost position.
    #[inline(always)]
    fn eval(&mut self, pos: &Nim) -> Score {
        Score::points(if pos.sum() == 0 { -1 } else { 1 })
    }

    /// Proven: the winner is given by Bouton's theorem. A game lasts at least one ply for each heap and at most one for
    /// each thing on them, and the winner makes the last move: a win takes an odd number of plies, a loss
    /// an even one.
    #[inline]
    fn bounds(&mut self, pos: &Nim, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let least = pos.heaps.iter().filter(|&&heap| heap > 0).count() as u32;
        let most = pos.heaps.iter().map(|&heap| u32::from(heap)).sum::<u32>();
        if pos.sum() == 0 {
            return Bounds {
                lower: Score::loss_in(least.next_multiple_of(2)),
                upper: Score::loss_in(most - most % 2),
            };
        }
        Bounds { lower: Score::win_in((most - 1) | 1), upper: Score::win_in(least | 1) }
    }
}

impl Notation for Nim {
    type Knowledge = Bouton;

    const DRAWS: bool = false;

    fn start() -> Self {
        Nim { heaps: [3, 4, 5, 0, 0, 0, 0, 0], count: 3 }
    }

    /// The heaps, with commas between: `3,4,5`.
    fn read(text: &str) -> Result<Self, Unreadable> {
        if text.trim().is_empty() {
            return Ok(Self::start());
        }
        let mut pos = Nim { heaps: [0; Self::MOST], count: 0 };
        for word in text.split(',').map(str::trim) {
            let heap = usize::from(pos.count);
            if heap == Self::MOST {
                return Err(Unreadable(format!(
                    "found a heap number {}, expected at most {}",
                    heap + 1,
                    Self::MOST
                )));
            }
            let size = number(word).and_then(|n| u8::try_from(n).ok());
            pos.heaps[heap] = size.ok_or_else(|| {
                Unreadable(format!("heap {} is '{}', expected a number from 0 to 255", heap + 1, clip(word)))
            })?;
            pos.count += 1;
        }
        Ok(pos)
    }

    fn text(&self) -> Option<String> {
        Some(self.heaps().iter().map(u8::to_string).collect::<Vec<_>>().join(","))
    }

    /// The heap from 1, and the number taken: `2-3` takes three from the second heap.
    fn write_move(&self, m: Take) -> String {
        format!("{}-{}", m.heap + 1, m.taken)
    }

    fn draw(&self) -> String {
        let row =
            |(i, &heap): (usize, &u8)| format!("{} {:>3}  {}", i + 1, heap, "|".repeat(usize::from(heap)));
        self.heaps().iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
    }
}
