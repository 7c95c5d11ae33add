//! Every command when all is well, for people and as JSON.

use crate::common::{ANSWER, Run, assert_fields, file, secateur};
use secateur_session::ALGORITHMS;
use secateur_standard::standard;
use serde_json::Value;

/// The objects that a run with `--json` printed; it went well and said nothing else.
fn json(arguments: &[&str]) -> Vec<Value> {
    let run = secateur(&[arguments, &["--json"]].concat());
    let lines = run.json();
    run.good();
    lines
}

#[test]
fn a_game_with_cycles_is_solved_from_its_ends() {
    let run = secateur(&["solve", "dodgem"]);
    assert!(run.status == Some(0) && run.out.contains("value 1 (win for the side to move)"), "{run:?}");
    let run = secateur(&["solve", "dodgem", "4x4"]);
    assert!(run.status == Some(0) && run.out.contains("value 0 (draw for the side to move)"), "{run:?}");
    let run = secateur(&["solve", "dodgem", "--without", "small"]);
    assert!(
        run.status == Some(2) && run.sentence().ends_with("from its ends, without components"),
        "{run:?}"
    );
}

#[test]
fn alone_it_greets_and_names_three_commands_to_try() {
    let greeting = secateur(&[]).good();
    let (first, rest) = greeting.split_once('\n').unwrap();
    assert!(first.starts_with("Secateur"));
    assert_eq!(rest.lines().filter(|line| line.trim().starts_with("secateur ")).count(), 3);
    // What it tells to try is understood.
    for line in rest.lines() {
        let words = line.trim().split("  ").next().unwrap().split(' ').map(str::to_owned);
        secateur_cli::check::arguments(words).unwrap();
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = secateur(&["--help"]).good();
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 8, "{names:?}");
    for name in names.into_iter().filter(|&name| name != "help") {
        let help = secateur(&[name, "--help"]).good();
        let (_, examples) = help.split_once("Example").unwrap_or_else(|| panic!("{name} has no example"));
        let examples: Vec<&str> =
            examples.lines().filter_map(|l| Some(l.split_once("secateur ")?.1)).collect();
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            let words: Vec<&str> = ["secateur"].into_iter().chain(example.split_whitespace()).collect();
            secateur_cli::check::arguments(words).unwrap_or_else(|e| panic!("{example}: {e}"));
        }
    }
    assert_eq!(secateur(&["help"]).good(), help);
    assert!(secateur(&["--version"]).good().starts_with("secateur "));
}

#[test]
fn games_lists_all_of_them() {
    let text = secateur(&["games"]).good();
    let lines = json(&["games"]);
    assert_eq!(lines.len(), standard().entries().len());
    for (line, entry) in lines.iter().zip(standard().entries()) {
        assert_fields(line, "name:s about:s notation:s example:s offers:s");
        assert_eq!(line["name"], entry.name);
        assert!(text.lines().any(|l| l.split_whitespace().next() == Some(entry.name)), "{}", entry.name);
        // The example is a position of that game.
        entry.open().set(entry.example).unwrap();
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110), "it fits a terminal");
}

#[test]
fn algorithms_lists_all_of_them() {
    let text = secateur(&["algorithms"]).good();
    let lines = json(&["algorithms"]);
    assert_eq!(lines.len(), ALGORITHMS.len());
    for (line, algorithm) in lines.iter().zip(ALGORITHMS) {
        assert_fields(line, "name:s exact:b driver:b about:s source:s");
        assert_eq!(
            (line["name"].as_str(), line["exact"].as_bool()),
            (Some(algorithm.name), Some(algorithm.is_exact()))
        );
        assert!(text.contains(algorithm.name) && text.contains(algorithm.source));
    }
}

#[test]
fn analyse_shows_iterations_and_the_answer() {
    let text = secateur(&["analyse", "tictactoe", "XO./.X./..."]).good();
    assert!(text.starts_with("   a b c\n 1 X O .\n"), "{text}");
    assert!(text.contains("O to move; values are for O"));
    assert!(text.lines().filter(|line| line.starts_with("depth ")).count() >= 2);
    assert!(text.lines().last().unwrap().starts_with("best c3: loss in "), "{text}");

    let lines = json(&["analyse", "tictactoe", "XO./.X./..."]);
    let (last, iterations) = lines.split_last().unwrap();
    assert_fields(last, ANSWER);
    for (i, line) in iterations.iter().enumerate() {
        assert_fields(line, &format!("{ANSWER} iteration:b"));
        assert_eq!((line["iteration"].as_bool(), line["depth"].as_u64()), (Some(true), Some(i as u64 + 1)));
    }
    let is = |field: &str, value: Value| assert_eq!(last[field], value, "{field}");
    is("game", "tictactoe".into());
    is("position", "XO./.X./...".into());
    is("algorithm", "mtd-f".into());
    is("exact", true.into());
    is("value", (-1).into());
    is("outcome", "loss".into());
    is("point_of_view", "side to move".into());
    is("best", "c3".into());
    is("stopped_by", "solved".into());
    assert_eq!(last["pv"][0], "c3");
    // The variation ends where the rest is known without a search.
    assert!(last["pv"].as_array().unwrap().len() as u64 <= last["plies_to_end"].as_u64().unwrap());
}

