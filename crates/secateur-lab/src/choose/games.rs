//! The method that plays best, found by games in pairs.

use super::measurer::Measurer;
use super::positions::fair;
use super::{ChoiceMatch, Event};
use crate::ablation::tricks;
use crate::error::Error;
use crate::statistics::MatchScore;
use crate::statistics::sprt::{Model, Sprt, Verdict};
use secateur_games::Unreadable;
use secateur_session::Method;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of pairs after which a test looks at its games again.
const BATCH: usize = 8;
/// With fewer openings than this, variants of the engine cannot be told apart.
const FEW: usize = 8;
/// The probabilities of a test's errors of the first and of the second kind.
const ERRORS: [f64; 2] = [0.05, 0.05];
/// The results of the games.
pub(super) struct PlayedMatches {
    /// The games of variants of the engine, the last ones those of the champion.
    pub(super) matches: Vec<ChoiceMatch>,
    /// The engine, or the champion of its variants, against the exact search.
    pub(super) decided: ChoiceMatch,
    /// The best player against the game's default, unless that has been decided.
    pub(super) usual: Option<ChoiceMatch>,
    /// The method that plays best.
    pub(super) method: Method,
}

/// Plays all the games. None if they were interrupted.
pub(super) fn play(
    measurer: &mut Measurer<'_>,
    exact: &Method,
    usual: &Method,
    interrupt: &Arc<AtomicBool>,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<PlayedMatches>, Error> {
    let sizes = measurer.plan.sizes();
    // The field is halved with ever more pairs: 1, 2, 4 and 8 times as many as in the first round.
    let wanted = 8 * sizes.pairs + 3 * sizes.test;
    measurer.openings = measurer.arena.openings(wanted, &fair(interrupt), !measurer.plan.seed)?;
    if interrupt.load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(None);
    }
    let there = measurer.openings.len();
    let halving = 0..there * 8 * sizes.pairs / wanted;
    let tested = halving.end..there * (8 * sizes.pairs + sizes.test) / wanted;
    let decisive = tested.end..there * (8 * sizes.pairs + 2 * sizes.test) / wanted;
    let last = decisive.end..there;
    // Where there are hardly any openings, the one test that has to be made takes them all.
    let decisive = if decisive.is_empty() { 0..there } else { decisive };
    let either = [-0.5 * sizes.elo, 0.5 * sizes.elo];
    let engine = Method::of("engine")?;
    let mut matches = Vec::new();
    let mut champion = engine.clone();
    if halving.len() >= FEW {
        let Some(variants) = variants(measurer, &engine, heard)? else { return Ok(None) };
        let Some(halved) = halve(measurer, &engine, variants, halving, heard)? else { return Ok(None) };
        matches.extend(halved);
        // The best of many is lucky: it has to prove itself again.
        let best =
            matches.last().filter(|best| best.score.share() > Some(0.5)).map(|best| best.first.clone());
        if let Some(best) = best {
            let Some(tested) = test(measurer, [&best, &engine], [0.0, sizes.elo], tested, heard)? else {
                return Ok(None);
            };
            if tested.verdict == Some(Verdict::AcceptH1) {
                champion = best;
            }
            matches.push(tested);
        }
    }
    let Some(decided) = test(measurer, [&champion, exact], either, decisive, heard)? else { return Ok(None) };
    let engine_wins = match decided.verdict {
        Some(Verdict::AcceptH1) => true,
        Some(Verdict::AcceptH0) => false,
        // Where games do not tell, the game is searched by the kind that it was searched by.
        _ => usual.algorithm.is_engine(),
    };
    let mut method = if engine_wins { champion } else { exact.clone() };
    let mut against = None;
    if ![&decided.first, &decided.second].contains(&usual) {
        let Some(tested) = test(measurer, [&method, usual], either, last, heard)? else { return Ok(None) };
        if tested.verdict == Some(Verdict::AcceptH0) {
            method = usual.clone();
        }
        against = Some(tested);
    }
    Ok(Some(PlayedMatches { matches, decided, usual: against, method }))
}

