//! Recipes: every number at both ends, every switch, every refusal.

use super::*;
use secateur::engine::{Effort, Standard};

fn games(plies: u32) -> impl Iterator<Item = Rich> {
    (0..6).map(move |seed| Rich::uniform(seed, 10, plies))
}

/// Everything reported by a search to this depth, and its nodes.
fn search<R: Recipe>(pos: &Rich, depth: u32, recipe: R) -> (Told<u16>, u64) {
    search_by(ProbcutFit::new(0.9), pos, depth, recipe)
}

fn search_by<R: Recipe>(eval: impl Eval<Rich>, pos: &Rich, depth: u32, recipe: R) -> (Told<u16>, u64) {
    let (mut told, mut engine) = (Vec::new(), engine(eval, recipe));
    let (last, _) = engine.think(pos, &[], &limits(pos, depth), |_, found| {
        tell(&mut told, found);
        true
    });
    assert_legal(pos, &last.expect("there are moves").line);
    (told, engine.nodes())
}

#[test]
fn the_standard_recipe_and_its_copy_search_the_same_nodes() {
    for pos in games(14) {
        assert_eq!(search(&pos, 9, Standard), search(&pos, 9, Custom::default()));
    }
}

#[test]
fn every_number_may_go_to_both_ends() {
    let mut ends = 0;
    for (trick, _, numbers) in Custom::TRICKS {
        for number in *numbers {
            for end in [number.range.start(), number.range.end()] {
                let mut recipe = Custom::default();
                recipe.set(&format!("{trick}.{}", number.name), &end.to_string()).unwrap();
                assert_eq!(recipe.get(trick, number.name), Some(*end));
                for pos in games(10).take(2) {
                    let (told, _) = search(&pos, 8, recipe.clone());
                    assert_eq!(told.last().unwrap().0, 8, "{trick}.{} = {end}", number.name);
                }
                ends += 1;
            }
        }
    }
    assert!(ends > 80, "{ends}");
}

#[test]
fn all_numbers_may_go_there_together() {
    for low in [true, false] {
        let mut recipe = Custom::default();
        for (trick, _, numbers) in Custom::TRICKS {
            for number in *numbers {
                let end = if low { number.range.start() } else { number.range.end() };
                recipe.set(&format!("{trick}.{}", number.name), &end.to_string()).unwrap();
            }
        }
        for pos in games(10) {
            assert_eq!(search(&pos, 8, recipe.clone()).0.last().unwrap().0, 8);
        }
    }
}

/// No switch is dead: off, a trick visits other nodes.
#[test]
fn every_trick_matters() {
    let standard: Vec<u64> = games(14).map(|pos| search(&pos, 9, Standard).1).collect();
    for (trick, ..) in Custom::TRICKS {
        let mut recipe = Custom::default();
        recipe.set(trick, "off").unwrap();
        let without: Vec<u64> = games(14).map(|pos| search(&pos, 9, recipe.clone()).1).collect();
        // Nothing comes back in these games, and the search has no clock; see the tests of repetition and timing.
        assert_eq!(
            without == standard,
            ["upcoming", "timing"].contains(trick),
            "{trick}: {without:?} {standard:?}"
        );
        recipe.set(trick, "on").unwrap();
        assert_eq!(recipe, Custom::default());
    }
}

/// Regressions that predict little are not asked, node for node, nor is there anything to ask without any.
#[test]
fn poor_regressions_switch_themselves_off() {
    let mut without = Custom::default();
    without.set("multi_probcut", "off").unwrap();
    let mut asked = 0;
    for pos in games(14) {
        let plain = search_by(Rich::look, &pos, 9, without.clone());
        assert_eq!(search_by(Rich::look, &pos, 9, Standard), plain);
        assert_eq!(search_by(ProbcutFit::new(0.7), &pos, 9, Standard), plain);
        asked += usize::from(search_by(ProbcutFit::new(0.9), &pos, 9, Standard) != plain);
    }
    assert!(asked > 0, "good ones are");
}

