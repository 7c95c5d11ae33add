//! Bad input of every kind: one clear sentence on standard error, status 2, never a panic.

use crate::common::{file, secateur};
use secateur_standard::standard;

/// Each of these is refused in a sentence that contains the given words.
fn refused(cases: &[(&[&str], &str)]) {
    for (arguments, expected) in cases {
        let run = secateur(arguments);
        let said = run.complaint();
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn names_that_are_unknown() {
    refused(&[
        (&["frobnicate"], "there is no command 'frobnicate'; `secateur --help` shows"),
        (
            &["tune", "recipe", "nim", "--pairs", "5", "--noodles", "3"],
            "there is no option '--noodles' (did you mean '--nodes'?); `secateur tune recipe --help` shows",
        ),
        (&["lab", "rum"], "there is no command 'rum' (did you mean 'run'?); `secateur lab --help` shows"),
        (&["analize", "connect4"], "there is no command 'analize' (did you mean 'analyse'?)"),
        (
            &["analyse", "conect4"],
            "unknown game 'conect4' (did you mean 'connect4'?); `secateur games` lists them",
        ),
        (&["play", "tic-tac-toe"], "unknown game 'tic-tac-toe' (did you mean 'tictactoe'?)"),
        (&["compare", "halma"], "unknown game 'halma'; `secateur games` lists them"),
        (&["analyse", ""], "unknown game ''"),
        (&["analyse", "hex-99x99"], "there is no hex of 99x99, expected 1 to 11 columns, 1 to 11 rows"),
        (&["play", "dodgem-0x0"], "expected 2 to 8 columns, 2 to 8 rows, as many columns as rows"),
        (&["solve", "clobber-99999999999x1"], "expected 1 to 64 columns, 1 to 64 rows, at most 64 cells"),
        (
            &["analyse", "connect4-0x0"],
            "there is no connect4 of 0x0, expected 1 to 35 columns, 1 to 31 rows, at most 128 cells with a spare one",
        ),
        (&["analyse", "othello-10x10"], "there is no othello of 10x10, expected 4x4 or 6x6 or 8x8"),
        (&["solve", "dodgem", "--threads", "3"], "by one thread and not by 3; expected 1 thread"),
        (&["perft", "chess-9x9", "1"], "there is no chess of 9x9, expected chess without a size"),
        (&["analyse", "nim", "--algorithm", "mtdf"], "unknown algorithm 'mtdf' (did you mean 'mtd-f'?)"),
        (
            &["analyse", "nim", "--algorithm", "mtd-f/pvs-memry"],
            "unknown algorithm 'pvs-memry' (did you mean 'pvs-memory'?)",
        ),
        (
            &["analyse", "nim", "--algorithm", "pvs/pvs"],
            "'pvs' chooses no windows; expected a driver before the '/'",
        ),
        (&["analyse", "nim", "--algorithm", "mtd-f/minimax"], "'minimax' is no window search"),
        (
            &["compare", "nim", "--algorithms", "pvs,negascout"],
            "unknown algorithm 'negascout' (did you mean 'nega-scout'?)",
        ),
        (&["compare", "nim", "--algorithms", "reflex"], "'reflex' plays without a search"),
        (
            &["analyse", "nim", "--dept", "3"],
            "there is no option '--dept' (did you mean '--depth'?); `secateur analyse --help`",
        ),
        (&["games", "--jsn"], "there is no option '--jsn' (did you mean '--json'?)"),
        (&["analyse", "nim", "--order", "tabel"], "no move order is called 'tabel'"),
        (&["analyse", "nim", "--order", "table+table"], "'table' is in 'table+table' twice"),
        (&["analyse", "nim", "--set", "null_mvoe.reduction=3"], "null_move.reduction"),
        (
            &["analyse", "chess", "--set", "upcoming.margin=1"],
            "upcoming has no number 'margin'; there is only on and off",
        ),
        (
            &["analyse", "chess", "--set", "razoring.margin=1"],
            "razoring has no number 'margin'; there are base",
        ),
    ]);
}

#[test]
fn arguments_that_are_missing_or_too_many() {
    refused(&[
        (
            &["analyse", "nim", "--mate", "3", "--depth", "3"],
            "engine looks for the shortest win to no depth and no shorter time; expected a limit in nodes or time",
        ),
        (
            &["analyse", "nim", "--mate", "--algorithm", "pvs"],
            "pvs looks for no shortest win; expected the algorithm engine for that",
        ),
        (&["analyse", "nim", "--mate", "0"], "expected a whole number from 1 to 250"),
        (&["analyse"], "required arguments were not provided: <GAME>"),
        (&["perft", "nim"], "<DEPTH>"),
        (&["analyse", "connect4", "4", "5"], "found '5', expected nothing more"),
        (&["analyse", "nim", "--json", "--json"], "'--json' cannot be used multiple times"),
        (&["analyse", "nim", "--depth"], "--depth"),
        (&["solve", "nim", "1,1", "--file", "x"], "cannot be used with '--file <FILE>'"),
        (
            &["solve", "nim", "--without", "neer"],
            "unknown component 'neer' (did you mean 'near'?); there are small, near,",
        ),
        (&["solve", "nim", "--ablate"], "--file <FILE>"),
        (&["solve", "nim", "--depth", "3"], "takes no --depth; `secateur analyse` does"),
        (&["play", "nim", "--second", "--watch"], "cannot be used with '--watch'"),
        (&["compare", "tictactoe", "XXX/OO./..."], "the game is over in this position"),
    ]);
}

#[test]
fn numbers_that_are_absurd() {
    let absurd = ["-1", "", "nan", "1e3", "3.5", " 3", "0x10", "three", "--json", "٣"];
    let range = |option: &str, values: &[&str], expected: &str| {
        for value in absurd.iter().chain(values) {
            let run = secateur(&["analyse", "nim", option, value]);
            let said = run.complaint();
            let named = said.starts_with(&format!("invalid value '{value}' for '{option} <"));
            // Without a value behind it, the next option is not taken for one.
            assert!(named && said.contains(expected) || *value == "--json", "{option} {value:?}: {said}");
        }
    };
    range(
        "--depth",
        &["0", "251", "4294967297", "99999999999999999999"],
        "expected a whole number from 1 to 250",
    );
    range("--threads", &["0", "257", "18446744073709551616"], "expected a whole number from 1 to 256");
    range("--nodes", &["0", "18446744073709551616"], "expected a whole number from 1 on");
    range("--seed", &["18446744073709551616"], "expected a whole number from 0 on");
    let time = "expected a time such as 500ms, 2s or 1m";
    let times =
        ["5", "5sec", "1e3s", "NaNs", "infs", "-1s", "1.2.3s", "s", ".s", "5S", "1d", "0x5s", "5 s s"];
    range("--time", &times, time);
    let sizes = ["1XiB", "MiB", "1e9", "nanMiB", "infGiB", "-1GiB", "1.2.3MiB", "1MiBB", "1 000 kB"];
    range("--hash", &sizes, "expected a size");
    refused(&[
        (&["analyse", "nim", "--time", "0s"], "expected a time longer than nothing"),
        (&["analyse", "nim", "--time", "999999999999999999999999h"], "expected a time of at most a year"),
        (&["analyse", "nim", "--hash", "0"], "expected a size of 1KiB at least"),
        (&["analyse", "nim", "--hash", "1023"], "expected a size of 1KiB at least"),
        (&["perft", "nim", "101"], "expected a whole number from 0 to 100"),
        (&["perft", "nim", "-1"], "expected a whole number from 0 to 100"),
        (&["compare", "nim", "--positions", "0"], "expected a whole number from 1 to 1000"),
        (&["compare", "nim", "--depth", "-3"], "expected a whole number from 1 to 250"),
    ]);
}

#[test]
fn tests_of_matches_that_are_impossible() {
    let elo = |low, high| ["sprt", "--elo0", low, "--elo1", high];
    let pairs = ["--pairs", "1,2,3,4,5"];
    let refuse = |arguments: &[&str], expected: &str| refused(&[(arguments, expected)]);
    let with = |low, high, more: &[&'static str]| [&elo(low, high)[..], more].concat();
    refuse(&with("5", "0", &pairs), "elo0 is 5 and elo1 is 0, expected elo0 to be the lower one");
    refuse(&with("0", "0", &pairs), "expected elo0 to be the lower one");
    refuse(&with("0", "501", &pairs), "elo1 is 501, expected Elo from -500 to 500");
    for text in ["nan", "inf", "", "five", "1e999", "0x5"] {
        refuse(
            &with("0", text, &pairs),
            &format!("invalid value '{text}' for '--elo1 <ELO>': expected a number such as"),
        );
    }
    for text in ["0", "0.5", "1", "-0.05"] {
        let expected = "expected a probability above 0 and below 0.5";
        refuse(
            &with("0", "5", &["--pairs", "1,2,3,4,5", "--alpha", text]),
            &format!("alpha is {text}, {expected}"),
        );
        refuse(
            &with("0", "5", &["--pairs", "1,2,3,4,5", "--beta", text]),
            &format!("beta is {text}, {expected}"),
        );
    }
    for text in [
        "1,2,3,4",
        "1,2,3,4,5,6",
        "",
        "a,b,c,d,e",
        "-1,0,0,0,0",
        "1,2,3,4,1000000001",
        "1, 2, 3, 4, 5",
        "1.5,0,0,0,0",
    ] {
        refuse(
            &with("0", "5", &["--pairs", text]),
            "expected five whole numbers from 0 to 1000000000, such as 20,210,500,240,30",
        );
    }
    let games = ["--wins", "1", "--draws", "1", "--losses", "1"];
    refuse(
        &with("0", "5", &["--wins", "-1", "--draws", "1", "--losses", "1"]),
        "expected a whole number from 0 to 1000000000",
    );
    refuse(&with("0", "5", &games[..4]), "--losses <N>");
    refuse(&with("0", "5", &games[2..]), "--wins <N>");
    refuse(&with("0", "5", &[]), "--pairs <N,N,N,N,N>");
    refuse(&with("0", "5", &[&pairs[..], &games].concat()), "cannot be used with");
    refuse(&["sprt", "--elo1", "5", "--pairs", "1,2,3,4,5"], "--elo0 <ELO>");
    refuse(&with("0", "5", &["--pairs", "1,2,3,4,5", "--model", "logistics"]), "'logistic'");
}

#[test]
fn sizes_and_times_with_units() {
    for size in ["1KiB", "1024", "2048b", "64kib", "0.5MiB", "1e-3MiB", "1 MiB", "1m", "1000kB"] {
        let run = secateur(&["solve", "nim", "1", "--hash", size]);
        assert_eq!(run.status, if size.contains('e') { Some(2) } else { Some(0) }, "{size}: {run:?}");
    }
    for time in ["500ms", "2s", "1.5m", "1min", "0.5h", "3 s", "0.000001ms"] {
        secateur(&["analyse", "nim", "1", "--time", time]).good();
    }
}

#[test]
fn tables_beyond_the_memory() {
    for command in ["analyse", "solve", "compare", "play"] {
        for (size, said_size) in [("900TiB", "900 TiB"), ("99999999999999999999GiB", "16 EiB")] {
            let run = secateur(&[command, "nim", "--hash", size]);
            let expected = format!("a table of {said_size} (--hash) is too large");
            assert!(run.complaint().starts_with(&expected), "{run:?}");
        }
    }
    if cfg!(target_os = "linux") {
        // The system would promise this, and end the process once it is used.
        let run = secateur(&["analyse", "nim", "--hash", "3TiB"]);
        assert!(run.complaint().ends_with(": so much memory is free"), "{run:?}");
    }
}

#[test]
fn bad_positions_of_every_game() {
    let long = "X".repeat(10_000);
    let nested = "(".repeat(5_000);
    let junk =
        ["?!", "((", "😀", "４", "+-1", "x=", "5=5=5", "0 / 0 /", "\u{1b}[31m", "4\n4\u{7}", &long, &nested];
    for entry in standard().entries() {
        for text in junk {
            let run = secateur(&["analyse", entry.name, "--depth", "1", "--", text]);
            let said = run.complaint();
            assert!(said.starts_with(&format!("{} position '", entry.name)), "{said}");
        }
    }
    refused(&[
        (
            &["analyse", "connect4", "4459"],
            "connect4 position '4459': move 4: '9' is not a legal move, expected one of 4 3 5 2 6 1 7",
        ),
        (&["solve", "connect4", "12121212"], "move 8: '2' is not legal: the game is over"),
        (&["perft", "tictactoe", "3", "XO"], "the board has 1 rows by 2 columns, expected 3 by 3"),
        (&["compare", "nim", "3,256"], "heap 2 is '256', expected a number from 0 to 255"),
        (&["play", "clobber", "4x4 Z"], "'Z' after the board is no side to move, expected X or O"),
        (&["analyse", "tree", "(1 (2"], "the tree ends at character 6"),
        (&["analyse", "uniform", "b=0"], "parameter 1: found 'b=0', expected a whole number from 1 to 65534"),
        (&["analyse", "ordered", "p=nan"], "expected a number from 0 to 1"),
        (&["analyse", "dag", "b=2 d=3 / 0 2"], "move 2: '2' is not a legal move"),
    ]);
}

#[test]
#[cfg(unix)]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let run: crate::common::Run = crate::common::command(&["analyse"]).arg(odd).output().unwrap().into();
    assert!(run.complaint().contains("invalid UTF-8"));
    let run: crate::common::Run =
        crate::common::command(&["solve", "nim", "--file"]).arg(odd).output().unwrap().into();
    assert!(run.complaint().starts_with("cannot read "));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let no = |name: &str| format!("{folder}/{name}");
    let case = |path: &str, expected: &str| {
        let run = secateur(&["solve", "nim", "--json", "--hash", "1MiB", "--file", path]);
        let said = run.complaint();
        assert!(said.contains(path) && said.contains(expected), "{path}: {said}");
    };
    case(&no("nothing-here"), "cannot read ");
    case(folder, "cannot read ");
    case(&file("empty", b""), "holds no positions, expected one a line");
    case(&file("comments", b"# one\n\n   \n# two"), "holds no positions, expected one a line");
    case(&file("binary", &[0xc3, 0x28, 0, 1, 2, 10, 200]), "line 1: expected UTF-8 text");
    case(&file("zeros", &[0; 5000]), "line 1: ");
    case(&file("middle", b"3,4,5 1\n# fine\n1,1 -1\n3,4x 1\n2 1\n"), "line 4: heap 2 is '4x'");
    case(
        &file("value", b"3,4,5 1\n1,1 minus\n"),
        "line 2: found 'minus' after the position, expected a whole number",
    );
    case(&file("huge-value", b"1,1 99999999999\n"), "line 1: found '99999999999' after the position");
    case(&file("fraction", b"1,1 0.5\n"), "line 1: found '0.5' after the position");
    if cfg!(target_os = "linux") {
        // A file that never ends.
        case("/dev/zero", "is too large, expected at most 256 MiB");
    }
}
