//! Test suites with the binary itself.

use crate::common::{assert_fields, file, secateur};

const MATES: &str = "\
# Mates in one, and one that is not to be played.
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";

7k/8/5KQ1/8/8/8/8/8 w - - ; bm Qg7 + ; id corner
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 am Rd8;
";

const POINTS: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"a\"; c0 \"Rd8#=10, h3=2\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"b\"; c7 \"h3 Rd8\"; c8 \"3 7\"; c9 \"h2h3 d1d8\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"c\"; c0 \"h3=5, g3=6\";
";

#[test]
fn right_moves_are_counted_and_wrong_ones() {
    let path = file("mates.epd", MATES.as_bytes());
    let run = secateur(&["epd", &path, "--depth", "3", "--hash", "1MiB", "--json"]);
    let lines = run.json();
    assert_eq!(lines.len(), 4);
    for line in &lines[..3] {
        assert_fields(
            line,
            "id:s position:s move:s? expected:S avoid:S solved:b? points:i? max_points:i? depth:i nodes:i time_ms:f",
        );
    }
    let told: Vec<_> =
        lines[..3].iter().map(|l| (l["id"].as_str(), l["move"].as_str(), l["solved"].as_bool())).collect();
    assert_eq!(told[0], (Some("back rank"), Some("d1d8"), Some(true)));
    assert_eq!((told[1].0, told[1].2), (Some("corner"), Some(true)));
    assert_eq!(told[2], (Some("3"), Some("d1d8"), Some(false)));
    assert_fields(
        &lines[3],
        "summary:b positions:i asked:i solved:i points:i max_points:i mean_nodes:f mean_ms:f median_nps:i",
    );
    assert_eq!((lines[3]["asked"].as_u64(), lines[3]["solved"].as_u64()), (Some(3), Some(2)));
    let said = secateur(&["epd", &path, "--depth", "3", "--hash", "1MiB"]).good();
    assert!(said.lines().next().unwrap().starts_with("back rank  d1d8   solved  depth "), "{said}");
    assert!(said.lines().last().unwrap().starts_with("3 positions, 2 of 3 solved; mean "), "{said}");
    assert!(said.ends_with(" nodes a second\n"), "{said}");
}

#[test]
fn points_are_read_wherever_suites_have_them() {
    let path = file("points.epd", POINTS.as_bytes());
    let run = secateur(&["epd", &path, "--depth", "3", "--hash", "1MiB", "--json"]);
    let lines = run.json();
    let told: Vec<_> = lines[..3].iter().map(|l| (l["points"].as_u64(), l["max_points"].as_u64())).collect();
    assert_eq!(told, [(Some(10), Some(10)), (Some(7), Some(7)), (Some(0), Some(6))]);
    assert_eq!((lines[3]["points"].as_u64(), lines[3]["max_points"].as_u64()), (Some(17), Some(23)));
    let said = secateur(&["epd", &path, "--depth", "3", "--hash", "1MiB"]).good();
    assert!(
        said.ends_with('\n') && said.contains("3 positions, 1 of 1 solved, 17 of 23 points; mean "),
        "{said}"
    );
}

#[test]
fn a_move_that_leaves_the_piece_open_means_all_that_can() {
    let path = file("open.epd", b"7k/8/8/8/8/2N3N1/8/K7 w - - bm Ne4; am Na4;\n");
    let lines = secateur(&["epd", &path, "--depth", "1", "--hash", "1MiB", "--json"]).json();
    assert_eq!(lines[0]["expected"], serde_json::json!(["c3e4", "g3e4"]));
    assert_eq!(lines[0]["avoid"], serde_json::json!(["c3a4"]));
}

#[test]
fn the_same_nodes_whatever_came_before() {
    let line = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Bc4 d4 Nc3;\n";
    let path = file("twice.epd", line.repeat(2).as_bytes());
    let lines = secateur(&["epd", &path, "--depth", "5", "--json"]).json();
    assert_eq!((&lines[0]["nodes"], &lines[0]["move"]), (&lines[1]["nodes"], &lines[1]["move"]));
    let path = file("nodes.epd", line.as_bytes());
    let lines = secateur(&["epd", &path, "--nodes", "2000", "--algorithm", "pvs-memory", "--json"]).json();
    assert_eq!(lines[0]["nodes"].as_u64(), Some(2000));
}

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    const FINE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n";
    for (name, wrong, said) in [
        ("short", "6k1/5ppp w -", "line 2: found '6k1/5ppp w -', expected a position: pieces"),
        ("move", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;", "line 2: bm: "),
        ("none", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"a\";", "line 2: expected a move to find (bm)"),
        ("quote", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"a;", "line 2: found no end of a text"),
        ("board", "6k1/5ppp/8/8/8/8/5PPP/3R3 w - - bm Rd8;", "line 2: "),
        ("points", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - c0 \"Rd8=1, Ra9=2\";", "line 2: c0: "),
    ] {
        let path = file(&format!("{name}.epd"), format!("{FINE}{wrong}\n").as_bytes());
        let run = secateur(&["epd", &path]);
        assert!(run.complaint().contains(said), "{name}: {run:?}");
    }
    let empty = file("empty.epd", b"# nothing\n\n");
    assert!(secateur(&["epd", &empty]).complaint().ends_with("holds no positions, expected one a line"));
    assert!(secateur(&["epd", "no such file"]).complaint().contains("cannot read no such file"));
}