/// Follow-up proves the loss from the second iteration on; the sixth sees it.
#[test]
fn a_proof_beyond_the_depth_says_so() {
    let lost = "......./.X.XO../.O.XX../.O.XO../.X.OX../.OXOXO.";
    for (depth, told) in [("2", "within 22"), ("4", "within 6"), ("6", "in 6")] {
        let text = secateur(&["analyse", "connect4", lost, "--depth", depth]).good();
        assert!(text.contains(&format!("\nbest 4: loss {told} for O")), "{text}");
    }
}

#[test]
fn analyse_takes_every_game_and_every_algorithm() {
    for entry in standard().entries() {
        let lines = json(&["analyse", entry.name, "--depth", "2", "--hash", "64KiB"]);
        // The engine knows the chances at chess, and tells them.
        let chances = if entry.name == "chess" { "chances:I" } else { "" };
        assert_fields(lines.last().unwrap(), &format!("{ANSWER} {chances}"));
        assert!(lines.last().unwrap()["best"].is_string(), "{}", entry.name);
    }
    for algorithm in ALGORITHMS.iter().filter(|a| a.takes_depth() && !a.is_random()) {
        let name = algorithm.name;
        let lines =
            json(&["analyze", "connect4", "4", "--depth", "4", "--hash", "64KiB", "--algorithm", name]);
        let last = lines.last().unwrap();
        // Nothing has filled a table for play without a search: the answer says by what that was done.
        let told = if name == "reflex" { "alpha-beta-memory" } else { name };
        assert_eq!((last["algorithm"].as_str(), last["depth"].as_u64()), (Some(told), Some(4)));
    }
    let lines = json(&["analyse", "clobber", "--depth", "2", "--algorithm", "mtd-f/pvs-memory"]);
    assert_eq!(lines.last().unwrap()["algorithm"], "mtd-f/pvs-memory");
}

#[test]
fn a_game_that_is_over_is_no_error() {
    let text = secateur(&["analyse", "tictactoe", "XXX/OO./..."]).good();
    assert_eq!(text.lines().last(), Some("the game is over: loss for O, who would be to move"));
    let lines = json(&["analyse", "tictactoe", "XXX/OO./..."]);
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], ANSWER);
    assert_eq!((lines[0]["best"].is_null(), lines[0]["outcome"].as_str()), (true, Some("loss")));
    assert!(
        secateur(&["solve", "nim", "0,0"])
            .good()
            .starts_with("0,0  value -1 (loss for the side to move)  best -")
    );
}

const SOLVED: &str = "position:s value:i expected:i? ok:b? best:s? nodes:i time_us:f";
const SUMMARY: &str = "summary:b positions:i wrong:i mean_nodes:f mean_us:f mnps:f";

#[test]
fn solve_finds_the_exact_value() {
    let text = secateur(&["solve", "nim", "3,4,5"]).good();
    assert!(text.starts_with("3,4,5  value 1 (win for the side to move)  best 1-2  "), "{text}");
    let lines = json(&["solve", "connect4-5x4", "12121"]);
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], SOLVED);
    assert_eq!((&lines[0]["position"], &lines[0]["value"]), (&"12121".into(), &1.into()));
}

#[test]
fn solve_checks_a_file() {
    let right = file("right", b"# nim\n3,4,5 1\n\n1,1 -1\r\n  3,5\n");
    let text = secateur(&["solve", "nim", "--file", &right]).good();
    assert!(text.starts_with("3 positions solved, 0 wrong; mean "), "{text}");
    let lines = json(&["solve", "nim", "--file", &right, "--cold"]);
    assert_eq!(lines.len(), 4);
    lines[..3].iter().for_each(|line| assert_fields(line, SOLVED));
    assert_fields(&lines[3], SUMMARY);
    assert_eq!(
        (&lines[1]["position"], &lines[1]["expected"], &lines[1]["ok"]),
        (&"1,1".into(), &(-1).into(), &true.into())
    );
    assert!(lines[2]["expected"].is_null() && lines[2]["ok"].is_null());
    assert_eq!((&lines[3]["positions"], &lines[3]["wrong"]), (&3.into(), &0.into()));
}

