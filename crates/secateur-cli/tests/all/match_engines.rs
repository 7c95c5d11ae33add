//! `secateur match` against other programs: our own over every protocol, and some that misbehave.
//!
//! The programs that misbehave are tests of this file that the command starts: `fake::crash` and the others speak UGI on
//! their standard streams when a variable of the environment asks for it, and do nothing otherwise.
#![cfg(unix)]

use crate::common::{self, Run, command, fresh};
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

/// Set for fakes, to a file that they may leave a word in.
const FAKE: &str = "SECATEUR_FAKE";

mod fake {
    use super::FAKE;
    use secateur_standard::standard;
    use std::io::{BufRead, Write, stdin, stdout};
    use std::process::{Command, exit};
    use std::time::Duration;

    fn say(line: &str) {
        let mut out = stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    /// Speaks UGI. `answer` is asked for the line to say, by how many moves were asked for before and by the first
    /// legal move.
    fn speak(mut answer: impl FnMut(usize, &str) -> String) {
        if std::env::var_os(FAKE).is_none() {
            return;
        }
        // What the harness of tests has begun to say is no line of ours.
        say("");
        let (mut board, mut asked) = (standard().find("tictactoe").unwrap().open(), 0);
        for line in stdin().lock().lines().map_while(Result::ok) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["ugi"] => say("id name fake\nugiok"),
                ["isready"] => say("readyok"),
                ["uginewgame"] => asked = 0,
                ["position", "startpos", ref rest @ ..] => {
                    board = board.fresh();
                    rest.iter().skip(1).for_each(|m| board.play(m).unwrap());
                }
                ["go", ..] => {
                    say(&answer(asked, &board.moves()[0]));
                    asked += 1;
                }
                ["quit"] => break,
                _ => {}
            }
        }
        exit(0);
    }

    fn best(m: &str) -> String {
        format!("info depth 1 score cp 0 nodes 1\nbestmove {m}")
    }

    #[test]
    fn well_behaved() {
        speak(|_, m| best(m));
    }

    #[test]
    fn crash() {
        speak(|asked, m| match asked {
            1 => {
                eprintln!("\nout of luck");
                exit(3)
            }
            _ => best(m),
        });
    }

    #[test]
    fn cheat() {
        speak(|asked, m| if asked == 1 { "bestmove b9".into() } else { best(m) });
    }

    /// Deaf to everything from then on, and with a child that would live on.
    #[test]
    fn hang() {
        speak(|asked, m| match asked {
            1 => {
                let mut child = Command::new("sleep").arg("600").spawn().unwrap();
                std::fs::write(std::env::var_os(FAKE).unwrap(), child.id().to_string()).unwrap();
                child.wait().unwrap();
                best(m)
            }
            _ => best(m),
        });
    }

    #[test]
    fn flood() {
        if std::env::var_os(FAKE).is_some() {
            std::thread::spawn(|| {
                loop {
                    say("info string nothing to say, and it is said all the time, bestmove a1");
                }
            });
        }
        speak(|_, m| best(m));
    }

    #[test]
    fn overstep() {
        speak(|asked, m| {
            std::thread::sleep(Duration::from_millis(if asked == 1 { 700 } else { 0 }));
            best(m)
        });
    }

    #[test]
    fn nonsense() {
        speak(|_, _| "best regards\nbestmove \u{1b}[31m\u{265e} to the left\nbestmove".into());
    }

    #[test]
    fn leave_at_once() {
        if std::env::var_os(FAKE).is_some() {
            exit(7);
        }
    }
}

/// A match at tic-tac-toe against the fake of this name: its games and the summary, and how long it took.
fn against(fake: &str, options: &[&str]) -> (Vec<Value>, Run, Duration) {
    let (word, _) = fresh(&format!("{fake}.word"));
    let (_, store) = fresh(&format!("{fake}.db"));
    let program = std::env::current_exe().unwrap();
    let player =
        format!("ugi:'{}' --exact match_engines::fake::{fake} --nocapture,name=fake", program.display());
    let arguments =
        ["match", "tictactoe", "pvs,depth=1,name=ours", &player, "--openings", "none", "--games", "2"];
    let mut command = command(&[&arguments[..], &["--json", "--store", &store], options].concat());
    let start = Instant::now();
    let run: Run = command.env(FAKE, &word).output().unwrap().into();
    let games = run.json();
    (games, run, start.elapsed())
}

