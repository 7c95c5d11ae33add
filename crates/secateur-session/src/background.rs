//! Work on a position in a thread of its own.

use crate::in_play::InPlay;
use crate::{Answer, Request, Session};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Work under way.
pub(crate) struct Background {
    signals: Arc<Signals>,
    thread: JoinHandle<Option<InPlay>>,
}

/// The signals between the work and its owner.
struct Signals {
    interrupt: Arc<AtomicBool>,
    /// Whether the opponent's clock runs: nothing may be answered yet.
    pondering: Arc<AtomicBool>,
    /// Whether the answer has to wait for the interrupt.
    hold: bool,
    /// Set before the answer is given: whoever has seen the answer may start the next search.
    answered: AtomicBool,
}

impl Signals {
    fn must_wait(&self) -> bool {
        let waits = self.hold || self.pondering.load(Ordering::Acquire);
        waits && !self.interrupt.load(Ordering::Acquire)
    }
}

impl Background {
    /// Searches the position. Each iteration is reported, then the answer given; if `hold`, not before
    /// [`Background::stop`], and while `request.control.pondering` is set not before [`Background::hit`] or that. An
    /// error in the game that makes the search panic leaves no answer, but `give` is called all the same, since
    /// somebody waits for it.
    ///
    /// # Errors
    ///
    /// If the system cannot start a thread.
    pub(crate) fn search(
        position: InPlay,
        mut request: Request,
        hold: bool,
        mut report: impl FnMut(&Answer) + Send + 'static,
        give: impl FnOnce(Option<&Answer>) + Send + 'static,
    ) -> io::Result<Background> {
        let (interrupt, pondering) = (Arc::new(AtomicBool::new(false)), request.control.pondering.clone());
        request.control.interrupt = interrupt.clone();
        let signals = Signals { interrupt, pondering, hold, answered: AtomicBool::new(false) };
        let search = move |position: &mut InPlay| position.board.analyse(&request, &mut report);
        Self::start(position, signals, search, move |answer: Option<Answer>| give(answer.as_ref()))
    }

    /// Counts the move paths of this length below each move, and reports each count. The total is
    /// given to `give`; none if it was stopped before.
    ///
    /// # Errors
    ///
    /// If the system cannot start a thread.
    pub(crate) fn count(
        position: InPlay,
        plies: u32,
        mut report: impl FnMut(&str, u64) + Send + 'static,
        give: impl FnOnce(Option<u64>) + Send + 'static,
    ) -> io::Result<Background> {
        let count = move |position: &mut InPlay, stopped: &Arc<AtomicBool>| {
            below_each(&mut *position.board, &mut |board, m| {
                let nodes = paths(board, plies - 1, stopped)?;
                report(m, nodes);
                Some(nodes)
            })
        };
        Self::work(position, count, move |total| give(total.flatten()))
    }

    /// Does any work on the position, which has to look at the flag that [`Background::stop`] sets. Its result
    /// is given to `give`; none if it panics.
    ///
    /// # Errors
    ///
    /// If the system cannot start a thread.
    pub(crate) fn work<T>(
        position: InPlay,
        work: impl FnOnce(&mut InPlay, &Arc<AtomicBool>) -> T + Send + 'static,
        give: impl FnOnce(Option<T>) + Send + 'static,
    ) -> io::Result<Background> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let stopped = interrupt.clone();
        let signals =
            Signals { interrupt, pondering: Arc::default(), hold: false, answered: AtomicBool::new(false) };
        Self::start(position, signals, move |position| work(position, &stopped), give)
    }

    fn start<T>(
        mut position: InPlay,
        signals: Signals,
        work: impl FnOnce(&mut InPlay) -> T + Send + 'static,
        give: impl FnOnce(Option<T>) + Send + 'static,
    ) -> io::Result<Background> {
        let signals = Arc::new(signals);
        let within = signals.clone();
        let run = move || {
            // The position is not used again after a panic.
            let result = catch_unwind(AssertUnwindSafe(|| work(&mut position))).ok();
            while within.must_wait() {
                thread::park();
            }
            within.answered.store(true, Ordering::Release);
            let is_whole = result.is_some();
            give(result);
            is_whole.then_some(position)
        };
        let thread = thread::Builder::new().name("search".into()).spawn(run)?;
        Ok(Background { signals, thread })
    }

    /// Whether the answer has been given, or is about to be.
    pub(crate) fn is_over(&self) -> bool {
        self.signals.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Called when the opponent has made the expected move: from now on our own clock runs.
    pub(crate) fn hit(&self) {
        self.signals.pondering.store(false, Ordering::Release);
        self.thread.thread().unpark();
    }

    /// Ends the work with the best answer so far, and waits for that; the position comes back as from
    /// [`Background::join`].
    pub(crate) fn stop(self) -> Option<InPlay> {
        self.signals.interrupt.store(true, Ordering::Release);
        self.thread.thread().unpark();
        self.join()
    }

    /// Waits for the answer. The position comes back with what the search left behind, unless that panicked.
    pub(crate) fn join(self) -> Option<InPlay> {
        self.thread.join().ok().flatten()
    }
}

/// The number of move paths of this length, none if it was stopped. The flag is checked every few plies.
fn paths(board: &mut dyn Session, plies: u32, stopped: &AtomicBool) -> Option<u64> {
    const AT_ONCE: u32 = 3;
    match plies {
        _ if stopped.load(Ordering::Acquire) => None,
        ..=AT_ONCE => Some(board.perft(plies)),
        _ => below_each(board, &mut |board, _| paths(board, plies - 1, stopped)),
    }
}

/// The sum of the counts after each move.
fn below_each(
    board: &mut dyn Session,
    count: &mut dyn FnMut(&mut dyn Session, &str) -> Option<u64>,
) -> Option<u64> {
    let mut total = 0;
    for m in board.moves() {
        board.play(&m).expect("a move that was listed");
        let nodes = count(board, &m);
        board.undo();
        total += nodes?;
    }
    Some(total)
}
