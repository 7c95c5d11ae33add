//! A protocol on standard input and output.

use crate::{End, interrupt, memory, output};
use secateur_protocol::Next;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

/// What sends a line.
pub(crate) type Say = Box<dyn Fn(&str) + Send + Sync>;

/// Speaks a protocol until it is told to quit, the input ends, or nobody listens any more. `speaker` is made from what sends its lines and
/// from the bytes of memory there are for a table; it is handed the lines that come.
pub(crate) fn converse<S: FnMut(&str) -> Next>(speaker: impl FnOnce(Say, usize) -> S) -> anyhow::Result<End> {
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
    for line in std::io::stdin().lock().split(b'\n') {
        let next = hear(&String::from_utf8_lossy(&line?));
        if next == Next::Quit || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            break;
        }
    }
    drop(hear);
    match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(End::Done),
    }
}
