//! The weights of the evaluation: a flat array, in named groups, kept as text.

use super::pack::Pack;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Weights that belong together.
#[derive(Copy, Clone, Debug)]
pub struct Group {
    /// The name in the text.
    pub name: &'static str,
    /// The index at which the group begins in the array.
    pub start: usize,
    /// The number of its weights.
    pub len: usize,
    /// The meaning of the weights, and of their index.
    pub meaning: &'static str,
}

macro_rules! groups {
    ($($constant:ident $name:literal [$len:expr] $meaning:literal)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $(pub(super) const $constant: usize = start(Place::$constant as usize);)*

        /// The number of weights.
        pub const COUNT: usize = start(LENGTHS.len());

        static GROUPS: &[Group] = &[
            $(Group { name: $name, start: $constant, len: $len, meaning: $meaning }),*
        ];
    };
}

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += LENGTHS[i];
        i += 1;
    }
    sum
}

/// One more than the greatest number of attack units that are distinguished.
pub(super) const UNITS: usize = 64;

groups! {
    MATERIAL "material" [5] "a pawn, knight, bishop, rook, queen"
    PAWN_PLACE "pawn_place" [48] "a pawn by square, a2 to h7, with its king on files e to h"
    KNIGHT_PLACE "knight_place" [64] "a knight by square, a1 to h8, with its king on files e to h"
    BISHOP_PLACE "bishop_place" [64] "likewise a bishop"
    ROOK_PLACE "rook_place" [64] "likewise a rook"
    QUEEN_PLACE "queen_place" [64] "likewise a queen"
    KING_PLACE "king_place" [32] "the king by square, e1 to h8, four a rank"
    NEAR_KING "near_king" [28] "a knight, bishop, rook, queen by king moves to the enemy king, 1 to 7"
    KNIGHT_MOBILITY "knight_mobility" [9] "a knight by the number of safe squares that it attacks"
    BISHOP_MOBILITY "bishop_mobility" [14] "likewise a bishop"
    ROOK_MOBILITY "rook_mobility" [15] "likewise a rook"
    QUEEN_MOBILITY "queen_mobility" [28] "likewise a queen"
    ISOLATED "isolated" [2] "a pawn with none of its own on neighbouring files: opposed, on a half-open file"
    BACKWARD "backward" [2] "a pawn that no neighbour can support and that cannot advance: opposed, half-open"
    DOUBLED "doubled" [1] "a pawn with one of its own ahead on its file"
    ISLANDS "islands" [1] "a group of neighbouring files with own pawns"
    PHALANX "phalanx" [6] "a pawn with one of its own beside it, by rank, 2 to 7"
    SUPPORTED "supported" [6] "a pawn, for each of its own that defends it, by rank"
    CANDIDATE "candidate" [6] "a pawn with a free file that can be helped past its neighbours, by rank"
    PASSED "passed" [6] "a passed pawn by rank, 2 to 7"
    PASSED_BLOCKED "passed_blocked" [6] "a passed pawn whose next square is taken by the enemy, by rank"
    PASSED_SAFE "passed_safe" [6] "a passed pawn whose next square is empty and not attacked, by rank"
    PASSED_PATH "passed_path" [6] "a passed pawn with no piece ahead and no square ahead attacked, by rank"
    PASSED_HELPED "passed_helped" [6] "a passed pawn whose next square its side attacks, by rank"
    PASSED_FRIENDS "passed_friends" [6] "a passed pawn with another one on a neighbouring file, by rank"
    PASSED_OWN_KING "passed_own_king" [8] "a passed pawn's next square by king moves from its king, times rank - 3"
    PASSED_THEIR_KING "passed_their_king" [8] "likewise from the enemy king"
    PASSED_ROOK "passed_rook" [2] "a passed pawn with a rook behind it: own, the enemy's"
    RUNNER "runner" [1] "a passed pawn that a side without pieces cannot catch"
    SHELTER "shelter" [32] "own pawn nearest before the king by distance of the file from the edge, and rank, 1 for none"
    STORM "storm" [32] "likewise an enemy pawn that is not blocked"
    STORM_BLOCKED "storm_blocked" [8] "an enemy pawn before the king that an own pawn blocks, by rank"
    KING_FILE "king_file" [3] "the king on a file without own pawns, without the enemy's, without any"
    CASTLING "castling" [2] "the right to castle short, long"
    KING_DANGER "king_danger" [UNITS] "the enemy king's danger by attack units"
    SAFE_CHECK "safe_check" [4] "a knight, bishop, rook, queen that can give check safely"
    KING_RING "king_ring" [1] "an attack on a square beside the enemy king"
    PAWN_THREAT "pawn_threat" [4] "a safe pawn's attack on a knight, bishop, rook, queen"
    PUSH_THREAT "push_threat" [1] "an attack on a piece that a safe step of a pawn would make"
    MINOR_THREAT "minor_threat" [5] "a minor piece's attack on a pawn, knight, bishop, rook, queen"
    ROOK_THREAT "rook_threat" [5] "likewise a rook's"
    KING_THREAT "king_threat" [1] "the king attacks something weak"
    HANGING "hanging" [1] "an enemy man that is attacked and not defended enough"
    RESTRICTED "restricted" [1] "a square that both attack and the enemy does not hold firmly"
    QUEEN_STALKED "queen_stalked" [2] "a safe square from which to attack the queen: a knight's, a slider's"
    OUTPOST "outpost" [3] "a knight, a bishop on a supported outpost, a knight that can go to one"
    BEHIND_PAWN "behind_pawn" [1] "a minor piece with a pawn just before it"
    BISHOP_PAIR "bishop_pair" [1] "bishops on both colours"
    BISHOP_PAWNS "bishop_pawns" [2] "a bishop, for each own pawn on its colour; and that times blocked pawns in the centre"
    BISHOP_XRAY "bishop_xray" [1] "an enemy pawn on a bishop's diagonals"
    LONG_DIAGONAL "long_diagonal" [1] "a bishop that sees both centre squares of a long diagonal"
    ROOK_FILE "rook_file" [2] "a rook on an open file, on a half-open one"
    ROOK_SEVENTH "rook_seventh" [1] "a rook on the seventh rank, with pawns to attack or the king behind"
    ROOK_TRAPPED "rook_trapped" [1] "a rook with little room that a king without the right to castle shuts in"
    PAWN_COUNT "pawn_count" [2] "a knight, a rook, times own pawns beyond five"
    SPACE "space" [1] "a safe square behind the centre pawns, times pieces"
    TEMPO "tempo" [1] "being to move"
}

