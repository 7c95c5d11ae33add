//! The cost of building: a further game in seconds of one core, and the whole program from nothing.

use crate::shell::{cargo, emptied, root, run, target};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::time::Instant;

/// The most seconds of one core that a further game may cost.
const LIMIT: f64 = 4.0;
/// Ticks of the clock in /proc, a second: the same on every Linux.
const TICKS: f64 = 100.0;
/// The number of times each program is compiled; the least time counts, since whatever disturbs only adds.
const RUNS: usize = 3;
/// The games of the smaller program, and the further one: type and name.
const GAMES: [(&str, &str); 2] = [("domineering::Domineering", "domineering"), ("nim::Nim", "nim")];
const FURTHER: (&str, &str) = ("clobber::Clobber", "clobber");

/// Compiles a program with small games, and the same with one more; fails beyond [`LIMIT`] unless it is only to report.
pub(crate) fn of_a_game(report: bool) -> StepResult {
    let folder = target()?.join("cost-of-a-game");
    project(&folder)?;
    let less = least(&folder, &GAMES)?;
    let more = least(&folder, &[&GAMES[..], &[FURTHER]].concat())?;
    let cost = more - less;
    let figures = format!(
        "{cost:.1} s of one core for {}: {more:.1} s after {less:.1} s for {} games",
        FURTHER.1,
        GAMES.len()
    );
    ensure!(report || cost <= LIMIT, "{figures}; at most {LIMIT} s are wanted");
    Ok(StepDone::With(figures))
}

/// From an empty target folder to the first table of `compare connect4`.
pub(crate) fn clean_build() -> StepResult {
    let folder = target()?.join("clean-build");
    emptied(&folder)?;
    let before = children()?;
    let start = Instant::now();
    run(cargo(&["run", "--release", "--", "compare", "connect4"]).env("CARGO_TARGET_DIR", &folder))?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), children()? - before);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(StepDone::With(format!("{wall:.0} s on a machine of {cores} cores, {cpu:.0} s of one core")))
}

/// A crate of its own, with all that is compiled for the last time in it: the games.
fn project(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder.join("src"))?;
    let of = |name: &str| format!("{name} = {{ path = {} }}\n", toml::Value::from(place(name)));
    let manifest = [
        "[package]\nname = \"cost-of-a-game\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n",
        &of("secateur-games"),
        &of("secateur-session"),
        // As the crate of the games that come with Secateur is compiled.
        "\n[profile.release]\nlto = \"off\"\ncodegen-units = 1\n",
    ];
    std::fs::write(folder.join("Cargo.toml"), manifest.concat())?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

fn place(name: &str) -> String {
    root().join("crates").join(name).display().to_string()
}

/// Seconds of one core that the last crate takes to compile with these games.
fn least(folder: &Path, games: &[(&str, &str)]) -> Result<f64> {
    let mut code = String::from(
        "use secateur_session::{GameEntry, Registry};\n\nfn main() {\n    let games = Registry::new()",
    );
    for (game, name) in games {
        code += &format!("\n        .with(GameEntry::new::<secateur_games::{game}>({name:?}, \"\"))");
    }
    code += ";\n    println!(\"{}\", games.entries().len());\n}\n";
    let compiled = || -> Result<f64> {
        // A file that was just written is compiled again.
        std::fs::write(folder.join("src/main.rs"), &code)?;
        let before = children()?;
        compile(folder)?;
        Ok(children()? - before)
    };
    // The first time, what it depends on is compiled as well.
    compiled()?;
    (0..RUNS).try_fold(f64::INFINITY, |least, _| Ok(compiled()?.min(least)))
}

fn compile(folder: &Path) -> Result<()> {
    let mut build = cargo(&["build", "--release", "--offline"]);
    run(build.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target")))
}

/// Seconds of one core that programs started from here have taken, with all that they started in turn.
fn children() -> Result<f64> {
    let stat =
        std::fs::read_to_string("/proc/self/stat").context("CPU time is read from /proc, which Linux has")?;
    seconds(&stat).context("/proc/self/stat has another form than expected")
}

/// `cutime` and `cstime`, the 14th and 15th words after the program's name, which stands in brackets and may hold blanks.
fn seconds(stat: &str) -> Option<f64> {
    let (_, words) = stat.rsplit_once(')')?;
    let mut ticks = words.split_whitespace().skip(13).map_while(|word| word.parse::<f64>().ok());
    Some((ticks.next()? + ticks.next()?) / TICKS)
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_the_time_of_children() {
        let stat = "7 (a b) c) S 1 7 7 0 -1 4194304 1 2 3 4 11 12 250 50 20 0 1";
        assert_eq!(super::seconds(stat), Some(3.0));
        assert_eq!(super::seconds("7 (short) S 1"), None);
    }
}
