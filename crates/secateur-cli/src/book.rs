use crate::options::{bytes, whole};
use crate::{CommandEnd, interrupt, memory, open, output};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::opening_book::{self, PLIES};
use secateur_session::{Registry, Request};
use std::path::PathBuf;
use std::time::Instant;

/// Makes an opening book: the exact value of every position a given number of plies from the start.
///
/// Each is written as it is found. After any interruption the same command resumes the work. The file is
/// one that `secateur solve --file` checks, and that `secateur solve --book` uses.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur book connect4-5x4 --plies 6
  secateur book connect4 --plies 8 --threads 2 --hash 1GiB --out connect4.book
  secateur solve connect4 --book connect4.book")]
pub(crate) struct BookCommand {
    /// Game
    game: String,
    /// Number of plies from the start
    #[arg(long, value_name = "N", value_parser = whole::<u32>(PLIES), allow_negative_numbers = true)]
    plies: u32,
    /// File to write it to; the game's name and `.book` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Size of the transposition table: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes, allow_hyphen_values = true)]
    hash: usize,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
}

impl BookCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        memory::check_room_for(self.hash, "--hash")?;
        let session = open(registry, &self.game, None)?;
        let path = self.out.clone().unwrap_or_else(|| format!("{}.book", self.game).into());
        let (hash, threads) = (self.hash, self.threads);
        let request = Request::default().hash(hash).threads(threads).interrupt(interrupt::flag()?);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left")?;
        let (bar, start) = (ProgressBar::new(0).with_style(style), Instant::now());
        let made = opening_book::make(&path, &self.game, &*session, self.plies, &request, &mut |so_far| {
            bar.set_length(so_far.positions as u64);
            bar.set_position(so_far.there as u64);
            if so_far.there == so_far.before {
                // What was there before tells nothing of the time that is left.
                bar.reset_eta();
            }
        });
        bar.finish_and_clear();
        let made = made?;
        if !made.is_complete() {
            output::line(format_args!(
                "{} of {} positions are in {}. The same command goes on from there.",
                output::thousands(made.there as u64),
                output::thousands(made.positions as u64),
                path.display()
            ))?;
            return Ok(CommandEnd::Interrupted);
        }
        output::line(format_args!(
            "{}: {} after {}, {} of them solved now in {} nodes, {}",
            path.display(),
            output::counted(made.positions as u64, "position"),
            output::counted(u64::from(self.plies), "ply"),
            output::thousands((made.there - made.before) as u64),
            output::thousands(made.nodes),
            output::milliseconds(start.elapsed().as_secs_f64() * 1e3)
        ))?;
        Ok(CommandEnd::Done)
    }
}
