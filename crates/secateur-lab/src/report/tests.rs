use super::*;
use crate::experiment::Experiment;
use secateur_games::trees::minimal_leaves;
use secateur_standard::standard;
use std::sync::Arc;

const TREES: &str = r#"name = "trees"
about = "three algorithms <on trees>"
algorithms = ["minimax", "alpha-beta", "pvs-memory"]
settings = [["deepening=off"]]
hash = ["256KiB"]
minimal = true

[[games]]
game = "uniform"
positions.trees = { b = [3], d = [4], k = [31000], seeds = 5 }
depth = [2, 4]

[report]
measures = ["leaves", "tree", "graph", "time"]
baseline = "minimax"
"#;

const BITS: &str = r#"name = "bits"
about = "few bits"
algorithms = ["alpha-beta-memory"]
settings = [["table.check_bits=1"], ["table.check_bits=64"]]
hash = ["1KiB"]

[[games]]
game = "uniform"
positions.trees = { b = [4], d = [5], seeds = 8 }
depth = [5]

[report]
x = "setting table.check_bits"
measures = ["wrong", "moved"]
baseline = "64"
"#;

fn read(text: &str) -> Experiment {
    Experiment::read("some.toml".as_ref(), text, &standard(), &|_, _| unreachable!(), &Arc::default())
        .unwrap()
}

fn rows(experiment: &Experiment) -> Vec<ResultRow> {
    let search = |job: &crate::experiment::Job| {
        let (answer, iterations) = job.search(&standard(), &Arc::default()).unwrap().unwrap();
        ResultRow::new(job, &answer, &iterations)
    };
    experiment.jobs.iter().map(search).collect()
}

fn section(text: &str, keep: impl Fn(&ResultRow) -> bool) -> Section {
    let experiment = read(text);
    let rows = rows(&experiment).into_iter().filter(keep).collect();
    Section::new(&experiment, Origin { file: "some.toml", text, store: "some.db" }, rows)
}

/// The row of a table, by its place and its series.
fn row<'a>(table: &'a ReportTable, place: &str, series: &str) -> &'a [String] {
    table.rows.iter().find(|row| row[0] == place && row[1] == series).unwrap_or_else(|| panic!("{table:?}"))
}

#[test]
fn a_tree_without_ties_has_the_leaves_that_are_known() {
    let experiment = read(TREES);
    for row in rows(&experiment).iter().filter(|row| row.text("algorithm") == "minimal-tree") {
        let depth = row.number("depth").unwrap() as u32;
        assert_eq!(row.number("leaves"), Some(minimal_leaves(3, depth) as f64), "{}", row.text("position"));
    }
}

#[test]
fn tables_say_what_the_rows_say() {
    let section = section(TREES, |_| true);
    let [panel] = &section.panels[..] else { panic!("{:?}", section.panels) };
    assert_eq!((panel.title.as_str(), section.missing), ("uniform", 0));
    let header = [
        "depth, plies",
        "algorithm",
        "positions",
        "leaves",
        "/ minimax",
        "leaves / minimal tree",
        "leaves / minimal graph",
        "time, ms",
    ];
    assert_eq!(panel.table.header, header);
    let minimax = row(&panel.table, "4", "minimax");
    // All 81 leaves, and 17 in the minimal tree: the same in all five positions, so that the interval is a point.
    assert_eq!(minimax[2..6], ["5", "81", "1.00", "4.76"]);
    let leaves: Vec<f64> = rows(&read(TREES))
        .iter()
        .filter(|r| (r.text("algorithm"), r.number("depth")) == ("alpha-beta", Some(4.0)))
        .map(|r| r.number("leaves").unwrap())
        .collect();
    let mean = leaves.iter().product::<f64>().powf(0.2);
    let found = row(&panel.table, "4", "alpha-beta");
    assert_eq!(found[3], crate::units::thousands(mean.round() as u64));
    assert!(found[4].starts_with(&words::figures(mean / 81.0)), "{found:?}");
    assert!(leaves.len() == 5 && (17.0..81.0).contains(&mean));
}

#[test]
fn charts_have_a_point_for_each_number() {
    let section = section(TREES, |_| true);
    let figures = &section.panels[0].figures;
    let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    let expected =
        ["leaves", "leaves-ratio", "tree", "graph", "time"].map(|name| format!("trees-uniform-{name}"));
    assert_eq!(names, expected);
    let Chart::Lines(lines) = &figures[0].chart else { panic!("two depths make lines") };
    assert!(lines.y.is_log && lines.series.iter().all(|series| series.points.len() == 2));
    assert_eq!(lines.series[0].points[1].y.round(), 81.0);
    let Chart::Lines(ratios) = &figures[1].chart else { panic!("two depths make lines") };
    let point = ratios.series[1].points[1];
    let (low, high) = point.error.unwrap();
    assert!(low < point.y && point.y < high && high < 1.0 && ratios.y.mark == Some(1.0));
}

#[test]
fn values_that_collisions_made_are_counted() {
    let section = section(BITS, |_| true);
    let table = &section.panels[0].table;
    let experiment = read(BITS);
    let all = rows(&experiment);
    let value = |bits: &str, position: &str| {
        let is_it = |r: &&ResultRow| r.text("settings").ends_with(bits) && r.text("position") == position;
        all.iter().find(is_it).unwrap().number("value")
    };
    let positions: BTreeSet<&str> = all.iter().map(|r| r.text("position")).collect();
    let wrong = positions.iter().filter(|p| value("=1", p) != value("=64", p)).count();
    assert!(wrong > 0 && positions.len() == 8, "{wrong}");
    assert!(
        row(table, "1", "alpha-beta-memory")[3].starts_with(&words::percent(wrong as f64 / 8.0)),
        "{table:?}"
    );
    assert!(row(table, "64", "alpha-beta-memory")[3].starts_with("0 % "), "{table:?}");
}

#[test]
fn what_is_missing_is_said() {
    let section =
        section(TREES, |row| row.text("algorithm") != "minimax" || row.number("depth") == Some(2.0));
    assert_eq!((section.jobs, section.missing), (50, 5));
    let (text, _) = markdown(std::slice::from_ref(&section), "secateur lab report some.toml");
    let said =
        "**5 of 50 jobs are missing:** `secateur lab run some.toml --store some.db` goes on with them.";
    assert!(text.contains(said), "{text}");
    assert!(html(&[section], "").contains("5 of 50 jobs are missing"));
    let none = super::tests::section(TREES, |_| false);
    assert!(none.panels.is_empty() && none.missing == 50);
    assert!(html(&[none], "").contains("Nothing has been searched yet."));
}

#[test]
fn pages_need_nothing_else() {
    let (experiment, text) = (read(TREES), TREES);
    let rows = rows(&experiment);
    let make =
        || Section::new(&experiment, Origin { file: "some.toml", text, store: "some.db" }, rows.clone());
    let page = html(&[make()], "secateur lab report some.toml");
    assert_eq!(page, html(&[make()], "secateur lab report some.toml"), "the same rows are the same page");
    assert_eq!(page.matches("<svg ").count(), make().panels[0].figures.len());
    for outside in ["<script", "<img", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(
        page.contains("three algorithms &lt;on trees&gt;.") && page.contains("secateur lab run some.toml")
    );
    assert!(page.contains("positions.trees = {") && page.contains(&crate::experiment::Job::program()));

    let (text, charts) = markdown(&[make()], "secateur lab report some.toml");
    assert_eq!(charts.len(), make().panels[0].figures.len());
    for (file, svg) in charts {
        assert!(text.contains(&format!("]({file})")) && svg.starts_with("<svg "), "{file}");
    }
}
