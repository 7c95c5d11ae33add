//! The meter: by which a search within knowledge counts its nodes, and learns that it has to end.

/// Counts the nodes that knowledge opens by itself to prove its bounds ([`Eval::bounds`](crate::Eval::bounds)), and
/// says when it has to give up, since a limit is reached or somebody has interrupted the search.
///
/// ```
/// use secateur::{Bounds, Eval, Game, Halt, Limiter, Meter, Score, Search, Stats, algo, tree::Tree};
///
/// /// Plays every position out, however long that takes.
/// struct Oracle;
/// impl Oracle {
///     fn value(pos: &Tree, meter: &mut Meter<'_>) -> Score {
///         if !meter.tick() {
///             return Score::DRAW; // never looked at
///         }
///         let mut replies = pos.moves().map(|m| -Self::value(&pos.child(m), meter));
///         pos.outcome().unwrap_or_else(|| replies.by_ref().max().unwrap_or(pos.no_moves()))
///     }
/// }
/// impl Eval<Tree> for Oracle {
///     fn eval(&mut self, _: &Tree) -> Score {
///         Score::DRAW
///     }
///     fn bounds(&mut self, pos: &Tree, _: Score, _: Score, meter: &mut Meter<'_>) -> Bounds {
///         Bounds::exact(Self::value(pos, meter))
///     }
/// }
///
/// // The root owes a move: its bounds are no answer, but those of its three children are.
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(Oracle).watch(Stats::default());
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 1 + 13 + 3 * (1 + 4)));
///
/// let mut cx = cx.watch(Stats::default()).stop(Limiter::new(12, || None));
/// assert_eq!(algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF), Err(Halt::Nodes));
/// assert_eq!(cx.watch.nodes, 12); // halted at the root, eleven nodes into its bounds
/// ```
pub struct Meter<'a> {
    /// Nodes that may be opened before the stopper is asked again.
    left: u64,
    /// The value of `left` when the stopper was last asked.
    granted: u64,
    /// The nodes that have been reported to the stopper.
    told: u64,
    refused: bool,
    stopper: Option<&'a mut Ask<'a>>,
}

/// Reports nodes to a stopper that had granted them, asks it for one more, and returns how many more it grants with that;
/// none if the search has to end.
pub(crate) type Ask<'a> = dyn FnMut(u64) -> Option<u64> + 'a;

impl<'a> Meter<'a> {
    /// A meter that only counts.
    pub fn unlimited() -> Self {
        Meter { left: u64::MAX, granted: u64::MAX, told: 0, refused: false, stopper: None }
    }

    #[inline(always)]
    pub(crate) fn new(granted: u64, stopper: &'a mut Ask<'a>) -> Self {
        Meter { left: granted, granted, told: 0, refused: false, stopper: Some(stopper) }
    }

    /// Counts a node that is about to be opened. Returns whether it may be: once false, always false, and whatever
    /// bounds are returned then are ignored.
    #[inline(always)]
    #[must_use]
    pub fn tick(&mut self) -> bool {
        // This is one instruction and a jump, all the overhead that a node of such a search has.
        let (left, none_left) = self.left.overflowing_sub(1);
        self.left = left;
        if none_left { self.ask() } else { true }
    }

    /// Counts nodes that were opened. For searches that are over so soon that nobody need interrupt them.
    #[inline(always)]
    pub fn count(&mut self, nodes: u64) {
        match self.left.checked_sub(nodes) {
            Some(left) => self.left = left,
            None => self.count_slowly(nodes),
        }
    }

    /// Whether the search had to end.
    #[inline(always)]
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// The nodes counted so far.
    #[inline(always)]
    pub fn nodes(&self) -> u64 {
        self.told + self.granted - self.left
    }

    /// The nodes counted that have not been reported to the stopper.
    #[inline(always)]
    pub(crate) fn untold(&self) -> u64 {
        self.granted - self.left
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self) -> bool {
        self.left = 0;
        let Some(stopper) = self.stopper.as_mut().filter(|_| !self.refused) else { return false };
        let answer = stopper(self.granted);
        self.told += self.granted;
        (self.left, self.granted) = answer.map_or((0, 0), |more| (more, more));
        self.told += u64::from(answer.is_some());
        self.refused = answer.is_none();
        !self.refused
    }

    #[cold]
    #[inline(never)]
    fn count_slowly(&mut self, nodes: u64) {
        for node in 0..nodes {
            if !self.tick() {
                self.told += nodes - node;
                return;
            }
        }
    }
}
