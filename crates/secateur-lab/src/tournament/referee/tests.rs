use super::super::clock::MoveLimits;
use super::super::record::ReportedValue;
use super::*;
use secateur_standard::standard;

/// Plays what is written down.
#[derive(Default)]
struct Script {
    lines: Vec<Result<MoveReport, Fault>>,
    takes: Duration,
}

impl Script {
    fn of(moves: &[&str]) -> Script {
        Script::valued(moves, None)
    }

    fn valued(moves: &[&str], value: Option<ReportedValue>) -> Script {
        let thought = |m: &&str| Ok(MoveReport { best: (*m).to_owned(), value, ..MoveReport::default() });
        Script { lines: moves.iter().rev().map(thought).collect(), ..Script::default() }
    }
}

impl Contestant for Script {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn follow(&mut self, _: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, _: &Turn<'_>) -> Result<MoveReport, Fault> {
        std::thread::sleep(self.takes);
        self.lines.pop().unwrap_or(Err(Fault::Resigns))
    }
}

fn player(name: &str, limits: &str) -> MatchPlayer {
    MatchPlayer::read(&format!("pvs,name={name},{limits}"), MoveLimits::default()).unwrap()
}

fn played(
    entry: &GameEntry,
    opening: &MatchOpening,
    rules: &AdjudicationRules,
    limits: &str,
    seats: [Script; 2],
) -> PlayedGame {
    let [ann, ben] = ["ann", "ben"].map(|name| player(name, limits));
    let [mut first, mut second] = seats;
    let game = RefereedGame { entry, opening, players: [&ann, &ben], round: 1, rules, see: &|_| () };
    game.play([&mut first, &mut second]).unwrap().unwrap()
}

fn tictactoe(seats: [Script; 2], rules: &AdjudicationRules, limits: &str) -> (i32, GameEnding, String) {
    let entry = *standard().find("tictactoe").unwrap();
    let record = played(&entry, &MatchOpening::default(), rules, limits, seats);
    (record.result, record.ending, record.reason)
}

fn chess(position: Option<&str>, seats: [Script; 2], rules: &AdjudicationRules) -> PlayedGame {
    let opening = MatchOpening { position: position.map(str::to_owned), moves: Vec::new() };
    played(standard().find("chess").unwrap(), &opening, rules, "depth=1", seats)
}

#[test]
fn the_rules_end_a_game() {
    let (rules, depth) = (AdjudicationRules::default(), "depth=1");
    let wins = [Script::of(&["a1", "b1", "c1"]), Script::of(&["a2", "b2"])];
    assert_eq!(tictactoe(wins, &rules, depth), (1, GameEnding::Rules, "ann wins".into()));
    let loses = [Script::of(&["a1", "b1", "a3"]), Script::of(&["a2", "b2", "c2"])];
    assert_eq!(tictactoe(loses, &rules, depth), (-1, GameEnding::Rules, "ben wins".into()));
    let drawn = [Script::of(&["a1", "b1", "c2", "a3", "b3"]), Script::of(&["c1", "a2", "b2", "c3"])];
    assert_eq!(tictactoe(drawn, &rules, depth), (0, GameEnding::Rules, "drawn by the rules".into()));
}

#[test]
fn whoever_does_not_play_loses() {
    let rules = AdjudicationRules::default();
    let with = |fault: Fault| Script { lines: vec![Err(fault)], ..Script::default() };
    let game = |second| tictactoe([Script::of(&["a1", "b1"]), second], &rules, "depth=1");
    assert_eq!(game(Script::of(&["a1"])), (1, GameEnding::IllegalMove, "illegal move a1 by ben".into()));
    assert_eq!(game(Script::of(&["\n\u{7}"])).2, "illegal move \\n\\u{7} by ben");
    assert_eq!(game(with(Fault::Resigns)), (1, GameEnding::Resignation, "ben resigns".into()));
    assert_eq!(game(with(Fault::Gone("x".into()))).2, "ben: connection lost (x)");
    assert_eq!(game(with(Fault::Silent)).1, GameEnding::Connection);
    let first = with(Fault::Gone("x".into()));
    assert_eq!(tictactoe([first, Script::default()], &rules, "depth=1").0, -1);
}

#[test]
fn nobody_is_to_blame_for_an_interruption_or_a_match_that_cannot_go_on() {
    let entry = *standard().find("tictactoe").unwrap();
    let [ann, ben] = ["ann", "ben"].map(|name| player(name, "depth=1"));
    let (opening, rules) = (MatchOpening::default(), AdjudicationRules::default());
    let game = RefereedGame {
        entry: &entry,
        opening: &opening,
        players: [&ann, &ben],
        round: 1,
        rules: &rules,
        see: &|_| (),
    };
    let ends = |fault| {
        game.play([&mut Script { lines: vec![Err(fault)], ..Script::default() }, &mut Script::default()])
    };
    assert_eq!(ends(Fault::Interrupted), Ok(None));
    assert_eq!(ends(Fault::Broken("why".into())), Err(Unreadable("why".into())));
}

