use crate::lab::read_positions;
use crate::options::whole;
use crate::{CommandEnd, interrupt, messages, output};
use anyhow::Context;
use clap::Args;
use secateur_lab::shelf::Shelf;
use secateur_playground::Allowance;
use secateur_session::Registry;
use secateur_web::{Config, Server};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Serves the playground: a page on which trees and boards can be searched, step by step, and played on.
///
/// It listens on this machine alone, until Ctrl-C. With --address it can be reached by others, who then need the token: the
/// address of the page ends with ?token=TOKEN.
///
/// With --lab it shows files of the laboratory, those that are named and no others, and never writes them: experiments with their
/// stores while they run, stores of matches, and reports.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur serve --open
  secateur serve --port 8080 --json
  secateur serve --lab experiments/fixed-depth.toml secateur.db --lab match.db")]
pub(crate) struct ServeCommand {
    /// Port; any free one for 0
    #[arg(long, default_value_t = 7373, value_parser = whole::<u16>(0..=65_535), allow_negative_numbers = true)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// What clients have to know, 8 characters or more
    #[arg(long)]
    token: Option<String>,
    /// The longest search, in seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u32>(1..=86_400), allow_negative_numbers = true)]
    longest: u32,
    /// The searches that may run at once
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_024), allow_negative_numbers = true)]
    searches: Option<u32>,
    /// Files of the laboratory to show: experiments (.toml) with the stores of their rows, stores of matches, reports in JSON
    #[arg(long, value_name = "FILE", num_args = 1..)]
    lab: Vec<PathBuf>,
    /// Print one JSON object once it listens
    #[arg(long)]
    json: bool,
}

impl ServeCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let usual = Config::default();
        let searches = self.searches.map_or(usual.searches, |searches| searches as usize);
        let allowance = Allowance { time: Duration::from_secs(self.longest.into()), ..usual.allowance };
        let (port, address, token) = (self.port, self.address, self.token.clone());
        let shelf = Arc::new(Shelf::open(&self.lab, registry, &read_positions)?);
        let config = Config { port, address, token, allowance, searches, shelf, ..usual };
        let server = Server::bind(registry.clone(), config)?;
        let url = match &self.token {
            Some(token) => format!("{}?token={token}", server.url()),
            None => server.url(),
        };
        if self.json {
            output::json(&serde_json::json!({ "url": url }))?;
        } else {
            output::line(format_args!("The playground is at {url} until Ctrl-C."))?;
        }
        if self.open
            && let Err(error) = open(&url)
        {
            messages::say(&format!("{error:#}"));
        }
        interrupt::ends_the_process()?;
        server.run()?;
        Ok(CommandEnd::Done)
    }
}

/// Opens a page in the browser that the system prefers.
fn open(url: &str) -> anyhow::Result<()> {
    let (program, first): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().with_context(|| format!("cannot run {program} to open the page"))?;
    Ok(())
}
