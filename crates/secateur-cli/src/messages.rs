//! Complaints: one sentence on standard error.

use crate::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use secateur_games::did_you_mean;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// The longest sentence anybody reads.
const LONGEST: usize = 400;

/// Prints a sentence on standard error, if anybody still listens there.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "{}: {}", program(), printable(sentence, LONGEST));
}

/// Returns the name by which this program was called: `secateur`, or that of a program with games of its own.
pub(crate) fn program() -> String {
    named(std::env::args_os().next())
}

/// The name in the first of the arguments.
fn named(first: Option<OsString>) -> String {
    let stem = first.as_deref().and_then(|path| Path::new(path).file_stem());
    stem.map_or("secateur".into(), |name| printable(&name.to_string_lossy(), 40))
}

/// Prints something on standard error that is no complaint, if anybody still listens there.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The text on one line and without anything that a terminal would act on, cut where it is too long.
pub(crate) fn printable(text: &str, longest: usize) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if i == longest => return out + "...",
            '\\' | '\'' | '"' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out
}

/// Returns the fault in the arguments, in one sentence.
pub(crate) fn of_arguments(error: &clap::Error, arguments: &[OsString]) -> String {
    let cli = Cli::command();
    // Commands have commands: `lab run`.
    let (mut command, mut help) = (None, named(arguments.first().cloned()));
    for name in arguments.iter().skip(1) {
        let Some(found) = command.unwrap_or(&cli).find_subcommand(name) else { break };
        command = Some(found);
        help = format!("{help} {}", found.get_name());
    }
    help += " --help";
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    // Where a board may begin with dashes, a mistyped option is taken for one first.
    let misplaced = match (error.kind(), get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, _) | (ErrorKind::ValueValidation, Some("[POSITION]")) => {
            unknown_option(command, arguments)
        }
        _ => None,
    };
    let what = match (error.kind(), get(ContextKind::InvalidArg), get(ContextKind::InvalidSubcommand)) {
        _ if misplaced.is_some() => no_option(command, misplaced.unwrap_or_default()),
        (ErrorKind::UnknownArgument, Some(option), _) if option.starts_with('-') => {
            no_option(command, option)
        }
        (ErrorKind::UnknownArgument, Some(word), _) => format!("found '{word}', expected nothing more"),
        (ErrorKind::InvalidSubcommand, _, Some(name)) => {
            let names = command.unwrap_or(&cli).get_subcommands().map(Command::get_name);
            let near = did_you_mean(name, names);
            format!("there is no command '{name}'{near}")
        }
        _ => as_rendered(error),
    };
    format!("{what}; `{help}` shows what is expected")
}

/// Whether a word is written as options are: dashes, then small letters and dashes, and perhaps a value.
pub(crate) fn looks_like_an_option(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or_default();
    let word = name.trim_start_matches('-');
    let letters = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    text.starts_with('-') && !word.is_empty() && letters && word.len() < 20
}

/// The options that a command takes.
fn options(command: Option<&Command>) -> Vec<String> {
    let options = command.into_iter().flat_map(Command::get_arguments);
    options.filter_map(|a| Some(format!("--{}", a.get_long()?))).chain(["--help".into()]).collect()
}

fn no_option(command: Option<&Command>, option: &str) -> String {
    let names = options(command);
    format!("there is no option '{option}'{}", did_you_mean(option, names.iter().map(String::as_str)))
}

/// The first argument that looks like an option and is none.
fn unknown_option<'a>(command: Option<&Command>, arguments: &'a [OsString]) -> Option<&'a str> {
    let names = options(command);
    let words = arguments.iter().filter_map(|word| word.to_str()).take_while(|&word| word != "--");
    let mut options = words.filter(|word| looks_like_an_option(word));
    options.find(|word| !names.iter().any(|name| Some(name.as_str()) == word.split('=').next()))
}

/// The error as the parser words it, without the usage behind it.
fn as_rendered(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    said.join(" ").replacen("error: ", "", 1).replace(" tip: ", "; ")
}
