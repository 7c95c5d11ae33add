use super::{JobDone, Master, ProofTask};
use crate::crew::{Crew, Doing, Making, Returned};
use crate::error::Error;
use secateur_games::Unreadable;
use std::sync::Arc;
use std::time::Duration;

/// The time between two looks.
const BETWEEN: Duration = Duration::from_millis(100);

/// Has a proof done by a crew, until all is known that was asked, or `goes_on` is false, which is asked after each job and now
/// and then. Jobs are `ProofJob`s, and what was found are `JobDone`s, in JSON.
///
/// What is under way at the end is left to the crew: nobody waits for what nobody needs.
///
/// # Errors
///
/// If a job fails more often than the master allows, or there is no worker left.
pub fn lead(
    master: &mut Master,
    crew: &mut dyn Crew,
    goes_on: &mut dyn FnMut(&Master) -> bool,
) -> Result<(), Error> {
    let mut under_way = 0_usize;
    while !master.is_done() && goes_on(master) {
        while under_way < crew.workers() {
            let Some(job) = master.hand_out() else { break };
            crew.send(job.id, &serde_json::to_string(&job).unwrap_or_default())?;
            under_way += 1;
        }
        let Some(Returned { id, found }) = crew.receive(BETWEEN)? else { continue };
        under_way = under_way.saturating_sub(1);
        let done = found.and_then(|text| {
            serde_json::from_str::<JobDone>(&text).map_err(|e| format!("what it found cannot be read: {e}"))
        });
        match done {
            Ok(done) => {
                if let Some(news) = done.news() {
                    crew.tell(&news)?;
                }
                master.take(done);
            }
            Err(why) => master.lose(id, &why).map_err(|failure| Unreadable(failure.to_string()))?,
        }
    }
    Ok(())
}

impl ProofTask {
    /// Makes workers of it that take a job as text, and tell what they have found as text.
    pub fn making(&self) -> Making {
        let task = self.clone();
        Arc::new(move || {
            let mut worker = task.worker()?;
            Ok(Box::new(move |job: &str| worker.search_text(job)) as Doing)
        })
    }
}
