//! Dialogues in GTP, of the game that the first byte picks: every command is answered once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_session::Request;
use secateur_session::Registry;
use secateur_standard::standard;
use secateur_protocol::{Gtp, Next};
use std::sync::LazyLock;
use std::sync::mpsc;

static GAMES: LazyLock<Registry> = LazyLock::new(standard);

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let game = &GAMES.entries()[usize::from(first) % GAMES.entries().len()];
    let request = Request::default().hash(1 << 16).nodes(1_000);
    let (send, said) = mpsc::channel();
    let mut gtp = Gtp::new(game, request, move |line: &str| drop(send.send(line.to_owned())));
    for line in String::from_utf8_lossy(rest).split('\n') {
        let next = gtp.line(line);
        let said: Vec<String> = said.try_iter().collect();
        if let Some((end, lines)) = said.split_last() {
            assert!(end.is_empty() && lines[0].starts_with(['=', '?']), "{said:?}");
            assert!(lines.iter().all(|line| !line.is_empty() && !line.contains('\n')), "{said:?}");
        }
        if next == Next::Quit {
            break;
        }
    }
});
