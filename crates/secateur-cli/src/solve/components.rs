//! The worth of each component of the solver.

use super::{SolveCommand, Sum, bar};
use crate::positions::PositionLine;
use crate::{CommandEnd, messages, output};
use anyhow::{Context, bail};
use comfy_table::CellAlignment;
use secateur_games::{Component, did_you_mean};
use secateur_session::component_name;
use secateur_session::{Request, Session};
use serde::Serialize;

impl SolveCommand {
    /// All components, and then all but one, each in turn.
    pub(super) fn ablate(
        &self,
        lines: &[PositionLine],
        session: &dyn Session,
        components: &[Component],
        request: &Request,
    ) -> anyhow::Result<CommandEnd> {
        let left = components
            .iter()
            .filter(|component| !self.without.iter().any(|name| component_name(name) == component.name));
        let turns: Vec<Option<&Component>> = std::iter::once(None).chain(left.map(Some)).collect();
        let bar = bar(turns.len() * lines.len())?;
        let mut table =
            output::table(&["without", "nodes", "times", "time", "times", "wrong", "open", "component"]);
        let (mut whole, mut end) = (None, CommandEnd::Done);
        for component in turns {
            let name = component.map(|component| component.name);
            let without = request.method.without.iter().cloned().chain(name.map(str::to_owned)).collect();
            let mut solver = session.solver(&request.clone().without(without));
            let sum = self.solve_each(lines, &mut *solver, &bar, false)?;
            if sum.interrupted {
                end = CommandEnd::Interrupted;
                break;
            }
            let whole = &*whole.get_or_insert_with(|| sum.clone());
            let turn = Turn::new(component, &sum, whole);
            if self.json {
                bar.suspend(|| output::json(&turn))?;
            }
            table.add_row(turn.cells());
            if let CommandEnd::No = sum.end() {
                end = CommandEnd::No;
            }
        }
        bar.finish_and_clear();
        if !self.json {
            let about = table.column_mut(7).context("the table has eight columns")?;
            about.set_cell_alignment(CellAlignment::Left);
            output::line(table)?;
        }
        Ok(end)
    }
}

/// One way to solve a file beside the whole solver.
#[derive(Serialize)]
struct Turn {
    without: Option<&'static str>,
    about: &'static str,
    nodes: u64,
    times_nodes: f64,
    ms: f64,
    times_time: f64,
    wrong: u64,
    open: u64,
}

impl Turn {
    fn new(component: Option<&Component>, sum: &Sum, whole: &Sum) -> Turn {
        let nodes = |sum: &Sum| sum.nodes + sum.open_nodes;
        let us = |sum: &Sum| sum.us + sum.open_us;
        Turn {
            without: component.map(|component| component.name),
            about: component.map_or("", |component| component.about),
            nodes: nodes(sum),
            times_nodes: nodes(sum) as f64 / nodes(whole).max(1) as f64,
            ms: us(sum) / 1e3,
            times_time: us(sum) / us(whole).max(1e-3),
            wrong: sum.wrong,
            open: sum.open,
        }
    }

    fn cells(&self) -> [String; 8] {
        [
            self.without.unwrap_or("nothing").into(),
            output::thousands(self.nodes),
            format!("{:.2}", self.times_nodes),
            output::milliseconds(self.ms),
            format!("{:.2}", self.times_time),
            output::thousands(self.wrong),
            output::thousands(self.open),
            self.about.into(),
        ]
    }
}

/// An error that lists the components where this is none of them.
pub(super) fn check(name: &str, components: &[Component]) -> anyhow::Result<()> {
    let names: Vec<&str> = components.iter().map(|component| component.name).collect();
    if names.is_empty() {
        bail!("positions can come back in this game, which is solved from its ends, without components");
    }
    if !names.contains(&component_name(name)) {
        let hint = did_you_mean(name, names.iter().copied());
        bail!("unknown component '{}'{hint}; there are {}", messages::printable(name, 40), names.join(", "));
    }
    Ok(())
}