#[test]
fn solve_tells_what_each_component_is_worth() {
    let positions = file("components", b"3344 7\n33445\n");
    let arguments = ["solve", "connect4-5x4", "--file", &positions, "--cold", "--hash", "1MiB", "--ablate"];
    let text = secateur(&arguments).good();
    let first: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(first[..3], ["without", "nothing", "small"], "{text}");
    assert_eq!(first.len(), 11, "{text}");
    let lines = secateur(&[&arguments[..], &["--json", "--without", "near,counts"]].concat()).json();
    assert_eq!(lines.len(), 8, "all of them, and without each of the seven left");
    let fields = "without:s? about:s nodes:i times_nodes:f ms:f times_time:f wrong:i open:i";
    lines.iter().for_each(|line| assert_fields(line, fields));
    assert!(lines[0]["without"].is_null() && lines[0]["times_nodes"] == 1.0);
    assert!(lines.iter().all(|line| line["wrong"] == 0 && line["open"] == 0));
}

#[test]
fn a_wrong_value_in_a_file_is_found() {
    let wrong = file("wrong", b"3,4,5 1\n1,1 1\n2 1\n");
    let run = secateur(&["solve", "nim", "--file", &wrong]);
    assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
    assert!(run.out.starts_with("1,1  value -1") && run.out.contains("WRONG, expected 1"), "{}", run.out);
    assert!(run.out.contains("\n3 positions solved, 1 wrong; "));
    let run = secateur(&["solve", "nim", "--file", &wrong, "--json"]);
    assert_eq!(run.status, Some(1));
    let ok: Vec<Option<bool>> = run.json().iter().map(|line| line["ok"].as_bool()).collect();
    assert_eq!(ok, [Some(true), Some(false), Some(true), None]);
}

const CONTENDER: &str = "algorithm:s exact:b value_agrees:b values:I nodes:i leaves:i leaves_over_minimal:f? \
    time_ms:f table_hits:i first_move_cutoffs:f researches:i";

#[test]
fn compare_lets_all_algorithms_search_and_picks_one() {
    let run = |more: &[&str]| {
        secateur(
            &[&["compare", "tictactoe", "--depth", "4", "--positions", "2", "--hash", "1MiB"], more].concat(),
        )
    };
    let text = run(&[]).good();
    assert!(text.starts_with("tictactoe, 2 positions to depth 4: "), "{text}");
    assert!(text.contains("\nAll exact algorithms agree.\nPick for tictactoe: "), "{text}");
    let searching = ALGORITHMS.iter().filter(|a| a.searches() && a.takes_depth());
    assert!(searching.clone().all(|a| text.lines().any(|l| l.trim().starts_with(a.name))));

    let lines = run(&["--json"]).json();
    let (last, contenders) = lines.split_last().unwrap();
    assert_eq!(contenders.len(), searching.count());
    for line in contenders {
        assert_fields(line, CONTENDER);
        assert!(line["value_agrees"] == true || line["exact"] == false, "{line}");
    }
    assert_fields(
        last,
        "summary:b game:s depth:i positions:i pick:s reason:s sampled:S minimal_leaves:i? left_out:S",
    );
    assert_eq!((&last["summary"], &last["depth"], &last["positions"]), (&true.into(), &4.into(), &2.into()));
    assert!(contenders.iter().any(|line| line["algorithm"] == last["pick"]));
}

