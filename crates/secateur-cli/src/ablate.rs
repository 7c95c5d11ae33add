use crate::options::{Workload, position, recipe, whole};
use crate::{CommandEnd, interrupt, messages, output};
use anyhow::{Context, bail};
use clap::Args;
use comfy_table::{CellAlignment, ColumnConstraint, Width};
use indicatif::{ProgressBar, ProgressStyle};
use secateur::engine::Custom;
use secateur_games::did_you_mean;
use secateur_lab::ablation::{Ablation, AblationPlan, Worth, tricks};
use secateur_lab::duel::Arena;
use secateur_lab::statistics::elo;
use secateur_session::Registry;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Measures what each trick of the engine is worth in a game: the engine without it against the whole recipe.
///
/// First in nodes: positions after random moves are searched to a depth. Then in games: pairs from the same
/// random opening, colours changed, at the same number of nodes a move. Openings in which a side is far ahead
/// are passed over as long as there are others, and none is played twice. The result depends on the numbers
/// given, not on threads.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur ablate connect4
  secateur ablate chess --tricks null_move,reductions --depth 8 --games 200 --threads 2")]
pub(crate) struct AblateCommand {
    /// Game
    game: String,
    /// Position to begin at; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// Tricks, separated by commas; by default all that are on
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tricks: Vec<String>,
    /// Number of positions to search; 0 for none
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole::<usize>(0..=1000), allow_negative_numbers = true)]
    positions: usize,
    /// Depth of those searches, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = whole::<u32>(1..=128), allow_negative_numbers = true)]
    depth: u32,
    /// Number of games for each trick, in pairs, so that there is one more if it is odd; 0 for none
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>(0..=1_000_000), allow_negative_numbers = true)]
    games: usize,
    /// Nodes a move in games
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Trick or number of the recipe, set otherwise than in play on both sides: `--set null_move=off`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    workload: Workload,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The transposition table of a search to a depth.
const TABLE: usize = 16 << 20;
/// Each player's transposition table.
const GAME_TABLE: usize = 4 << 20;

/// The most width of the column of ideas.
const IDEA: u16 = 42;

/// A trick, by its name and what it is.
type Trick = (&'static str, &'static str);

/// A trick's line in JSON.
#[derive(Serialize)]
struct Row {
    trick: &'static str,
    about: &'static str,
    positions: usize,
    nodes_without: u64,
    nodes_with: u64,
    /// The geometric mean over positions: 200 if the engine takes twice the nodes without the trick.
    nodes_percent: Option<f64>,
    same_move: usize,
    games: u64,
    /// The score of the engine without the trick.
    score_percent: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    /// The Elo that having the trick is worth.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    game: &'a str,
    position: Option<&'a str>,
    tricks: usize,
    seed: u64,
    positions: usize,
    depth: u32,
    games: usize,
    nodes: u64,
    interrupted: bool,
}

impl Row {
    fn new((trick, about): Trick, worth: &Worth) -> Self {
        let score = &worth.score;
        let (low, high) = score.interval().unzip();
        let percent = |part: Option<f64>| part.map(|part| to_places(100.0 * part, 2));
        // What the engine loses without the trick is what the trick is worth.
        let worth_of = |share: Option<f64>| share.and_then(|share| elo(1.0 - share)).map(|e| to_places(e, 1));
        Row {
            trick,
            about,
            positions: worth.positions,
            nodes_without: worth.nodes_without,
            nodes_with: worth.nodes_with,
            nodes_percent: percent(worth.ratio),
            same_move: worth.same_move,
            games: score.games(),
            score_percent: percent(score.share()),
            score_low: percent(low),
            score_high: percent(high),
            elo: worth_of(score.share()),
            elo_low: worth_of(high),
            elo_high: worth_of(low),
        }
    }
}

fn to_places(x: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    // No negative zero.
    (x * scale).round() / scale + 0.0
}

