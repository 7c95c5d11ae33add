//! What the games tell in numbers.

use super::balance::points;
use super::drama::Drama;
use super::games::{DOUBLINGS, LEVELS};
use super::record::{GameEnd, PlayedGame};
use super::store::Known;
use super::studies::StudiedPosition;
use super::work::FIRST_NODES;
use super::worth::{Worth, scale};
use crate::statistics::{Estimate, MatchScore, elo};

/// What costs as many points is a mistake.
pub const MISTAKE: f64 = 0.2;
/// The number of parts that a game is cut into.
pub(super) const PARTS: usize = 10;
/// The fewest games of a level that figures come from, where a weaker level has more.
const ENOUGH: usize = 20;
/// The fewest pairs that say anything of a difference in strength.
const FEW_PAIRS: usize = 8;

/// Games of one level against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelFigures {
    /// Nodes a move.
    pub nodes: u64,
    /// Won by the side that moved first, drawn, and lost.
    pub results: [usize; 3],
    /// The points of the side that moved first, from 0 to 1 a game.
    pub first: Option<Estimate>,
    /// The share of draws.
    pub draws: Option<Estimate>,
}

/// Games of a level against the one below.
#[derive(Clone, PartialEq, Debug)]
pub struct SkillStep {
    /// Nodes a move of the weaker player, and of the stronger.
    pub nodes: [u64; 2],
    /// The score of the stronger.
    pub score: MatchScore,
}

/// A first move.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// The move.
    pub name: String,
    /// The worth for whoever makes it.
    pub worth: Worth,
    /// The points that it is expected to bring, from 0 to 1.
    pub expected: f64,
    /// The number of games that began with it, and the points that it brought in them.
    pub played: (usize, f64),
}

/// Strength for twice the nodes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SkillFigure {
    /// Elo for each doubling of nodes.
    pub doubling: f64,
    /// The ends of its 95 % interval; none where every game of a step was won, so that there is no upper end.
    pub interval: Option<(f64, f64)>,
    /// The difference between the weakest and the strongest level, in Elo.
    pub total: f64,
    /// The number of pairs of games.
    pub pairs: usize,
}

/// All figures of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// Nodes a move in the games that most figures are from.
    pub nodes: u64,
    /// The number of those games.
    pub games: usize,
    /// The scale of the logistic function by which values become points, in hundredths of a unit.
    pub scale: f64,
    /// Whether a search ever saw anything but even positions before the end was in sight.
    pub evaluates: bool,
    /// Legal moves in a position.
    pub branching: Option<Estimate>,
    /// The tenth, the half and nine tenths of positions have at most so many; and the most of all.
    pub branching_spread: Option<[u32; 4]>,
    /// Legal moves by tenths of the game.
    pub branching_by_part: Vec<Option<Estimate>>,
    /// The moves of a game.
    pub length: Option<Estimate>,
    /// A twentieth, half and nineteen twentieths of games have at most so many.
    pub length_spread: Option<[u32; 3]>,
    /// The moves of each game.
    pub lengths: Vec<usize>,
    /// Games that ended by the rules, by repetition, and that were cut off.
    pub ends: [usize; 3],
    /// The margin of the winner, where points are counted.
    pub margin: Option<Estimate>,
    /// Each level against itself.
    pub levels: Vec<LevelFigures>,
    /// Each level against the one below.
    pub steps: Vec<SkillStep>,
    /// Strength for twice the nodes.
    pub skill: Option<SkillFigure>,
    /// The part of the game after which the winner was clear.
    pub clear: Option<Estimate>,
    /// The part of the game after which it was decided.
    pub decided: Option<Estimate>,
    /// Moves played after that.
    pub drag: Option<Estimate>,
    /// Lead changes of a game.
    pub leads: Option<Estimate>,
    /// The share of decided games whose winner had been behind.
    pub comebacks: Option<Estimate>,
    /// The share of decided games in which the side ahead at half of the game won.
    pub foretold: Option<Estimate>,
    /// The share of positions with one legal move.
    pub forced: Option<Estimate>,
    /// The share of positions with a choice in which one move alone keeps what there is.
    pub only: Option<Estimate>,
    /// The share in which a quick look chooses a mistake.
    pub hard: Option<Estimate>,
    /// First moves, the best first.
    pub firsts: Vec<FirstMove>,
    /// The nodes that each was searched with.
    pub firsts_nodes: u64,
    /// The share of first moves that are mistakes.
    pub weak_firsts: Option<Estimate>,
}

