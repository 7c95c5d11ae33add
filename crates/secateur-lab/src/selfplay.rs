//! A game of the engine against itself.
//!
//! Some random moves, then the best of a fixed number of nodes for either side, until the rules or a
//! referee end the game. A game depends on the plan and its number alone.

use crate::duel::{Arena, hundredths};
use crate::learn::{BY_HAND, apply};
use crate::random::below;
use crate::referee::{FAIR, LONGEST, OPENING, Referee, TRIES};
use crate::store::{KeptGame, KeptPosition};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Request, Session, StoppedBy};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// No position is kept that arose earlier, nor in the first part of a short game.
const KEPT_FROM: usize = 16;

/// The parameters of self-play, and of the positions kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamesPlan {
    /// The source of all randomness.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The size of the transposition table, in bytes.
    pub hash: usize,
    /// The most positions kept of a game.
    pub positions: usize,
    /// The learned evaluation that both sides play by, a file; by hand if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<PathBuf>,
}

impl GamesPlan {
    /// Returns the terms of a store's games, as its first line has them: of this game, with an
    /// evaluation whose weights, or file, have this fingerprint.
    ///
    /// ```
    /// use secateur_lab::selfplay::GamesPlan;
    ///
    /// let plan = GamesPlan { seed: 1, nodes: 5000, hash: 1 << 22, positions: 10, eval: None };
    /// let terms = plan.terms("chess", 0xbeef);
    /// assert_eq!(terms, "chess seed=1 nodes=5000 hash=4194304 positions=10 weights=000000000000beef");
    /// ```
    pub fn terms(&self, game: &str, weights: u64) -> String {
        let GamesPlan { seed, nodes, hash, positions, .. } = self;
        format!("{game} seed={seed} nodes={nodes} hash={hash} positions={positions} weights={weights:016x}")
    }
}

/// Plays games, one after the other.
pub struct SelfPlayer<'a> {
    arena: &'a Arena,
    plan: &'a GamesPlan,
    request: Request,
}

impl<'a> SelfPlayer<'a> {
    /// A player that gives up the game at hand when the flag is raised.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such learned evaluation, or it is of another game.
    pub fn new(
        arena: &'a Arena,
        plan: &'a GamesPlan,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Unreadable> {
        let algorithm = Algorithm::named("engine")?;
        let (nodes, hash, interrupt) = (Some(plan.nodes), plan.hash, interrupt.clone());
        let request = Request::default().algorithm(algorithm).nodes(nodes).hash(hash);
        let mut request = request.interrupt(interrupt);
        let by = plan.eval.as_deref().unwrap_or(Path::new(BY_HAND));
        let inputs = arena.board(&[])?.inputs();
        apply(by, arena.entry.name, inputs, &mut request).map_err(|e| Unreadable(e.to_string()))?;
        Ok(SelfPlayer { arena, plan, request })
    }

    /// Plays the game of that number; none if it was interrupted.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn play(&self, number: u64) -> Result<Option<KeptGame>, Unreadable> {
        let mut random =
            SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(self.plan.seed).next_u64() ^ number);
        for attempt in 0.. {
            if self.request.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let wandered = self.arena.wander_off(&OPENING, &mut random, &HashSet::new())?;
            let Some((mut board, moves)) = wandered else { continue };
            if let Some((result, mut positions)) = self.finish(&mut *board, moves.len(), attempt < TRIES)? {
                thin(&mut positions, self.plan.positions, &mut random);
                return Ok(Some(KeptGame { number, result, positions }));
            }
        }
        Ok(None)
    }

    /// Plays on to the end. None if the opening is to be fair, and is not; or if the game was interrupted.
    fn finish(
        &self,
        board: &mut dyn Session,
        begun: usize,
        fair: bool,
    ) -> Result<Option<(i32, Vec<KeptPosition>)>, Unreadable> {
        let kept_from = KEPT_FROM.min(self.arena.length() / 3);
        let (mut kept, mut referee) = (Vec::new(), Referee::default());
        for ply in begun..LONGEST {
            let for_first = |value: i32| if ply.is_multiple_of(2) { value } else { -value };
            if let Some(outcome) = board.outcome() {
                return Ok(Some((for_first(outcome.outcome.sign()), kept)));
            }
            if board.is_drawn_by_repetition() {
                break;
            }
            let answer = board.analyse(&self.request, &mut |_| {});
            if answer.stopped_by == StoppedBy::Interrupt
                || self.request.control.interrupt.load(Ordering::Relaxed)
            {
                return Ok(None);
            }
            let value = hundredths(&answer, board.unit());
            if fair && ply == begun && value.abs() > FAIR {
                return Ok(None);
            }
            let best = answer.best.unwrap_or_default();
            if ply >= kept_from && value.abs() <= referee.clear.won && board.is_quiet(&best) {
                kept.push(KeptPosition { ply, position: board.position(), score: for_first(answer.points) });
            }
            if let Some(result) = referee.judge(ply, for_first(value)) {
                return Ok(Some((result, kept)));
            }
            board.play(&best)?;
        }
        Ok(Some((0, kept)))
    }
}

