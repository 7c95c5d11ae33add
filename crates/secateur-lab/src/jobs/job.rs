use super::{Division, Master};
use secateur::Score;
use secateur_games::Unreadable;
use secateur_session::{GameEntry, ProofFact, ProofPart, Prover, Registry, Request, Session};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Instant;

/// One job: the question of the root, asked of the position after some moves, within so many nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofJob {
    /// Its number.
    pub id: u64,
    /// Whether the value of the root is at least this, as [`Score::get`] writes it.
    pub question: i32,
    /// The moves from the root, by number.
    pub path: Vec<u32>,
    /// The most nodes.
    pub nodes: u64,
    /// The most facts to tell afterwards.
    pub news: usize,
}

/// What a job has found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobDone {
    /// The number of the job.
    pub id: u64,
    /// What its search has found out.
    pub part: ProofPart,
    /// What others should know, of all that its worker has settled since it last told something.
    pub news: Vec<ProofFact>,
    /// Milliseconds that the worker spent on it.
    pub time_ms: f64,
}

impl JobDone {
    /// What all workers are to be told, as [`ProofWorker::search_text`] takes it; none if there is nothing new.
    pub fn news(&self) -> Option<String> {
        let news = Sent::News { news: (&self.news).into() };
        (!self.news.is_empty()).then(|| serde_json::to_string(&news).unwrap_or_default())
    }
}

/// What a worker is sent.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Sent<'a> {
    Job(ProofJob),
    News { news: Cow<'a, [ProofFact]> },
}

/// Who does jobs of one proof, with a table that is kept from one to the next.
pub struct ProofWorker {
    proof: Box<dyn Prover>,
}

impl ProofWorker {
    /// A worker for proofs of the position at hand, with a table as the request has it.
    ///
    /// # Errors
    ///
    /// One sentence if such a proof cannot be divided.
    pub fn new(session: &dyn Session, goal: Option<i32>, request: &Request) -> Result<Self, Unreadable> {
        let mut request = request.clone();
        // Whoever hands out jobs says when it is enough.
        (request.limits.time, request.limits.nodes, request.resources.threads) = (None, None, 1);
        let mut proof = session.prover(goal, &request)?;
        proof.check_divisible()?;
        Ok(ProofWorker { proof })
    }

    /// Does a job.
    ///
    /// # Errors
    ///
    /// One sentence if it is none of this proof.
    pub fn search(&mut self, job: &ProofJob) -> Result<JobDone, Unreadable> {
        let start = Instant::now();
        let part = self.proof.part(Score::from_raw(job.question), &job.path, job.nodes)?;
        let news = self.proof.news(job.news);
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(JobDone { id: job.id, part, news, time_ms })
    }

    /// Takes in what another worker has told.
    pub fn hear(&mut self, news: &[ProofFact]) {
        self.proof.hear(news);
    }

    /// The same for a job in JSON; what was found in JSON, too. Nothing for news, which are taken in.
    ///
    /// # Errors
    ///
    /// As [`ProofWorker::search`], or if the text is neither.
    pub fn search_text(&mut self, sent: &str) -> Result<String, Unreadable> {
        match serde_json::from_str(sent) {
            Ok(Sent::Job(job)) => Ok(serde_json::to_string(&self.search(&job)?).unwrap_or_default()),
            Ok(Sent::News { news }) => {
                self.hear(&news);
                Ok(String::new())
            }
            Err(_) => Err(Unreadable("found no job, expected one of a divided proof".into())),
        }
    }
}

/// A proof to be divided: what everybody who works at it has to know.
#[derive(Clone)]
pub struct ProofTask {
    /// The game.
    pub entry: GameEntry,
    /// The position; none for the start.
    pub position: Option<String>,
    /// The goal of the side to move, on the game's own scale; none for the value.
    pub goal: Option<i32>,
    /// How the workers search. Their interrupt is that of its control.
    pub request: Request,
}

impl ProofTask {
    /// The position.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be read.
    pub fn session(&self) -> Result<Box<dyn Session>, Unreadable> {
        let mut session = self.entry.open();
        if let Some(position) = &self.position {
            session.set(position)?;
        }
        Ok(session)
    }

    /// A master for it.
    ///
    /// # Errors
    ///
    /// As [`Master::new`].
    pub fn master(&self, how: Division) -> Result<Master, Unreadable> {
        Master::new(&*self.session()?, self.goal, &self.request, how)
    }

    /// A worker for it.
    ///
    /// # Errors
    ///
    /// As [`ProofWorker::new`].
    pub fn worker(&self) -> Result<ProofWorker, Unreadable> {
        ProofWorker::new(&*self.session()?, self.goal, &self.request)
    }
}

/// A [`ProofTask`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: String,
    position: Option<String>,
    goal: Option<i32>,
    request: Request,
}

impl ProofTask {
    /// The task in JSON, for a worker that is elsewhere.
    ///
    /// # Errors
    ///
    /// One sentence if the search takes something from files of this machine, which a worker elsewhere has not.
    pub fn text(&self) -> Result<String, Unreadable> {
        let ProofTask { entry, position, goal, request } = self;
        let control = &request.control;
        if control.tablebase.is_some() || control.learned.is_some() || control.book.is_some() {
            let text = "a tablebase, a book or an evaluation is a file of this machine, expected a proof without, or workers here";
            return Err(Unreadable(text.into()));
        }
        let (game, position) = (entry.name.to_owned(), position.clone());
        let written = Written { game, position, goal: *goal, request: request.clone() };
        Ok(serde_json::to_string(&written).unwrap_or_default())
    }

    /// Reads what [`ProofTask::text`] wrote.
    ///
    /// # Errors
    ///
    /// One sentence if the text is none, or there is no such game.
    pub fn read(text: &str, registry: &Registry) -> Result<ProofTask, Unreadable> {
        let Written { game, position, goal, request } = serde_json::from_str(text).map_err(|e| {
            Unreadable(format!("found no proof to work at, expected one that was divided: {e}"))
        })?;
        Ok(ProofTask { entry: *registry.find(&game)?, position, goal, request })
    }
}
