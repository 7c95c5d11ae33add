//! `secateur lab run`, killed: what was done stays, and nothing is there twice.
//!
//! `SECATEUR_LONG=1 cargo test -p secateur-cli --test all lab_killed` kills it a hundred times, not ten.
#![cfg(unix)]

use crate::common::killing::comes_to_the_same;
use crate::common::{Run, command, file, fresh, secateur};
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

const MANY: &str = r#"name = "many"
about = "searches of some milliseconds"
algorithms = ["alpha-beta", "nega-scout", "pvs-memory", "mtd-f", "dual"]
hash = ["256KiB"]
repetitions = 2

[[games]]
game = "connect4"
positions.file = "POSITIONS"
depth = [DEPTHS]
"#;

/// Five positions, five algorithms, three depths, twice each.
const JOBS: usize = 150;

/// The experiment above in a file of this name, with these depths, and positions of its own: tests run side by side.
fn many(name: &str, depths: &str) -> String {
    file(&format!("{name}.positions"), b"44\n3344\n1234\n4455\n121314\n");
    let text = MANY.replace("POSITIONS", &format!("{name}.positions")).replace("DEPTHS", depths);
    file(name, text.as_bytes())
}

/// The rows of a store, times aside, without the names of columns.
fn rows(store: &str) -> Vec<String> {
    let text = secateur(&["lab", "export", store, "--csv"]).good();
    text.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_rows() {
    let many = many("many.toml", "7, 8, 9");
    comes_to_the_same("lab", &["lab", "run", &many], "--threads", JOBS, rows);
}

#[test]
fn ctrl_c_says_how_to_go_on() {
    let many = many("more.toml", "9, 60");
    let (path, store) = fresh("interrupted.db");
    let child = command(&["lab", "run", &many, "--store", &store]).spawn().unwrap();
    let start = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.status, run.err.as_str()), (Some(130), ""), "{run:?}");
    let kept = rows(&store).len();
    let expected = format!("{kept} of 100 jobs are in {store}. The same command goes on from there.\n");
    assert_eq!(run.out, expected);
}
