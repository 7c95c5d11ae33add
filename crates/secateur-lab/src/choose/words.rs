//! A choice in sentences, and as plain data.

use super::race::Criterion;
use super::{ChoiceMatch, ChoicePlan, ChoiceReport, Finding, Round, Thoroughness};
use crate::experiment::Job;
use crate::profile::{Evidence, Profile};
use crate::statistics::paired::Ratio;
use crate::statistics::sprt::Verdict;
use crate::units;
use secateur_session::Method;
use serde::Serialize;

/// Below this many nodes, any search will do.
const FEW: f64 = 500.0;

/// The result in sentences: what is printed is what the profile says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceWords {
    /// The positions that were searched, and how deep.
    pub positions: String,
    /// The exact search with the smallest tree, and by how much it is smaller.
    pub smallest: String,
    /// The fastest exact search.
    pub fastest: String,
    /// The method that plays best.
    pub play: String,
}

impl ChoiceWords {
    /// The words of a choice.
    pub fn new(plan: &ChoicePlan, chosen: &ChoiceReport) -> ChoiceWords {
        let (from, to) = chosen.depths;
        let depths = if from == to { format!("depth {from}") } else { format!("depths from {from} to {to}") };
        let raced = units::counted(chosen.raced as u64, "position");
        let figures = if chosen.fresh == chosen.raced && chosen.raced < 16 {
            "the figures are from the same ones, as there are so few".to_owned()
        } else {
            format!("the figures are from {} others", chosen.fresh)
        };
        ChoiceWords {
            positions: format!("{raced} of the game's own play, searched to {depths}; {figures}"),
            smallest: finding(&chosen.smallest, Criterion::Nodes),
            fastest: match &chosen.fastest {
                Some(fastest) => finding(fastest, Criterion::Time),
                None => "not asked for: nodes decided".into(),
            },
            play: play(plan, chosen),
        }
    }
}

/// `pvs-memory, order table+history: 1,234 nodes a position; the runner-up ...`.
fn finding(found: &Finding, measure: Criterion) -> String {
    let mean = match measure {
        Criterion::Nodes => format!("{} nodes", units::thousands(found.mean.round() as u64)),
        Criterion::Time => units::milliseconds(found.mean),
    };
    let small = measure == Criterion::Nodes && found.mean < FEW;
    let small = if small { ", so few that any search will do" } else { "" };
    let mut words = format!("{}: {mean} a position{small}", found.method);
    if let Some((method, ratio)) = &found.runner_up {
        words += &format!("; the best of another algorithm, {method}, takes {}", times(ratio));
    }
    if found.usual.mean != 1.0 {
        words += &format!("; the default, mtd-f, takes {}", times(&found.usual));
    }
    words
}

/// `1.23 times as much (95 %: 1.10 to 1.38)`.
fn times(ratio: &Ratio) -> String {
    let interval =
        ratio.interval.map_or(String::new(), |(low, high)| format!(" (95 %: {low:.2} to {high:.2})"));
    format!("{:.2} times as much{interval}", ratio.mean)
}

fn play(plan: &ChoicePlan, chosen: &ChoiceReport) -> String {
    let a_move = plan.a_move();
    let limit = match (a_move.limits.nodes, a_move.limits.time) {
        (Some(nodes), _) => units::counted(nodes, "node"),
        (None, time) => units::milliseconds(time.unwrap_or_default().as_secs_f64() * 1e3),
    };
    let mut words = format!("{}. With {limit} a move for both: {}", chosen.method, result(&chosen.decided));
    if let Some(usual) = &chosen.usual {
        words += &format!("; against the default: {}", result(usual));
    }
    words
}

/// `[engine] scores 61.2 % of 120 games against [pvs-memory, order table]`, the winner first.
fn result(m: &ChoiceMatch) -> String {
    let share = m.score.share().unwrap_or(0.5);
    let (winner, share, loser) = match share >= 0.5 {
        true => (&m.first, share, &m.second),
        false => (&m.second, 1.0 - share, &m.first),
    };
    let sure = match m.verdict {
        Some(Verdict::Continue) if share == 0.5 => " (equals, as far as they tell)",
        Some(Verdict::Continue) => " (not beyond doubt)",
        _ => "",
    };
    format!("[{winner}] scores {:.1} % of {} games against [{loser}]{sure}", 100.0 * share, m.score.games())
}

/// One of a race, as data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RaceLine<'a> {
    /// The subject of the race.
    pub race: &'a str,
    /// The method that was raced.
    #[serde(flatten)]
    pub method: MethodLine<'a>,
    /// The number of positions that it searched before it was out.
    pub positions: usize,
    /// Whether it was left at the end.
    pub left: bool,
    /// Whether it was given up, so that its figures are less than the truth.
    pub cut: bool,
    /// Its nodes over those of the best by nodes on the same positions.
    pub nodes_ratio: f64,
    /// The lower end of that ratio's interval of 95 %.
    pub nodes_low: Option<f64>,
    /// The upper end.
    pub nodes_high: Option<f64>,
    /// The ratio of times; none where nodes decide.
    pub time_ratio: Option<f64>,
    /// The lower end of that ratio's interval of 95 %.
    pub time_low: Option<f64>,
    /// The upper end.
    pub time_high: Option<f64>,
}

