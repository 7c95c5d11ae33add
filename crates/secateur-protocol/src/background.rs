//! A search in a thread of its own.

use crate::position::Position;
use secateur_games::session::{Answer, Request};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// A search under way.
pub(crate) struct Background {
    interrupt: Arc<AtomicBool>,
    /// Set before the answer is given: whoever has seen the answer may start the next search.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Option<Position>>,
}

impl Background {
    /// Searches the position. Each iteration is reported, then the answer given; if `hold`, not before
    /// [`Background::stop`]. An error in the game that makes the search panic leaves no answer, but `give` is
    /// called all the same: somebody waits for it.
    ///
    /// # Errors
    ///
    /// If the system has no thread to give.
    pub(crate) fn start(
        mut position: Position,
        mut request: Request,
        hold: bool,
        mut report: impl FnMut(&Answer) + Send + 'static,
        give: impl FnOnce(Option<&Answer>) + Send + 'static,
    ) -> io::Result<Background> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        request.interrupt = interrupt.clone();
        let (stopped, ending) = (interrupt.clone(), answered.clone());
        let search = move || {
            // The position is not used again after a panic.
            let analyse = AssertUnwindSafe(|| position.board.analyse(&request, &mut report));
            let answer = catch_unwind(analyse).ok();
            while hold && !stopped.load(Ordering::Acquire) {
                thread::park();
            }
            ending.store(true, Ordering::Release);
            give(answer.as_ref());
            answer.is_some().then_some(position)
        };
        let thread = thread::Builder::new().name("search".into()).spawn(search)?;
        Ok(Background { interrupt, answered, thread })
    }

    /// Whether the answer is out, or about to be.
    pub(crate) fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Ends the search with the best answer so far, and waits for that; the position comes back as from
    /// [`Background::join`].
    pub(crate) fn stop(self) -> Option<Position> {
        self.interrupt.store(true, Ordering::Release);
        self.thread.thread().unpark();
        self.join()
    }

    /// Waits for the answer. The position comes back with what the search left behind, unless that panicked.
    pub(crate) fn join(self) -> Option<Position> {
        self.thread.join().ok().flatten()
    }
}
