//! Draughts on the command line: move paths, positions in FEN, and the Hub protocol.

use crate::common::{secateur, typed};

#[test]
fn paths_of_checkers_and_draughts() {
    for (game, paths) in [("checkers", "7361"), ("draughts", "27117")] {
        let out = secateur(&["perft", game, "5"]).good();
        assert!(out.replace(',', "").contains(paths), "{out}");
    }
    let wrong = secateur(&["analyse", "draughts", "W:W51:B1", "--depth", "1"]);
    assert!(wrong.complaint().contains("'51' is no square, expected 1 to 50"), "{wrong:?}");
}

#[test]
fn a_dialogue_in_the_hub_protocol() {
    let lines = "hub\nset-param name=hash value=1\ninit\npos moves=32-28\nlevel depth=3\ngo think\n";
    let out = typed(&["hub"], lines.as_bytes()).good();
    let said: Vec<&str> = out.lines().collect();
    assert!(said[0].starts_with("id name=Secateur ") && said.contains(&"wait") && said.contains(&"ready"));
    assert!(said.last().unwrap().starts_with("done move="), "{out}");
    let run = typed(&["hub"], b"\xff\xfe\npos pos=W\n");
    assert_eq!(run.good(), "error message=\"pos: the board has 0 squares, expected 50\"\n");
}
