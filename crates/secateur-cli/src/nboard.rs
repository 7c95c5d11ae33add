use crate::dialogue::serve;
use crate::options::Searching;
use crate::{CommandEnd, messages};
use clap::Args;
use secateur_session::Registry;

/// Speaks the NBoard protocol on standard input and output, for Othello programs.
///
/// Set up an interface to start this program with the one argument `nboard`; the depth is set there. The
/// options hold until it is, and those for time and nodes beside it. The end of input quits.
#[derive(Args)]
#[command(after_help = "NBoard wants, under Engine, Select Opponent, Add: command `secateur nboard`.

Example: (echo 'nboard 2'; echo 'move F5'; echo 'hint 3'; sleep 2) | secateur nboard --depth 8")]
pub(crate) struct NboardCommand {
    #[command(flatten)]
    searching: Searching,
}

impl NboardCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let game = registry.find("othello")?;
        let request = self.searching.request(game, &*game.open(), false)?;
        serve(|say, _| {
            let mut nboard = secateur_protocol::NBoard::new(game, request, say, messages::say);
            move |line: &str| nboard.line(line)
        })
    }
}
