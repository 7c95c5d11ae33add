//! Every message, its answers, and what becomes of nonsense.

use proptest::prelude::*;
use secateur::tree::Tree;
use secateur_games::{connect4::Connect4, kalah::Kalah, mnk::Mnk, nim::Nim};
use secateur_playground::{Allowance, Message, Playground, Room};
use secateur_session::{Control, GameEntry, Registry};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

fn playground() -> Playground {
    let games = Registry::new()
        .with(GameEntry::new::<Mnk>("tictactoe", "three in a row"))
        .with(GameEntry::new::<Connect4>("connect4", "four in a row"))
        .with(GameEntry::new::<Kalah>("kalah", "sow and capture"))
        .with(GameEntry::new::<Nim>("nim", "take from a heap"))
        .with(GameEntry::new::<Tree>("tree", "a tree written down"));
    Playground::new(games)
}

/// All replies to a question; none but the last may say that there is no more.
fn replies(ask: Value) -> Vec<Value> {
    let text = json!({"id": 9, "ask": ask}).to_string();
    let mut said = Vec::new();
    match Message::read(&text) {
        Ok(message) => {
            playground().answer(&message, &Control::default(), &mut |reply| said.push(reply.write()))
        }
        Err(refusal) => said.push(refusal.write()),
    }
    let said: Vec<Value> = said.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let more: Vec<bool> = said.iter().map(|reply| reply["more"] == true).collect();
    assert!(said.iter().all(|reply| reply["id"] == 9) && !more[more.len() - 1], "{said:?}");
    assert!(more[..more.len() - 1].iter().all(|&more| more));
    said
}

fn last(ask: Value) -> Value {
    replies(ask).pop().unwrap()
}

#[test]
fn the_lists_are_those_of_the_house() {
    let games = last(json!({"games": {}}));
    assert_eq!(games["games"][1]["name"], "connect4");
    assert_eq!(games["games"][1]["look"], "drop");
    let algorithms = last(json!({"algorithms": {}}));
    let named = |name: &str| {
        algorithms["algorithms"].as_array().unwrap().iter().find(|a| a["name"] == name).unwrap().clone()
    };
    assert_eq!(
        (named("solve")["traced"].clone(), named("random")["traced"].clone()),
        (json!(true), json!(false))
    );
}

#[test]
fn a_position_tells_what_it_takes_to_play_on() {
    let at = last(json!({"position": {"game": "tictactoe", "start": "", "moves": ["B2", "a1"]}}))["position"]
        .clone();
    assert_eq!((at["side"].clone(), at["player"].clone()), (json!("X"), json!(0)));
    assert_eq!(at["moves"], json!(["b2", "a1"]), "as the game writes them");
    assert_eq!(at["cells"]["marks"][4], "X");
    assert_eq!(at["last"], json!([0]));
    let first = &at["legal"].as_array().unwrap().iter().find(|legal| legal["move"] == "c3").unwrap()["path"];
    assert_eq!(*first, json!([8]));
    // A column is a move, and the cell is where the stone comes to lie.
    let at = last(json!({"position": {"game": "connect4", "moves": ["4"]}}))["position"].clone();
    let fourth = &at["legal"].as_array().unwrap().iter().find(|legal| legal["move"] == "4").unwrap()["path"];
    assert_eq!(*fourth, json!([31]));
    let over = last(json!({"position": {"game": "tictactoe", "start": "XXX/OO./..."}}))["position"].clone();
    assert_eq!((over["outcome"]["outcome"].clone(), over["legal"].clone()), (json!("loss"), json!([])));
}

#[test]
fn a_pass_that_is_a_matter_of_form_is_left_out() {
    // The third house ends in the store: the same side sows again.
    let at = last(json!({"position": {"game": "kalah", "moves": ["3"]}}))["position"].clone();
    assert_eq!((at["player"].clone(), at["moves"].clone()), (json!(0), json!(["3"])));
    assert_eq!(last(json!({"position": {"game": "kalah", "moves": ["3", "6"]}}))["position"]["player"], 1);
}

