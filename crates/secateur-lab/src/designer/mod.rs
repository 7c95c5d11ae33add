//! A report on a game for whoever designs it: what self-play, matches and searches tell of its fairness, depth and drama.
//!
//! - [`examine`] plays and searches for a given time, and keeps each piece of work in a journal, so that the same call
//!   goes on from there.
//! - `games`, `studies`, `boards`, `search`: the pieces of work; `stages` shares the time among them, `work` does them,
//!   `store` keeps them.
//! - `worth`: values of searches as points that are expected, so that games of all kinds are measured alike.
//! - `drama`, [`figures`], `terms`: what the games tell in numbers.
//! - `values`: what is proven of the game and of small boards; `balance`: how the games compare with that.
//! - [`words`]: what each number means, and what is good.
//! - `charts`: what the numbers look like.
//! - `data`: the report as plain data; [`page`]: as a page of HTML, of one game or of several side by side.
//!
//! Criteria are those of the field: J. M. Thompson, "Defining the Abstract" (2000), for depth, clarity, drama and
//! decisiveness; I. Althöfer, "Computer-Aided Game Inventing" (2003), for length, draws and deeper search; C. Browne,
//! "Automatic Generation and Evaluation of Recombination Games" (2008), which measured them by self-play.

mod balance;
mod boards;
mod charts;
mod data;
mod drama;
pub mod figures;
mod games;
pub mod page;
mod record;
mod search;
mod stages;
mod store;
mod studies;
mod terms;
mod values;
pub mod words;
mod work;
mod worth;

use crate::duel::Arena;
use crate::error::Error;
use crate::experiment::Job;
use crate::files;
use secateur_session::{GameEntry, Outcome, Registry};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Store;
use work::Desk;

pub use data::json;
pub use drama::{AHEAD, CLEAR, DECIDED};
pub use games::LEVELS;
pub use record::{GameEnd, PlayedGame};
pub use search::{RacedSearch, SuitedSearch};
pub use studies::{DEEP, QUICK, StudiedPosition};
pub use terms::EvaluationTerm;
pub use worth::Worth;

/// The most positions that are shown.
const SHOWN: usize = 3;

/// The parameters of a report.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DesignerPlan {
    /// The time for all the work that is kept in the journal, whenever it was done.
    pub time: Duration,
    /// The source of all randomness.
    pub seed: u64,
    /// The number of games or searches under way at a time.
    pub threads: usize,
}

/// How far the work has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DesignerEvent {
    /// The time spent on all that is kept.
    pub spent: Duration,
    /// The number of games played.
    pub games: usize,
    /// What is being done.
    pub doing: &'static str,
}

/// A report on a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// The game's name.
    pub game: String,
    /// What it is.
    pub about: String,
    /// The version of the program that played.
    pub program: String,
    /// The plan.
    pub plan: DesignerPlan,
    /// The time that was spent.
    pub spent: Duration,
    /// The number of games played, those of unequals included.
    pub played: usize,
    /// The number of positions looked into.
    pub studied: usize,
    /// Whether the flag was raised before the end.
    pub interrupted: bool,
    /// Whether games began with all the openings that there are, so that more time plays no more of them.
    pub exhausted: bool,
    /// The numbers.
    pub figures: figures::Figures,
    /// The courses of some games: the quietest, a usual one, and the liveliest.
    pub courses: Vec<(&'static str, GameCourse)>,
    /// Positions in which a quick look chooses a mistake, the worst first.
    pub hard: Vec<HardPosition>,
    /// Small boards, and what is known of their values.
    pub boards: Vec<BoardValue>,
    /// The published value, or the one that was found before, of the game from its start.
    pub solved: Option<KnownValue>,
    /// The search that suits the game; none if it was not found within the time.
    pub search: Option<SuitedSearch>,
    /// The terms of the evaluation, the largest first.
    pub terms: Vec<EvaluationTerm>,
}

/// The course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameCourse {
    /// The number of moves before the first point.
    pub opening: usize,
    /// The points expected for the side that moved first.
    pub points: Vec<f64>,
}

/// A position in which a quick look chooses a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct HardPosition {
    /// The position, as the game writes it.
    pub position: String,
    /// The board as text.
    pub drawn: String,
    /// The side to move.
    pub side: String,
    /// The number of legal moves.
    pub legal: u32,
    /// The move that a quick look chooses, and the points that it is expected to bring.
    pub quick: (String, f64),
    /// The best move, and its points.
    pub best: (String, f64),
}

/// A board, and its value for the side that moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardValue {
    /// The name.
    pub name: String,
    /// The value; none if it was not found within the time, and is not published.
    pub outcome: Option<Outcome>,
    /// Who found it; none if it was found here.
    pub source: Option<String>,
}

/// A value that is known of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownValue {
    /// The outcome for the side that moves first.
    pub outcome: Outcome,
    /// Who found it; none if the atlas has it from proofs of its own.
    pub source: Option<String>,
}