/// Keeps at most `most` of them, from all parts of the game.
fn thin(positions: &mut Vec<KeptPosition>, most: usize, random: &mut SplitMix64) {
    let all = positions.len();
    if all <= most {
        return;
    }
    let part = |n: usize| -> Range<usize> { n * all / most..(n + 1) * all / most };
    for n in 0..most {
        let Range { start, end } = part(n);
        positions.swap(n, start + below(random, end - start));
    }
    positions.truncate(most);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Clear;
    use secateur_games::Notation;
    use secateur_games::chess::Chess;
    use secateur_standard::standard;

    const PLAN: GamesPlan = GamesPlan { seed: 7, nodes: 200, hash: 1 << 16, positions: 6, eval: None };

    fn arena() -> Arena {
        Arena::new(standard().find("chess").unwrap(), None, 1).unwrap()
    }

    fn play(arena: &Arena, number: u64) -> KeptGame {
        let player = SelfPlayer::new(arena, &PLAN, &Arc::default()).unwrap();
        player.play(number).unwrap().unwrap()
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let arena = arena();
        let games = [0, 1, 2].map(|n| play(&arena, n));
        assert_ne!(games[0].positions, games[1].positions);
        assert_eq!(play(&arena, 2), games[2]);
    }

    #[test]
    fn kept_positions_are_quiet() {
        let record = play(&arena(), 3);
        assert_eq!(record.positions.len(), 6);
        for KeptPosition { ply, position, score } in record.positions {
            let pos = Chess::read(&position).unwrap();
            let said = 2 * u32::from(pos.board().fullmove_number() - 1) + pos.board().side_to_move() as u32;
            assert!(
                ply == said as usize && ply >= KEPT_FROM && score.abs() <= Clear::default().won,
                "{position}"
            );
            assert!(pos.board().checkers().is_empty(), "{position}");
        }
    }

    #[test]
    fn short_games_are_kept_from_their_first_third_on() {
        let arena = Arena::new(standard().find("connect4").unwrap(), None, 1).unwrap();
        let records: Vec<KeptGame> = (0..8).map(|n| play(&arena, n)).collect();
        let first = records.iter().flat_map(|r| &r.positions).map(|p| p.ply).min();
        assert!((4..KEPT_FROM).contains(&first.unwrap()), "{first:?}");
        assert!(records.iter().any(|r| r.result == 1) && records.iter().any(|r| r.result == -1));
    }

    #[test]
    fn an_interrupted_game_is_none() {
        let (arena, raised) = (arena(), Arc::new(AtomicBool::new(true)));
        assert_eq!(SelfPlayer::new(&arena, &PLAN, &raised).unwrap().play(0), Ok(None));
    }

    #[test]
    fn what_is_kept_comes_from_all_parts() {
        let position = |n: usize| KeptPosition { ply: 0, position: String::new(), score: n as i32 };
        let mut positions: Vec<KeptPosition> = (0..100).map(position).collect();
        thin(&mut positions, 10, &mut SplitMix64::seed_from_u64(1));
        let tens: Vec<i32> = positions.iter().map(|p| p.score / 10).collect();
        assert_eq!(tens, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
