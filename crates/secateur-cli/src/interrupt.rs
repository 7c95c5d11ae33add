//! Ctrl-C: the first one asks for the best answer so far, a second one ends the process at once.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Set by the first Ctrl-C.
static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether nothing is under way that would look at the flag, so that there is nothing to wait for.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Whether the process listens for Ctrl-C.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    if !LISTENING.swap(true, Ordering::SeqCst) {
        ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::SeqCst) || IDLE.load(Ordering::SeqCst) {
                leave();
            }
        })?;
    }
    Ok(PRESSED.clone())
}

/// From here on Ctrl-C ends the process with the status of an interruption, for work that prints as it goes.
pub(crate) fn ends_the_process() -> anyhow::Result<()> {
    IDLE.store(true, Ordering::SeqCst);
    flag().map(drop)
}

/// Runs something that waits for a person, during which Ctrl-C ends the process.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::SeqCst);
    if PRESSED.load(Ordering::SeqCst) {
        leave();
    }
    let result = wait();
    IDLE.store(false, Ordering::SeqCst);
    result
}

fn leave() -> ! {
    secateur_lab::tournament::end_all();
    // The terminal has shown a ^C behind whatever was there.
    let mut out = std::io::stderr();
    if out.is_terminal() {
        let _ = writeln!(out);
    }
    std::process::exit(130)
}
