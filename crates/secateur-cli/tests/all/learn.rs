//! `secateur learn`, and what it makes in the hands of other commands.

use crate::common::{assert_fields, file, secateur};

/// The path of an evaluation, without a checkpoint of an earlier run beside it.
fn fresh(name: &str) -> String {
    let path = file(name, b"");
    let _ = std::fs::remove_file(format!("{path}.learning"));
    path
}

/// Learns tic-tac-toe from so many games into a file.
fn learn(games: &str, path: &str) -> serde_json::Value {
    let run = [
        "learn",
        "tictactoe",
        "--games",
        games,
        "--out",
        path,
        "--pairs",
        "5",
        "--nodes",
        "20",
        "--oracle",
        "10",
    ];
    secateur(&[&run[..], &["--every", "1ms", "--threads", "2", "--json"]].concat()).json().remove(0)
}

#[test]
fn what_was_learned_is_used() {
    let path = fresh("tictactoe.eval");
    let made = learn("3008", &path);
    assert_fields(&made, "game:s games:i seconds:f weights:i of:i file:s bytes:i trial:o oracle:o");
    assert_fields(
        &made["oracle"],
        "positions:i error_rate:f low:f high:f regret:f value_error:f wins:i draws:i losses:i errors_a_game:f openings:o",
    );
    assert_fields(&made["oracle"]["openings"], "plies:i wins:i draws:i losses:i errors_a_game:f");
    assert_eq!(made["games"], 3008);
    // Nobody who looks one ply ahead after 3,000 games loses to perfect play any more; nobody wins.
    assert_eq!((&made["oracle"]["wins"], &made["oracle"]["losses"]), (&0.into(), &0.into()));

    let value = |arguments: &[&str]| {
        let all = [&["analyse", "tictactoe", "X../.O./...", "--depth", "1", "--json"], arguments].concat();
        secateur(&all).json().pop().unwrap()["value"].clone()
    };
    assert_ne!(value(&[]), value(&["--eval", &path]));
    let player = format!("engine,eval={path},name=learned");
    let run = secateur(&["match", "tictactoe", &player, "random", "--games", "10", "--nodes", "50"]);
    assert!(run.good().contains("learned"));

    // The same command goes on where it was, and comes to the same as one that was not interrupted.
    let whole = fresh("whole.eval");
    learn("6016", &whole);
    learn("6016", &path);
    let [whole_file, file] = [&whole, &path].map(|path| without_its_time(path));
    assert!(whole_file == file, "the weights differ");
    let [whole, parts] = [&whole, &path].map(|path| value(&["--eval", path]));
    assert_eq!(whole, parts);
}

/// A learned evaluation, but for the line that says how it was made and how long that took, and the checksum.
fn without_its_time(path: &str) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let kept: Vec<u8> = lines.filter(|line| !line.starts_with(b"made ")).flatten().copied().collect();
    kept[..kept.len() - 8].to_vec()
}

#[test]
fn trees_of_descent_are_learned_from() {
    let path = fresh("descent.eval");
    let run = ["learn", "tictactoe", "--method", "descent", "--think", "30", "--games", "640"];
    let made = secateur(&[&run[..], &["--out", &path, "--pairs", "0", "--oracle", "10", "--json"]].concat());
    let made = made.json().remove(0);
    assert_eq!((&made["oracle"]["wins"], &made["oracle"]["losses"]), (&0.into(), &0.into()));
    let written = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&written);
    let header = "made secateur learn tictactoe --method descent --think 30 --games 640 --seed 1";
    assert!(text.lines().nth(2).is_some_and(|line| line.starts_with(header)), "{:?}", text.lines().nth(2));
}

#[test]
fn a_policy_is_learned_beside_the_values() {
    let path = fresh("puct.eval");
    let run = ["learn", "tictactoe", "--method", "puct", "--think", "40", "--games", "1280"];
    let made = secateur(&[&run[..], &["--out", &path, "--pairs", "0", "--oracle", "10", "--json"]].concat());
    let made = made.json().remove(0);
    assert_eq!((&made["oracle"]["wins"], &made["oracle"]["losses"]), (&0.into(), &0.into()));
    let written = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&written);
    let header = "made secateur learn tictactoe --method puct --think 40 --games 1280 --seed 1";
    assert!(text.lines().nth(2).is_some_and(|line| line.starts_with(header)), "{:?}", text.lines().nth(2));
    assert!(text.contains("network tuples and policy"));
    // Whoever does not block has lost, which the policy knows before anything is searched.
    let best = |policy: &str| {
        let run = ["analyse", "tictactoe", "X.X/.O./...", "--algorithm", "puct", "--nodes", "3", "--json"];
        secateur(&[&run[..], &["--eval", &path, "--set", policy]].concat()).json().pop().unwrap()["best"]
            .clone()
    };
    assert_eq!(best("puct.policy=on"), "b1");
    assert_ne!(best("puct.policy=off"), "b1");
}

