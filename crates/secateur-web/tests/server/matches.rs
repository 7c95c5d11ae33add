//! Matches: told as they are played, within limits, and over when nobody looks any more.

use super::{client_of, endless, games, last, next, send, served};
use secateur_web::Config;
use serde_json::{Value, json};

fn asked(id: u64, players: &[&str], pairs: u32) -> Value {
    let plan = json!({"game": "nim", "start": "5,6,7,8,9", "players": players, "nodes": 200, "pairs": pairs});
    json!({"id": id, "ask": {"match": plan}})
}

#[test]
fn a_match_is_told_as_it_is_played() {
    let mut socket = client_of(&served(Config::default()));
    send(&mut socket, &asked(1, &["mtd-f", "random"], 3));
    let (mut games, mut positions) = (0, 0);
    let end = loop {
        let said = next(&mut socket);
        assert!(said["error"].is_null(), "{said}");
        if said["more"] != true {
            break said;
        }
        if let Some(playing) = said.get("playing") {
            positions += 1;
            assert_eq!(
                (&playing["place"]["game"], &playing["place"]["start"]),
                (&json!("nim"), &json!("5,6,7,8,9"))
            );
        } else {
            games += 1;
            assert_eq!(said["standings"]["summary"]["games"], games);
        }
    };
    assert!(positions > 0 && games == 6, "{positions} positions, {games} games");
    let [pairing] = &end["standings"]["summary"]["pairings"].as_array().unwrap()[..] else { panic!("{end}") };
    let pairs: u64 = pairing["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!((&pairing["games"], pairs, &pairing["first"]), (&json!(6), 3, &json!("mtd-f")));
}

#[test]
fn no_other_program_and_no_file_takes_part() {
    let mut socket = client_of(&served(Config::default()));
    let wrong = [
        ("uci:sh -c true", "other programs do not play here"),
        ("engine,tablebase=/etc/passwd", "files are not read here"),
        ("engine,eval=/etc/passwd", "files are not read here"),
        ("engine,tc=4+1", "no clocks here"),
        ("engine,nodes=99999999", "nodes a move"),
        ("engine,time=3600s", "ms a move"),
        ("engin", "did you mean 'engine'"),
    ];
    for (id, (player, why)) in (1..).zip(wrong) {
        send(&mut socket, &asked(id, &["mtd-f", player], 1));
        let said = last(&mut socket, id)["error"].to_string();
        assert!(said.contains(why), "{player}: {said}");
    }
    for (id, plan) in (20..).zip([asked(20, &["mtd-f"], 1), asked(21, &["mtd-f", "random"], 0)]) {
        send(&mut socket, &plan);
        assert!(last(&mut socket, id)["error"].to_string().contains("expected"));
    }
}

#[test]
fn a_match_stops_when_told_and_when_its_client_goes() {
    let host = served(Config { matches: 1, ..Config::default() });
    let mut gone = client_of(&host);
    // Whose first game would take minutes.
    let mut long = asked(1, &["minimax,nodes=10000000", "minimax,nodes=9999999"], 1_000);
    long["ask"]["match"]["start"] = json!("99,98,97,96,95");
    send(&mut gone, &long);
    assert_eq!(next(&mut gone)["playing"]["number"], 1);
    drop(gone);
    // There is one place for matches: this one is played only once the other has ended.
    let mut socket = client_of(&host);
    send(&mut socket, &asked(1, &["mtd-f", "random,seed=2"], 1_000));
    next(&mut socket);
    send(&mut socket, &json!({"id": 2, "ask": {"stop": 1}}));
    let end = last(&mut socket, 1);
    assert_eq!(end["standings"]["summary"]["interrupted"], true, "{end}");
    // A match counts among the searches of its client, and leaves those of others alone.
    send(&mut socket, &endless(3));
    send(&mut socket, &json!({"id": 4, "ask": {"stop": 3}}));
    assert_eq!(last(&mut socket, 3)["answer"]["stopped_by"], "interrupt");
}

#[test]
fn a_game_with_passes_of_form_is_shown_move_by_move() {
    let mut socket = client_of(&served(Config::default()));
    // The third house of the start sows its last seed into the store: who sows it moves again.
    let players = ["random", "random,seed=2"];
    let plan = json!({"game": "kalah", "players": players, "nodes": 9, "pairs": 100});
    send(&mut socket, &json!({"id": 1, "ask": {"match": plan}}));
    let mut places = Vec::new();
    while let said = next(&mut socket)
        && said["more"] == true
    {
        places.extend(said["playing"].get("place").cloned());
    }
    let games = games();
    let kalah = games.find("kalah").unwrap();
    let mut passed = 0;
    for (id, place) in (2..).zip(&places) {
        let moves: Vec<&str> =
            place["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert!(!moves.contains(&"pass"), "{place}");
        // Passes come in between again: the page shows the position after these very moves.
        let mut board = kalah.open();
        for text in &moves {
            while let Some(pass) = board.pass() {
                board.play(&pass).unwrap();
                passed += 1;
            }
            board.play(text).unwrap();
        }
        send(&mut socket, &json!({"id": id, "ask": {"position": place}}));
        let shown = last(&mut socket, id);
        let is_last_of_form = board.pass().is_some();
        assert!(shown["position"]["position"] == board.position() || is_last_of_form, "{shown}");
        assert_eq!(shown["position"]["moves"], place["moves"]);
    }
    assert!(!places.is_empty() && passed > 0, "{} positions, {passed} passes", places.len());
}

#[test]
fn a_client_has_one_match_at_a_time() {
    let mut socket = client_of(&served(Config::default()));
    send(&mut socket, &asked(1, &["mtd-f", "random,seed=3"], 1_000));
    for second in [asked(2, &["mtd-f", "random"], 1), json!({"id": 2, "ask": {"choose": {"game": "nim"}}})] {
        send(&mut socket, &second);
        assert_eq!(last(&mut socket, 2)["error"], "a match or a choice is under way, expected `stop` first");
    }
    send(&mut socket, &json!({"id": 3, "ask": {"stop": 1}}));
    assert_eq!(last(&mut socket, 1)["standings"]["summary"]["interrupted"], true);
    send(&mut socket, &asked(4, &["mtd-f", "random"], 1));
    assert_eq!(last(&mut socket, 4)["standings"]["summary"]["games"], 2);
}
