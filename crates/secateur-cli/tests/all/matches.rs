//! `secateur match`: what it says, and what it refuses.

use crate::common::{assert_fields, file, fresh, secateur};
use serde_json::Value;
use std::fs;

/// A match with a store of its own. The lines in JSON, games by number, and the summary.
fn played(name: &str, arguments: &[&str]) -> (Vec<Value>, Value) {
    let store = fresh(&format!("{name}.db")).1;
    let run = secateur(&[&["match"], arguments, &["--json", "--store", &store]].concat());
    let mut lines = run.json();
    run.good();
    let summary = lines.pop().unwrap();
    lines.sort_by_key(|line| line["number"].as_u64());
    (lines, summary)
}

#[test]
fn pairs_share_an_opening_and_change_colours() {
    let (games, summary) =
        played("pairs", &["connect4", "mtd-f", "engine", "--nodes", "300", "--games", "9"]);
    // One more, since games are played in pairs.
    assert_eq!(games.len(), 10);
    for (i, pair) in games.chunks(2).enumerate() {
        for game in pair {
            assert_fields(
                &without_moves(game),
                "number:i round:i first:s second:s position:s? opening:S result:s ending:s reason:s plies:i",
            );
            assert_eq!(game["round"].as_u64(), Some(i as u64 + 1));
            for thought in game["moves"].as_array().unwrap() {
                assert!(thought["nodes"].as_u64().is_some_and(|nodes| nodes <= 300), "{thought}");
                assert!(
                    thought["move"].is_string() && thought["depth"].is_u64() && thought["time_ms"].is_f64()
                        || thought["time_ms"].is_null(),
                    "{thought}"
                );
            }
        }
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["first"], &pair[0]["second"]), (&pair[1]["second"], &pair[1]["first"]));
    }
    let mut openings: Vec<String> = games.iter().map(|game| game["opening"].to_string()).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 5);
    assert_eq!((summary["games"].as_u64(), summary["interrupted"].as_bool()), (Some(10), Some(false)));
    let pairing = &summary["pairings"][0];
    let count = |key: &str| pairing[key].as_u64().unwrap();
    assert_eq!((count("wins") + count("draws") + count("losses"), count("games")), (10, 10));
    let pairs: Vec<u64> = pairing["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let half_points: u64 = (0..).zip(&pairs).map(|(i, n)| i * n).sum();
    assert_eq!((pairs.iter().sum::<u64>(), half_points), (5, 2 * count("wins") + count("draws")));
}

fn without_moves(game: &Value) -> Value {
    let mut game = game.clone();
    game.as_object_mut().unwrap().remove("moves");
    game
}

#[test]
fn the_same_command_plays_nothing_twice_and_a_longer_one_only_the_rest() {
    let store = fresh("again.db").1;
    let run = |games: &str| {
        let arguments = ["match", "tictactoe", "mtd-f", "pvs,depth=2", "--nodes", "50", "--plies", "2"];
        let run = secateur(&[&arguments[..], &["--games", games, "--json", "--store", &store]].concat());
        assert_eq!(run.status, Some(0), "{run:?}");
        run.json()
    };
    let first = run("4");
    // Times too: they were not taken again.
    assert_eq!(run("4"), first);
    let more = run("8");
    assert_eq!((more.len(), &more[..4]), (9, &first[..4]));
}

#[test]
fn in_a_gauntlet_only_the_first_plays_everybody() {
    let players = ["mtd-f,name=a", "mtd-f,name=b", "mtd-f,name=c"];
    let options = ["--nodes", "50", "--games", "2", "--gauntlet"];
    let (games, summary) = played("gauntlet", &[&["connect4"], &players[..], &options].concat());
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| (game["first"] == "a") != (game["second"] == "a")));
    assert_eq!(summary["pairings"].as_array().unwrap().len(), 2);
    let (games, summary) = played("robin", &[&["connect4"], &players[..], &options[..4]].concat());
    assert_eq!((games.len(), summary["pairings"].as_array().unwrap().len()), (6, 3));
}