#[test]
fn compare_by_proof_takes_searches_of_any_kind() {
    let run = |more: &[&str]| {
        let way = ["--way", "solve", "--way", "alpha-beta-memory", "--way", "df-pn", "--way", "ews"];
        secateur(&[&["compare", "tictactoe,nim", "--proof", "--hash", "1MiB"], &way[..], more].concat())
    };
    let text = run(&[]).good();
    assert!(
        text.starts_with("tictactoe, 1 position until the value is proven, at most 20,000,000 nodes each"),
        "{text}"
    );
    assert!(text.contains("\nnim, 1 position until") && text.contains("geometric means"), "{text}");

    let lines = run(&["--json"]).json();
    let (last, works) = lines.split_last().unwrap();
    assert_eq!(works.len(), 8);
    for line in works {
        assert_fields(line, "game:s way:s values:I agrees:b nodes:i time_ms:f stopped_by:s?");
        assert!(line["agrees"] == true && line["stopped_by"].is_null(), "{line}");
    }
    assert_eq!(works[0]["values"], serde_json::json!([0]));
    let standing = last["ways"][2].clone();
    assert_fields(&standing, "way:s games:i nodes_ratio:f? time_ratio:f?");
    assert_eq!((&standing["games"], &standing["nodes_ratio"]), (&2.into(), &1.0.into()));
    let problems = ["compare", "tictactoe X../.O./...,nim", "--proof", "--hash", "1MiB"];
    let ways = ["--way", "df-pn", "--way", "df-pn,threads=2"];
    let text = secateur(&[&problems[..], &ways[..]].concat()).good();
    assert!(
        text.starts_with("tictactoe X../.O./..., 1 position") && text.contains("times as fast"),
        "{text}"
    );
    let open =
        secateur(&["compare", "connect4", "--proof", "--nodes", "2000", "--way", "df-pn", "--json"]).json();
    assert_eq!((&open[0]["values"][0], &open[0]["stopped_by"]), (&serde_json::Value::Null, &"nodes".into()));
}

#[test]
fn analyse_proves_the_shortest_win() {
    let args = ["analyse", "tictactoe", "X.O/.../...", "--mate", "--hash", "1MiB"];
    let text = secateur(&args).good();
    let last = text.lines().last().unwrap();
    assert!(last.contains(": win in 5 for X (proven to be the shortest); "), "{text}");
    let lines = json(&args);
    assert_fields(&lines[0], &format!("{ANSWER} iteration:b"));
    let answer = lines.last().unwrap();
    assert_fields(answer, ANSWER);
    assert_eq!((&answer["plies_to_end"], &answer["exact"]), (&5.into(), &true.into()));
    assert_eq!(answer["pv"].as_array().map(Vec::len), Some(5));
    let text = secateur(&["analyse", "tictactoe", "X.O/.../...", "--mate", "2"]).good();
    assert!(
        text.lines().last().unwrap().contains(": no win found, and none within 2 moves for X (proven); "),
        "{text}"
    );
}

#[test]
fn compare_takes_one_algorithm_and_one_position() {
    let run =
        |name| secateur(&["compare", "tictactoe", "--depth", "3", "--positions", "1", "--algorithms", name]);
    let text = run("pvs").good();
    assert!(text.starts_with("tictactoe, 1 position to depth 3: "), "{text}");
    assert!(text.contains("\nPick for tictactoe: pvs: the smallest tree, "), "{text}");
    let text = run("null-move").good();
    assert!(text.ends_with("No exact algorithm was compared to the end, so there is no pick.\n"), "{text}");
}

#[test]
fn compare_takes_a_file_of_positions_and_games_with_noise() {
    let mates = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1\n";
    let path = file("mates.epd", mates.as_bytes());
    let run = |more: &[&str]| {
        secateur(&[&["compare", "chess", "--depth", "2", "--hash", "1MiB", "--file", &path], more].concat())
    };
    let text = run(&[]).good();
    assert!(text.starts_with("chess, 2 positions to depth 2: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - "), "{text}");
    assert!(text.contains("\nThe minimal trees have at most "), "{text}");
    assert!(text.contains("\nAll exact algorithms agree.\nPick for chess: "), "{text}");
    let engine = text.lines().find(|line| line.trim().starts_with("engine")).unwrap();
    assert!(engine.contains("(selective"), "{engine}");

    let lines = run(&["--json", "--algorithms", "minimax,alpha-beta,mtd-f"]).json();
    let (last, contenders) = lines.split_last().unwrap();
    assert!(contenders.iter().all(|line| line["value_agrees"] == true), "{contenders:?}");
    let minimal = last["minimal_leaves"].as_u64().unwrap();
    let leaves = |i: usize| contenders[i]["leaves"].as_u64().unwrap();
    assert!(minimal <= leaves(1) && leaves(1) < leaves(0), "{lines:?}");

    let run = secateur(&["compare", "chess", "--file", &file("none.epd", b"# nothing\n")]);
    assert!(run.complaint().ends_with("none.epd holds no positions, expected one a line"), "{run:?}");
}

