//! Recorded searches: as text, as data, as pictures.

use crate::common::{assert_fields, fresh, secateur};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const BAGS: [&str; 9] = [
    "trace",
    "tree",
    "((3 12 8) (2 4 6) (14 5 2))",
    "--algorithm",
    "alpha-beta",
    "--depth",
    "2",
    "--set",
    "deepening=off",
];

fn bags(more: &[&str]) -> Vec<&'static str> {
    let more = more.iter().map(|word| &*word.to_string().leak());
    BAGS.into_iter().chain(more).collect()
}

#[test]
fn the_book_shows_what_the_command_prints() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/trace.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let shown = chapter.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let (command, shown) = shown.split_once("\n\n").unwrap();
    assert_eq!(
        command,
        "secateur trace tree '((3 12 8) (2 4 6) (14 5 2))' --algorithm alpha-beta --depth 2 --set deepening=off"
    );
    assert_eq!(secateur(&BAGS).good(), shown);
}

#[test]
fn data_come_a_node_a_line_after_a_header() {
    let lines = secateur(&bags(&["--json"])).json();
    let (header, nodes) = lines.split_first().unwrap();
    assert_fields(
        header,
        "trace:i game:s position:s algorithm:s exact:b depth:i score:i? value:i? pv:S stopped_by:s nodes:i visits:i \
         by_knowledge:i completing:i probes:i kept:i left_out:i leaves:i critical_leaves:i minimal_leaves:i? \
         minimal_is_exact:b?",
    );
    assert_eq!((&header["trace"], &header["value"], &header["kept"]), (&1.into(), &3.into(), &11.into()));
    assert_eq!(nodes.len(), 11);
    for (id, node) in nodes.iter().enumerate() {
        assert_fields(
            node,
            "id:i parent:i? probe:i step:s move:s? again_of:i? ply:i depth:i alpha:i beta:i score:i? bound:s? expected:s? \
             actual:s? critical:i? why:s trick:s? tricks:O table:o? proven:o? static_value:i? cut:o? pruned:S left_out:i grown:o? \
             history:O proof:o?",
        );
        assert_eq!(node["id"], id);
    }
    // The second bag is left once it has shown a 2: the root holds a 3, from the first.
    let (bag, cut) = (&nodes[5], &nodes[5]["cut"]);
    assert_eq!(
        (&bag["score"], &bag["bound"], &bag["actual"]),
        (&(-2).into(), &"lower".into(), &"cut".into())
    );
    assert_eq!(bag["pruned"], Value::from(vec!["1", "2"]));
    assert_fields(cut, "score:i relation:s bound:i set_by:i how:s visit:i? by:s? place:i?");
    assert_eq!((&cut["score"], &cut["relation"], &cut["bound"]), (&(-2).into(), &">=".into(), &(-3).into()));
    assert_eq!((&cut["set_by"], &cut["how"], &cut["visit"]), (&0.into(), &"move".into(), &1.into()));
}

#[test]
fn pictures_are_written_whole() {
    let [(svg_path, svg), (dot_path, dot), (html_path, html)] =
        ["bags.svg", "bags.dot", "bags.html"].map(fresh);
    let said = secateur(&bags(&["--svg", &svg, "--dot", &dot, "--html", &html])).good();
    assert!(
        said.starts_with("tree ((3 12 8) (2 4 6) (14 5 2)): alpha-beta to depth 2\nvalue +3 by "),
        "{said}"
    );
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
    let (svg, dot, html) = (read(&svg_path), read(&dot_path), read(&html_path));

    // Eleven boxes, two crossed-off stubs, and the inequality of the second bag.
    assert!(svg.starts_with("<svg xmlns=") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<g id=\"n").count(), 11);
    assert_eq!(svg.matches("class=\"stub\"").count(), 2);
    assert!(svg.contains("-2 ≥ -3 of #0"), "{svg}");

    assert!(dot.starts_with("digraph trace {") && dot.trim_end().ends_with('}'));
    assert_eq!((dot.matches(" -> ").count(), dot.matches("shape=point").count()), (12, 2));

    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
    assert_eq!(html.matches("<details").count(), html.matches("</details>").count());
    assert_eq!(html.matches(" id=\"v").count(), 11);
    assert!(html.contains("-2 &gt;= -3</span>, <a href=\"#v0\">set at #0 by 0 (#1)</a>"), "{html}");
    assert!(
        !html.contains("http://")
            || html.matches("http").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
}

