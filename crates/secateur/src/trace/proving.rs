//! Visits of proof-number search in a table: their numbers, the thresholds, and why it came back.

use super::{End, Open, Trace};
use crate::best::{Left, Numbers, Pair, Proving};
use crate::{Score, Step, Why};

/// What a proof-number search in a table knew of a node that it visited, for its side to move.
///
/// ```
/// use secateur::best::{DfPn, Left, Pair, ProofTable, df_pn};
/// use secateur::{Score, Search, Trace, trace::End, tree::Tree};
///
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
/// let _ = df_pn(&mut cx, &tree, Score::points(5), DfPn::default(), &mut ProofTable::with_entries(64));
/// // The root, a look at each bag, and a visit to the second, until another bag were better.
/// let visit = &cx.watch.nodes[4];
/// assert_eq!((visit.first, visit.end), (Some(2), End::Proof(Left::Disproven)));
/// let proof = cx.watch.proof(4).unwrap();
/// assert_eq!((proof.entry, proof.until.map(|until| until.phi)), (Pair { phi: 1, delta: 2 }, Some(Pair::NONE.phi)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The numbers on entry.
    pub entry: Pair,
    /// The thresholds; none if the node was only looked at.
    pub until: Option<Pair>,
    /// The numbers on return; none if the search was halted.
    pub left: Option<Pair>,
}

impl<M: Copy> Trace<M> {
    /// What a proof-number search in a table knew of this visit; none if it was another search.
    pub fn proof(&self, id: usize) -> Option<&Proof> {
        self.proofs.get(id)?.as_ref()
    }

    /// Whether a proof-number search in a table was watched.
    pub fn proves(&self) -> bool {
        !self.proofs.is_empty()
    }

    fn put_proof(&mut self, id: u32, proof: Proof) {
        // (Numbers are kept from the first node of such a search on, and for no other search.)
        self.proofs.resize(self.nodes.len(), None);
        self.proofs[id as usize] = Some(proof);
    }
}

impl<M: Copy + PartialEq> Trace<M> {
    pub(super) fn step_of_proof(&mut self, ply: u32, step: Proving) {
        match step {
            Proving::Looked { goal, numbers, by_table } => self.looked(ply, goal, numbers, by_table),
            Proving::Enters { goal, numbers, until } => self.enters(ply, goal, numbers, until),
            Proving::Leaves { numbers, why } => self.leaves(ply, numbers, why),
        }
    }

    fn looked(&mut self, ply: u32, goal: Score, numbers: Numbers, by_table: bool) {
        if by_table {
            self.open(ply, 0, goal.prev(), goal);
            self.unopened += 1;
        }
        let known = if by_table { Why::Table } else { Why::Leaf };
        // What the rules or knowledge settled is over already.
        let id = self.finish(ply, End::Known(known), None);
        let Some(id) = id else { return };
        let pair = Pair::from(numbers);
        self.put_proof(id, Proof { entry: pair, until: None, left: Some(pair) });
        self.nodes[id as usize].score = proven(numbers);
    }

    fn enters(&mut self, ply: u32, goal: Score, numbers: Numbers, until: Pair) {
        let id = if ply == 0 {
            // The root has been looked at just now.
            let holder = self.root.filter(|_| self.max_nodes > 0);
            self.path.push(Open { ply: 0, halted: false, kept: holder.is_some(), holder });
            holder
        } else {
            let again = self.step.map(|step| match step {
                Step::Move(m) | Step::Again(m) => Step::Again(m),
                Step::Null => Step::Null,
            });
            self.step = again;
            self.open(ply, 0, goal.prev(), goal);
            self.unopened += 1;
            self.path.last().filter(|top| top.kept).and_then(|top| top.holder)
        };
        let Some(id) = id else { return };
        self.put_proof(id, Proof { entry: numbers.into(), until: Some(until), left: None });
        let node = &mut self.nodes[id as usize];
        (node.score, node.end) = (None, End::Halted);
    }

    fn leaves(&mut self, ply: u32, numbers: Numbers, why: Left) {
        let end = End::Proof(why);
        let Some(id) = self.finish(ply, end, Some(end)) else { return };
        if let Some(Some(proof)) = self.proofs.get_mut(id as usize) {
            proof.left = Some(numbers.into());
        }
        self.nodes[id as usize].score = proven(numbers);
    }

    /// Ends the visit in progress at `ply`, by `end`; where it is over already, by `instead`, if that is given. Returns it,
    /// if it is kept.
    fn finish(&mut self, ply: u32, end: End<M>, instead: Option<End<M>>) -> Option<u32> {
        let open = self.path.last().copied().filter(|top| top.ply == ply);
        let (id, end) = match open {
            Some(top) => {
                self.path.pop();
                (top.holder.filter(|_| top.kept), Some(end))
            }
            None => (self.last, instead),
        };
        self.last = id;
        if let (Some(id), Some(end)) = (id, end) {
            self.nodes[id as usize].end = end;
        }
        id
    }
}

/// The score that settled numbers prove.
fn proven(numbers: Numbers) -> Option<Score> {
    let bounds = numbers.bounds();
    match numbers {
        Numbers { phi: 0, .. } => Some(bounds.lower),
        Numbers { delta: 0, .. } => Some(bounds.upper),
        _ => None,
    }
}
