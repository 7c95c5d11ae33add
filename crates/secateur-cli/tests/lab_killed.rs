//! `secateur lab run`, killed: what was done stays, and nothing is there twice.
//!
//! `SECATEUR_LONG=1 cargo test -p secateur-cli --test lab_killed` kills it a hundred times, not ten.
#![cfg(unix)]

mod common;

use common::{Run, command, file, secateur};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
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

/// The path of a store that is not there yet.
fn fresh(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-journal"] {
        let _ = fs::remove_file(format!("{}{end}", path.display()));
    }
    let text = path.to_str().expect("a path of UTF-8").to_owned();
    (path, text)
}

/// The rows of a store, times aside, without the names of columns.
fn rows(store: &str) -> Vec<String> {
    let text = secateur(&["lab", "export", store, "--csv"]).good();
    text.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
}

/// Numbers from 0 to 1 that look random (Knuth's linear congruential generator).
fn random() -> impl FnMut() -> f64 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_rows() {
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    let kills = if long { 100 } else { 10 };
    let many = many("many.toml", "7, 8, 9");
    let ((_, undisturbed), (path, store)) = (fresh("undisturbed.db"), fresh("killed.db"));
    let start = Instant::now();
    secateur(&["lab", "run", &many, "--store", &undisturbed]).good();
    let (whole, expected) = (start.elapsed(), rows(&undisturbed));
    assert_eq!(expected.len(), JOBS);

    let all: HashSet<&String> = expected.iter().collect();
    let (mut next, mut before, mut halfway) = (random(), 0, 0);
    for kill in 1..=kills {
        let threads = if kill % 2 == 0 { "2" } else { "1" };
        let mut child =
            command(&["lab", "run", &many, "--store", &store, "--threads", threads]).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(0.5 * next()));
        child.kill().unwrap();
        let by_itself = child.wait().unwrap().success();
        // Nothing can be said of a store that was not yet there.
        if fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            continue;
        }
        let now = rows(&store);
        assert!(now.iter().all(|row| all.contains(row)), "a row of no job");
        assert!(now.iter().collect::<HashSet<_>>().len() == now.len(), "a row twice");
        assert!(now.len() >= before, "rows were lost: {before}, then {}", now.len());
        assert!(!by_itself || now == expected, "it was done");
        halfway += usize::from(!by_itself && now.len() > before && now.len() < JOBS);
        before = now.len();
        if now.len() == JOBS {
            assert_eq!(now, expected);
            fresh("killed.db");
            before = 0;
        }
    }
    secateur(&["lab", "run", &many, "--store", &store]).good();
    assert_eq!(rows(&store), expected);
    println!(
        "{kills} kills of a run of {whole:.1?}, {halfway} of them after some new rows and before the last"
    );
    assert!(halfway >= kills / 5, "only {halfway} of {kills} kills came halfway");
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
