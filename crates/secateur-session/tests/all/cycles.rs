//! Games in which positions come back, and games that last long, through the boundary that all tools use.

use secateur::algo::retrograde;
use secateur::{Game, Hints, Keyed, Never};
use secateur_games::dodgem::Dodgem;
use secateur_games::{Notation, StaticValue, Unreadable};
use secateur_session::{Algorithm, GameEntry, Outcome, Registry, Request, Session, Solution, StoppedBy};
use secateur_standard::standard;
use std::sync::Arc;
use std::time::Duration;

fn game(name: &str) -> Box<dyn Session> {
    standard().find(name).unwrap().open()
}

fn by(algorithm: &str) -> Request {
    Request::default().hash(1 << 20).algorithm(Algorithm::named(algorithm).unwrap())
}

#[test]
fn dodgem_is_solved_as_retrograde_analysis_has_it() {
    let start = Dodgem::start();
    let Ok(Some(ends)) = retrograde([start], 1 << 22, &mut Never) else { panic!("it has room") };
    let session = game("dodgem");
    let mut solver = session.solver(&Request::default().hash(1 << 22));
    let mut known = 0;
    let mut positions = vec![start];
    for at in 0.. {
        let Some(&pos) = positions.get(at).filter(|_| at < 400) else { break };
        let solved = solver.solve(&pos.write()).unwrap().solved().unwrap();
        assert_eq!(solved.value, pos.value(ends.value(&pos).unwrap()), "{}", pos.write());
        assert_eq!(solved.outcome, Outcome::of(solved.value));
        known += u32::from(solved.nodes == 0);
        if let Some(best) = solved.best {
            let child = pos.child(pos.read_move(&best).unwrap());
            assert_eq!(child.value(ends.value(&child).unwrap()), -solved.value, "{} {best}", pos.write());
        }
        if pos.outcome().is_none() {
            for child in pos.moves().map(|m| pos.child(m)) {
                if !positions.contains(&child) {
                    positions.push(child);
                }
            }
        }
    }
    // The first analysis knows them all.
    assert_eq!(known, 399);
    solver.clear();
    assert!(solver.solve("").unwrap().solved().unwrap().nodes > 1_000);
    let refused = session.solver(&Request::default().threads(2)).solve("").unwrap_err().to_string();
    assert!(refused.ends_with("by one thread and not by 2; expected 1 thread"), "{refused}");
    let mut solver = session.solver(&Request::default().hash(64 << 20));
    assert_eq!(solver.solve("4x4").unwrap().solved().unwrap().outcome, Outcome::Draw);
}

/// A win within the depth is one whatever follows: on 3x3 it takes 19 plies.
#[test]
fn exact_searches_find_what_solving_finds() {
    let mut session = game("dodgem");
    for text in ["X.X/.../..O X", ".XX/.O./..O X", "..X/O../..O X"] {
        session.set(text).unwrap();
        let solved = session.solver(&Request::default()).solve(text).unwrap().solved().unwrap();
        for algorithm in ["alpha-beta", "mtd-f", "pvs-memory", "nega-scout"] {
            let answer = session.analyse(&by(algorithm).depth(9), &mut |_| ());
            assert!(answer.outcome.is_some_and(|outcome| outcome == solved.outcome), "{text} {answer:?}");
        }
    }
}

#[test]
fn what_is_too_large_to_solve_backwards_says_so() {
    let unsolved = |name: &str, text: &str, request: Request| {
        game(name).solver(&request).solve(text).unwrap().unsolved().unwrap()
    };
    let small = || Request::default().hash(1 << 16);
    for (name, text) in [("dodgem", "4x4"), ("chess", "")] {
        let by_memory = unsolved(name, text, small());
        assert_eq!((by_memory.stopped_by, by_memory.at_least), (StoppedBy::Memory, None), "{name}");
    }
    let large = || Request::default().hash(64 << 20);
    let limited = unsolved("dodgem", "4x4", large().nodes(5_000));
    assert_eq!((limited.stopped_by, limited.nodes), (StoppedBy::Nodes, 5_000));
    assert_eq!(unsolved("dodgem", "4x4", large().time(Duration::ZERO)).stopped_by, StoppedBy::Time);
    let interrupted = unsolved("dodgem", "4x4", large().interrupt(Arc::new(true.into())));
    assert_eq!(interrupted.stopped_by, StoppedBy::Interrupt);
}