#[test]
fn searches_report_and_answer() {
    let place = json!({"game": "connect4", "moves": ["3", "3", "4", "4"]});
    let request = json!({"method": {"algorithm": "engine"}, "limits": {"depth": 6, "lines": 2}});
    let said = replies(json!({"analyse": {"place": place, "request": request}}));
    assert_eq!(said.last().unwrap()["answer"]["outcome"], "win");
    assert!(said.iter().any(|reply| reply["answer"]["line"] == 2));
    let values = last(json!({"values": {"place": place, "request": {"limits": {"depth": 4}}}}));
    assert_eq!(values["values"].as_array().unwrap().len(), 7);
    let nim = json!({"game": "nim", "start": "3,4,5"});
    assert_eq!(last(json!({"solve": {"place": nim}}))["solution"]["solved"]["best"], "1-2");
    let one = last(json!({"opponent": {"place": nim, "level": 10}}))["answer"]["best"].clone();
    assert_eq!(one, "1-2");
    let plan = json!({"depth": 3, "algorithms": ["minimax", "alpha-beta"]});
    let said = replies(json!({"compare": {"place": place, "plan": plan}}));
    assert_eq!((said.len(), said[2]["comparison"]["pick"].clone()), (3, json!("alpha-beta")));
    let over = last(json!({"analyse": {"place": {"game": "nim", "start": "0,0"}}}));
    assert_eq!(over["error"], "the game is over: there is nothing to search");
}

#[test]
fn lines_are_told_as_people_read_them() {
    // The third house ends in the store: the pass that follows is no move of the line.
    let ask = json!({"analyse": {"place": {"game": "kalah"}, "request": {"method": {"algorithm": "engine"}, "limits": {"depth": 4}}}});
    let answer = last(ask)["answer"].clone();
    let played: Vec<&str> =
        answer["moves"].as_array().unwrap().iter().map(|made| made["move"].as_str().unwrap()).collect();
    assert!(answer["pv"].as_array().unwrap().len() > played.len() && !played.contains(&"pass"), "{answer}");
    let at = last(json!({"position": {"game": "kalah", "moves": played}}));
    assert_eq!(at["position"]["moves"], json!(played), "they can be played from here");
    let answer = last(json!({"analyse": {"place": {"game": "connect4", "moves": ["4"]}, "request": {"method": {"algorithm": "engine"}, "limits": {"depth": 2}}}}))["answer"].clone();
    assert_eq!(answer["moves"][0]["move"], answer["best"]);
    assert_eq!(answer["path"].as_array().unwrap().len(), 1);
}

#[test]
fn threats_are_what_the_other_side_would_do() {
    let request = json!({"method": {"algorithm": "engine"}, "limits": {"depth": 4}});
    let threats = |place: Value| last(json!({"threats": {"place": place, "request": request}}));
    let two = threats(json!({"game": "tictactoe", "start": "OO./.X./X.."}))["answer"].clone();
    assert_eq!((two["best"].clone(), two["plies_to_end"].clone()), (json!("c1"), json!(1)));
    assert_eq!(two["path"], json!([2]));
    assert_eq!(threats(json!({"game": "nim"}))["error"], "the turn cannot be passed here");
    let over = threats(json!({"game": "tictactoe", "start": "XXX/OO./..."}));
    assert_eq!(over["error"], "the game is over: there is nothing to search");
}

#[test]
fn an_opponent_keeps_within_its_clock() {
    let place = json!({"game": "connect4"});
    let ask =
        |clock| last(json!({"opponent": {"place": place, "level": 10, "clock": clock}}))["answer"].clone();
    let hurried = ask(json!({"left": 2_000, "increment": 0}));
    assert_eq!(hurried["stopped_by"], "time");
    assert!(hurried["time_ms"].as_f64().unwrap() < 1_200.0, "{hurried}");
    assert!(ask(json!({"left": 1}))["best"].is_string(), "even where there is no time");
    let refused =
        last(json!({"opponent": {"place": place, "level": 3, "clock": {"lft": 1}}}))["error"].clone();
    assert!(refused.as_str().unwrap().contains("unknown field `lft`"), "{refused}");
}

