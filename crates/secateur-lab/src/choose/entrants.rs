//! Who takes part.

use crate::way::Way;
use secateur::order::{Choice, Part};
use secateur_session::{ALGORITHMS, Algorithm};

/// Orders of moves that are worth a try.
const ORDERS: [&str; 12] = [
    "none",
    "table",
    "move-score",
    "table+move-score",
    "table+killers",
    "table+history",
    "table+killers+history",
    "table+move-score+killers",
    "table+move-score+history",
    "table+move-score+killers+history",
    "table+killers+history+move-score",
    "table+previous+move-score",
];

/// Windows and strides, as parts of a game's unit: a numerator and a denominator.
const REACHES: [(i32, i32); 5] = [(1, 10), (1, 4), (1, 2), (1, 1), (2, 1)];

/// Every exact algorithm, and aspiration over the other window searches with a table: null windows, which other
/// drivers ask for, leave those no choice. Between equals the first is chosen, so that fail-hard comes last.
pub(super) fn algorithms() -> Vec<Way> {
    let exact = ALGORITHMS.iter().filter(|algorithm| algorithm.is_exact()).map(|algorithm| algorithm.name);
    let driven = ["aspiration/alpha-beta-memory", "aspiration/alpha-beta-hard-memory"];
    let mut all: Vec<Way> = exact.chain(driven).map(|name| without_tables(Way::of(name))).collect();
    all.sort_by_key(|way| way.algorithm.contains("hard"));
    all
}

/// Whether the algorithm has a table.
fn remembers(way: &Way) -> bool {
    Algorithm::named(&way.algorithm).is_ok_and(|algorithm| algorithm.has_memory())
}

/// Parts of an order that ask a table say nothing where there is none: without them.
fn without_tables(way: Way) -> Way {
    match way.order.parse::<Choice>() {
        Ok(mut order) if !remembers(&way) => {
            order.parts.retain(|part| !matches!(part, Part::Table | Part::Previous));
            Way { order: order.to_string(), ..way }
        }
        _ => way,
    }
}

/// This way with every order.
pub(super) fn orders(way: &Way) -> Vec<Way> {
    let mut all: Vec<Way> = vec![way.clone()];
    for order in ORDERS {
        let ordered = without_tables(Way { order: order.to_owned(), ..way.clone() });
        if !all.contains(&ordered) {
            all.push(ordered);
        }
    }
    all
}

/// This way with everything set that could matter to it, in a game whose values are measured in such a unit.
pub(super) fn settings(way: &Way, unit: i32) -> Vec<Way> {
    let Ok(algorithm) = Algorithm::named(&way.algorithm) else { return vec![way.clone()] };
    let reach = algorithm.driver().and_then(|driver| driver.reach);
    let reaches = REACHES.map(|(part, of)| (unit * part / of).clamp(1, 30_000));
    let reaches = reach.into_iter().flat_map(|name| reaches.map(|reach| vec![format!("{name}={reach}")]));
    let tables: &[&[&str]] = match remembers(way) {
        true => &[&[], &["etc=on"], &["table.bounds=1"], &["etc=on", "table.bounds=1"]],
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
    use secateur_session::Request;

    #[test]
    fn all_of_them_can_be_asked_for_and_are_different() {
        let algorithms = algorithms();
        assert!(algorithms.len() > ALGORITHMS.len() - 4);
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