#[test]
fn curves_and_values_are_kept() {
    let (path, values, curve) = (fresh("curve.eval"), file("ttt.values", b""), file("ttt.curve", b""));
    for path in [&values, &curve] {
        std::fs::remove_file(path).unwrap();
    }
    let run = |games: &str, more: &[&str]| {
        let run = ["learn", "tictactoe", "--games", games, "--out", &path, "--pairs", "0", "--every", "1ms"];
        let judged = ["--oracle", "10", "--values", &values, "--positions", "20", "--openings", "0"];
        secateur(&[&run[..], &judged, &["--curve", &curve], more].concat()).good()
    };
    let told = run("640", &[]);
    assert!(told.contains("mean regret") && !told.contains("The same after"), "{told}");
    let lines = |path: &str| std::fs::read_to_string(path).unwrap().lines().count();
    let [kept, points] = [&values, &curve].map(|path| lines(path));
    assert!(kept > 20 && points == 11, "{kept} values, {points} lines of a curve");
    // The curve goes on, and the chart shows another beside it.
    let other = file("other.curve", std::fs::read(&curve).unwrap().as_slice());
    let renamed = std::fs::read_to_string(&other).unwrap().replace("\"td\"", "\"of old\"");
    std::fs::write(&other, renamed).unwrap();
    run("960", &["--beside", &other]);
    assert_eq!(lines(&curve), 16);
    let chart = std::fs::read_to_string(format!("{curve}.svg")).unwrap();
    assert!(chart.contains("of old") && chart.contains("td") && chart.contains("perfect play"));
    // What is wrong with a file is said before anything is learned.
    let elsewhere = fresh("elsewhere.eval");
    let refused = |game: &str, more: &[&str]| {
        let run = secateur(&[&["learn", game, "--games", "64", "--out", &elsewhere], more].concat());
        assert!(!std::path::Path::new(&format!("{elsewhere}.learning")).exists());
        run.complaint().to_owned()
    };
    let sentence = refused("connect4-4x4", &["--oracle", "1", "--values", &values]);
    assert!(sentence.contains("were made with tictactoe, expected connect4-4x4"), "{sentence}");
    let sentence = refused("tictactoe", &["--curve", &curve, "--seed", "2"]);
    assert!(sentence.contains("were made with seed=1, expected seed=2"), "{sentence}");
}

#[test]
fn the_best_point_of_a_curve_is_kept() {
    let (path, curve) = (fresh("best.eval"), fresh("best.curve"));
    let run = ["learn", "tictactoe", "--out", &path, "--pairs", "0", "--every", "1ms", "--curve", &curve];
    let judged = ["--oracle", "20", "--positions", "0", "--openings", "0", "--best"];
    let learn = |games: &str| secateur(&[&run[..], &judged, &["--games", games]].concat());
    let shares = || -> Vec<f64> {
        let curve = std::fs::read_to_string(&curve).unwrap();
        let points = curve.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        points.filter_map(|point| point["share"].as_f64()).collect()
    };
    let made = |path: &str| {
        let written = std::fs::read(path).unwrap();
        String::from_utf8_lossy(&written).lines().nth(2).unwrap().to_owned()
    };
    let best_of = |shares: &[f64]| {
        let most = shares.iter().copied().fold(0.0, f64::max);
        64 * (shares.iter().rposition(|&share| share == most).unwrap() + 1)
    };
    for games in ["2560", "2688"] {
        let told = learn(games).good();
        let best = best_of(&shares());
        let grouped = format!("{},{:03}", best / 1000, best % 1000);
        assert!(told.contains(&format!("as after {grouped} games")), "{best}: {told}");
        assert!(made(&path).contains(&format!(" --games {best} ")), "{best}: {}", made(&path));
        assert_eq!(made(&path), made(&format!("{path}.best")));
    }
    assert_eq!(shares().len(), 42);

    std::fs::remove_file(format!("{path}.best")).unwrap();
    let sentence = learn("2752").sentence().to_owned();
    assert!(sentence.contains("best.eval.best is missing"), "{sentence}");
    let run = ["learn", "tictactoe", "--curve", &curve, "--best", "--out", &fresh("none.eval")];
    let sentence = secateur(&run).sentence().to_owned();
    assert!(sentence.contains("expected --oracle"), "{sentence}");
}