/// Returns the reasons given for the ends of the two games. In the first one the fake moves second.
fn reasons(games: &[Value]) -> [&str; 2] {
    let [first, second, summary] = games else { panic!("{games:?}") };
    assert_eq!(summary["games"].as_u64(), Some(2));
    assert_eq!((first["second"].as_str(), second["first"].as_str()), (Some("fake"), Some("fake")));
    [first, second].map(|game| game["reason"].as_str().unwrap())
}

/// Both games are lost for the fake, in this way.
fn loses(games: &[Value], ending: &str) {
    for (game, result) in games.iter().zip(["1-0", "0-1"]) {
        assert_eq!(
            (game["result"].as_str(), game["ending"].as_str()),
            (Some(result), Some(ending)),
            "{game}"
        );
    }
}

#[test]
fn one_that_plays_as_it_should_is_no_fault() {
    for fake in ["well_behaved", "flood"] {
        let (games, run, _) = against(fake, &["--time", "2s"]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{run:?}");
        reasons(&games);
        assert!(games[..2].iter().all(|game| game["ending"] == "rules"), "{games:?}");
        let told = games[0]["moves"][1].clone();
        assert_eq!((told["depth"].as_u64(), told["nodes"].as_u64()), (Some(1), Some(1)));
    }
}

#[test]
fn one_that_crashes_loses_and_is_started_again() {
    let (games, run, _) = against("crash", &["--nodes", "100"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    for reason in reasons(&games) {
        assert_eq!(reason, "fake: connection lost (it ended with exit status: 3 and said: out of luck)");
    }
    loses(&games, "connection");
}

#[test]
fn one_that_cheats_loses() {
    let (games, _, _) = against("cheat", &["--nodes", "100"]);
    assert_eq!(reasons(&games), ["illegal move b9 by fake"; 2]);
    loses(&games, "illegal-move");
    let (games, run, _) = against("nonsense", &["--nodes", "100"]);
    // Nothing of it reaches a terminal.
    assert_eq!(reasons(&games), ["illegal move \\u{1b}[31m\u{265e} by fake"; 2]);
    assert!(!run.out.contains('\u{1b}'));
    loses(&games, "illegal-move");
}

#[test]
fn one_that_hangs_is_ended_with_what_it_started() {
    for (limit, ending, reason) in [
        (&["--time", "200ms"][..], "time", "fake lost on time and did not answer"),
        (
            &["--nodes", "100", "--patience", "200ms"],
            "connection",
            "fake: connection lost (no answer, and it was ended)",
        ),
    ] {
        let (games, _, took) = against("hang", limit);
        assert_eq!(reasons(&games), [reason; 2]);
        loses(&games, ending);
        assert!(took < Duration::from_secs(8), "{took:?}");
        let child = fs::read_to_string(common::path("hang.word")).unwrap();
        // Ended, and perhaps not yet waited for by whoever inherits it.
        let status = fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
        let state = status.lines().find_map(|line| line.strip_prefix("State:")).unwrap_or("Z").trim();
        assert!(state.starts_with(['Z', 'X']), "{child} is alive: {status}");
    }
}

#[test]
fn one_that_oversteps_the_clock_loses() {
    for limit in [["--time", "300ms"], ["--tc", "0.3+0.01"], ["--tc", "5/0.3"]] {
        let (games, _, _) = against("overstep", &limit);
        loses(&games, "time");
        for reason in reasons(&games) {
            let over = reason.strip_prefix("fake lost on time by ").and_then(|rest| rest.strip_suffix(" ms"));
            let over: u64 = over.and_then(|ms| ms.parse().ok()).unwrap_or_else(|| panic!("{reason}"));
            assert!((300..2_000).contains(&over), "{over}");
        }
    }
    // What is within the margin is forgiven.
    let (games, _, _) = against("overstep", &["--time", "300ms", "--margin", "20s"]);
    assert!(games[..2].iter().all(|game| game["ending"] == "rules"), "{games:?}");
}

#[test]
fn one_that_does_not_start_ends_the_match() {
    let (_, run, _) = against("leave_at_once", &["--nodes", "100"]);
    let said = run.complaint();
    assert!(
        said.starts_with("'fake' does not start (`") && said.ends_with("it ended with exit status: 7"),
        "{said}"
    );
}

/// Starts a match against a program that hangs, with a child of its own, waits until it does, and sends this signal. How it
/// ended, and the number of the child.
fn sent_while_it_hangs(name: &str, signal: &str) -> (Run, String) {
    let (word, _) = fresh(&format!("{name}.word"));
    let (_, store) = fresh(&format!("{name}.db"));
    let program = std::env::current_exe().unwrap();
    let player =
        format!("ugi:'{}' --exact match_engines::fake::hang --nocapture,name=fake", program.display());
    let arguments = ["match", "tictactoe", "pvs,depth=1", &player, "--time", "100s", "--store", &store];
    let child = command(&arguments).env(FAKE, &word).spawn().unwrap();
    let start = Instant::now();
    while fs::read_to_string(&word).unwrap_or_default().is_empty()
        && start.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    (child.wait_with_output().unwrap().into(), fs::read_to_string(&word).unwrap())
}

/// Whether a process lives, other than as an entry that nobody has read yet.
fn is_alive(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    !(status.is_empty() || status.contains("State:\tZ") || status.contains("State:\tX"))
}

#[test]
fn ctrl_c_ends_programs_too() {
    let (run, child) = sent_while_it_hangs("ctrl-c", "-INT");
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(!is_alive(&child));
}

#[test]
fn programs_do_not_outlive_a_match_that_is_killed() {
    let (run, child) = sent_while_it_hangs("killed", "-KILL");
    assert_eq!(run.status, None, "{run:?}");
    let start = Instant::now();
    while is_alive(&child) {
        assert!(start.elapsed() < Duration::from_secs(10), "{child} lives on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn our_own_program_plays_over_every_protocol() {
    let secateur = env!("CARGO_BIN_EXE_secateur");
    let registry = secateur_standard::standard();
    for (game, player, limits) in [
        ("connect4", format!("ugi:'{secateur}' ugi connect4,option.Hash=1"), ["--nodes", "500"]),
        ("connect4", format!("ugi:'{secateur}' ugi connect4"), ["--tc", "1+0.01"]),
        ("chess", format!("uci:'{secateur}' uci,option.Hash=1"), ["--nodes", "300"]),
        ("chess", format!("uci:'{secateur}' uci"), ["--tc", "20/1"]),
        ("tictactoe", format!("gtp:'{secateur}' gtp tictactoe --hash 1MiB"), ["--tc", "1+0.1"]),
        ("othello", format!("nboard:'{secateur}' nboard --hash 1MiB"), ["--depth", "3"]),
    ] {
        if registry.find(game).is_err() {
            continue;
        }
        let name = format!("own-{}.db", player.split(':').next().unwrap());
        let (_, store) = fresh(&name);
        let player = format!("{player},name=outside");
        let arguments =
            ["match", game, "pvs-memory,hash=1MiB", &player, "--games", "4", "--plies", "3", "--json"];
        let more = ["--margin", "2s", "--length", "60", "--store", &store];
        let run: Run = command(&[&arguments[..], &limits, &more].concat()).output().unwrap().into();
        let lines = run.json();
        assert_eq!((run.status, run.err.as_str(), lines.len()), (Some(0), "", 5), "{player}: {run:?}");
        for game in &lines[..4] {
            assert!(["rules", "repetition", "length"].contains(&game["ending"].as_str().unwrap()), "{game}");
            if player.starts_with("gtp") {
                continue;
            }
            // The other program tells what it thinks.
            let begun = game["opening"].as_array().unwrap().len() + usize::from(game["first"] != "outside");
            let first = begun % 2;
            let told = &game["moves"][first];
            assert!(told["value"].is_object() && told["depth"].is_u64() && told["nodes"].is_u64(), "{told}");
        }
    }
}
