use crate::CommandEnd;
use crate::beside::Beside;
use crate::dialogue::serve;
use crate::profiles::Profiled;
use clap::Args;
use secateur_session::Registry;
use secateur_session::{Algorithm, Request};

/// Speaks the Hub protocol, version 2, on standard input and output, for programs of international draughts.
///
/// The engine plays unless a profile or a parameter says otherwise. The end of input quits.
#[derive(Args)]
#[command(
    after_help = "Example: printf 'hub\\ninit\\npos start\\nlevel depth=4\\ngo think\\n' | secateur hub"
)]
pub(crate) struct HubCommand {
    #[command(flatten)]
    profiled: Profiled,
    #[command(flatten)]
    beside: Beside,
}

impl HubCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let game = registry.find("draughts")?;
        let mut request = Request::default().algorithm(Algorithm::player());
        self.profiled.apply(game.name, &mut request)?;
        self.beside.apply(game.name, || game.open().inputs(), &mut request)?;
        serve(|say, room| {
            let mut hub = secateur_protocol::Hub::new(game, say).searching(request).limit_hash(room);
            move |line: &str| hub.line(line)
        })
    }
}
