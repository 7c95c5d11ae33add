//! Threads that help a search.

use std::thread::{Builder, scope};

/// Runs `main` here, and `help` with 1, 2, ... on threads of their own beside it, and waits for all. Where the system
/// refuses a thread, or has none, as in a browser, the search goes on without. Nothing here depends on the game, so that it is
/// compiled once.
pub(crate) fn beside(helpers: usize, help: &(dyn Fn(usize) + Sync), main: &mut dyn FnMut()) {
    scope(|scope| {
        for n in 1..=helpers {
            if Builder::new().spawn_scoped(scope, move || help(n)).is_err() {
                break;
            }
        }
        main();
    });
}

/// Runs `run` with 0, 1, ... on threads of their own, each with a stack of `bytes` bytes, and waits for all. False, with
/// nothing run, where the system refuses the first of them. A stack takes memory only as far as it is used.
pub(crate) fn with_stacks(threads: usize, bytes: usize, run: &(dyn Fn(usize) + Sync)) -> bool {
    scope(|scope| {
        let start = |&n: &usize| Builder::new().stack_size(bytes).spawn_scoped(scope, move || run(n)).is_ok();
        (0..threads).take_while(start).count() > 0
    })
}
