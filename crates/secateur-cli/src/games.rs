use crate::{End, output};
use clap::Args;
use secateur_games::Registry;
use serde_json::json;

/// Lists the games: name, what it is, how positions are written, what it offers.
#[derive(Args)]
#[command(after_help = "Example: secateur games")]
pub(crate) struct Games {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        let mut table = output::table(&["game", "", "positions", "example", "offers"]);
        table.column_iter_mut().for_each(|c| {
            c.set_cell_alignment(comfy_table::CellAlignment::Left);
        });
        for e in registry.entries() {
            if self.json {
                output::json(
                    &json!({"name": e.name, "about": e.about, "notation": e.notation, "example": e.example, "offers": e.offers}),
                )?;
            } else {
                table.add_row([e.name, e.about, e.notation, e.example, e.offers]);
            }
        }
        if !self.json {
            output::line(table)?;
        }
        Ok(End::Done)
    }
}
