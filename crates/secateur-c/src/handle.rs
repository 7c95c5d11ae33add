//! A game as C holds it.

use crate::answer::Texts;
use crate::status::{Refusal, SecateurStatus, c_text, guarded};
use secateur_session::Session;
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};

/// A game in play. Calls from several threads are answered one at a time: while a search goes on, others are refused.
pub struct Secateur {
    stop: Arc<AtomicBool>,
    inside: Mutex<Inside>,
}

/// What one call at a time works with.
pub(crate) struct Inside {
    pub(crate) session: Box<dyn Session>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) answer: Texts,
    /// The texts that were handed out last, one of each kind.
    texts: [CString; 5],
}

/// A text that a game says of itself.
#[derive(Copy, Clone)]
pub(crate) enum Kind {
    Moves,
    Position,
    Drawing,
    Side,
    Outcome,
}

/// A game for C to hold, which it frees by [`secateur_free`](crate::secateur_free): for libraries with a game of their own.
///
/// ```
/// use secateur_c::{handle, secateur_free, secateur_moves};
/// use secateur_games::{Notation, nim::Nim};
/// use secateur_session::begun_at;
///
/// /// `mygame_new` for C.
/// #[unsafe(no_mangle)]
/// pub extern "C" fn mygame_new() -> *mut secateur_c::Secateur {
///     handle(begun_at("mygame", Nim::read("1,2").unwrap()))
/// }
///
/// let game = mygame_new();
/// let moves = unsafe { std::ffi::CStr::from_ptr(secateur_moves(game)) };
/// assert_eq!(moves.to_str(), Ok("1-1 2-2 2-1"));
/// unsafe { secateur_free(game) };
/// ```
pub fn handle(session: Box<dyn Session>) -> *mut Secateur {
    let stop = Arc::new(AtomicBool::new(false));
    let inside = Inside { session, stop: stop.clone(), answer: Texts::default(), texts: Default::default() };
    Box::into_raw(Box::new(Secateur { stop, inside: Mutex::new(inside) }))
}

/// The text that C hands over.
///
/// # Safety
///
/// It is null, or ends with a zero byte, and nobody changes it meanwhile.
pub(crate) unsafe fn read<'a>(text: *const c_char) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::of("there is no text, expected one in place of a null pointer"));
    }
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Refusal::of("the text is not UTF-8, expected it to be"))
}

impl Secateur {
    /// Does something with a game, unless it is busy. A search that was to stop before it began begins all the same.
    ///
    /// # Safety
    ///
    /// `game` is null, or was handed out by [`handle`] and has not been freed.
    pub(crate) unsafe fn with(
        game: *const Secateur,
        call: impl FnOnce(&mut Inside) -> Result<(), Refusal>,
    ) -> SecateurStatus {
        guarded(|| {
            let game = unsafe { game.as_ref() };
            let game =
                game.ok_or_else(|| Refusal::of("there is no game, expected one in place of a null pointer"))?;
            let mut inside = match game.inside.try_lock() {
                Ok(inside) => inside,
                Err(TryLockError::WouldBlock) => return Err(Refusal::busy()),
                Err(TryLockError::Poisoned(_)) => {
                    return Err(Refusal::of(
                        "the game is broken by an earlier error, expected it to be freed",
                    ));
                }
            };
            game.stop.store(false, Ordering::Relaxed);
            call(&mut inside)
        })
    }

    /// What a game says of itself; null if that fails.
    ///
    /// # Safety
    ///
    /// As for [`Secateur::with`].
    pub(crate) unsafe fn text(
        game: *const Secateur,
        kind: Kind,
        said: impl FnOnce(&dyn Session) -> String,
    ) -> *const c_char {
        let mut text = ptr::null();
        let keep = |inside: &mut Inside| {
            let kept = &mut inside.texts[kind as usize];
            *kept = c_text(&said(&*inside.session));
            text = kept.as_ptr();
            Ok(())
        };
        unsafe { Self::with(game, keep) };
        text
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
