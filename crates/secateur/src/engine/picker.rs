//! The staged move picker: moves are generated, valued and sorted only when their stage comes.

use super::histories::Rows;
use super::worker::{NO_MOVE, Worker};
use crate::Hints;

/// A move and its rank among those of its stage.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ranked<M> {
    m: M,
    rank: i32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    Hint,
    MakeNoisy,
    Noisy,
    Refutations,
    MakeQuiet,
    Quiet,
    Threats,
    Losing,
    Over,
}

/// Yields a node's moves: the table's, winning and equal noise, killers and the counter-move, the other
/// quiet moves by history, losing noise.
///
/// Moves wait in a buffer that all nodes of the path share, one after the other.
pub(super) struct Picker<M> {
    stage: Stage,
    hint: Option<M>,
    /// Whether the hint is noisy.
    noisy_hint: bool,
    /// Codes of killers and the counter-move, and the moves they stand for here once they have been decoded.
    codes: [u16; 3],
    refutations: [Option<M>; 3],
    rows: Rows,
    /// Noisy moves must bring this many points in exchange.
    least: i32,
    with_quiet: bool,
    /// Whether quiet moves that make no threat, or lose something by it, are still tried.
    with_harmless: bool,
    with_losing: bool,
    start: usize,
    losing: usize,
    /// The index at which the quiet moves begin, once they are listed.
    quiet: usize,
    next: usize,
    end: usize,
}

impl<M: Copy + Eq> Picker<M> {
    /// A picker of all moves.
    pub(super) fn all<G: Hints<Move = M>>(
        worker: &Worker<G>,
        hint: Option<M>,
        noisy_hint: bool,
        codes: [u16; 3],
        rows: Rows,
    ) -> Self {
        let at = worker.buffer.len();
        Picker {
            stage: if hint.is_some() { Stage::Hint } else { Stage::MakeNoisy },
            hint,
            noisy_hint,
            codes,
            refutations: [None; 3],
            rows,
            least: 0,
            with_quiet: true,
            with_harmless: true,
            with_losing: true,
            start: at,
            losing: at,
            quiet: at,
            next: at,
            end: at,
        }
    }

    /// A picker of noisy moves that bring at least this many points in exchange, the hint among them.
    pub(super) fn noisy<G: Hints<Move = M>>(worker: &Worker<G>, hint: Option<M>, least: i32) -> Self {
        Picker {
            least,
            with_quiet: false,
            with_losing: false,
            ..Picker::all(worker, hint, true, [NO_MOVE; 3], [0; 3])
        }
    }

    /// Returns the buffer. To be called on every way out of a node, except for a halt, which ends the search.
    pub(super) fn close<G: Hints<Move = M>>(&self, worker: &mut Worker<G>) {
        worker.buffer.truncate(self.start);
    }

    /// Skips all quiet moves from now on.
    pub(super) fn skip_quiet(&mut self) {
        self.with_quiet = false;
        if matches!(self.stage, Stage::Refutations | Stage::MakeQuiet | Stage::Quiet | Stage::Threats) {
            self.stage = Stage::Losing;
            self.next = self.start;
        }
    }

    /// From now on, skips the quiet moves that make no threat or lose something by it, except killers and the
    /// counter-move.
    pub(super) fn skip_harmless(&mut self) {
        self.with_harmless = false;
    }

    /// Whether quiet moves are given, whatever they do.
    pub(super) fn tries_harmless(&self) -> bool {
        self.with_quiet && self.with_harmless
    }

    /// Whether the move just given came as a killer or counter-move.
    pub(super) fn is_refutation(&self, m: M) -> bool {
        let [first, second, counter] = self.refutations;
        Some(m) == first || Some(m) == second || Some(m) == counter
    }

