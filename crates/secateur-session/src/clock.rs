//! The clock by which searches end.

use std::time::Duration;

/// A clock: the time since a moment of its own choosing, the same for all calls.
///
/// The system's by default. A program that cannot use that, as in a browser, brings its own.
///
/// ```
/// use secateur_session::{Clock, Request};
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// /// A millisecond goes by each time that somebody looks.
/// fn ticking() -> Duration {
///     static TICKS: AtomicU64 = AtomicU64::new(0);
///     Duration::from_millis(TICKS.fetch_add(1, Ordering::Relaxed))
/// }
///
/// let mut request = Request::default().time(Duration::from_millis(20)).hash(1 << 20);
/// request.control.clock = Clock(ticking);
/// let answer = secateur_standard::standard().find("chess").unwrap().open().analyse(&request, &mut |_| {});
/// assert!(answer.nodes < 40 * 1024); // looked at every 1,024 nodes
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Clock(pub fn() -> Duration);

impl Default for Clock {
    fn default() -> Self {
        Clock(system)
    }
}

fn system() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

impl Clock {
    /// The time now.
    pub(crate) fn now(self) -> Duration {
        (self.0)()
    }

    /// A stopwatch that runs from now on.
    pub(crate) fn start(self) -> Stopwatch {
        Stopwatch { clock: self, start: self.now() }
    }
}

/// The time since something began.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch {
    clock: Clock,
    start: Duration,
}

impl Stopwatch {
    pub(crate) fn elapsed(self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    pub(crate) fn milliseconds(self) -> f64 {
        self.elapsed().as_secs_f64() * 1e3
    }
}
