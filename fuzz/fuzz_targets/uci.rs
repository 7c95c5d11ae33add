//! Dialogues in UCI: every line that comes back is one line, and a search that is stopped has answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_session::Algorithm;
use secateur_session::Registry;
use secateur_standard::standard;
use secateur_protocol::{Next, Uci};
use std::sync::LazyLock;
use std::sync::mpsc;

static GAMES: LazyLock<Registry> = LazyLock::new(standard);

fuzz_target!(|text: &str| {
    let game = GAMES.find("chess").expect("chess is a standard game");
    let algorithm = Algorithm::named("engine").expect("the engine is an algorithm");
    let (send, said) = mpsc::channel();
    let mut uci =
        Uci::new(game, algorithm, move |line: &str| drop(send.send(line.to_owned()))).limit_hash(1 << 20);
    for line in text.lines() {
        if uci.line(line) == Next::Quit {
            break;
        }
    }
    drop(uci);
    for line in said {
        assert!(!line.contains('\n') && !line.contains("panicked"), "{line}");
    }
});
