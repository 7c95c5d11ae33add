//! What a program does while a search goes on.

use super::Control;
use std::fmt;
use std::sync::Arc;

/// What a program does wherever a search looks at its flags, once in 1,024 nodes of each thread, such as looking whether
/// somebody pressed a key. Nothing by default.
///
/// ```
/// use secateur_session::{OnLook, Request, StoppedBy};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
///
/// let interrupt = Arc::new(AtomicBool::new(false));
/// let mut request = Request::default().hash(1 << 20).interrupt(interrupt.clone());
/// let looks = AtomicU64::new(0);
/// request.control.on_look = OnLook::new(move || {
///     if looks.fetch_add(1, Ordering::Relaxed) == 5 {
///         interrupt.store(true, Ordering::Relaxed);
///     }
/// });
/// let answer = secateur_standard::standard().find("chess").unwrap().open().analyse(&request, &mut |_| {});
/// assert_eq!(answer.stopped_by, StoppedBy::Interrupt);
/// assert!(answer.nodes < 7 * 1024);
/// ```
#[derive(Clone, Default)]
pub struct OnLook(Option<Arc<dyn Fn() + Send + Sync>>);

impl OnLook {
    /// Calls this, on the thread that looks.
    pub fn new(call: impl Fn() + Send + Sync + 'static) -> OnLook {
        OnLook(Some(Arc::new(call)))
    }
}

impl fmt::Debug for OnLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "OnLook" } else { "OnLook(nothing)" })
    }
}

impl Control {
    /// Called before the flags are looked at.
    pub(crate) fn look(&self) {
        if let Some(call) = &self.on_look.0 {
            call();
        }
    }
}
