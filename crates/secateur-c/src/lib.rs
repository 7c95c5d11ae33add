#![doc = include_str!("../README.md")]
#![allow(unsafe_code, reason = "C calls these functions, and hands out pointers")]

mod answer;
mod handle;
mod status;

pub use answer::{SecateurAnswer, SecateurLimits, SecateurReport};
pub use handle::{Secateur, handle};
pub use status::SecateurStatus;

use handle::{Kind, read};
use status::{Refusal, guarded, kept_error};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering;

/// The version of the library, such as `0.1.0`.
// Sound, here and below: no other function of this name is linked.
#[unsafe(no_mangle)]
pub extern "C" fn secateur_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// One sentence on what was wrong with the last call of this thread that failed; empty if none has. Good until the next one
/// that fails.
#[unsafe(no_mangle)]
pub extern "C" fn secateur_error() -> *const c_char {
    kept_error()
}

/// A game by its name, at its start; null if there is none of that name. To be freed by [`secateur_free`].
///
/// # Safety
///
/// `game` is null or a text that ends with a zero byte.
#[cfg(feature = "games")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_new(game: *const c_char) -> *mut Secateur {
    let mut made = ptr::null_mut();
    guarded(|| {
        // Sound, here and below: what the caller promises is what is asked for.
        let name = unsafe { read(game) }?;
        made = handle(secateur_standard::standard().find(name)?.open());
        Ok(())
    });
    made
}

/// Frees a game. Nothing happens to null.
///
/// # Safety
///
/// `game` is null, or was handed out by this library, has not been freed, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_free(game: *mut Secateur) {
    if !game.is_null() {
        guarded(|| {
            drop(unsafe { Box::from_raw(game) });
            Ok(())
        });
    }
}

/// Sets a position, in the form that the game reads; the empty text is the start. The moves before it are forgotten.
///
/// # Safety
///
/// As for [`secateur_free`], and `position` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_set(game: *mut Secateur, position: *const c_char) -> SecateurStatus {
    let position = unsafe { read(position) };
    unsafe { Secateur::with(game, |inside| Ok(inside.session.set(position?)?)) }
}

/// Plays a legal move.
///
/// # Safety
///
/// As for [`secateur_free`], and `played` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_play(game: *mut Secateur, played: *const c_char) -> SecateurStatus {
    let played = unsafe { read(played) };
    unsafe { Secateur::with(game, |inside| Ok(inside.session.play(played?)?)) }
}

/// Takes the last move back.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_undo(game: *mut Secateur) -> SecateurStatus {
    let undone = |inside: &mut handle::Inside| match inside.session.undo() {
        true => Ok(()),
        false => Err(Refusal::of("there is no move to take back")),
    };
    unsafe { Secateur::with(game, undone) }
}

/// The legal moves, separated by spaces; empty once the game is over, and null if the call failed. Good until this
/// function is called with this game again; so are the texts below.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_moves(game: *mut Secateur) -> *const c_char {
    unsafe { Secateur::text(game, Kind::Moves, |session| session.moves().join(" ")) }
}

/// The position, as [`secateur_set`] reads it.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_position(game: *mut Secateur) -> *const c_char {
    unsafe { Secateur::text(game, Kind::Position, |session| session.position()) }
}

/// The position drawn in several lines.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_drawing(game: *mut Secateur) -> *const c_char {
    unsafe { Secateur::text(game, Kind::Drawing, |session| session.draw()) }
}

/// The name of the side to move; empty if the game has no names for its sides.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_side(game: *mut Secateur) -> *const c_char {
    unsafe { Secateur::text(game, Kind::Side, |session| session.side()) }
}

/// How the game has ended for the side to move, `win`, `draw`, `loss` or `loss by 12`; empty as long as it goes on.
///
/// # Safety
///
/// As for [`secateur_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_outcome(game: *mut Secateur) -> *const c_char {
    unsafe {
        Secateur::text(game, Kind::Outcome, |session| {
            session.outcome().map_or(String::new(), |ending| ending.to_string())
        })
    }
}

/// Searches the position. `limits` may be null, and `answer` and `report` as well. `report` is called with each iteration, and
/// ends the search with the best answer so far by returning anything but 0. The texts of an answer are good until the next
/// search of this game; those of a report, until it returns.
///
/// # Safety
///
/// As for [`secateur_free`], the other pointers are null or point to what their types say, and `report` calls no function
/// of this library with `game` but [`secateur_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_analyse(
    game: *mut Secateur,
    limits: *const SecateurLimits,
    answer: *mut SecateurAnswer,
    report: Option<SecateurReport>,
    user: *mut c_void,
) -> SecateurStatus {
    let limits = unsafe { limits.as_ref() };
    let analyse = |inside: &mut handle::Inside| {
        let request = unsafe { SecateurLimits::request(limits) }?;
        if inside.session.outcome().is_some() {
            return Err(Refusal::of("the game is over: there is nothing to search"));
        }
        let request = request.interrupt(inside.stop.clone());
        let stop = &inside.stop;
        let found = inside.session.analyse(&request, &mut |found| {
            let Some(report) = report else { return };
            let texts = answer::Texts::of(found);
            let said: c_int = unsafe { report(&texts.answer(found), user) };
            if said != 0 {
                stop.store(true, Ordering::Relaxed);
            }
        });
        inside.answer = answer::Texts::of(&found);
        if let Some(answer) = unsafe { answer.as_mut() } {
            *answer = inside.answer.answer(&found);
        }
        Ok(())
    };
    unsafe { Secateur::with(game, analyse) }
}

/// Ends a search that is under way in another thread, with the best answer so far. It may be called at any time.
///
/// # Safety
///
/// `game` is null, or was handed out by this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secateur_stop(game: *const Secateur) {
    if let Some(game) = unsafe { game.as_ref() } {
        game.stop();
    }
}