/// White is lost but for the checks on e8 and h5, which repeat the position after four plies; the last of them are
/// seen beyond the horizon, too.
#[test]
fn exact_searches_of_chess_see_a_perpetual_check() {
    let mut session = game("chess");
    session.set("6k1/6p1/8/7Q/8/2q5/rr6/6K1 w - - 0 1").unwrap();
    for algorithm in ["alpha-beta", "alpha-beta-memory", "pvs-memory", "mtd-f", "nega-scout", "sss"] {
        let lost = session.analyse(&by(algorithm).depth(2), &mut |_| ());
        assert!(lost.value < -500, "{algorithm} {lost:?}");
        let drawn = session.analyse(&by(algorithm).depth(4), &mut |_| ());
        assert_eq!((drawn.value, drawn.best.as_deref()), (0, Some("h5e8")), "{algorithm} {drawn:?}");
        assert_eq!(drawn.pv, ["h5e8", "g8h7", "e8h5", "h7g8"], "{algorithm}");
    }
}

/// As the rules have it, the third occurrence in a game is a draw, and not the second.
#[test]
fn exact_searches_of_chess_know_the_game_before_the_root() {
    let mut session = game("chess");
    session.set("8/8/4k3/8/8/4K3/7P/R7 w - - 0 1").unwrap();
    let shuffle = ["a1a2", "e6d6", "a2a1", "d6e6"];
    for (times, drawn) in [(1, false), (2, true)] {
        shuffle.iter().for_each(|m| session.play(m).unwrap());
        assert_eq!(session.is_drawn_by_repetition(), drawn);
        session.play("a1a2").unwrap();
        for algorithm in ["alpha-beta", "pvs-memory", "mtd-f"] {
            let answer = session.analyse(&by(algorithm).depth(1), &mut |_| ());
            assert_eq!(answer.value == 0, times == 2, "{algorithm} {answer:?}");
            assert!(!drawn || answer.best.as_deref() == Some("e6d6"));
        }
        session.undo();
    }
}

/// Take one match or two; whoever takes the last one wins.
#[derive(Clone, Debug)]
struct Matches(u32);

impl Game for Matches {
    type Move = u32;
    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.0.min(2)
    }
    fn play(&mut self, taken: u32) {
        self.0 -= taken;
    }
}

impl Keyed for Matches {
    fn key(&self) -> u64 {
        self.0.into()
    }
}

impl Hints for Matches {
    const CYCLES: bool = false;
}

impl Notation for Matches {
    type Knowledge = StaticValue;
    fn start() -> Self {
        Matches(100)
    }
    fn read(text: &str) -> Result<Self, Unreadable> {
        let left = if text.is_empty() { Ok(100) } else { text.parse() };
        left.map(Matches).map_err(|_| Unreadable("expected a number of matches".into()))
    }
}

#[test]
fn long_lines_are_solved_or_end_in_a_reason() {
    let registry = Registry::new().with(GameEntry::new::<Matches>("matches", "one or two matches"));
    let session = registry.find("matches").unwrap().open();
    for threads in [1, 2] {
        let mut solver = session.solver(&Request::default().hash(1 << 22).threads(threads));
        let mut solve = |text: &str| solver.solve(text).unwrap();
        for left in [19_000, 19_001] {
            let Solution::Solved(solved) = solve(&left.to_string()) else { panic!("{left} are too many") };
            assert_eq!(solved.value, if left % 3 == 0 { -1 } else { 1 }, "{left}");
        }
        for left in ["60000", "1000000"] {
            let Solution::Unsolved(unsolved) = solve(left) else { panic!("{left} are not too many") };
            assert_eq!(unsolved.stopped_by, StoppedBy::Length, "{left}");
        }
        // Nothing that was found meanwhile is left.
        for left in 19_990..20_000 {
            let solved = solve(&left.to_string()).solved().unwrap();
            assert_eq!(solved.value, if left % 3 == 0 { -1 } else { 1 }, "{left}");
        }
    }
}

/// Searches to a depth go 250 plies deep at most, which every stack has room for.
#[test]
fn the_deepest_search_is_cut_short() {
    for name in ["chess", "dodgem", "nim"] {
        let mut request = by("alpha-beta").depth(1_000_000).nodes(20_000);
        request.method.settings.set("deepening=off").unwrap();
        let answer = game(name).analyse(&request, &mut |_| ());
        assert!(answer.depth <= 250 && answer.seldepth < 300, "{name}: {answer:?}");
    }
}