/// Nor is a number that nothing reads: at one end or the other it visits other nodes, if not with the standard
/// numbers then with the trick's others as low as they go.
#[test]
fn every_number_matters() {
    let nodes = |recipe: &Custom| -> Vec<u64> {
        games(16).take(3).map(|pos| search(&pos, 9, recipe.clone()).1).collect()
    };
    let with = |recipe: &Custom, trick: &str, name: &str, value: i32| {
        let mut recipe = recipe.clone();
        recipe.set(&format!("{trick}.{name}"), &value.to_string()).unwrap();
        recipe
    };
    let standard = (Custom::default(), nodes(&Custom::default()));
    let mut dead = Vec::new();
    for (trick, _, numbers) in Custom::TRICKS.iter().filter(|(trick, ..)| *trick != "timing") {
        let mut low = Custom::default();
        for number in *numbers {
            low = with(&low, trick, number.name, *number.range.start());
        }
        let low = (low.clone(), nodes(&low));
        for number in *numbers {
            let ends = [*number.range.start(), *number.range.end()];
            let moved = |(recipe, before): &(Custom, Vec<u64>)| {
                ends.iter().any(|&end| nodes(&with(recipe, trick, number.name, end)) != *before)
            };
            if !moved(&standard) && !moved(&low) {
                dead.push(format!("{trick}.{}", number.name));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:?}");
}

/// Each number of the timing makes some choice harder or easier, and without them no choice is either.
#[test]
fn every_number_of_the_clock_matters() {
    let shares = [0.0, 0.5, 1.0];
    let drops = [-1.0, 0.0, 0.3, 5.0];
    let efforts: Vec<Effort> = (0..7)
        .flat_map(|stable| shares.map(|share| drops.map(|drop| Effort { share, stable, drop })))
        .flatten()
        .collect();
    let stretches = |recipe: &Custom| -> Vec<f64> {
        let engine = engine(Rich::look, recipe.clone());
        efforts.iter().map(|&effort| engine.stretch(effort)).collect()
    };
    let mut recipe = Custom::default();
    let standard = stretches(&recipe);
    let (_, _, numbers) = Custom::TRICKS.iter().find(|(trick, ..)| *trick == "timing").unwrap();
    for number in *numbers {
        let name = format!("timing.{}", number.name);
        let moves = [number.range.start(), number.range.end()].iter().any(|end| {
            let mut recipe = Custom::default();
            recipe.set(&name, &end.to_string()).unwrap();
            stretches(&recipe) != standard
        });
        assert!(moves, "{name}");
    }
    recipe.set("timing", "off").unwrap();
    assert!(stretches(&recipe).iter().all(|&stretch| stretch == 1.0));
}

#[test]
fn numbers_are_declared_in_range_and_described() {
    for (trick, about, numbers) in Custom::TRICKS {
        assert!(!about.trim().is_empty(), "{trick}");
        for number in *numbers {
            assert!(number.range.contains(&number.standard), "{trick}.{}", number.name);
            assert!(number.step > 0 && number.range.start() < number.range.end(), "{trick}.{}", number.name);
            assert_eq!(Custom::default().get(trick, number.name), Some(number.standard));
            assert!(!number.about.trim().is_empty(), "{trick}.{}", number.name);
            // One step outside is refused, and changes nothing.
            for outside in [number.range.start() - 1, number.range.end() + 1] {
                let mut recipe = Custom::default();
                let name = format!("{trick}.{}", number.name);
                let refusal = recipe.set(&name, &outside.to_string()).unwrap_err();
                let (from, to) = (number.range.start(), number.range.end());
                let expected =
                    format!("found '{outside}' for {name}, expected a whole number from {from} to {to}");
                assert_eq!(refusal.to_string(), expected);
                assert_eq!(recipe, Custom::default());
            }
        }
    }
}

#[test]
fn refusals_are_sentences() {
    for (name, value, refusal) in [
        ("null-move", "off", "unknown trick 'null-move'; there are correction, razoring, "),
        ("", "on", "unknown trick ''; there are "),
        (".", "on", "unknown trick ''; there are "),
        ("null_move", "no", "found 'no' for null_move, expected on or off"),
        ("null_move", "3", "found '3' for null_move, expected on or off"),
        ("null_move.depht", "3", "null_move has no number 'depht'; there are base, divisor, "),
        ("null_move.", "3", "null_move has no number ''; there are base, "),
        ("null_move.base", "", "found '' for null_move.base, expected a whole number from 2 to 6"),
        ("null_move.base", "three", "found 'three' for null_move.base, expected a whole number from 2 to 6"),
        (
            "null_move.base",
            "99999999999",
            "found '99999999999' for null_move.base, expected a whole number from",
        ),
        ("null_move.base.base", "3", "null_move has no number 'base.base'; there are base, "),
    ] {
        let mut recipe = Custom::default();
        let error = recipe.set(name, value).unwrap_err().to_string();
        assert!(error.starts_with(refusal), "{error}");
        assert_eq!(recipe, Custom::default());
    }
    assert_eq!(Custom::default().get("null_move", "depht"), None);
    assert_eq!(Custom::default().get("null-move", "depth"), None);
}
