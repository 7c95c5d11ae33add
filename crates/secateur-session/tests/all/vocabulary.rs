//! Answers are read as they were written.

use secateur_session::{Algorithm, Answer, ComparePlan, Comparison, Contender, Request, Solution};
use secateur_standard::standard;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(written: &T) {
    let text = serde_json::to_string(written).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), written, "{text}");
}

#[test]
fn every_answer_reads_back() {
    let mut game = standard().find("othello").unwrap().open();
    let request = Request::default().hash(1 << 20).depth(3);
    for algorithm in ["pvs-memory", "sss-star", "engine"] {
        let request = request.clone().algorithm(Algorithm::named(algorithm).unwrap());
        // Numbers that only programs on this side ask for are not written.
        let written = |answer: &Answer| {
            let mut answer = answer.clone();
            (answer.points, answer.completing, answer.researches, answer.researched) = (0, 0, 0, 0);
            answer
        };
        let mut depths = Vec::new();
        let answer = game.analyse(&request, &mut |iteration| {
            reads_back(&written(iteration));
            depths.push(iteration.depth);
        });
        reads_back(&written(&answer));
        assert_eq!(depths.last(), Some(&3), "{algorithm}");
    }
}

#[test]
fn comparisons_and_solutions_read_back() {
    let game = standard().find("tictactoe").unwrap().open();
    let algorithms = ["minimax", "mtd-f/pvs-memory"].map(|name| Algorithm::named(name).unwrap());
    let plan = ComparePlan {
        positions: 2,
        depth: Some(3),
        algorithms: Some(algorithms.into()),
        ..Default::default()
    };
    reads_back::<ComparePlan>(&plan);
    let request = Request::default().hash(1 << 20);
    let mut contenders = 0;
    let comparison = game.compare(&plan, &request, &mut |contender: &Contender| {
        reads_back(contender);
        contenders += 1;
    });
    assert_eq!(contenders, 2);
    reads_back::<Comparison>(&comparison);
    for nodes in [None, Some(5)] {
        let solution = game.solver(&request.clone().nodes(nodes)).solve("").unwrap();
        assert_eq!(solution.clone().solved().is_some(), nodes.is_none());
        reads_back::<Solution>(&solution);
    }
}

/// A request as a front end of an earlier version may have written it.
#[test]
fn a_request_may_leave_everything_out() {
    let request: Request = serde_json::from_str("{}").unwrap();
    assert_eq!((request.method, request.limits), (Request::default().method, Request::default().limits));
    let misspelt = serde_json::from_str::<Request>(r#"{"limits":{"dept":3}}"#).unwrap_err().to_string();
    assert!(misspelt.starts_with("unknown field `dept`, expected one of `depth`, `nodes`"), "{misspelt}");
}
