//! The program as its users call it, which is `secateur` or one with games of its own.

use crate::Cli;
use clap::CommandFactory;
use std::ffi::OsString;
use std::path::Path;

/// The name that this process was started by, without folders and `.exe`.
pub(crate) fn name() -> String {
    named(std::env::args_os().next())
}

fn named(started: Option<OsString>) -> String {
    let stem = started.as_deref().and_then(|path| Path::new(path).file_stem());
    stem.map_or_else(|| "secateur".into(), |stem| stem.to_string_lossy().into_owned())
}

/// All commands and options, under the name of the program.
pub(crate) fn command(name: &str) -> clap::Command {
    Cli::command().bin_name(name).display_name(name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_is_known_by_its_file() {
        assert_eq!(super::named(Some("/usr/bin/mygame".into())), "mygame");
        assert_eq!(super::named(Some("mygame.exe".into())), "mygame");
        assert_eq!(super::named(None), "secateur");
    }
}
