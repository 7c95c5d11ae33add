#![doc = include_str!("../README.md")]
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code, reason = "functions of the browser are called, and called by it")]

use secateur_playground::{Allowance, Message, Room};
use secateur_session::{Clock, Control};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[doc(hidden)]
pub use secateur_playground::Playground;
pub use secateur_session::Registry;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn secateur_say(at: *const u8, bytes: usize);
    safe fn secateur_now() -> f64;
}

thread_local! {
    /// The message that is being written.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Ends the search that is being answered.
    static INTERRUPT: RefCell<Arc<AtomicBool>> = RefCell::default();
}

/// A module of the playground: what it exports, for the games that a group adds to a list.
#[macro_export]
macro_rules! module {
    ($group:path) => {
        static PLAYGROUND: std::sync::LazyLock<$crate::Playground> = std::sync::LazyLock::new(|| {
            let mut games = $crate::Registry::new();
            $group(&mut games);
            $crate::playground(games)
        });

        /// Answers the message that was written.
        // Sound: no other function of this name is linked.
        #[allow(unsafe_code, reason = "it is called by the browser")]
        #[unsafe(no_mangle)]
        pub extern "C" fn secateur_answer(bytes: usize) {
            $crate::answer(&PLAYGROUND, bytes)
        }
    };
}

/// The place to write a message of so many bytes to.
// Sound: no other function of this name is linked.
#[unsafe(no_mangle)]
pub extern "C" fn secateur_room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// Ends the search that is being answered, with the best answer so far: for whoever is told of its progress.
// Sound: no other function of this name is linked.
#[unsafe(no_mangle)]
pub extern "C" fn secateur_stop() {
    INTERRUPT.with_borrow(|interrupt| interrupt.store(true, Ordering::Relaxed));
}

/// A playground over these games, with what a browser grants.
pub fn playground(games: Registry) -> Playground {
    let allowance = Allowance { hash: 32 << 20, ..Allowance::default() };
    Playground::with_allowance(games, allowance, Room::default())
}

/// Answers the message that was written.
pub fn answer(playground: &Playground, bytes: usize) {
    let room = ROOM.take();
    let text = String::from_utf8_lossy(&room[..bytes.min(room.len())]);
    match Message::read(&text) {
        Ok(message) => {
            let control = Control { clock: Clock(now), ..Control::default() };
            INTERRUPT.set(control.interrupt.clone());
            playground.answer(&message, &control, &mut |reply| say(&reply.write()));
        }
        Err(refusal) => say(&refusal.write()),
    }
}

fn now() -> Duration {
    Duration::from_secs_f64(secateur_now().max(0.0) / 1e3)
}

fn say(text: &str) {
    // Sound: the browser reads these bytes before it returns, and keeps nothing of them.
    unsafe { secateur_say(text.as_ptr(), text.len()) }
}
