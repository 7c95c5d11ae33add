//! Crews: workers that do jobs, whoever they are and wherever they run.
//!
//! A job is a text, and so is what was found: what they mean is a matter between who sends and who works. So the same master
//! has threads of this process for a crew ([`Threads`]), or a cluster that somebody else carries jobs to.

use crate::error::Error;
use secateur_games::Unreadable;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Workers that do jobs.
pub trait Crew {
    /// The number of jobs that can be under way without one waiting for another.
    fn workers(&self) -> usize;

    /// Hands a job, with a number of its own, to the worker that has waited longest.
    ///
    /// # Errors
    ///
    /// If there is nobody left to do it.
    fn send(&mut self, id: u64, job: &str) -> Result<(), Error>;

    /// Has every worker do something before its next job, of which nobody hears again: to tell it what others have found.
    ///
    /// # Errors
    ///
    /// If there is nobody left to be told.
    fn tell(&mut self, news: &str) -> Result<(), Error>;

    /// The next job that ended, waiting for it no longer than this.
    ///
    /// # Errors
    ///
    /// If there is nobody left who could do one.
    fn receive(&mut self, patience: Duration) -> Result<Option<Returned>, Error>;
}

/// A job that ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Returned {
    /// Its number.
    pub id: u64,
    /// What was found; or why nothing was, such as that its worker is no more.
    pub found: Result<String, String>,
}

/// Jobs on their way for each worker: enough that nobody waits for the next, and few enough that little is lost.
const AHEAD: usize = 2;
/// The time between two looks at the flag.
const BETWEEN: Duration = Duration::from_millis(100);
/// Times that a job is tried again after it failed.
pub const RETRIES: u32 = 3;

/// How a crew did its jobs.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct CrewWork {
    /// Jobs that failed, or whose worker was lost, and that were done again.
    pub lost: u64,
    /// The share of its time that the crew had work: 1 for all of it.
    pub utilisation: f64,
}

/// Has jobs done that do not depend on each other, and hands what was found to `take`, in the order in which they end. No more
/// are asked for than the crew is about to do. Where the flag is raised, those under way are given up.
///
/// # Errors
///
/// If a job fails again and again, with its input; or whatever the jobs, the crew or `take` fail by.
pub fn each(
    crew: &mut dyn Crew,
    jobs: &mut dyn Iterator<Item = Result<(u64, String), Error>>,
    interrupt: &AtomicBool,
    take: &mut dyn FnMut(u64, String) -> Result<(), Error>,
) -> Result<CrewWork, Error> {
    let (workers, start) = (crew.workers().max(1), Instant::now());
    let mut under_way: HashMap<u64, (String, u32)> = HashMap::new();
    let (mut work, mut busy, mut last) = (CrewWork::default(), 0.0, start);
    while !interrupt.load(Ordering::Relaxed) {
        while under_way.len() < AHEAD * workers {
            let Some(job) = jobs.next() else { break };
            let (id, job) = job?;
            crew.send(id, &job)?;
            under_way.insert(id, (job, 0));
        }
        if under_way.is_empty() {
            break;
        }
        let returned = crew.receive(BETWEEN)?;
        busy += under_way.len().min(workers) as f64 * last.elapsed().as_secs_f64();
        last = Instant::now();
        let Some(Returned { id, found }) = returned else { continue };
        let Some((job, tries)) = under_way.get_mut(&id) else { continue };
        match found {
            Ok(found) => {
                under_way.remove(&id);
                take(id, found)?;
            }
            Err(why) => {
                (work.lost, *tries) = (work.lost + 1, *tries + 1);
                if *tries > RETRIES {
                    let text =
                        format!("a job was tried {tries} times, and failed at last since {why}: {job}");
                    return Err(Unreadable(text).into());
                }
                crew.send(id, job)?;
            }
        }
    }
    work.utilisation = busy / (workers as f64 * start.elapsed().as_secs_f64()).max(f64::MIN_POSITIVE);
    Ok(work)
}