#[test]
fn both_sides_have_names() {
    let sides = |place: Value| last(json!({"position": place}))["position"]["sides"].clone();
    assert_eq!(sides(json!({"game": "tictactoe"})), json!(["X", "O"]));
    assert_eq!(sides(json!({"game": "tictactoe", "moves": ["a1"]})), json!(["X", "O"]));
    assert_eq!(sides(json!({"game": "nim"})), json!(["first", "second"]));
}

#[test]
fn a_trace_is_the_real_search() {
    let place = json!({"game": "tree", "start": "((3 12 8) (2 4 6) (14 5 2))"});
    let method = json!({"algorithm": "alpha-beta", "settings": ["deepening=off"]});
    let request = json!({"method": method, "limits": {"depth": 2}});
    let said = last(json!({"trace": {"place": place, "request": request, "minimal": true}}))["trace"].clone();
    assert_eq!(
        (said["header"]["leaves"].clone(), said["header"]["minimal_leaves"].clone()),
        (json!(7), json!(5))
    );
    let cuts: Vec<&Value> =
        said["nodes"].as_array().unwrap().iter().filter(|node| !node["cut"].is_null()).collect();
    assert_eq!((cuts.len(), cuts[0]["pruned"].clone()), (2, json!(["1", "2"])));
    let engine = json!({"method": {"algorithm": "engine"}, "limits": {"depth": 2}});
    let said = last(json!({"trace": {"place": place, "request": engine}}))["trace"]["header"].clone();
    assert_eq!((said["algorithm"].clone(), said["value"].clone()), (json!("engine"), json!(3)));
    let df_pn = json!({"method": {"algorithm": "df-pn"}, "limits": {"nodes": 100}});
    let said = last(json!({"trace": {"place": place, "request": df_pn}}))["trace"]["nodes"][0].clone();
    assert_eq!(said["proof"]["until"], json!({"proof": null, "disproof": null}));
    let random = json!({"method": {"algorithm": "random"}, "limits": {"depth": 2}});
    let refused = last(json!({"trace": {"place": place, "request": random}}));
    assert!(refused["error"].as_str().unwrap().starts_with("'random' does not search"), "{refused}");
}

/// What one playground says to several questions, by the numbers from 1 on.
fn talk(playground: &Playground, asks: &[Value]) -> Vec<Value> {
    let mut said = Vec::new();
    for (id, ask) in asks.iter().enumerate() {
        let message = Message::read(&json!({"id": id + 1, "ask": ask}).to_string()).unwrap();
        playground.answer(&message, &Control::default(), &mut |reply| {
            if !reply.more {
                said.push(serde_json::from_str(&reply.write()).unwrap());
            }
        });
    }
    said
}

fn trace(depth: u32, part: usize, keep: usize) -> Value {
    let place = json!({"game": "connect4", "moves": ["4", "4"]});
    let method = json!({"algorithm": "alpha-beta", "settings": ["deepening=off"]});
    let request = json!({"method": method, "limits": {"depth": depth}});
    json!({"trace": {"place": place, "request": request, "part": part, "keep": keep}})
}

fn ids(nodes: &Value) -> Vec<u64> {
    nodes.as_array().unwrap().iter().map(|node| node["id"].as_u64().unwrap()).collect()
}

