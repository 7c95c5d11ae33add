//! `play`, with somebody typing.

use crate::common::{secateur, typed};

/// Returns the output after these lines were typed; the end of input leaves.
fn play(arguments: &[&str], lines: &str) -> String {
    typed(&[&["play"], arguments].concat(), lines.as_bytes()).good()
}

#[test]
fn tictactoe_to_the_end() {
    // Whatever is legal of this, in turn: the program does not lose.
    let cells = "a1 b1 c1 a2 b2 c2 a3 b3 c3 ".repeat(9).replace(' ', "\n");
    for (side, arguments) in [("X", ["--depth", "9"].as_slice()), ("O", &["--depth", "9", "--second"])] {
        let out = play(&[&["tictactoe"], arguments].concat(), &cells);
        let order = if side == "X" { "first" } else { "second" };
        assert!(
            out.starts_with(&format!("You are {side} and move {order}. Type a move, or: hint, ")),
            "{out}"
        );
        let verdict = out.lines().last().unwrap();
        let lost = format!("You lose: {} wins.", if side == "X" { "O" } else { "X" });
        assert!(verdict == "A draw." || verdict == lost, "{out}");
    }
}

#[test]
fn nim_to_the_end_in_plain_words() {
    assert_eq!(play(&["nim", "1"], "1-1\n").lines().last(), Some("You win!"));
    assert_eq!(play(&["nim", "1,1"], "1-1\n").lines().last(), Some("You lose: second wins."));
    assert_eq!(play(&["nim", "2", "--second"], "").lines().last(), Some("You lose: first wins."));
    let out = play(&["nim", "2", "--second"], "");
    assert!(
        out.starts_with("You move second. ") && out.contains("\nfirst plays 1-2   (win in 1 for first"),
        "{out}"
    );
}

#[test]
fn wins_by_points_say_by_how_many() {
    assert_eq!(play(&["tree", "(7 (1 2))"], "0\n").lines().last(), Some("You win by 7!"));
    assert_eq!(play(&["tree", "(-7 (1 2))"], "0\n").lines().last(), Some("You lose: min wins by 7."));
}

#[test]
fn the_program_against_itself() {
    let out = secateur(&["play", "tictactoe", "--watch", "--depth", "9"]).good();
    assert_eq!(out.lines().filter(|line| line.contains(" plays ")).count(), 9, "{out}");
    assert_eq!(out.lines().last(), Some("A draw."));
    let out = secateur(&["play", "nim", "1,2,4", "--watch", "--depth", "3"]).good();
    assert_eq!(out.lines().last(), Some("first wins."));
}

#[test]
fn reflexes_need_one_search() {
    let out = secateur(&["play", "tictactoe", "--watch", "--depth", "9", "--algorithm", "reflex"]).good();
    let searched = out.lines().filter(|line| line.contains(" plays ") && line.contains("at depth"));
    assert!(searched.count() <= 2, "{out}");
    assert_eq!(out.lines().last(), Some("A draw."));
}

#[test]
fn a_game_that_is_over_before_it_begins() {
    let out = play(&["tictactoe", "XXX/OO./..."], "a3\n");
    assert_eq!(out.lines().last(), Some("The game is over: loss for O, who would be to move."));
}

#[test]
fn the_boards_come_with_the_moves() {
    let out = play(&["tictactoe", "--depth", "9", "--algorithm", "mtd-f"], "b2\n");
    let boards = ["   a b c\n 1 . . .\n 2 . . .\n 3 . . .\n", "   a b c\n 1 . . .\n 2 . X .\n 3 . . .\n"];
    assert!(boards.iter().all(|board| out.contains(board)), "{out}");
    let answer = out.lines().find(|line| line.starts_with("O plays ")).unwrap();
    assert!(answer.contains("(draw for O at depth "), "{out}");
    assert!(!out.contains('\x1b'), "no colours where there is no terminal");
}

#[test]
fn moves_may_be_typed_as_people_do() {
    let out = play(&["tictactoe", "--depth", "1"], "  B2  \r\nrecord\n");
    assert!(out.lines().any(|line| line.starts_with("1. b2 ")), "{out}");
}

#[test]
fn a_bad_move_is_explained_and_asked_again() {
    let out = play(&["tictactoe", "--depth", "1"], "z9\nhnt\n\nb2\nb2\n");
    let bad: Vec<&str> = out.lines().filter(|line| line.contains("is not a legal move")).collect();
    assert_eq!(bad.len(), 3, "{out}");
    assert_eq!(bad[0], "'z9' is not a legal move, expected one of a1 b1 c1 a2 b2 c2 a3 b3 c3");
    assert!(bad[1].ends_with("(did you mean 'hint'?)"));
    assert!(bad[2].starts_with("'b2' is not"));
}

