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
        /// noisy moves: the divisor
        noisy_divisor: 320, 150..=600, 10;
        /// more where a cut is expected, in hundredths of a ply
        cut: 150, 0..=300, 10;
        /// less on the principal variation
        principal: 50, 0..=250, 10;
        /// less at the root, whose late moves may be hidden ones
        root: 100, 0..=250, 10;
        /// more where the static value does not improve
        worse: 70, 0..=200, 10;
        /// less for a move that makes a threat
        check: 200, 0..=250, 10;
        /// less for killers and counter-moves
        refutation: 90, 0..=250, 10;
        /// more if the table's move is noisy
        noisy_hint: 80, 0..=250, 10;
        /// more if the child's siblings were cut often
        cutoffs: 80, 0..=250, 10;
        /// how many cuts are not often yet
        few_cutoffs: 3, 0..=8, 1;
        /// history worth one ply
        history: 9000, 3000..=20000, 500;
        /// how far above the best a reduced move must come out for a ply more, in hundredths of a unit
        deeper: 45, 10..=200, 5;
        /// and how much further a ply of depth, in points
        deeper_growth: 2, 0..=12, 1;
        /// how little above the best for a ply less
        shallower: 8, 0..=50, 2;
        /// the shallowest node, in plies
        depth: 2, 1..=5, 1;
    }
}

/// What a late move's reduction depends on.
#[derive(Copy, Clone, Debug)]
pub(in crate::engine) struct Late {
    /// On the principal variation.
    pub(in crate::engine) principal: bool,
    /// At the root.
    pub(in crate::engine) root: bool,
    /// The node is expected to be cut.
    pub(in crate::engine) cut: bool,
    /// The static value improves on the one two plies before.
    pub(in crate::engine) improving: bool,
    /// The move is noisy.
    pub(in crate::engine) noisy: bool,
    /// The table's move is noisy.
    pub(in crate::engine) noisy_hint: bool,
    /// The move makes a threat that must be answered.
    pub(in crate::engine) checks: bool,
    /// A killer or counter-move.
    pub(in crate::engine) refutation: bool,
    /// The children of this node were cut often.
    pub(in crate::engine) cutoffs: bool,
    /// The move's history.
    pub(in crate::engine) history: i32,
}

impl Reductions {
    /// By how much the search of a late move is shallower, in 1024ths of a ply, given what [`Plies`] says.
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

/// Logarithms are not taken in a node: the reductions by depth and place in the order, in 1024ths of a ply.
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
