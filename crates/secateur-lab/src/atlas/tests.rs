use super::*;
use secateur_standard::standard;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn every_row_opens_and_stands_once() {
    let (rows, games) = (rows().unwrap(), standard());
    assert!(rows.len() >= 80, "{}", rows.len());
    let mut seen = BTreeSet::new();
    for row in &rows {
        row.open(&games).unwrap_or_else(|e| panic!("{} {}: {e}", row.game, row.position));
        assert!(seen.insert((&row.game, &row.position)), "{} {} stands twice", row.game, row.position);
    }
    assert!(rows.iter().any(|row| row.proofs.is_empty()), "boards too large to be proven here");
}

/// The rows of at most `most` nodes; there have to be some of each method.
fn cheap(most: u64) -> Vec<AtlasRow> {
    let mut rows = rows().unwrap();
    rows.retain(|row| !row.proofs.is_empty() && row.proofs.iter().all(|proof| proof.nodes <= most));
    cheapest_first(&mut rows);
    rows
}

#[test]
fn cheap_rows_agree() {
    let (rows, games) = (cheap(3_000), standard());
    assert!(rows.len() >= 20, "{}", rows.len());
    for row in rows {
        let check = row.check(&games, Duration::from_secs(60), &Arc::default()).unwrap();
        assert_eq!(check.verdict, AtlasVerdict::Agrees, "{row:?}: {check:?}");
    }
}

#[test]
fn a_wrong_value_is_found_by_either_method() {
    let games = standard();
    let mut methods = BTreeSet::new();
    for row in cheap(300) {
        for proof in row.proofs.clone() {
            methods.insert(proof.method.to_string());
            let wrong = AtlasRow { value: falsified(row.value), proofs: vec![proof], ..row.clone() };
            let check = wrong.check(&games, Duration::from_secs(60), &Arc::default()).unwrap();
            assert_eq!(check.verdict, AtlasVerdict::Differs, "{wrong:?}");
            assert!(check.value.is_some_and(|value| row.value.is(value)), "{check:?}");
        }
    }
    assert_eq!(methods.len(), 2);
}

/// Another value than this.
fn falsified(value: AtlasValue) -> AtlasValue {
    match value {
        AtlasValue::Exactly(value) => AtlasValue::Exactly(value + 1),
        AtlasValue::Outcome(Outcome::Win) => AtlasValue::Outcome(Outcome::Loss),
        AtlasValue::Outcome(_) => AtlasValue::Outcome(Outcome::Win),
    }
}

#[test]
fn without_time_or_proofs_nothing_is_reached() {
    let games = standard();
    let row = cheap(300).remove(0);
    let late = row.check(&games, Duration::ZERO, &Arc::default()).unwrap();
    assert_eq!((late.verdict, late.value, late.nodes), (AtlasVerdict::NotReached, None, 0));
    let open = AtlasRow { proofs: Vec::new(), ..row.clone() };
    let check = open.check(&games, Duration::from_secs(1), &Arc::default()).unwrap();
    assert_eq!((check.verdict, open.time()), (AtlasVerdict::NotReached, None));
    let mut rows = [open, row];
    cheapest_first(&mut rows);
    assert!(rows[0].time().is_some() && rows[1].time().is_none());
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    const GOOD: &str = "[[board]]\ngame = \"nim\"\nvalue = \"win\"\nsource = \"Bouton 1901\"\nsolve = { nodes = 2, ms = 1 }\n";
    let refused = |old: &str, new: &str, expected: &str| {
        let error = read(&GOOD.replace(old, new)).unwrap_err().0;
        assert!(error.starts_with("atlas.toml, line ") && error.contains(expected), "{error}");
    };
    assert_eq!(read(GOOD).unwrap()[0].family(), ("nim", None));
    refused("\"win\"", "\"wins\"", "line 3: found wins, expected win, draw, loss, or a number");
    refused("Bouton 1901", "here", "line 1: a value that was found here takes two proofs");
    refused("source = \"Bouton 1901\"\n", "", "'source' is missing");
    refused("nodes = 2, ", "", "line 5: 'nodes' is missing");
    refused("solve", "pn2", "line 5: unknown key 'pn2'");
    refused("[[board]]\n", "", "unknown key");
}

#[test]
fn values_are_as_exact_as_they_are_known() {
    let (win, by_4) = (AtlasValue::Outcome(Outcome::Win), AtlasValue::Exactly(4));
    assert!(win.is(1) && win.is(7) && !win.is(0) && by_4.is(4) && !by_4.is(3) && !by_4.is(-4));
    assert_eq!((win.to_string(), by_4.to_string()), ("win".into(), "win, 4".into()));
}