#[test]
fn nothing_that_is_typed_does_harm() {
    let mut junk = vec![0, 255, 254, b'\n', 27, b'[', b'3', b'1', b'm', b'\n'];
    junk.extend([b'x'; 100_000]);
    junk.extend(b"\nb2");
    let out = typed(&["play", "tictactoe", "--depth", "1"], &junk).good();
    assert!(out.contains("O plays ") && !out.contains('\x1b'), "{out}");
}

#[test]
fn undo_takes_back_both_halves() {
    let out = play(&["tictactoe", "--depth", "1"], "undo\nb2\nundo\nundo\nrecord\nb2\nrecord\n");
    assert_eq!(out.matches("There is no move of yours to take back.").count(), 2, "{out}");
    assert!(out.contains("No move has been played yet."), "{out}");
    assert!(out.lines().last().unwrap().starts_with("1. b2 "), "{out}");
    // The program's first move alone is nothing of the person's.
    let out = play(&["tictactoe", "--second", "--depth", "1"], "undo\n");
    assert!(out.ends_with("There is no move of yours to take back.\n"), "{out}");
}

#[test]
fn a_hint_is_a_move_with_a_reason() {
    let out = play(&["connect4", "112233", "--depth", "5"], "hint\n4\n");
    assert!(out.contains("\n4   (win in 1 for you)\n"), "{out}");
    assert_eq!(out.lines().last(), Some("You win!"));
}

#[test]
fn the_last_move_is_told() {
    let out = play(&["tictactoe", "--depth", "9"], "b2\n");
    assert!(out.contains(" 3 . . .\nlast move: X b2\n"), "{out}");
    let answer = out.lines().find_map(|line| line.strip_prefix("O plays ")).unwrap();
    let answer = answer.split(' ').next().unwrap();
    assert_eq!(out.lines().last(), Some(format!("last move: O {answer}").as_str()));
}

#[test]
fn the_values_of_all_moves_are_a_table() {
    let out = play(&["connect4", "112233", "--depth", "5"], "values\n");
    let rows: Vec<Vec<&str>> = out
        .lines()
        .filter(|line| line.contains("depth"))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows.len(), 7, "{out}");
    assert_eq!(rows[0][..6], ["4", "win", "in", "1", "depth", "1"], "{out}");
    // The others are sorted, too: those that lose come last.
    let lost = rows.iter().position(|row| row[1] == "loss").unwrap_or(7);
    assert!(rows[lost..].iter().all(|row| row[1] == "loss"), "{out}");
    let numbers: Vec<i32> = rows[1..lost].iter().map(|row| row[1].parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a >= b), "{out}");
}

#[test]
fn swapping_sides_hands_the_move_to_the_program() {
    let out = play(&["tictactoe", "--depth", "1"], "swap\nrecord\nmoves\n");
    assert!(out.contains("X plays "), "{out}");
    let lines: Vec<&str> = out.lines().rev().take(2).collect();
    assert!(lines[1].starts_with("1. ") && lines[0].split("  ").count() == 8, "{out}");
}

#[test]
fn help_and_quit() {
    let out = play(&["tictactoe"], "help\nquit\nb2\n");
    assert!(out.contains("hint       what the program would play") && !out.contains(" plays "), "{out}");
}

#[test]
fn a_users_own_game_names_its_sides_first_and_second() {
    let out = play(&["uniform", "b=2 d=2"], "0\n");
    assert!(out.starts_with("You move first. ") && out.contains("\nsecond plays "), "{out}");
}

#[test]
fn the_engine_plays_at_a_level_and_plays_an_only_move_at_once() {
    let start = std::time::Instant::now();
    let out = play(&["nim", "1,1", "--second", "--time", "60s"], "1-1\n");
    assert!(out.contains("first plays 1-1") && start.elapsed().as_secs() < 30, "{out}");
    let out = play(&["nim", "1", "--second", "--time", "60s"], "");
    assert!(out.contains("first plays 1-1   (the only move)"), "{out}");
    for strength in [["--level", "1"], ["--elo", "800"]] {
        let out = play(&[&["connect4", "--watch"][..], &strength].concat(), "");
        assert!(out.contains("wins.") || out.ends_with("A draw.\n"), "{out}");
    }
    let refused = secateur(&["play", "nim", "--level", "3", "--algorithm", "mtd-f"]);
    assert!(refused.complaint().contains("mtd-f plays at full strength only"), "{refused:?}");
}

#[test]
fn a_random_player_is_the_same_for_equal_seeds() {
    let game = |seed| play(&["clobber", "--watch", "--algorithm", "random", "--seed", seed], "");
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}
