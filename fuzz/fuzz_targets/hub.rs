//! Dialogues in the Hub protocol: every line that comes back is one line, whatever position is set up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_protocol::{Hub, Next};
use secateur_session::{Registry, Request};
use secateur_standard::standard;
use std::sync::LazyLock;
use std::sync::mpsc;

static GAMES: LazyLock<Registry> = LazyLock::new(standard);

fuzz_target!(|text: &str| {
    let game = GAMES.find("draughts").expect("draughts are a standard game");
    let request = Request::default().hash(1 << 16);
    let (send, said) = mpsc::channel();
    let say = move |line: &str| drop(send.send(line.to_owned()));
    let mut hub = Hub::new(game, say).searching(request);
    for line in text.lines() {
        if hub.line(line) == Next::Quit {
            break;
        }
    }
    drop(hub);
    for line in said {
        assert!(!line.contains('\n') && !line.contains("the search panicked"), "{line}");
    }
});
