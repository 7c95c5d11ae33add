use crate::End;
use crate::converse::converse;
use crate::options::{Searching, Strength};
use clap::Args;
use secateur_session::Registry;

/// Speaks the Go Text Protocol on standard input and output, for GoGui and its tools.
///
/// Black moves first; moves are the game's own. A move takes a second, unless there is another limit or a
/// clock. The end of input quits.
#[derive(Args)]
#[command(after_help = "GoGui wants, under Program, New Program: command `secateur gtp othello`.

Example: printf 'play black f5\\ngenmove white\\nshowboard\\n' | secateur gtp othello --depth 8")]
pub(crate) struct Gtp {
    /// The game
    game: String,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    strength: Strength,
}

impl Gtp {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        let game = registry.find(&self.game)?;
        let request = self.searching.playing(game, self.strength)?;
        converse(|say, _| {
            let mut gtp = secateur_protocol::Gtp::new(game, request, say);
            move |line: &str| gtp.line(line)
        })
    }
}
