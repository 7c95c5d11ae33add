use super::*;
use crate::experiment::{ExperimentStore, run};
use crate::report::{Chart, Origin, Section};
use crate::tournament::{
    AdjudicationRules, Match, MatchPlayer, MatchStore, MatchSummary, MoveLimits, Openings, Schedule,
};
use secateur_standard::standard;
use serde_json::Value;
use std::sync::atomic::AtomicBool;

const EXPERIMENT: &str = r#"name = "few"
about = "two algorithms on trees"
algorithms = ["alpha-beta", "pvs"]
hash = ["256KiB"]

[[games]]
game = "uniform"
positions.trees = { b = [3], d = [4], seeds = 6 }
depth = [2, 4]
"#;

/// A folder of its own, which goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("secateur-shelf-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn shelf(paths: &[PathBuf]) -> Shelf {
    Shelf::open(paths, &standard(), &|_, _| unreachable!()).unwrap()
}

/// The contents of a file once they are others than those of this stamp.
fn next(shelf: &Shelf, number: usize, seen: &str) -> (String, Value) {
    loop {
        let view = shelf.file(number, Some(seen), 0).unwrap();
        if let Some(contents) = view.contents {
            return (view.stamp, serde_json::to_value(contents).unwrap());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn flag() -> Arc<AtomicBool> {
    Arc::default()
}

#[test]
fn an_experiment_is_shown_while_it_runs() {
    let folder = Folder::new("experiment");
    let (file, store_file) = (folder.file("few.toml"), folder.file("few.db"));
    fs::write(&file, EXPERIMENT).unwrap();
    let mut store = ExperimentStore::open(&store_file).unwrap();
    let shelf = shelf(&[file, store_file.clone()]);
    let lines = serde_json::to_value(shelf.files()).unwrap();
    assert_eq!(lines[0]["about"], "two algorithms on trees");
    assert_eq!([&lines[0]["kind"], &lines[1]["kind"]], ["experiment", "searches"]);
    let (stamp, before) = next(&shelf, 0, "");
    assert_eq!([&before["experiment"]["jobs"], &before["experiment"]["missing"]], [24, 24]);
    assert!(shelf.file(0, Some(&stamp), 0).unwrap().contents.is_none());

    let experiment =
        Experiment::read("few.toml".as_ref(), EXPERIMENT, &standard(), &|_, _| unreachable!(), &flag())
            .unwrap();
    run(&experiment.jobs[..9], &mut store, &standard(), 1, &flag(), |_| ()).unwrap();
    let (stamp, during) = next(&shelf, 0, &stamp);
    assert_eq!(during["experiment"]["missing"], 15);
    run(&experiment.jobs, &mut store, &standard(), 2, &flag(), |_| ()).unwrap();
    let (_, after) = next(&shelf, 0, &stamp);
    let mut rows = Vec::new();
    store.rows_in_turns(|row| rows.push(row)).unwrap();
    let section = Section::new(&experiment, Origin { file: "", text: "", store: "" }, rows);
    let (panel, shown) = (&section.panels[0], &after["experiment"]["panels"][0]);
    assert_eq!(after["experiment"]["missing"], 0);
    assert_eq!(shown["table"]["rows"], serde_json::to_value(&panel.table.rows).unwrap());
    let Chart::Lines(lines) = &panel.figures[0].chart else { panic!("a chart of lines") };
    assert_eq!(shown["figures"][0]["lines"], serde_json::to_value(LinesView::from(lines)).unwrap());
    assert_eq!(shown["figures"][0]["bars"], Value::Null);
    let (_, store) = next(&shelf, 1, "");
    let rows = store["searches"]["table"]["rows"].as_array().unwrap();
    assert_eq!((&store["searches"]["searches"], rows.len()), (&Value::from(24), 4));
    assert_eq!([&rows[0][1], &rows[0][4], &rows[0][5]], ["alpha-beta", "2 plies", "6"]);
}

#[test]
fn a_match_has_its_standings_and_its_games() {
    let folder = Folder::new("match");
    let file = folder.file("games.db");
    let games = standard();
    let kalah = games.find("kalah").unwrap();
    let limits = MoveLimits { nodes: Some(60), ..MoveLimits::default() };
    let players = ["alpha-beta", "mtd-f", "random"].map(|text| MatchPlayer::read(text, limits).unwrap());
    let schedule = Schedule::round_robin(3, Some(4)).unwrap();
    let openings = Openings::random(kalah, None, 2..=3, 1).unwrap();
    let mut played =
        Match::new(kalah, players.into(), schedule, openings, AdjudicationRules::default(), None).unwrap();
    let mut store = MatchStore::open(&file).unwrap();
    played.run(&mut store, 2, &flag(), |_, _| Ok(())).unwrap();
    let before = fs::read(&file).unwrap();
    let shelf = shelf(std::slice::from_ref(&file));
    let (_, shown) = next(&shelf, 0, "");
    let matches = &shown["matches"];
    // The names are in the order in which the players were given, so that both have the same pairings.
    let summary = serde_json::to_value(MatchSummary::new("kalah", played.standings(), false)).unwrap();
    assert_eq!(matches["matches"], Value::from(vec![summary]));
    let list = matches["list"].as_array().unwrap();
    assert_eq!((&matches["games"], list.len()), (&Value::from(24), 24));
    for game in list {
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert!(!moves.contains(&"pass"), "{game}");
        let mut board = kalah.open();
        for text in moves {
            while let Some(pass) = board.pass() {
                board.play(&pass).unwrap();
            }
            board.play(text).unwrap();
        }
        let is_whole = board.outcome().is_some();
        assert_eq!(is_whole, !game["reason"].as_str().unwrap().contains("moves"), "{game}");
    }
    assert!(
        list.iter().any(|game| game["plies"].as_u64() > Some(game["moves"].as_array().unwrap().len() as u64))
    );
    let later = shelf.file(0, None, 20).unwrap().contents;
    let Some(Contents::Matches(later)) = later else { panic!("{later:?}") };
    assert_eq!((later.from, later.list.len(), later.list[0].number), (20, 4, 21));
    assert_eq!(fs::read(&file).unwrap(), before, "nothing was written");
}

#[test]
fn what_is_being_written_is_read_as_it_was() {
    let folder = Folder::new("writing");
    let file = folder.file("games.db");
    drop(MatchStore::open(&file).unwrap());
    let shelf = shelf(std::slice::from_ref(&file));
    let writer = rusqlite::Connection::open(&file).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; DELETE FROM games; UPDATE games SET round = 2").unwrap();
    let (_, shown) = next(&shelf, 0, "");
    assert_eq!(shown["matches"]["games"], 0);
    writer.execute_batch("COMMIT").unwrap();
}

#[test]
fn what_was_left_half_written_is_left_alone() {
    let folder = Folder::new("half");
    let (file, copy) = (folder.file("games.db"), folder.file("copy.db"));
    drop(MatchStore::open(&file).unwrap());
    let writer = rusqlite::Connection::open(&file).unwrap();
    // More than is kept in memory, so that some of it is in the file, and the journal knows what was there before.
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) \
        INSERT INTO games SELECT i, 'nim', 'a', 'b', 1, '{}', hex(zeroblob(500)), 0, 'rules', '', '', '[]', 0 FROM n";
    writer.execute_batch(&format!("PRAGMA cache_size = 2; BEGIN IMMEDIATE; {many}")).unwrap();
    for (from, to) in [("games.db", "copy.db"), ("games.db-journal", "copy.db-journal")] {
        fs::copy(folder.file(from), folder.file(to)).unwrap();
    }
    let before = fs::read(&copy).unwrap();
    let said = MatchStore::reading(&copy).unwrap_err().to_string();
    assert!(said.contains("copy.db was left in the middle of writing"), "{said}");
    assert_eq!(fs::read(&copy).unwrap(), before);
    // A writer brings back what is whole, and then it can be read.
    drop(MatchStore::open(&copy).unwrap());
    MatchStore::reading(&copy).unwrap().games_in_turns(|_, _| panic!("no game is whole")).unwrap();
}

#[test]
fn nothing_but_the_names_of_files_is_told() {
    let folder = Folder::new("secret");
    let (file, other) = (folder.file("games.db"), folder.file("notes.txt"));
    drop(MatchStore::open(&file).unwrap());
    let shelf = shelf(std::slice::from_ref(&file));
    fs::write(&file, "something else").unwrap();
    let error = shelf.file(0, None, 0).unwrap_err().0;
    assert!(error.contains("games.db") && !error.contains("secret"), "{error}");
    fs::remove_file(&file).unwrap();
    assert_eq!(shelf.file(0, None, 0).unwrap_err().0, "there is no store games.db");
    assert!(shelf.file(1, None, 0).unwrap_err().0.starts_with("there is no file 1"));
    fs::write(&other, "{}").unwrap();
    let refused = Shelf::open(std::slice::from_ref(&other), &standard(), &|_, _| unreachable!());
    let error = refused.unwrap_err().to_string();
    assert!(error.ends_with("a store of experiments or of matches, or the JSON of a report"), "{error}");
    fs::write(&other, r#"{"report": 1, "games": [{"game": "nim"}, {"game": "hex"}]}"#).unwrap();
    let shelf = self::shelf(&[other]);
    assert_eq!((shelf.files()[0].kind, shelf.files()[0].about.as_str()), (FileKind::Report, "nim, hex"));
    assert_eq!(next(&shelf, 0, "").1["report"]["games"][1]["game"], "hex");
}
