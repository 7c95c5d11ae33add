//! Ctrl-C, or a request to end (SIGTERM): the first one asks for the best answer so far, a second one ends the process
//! at once.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Set by the first signal.
static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether no search is running that would look at the flag, so that there is nothing to wait for.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Whether the process listens for signals.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    if !LISTENING.swap(true, Ordering::SeqCst) {
        listen(|| {
            if PRESSED.swap(true, Ordering::SeqCst) || IDLE.load(Ordering::SeqCst) {
                leave();
            }
        })?;
    }
    Ok(PRESSED.clone())
}

/// Calls this at every signal that asks the process to end. (A hangup is not among them: `nohup` has it ignored.)
#[cfg(unix)]
fn listen(heard: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let forever = move || signals.forever().for_each(|_| heard());
    std::thread::Builder::new().name("signals".into()).spawn(forever)?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(heard: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(heard)?)
}

/// From here on Ctrl-C ends the process with the status of an interruption, for work that prints as it goes.
pub(crate) fn ends_the_process() -> anyhow::Result<()> {
    IDLE.store(true, Ordering::SeqCst);
    flag().map(drop)
}

/// Runs something that waits for a person or for another program, during which Ctrl-C ends the process.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    let before = IDLE.swap(true, Ordering::SeqCst);
    if PRESSED.load(Ordering::SeqCst) {
        leave();
    }
    let result = wait();
    IDLE.store(before, Ordering::SeqCst);
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
