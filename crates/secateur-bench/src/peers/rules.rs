//! The rules that both libraries are given: one position, one move order, one hash.

use crate::by_hand::PlainPosition;
use minimax::Winner;
use secateur::{Game, Hints, Keyed};

/// Spreads the bits of a position over a word, since the peer's table takes its place from the low bits and
/// its check from the high ones. Cheaper for both than carrying a hash along: leaves never ask for it.
#[inline(always)]
fn hash(pos: &PlainPosition) -> u64 {
    let word = PlainPosition::key(*pos).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Keys are not folded by symmetry: the peer has no way to turn a remembered move round.
impl Keyed for PlainPosition {
    #[inline(always)]
    fn key(&self) -> u64 {
        PlainPosition::key(*self)
    }

    #[inline(always)]
    fn encode(&self, c: u8) -> u16 {
        u16::from(c)
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<u8> {
        u8::try_from(code).ok().filter(|&c| c < 7 && self.is_open(c))
    }
}

/// No hints at all.
impl Hints for PlainPosition {
    const CYCLES: bool = false;
}

/// The game as the peer wants it.
pub struct MinimaxRules;

impl minimax::Game for MinimaxRules {
    type S = PlainPosition;
    type M = u8;

    #[inline]
    fn generate_moves(pos: &PlainPosition, moves: &mut Vec<u8>) -> Option<Winner> {
        if pos.is_lost() {
            return Some(Winner::PlayerJustMoved);
        }
        moves.extend(pos.moves());
        if moves.is_empty() { Some(Winner::Draw) } else { None }
    }

    #[inline]
    fn apply(pos: &mut PlainPosition, c: u8) -> Option<PlainPosition> {
        Some(pos.after(c))
    }

    #[inline]
    fn get_winner(pos: &PlainPosition) -> Option<Winner> {
        if pos.is_lost() {
            return Some(Winner::PlayerJustMoved);
        }
        if pos.is_full() { Some(Winner::Draw) } else { None }
    }

    #[inline]
    fn zobrist_hash(pos: &PlainPosition) -> u64 {
        hash(pos)
    }

    /// Never played here: the peer wants to see one before it makes its table of countermoves.
    fn null_move(_: &PlainPosition) -> Option<u8> {
        Some(7)
    }

    #[inline]
    fn table_index(c: u8) -> u16 {
        u16::from(c)
    }

    fn max_table_index() -> u16 {
        7
    }
}
