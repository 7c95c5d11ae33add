//! Work on many numbers by several threads.

use secateur_games::Unreadable;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// The most results that may wait to be taken, and are taken together: a writer to a disk is not far
/// behind.
const WAITING: usize = 64;

/// Does the work of the numbers below `count`. Returns the results in order; where the flag is raised, those of the
/// numbers before the first that was given up. `heard` is called for each as it is done.
pub(crate) fn each<T: Send>(
    count: usize,
    threads: usize,
    interrupt: &AtomicBool,
    work: impl Fn(usize) -> Result<Option<T>, Unreadable> + Sync,
    mut heard: impl FnMut(),
) -> Result<Vec<T>, Unreadable> {
    let mut done: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    as_done(count, threads, interrupt, work, |some| {
        for (n, result) in some {
            done[n] = Some(result);
            heard();
        }
        Ok(())
    })?;
    Ok(done.into_iter().map_while(|result| result).collect())
}

/// Does the work of the numbers below `count`, and hands it to `take`, with its numbers, as it is done: what came
/// while `take` was busy comes together. What was given up, since the flag is raised, is left out.
pub(crate) fn as_done<T: Send, E: From<Unreadable>>(
    count: usize,
    threads: usize,
    interrupt: &AtomicBool,
    work: impl Fn(usize) -> Result<Option<T>, Unreadable> + Sync,
    mut take: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !interrupt.load(Ordering::Relaxed) {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count {
                        break;
                    }
                    let result = work(n).map(|result| Some((n, result?)));
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // The receiver goes where it fails, which ends the threads after their work.
        let receiver = receiver;
        while let Ok(first) = receiver.recv() {
            let some = std::iter::once(first).chain(receiver.try_iter()).take(WAITING);
            take(some.filter_map(Result::transpose).collect::<Result<_, Unreadable>>()?)?;
        }
        Ok(())
    })
}