/// A tree in memory, with the numbers of its search, and in the order in which it grew.
#[test]
fn the_tree_of_a_best_first_search_is_shown() {
    let position = ["trace", "tictactoe", "XO./.../...", "--hash", "1MiB"];
    let lines = secateur(&[&position[..], &["--algorithm", "pn", "--json"]].concat()).json();
    let (header, nodes) = lines.split_first().unwrap();
    assert_eq!((&header["stopped_by"], &header["value"]), (&"solved".into(), &1.into()));
    assert_eq!(header["kept"], nodes.len());
    let grown = |node: &Value| node["grown"].clone();
    let mut order: Vec<u64> = nodes.iter().filter_map(|node| grown(node)["expanded"].as_u64()).collect();
    assert_eq!((grown(&nodes[0])["expanded"].as_u64(), order[0]), (Some(1), 1));
    order.sort_unstable();
    assert!(order.len() > 1 && order.iter().zip(1..).all(|(&place, n)| place == n), "{order:?}");
    assert_eq!(grown(&nodes[0])["proof_numbers"]["proof"], 0);
    for (id, node) in nodes.iter().enumerate().skip(1) {
        assert!(node["parent"].as_u64().unwrap() < id as u64 && node["move"].is_string(), "{node}");
    }
    for (algorithm, shown) in
        [("pn", " proof 0 : inf: "), ("uct", " visits: "), ("b-star", "root win in 5..win in 5: ")]
    {
        let text = secateur(&[&position[..], &["--algorithm", algorithm, "--nodes", "30"]].concat()).good();
        assert!(text.contains(shown) && text.contains("expanded as no. 1"), "{text}");
    }
}

#[test]
fn few_bytes_hold_the_same() {
    let (path, file) = fresh("bags.trace");
    let said = secateur(&bags(&["--binary", &file])).good();
    assert!(
        said.ends_with("7 leaves shown of the last iteration, 2 of them beyond the critical tree\n"),
        "{said}"
    );
    assert_eq!(secateur(&["trace", "--read", &file]).good(), secateur(&BAGS).good());
    assert_eq!(secateur(&["trace", "--read", &file, "--json"]).json(), secateur(&bags(&["--json"])).json());
    fs::write(&path, "something else, and longer than that").unwrap();
    let refusal = secateur(&["trace", "--read", &file]);
    assert!(
        refusal.complaint().contains("is no recorded search: expected 'secateur trace 1'"),
        "{refusal:?}"
    );
}

#[test]
fn a_window_can_be_asked_about() {
    let said = secateur(&bags(&["--alpha", "10", "--beta", "11"])).good();
    assert!(said.contains("probe 1 +10..+11 depth 2: at most +5 all"), "{said}");
    let run = ["trace", "connect4", "--depth", "3", "--algorithm", "mtd-f", "--alpha", "-5"];
    assert!(secateur(&run).complaint().contains("'mtd-f' chooses its windows itself"), "{run:?}");
}

