//! A row proven again.

use super::{AtlasMethod, AtlasRow, rows};
use crate::workforce::by_text;
use secateur_games::Unreadable;
use secateur_session::{Registry, Request, Session, Solution, StoppedBy, ValueClaim};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What came of proving a row again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AtlasCheck {
    /// How it compares.
    pub verdict: AtlasVerdict,
    /// The value found, on the game's own scale: where it differs, the one that does.
    pub value: Option<i32>,
    /// The nodes opened, by all methods together.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl AtlasCheck {
    /// Nothing was found, and nothing done.
    pub const NOT_REACHED: AtlasCheck =
        AtlasCheck { verdict: AtlasVerdict::NotReached, value: None, nodes: 0, time: Duration::ZERO };
}

/// How what was found compares to what is written down.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AtlasVerdict {
    /// Every method that came to an end found the value.
    Agrees,
    /// A method found another value.
    Differs,
    /// No method came to an end.
    NotReached,
}

impl AtlasVerdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            AtlasVerdict::Agrees => "agrees",
            AtlasVerdict::Differs => "differs",
            AtlasVerdict::NotReached => "not reached",
        }
    }
}

/// A row to be proven again by somebody else, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtlasJob {
    /// The game of the row.
    pub game: String,
    /// The position; empty at the start.
    pub position: String,
    /// The time for all methods together.
    pub within: Duration,
}

impl AtlasJob {
    /// Proves the row of a job in JSON again: what came of it, in JSON, also if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if the text is no job, or the atlas has no such row.
    pub fn check_text(
        text: &str,
        registry: &Registry,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<String>, Unreadable> {
        by_text(text, |AtlasJob { game, position, within }: &AtlasJob| {
            let row = rows()?.into_iter().find(|row| row.game == *game && row.position == *position);
            let row = row.ok_or_else(|| Unreadable(format!("the atlas has no row '{game} {position}'")))?;
            row.check(registry, *within, interrupt).map(Some)
        })
    }
}

/// What one method found.
struct Found {
    value: Option<i32>,
    nodes: u64,
}

/// Sorts rows by the time that their proofs take; those without come last, in their own order.
pub fn cheapest_first(rows: &mut [AtlasRow]) {
    rows.sort_by_key(|row| row.time().unwrap_or(Duration::MAX));
}

impl AtlasRow {
    /// Proves the value again by the methods that have proven it here, one after another, for at most so long together. A
    /// row without proofs is not reached.
    ///
    /// # Errors
    ///
    /// If the registry does not have the board.
    pub fn check(
        &self,
        registry: &Registry,
        within: Duration,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<AtlasCheck, Unreadable> {
        let start = Instant::now();
        let mut check = AtlasCheck::NOT_REACHED;
        for proof in &self.proofs {
            let left = within.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            let found = self.prove(proof.method, registry, left, interrupt)?;
            check.nodes += found.nodes;
            check.value = found.value.or(check.value);
            match found.value {
                None => break,
                Some(value) if self.value.is(value) => check.verdict = AtlasVerdict::Agrees,
                Some(_) => {
                    check.verdict = AtlasVerdict::Differs;
                    break;
                }
            }
        }
        check.time = start.elapsed();
        Ok(check)
    }

    fn prove(
        &self,
        method: AtlasMethod,
        registry: &Registry,
        within: Duration,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Found, Unreadable> {
        let mut request = Request::default().algorithm(method.algorithm()?).interrupt(interrupt.clone());
        request.limits.time = Some(within);
        let session = self.open(registry)?;
        match method {
            AtlasMethod::Solve => Ok(match session.solver(&request).solve(&self.position)? {
                Solution::Solved(solved) => Found { value: Some(solved.value), nodes: solved.nodes },
                Solution::Unsolved(unsolved) => Found { value: None, nodes: unsolved.nodes },
            }),
            AtlasMethod::Prove => {
                let (value, nodes) = proven(&*session, &request)?;
                Ok(Found { value, nodes })
            }
        }
    }
}

/// The value of the position at hand by a proof, as far as the limits of the request go; and the nodes that it took.
pub(crate) fn proven(session: &dyn Session, request: &Request) -> Result<(Option<i32>, u64), Unreadable> {
    let mut proof = session.prover(None, request)?;
    loop {
        // The count of nodes ends a search only between two goals.
        let progress = proof.search(u64::MAX);
        if progress.stopped_by != StoppedBy::Nodes {
            // What is known from both sides, if from both, is the same number.
            let value = progress.claims.first().map(|claim| match *claim {
                ValueClaim::AtLeast(value) | ValueClaim::AtMost(value) => value,
            });
            return Ok((value, progress.nodes));
        }
    }
}
