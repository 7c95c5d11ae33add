//! Experiments by the binary itself: kept, gone on with, divided, merged, written; and what is refused.

use crate::common::{assert_fields, file, fresh, secateur};
use rusqlite::Connection;
use std::fs;

const FEW: &str = r#"name = "few"
about = "a few searches"
algorithms = ["alpha-beta", "mtd-f"]
hash = ["64KiB"]

[[games]]
game = "connect4"
positions.file = "POSITIONS"
depth = [4, 5]

[[games]]
game = "tictactoe"
positions.sample = { count = 2 }
nodes = [30]
"#;

const ROW: &str = "id:s game:s position:s algorithm:s ordering:s settings:s depth:i? node_limit:i? hash:i seed:i \
    repetition:i value:i bound:s? outcome:s? best:s? pv:s depth_reached:i seldepth:i nodes:i leaves:i \
    researches:i researched:i iterations:s hash_full_permille:i exact:i stopped_by:s program:s time_ms:f";

/// The experiment above in a file of this name, with positions of its own: tests run side by side.
fn few(name: &str) -> (String, String) {
    file(&format!("{name}.positions"), b"# a comment\n44\n3344 -18\n");
    let text = FEW.replace("POSITIONS", &format!("{name}.positions"));
    (file(name, text.as_bytes()), text)
}

fn lab(arguments: &[&str]) -> crate::common::Run {
    secateur(&[&["lab"], arguments].concat())
}

/// The rows of a store as CSV, without the last column: the time.
fn rows(store: &str) -> Vec<String> {
    let text = lab(&["export", store, "--csv"]).good();
    text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
}

#[test]
fn what_is_missing_is_done_and_written() {
    let (few, text) = few("lab-run.toml");
    let (_, store) = fresh("lab-run.db");
    let run = |threads: &str| lab(&["run", &few, "--store", &store, "--threads", threads]).good();
    assert_eq!(run("2"), format!("few: 12 jobs in {store}, 12 of them done now.\n"));
    assert_eq!(run("1"), format!("few: 12 jobs in {store}, 0 of them done now.\n"));

    let rows = rows(&store);
    assert_eq!(rows.len(), 13);
    assert!(rows[1].contains(",connect4,3344,alpha-beta,table+move-score,,4,,65536,1,1,"), "{}", rows[1]);
    let json = lab(&["export", &few, "--store", &store, "--json"]);
    let objects = json.json();
    objects.iter().for_each(|row| assert_fields(row, ROW));
    assert_eq!((objects.len(), &objects[11]["game"]), (12, &"tictactoe".into()));
    assert_eq!((&objects[0]["value"], &objects[0]["outcome"]), (&18.into(), &"win".into()));
    assert_eq!(json.status, Some(0));

    // Nobody else's rows, and a word on those that are missing.
    let other = file("lab-other.toml", text.replace("[4, 5]", "[5, 6]").as_bytes());
    let run = lab(&["export", &other, "--store", &store, "--csv"]);
    assert_eq!((run.status, run.out.lines().count()), (Some(1), 1 + 8));
    assert_eq!(run.sentence(), format!("4 jobs not in {store} yet: `secateur lab run` goes on"));
}

#[test]
fn a_report_tells_what_is_there_and_what_is_not() {
    let (few, text) = few("lab-report.toml");
    let (_, store) = fresh("lab-report.db");
    let (folder, to) = fresh("lab-report");
    let report = |file: &str| lab(&["report", file, "--store", &store, "--to", &to]);
    assert!(report(&few).complaint().starts_with("there is no store "));
    lab(&["run", &few, "--store", &store]).good();
    let said = report(&few).good();
    assert!(said.ends_with(&format!(" charts of 1 experiment in {to}/report.html\n")), "{said}");
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(
        page.contains(&format!("secateur lab run {few} --store {store}")) && page.contains("positions.file")
    );
    let markdown = fs::read_to_string(folder.join("report.md")).unwrap();
    let charts: Vec<&str> = markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(charts.len() >= 4 && page.matches("<svg ").count() == charts.len(), "{charts:?}");
    for chart in charts {
        assert!(fs::read_to_string(folder.join(chart)).unwrap().starts_with("<svg "), "{chart}");
    }

    // More depths: they are missing, until the report is asked to run them.
    let more = file("lab-report-more.toml", text.replace("[4, 5]", "[4, 5, 6]").as_bytes());
    let run = report(&more);
    assert_eq!(run.status, Some(1));
    let goes_on = format!("4 of 16 jobs of few missing: `secateur lab run {more} --store {store}` goes on");
    assert_eq!(run.sentence(), goes_on);
    assert!(fs::read_to_string(folder.join("report.md")).unwrap().contains("**4 of 16 jobs are missing:**"));
    let both =
        lab(&["report", &few, &more, "--store", &store, "--to", &to, "--run", "--threads", "2"]).good();
    assert!(both.contains("16 jobs") && both.contains("charts of 2 experiments"), "{both}");

    let (_, blocked) = fresh("lab-report-blocked");
    fs::write(&blocked, "a file where a folder should be").unwrap();
    let run = lab(&["report", &few, "--store", &store, "--to", &blocked]);
    assert_eq!(run.complaint().split(':').next(), Some(format!("cannot make the folder {blocked}").as_str()));
}

