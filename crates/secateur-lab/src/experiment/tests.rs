//! Experiments as a whole: from the file to the rows.

mod store;

use super::*;
use crate::error::Error;
use proptest::prelude::*;
use secateur_games::Unreadable;
use secateur_session::Registry;
use secateur_standard::standard;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const FEW: &str = r#"name = "few"
about = "a few searches"
algorithms = ["alpha-beta", "mtd-f/pvs-memory"]
settings = [[], ["table.bounds=1", "etc=on"]]
hash = ["16KiB"]

[[games]]
game = "connect4"
positions.sample = { count = 3, seed = 5 }
depth = [3, 4]

[[games]]
game = "clobber"
positions.file = "positions"
nodes = [50]
"#;

fn games() -> Registry {
    let connect4 = *standard().find("connect4").unwrap();
    Registry::new().with(connect4).with(*standard().find("clobber").unwrap())
}

fn read(text: &str) -> Result<Experiment, Unreadable> {
    let two = |path: &Path, _: &dyn secateur_session::Session| {
        assert_eq!(path, Path::new("folder/positions"));
        Ok(vec!["XO/OX X".to_owned(), "XOX/OXO X".to_owned()])
    };
    Experiment::read("folder/few.toml".as_ref(), text, &games(), &two, &Arc::default())
}

