//! Stoppers: they decide when a search ends, and see nothing of it.

use std::cell::Cell;
use std::convert::Infallible;

/// Decides, at every node, whether the search goes on.
///
/// ```
/// use secateur::{Halt, Score, Search, Stop, algo, tree::Tree};
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// /// Stops when another thread raises a flag.
/// struct Flag<'a>(&'a AtomicBool);
/// impl Stop for Flag<'_> {
///     type Halt = Halt;
///     fn poll(&mut self) -> Result<(), Halt> {
///         if self.0.load(Ordering::Relaxed) { Err(Halt::Interrupt) } else { Ok(()) }
///     }
/// }
///
/// let (tree, flag) = ("((3 12 8) (2 4 6))".parse::<Tree>().unwrap(), AtomicBool::new(false));
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Flag(&flag));
/// assert_eq!(algo::minimax(&mut cx, &tree, 2), Ok(Score::points(3)));
/// flag.store(true, Ordering::Relaxed);
/// assert_eq!(algo::minimax(&mut cx, &tree, 2), Err(Halt::Interrupt));
/// ```
pub trait Stop {
    /// The reason a search was halted; [`Infallible`] where it never is.
    type Halt;

    /// Called once at every node, before anything else is done there.
    fn poll(&mut self) -> Result<(), Self::Halt>;

    /// The number of nodes that may be opened from here on without a call of [`Stop::poll`], if they are reported to
    /// [`Stop::spend`]. Searches within knowledge ask for it ([`Meter`](crate::Meter)).
    #[inline(always)]
    fn allowance(&self) -> u64 {
        0
    }

    /// Called when nodes were opened without a poll, no more than [`Stop::allowance`] allowed.
    #[inline(always)]
    fn spend(&mut self, _nodes: u64) {}
}

/// Never stops: the search runs to its end, and the compiler knows.
///
/// ```
/// use secateur::{Never, Score, Search, algo, tree::Tree};
///
/// let tree: Tree = "(3 12 8)".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Never); // as it is from the start
/// let Ok(value) = algo::minimax(&mut cx, &tree, 1); // no other case to handle
/// assert_eq!(value, Score::points(12));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Never;

impl Stop for Never {
    type Halt = Infallible;
    #[inline(always)]
    fn poll(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline(always)]
    fn allowance(&self) -> u64 {
        u64::MAX
    }
}

/// The reason a search was halted.
///
/// ```
/// use secateur::{Halt, Limiter, Score, Search, algo, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut halted_by = |nodes, look| {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(nodes, move || look));
///     algo::minimax(&mut cx, &tree, 2).err()
/// };
/// assert_eq!(halted_by(12, None), Some(Halt::Nodes));
/// assert_eq!(halted_by(1024, Some(Halt::Time)), Some(Halt::Time));
/// assert_eq!(halted_by(13, Some(Halt::Time)), None); // over before the clock was looked at
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Halt {
    /// The node limit was reached.
    Nodes,
    /// Time was up.
    Time,
    /// Somebody asked for the answer so far.
    Interrupt,
}

/// Stops at a node count, exactly, or when `look` says so, which is asked every 1,024 nodes.
///
/// The library has no clock: `look` is where a program looks at its own, or at a flag set by Ctrl-C.
///
/// By reference, it is one limit for several searches of a thread, such as one within another.
///
/// ```
/// use secateur::{Halt, Limiter, Stop};
///
/// let limits = Limiter::new(2, || None);
/// let (mut one, mut other) = (&limits, &limits);
/// assert_eq!((one.poll(), other.poll(), one.poll()), (Ok(()), Ok(()), Err(Halt::Nodes)));
/// ```
#[derive(Clone, Debug)]
pub struct Limiter<F> {
    nodes_left: Cell<u64>,
    look: F,
}

/// The last ten bits of the nodes left are zero where `look` is asked.
const BETWEEN_LOOKS: u64 = 1023;

impl<F: Fn() -> Option<Halt>> Limiter<F> {
    /// A limiter that stops after `nodes` nodes (`u64::MAX` for any number), or when `look` answers with a reason.
    pub fn new(nodes: u64, look: F) -> Self {
        Limiter { nodes_left: Cell::new(nodes), look }
    }

    /// Whether the search has to end here, where no node is left or it is time to look.
    #[cold]
    fn look(&self) -> Result<(), Halt> {
        let halt = if self.nodes_left.get() == 0 { Some(Halt::Nodes) } else { (self.look)() };
        halt.map_or(Ok(()), Err)
    }
}

impl<F: Fn() -> Option<Halt>> Stop for &Limiter<F> {
    type Halt = Halt;
    #[inline(always)]
    fn poll(&mut self) -> Result<(), Halt> {
        let left = self.nodes_left.get();
        if left & BETWEEN_LOOKS == 0 {
            self.look()?;
        }
        self.nodes_left.set(left - 1);
        Ok(())
    }

    #[inline(always)]
    fn allowance(&self) -> u64 {
        self.nodes_left.get() & BETWEEN_LOOKS
    }

    #[inline(always)]
    fn spend(&mut self, nodes: u64) {
        self.nodes_left.set(self.nodes_left.get() - nodes);
    }
}

impl<F: Fn() -> Option<Halt>> Stop for Limiter<F> {
    type Halt = Halt;
    #[inline(always)]
    fn poll(&mut self) -> Result<(), Halt> {
        (&*self).poll()
    }

    #[inline(always)]
    fn allowance(&self) -> u64 {
        (&self).allowance()
    }

    #[inline(always)]
    fn spend(&mut self, nodes: u64) {
        (&*self).spend(nodes);
    }
}
