//! What `secateur new` writes: built and tested in a fresh folder, as its user would.

use crate::shell::{built, cargo, command, emptied, root, run, target};
use crate::steps::{StepDone, StepResult};
use std::fs;

const TEMPLATES: [&str; 3] = ["placing", "moving", "sowing"];

/// What a template says of optimisation, taken back: these searches take milliseconds, and the compiler minutes.
const PLAIN: [&str; 5] = [
    "profile.dev.opt-level=0",
    "profile.dev.debug=false",
    "profile.dev.package.secateur.opt-level=0",
    "profile.dev.package.secateur-games.opt-level=0",
    "profile.dev.package.secateur-session.opt-level=0",
];

/// A program of each template passes its tests, and searches.
pub(crate) fn check() -> StepResult {
    let program = built("secateur")?;
    let folder = target()?.join("new");
    emptied(&folder)?;
    for template in TEMPLATES {
        let name = format!("my-{template}");
        let sources = root().to_str().unwrap_or(".");
        let new = ["new", &name, "--template", template, "--sources", sources];
        run(command(&program, &new).current_dir(&folder))?;
        let game = folder.join(&name);
        // The versions that everything here is built with, and compiled once for all templates.
        fs::copy(root().join("Cargo.lock"), game.join("Cargo.lock"))?;
        let here = |arguments: &[&str]| {
            let mut command = cargo(&[]);
            command.args(PLAIN.iter().flat_map(|setting| ["--config", setting])).args(arguments);
            command.current_dir(&game).env("CARGO_TARGET_DIR", folder.join("target"));
            run(&mut command)
        };
        here(&["test", "--quiet"])?;
        here(&["run", "--quiet", "--", "compare", &name, "--depth", "3"])?;
    }
    Ok(StepDone::With(format!("{} templates", TEMPLATES.len())))
}
