//! Positions and moves.

use super::hints::Hinted;
use secateur::{Game, Keyed, Score, legal_moves};
use secateur_games::Notation;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A position of any game. Its moves are numbers: equal ones for equal moves, also in different positions.
pub(crate) struct Erased(pub(super) Box<dyn Position>);

/// What searches to a depth ask of a position.
pub(super) trait Position: Hinted {
    fn as_any(&self) -> &dyn Any;
    fn copy(&self) -> Box<dyn Position>;
    fn moves(&self) -> Vec<u32>;
    fn play(&mut self, m: u32);
    fn outcome(&self) -> Option<Score>;
    fn no_moves(&self) -> Score;
    fn key(&self) -> u64;
    fn rest(&self) -> (u64, i32);
    fn encode(&self, m: u32) -> u16;
    fn decode(&self, code: u16) -> Option<u32>;
    fn quiesces(&self) -> bool;
    fn write_move(&self, m: u32) -> String;
    fn value(&self, score: Score) -> i32;
    fn write(&self) -> String;
    fn still(&self) -> Box<dyn Still>;
}

/// A position that keeps still, for any thread to come back to, with the numbers that moves have.
pub(crate) trait Still: Send + Sync {
    /// The position, to be searched or walked from.
    fn revive(&self) -> Erased;
}

/// A position as the game has it, and the moves by number.
struct Stilled<G: Notation> {
    pos: G,
    moves: Vec<G::Move>,
}

impl<G: Notation> Still for Stilled<G> {
    fn revive(&self) -> Erased {
        let numbers = Numbers::shared();
        let real = Real::with_numbers(self.pos.clone(), &numbers);
        for &m in &self.moves {
            real.number(m);
        }
        Erased::new(real)
    }
}

/// The moves of a game by number, in the order in which they were met.
pub(super) struct Numbers<M> {
    moves: Vec<M>,
    numbers: HashMap<M, u32>,
}

impl<M> Numbers<M> {
    /// Numbers for the positions of a search to share.
    pub(super) fn shared() -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Numbers { moves: Vec::new(), numbers: HashMap::new() }))
    }
}

/// A position as the game has it, and the numbers that all positions of one search share.
pub(super) struct Real<G: Notation> {
    pos: G,
    numbers: Rc<RefCell<Numbers<G::Move>>>,
}

impl<G: Notation> Real<G> {
    /// A position that shares these numbers.
    pub(super) fn with_numbers(pos: G, numbers: &Rc<RefCell<Numbers<G::Move>>>) -> Self {
        Real { pos, numbers: numbers.clone() }
    }

    /// The position, and that of the game behind another one.
    pub(super) fn of(erased: &Erased) -> &Real<G> {
        erased.0.as_any().downcast_ref().expect("all positions of a search are of one game")
    }

    pub(super) fn pos(&self) -> &G {
        &self.pos
    }

    pub(super) fn with(&self, pos: G) -> Box<dyn Position> {
        Box::new(Real { pos, numbers: self.numbers.clone() })
    }

    /// The move of this number.
    pub(super) fn named(&self, number: u32) -> G::Move {
        self.numbers.borrow().moves[number as usize]
    }

    /// The number of a move.
    fn number(&self, m: G::Move) -> u32 {
        let Numbers { moves, numbers } = &mut *self.numbers.borrow_mut();
        *numbers.entry(m).or_insert_with(|| {
            moves.push(m);
            moves.len() as u32 - 1
        })
    }

    pub(super) fn listed(&self, moves: Vec<G::Move>) -> Vec<u32> {
        let mut listed = Vec::with_capacity(moves.len());
        for m in moves {
            listed.push(self.number(m));
        }
        listed
    }
}

impl<G: Notation> Position for Real<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn Position> {
        self.with(self.pos.clone())
    }

    fn moves(&self) -> Vec<u32> {
        self.listed(legal_moves(&self.pos))
    }

    fn play(&mut self, m: u32) {
        let m = self.named(m);
        self.pos.play(m);
    }

    fn outcome(&self) -> Option<Score> {
        self.pos.outcome()
    }

    fn no_moves(&self) -> Score {
        self.pos.no_moves()
    }

    fn key(&self) -> u64 {
        self.pos.key()
    }

    /// As high in the word as if all bits were in use.
    fn rest(&self) -> (u64, i32) {
        let (key, settled) = self.pos.rest();
        (key << (64 - G::KEY_BITS), settled)
    }

    fn encode(&self, m: u32) -> u16 {
        self.pos.encode(self.named(m))
    }

    fn decode(&self, code: u16) -> Option<u32> {
        self.pos.decode(code).map(|m| self.number(m))
    }

    fn quiesces(&self) -> bool {
        G::QUIESCES
    }

    fn write_move(&self, m: u32) -> String {
        self.pos.write_move(self.named(m))
    }

    fn value(&self, score: Score) -> i32 {
        self.pos.value(score)
    }

    fn write(&self) -> String {
        self.pos.write()
    }

    fn still(&self) -> Box<dyn Still> {
        Box::new(Stilled { pos: self.pos.clone(), moves: self.numbers.borrow().moves.clone() })
    }
}

impl Erased {
    pub(super) fn new(pos: impl Position + 'static) -> Self {
        Erased(Box::new(pos))
    }

    /// Whether the game's leaves are valued by quiescence search.
    pub(crate) fn quiesces(&self) -> bool {
        self.0.quiesces()
    }

    /// A legal move in the game's notation.
    pub(crate) fn write_move(&self, m: u32) -> String {
        self.0.write_move(m)
    }

    /// The position to look at.
    pub(crate) fn write(&self) -> String {
        self.0.write()
    }

    /// The same for any thread, with the numbers that moves have by now.
    pub(crate) fn still(&self) -> Box<dyn Still> {
        self.0.still()
    }

    /// A value on the game's own scale.
    pub(crate) fn value(&self, score: Score) -> i32 {
        self.0.value(score)
    }
}

impl Clone for Erased {
    fn clone(&self) -> Self {
        Erased(self.0.copy())
    }
}

impl Game for Erased {
    type Move = u32;

    fn moves(&self) -> impl Iterator<Item = u32> {
        self.0.moves().into_iter()
    }

    fn play(&mut self, m: u32) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Score> {
        self.0.outcome()
    }

    fn no_moves(&self) -> Score {
        self.0.no_moves()
    }
}

impl Keyed for Erased {
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn rest(&self) -> (u64, i32) {
        self.0.rest()
    }

    fn encode(&self, m: u32) -> u16 {
        self.0.encode(m)
    }

    fn decode(&self, code: u16) -> Option<u32> {
        self.0.decode(code)
    }
}
