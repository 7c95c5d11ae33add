//! `secateur tablebase`.

use crate::common::{assert_fields, file, secateur};

#[test]
fn a_tablebase_is_made_and_answers() {
    let path = file("dodgem.tablebase", b"");
    let text = secateur(&["tablebase", "dodgem", "--to", &path, "--counts"]).good();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("1,349 positions: "), "{text}");
    assert_eq!(lines[2], "start: win in 19 for X");
    assert!(lines.iter().any(|line| line.trim().starts_with("win in 19 ")), "{text}");
    let made = secateur(&["tablebase", "dodgem", "--json"]).json().remove(0);
    assert_fields(
        &made,
        "game:s position:s positions:i wins:i draws:i losses:i longest:i longest_from:s? value:i? plies:i? counts:O time_ms:f file:s? bytes:i?",
    );
    assert_eq!((made["positions"].as_u64(), made["plies"].as_u64()), (Some(1349), Some(19)));
    let text = secateur(&["tablebase", "dodgem", "--from", &path]).good();
    assert!(text.starts_with("start: win in 19 for X\n") && text.contains("win in 19"), "{text}");
    let answer = secateur(&["tablebase", "dodgem", "--from", &path, "--json"]).json().remove(0);
    assert_fields(&answer, "game:s position:s value:i plies:i? moves:O");
    let best = &answer["moves"][0];
    assert_fields(best, "move:s value:i plies:i?");
    assert_eq!((best["value"].as_i64(), best["plies"].as_u64()), (Some(1), Some(19)));
    let known = secateur(&["solve", "dodgem", "--tablebase", &path]).good();
    assert!(known.contains("value 1 (win for the side to move)") && known.contains(" 0 nodes"), "{known}");
    let known = secateur(&["analyse", "dodgem", "--depth", "1", "--tablebase", &path]).good();
    assert!(known.contains("win in 19"), "{known}");
    let wrong = secateur(&["solve", "nim", "--tablebase", &path]);
    assert!(
        wrong.status == Some(2)
            && wrong.sentence().ends_with("is a tablebase of dodgem, expected one of nim"),
        "{wrong:?}"
    );
    let wrong = secateur(&["tablebase", "dodgem", "4x4", "--from", &path]);
    assert!(
        wrong.status == Some(2) && wrong.sentence().ends_with("and this position is not there"),
        "{wrong:?}"
    );
    let wrong = secateur(&["tablebase", "nim", "--from", &path]);
    assert!(wrong.status == Some(2) && wrong.sentence().contains("in dodgem from"), "{wrong:?}");
}

#[test]
fn what_is_no_tablebase_is_said() {
    let path = file("not.tablebase", b"nothing\n");
    let run = secateur(&["tablebase", "dodgem", "--from", &path]);
    assert!(
        run.status == Some(2) && run.sentence().contains("it is no tablebase, which begins with"),
        "{run:?}"
    );
    let run = secateur(&["tablebase", "dodgem", "4x4", "--hash", "1MiB"]);
    assert!(
        run.status == Some(2) && run.sentence().starts_with("there are more positions than 1 MiB"),
        "{run:?}"
    );
    let run = secateur(&["tablebase", "go"]);
    assert!(run.status == Some(2) && run.sentence().starts_with("go has no tablebase"), "{run:?}");
    let run = secateur(&["tablebase", "dodgem", "--from", "nowhere.tablebase"]);
    assert!(run.status == Some(2) && run.sentence().starts_with("cannot read nowhere.tablebase"), "{run:?}");
}
