//! Learning patterns with the binary itself, from few games.

use crate::common::{fresh, secateur};
use secateur_games::othello::patterns::Weights;
use std::fs;

fn train<'a>(dir: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let short =
        ["train", "othello", "--quick", "--games", "32", "--exact", "4", "--beyond", "0", "--dir", dir];
    [&short[..], more].concat()
}

#[test]
fn weights_are_learnt_whatever_is_cut_off() {
    let (path, dir) = fresh("train-all");
    let said = secateur(&train(&dir, &["--threads", "2", "--match", "2", "--nodes", "20"])).good();
    assert!(said.starts_with("2 rounds, the last of 32 games."), "{said}");
    assert!(said.contains("\n 60 to 63 ") && said.contains(" exact "), "{said}");
    assert!(
        said.contains(" of the points in 2 games against the evaluation by hand, at 20 nodes a move"),
        "{said}"
    );
    let weights = fs::read(path.join("weights.bin")).unwrap();
    assert!(Weights::read(&weights).unwrap().knows(20));
    assert_eq!(fs::read(path.join("round-2/weights.bin")).unwrap(), weights);

    // Without the last values, half a game, and the weights: the same again.
    for (file, left) in [("values.bin", 501), ("games.txt", 3_000)] {
        let whole = fs::read(path.join("round-2").join(file)).unwrap();
        fs::write(path.join("round-2").join(file), &whole[..left]).unwrap();
        let out = path.join("again.bin");
        secateur(&train(&dir, &["--threads", "1", "--out", out.to_str().unwrap()])).good();
        assert!(fs::read(out).unwrap() == weights, "{file}");
    }

    let other = secateur(&train(&dir, &["--seed", "2"]));
    assert!(other.complaint().contains("were made with seed=1, expected seed=2"), "{other:?}");
    let other = secateur(&train(&dir, &["--rounds", "3"]));
    assert!(other.complaint().contains("it belongs to another training"), "{other:?}");

    // Weights against themselves come out even.
    let file = path.join("weights.bin");
    let file = file.to_str().unwrap();
    let said = secateur(&[
        "train",
        "othello",
        "--weights",
        file,
        "--against",
        file,
        "--match",
        "4",
        "--nodes",
        "50",
    ]);
    assert!(said.out.starts_with("50.0 % of the points in 4 games"), "{said:?}");
}

#[test]
fn altered_values_are_found() {
    let (path, dir) = fresh("train-altered");
    secateur(&train(&dir, &[])).good();
    let values = path.join("round-1/values.bin");
    let whole = fs::read(&values).unwrap();
    for place in [whole.len() / 2, whole.len() - 1] {
        let mut altered = whole.clone();
        altered[place] ^= 4;
        fs::write(&values, &altered).unwrap();
        let run = secateur(&train(&dir, &[]));
        assert!(run.complaint().contains("values.bin was altered: its checksum does not match"), "{run:?}");
    }
    fs::write(&values, &whole).unwrap();
    let games = path.join("round-1/games.txt");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, text.replacen("\t1\t", "\t0\t", 1)).unwrap();
    let run = secateur(&train(&dir, &[]));
    assert!(run.complaint().contains("games.txt was altered"), "{run:?}");
}

#[test]
#[cfg(unix)]
fn two_do_not_work_in_one_folder() {
    let (path, dir) = fresh("train-two");
    let long = ["train", "othello", "--games", "100000", "--dir", &dir];
    let mut first = crate::common::command(&long).spawn().unwrap();
    while !path.join("round-1/games.txt").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let run = secateur(&long);
    first.kill().unwrap();
    first.wait().unwrap();
    let expected = "train-two is locked by another program, expected it to be free; what it holds is safe";
    assert!(run.complaint().ends_with(expected), "{run:?}");
}

#[test]
fn bad_input_is_one_sentence() {
    let run = secateur(&["train", "nim"]);
    let expected = "the evaluation of 'nim' has no patterns to learn, expected othello, ";
    assert!(run.complaint().starts_with(expected), "{run:?}");
    let run = secateur(&["train", "othello", "--games", "3"]);
    assert!(run.complaint().contains("expected a whole number from 20 to"), "{run:?}");
    let run = secateur(&["train", "othello", "--weights", "no-such-file", "--match", "2"]);
    assert!(run.complaint().starts_with("cannot read no-such-file: "), "{run:?}");
    #[cfg(unix)]
    {
        let run = secateur(&["train", "othello", "--weights", "/dev/zero", "--match", "2"]);
        assert_eq!(run.complaint(), "/dev/zero is too large, expected at most 256 MiB");
    }
    let (path, dir) = fresh("train-bad");
    fs::create_dir_all(path.join("round-1")).unwrap();
    fs::write(path.join("bad.bin"), "something else").unwrap();
    let bad = path.join("bad.bin");
    let run = secateur(&["train", "othello", "--against", bad.to_str().unwrap()]);
    assert!(run.complaint().contains("bad.bin: these are no weights of Othello's patterns"), "{run:?}");
    fs::write(path.join("round-1/games.txt"), "f5d6c3\n").unwrap();
    let run = secateur(&train(&dir, &[]));
    assert!(run.complaint().contains("is no file of games"), "{run:?}");
}
