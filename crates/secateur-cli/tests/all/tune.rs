//! Tuning with the binary itself, on few and short games.

use crate::common::{fresh, secateur};
use secateur_games::chess::knowledge::Weights;
use std::fs;

fn tune<'a>(dir: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let short =
        ["tune", "eval", "chess", "--games", "20", "--nodes", "100", "--positions", "4", "--epochs", "3"];
    [&short[..], &["--dir", dir], more].concat()
}

#[test]
fn games_are_kept_and_weights_are_written() {
    let (path, dir) = fresh("tune-all");
    let said = secateur(&tune(&dir, &["--threads", "2"])).good();
    assert!(said.contains(" positions of 20 games, "), "{said}");
    assert!(said.contains(" material ") && said.contains("\nMean error: 0."), "{said}");
    let games = fs::read_to_string(path.join("games.txt")).unwrap();
    assert_eq!(games.lines().count(), 21);
    let weights = fs::read_to_string(path.join("weights.txt")).unwrap();
    Weights::read(&weights).unwrap();
    assert!(weights.contains("# secateur tune eval chess --games 20 --nodes 100 --positions 4 --seed 1 "));

    // Without the last games, and half of one: the same weights, by the same games.
    let cut = games.lines().take(15).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(path.join("games.txt"), cut + "99\t1\t2").unwrap();
    let out = path.join("again.txt");
    secateur(&tune(&dir, &["--threads", "1", "--out", out.to_str().unwrap()])).good();
    assert_eq!(fs::read_to_string(out).unwrap(), weights);
    let again = fs::read_to_string(path.join("games.txt")).unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again), sorted(&games));

    let other = secateur(&tune(&dir, &["--seed", "2"]));
    assert!(other.complaint().contains("were made with seed=1, expected seed=2"), "{other:?}");
}

#[test]
fn regressions_are_fitted_and_goes_on_where_it_was() {
    let (path, dir) = fresh("tune-probcut");
    fs::create_dir(&path).unwrap();
    let [samples, out] = ["samples", "out"].map(|name| format!("{dir}/{name}"));
    let tune = |more: &[&str]| {
        let short = ["tune", "probcut", "connect4", "--positions", "60", "--depth", "4", "--nodes", "50"];
        // One stage: the positions are few.
        secateur(&[&short, &["--stage", "50", "--samples", &samples, "--out", &out][..], more].concat())
    };
    let said = tune(&[]).good();
    assert!(said.contains("connect4: 60 positions from games at 50 nodes a move"), "{said}");
    let (kept, fitted) = (fs::read_to_string(&samples).unwrap(), fs::read_to_string(&out).unwrap());
    assert_eq!(kept.lines().count(), 61);
    assert!(
        fitted.contains("# secateur tune probcut connect4 --positions 60 --depth 4 --nodes 50 "),
        "{fitted}"
    );
    let regressions: secateur::Regressions = fitted.parse().unwrap();
    assert!(regressions.all().any(|(_, deep, regression)| (deep, regression.shallow) == (4, 2)), "{fitted}");

    // Without the last samples, and half of one: the same numbers, by the same positions.
    fs::write(&samples, &kept[..kept.len() * 2 / 3]).unwrap();
    tune(&["--threads", "2"]).good();
    assert_eq!((fs::read_to_string(&samples).unwrap(), fs::read_to_string(&out).unwrap()), (kept, fitted));

    let other = tune(&["--seed", "2"]);
    assert!(other.complaint().contains("were made with seed=1, expected seed=2"), "{other:?}");
    fs::write(&samples, "secateur-samples-1 connect4 seed=1 nodes=50 depth=4\n1 two\n").unwrap();
    let run = tune(&[]);
    assert!(run.complaint().ends_with("line 2: found '1 two', expected plies left and values"), "{run:?}");
    let run = secateur(&["tune", "probcut", "connect4", "--depth", "1"]);
    assert!(run.complaint().contains("expected a whole number from 2 to 40"), "{run:?}");
}

#[test]
fn any_linear_evaluation_is_fitted() {
    let (path, dir) = fresh("tune-domineering");
    let said = secateur(&[
        "tune",
        "eval",
        "domineering",
        "--games",
        "60",
        "--nodes",
        "100",
        "--epochs",
        "20",
        "--dir",
        &dir,
    ])
    .good();
    assert!(said.contains(" safe_move ") && said.contains("positions of 60 games"), "{said}");
    let weights = fs::read_to_string(path.join("weights.txt")).unwrap();
    assert!(weights.contains("\nmove = ") && weights.contains("\nsafe_move = "), "{weights}");
}

