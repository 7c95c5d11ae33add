//! Parts of an experiment for several machines: files that need nothing but the program.

use super::{Experiment, Job};
use crate::files::fingerprint;
use secateur_games::Unreadable;
use secateur_session::Registry;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format in the first line of a shard. The number changes with the fields of a job.
const FORMAT: &str = "secateur-shard-2";
/// The form that had no checksum.
const UNCHECKED: &str = "secateur-shard-1";

/// A part of an experiment. As text it is a line of JSON about it, then a line for each job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The name of the experiment.
    pub experiment: String,
    /// The number of the part, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// The searches.
    pub jobs: Vec<Job>,
}

/// The first line.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    experiment: String,
    number: usize,
    of: usize,
    jobs: usize,
    program: String,
    /// The checksum of all the other fields, and of the lines of the jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
}

impl Header {
    /// The checksum of a shard with this header, and with these lines.
    fn sum<'a>(&self, lines: impl Iterator<Item = &'a str>) -> String {
        let bare = Header { checksum: None, ..self.clone() };
        let header = serde_json::to_string(&bare).expect("plain data");
        let text = lines.fold(header, |text, line| text + "\n" + line);
        format!("{:016x}", fingerprint(text))
    }
}

impl Experiment {
    /// Divides the jobs into `of` parts. They are dealt like cards, shuffled by their identities: the costly ones
    /// of a grid come at regular distances, and would otherwise meet in one part.
    pub fn shards(&self, of: usize) -> Vec<Shard> {
        let mut jobs: Vec<&Job> = self.jobs.iter().collect();
        jobs.sort_by_cached_key(|job| job.id());
        let part = |n| jobs.iter().skip(n).step_by(of).map(|&job| job.clone()).collect();
        let shard = |n| Shard { experiment: self.name.clone(), number: n + 1, of, jobs: part(n) };
        (0..of).map(shard).collect()
    }
}

impl Shard {
    /// Returns the name of its file: `fixed-depth-2-of-4.shard`.
    pub fn file_name(&self) -> String {
        format!("{}-{}-of-{}.shard", self.experiment, self.number, self.of)
    }

    /// The text of its file.
    pub fn write(&self) -> String {
        let job = |job| serde_json::to_string(job).expect("plain data");
        let jobs: Vec<String> = self.jobs.iter().map(job).collect();
        let bare = Header {
            format: FORMAT.into(),
            experiment: self.experiment.clone(),
            number: self.number,
            of: self.of,
            jobs: self.jobs.len(),
            program: Job::program(),
            checksum: None,
        };
        let checksum = Some(bare.sum(jobs.iter().map(String::as_str)));
        let header = serde_json::to_string(&Header { checksum, ..bare }).expect("plain data");
        std::iter::once(header).chain(jobs).map(|line| line + "\n").collect()
    }

    /// Reads the text of the file at this path.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the line, and what was expected: also if it was altered, if another program
    /// planned it, whose searches would visit other nodes, or if jobs at its end are missing.
    pub fn read(path: &Path, text: &str, registry: &Registry) -> Result<Shard, Unreadable> {
        let refuse =
            |line: usize, what: String| Unreadable(format!("{}, line {line}: {what}", path.display()));
        let mut lines = text.lines();
        let header: Option<Header> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        // Only the older form has no checksum.
        let is_shard = |header: &Header| match header.format.as_str() {
            FORMAT => header.checksum.is_some(),
            UNCHECKED => header.checksum.is_none(),
            _ => false,
        };
        let Some(header) = header.filter(is_shard) else {
            return Err(refuse(1, format!("this is no shard, expected a first line that names {FORMAT}")));
        };
        let (found, expected) = (&header.program, Job::program());
        if *found != expected {
            return Err(refuse(1, format!("the program is '{found}', expected '{expected}': plan it again")));
        }
        let mut jobs = Vec::new();
        for (line, text) in (2..).zip(lines.clone()) {
            let job: Job = serde_json::from_str(text)
                .map_err(|e| refuse(line, format!("expected a job as `secateur lab plan` writes it: {e}")))?;
            job.check(registry).map_err(|e| refuse(line, e.0))?;
            jobs.push(job);
        }
        if jobs.len() != header.jobs {
            let what = format!("the file ends after {} jobs, expected {}", jobs.len(), header.jobs);
            return Err(refuse(jobs.len() + 1, what));
        }
        if header.checksum.as_ref().is_some_and(|sum| *sum != header.sum(lines)) {
            return Err(refuse(
                1,
                "the file was altered: its checksum does not match, expected it as `secateur lab plan` wrote it".into(),
            ));
        }
        Ok(Shard { experiment: header.experiment, number: header.number, of: header.of, jobs })
    }
}
