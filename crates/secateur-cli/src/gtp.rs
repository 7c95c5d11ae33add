use crate::CommandEnd;
use crate::dialogue::serve_until;
use crate::options::{Searching, Strength};
use clap::Args;
use secateur_session::Registry;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Speaks the Go Text Protocol on standard input and output, for GoGui and its tools.
///
/// Black moves first; moves are the game's own. A move takes a second, unless there is another limit or a
/// clock. The end of input quits: a search that is running then and is limited by depth alone may take ten seconds more.
#[derive(Args)]
#[command(after_help = "GoGui wants, under Program, New Program: command `secateur gtp othello`.

Example: printf 'play black f5\\ngenmove white\\nshowboard\\n' | secateur gtp othello --depth 8")]
pub(crate) struct GtpCommand {
    /// Game
    game: String,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    strength: Strength,
}

/// The time that a search without a limit in time or nodes goes on once the input has ended.
const FAREWELL: Duration = Duration::from_secs(10);

impl GtpCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let game = registry.find(&self.game)?;
        let request = self.searching.playing(game, &*game.open(), self.strength)?;
        // Commands that came before the end of the input are answered, but not in hours: nobody may be left to hear it.
        let (interrupt, limited) = (
            request.control.interrupt.clone(),
            request.limits.time.is_some() || request.limits.nodes.is_some(),
        );
        let ended = move || {
            if !limited {
                std::thread::sleep(FAREWELL);
                interrupt.store(true, Ordering::Relaxed);
            }
        };
        let speaker = |say, _| {
            let mut gtp = secateur_protocol::Gtp::new(game, request, say);
            move |line: &str| gtp.line(line)
        };
        serve_until(speaker, ended)
    }
}
