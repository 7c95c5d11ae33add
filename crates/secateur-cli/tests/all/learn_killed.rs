//! `secateur learn`, killed: it goes on from its checkpoint, and comes to the same evaluation.
//!
//! `SECATEUR_LONG=1 cargo test -p secateur-cli --test all learn_killed` kills it fifty times, not ten.
#![cfg(unix)]

use crate::common::killing::random;
use crate::common::{command, fresh, secateur};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An evaluation without the line that says how long it took.
fn learned(path: &str) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let made = bytes.windows(6).position(|bytes| bytes == b"\nmade ").expect("a line on how it was made");
    let end = made + 1 + bytes[made + 1..].iter().position(|&byte| byte == b'\n').unwrap();
    // (The checksum at the end is of that line, too.)
    [&bytes[..made], &bytes[end..bytes.len() - 8]].concat()
}

/// Removes what learning is kept in: a file, or a folder.
fn forget(kept: &Path) {
    let _ = if kept.is_dir() { fs::remove_dir_all(kept) } else { fs::remove_file(kept) };
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_evaluation() {
    killed(&["--games", "9600", "--every", "5ms"], "td");
}

#[test]
fn learning_from_searches_comes_to_the_same_evaluation() {
    killed(&["--method", "search", "--generations", "3", "--think", "20"], "search");
}

fn killed(how: &[&str], name: &str) {
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    let kills = if long { 50 } else { 10 };
    let learn = [&["learn", "tictactoe", "--pairs", "0"], how, &["--out"]].concat();
    let (_, whole) = fresh(&format!("learned-{name}-whole.eval"));
    let (_, parts) = fresh(&format!("learned-{name}-parts.eval"));
    let kept = [&whole, &parts].map(|path| PathBuf::from(format!("{path}.learning")));
    kept.iter().for_each(|kept| forget(kept));
    let start = Instant::now();
    secateur(&[&learn[..], &[&whole]].concat()).good();
    let time = start.elapsed();

    let (mut next, mut halfway) = (random(), 0);
    for kill in 1..=kills {
        let threads = if kill % 2 == 0 { "2" } else { "1" };
        let mut child = command(&[&learn[..], &[&parts, "--threads", threads]].concat()).spawn().unwrap();
        std::thread::sleep(time.mul_f64(0.3 * next()));
        child.kill().unwrap();
        let by_itself = child.wait().unwrap().success();
        halfway += usize::from(!by_itself && kept[1].exists());
        if by_itself {
            assert!(learned(&parts) == learned(&whole), "it was done after kill {kill}");
            forget(&kept[1]);
        }
    }
    secateur(&[&learn[..], &[&parts]].concat()).good();
    assert!(learned(&parts) == learned(&whole), "after {kills} kills");
    assert!(halfway >= kills / 3, "only {halfway} of {kills} kills came halfway");
}
