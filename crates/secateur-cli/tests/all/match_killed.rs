//! `secateur match`, killed: games that were played stay, and none is there twice.
//!
//! `SECATEUR_LONG=1 cargo test -p secateur-cli --test all match_killed` kills it a hundred times, not ten.
#![cfg(unix)]

use crate::common::killing::comes_to_the_same;
use crate::common::{Run, command, fresh, secateur};
use std::process::Command;
use std::time::{Duration, Instant};

/// The games of a store, times aside.
fn rows(store: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(store).unwrap();
    // Another process has the store just now, or was killed while it did.
    connection.busy_timeout(Duration::from_secs(5)).unwrap();
    let has_table = "SELECT count(*) FROM sqlite_schema WHERE name = 'games'";
    if connection.query_row(has_table, [], |row| row.get::<_, i64>(0)).unwrap() == 0 {
        return Vec::new();
    }
    let columns = "id, game, first, second, round, opening, moves, result, ending, reason, program";
    let sql = format!("SELECT concat_ws('|', {columns}) FROM games ORDER BY id");
    let mut select = connection.prepare(&sql).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_games() {
    let players = ["engine,hash=64KiB", "mtd-f,hash=64KiB", "pvs-memory,depth=3,hash=64KiB,name=shallow"];
    let arguments = [&["match", "connect4"], &players[..], &["--nodes", "1200", "--rounds", "25"]].concat();
    // Three pairings of 25 pairs.
    comes_to_the_same("match", &arguments, "--concurrency", 150, rows);
}

#[test]
fn a_test_decides_by_the_same_games_however_often_it_is_asked() {
    let (_, store) = fresh("sprt.db");
    let test = ["--sprt", "elo0=0,elo1=200", "--json", "--store", &store];
    let arguments = [&["match", "connect4", "mtd-f,depth=5", "mtd-f,depth=1"], &test[..]].concat();
    let run = secateur(&arguments);
    assert!(run.err.starts_with("H0, Elo +0, against H1, Elo +200 (logistic): stops with H0 at"), "{run:?}");
    let lines = run.json();
    let (summary, games) = lines.split_last().unwrap();
    assert_eq!((run.status, summary["sprt"]["verdict"].as_str()), (Some(0), Some("H1")), "{summary}");
    assert!(games.len() >= 10 && summary["sprt"]["pairs"].as_u64() == Some(games.len() as u64 / 2));
    // There is nothing left to play.
    assert_eq!(secateur(&arguments).json(), lines);
}

#[test]
fn ctrl_c_prints_the_command_that_goes_on() {
    let (path, store) = fresh("match-interrupted.db");
    let arguments = [
        "match",
        "chess",
        "engine,hash=1MiB",
        "engine,name=the other",
        "--nodes",
        "1000",
        "--games",
        "2000",
        "--store",
        &store,
    ];
    let child = command(&arguments).spawn().unwrap();
    let start = Instant::now();
    while std::fs::metadata(&path).map_or(0, |file| file.len()) == 0
        && start.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_secs(2));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.status, run.err.as_str()), (Some(130), ""), "{run:?}");
    let kept = rows(&store).len();
    assert!((1..2000).contains(&kept), "{kept}");
    let games = if kept == 1 { "game" } else { "games" };
    let said = format!("{kept} {games} of the match in {store}; this goes on from there:\n  ");
    let (_, again) = run.out.split_once(&said).unwrap_or_else(|| panic!("{run:?}"));
    let expected = format!(
        "match chess 'engine,hash=1MiB' 'engine,name=the other' --nodes 1000 --games 2000 --store {store}\n"
    );
    assert!(again.ends_with(&expected), "{again}");
}
