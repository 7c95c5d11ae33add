//! Dialogues in the NBoard protocol: every line that comes back is one line, whatever game is handed over.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_session::Request;
use secateur_session::Registry;
use secateur_standard::standard;
use secateur_protocol::{NBoard, Next};
use std::sync::LazyLock;
use std::sync::mpsc;

static GAMES: LazyLock<Registry> = LazyLock::new(standard);

fuzz_target!(|text: &str| {
    let game = GAMES.find("othello").expect("Othello is a standard game");
    let request = Request::default().hash(1 << 16).nodes(1_000);
    let (send, said) = mpsc::channel();
    let note = send.clone();
    let say = move |line: &str| drop(send.send(line.to_owned()));
    let mut nboard = NBoard::new(game, request, say, move |line: &str| drop(note.send(line.to_owned())));
    for line in text.lines() {
        if nboard.line(line) == Next::Quit {
            break;
        }
    }
    drop(nboard);
    for line in said {
        // Words of the dialogue may come back; these are the program's own.
        assert!(!line.contains('\n') && !line.starts_with("status the search panicked"), "{line}");
    }
});