/// The engine without each of the tricks that have a part in the game: those without which it visits other nodes.
fn variants(
    measurer: &mut Measurer<'_>,
    engine: &Method,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<Vec<Method>>, Error> {
    let without = |(trick, _): (&str, &str)| -> Result<Method, Unreadable> {
        let mut variant = engine.clone();
        variant.settings.set(&format!("{trick}=off"))?;
        Ok(variant)
    };
    let variants: Vec<Method> = tricks().map(without).collect::<Result<_, _>>()?;
    let all: Vec<&Method> = std::iter::once(engine).chain(&variants).collect();
    let race_positions = 0..measurer.plan.sizes().first.min(measurer.race_positions.len());
    heard(Event::Stage {
        name: "tricks of the engine",
        of: variants.len(),
        steps: Some(all.len() * race_positions.len()),
    });
    let Some(costs) = measurer.search(&all, race_positions, heard)? else { return Ok(None) };
    let whole: Vec<u64> = costs[0].iter().map(|cost| cost.nodes).collect();
    let differs = |n: usize| costs[n + 1].iter().map(|cost| cost.nodes).ne(whole.iter().copied());
    Ok(Some(
        variants.iter().enumerate().filter(|&(n, _)| differs(n)).map(|(_, method)| method.clone()).collect(),
    ))
}

/// Lets variants play the engine, the better half of them twice as often, until one is left; returns their results, the
/// best last.
fn halve(
    measurer: &mut Measurer<'_>,
    engine: &Method,
    variants: Vec<Method>,
    openings: Range<usize>,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<Vec<ChoiceMatch>>, Error> {
    let (mut left, mut out) = (variants, Vec::new());
    let mut to = (openings.len() / 8).max(1);
    while !left.is_empty() {
        heard(Event::Stage { name: "variants of the engine", of: left.len(), steps: Some(left.len() * to) });
        let mut played = Vec::new();
        for method in &left {
            // What was played in the rounds before is known.
            let range = openings.start..openings.start + to;
            let Some(score) = measurer.play([method, engine], range, heard)? else { return Ok(None) };
            let done = ChoiceMatch { first: method.clone(), second: engine.clone(), score, verdict: None };
            heard(Event::Played(&done));
            played.push(done);
        }
        played.sort_by(|a, b| {
            let share = |m: &ChoiceMatch| m.score.share().unwrap_or(0.0);
            share(b).total_cmp(&share(a))
        });
        let kept = if left.len() == 1 { 0 } else { left.len().div_ceil(2) };
        left = played[..kept].iter().map(|m| m.first.clone()).collect();
        out.extend(played.drain(kept..).rev());
        to = (2 * to).min(openings.len());
    }
    Ok(Some(out))
}

/// Two methods against each other, until a test may stop or there are no more openings.
fn test(
    measurer: &mut Measurer<'_>,
    [first, second]: [&Method; 2],
    elo: [f64; 2],
    openings: Range<usize>,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<ChoiceMatch>, Error> {
    let sprt = Sprt::new(elo, ERRORS, Model::Logistic)?;
    let name = format!("{} against {}", short(first), short(second));
    heard(Event::Stage { name: &name, of: 2, steps: Some(openings.len()) });
    let (mut to, mut score, mut verdict) = (openings.start, MatchScore::default(), Verdict::Continue);
    while to < openings.end && verdict == Verdict::Continue {
        let from = to;
        to = (to + BATCH).min(openings.end);
        let Some(more) = measurer.play([first, second], from..to, heard)? else { return Ok(None) };
        let pairs = score.pairs().into_iter().zip(more.pairs()).map(|(a, b)| a + b);
        let mut sum = [0; 5];
        sum.iter_mut().zip(pairs).for_each(|(sum, pairs)| *sum = pairs);
        score = MatchScore::of_pairs(sum);
        verdict = sprt.verdict(&score);
    }
    let (first, second) = (first.clone(), second.clone());
    let done = ChoiceMatch { first, second, score, verdict: Some(verdict) };
    heard(Event::Played(&done));
    Ok(Some(done))
}

/// A method in few words.
fn short(method: &Method) -> String {
    match method.algorithm.is_engine() {
        true => method.to_string(),
        false => method.algorithm.full_name(),
    }
}
