//! Transcripts in the book and in the README: run again, and compared with what is printed there.
//!
//! A block of text is a transcript if one of these stands on the line above its fence:
//!
//! - `<!-- ran -->`: commands, each followed by what it printed;
//! - `<!-- ran: COMMAND -->`: what the command printed; or a dialogue, where a line begins with `> `: that is what is sent;
//! - `<!-- ran, in part: COMMAND -->`: some successive lines of what the command printed.
//!
//! A line `...` stands for any lines, and ` ...` within a line for anything. Times are not compared.

use crate::shell::{built, emptied, root, target};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const MARK: &str = "<!-- ran";
const FENCE: &str = "```";
/// How long a program may take to answer a line.
const PATIENCE: Duration = Duration::from_secs(20);

/// Every transcript is what the program prints; or, if `bless`, it becomes so.
pub(crate) fn check(bless: bool) -> StepResult {
    let program = built("secateur")?;
    let folder = target()?.join("transcripts");
    let mut files = vec![root().join("README.md")];
    for entry in fs::read_dir(root().join("book/src"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "md") {
            files.push(path);
        }
    }
    let (mut count, mut bad) = (0, Vec::new());
    for path in files {
        emptied(&folder)?;
        let shell = Shell { program: &program, folder: &folder };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let mut out: Vec<String> = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            out.push(line.to_owned());
            let Some(mark) = line.strip_prefix(MARK) else { continue };
            let fence = lines.next().with_context(|| format!("{name} ends with {line}"))?;
            if !fence.starts_with(FENCE) {
                bail!("{name}: {line} stands above `{fence}`, expected a block of text");
            }
            let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != FENCE).collect();
            count += 1;
            let now = shell.transcript(mark.trim_end_matches("-->").trim(), &shown);
            let now = now.with_context(|| format!("{name}: {}", shown.first().unwrap_or(&"")))?;
            out.push(fence.to_owned());
            match now {
                None => out.extend(shown.iter().map(|line| (*line).to_owned())),
                Some(now) if bless && !shown.iter().any(|line| line.contains("...")) => out.extend(now),
                Some(now) => {
                    let differs = shown.iter().zip(&now).find(|(then, now)| !agree(then, now));
                    bad.push(match differs {
                        Some((then, now)) => format!("{name} has `{then}`, a run prints `{now}`"),
                        None => {
                            format!("{name}: a transcript of {} lines has {} now", shown.len(), now.len())
                        }
                    });
                    out.extend(shown.iter().map(|line| (*line).to_owned()));
                }
            }
            out.push(FENCE.to_owned());
        }
        if bless {
            fs::write(&path, out.join("\n") + "\n")?;
        }
    }
    if !bad.is_empty() {
        bail!("{}; `cargo xtask book --bless` writes anew what has no `...` in it", bad.join("; "));
    }
    Ok(StepDone::With(format!("{count} transcripts")))
}

/// Where transcripts are run.
struct Shell<'a> {
    program: &'a Path,
    folder: &'a PathBuf,
}

