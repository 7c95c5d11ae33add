//! Killing a command at random moments and starting it again, until it is done.

#![allow(unreachable_pub)]

use super::{command, fresh, secateur};
use std::collections::HashSet;
use std::fs;
use std::time::Instant;

/// Numbers from 0 to 1 that look random (Knuth's linear congruential generator).
pub fn random() -> impl FnMut() -> f64 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Runs a command with a store, undisturbed; and again with another store, killed ten times, or a hundred with
/// `SECATEUR_LONG=1`, and begun anew whenever it was done. What was done stays, nothing is there twice, and in the end
/// both stores have the same rows, `count` of them. `threads` is the option for how much to do at a time.
pub fn comes_to_the_same(
    name: &str,
    arguments: &[&str],
    threads: &str,
    count: usize,
    rows: impl Fn(&str) -> Vec<String>,
) {
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    let kills = if long { 100 } else { 10 };
    let (killed, undisturbed) = (format!("{name}-killed.db"), format!("{name}-undisturbed.db"));
    let ((_, undisturbed), (path, store)) = (fresh(&undisturbed), fresh(&killed));
    let start = Instant::now();
    secateur(&[arguments, &["--store", &undisturbed]].concat()).good();
    let (whole, expected) = (start.elapsed(), rows(&undisturbed));
    assert_eq!(expected.len(), count);

    let all: HashSet<&String> = expected.iter().collect();
    let (mut next, mut before, mut halfway) = (random(), 0, 0);
    for kill in 1..=kills {
        let at_a_time = if kill % 2 == 0 { "2" } else { "1" };
        let more = ["--store", &store, threads, at_a_time];
        let mut child = command(&[arguments, &more].concat()).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(0.5 * next()));
        child.kill().unwrap();
        let by_itself = child.wait().unwrap().success();
        // Nothing can be said of a store that was not yet there.
        if fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            continue;
        }
        let now = rows(&store);
        assert!(now.iter().all(|row| all.contains(row)), "a row that was not asked for");
        assert!(now.iter().collect::<HashSet<_>>().len() == now.len(), "a row twice");
        assert!(now.len() >= before, "rows were lost: {before}, then {}", now.len());
        assert!(!by_itself || now == expected, "it was done");
        halfway += usize::from(!by_itself && now.len() > before && now.len() < count);
        before = now.len();
        if now.len() == count {
            assert_eq!(now, expected);
            fresh(&killed);
            before = 0;
        }
    }
    secateur(&[arguments, &["--store", &store]].concat()).good();
    assert_eq!(rows(&store), expected);
    println!(
        "{kills} kills of a run of {whole:.1?}, {halfway} of them after some new rows and before the last"
    );
    assert!(halfway >= kills / 5, "only {halfway} of {kills} kills came halfway");
}