#[test]
fn the_clock_is_the_referees() {
    let slow = || Script { takes: Duration::from_millis(60), ..Script::of(&["a1"]) };
    let rules = AdjudicationRules { margin: Duration::from_millis(10), ..AdjudicationRules::default() };
    for limits in ["time=20ms", "tc=0.02", "tc=0.02+5", "tc=1/0.02"] {
        let (result, ending, reason) = tictactoe([slow(), Script::default()], &rules, limits);
        assert_eq!((result, ending), (-1, GameEnding::Time), "{limits}: {reason}");
        assert!(reason.starts_with("ann lost on time by "), "{reason}");
    }
    // Whoever moves in time, or within the margin, plays on.
    let forgiving = AdjudicationRules { margin: Duration::from_secs(20), ..rules };
    for (limits, rules) in
        [("time=30s", &rules), ("tc=30", &rules), ("time=20ms", &forgiving), ("depth=3", &rules)]
    {
        assert_eq!(tictactoe([slow(), Script::default()], rules, limits).2, "ben resigns", "{limits}");
    }
}

#[test]
fn a_position_for_the_third_time_and_a_long_game_are_drawn() {
    let back_and_forth = |a: &'static str, b: &'static str| Script::of(&[a, b].repeat(5));
    let seats = || [back_and_forth("g1f3", "f3g1"), back_and_forth("g8f6", "f6g8")];
    let record = chess(None, seats(), &AdjudicationRules::default());
    assert_eq!((record.result, record.ending, record.moves.len()), (0, GameEnding::Repetition, 8));
    let record = chess(None, seats(), &AdjudicationRules { length: 5, ..AdjudicationRules::default() });
    assert_eq!((record.ending, record.moves.len()), (GameEnding::Length, 5));
    assert_eq!(record.reason, "drawn after 5 plies");
}

#[test]
fn both_sides_have_to_agree() {
    let moves = [["a2a3", "a3a4", "b2b3", "b3b4", "c2c3"], ["a7a6", "a6a5", "b7b6", "c7c6", "c6c5"]];
    let seats = |a, b| [Script::valued(&moves[0], Some(a)), Script::valued(&moves[1], Some(b))];
    let win = Some(AgreedWin { over: 500, plies: 4 });
    let draw = Some(AgreedDraw { within: 20, plies: 3, after: 2 });
    let rules = AdjudicationRules { win, draw, ..AdjudicationRules::default() };
    let end = |a, b| {
        let record = chess(None, seats(a, b), &rules);
        (record.result, record.ending, record.moves.len())
    };
    assert_eq!(end(ReportedValue::Units(501), ReportedValue::Units(-501)), (1, GameEnding::AgreedWin, 4));
    assert_eq!(end(ReportedValue::Loss(3), ReportedValue::Win(4)), (-1, GameEnding::AgreedWin, 4));
    // Both are sure of winning: they play on, until somebody has nothing left to say.
    assert_eq!(end(ReportedValue::Units(501), ReportedValue::Units(501)).1, GameEnding::Resignation);
    // From the fourth ply on, three in a row.
    assert_eq!(end(ReportedValue::Units(19), ReportedValue::Units(-19)), (0, GameEnding::AgreedDraw, 6));
    assert_eq!(end(ReportedValue::Units(20), ReportedValue::Units(-19)).1, GameEnding::Resignation);
    let silent = chess(None, [Script::of(&moves[0]), Script::of(&moves[1])], &rules);
    assert_eq!(silent.ending, GameEnding::Resignation);
    // Without such rules nothing is agreed.
    let record = chess(
        None,
        seats(ReportedValue::Units(501), ReportedValue::Units(-501)),
        &AdjudicationRules::default(),
    );
    assert_eq!(record.ending, GameEnding::Resignation);
}

#[test]
fn black_may_move_first() {
    let position = Some("4k3/8/8/8/8/8/q7/4K3 b - - 0 1");
    let record =
        chess(position, [Script::of(&["a2a1"]), Script::of(&["e1e2"])], &AdjudicationRules::default());
    assert_eq!((record.result, record.players[0].as_str()), (-1, "ann"));
    let text = super::super::pgn::write(&record, standard().find("chess").unwrap()).unwrap();
    assert!(text.contains("[White \"ben\"]\n[Black \"ann\"]\n[Result \"1-0\"]"), "{text}");
    assert!(text.contains("1... Qa1+ {") && text.contains("} 2. Ke2 {"), "{text}");
}
