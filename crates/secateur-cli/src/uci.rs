use crate::CommandEnd;
use crate::beside::Beside;
use crate::dialogue::serve;
use crate::profiles::Profiled;
use clap::Args;
use secateur_session::Registry;
use secateur_session::{Algorithm, Request};

/// Speaks the Universal Chess Interface on standard input and output, for chess programs.
///
/// Set up an interface to start this program with the one argument `uci`. Options (hash, threads, MultiPV,
/// strength, Chess960) are set there. Besides the protocol: `d` shows the board, and `go perft 5` counts move
/// paths. The end of input quits.
#[derive(Args)]
#[command(
    after_help = "An interface (Cute Chess, Arena, En Croissant, ...) wants: command `secateur`, argument `uci`.
A match runner, too: cutechess-cli -engine cmd=secateur arg=uci -engine cmd=other -each proto=uci tc=10+0.1

Example: (echo 'position startpos moves e2e4'; echo 'go movetime 1000'; sleep 1.5) | secateur uci"
)]
pub(crate) struct UciCommand {
    #[command(flatten)]
    profiled: Profiled,
    #[command(flatten)]
    beside: Beside,
}

impl UciCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let (game, algorithm) = (registry.find("chess")?, Algorithm::named("engine")?);
        let mut request = Request::default().algorithm(algorithm);
        self.profiled.apply(game.name, &mut request)?;
        self.beside.apply(game.name, || game.open().inputs(), &mut request)?;
        serve(|say, room| {
            let mut uci =
                secateur_protocol::Uci::new(game, algorithm, say).searching(request).limit_hash(room);
            move |line: &str| uci.line(line)
        })
    }
}
