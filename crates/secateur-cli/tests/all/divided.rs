//! Proofs divided among workers, and work for a cluster.

use crate::common::{assert_fields, command, secateur};
use serde_json::{Value, json};

#[test]
fn a_proof_is_divided_among_threads() {
    let run = secateur(&[
        "prove",
        "nogo",
        "4x3",
        "--on",
        "local",
        "--workers",
        "2",
        "--job",
        "100",
        "--alone",
        "1000",
        "--json",
    ]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let mut lines = run.json();
    let last = lines.pop().unwrap();
    assert_fields(
        &last,
        "game:s position:s goal:i? proven:b? value:i? algorithm:s nodes:i time_ms:f certificate:s?",
    );
    let alone = secateur(&["prove", "nogo", "4x3", "--json"]).json().pop().unwrap();
    assert_eq!(last["value"], alone["value"]);
    let told = lines.pop().unwrap();
    assert_fields(
        &told,
        "iteration:b root:o? done:i under_way:i overtaken:i lost:i nodes:i overtaken_nodes:i positions:i busy_ms:f \
         workers:i utilisation:f inflation:f? time_ms:f",
    );
    assert_eq!((&told["nodes"], &told["root"], &told["workers"]), (&last["nodes"], &Value::Null, &json!(2)));
    assert!(told["done"].as_u64().unwrap() > 5 && told["inflation"].as_f64().unwrap() > 0.0);

    let text = secateur(&["prove", "tictactoe", "--goal", "draw", "--on", "local", "--job", "40"]).good();
    assert!(text.lines().last().unwrap().starts_with("proven: at least 0 for X; "), "{text}");
    assert!(text.contains(" % at work  settled"), "{text}");
    let early = secateur(&["prove", "breakthrough", "--on", "local", "--time", "300ms"]);
    assert_eq!((early.status, early.err.as_str()), (Some(1), "secateur: not settled within --time\n"));
}

#[test]
fn a_cluster_is_simulated() {
    let simulated = ["prove", "nogo", "4x3", "--on", "simulated", "--workers", "1,8", "--job", "100"];
    let text = secateur(&simulated).good();
    assert_eq!(text, secateur(&simulated).good(), "the same every time");
    let lines = secateur(&[&simulated[..], &["--json", "--costs", "node=10,master=1"]].concat()).json();
    let of = |line: usize, name: &str| lines[line][name].as_f64().unwrap();
    assert_eq!((of(0, "workers"), of(1, "workers")), (1.0, 8.0));
    assert!(of(1, "speedup") > of(0, "speedup") && of(0, "inflation") > 0.3, "{lines:?}");
    assert!(of(1, "utilisation") <= of(0, "utilisation"), "{lines:?}");
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let cases = [
        (
            &["go", "--on", "local"][..],
            "a proof cannot be divided where the rules forbid to bring a position back",
        ),
        (&["nim", "--on", "local", "--algorithm", "pn"], "only a proof by df-pn can be divided"),
        (
            &["nim", "--on", "local", "--workers", "1,2"],
            "there are 2 numbers of workers, expected one, or --on simulated",
        ),
        (&["nim", "--on", "cloud"], "expected local, ray, ray://HOST:PORT, ray://auto or simulated"),
        (
            &["nim", "--on", "simulated", "--costs", "nodes=1"],
            "there is no cost 'nodes', expected some of node, job, master",
        ),
        (&["nim", "--on", "local", "--threads", "2"], "cannot be used with"),
        (
            &["nim", "--on", "simulated", "--workers", "1,100000", "--hash", "1G"],
            "(--hash, times --workers) is too large, expected at most",
        ),
    ];
    for (arguments, expected) in cases {
        let run = secateur(&[&["prove"], arguments].concat());
        assert!(run.status == Some(2) && run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_missing_python_is_one_sentence() {
    for arguments in [
        &["prove", "nim", "--on", "ray"][..],
        &["match", "nim", "mtd-f,depth=9", "random", "--on", "ray"],
        &["atlas", "--check", "--on", "ray"],
    ] {
        let run: crate::common::Run =
            command(arguments).env("SECATEUR_PYTHON", "/nowhere/python").output().unwrap().into();
        assert_eq!(run.status, Some(2), "{arguments:?}");
        let said = run.complaint();
        assert!(
            said.starts_with("'/nowhere/python' cannot be started, and Ray is a package of Python"),
            "{said}"
        );
    }
}
