use super::tree::{JobTree, Leaf};
use super::{JobCounts, JobDone, JobNumbers, ProofJob};
use secateur::Score;
use secateur_games::Unreadable;
use secateur_session::{Prover, Request, Session, Standing, StoppedBy, ValueClaim};
use std::collections::HashMap;
use std::fmt;

/// How a proof is divided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The workers to keep busy.
    pub workers: usize,
    /// The most nodes of a job. Jobs are smaller as long as there are few leaves, so that nobody waits at the beginning.
    pub nodes: u64,
    /// The times that a job is tried again after it failed.
    pub retries: u32,
    /// The most facts that all workers are told after a job of one of them.
    pub news: usize,
}

impl Default for Division {
    fn default() -> Self {
        Division { workers: 1, nodes: 50_000, retries: 3, news: 5_000 }
    }
}

/// The leaves that there are to be for each worker before jobs take all of their nodes.
const LEAVES: u64 = 8;
/// The share of its nodes that the first job takes, where there are many workers.
const LEAST: u64 = 64;
/// How often the nodes of a job are doubled at most.
const MOST_DOUBLINGS: u32 = 12;
/// The bytes of the master's own table, which it does not search with.
const TABLE: usize = 1 << 10;

/// A job that failed again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The job.
    pub job: ProofJob,
    /// How often it was tried.
    pub tries: u32,
    /// Why the last try failed.
    pub why: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let job = serde_json::to_string(&self.job).unwrap_or_default();
        write!(f, "a job was tried {} times, and failed at last since {}: {job}", self.tries, self.why)
    }
}

/// The master of a divided proof: hands out jobs, and takes in what they found out.
///
/// ```
/// use secateur_lab::jobs::{Division, Master, ProofWorker};
/// use secateur_session::{Algorithm, Request, ValueClaim};
/// use secateur_standard::standard;
///
/// let nim = standard().find("nim").unwrap().open();
/// let request = Request::default().hash(1 << 20).algorithm(Algorithm::named("df-pn").unwrap());
/// let how = Division { nodes: 10, ..Division::default() };
/// let mut master = Master::new(&*nim, None, &request, how).unwrap();
/// let mut worker = ProofWorker::new(&*nim, None, &request).unwrap();
/// while let Some(job) = master.hand_out() {
///     master.take(worker.search(&job).unwrap());
/// }
/// assert_eq!(master.claims(), [ValueClaim::AtLeast(1)]);
/// ```
pub struct Master {
    proof: Box<dyn Prover>,
    how: Division,
    /// The question at hand; none once all is known that was asked.
    question: Option<Score>,
    tree: JobTree,
    under_way: HashMap<u64, (Leaf, ProofJob)>,
    /// How often jobs of a leaf were lost since one came back.
    tries: HashMap<Leaf, u32>,
    counts: JobCounts,
    last: u64,
}

impl Master {
    /// A master for the proof of the value of the position at hand, or that it is at least `goal`.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such proof, or it cannot be divided.
    pub fn new(
        session: &dyn Session,
        goal: Option<i32>,
        request: &Request,
        how: Division,
    ) -> Result<Master, Unreadable> {
        let mut request = request.clone();
        (request.resources.threads, request.resources.hash) = (1, TABLE);
        let mut proof = session.prover(goal, &request)?;
        proof.check_divisible()?;
        Ok(Master {
            question: proof.question(),
            proof,
            how,
            tree: JobTree::new(),
            under_way: HashMap::new(),
            tries: HashMap::new(),
            counts: JobCounts::default(),
            last: 0,
        })
    }

    /// The next job; none while every open leaf is under way, or once all is known.
    pub fn hand_out(&mut self) -> Option<ProofJob> {
        let question = self.question?;
        let Division { workers, nodes, news, .. } = self.how;
        let wanted = LEAVES * workers as u64;
        let share = nodes.saturating_mul(self.tree.leaves() as u64) / wanted.max(1);
        let leaf = self.tree.take_leaf()?;
        self.last += 1;
        let job = ProofJob {
            id: self.last,
            question: question.get(),
            path: self.tree.path(leaf),
            // Round and round a cycle, jobs become larger, until one sees it whole.
            nodes: share.clamp(nodes / LEAST, nodes).max(1)
                << self.tree.recurrences(leaf).min(MOST_DOUBLINGS),
            news: if workers > 1 { news } else { 0 },
        };
        self.under_way.insert(job.id, (leaf, job.clone()));
        Some(job)
    }

    /// Takes in what a job has found out. A job that is not under way, such as one that was taken for lost, tells nothing.
    pub fn take(&mut self, JobDone { id, part, time_ms, .. }: JobDone) {
        let leaf = self.under_way.remove(&id).map(|(leaf, _)| leaf);
        let is_late = leaf.is_none_or(|leaf| self.tree.is_settled(leaf));
        self.counts.done += 1;
        self.counts.nodes += part.nodes;
        self.counts.busy_ms += time_ms;
        if is_late {
            self.counts.overtaken += 1;
            self.counts.overtaken_nodes += part.nodes;
        }
        let Some(leaf) = leaf else { return };
        self.tries.remove(&leaf);
        match (part.stopped_by, part.standing) {
            (StoppedBy::Interrupt, Standing::Open { .. }) => self.tree.give_back(leaf),
            _ => self.tree.learn(leaf, part.standing, part.children),
        }
        self.go_on();
    }

    /// Takes a job for lost: it failed, or its worker is no more. Another one will do it.
    ///
    /// # Errors
    ///
    /// If it was lost too often.
    pub fn lose(&mut self, id: u64, why: &str) -> Result<(), Failure> {
        let Some((leaf, job)) = self.under_way.remove(&id) else { return Ok(()) };
        self.counts.lost += 1;
        self.tree.give_back(leaf);
        let tries = self.tries.entry(leaf).or_default();
        *tries += 1;
        if *tries > self.how.retries {
            return Err(Failure { job, tries: *tries, why: why.to_owned() });
        }
        Ok(())
    }

    /// Goes over to the next question once this one is settled.
    fn go_on(&mut self) {
        if let (Some(question), Some(is_reached)) = (self.question, self.tree.root().settled()) {
            self.proof.settle(question, is_reached);
            self.question = self.proof.question();
            (self.tree, self.tries) = (JobTree::new(), HashMap::new());
            // What is still under way is about the question that is settled.
            self.under_way.clear();
        }
    }

    /// Whether all is known that was asked.
    pub fn is_done(&self) -> bool {
        self.question.is_none()
    }

    /// What is proven and was asked for; nothing as long as it is not.
    pub fn claims(&mut self) -> Vec<ValueClaim> {
        if self.is_done() { self.proof.search(0).claims } else { Vec::new() }
    }

    /// What was done so far.
    pub fn counts(&self) -> JobCounts {
        let root = self.tree.root();
        let numbers =
            |question: Score| JobNumbers { question: question.get(), proof: root.phi, disproof: root.delta };
        JobCounts {
            root: self.question.map(numbers),
            under_way: self.tree.under_way(),
            positions: self.tree.size(),
            ..self.counts
        }
    }
}