#[test]
fn three_players_or_more_get_a_cross_table() {
    let players = ["engine,name=a", "random,name=b", "mtd-f,name=c"];
    let store = fresh("cross.db").1;
    let options = ["--nodes", "50", "--games", "4", "--store", &store];
    let run = secateur(&[&["match", "connect4"], &players[..], &options].concat());
    let (_, table) = run.out.split_once("cross-table, points of 100").expect("a cross-table");
    let rows: Vec<&str> = table.lines().skip(1).take(6).collect();
    // Best first; of each row the second line counts pairs, and all of a player's are twice two.
    let names: Vec<&str> = rows.iter().step_by(2).filter_map(|row| row.split_whitespace().nth(1)).collect();
    assert!(names.len() == 3 && names[2] == "b", "{table}");
    for row in rows.iter().skip(1).step_by(2) {
        let counts: Vec<u64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        // "0 to 2" of the name, two opponents, all.
        assert_eq!(counts.len(), 2 + 15, "{table}");
        assert_eq!(counts[12..].iter().sum::<u64>(), 4, "{table}");
    }
    run.good();
}

#[test]
fn people_get_a_table_and_are_warned_of_repeats() {
    let (store, pgn) = (fresh("table.db").1, fresh("table.pgn").1);
    let arguments =
        ["match", "chess", "engine", "engine,null_move=off,name=other", "--nodes", "200", "--games", "4"];
    let more = ["--openings", "none", "--length", "40", "--store", &store, "--pgn", &pgn];
    let run = secateur(&[&arguments[..], &more].concat());
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("engine - other") && run.out.contains("ended by: "), "{}", run.out);
    assert!(run.err.contains("warning: there is 1 opening for 2 rounds"), "{}", run.err);
    assert!(run.err.contains("warning: game 3 has the same moves as an earlier one"), "{}", run.err);
    assert!(run.err.contains("warning: 2 games of 4 had the same moves"), "{}", run.err);
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!(text.matches("[Event ").count(), 4);
    assert!(text.contains("[White \"engine\"]\n[Black \"other\"]\n"), "{text}");
    // Openings can be taken from it.
    let from = ["--openings", &pgn, "--plies", "6", "--games", "2", "--json", "--store", &store];
    let run = secateur(&[&arguments[..6], &from].concat());
    let lines = run.json();
    assert_eq!(lines[0]["opening"].as_array().map(Vec::len), Some(6), "{run:?}");
    // A file of something else is left alone.
    // In the character set of the standard, and in UTF-8.
    for (name, bytes) in [
        ("latin1.pgn", &b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n"[..]),
        ("utf8.pgn", "[White \"M\u{fc}ller\"]\n\n1. e4 e5 *\n".as_bytes()),
    ] {
        let named = file(name, bytes);
        let (games, _) = played(
            name,
            &[
                "chess",
                "engine",
                "engine,name=b",
                "--nodes",
                "20",
                "--length",
                "6",
                "--openings",
                &named,
                "--games",
                "2",
            ],
        );
        assert_eq!(games[0]["opening"], serde_json::json!(["e2e4", "e7e5"]), "{name}");
    }

    let other = file("other.pgn", b"my games");
    let run = secateur(&[&arguments[..], &["--pgn", &other, "--store", &store]].concat());
    assert!(run.complaint().contains("holds something else than games of `secateur match`"), "{run:?}");
    assert_eq!(fs::read(other).unwrap(), b"my games");
}