#[test]
fn what_is_left_out_is_said() {
    let run = ["trace", "connect4", "44", "--depth", "5", "--keep", "40", "--plies", "2", "--hash", "1MiB"];
    let text = secateur(&run).good();
    assert!(text.contains(" of them left out\n") && text.contains(" below left out)"), "{text}");
    let lines = secateur(&[&run[..], &["--json"]].concat()).json();
    let (header, nodes) = lines.split_first().unwrap();
    assert!(nodes.len() <= 40 && nodes.iter().all(|node| node["ply"].as_u64() <= Some(2)));
    let left_out: u64 = nodes.iter().map(|node| node["left_out"].as_u64().unwrap()).sum();
    assert_eq!(header["left_out"], left_out);
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let refused = |arguments: &[&str], why: &str| {
        let run = secateur(&[&["trace"], arguments].concat());
        assert!(run.complaint().contains(why), "{run:?}");
    };
    refused(&["connect4"], "a trace needs a depth, expected a number of plies from 1 to 250");
    refused(
        &["connect4", "--depth", "3", "--algorithm", "mtdf"],
        "unknown algorithm 'mtdf' (did you mean 'mtd-f'?)",
    );
    refused(
        &["connect4", "--depth", "3", "--algorithm", "random"],
        "'random' does not search, and leaves nothing to trace",
    );
    refused(&["connect4", "--depth", "3", "--algorithm", "uct"], "uct searches to no depth");
    refused(
        &["dodgem", "--algorithm", "solve"],
        "dodgem is solved from its ends, since positions can come back",
    );
    refused(
        &["connect4", "--depth", "3", "--keep", "30000", "--svg", "a.svg"],
        "a picture has 20000 nodes at most, and --keep allows 30000; expected --keep 20000 or less",
    );
    refused(&["connect4", "--depth", "3", "--keep", "0"], "expected a whole number from 1 to 1000000");
    refused(&["tictactoe", "XXX/OO./...", "--depth", "3"], "the game is over: there is nothing to search");
    refused(&["connect4", "--depth", "3", "--svg", "/nowhere/at.all"], "/nowhere/at.all");
}

/// As `analyse` does, a trace takes the algorithm of the game where nothing is said: of chess the engine.
#[test]
fn the_engine_is_shown_with_its_tricks() {
    let (path, svg) = fresh("engine.svg");
    let run = ["trace", "chess", "--depth", "8", "--hash", "1MiB"];
    let said = secateur(&[&run[..], &["--keep", "100000"]].concat()).good();
    assert!(said.lines().next().unwrap().ends_with(": engine to depth 8"));
    let tricks =
        [" by reductions ", " null move ", "; futility leaves out ", "; late-moves: quiet ones are left out"];
    assert_eq!(tricks.iter().find(|&&trick| !said.contains(trick)), None);
    let nodes = secateur(&[&run[..], &["--json"]].concat()).json();
    let trick = nodes[1..].iter().find_map(|node| node["tricks"].as_array().unwrap().first()).unwrap();
    assert_fields(trick, "by:s move:s?");
    secateur(&[&run[..], &["--keep", "200", "--svg", &svg]].concat()).good();
    assert!(fs::read_to_string(path).unwrap().contains(">reductions</text>"));
}

/// Numbers and thresholds on the way down, and the reason for which the search came back.
#[test]
fn proof_numbers_in_a_table_are_shown_with_their_thresholds() {
    let run = ["trace", "dodgem", "3x3", "--algorithm", "df-pn", "--nodes", "60", "--hash", "1MiB"];
    let said = secateur(&run).good();
    let shown = [
        "#0 probe 1 1 : 3 until inf : inf: no answer, halted\n",
        " looked at: 1 : 2, leaf\n",
        " again (first #2) 1 : 2 until inf : 3: 4 : 4, disproof number at its threshold\n",
        ", proof number at its threshold\n",
        " cut, proven\n",
    ];
    assert!(shown.iter().all(|text| said.contains(text)), "{said}");
    let nodes = secateur(&[&run[..], &["--json"]].concat()).json();
    assert_fields(&nodes[1]["proof"], "entry:o until:o? left:o?");
    assert_fields(&nodes[1]["proof"]["entry"], "proof:i? disproof:i?");
}

/// A comparison of alpha-beta with another algorithm on the bags.
fn against(other: &str, more: &[&str]) -> Vec<&'static str> {
    let more: Vec<&str> = ["--against", other].into_iter().chain(more.iter().copied()).collect();
    bags(&more)
}

#[test]
fn two_searches_are_compared_place_by_place() {
    let said = secateur(&against("minimax", &[])).good();
    assert!(said.contains("tree ((3 12 8) (2 4 6) (14 5 2)): alpha-beta to depth 2\nbeside tree "), "{said}");
    // Minimax goes everywhere: alpha-beta left out two leaves of the second bag.
    assert!(
        said.ends_with("\n11 places visited by both, 0 by alpha-beta alone, 2 by minimax alone\n"),
        "{said}"
    );
    let alone: Vec<&str> = said.lines().filter(|line| line.starts_with("   minimax ")).collect();
    assert_eq!(alone, ["   minimax     1: - | +4, rules", "   minimax     2: - | +6, rules"]);
    // Each search of the root is a visit of one place.
    let said = secateur(&against("mtd-f", &[])).good();
    assert!(
        said.lines().any(|line| line.starts_with("      both root: +3, all moves searched | ")),
        "{said}"
    );
    assert!(said.contains("(last of 3 visits)") || said.contains("(last of 2 visits)"), "{said}");
}

