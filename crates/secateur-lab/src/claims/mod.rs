//! The claims of the source lectures with a number in them, each put to a small experiment.
//!
//! A [`Claim`] says what is claimed and where, how it is tested, and by which [`Rule`] it stands: all written down
//! before anything is measured. Its experiment yields [`ClaimFigure`]s, and the [`ClaimVerdict`] follows from figures and rule.
//! A figure for each set of circumstances: a claim that stands in some of them is true *when* they are given.
//!
//! - `figure`: numbers with intervals, rules, verdicts.
//! - `bench`: games, positions of their own play, searches.
//! - `counting`, `pruning`, `windows`, `deepening`, `memory`, `selective`: the claims, by what they are about.
//!
//! ```
//! use secateur_lab::claims::{ClaimBench, CLAIMS, Size, ClaimVerdict};
//! use std::sync::Arc;
//!
//! let games = secateur_standard::standard();
//! let bench = ClaimBench::new(&games, Size::Tiny, 1, 2, &Arc::default());
//! let bound = CLAIMS.iter().flat_map(|group| group.iter()).find(|claim| claim.id == "deepening-bound").unwrap();
//! let finding = bound.test(&bench).unwrap().unwrap();
//! assert_eq!(finding.verdict, ClaimVerdict::Holds);
//! assert!(finding.figures.iter().all(|figure| figure.estimate.value <= 1.0));
//! ```

mod bench;
mod counting;
mod deepening;
mod figure;
mod memory;
mod pruning;
mod selective;
mod windows;

pub use bench::{ClaimBench, Size};
pub use figure::{ClaimEstimate, ClaimFigure, ClaimVerdict, Rule, Unit, readable};

use bench::ClaimError;
use secateur_games::Unreadable;
use secateur_session::Registry;
use std::fmt;

/// A lecture, by its title and author.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lecture {
    /// D. Eppstein, *Variants of Alpha-Beta Search*, ICS 180, 1999.
    Variants,
    /// B. Bouzy, *Recherche arborescente*, 2005, largely after B. Moreland.
    Recherche,
    /// *Alpha Beta Search*, an article on the web.
    Article,
}

impl fmt::Display for Lecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lecture::Variants => "Variants of Alpha-Beta Search (Eppstein 1999)",
            Lecture::Recherche => "Recherche arborescente (Bouzy 2005, after Moreland)",
            Lecture::Article => "Alpha Beta Search (article)",
        })
    }
}

/// A claim and its experiment.
pub struct Claim {
    /// The claim's name: `pvs-10`.
    pub id: &'static str,
    /// The claim itself.
    pub says: &'static str,
    /// The lecture that it stands in.
    pub lecture: Lecture,
    /// The section of the lecture.
    pub section: &'static str,
    /// The test: the meaning of each figure, and the assumptions.
    pub tested: &'static str,
    /// The unit of the figures.
    pub unit: Unit,
    /// The range in which a figure bears the claim out.
    pub rule: Rule,
    /// The games that it takes. Others that an experiment knows are left out where they are not there.
    pub needs: &'static [&'static str],
    run: fn(&ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError>,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimFinding {
    /// The measured figures.
    pub figures: Vec<ClaimFigure>,
    /// The verdict on them.
    pub verdict: ClaimVerdict,
}

/// All claims, in groups, in the order of the lectures.
///
/// ```
/// use secateur_lab::claims::CLAIMS;
///
/// assert!(CLAIMS.iter().map(|group| group.len()).sum::<usize>() >= 3);
/// ```
pub const CLAIMS: &[&[Claim]] = &[
    counting::CLAIMS,
    pruning::CLAIMS,
    memory::CLAIMS,
    deepening::CLAIMS,
    windows::CLAIMS,
    selective::CLAIMS,
];

impl Claim {
    /// The games that the experiment needs and the registry lacks.
    pub fn lacks(&self, registry: &Registry) -> Vec<&'static str> {
        let there = |game: &str| registry.entries().iter().any(|entry| entry.name == game);
        self.needs.iter().copied().filter(|game| !there(game)).collect()
    }

    /// Does the experiment. None if the flag was raised before its end.
    ///
    /// # Errors
    ///
    /// One sentence if a game is missing, does not take its own positions, or has none to search.
    pub fn test(&self, bench: &ClaimBench<'_>) -> Result<Option<ClaimFinding>, Unreadable> {
        let figures = match (self.run)(bench) {
            Ok(figures) => figures,
            Err(ClaimError::Interrupted) => return Ok(None),
            Err(ClaimError::Failed(error)) => return Err(error),
        };
        let verdict = ClaimVerdict::of(&figures, self.rule)
            .ok_or_else(|| Unreadable(format!("{}: there was nothing to measure", self.id)))?;
        Ok(Some(ClaimFinding { figures, verdict }))
    }
}

#[cfg(test)]
mod tests;