/// The path of a file that is not there yet.
fn path() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("secateur-experiment-{}-{next}.db", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// The rows of a store, which is removed. Times are left out: they are the last column.
fn rows(store: ExperimentStore, path: &Path) -> Vec<String> {
    let mut rows = Vec::new();
    let without_time = |row: ResultRow| row.csv().rsplit_once(',').unwrap().0.to_owned();
    let push = |row| {
        rows.push(without_time(row));
        Ok::<(), Error>(())
    };
    store.rows(push).unwrap();
    drop(store);
    fs::remove_file(path).unwrap();
    rows
}

fn done(jobs: &[Job], threads: usize) -> Vec<String> {
    let path = path();
    let mut store = ExperimentStore::open(&path).unwrap();
    assert_eq!(run(jobs, &mut store, &games(), threads, &Arc::default(), |_| ()).unwrap(), jobs.len());
    rows(store, &path)
}

#[test]
fn a_grid_comes_to_its_jobs() {
    let few = read(FEW).unwrap();
    assert_eq!((few.name.as_str(), few.about.as_str()), ("few", "a few searches"));
    assert_eq!(few.jobs.len(), (3 * 2 + 2) * 2 * 2);
    let last = few.jobs.last().unwrap();
    assert_eq!((last.game.as_str(), last.algorithm.as_str()), ("clobber", "mtd-f/pvs-memory"));
    assert_eq!((last.depth, last.nodes, last.hash), (None, Some(50), 16 << 10));
    assert_eq!(last.settings, ["etc=on", "table.bounds=1"], "by name");
    let ids: HashSet<String> = few.jobs.iter().map(Job::id).collect();
    assert_eq!(ids.len(), few.jobs.len());
    // Said twice, or by another name, it is the same job.
    let twice =
        FEW.replace("[\"alpha-beta\", ", "[\"alpha-beta\", \"alpha-beta\", ").replace("[3, 4]", "[4, 3, 4]");
    assert_eq!(read(&twice).unwrap().jobs.len(), few.jobs.len());
    // More repetitions are more jobs, and those from before are among them.
    let thrice = read(&FEW.replace("hash =", "repetitions = 3\nhash =")).unwrap();
    let more: HashSet<String> = thrice.jobs.iter().map(Job::id).collect();
    assert!(more.len() == 3 * ids.len() && more.is_superset(&ids));
}

#[test]
fn positions_are_listed_and_trees_combined() {
    let listed =
        FEW.replace("positions.sample = { count = 3, seed = 5 }", "positions.list = [\"44\", \"3344\"]");
    let jobs = read(&listed).unwrap().jobs;
    let positions: Vec<&str> = jobs.iter().map(|job| job.position.as_str()).collect();
    assert_eq!((positions[0], positions[8], jobs[8].game.as_str()), ("44", "3344", "connect4"));

    let trees = r#"
name = "trees"
about = "every combination"
algorithms = ["alpha-beta"]
games = [{ game = "ordered", positions.trees = { p = [0.5, 0.75], seeds = 3, b = [2], d = [3] }, depth = [3] }]
"#;
    let games = secateur_standard::standard();
    let read = |text: &str| {
        Experiment::read("t.toml".as_ref(), text, &games, &|_, _| unreachable!(), &Arc::default())
    };
    let jobs = read(trees).unwrap().jobs;
    let positions: Vec<&str> = jobs.iter().map(|job| job.position.as_str()).collect();
    assert_eq!(positions.len(), 6);
    assert_eq!((positions[0], positions[5]), ("b=2 d=3 p=0.5 seed=1", "b=2 d=3 p=0.75 seed=3"));
    // A tree and a graph for each, beside the searches.
    let minimal = read(&trees.replace("algorithms", "minimal = true\nalgorithms")).unwrap().jobs;
    let kinds: Vec<&str> = minimal.iter().map(|job| job.algorithm.as_str()).take(3).collect();
    assert_eq!((minimal.len(), kinds), (18, vec!["minimal-tree", "minimal-graph", "alpha-beta"]));
}

#[test]
fn an_identity_changes_with_every_field() {
    let jobs = read(FEW).unwrap().jobs;
    let job = &jobs[0];
    assert_eq!(job.id(), job.clone().id());
    let text = serde_json::to_value(job).unwrap();
    let mut ids = HashSet::from([job.id()]);
    for field in text.as_object().unwrap().keys() {
        let mut other = text.clone();
        other[field] = match &text[field] {
            serde_json::Value::String(text) => format!("{text}+").into(),
            serde_json::Value::Array(_) => vec!["etc=on"].into(),
            number => (number.as_u64().unwrap_or(0) + 1).into(),
        };
        let other: Job = serde_json::from_value(other).unwrap();
        assert!(ids.insert(other.id()), "{field}");
    }
    assert_eq!(ids.len(), 11);
    // What an experiment is called says nothing of its searches.
    let named = read(&FEW.replace("\"few\"", "\"other\"").replace("a few", "some")).unwrap();
    assert_eq!(named.jobs, jobs);
    // Nor does the order of settings.
    let turned = FEW.replace(r#""table.bounds=1", "etc=on""#, r#""etc=on", "table.bounds=1""#);
    assert!(turned != FEW && read(&turned).unwrap().jobs == jobs);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let refused = |old: &str, new: &str, expected: &str| {
        let error = read(&FEW.replacen(old, new, 1)).unwrap_err().0;
        assert!(error.starts_with("folder/few.toml, line ") && error.contains(expected), "{error}");
    };
    refused("name = \"few\"", "name = few", "line 1: ");
    refused("name = \"few\"\n", "", "line 1: 'name' is missing, expected a name");
    refused("name = \"few\"", "name = \"a b\"", "line 1: name: expected letters");
    refused("about", "abuot", "line 2: unknown key 'abuot' (did you mean 'about'?), expected one of name, ");
    refused("\"a few searches\"", "3", "line 2: found 3 for about, expected text in quotes");
    refused("alpha-beta", "alpha-bta", "line 3: algorithms: unknown algorithm 'alpha-bta' (did you mean");
    refused("alpha-beta", "reflex", "line 3: algorithms: 'reflex' plays without a search");
    refused("alpha-beta", "uct", "line 3: algorithms: 'uct' searches to no depth");
    refused(
        "[\"alpha-beta\", \"mtd-f/pvs-memory\"]",
        "[]",
        "line 3: found [] for algorithms, expected one at least",
    );
    refused(
        "table.bounds=1",
        "table.bounds=3",
        "line 4: settings: found '3' for table.bounds, expected a whole",
    );
    refused("etc=on", "table.bounds=2", "expected one of them");
    refused("16KiB", "much", "line 5: hash: expected a size such as");
    refused("connect4", "conect4", "line 8: game: unknown game 'conect4' (did you mean 'connect4'?)");
    refused("count = 3, ", "", "line 9: 'count' is missing, expected how many positions");
    refused("seed = 5", "sed = 5", "line 9: unknown key 'sed' (did you mean 'seed'?)");
    refused("seed = 5", "plies = [9, 4]", "line 9: plies: expected two numbers");
    refused("[3, 4]", "[3, 0]", "line 10: found 0 for depth, expected a whole number from 1 to 250");
    refused("[3, 4]", "3", "line 10: found 3 for depth, expected a list");
    refused("depth = [3, 4]\n", "", "line 7: no limit ends the searches, expected depth or nodes");
    refused("positions.file = \"positions\"\n", "", "line 12: 'positions' is missing");
    refused("positions.file = \"positions\"", "positions = {}", "expected one of file, list, sample, trees");
    refused("positions.file = ", "positions.list = [\"\", 3]\n# ", "found \"\" for list, expected text");
    refused("positions.file = ", "positions.list = [\"XO Z\"]\n# ", "line 14: list: ");
    refused("positions.file = ", "positions.trees = { b = [2], seeds = 2 }\n# ", "line 14: trees: ");
    refused("hash =", "minimal = 1\nhash =", "line 5: found 1 for minimal, expected true or false");
    refused(
        "hash =",
        "report = { y = 1 }\nhash =",
        "line 5: unknown key 'y' (did you mean 'x'?), expected one of x, series, ",
    );
    refused(
        "hash =",
        "report.x = \"hsah\"\nhash =",
        "line 5: x: found 'hsah' (did you mean 'hash'?), expected one of",
    );
    refused(
        "hash =",
        "report.measures = [\"node\"]\nhash =",
        "measures: found 'node' (did you mean 'nodes'?)",
    );
    refused(
        "hash =",
        "repetitions = 4000000\nhash =",
        "found 4000000 for repetitions, expected a whole number from 1 to 1000000",
    );
    refused("hash =", "repetitions = 1000000\nhash =", "found 32000000 jobs, expected 10000000 at most");
}

#[test]
fn threads_change_nothing_and_the_missing_is_done() {
    // More than can be done between two commits.
    let jobs = read(&FEW.replace("hash =", "repetitions = 12\nhash =")).unwrap().jobs;
    let all = done(&jobs, 1);
    assert_eq!((all.len(), &done(&jobs, 3)), (jobs.len(), &all));

    let path = path();
    let mut store = ExperimentStore::open(&path).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let mut heard = 0;
    let first = run(&jobs, &mut store, &games(), 1, &flag, |some| {
        heard += some;
        flag.store(heard >= 5, Ordering::Relaxed);
    });
    let first = first.unwrap();
    assert!(first == heard && (5..jobs.len()).contains(&first), "{first}");
    flag.store(false, Ordering::Relaxed);
    assert_eq!(run(&jobs, &mut store, &games(), 2, &flag, |_| ()).unwrap(), jobs.len() - first);
    assert_eq!(run(&jobs, &mut store, &games(), 2, &flag, |_| ()).unwrap(), 0);
    assert_eq!(rows(store, &path), all);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn any_division_gives_the_same_rows(of in 1_usize..50, again in 0_usize..50, threads in 1_usize..4) {
        let few = read(FEW).unwrap();
        let into = path();
        let mut all = ExperimentStore::open(&into).unwrap();
        let shards = few.shards(of);
        prop_assert_eq!(shards.iter().map(|shard| shard.jobs.len()).sum::<usize>(), few.jobs.len());
        // One of them is merged twice.
        for shard in shards.iter().chain([&shards[again % of]]) {
            let shard = Shard::read("s".as_ref(), &shard.write(), &games()).unwrap();
            let path = path();
            let mut store = ExperimentStore::open(&path).unwrap();
            run(&shard.jobs, &mut store, &games(), threads, &Arc::default(), |_| ()).unwrap();
            all.merge(&store).unwrap();
            rows(store, &path);
        }
        prop_assert_eq!(rows(all, &into), done(&few.jobs, 1));
    }
}

#[test]
fn shards_that_were_changed_are_refused() {
    let shard = &read(FEW).unwrap().shards(3)[1];
    assert_eq!(shard.file_name(), "few-2-of-3.shard");
    let text = shard.write();
    assert_eq!(&Shard::read("s".as_ref(), &text, &games()).unwrap(), shard);
    let refused = |text: &str, expected: &str| {
        let error = Shard::read("s".as_ref(), text, &games()).unwrap_err().0;
        assert!(error.starts_with(expected), "{error}");
    };
    refused("", "s, line 1: this is no shard");
    refused(&text.replace("shard-2", "shard-9"), "s, line 1: this is no shard");
    refused(&text.replace(&Job::program(), "0.0.1"), "s, line 1: the program is '0.0.1', expected '");
    let end = text.trim_end().rfind('\n').unwrap();
    refused(
        &text[..end + 1],
        &format!("s, line {}: the file ends after {} jobs", shard.jobs.len(), shard.jobs.len() - 1),
    );
    refused(&text[..text.len() - 9], &format!("s, line {}: expected a job", shard.jobs.len() + 1));
    refused(&text.replace("\"game\":\"", "\"game\":\"x"), "s, line 2: unknown game 'xc");
}

#[test]
fn every_altered_bit_of_a_shard_is_found() {
    let shard = &read(FEW).unwrap().shards(3)[1];
    let text = shard.write();
    let read = |text: &str| Shard::read("s".as_ref(), text, &games());
    for bit in 0..8 * text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        // What is no text any more is refused before.
        let Ok(altered) = String::from_utf8(bytes) else { continue };
        // The end of the last line says nothing.
        let is_harmless = read(&altered).is_ok_and(|found| found == *shard && bit / 8 == text.len() - 1);
        assert!(is_harmless || read(&altered).is_err(), "bit {bit}");
    }
    // Shards of before had no checksum.
    let start = text.find(",\"checksum\"").unwrap();
    let end = start + text[start..].find('}').unwrap();
    let old = format!("{}{}", &text[..start], &text[end..]);
    assert!(read(&old).is_err());
    assert_eq!(&read(&old.replace("shard-2", "shard-1")).unwrap(), shard);
}

#[test]
fn rows_are_written_as_tables_and_as_objects() {
    let job = &read(FEW).unwrap().jobs[0];
    let (answer, iterations) = job.search(&games(), &Arc::default()).unwrap().unwrap();
    let row = ResultRow::new(&Job { position: "a \"b\", c".into(), ..job.clone() }, &answer, &iterations);
    assert_eq!(ResultRow::read(&row.json()).unwrap(), row);
    let error = ResultRow::read(&row.json().replace("\"nodes\":", "\"knots\":")).unwrap_err().0;
    assert_eq!(error, "nodes of a row is null, expected a value of type INTEGER NOT NULL");
    let json: serde_json::Value = serde_json::from_str(&row.json()).unwrap();
    assert_eq!((&json["position"], &json["nodes"]), (&"a \"b\", c".into(), &answer.nodes.into()));
    assert_eq!((&json["node_limit"], &json["stopped_by"]), (&serde_json::Value::Null, &"depth".into()));
    assert!(
        row.csv().starts_with(&format!("{},connect4,\"a \"\"b\"\", c\",alpha-beta,", row.id())),
        "{}",
        row.csv()
    );
    assert_eq!(ResultRow::csv_header().split(',').count(), json.as_object().unwrap().len());
}
