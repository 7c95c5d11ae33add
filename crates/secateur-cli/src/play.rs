use crate::analyse::value;
use crate::options::Searching;
use crate::{End, open, output};
use clap::Args;
use secateur_games::Registry;
use secateur_games::session::{Request, Session};
use std::io::{BufRead, IsTerminal, Write};
use std::time::Duration;

/// A person against the program, or the program against itself.
///
/// Type a move, or: hint, undo, moves, board, swap, help, quit.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur play tictactoe\n  secateur play connect4 --second --time 3s\n  secateur play clobber --watch"
)]
pub(crate) struct Play {
    /// The game
    game: String,
    /// The position, the start by default
    position: Option<String>,
    /// Let the program move first
    #[arg(long, conflicts_with = "watch")]
    second: bool,
    /// Watch the program play against itself
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    searching: Searching,
}

const HELP: &str = "a move     play it            hint       what the program would play
undo       take back yours    moves      the legal moves
board      draw the board     swap       change sides
help       this               quit       leave";

impl Play {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        let mut session = open(registry, &self.game, self.position.as_deref())?;
        let mut request = self.searching.request()?;
        if request.depth.is_none() && request.nodes.is_none() && request.time.is_none() {
            request.time = Some(Duration::from_secs(1));
        }
        let mut persons_turn = !self.watch && !self.second;
        output::line(session.draw())?;
        loop {
            if let Some(outcome) = session.outcome() {
                let side = session.side();
                output::line(format_args!(
                    "\nThe game is over: {outcome} for {side}, who would be to move."
                ))?;
                return Ok(End::Done);
            }
            if persons_turn {
                match ask(&mut *session, &request)? {
                    Asked::Moved => {}
                    Asked::Swap => {}
                    Asked::Quit => return Ok(End::Done),
                }
            } else {
                let answer = session.analyse(&request, &mut |_| ());
                let Some(best) = &answer.best else { return Ok(End::Done) };
                output::line(format_args!(
                    "\n{} plays {best}   ({} for it, depth {})",
                    session.side(),
                    value(&answer),
                    answer.depth
                ))?;
                session.play(best)?;
            }
            output::line(format_args!("\n{}", session.draw()))?;
            if request.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            persons_turn = !self.watch && !persons_turn;
        }
    }
}

enum Asked {
    Moved,
    Swap,
    Quit,
}

/// Asks until there is a move.
fn ask(session: &mut dyn Session, request: &Request) -> anyhow::Result<Asked> {
    loop {
        if std::io::stdin().is_terminal() {
            print!("\n{} to move (or help): ", session.side());
            std::io::stdout().flush()?;
        }
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(Asked::Quit);
        }
        match line.trim() {
            "" => {}
            "help" | "?" => output::line(HELP)?,
            "quit" | "exit" | "q" => return Ok(Asked::Quit),
            "swap" => return Ok(Asked::Swap),
            "moves" => output::line(session.moves().join(" "))?,
            "board" => output::line(session.draw())?,
            // Two halves: the program's last move and one's own.
            "undo" => {
                let undone = session.undo();
                session.undo();
                output::line(if undone { session.draw() } else { "There is nothing to take back.".into() })?;
            }
            "hint" => {
                let answer = session.analyse(request, &mut |_| ());
                output::line(format_args!(
                    "{} ({}), then {}",
                    answer.pv.first().map_or("-", String::as_str),
                    value(&answer),
                    answer.pv.get(1..).unwrap_or(&[]).join(" ")
                ))?;
            }
            text => match session.play(text) {
                Ok(()) => return Ok(Asked::Moved),
                Err(error) => output::line(format_args!("{error}"))?,
            },
        }
    }
}
