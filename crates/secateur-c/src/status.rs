//! The end of a call, and the sentence on what was wrong.

use secateur_games::Unreadable;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The end of a call.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SecateurStatus {
    /// Done.
    Ok = 0,
    /// What was asked for cannot be: the sentence says why.
    Refused = 1,
    /// The game is busy: it is being searched, in another thread or by whoever calls.
    Busy = 2,
    /// An error of this library. The game should be freed.
    Broken = 3,
}

/// The reason why a call fails.
pub(crate) struct Refusal(SecateurStatus, String);

impl Refusal {
    pub(crate) fn of(why: &str) -> Refusal {
        Refusal(SecateurStatus::Refused, why.to_owned())
    }

    pub(crate) fn busy() -> Refusal {
        let why = "the game is busy with a search, expected a call after its end";
        Refusal(SecateurStatus::Busy, why.to_owned())
    }
}

impl From<Unreadable> for Refusal {
    fn from(error: Unreadable) -> Refusal {
        Refusal::of(&error.0)
    }
}

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
}

/// The last sentence of this thread.
pub(crate) fn kept_error() -> *const c_char {
    ERROR.with_borrow(|error| error.as_ptr())
}

/// Text for C. A zero byte would end it, and is left out.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// Does something that may fail, and keeps the sentence if it does. No panic gets any further.
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), Refusal>) -> SecateurStatus {
    let done = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let said =
            panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(Refusal(SecateurStatus::Broken, format!("an error of secateur: {}", said.unwrap_or("unknown"))))
    });
    match done {
        Ok(()) => SecateurStatus::Ok,
        Err(Refusal(status, why)) => {
            ERROR.with_borrow_mut(|error| *error = c_text(&why));
            status
        }
    }
}
