//! Files of the laboratory: those that were named, as they stand, and nothing of where they lie.

use super::{client_of, games, last, send, served};
use secateur_lab::shelf::Shelf;
use secateur_lab::tournament::{
    AdjudicationRules, Match, MatchPlayer, MatchStore, MoveLimits, Openings, Schedule,
};
use secateur_web::Config;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, process};

fn folder(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("secateur-files-{}-{name}", process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

fn shown(paths: &[PathBuf]) -> Config {
    let shelf = Shelf::open(paths, &games(), &|_, _| unreachable!()).unwrap();
    Config { shelf: Arc::new(shelf), ..Config::default() }
}

/// Plays so many pairs of games in all.
fn play(file: &Path, pairs: usize) {
    let games = games();
    let entry = games.find("kalah").unwrap();
    let limits = MoveLimits { nodes: Some(20), ..MoveLimits::default() };
    let players = ["mtd-f", "random"].map(|text| MatchPlayer::read(text, limits).unwrap());
    let schedule = Schedule::round_robin(2, Some(pairs)).unwrap();
    let openings = Openings::random(entry, None, 2..=3, 1).unwrap();
    let mut played =
        Match::new(entry, players.into(), schedule, openings, AdjudicationRules::default(), None).unwrap();
    played.run(&mut MatchStore::open(file).unwrap(), 1, &Arc::default(), |_, _| Ok(())).unwrap();
}

fn file(id: u64, file: usize, seen: &Value) -> Value {
    json!({"id": id, "ask": {"file": {"file": file, "seen": seen}}})
}

#[test]
fn a_match_is_seen_to_grow_and_its_games_open_on_a_board() {
    let folder = folder("grows");
    let path = folder.join("games.db");
    play(&path, 2);
    let mut socket = client_of(&served(shown(std::slice::from_ref(&path))));
    send(&mut socket, &json!({"id": 1, "ask": {"files": {}}}));
    let files = last(&mut socket, 1);
    assert_eq!(files["files"], json!([{"number": 0, "name": "games.db", "kind": "matches", "about": ""}]));
    send(&mut socket, &file(2, 0, &Value::Null));
    let first = last(&mut socket, 2);
    assert_eq!(first["file"]["contents"]["matches"]["games"], 4);
    send(&mut socket, &file(3, 0, &first["file"]["stamp"]));
    assert!(last(&mut socket, 3)["file"]["contents"].is_null(), "nothing has changed");
    play(&path, 5);
    let grown = loop {
        send(&mut socket, &file(4, 0, &first["file"]["stamp"]));
        let now = last(&mut socket, 4);
        if !now["file"]["contents"].is_null() {
            break now;
        }
    };
    let matches = &grown["file"]["contents"]["matches"];
    assert_eq!((&matches["games"], &matches["matches"][0]["game"]), (&json!(10), &json!("kalah")));
    let pairs = matches["matches"][0]["pairings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 5);
    for (id, game) in (5..).zip(matches["list"].as_array().unwrap()) {
        let place = json!({"game": game["game"], "start": game["start"], "moves": game["moves"]});
        send(&mut socket, &json!({"id": id, "ask": {"position": place}}));
        let end = last(&mut socket, id);
        assert!(end["position"]["outcome"].is_object(), "{game} {end}");
    }
    let all = format!("{files}{first}{grown}");
    assert!(!all.contains(&*folder.to_string_lossy()), "a path is told");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_other_file_can_be_seen() {
    let folder = folder("others");
    let (path, other) = (folder.join("games.db"), folder.join("others.db"));
    play(&path, 1);
    play(&other, 1);
    let mut socket = client_of(&served(shown(std::slice::from_ref(&path))));
    send(&mut socket, &file(1, 1, &Value::Null));
    assert!(last(&mut socket, 1)["error"].as_str().unwrap().starts_with("there is no file 1"));
    send(&mut socket, &json!({"id": 2, "ask": {"file": {"file": "../others.db"}}}));
    assert!(last(&mut socket, 2)["error"].as_str().unwrap().contains("invalid type: string"));
    fs::remove_file(&path).unwrap();
    send(&mut socket, &file(3, 0, &Value::Null));
    assert_eq!(last(&mut socket, 3)["error"], "there is no store games.db");
    let mut without = client_of(&served(Config::default()));
    send(&mut without, &json!({"id": 1, "ask": {"files": {}}}));
    assert_eq!(last(&mut without, 1)["files"], json!([]));
    fs::remove_dir_all(folder).unwrap();
}