/// What does jobs, as a worker keeps it from one to the next.
pub type Doing = Box<dyn FnMut(&str) -> Result<String, Unreadable>>;

/// Makes what does jobs.
pub type Making = Arc<dyn Fn() -> Result<Doing, Unreadable> + Send + Sync>;

/// The stack of a worker, in bytes; memory is taken as far as it is used.
const STACK: usize = 1 << 28;

/// Workers as threads of this process. One whose job panics is made anew.
pub struct Threads {
    orders: Vec<Sender<(Option<u64>, String)>>,
    heard: Receiver<(usize, Returned)>,
    idle: VecDeque<usize>,
    /// Jobs that wait for a worker.
    waiting: VecDeque<(u64, String)>,
}

impl Threads {
    /// So many workers. They end with the job that they are at once this is dropped.
    ///
    /// # Errors
    ///
    /// If the system has no thread left.
    ///
    /// ```
    /// use secateur_lab::crew::{Crew, Doing, Making, Threads};
    /// use std::{sync::Arc, time::Duration};
    ///
    /// let make: Making = Arc::new(|| Ok(Box::new(|job: &str| Ok(job.to_uppercase())) as Doing));
    /// let mut two = Threads::new(2, &make).unwrap();
    /// two.send(7, "work").unwrap();
    /// let ended = two.receive(Duration::from_secs(60)).unwrap().unwrap();
    /// assert_eq!((ended.id, ended.found), (7, Ok("WORK".to_owned())));
    /// ```
    pub fn new(workers: usize, make: &Making) -> Result<Threads, Error> {
        let (say, heard) = mpsc::channel();
        let mut orders = Vec::new();
        for number in 0..workers.max(1) {
            let (order, ordered) = mpsc::channel();
            let (say, make) = (say.clone(), make.clone());
            let run = move || work(number, &make, &ordered, &say);
            let started = Builder::new().stack_size(STACK).spawn(run);
            started.map_err(|e| Unreadable(format!("cannot start a worker: {e}")))?;
            orders.push(order);
        }
        Ok(Threads { idle: (0..orders.len()).collect(), orders, heard, waiting: VecDeque::new() })
    }

    fn hand_out(&mut self) {
        while let (Some(_), Some(&worker)) = (self.waiting.front(), self.idle.front()) {
            self.idle.pop_front();
            if let Some((id, job)) = self.waiting.pop_front() {
                // A worker is there as long as this is.
                let _ = self.orders[worker].send((Some(id), job));
            }
        }
    }
}

impl Crew for Threads {
    fn workers(&self) -> usize {
        self.orders.len()
    }

    fn send(&mut self, id: u64, job: &str) -> Result<(), Error> {
        self.waiting.push_back((id, job.to_owned()));
        self.hand_out();
        Ok(())
    }

    fn tell(&mut self, news: &str) -> Result<(), Error> {
        for order in &self.orders {
            let _ = order.send((None, news.to_owned()));
        }
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<Returned>, Error> {
        match self.heard.recv_timeout(patience) {
            Ok((worker, returned)) => {
                self.idle.push_back(worker);
                self.hand_out();
                Ok(Some(returned))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Unreadable("all workers have ended".into()).into()),
        }
    }
}

/// Does jobs as they come.
fn work(
    number: usize,
    make: &Making,
    ordered: &Receiver<(Option<u64>, String)>,
    say: &Sender<(usize, Returned)>,
) {
    let mut doing: Option<Doing> = None;
    for (id, job) in ordered {
        let mut search = || match &mut doing {
            Some(doing) => doing(&job),
            None => doing.insert(make()?)(&job),
        };
        let found = match catch_unwind(AssertUnwindSafe(&mut search)) {
            Ok(found) => found.map_err(|e| e.to_string()),
            Err(_) => {
                // What it has kept may be in any state.
                doing = None;
                Err("its worker panicked".into())
            }
        };
        let Some(id) = id else { continue };
        if say.send((number, Returned { id, found })).is_err() {
            return;
        }
    }
}