#[test]
fn openings_of_every_kind_are_read() {
    let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"one\";\n# nothing\n\ne2e4 c7c5 g1f3\n";
    let openings = file("some.epd", epd.as_bytes());
    let options = ["--depth", "1", "--length", "12", "--games", "4", "--openings", &openings];
    let (games, _) = played("openings", &[&["chess", "pvs,name=a", "pvs,name=b"], &options[..]].concat());
    assert!(games[0]["position"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3")));
    assert_eq!(games[2]["opening"].as_array().map(Vec::len), Some(3));
    let players = ["match", "chess", "pvs,name=a", "pvs,name=b", "--depth", "1"];
    for (name, text, expected) in [
        ("bad.txt", "e2e4\ne2e4 e7e5 e1e3\n", "line 2: "),
        ("bad.pgn", "1. e4 e5 2. Ke3 *\n", "game 1: move 3: "),
        ("none.txt", "# no\n", "holds no openings, expected one at least"),
        (
            "over.txt",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
            "line 1: the game is over",
        ),
    ] {
        let path = file(name, text.as_bytes());
        let run = secateur(&[&players[..], &["--openings", &path]].concat());
        let said = run.complaint();
        assert!(said.contains(name) && said.contains(expected), "{said}");
    }
}

#[test]
fn a_profile_plays_as_it_says() {
    let profile =
        file("profile.toml", b"game = \"connect4\"\nalgorithm = \"pvs-memory\"\norder = \"table+history\"\n");
    let with = format!("profile:{profile},depth=3");
    let limits = ["--depth", "3", "--games", "4"];
    let (by_profile, summary) = played("by-profile", &[&["connect4", &with, "mtd-f"], &limits[..]].concat());
    assert_eq!(summary["pairings"][0]["first"], format!("profile:{profile}"));
    let by_hand = "pvs-memory,order=table+history,depth=3";
    let (by_hand, _) = played("by-hand", &[&["connect4", by_hand, "mtd-f"], &limits[..]].concat());
    let moves = |games: &[Value]| -> Vec<String> {
        let of =
            |game: &Value| game["moves"].as_array().unwrap().iter().map(|m| m["nodes"].to_string()).collect();
        games.iter().map(|game| -> Vec<String> { of(game) }).map(|nodes| nodes.join(" ")).collect()
    };
    assert_eq!(moves(&by_profile), moves(&by_hand));
    let run = secateur(&["match", "nim", "profile", "mtd-f"]);
    let expected =
        "player 'profile': nim has no profile, expected one by `secateur choose nim`, or profile:FILE";
    assert_eq!(run.complaint(), expected);
}

#[test]
fn bad_input_is_refused_in_a_sentence() {
    let store = fresh("refused.db").1;
    let refuse = |arguments: &[&str], expected: &str| {
        let run = secateur(&[&["match", "connect4"], arguments, &["--store", &store]].concat());
        let said = run.complaint();
        assert!(said.contains(expected), "{arguments:?}: {said}");
    };
    let two = ["mtd-f", "engine"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    refuse(&[], "found no players, expected two at least");
    refuse(&["mtd-f", "--nodes", "5"], "found one player, expected two at least");
    refuse(&two, "nothing ends the searches of 'mtd-f', expected a clock, a time, nodes or a depth");
    refuse(&["mtd-f", "mtd-f", "--nodes", "5"], "two players are called 'mtd-f', expected name=...");
    refuse(&["mtdf", "engine", "--nodes", "5"], "unknown algorithm 'mtdf' (did you mean 'mtd-f'?)");
    refuse(&["uic:x", "engine", "--nodes", "5"], "unknown algorithm 'uic:x'");
    refuse(&["nboard:x", "engine", "--nodes", "5"], "NBoard knows Othello alone");
    refuse(&["uci:/no/such/program", "engine", "--nodes", "5"], "'uci:/no/such/program' does not start");
    refuse(&with(&["--tc", "fast"]), "expected a clock such as 4+0.04");
    refuse(&with(&["--tc", "0"]), "expected a clock such as 4+0.04");
    refuse(&with(&["--margin", "5"]), "expected a time such as 500ms");
    refuse(&with(&["--nodes", "5", "--sprt", "elo0=5,elo1=0"]), "expected elo0 to be the lower one");
    refuse(&with(&["--nodes", "5", "--sprt", "elo0=5"]), "expected elo0 and elo1");
    refuse(&with(&["--nodes", "5", "--sprt", "elo=5"]), "found 'elo'");
    refuse(&with(&["--nodes", "5", "--sprt", "elo0=0,elo1=5,model=x"]), "expected logistic or normalised");
    refuse(&with(&["mtd-f,name=c", "--nodes", "5", "--sprt", "elo0=0,elo1=5"]), "found 3 players for a test");
    refuse(&with(&["--nodes", "5", "--gauntlet", "2"]), "leaves nobody to play against");
    refuse(&with(&["--nodes", "5", "--win", "over=x"]), "over is 'x', expected a number");
    refuse(&with(&["--nodes", "5", "--draw", "plies=0"]), "plies is '0', expected a whole number from 1");
    refuse(&with(&["--nodes", "5", "--openings", "no-such-file"]), "cannot read no-such-file");
    refuse(&with(&["--nodes", "5", "--position", "99"]), "connect4 position '99'");
    refuse(&with(&["--nodes", "5", "--games", "2", "--rounds", "1"]), "cannot be used with");
    refuse(
        &with(&["--nodes", "5", "--gmaes", "2"]),
        "there is no option '--gmaes' (did you mean '--games'?)",
    );
    let players = file("players.toml", b"[[players]]\nalgorithm = \"mtd-f\"\nnodes = \"many\"\n");
    refuse(
        &["engine", "--nodes", "5", "--players", &players],
        "players.toml, line 3: nodes: nodes is 'many'",
    );
    assert!(fs::metadata(&store).is_err(), "nothing was played");
}

#[test]
fn a_store_that_cannot_be_used_is_said_and_left_as_it_is() {
    let store = fresh("used.db").1;
    let run = |store: &str| {
        secateur(&["match", "connect4", "mtd-f", "engine", "--nodes", "50", "--games", "8", "--store", store])
    };
    run(&store).good();
    let connection = rusqlite::Connection::open(&store).unwrap();
    connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = run(&store);
    let expected = " is locked by another program, expected it to be free within 5 seconds";
    assert!(refused.complaint().contains(expected), "{refused:?}");
    connection.execute_batch("ROLLBACK").unwrap();
    drop(connection);
    let bytes = fs::read(&store).unwrap();
    let no_store = " is no store of games of matches";
    for (name, held, expected) in [
        ("half.db", &bytes[..bytes.len() / 2], " is damaged ("),
        ("other.db", b"this is no database, and long enough to be looked at as one", no_store),
    ] {
        let path = file(name, held);
        let refused = run(&path);
        assert!(refused.complaint().contains(expected), "{refused:?}");
        assert_eq!(fs::read(&path).unwrap(), held);
    }
    // A store of experiments is none of matches.
    let lab = fresh("experiments.db").1;
    let few = file("few-jobs.toml", FEW.as_bytes());
    secateur(&["lab", "run", &few, "--store", &lab]).good();
    let refused = run(&lab);
    assert!(refused.complaint().contains(no_store), "{refused:?}");
}

const FEW: &str = r#"
name = "few"
about = "one search"
algorithms = ["pvs"]
hash = ["64KiB"]

[[games]]
game = "tictactoe"
positions.sample = { count = 1 }
depth = [2]
"#;

#[test]
fn a_file_of_games_grows_as_they_are_played() {
    let (store, pgn) = (fresh("growing.db").1, fresh("growing.pgn").1);
    let more = ["--nodes", "2000", "--games", "2000", "--json", "--store", &store, "--pgn", &pgn];
    let mut child = crate::common::command(&[&["match", "connect4", "mtd-f", "engine"], &more[..]].concat())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    (0..3).for_each(|_| drop(lines.next().unwrap().unwrap()));
    child.kill().unwrap();
    child.wait().unwrap();
    let games = fs::read_to_string(&pgn).unwrap().matches("[Event ").count();
    assert!((3..2000).contains(&games), "{games}");

    let run = secateur(&[
        "match",
        "connect4",
        "mtd-f",
        "engine",
        "--nodes",
        "5",
        "--store",
        &store,
        "--pgn",
        "/no/such/folder/a.pgn",
    ]);
    assert!(run.complaint().starts_with("cannot write /no/such/folder/a.pgn: "), "{run:?}");
}
