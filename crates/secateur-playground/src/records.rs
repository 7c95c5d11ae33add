//! The recorded searches that a client looks at, where they were made.

use crate::{Allowance, RecordView, Say};
use secateur_games::Unreadable;
use secateur_session::Recording;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most nodes that are sent in one reply, beyond those that it cannot do without.
const MOST_SENT: usize = 20_000;
/// The most nodes below which one reply looks.
const MOST_ASKED: usize = 1_000;
/// The most steps that one reply covers.
const MOST_STEPS: u32 = 1_024;
/// The most cuts that one reply names.
const MOST_CUTS: usize = 64;
/// Fewer nodes than this are no use to anybody.
const FEWEST: usize = 1_000;

/// The nodes of records that there is room for, of all clients who share it. A node takes about 165 bytes, in best-first trees up to twice that. (While a search is under
/// way, its own record takes up to twice that beside it.)
#[derive(Clone, Debug)]
pub struct Room(Arc<AtomicUsize>);

impl Room {
    /// Room for so many nodes.
    pub fn of(nodes: usize) -> Room {
        Room(Arc::new(AtomicUsize::new(nodes)))
    }

    fn left(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes room for these nodes, if there is any.
    fn take(&self, nodes: usize) -> Option<Taken> {
        let take = |left: usize| left.checked_sub(nodes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(Taken { room: self.clone(), nodes })
    }
}

/// Four million nodes, some 600 MB.
impl Default for Room {
    fn default() -> Self {
        Room::of(4_000_000)
    }
}

/// Room that is taken, until it is dropped.
struct Taken {
    room: Room,
    nodes: usize,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.room.0.fetch_add(self.nodes, Ordering::Relaxed);
    }
}

/// The records of one client, the oldest first.
pub(crate) struct Records {
    room: Room,
    most: usize,
    kept: Mutex<Vec<Kept>>,
}

struct Kept {
    number: u32,
    recording: Arc<Recording>,
    taken: Taken,
}

impl Records {
    pub(crate) fn new(room: Room, allowance: &Allowance) -> Records {
        Records { room, most: allowance.records, kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a search of so many nodes at most and keeps it under this number. The oldest ones make room for it.
    pub(crate) fn record(
        &self,
        (number, wanted, part): (u32, usize, usize),
        record: &mut dyn FnMut(usize) -> Result<Recording, Unreadable>,
        since: &dyn Fn() -> Duration,
    ) -> Result<Say, Unreadable> {
        // Its own older records will make room.
        let own: usize = self.kept().iter().map(|kept| kept.taken.nodes).sum();
        let most = wanted.min(self.room.left() + own);
        if most < wanted.min(FEWEST) {
            return Err(no_room());
        }
        let recording = Arc::new(record(most)?);
        let nodes = recording.nodes(&recording.nearest(part.min(MOST_SENT)));
        let took = recording.time();
        let view = RecordView {
            record: number,
            header: recording.header().clone(),
            kind: recording.step_kind(),
            steps: recording.steps(),
            cuts: recording.cuts(),
            nodes,
            search_ms: took.as_millis() as u64,
            ready_ms: since().saturating_sub(took).as_millis() as u64,
        };
        let mut kept = self.kept();
        kept.retain(|other| other.number != number);
        while kept.len() >= self.most.max(1) {
            kept.remove(0);
        }
        let taken = loop {
            match self.room.take(recording.len()) {
                Some(taken) => break taken,
                None if kept.is_empty() => return Err(no_room()),
                None => drop(kept.remove(0)),
            }
        };
        kept.push(Kept { number, recording, taken });
        Ok(Say::Trace(Box::new(view)))
    }

    fn find(&self, number: u32) -> Result<Arc<Recording>, Unreadable> {
        let kept = self.kept();
        let found = kept.iter().find(|kept| kept.number == number).map(|kept| kept.recording.clone());
        found.ok_or_else(|| {
            Unreadable(format!("record {number} is not kept any more, expected `trace` to be asked again"))
        })
    }

    pub(crate) fn below(&self, number: u32, ids: &[u32], most: usize) -> Result<Say, Unreadable> {
        let recording = self.find(number)?;
        let ids = &ids[..ids.len().min(MOST_ASKED)];
        Ok(Say::Nodes(recording.nodes(&recording.below(ids, most.min(MOST_SENT)))))
    }

    pub(crate) fn steps(&self, number: u32, from: u32, to: u32) -> Result<Say, Unreadable> {
        let recording = self.find(number)?;
        let shown = recording.along(from, to.min(from.saturating_add(MOST_STEPS)));
        Ok(Say::Nodes(recording.nodes(&shown)))
    }

    pub(crate) fn cuts(&self, number: u32, step: u32, back: bool, most: usize) -> Result<Say, Unreadable> {
        let recording = self.find(number)?;
        let steps = recording.cuts_beside(step, back, most.min(MOST_CUTS));
        let shown: BTreeSet<u32> = steps.iter().flat_map(|&cut| recording.along(cut, cut)).collect();
        let nodes = recording.nodes(&shown.into_iter().collect::<Vec<u32>>());
        Ok(Say::Cuts { steps, nodes })
    }

    pub(crate) fn release(&self, number: u32) -> Say {
        self.kept().retain(|kept| kept.number != number);
        Say::Nodes(Vec::new())
    }
}

fn no_room() -> Unreadable {
    Unreadable(
        "there is no room for another record; expected others to be released, or fewer nodes to be kept"
            .into(),
    )
}