#[test]
fn recipes_are_tuned_and_go_on_where_they_were() {
    let (path, dir) = fresh("tune-recipe");
    fs::create_dir(&path).unwrap();
    let [kept, plot, out] = ["pairs", "course.svg", "tuned.toml"].map(|name| format!("{dir}/{name}"));
    let tune = |more: &[&str]| {
        let short = ["tune", "recipe", "connect4-5x4", "--pairs", "30", "--nodes", "60", "--kept", &kept];
        secateur(&[&short, &["--rate", "500", "--plot", &plot, "--out", &out][..], more].concat())
    };
    let said = tune(&["--numbers", "reductions,futility.base", "--threads", "2"]).good();
    assert!(said.contains(" reductions.quiet ") && said.contains(" futility.base "), "{said}");
    assert!(!said.contains("futility.margin") && said.contains("\nTo try it: --set "), "{said}");
    let pairs = fs::read_to_string(&kept).unwrap();
    assert_eq!(pairs.lines().count(), 31);
    let drawn = fs::read_to_string(&plot).unwrap();
    assert!(drawn.contains("connect4-5x4: the course of the recipe"), "{drawn}");

    // What is found can be set, as it is said.
    let setting = said.lines().last().unwrap().strip_prefix("To try it: ").unwrap();
    let analyse = ["analyse", "connect4-5x4", "--algorithm", "engine", "--depth", "4"];
    secateur(&[&analyse[..], &setting.split(' ').collect::<Vec<_>>()].concat()).good();

    let player = format!("profile:{out},depth=2");
    let store = format!("{dir}/match.db");
    let said_by_match = secateur(&[
        "match",
        "connect4-5x4",
        &player,
        "engine",
        "--depth",
        "2",
        "--games",
        "2",
        "--store",
        &store,
    ]);
    assert!(said_by_match.good().contains("profile:"));

    // Without the last pairs, and half of one, the same comes out.
    fs::write(&kept, &pairs[..pairs.len() * 2 / 3]).unwrap();
    assert_eq!(tune(&["--numbers", "reductions,futility.base"]).good(), said);
    assert_eq!(fs::read_to_string(&plot).unwrap(), drawn);

    let other = tune(&["--numbers", "reductions"]);
    assert!(other.complaint().contains("were made with numbers="), "{other:?}");
    let other = tune(&["--numbers", "reduction"]);
    assert!(other.complaint().starts_with("unknown number 'reduction'"), "{other:?}");
    let first = pairs.lines().next().unwrap();
    fs::write(&kept, format!("{first}\n3 4\t0123456789abcdef\n")).unwrap();
    let run = tune(&["--numbers", "reductions,futility.base"]);
    assert!(
        run.complaint().starts_with("line 2 of ") && run.complaint().contains(" was altered: "),
        "{run:?}"
    );
    // Files of before have no checksums.
    fs::write(&kept, format!("{}\n3 7\n", first.strip_suffix(" checked").unwrap())).unwrap();
    let run = tune(&["--numbers", "reductions,futility.base"]);
    let expected = "line 2: found '3 7', expected a pair's number and its half points, 0 to 4";
    assert!(run.complaint().ends_with(expected), "{run:?}");
}

#[test]
fn a_screening_tells_what_numbers_are_worth_and_goes_on_where_it_was() {
    let (path, dir) = fresh("tune-screen");
    fs::create_dir(&path).unwrap();
    let kept = format!("{dir}/pairs");
    let screen = |pairs: &str, numbers: &str, more: &[&str]| {
        let short = ["tune", "recipe", "connect4-5x4", "--pairs", pairs, "--nodes", "60", "--kept", &kept];
        secateur(&[&short, &["--screen", "--numbers", numbers][..], more].concat())
    };
    let numbers = "futility,reductions.quiet=20..150,late_moves.threats";
    let said = screen("40", numbers, &["--threads", "2"]).good();
    let row = |name: &str| {
        let line = said.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        line.split_whitespace().skip(1).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("reductions.quiet"), ["20", "150"]);
    assert_eq!(row("late_moves.threats"), ["0", "1"]);
    assert_eq!(row("futility.margin"), ["72", "89"], "{said}");
    assert!(said.contains(" come out beyond 95 %; chance alone would name 0.2."), "{said}");
    let pairs = fs::read_to_string(&kept).unwrap();
    assert_eq!(pairs.lines().count(), 41);

    // Without the last pairs, and half of one, the same comes out; of a few alone, nothing.
    fs::write(&kept, &pairs[..pairs.len() * 2 / 3]).unwrap();
    assert_eq!(screen("40", numbers, &[]).good(), said);
    fs::remove_file(&kept).unwrap();
    let few = screen("3", numbers, &[]).good();
    assert!(few.starts_with("Too few pairs to tell anything"), "{few}");

    for (numbers, complaint) in [
        (
            "futility.base=160..100",
            "invalid number 'futility.base=160..100'; expected a name, or a name with two",
        ),
        ("futility=1..2", "two values need a number; 'futility' is a trick"),
        ("futility.base=1..100", "futility.base goes from 20 to 300, not from 1 to 100"),
        ("futilty.base=30..100", "unknown number 'futilty.base'"),
    ] {
        let run = screen("40", numbers, &[]);
        assert!(run.complaint().starts_with(complaint), "{run:?}");
    }
    let run = secateur(&["tune", "recipe", "nim", "--numbers", "futility.base=30..100"]);
    assert_eq!(run.complaint(), "two values of a number need --screen");
    let run = screen("40", "futility", &["--rate", "5"]);
    assert!(run.complaint().contains("--rate"), "{run:?}");
}