/// A method as data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodLine<'a> {
    /// The algorithm by its full name.
    pub algorithm: String,
    /// The order of moves.
    pub order: String,
    /// The settings.
    pub settings: &'a [String],
}

/// A match as data: the score is that of the first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceMatchLine {
    /// The first method.
    pub first: String,
    /// The method that it played.
    pub second: String,
    /// The number of games.
    pub games: u64,
    /// Points of a hundred that could be had.
    pub score_percent: Option<f64>,
    /// The lower end of their interval of 95 %.
    pub score_low: Option<f64>,
    /// The upper end.
    pub score_high: Option<f64>,
    /// `better`, `not better`, `not beyond doubt`, or `-` where nothing was tested.
    pub verdict: &'static str,
}

/// A choice as data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceLine<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The seed.
    pub seed: u64,
    /// The method that plays best.
    #[serde(flatten)]
    pub method: MethodLine<'a>,
    /// The exact search with the smallest tree.
    pub smallest: String,
    /// Its nodes over those of the default exact search.
    pub smallest_over_usual: f64,
    /// The fastest exact search; none where nodes decide.
    pub fastest: Option<String>,
    /// Its time over that of the default exact search.
    pub fastest_over_usual: Option<f64>,
    /// The number of positions raced over.
    pub raced: usize,
    /// The number of positions that the figures are from.
    pub fresh: usize,
    /// The least and the greatest depth, in plies.
    pub depths: [u32; 2],
}

impl<'a> From<&'a Method> for MethodLine<'a> {
    fn from(method: &'a Method) -> MethodLine<'a> {
        MethodLine {
            algorithm: method.algorithm.full_name(),
            order: method.order.to_string(),
            settings: method.settings.written(),
        }
    }
}

impl Round {
    /// Every entrant.
    pub fn lines(&self) -> impl Iterator<Item = RaceLine<'_>> {
        self.entrants.iter().map(|entrant| {
            let (nodes_low, nodes_high) = entrant.nodes.interval.unzip();
            let (time_low, time_high) = entrant.time.and_then(|time| time.interval).unzip();
            RaceLine {
                race: self.name,
                method: MethodLine::from(&entrant.method),
                positions: entrant.positions,
                left: entrant.left,
                cut: entrant.cut,
                nodes_ratio: entrant.nodes.mean,
                nodes_low,
                nodes_high,
                time_ratio: entrant.time.map(|time| time.mean),
                time_low,
                time_high,
            }
        })
    }
}

impl ChoiceMatch {
    /// The match as data.
    pub fn line(&self) -> ChoiceMatchLine {
        let percent = |share: f64| 100.0 * share;
        let (low, high) = self.score.interval().unzip();
        ChoiceMatchLine {
            first: self.first.to_string(),
            second: self.second.to_string(),
            games: self.score.games(),
            score_percent: self.score.share().map(percent),
            score_low: low.map(percent),
            score_high: high.map(percent),
            verdict: self.verdict_word(),
        }
    }

    /// The verdict in words.
    pub fn verdict_word(&self) -> &'static str {
        match self.verdict {
            None => "-",
            Some(Verdict::AcceptH1) => "better",
            Some(Verdict::AcceptH0) => "not better",
            Some(Verdict::Continue) => "not beyond doubt",
        }
    }
}

impl ChoicePlan {
    /// The command that makes the same choice, as far as it can be made again.
    fn command(&self, game: &str) -> String {
        let measure = match self.measure {
            Criterion::Nodes => "nodes",
            Criterion::Time => "time",
        };
        let effort = match self.effort {
            Thoroughness::Quick => "quick",
            Thoroughness::Usual => "usual",
            Thoroughness::Thorough => "thorough",
        };
        format!("secateur choose {game} --measure {measure} --effort {effort} --seed {}", self.seed)
    }
}

impl ChoiceReport {
    /// The profile of the game, with these words as its evidence.
    pub fn profile(&self, game: &str, plan: &ChoicePlan, words: &ChoiceWords) -> Profile {
        let ChoiceWords { positions, smallest, fastest, play } = words.clone();
        let (program, command) = (Job::program(), plan.command(game));
        let evidence = Evidence { program, command, positions, smallest, fastest, play };
        Profile { game: game.to_owned(), method: self.method.clone(), evidence: Some(evidence) }
    }

    /// Every entrant of every race.
    pub fn race_lines(&self) -> impl Iterator<Item = RaceLine<'_>> {
        self.rounds.iter().flat_map(Round::lines)
    }

    /// Every match.
    pub fn match_lines(&self) -> impl Iterator<Item = ChoiceMatchLine> {
        self.matches.iter().chain([&self.decided]).chain(&self.usual).map(ChoiceMatch::line)
    }

    /// What was chosen.
    pub fn line<'a>(&'a self, game: &'a str, plan: &ChoicePlan) -> ChoiceLine<'a> {
        ChoiceLine {
            game,
            seed: plan.seed,
            method: MethodLine::from(&self.method),
            smallest: self.smallest.method.to_string(),
            smallest_over_usual: self.smallest.usual.mean.recip(),
            fastest: self.fastest.as_ref().map(|fastest| fastest.method.to_string()),
            fastest_over_usual: self.fastest.as_ref().map(|fastest| fastest.usual.mean.recip()),
            raced: self.raced,
            fresh: self.fresh,
            depths: self.depths.into(),
        }
    }
}
