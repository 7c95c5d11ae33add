//! `secateur learn`, killed: it goes on from its checkpoint, and comes to the same evaluation.
//!
//! `SECATEUR_LONG=1 cargo test -p secateur-cli --test learn_killed` kills it fifty times, not ten.
#![cfg(unix)]

mod common;
#[path = "common/killing.rs"]
mod killing;

use common::{command, secateur};
use killing::{fresh, random};
use std::fs;
use std::time::Instant;

/// An evaluation without the line that says how long it took.
fn learned(path: &str) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let made = bytes.windows(6).position(|bytes| bytes == b"\nmade ").expect("a line on how it was made");
    let end = made + 1 + bytes[made + 1..].iter().position(|&byte| byte == b'\n').unwrap();
    // (The checksum at the end is of that line, too.)
    [&bytes[..made], &bytes[end..bytes.len() - 8]].concat()
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_evaluation() {
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    let kills = if long { 50 } else { 10 };
    let learn = ["learn", "tictactoe", "--games", "9600", "--pairs", "0", "--every", "5ms", "--out"];
    let (_, whole) = fresh("learned-whole.eval");
    let (_, parts) = fresh("learned-parts.eval");
    let kept = [&whole, &parts].map(|path| fresh(&format!("{path}.learning")).0);
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
            fs::remove_file(&kept[1]).unwrap();
        }
    }
    secateur(&[&learn[..], &[&parts]].concat()).good();
    assert!(learned(&parts) == learned(&whole), "after {kills} kills");
    assert!(halfway >= kills / 3, "only {halfway} of {kills} kills came halfway");
}
