use crate::{End, interrupt, memory, output};
use clap::Args;
use secateur_games::Registry;
use secateur_protocol::Next;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

/// Speaks the Universal Game Interface on standard input and output, for match runners and interfaces.
///
/// It is UCI for any game: ugi, isready, setoption, uginewgame, position, go, stop, query, quit. The end of
/// input quits.
#[derive(Args)]
#[command(
    after_help = "Example: printf 'position startpos moves 4 4\\ngo nodes 1000\\n' | secateur ugi connect4"
)]
pub(crate) struct Ugi {
    /// The game
    game: String,
}

impl Ugi {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        let game = registry.find(&self.game)?;
        interrupt::ends_the_process()?;
        let failure = Arc::new(Mutex::new(None));
        let failed = failure.clone();
        let say = move |line: &str| {
            if let Err(error) = output::line(line) {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        };
        let room = memory::free_memory().and_then(|bytes| usize::try_from(bytes).ok());
        let mut ugi = secateur_protocol::Ugi::new(game, say).limit_hash(room.unwrap_or(usize::MAX));
        for line in std::io::stdin().lock().split(b'\n') {
            let next = ugi.line(&String::from_utf8_lossy(&line?));
            if next == Next::Quit || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                break;
            }
        }
        drop(ugi);
        match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(End::Done),
        }
    }
}
