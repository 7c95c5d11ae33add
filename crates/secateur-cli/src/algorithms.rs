use crate::{End, output};
use clap::Args;
use secateur_games::session::{ALGORITHMS, Driver};
use serde_json::json;

/// Lists the algorithms: name, exact or selective, what it is, where it comes from.
#[derive(Args)]
#[command(after_help = "Example: secateur algorithms")]
pub(crate) struct Algorithms {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Algorithms {
    pub(crate) fn run(self) -> anyhow::Result<End> {
        let mut table = output::table(&["algorithm", "", "", "source"]);
        table.column_iter_mut().for_each(|c| {
            c.set_cell_alignment(comfy_table::CellAlignment::Left);
        });
        for a in ALGORITHMS {
            let kind = if a.is_exact() { "exact" } else { "selective" };
            if self.json {
                let driver = a.driver != Driver::Open;
                output::json(
                    &json!({"name": a.name, "exact": a.is_exact(), "driver": driver, "about": a.about, "source": a.source}),
                )?;
            } else {
                table.add_row([a.name, kind, a.about, a.source]);
            }
        }
        if !self.json {
            output::line(table)?;
            output::line(
                "\nA driver (aspiration, bisection, bisection-zero, mtd-f, mtd-step, sss, dual) takes another window search after\na slash: mtd-f/pvs-memory, aspiration/alpha-beta.",
            )?;
        }
        Ok(End::Done)
    }
}
