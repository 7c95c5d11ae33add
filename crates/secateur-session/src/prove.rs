//! Proofs: a goal, a search that proves it or disproves it, slice by slice, and what is left of it for others to check.

use crate::answer::ProofNumbers;
use crate::certify::{self, Certified, CertifyError, Oracle};
use crate::checkpoint::{self, ResumeError, Terms};
use crate::clock::Stopwatch;
use crate::goals::{Values, further, score_of};
use crate::growth::{Found, GoalProver, Growth, ProverTable, check_parts, context, growth, knowledge};
use crate::part::DividedProof;
use crate::play::Play;
use crate::rulebook::on_scale;
use crate::signals::{Limiter, Signals};
use crate::{Algorithm, Board, Request, Rulebook, StoppedBy, ValueClaim};
use crate::{solve, together};
use secateur::best::End;
use secateur::{Bounds, Halt, Repetition, Score, legal_moves, result};
use secateur_games::{Notation, Unreadable};
use serde::Serialize;
use std::io::{self, BufRead, Write};

/// How far a proof has come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProofProgress {
    /// The question at hand: whether the value is at least this, on the game's own scale.
    pub goal: i32,
    /// The numbers of the root.
    pub proof_numbers: Option<ProofNumbers>,
    /// The most-proving line; of a settled goal, the line that proves it.
    pub pv: Vec<String>,
    /// Nodes opened, with those before a checkpoint.
    pub nodes: u64,
    /// Milliseconds searched, with those before a checkpoint.
    pub time_ms: f64,
    /// The bytes that the tree takes, or the table may take.
    pub bytes: usize,
    /// Why the search ended: `Solved` once all is known that was asked.
    pub stopped_by: StoppedBy,
    /// What is proven and was asked for; nothing as long as it is not.
    #[serde(skip)]
    pub claims: Vec<ValueClaim>,
}

impl ProofProgress {
    /// Whether there is something left to search.
    pub fn is_open(&self) -> bool {
        self.stopped_by != StoppedBy::Solved
    }
}

/// A proof in the making: who wins from a position, or whether a value can be reached.
///
/// ```
/// use secateur_session::{Algorithm, ValueClaim, Request};
/// use secateur_standard::standard;
///
/// let mut nim = standard().find("nim").unwrap().open();
/// nim.set("1,2,3").unwrap();
/// let request = Request::default().hash(1 << 20).algorithm(Algorithm::named("df-pn").unwrap());
/// let mut proof = nim.prover(None, &request).unwrap();
/// let progress = proof.search(10_000);
/// assert!(!progress.is_open());
/// assert_eq!(progress.claims, [ValueClaim::AtMost(-1)]);
/// ```
pub trait Prover: DividedProof + Send {
    /// Searches on, for at most `nodes` nodes more. The interrupt of the request ends it, and its limit of time.
    fn search(&mut self, nodes: u64) -> ProofProgress;

    /// Writes down all that is known, for [`Prover::resume`].
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Goes on from what [`Prover::save`] has written, with a table of any size.
    ///
    /// # Errors
    ///
    /// If it was written for something else, or cannot be read.
    fn resume(&mut self, input: &mut dyn BufRead) -> Result<(), ResumeError>;

    /// Writes a certificate of what is proven, for [`verify`](crate::verify()). What the search has lost of its proof is
    /// searched once more.
    ///
    /// # Errors
    ///
    /// If there is nothing proven, the proof has no certificate, or it cannot be written.
    fn certify(
        &mut self,
        out: &mut dyn Write,
        report: &mut dyn FnMut(Certified),
    ) -> Result<Certified, CertifyError>;
}

/// The algorithm whose table outlives a goal, and that certificates are made with.
const WITH_TABLE: &str = "df-pn";

/// A [`Prover`] for the game `G`.
pub(crate) struct ProofSearch<G: Notation> {
    /// At the root between calls.
    pub(crate) play: Play<G>,
    terms: Terms,
    pub(crate) growth: Box<dyn Growth<G>>,
    /// Whether it grows in a table that outlives a goal.
    has_table: bool,
    /// A table beside it, where it has none.
    table: Option<Box<dyn Growth<G>>>,
    pub(crate) request: Request,
    goal: Option<(i32, Score)>,
    bounds: Bounds,
    /// The last goal that was asked.
    pub(crate) asked: Option<Score>,
    line: Vec<String>,
    pub(crate) nodes: u64,
    /// Milliseconds before the checkpoint.
    before: u64,
    start: Stopwatch,
}

