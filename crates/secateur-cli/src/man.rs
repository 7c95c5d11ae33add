use crate::{CommandEnd, output, program};
use anyhow::Context;
use clap::Args;
use clap_mangen::Man;
use std::fs;
use std::path::PathBuf;

/// Writes the manual: a page for the program and one for each command, as `man` shows them.
#[derive(Args)]
#[command(after_help = "`man` finds pages in ~/.local/share/man/man1.

Example: secateur man --to man1")]
pub(crate) struct ManCommand {
    /// The folder to write into, made if it is not there
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
}

impl ManCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        let folder = self.to.display();
        fs::create_dir_all(&self.to).with_context(|| format!("cannot make the folder {folder}"))?;
        let pages = pages(&program::name());
        for (file, page) in &pages {
            let path = self.to.join(file);
            fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        }
        output::line(format_args!("{} in {folder}", output::counted(pages.len() as u64, "page")))?;
        Ok(CommandEnd::Done)
    }
}

/// Every page, with the name of its file: `mygame.1`, `mygame-analyse.1`, `mygame-lab-run.1`.
fn pages(name: &str) -> Vec<(String, Vec<u8>)> {
    let mut program = program::command(name).disable_help_subcommand(true);
    program.build();
    let (mut found, mut left) = (Vec::new(), vec![program]);
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().cloned());
        let page = Man::new(command).source(concat!("Secateur ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        page.render(&mut text).expect("a vector takes all that is written");
        found.push((page.get_filename(), text));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_under_the_name_of_the_program() {
        let pages = pages("mygame");
        let page = |name: &str| {
            let (_, text) = pages.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("{name}"));
            String::from_utf8_lossy(text)
        };
        assert!(page("mygame.1").contains("mygame\\-analyse(1)"), "{}", page("mygame.1"));
        let analyse = page("mygame-analyse.1");
        assert!(analyse.contains("mygame analyse") && analyse.contains("\\-\\-depth"), "{analyse}");
        assert!(page("mygame-lab-run.1").contains("mygame lab run"));
        assert!(pages.iter().all(|(file, _)| file.starts_with("mygame")), "{pages:?}");
    }
}