#[test]
fn a_record_is_kept_and_shown_where_one_looks() {
    let playground = playground();
    let said = talk(
        &playground,
        &[
            trace(7, 100, 1_000_000),
            json!({"below": {"record": 1, "nodes": [0], "most": 50}}),
            json!({"steps": {"record": 1, "from": 1000, "to": 1003}}),
            json!({"cuts": {"record": 1, "step": 1000}}),
            json!({"cuts": {"record": 1, "step": 1000, "back": true, "most": 3}}),
            json!({"below": {"record": 1, "nodes": [99_999_999]}}),
            json!({"steps": {"record": 1, "from": 4_000_000_000_u32, "to": 4_000_000_001_u32}}),
            json!({"release": 1}),
            json!({"below": {"record": 1, "nodes": [0]}}),
        ],
    );
    let first = &said[0]["trace"];
    let (kept, steps) = (first["header"]["kept"].as_u64().unwrap(), first["steps"].as_u64().unwrap());
    assert_eq!(
        (first["record"].as_u64(), first["kind"].as_str(), steps),
        (Some(1), Some("visits"), 2 * kept)
    );
    let shown = first["nodes"].as_array().unwrap();
    assert!(shown.len() > 1 && shown.len() <= 100 && kept > 1_000, "{} of {kept}", shown.len());
    // All up to some ply.
    let deepest = shown.iter().map(|node| node["ply"].as_u64().unwrap()).max().unwrap();
    let children = |node: &Value| shown.iter().filter(|child| child["parent"] == node["id"]).count() as u64;
    for node in shown.iter().filter(|node| node["ply"].as_u64().unwrap() < deepest) {
        assert_eq!(node["children"].as_u64().unwrap(), children(node));
    }
    assert!(ids(&said[1]["nodes"]).len() >= 7, "all moves of the root");
    // A step comes with all that is above it, and with what was searched before on the way.
    let around = said[2]["nodes"].as_array().unwrap();
    let at = |step: u64| around.iter().find(|node| node["enter"] == step || node["leave"] == step);
    let mut up = at(1000).unwrap();
    while let Some(parent) = up["parent"].as_u64() {
        let mut next = 1;
        let above = around.iter().find(|node| node["id"] == parent).unwrap();
        for kid in around.iter().filter(|node| node["parent"] == parent) {
            assert_eq!(kid["enter"].as_u64().unwrap(), above["enter"].as_u64().unwrap() + next);
            next = kid["leave"].as_u64().unwrap() - above["enter"].as_u64().unwrap() + 1;
        }
        up = above;
    }
    assert!((1000..=1003).all(|step| at(step).is_some()));
    let cut = |said: &Value| {
        let step = said["cuts"]["steps"][0].as_u64().unwrap();
        let nodes = said["cuts"]["nodes"].as_array().unwrap();
        assert!(nodes.iter().any(|node| node["leave"] == step && !node["cut"].is_null()));
        step
    };
    assert!(cut(&said[3]) > 1000 && cut(&said[4]) < 1000);
    assert_eq!((ids(&said[5]["nodes"]).len(), ids(&said[6]["nodes"]).len()), (0, 0));
    assert_eq!(said[8]["error"], "record 1 is not kept any more, expected `trace` to be asked again");
}

#[test]
fn records_are_few_and_share_their_room() {
    let games = || Registry::new().with(GameEntry::new::<Connect4>("connect4", "four in a row"));
    let allowance = Allowance { records: 2, ..Allowance::default() };
    let room = Room::of(5_000);
    let one = Playground::with_allowance(games(), allowance, room.clone());
    let below = |record: u32| json!({"below": {"record": record, "nodes": [0]}});
    let said =
        talk(&one, &[trace(4, 9, 300), trace(4, 9, 300), trace(4, 9, 300), below(1), below(2), below(3)]);
    assert!(said[3]["error"].is_string() && said[4]["nodes"].is_array() && said[5]["nodes"].is_array());
    // A large one takes what there is, and the client's own older ones make room for it.
    let said = talk(&one, &[trace(7, 9, 1_000_000), below(1)]);
    assert_eq!(said[0]["trace"]["header"]["kept"], 5_000);
    assert!(said[1]["nodes"].is_array());
    assert!(talk(&one, &[below(2), below(3)]).iter().all(|said| said["error"].is_string()));
    let other = Playground::with_allowance(games(), allowance, room);
    let refused = talk(&other, &[trace(7, 9, 1_000_000)]);
    assert_eq!(
        refused[0]["error"],
        "there is no room for another record; expected others to be released, or fewer nodes to be kept"
    );
    drop(one);
    assert_eq!(talk(&other, &[trace(7, 9, 4_000)])[0]["trace"]["header"]["kept"], 4_000);
}