impl<G: Notation> ProofSearch<G> {
    /// A proof of the value of the position at hand, or that it is at least `goal`.
    pub(crate) fn new(play: Play<G>, goal: Option<i32>, request: &Request) -> Result<Self, Unreadable> {
        check_parts(&request.method.without, G::PARTS)?;
        let mut growth = growth::<G>(request);
        let prover = growth.as_mut().and_then(|growth| growth.as_prover());
        let has_table = has_table(prover.map(|prover| prover.table().is_some()), request)?;
        let Some(mut growth) = growth else { unreachable!("it proves") };
        let pos = play.at();
        let bounds = result(pos).map_or(Bounds::NONE, Bounds::exact);
        let mut asked_for = goal.map_or("value".to_owned(), |goal| format!("at least {goal}"));
        if let Some(ProverTable::Bounds(_)) = goals(&mut *growth).table() {
            asked_for += ", by bounds";
        }
        let goal = goal.map(|goal| Ok((goal, score_of(pos, goal)?))).transpose()?;
        let terms = Terms { game: play.name().to_owned(), position: play.position(), goal: asked_for };
        let start = request.control.clock.start();
        Ok(ProofSearch {
            play,
            terms,
            growth,
            has_table,
            table: None,
            request: request.clone(),
            goal,
            bounds,
            asked: None,
            line: Vec::new(),
            nodes: 0,
            before: 0,
            start,
        })
    }

    /// The goal to ask for next; none once all is known that was asked.
    pub(crate) fn next_goal(&self) -> Option<Score> {
        let Bounds { lower, upper } = self.bounds;
        match self.goal {
            Some((_, goal)) => (lower < goal && goal <= upper).then_some(goal),
            None => Values::of(self.play.at()).next_goal(self.bounds),
        }
    }

    /// Takes in what is proven of the root.
    pub(crate) fn narrow(&mut self, proven: Bounds) {
        let (known, values) = (self.bounds, Values::of(self.play.at()));
        let Bounds { lower, upper } = values.sharpened(proven);
        self.bounds = Bounds { lower: known.lower.max(lower), upper: known.upper.min(upper) };
    }

    /// What is proven and was asked for.
    fn claims(&self) -> Vec<ValueClaim> {
        let pos = self.play.at();
        match self.next_goal() {
            Some(_) => Vec::new(),
            None => {
                ValueClaim::of(G::SCALE, self.goal, self.bounds, &|score| on_scale(pos, score), &|value| {
                    score_of(pos, value).is_ok()
                })
            }
        }
    }

    fn progress(&self, goal: Score, stopped_by: StoppedBy) -> ProofProgress {
        let root = self.growth.root();
        let pos = self.play.at();
        ProofProgress {
            goal: self.goal.map_or_else(|| on_scale(pos, goal), |(goal, _)| goal),
            proof_numbers: root.proof_numbers,
            pv: self.line.clone(),
            nodes: self.nodes,
            time_ms: self.before as f64 + self.start.milliseconds(),
            bytes: if self.has_table { self.request.resources.hash } else { self.growth.bytes() },
            stopped_by,
            claims: self.claims(),
        }
    }

    /// Asks whether the value of a position is at least `goal`, within `nodes` nodes.
    pub(crate) fn ask(&mut self, pos: &G, goal: Score, nodes: u64, for_certificate: bool) -> Found<G> {
        let time = self.request.limits.time.filter(|_| !for_certificate);
        let signals =
            Signals { time: time.map(|most| (self.start, most)), ..Signals::of(&self.request.control) };
        let growth =
            if for_certificate { self.table.as_mut().unwrap_or(&mut self.growth) } else { &mut self.growth };
        let prover = goals(&mut **growth);
        let threads = if for_certificate { 1 } else { self.request.resources.threads };
        let (found, spent) = match prover.table() {
            Some(ProverTable::Proofs(table)) if threads > 1 => {
                together::ask(pos, goal, (&self.request, signals, nodes), table)
            }
            Some(ProverTable::Bounds(table)) => {
                solve::ask(pos, goal, (&self.request, signals, nodes), threads, table)
            }
            _ => {
                let look = || signals.look();
                let known = knowledge::<G>(&self.request);
                let mut cx = context::<G>(known, Limiter::new(nodes, &look), Repetition::exact(pos));
                (prover.ask(&mut cx, pos, goal), cx.watch.nodes)
            }
        };
        if !for_certificate {
            self.nodes += spent;
        }
        found
    }

