//! The worth of each trick of the engine in a game: the engine without it against the whole recipe.
//!
//! - How many nodes a depth takes, over positions after random moves.
//! - How games end, at the same number of nodes a move.
//!
//! Everything comes from the seed, whatever the number of threads.

use crate::duel::{Arena, Opening};
use crate::each::each;
use crate::statistics::MatchScore;
use secateur::engine::Custom;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Answer, Request, StoppedBy};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of random moves that lead to a position to search.
const PLIES: std::ops::RangeInclusive<usize> = 4..=24;
/// The depth of the searches that decide whether a position is fair.
const FAIR_DEPTH: u32 = 6;
/// The size of the table of those searches, in bytes.
const SMALL: usize = 1 << 20;

/// The measurements to make, and their limits.
#[derive(Clone, Debug)]
pub struct AblationPlan {
    /// The settings in which the recipe differs from the standard one, with the trick or without: `NAME=VALUE`, as
    /// [`Settings::set`](secateur_session::Settings::set) takes it.
    pub settings: Vec<String>,
    /// The source of all randomness.
    pub seed: u64,
    /// The number of positions searched.
    pub positions: usize,
    /// The depth of those searches, in plies.
    pub depth: u32,
    /// The table of a search to that depth, in bytes.
    pub hash: usize,
    /// The number of pairs of games.
    pub pairs: usize,
    /// Nodes a move in them.
    pub nodes: u64,
    /// Each player's table in games, in bytes.
    pub game_hash: usize,
    /// The number of searches or games under way at a time.
    pub threads: usize,
}

/// The measured worth of a trick.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The number of positions searched.
    pub positions: usize,
    /// The nodes that the engine took in all with the whole recipe.
    pub nodes_with: u64,
    /// The nodes that the engine took in all without the trick.
    pub nodes_without: u64,
    /// The nodes of a search without the trick over those with it: the geometric mean over the positions.
    pub ratio: Option<f64>,
    /// The number of positions in which the best move stays the same.
    pub same_move: usize,
    /// The score of the engine without the trick in games against the whole recipe.
    pub score: MatchScore,
}

/// A search to the depth.
struct Searched {
    nodes: u64,
    best: Option<String>,
}

/// An experiment: the same positions and openings for every trick.
pub struct Ablation<'a> {
    plan: &'a AblationPlan,
    arena: &'a Arena,
    interrupt: Arc<AtomicBool>,
    positions: Vec<Opening>,
    openings: Vec<Opening>,
    /// The results of the whole recipe on the positions.
    whole: Vec<Searched>,
}

/// The tricks: each one's name, and what it is.
pub fn tricks() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Custom::TRICKS.iter().map(|&(name, about, _)| (name, about.trim()))
}

impl<'a> Ablation<'a> {
    /// Finds positions and openings. They are fewer than wanted where a game has fewer, and where the
    /// flag is raised.
    ///
    /// # Errors
    ///
    /// One sentence if a game does not take its own moves.
    pub fn new(
        arena: &'a Arena,
        plan: &'a AblationPlan,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Unreadable> {
        let interrupt = interrupt.clone();
        let fair = request(&interrupt, &plan.settings, None)?.depth(FAIR_DEPTH).hash(SMALL);
        let positions = arena.sample(PLIES, plan.positions, &fair, plan.seed)?;
        let openings = arena.openings(plan.pairs, &fair, !plan.seed)?;
        Ok(Ablation { plan, arena, interrupt, positions, openings, whole: Vec::new() })
    }

    /// The number of positions and of pairs of games that each trick takes.
    pub fn size(&self) -> (usize, usize) {
        (self.positions.len(), self.openings.len())
    }

    /// Searches the positions with the whole recipe; `heard` is called for each.
    ///
    /// # Errors
    ///
    /// One sentence if a game does not take its own moves.
    pub fn search_whole(&mut self, heard: impl FnMut()) -> Result<(), Unreadable> {
        self.whole = self.search(&self.request(None)?, heard)?;
        Ok(())
    }

    /// Returns the worth of the trick; `heard` is called for each position searched and each pair of games. Where the
    /// flag is raised, what there is so far.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such trick, or a game does not take its own moves.
    pub fn without(&self, trick: &str, mut heard: impl FnMut()) -> Result<Worth, Unreadable> {
        let (whole, without) = (self.request(None)?, self.request(Some(trick))?);
        let searched = self.search(&without, &mut heard)?;
        let both = || self.whole.iter().zip(&searched);
        let positions = both().count();
        let ratios = both().map(|(with, without)| without.nodes.max(1) as f64 / with.nodes.max(1) as f64);
        let logarithms: f64 = ratios.map(f64::ln).sum();
        Ok(Worth {
            positions,
            nodes_with: both().map(|(with, _)| with.nodes).sum(),
            nodes_without: both().map(|(_, without)| without.nodes).sum(),
            ratio: (positions > 0).then(|| (logarithms / positions as f64).exp()),
            same_move: both().filter(|(with, without)| with.best == without.best).count(),
            score: self.duel(&without, &whole, &mut heard)?,
        })
    }

