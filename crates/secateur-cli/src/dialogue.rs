//! A protocol on standard input and output.

use crate::{CommandEnd, interrupt, memory, output};
use secateur_protocol::Next;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// A function that sends a line.
pub(crate) type Say = Box<dyn Fn(&str) + Send + Sync>;

/// The most lines that may wait to be heard; whoever says more waits.
const WAITING: usize = 256;

/// Speaks a protocol until it is told to quit, the input ends, or nobody listens any more. `speaker` is made from a
/// function that sends its lines and from the bytes of memory there are for a table; it is handed the lines that come.
pub(crate) fn serve<S: FnMut(&str) -> Next>(
    speaker: impl FnOnce(Say, usize) -> S,
) -> anyhow::Result<CommandEnd> {
    serve_until(speaker, || ())
}

/// Speaks as [`serve`] does; `ended` is called as soon as the input has ended, while lines may still wait for their
/// answers.
pub(crate) fn serve_until<S: FnMut(&str) -> Next>(
    speaker: impl FnOnce(Say, usize) -> S,
    ended: impl FnOnce() + Send + 'static,
) -> anyhow::Result<CommandEnd> {
    interrupt::ends_the_process()?;
    let failure = Arc::new(Mutex::new(None));
    let failed = failure.clone();
    let say = move |line: &str| {
        if let Err(error) = output::line(line) {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    let room = memory::free_memory().and_then(|bytes| usize::try_from(bytes).ok());
    let mut hear = speaker(Box::new(say), room.unwrap_or(usize::MAX));
    // Read by a thread of its own: the end of the input may be what somebody waits for who is busy with a line.
    let (sender, lines) = mpsc::sync_channel(WAITING);
    let read = move || {
        let is_over = std::io::stdin().lock().split(b'\n').any(|line| sender.send(line).is_err());
        drop(sender);
        if !is_over {
            ended();
        }
    };
    std::thread::Builder::new().name("input".into()).spawn(read)?;
    for line in lines {
        let next = hear(&String::from_utf8_lossy(&line?));
        if next == Next::Quit || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            break;
        }
    }
    drop(hear);
    match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(CommandEnd::Done),
    }
}