const PROBLEMS: &str = "\
# A rook on the back rank; two rooks that take turns; the side to move is mated, whatever it plays; and no mate so soon.
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #1; id \"back rank\";
7k/8/8/8/8/8/R7/1R4K1 w - - bm #2;
7k/R7/8/8/8/8/8/1R4K1 b - - bm #-1;
8/8/8/3k4/8/8/8/R3K3 w - - 0 1 bm #9;
";

#[test]
fn mates_are_counted_and_their_lines_end_in_them() {
    let path = file("problems.epd", PROBLEMS.as_bytes());
    let args = ["epd", &path, "--mates", "--depth", "6", "--hash", "1MiB"];
    let lines = secateur(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(lines.len(), 5);
    for line in &lines[..4] {
        assert_fields(
            line,
            "id:s position:s mate:i found:i? wrong:b incomplete_lines:i depth:i nodes:i time_ms:f",
        );
    }
    let found: Vec<_> = lines[..4].iter().map(|line| line["found"].as_i64()).collect();
    assert_eq!(found, [Some(1), Some(2), Some(-1), None]);
    assert_fields(&lines[4], "summary:b positions:i found:i best:i wrong:i incomplete_lines:i");
    let counts = ["positions", "found", "best", "wrong", "incomplete_lines"].map(|n| lines[4][n].as_u64());
    assert_eq!(counts, [4, 3, 3, 0, 0].map(Some));
    let said = secateur(&args).good();
    assert!(said.starts_with("back rank  mate in 1    proven   1  depth "), "{said}");
    assert!(
        said.ends_with("4 positions: 3 mates found, 3 of them the soonest; 0 wrong; 0 incomplete lines\n"),
        "{said}"
    );
}

/// Without a method of its own the search proves what it tells: the engine says of the second that Black is mated in three.
#[test]
fn mates_are_proven_by_engine_and_prover_together() {
    let path =
        file("proven.epd", b"k7/8/2K5/8/8/8/8/7R w - - bm #2;\n5N2/4p3/8/8/3kN3/1B3K2/4P3/8 b - - bm #-4;\n");
    let args = ["epd", &path, "--mates", "--nodes", "100000", "--hash", "4MiB", "--json"];
    let lines = secateur(&args).json();
    let counts = ["found", "best", "wrong", "incomplete_lines"].map(|n| lines[2][n].as_u64());
    assert_eq!(counts, [2, 2, 0, 0].map(Some));
    // Both are proven before the limit.
    assert!(lines[..2].iter().all(|line| line["nodes"].as_u64() < Some(100_000)), "{lines:?}");
    let threads = secateur(&["epd", &path, "--mates", "--threads", "2"]);
    assert_eq!(threads.sentence(), "engine looks for the shortest win with one thread; expected 1");
}

#[test]
fn a_mate_sooner_than_the_proven_one_is_wrong() {
    let path =
        file("wrong.epd", b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #2;\n7k/R7/8/8/8/8/8/1R4K1 b - - bm #1;\n");
    let lines = secateur(&["epd", &path, "--mates", "--depth", "4", "--hash", "1MiB", "--json"]).json();
    let counts = ["found", "best", "wrong"].map(|n| lines[2][n].as_u64());
    assert_eq!(counts, [1, 0, 2].map(Some));
}

#[test]
fn a_problem_without_its_mate_is_said_with_its_line() {
    for (name, operations, found) in [
        ("no-mate", "id \"a\";", ""),
        ("a-move", "bm Rd8#;", "Rd8#"),
        ("zero", "bm #0;", "#0"),
        ("word", "bm #x;", "#x"),
    ] {
        let text =
            format!("7k/8/8/8/8/8/R7/1R4K1 w - - bm #2;\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - {operations}\n");
        let path = file(&format!("{name}.epd"), text.as_bytes());
        let run = secateur(&["epd", &path, "--mates"]);
        let said = format!("line 2: found '{found}' as bm, expected '#' and a number of moves");
        assert!(run.complaint().contains(&said), "{name}: {run:?}");
    }
}
