//! The report as Markdown, with a file for each chart.

use super::{ReportTable, Section};
use std::fmt::Write;

/// The text, and for each chart the name of its file, which the text refers to, and its SVG.
pub fn markdown(sections: &[Section], command: &str) -> (String, Vec<(String, String)>) {
    let mut out = String::from("# Experiments\n\n");
    let mut files = Vec::new();
    for section in sections {
        let _ = writeln!(out, "## {}\n\n{}.\n", section.name, section.about);
        if let Some(lacks) = section.lacks() {
            let _ = writeln!(out, "**{lacks}:** `{}` goes on with them.\n", section.run_command());
        }
        for panel in &section.panels {
            let _ = writeln!(out, "### {}\n", panel.title);
            for figure in &panel.figures {
                let file = format!("{}.svg", figure.name);
                let title = figure.chart.title().replace(['[', ']'], " ");
                let _ = writeln!(out, "![{title}]({file})\n\n*{}*\n", figure.caption);
                files.push((file, figure.chart.svg()));
            }
            let _ = writeln!(out, "{}", table(&panel.table));
        }
        for note in &section.notes {
            let _ = writeln!(out, "{note}\n");
        }
        let _ = writeln!(out, "{}\n", made(section));
        let _ = writeln!(out, "```text\n{}\n{command}\n```\n", section.run_command());
        let _ = writeln!(out, "`{}`:\n\n```toml\n{}\n```\n", section.file, section.text.trim_end());
    }
    (out, files)
}

/// Returns the origin of the rows.
pub(super) fn made(section: &Section) -> String {
    let jobs = section.jobs - section.missing;
    let of =
        |programs: &[String]| programs.iter().map(|p| format!("Secateur {p}")).collect::<Vec<_>>().join("; ");
    match section.programs.is_empty() {
        true => "Nothing has been searched yet.".into(),
        false => format!("{jobs} searches by {} (version and bench signature).", of(&section.programs)),
    }
}

fn table(table: &ReportTable) -> String {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule: Vec<String> =
        (0..table.header.len()).map(|n| if n == 0 { "---" } else { "---:" }.to_owned()).collect();
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!("{}{}{rows}", line(&table.header), line(&rule))
}
