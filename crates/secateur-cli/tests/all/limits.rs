//! Limits on depth, nodes and time.

use crate::common::{command, file, secateur};
use secateur_session::ALGORITHMS;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The last line of an analysis.
fn answer(arguments: &[&str]) -> Value {
    let run = secateur(&[&["analyse"], arguments, &["--json", "--hash", "1MiB"]].concat());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    run.json().pop().unwrap()
}

#[test]
fn nodes_are_exact() {
    for nodes in [1, 2, 7, 1000, 1024, 1025, 54_321] {
        let answer = answer(&["connect4", "--nodes", &nodes.to_string()]);
        assert_eq!((&answer["nodes"], &answer["stopped_by"]), (&nodes.into(), &"nodes".into()));
        assert!(answer["best"].is_string(), "there is a move to play in any case");
    }
    for algorithm in ALGORITHMS.iter().filter(|a| a.takes_depth() && !a.is_random()) {
        let answer = answer(&["clobber", "--nodes", "3333", "--algorithm", algorithm.name]);
        let stopped = (&answer["nodes"], &answer["stopped_by"]);
        assert_eq!(stopped, (&3333.into(), &"nodes".into()), "{}", algorithm.name);
    }
}

#[test]
fn depth_is_exact() {
    for depth in 1..=7 {
        let answer = answer(&["connect4", "--depth", &depth.to_string()]);
        assert_eq!((&answer["depth"], &answer["stopped_by"]), (&depth.into(), &"depth".into()));
    }
    // Unless there is nothing below.
    let answer = answer(&["tictactoe", "XOX/OX./...", "--depth", "200"]);
    assert_eq!(answer["stopped_by"], "solved");
}

#[test]
fn the_first_limit_reached_counts() {
    let first = |limits: &[&str]| answer(&[&["connect4"], limits].concat())["stopped_by"].clone();
    assert_eq!(first(&["--depth", "3", "--nodes", "100000000", "--time", "1m"]), "depth");
    assert_eq!(first(&["--depth", "200", "--nodes", "1000", "--time", "1m"]), "nodes");
    assert_eq!(first(&["--depth", "200", "--nodes", "100000000000", "--time", "20ms"]), "time");
}

/// The machine may be busy at the very moment that time is up: the median of several runs may be late by
/// what a scheduler takes, the best of them by what the program takes.
#[test]
fn time_is_kept() {
    for algorithm in ["mtd-f", "minimax", "sss-star"] {
        let mut late: Vec<f64> = (0..9)
            .map(|_| {
                let answer = answer(&["connect4", "--time", "60ms", "--algorithm", algorithm]);
                assert_eq!(answer["stopped_by"], "time", "{algorithm}");
                answer["time_ms"].as_f64().unwrap() - 60.0
            })
            .collect();
        late.sort_by(f64::total_cmp);
        assert!(late[0] >= 0.0 && late[0] < 5.0 && late[4] < 60.0, "{algorithm}: late by {late:?} ms");
    }
}

#[test]
fn many_threads_keep_the_time_as_well() {
    let answer = answer(&["connect4", "--time", "100ms", "--threads", "16"]);
    let took = answer["time_ms"].as_f64().unwrap();
    assert!((100.0..1000.0).contains(&took), "{took} ms");
}

#[test]
fn solving_within_limits_tells_what_is_known() {
    let run = secateur(&["solve", "connect4", "--nodes", "5000", "--json"]);
    assert_eq!((run.status, run.sentence()), (Some(1), "not solved within --nodes"));
    let lines = run.json();
    crate::common::assert_fields(
        &lines[0],
        "position:s value:i? expected:i? ok:b? best:s? nodes:i time_us:f at_least:i? at_most:i? stopped_by:s",
    );
    assert_eq!((&lines[0]["nodes"], &lines[0]["value"]), (&5000.into(), &Value::Null));

    let run = secateur(&["solve", "connect4", "--time", "30ms"]);
    assert_eq!((run.status, run.sentence()), (Some(1), "not solved within --time"));
    // Who wins is not known; that nobody does at once, is.
    assert!(run.out.contains("  value -") && run.out.contains(" to "), "{}", run.out);

    // Positions come back, and there are more of them than fit.
    for game in ["chess", "dodgem"] {
        let position = if game == "chess" { "e2e4" } else { "5x5" };
        let run = secateur(&["solve", game, position, "--hash", "1MiB"]);
        let sentence = "not solved: more positions can be reached than --hash has room for";
        assert_eq!((run.status, run.sentence()), (Some(1), sentence));
    }

    // A position that is too hard does not keep the next one from its turn.
    let path = file("hard", b"4\n12121 3\n1212121 -18\n");
    let run = secateur(&["solve", "connect4", "--nodes", "500", "--file", &path, "--json"]);
    assert!(run.status == Some(1) && run.sentence().ends_with(" not solved within the limits"), "{run:?}");
    let lines = run.json();
    assert_eq!(lines.len(), 4);
    assert!(lines[0]["value"].is_null() && lines[2]["ok"] == true, "{lines:?}");
}

#[test]
fn at_least_and_at_most_enclose_the_value() {
    let solve = |more: &[&str]| {
        let run =
            secateur(&[&["solve", "connect4", "44455554221", "--json", "--hash", "4MiB"], more].concat());
        run.json().remove(0)
    };
    let value = solve(&[])["value"].as_i64().unwrap();
    let mut known = 0;
    for nodes in (1..14).map(|n| (1 << n).to_string()) {
        let open = solve(&["--nodes", &nodes]);
        let bound = |name: &str| open[name].as_i64();
        assert!(bound("at_least").is_none_or(|bound| bound <= value), "{open}");
        assert!(bound("at_most").is_none_or(|bound| bound >= value), "{open}");
        known += usize::from(bound("at_least").or(bound("at_most")).is_some());
    }
    assert!(known > 0, "some runs end between two windows");
}

#[test]
fn play_keeps_to_its_limits() {
    let start = Instant::now();
    let run = command(&["play", "connect4", "4455", "--watch", "--nodes", "2000"]).output().unwrap();
    assert!(run.status.success() && start.elapsed() < Duration::from_secs(20));
}
