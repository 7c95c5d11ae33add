//! Ctrl-C: the first one asks for the best answer so far, a second one ends the process at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether nothing is under way that would look at the flag, so that there is nothing to wait for.
static IDLE: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets. To be asked for once in a process.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) || IDLE.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    })?;
    Ok(flag)
}

/// From here on Ctrl-C ends the process with the status of an interruption, for work that prints as it goes.
pub(crate) fn ends_the_process() -> anyhow::Result<()> {
    IDLE.store(true, Ordering::SeqCst);
    flag().map(drop)
}

/// Runs something that waits for a person, during which Ctrl-C ends the process.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::SeqCst);
    let result = wait();
    IDLE.store(false, Ordering::SeqCst);
    result
}
