//! A cluster of Ray as a crew, by way of the Python package, which carries the jobs there.

use crate::messages::printable;
use crate::options::whole;
use crate::output;
use anyhow::{anyhow, bail};
use clap::Args;
use secateur_games::Unreadable;
use secateur_lab::Error;
use secateur_lab::crew::{Crew, CrewWork, Returned};
use secateur_lab::experiment::Job;
use secateur_lab::workforce::Workforce;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Where work is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OnRay {
    /// The address of the cluster; none for that of the environment, or a new one on this machine.
    pub(crate) address: Option<String>,
}

/// Reads `ray` or `ray://ADDRESS`.
pub(crate) fn on_ray(text: &str) -> Result<OnRay, Unreadable> {
    match text.strip_prefix("ray") {
        Some("") => Ok(OnRay { address: None }),
        Some("://auto") => Ok(OnRay { address: Some("auto".into()) }),
        Some(rest) if rest.starts_with("://") && rest.len() > 3 => Ok(OnRay { address: Some(text.into()) }),
        _ => Err(Unreadable("expected ray, ray://HOST:PORT or ray://auto".into())),
    }
}

/// Work that a cluster can do in place of this process.
#[derive(Args, Default)]
pub(crate) struct Elsewhere {
    /// Have it done by a cluster: ray or ray://HOST:PORT, through the Python package secateur[ray]
    #[arg(long, value_name = "WHERE", value_parser = on_ray)]
    on: Option<OnRay>,
    /// Number of workers there; by default one for each processor
    #[arg(long, value_name = "N", requires = "on", value_parser = whole::<usize>(1..=100_000), allow_negative_numbers = true)]
    workers: Option<usize>,
}

impl Elsewhere {
    /// Whether it is to be done there.
    pub(crate) fn is_asked(&self) -> bool {
        self.on.is_some()
    }

    /// The workers there, for jobs of this kind; none if it is to be done here.
    pub(crate) fn crew(&self, kind: &str) -> anyhow::Result<Option<Cluster>> {
        self.on.as_ref().map(|on| Cluster::start(on, kind, "", self.workers)).transpose()
    }

    /// That cluster, or else so many threads here.
    pub(crate) fn workforce(cluster: &mut Option<Cluster>, threads: usize) -> Workforce<'_> {
        cluster.as_mut().map_or(Workforce::Threads(threads), |cluster| Workforce::Crew(cluster))
    }
}

/// The variable that names the Python that has the package; else it is looked for where commands are.
const PYTHON: &str = "SECATEUR_PYTHON";

/// A job on its way there; what has no number is for all workers.
#[derive(Serialize)]
struct Sent<'a> {
    id: Option<u64>,
    job: &'a str,
}

/// A line from there.
#[derive(Deserialize)]
#[serde(untagged)]
enum Said {
    Error { error: String },
    Ready { workers: usize, hosts: usize, program: String },
    Returned { id: u64, found: Option<String>, why: String },
}

/// The workers of a cluster. They end when this is dropped.
pub(crate) struct Cluster {
    process: Child,
    to: Option<ChildStdin>,
    from: Receiver<Said>,
    workers: usize,
    /// The machines that they run on.
    pub(crate) hosts: usize,
}

impl Cluster {
    /// Starts workers that do jobs of this kind for this task: so many, or one for each processor of the cluster.
    pub(crate) fn start(
        on: &OnRay,
        kind: &str,
        task: &str,
        workers: Option<usize>,
    ) -> anyhow::Result<Cluster> {
        let named = std::env::var_os(PYTHON);
        let names = named.clone().map_or(vec!["python3".into(), "python".into()], |name| vec![name]);
        let address = on.address.as_deref().unwrap_or("");
        let arguments =
            ["-m", "secateur._carrier", kind, address, &workers.unwrap_or(0).to_string()].map(str::to_owned);
        let start = |python| {
            let mut command = Command::new(python);
            command.args(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().ok()
        };
        let Some(mut process) = names.iter().find_map(start) else {
            let looked = named.map_or("python3".into(), |name| name.to_string_lossy().into_owned());
            bail!(
                "'{looked}' cannot be started, and Ray is a package of Python: expected one on the path, or {PYTHON}=PATH"
            );
        };
        let (Some(mut to), Some(out), Some(err)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            unreachable!("all three were asked for");
        };
        let (say, from) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let read = serde_json::from_str(&line);
                let said = read.unwrap_or_else(|_| Said::Error { error: format!("Python says: {line}") });
                if say.send(said).is_err() {
                    return;
                }
            }
        });
        let complaints = thread::spawn(move || {
            let mut last = String::new();
            for line in BufReader::new(err).lines().map_while(Result::ok) {
                if !line.trim().is_empty() {
                    last = line;
                }
            }
            last
        });
        // A process that has ended says why, or its last line on standard error does.
        let _ = writeln!(to, "{task}");
        let mut cluster = Cluster { process, to: Some(to), from, workers: 0, hosts: 0 };
        match cluster.from.recv() {
            Ok(Said::Ready { workers, hosts, program }) if program == Job::program() => {
                (cluster.workers, cluster.hosts) = (workers, hosts);
                Ok(cluster)
            }
            Ok(Said::Ready { program, .. }) => {
                let ours = Job::program();
                bail!("the Python package is of {program}, expected {ours}, the version of this program")
            }
            Ok(Said::Error { error }) => Err(anyhow!(error)),
            _ => {
                drop(cluster);
                let last = complaints.join().unwrap_or_default();
                match last.contains("No module named") {
                    true => bail!(
                        "this Python has no package secateur, expected it by `pip install secateur[ray]`, or {PYTHON}=PATH of a Python that has it"
                    ),
                    false => bail!("Python did not start the workers: {}", printable(&last, 200)),
                }
            }
        }
    }

    /// How work went there, in one line.
    pub(crate) fn summary(&self, work: &CrewWork) -> String {
        format!(
            "{} on {}, {:.1} % of the time with work, {} done again",
            output::counted(self.workers as u64, "worker"),
            output::counted(self.hosts as u64, "machine"),
            100.0 * work.utilisation,
            output::counted(work.lost, "job")
        )
    }

    fn write(&mut self, sent: &Sent<'_>) -> Result<(), Error> {
        let line = serde_json::to_string(sent).unwrap_or_default();
        let sent = self.to.as_mut().map(|to| writeln!(to, "{line}"));
        sent.filter(Result::is_ok).map(drop).ok_or_else(Cluster::broken)
    }

    /// Why no more can be said to the cluster, or heard of it.
    fn broken() -> Error {
        Unreadable("the process that carries jobs to the cluster has ended".into()).into()
    }
}

impl Crew for Cluster {
    fn workers(&self) -> usize {
        self.workers
    }

    fn send(&mut self, id: u64, job: &str) -> Result<(), Error> {
        self.write(&Sent { id: Some(id), job })
    }

    fn tell(&mut self, news: &str) -> Result<(), Error> {
        self.write(&Sent { id: None, job: news })
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<Returned>, Error> {
        match self.from.recv_timeout(patience) {
            Ok(Said::Returned { id, found, why }) => Ok(Some(Returned { id, found: found.ok_or(why) })),
            Ok(Said::Error { error }) => Err(Unreadable(error).into()),
            Ok(Said::Ready { .. }) | Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Cluster::broken()),
        }
    }
}

impl Drop for Cluster {
    /// Its input ends, and so it does.
    fn drop(&mut self) {
        self.to = None;
        let _ = self.process.wait();
    }
}
