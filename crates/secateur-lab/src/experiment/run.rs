//! The jobs that a store lacks, on several threads or by a crew.

use super::{ExperimentStore, Job, ResultRow};
use crate::crew::{Crew, CrewWork, each};
use crate::each::as_done;
use crate::error::Error;
use secateur_session::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Searches the jobs that the store lacks, `threads` at a time, and keeps each as it is done; `heard` is told how
/// many were. Returns the number of jobs done: where the flag is raised, those done so far. Jobs under way are given up
/// then, and are missing still.
///
/// # Errors
///
/// One sentence if a job cannot be searched, or the store takes no more. The flag is raised then as well, so
/// that no time is spent on searches that could not be kept.
pub fn run(
    jobs: &[Job],
    store: &mut ExperimentStore,
    registry: &Registry,
    threads: usize,
    interrupt: &Arc<AtomicBool>,
    mut heard: impl FnMut(usize),
) -> Result<usize, Error> {
    let known = store.ids()?;
    let missing: Vec<&Job> = jobs.iter().filter(|job| !known.contains(&job.id())).collect();
    let mut done = 0;
    let search = |n: usize| missing[n].search(registry, interrupt);
    let ran = as_done(missing.len(), threads, interrupt, search, |some| {
        store.add(
            some.iter().map(|(n, (answer, iterations))| ResultRow::new(missing[*n], answer, iterations)),
        )?;
        done += some.len();
        heard(some.len());
        Ok(())
    });
    ran.map(|()| done).inspect_err(|_| interrupt.store(true, Ordering::Relaxed))
}

/// The same by a crew, to which jobs go in JSON, and from which rows come back in JSON. Returns the number of jobs done as well.
///
/// # Errors
///
/// One sentence if a job fails again and again, there is no worker left, or the store takes no more.
pub fn run_by(
    jobs: &[Job],
    store: &mut ExperimentStore,
    crew: &mut dyn Crew,
    interrupt: &AtomicBool,
    mut heard: impl FnMut(usize),
) -> Result<(usize, CrewWork), Error> {
    let known = store.ids()?;
    let missing = jobs.iter().filter(|job| !known.contains(&job.id()));
    let mut texts =
        missing.enumerate().map(|(n, job)| Ok((n as u64, serde_json::to_string(job).unwrap_or_default())));
    let mut done = 0;
    let work = each(crew, &mut texts, interrupt, &mut |_, row| {
        let new = store.add([ResultRow::read(&row)?])?;
        done += new;
        heard(new);
        Ok(())
    })?;
    Ok((done, work))
}
