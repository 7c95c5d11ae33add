//! The interface for C: what it declares, and its examples, built and run against the shared and the static library.

use crate::shell::{built, capture, command, emptied, root, run, target, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const CRATE: &str = "crates/secateur-c";
/// Each warning is an error.
const STRICT: [&str; 5] = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
/// What the static library needs of the system.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// Reads and writes beyond what was handed out, and what is never freed or freed twice. The library is not built anew for it: what it
/// allocates goes through the same allocator, and is watched where it begins and where it ends.
const SANITIZED: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The header declares what the library has, and programs in C and C# play by it; those that misuse it are told, and leak nothing.
pub(crate) fn check() -> StepResult {
    declared()?;
    if !works(&mut command("cc", &["--version"])) {
        return Ok(StepDone::Skipped("there is no C compiler".into()));
    }
    let libraries = built("secateur")?.with_file_name("");
    let folder = target()?.join("c");
    emptied(&folder)?;
    let program = |name: &str, way: &str, linked: &[&str]| -> Result<Command> {
        let made = folder.join(format!("{name}-{way}"));
        let mut cc = command("cc", &STRICT);
        cc.arg(root().join(CRATE).join("examples").join(name).with_extension("c"));
        cc.arg("-I").arg(root().join(CRATE).join("include")).arg("-L").arg(&libraries);
        run(cc.arg("-o").arg(&made).args(linked))?;
        let mut program = Command::new(made);
        program.env("LD_LIBRARY_PATH", &libraries).env("DYLD_LIBRARY_PATH", &libraries);
        Ok(program)
    };
    let archive = libraries.join("libsecateur_c.a");
    let archive = archive.to_str().context("a path that is no text")?;
    let (mut played, mut misuses) = (Vec::new(), Vec::new());
    for (way, linked) in [("shared", vec!["-lsecateur_c"]), ("static", [&[archive][..], &SYSTEM].concat())] {
        let mut misuse = program("misuse", way, &linked)?;
        run(&mut misuse)?;
        misuses.push(misuse);
        let output = capture(&mut program("play", way, &linked)?)?;
        played.push(String::from_utf8(output.stdout)?);
    }
    ensure!(
        played[0].ends_with(" to move: loss\n") && played[0] == played[1],
        "a game that went wrong: {played:?}"
    );
    let mut tried = vec!["C"];
    if works(&mut command("valgrind", &["--version"])) {
        // What Rust keeps of a thread until the end is "possibly lost" to valgrind.
        let leaks = ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"];
        for misuse in &misuses {
            let mut valgrind = command("valgrind", &["--quiet", "--error-exitcode=1"]);
            run(valgrind.args(leaks).arg(misuse.get_program()).env("LD_LIBRARY_PATH", &libraries))?;
        }
        tried.push("valgrind");
    }
    let linked = [&SANITIZED[..], &[archive], &SYSTEM].concat();
    if let Ok(mut misuse) = program("misuse", "sanitized", &linked) {
        run(&mut misuse)?;
        let output = capture(&mut program("play", "sanitized", &linked)?)?;
        ensure!(output.stdout == played[0].as_bytes(), "a game that went otherwise under the sanitizer");
        tried.push("address sanitizer");
    }
    if works(&mut command("mcs", &["--version"])) && works(&mut command("mono", &["--version"])) {
        csharp(&folder, &libraries, &played[0])?;
        tried.push("C#");
    }
    Ok(StepDone::With(tried.join(", ")))
}

/// The program in C# plays the same game.
fn csharp(folder: &Path, libraries: &Path, played: &str) -> Result<()> {
    let made = folder.join("Play.exe");
    let source = root().join(CRATE).join("examples/Play.cs");
    run(command("mcs", &[]).arg(format!("-out:{}", made.display())).arg(source))?;
    let output = capture(command("mono", &[]).arg(made).env("LD_LIBRARY_PATH", libraries))?;
    let text = String::from_utf8(output.stdout)?;
    let board = |text: &str| {
        text.lines()
            .skip_while(|line| line.starts_with("depth"))
            .take(6)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    ensure!(board(&text) == board(played), "C# played otherwise than C: {text}");
    Ok(())
}

/// The functions that the header declares are those that the library has.
fn declared() -> Result<()> {
    let read = |name: &str| fs::read_to_string(root().join(CRATE).join(name));
    let names = |text: &str, mark: &str| -> BTreeSet<String> {
        let name = |part: &str| part.split('(').next().unwrap_or_default().to_owned();
        text.split(mark).skip(1).map(|part| format!("secateur_{}", name(part))).collect()
    };
    let library = names(&read("src/lib.rs")?, "extern \"C\" fn secateur_");
    let header = read("include/secateur.h")?;
    let code: String =
        header.lines().filter(|line| !line.starts_with(['/', ' '])).collect::<Vec<_>>().join("\n");
    let header = names(&code, "secateur_");
    ensure!(library == header, "the library has {library:?}, and secateur.h declares {header:?}");
    Ok(())
}