    /// The next move, and whether it is noisy.
    #[inline]
    pub(super) fn next<G: Hints<Move = M>>(&mut self, pos: &G, worker: &mut Worker<G>) -> Option<(M, bool)> {
        loop {
            match self.stage {
                Stage::Hint => {
                    self.stage = Stage::MakeNoisy;
                    return self.hint.map(|m| (m, self.noisy_hint));
                }
                Stage::MakeNoisy => {
                    push_noisy(pos, worker);
                    self.end = worker.buffer.len();
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best(worker) {
                    Some(m) if Some(m) == self.hint => {}
                    Some(m) if pos.exchange(m, self.least) => return Some((m, true)),
                    // It waits at the front, and a move given already stands in its place.
                    Some(_) => {
                        worker.buffer.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None if !self.with_quiet => {
                        self.stage = if self.with_losing { Stage::Losing } else { Stage::Over };
                        self.next = self.start;
                    }
                    None => {
                        self.stage = Stage::Refutations;
                        self.next = 0;
                        self.quiet = worker.buffer.len();
                        if by_list(pos) {
                            self.list_quiet(pos, worker);
                        }
                    }
                },
                Stage::Refutations => match self.refutation(pos, worker) {
                    Some(m) => return Some((m, false)),
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.next = self.quiet;
                    match by_list(pos) {
                        true => rank_quiet(pos, worker, &self.rows, self.quiet),
                        false => push_quiet(pos, worker, &self.rows),
                    }
                    self.end = worker.buffer.len();
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet if !self.with_harmless => {
                    self.keep_threats(pos, worker);
                    self.stage = Stage::Threats;
                }
                Stage::Quiet | Stage::Threats => match self.best(worker) {
                    Some(m) if Some(m) == self.hint || self.is_refutation(m) => {}
                    Some(m) if self.stage == Stage::Threats && !pos.exchange(m, 0) => {}
                    Some(m) => return Some((m, false)),
                    None => {
                        self.stage = Stage::Losing;
                        self.next = self.start;
                    }
                },
                Stage::Losing => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some((worker.buffer[self.next - 1].m, true));
                    }
                    self.stage = Stage::Over;
                }
                Stage::Over => return None,
            }
        }
    }

    /// The next of the killers and the counter-move that is a legal quiet move here.
    #[inline(never)] // What follows from the position is best not worked out before every move.
    fn refutation<G: Hints<Move = M>>(&mut self, pos: &G, worker: &Worker<G>) -> Option<M> {
        while let Some(&code) = self.codes.get(self.next) {
            let place = self.next;
            self.next += 1;
            if code == NO_MOVE {
                continue;
            }
            let new = |&m: &M| Some(m) != self.hint && !self.is_refutation(m);
            let here = match by_list(pos) {
                true => worker.buffer[self.quiet..]
                    .iter()
                    .map(|r| r.m)
                    .find(|&m| pos.encode(m) == code)
                    .filter(new),
                false => pos.decode(code).filter(new).filter(|&m| !pos.is_noisy(m)),
            };
            if let Some(m) = here {
                self.refutations[place] = Some(m);
                return Some(m);
            }
        }
        None
    }

    /// Lists the quiet moves: the candidates that are not among the noisy ones, which still stand in the buffer.
    #[inline(never)] // As for refutations.
    fn list_quiet<G: Hints<Move = M>>(&self, pos: &G, worker: &mut Worker<G>) {
        let (buffer, noisy) = (&mut worker.buffer, self.start..self.end);
        pos.candidates().for_each(|m| {
            if !buffer[noisy.clone()].iter().any(|noisy| noisy.m == m) {
                buffer.push(Ranked { m, rank: 0 });
            }
        });
    }

    /// Keeps only those of the remaining moves that make a threat.
    #[inline(never)] // As for refutations.
    fn keep_threats<G: Hints<Move = M>>(&mut self, pos: &G, worker: &mut Worker<G>) {
        let threatens = pos.threatens();
        let mut end = self.next;
        for n in self.next..self.end {
            let ranked = worker.buffer[n];
            if threatens(ranked.m) {
                worker.buffer[end] = ranked;
                end += 1;
            }
        }
        self.end = end;
    }

    /// Takes the best-ranked of the remaining moves.
    #[inline(always)]
    fn best<G: Hints<Move = M>>(&mut self, worker: &mut Worker<G>) -> Option<M> {
        let left = &mut worker.buffer[self.next..self.end];
        let (mut place, mut rank) = (0, left.first()?.rank);
        for (n, ranked) in left.iter().enumerate().skip(1) {
            if ranked.rank > rank {
                (place, rank) = (n, ranked.rank);
            }
        }
        left.swap(0, place);
        self.next += 1;
        Some(worker.buffer[self.next - 1].m)
    }
}

/// Ranks the noisy moves: by their move score, and by the success of such captures before.
#[inline(never)] // As for refutations.
fn push_noisy<G: Hints>(pos: &G, worker: &mut Worker<G>) {
    let Worker { counts, buffer, .. } = worker;
    pos.noisy().for_each(|m| {
        let rank = pos.move_score(m) * 16 + counts.noisy(pos, m);
        buffer.push(Ranked { m, rank });
    });
}

/// Ranks the quiet moves, which are listed from `first` on, as [`push_quiet`] does.
#[inline(never)] // As for refutations.
fn rank_quiet<G: Hints>(pos: &G, worker: &mut Worker<G>, rows: &Rows, first: usize) {
    let Worker { counts, buffer, .. } = worker;
    let rank = counts.ranks(pos, rows);
    buffer[first..].iter_mut().for_each(|ranked| ranked.rank = rank(ranked.m));
}

/// Whether the game's quiet moves are looked up in the list of them. (Where a type stands for one game, the compiler knows.)
#[inline(always)]
fn by_list<G: Hints>(pos: &G) -> bool {
    G::BY_LIST && (!G::SEVERAL || pos.constants().by_list)
}

/// Ranks the quiet moves by their histories, and by the game's own hints.
#[inline(never)] // As for refutations.
fn push_quiet<G: Hints>(pos: &G, worker: &mut Worker<G>, rows: &Rows) {
    let Worker { counts, buffer, .. } = worker;
    let rank = counts.ranks(pos, rows);
    pos.quiet().for_each(|m| buffer.push(Ranked { m, rank: rank(m) }));
}
