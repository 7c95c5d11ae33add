//! The races of exact searches, one after the other.

use super::measurer::Measurer;
use super::race::{Criterion, Race, race};
use super::{Entrant, Event, Finding, Round, entrants};
use crate::error::Error;
use secateur_games::Unreadable;
use secateur_session::{GameEntry, Method};
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
    let measures: &[Criterion] = match measurer.plan.measure {
        Criterion::Nodes => &[Criterion::Nodes],
        Criterion::Time => &[Criterion::Time, Criterion::Nodes],
    };
    let unit = entry.open().unit();
    let mut done = Vec::new();
    let Some(round) = Run::of("algorithms", entrants::algorithms()?, rounds, measures, measurer, heard)?
    else {
        return Ok(None);
    };
    let kept = round.bests(measures, 1 + measures.len());
    done.push(round.told(measures));
    let ordered: Vec<Method> = kept.iter().flat_map(entrants::orders).collect();
    let Some(round) = Run::of("orders of moves", ordered, rounds, measures, measurer, heard)? else {
        return Ok(None);
    };
    let (kept, rivals) = (round.bests(measures, 1), round.runners_up(measures));
    done.push(round.told(measures));
    let set: Vec<Method> =
        kept.iter().map(|method| entrants::settings(method, unit)).collect::<Result<Vec<_>, _>>()?.concat();
    let Some(round) = Run::of("settings", set, rounds, measures, measurer, heard)? else { return Ok(None) };
    let mut last = round.bests(measures, 1);
    let bests: Vec<Method> = measures.iter().map(|&measure| round.best(measure).clone()).collect();
    done.push(round.told(measures));
    let usual = Method::default();
    last.extend(rivals.iter().flatten().cloned().chain([usual.clone()]));
    let Some(round) = Run::of("fresh positions", last, &[fresh], measures, measurer, heard)? else {
        return Ok(None);
    };
    let mut findings = (measures.iter().zip(&bests).zip(&rivals))
        .filter_map(|((&measure, method), rival)| round.finding(measure, method, rival.as_ref(), &usual));
    let first = findings
        .next()
        .ok_or_else(|| Error::Unreadable(Unreadable("there is no position to search".into())))?;
    let (smallest, fastest) = match findings.next() {
        None => (first, None),
        Some(smallest) => (smallest, Some(first)),
    };
    drop(findings);
    done.push(round.told(measures));
    Ok(Some((done, smallest, fastest)))
}

/// A race that was run.
struct Run {
    name: &'static str,
    methods: Vec<Method>,
    race: Race,
}

impl Run {
    /// Races these methods, each once.
    fn of(
        name: &'static str,
        mut methods: Vec<Method>,
        rounds: &[Range<usize>],
        measures: &[Criterion],
        measurer: &mut Measurer<'_>,
        heard: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Run>, Error> {
        let mut seen = Vec::new();
        methods.retain(|method| !seen.contains(method) && (seen.push(method.clone()), true).1);
        let tasks =
            |from: usize| rounds.iter().filter(|round| round.start >= from).map(Range::len).sum::<usize>();
        heard(Event::Stage { name, of: methods.len(), steps: Some(methods.len() * tasks(0)) });
        let raced = race(methods.len(), rounds, measures, |race, round| {
            if round.start > rounds[0].start {
                heard(Event::Race(&told(name, &methods, race, measures)));
            }
            let left = &race.left;
            heard(Event::Left(left.len(), left.len() * tasks(round.start)));
            let left: Vec<&Method> = left.iter().map(|&n| &methods[n]).collect();
            measurer.search(&left, round, heard)
        })?;
        let Some(race) = raced else { return Ok(None) };
        heard(Event::Race(&told(name, &methods, &race, measures)));
        Ok(Some(Run { name, methods, race }))
    }

    fn best(&self, measure: Criterion) -> &Method {
        &self.methods[self.race.ranking(measure)[0]]
    }

    /// The best by each measure, and more by the first until there are `count`, all different.
    fn bests(&self, measures: &[Criterion], count: usize) -> Vec<Method> {
        let mut bests: Vec<Method> = Vec::new();
        let more = self.race.ranking(measures[0]).into_iter().map(|n| &self.methods[n]).take(count);
        for method in measures.iter().map(|&measure| self.best(measure)).chain(more) {
            if !bests.contains(method) {
                bests.push(method.clone());
            }
        }
        bests
    }

    /// By each measure, the best of another algorithm than that of the best.
    fn runners_up(&self, measures: &[Criterion]) -> Vec<Option<Method>> {
        let runner_up = |&measure: &Criterion| {
            let ranking = self.race.ranking(measure);
            let best = &self.methods[ranking[0]];
            ranking
                .iter()
                .map(|&n| &self.methods[n])
                .find(|method| method.algorithm != best.algorithm)
                .cloned()
        };
        measures.iter().map(runner_up).collect()
    }

    fn finding(
        &self,
        measure: Criterion,
        method: &Method,
        rival: Option<&Method>,
        usual: &Method,
    ) -> Option<Finding> {
        let place = |method: &Method| self.methods.iter().position(|other| other == method);
        let best = place(method)?;
        let ratio = |method: &Method| self.race.ratio(place(method)?, best, measure);
        let costs = &self.race.costs[best];
        Some(Finding {
            method: method.clone(),
            runner_up: rival.and_then(|rival| Some((rival.clone(), ratio(rival)?))),
            usual: ratio(usual)?,
            mean: costs.iter().map(|cost| measure.of(cost)).sum::<f64>() / costs.len().max(1) as f64,
        })
    }

    /// For people.
    fn told(&self, measures: &[Criterion]) -> Round {
        told(self.name, &self.methods, &self.race, measures)
    }
}

/// A race of these methods as far as it was run.
fn told(name: &'static str, methods: &[Method], race: &Race, measures: &[Criterion]) -> Round {
    let ratio = |n: usize, measure| race.ratio(n, race.ranking(measure)[0], measure);
    let entrant = |n: usize| {
        let costs = &race.costs[n];
        Some(Entrant {
            method: methods[n].clone(),
            positions: costs.len(),
            left: race.left.contains(&n),
            cut: costs.iter().any(|cost| cost.cut),
            nodes: ratio(n, Criterion::Nodes)?,
            time: measures.contains(&Criterion::Time).then(|| ratio(n, Criterion::Time)).flatten(),
        })
    };
    let entrants = race.ranking(measures[0]).into_iter().filter_map(entrant).collect();
    Round { name, entrants }
}