#[test]
fn sprt_says_what_a_match_proves() {
    let test = ["sprt", "--elo0", "0", "--elo1", "5"];
    let run = |more: &[&str]| secateur(&[&test, more].concat());
    let text = run(&["--pairs", "20,210,500,240,30"]).good();
    assert!(text.starts_with("H0, Elo +0, against H1, Elo +5 (logistic): stops "), "{text}");
    let said = |text: &str, row: &str| assert!(text.lines().any(|line| line == row), "{row}: {text}");
    said(&text, "games           2,000, in pairs of 0, 1/2, 1, 1 1/2 and 2 points: 20, 210, 500, 240, 30");
    said(&text, "score           51.25 %, with 95 % probability 50.00 % to 52.50 %");
    said(&text, "Elo             +8.69, with 95 % probability +0.02 to +17.37");
    said(&text, "LOS             97.51 %");
    said(&text, "LLR             +1.58, bounds -2.94 and +2.94");
    said(&text, "verdict         continue: the games do not tell yet");
    // Whatever the verdict, it is an answer.
    let text = run(&["--wins", "1", "--draws", "726", "--losses", "1", "--expected"]).good();
    said(&text, "verdict         H0 is accepted: the test may stop");
    assert_eq!(text.lines().filter(|line| line.starts_with("games expected  ")).count(), 3, "{text}");
    let text = run(&["--wins", "0", "--draws", "0", "--losses", "0", "--expected"]).good();
    said(&text, "Elo             -");
    said(&text, "games expected  - if the truth is Elo +2.5");
    let text =
        run(&["--wins", "9", "--draws", "0", "--losses", "0", "--model", "normalised", "--beta", "0.1"])
            .good();
    said(&text, "Elo             -");
    assert!(text.contains("H1, Elo +5 (normalised)") && text.contains(", H0 in 10 %\n"), "{text}");

    let fields = "elo0:f elo1:f alpha:f beta:f model:s lower:f upper:f games:i score_percent:f? score_low:f? score_high:f? \
        elo:f? elo_low:f? elo_high:f? normalised_elo:f? normalised_elo_low:f? normalised_elo_high:f? los_percent:f? \
        draws_percent:f? shared_pairs_percent:f? llr:f verdict:s";
    let lines = run(&["--pairs", "10,100,600,200,30", "--json"]).json();
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], fields);
    assert_eq!((&lines[0]["games"], &lines[0]["verdict"]), (&1880.into(), &"H1".into()));
    assert!(lines[0]["draws_percent"].is_null() && lines[0]["elo"].is_f64());
    let lines = run(&["--pairs", "0,0,0,0,0", "--json", "--expected"]).json();
    assert_eq!((&lines[0]["llr"], &lines[0]["verdict"]), (&0.0.into(), &"continue".into()));
    assert!(lines[0]["elo"].is_null() && lines[0]["expected_games"][1].is_null());
    let lines = run(&["--pairs", "0,0,0,0,0", "--json", "--expected", "--model", "normalised"]).json();
    assert!(lines[0]["expected_games"][1].as_f64() > lines[0]["expected_games"][0].as_f64(), "{lines:?}");
}

#[test]
fn perft_counts_paths() {
    let lines = json(&["perft", "tictactoe", "9"]);
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], "depth:i nodes:i time_ms:f");
    assert_eq!((&lines[0]["depth"], &lines[0]["nodes"]), (&9.into(), &127_872.into()));
    let text = secateur(&["perft", "connect4", "3", "4455"]).good();
    let counts: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["7", "49", "343"]);
    let text = secateur(&["perft", "connect4", "0"]).good();
    assert_eq!(text.split_whitespace().take(2).collect::<Vec<_>>(), ["0", "1"]);
}

#[test]
fn bench_has_the_same_signature_every_time() {
    let lines = json(&["bench"]);
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], "signature:i nodes:i time_ms:f nps:i");
    let text = secateur(&["bench"]).good();
    let signature = format!("\nsignature {}, ", lines[0]["signature"]);
    assert!(text.contains(&signature), "{text}");
}

#[test]
fn whoever_reads_only_the_first_line_gets_no_complaint() {
    use std::io::{BufRead, BufReader, Read};
    let endless = ["analyse", "connect4", "--depth", "60", "--json"];
    for arguments in
        [&endless[..], &["games"], &["algorithms"], &["--help"], &["compare", "connect4", "--json"]]
    {
        let mut child = crate::common::command(arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{arguments:?}");
        // The other end of the pipe is closed now.
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    // A device of Linux that is always full.
    let Ok(full) = full else { return };
    let run: Run = crate::common::command(&["games"]).stdout(full).output().unwrap().into();
    assert!(run.complaint().starts_with("cannot write the output: "));
}

#[test]
fn a_game_without_more_positions_is_compared_on_those_it_has_and_a_tie_is_called_one() {
    let text = secateur(&["compare", "tree"]).good();
    assert!(text.starts_with("tree, 1 position to depth "), "{text}");
    assert!(!text.contains("0.0 % below"), "{text}");
}
