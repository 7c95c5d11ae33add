//! `tune recipe --screen`: what each number is worth.

use crate::{messages, output};
use anyhow::{bail, ensure};
use secateur_lab::spsa::recipe::{Tunable, TuningPlan};
use secateur_lab::spsa::screening::{Effect, effects};
use secateur_lab::statistics;
use std::collections::BTreeMap;

/// Two values for some numbers, by name.
pub(super) type Values = BTreeMap<String, [i32; 2]>;

/// The names of numbers, and the values that some have with them: `NAME` or `NAME=LOW..HIGH`.
pub(super) fn with_values(numbers: &[String]) -> anyhow::Result<(Vec<String>, Values)> {
    let (mut names, mut all) = (Vec::new(), Values::new());
    for number in numbers {
        let Some((name, values)) = number.split_once('=') else {
            names.push(number.clone());
            continue;
        };
        let ends =
            values.split_once("..").and_then(|(low, high)| Some([low.parse().ok()?, high.parse().ok()?]));
        let Some(ends) = ends.filter(|[low, high]: &[i32; 2]| low < high) else {
            let shown = messages::printable(number, 40);
            bail!(
                "invalid number '{shown}'; expected a name, or a name with two values, the lower one first: {name}=1..5"
            );
        };
        names.push(name.to_owned());
        all.insert(name.to_owned(), ends);
    }
    Ok((names, all))
}

/// The numbers with two values each.
pub(super) fn of_two(numbers: Vec<Tunable>, values: &Values) -> anyhow::Result<Vec<Tunable>> {
    for name in values.keys() {
        ensure!(
            numbers.iter().any(|number| number.name == *name),
            "two values need a number; '{name}' is a trick"
        );
    }
    let two = |number: Tunable| {
        let values = values.get(&number.name).copied();
        if let Some([low, high]) = values {
            let range = &number.parameter.range;
            let fits = range.contains(&low.into()) && range.contains(&high.into());
            ensure!(
                fits,
                "{} goes from {} to {}, not from {low} to {high}",
                number.name,
                range.start(),
                range.end()
            );
        }
        Ok(number.of_two(values))
    };
    numbers.into_iter().map(two).collect()
}

/// Shows the worth of each number. The values that came out better beyond doubt, as settings, with those of the plan.
pub(super) fn show(plan: &TuningPlan, played: &BTreeMap<u64, u8>) -> anyhow::Result<Vec<String>> {
    let Some(effects) = effects(plan, played) else {
        output::line("Too few pairs to tell anything: more are needed than there are numbers.")?;
        return Ok(plan.settings.clone());
    };
    let mut table = output::table(&["number", "low", "high", "Elo, high for low", "95 %"]);
    let elo = |gain: f64| statistics::elo(0.5 + gain).map_or("-".into(), |elo| format!("{elo:+.1}"));
    for effect in &effects {
        let [low, high] = effect.values.map(|value| value.to_string());
        let [least, most] = effect.interval().map(elo);
        table.add_row([&*effect.name, &low, &high, &elo(effect.gain), &format!("{least} to {most}")]);
    }
    output::line(table.trim_fmt())?;
    let better = |effect: &Effect| effect.better().map(|value| format!("{}={value}", effect.name));
    let found: Vec<String> = effects.iter().filter_map(better).collect();
    output::line(format_args!(
        "\n{} of {} come out beyond 95 %; chance alone would name {:.1}.",
        found.len(),
        effects.len(),
        effects.len() as f64 / 20.0
    ))?;
    let all = [&plan.settings[..], &found].concat();
    if !found.is_empty() {
        output::line(format_args!("To try them: --set {}", all.join(" --set ")))?;
    }
    Ok(all)
}