#[test]
fn shards_come_to_the_same() {
    let (few, _) = few("lab-plan.toml");
    let (_, whole) = fresh("lab-whole.db");
    lab(&["run", &few, "--store", &whole]).good();
    let (folder, to) = fresh("lab-shards");
    let said = lab(&["plan", &few, "--shards", "3", "--to", &to]).good();
    assert!(said.starts_with(&format!("few: 12 jobs in 3 shards, in {to}. ")), "{said}");
    let part = |n: usize, end: &str| folder.join(format!("few-{n}-of-3.{end}")).to_str().unwrap().to_owned();
    for n in 1..=3 {
        let said = lab(&["run-shard", &part(n, "shard")]).good();
        let store = part(n, "db");
        assert_eq!(said, format!("few, shard {n} of 3: 4 jobs in {store}, 4 of them done now.\n"));
    }
    let into = part(0, "db");
    let [first, second, third] = [1, 2, 3].map(|n| part(n, "db"));
    let said = lab(&["merge", &into, &first, &second]).good();
    assert_eq!(said, format!("{into}: 8 rows, 8 of them new.\n"));
    let said = lab(&["merge", &into, &second, &third, &into]).good();
    assert_eq!(said, format!("{into}: 12 rows, 4 of them new.\n"));
    assert_eq!(rows(&into), rows(&whole));
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let (_, text) = few("lab-bad.toml");
    let refused = |old: &str, new: &str, expected: &str| {
        let path = file("lab-bad.toml", text.replacen(old, new, 1).as_bytes());
        let (store, name) = fresh("lab-bad.db");
        let run = lab(&["run", &path, "--store", &name]);
        assert!(run.complaint().starts_with(&format!("{path}, line {expected}")), "{run:?}");
        assert!(!store.exists());
    };
    refused("about = ", "about : ", "2: ");
    refused("algorithms", "algoritms", "3: unknown key 'algoritms' (did you mean 'algorithms'?)");
    refused("mtd-f", "mtdf", "3: algorithms: unknown algorithm 'mtdf' (did you mean 'mtd-f'?)");
    refused("64KiB", "64", "4: hash: expected a size of 1KiB at least");
    refused("connect4", "conect4", "7: game: unknown game 'conect4' (did you mean 'connect4'?)");
    refused("lab-bad.toml.positions", "no-such-file", "8: file: cannot read ");
    refused("[4, 5]", "[4, \"5\"]", "9: found \"5\" for depth, expected a whole number from 1 to 250");
    refused("count = 2", "count = 2.5", "13: found 2.5 for count, expected a whole number from 1 to 1000000");
    refused("nodes = [30]", "nodes = 30", "14: found 30 for nodes, expected a list in brackets");
    let path = file("lab-bad.toml", text.replacen("64KiB", "64TiB", 1).as_bytes());
    let run = lab(&["run", &path]);
    assert!(run.complaint().starts_with("a table of 64 TiB (hash, times --threads) is too large"), "{run:?}");
}

#[test]
fn stores_that_cannot_be_used_are_refused() {
    let (few, text) = few("lab-stores.toml");
    let (path, store) = fresh("lab-stores.db");
    let refused = |store: &str, expected: &str| {
        for command in
            [&["run", &few, "--store", store][..], &["merge", store, store], &["export", store, "--csv"]]
        {
            let run = lab(command);
            assert!(run.complaint().contains(expected), "{run:?}");
        }
    };
    assert!(lab(&["export", &store, "--csv"]).complaint().starts_with("there is no store "));
    lab(&["run", &few, "--store", &store]).good();
    let whole = rows(&store);

    // Somebody else writes, and takes his time.
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let run = lab(&["run", &few, "--store", &store]);
    let expected = " is locked by another program, expected it to be free within 5 seconds";
    assert!(run.complaint().contains(expected), "{run:?}");
    connection.execute_batch("ROLLBACK").unwrap();
    drop(connection);
    assert_eq!(rows(&store), whole);

    let bytes = fs::read(&path).unwrap();
    let half = file("lab-half.db", &bytes[..bytes.len() / 2]);
    refused(&half, " is damaged (");
    assert_eq!(fs::read(&half).unwrap(), &bytes[..bytes.len() / 2]);
    let other = file("lab-other.txt", text.as_bytes());
    refused(&other, " is no store of experiments");
    assert_eq!(fs::read_to_string(&other).unwrap(), text);
    let run = lab(&["run", &few, "--store", &format!("{store}/store.db")]);
    assert!(run.complaint().starts_with("cannot open the store "), "{run:?}");
    let run = lab(&["run-shard", &few]);
    assert!(run.complaint().contains(", line 1: this is no shard"), "{run:?}");
    let run = lab(&["export", &store]);
    assert!(run.complaint().contains("--csv"), "{run:?}");
}

#[test]
fn an_altered_row_is_found() {
    let (few, _) = few("lab-altered.toml");
    let (path, store) = fresh("lab-altered.db");
    lab(&["run", &few, "--store", &store]).good();
    let other = fresh("lab-altered-merged.db").1;
    lab(&["merge", &other, &store]).good();
    assert_eq!(rows(&other), rows(&store));
    Connection::open(&path)
        .unwrap()
        .execute_batch("UPDATE rows SET value = value + 1 WHERE depth = 5")
        .unwrap();
    for command in [vec!["export", &store, "--csv"], vec!["merge", &other, &store]] {
        let run = lab(&command);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(
            run.sentence().contains("was altered: its checksum does not match, expected the row"),
            "{run:?}"
        );
    }
}

#[test]
fn what_people_write_is_not_endless() {
    let long = file("lab-long.toml", &vec![b'#'; (4 << 20) + 1]);
    let run = lab(&["run", &long]);
    assert!(run.complaint().ends_with("lab-long.toml is too large, expected at most 4 MiB"), "{run:?}");
}