#[test]
fn a_comparison_is_data_too_and_agrees_with_both_records() {
    let lines = secateur(&against("pvs", &["--json"])).json();
    let (header, places) = lines.split_first().unwrap();
    assert_eq!(
        (&header["first"]["algorithm"], &header["second"]["algorithm"]),
        (&"alpha-beta".into(), &"pvs".into())
    );
    let count = |by: &str| places.iter().filter(|place| place["by"] == by).count();
    assert_eq!(header["both"], count("both"));
    assert_eq!(header["first_alone"], count("first"));
    assert_eq!(header["second_alone"], count("second"));
    let visits = |of: &str| -> Vec<(u64, Value)> {
        let all = places.iter().flat_map(|place| place[of].as_array().unwrap());
        let mut visits: Vec<(u64, Value)> =
            all.map(|visit| (visit["id"].as_u64().unwrap(), visit["score"].clone())).collect();
        visits.sort_by_key(|visit| visit.0);
        visits
    };
    // Each node of either record is a visit of one place, with its answer.
    let nodes = secateur(&bags(&["--json"])).json();
    let scores: Vec<(u64, Value)> = (0..).zip(nodes[1..].iter().map(|node| node["score"].clone())).collect();
    assert_eq!(visits("first"), scores);
    assert_eq!(visits("second").len(), header["second"]["kept"].as_u64().unwrap() as usize);
    for (id, place) in places.iter().enumerate() {
        assert_eq!(place["id"], id);
        assert!(place["parent"].as_u64().is_none_or(|parent| parent < id as u64));
    }
}

#[test]
fn a_comparison_is_a_picture_too() {
    let (path, name) = fresh("both.svg");
    let said = secateur(&against("minimax", &["--svg", &name])).good();
    assert!(said.contains("11 places visited by both"), "{said}");
    let svg = fs::read_to_string(path).unwrap();
    let count = |class: &str| svg.matches(&format!("<rect class=\"{class}\"")).count();
    assert_eq!((count("box"), count("box first"), count("box second")), (11, 0, 2));
    assert_eq!(svg.matches(">not visited<").count(), 2);
}

#[test]
fn records_that_were_kept_are_compared_where_they_are_of_one_position() {
    let [(_, first), (_, second), (_, other)] = ["first.trace", "second.trace", "other.trace"].map(fresh);
    secateur(&bags(&["--binary", &first])).good();
    let minimax =
        ["trace", "tree", BAGS[2], "--algorithm", "minimax", "--depth", "2", "--set", "deepening=off"];
    secateur(&[&minimax[..], &["--binary", &second]].concat()).good();
    let said = secateur(&["trace", "--read", &first, "--against", &second]).good();
    assert_eq!(said, secateur(&against("minimax", &[])).good());
    secateur(&["trace", "tictactoe", "--algorithm", "pvs", "--depth", "2", "--binary", &other]).good();
    let run = secateur(&["trace", "--read", &first, "--against", &other]);
    assert!(run.sentence().contains("the records are of different positions"), "{}", run.sentence());
}

#[test]
fn what_takes_no_depth_is_compared_with_what_does() {
    for (one, other) in [("alpha-beta", "solve"), ("solve", "alpha-beta"), ("pn", "pvs")] {
        let said =
            secateur(&["trace", "nim", "1,2", "--algorithm", one, "--depth", "9", "--against", other]).good();
        assert!(said.contains(&format!(" by {one} alone")), "{said}");
    }
}

#[test]
fn the_solver_says_no_depth() {
    let said = secateur(&["trace", "nim", "1,2", "--algorithm", "solve"]).good();
    assert!(said.starts_with("nim 1,2: solve after ") && !said.contains("depth"), "{said}");
}
