//! What is kept of learning that goes on.

use super::LearnPlan;
use secateur_learn::Learner;
use secateur_session::{ResumeError, Summed};
use std::io::{self, Read, Write};
use std::time::Duration;

/// The first line; the number changes with all that the result depends on.
const MAGIC: &str = "secateur-learning-2";
const LONGEST_LINE: usize = 1 << 16;

/// What learning depends on, a line.
pub(super) fn terms(game: &str, plan: &LearnPlan) -> String {
    let plan = serde_json::to_string(plan).unwrap_or_default();
    format!("{game} {plan}")
}

/// Writes the terms, how far it has come, of each learner each weight that has changed with its average and its errors; and a
/// checksum.
pub(super) fn write<'a>(
    out: &mut dyn Write,
    terms: &str,
    learners: impl Iterator<Item = &'a Learner>,
    games: u64,
    spent: Duration,
) -> io::Result<()> {
    let mut out = Summed::new(out);
    out.write(format!("{MAGIC}\n{terms}\n").as_bytes())?;
    out.write_number(games)?;
    out.write_number(spent.as_millis() as u64)?;
    for learner in learners {
        write_learner(&mut out, learner)?;
    }
    out.finish().map(drop)
}

fn write_learner<T: Write>(out: &mut Summed<T>, learner: &Learner) -> io::Result<()> {
    out.write_number(learner.looks())?;
    out.write_number(learner.changed().count() as u64)?;
    let mut next = 0;
    for (place, [weight, average], [net, total]) in learner.changed() {
        out.write_number((place - next) as u64)?;
        for number in [weight, average, net, total] {
            out.write(&number.to_le_bytes())?;
        }
        next = place + 1;
    }
    Ok(())
}

/// Reads it into learners that know nothing: the games and the time so far.
pub(super) fn read<'a>(
    input: &mut dyn Read,
    terms: &str,
    learners: impl Iterator<Item = &'a mut Learner>,
) -> Result<(u64, Duration), ResumeError> {
    let mut input = Summed::new(input);
    if input.line(LONGEST_LINE)?.as_deref() != Some(MAGIC) {
        return Err(ResumeError::bad("it is no checkpoint of learning by this version"));
    }
    if input.line(LONGEST_LINE)?.as_deref() != Some(terms) {
        return Err(ResumeError::bad(
            "it was learned otherwise, expected the options that it was begun with, or another file",
        ));
    }
    let mut number = || input.read_number()?.ok_or_else(ResumeError::damaged);
    let (games, spent) = (number()?, number()?);
    for learner in learners {
        read_learner(&mut input, learner)?;
    }
    if !input.ends_well()? {
        return Err(ResumeError::damaged());
    }
    Ok((games, Duration::from_millis(spent)))
}

fn read_learner<T: Read>(input: &mut Summed<T>, learner: &mut Learner) -> Result<(), ResumeError> {
    let mut number = || input.read_number()?.ok_or_else(ResumeError::damaged);
    let (looks, count) = (number()?, number()?);
    learner.restore_looks(looks);
    let mut next = 0_usize;
    for _ in 0..count {
        let gap = input.read_number()?.ok_or_else(ResumeError::damaged)?;
        let mut float = || input.read()?.map(f32::from_le_bytes).ok_or_else(ResumeError::damaged);
        let (weights, errors) = ([float()?, float()?], [float()?, float()?]);
        let place = usize::try_from(gap).ok().and_then(|gap| next.checked_add(gap));
        let place = place.filter(|&place| learner.restore(place, weights, errors));
        let place = place.ok_or_else(ResumeError::damaged)?;
        next = place + 1;
    }
    Ok(())
}
