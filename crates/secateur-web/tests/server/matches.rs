//! Matches: told as they are played, within limits, and over when nobody looks any more.

use super::{Socket, client_of, endless, last, send, served};
use secateur_web::Config;
use serde_json::{Value, json};
use tungstenite::Message;

fn asked(id: u64, players: &[&str], pairs: u32) -> Value {
    let plan = json!({"game": "nim", "start": "5,6,7,8,9", "players": players, "nodes": 200, "pairs": pairs});
    json!({"id": id, "ask": {"match": plan}})
}

fn next(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
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
