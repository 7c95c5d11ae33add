//! No text makes anything that reads text panic: what the fuzz targets do, in short and everywhere.

use crate::common::readers;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use secateur_session::Registry;
use secateur_standard::standard;
use std::sync::LazyLock;

static GAMES: LazyLock<Registry> = LazyLock::new(|| {
    let games = standard();
    let wide = *games.find("connect4-10x6").expect("a size that Connect-4 has");
    games.with(wide)
});

/// Texts that are right, for each game.
fn right() -> Vec<(usize, &'static str)> {
    let more = [
        ("tictactoe", "4x5,4 ...../..X../...../....."),
        ("connect4", "......./......./......./......./...O.../...X..."),
        ("connect4-10x6", "5566a"),
        ("clobber", "4x4 O"),
        ("domineering", "X../XOO/... V"),
        ("nim", "0,255,3,3,1,1,9,10"),
        ("othello", "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"),
        ("tree", "((3 12 8) (2 4 6) (14 5 -2))"),
        ("uniform", "b=3 d=4 seed=18446744073709551615 k=9 / 0 2 1"),
        ("ordered", "b=10 d=5 p=0.9 delta=5 noise=1 v=7 seed=3"),
        ("dag", "b=2 d=7 / 1 1"),
    ];
    let place =
        |name: &str| GAMES.entries().iter().position(|e| e.name == name).expect("a game of that name");
    let examples = GAMES.entries().iter().enumerate().map(|(i, e)| (i, e.example));
    examples.chain(more.map(|(name, text)| (place(name), text))).collect()
}

/// A change to a text: at a place, some characters go and others come.
type Edit = (Index, usize, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let text = prop_oneof![
        "[XOVHxo./ ,=()0-9a-z+-]{0,4}",
        ".{0,3}",
        select(vec![
            "99999999999",
            "-1",
            "\n",
            "/",
            "  ",
            "(",
            ")",
            "X",
            "٣",
            "\u{0}",
            "b=1",
            "nan",
            "1e400"
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec((any::<Index>(), 0..4usize, text), 1..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (place, gone, come) in edits {
        let at = place.index(chars.len() + 1);
        let end = (at + gone).min(chars.len());
        chars.splice(at..end, come.chars());
    }
    chars.into_iter().collect()
}

const LINES: &[&str] = &[
    "analyse connect4 4455 --time 2s --hash 64MiB --threads 2 --nodes 10 --depth 3 --order table+killers --json",
    "solve nim 3,4,5 --file x --cold --seed 18446744073709551615",
    "compare clobber --depth 6 --positions 3 --algorithms pvs,mtd-f/pvs-memory",
    "play tictactoe --second --time 1.5m --algorithm reflex",
    "perft dag 12 b=2_d=3",
    "bench --json",
    "analyse tree (1_(2_3)) --time .5h --hash 1e3kB --set null_move.reduction=3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn positions_nearly_right(text in select(right()), edits in edits(), moves in "([a-h0-9-]{1,4}\n){0,4}") {
        let game = &GAMES.entries()[text.0];
        readers::position(game, &format!("{}\n{moves}", edited(text.1, &edits)));
        readers::position(game, &format!("{}\n{}", text.1, edited(&moves, &edits)));
    }

    #[test]
    fn positions_of_any_kind(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        readers::any_position(&GAMES, &bytes);
    }

    #[test]
    fn trees(text in "[-() 0-9+x]{0,40}", edits in edits()) {
        readers::tree(&text);
        readers::tree(&edited("(3 (5 2) ((9 1) -8))", &edits));
    }

    #[test]
    fn evaluations(edits in edits(), bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        const HEAD: &str = "secateur-evaluation-1\ngame tictactoe\nmade by hand\nboard 3 3 3 2 square 1\nstages 1\n\
            tuples 0,1,2 3,4\nweights 1\n\n";
        readers::evaluation(&[HEAD.as_bytes(), &bytes].concat());
        readers::evaluation(&[edited(HEAD, &edits).as_bytes(), &bytes].concat());
        readers::evaluation(&bytes);
    }

    #[test]
    fn names(text in ".{0,20}", edits in edits()) {
        readers::name(&text);
        for right in ["mtd-f/pvs-memory", "table+move-score+killers", "null_move.reduction=3", "table.replacement=buckets"] {
            readers::name(&edited(right, &edits));
        }
    }

    #[test]
    fn arguments(text in ".{0,40}", line in select(LINES), edits in edits()) {
        readers::arguments(&text);
        readers::arguments(&edited(line, &edits));
    }

    #[test]
    fn times_and_sizes(number in "[0-9.e+-]{0,24}", unit in "_?([kmgt]i?b?|ms|s|min|h|[a-z%]{0,3})") {
        readers::arguments(&format!("analyse nim --time {number}{unit}"));
        readers::arguments(&format!("analyse nim --hash {number}{unit}"));
    }

    #[test]
    fn files(text in select(right()), value in any::<i64>(), edits in edits()) {
        let file = format!("# a comment\n{0} {value}\n\n{0}\r\n", text.1);
        let mut bytes = vec![text.0 as u8];
        bytes.extend(edited(&file, &edits).bytes());
        readers::file(&GAMES, &bytes);
    }

    #[test]
    fn files_of_any_kind(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        readers::file(&GAMES, &bytes);
        readers::suite(&GAMES, &bytes);
    }

    #[test]
    fn suites(edits in edits()) {
        let chess = GAMES.entries().iter().position(|e| e.name == "chess").expect("chess is a standard game");
        let right = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1; bm Rd8#; am Kf1; id \"a b\"; c0 \"Rd8=10, h3=2\";";
        let mut bytes = vec![chess as u8];
        bytes.extend(edited(right, &edits).bytes());
        readers::suite(&GAMES, &bytes);
    }

    #[test]
    fn proofs(edits in edits(), rest in prop::collection::vec(any::<u8>(), 0..40)) {
        let certificate = "secateur-certificate-1\ngame nim\nposition 1,2\nclaim at least 1\n\n";
        let version = env!("CARGO_PKG_VERSION");
        let checkpoint = format!(
            "secateur-checkpoint-1 of version {version}\ngame nim\nposition 3,4,5\ngoal value\nnodes 9\nms 1\n\
             at least -32001\nat most 32001\nhash 1008\nentries 1\n\n"
        );
        for right in [certificate, &checkpoint] {
            readers::proof(&GAMES, &[edited(right, &edits).as_bytes(), &rest].concat());
            readers::proof(&GAMES, &[right.as_bytes(), &rest].concat());
        }
    }
}

#[test]
fn what_is_right_is_read() {
    for (game, text) in right() {
        GAMES.entries()[game].open().set(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}
