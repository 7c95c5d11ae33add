use crate::engine::numbers::numbers;

numbers! {
    /// Late-move reductions: the later a move comes in the order, the less deep it is searched, unless that
    /// search fails high.
    ///
    /// Source: T. Romstad, *An introduction to late move reductions*, 2006; by logarithms, Stockfish 2008;
    /// earlier as history pruning in Fruit (F. Letouzey, 2004).
    Reductions {
        /// quiet moves: reduction in any case, in hundredths of a ply
        quiet: 85, 0..=200, 5;
        /// quiet moves: the product of the logarithms is divided by this, in hundredths
        quiet_divisor: 215, 120..=400, 5;
        /// noisy moves: reduction in any case, in hundredths of a ply
        noisy: 10, 0..=150, 5;
        /// noisy moves: the product of the logarithms is divided by this, in hundredths
        noisy_divisor: 320, 150..=600, 10;
        /// more reduction where a cut is expected, in hundredths of a ply
        cut: 150, 0..=300, 10;
        /// less reduction on the principal variation, in hundredths of a ply
        principal: 50, 0..=250, 10;
        /// less reduction at the root, where a late move may be the best one, in hundredths of a ply
        root: 100, 0..=250, 10;
        /// more reduction where the static value does not improve, in hundredths of a ply
        worse: 70, 0..=200, 10;
        /// less reduction for a move that makes a threat, in hundredths of a ply
        check: 200, 0..=250, 10;
        /// less reduction for killers and counter-moves, in hundredths of a ply
        refutation: 90, 0..=250, 10;
        /// more reduction if the table's move is noisy, in hundredths of a ply
        noisy_hint: 80, 0..=250, 10;
        /// more reduction if the children were cut often, in hundredths of a ply
        cutoffs: 80, 0..=250, 10;
        /// the number of cuts that is not often yet
        few_cutoffs: 3, 0..=8, 1;
        /// history worth one ply
        history: 9000, 3000..=20000, 500;
        /// the margin above the best for one ply more in the second search, in hundredths of a unit
        deeper: 45, 10..=200, 5;
        /// the growth of that margin per ply of depth, in points
        deeper_growth: 2, 0..=12, 1;
        /// the margin above the best below which the second search gets one ply less, in hundredths of a unit
        shallower: 8, 0..=50, 2;
        /// the shallowest node, in plies
        depth: 2, 1..=5, 1;
    }
}

/// The facts that a late move's reduction depends on.
#[derive(Copy, Clone, Debug)]
pub(in crate::engine) struct Late {
    /// Whether the node is on the principal variation.
    pub(in crate::engine) principal: bool,
    /// Whether the node is the root.
    pub(in crate::engine) root: bool,
    /// Whether the node is expected to be cut.
    pub(in crate::engine) cut: bool,
    /// Whether the static value improves on the one two plies before.
    pub(in crate::engine) improving: bool,
    /// Whether the move is noisy.
    pub(in crate::engine) noisy: bool,
    /// Whether the table's move is noisy.
    pub(in crate::engine) noisy_hint: bool,
    /// Whether the move makes a threat that must be answered.
    pub(in crate::engine) checks: bool,
    /// Whether the move is a killer or counter-move.
    pub(in crate::engine) refutation: bool,
    /// Whether the children of this node were cut often.
    pub(in crate::engine) cutoffs: bool,
    /// The move's history.
    pub(in crate::engine) history: i32,
}

impl Reductions {
    /// The reduction of a late move, in 1024ths of a ply, given that of [`Plies`].
    #[inline(always)]
    pub(in crate::engine) fn of(&self, plies: i32, late: Late) -> i32 {
        let hundredths = |on: bool, n: i32| if on { n * 1024 / 100 } else { 0 };
        plies + hundredths(late.cut, self.cut)
            - hundredths(late.principal, self.principal)
            - hundredths(late.root, self.root)
            + hundredths(!late.improving, self.worse)
            - hundredths(late.checks, self.check)
            - hundredths(late.refutation, self.refutation)
            + hundredths(late.noisy_hint && !late.noisy, self.noisy_hint)
            + hundredths(late.cutoffs, self.cutoffs)
            - late.history * 1024 / self.history
    }
}

/// The reductions by depth and place in the order, in 1024ths of a ply, since no node computes a logarithm.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Plies {
    quiet: Box<[[i16; 64]; 64]>,
    noisy: Box<[[i16; 64]; 64]>,
}

impl Plies {
    pub(in crate::engine) fn new(numbers: &Reductions) -> Plies {
        let table = |base: i32, divisor: i32| {
            let mut table = Box::new([[0; 64]; 64]);
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (place, plies) in row.iter_mut().enumerate().skip(1) {
                    let logs = (depth as f64).ln() * (place as f64).ln();
                    *plies = ((f64::from(base) / 100.0 + logs * 100.0 / f64::from(divisor)) * 1024.0) as i16;
                }
            }
            table
        };
        Plies {
            quiet: table(numbers.quiet, numbers.quiet_divisor),
            noisy: table(numbers.noisy, numbers.noisy_divisor),
        }
    }

    #[inline(always)]
    pub(in crate::engine) fn get(&self, depth: i32, place: i32, noisy: bool) -> i32 {
        let table = if noisy { &self.noisy } else { &self.quiet };
        i32::from(table[depth.clamp(0, 63) as usize][place.clamp(0, 63) as usize])
    }
}
