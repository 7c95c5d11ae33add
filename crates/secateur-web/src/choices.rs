//! Choices of the search that suits a game, told as they go.

use crate::say::{Chosen, Say, in_words, written};
use crate::server::House;
use secateur_games::Unreadable;
use secateur_lab::choose::race::Criterion;
use secateur_lab::choose::{ChoicePlan, ChoiceWords, Event, Thoroughness, choose};
use secateur_playground::{ChooseBy, ChooseEffort, ChoosePlan, Reply};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The time between two reports on how far it is.
const GLANCE: Duration = Duration::from_millis(200);

/// Chooses: what is known so far is given as it comes, and left out where too much waits; the last reply is returned.
pub(crate) fn run(
    id: u32,
    plan: &ChoosePlan,
    house: &House,
    stop: &Arc<AtomicBool>,
    give: &mpsc::Sender<String>,
) -> String {
    choice(id, plan, house, stop, give).unwrap_or_else(|why| Reply::last(id, Err(why)).write())
}

fn choice(
    id: u32,
    asked: &ChoosePlan,
    house: &House,
    stop: &Arc<AtomicBool>,
    give: &mpsc::Sender<String>,
) -> Result<String, Unreadable> {
    let entry = house.games.find(&asked.game)?;
    let plan = ChoicePlan {
        measure: match asked.measure {
            ChooseBy::Nodes => Criterion::Nodes,
            ChooseBy::Time => Criterion::Time,
        },
        effort: match asked.effort {
            ChooseEffort::Quick => Thoroughness::Quick,
            ChooseEffort::Usual => Thoroughness::Usual,
        },
        seed: asked.seed,
        threads: house.config.allowance.threads,
    };
    let mut progress = Progress { id, give, stage: String::new(), left: 0, done: 0, steps: None, last: None };
    let chosen = choose(entry, &plan, None, stop, &mut |event| progress.hear(event)).map_err(in_words)?;
    let chosen = chosen.map(|chosen| {
        let words = ChoiceWords::new(&plan, &chosen);
        let profile = chosen.profile(entry.name, &plan, &words).write();
        (chosen, words, profile)
    });
    let said = chosen.as_ref().map(|(chosen, words, profile)| {
        let ChoiceWords { positions, smallest, fastest, play } = words.clone();
        let (line, profile) = (chosen.line(entry.name, &plan), profile.clone());
        Box::new(Chosen { positions, smallest, fastest, play, line, profile })
    });
    Ok(written(id, false, Say::Choice(said)))
}

/// How far a choice is.
struct Progress<'a> {
    id: u32,
    give: &'a mpsc::Sender<String>,
    stage: String,
    left: usize,
    done: usize,
    steps: Option<usize>,
    /// When that was told last.
    last: Option<Instant>,
}

impl Progress<'_> {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Stage { name, of, steps } => {
                (self.stage, self.left, self.done, self.steps) = (name.to_owned(), of, 0, steps);
                self.last = None;
            }
            Event::Known(count) => self.done += count,
            Event::Step => self.done += 1,
            Event::Left(left, steps) => (self.left, self.steps) = (left, Some(self.done + steps)),
            Event::Race(race) => {
                return self.tell(Say::Race { name: race.name, entrants: race.lines().collect() });
            }
            Event::Played(played) => return self.tell(Say::Played(played.line())),
        }
        if self.last.is_none_or(|last| last.elapsed() >= GLANCE) {
            self.last = Some(Instant::now());
            let Progress { left, done, steps, .. } = *self;
            self.tell(Say::Choosing { stage: &self.stage, left, done, steps });
        }
    }

    fn tell(&self, say: Say<'_>) {
        let _ = self.give.try_send(written(self.id, true, say));
    }
}