    /// A move that is proven to reach `goal`, where knowledge says that there is one, and not which: the first that a
    /// search finds with more and more nodes for each.
    fn by_trial(&mut self, pos: &G, goal: Score) -> Result<G::Move, CertifyError> {
        let mut nodes: u64 = 256;
        loop {
            let mut open = false;
            for m in legal_moves(pos) {
                let child = pos.child(m);
                let against = further(-goal.prev(), 1);
                let upper = match result(&child) {
                    Some(value) => value,
                    None => {
                        let found = self.ask(&child, against, nodes, true);
                        interrupted(&found.end)?;
                        open |= matches!(found.end, End::Halted(_));
                        found.bounds.upper
                    }
                };
                if upper < against {
                    return Ok(m);
                }
            }
            if !open {
                return Err(self.contradiction(pos));
            }
            nodes = nodes.saturating_mul(4);
        }
    }

    /// What the side that a claim speaks for has to reach, as it sees it at the root. Where positions come back, it is to win
    /// as soon as was proven: whoever keeps to that gets nearer to the end with each move.
    fn goal_of(&self, claim: ValueClaim) -> Result<Score, CertifyError> {
        let of_root = |value| score_of(self.play.root(), value).map_err(CertifyError::Impossible);
        let (goal, proven) = match claim {
            ValueClaim::AtLeast(value) => (of_root(value)?, self.bounds.lower),
            // The search has asked for no more, where whoever does not lose has won.
            ValueClaim::AtMost(-1) if !G::DRAWS => (Score::DRAW, -self.bounds.upper),
            ValueClaim::AtMost(value) => (-of_root(value + 1)?.prev(), -self.bounds.upper),
        };
        let says_when = proven >= goal && proven > Score::win_in(Score::MAX_DISTANCE);
        let is_soon = G::CYCLES && goal > Score::DRAW && says_when;
        Ok(if is_soon { proven } else { goal })
    }

    fn contradiction(&self, pos: &G) -> CertifyError {
        let text = pos.write();
        CertifyError::Impossible(Unreadable(format!(
            "the proof does not hold at '{text}': what the game knows beyond its rules contradicts them"
        )))
    }
}

impl<G: Notation> Prover for ProofSearch<G> {
    fn search(&mut self, nodes: u64) -> ProofProgress {
        let Some(goal) = self.next_goal() else {
            let goal = self.asked.unwrap_or(Score::DRAW);
            return self.progress(goal, StoppedBy::Solved);
        };
        if self.asked.replace(goal).is_some_and(|last| last != goal) && !self.has_table {
            self.growth.clear();
        }
        let pos = self.play.at().clone();
        let found = self.ask(&pos, goal, nodes, false);
        self.narrow(found.bounds);
        let mut at = pos;
        self.line.clear();
        for &m in &found.line {
            self.line.push(at.write_move(m));
            at.play(m);
        }
        let stopped_by = match found.end {
            _ if self.next_goal().is_none() => StoppedBy::Solved,
            End::Halted(halt) => halt.into(),
            // One goal is settled, and there is another.
            End::Settled => StoppedBy::Nodes,
            _ => StoppedBy::Memory,
        };
        self.progress(goal, stopped_by)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let ms = self.before + self.start.milliseconds() as u64;
        let progress = checkpoint::Reached { nodes: self.nodes, ms, bounds: self.bounds };
        match goals(&mut *self.growth).table() {
            Some(ProverTable::Proofs(table)) => checkpoint::save(out, &self.terms, &progress, table),
            Some(ProverTable::Bounds(table)) => checkpoint::save(out, &self.terms, &progress, table),
            None => Err(io::Error::other(NO_TABLE)),
        }
    }

