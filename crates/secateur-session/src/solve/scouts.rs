//! How the solver orders moves near the root besides by their rank: by a learned evaluation, or by shallow searches.

use super::components::Components;
use crate::LearnedEvaluation;
use crate::informed::{Informed, shipped};
use secateur::{Bounds, Eval, Hints, Meter, Score};
use secateur_games::{Learned, Notation, Scale};
use std::sync::Arc;

/// Nodes with more plies left than this are ordered by a shallow search, one ply deeper for every `DEEPER_EVERY` more.
const SEARCHED: u32 = 13;
const DEEPER_EVERY: u32 = 2;
/// A move that falls behind the best by more units than this is not valued any further.
const BEHIND: i32 = 6;
/// How many times a game's own rank counts beside their values.
const RANK: i32 = 2;

/// Where there is a learned evaluation, nodes with more plies left than this are ordered by what it makes of each move, or, in a
/// game that does not say how many are left, the first few plies.
const VALUED: u32 = 24;
const VALUED_PLIES: u32 = 12;
/// How many times a game's own rank counts beside that.
const RANK_VALUED: i32 = 4;

/// How far from the root moves are looked at, how deep, and what comes of it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scouts {
    /// The first ply whose moves are not.
    pub(super) plies: u32,
    /// The depth of the searches at the last ply before it.
    pub(super) depth: u32,
    /// The plies nearer to the root that add one to that depth.
    pub(super) every: u32,
    /// A move that falls behind the best by more points than this is not valued any further.
    pub(super) margin: i32,
    /// How many times a game's own rank counts beside their values.
    pub(super) rank: i32,
    /// Whether they look also where the question is who wins within a few plies.
    pub(super) near: bool,
}

impl Scouts {
    /// By what is known of this position; or none at all. In games of winners and losers static values by hand lead searches
    /// astray: without them Atari Go on 5x4 takes a tenth of the nodes.
    pub(crate) fn of<G: Notation>(pos: &G, components: &Components) -> Scouts {
        let left = pos.plies_left();
        if components.scouts && orders(pos, components) {
            Scouts::by_network(left)
        } else if components.scouts && matches!(G::SCALE, Scale::Points) {
            Scouts::by_search::<G>(left.unwrap_or(0))
        } else {
            Scouts::by_search::<G>(0)
        }
    }

    fn by_search<G: Hints>(left: u32) -> Scouts {
        let plies = left.saturating_sub(SEARCHED);
        Scouts { plies, depth: 2, every: DEEPER_EVERY, margin: BEHIND * G::UNIT, rank: RANK, near: true }
    }

    /// Deeper searches with it cost more than they save. Where a win is near, so does the evaluation itself.
    fn by_network(left: Option<u32>) -> Scouts {
        let plies = left.map_or(VALUED_PLIES, |left| left.saturating_sub(VALUED));
        Scouts { plies, depth: 1, every: u32::MAX, margin: i32::MAX, rank: RANK_VALUED, near: false }
    }
}

/// Whether a learned evaluation of this board orders its moves: that of the request, or the one that comes with the game, which is
/// of its usual board. Not where searches do: they see the end coming, down to the last plies.
fn orders<G: Notation>(pos: &G, components: &Components) -> bool {
    if matches!(G::SCALE, Scale::Points) && pos.plies_left().is_some() {
        return false;
    }
    let inputs = match &components.learned {
        Some(learned) => Some(*learned.network.inputs()),
        None if G::LEARNED.is_empty() || !components.network => None,
        None => G::start().inputs(),
    };
    inputs.is_some() && inputs == pos.inputs()
}

/// The static values that scouts go by: those of a learned evaluation, which is read once it is asked for, since easy positions are
/// solved before; or those of the game.
pub(crate) struct ScoutValues<E> {
    own: E,
    learned: Learning,
}

/// Where the reading of a learned evaluation stands.
enum Learning {
    Nothing,
    /// Not read yet: that of the request, or the one that comes with the game.
    Unread(Option<Arc<LearnedEvaluation>>),
    Read(Box<Learned>),
}

impl<E> ScoutValues<E> {
    /// Those for a position.
    pub(super) fn of<G: Notation<Knowledge = E>>(pos: &G, components: &Components) -> Self {
        let learned = match orders(pos, components) {
            true => Learning::Unread(components.learned.clone()),
            false => Learning::Nothing,
        };
        ScoutValues { own: components.knowledge::<G>(), learned }
    }
}

/// The same values, read at once.
pub(crate) fn scout_values<G: Notation>(pos: &G, components: &Components) -> Informed<G::Knowledge> {
    let known = Informed::new(components.knowledge::<G>(), None);
    match orders(pos, components) {
        true => known.valued_by(evaluation::<G>(components.learned.as_ref()).as_deref()),
        false => known,
    }
}

/// That of the request, or the one that comes with the game.
fn evaluation<G: Notation>(learned: Option<&Arc<LearnedEvaluation>>) -> Option<Arc<LearnedEvaluation>> {
    learned.cloned().or_else(|| shipped(G::LEARNED))
}

impl<G: Notation, E: Eval<G>> Eval<G> for ScoutValues<E> {
    #[inline]
    fn eval(&mut self, pos: &G) -> Score {
        if let Learning::Unread(learned) = &self.learned {
            self.learned = match evaluation::<G>(learned.as_ref()) {
                Some(read) => Learning::Read(Box::new(Learned::new(read.network.clone()))),
                None => Learning::Nothing,
            };
        }
        let learned = match &mut self.learned {
            Learning::Read(learned) => learned.value(pos),
            _ => None,
        };
        learned.unwrap_or_else(|| self.own.eval(pos))
    }

    #[inline(always)]
    fn bounds(&mut self, pos: &G, alpha: Score, beta: Score, meter: &mut Meter<'_>) -> Bounds {
        self.own.bounds(pos, alpha, beta, meter)
    }

    #[inline(always)]
    fn push(&mut self, parent: &G, m: Option<G::Move>, child: &G) {
        self.own.push(parent, m, child);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.own.pop();
    }
}