impl AblateCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        let chosen = self.chosen(&recipe(&self.settings)?)?;
        if self.positions == 0 && self.games == 0 {
            bail!(
                "with neither positions nor games there is nothing to measure, expected --positions or --games above 0"
            );
        }
        let position = self.position.as_deref();
        let arena = Arena::new(entry, position, self.workload.seed).with_context(|| match position {
            Some(text) => format!("{} position '{}'", self.game, messages::printable(text, 60)),
            None => self.game.clone(),
        })?;
        let interrupt = interrupt::flag()?;
        let plan = AblationPlan {
            settings: self.settings.clone(),
            seed: self.workload.seed,
            positions: self.positions,
            depth: self.depth,
            hash: TABLE,
            pairs: self.games.div_ceil(2),
            nodes: self.nodes,
            game_hash: GAME_TABLE,
            threads: self.workload.threads,
        };
        let bar = ProgressBar::new_spinner();
        bar.set_message("openings");
        bar.tick();
        let mut ablation = Ablation::new(&arena, &plan, &interrupt)?;
        let (positions, pairs) = ablation.size();
        let rows = self.measure(&mut ablation, &chosen, &interrupt, &bar)?;
        bar.finish_and_clear();
        let interrupted = interrupt.load(Ordering::Relaxed);
        if self.json {
            output::json(&Summary {
                summary: true,
                game: &self.game,
                position,
                tricks: rows.len(),
                seed: self.workload.seed,
                positions,
                depth: self.depth,
                games: 2 * pairs,
                nodes: self.nodes,
                interrupted,
            })?;
        } else {
            self.show(&rows, positions, 2 * pairs)?;
        }
        Ok(if interrupted { CommandEnd::Interrupted } else { CommandEnd::Done })
    }

    /// The tricks asked for, in the order of the recipe if those are all that it has on.
    fn chosen(&self, recipe: &Custom) -> anyhow::Result<Vec<Trick>> {
        if self.tricks.is_empty() {
            return Ok(tricks().filter(|(name, _)| recipe.is_on(name)).collect());
        }
        let mut chosen: Vec<Trick> = Vec::new();
        for name in &self.tricks {
            let Some(trick) = tricks().find(|(known, _)| known == name) else {
                let names = || tricks().map(|(known, _)| known);
                let near = did_you_mean(name, names());
                let known = names().collect::<Vec<_>>().join(", ");
                bail!("unknown trick '{}'{near}; there are {known}", messages::printable(name, 40));
            };
            if chosen.contains(&trick) {
                bail!("the trick '{name}' is named twice");
            }
            if !recipe.is_on(name) {
                bail!(
                    "the trick '{name}' is off: there is nothing to leave out, expected --set {name}=on as well"
                );
            }
            chosen.push(trick);
        }
        Ok(chosen)
    }

    /// One trick after the other, until all are done or the flag is raised.
    fn measure(
        &self,
        ablation: &mut Ablation<'_>,
        chosen: &[Trick],
        interrupt: &Arc<AtomicBool>,
        bar: &ProgressBar,
    ) -> anyhow::Result<Vec<Row>> {
        let (positions, pairs) = ablation.size();
        bar.set_length((positions + chosen.len() * (positions + pairs)) as u64);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}")?);
        bar.set_message("the whole recipe");
        ablation.search_whole(|| bar.inc(1))?;
        let mut rows = Vec::new();
        for &trick in chosen {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            bar.set_message(trick.0);
            let row = Row::new(trick, &ablation.without(trick.0, || bar.inc(1))?);
            if row.positions == 0 && row.games == 0 {
                continue;
            }
            if self.json {
                bar.suspend(|| output::json(&row))?;
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn show(&self, rows: &[Row], positions: usize, games: usize) -> anyhow::Result<()> {
        let mut said = vec![format!("{} without each trick of the engine", self.game)];
        if positions > 0 {
            let positions = output::counted(positions as u64, "position");
            said.push(format!("{positions} to depth {}", self.depth));
        }
        if games > 0 {
            let games = output::counted(games as u64, "game");
            said.push(format!("{games} with {} a move", output::counted(self.nodes, "node")));
        }
        output::line(format_args!("{}\n", said.join("; ")))?;
        let mut table = output::table(&["trick", "nodes", "same move", "score", "95 %", "Elo", "idea"]);
        if let Some(ideas) = table.column_iter_mut().last() {
            ideas.set_cell_alignment(CellAlignment::Left);
            ideas.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(IDEA)));
        }
        for row in rows {
            let percent = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.1} %"));
            let same = format!("{}/{}", row.same_move, row.positions);
            // After an interruption.
            let of = if row.games as usize == games { String::new() } else { format!(" of {}", row.games) };
            let interval = row.score_low.zip(row.score_high);
            table.add_row([
                row.trick.to_owned(),
                percent(row.nodes_percent),
                if row.positions > 0 { same } else { "-".into() },
                percent(row.score_percent) + &of,
                interval.map_or("-".into(), |(low, high)| format!("{low:.1} to {high:.1}")),
                row.elo.map_or("-".into(), |elo| format!("{:+}", elo.round() as i64).replace("+0", "0")),
                row.about.to_owned(),
            ]);
        }
        output::line(table.trim_fmt())?;
        output::line(
            "\nThe engine without the trick against the whole recipe: at 200 % it takes twice the nodes, below a score of\n50 % it plays worse. Elo is what having the trick is worth.",
        )
    }
}
