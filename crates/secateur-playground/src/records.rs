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
/// The most steps that one reply covers.
const MOST_STEPS: u32 = 1_024;
/// The most cuts that one reply names.
const MOST_CUTS: usize = 64;
/// Fewer nodes than this are no use to anybody.
const FEWEST: usize = 1_000;

/// The nodes of records that there is room for, of all clients who share it. A node takes about 150 bytes, and twice that while
/// its search is under way.
#[derive(Clone, Debug)]
pub struct Room(Arc<AtomicUsize>);

impl Room {
    /// Room for so many nodes.
    pub fn of(nodes: usize) -> Room {
        Room(Arc::new(AtomicUsize::new(nodes)))
    }

    /// Takes as many of these nodes as there is room for.
    fn take(&self, wanted: usize) -> Taken {
        let mut nodes = 0;
        let take = |left: usize| {
            nodes = left.min(wanted);
            Some(left - nodes)
        };
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        Taken { room: self.clone(), nodes }
    }
}

/// Two million nodes, some 300 MB.
impl Default for Room {
    fn default() -> Self {
        Room::of(2_000_000)
    }
}

/// Room that is taken, until it is dropped.
struct Taken {
    room: Room,
    nodes: usize,
}

impl Taken {
    fn shrink_to(&mut self, nodes: usize) {
        let nodes = nodes.min(self.nodes);
        self.room.0.fetch_add(self.nodes - nodes, Ordering::Relaxed);
        self.nodes = nodes;
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.shrink_to(0);
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
    _room: Taken,
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
        (number, most, part): (u32, usize, usize),
        record: &mut dyn FnMut(usize) -> Result<Recording, Unreadable>,
        since: &dyn Fn() -> Duration,
    ) -> Result<Say, Unreadable> {
        let mut room = {
            let mut kept = self.kept();
            kept.retain(|other| other.number != number);
            while kept.len() >= self.most.max(1) {
                kept.remove(0);
            }
            let mut room = self.room.take(most);
            while room.nodes < most && !kept.is_empty() {
                drop(room);
                kept.remove(0);
                room = self.room.take(most);
            }
            room
        };
        if room.nodes < most.min(FEWEST) {
            return Err(Unreadable(
                "there is no room for another record; expected others to be released, or fewer nodes to be kept"
                    .into(),
            ));
        }
        let recording = Arc::new(record(room.nodes)?);
        room.shrink_to(recording.len());
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
        self.kept().push(Kept { number, recording, _room: room });
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
