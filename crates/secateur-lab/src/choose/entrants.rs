//! The entrants of the races.

use secateur::order::Part;
use secateur_games::Unreadable;
use secateur_session::{ALGORITHMS, Method};

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
pub(super) fn algorithms() -> Result<Vec<Method>, Unreadable> {
    let exact = ALGORITHMS.iter().filter(|algorithm| algorithm.is_exact()).map(|algorithm| algorithm.name);
    let driven = ["aspiration/alpha-beta-memory", "aspiration/alpha-beta-hard-memory"];
    let all = exact.chain(driven).map(|name| Ok(without_tables(Method::of(name)?)));
    let mut all: Vec<Method> = all.collect::<Result<_, Unreadable>>()?;
    all.sort_by_key(|method| method.algorithm.full_name().contains("hard"));
    Ok(all)
}

/// Drops the parts of the order that ask the table, where there is none.
fn without_tables(mut method: Method) -> Method {
    if !method.algorithm.has_memory() {
        method.order.parts.retain(|part| !matches!(part, Part::Table | Part::Previous));
    }
    method
}

/// This method with every order.
pub(super) fn orders(method: &Method) -> Vec<Method> {
    let mut all: Vec<Method> = vec![method.clone()];
    for order in ORDERS {
        let order = order.parse().expect("ORDERS holds orders");
        let ordered = without_tables(Method { order, ..method.clone() });
        if !all.contains(&ordered) {
            all.push(ordered);
        }
    }
    all
}

/// This method with every setting that could matter to it, in a game whose values are measured in such a unit.
pub(super) fn settings(method: &Method, unit: i32) -> Result<Vec<Method>, Unreadable> {
    let reach = method.algorithm.driver().and_then(|driver| driver.reach);
    let reaches = REACHES.map(|(part, of)| (unit * part / of).clamp(1, 30_000));
    let reaches = reach.into_iter().flat_map(|name| reaches.map(|reach| vec![format!("{name}={reach}")]));
    let tables: &[&[&str]] = match method.algorithm.has_memory() {
        true => &[&[], &["etc=on"], &["table.bounds=1"], &["etc=on", "table.bounds=1"]],
        false => &[&[]],
    };
    let mut all = Vec::new();
    for reach in [Vec::new()].into_iter().chain(reaches) {
        for table in tables {
            let mut settings: Vec<&str> = table.to_vec();
            settings.extend(reach.iter().map(String::as_str));
            settings.sort_unstable();
            let mut set = method.clone();
            settings.iter().try_for_each(|setting| set.settings.set(setting))?;
            all.push(set);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_can_be_asked_for_and_are_different() {
        let algorithms = algorithms().unwrap();
        let to_a_depth = ALGORITHMS.iter().filter(|a| a.takes_depth()).count();
        assert!(algorithms.len() > to_a_depth - 4);
        let mut names = std::collections::HashSet::new();
        for method in algorithms.iter().flat_map(orders).flat_map(|method| settings(&method, 100).unwrap()) {
            assert!(names.insert(method.to_string()), "{method}");
        }
        let of = |name: &str| {
            let method = Method::of(name).unwrap();
            (orders(&method).len(), settings(&method, 100).unwrap().len())
        };
        assert_eq!(of("pvs-memory"), (ORDERS.len(), 4));
        assert_eq!(of("aspiration"), (ORDERS.len(), 24));
        assert_eq!(of("alpha-beta").1, 1);
        assert!(of("alpha-beta").0 < ORDERS.len());
    }
}