#[test]
fn all_games_against_the_solver_are_judged() {
    let path = fresh("lines.eval");
    let run = ["learn", "tictactoe", "--games", "6400", "--out", &path, "--pairs", "0", "--positions", "0"];
    let learned =
        secateur(&[&run[..], &["--oracle", "all", "--json"]].concat()).json().pop().unwrap()["oracle"]
            .clone();
    assert_fields(&learned["lines"], "wins:f draws:f losses:f errors:f positions:i");
    // Perfect play allows no win, and what has learned enough does not lose.
    let lines = ["wins", "draws", "losses"].map(|part| learned["lines"][part].as_f64().unwrap());
    assert_eq!(lines, [0.0, 1.0, 0.0]);
    assert_eq!((&learned["errors_a_game"], &learned["openings"]), (&0.0.into(), &serde_json::Value::Null));
    let (path, curve) = (fresh("all.eval"), fresh("all.curve"));
    let run = ["learn", "tictactoe", "--games", "1920", "--out", &path, "--pairs", "0", "--every", "1ms"];
    let all = ["--oracle", "all", "--positions", "0", "--curve", &curve, "--best"];
    let told = secateur(&[&run[..], &all].concat()).good();
    assert!(
        told.contains("in all games that the solver's best moves allow: none won, 100.00 % drawn, none lost"),
        "{told}"
    );
    let refused = |more: &[&str]| {
        secateur(&[&["learn", "tictactoe", "--out", &path], more].concat()).sentence().to_owned()
    };
    let sentence = refused(&["--oracle", "all", "--oracle-time", "1s"]);
    assert!(sentence.contains("expected no --oracle-time"), "{sentence}");
    let sentence = refused(&["--oracle", "some"]);
    assert!(sentence.contains("expected a whole number from 0 to 100000, or all"), "{sentence}");
}

#[test]
fn what_cannot_be_learned_or_used_is_said() {
    let refused = |arguments: &[&str]| {
        let run = secateur(arguments);
        assert_eq!(run.status, Some(2), "{run:?}");
        run.sentence().to_owned()
    };
    let sentence = refused(&["learn", "nim"]);
    assert!(
        sentence.contains("'nim' does not list what stands on its cells, expected one of "),
        "{sentence}"
    );
    let path = file("none.eval", b"nothing\n");
    let sentence = refused(&["analyse", "connect4", "--eval", &path]);
    assert!(sentence.contains("none.eval: it is no learned evaluation"), "{sentence}");
    let path = fresh("board.eval");
    secateur(&["learn", "breakthrough-3x4", "--games", "64", "--out", &path, "--pairs", "0"]).good();
    secateur(&["analyse", "breakthrough-3x4", "--depth", "2", "--eval", &path]).good();
    let sentence = refused(&["analyse", "breakthrough-3x4", "OO/../../XX X", "--eval", &path]);
    assert!(sentence.contains("it was learned on another board of breakthrough-3x4"), "{sentence}");
    let path = fresh("small.eval");
    secateur(&["learn", "tictactoe", "--games", "64", "--out", &path, "--pairs", "0"]).good();
    let sentence = refused(&["analyse", "connect4", "--eval", &path]);
    assert!(sentence.contains("it is an evaluation of tictactoe, expected one of connect4"), "{sentence}");
    let sentence = refused(&["learn", "tictactoe", "--games", "64", "--out", &path, "--seed", "2"]);
    assert!(sentence.contains("it was learned otherwise"), "{sentence}");
}