    fn request(&self, without: Option<&str>) -> Result<Request, Unreadable> {
        request(&self.interrupt, &self.plan.settings, without)
    }

    /// Searches every position with a session of its own.
    fn search(&self, request: &Request, heard: impl FnMut()) -> Result<Vec<Searched>, Unreadable> {
        let request = request.clone().depth(self.plan.depth).hash(self.plan.hash);
        let work = |n: usize| -> Result<Option<Searched>, Unreadable> {
            let answer = self.arena.board(&self.positions[n])?.analyse(&request, &mut |_| {});
            let Answer { nodes, best, stopped_by, .. } = answer;
            Ok((stopped_by != StoppedBy::Interrupt).then_some(Searched { nodes, best }))
        };
        each(self.positions.len(), self.plan.threads, &self.interrupt, work, heard)
    }

    /// Returns the first one's score against the second.
    fn duel(&self, first: &Request, second: &Request, heard: impl FnMut()) -> Result<MatchScore, Unreadable> {
        let play = |request: &Request| request.clone().nodes(self.plan.nodes).hash(self.plan.game_hash);
        let (first, second) = (play(first), play(second));
        let work = |n: usize| self.arena.pair(&self.openings[n], [&first, &second]);
        let mut score = MatchScore::default();
        let pairs = each(self.openings.len(), self.plan.threads, &self.interrupt, work, heard)?;
        pairs.into_iter().for_each(|half_points| score.add(half_points));
        Ok(score)
    }
}

/// The engine by its recipe with these settings, or without a trick.
pub(crate) fn request(
    interrupt: &Arc<AtomicBool>,
    settings: &[String],
    without: Option<&str>,
) -> Result<Request, Unreadable> {
    let mut request = Request::default().algorithm(Algorithm::named("engine")?).interrupt(interrupt.clone());
    // The whole recipe is one that can be set, too, so that nothing but the trick differs.
    request.method.settings.recipe = Some(Custom::default());
    settings.iter().try_for_each(|setting| request.method.settings.set(setting))?;
    if let Some(trick) = without {
        request.method.settings.set(&format!("{trick}=off"))?;
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;
    use std::sync::atomic::Ordering;

    const PLAN: AblationPlan = AblationPlan {
        settings: Vec::new(),
        seed: 3,
        positions: 3,
        depth: 6,
        hash: 1 << 18,
        pairs: 4,
        nodes: 60,
        game_hash: 1 << 16,
        threads: 1,
    };

    fn worths(plan: &AblationPlan, raised: bool) -> Vec<Worth> {
        let arena = Arena::new(standard().find("clobber").unwrap(), None, 1).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        let mut ablation = Ablation::new(&arena, plan, &flag).unwrap();
        assert_eq!(ablation.size(), (3, 4));
        ablation.search_whole(|| ()).unwrap();
        flag.store(raised, Ordering::Relaxed);
        let mut heard = 0;
        let all = tricks().map(|(trick, _)| ablation.without(trick, || heard += 1).unwrap()).collect();
        assert_eq!(heard, if raised { 0 } else { 7 * tricks().count() });
        all
    }

    #[test]
    fn results_come_from_the_seed_alone() {
        let one = worths(&PLAN, false);
        assert_eq!(worths(&AblationPlan { threads: 3, ..PLAN }, false), one);
        assert!(one.iter().all(|worth| worth.positions == 3 && worth.score.games() == 8));
        // Some trick has a part in the game, and some has none, such as what waits for repetitions.
        assert!(one.iter().any(|worth| worth.nodes_with != worth.nodes_without));
        let upcoming = &one[tricks().position(|(trick, _)| trick == "upcoming").unwrap()];
        assert_eq!((upcoming.ratio, upcoming.same_move, upcoming.score.share()), (Some(1.0), 3, Some(0.5)));
        assert_ne!(worths(&AblationPlan { seed: 4, ..PLAN }, false), one);
    }

    #[test]
    fn an_interrupted_trick_has_nothing() {
        let nothing = worths(&PLAN, true);
        assert!(nothing.iter().all(|worth| worth.positions == 0 && worth.score.games() == 0));
        assert!(nothing.iter().all(|worth| worth.ratio.is_none()));
    }
}
