use crate::options::whole;
use crate::{CommandEnd, output};
use clap::{Args, ValueEnum};
use secateur_games::Unreadable;
use secateur_lab::statistics::MatchScore;
use secateur_lab::statistics::sprt::{self, Verdict};
use serde::Serialize;

/// Say what the games of a match prove, and whether it may stop: the sequential probability ratio test.
///
/// The hypotheses are that the first contender is `--elo0` or `--elo1` stronger. Where games were played in pairs from
/// the same opening, colours changed, give the pairs: they decide in fewer games.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur sprt --elo0 0 --elo1 5 --pairs 20,210,500,240,30
  secateur sprt --elo0 -3 --elo1 1 --wins 150 --draws 400 --losses 123
  secateur sprt --elo0 0 --elo1 5 --model normalised --pairs 20,210,500,240,30 --expected")]
pub(crate) struct SprtCommand {
    /// Lower hypothesis, in Elo
    #[arg(long, value_name = "ELO", value_parser = number, allow_negative_numbers = true)]
    elo0: f64,
    /// Higher hypothesis, in Elo
    #[arg(long, value_name = "ELO", value_parser = number, allow_negative_numbers = true)]
    elo1: f64,
    /// Probability of accepting the higher one wrongly
    #[arg(long, value_name = "PART", default_value_t = 0.05, value_parser = number, allow_negative_numbers = true)]
    alpha: f64,
    /// Probability of accepting the lower one wrongly
    #[arg(long, value_name = "PART", default_value_t = 0.05, value_parser = number, allow_negative_numbers = true)]
    beta: f64,
    /// Kind of Elo that the hypotheses are in
    #[arg(long, value_enum, default_value_t = Model::Logistic)]
    model: Model,
    /// Number of pairs of games that made 0, 1/2, 1, 1 1/2 and 2 points
    #[arg(long, value_name = "N,N,N,N,N", value_parser = pairs, allow_hyphen_values = true, required_unless_present = "wins")]
    pairs: Option<Pairs>,
    /// Number of games won, where pairs are not known
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=MOST), allow_negative_numbers = true,
        requires_all = ["draws", "losses"], conflicts_with = "pairs")]
    wins: Option<u64>,
    /// Number of games drawn
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=MOST), allow_negative_numbers = true, requires = "wins")]
    draws: Option<u64>,
    /// Number of games lost
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=MOST), allow_negative_numbers = true, requires = "wins")]
    losses: Option<u64>,
    /// Print the average number of games that such a test takes from its first, too, by Wald's approximation
    #[arg(long)]
    expected: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// More games than anybody plays, and few enough for sums of them.
const MOST: u64 = 1_000_000_000;

/// A kind of Elo.
#[derive(Copy, Clone, ValueEnum)]
enum Model {
    /// A share of the points
    Logistic,
    /// A share of the points, in standard deviations of a game's result
    Normalised,
}

/// The number of pairs with each number of half points.
#[derive(Copy, Clone)]
struct Pairs([u64; 5]);

/// The line in JSON.
#[derive(Serialize)]
struct Line {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    /// The bounds of the log likelihood ratio.
    lower: f64,
    upper: f64,
    games: u64,
    score_percent: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    normalised_elo: Option<f64>,
    normalised_elo_low: Option<f64>,
    normalised_elo_high: Option<f64>,
    los_percent: Option<f64>,
    draws_percent: Option<f64>,
    shared_pairs_percent: Option<f64>,
    llr: f64,
    verdict: &'static str,
    /// The numbers of games if the lower hypothesis is true, what lies halfway between, the higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_games: Option<[Option<f64>; 3]>,
}

/// Reads a number that has an end.
pub(crate) fn number(text: &str) -> Result<f64, Unreadable> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| Unreadable("expected a number such as 5, -0.5 or 0.05".into()))
}

/// Reads five counts.
fn pairs(text: &str) -> Result<Pairs, Unreadable> {
    let counts: Option<Vec<u64>> = text.split(',').map(|n| whole(0..=MOST)(n).ok()).collect();
    let counts = counts.and_then(|counts| counts.try_into().ok());
    counts.map(Pairs).ok_or_else(|| {
        Unreadable(format!("expected five whole numbers from 0 to {MOST}, such as 20,210,500,240,30"))
    })
}

impl From<Model> for sprt::Model {
    fn from(model: Model) -> Self {
        match model {
            Model::Logistic => sprt::Model::Logistic,
            Model::Normalised => sprt::Model::Normalised,
        }
    }
}

