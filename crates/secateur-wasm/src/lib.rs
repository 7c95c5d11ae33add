#![doc = include_str!("../README.md")]
#![cfg_attr(
    target_arch = "wasm32",
    allow(unsafe_code, reason = "functions of the browser are called, and called by it")
)]

#[cfg(target_arch = "wasm32")]
mod browser {
    use secateur_playground::{Allowance, Message, Playground, Room};
    use secateur_session::{Clock, Control};
    use std::cell::RefCell;
    use std::sync::LazyLock;
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn secateur_say(at: *const u8, bytes: usize);
        safe fn secateur_now() -> f64;
    }

    static PLAYGROUND: LazyLock<Playground> = LazyLock::new(|| {
        let allowance = Allowance { hash: 32 << 20, ..Allowance::default() };
        Playground::with_allowance(secateur_standard::standard(), allowance, Room::default())
    });

    thread_local! {
        /// The message that is being written.
        static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    fn now() -> Duration {
        Duration::from_secs_f64(secateur_now().max(0.0) / 1e3)
    }

    fn say(text: &str) {
        // Sound: the browser reads these bytes before it returns, and keeps nothing of them.
        unsafe { secateur_say(text.as_ptr(), text.len()) }
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

    /// Answers the message that was written.
    // Sound: as above.
    #[unsafe(no_mangle)]
    pub extern "C" fn secateur_answer(bytes: usize) {
        let room = ROOM.take();
        let text = String::from_utf8_lossy(&room[..bytes.min(room.len())]);
        match Message::read(&text) {
            Ok(message) => {
                let control = Control { clock: Clock(now), ..Control::default() };
                PLAYGROUND.answer(&message, &control, &mut |reply| say(&reply.write()));
            }
            Err(refusal) => say(&refusal.write()),
        }
    }
}