impl Figures {
    pub(super) fn of(known: &Known) -> Figures {
        let level = reference(known);
        let games: Vec<&PlayedGame> = known.games[level].values().collect();
        let guesses = games.iter().flat_map(|game| {
            game.worth.iter().filter_map(|worth| match worth {
                Worth::Guess(value) => Some((*value, game.result)),
                Worth::Proven(_) => None,
            })
        });
        let scale = scale(guesses.clone());
        let drama = Drama::of(&games, scale);
        let choices =
            |game: &PlayedGame| game.legal.iter().copied().filter(|&legal| legal > 0).collect::<Vec<u32>>();
        let share_of = |game: &&PlayedGame, of: fn(u32) -> bool| {
            let all = choices(game);
            all.iter().filter(|&&legal| of(legal)).count() as f64 / all.len().max(1) as f64
        };
        let mut all: Vec<u32> = games.iter().flat_map(|game| choices(game)).collect();
        all.sort_unstable();
        let lengths: Vec<usize> = games.iter().map(|game| game.length()).collect();
        let mut sorted: Vec<u32> = lengths.iter().map(|&n| n as u32).collect();
        sorted.sort_unstable();
        let margins: Vec<f64> = games.iter().filter_map(|game| game.margin).map(f64::from).collect();
        let studied: Vec<&StudiedPosition> = known.studies.values().flatten().collect();
        let loses = |better: Worth, worse: Worth| better.expected(scale) - worse.expected(scale) >= MISTAKE;
        let of_studied = |is: &dyn Fn(&StudiedPosition) -> bool| {
            Estimate::share(studied.iter().filter(|position| is(position)).count(), studied.len())
        };
        let ended = |end| games.iter().filter(|game| game.end == end).count();
        let (firsts, firsts_nodes) = firsts(known, scale);
        let best = firsts.first().map_or(0.0, |first| first.expected);
        let weak = firsts.iter().filter(|first| best - first.expected >= MISTAKE).count();
        let steps = steps(known);
        Figures {
            nodes: LEVELS[level],
            games: games.len(),
            scale,
            evaluates: guesses.clone().any(|(value, _)| value != 0),
            branching: mean(games.iter().map(|game| {
                let all = choices(game);
                all.iter().copied().map(f64::from).sum::<f64>() / all.len().max(1) as f64
            })),
            branching_spread: quantiles(&all, [0.1, 0.5, 0.9, 1.0]),
            branching_by_part: by_part(&games),
            length: mean(lengths.iter().map(|&n| n as f64)),
            length_spread: quantiles(&sorted, [0.05, 0.5, 0.95]),
            lengths,
            ends: [GameEnd::Rules, GameEnd::Repetition, GameEnd::Length].map(ended),
            margin: Estimate::mean(&margins),
            levels: (0..LEVELS.len()).map(|level| level_figures(known, level)).collect(),
            skill: skill(&steps),
            steps,
            clear: drama.clear,
            decided: drama.decided,
            drag: drama.drag,
            leads: drama.leads,
            comebacks: drama.comebacks,
            foretold: drama.foretold,
            forced: mean(games.iter().map(|game| share_of(game, |legal| legal == 1)))
                .map(|share| share.within(0.0, 1.0)),
            only: of_studied(&|position| loses(position.worth, position.second)),
            hard: of_studied(&|position| loses(position.worth, position.quick_worth)),
            weak_firsts: Estimate::share(weak, firsts.len())
                .map(|share| Estimate { interval: None, ..share }),
            firsts,
            firsts_nodes,
        }
    }

    /// The figures of the strongest level that played enough games against itself.
    pub(super) fn strongest(&self) -> Option<&LevelFigures> {
        self.levels.iter().find(|level| level.nodes == self.nodes).filter(|_| self.games > 0)
    }
}

/// The strongest level with enough games, or else the one with the most.
pub(super) fn reference(known: &Known) -> usize {
    let strong = (0..LEVELS.len()).rev().find(|&level| known.games[level].len() >= ENOUGH);
    strong.or_else(|| (0..LEVELS.len()).max_by_key(|&level| known.games[level].len())).unwrap_or(0)
}

/// The mean of what is never negative.
fn mean(values: impl Iterator<Item = f64>) -> Option<Estimate> {
    Estimate::mean(&values.collect::<Vec<_>>()).map(|mean| mean.within(0.0, f64::INFINITY))
}

/// The least of the sorted numbers that so large a part of them does not exceed, for each part.
fn quantiles<const N: usize>(sorted: &[u32], parts: [f64; N]) -> Option<[u32; N]> {
    let last = sorted.len().checked_sub(1)?;
    let at = |part: f64| ((part * sorted.len() as f64).ceil() as usize).saturating_sub(1).min(last);
    Some(parts.map(|part| sorted[at(part)]))
}

