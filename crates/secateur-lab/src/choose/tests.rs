//! Choices as a whole, in games outside the library.

use super::*;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Notation, StaticValue};
use secateur_session::Registry;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Two heaps; take one or two from one of them. Whoever takes the last one wins.
#[derive(Clone, Debug)]
struct Heaps([u8; 2]);

impl Game for Heaps {
    type Move = (u8, u8);
    fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        let all = [(0, 1), (0, 2), (1, 1), (1, 2)].into_iter();
        all.filter(|&(heap, taken)| self.0[heap as usize] >= taken)
    }
    fn play(&mut self, (heap, taken): (u8, u8)) {
        self.0[heap as usize] -= taken;
    }
}

impl Keyed for Heaps {
    fn key(&self) -> u64 {
        u64::from(self.0[0]) << 8 | u64::from(self.0[1])
    }
}

impl Hints for Heaps {
    const CYCLES: bool = false;
}

impl Notation for Heaps {
    type Knowledge = StaticValue;
    fn start() -> Self {
        Heaps([14, 15])
    }
    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Some(Heaps([u8::try_from(columns).ok()?, u8::try_from(rows).ok()?]))
    }
    fn static_value(&self) -> Score {
        Score::points(i32::from(self.0[0] % 5) - i32::from(self.0[1] % 3))
    }
}

const PLAN: ChoicePlan =
    ChoicePlan { measure: Criterion::Nodes, effort: Thoroughness::Quick, seed: 1, threads: 1 };

/// The path of a journal that is not there yet.
fn path() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("secateur-choose-{}-{next}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn large() -> GameEntry {
    GameEntry::new::<Heaps>("heaps", "two heaps")
}

/// A choice from beginning to end, and how many steps it took that were not known.
fn chosen(entry: &GameEntry, plan: &ChoicePlan, path: &Path) -> (ChoiceReport, usize) {
    let mut steps = 0;
    let chosen = choose(entry, plan, Some(path), &Arc::default(), &mut |event| {
        steps += usize::from(event == Event::Step)
    });
    (chosen.unwrap().unwrap(), steps)
}

#[test]
fn a_game_of_ones_own_is_chosen_for() {
    let path = path();
    let (chosen, steps) = chosen(&large(), &PLAN, &path);
    assert!(chosen.raced >= 5 && chosen.depths.0 >= 1 && steps > 100, "{chosen:?}");
    assert_eq!(chosen.rounds.len(), 4);
    let round = &chosen.rounds[0];
    assert_eq!(round.entrants.len(), entrants::algorithms().unwrap().len());
    // In a game of heaps nearly every position comes up again and again: memory wins.
    let remembers = |method: &Method| method.algorithm.has_memory();
    assert!(remembers(&chosen.smallest.method), "{:?}", chosen.smallest);
    let minimax = round.entrants.iter().find(|entrant| entrant.method.algorithm.name == "minimax").unwrap();
    assert!(!minimax.left && minimax.nodes.mean > 2.0, "{minimax:?}");
    let (method, ratio) = chosen.smallest.runner_up.clone().unwrap();
    assert!(method.algorithm != chosen.smallest.method.algorithm && ratio.pairs == chosen.fresh);
    assert!(chosen.fastest.is_none() && !chosen.matches.is_empty());
    assert!(chosen.decided.score.games() > 0 && chosen.decided.second == chosen.smallest.method);
    let usual = Method::default();
    assert!([&chosen.decided.second, &chosen.decided.first, &usual].contains(&&chosen.method));
    assert_eq!(chosen.usual.is_none(), chosen.decided.second == usual);
    fs::remove_file(path).unwrap();
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let (one, two) = (path(), path());
    let (whole, steps) = chosen(&large(), &PLAN, &one);
    let (again, twice) = chosen(&large(), &PLAN, &one);
    assert_eq!((&again, twice), (&whole, 0), "all of it was known");
    // Stopped again and again, and at last cut in the middle of a line.
    let plan = ChoicePlan { threads: 3, ..PLAN };
    let mut stopped = 0;
    for part in 1..6 {
        let flag: Arc<AtomicBool> = Arc::default();
        let mut heard = 0;
        let raise = &mut |event: Event<'_>| {
            heard += usize::from(event == Event::Step);
            flag.store(heard >= part * steps / 20, Ordering::Relaxed);
        };
        stopped += usize::from(choose(&large(), &plan, Some(&two), &flag, raise).unwrap().is_none());
    }
    assert_eq!(stopped, 5);
    let text = fs::read(&two).unwrap();
    fs::write(&two, &text[..text.len() - 9]).unwrap();
    let (resumed, rest) = chosen(&large(), &plan, &two);
    assert_eq!(resumed, whole);
    assert!(rest < steps, "{rest} of {steps}");
    // Another seed is another choice, and its work is kept elsewhere.
    let other = choose(&large(), &ChoicePlan { seed: 2, ..PLAN }, Some(&two), &Arc::default(), &mut |_| ())
        .unwrap_err();
    assert!(other.to_string().contains("were made with seed=1, expected seed=2"), "{other}");
    fs::remove_file(one).unwrap();
    fs::remove_file(two).unwrap();
}

#[test]
fn races_and_matches_are_told_as_they_go_and_nothing_need_be_kept() {
    let (path, entry) = (path(), large());
    let (mut races, mut matches) = (Vec::<Round>::new(), Vec::new());
    let mut heard = |event: Event<'_>| match event {
        Event::Race(race) => {
            let before = races.iter().rfind(|other| other.name == race.name);
            let left = |race: &Round| race.entrants.iter().filter(|entrant| entrant.left).count();
            assert!(before.is_none_or(|before| left(before) >= left(race)), "nobody comes back");
            races.push(race.clone());
        }
        Event::Played(played) => matches.push(played.clone()),
        _ => {}
    };
    let report = choose(&entry, &PLAN, None, &Arc::default(), &mut heard).unwrap().unwrap();
    for round in &report.rounds {
        assert_eq!(races.iter().rfind(|race| race.name == round.name), Some(round));
    }
    assert!(races.len() > report.rounds.len(), "{} reports", races.len());
    assert_eq!(matches.last(), report.usual.as_ref().or(Some(&report.decided)));
    assert_eq!(chosen(&entry, &PLAN, &path).0, report);
    fs::remove_file(path).unwrap();
}

#[test]
fn the_smallest_of_games_has_an_answer() {
    // One position, two moves at most: every search sees the end at once.
    let (path, heaps) = (path(), Registry::new().with(large()));
    let (chosen, _) = chosen(heaps.find("heaps-1x2").unwrap(), &PLAN, &path);
    assert!(chosen.raced >= 1 && chosen.smallest.mean >= 1.0, "{chosen:?}");
    // Between equals, the exact search stays: the default is one.
    assert_eq!(chosen.method, chosen.smallest.method);
    fs::remove_file(path).unwrap();
}

#[test]
fn positions_are_divided_and_rounds_double() {
    assert_eq!(divide(36, 12), (0..24, 24..36));
    assert_eq!(divide(7, 12), (0..7, 0..7));
    let sizes = ChoicePlan { effort: Thoroughness::Usual, ..PLAN }.sizes();
    assert_eq!(rounds(0..24, sizes), [0..6, 6..12, 12..24]);
    assert_eq!(rounds(0..9, sizes), [0..6, 6..9]);
    assert_eq!(rounds(0..1, sizes), vec![0..1; 1]);
}