impl SprtCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        let model = self.model.into();
        let test = sprt::Sprt::new([self.elo0, self.elo1], [self.alpha, self.beta], model)?;
        let score = match self.pairs {
            Some(Pairs(pairs)) => MatchScore::of_pairs(pairs),
            None => {
                let [wins, draws, losses] =
                    [self.wins, self.draws, self.losses].map(Option::unwrap_or_default);
                MatchScore::of_games(wins, draws, losses)
            }
        };
        let line = self.line(&test, model, &score);
        match self.json {
            true => output::json(&line)?,
            false => line.show(&test, &score)?,
        }
        Ok(CommandEnd::Done)
    }

    fn line(&self, test: &sprt::Sprt, model: sprt::Model, score: &MatchScore) -> Line {
        let SprtCommand { elo0, elo1, alpha, beta, .. } = *self;
        let percent = |part: Option<f64>| part.map(|part| 100.0 * part);
        let (lower, upper) = test.bounds();
        let (low, high) = score.interval().unzip();
        let (elo_low, elo_high) = score.elo_interval();
        let (normalised_elo_low, normalised_elo_high) = score.normalised_interval().unzip();
        let truths = [elo0, 0.5 * (elo0 + elo1), elo1];
        Line {
            elo0,
            elo1,
            alpha,
            beta,
            model: model.to_string(),
            lower,
            upper,
            games: score.games(),
            score_percent: percent(score.share()),
            score_low: percent(low),
            score_high: percent(high),
            elo: score.elo(),
            elo_low,
            elo_high,
            normalised_elo: score.normalised_elo(),
            normalised_elo_low,
            normalised_elo_high,
            los_percent: percent(score.superiority()),
            draws_percent: percent(score.draw_ratio()),
            shared_pairs_percent: percent(score.pair_draw_ratio()),
            llr: test.llr(score),
            verdict: match test.verdict(score) {
                Verdict::AcceptH0 => "H0",
                Verdict::AcceptH1 => "H1",
                Verdict::Continue => "continue",
            },
            expected_games: self.expected.then(|| truths.map(|truth| test.expected_games(truth, score))),
        }
    }
}

impl Line {
    fn show(&self, test: &sprt::Sprt, score: &MatchScore) -> anyhow::Result<()> {
        let row = |name: &str, value: &str| output::line(format_args!("{name:<16}{value}"));
        output::line(format_args!("{test}\n"))?;
        let in_pairs = self.shared_pairs_percent.is_some();
        let played = match in_pairs {
            true => format!("in pairs of 0, 1/2, 1, 1 1/2 and 2 points: {}", listed(score.pairs())),
            false => {
                let [losses, draws, wins] = score.singles();
                format!("won, drawn and lost: {}", listed([wins, draws, losses]))
            }
        };
        row("games", &format!("{}, {played}", output::thousands(self.games)))?;
        row("score", &with_ends(percent, self.score_percent, self.score_low, self.score_high))?;
        row("Elo", &with_ends(elo, self.elo, self.elo_low, self.elo_high))?;
        let Line { normalised_elo: at, normalised_elo_low: low, normalised_elo_high: high, .. } = *self;
        row("normalised Elo", &with_ends(elo, at, low, high))?;
        row("LOS", &self.los_percent.map_or(UNKNOWN.into(), percent))?;
        match in_pairs {
            true => row("pairs shared", &self.shared_pairs_percent.map_or(UNKNOWN.into(), percent))?,
            false => row("draws", &self.draws_percent.map_or(UNKNOWN.into(), percent))?,
        }
        row("LLR", &format!("{}, bounds {:+.2} and {:+.2}", elo(self.llr), self.lower, self.upper))?;
        let verdict = match self.verdict {
            "continue" => "continue: the games do not tell yet".into(),
            accepted => format!("{accepted} is accepted: the test may stop"),
        };
        row("verdict", &verdict)?;
        let Some(expected) = self.expected_games else { return Ok(()) };
        let truths = [self.elo0, 0.5 * (self.elo0 + self.elo1), self.elo1];
        for (truth, games) in truths.into_iter().zip(expected) {
            let games = games.map_or(UNKNOWN.into(), |games| output::thousands(games.round() as u64));
            row("games expected", &format!("{games} if the truth is Elo {truth:+}"))?;
        }
        output::line(
            "\nExpected: by Wald's approximation, from the first game on, results varying as they did so far.",
        )
    }
}

/// The sign in place of a number that cannot be had from the games.
pub(crate) const UNKNOWN: &str = "-";

pub(crate) fn percent(percent: f64) -> String {
    format!("{percent:.2} %")
}

pub(crate) fn elo(elo: f64) -> String {
    // No negative zero.
    format!("{:+.2}", (elo * 100.0).round() / 100.0 + 0.0)
}

/// A number, and the ends of what it may be.
fn with_ends(show: fn(f64) -> String, at: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    let [at, low_shown, high_shown] = [at, low, high].map(|x| x.map_or(UNKNOWN.to_owned(), show));
    match (low, high) {
        (None, None) => at,
        _ => format!("{at}, with 95 % probability {low_shown} to {high_shown}"),
    }
}

fn listed<const N: usize>(counts: [u64; N]) -> String {
    counts.map(|n| n.to_string()).join(", ")
}
