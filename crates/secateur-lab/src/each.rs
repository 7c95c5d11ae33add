//! The same work for many numbers, on several threads.

use secateur_games::Unreadable;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does the work of the numbers below `count`. What came of it, in order; where the flag is raised, of the
/// numbers before the first that was given up. `heard` is told of each as it is done.
pub(crate) fn each<T: Send>(
    count: usize,
    threads: usize,
    interrupt: &AtomicBool,
    work: impl Fn(usize) -> Result<Option<T>, Unreadable> + Sync,
    mut heard: impl FnMut(),
) -> Result<Vec<T>, Unreadable> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut done: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !interrupt.load(Ordering::Relaxed) {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count || sender.send((n, work(n))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // The receiver goes where it fails, which ends the threads after their work.
        receiver.into_iter().try_for_each(|(n, result)| {
            done[n] = result?;
            heard();
            Ok(())
        })
    })?;
    Ok(done.into_iter().map_while(|result| result).collect())
}