impl Shell<'_> {
    /// Runs a transcript; none if it is as shown, else what it should be.
    fn transcript(&self, mark: &str, shown: &[&str]) -> Result<Option<Vec<String>>> {
        let now = match mark.split_once(": ") {
            None => self.session(shown)?,
            Some((_, command)) if shown.iter().any(|line| line.starts_with("> ")) => {
                self.dialogue(command, shown)?
            }
            Some((how, command)) => {
                let printed = self.run(command)?;
                let end = if how.ends_with("in part") { printed.len() } else { 1 };
                if (0..end).any(|from| printed.get(from..).is_some_and(|rest| begins(rest, shown, end > 1))) {
                    return Ok(None);
                }
                printed
            }
        };
        Ok(Some(now).filter(|now| !begins(now, shown, false)))
    }

    /// Commands, each with what it prints.
    fn session(&self, shown: &[&str]) -> Result<Vec<String>> {
        let (mut now, mut at) = (Vec::new(), 0);
        while at < shown.len() {
            let mut command = String::new();
            loop {
                now.push(shown[at].to_owned());
                command += shown[at].trim_end_matches('\\');
                at += 1;
                if at == shown.len() || !shown[at - 1].ends_with('\\') {
                    break;
                }
            }
            if shown.get(at) == Some(&"") {
                now.push(String::new());
                at += 1;
            }
            now.extend(self.run(&command)?);
            at += shown[at..].iter().take_while(|line| !line.starts_with("secateur ")).count();
        }
        Ok(now)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new("sh");
        let script = format!(
            "secateur() {{ \"$SECATEUR\" \"$@\"; }}\n{}",
            line.replace("cargo run --release -- ", "secateur ")
        );
        command
            .args(["-c", &script])
            .env("SECATEUR", self.program)
            .env("COLUMNS", "120")
            .current_dir(self.folder);
        command
    }

    /// The lines that a command prints, without empty ones at the end. (A status that says "no" is an answer.)
    fn run(&self, line: &str) -> Result<Vec<String>> {
        let output = self.command(line).stdin(Stdio::null()).output()?;
        if output.status.code().is_none_or(|code| code > 1) {
            bail!(
                "`{line}` ended with {}: {}",
                output.status,
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        let text = String::from_utf8(output.stdout)?;
        Ok(text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect())
    }

    /// What a program answers to each line that is sent: as many lines as are shown.
    fn dialogue(&self, line: &str, shown: &[&str]) -> Result<Vec<String>> {
        let mut child =
            self.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut to = child.stdin.take().context("a pipe")?;
        let from = BufReader::new(child.stdout.take().context("a pipe")?);
        let (send, answers) = mpsc::channel();
        std::thread::spawn(move || from.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        let mut now = Vec::new();
        for &line in shown {
            now.push(match line.strip_prefix("> ") {
                Some(sent) => {
                    writeln!(to, "{sent}")?;
                    line.to_owned()
                }
                None => answers
                    .recv_timeout(PATIENCE)
                    .unwrap_or_else(|_| "(nothing)".into())
                    .trim_end()
                    .to_owned(),
            });
        }
        drop(to);
        child.wait()?;
        Ok(now)
    }
}

/// Whether these lines begin as shown; and, unless only `in_part`, end so.
fn begins(now: &[String], shown: &[&str], in_part: bool) -> bool {
    match shown.split_first() {
        None => in_part || now.is_empty(),
        Some((&"...", rest)) => (0..=now.len()).any(|skipped| begins(&now[skipped..], rest, in_part)),
        Some((then, rest)) => {
            now.split_first().is_some_and(|(line, now)| agree(then, line) && begins(now, rest, in_part))
        }
    }
}

fn agree(then: &str, now: &str) -> bool {
    let (then, now) = (untimed(then), untimed(now));
    match then.rsplit_once(" ...") {
        Some((start, end)) => now.starts_with(start) && now.ends_with(end),
        None => then == now,
    }
}

/// A line without what differs from run to run: times, speeds, the memory of a machine.
fn untimed(line: &str) -> String {
    // NBoard's lines end with a time.
    let line = match line.split_once(' ') {
        Some(("nodestats", _)) => line.rsplit_once(' ').map_or(line, |(rest, _)| rest),
        Some(("===", _)) => line.rsplit_once('/').map_or(line, |(rest, _)| rest),
        _ => line,
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut out = Vec::with_capacity(words.len());
    for (n, &word) in words.iter().enumerate() {
        let next = words.get(n + 1).map_or("", |word| word.trim_end_matches([';', ',', '.']));
        let before = if n == 0 { "" } else { words[n - 1] };
        let is_time = ["ns", "us", "ms", "s", "min", "h"].contains(&next)
            || next == "nodes" && words.get(n + 2) == Some(&"a")
            || ["nps", "time"].contains(&before)
            || before == "max" && line.to_lowercase().contains("hash");
        let hidden = ["nps=", "time=", "max="].iter().find(|start| word.starts_with(**start));
        out.push(match hidden {
            Some(start) => *start,
            None if is_number(word) && is_time => "_",
            None if ["ns", "us", "ms", "s", "min", "h"].contains(&word.trim_end_matches([';', ',', '.'])) => {
                ""
            }
            None => word,
        });
    }
    out.retain(|word| !word.is_empty());
    out.join(" ")
}
