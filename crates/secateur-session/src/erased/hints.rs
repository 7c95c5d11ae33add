//! Hints of positions, which the playing engine and proof-number search ask for.

use super::position::{Erased, Position, Real};
use secateur::{Constants, Hints, candidates};
use secateur_games::Notation;

/// What selective search asks of a position.
pub(super) trait Hinted {
    fn candidates(&self) -> Vec<u32>;
    fn noisy(&self) -> Vec<u32>;
    fn quiet(&self) -> Vec<u32>;
    fn checks(&self) -> Vec<u32>;
    fn is_noisy(&self, m: u32) -> bool;
    fn exchange(&self, m: u32, least: i32) -> bool;
    fn gain(&self, m: u32) -> i32;
    fn threatens(&self, m: u32) -> bool;
    fn safety(&self, m: u32) -> i32;
    fn move_score(&self, m: u32) -> i32;
    fn null_move(&self) -> Option<Box<dyn Position>>;
    fn in_check(&self) -> bool;
    fn is_forced(&self) -> bool;
    fn is_worth_keeping(&self) -> bool;
    fn plies_left(&self) -> Option<u32>;
    fn irreversible(&self, m: u32) -> bool;
    fn identity(&self) -> u64;
    fn leads_to(&self, identity: u64) -> bool;
    #[expect(clippy::wrong_self_convention, reason = "from-to is the field's word for this index")]
    fn from_to(&self, m: u32) -> usize;
    fn piece_to(&self, m: u32) -> usize;
    fn captured(&self, m: u32) -> usize;
    fn correction_keys(&self) -> Vec<u64>;
    fn constants(&self) -> Constants;
    fn fits(&self) -> bool;
    fn whole(&self) -> u64;
    fn fresh(&self) -> Option<(Box<dyn Position>, u32)>;
}

/// Lists of moves by number. (A loop, which is compiled faster than what collects.)
macro_rules! listed {
    ($of:ident, $moves:expr) => {{
        let mut moves = Vec::new();
        for m in $moves {
            moves.push(m);
        }
        $of.listed(moves)
    }};
}

impl<G: Notation> Hinted for Real<G> {
    fn candidates(&self) -> Vec<u32> {
        self.listed(candidates(self.pos()))
    }

    fn noisy(&self) -> Vec<u32> {
        listed!(self, self.pos().noisy())
    }

    fn quiet(&self) -> Vec<u32> {
        listed!(self, self.pos().quiet())
    }

    fn checks(&self) -> Vec<u32> {
        listed!(self, self.pos().checks())
    }

    fn is_noisy(&self, m: u32) -> bool {
        self.pos().is_noisy(self.named(m))
    }

    fn exchange(&self, m: u32, least: i32) -> bool {
        self.pos().exchange(self.named(m), least)
    }

    fn gain(&self, m: u32) -> i32 {
        self.pos().gain(self.named(m))
    }

    fn threatens(&self, m: u32) -> bool {
        self.pos().threatens()(self.named(m))
    }

    fn safety(&self, m: u32) -> i32 {
        self.pos().safety()(self.named(m))
    }

    fn move_score(&self, m: u32) -> i32 {
        self.pos().move_score(self.named(m))
    }

    fn null_move(&self) -> Option<Box<dyn Position>> {
        self.pos().null_move().map(|passed| self.with(passed))
    }

    fn in_check(&self) -> bool {
        self.pos().in_check()
    }

    fn is_forced(&self) -> bool {
        self.pos().is_forced()
    }

    fn is_worth_keeping(&self) -> bool {
        self.pos().is_worth_keeping()
    }

    fn plies_left(&self) -> Option<u32> {
        self.pos().plies_left()
    }

    /// Where no position can come back, none can after any move.
    fn irreversible(&self, m: u32) -> bool {
        !G::CYCLES || self.pos().irreversible(self.named(m))
    }

    fn identity(&self) -> u64 {
        self.pos().identity()
    }