/// The weights of the evaluation.
///
/// As text, a group is its name, a colon, and its weights as `middle/end` in centipawns, over as many lines
/// as one likes; `#` begins a comment.
///
/// ```
/// use secateur_games::chess::knowledge::Weights;
///
/// let weights = Weights::standard();
/// let again = Weights::read(&weights.to_string()).unwrap();
/// assert_eq!(again, *weights);
/// let error = Weights::read("material: 80/100 300").unwrap_err();
/// assert_eq!(error, "line 1: '300' is not a weight (expected middle/end, such as 80/100)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([Pack; COUNT]);

impl Weights {
    /// Weights are at most this many centipawns, so that no sum outgrows 16 bits.
    pub const LIMIT: i32 = 2_000;

    /// The weights that Secateur plays with.
    pub fn standard() -> Arc<Weights> {
        static STANDARD: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let weights = Weights::read(include_str!("weights.txt"));
            Arc::new(weights.expect("a test reads the weights that are compiled in"))
        });
        STANDARD.clone()
    }

    /// The groups, in the order of the array.
    pub fn groups() -> &'static [Group] {
        GROUPS
    }

    /// The weight with that index, below [`COUNT`].
    #[inline(always)]
    pub fn by_index(&self, index: usize) -> Pack {
        self.0[index]
    }

    /// Replaces the weight with that index, below [`COUNT`]; values are cut to [`Weights::LIMIT`].
    pub fn set(&mut self, index: usize, middle: i32, end: i32) {
        let cut = |value: i32| value.clamp(-Self::LIMIT, Self::LIMIT);
        self.0[index] = Pack::new(cut(middle), cut(end));
    }

    /// Reads weights. Every group has to be there, complete.
    ///
    /// # Errors
    ///
    /// One sentence that says which line or group is wrong and what was expected.
    pub fn read(text: &str) -> Result<Weights, String> {
        let mut weights = Weights([Pack::default(); COUNT]);
        let mut filled = vec![None; GROUPS.len()];
        let mut current = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or("").trim();
            let numbers = match line.split_once(':') {
                None => line,
                Some((name, rest)) => {
                    let name = name.trim();
                    let Some(group) = GROUPS.iter().position(|group| group.name == name) else {
                        let near = crate::did_you_mean(name, GROUPS.iter().map(|group| group.name));
                        return Err(format!("line {number}: there is no group '{name}'{near}"));
                    };
                    if filled[group].replace(0).is_some() {
                        return Err(format!("line {number}: the group '{name}' has been given before"));
                    }
                    current = Some(group);
                    rest
                }
            };
            for word in numbers.split_whitespace() {
                let Some(group) = current else {
                    return Err(format!(
                        "line {number}: '{word}' belongs to no group (expected a name and ':')"
                    ));
                };
                let value = read_weight(word).ok_or_else(|| {
                    format!("line {number}: '{word}' is not a weight (expected middle/end, such as 80/100)")
                })?;
                let (Group { name, start, len, .. }, place) = (GROUPS[group], filled[group].unwrap_or(0));
                if place == len {
                    return Err(format!("line {number}: the group '{name}' has more than {len} weights"));
                }
                weights.0[start + place] = value;
                filled[group] = Some(place + 1);
            }
        }
        for (group, filled) in GROUPS.iter().zip(filled) {
            let (name, len, filled) = (group.name, group.len, filled.unwrap_or(0));
            if filled < len {
                return Err(format!("the group '{name}' has {filled} weights (expected {len})"));
            }
        }
        Ok(weights)
    }
}

fn read_weight(word: &str) -> Option<Pack> {
    let (middle, end) = word.split_once('/')?;
    let number = |text: &str| text.parse().ok().filter(|n| (-Weights::LIMIT..=Weights::LIMIT).contains(n));
    Some(Pack::new(number(middle)?, number(end)?))
}

/// The text that [`Weights::read`] reads, with what every group means.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Group { name, start, len, meaning } in GROUPS {
            write!(f, "# {meaning}\n{name}:")?;
            for (i, weight) in self.0[*start..start + len].iter().enumerate() {
                f.write_str(if *len > 8 && i % 8 == 0 { "\n  " } else { " " })?;
                write!(f, "{weight}")?;
            }
            f.write_str("\n\n")?;
        }
        Ok(())
    }
}
