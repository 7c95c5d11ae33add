//! What a search and Python have to do with each other: Ctrl-C, errors, and the interpreter's lock.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use secateur_session::{OnLook, Request};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Builder, ThreadId};
use std::time::{Duration, Instant};

/// The time between two looks at what Python has to say.
const BETWEEN: Duration = Duration::from_millis(10);

/// What a search of a game in Python may take beyond its time before the game is asked for nothing more. A search looks at its clock every thousand
/// nodes or so, and that is soon for a game that is quick to answer.
const GRACE: Duration = Duration::from_millis(20);

/// The stack of a search that is not run where it was asked for, in bytes.
const STACK: usize = 16 << 20;

/// One search as Python sees it.
pub(crate) struct Calls {
    interrupt: Arc<AtomicBool>,
    raised: Mutex<Option<PyErr>>,
    /// When the game is asked for nothing more.
    end: OnceLock<Instant>,
    /// Whether that has come.
    is_cut_off: AtomicBool,
    /// The thread that searches, and when that began.
    thread: ThreadId,
    start: Instant,
    /// Milliseconds from there to the last look.
    last: AtomicU64,
    /// Whether the thread that searches holds the interpreter's lock, since the game is written in Python.
    is_attached: bool,
}

impl Calls {
    /// Has the searches of this request look at what Python has to say.
    pub(crate) fn of(py: Python<'_>, request: &mut Request, is_attached: bool) -> PyResult<Arc<Calls>> {
        let calls = Arc::new(Calls {
            interrupt: request.control.interrupt.clone(),
            raised: Mutex::new(None),
            end: OnceLock::new(),
            is_cut_off: AtomicBool::new(false),
            thread: thread::current().id(),
            start: Instant::now(),
            last: AtomicU64::new(0),
            is_attached,
        });
        // Signals are for the main thread to see.
        if is_attached || is_main_thread(py)? {
            let looking = calls.clone();
            request.control.on_look = OnLook::new(move || looking.look());
        }
        Ok(calls)
    }

    /// For a question that takes no search, and for work that looks at the flag of its own accord.
    pub(crate) fn none() -> Arc<Calls> {
        Arc::new(Calls {
            interrupt: Arc::default(),
            raised: Mutex::new(None),
            end: OnceLock::new(),
            is_cut_off: AtomicBool::new(false),
            thread: thread::current().id(),
            start: Instant::now(),
            last: AtomicU64::new(0),
            is_attached: true,
        })
    }

    /// Lets Python handle signals, and other threads run, where some time has gone by.
    fn look(&self) {
        let now = self.start.elapsed().as_millis() as u64;
        let is_early = now < self.last.load(Ordering::Relaxed) + BETWEEN.as_millis() as u64;
        if is_early || thread::current().id() != self.thread {
            return;
        }
        self.last.store(now, Ordering::Relaxed);
        Python::attach(|py| {
            self.signals(py);
            if self.is_attached {
                py.detach(thread::yield_now);
            }
        });
    }

    /// Lets Python handle signals: Ctrl-C stops the search, which then gives the best answer so far.
    fn signals(&self, py: Python<'_>) {
        match py.check_signals() {
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => self.stop(),
            Err(error) => self.fail(error),
            Ok(()) => {}
        }
    }

    /// The flag that is raised to stop what is under way.
    pub(crate) fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    fn stop(&self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }

    /// Stops the search for an error, which is raised once it has ended.
    pub(crate) fn fail(&self, error: PyErr) {
        self.stop();
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Has a game in Python be asked for nothing more once this time is over, whatever its methods take.
    pub(crate) fn end_after(&self, time: Duration) {
        if let Some(end) = Instant::now().checked_add(time.saturating_add(GRACE)) {
            self.end.get_or_init(|| end);
        }
    }

    /// Stops the search if its time has long been over, and says whether it is: nothing of what it finds from then on counts.
    pub(crate) fn cut_off(&self) -> bool {
        let is_over = self.end.get().is_some_and(|end| Instant::now() >= *end);
        if is_over {
            self.is_cut_off.store(true, Ordering::Relaxed);
            self.stop();
        }
        is_over
    }

    /// Whether the search was stopped since its time had long been over.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed)
    }

    /// Whether the search was stopped for an error.
    pub(crate) fn has_failed(&self) -> bool {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The error for which the search was stopped, to be raised.
    pub(crate) fn raised(&self) -> PyResult<()> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }

    /// Calls back, unless an earlier call failed.
    pub(crate) fn call(&self, call: impl FnOnce(Python<'_>) -> PyResult<()>) {
        Python::attach(|py| match call(py) {
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => self.stop(),
            Err(error) => self.fail(error),
            Ok(()) => {}
        });
    }

    /// Works in a thread of its own, with a large stack, while this one looks at what Python has to say: for work that
    /// hands itself to further threads.
    pub(crate) fn apart<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let (done, is_done) = channel::<()>();
        py.detach(move || {
            thread::scope(|scope| {
                // Attached once from outside, each call of Python from within is cheap.
                let run = move || {
                    let _done = done;
                    Python::attach(|py| py.detach(work))
                };
                let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
                while is_done.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
                    Python::attach(|py| self.signals(py));
                }
                Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })
        })
    }
}

/// Whether this is the thread that Python calls the main one.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static MAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let current = CURRENT.import(py, "threading", "get_ident")?.call0()?;
    current.eq(MAIN.import(py, "threading", "main_thread")?.call0()?.getattr("ident")?)
}
