//! The races of exact searches, one after the other.

use super::measurer::Measurer;
use super::race::{Measure, Race, race};
use super::{Entrant, Event, Finding, Round, entrants};
use crate::error::Error;
use crate::way::Way;
use secateur_games::Unreadable;
use secateur_session::Algorithm;
use secateur_session::GameEntry;
use std::ops::Range;

/// The races, the exact search with the smallest tree, and the fastest.
type Raced = (Vec<Round>, Finding, Option<Finding>);

/// Algorithms, orders, settings, and those that are left over fresh positions.
pub(super) fn run(
    measurer: &mut Measurer<'_>,
    entry: &GameEntry,
    rounds: &[Range<usize>],
    fresh: Range<usize>,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<Raced>, Error> {
    let measures: &[Measure] = match measurer.plan.measure {
        Measure::Nodes => &[Measure::Nodes],
        Measure::Time => &[Measure::Time, Measure::Nodes],
    };
    let unit = entry.open().unit();
    let mut rounds = Vec::new();
    let Some(heat) = Run::of("algorithms", entrants::algorithms(), rounds, measures, measurer, heard)? else {
        return Ok(None);
    };
    let kept = heat.bests(measures, 1 + measures.len());
    rounds.push(heat.told(measures));
    let ordered: Vec<Way> = kept.iter().flat_map(entrants::orders).collect();
    let Some(heat) = Run::of("orders of moves", ordered, rounds, measures, measurer, heard)? else {
        return Ok(None);
    };
    let (kept, rivals) = (heat.bests(measures, 1), heat.runners_up(measures));
    rounds.push(heat.told(measures));
    let set: Vec<Way> = kept.iter().flat_map(|way| entrants::settings(way, unit)).collect();
    let Some(heat) = Run::of("settings", set, rounds, measures, measurer, heard)? else { return Ok(None) };
    let mut last = heat.bests(measures, 1);
    let bests: Vec<Way> = measures.iter().map(|&measure| heat.best(measure).clone()).collect();
    rounds.push(heat.told(measures));
    let usual = Way::of(&Algorithm::default().full_name());
    last.extend(rivals.iter().flatten().cloned().chain([usual.clone()]));
    let Some(heat) = Run::of("fresh positions", last, &[fresh], measures, measurer, heard)? else {
        return Ok(None);
    };
    let mut findings = (measures.iter().zip(&bests).zip(&rivals))
        .filter_map(|((&measure, way), rival)| heat.finding(measure, way, rival.as_ref(), &usual));
    let first = findings
        .next()
        .ok_or_else(|| Error::Unreadable(Unreadable("there is no position to search".into())))?;
    let (smallest, fastest) = match findings.next() {
        None => (first, None),
        Some(smallest) => (smallest, Some(first)),
    };
    drop(findings);
    rounds.push(heat.told(measures));
    Ok(Some((rounds, smallest, fastest)))
}

/// A race that was run.
struct Run {
    name: &'static str,
    ways: Vec<Way>,
    race: Race,
}

impl Run {
    /// Races these ways, each once.
    fn of(
        name: &'static str,
        mut ways: Vec<Way>,
        rounds: &[Range<usize>],
        measures: &[Measure],
        measurer: &mut Measurer<'_>,
        heard: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Run>, Error> {
        let mut seen = Vec::new();
        ways.retain(|way| !seen.contains(way) && (seen.push(way.clone()), true).1);
        let tasks =
            |from: usize| rounds.iter().filter(|round| round.start >= from).map(Range::len).sum::<usize>();
        heard(Event::Stage { name, of: ways.len(), steps: Some(ways.len() * tasks(0)) });
        let raced = race(ways.len(), rounds, measures, |left, round| {
            heard(Event::Left(left.len(), left.len() * tasks(round.start)));
            let left: Vec<&Way> = left.iter().map(|&n| &ways[n]).collect();
            measurer.search(&left, round, heard)
        })?;
        Ok(raced.map(|race| Run { name, ways, race }))
    }

    fn best(&self, measure: Measure) -> &Way {
        &self.ways[self.race.ranking(measure)[0]]
    }

    /// The best by each measure, and more by the first until there are so many, all different.
    fn bests(&self, measures: &[Measure], count: usize) -> Vec<Way> {
        let mut bests: Vec<Way> = Vec::new();
        let more = self.race.ranking(measures[0]).into_iter().map(|n| &self.ways[n]).take(count);
        for way in measures.iter().map(|&measure| self.best(measure)).chain(more) {
            if !bests.contains(way) {
                bests.push(way.clone());
            }
        }
        bests
    }

    /// By each measure, the best of another algorithm than that of the best.
    fn runners_up(&self, measures: &[Measure]) -> Vec<Option<Way>> {
        let runner_up = |&measure: &Measure| {
            let ranking = self.race.ranking(measure);
            let best = &self.ways[ranking[0]];
            ranking.iter().map(|&n| &self.ways[n]).find(|way| way.algorithm != best.algorithm).cloned()
        };
        measures.iter().map(runner_up).collect()
    }

    fn finding(&self, measure: Measure, way: &Way, rival: Option<&Way>, usual: &Way) -> Option<Finding> {
        let place = |way: &Way| self.ways.iter().position(|other| other == way);
        let best = place(way)?;
        let ratio = |way: &Way| self.race.ratio(place(way)?, best, measure);
        let costs = &self.race.costs[best];
        Some(Finding {
            way: way.clone(),
            runner_up: rival.and_then(|rival| Some((rival.clone(), ratio(rival)?))),
            usual: ratio(usual)?,
            mean: costs.iter().map(|cost| measure.of(cost)).sum::<f64>() / costs.len().max(1) as f64,
        })
    }

    /// For people.
    fn told(&self, measures: &[Measure]) -> Round {
        let ratio = |n: usize, measure| self.race.ratio(n, self.race.ranking(measure)[0], measure);
        let entrant = |n: usize| {
            let costs = &self.race.costs[n];
            Some(Entrant {
                way: self.ways[n].clone(),
                positions: costs.len(),
                left: self.race.left.contains(&n),
                cut: costs.iter().any(|cost| cost.cut),
                nodes: ratio(n, Measure::Nodes)?,
                time: measures.contains(&Measure::Time).then(|| ratio(n, Measure::Time)).flatten(),
            })
        };
        let entrants = self.race.ranking(measures[0]).into_iter().filter_map(entrant).collect();
        Round { name: self.name, entrants }
    }
}