#[test]
fn trees_that_grow_show_the_order_of_expansion() {
    let place = json!({"game": "tree", "start": "((3 12 8) (2 4 6) (14 5 2))"});
    for name in ["pn", "b-star", "best-first-minimax", "uct"] {
        let request = json!({"method": {"algorithm": name}, "limits": {"nodes": 60}});
        let said = last(json!({"trace": {"place": place, "request": request}}))["trace"].clone();
        assert_eq!(said["kind"], "expanded", "{name}");
        let nodes = said["nodes"].as_array().unwrap();
        for node in nodes.iter().skip(1) {
            let above = &nodes[node["parent"].as_u64().unwrap() as usize];
            assert_eq!(node["enter"], above["leave"], "{name} {node}");
        }
        let expanded = nodes.iter().filter(|node| node["leave"].is_u64()).count() as u64;
        assert_eq!(said["steps"].as_u64(), Some(expanded + 1), "{name}");
    }
}

#[test]
fn a_window_is_asked_about_once() {
    let place = json!({"game": "tree", "start": "((3 12 8) (2 4 6) (14 5 2))"});
    let ask = |name: &str, window: Value| {
        let request = json!({"method": {"algorithm": name}, "limits": {"depth": 2}});
        last(json!({"trace": {"place": place, "request": request, "window": window}}))
    };
    let low = ask("alpha-beta", json!([10, 11]))["trace"].clone();
    assert_eq!((low["header"]["probes"].clone(), low["header"]["exact"].clone()), (json!(1), json!(false)));
    assert_eq!(
        (low["nodes"][0]["alpha"].clone(), low["nodes"][0]["bound"].clone()),
        (json!(10), json!("upper"))
    );
    let inside = ask("pvs", json!([null, 4]))["trace"].clone();
    assert_eq!(
        (inside["header"]["value"].clone(), inside["header"]["exact"].clone()),
        (json!(3), json!(true))
    );
    let refused = ask("mtd-f", json!([0, 1]));
    assert!(refused["error"].as_str().unwrap().starts_with("'mtd-f' chooses its windows itself; expected"));
    assert_eq!(
        ask("alpha-beta", json!([5, 5]))["error"],
        "the window +5..+5 is empty, expected a lower end below the upper one"
    );
}

#[test]
fn an_interrupt_ends_a_search() {
    let place = json!({"game": "nim", "start": "99,98,97"});
    let text = json!({"id": 1, "ask": {"analyse": {"place": place, "request": {"method": {"algorithm": "minimax"}, "limits": {"depth": 200}}}}});
    let control = Control::default();
    let flag = control.interrupt.clone();
    let mut said = Vec::new();
    playground().answer(&Message::read(&text.to_string()).unwrap(), &control, &mut |reply| {
        flag.store(true, Ordering::Relaxed);
        said.push(reply.write());
    });
    assert!(said.last().unwrap().contains(r#""stopped_by":"interrupt""#));
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    let error = |ask| last(ask)["error"].as_str().unwrap().to_owned();
    assert_eq!(error(json!({"stop": 3})), "there is no search to stop");
    assert!(
        error(json!({"position": {"game": "tictactoe", "moves": ["z9"]}}))
            .starts_with("move 1: 'z9' is not a legal move")
    );
    assert!(
        error(json!({"position": {"game": "tictactoe", "start": "abc"}})).starts_with("position 'abc': ")
    );
    assert!(error(json!({"position": {"gme": "nim"}})).contains("unknown field `gme`"));
    let request = json!({"limits": {"lines": 3}});
    assert!(
        error(json!({"analyse": {"place": {"game": "nim"}, "request": request}}))
            .contains("reports one line")
    );
}

proptest! {
    /// Whatever is sent, there is one last reply, and it is JSON.
    #[test]
    fn any_text_is_answered(text in ".{0,80}", start in "[-()XO./0-9 ,]{0,30}", moves in proptest::collection::vec("[a-h1-9]{1,3}", 0..5)) {
        prop_assert!(Message::read(&text).is_err());
        for game in ["tictactoe", "connect4", "kalah", "nim", "tree"] {
            replies(json!({"position": {"game": game, "start": start, "moves": moves}}));
        }
    }
}