    fn leads_to(&self, identity: u64) -> bool {
        G::CYCLES && self.pos().leads_to(identity)
    }

    fn from_to(&self, m: u32) -> usize {
        self.pos().from_to(self.named(m))
    }

    fn piece_to(&self, m: u32) -> usize {
        self.pos().piece_to(self.named(m))
    }

    fn captured(&self, m: u32) -> usize {
        self.pos().captured(self.named(m))
    }

    fn correction_keys(&self) -> Vec<u64> {
        let mut keys = Vec::new();
        for key in self.pos().correction_keys() {
            keys.push(key);
        }
        keys
    }

    fn constants(&self) -> Constants {
        Constants::of::<G>()
    }

    fn fits(&self) -> bool {
        let [from_to, piece_to, captured] = [G::FROM_TO_RANGE, G::PIECE_TO_RANGE, G::CAPTURED_RANGE];
        from_to <= Erased::FROM_TO_RANGE
            && piece_to <= Erased::PIECE_TO_RANGE
            && captured <= Erased::CAPTURED_RANGE
    }

    fn whole(&self) -> u64 {
        self.pos().whole()
    }

    fn fresh(&self) -> Option<(Box<dyn Position>, u32)> {
        self.pos().fresh().map(|(pos, left)| (self.with(pos), left))
    }
}

impl Erased {
    /// Whether the engine has room for what it counts of this game's moves.
    pub(crate) fn fits(&self) -> bool {
        self.0.fits()
    }
}

impl Hints for Erased {
    const SEVERAL: bool = true;
    const PIECE_TO_RANGE: usize = 1 << 10;
    const CAPTURED_RANGE: usize = 1 << 4;

    fn candidates(&self) -> impl Iterator<Item = u32> {
        self.0.candidates().into_iter()
    }

    fn noisy(&self) -> impl Iterator<Item = u32> {
        self.0.noisy().into_iter()
    }

    fn quiet(&self) -> impl Iterator<Item = u32> {
        self.0.quiet().into_iter()
    }

    fn checks(&self) -> impl Iterator<Item = u32> {
        self.0.checks().into_iter()
    }

    fn is_noisy(&self, m: u32) -> bool {
        self.0.is_noisy(m)
    }

    fn exchange(&self, m: u32, least: i32) -> bool {
        self.0.exchange(m, least)
    }

    fn gain(&self, m: u32) -> i32 {
        self.0.gain(m)
    }

    fn threatens(&self) -> impl Fn(u32) -> bool {
        |m| self.0.threatens(m)
    }

    fn safety(&self) -> impl Fn(u32) -> i32 {
        |m| self.0.safety(m)
    }

    fn move_score(&self, m: u32) -> i32 {
        self.0.move_score(m)
    }

    fn null_move(&self) -> Option<Self> {
        self.0.null_move().map(Erased)
    }

    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    fn is_forced(&self) -> bool {
        self.0.is_forced()
    }

    fn is_worth_keeping(&self) -> bool {
        self.0.is_worth_keeping()
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }

    fn irreversible(&self, m: u32) -> bool {
        self.0.irreversible(m)
    }

    fn identity(&self) -> u64 {
        self.0.identity()
    }

    fn leads_to(&self, identity: u64) -> bool {
        self.0.leads_to(identity)
    }

    fn from_to(&self, m: u32) -> usize {
        self.0.from_to(m)
    }

    fn piece_to(&self, m: u32) -> usize {
        self.0.piece_to(m)
    }

    fn captured(&self, m: u32) -> usize {
        self.0.captured(m)
    }

    fn correction_keys(&self) -> impl Iterator<Item = u64> {
        self.0.correction_keys().into_iter()
    }

    fn constants(&self) -> Constants {
        self.0.constants()
    }

    fn whole(&self) -> u64 {
        self.0.whole()
    }

    fn fresh(&self) -> Option<(Self, u32)> {
        self.0.fresh().map(|(pos, left)| (Erased(pos), left))
    }
}
