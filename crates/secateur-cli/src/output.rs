//! Output: one JSON object a line, or text for people.

use anyhow::Context;
use comfy_table::{CellAlignment, Table};
pub(crate) use secateur_lab::units::{counted, milliseconds, thousands};
use serde::Serialize;
use std::io::{self, Write};

/// Prints one JSON object on a line of its own, at once.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(value)?)
}

/// Prints a line of text, at once. An error is one of writing, such as a pipe closed at the other end.
pub(crate) fn line(text: impl std::fmt::Display) -> anyhow::Result<()> {
    part(format_args!("{text}\n"))
}

/// Prints text and stays on the line.
pub(crate) fn part(text: impl std::fmt::Display) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).context("cannot write the output")
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// A table without borders, its columns from the second on aligned to the right.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(header.to_vec());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