#[test]
fn bad_input_is_one_sentence() {
    let run = secateur(&["tune", "eval", "nim"]);
    let said = run.complaint();
    assert!(said.starts_with("the evaluation of 'nim' tells no weights to fit, expected one of "), "{said}");
    assert!(said.contains("chess") && said.contains("domineering"), "{said}");
    let run = secateur(&["tune", "recipe", "tictactoe", "--pairs", "1", "--nodes", "5", "--hash", "100TiB"]);
    assert!(
        run.complaint()
            .starts_with("a table of 200 TiB (--hash of two players, times --threads) is too large"),
        "{run:?}"
    );
    for out in ["--out", "--plot"] {
        let run = secateur(&["tune", "recipe", "tictactoe", out, "/no/such/folder/file"]);
        assert!(run.complaint().starts_with("cannot write /no/such/folder/file: "), "{run:?}");
    }
    let run = secateur(&["tune", "evil", "chess"]);
    assert!(run.complaint().contains("'evil'"), "{run:?}");
    let run = secateur(&["tune", "eval", "chess", "--games", "0"]);
    assert!(run.complaint().contains("expected a whole number from 20 to"), "{run:?}");
    let (path, dir) = fresh("tune-no-games");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("games.txt"), "1. e4 e5\n").unwrap();
    let run = secateur(&tune(&dir, &[]));
    assert!(run.complaint().contains("is no file of games"), "{run:?}");
    // Games that are no longer read: the folder is named.
    let (path, dir) = fresh("tune-stale");
    secateur(&tune(&dir, &[])).good();
    let games = fs::read_to_string(path.join("games.txt")).unwrap();
    let first = games.lines().next().unwrap().strip_suffix(" checked").unwrap();
    let lines: String = (0..20).map(|game| format!("{game}\t0\t5\t0\tPosition {{ .. }}\n")).collect();
    fs::write(path.join("games.txt"), format!("{first}\n{lines}")).unwrap();
    let run = secateur(&tune(&dir, &[]));
    assert!(
        run.complaint().starts_with("game 0 of ") && run.complaint().contains("tune-stale/games.txt"),
        "{run:?}"
    );
    assert!(run.complaint().contains("another folder (--dir)"), "{run:?}");
}

#[test]
fn kinds_of_moves_are_counted_into_a_profile() {
    let (path, _) = fresh("tune-realization");
    fs::create_dir_all(&path).unwrap();
    let out = path.join("connect4.toml");
    let file = out.to_str().unwrap();
    let short = ["tune", "realization", "connect4", "--positions", "30", "--depth", "4", "--nodes", "50"];
    let said = secateur(&[&short[..], &["--out", file]].concat()).good();
    assert!(said.contains("\n table ") && said.contains(&format!("Written to {file}.")), "{said}");
    let written = fs::read_to_string(&out).unwrap();
    let command = "# secateur tune realization connect4 --positions 30 --depth 4 --nodes 50 --seed 1\n";
    assert!(written.contains(command) && written.contains("realization.table="), "{written}");
    // The same with two threads, and it searches.
    secateur(&[&short[..], &["--threads", "2", "--out", file]].concat()).good();
    assert_eq!(fs::read_to_string(&out).unwrap(), written);
    let lines = secateur(&["analyse", "connect4", "--profile", file, "--depth", "4", "--json"]).json();
    assert_eq!(lines.last().unwrap()["algorithm"], "realization");
}
