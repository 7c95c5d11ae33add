//! Who does work that comes in numbered pieces: threads of this process, or a crew elsewhere.

use crate::crew::{self, Crew, CrewWork};
use crate::each::as_done;
use crate::error::Error;
use secateur_games::Unreadable;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::AtomicBool;

/// Who does the work.
pub enum Workforce<'c> {
    /// So many threads of this process.
    Threads(usize),
    /// Workers that are sent each piece in JSON, and send what came of it in JSON.
    Crew(&'c mut dyn Crew),
}

impl Workforce<'_> {
    /// Has the pieces below `count` done, and hands what came of each to `take` as it is done. Where the flag is raised, those
    /// under way are given up. How a crew did it, if there is one.
    pub(crate) fn do_all<J: Serialize, T: DeserializeOwned + Send>(
        &mut self,
        count: usize,
        job: impl Fn(usize) -> J + Sync,
        work: impl Fn(&J) -> Result<Option<T>, Unreadable> + Sync,
        interrupt: &AtomicBool,
        mut take: impl FnMut(usize, T) -> Result<(), Error>,
    ) -> Result<Option<CrewWork>, Error> {
        match self {
            Workforce::Threads(threads) => {
                as_done(
                    count,
                    *threads,
                    interrupt,
                    |n| work(&job(n)),
                    |some| some.into_iter().try_for_each(|(n, done)| take(n, done)),
                )?;
                Ok(None)
            }
            Workforce::Crew(crew) => {
                let mut jobs =
                    (0..count).map(|n| Ok((n as u64, serde_json::to_string(&job(n)).unwrap_or_default())));
                let work = crew::each(*crew, &mut jobs, interrupt, &mut |n, done| {
                    let done = serde_json::from_str(&done)
                        .map_err(|e| Unreadable(format!("what a worker has done cannot be read: {e}")))?;
                    take(n as usize, done)
                })?;
                Ok(Some(work))
            }
        }
    }
}

/// Reads a piece of work in JSON, does it, and returns what came of it in JSON; none if it was given up.
pub(crate) fn by_text<J: DeserializeOwned, T: Serialize>(
    text: &str,
    work: impl FnOnce(&J) -> Result<Option<T>, Unreadable>,
) -> Result<Option<String>, Unreadable> {
    let job: J = serde_json::from_str(text)
        .map_err(|e| Unreadable(format!("found no work of this kind, expected some as it was sent: {e}")))?;
    Ok(work(&job)?.map(|done| serde_json::to_string(&done).unwrap_or_default()))
}