#[test]
fn what_was_learned_from_searches_is_used() {
    let path = file("searched.eval", b"");
    let _ = std::fs::remove_dir_all(format!("{path}.learning"));
    let learn = ["learn", "breakthrough-4x4", "--method", "search", "--generations", "2", "--think", "40"];
    let made =
        secateur(&[&learn[..], &["--out", &path, "--pairs", "4", "--threads", "2", "--json"]].concat());
    let made = made.json().remove(0);
    // 400 games, and half as many again.
    assert_eq!(made["games"], 1_000);
    let value = |arguments: &[&str]| {
        let all = [&["analyse", "breakthrough-4x4", "--depth", "1", "--json"], arguments].concat();
        secateur(&all).json().pop().unwrap()["value"].clone()
    };
    assert_ne!(value(&[]), value(&["--eval", &path]));
    // By hand it is where nothing comes along, too.
    assert_eq!(value(&[]), value(&["--eval", "hand"]));

    let refused = |arguments: &[&str]| secateur(arguments).sentence().to_owned();
    let sentence = refused(&[&learn[..], &["--out", &path, "--seed", "2"]].concat());
    assert!(sentence.contains("were made with"), "{sentence}");
    let sentence = refused(&["learn", "tictactoe", "--method", "search", "--neurons", "20"]);
    assert!(sentence.contains("a multiple of 16"), "{sentence}");
    let sentence = refused(&["learn", "tictactoe", "--method", "search", "--teacher", &path]);
    assert!(sentence.contains("it is an evaluation of breakthrough-4x4"), "{sentence}");
}

#[test]
fn the_weights_that_matter_are_kept() {
    let path = fresh("few.eval");
    let few = ["learn", "tictactoe", "--games", "320", "--weights", "40", "--pairs", "0", "--json"];
    let made = secateur(&[&few[..], &["--out", &path]].concat()).json().remove(0);
    let weights = made["weights"].as_u64().unwrap();
    assert!((1..=40).contains(&weights), "{made}");
    let refused =
        |arguments: &[&str]| secateur(&[&["learn", "tictactoe"], arguments].concat()).sentence().to_owned();
    for option in [
        &["--weights", "40"][..],
        &["--committee", "4"],
        &["--tuples", "8"],
        &["--length", "3"],
        &["--average"],
    ] {
        let sentence = refused(&[&["--method", "search"], option].concat());
        assert!(sentence.contains(option[0]) && sentence.contains("--method td"), "{sentence}");
    }
    let sentence = refused(&["--weights", "3", "--committee", "4"]);
    assert!(sentence.contains("4 or more"), "{sentence}");
}

#[test]
fn the_mean_of_a_committee_is_played() {
    let path = fresh("committee.eval");
    let learn = ["learn", "tictactoe", "--games", "9000", "--committee", "3", "--threads", "2"];
    let made =
        secateur(&[&learn[..], &["--out", &path, "--pairs", "0", "--oracle", "10", "--json"]].concat());
    let made = made.json().remove(0);
    // A whole batch of each member.
    assert_eq!(made["games"], 9024);
    assert_eq!((&made["oracle"]["wins"], &made["oracle"]["losses"]), (&0.into(), &0.into()));
    let written = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&written);
    assert!(
        text.lines().nth(2).is_some_and(|line| line.contains(" --committee 3; ")),
        "{:?}",
        text.lines().nth(2)
    );
}

