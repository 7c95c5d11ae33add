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
