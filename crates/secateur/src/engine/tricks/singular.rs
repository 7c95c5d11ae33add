use crate::engine::{
    Engine, Recipe,
    node::{Node, NodeKind},
    numbers::numbers,
};
use crate::{Eval, Hints, Score, Stop, Trick, Watch};

numbers! {
    /// Singular extensions: if all other moves fail well below the table's value for its own, that
    /// move alone holds the node and is searched deeper. If another refutes as well, the node is cut
    /// (multi-cut).
    ///
    /// Source: T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions*, 1988; Y. Björnsson and
    /// T. Marsland, *Multi-cut pruning*, 1999.
    Singular {
        /// the margin by which the others must fail, in hundredths of a unit per ply
        margin: 65, 20..=300, 10;
        /// beyond that, the margin for a second ply of extension, in hundredths of a unit
        double: 20, 0..=100, 5;
        /// the shallowest node, in plies
        depth: 4, 4..=12, 1;
        /// the plies by which the table's entry may be shallower
        behind: 3, 1..=5, 1;
        /// the number of second plies that a line may get
        doubles: 10, 0..=20, 1;
    }
}

/// The result of asking whether a move is the only good one.
pub(in crate::engine) enum Singularity {
    /// The node is refuted without it as well.
    Refuted(Score),
    /// The move is searched this many plies deeper, or shallower if negative.
    Extend(i32),
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Asks whether the table's move is the only good one.
    #[inline]
    pub(in crate::engine) fn test_singularity<K: NodeKind>(
        &mut self,
        pos: &G,
        m: G::Move,
        at: Node<G::Move>,
    ) -> Result<Singularity, S::Halt> {
        let (Some(singular), Some(known)) = (self.recipe.singular(), at.known) else {
            return Ok(Singularity::Extend(0));
        };
        let Node { depth, beta, cut, .. } = at;
        let promised = known.bounds.lower;
        if depth < singular.depth
            || known.depth < depth - singular.behind
            || promised <= -Score::INF
            || promised.is_decisive()
        {
            return Ok(Singularity::Extend(0));
        }
        let ply = self.ply();
        let below = Score::points(promised.get() - Self::points(pos, singular.margin * depth) / 100);
        self.worker.at(ply).excluded = Some(m);
        self.watch.tries(ply, Trick::Singular);
        let others = self.search_again(pos, (depth - 1) / 2, below, cut);
        self.worker.at(ply).excluded = None;
        let others = others?;
        Ok(Singularity::Extend(if others < below {
            let far = !K::PRINCIPAL
                && self.worker.at(ply).doubles < singular.doubles
                && others.get() < below.get() - Self::points(pos, singular.double);
            if far { 2 } else { 1 }
        } else if others >= beta && !others.is_decisive() {
            return Ok(Singularity::Refuted(others));
        } else if promised >= beta {
            -2
        } else if cut {
            -1
        } else {
            0
        }))
    }
}
