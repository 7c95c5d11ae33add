//! The end of a line: a win or loss is reported with all the moves to the end of the game.

use super::node::Off;
use super::root::PvLine;
use super::{Engine, Recipe};
use crate::{Eval, Hints, Score, Step, Stop, Watch, legal_moves, result};
use std::cmp::Ordering::{Equal, Greater, Less};

/// The sources of the moves to the end.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// The table alone: nothing is searched.
    Table,
    /// Short searches as well, while the engine has opened no more nodes than this.
    Searches(u64),
}

/// The most positions tried for a line: far more than it takes where the table has kept the proof.
const MOST_STEPS: u32 = 2_000;

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Completes the line of a win or loss. Where that fails, the score is reported as what is proven without a line: a
    /// bound (the end is at most that many plies away).
    pub(super) fn show_the_end(
        &mut self,
        root: &G,
        found: &mut PvLine<G::Move>,
        source: Source,
    ) -> Result<(), S::Halt> {
        if !found.score.is_decisive() || found.bound != Equal {
            return Ok(());
        }
        let mut line = std::mem::take(&mut found.line);
        let first = line[0];
        let mut shown = self.root_moves.shown(first, found.score, &mut line);
        let mut halted = Ok(());
        self.watch.completes(true);
        for source in [Source::Table, source] {
            if !shown && halted.is_ok() {
                let (mut longer, mut steps) = (line.clone(), MOST_STEPS);
                match self.follow(root, found.score, &mut longer, source, &mut steps) {
                    Ok(true) => (shown, line) = (true, longer),
                    Ok(false) => {}
                    Err(halt) => halted = Err(halt),
                }
            }
        }
        self.watch.completes(false);
        if shown {
            self.root_moves.keep_shown(first, found.score, &line);
        } else {
            found.bound = if found.score.is_loss() { Less } else { Greater };
        }
        found.line = line;
        halted
    }

    /// Makes `line`, which leads to this position and perhaps further, reach the end that the score announces, ply for ply.
    /// Returns whether that could be done. If not, the line may be left anywhere.
    fn follow(
        &mut self,
        pos: &G,
        score: Score,
        line: &mut Vec<G::Move>,
        source: Source,
        steps: &mut u32,
    ) -> Result<bool, S::Halt> {
        let (ply, at) = (self.ply(), self.ply() as usize);
        if let Some(end) = result(pos) {
            line.truncate(at);
            return Ok(end.to_root(ply) == score);
        }
        let left = score.plies_to_end().unwrap_or(0).saturating_sub(ply);
        if left == 0 || *steps == 0 || (ply > 0 && self.path.history().repeats_in_play(pos)) {
            return Ok(false);
        }
        *steps -= 1;
        let given = line.get(at).copied();
        if let Some(m) = given
            && self.follow_move(pos, m, score, line, source, steps)?
        {
            return Ok(true);
        }
        // The table may not know enough, or may have lost what it knew: a search finds it again.
        for depth in [0, left + 2, 2 * left + 2] {
            if depth > 0 {
                let Source::Searches(most) = source else { break };
                if score.is_loss() || self.nodes >= most {
                    break;
                }
                self.search::<Off>(pos, depth as i32, score - 1, score, true)?;
            }
            for m in self.that_lead_to(pos, score) {
                if Some(m) != given && self.follow_move(pos, m, score, line, source, steps)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Continues a line by a move.
    fn follow_move(
        &mut self,
        pos: &G,
        m: G::Move,
        score: Score,
        line: &mut Vec<G::Move>,
        source: Source,
        steps: &mut u32,
    ) -> Result<bool, S::Halt> {
        let at = self.ply() as usize;
        if line.get(at) != Some(&m) {
            line.truncate(at);
            line.push(m);
        }
        let mut shown = false;
        self.visit(pos, Step::Move(m), &pos.child(m), |cx, child| {
            shown = cx.follow(child, -score, line, source, steps)?;
            Ok(-score)
        })?;
        Ok(shown)
    }

    /// The moves that may lead to this end, the likeliest first. Of the winner's, those that the table knows to win in
    /// time; of the loser's, those that it does not know to lose sooner.
    fn that_lead_to(&self, pos: &G, score: Score) -> Vec<G::Move> {
        let below = self.ply() + 1;
        // None of a move that leads to another end.
        let is_likely = |m: G::Move| {
            let child = pos.child(m);
            if let Some(end) = result(&child) {
                return (-end.to_root(below) == score).then_some(true);
            }
            let known = self.table.probe(Self::key(&child));
            let bounds = known.map(|entry| entry.bounds().to_root(below));
            if score.is_loss() {
                let lower = bounds.map_or(-Score::INF, |bounds| bounds.lower);
                return (lower <= -score).then_some(lower == -score);
            }
            let upper = bounds.map_or(Score::INF, |bounds| bounds.upper);
            (upper <= -score).then_some(upper == -score)
        };
        let (mut likely, mut unlikely) = (Vec::new(), Vec::new());
        for m in legal_moves(pos) {
            match is_likely(m) {
                Some(true) => likely.push(m),
                Some(false) => unlikely.push(m),
                None => {}
            }
        }
        likely.append(&mut unlikely);
        likely
    }
}
