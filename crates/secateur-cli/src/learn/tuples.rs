//! Learning from games one ply ahead, by trees or by PUCT: the tuples, and what they learn from.

use super::{LearnCommand, MethodWord, fit};
use crate::options::whole;
use crate::output;
use clap::{Args, ValueEnum};
use secateur_lab::learn::{LearnPlan, School, Tuples};

/// What only tuples take, or nearly so.
#[derive(Args)]
#[command(next_help_heading = "Tuples (td, descent, puct)")]
pub(super) struct TupleOptions {
    /// Tuples: straight lines over the board and random walks beside them, or walks alone
    #[arg(long, value_enum, default_value_t = TupleWord::Lines)]
    pub(super) shape: TupleWord,
    /// Number of tuples [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=4096), allow_negative_numbers = true)]
    pub(super) tuples: Option<usize>,
    /// Cells of a tuple [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=20), allow_negative_numbers = true)]
    pub(super) length: Option<usize>,
    /// Stages of a game, each with weights of its own [default: 1, or 4 where points count]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=64), allow_negative_numbers = true)]
    pub(super) stages: Option<u8>,
    /// Most weights of an evaluation that is no network of layers, and of its policy as many; those that matter least are left
    /// out. A weight takes three bytes [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1 << 28), allow_negative_numbers = true)]
    pub(super) weights: Option<usize>,
    /// What the end of a game counts by temporal differences or PUCT, in per cent: 0 is approximate value iteration, 100 learns from results
    /// alone. Where a network is fitted to games that were kept (--method fit): what the search of the next position counts, and so on,
    /// beside a position's own [default: 80, and 0 with --method fit]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    pub(super) lambda: Option<u8>,
    /// Share of an error that a step takes away at first, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = whole::<u8>(1..=200), allow_negative_numbers = true)]
    pub(super) rate: u8,
    /// Moves made at random, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    pub(super) random: u8,
    /// Most random moves that a game begins with [default: half of a game of random moves, 12 at most]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=1000), allow_negative_numbers = true)]
    pub(super) opening: Option<u32>,
    /// Take the weights of temporal differences, descent or PUCT as an average over time, in which late ones count more, and not the last
    #[arg(long)]
    pub(super) average: bool,
    /// Learners, each with tuples and games of its own, whose mean is played. They go wrong in different places, so that the mean should
    /// do so less often, once each has learned what it can; it takes as many times as long at play, and as many games to learn
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=64), allow_negative_numbers = true)]
    pub(super) committee: usize,
}

/// How tuples are chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum TupleWord {
    /// Straight lines and random walks
    Lines,
    /// Random walks alone
    Walks,
}

/// The nodes of descent, and of PUCT, before each move where nothing is said.
const DESCENT: u64 = 100;
const PUCT: u64 = 30;

impl LearnCommand {
    /// What is learned, and how, where the options do not leave it at what is usual.
    pub(super) fn plan(&self, usual: LearnPlan) -> LearnPlan {
        let tuples = &self.tuples;
        let chosen = match tuples.shape {
            TupleWord::Lines => Tuples::Lines,
            TupleWord::Walks => Tuples::Walks,
        };
        let think = |method, usual| (self.method == method).then(|| self.search.think.unwrap_or(usual));
        LearnPlan {
            chosen,
            tuples: tuples.tuples.unwrap_or(usual.tuples),
            length: tuples.length.unwrap_or(usual.length),
            stages: tuples.stages.unwrap_or(usual.stages),
            lambda: tuples.lambda.map_or(usual.lambda, fit::share),
            rate: fit::share(tuples.rate),
            random: fit::share(tuples.random),
            opening: tuples.opening.unwrap_or(usual.opening),
            average: tuples.average,
            committee: tuples.committee,
            descent: think(MethodWord::Descent, DESCENT),
            puct: think(MethodWord::Puct, PUCT),
            ..usual
        }
    }

    /// How it was made.
    pub(super) fn made(&self, school: &School) -> String {
        let plan = school.plan();
        let how = match (plan.descent, plan.puct) {
            (Some(nodes), _) => format!(" --method descent --think {nodes}"),
            (None, Some(nodes)) => format!(" --method puct --think {nodes}"),
            (None, None) => String::new(),
        };
        format!(
            "secateur learn {}{how} --games {} --seed {} --shape {} --tuples {} --length {} --stages {} --lambda {} --rate {} --random {} --opening {}{}{}{}; {}",
            self.game,
            school.games(),
            plan.seed,
            match plan.chosen {
                Tuples::Lines => "lines",
                Tuples::Walks => "walks",
            },
            plan.tuples,
            plan.length,
            plan.stages,
            (100.0 * plan.lambda).round(),
            self.tuples.rate,
            self.tuples.random,
            plan.opening,
            if plan.average { " --average" } else { "" },
            if plan.committee > 1 { format!(" --committee {}", plan.committee) } else { String::new() },
            self.tuples.weights.map_or(String::new(), |most| format!(" --weights {most}")),
            output::milliseconds(1000.0 * school.spent().as_secs_f64()),
        )
    }
}
