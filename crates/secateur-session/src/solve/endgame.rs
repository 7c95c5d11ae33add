//! The end of a game of points in play: a search that leaves nothing out takes over from the engine.

use super::components::Components;
use super::goals::known_move;
use super::value;
use super::windows::{LONGEST_HERE, Probed, Windows};
use crate::informed::Informed;
use crate::signals::Limiter;
use crate::{Request, Tablebase};
use secateur::table::BoundTable;
use secateur::{Halt, Score};
use secateur_games::{Notation, Scale};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most plies left at which a search to the end is tried,
const MOST_LEFT: u32 = 28;
/// and fewer where the limits allow for less than twice two to the power of the plies left, in nodes: what it takes in Othello on
/// average, where about so many are opened in a millisecond.
const PER_MILLISECOND: u64 = 10_000;
/// What is fewer than this many plies from the end is taken to be so far: the last squares are played out at once, and not by the node.
const FEWEST: u32 = 12;
/// The plies before the end at which the engine's search stops, whose value is the first guess.
const BEFORE_END: u32 = 8;
/// The most memory for the table, in bytes, and its share of what the search may have.
const TABLE: usize = 16 << 20;
const SHARE: usize = 4;

/// The solver's search within a game, with a table that is kept from move to move.
pub(crate) struct Endgame {
    bound_table: BoundTable,
    components: Components,
}

impl Endgame {
    /// An empty table beside the one of a request.
    pub(crate) fn new(request: &Request) -> Endgame {
        let components = Components::of(request);
        Endgame { bound_table: components.table((request.resources.hash / SHARE).min(TABLE)), components }
    }

    /// The depth from which on the engine's value is a guess good enough to begin with; none if the game is not so near its end
    /// that half of the limits are likely to suffice, or if something else was asked for than the best move.
    pub(crate) fn takes_over<G: Notation>(pos: &G, request: &Request) -> Option<u32> {
        let (limits, method) = (&request.limits, &request.method);
        let plain = limits.depth.is_none() && limits.lines <= 1 && limits.only.is_empty();
        let counts = matches!(G::SCALE, Scale::Points) && !G::CYCLES && method.handicap.is_none();
        let left = pos.plies_left().filter(|&left| counts && plain && left <= MOST_LEFT)?;
        let time = request.meant_time().map(|time| time.as_millis() as u64);
        let nodes = time.map_or(u64::MAX, |time| time.saturating_mul(PER_MILLISECOND));
        let most = nodes.min(limits.nodes.unwrap_or(u64::MAX)) / 2;
        (most >= 2 << left.max(FEWEST)).then_some(left.saturating_sub(BEFORE_END).max(1))
    }

    /// The value and a move that is worth it, if the limits allow for them, and the nodes that were opened.
    pub(crate) fn solve<G: Notation>(
        &self,
        pos: &G,
        guess: Score,
        tablebase: Option<Arc<Tablebase>>,
        limits: &Limiter<'_>,
    ) -> (Option<(Score, G::Move)>, u64) {
        let too_long = AtomicBool::new(false);
        let windows = Windows {
            components: &self.components,
            bound_table: &self.bound_table,
            limits,
            too_long: &too_long,
            busy: None,
        };
        let known = Informed::new(self.components.knowledge::<G>(), tablebase);
        let (mut found, mut best, mut opened) = (Err(Halt::Interrupt), None, 0);
        windows.open(known, pos, LONGEST_HERE, &mut |window| {
            found = value(G::SCALE, false, guess, &mut |alpha, beta| {
                let Probed { answer, best: raised, nodes } = window(alpha, beta);
                opened = nodes;
                let score = answer?;
                best = raised.filter(|_| score > alpha).or(best);
                Ok(score)
            });
        });
        if too_long.load(Ordering::Relaxed) {
            self.bound_table.clear();
            return (None, opened);
        }
        let found = found.ok().and_then(|score| {
            // The table may have known the value before any move was looked at.
            let best = best.or_else(|| known_move(pos, score, &self.components, &self.bound_table))?;
            Some((score, best))
        });
        (found, opened)
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        self.bound_table.clear();
    }
}
