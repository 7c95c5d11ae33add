//! What a search is asked and what it answers, as C has it.

use crate::handle::read;
use crate::status::{Refusal, c_text};
use secateur_session::{Algorithm, Answer, Handicap, Method, Request};
use std::ffi::{CString, c_char, c_int, c_void};
use std::time::Duration;

/// How far to search. Whatever is 0 or null sets no limit, or has its default; without any limit a search takes five seconds.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct SecateurLimits {
    /// The deepest iteration, in plies.
    pub depth: u32,
    /// The time, in milliseconds.
    pub milliseconds: u32,
    /// The nodes.
    pub nodes: u64,
    /// The bytes of the table; 64 MiB by default.
    pub hash: u64,
    /// The threads; one by default.
    pub threads: u32,
    /// The level, 1 for a beginner to 10 for full strength, which is the default. Below 10 the search is the engine's.
    pub level: u32,
    /// The seed of a level's misjudgements.
    pub seed: u64,
    /// The name of the algorithm; the engine by default.
    pub algorithm: *const c_char,
}

/// An answer, or the report of an iteration.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct SecateurAnswer {
    /// The best move; null if there is none.
    pub best: *const c_char,
    /// The line that begins with it, separated by spaces.
    pub line: *const c_char,
    /// The value for the side to move, in the game's points.
    pub value: i32,
    /// The plies to the end of the game where that is known; -1 where it is not.
    pub plies_to_end: i32,
    /// The depth that is done, in plies.
    pub depth: u32,
    /// Whether the value is proven.
    pub exact: bool,
    /// The nodes.
    pub nodes: u64,
    /// The time, in milliseconds.
    pub milliseconds: f64,
}

/// What is called with each iteration, and with what was handed over for it. Anything but 0 ends the search.
pub type SecateurReport = unsafe extern "C" fn(report: *const SecateurAnswer, user: *mut c_void) -> c_int;

impl SecateurLimits {
    /// What is asked.
    ///
    /// # Safety
    ///
    /// `algorithm` is null or a text that ends with a zero byte.
    pub(crate) unsafe fn request(limits: Option<&SecateurLimits>) -> Result<Request, Refusal> {
        let mut request = Request {
            method: Method { algorithm: Algorithm::player(), ..Method::default() },
            ..Request::default()
        };
        let Some(limits) = limits else { return Ok(request) };
        if !limits.algorithm.is_null() {
            request = request.algorithm(Algorithm::named(unsafe { read(limits.algorithm) }?)?);
        }
        if limits.level > *Handicap::LEVELS.end() {
            return Err(Refusal::of(&format!(
                "the level is {}, expected 1 to 10, or 0 for full strength",
                limits.level
            )));
        }
        let handicap = match limits.level {
            0 => None,
            level => Handicap::of_level(level, limits.seed),
        };
        request = request.handicap(handicap);
        request = request.depth((limits.depth > 0).then_some(limits.depth));
        request = request.nodes((limits.nodes > 0).then_some(limits.nodes));
        let time = Duration::from_millis(limits.milliseconds.into());
        request = request.time((limits.milliseconds > 0).then_some(time));
        if limits.hash > 0 {
            request = request.hash(usize::try_from(limits.hash).unwrap_or(usize::MAX));
        }
        if limits.threads > 0 {
            request = request.threads(limits.threads as usize);
        }
        request.check()?;
        Ok(request)
    }
}

/// The texts of an answer, which it points to.
#[derive(Default)]
pub(crate) struct Texts {
    best: Option<CString>,
    line: CString,
}

impl Texts {
    pub(crate) fn of(answer: &Answer) -> Texts {
        Texts { best: answer.best.as_deref().map(c_text), line: c_text(&answer.pv.join(" ")) }
    }

    /// The answer whose texts these are; good as long as they are.
    pub(crate) fn answer(&self, answer: &Answer) -> SecateurAnswer {
        SecateurAnswer {
            best: self.best.as_ref().map_or(std::ptr::null(), |best| best.as_ptr()),
            line: self.line.as_ptr(),
            value: answer.value,
            plies_to_end: answer.plies_to_end.and_then(|plies| i32::try_from(plies).ok()).unwrap_or(-1),
            depth: answer.depth,
            exact: answer.exact,
            nodes: answer.nodes,
            milliseconds: answer.time_ms,
        }
    }
}
