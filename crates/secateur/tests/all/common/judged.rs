//! A token on a graph with cycles, and what it is worth to come back.

use super::web::Token;
use secateur::{Game, Hints, History, Keyed, Marks, Repetition, Score};

/// Who comes back draws.
pub(crate) const DRAW: i32 = 0;
/// The side to move wins when a position comes back: whoever brought it back has lost.
pub(crate) const LOST: i32 = 1;
/// It loses: whoever brought it back has won.
pub(crate) const WON: i32 = 2;
/// The side that is to move at the root wins, whoever brought the position back.
pub(crate) const FOR_ONE: i32 = 3;

/// A position of the game under one of these rules. Where the rule asks for it, it knows whose move it is.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Judged<'w, const RULE: i32> {
    pub(crate) token: Token<'w>,
    turned: bool,
}

impl<'w, const RULE: i32> Judged<'w, RULE> {
    pub(crate) fn new(token: Token<'w>) -> Self {
        Judged { token, turned: false }
    }
}

impl<const RULE: i32> Game for Judged<'_, RULE> {
    type Move = u16;
    fn moves(&self) -> impl Iterator<Item = u16> {
        self.token.moves()
    }
    fn play(&mut self, to: u16) {
        self.token.play(to);
        self.turned ^= RULE == FOR_ONE;
    }
    fn outcome(&self) -> Option<Score> {
        self.token.outcome()
    }
}

impl<const RULE: i32> Keyed for Judged<'_, RULE> {
    fn key(&self) -> u64 {
        2 * self.token.key() + u64::from(self.turned)
    }
}

impl<const RULE: i32> Hints for Judged<'_, RULE> {
    const RETURNED: Score = match RULE {
        LOST => Score::WIN,
        WON => Score::LOSS,
        _ => Score::DRAW,
    };
    fn irreversible(&self, to: u16) -> bool {
        self.token.irreversible(to)
    }
}

/// What a path overlooks, for tests of the tests.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlooks {
    Nothing,
    /// All paths are one to it, when it comes to twins.
    Paths,
    /// What a proof must not meet, it never meets.
    Marks,
    /// A proof of a position holds there, whatever higher up it depends on.
    Dependence,
}

/// The path, judged by the rule.
#[derive(Clone)]
pub(crate) struct Path<const RULE: i32> {
    path: Repetition,
    plies: u32,
    overlooks: Overlooks,
}

impl<const RULE: i32> Path<RULE> {
    pub(crate) fn from(root: &Judged<'_, RULE>, overlooks: Overlooks) -> Self {
        Path { path: Repetition::exact(root), plies: 0, overlooks }
    }
}

impl<'w, const RULE: i32> History<Judged<'w, RULE>> for Path<RULE> {
    const TRACKS: bool = true;

    fn push(&mut self, parent: &Judged<'w, RULE>, m: Option<u16>, child: &Judged<'w, RULE>) {
        self.path.push(parent, m, child);
        self.plies += 1;
    }

    fn pop(&mut self) {
        History::<Judged<'w, RULE>>::pop(&mut self.path);
        self.plies -= 1;
    }

    fn repeats(&self, ply: u32) -> Option<u32> {
        let earlier = History::<Judged<'w, RULE>>::repeats(&self.path, ply);
        if self.overlooks == Overlooks::Paths && RULE == DRAW { earlier.map(|_| ply) } else { earlier }
    }

    fn worth(&self) -> Score {
        match (RULE, self.plies % 2) {
            (FOR_ONE, 0) => Score::WIN,
            (FOR_ONE, _) => Score::LOSS,
            _ => Judged::<'w, RULE>::RETURNED,
        }
    }

    fn salt(&self) -> u64 {
        let salt = History::<Judged<'w, RULE>>::salt(&self.path);
        if self.overlooks == Overlooks::Paths && salt != 0 { 1 } else { salt }
    }

    fn mark(&self, alone: bool) -> Marks {
        let alone = alone || self.overlooks == Overlooks::Dependence;
        match RULE {
            _ if self.overlooks == Overlooks::Marks => Marks::NONE,
            FOR_ONE => Marks::ALL,
            _ => History::<Judged<'w, RULE>>::mark(&self.path, alone),
        }
    }

    fn barred(&self, to_move: bool) -> Marks {
        match RULE {
            FOR_ONE => Marks::ALL,
            _ => History::<Judged<'w, RULE>>::barred(&self.path, to_move),
        }
    }
}
