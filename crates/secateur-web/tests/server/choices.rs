//! Choices: told as they go, and over when nobody looks any more.

use super::{client_of, last, next, send, served};
use secateur_lab::profile::Profile;
use secateur_web::Config;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn asked(id: u64, game: &str) -> Value {
    json!({"id": id, "ask": {"choose": {"game": game, "seed": 1}}})
}

#[test]
fn a_choice_is_told_race_by_race_and_ends_with_a_profile() {
    let mut socket = client_of(&served(Config::default()));
    send(&mut socket, &asked(1, "nim"));
    let (mut races, mut stages, mut played) = (BTreeSet::new(), BTreeSet::new(), 0);
    let end = loop {
        let said = next(&mut socket);
        assert!(said["error"].is_null(), "{said}");
        if said["more"] != true {
            break said;
        }
        if let Some(race) = said.get("race") {
            let entrants = race["entrants"].as_array().unwrap();
            assert!(entrants[0]["left"] == true && entrants[0]["nodes_ratio"] == 1.0, "{race}");
            races.insert(race["name"].as_str().unwrap().to_owned());
        } else if let Some(choosing) = said.get("choosing") {
            stages.insert(choosing["stage"].as_str().unwrap().to_owned());
        } else {
            played += usize::from(said["played"]["games"].as_u64().unwrap() > 0);
        }
    };
    let expected = ["algorithms", "orders of moves", "settings", "fresh positions"];
    assert!(
        expected.iter().all(|race| races.contains(*race) && stages.contains(*race)),
        "{races:?} {stages:?}"
    );
    assert!(played > 0);
    let choice = &end["choice"];
    let text = choice["profile"].as_str().unwrap();
    let profile = Profile::read("nim.toml".as_ref(), text, "nim").unwrap();
    assert_eq!(profile.method.algorithm.full_name(), choice["line"]["algorithm"].as_str().unwrap());
    assert_eq!(profile.evidence.unwrap().play, choice["play"].as_str().unwrap());
}

#[test]
fn a_choice_stops_when_told_and_when_its_client_goes() {
    let host = served(Config { matches: 1, ..Config::default() });
    let long = json!({"id": 1, "ask": {"choose": {"game": "kalah", "measure": "time", "effort": "usual"}}});
    let mut gone = client_of(&host);
    send(&mut gone, &long);
    assert_eq!(next(&mut gone)["choosing"]["stage"], "positions");
    drop(gone);
    // There is one place: this one begins only once the other has ended.
    let mut socket = client_of(&host);
    send(&mut socket, &long);
    assert_eq!(next(&mut socket)["choosing"]["stage"], "positions");
    send(&mut socket, &json!({"id": 2, "ask": {"stop": 1}}));
    let end = last(&mut socket, 1);
    assert!(end.get("choice").is_some_and(Value::is_null), "{end}");
}

#[test]
fn what_cannot_be_chosen_for_is_told_in_a_sentence() {
    let mut socket = client_of(&served(Config::default()));
    send(&mut socket, &asked(1, "nm"));
    assert!(last(&mut socket, 1)["error"].as_str().unwrap().starts_with("unknown game 'nm'"));
    send(&mut socket, &json!({"id": 2, "ask": {"choose": {"game": "nim", "effort": "thorough"}}}));
    let refused = last(&mut socket, 2)["error"].as_str().unwrap().to_owned();
    assert!(refused.contains("unknown variant `thorough`, expected `quick` or `usual`"), "{refused}");
}
