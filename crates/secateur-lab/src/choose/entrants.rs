//! Who takes part.

use crate::way::Way;
use secateur::order::{Choice, Part};
use secateur_games::session::{ALGORITHMS, Algorithm, Driver};

/// Orders of moves that are worth a try.
const ORDERS: [&str; 12] = [
    "none",
    "table",
    "promise",
    "table+promise",
    "table+killers",
    "table+history",
    "table+killers+history",
    "table+promise+killers",
    "table+promise+history",
    "table+promise+killers+history",
    "table+killers+history+promise",
    "table+previous+promise",
];

/// Windows and strides, as parts of a game's unit: a numerator and a denominator.
const REACHES: [(i32, i32); 5] = [(1, 10), (1, 4), (1, 2), (1, 1), (2, 1)];

/// Every exact algorithm, and aspiration over the other window searches with a table: null windows, which other
/// drivers ask for, leave those no choice.
pub(super) fn algorithms() -> Vec<Way> {
    let exact = ALGORITHMS.iter().filter(|algorithm| algorithm.is_exact()).map(|algorithm| algorithm.name);
    let driven = ["aspiration/alpha-beta-memory", "aspiration/alpha-beta-hard-memory"];
    exact.chain(driven).map(Way::of).collect()
}

/// This way with every order; without a table, those that need none.
pub(super) fn orders(way: &Way) -> Vec<Way> {
    let remembers = Algorithm::named(&way.algorithm).is_ok_and(|algorithm| algorithm.page.has_memory());
    let mut all: Vec<Way> = vec![way.clone()];
    for text in ORDERS {
        let Ok(mut order) = text.parse::<Choice>() else { continue };
        if !remembers {
            order.parts.retain(|part| !matches!(part, Part::Table | Part::Previous));
        }
        let ordered = Way { order: order.to_string(), ..way.clone() };
        if !all.contains(&ordered) {
            all.push(ordered);
        }
    }
    all
}

/// This way with everything set that could matter to it, in a game whose values are measured in such a unit.
pub(super) fn settings(way: &Way, unit: i32) -> Vec<Way> {
    let Ok(algorithm) = Algorithm::named(&way.algorithm) else { return vec![way.clone()] };
    let reach = match algorithm.driver {
        Driver::Aspiration => Some("aspiration.half_width"),
        Driver::MtdStep => Some("mtd_step.stride"),
        _ => None,
    };
    let reaches = REACHES.map(|(part, of)| (unit * part / of).clamp(1, 30_000));
    let reaches = reach.into_iter().flat_map(|name| reaches.map(|reach| vec![format!("{name}={reach}")]));
    let tables: &[&[&str]] = match algorithm.page.has_memory() {
        true => &[&[], &["foresight=on"], &["table.bounds=1"], &["foresight=on", "table.bounds=1"]],
        false => &[&[]],
    };
    let mut all = Vec::new();
    for reach in [Vec::new()].into_iter().chain(reaches) {
        for table in tables {
            let mut settings: Vec<String> = table.iter().map(|&setting| setting.to_owned()).collect();
            settings.extend(reach.iter().cloned());
            settings.sort();
            all.push(Way { settings, ..way.clone() });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::session::Request;

    #[test]
    fn all_of_them_can_be_asked_for_and_are_different() {
        let algorithms = algorithms();
        assert!(algorithms.len() > ALGORITHMS.len() - 3);
        let all = algorithms.iter().flat_map(orders).flat_map(|way| settings(&way, 100));
        let mut names = std::collections::HashSet::new();
        for way in all {
            way.apply(&mut Request::default()).unwrap();
            assert!(names.insert(way.to_string()), "{way}");
        }
        let of = |name: &str| (orders(&Way::of(name)).len(), settings(&Way::of(name), 100).len());
        assert_eq!(of("pvs-memory"), (ORDERS.len(), 4));
        assert_eq!(of("aspiration"), (ORDERS.len(), 24));
        assert_eq!(of("alpha-beta").1, 1);
        assert!(of("alpha-beta").0 < ORDERS.len());
    }
}
