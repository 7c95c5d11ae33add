use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Result<MatchPlayer, Unreadable> {
    MatchPlayer::read(text, MoveLimits { depth: Some(3), ..MoveLimits::default() })
}

#[test]
fn commands_may_have_commas_and_quotes() {
    let player = read("uci:'my engine' a,b=1,option.Book File=x,nodes=5").unwrap();
    let PlayerKind::Outside(program) = &player.kind else { panic!("{player:?}") };
    assert_eq!(program.command, ["my engine", "a,b=1"]);
    assert_eq!(program.options, [("Book File".to_owned(), "x".to_owned())]);
    // A limit of its own stands in place of all others.
    assert_eq!(player.limits, MoveLimits { nodes: Some(5), ..MoveLimits::default() });
}

#[test]
fn what_is_wrong_is_said() {
    for (text, expected) in [
        ("", "unknown algorithm ''"),
        ("reflex", "plays from a table that another search filled"),
        ("engine,nodes", "found 'nodes', expected KEY=VALUE"),
        ("engine,nodes=0", "nodes is '0', expected a whole number from 1 to"),
        ("engine,noodles=3", "unknown key 'noodles' (did you mean 'nodes'?)"),
        ("engine,null_move=maybe", "null_move"),
        ("engine,tc=x", "tc is 'x', expected a clock such as"),
        ("engine,time=5", "time is '5', expected a time such as"),
        ("engine,level=0", "level is '0', expected a whole number from 1 to 10"),
        ("mtd-f,level=3", "'mtd-f' plays at full strength only, expected engine for a level"),
        ("engine,hash=1", "hash is '1', expected a size"),
        ("engine,order=tabel", "order is 'tabel'"),
        ("engine,name=", "name is '', expected a name"),
        ("uci:", "expected a command behind the ':'"),
        ("ugi:'open", "expected a command behind the ':', with every quote closed"),
    ] {
        let error = read(text).unwrap_err().0;
        assert!(error.starts_with(&format!("player '{text}': ")) && error.contains(expected), "{error}");
    }
}

#[test]
fn files_name_the_same_players() {
    let text = r#"
[[players]]
algorithm = "engine"
name = "ours"
nodes = 5000
set = ["null_move=off"]

[[players]]
uci = "gnuchess -u"
tc = "4+0.04"
options = { Hash = 16, "Own Book" = false }
"#;
    let limits = MoveLimits::default();
    let players = MatchPlayer::read_file("p.toml".as_ref(), text, limits).unwrap();
    assert_eq!(players[0], MatchPlayer::read("engine,null_move=off,nodes=5000,name=ours", limits).unwrap());
    let other = "uci:gnuchess -u,tc=4+0.04,option.Hash=16,option.Own Book=false,name=gnuchess -u";
    assert_eq!(players[1], MatchPlayer::read(other, limits).unwrap());
    let refused = |from: &str, to: &str| {
        MatchPlayer::read_file("p.toml".as_ref(), &text.replace(from, to), limits).unwrap_err().0
    };
    assert!(refused("nodes = 5000", "nodes = -1").starts_with("p.toml, line 5: nodes: nodes is '-1'"));
    assert!(refused("name =", "nam =").contains("line 4: unknown key 'nam' (did you mean 'name'?)"));
    assert!(refused("uci =", "ugi = \"x\"\nuci =").contains("expected one of algorithm, uci, ugi"));
}

proptest! {
    #[test]
    fn any_text_is_a_player_or_refused(
        text in "(engine|uci:x|gtp:)?([,=./'\"+a-f0-9 -]|name|tc|option.){0,12}"
    ) {
        match read(&text) {
            Ok(player) => prop_assert!(!player.name.is_empty()),
            Err(error) => prop_assert!(error.0.starts_with("player '")),
        }
    }
}

/// `read` limits the match by a depth.
#[test]
fn a_depth_is_refused_for_searches_that_take_none() {
    let error = read("uct").unwrap_err().to_string();
    assert_eq!(error, "player 'uct': 'uct' searches to no depth, expected a limit in nodes or time");
    assert!(read("uct,nodes=100").is_ok() && read("engine").is_ok());
}

/// Full strength has no limit of its own.
#[test]
fn levels_limit_their_searches() {
    let read = |text| MatchPlayer::read(text, MoveLimits::default()).unwrap();
    let [weak, full] = ["engine,level=3,seed=7", "engine,level=10"].map(read);
    assert_eq!((weak.needs_limits(), full.needs_limits()), (false, true));
    let PlayerKind::BuiltIn(own) = weak.kind else { panic!() };
    assert_eq!(own.request().unwrap().method.handicap, Handicap::of_level(3, 7));
}
