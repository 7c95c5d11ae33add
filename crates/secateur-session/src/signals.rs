//! The signals that end a search before it is done: the clock, and the flags that others set.

use crate::Control;
use crate::clock::Stopwatch;
use secateur::Halt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of every search of a session. One type, so that each search is compiled once for a game; it is asked every
/// 1,024 nodes, where an indirect call costs nothing.
pub(crate) type Limiter<'a> = secateur::Limiter<&'a (dyn Fn() -> Option<Halt> + Sync)>;

/// A search looks at its signals once in this many nodes ([`secateur::Limiter`]).
const EVERY: u64 = 1024;

/// The clock, and the flags that others set.
#[derive(Copy, Clone)]
pub(crate) struct Signals<'a> {
    /// The flag of an interrupt, and what is to be done where it is looked at.
    pub(crate) control: &'a Control,
    /// The most time.
    pub(crate) time: Option<(Stopwatch, Duration)>,
    /// Ends helping threads once the main one is done.
    pub(crate) done: Option<&'a AtomicBool>,
    /// While set, the clock ends no search, since it is the opponent's that runs.
    pub(crate) pondering: Option<&'a AtomicBool>,
    /// The nodes that several threads have opened together, and the most that they may.
    pub(crate) nodes: Option<(&'a AtomicU64, u64)>,
}

impl<'a> Signals<'a> {
    /// Ends with the interrupt alone.
    pub(crate) fn of(control: &'a Control) -> Self {
        Signals { control, time: None, done: None, pondering: None, nodes: None }
    }

    /// The reason to end now, if there is one.
    pub(crate) fn look(&self) -> Option<Halt> {
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.control.look();
        if self.control.interrupt.load(Ordering::Relaxed) || is_set(self.done) {
            return Some(Halt::Interrupt);
        }
        if self.time.is_some_and(|(since, most)| since.elapsed() >= most) && !is_set(self.pondering) {
            return Some(Halt::Time);
        }
        let (spent, most) = self.nodes?;
        (spent.fetch_add(EVERY, Ordering::Relaxed) + EVERY >= most).then_some(Halt::Nodes)
    }
}
