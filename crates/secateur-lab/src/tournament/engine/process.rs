//! Another process, lines in and lines out. It is the first of a group of its own, which is ended as a whole.

use super::super::seat::Fault;
use group::{Group, Guard};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The most lines that may wait to be read; a program that says more has to wait itself.
const WAITING: usize = 256;
/// A longer line is taken in pieces, in bytes.
const LONGEST: u64 = 1 << 16;
/// The time between checks for an interrupted match.
const TICK: Duration = Duration::from_millis(20);
/// The most time a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program, and all that it starts.
#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    pub(super) type Group = Pid;

    pub(super) fn lead(command: &mut Command) -> &mut Command {
        command.process_group(0)
    }

    pub(super) fn of(child: &Child) -> Option<Group> {
        Pid::from_raw(child.id().cast_signed())
    }

    pub(super) fn end(group: Group) {
        // One that is gone already is no error.
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// Ends a group if this process is killed and cannot: a shell that waits for a line, or for the end of its input, which
    /// comes with the end of this process, however that ends. (A signal at the parent's death would be Linux's own,
    /// would be sent at the end of the thread that started the program, and could not be asked for without unsafe code.)
    #[derive(Debug)]
    pub(super) struct Guard(Child);

    impl Guard {
        /// None where there is no shell.
        pub(super) fn over(group: Group) -> Option<Guard> {
            let mut shell = Command::new("sh");
            shell.args([
                "-c",
                "read line || kill -s KILL -- \"-$1\"",
                "guard",
                &group.as_raw_nonzero().to_string(),
            ]);
            // The Ctrl-C of a terminal is not for it.
            let quiet =
                shell.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            quiet.spawn().ok().map(Guard)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            // There is nothing left to end.
            drop(self.0.stdin.take().map(|mut line| line.write_all(b"done\n")));
            let _ = self.0.wait();
        }
    }
}

/// Elsewhere only the program itself is ended.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) type Group = u32;

    pub(super) fn lead(command: &mut Command) -> &mut Command {
        command
    }

    pub(super) fn of(_: &Child) -> Option<Group> {
        None
    }

    pub(super) fn end(_: Group) {}

    #[derive(Debug)]
    pub(super) struct Guard;

    impl Guard {
        pub(super) fn over(_: Group) -> Option<Guard> {
            None
        }
    }
}

/// The groups that are alive.
static ALIVE: Mutex<Vec<Group>> = Mutex::new(Vec::new());

fn alive() -> MutexGuard<'static, Vec<Group>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every program that a match has started, with all that it has started itself: for ending the process
/// without returning from [`Match::run`](super::super::Match::run).
pub fn end_all() {
    alive().drain(..).for_each(group::end);
}

/// A program that runs. Dropped, it is told to quit, and ended.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Option<Group>,
    guard: Option<Guard>,
    /// A thread of its own writes: a program that does not read would hold up the match.
    input: Sender<String>,
    lines: Receiver<String>,
    /// The last line on its standard error.
    last_words: Arc<Mutex<String>>,
    /// Whoever listens there.
    listener: Option<JoinHandle<()>>,
    interrupt: Arc<AtomicBool>,
}

impl Process {
    pub(crate) fn start(command: &[String], interrupt: &Arc<AtomicBool>) -> io::Result<Process> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut child = group::lead(&mut Command::new(program))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let group = group::of(&child);
        alive().extend(group);
        let guard = group.and_then(Guard::over);
        let (input, to_write) = mpsc::channel::<String>();
        let (sender, lines) = mpsc::sync_channel(WAITING);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                while let Ok(line) = to_write.recv() {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || each_line(stdout, |line| sender.send(line).is_ok()));
        }
        let listener = child.stderr.take().map(|stderr| {
            let last_words = last_words.clone();
            std::thread::spawn(move || {
                each_line(stderr, |line| {
                    if !line.trim().is_empty() {
                        *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
                    }
                    true
                });
            })
        });
        Ok(Process { child, group, guard, input, lines, last_words, listener, interrupt: interrupt.clone() })
    }

    /// Sends a line.
    pub(crate) fn say(&self, line: &str) {
        // Whether somebody still listens is found out when no answer comes.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next line; an error if none comes in time.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<String, Fault> {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Silent);
            }
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Gone(self.epitaph())),
            }
        }
    }

    /// Waits for a line that means something; others are passed over.
    pub(crate) fn wait_for<T>(
        &mut self,
        until: Instant,
        mut means: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            if let Some(meant) = means(self.hear(until)?.trim()) {
                return Ok(meant);
            }
        }
    }

    /// Returns the manner of its end.
    fn epitaph(&mut self) -> String {
        let start = Instant::now();
        let is_heard =
            |listener: &Option<JoinHandle<()>>| listener.as_ref().is_none_or(JoinHandle::is_finished);
        let status = loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() && is_heard(&self.listener) || start.elapsed() >= FAREWELL {
                break status;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let how = match status {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".into(),
        };
        let said = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let said: String = said.trim().chars().filter(|c| !c.is_control()).take(80).collect();
        if said.is_empty() { how } else { format!("{how} and said: {said}") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        let start = Instant::now();
        while start.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
            // Whoever waits to be heard cannot end.
            self.lines.try_iter().for_each(drop);
            std::thread::sleep(Duration::from_millis(2));
        }
        if let Some(group) = self.group {
            // What it has started may be left. Until it is waited for its number is nobody else's.
            group::end(group);
            alive().retain(|known| *known != group);
        }
        self.guard = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands over lines until the end, or until the receiver is gone.
fn each_line(from: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        line.clear();
        match from.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                if !take(text.trim_end_matches(['\r', '\n']).to_owned()) {
                    break;
                }
            }
        }
    }
}