/// Plays and searches a game until the time of the plan is over, all is done or the flag is raised, and says what came of it. The
/// work is kept in the file at this path, and what is there is not done again.
///
/// # Errors
///
/// One sentence if the game does not take its own moves, or the file cannot be used.
pub fn examine(
    registry: &Registry,
    entry: &GameEntry,
    plan: &DesignerPlan,
    journal: &Path,
    interrupt: &Arc<AtomicBool>,
    heard: &mut dyn FnMut(DesignerEvent),
) -> Result<GameReport, Error> {
    let arena = Arena::new(entry, None, plan.seed)?;
    files::check_writable(journal)?;
    let mut store = Store::open(journal, &plan.terms(entry.name), &arena)?;
    let desk = Desk {
        registry,
        entry,
        arena: &arena,
        plan,
        races: &journal.with_extension("races"),
        interrupt,
        firsts: arena.board(&[])?.moves(),
        boards: boards::names(registry, entry),
    };
    desk.work(&mut store, heard)?;
    let known = &store.known;
    let figures = figures::Figures::of(known);
    let games: Vec<&PlayedGame> = known.games[figures::reference(known)].values().collect();
    let values = values::Values::new(known)?;
    Ok(GameReport {
        game: entry.name.to_owned(),
        about: entry.about.to_owned(),
        program: Job::program(),
        plan: *plan,
        spent: known.total(),
        played: known.count(),
        studied: known.studies.values().flatten().count(),
        interrupted: interrupt.load(Ordering::Relaxed),
        exhausted: known.no_more_openings && games.len() >= known.openings.len(),
        courses: courses(&games, figures.scale),
        hard: hard(&arena, known, figures.scale)?,
        boards: values.boards(&desk.boards),
        solved: values.of(entry.name),
        search: known.search.clone(),
        terms: terms::terms(&arena, &games)?,
        figures,
    })
}

impl DesignerPlan {
    /// Returns the terms on which a journal is made.
    fn terms(&self, game: &str) -> String {
        format!("game={game} seed={} program={}", self.seed, Job::program().replace(' ', "-"))
    }
}

/// The quietest of these games, a usual one, and the liveliest: by the changes of lead, and by how much the points go up and
/// down where these are as many.
fn courses(games: &[&PlayedGame], scale: f64) -> Vec<(&'static str, GameCourse)> {
    let mut all: Vec<GameCourse> =
        games.iter().map(|game| GameCourse { opening: game.opening, points: game.course(scale) }).collect();
    let swing =
        |course: &GameCourse| course.points.windows(2).map(|two| (two[1] - two[0]).abs()).sum::<f64>();
    let leads = |course: &GameCourse| drama::lead_changes(&course.points);
    all.sort_by(|a, b| leads(a).cmp(&leads(b)).then(swing(a).total_cmp(&swing(b))));
    let picked = match all.len() {
        0 => Vec::new(),
        1 => vec![("a game", 0)],
        2 => vec![("quiet", 0), ("lively", 1)],
        n => vec![("quiet", 0), ("usual", n / 2), ("lively", n - 1)],
    };
    picked.into_iter().map(|(name, n)| (name, all[n].clone())).collect()
}

/// The positions in which a quick look costs most, all of them different.
fn hard(arena: &Arena, known: &store::Known, scale: f64) -> Result<Vec<HardPosition>, Error> {
    let cost =
        |studied: &&StudiedPosition| studied.worth.expected(scale) - studied.quick_worth.expected(scale);
    let mut all: Vec<&StudiedPosition> = known.studies.values().flatten().collect();
    all.retain(|studied| cost(studied) >= figures::MISTAKE);
    all.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    let mut shown: Vec<HardPosition> = Vec::new();
    for studied in all {
        let board = arena.board(&studied.moves)?;
        let position = board.position();
        // Several games may have come to it.
        if shown.iter().any(|hard| hard.position == position) {
            continue;
        }
        shown.push(HardPosition {
            position,
            drawn: board.draw(),
            side: board.side(),
            legal: studied.legal,
            quick: (studied.quick.clone(), studied.quick_worth.expected(scale)),
            best: (studied.best.clone(), studied.worth.expected(scale)),
        });
        if shown.len() == SHOWN {
            break;
        }
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courses_go_from_the_quietest_to_the_liveliest() {
        // At 100 hundredths of the scale and more a side leads.
        let game = |worth: &[i32]| PlayedGame {
            result: 0,
            end: GameEnd::Rules,
            margin: None,
            opening: 0,
            moves: vec!["m".to_owned(); worth.len()],
            legal: vec![2; worth.len()],
            worth: worth.iter().map(|&value| Worth::Guess(value)).collect(),
        };
        let (even, drifts) = (game(&[0, 0, 0]), game(&[0, 30, 0]));
        let (turns, turns_twice) = (game(&[200, 200, -200, -200]), game(&[200, 200, -200, -200, 200, 200]));
        let picked = courses(&[&turns_twice, &drifts, &turns, &even], 100.0);
        let told: Vec<(&str, usize)> =
            picked.iter().map(|(name, course)| (*name, course.points.len() - 1)).collect();
        assert_eq!(told, [("quiet", 3), ("usual", 4), ("lively", 6)]);
        assert_eq!(picked[0].1.points, [0.5; 4]);
        assert!(courses(&[], 100.0).is_empty());
    }
}