#[test]
fn a_network_is_fitted_to_games_that_were_kept() {
    let dir = format!("{}.folder", file("kept-games", b""));
    let _ = std::fs::remove_dir_all(&dir);
    let play = ["tune", "eval", "domineering", "--games", "60", "--nodes", "100", "--dir", &dir];
    secateur(&play).good();
    let fit = ["learn", "domineering", "--method", "fit", "--passes", "2", "--pairs", "2", "--from", &dir];
    let [one, two] = ["1", "2"].map(|threads| {
        let path = fresh(&format!("kept-{threads}.eval"));
        let said = secateur(&[&fit[..], &["--out", &path, "--threads", threads]].concat()).good();
        assert!(said.contains("Fitted to ") && said.contains(" held back."), "{said}");
        std::fs::read(path).unwrap()
    });
    assert!(one == two, "the threads matter");

    let tensors = format!("{dir}/positions.safetensors");
    let made = secateur(&[&fit[..], &["--export", &tensors, "--json"]].concat()).json().remove(0);
    assert_fields(&made, "positions:i held_back:i games:i file:s");
    let of = std::fs::metadata(&tensors).unwrap().len();
    assert!(of > 20 * made["positions"].as_u64().unwrap(), "{of} bytes of {made}");
    let import = ["learn", "domineering", "--method", "fit", "--import"];
    let sentence = secateur(&[&import[..], &[&tensors]].concat()).sentence().to_owned();
    assert!(sentence.contains("it has no tensor 'first'"), "{sentence}");
    let games = format!("{dir}/games.txt");
    let sentence = secateur(&[&import[..], &[&games]].concat()).sentence().to_owned();
    assert!(sentence.contains("expected safetensors"), "{sentence}");
    let sentence = secateur(&[&import[..], &[&tensors, "--from", &dir]].concat()).sentence().to_owned();
    assert!(sentence.contains("expected no --from"), "{sentence}");
    let nowhere = format!("{dir}/no/such/folder");
    let sentence = secateur(&[&fit[..], &["--export", &nowhere]].concat()).sentence().to_owned();
    assert!(sentence.contains("no/such/folder"), "{sentence}");
    let sentence = secateur(&["learn", "tictactoe", "--export", &tensors]).sentence().to_owned();
    assert!(sentence.contains("--method fit"), "{sentence}");
    let sentence = secateur(&["learn", "tictactoe", "--method", "fit"]).sentence().to_owned();
    assert!(sentence.contains("--from"), "{sentence}");
    let sentence = secateur(&["learn", "tictactoe", "--from", &dir]).sentence().to_owned();
    assert!(sentence.contains("--method fit"), "{sentence}");
    let sentence = secateur(&["learn", "tictactoe", "--method", "fit", "--from", &dir]).sentence().to_owned();
    assert!(sentence.contains("games.txt") && sentence.contains("position"), "{sentence}");
}

/// Games that are played by a network, to which it is fitted further.
#[test]
fn a_network_plays_the_games_that_it_is_fitted_further_to() {
    let dir = format!("{}.folder", file("played-on", b""));
    let _ = std::fs::remove_dir_all(&dir);
    let (by_hand, on) = (format!("{dir}/hand"), format!("{dir}/on"));
    let play = ["tune", "eval", "domineering", "--games", "40", "--nodes", "100", "--dir"];
    secateur(&[&play[..], &[&by_hand]].concat()).good();
    let fit = ["learn", "domineering", "--method", "fit", "--passes", "1", "--pairs", "0"];
    let [first, further, again] = ["first.eval", "further.eval", "again.eval"].map(fresh);
    // It begins like the evaluation by hand.
    let neurons = ["--neurons", "32", "--nearby", "2", "--from", &by_hand, "--out", &first];
    secateur(&[&fit[..], &neurons].concat()).good();
    secateur(&[&play[..], &[&on, "--eval", &first]].concat()).good();
    let [by_hand, on] = [by_hand, on].map(|dir| std::fs::read_to_string(format!("{dir}/games.txt")).unwrap());
    assert!(by_hand != on, "both play by hand");

    let on = format!("{dir}/on");
    let start = ["--start", &first, "--from", &on];
    for path in [&further, &again] {
        secateur(&[&fit[..], &start, &["--out", path]].concat()).good();
    }
    let [first, further, again] = [&first, &further, &again].map(|path| std::fs::read(path).unwrap());
    assert!(further == again && first.len().abs_diff(further.len()) < 200, "the shape is that of the first");
    let text = String::from_utf8_lossy(&further[..400]).into_owned();
    assert!(text.contains("--start") && text.contains("neurons 32"), "{text}");
    assert!(String::from_utf8_lossy(&first[..400]).contains("--nearby 2 "), "what was aimed at is not told");

    let sentence = secateur(&[&fit[..], &start, &["--neurons", "16"]].concat()).sentence().to_owned();
    assert!(sentence.contains("32 neurons and 4 stages, expected 16 and 4"), "{sentence}");
    let sentence = secateur(&["learn", "domineering", "--nearby", "2"]).sentence().to_owned();
    assert!(sentence.contains("--method fit"), "{sentence}");
    let sentence = secateur(&["learn", "domineering", start[0], start[1]]).sentence().to_owned();
    assert!(sentence.contains("--method fit"), "{sentence}");
    let (elsewhere, games) = (format!("{dir}/elsewhere"), format!("{on}/games.txt"));
    for file in ["no.eval", &games] {
        let sentence = secateur(&[&play[..], &[&elsewhere, "--eval", file]].concat()).sentence().to_owned();
        assert!(sentence.contains(file), "{sentence}");
    }
    // Nothing was begun that the right file would find in its way.
    secateur(&[&play[..], &[&elsewhere, "--eval", "hand"]].concat()).good();
}
