use crate::CommandEnd;
use crate::beside::Beside;
use crate::dialogue::serve;
use crate::profiles::Profiled;
use clap::Args;
use secateur_session::Registry;
use secateur_session::{Algorithm, Request};

/// Speaks the Universal Game Interface on standard input and output, for match runners and interfaces.
///
/// It is UCI for any game, played by the engine unless an option or a profile says otherwise: ugi, isready, setoption, uginewgame, position, go, stop, query, quit. The end of
/// input quits.
#[derive(Args)]
#[command(
    after_help = "Example: printf 'position startpos moves 4 4\\ngo nodes 1000\\n' | secateur ugi connect4"
)]
pub(crate) struct UgiCommand {
    /// Game
    game: String,
    #[command(flatten)]
    profiled: Profiled,
    #[command(flatten)]
    beside: Beside,
}

impl UgiCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let game = registry.find(&self.game)?;
        let mut request = Request::default().algorithm(Algorithm::player());
        self.profiled.apply(game.name, &mut request)?;
        self.beside.apply(game.name, || game.open().inputs(), &mut request)?;
        serve(|say, room| {
            let mut ugi = secateur_protocol::Ugi::new(game, say).searching(request).limit_hash(room);
            move |line: &str| ugi.line(line)
        })
    }
}
