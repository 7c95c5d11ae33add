//! Choosing, and searching by what was chosen, by the binary itself.

use crate::common::{assert_fields, command, file, folder, secateur};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

/// A run with profiles from there.
fn with(folder: &PathBuf, arguments: &[&str]) -> crate::common::Run {
    command(arguments).env("SECATEUR_PROFILES", folder).output().expect("the binary runs").into()
}

const BY_HAND: &str = "game = \"tictactoe\"\nalgorithm = \"pvs-memory\"\norder = \"table\"\n";

const ROW: &str = "race:s algorithm:s order:s settings:S positions:i left:b cut:b nodes_ratio:f nodes_low:f? \
    nodes_high:f? time_ratio:f? time_low:f? time_high:f?";
const PLAYED: &str = "first:s second:s games:i score_percent:f? score_low:f? score_high:f? verdict:s";
const SUMMARY: &str = "summary:b game:s seed:i algorithm:s order:s settings:S smallest:s smallest_over_usual:f \
    fastest:s? fastest_over_usual:f? raced:i fresh:i depths:I profile:s";

#[test]
fn what_is_chosen_is_used_from_then_on() {
    let folder = folder("chosen");
    let choose = ["choose", "tictactoe", "--effort", "quick", "--measure", "nodes"];
    let json = with(&folder, &[&choose[..], &["--json"]].concat());
    let lines = json.json();
    json.good();
    let (summary, rows) = lines.split_last().unwrap();
    assert_fields(summary, SUMMARY);
    for row in rows {
        assert_fields(row, if row["race"].is_string() { ROW } else { PLAYED });
    }
    let path = folder.join("tictactoe.toml");
    assert_eq!(summary["profile"], path.to_str().unwrap());
    let written = fs::read_to_string(&path).unwrap();
    // The same command, the same file, and nothing besides.
    let text = with(&folder, &choose).good();
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    for word in ["smallest tree", "fastest", "plays best", "analyse, play and the protocols search by it"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(
        written.contains("command = \"secateur choose tictactoe --measure nodes --effort quick --seed 1\"")
    );
    let analysed = with(&folder, &["analyse", "tictactoe", "--json"]);
    assert_eq!(analysed.json().last().unwrap()["algorithm"], summary["algorithm"]);
    analysed.good();
}

#[test]
fn options_win_over_a_profile() {
    let by_hand = || BY_HAND.replace("tictactoe", "connect4");
    let folder = folder("options");
    fs::write(folder.join("connect4.toml"), by_hand()).unwrap();
    let algorithm = |more: &[&str]| {
        let run = with(&folder, &[&["analyse", "connect4", "--depth", "7", "--json"], more].concat());
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        let last = run.json().pop().unwrap();
        (last["algorithm"].as_str().unwrap().to_owned(), last["nodes"].as_u64().unwrap())
    };
    let (name, nodes) = algorithm(&[]);
    assert_eq!(name, "pvs-memory");
    assert_eq!(algorithm(&["--profile", "none"]).0, "mtd-f");
    // Another order, other nodes: those of the same search without a profile.
    let ordered = algorithm(&["--order", "none"]);
    assert_ne!(ordered.1, nodes);
    let explicit = ["--algorithm", "pvs-memory", "--order", "none", "--profile", "none"];
    assert_eq!(algorithm(&explicit), ordered);
    // Whoever names an algorithm does without the profile.
    assert_eq!(algorithm(&["--algorithm", "pvs"]), algorithm(&["--algorithm", "pvs", "--profile", "none"]));
    assert_ne!(algorithm(&["--set", "etc=on"]).1, nodes);

    let by_name = file("mine.toml", by_hand().replace("pvs-memory", "dual").as_bytes());
    assert_eq!(algorithm(&["--profile", &by_name]).0, "dual");
    let said = with(&folder, &["analyse", "connect4", "--depth", "2"]);
    assert!(
        said.sentence().starts_with("searching by ")
            && said.sentence().contains(": pvs-memory, order table (")
    );
    // Without the variable that the tests set, nothing else would be different.
    assert_eq!(secateur(&["analyse", "connect4", "--depth", "2", "--json"]).json()[0]["algorithm"], "mtd-f");
}

#[test]
fn protocols_search_by_a_profile() {
    let folder = folder("protocols");
    fs::write(folder.join("tictactoe.toml"), BY_HAND).unwrap();
    fs::write(folder.join("chess.toml"), "game = \"chess\"\nalgorithm = \"alpha-beta\"\n").unwrap();
    let spoken = |arguments: &[&str], lines: &str| {
        let mut run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_secateur"));
        run.env("SECATEUR_PROFILES", &folder).args(arguments).write_stdin(lines);
        let run: crate::common::Run = run.output().unwrap().into();
        assert_eq!(run.status, Some(0), "{run:?}");
        run
    };
    let ugi = spoken(&["ugi", "tictactoe"], "ugi\n");
    assert!(ugi.out.contains("option name Algorithm type combo default pvs-memory var"), "{}", ugi.out);
    assert!(ugi.sentence().contains("pvs-memory, order table"));
    let without = spoken(&["ugi", "tictactoe", "--profile", "none"], "ugi\n");
    assert!(without.out.contains("Algorithm type combo default engine var") && without.err.is_empty());
    assert!(spoken(&["uci"], "quit\n").sentence().contains("chess.toml: alpha-beta, order table+move-score"));
    assert!(spoken(&["uci", "--profile", "none"], "quit\n").err.is_empty());
    // It is not only said: plain alpha-beta to this depth takes other nodes than the engine.
    let nodes = |arguments: &[&str]| {
        let folder = ("SECATEUR_PROFILES", &folder);
        let mut child = command(arguments).env(folder.0, folder.1).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "position startpos\ngo depth 3").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let last = lines.find(|line| line.starts_with("info depth 3 ") && line.contains(" pv ")).unwrap();
        writeln!(input, "quit").unwrap();
        child.wait().unwrap();
        let mut words = last.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    assert_ne!(nodes(&["uci"]), nodes(&["uci", "--profile", "none"]));
    let gtp = spoken(&["gtp", "tictactoe"], "quit\n");
    assert!(gtp.sentence().contains("pvs-memory, order table"));
}

#[test]
fn bad_profiles_are_refused_and_others_never_read_them() {
    let folder = folder("bad");
    fs::write(folder.join("nim.toml"), "game = \"nim\"\nalgorithm = \"psv\"\n").unwrap();
    for arguments in [&["analyse", "nim"][..], &["play", "nim"], &["ugi", "nim"], &["gtp", "nim"]] {
        let run = with(&folder, arguments);
        let said = run.complaint();
        assert!(
            said.contains("nim.toml, line 2: algorithm: unknown algorithm 'psv' (did you mean 'pvs'?)"),
            "{said}"
        );
    }
    for arguments in [&["compare", "nim", "--depth", "2"][..], &["solve", "nim", "1,2"]] {
        with(&folder, arguments).good();
    }
    let refused = |arguments: &[&str], expected: &str| {
        let run = with(&folder, arguments);
        assert!(run.complaint().contains(expected), "{run:?}");
    };
    refused(&["analyse", "nim", "--profile", "nowhere.toml"], "nowhere.toml");
    refused(&["analyse", "nim", "--profile", &file("binary.toml", b"\xff\xfe")], "expected UTF-8 text");
    let other = file("other.toml", BY_HAND.as_bytes());
    refused(&["analyse", "nim", "--profile", &other], "this is a profile of tictactoe, expected one of nim");
    refused(&["choose", "nmi"], "unknown game 'nmi' (did you mean 'nim'?)");
    refused(&["choose", "nim", "--effort", "some"], "--effort");
    refused(&["choose", "nim", "--out", "/dev/null/x.toml"], "/dev/null");
    // The work of another choice is not taken for this one.
    let out = folder.join("clobber.toml");
    fs::write(folder.join("clobber.unfinished"), "secateur-choose-1 game=clobber seed=9\n").unwrap();
    refused(&["choose", "clobber", "--out", out.to_str().unwrap()], "clobber.unfinished; without that file");
}

#[cfg(unix)]
#[test]
fn killed_at_any_moment_it_comes_to_the_same_profile() {
    let folder = folder("killed");
    let choose = |out: &str| {
        let out = folder.join(out).to_str().unwrap().to_owned();
        ["choose", "tictactoe", "--effort", "quick", "--measure", "nodes", "--out", &out].map(str::to_owned)
    };
    let words = |all: &[String; 8]| command(&all.each_ref().map(String::as_str));
    assert!(words(&choose("whole.toml")).output().unwrap().status.success());
    let whole = fs::read_to_string(folder.join("whole.toml")).unwrap();
    let (again, mut killed) = (choose("again.toml"), 0);
    for wait in [60, 200, 350, 500, 700] {
        let mut child = words(&again).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        killed += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(killed > 0);
    assert!(words(&again).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(folder.join("again.toml")).unwrap(), whole);
}