/// The mean number of legal moves in each tenth of the game.
fn by_part(games: &[&PlayedGame]) -> Vec<Option<Estimate>> {
    let of = |part: usize| {
        let each = games.iter().filter_map(|game| {
            let all: Vec<f64> = (game.legal.iter().enumerate())
                .filter(|&(ply, &legal)| legal > 0 && ply * PARTS / game.legal.len() == part)
                .map(|(_, &legal)| f64::from(legal))
                .collect();
            (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
        });
        mean(each)
    };
    (0..PARTS).map(of).collect()
}

fn level_figures(known: &Known, level: usize) -> LevelFigures {
    let with = |result: i32| known.games[level].values().filter(|game| game.result == result).count();
    let results = [1, 0, -1].map(with);
    let draws = Estimate::share(results[1], results.iter().sum());
    LevelFigures { nodes: LEVELS[level], results, first: points(results), draws }
}

fn steps(known: &Known) -> Vec<SkillStep> {
    let step = |level: usize| {
        let mut score = MatchScore::default();
        known.pairs[level].values().for_each(|&half_points| score.add(half_points));
        SkillStep { nodes: [LEVELS[level], LEVELS[level + 1]], score }
    };
    (0..LEVELS.len() - 1).map(step).collect()
}

impl SkillStep {
    /// The number of pairs.
    pub(super) fn pairs(&self) -> usize {
        self.score.games() as usize / 2
    }

    /// Elo, and the half width of its interval: none of that where it has no bound, and the Elo is the least that is likely.
    pub(super) fn elo(&self) -> Option<(f64, Option<f64>)> {
        let pairs = self.pairs();
        if pairs < FEW_PAIRS {
            return None;
        }
        // What was not seen in so many trials happens, with 95 % probability, less often than three in that many.
        let rare = 3.0 / pairs as f64;
        match (self.score.elo(), self.score.elo_interval()) {
            (Some(value), (Some(low), Some(high))) => Some((value, Some((high - low) / 2.0))),
            (Some(value), (Some(low), None)) => Some((value.min(low.max(0.0)), None)),
            // All pairs ended alike, and neither side has all points.
            (Some(value), (None, None)) => {
                let share = 0.5 + (self.score.share()? - 0.5).abs();
                Some((value, elo(share + (1.0 - share) * rare).map(|most| most - value.abs())))
            }
            (Some(value), _) => Some((value, None)),
            (None, _) => Some((elo((1.0 - rare).max(0.5))?.copysign(self.score.share()? - 0.5), None)),
        }
    }
}

/// The Elo of all steps together.
fn skill(steps: &[SkillStep]) -> Option<SkillFigure> {
    let known: Vec<(f64, Option<f64>)> = steps.iter().filter_map(SkillStep::elo).collect();
    if known.is_empty() {
        return None;
    }
    let doublings = DOUBLINGS * known.len() as f64;
    let total: f64 = known.iter().map(|(elo, _)| elo).sum();
    let squares: Option<f64> = known.iter().map(|(_, half)| half.map(|half| half * half)).sum();
    let interval = squares.map(|squares| {
        let half = squares.sqrt();
        ((total - half) / doublings, (total + half) / doublings)
    });
    let pairs = steps.iter().map(SkillStep::pairs).sum();
    Some(SkillFigure { doubling: total / doublings, interval, total, pairs })
}

/// The first moves, the best first, and the nodes that all of them were searched with.
fn firsts(known: &Known, scale: f64) -> (Vec<FirstMove>, u64) {
    let with = |nodes: u64| known.firsts.iter().filter(move |((n, _), _)| *n == nodes);
    let [quick, deep] = FIRST_NODES;
    let nodes =
        if with(deep).count() > 0 && with(deep).count() == with(quick).count() { deep } else { quick };
    let began = |m: &str| {
        let games = known.games[1..].iter().flat_map(|games| games.values());
        let points: Vec<f64> = games
            .filter(|game| game.moves.first().is_some_and(|first| first == m))
            .map(|game| f64::from(game.result + 1) / 2.0)
            .collect();
        (points.len(), points.iter().sum::<f64>() / points.len().max(1) as f64)
    };
    let first = |((_, m), worth): (&(u64, String), &Worth)| FirstMove {
        name: m.clone(),
        worth: *worth,
        expected: worth.expected(scale),
        played: began(m),
    };
    let mut firsts: Vec<FirstMove> = with(nodes).map(first).collect();
    firsts.sort_by(|a, b| b.expected.total_cmp(&a.expected).then(b.played.0.cmp(&a.played.0)));
    (firsts, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_session::Outcome;

    /// A game without an opening, in which there were so many legal moves before each.
    fn game(result: i32, legal: &[u32]) -> PlayedGame {
        PlayedGame {
            result,
            end: GameEnd::Rules,
            margin: None,
            opening: 0,
            moves: vec!["m".to_owned(); legal.len()],
            legal: legal.to_vec(),
            worth: vec![Worth::Guess(0); legal.len()],
        }
    }

    fn known(games: &[PlayedGame]) -> Known {
        let mut known = Known::default();
        known.games[1].extend(games.iter().cloned().enumerate());
        known
    }

    #[test]
    fn figures_of_three_games_by_hand() {
        // A pass as a matter of form, 0, is no move.
        let figures = Figures::of(&known(&[game(1, &[4, 1, 0, 1]), game(0, &[4, 2]), game(1, &[6])]));
        let value = |estimate: Option<Estimate>| estimate.map(|e| e.value);
        assert_eq!((figures.nodes, figures.games, figures.evaluates), (LEVELS[1], 3, false));
        assert_eq!((value(figures.length), figures.lengths), (Some(2.0), vec![3, 2, 1]));
        assert_eq!(value(figures.branching), Some((2.0 + 3.0 + 6.0) / 3.0));
        assert_eq!(figures.branching_spread, Some([1, 2, 6, 6]));
        assert!((value(figures.forced).unwrap() - 2.0 / 9.0).abs() < 1e-9);
        let level = &figures.levels[1];
        assert_eq!((level.results, value(level.draws)), ([2, 1, 0], Some(1.0 / 3.0)));
        assert!((value(level.first).unwrap() - 2.5 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn skill_is_elo_over_doublings_and_the_least_where_all_was_won() {
        let mut known = Known::default();
        known.pairs[0].extend((0..40).map(|n| (n, if n < 20 { 2 } else { 4 })));
        let skill = Figures::of(&known).skill.unwrap();
        // Three points of four are 190.8 Elo, by two doublings.
        assert!((skill.doubling - 190.8 / 2.0).abs() < 0.1, "{skill:?}");
        assert!(skill.interval.is_some_and(|(low, high)| low < skill.doubling && skill.doubling < high));
        known.pairs[0].values_mut().for_each(|half_points| *half_points = 4);
        let all_won = Figures::of(&known).skill.unwrap();
        assert!(
            all_won.interval.is_none() && all_won.doubling > skill.doubling && all_won.doubling.is_finite()
        );
    }

    #[test]
    fn skill_of_pairs_that_all_end_alike_is_as_uncertain_as_their_number_is_small() {
        let of = |pairs: usize| {
            let mut known = Known::default();
            known.pairs[0].extend((0..pairs).map(|n| (n, 2)));
            Figures::of(&known).skill.unwrap()
        };
        let (few, many) = (of(10), of(1_000));
        assert_eq!((few.doubling, many.doubling), (0.0, 0.0));
        // Three in ten: 65 % of the points, 107.5 Elo, by two doublings.
        let (low, high) = few.interval.unwrap();
        assert!((low + high).abs() < 1e-9 && (high - 107.5 / 2.0).abs() < 0.1, "{few:?}");
        assert!(many.interval.unwrap().1 < 1.0);
    }

    #[test]
    fn intervals_end_where_figures_must() {
        let figures = Figures::of(&known(&[game(1, &[4, 1]), game(0, &[4; 40])]));
        assert_eq!(figures.length.and_then(|e| e.interval).map(|(low, _)| low), Some(0.0));
        let (low, high) = figures.forced.and_then(|e| e.interval).unwrap();
        assert_eq!((low, high), (0.0, 1.0));
    }

    #[test]
    fn first_moves_stand_by_worth_and_mistakes_are_counted() {
        let mut known = Known::default();
        let worths =
            [("a", Worth::Proven(Outcome::Loss)), ("b", Worth::Proven(Outcome::Win)), ("c", Worth::Guess(0))];
        known.firsts.extend(worths.map(|(m, worth)| ((FIRST_NODES[0], m.to_owned()), worth)));
        let figures = Figures::of(&known);
        let names: Vec<&str> = figures.firsts.iter().map(|first| first.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        assert_eq!(figures.weak_firsts.map(|weak| weak.value), Some(2.0 / 3.0));
    }
}
