//! Opening books with the binary itself.

use crate::common::{fresh, secateur};
use std::fs;

fn make<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["book", "connect4-5x4", "--plies", "3", "--hash", "1MiB", "--out", out], more].concat()
}

#[test]
fn a_book_is_made_checked_and_used() {
    let (path, out) = fresh("made.book");
    let said = secateur(&make(&out, &[])).good();
    assert!(said.contains("made.book: ") && said.contains(" positions after 3 plies, "), "{said}");
    let book = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = book.lines().collect();
    assert_eq!(lines[0], "# secateur-book-1 connect4-5x4 plies=3");
    assert!(lines.len() > 30, "{book}");

    // Every value is what a solver finds that has not seen the others.
    let said = secateur(&["solve", "connect4-5x4", "--file", &out, "--cold"]).good();
    assert!(said.contains(" 0 wrong"), "{said}");

    // With it, positions near the start are not searched; later ones are, and values stay the same.
    let solve = |more: &[&str]| -> Vec<serde_json::Value> {
        let said = secateur(&[&["solve", "connect4-5x4", "--json"], more].concat()).good();
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for position in ["", "3", "33", "12345"] {
        let (without, with) = (solve(&[position]), solve(&[position, "--book", &out]));
        assert_eq!(without[0]["value"], with[0]["value"], "{position}");
        let in_book = position.len() < 3;
        assert_eq!(with[0]["nodes"] == 0, in_book, "{position}: {with:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_book_may_come_through_a_pipe() {
    let (path, out) = fresh("piped.book");
    secateur(&make(&out, &[])).good();
    let book = fs::read(&path).unwrap();
    let (pipe, through) = fresh("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, book).unwrap());
    let said = secateur(&["solve", "connect4-5x4", "33", "--json", "--book", &through]).good();
    writer.join().unwrap();
    let solved: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!(solved["nodes"], 0, "{said}");
}

#[test]
fn an_interrupted_book_goes_on() {
    let (whole_path, whole) = fresh("whole.book");
    secateur(&make(&whole, &[])).good();
    let book = fs::read_to_string(&whole_path).unwrap();
    let (path, out) = fresh("parts.book");
    // As if it had been ended in the middle of a line.
    fs::write(&path, &book[..book.len() / 2]).unwrap();
    let known = book[..book.len() / 2].lines().count() - 2;
    let said = secateur(&make(&out, &["--threads", "2"])).good();
    assert_eq!(fs::read_to_string(&path).unwrap(), book);
    let all = book.lines().count() - 1;
    assert!(
        said.contains(&format!(" {all} positions after 3 plies, {} of them solved now", all - known)),
        "{said}"
    );
}

#[test]
fn bad_books_are_refused_in_one_sentence() {
    let (path, out) = fresh("bad.book");
    fs::write(&path, "1 2 3\n").unwrap();
    let refused = |args: &[&str], why: &str| {
        let run = secateur(args);
        assert!(run.complaint().contains(why), "{run:?}");
    };
    refused(&make(&out, &[]), "is no file of opening values, which begins with '# secateur-book-1'");
    refused(&["solve", "connect4", "--book", &out], "is no book of openings");
    fs::write(&path, "# secateur-book-1 connect4-5x4 plies=3\n12 x\n").unwrap();
    refused(&make(&out, &[]), "line 2: found 'x' after the position");
    fs::write(&path, "# secateur-book-1 connect4-5x4 plies=3\n123\n").unwrap();
    refused(&make(&out, &[]), "line 2: expected a position and its value");
    refused(&["solve", "connect4", "--book", &out], "is a book of connect4-5x4, expected one of connect4");
    refused(&make(&out, &["--plies", "4"]), "cannot be used multiple times");
    refused(
        &["book", "connect4-5x4", "--plies", "4", "--out", &out],
        "were made with plies=3, expected plies=4: keep these elsewhere",
    );
    refused(&["book", "connect4", "--plies", "17"], "expected a whole number from 1 to 16");
    refused(&["book", "connect5", "--plies", "2"], "connect5");
    refused(&["solve", "connect4", "--book", "/nowhere/at.all"], "cannot read /nowhere/at.all");
    assert_eq!(fs::read_to_string(&path).unwrap(), "# secateur-book-1 connect4-5x4 plies=3\n123\n");
}
