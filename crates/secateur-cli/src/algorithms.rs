use crate::{CommandEnd, output};
use clap::Args;
use secateur_session::{ALGORITHMS, Settings};
use serde::Serialize;

/// Lists the algorithms: name, exact, selective or best-first, what it is, where it comes from.
#[derive(Args)]
#[command(after_help = "Example: secateur algorithms")]
pub(crate) struct AlgorithmsCommand {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// An algorithm's line in JSON.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    exact: bool,
    driver: bool,
    about: &'static str,
    source: &'static str,
}

impl AlgorithmsCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        let mut table = output::table(&["algorithm", "", "", "source"]);
        table.column_iter_mut().for_each(|c| {
            c.set_cell_alignment(comfy_table::CellAlignment::Left);
        });
        for a in ALGORITHMS {
            let kind = match a.takes_depth() {
                true if a.is_exact() => "exact",
                true => "selective",
                false => "best-first",
            };
            if self.json {
                let driver = a.driver().is_some();
                let (name, exact, about, source) = (a.name, a.is_exact(), a.about, a.source);
                output::json(&Line { name, exact, driver, about, source })?;
            } else {
                table.add_row([a.name, kind, a.about, a.source]);
            }
        }
        if !self.json {
            output::line(table.trim_fmt())?;
            output::line(
                "\nA driver (aspiration, bisection, bisection-zero, mtd-f, mtd-step, sss, dual) takes another window search after\na slash: mtd-f/pvs-memory, aspiration/alpha-beta.",
            )?;
            output::line(format_args!("\nSettings, for --set KEY=VALUE:\n{}", Settings::help()))?;
        }
        Ok(CommandEnd::Done)
    }
}
