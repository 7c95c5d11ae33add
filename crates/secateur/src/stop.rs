//! Stoppers: they decide when a search ends, and see nothing of it.

use std::convert::Infallible;

/// Decides, at every node, whether the search goes on.
pub trait Stop {
    /// Why a search was halted; [`Infallible`] where it never is.
    type Halt;

    /// Called once at every node, before anything else is done there.
    fn poll(&mut self) -> Result<(), Self::Halt>;
}

/// Never stops: the search runs to its end, and the compiler knows.
#[derive(Copy, Clone, Debug, Default)]
pub struct Never;

impl Stop for Never {
    type Halt = Infallible;
    #[inline(always)]
    fn poll(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Why a search was halted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
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
/// ```
/// use secateur::{Halt, Limits, Stop};
///
/// let mut limits = Limits::new(2, || None);
/// assert_eq!((limits.poll(), limits.poll(), limits.poll()), (Ok(()), Ok(()), Err(Halt::Nodes)));
/// ```
#[derive(Clone, Debug)]
pub struct Limits<F> {
    nodes_left: u64,
    look: F,
}

impl<F: FnMut() -> Option<Halt>> Limits<F> {
    /// At most `nodes` nodes (`u64::MAX` for any number), and until `look` answers with a reason.
    pub fn new(nodes: u64, look: F) -> Self {
        Limits { nodes_left: nodes, look }
    }
}

impl<F: FnMut() -> Option<Halt>> Stop for Limits<F> {
    type Halt = Halt;
    #[inline(always)]
    fn poll(&mut self) -> Result<(), Halt> {
        if self.nodes_left & 1023 == 0 {
            if self.nodes_left == 0 {
                return Err(Halt::Nodes);
            }
            if let Some(halt) = (self.look)() {
                return Err(halt);
            }
        }
        self.nodes_left -= 1;
        Ok(())
    }
}