    fn resume(&mut self, input: &mut dyn BufRead) -> Result<(), ResumeError> {
        let progress = match goals(&mut *self.growth).table() {
            Some(ProverTable::Proofs(table)) => checkpoint::load(input, &self.terms, table)?,
            Some(ProverTable::Bounds(table)) => checkpoint::load(input, &self.terms, table)?,
            None => return Err(ResumeError::Unreadable(Unreadable(NO_TABLE.into()))),
        };
        (self.nodes, self.before) = (progress.nodes, progress.ms);
        self.narrow(progress.bounds);
        Ok(())
    }

    fn certify(
        &mut self,
        out: &mut dyn Write,
        report: &mut dyn FnMut(Certified),
    ) -> Result<Certified, CertifyError> {
        let claims = self.claims();
        if claims.is_empty() {
            return Err(CertifyError::Impossible(Unreadable("nothing is proven yet".into())));
        }
        if G::RETURNED != Score::DRAW {
            let text = "a certificate knows no path, and here the rules forbid to bring a position back";
            return Err(CertifyError::Impossible(Unreadable(text.into())));
        }
        if !self.has_table && self.table.is_none() {
            self.growth.clear();
            let mut request = self.request.clone();
            request.method.algorithm = Algorithm::named(WITH_TABLE).map_err(CertifyError::Impossible)?;
            self.table = growth::<G>(&request);
        }
        let Terms { game, position, .. } = self.terms.clone();
        let certified = certify::certify(self, (&game, &position), &claims, out, report);
        while self.play.undo() {}
        certified
    }
}

/// Whether a search has a table: none if it is no prover.
fn has_table(prover: Option<bool>, request: &Request) -> Result<bool, Unreadable> {
    let name = request.method.algorithm.name;
    match prover {
        None if request.method.algorithm.proves_goals() => Err(Unreadable(format!(
            "{name} proves nothing in a game whose positions can come back, expected df-pn, pn or pn2"
        ))),
        None => Err(Unreadable(format!("{name} proves nothing, expected one of {}", Algorithm::provers()))),
        Some(false) if request.resources.threads > 1 => Err(Unreadable(format!(
            "{name} has no table that threads could share, expected df-pn, solve or 1 thread"
        ))),
        Some(has_table) => Ok(has_table),
    }
}

/// Why there is no checkpoint.
const NO_TABLE: &str = "a checkpoint holds the table of df-pn or solve, and this algorithm has none";

impl<G: Notation> Oracle for ProofSearch<G> {
    fn game(&mut self) -> &mut dyn Rulebook {
        &mut self.play
    }

    fn gets_nearer(&self, claim: ValueClaim) -> Result<bool, CertifyError> {
        let goal = self.goal_of(claim)?;
        Ok(!G::CYCLES || goal.is_decisive() && goal > Score::DRAW)
    }

    fn answer(&mut self, claim: ValueClaim) -> Result<u32, CertifyError> {
        let (pos, plies) = (self.play.at().clone(), self.play.past().len() as u32);
        let goal = further(self.goal_of(claim)?, plies);
        let found = self.ask(&pos, goal, u64::MAX, true);
        interrupted(&found.end)?;
        let m = match found.line.first() {
            _ if found.bounds.lower < goal => return Err(self.contradiction(&pos)),
            Some(&m) => m,
            None => self.by_trial(&pos, goal)?,
        };
        let nth = legal_moves(&pos).iter().position(|&n| n == m);
        nth.map(|nth| nth as u32).ok_or_else(|| self.contradiction(&pos))
    }
}

/// The growth as a prover, which it is known to be.
pub(crate) fn goals<G: Notation>(growth: &mut dyn Growth<G>) -> &mut dyn GoalProver<G> {
    growth.as_prover().expect("none else is taken for a proof")
}

/// An error if that is why a search ended.
pub(crate) fn interrupted(end: &End<Halt>) -> Result<(), CertifyError> {
    match end {
        End::Halted(Halt::Interrupt) => Err(CertifyError::Interrupted),
        _ => Ok(()),
    }
}
